//! Options of printing: `--preset`, `--set`, `--counters` and `--formation`.

use super::args::{Common, PrintArgs};
use super::find::FoundGame;
use super::report::{diagnostics, summary};
use super::setting::quoted;
use crate::check;
use crate::compile::{Options, SoundGame};
use crate::diag::nearest;
use crate::emit::print::{KitPart, Print};
use crate::model::{Model, Named, Shows};
use crate::source::Sources;
use std::collections::BTreeSet;

/// The options as settings that speak after the files of a game.
pub fn options(args: &PrintArgs) -> Options {
    let preset = args.preset.iter().map(|preset| ("--preset".to_string(), format!("preset = {}", quoted(preset))));
    let settings = args.set.iter().map(|setting| ("--set".to_string(), setting.toml()));
    Options { print: preset.chain(settings).collect(), ..Options::default() }
}

/// Checks what can be checked of the options once for all games.
pub fn check(args: &PrintArgs, common: &Common, games: &[FoundGame]) -> Result<(), String> {
    let mut sources = Sources::default();
    for (name, toml) in &options(args).print {
        sources.add_option(name, toml);
    }
    let diags = check::print_options(&sources);
    diagnostics(&diags, &sources, common.message_format);
    if let Some(found) = summary(&diags) {
        return Err(format!("{found} in the options --preset and --set"));
    }
    check_ids(args, games)
}

/// An id that no game has is an error, unless a game that may have it cannot be read.
fn check_ids(args: &PrintArgs, games: &[FoundGame]) -> Result<(), String> {
    if args.counters.is_empty() && args.formation.is_empty() {
        return Ok(());
    }
    let (mut counters, mut formations) = (BTreeSet::new(), BTreeSet::new());
    for game in games {
        let Some(SoundGame { model, .. }) = game.compile(Options::default())?.game else { return Ok(()) };
        counters.extend(counter_ids(&model));
        formations.extend(model.formations.iter().map(|formation| formation.id().to_string()));
    }
    let options = [
        ("--counters", "counter", &args.counters, counters),
        ("--formation", "formation", &args.formation, formations),
    ];
    for (option, what, ids, known) in options {
        if let Some(id) = ids.iter().map(|id| id.trim()).find(|id| !known.contains(*id)) {
            let help = match nearest(id, known.iter().map(String::as_str)) {
                Some(name) => format!("; did you mean `{name}`?"),
                None if known.is_empty() => String::new(),
                None if known.len() <= 12 => {
                    format!("; there are: {}", known.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
                }
                None => format!("; ids are those of the data, such as `{}`", known.first().map_or("", String::as_str)),
            };
            return Err(format!("{option}: there is no {what} `{id}`{help}"));
        }
    }
    Ok(())
}

/// The ids by which counters can be picked: their own, and those of their units and markers.
fn counter_ids(model: &Model) -> impl Iterator<Item = String> + '_ {
    model.counters.iter().flat_map(|counter| {
        let shown = match &counter.shows {
            Shows::Unit(unit) => &unit.id,
            Shows::Marker(marker) => &marker.id,
        };
        [counter.id.clone(), shown.to_string()]
    })
}

/// What a game prints, cut down to what the options pick: who picks counters wants nothing else.
pub fn picked(args: &PrintArgs, print: Print) -> Print {
    let trimmed = |ids: &[String]| ids.iter().map(|id| id.trim().to_string()).collect();
    let picks = !args.counters.is_empty() || !args.formation.is_empty();
    let parts = if picks { vec![KitPart::Counters] } else { print.parts.clone() };
    Print { counters: trimmed(&args.counters), formations: trimmed(&args.formation), parts, ..print }
}
