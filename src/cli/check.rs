//! `punchboard check`.

use super::args::CheckArgs;
use super::report::{self, diagnostics, summary};
use super::say::{Tone, eprintln, head, println};
use super::{DATA_ERRORS, Outcome, find};
use crate::carried::Summary;
use crate::check;
use crate::compile::{Options, SoundGame};
use crate::model::{Coverage, Model, Rules, Tally};

pub fn run(args: &CheckArgs) -> Outcome {
    let mut failed = false;
    for game in find::games(&args.common.games)? {
        let compiled = game.compile(Options::default())?;
        diagnostics(&compiled.diagnostics, &compiled.sources, args.common.message_format);
        let found = summary(&compiled.diagnostics);
        match &compiled.game {
            Some(SoundGame { model, carried, .. }) => {
                let found = found.map(|text| format!(" ({text})")).unwrap_or_default();
                head(Tone::Good, "checked", format_args!(" {}{found}", describe(model)));
                if let Some(carried) = carried {
                    eprintln!("        {}", Summary::of(carried.volumes().map(|volume| &volume.tree)).line());
                }
                if args.coverage {
                    print_coverage(&model.game.title, &model.coverage);
                    print_mechanisms(&model.rules);
                }
            }
            None => {
                failed = true;
                head(Tone::Bad, "failed", format_args!("  {}: {}", game.name(), found.unwrap_or_default()));
                let code = compiled.diagnostics.iter().next().map_or("PB0101", |diagnostic| diagnostic.code.id);
                eprintln!("`punchboard explain {code}` says more about the first one");
            }
        }
    }
    Ok(if failed { DATA_ERRORS } else { 0 })
}

fn describe(model: &Model) -> String {
    let counters: u32 = model.counters.iter().map(|counter| counter.copies).sum();
    let parts = [
        (counters as usize, "counter"),
        (model.places.len(), "place"),
        (model.tables.len(), "table"),
        (model.scenarios.len(), "scenario"),
    ];
    let parts = parts.map(|(count, what)| report::counted(count, what));
    format!("{} {}: {}", model.game.title, model.game.version, parts.join(", "))
}

fn print_coverage(title: &str, coverage: &Coverage) {
    println!("\n{title}: where the facts come from\n");
    println!(
        "  {:<16} {:>8} {:>9} {:>9} {:>14} {:>6}",
        "facts about", "facts", "rulebook", "inferred", "reconstructed", "owner"
    );
    for subject in check::coverage::SUBJECTS {
        if let Some(tally) = coverage.by_subject.get(subject) {
            print_row(subject, tally);
        }
    }
    println!("  {}", "-".repeat(67));
    print_row("all", &coverage.total);
}

/// How much of the printed rules is carried out by the data.
fn print_mechanisms(rules: &Rules) {
    let runs = rules.rules.iter().filter(|rule| !rule.by.is_empty() || rule.when.is_some()).count();
    let text = rules.rules.iter().filter(|rule| rule.text_only).count();
    let partly = rules.rules.len() - runs - text;
    let all = rules.rules.len();
    println!(
        "\n  of {all} rules {runs} are carried out, {partly} only as far as other records go, {text} are only text"
    );
    println!("  operations: {}, invariants: {}", rules.operations.len(), rules.invariants.len());
}

fn print_row(name: &str, tally: &Tally) {
    #[allow(clippy::cast_precision_loss)]
    let share = |part: usize| format!("{:.0} %", 100.0 * part as f64 / tally.total().max(1) as f64);
    println!(
        "  {name:<16} {:>8} {:>9} {:>9} {:>14} {:>6}",
        tally.total(),
        share(tally.rulebook),
        share(tally.inferred),
        share(tally.reconstructed),
        share(tally.owner)
    );
}
