//! `punchboard build`.

use super::find::{self, Found};
use super::report::{BOLD_GREEN, BOLD_RED, PLAIN, Progress, counted, diagnostics, summary};
use super::{BuildArgs, DATA_ERRORS, Outcome, print};
use crate::check;
use crate::dist::{Remembered, Staging, write_lock};
use crate::emit::{EmitError, Forgetful, Game, Memory, Output};
use crate::identity::Identities;
use anstream::eprintln;
use std::collections::BTreeMap;
use std::time::Instant;

pub fn run(args: &BuildArgs) -> Outcome {
    let games = find::games(&args.common.games)?;
    print::check(&args.print, &args.common, &games)?;
    let outputs: Vec<Output> = if args.only.is_empty() { Output::ALL.to_vec() } else { args.only.clone() };
    let locks = keeps_lock(&outputs);
    let progress = Progress::new((games.len() * (outputs.len() + 2)) as u64);
    let mut failed = false;
    let mut built: BTreeMap<String, String> = BTreeMap::new();
    let remembered = (!args.no_cache).then(|| Remembered::new(&args.out.join(".cache")));
    let memory: &dyn Memory = remembered.as_ref().map_or(&Forgetful, |remembered| remembered);
    for game in &games {
        let start = Instant::now();
        let name = game.folder.to_string_lossy().into_owned();
        progress.doing(&format!("checking {name}"));
        let (mut sources, diags) = game.load()?;
        print::give(&args.print, &mut sources);
        let checked = check::check(&sources, diags);
        progress.aside(|| diagnostics(&checked.diags, &sources, args.common.message_format));
        progress.step();
        let settings = checked.print.map(|print| print::picked(&args.print, print));
        let (Some(model), Some(look), Some(identities), Some(settings)) =
            (checked.model, checked.look, checked.identities, settings)
        else {
            let found = summary(&checked.diags).unwrap_or_default();
            progress.aside(|| eprintln!("{BOLD_RED}failed{PLAIN} {name}: {found}; dist is as it was"));
            failed = true;
            continue;
        };
        if args.locked && locks && identities.changed {
            let lock = game.lock_name();
            progress.aside(|| {
                let change = lock_change(&identities);
                eprintln!("{BOLD_RED}failed{PLAIN} {name}: {lock} would change: {change}; dist is as it was");
                eprintln!("       help: run `punchboard build` without --locked and commit {lock}");
            });
            failed = true;
            continue;
        }
        if let Some(other) = built.insert(model.game.id.clone(), name.clone()) {
            return Err(format!(
                "{other} and {name} are both the game `{}`: one would overwrite the other",
                model.game.id
            ));
        }
        let cannot = |error: &dyn std::fmt::Display| {
            format!("cannot write {}: {error}", args.out.join(&model.game.id).display())
        };
        let staging = Staging::new(&args.out, &model.game.id).map_err(|error| cannot(&error))?;
        let mut lines = Vec::new();
        for output in &outputs {
            let what = format!("{} of {name}", format!("{output:?}").to_lowercase());
            progress.doing(&what);
            let tick = |done: usize| progress.detail(&format!("{what}: {done}"));
            let (dpi, map_dpi) = (f64::from(args.dpi), f64::from(args.map_dpi));
            let module_dpi = f64::from(args.module_dpi);
            let (model, look, identities, print) = (&model, &look, &identities, &settings);
            let game = Game { model, look, identities, dpi, module_dpi, map_dpi, print, memory, tick: &tick };
            let told = output.emit(&game, &staging).map_err(|error| match error {
                EmitError::Io(_) => cannot(&error),
                _ => format!("cannot build {name}: {error}; dist is as it was"),
            })?;
            lines.extend(told.into_iter().map(|line| format!("{:6} {line}", format!("{output:?}").to_lowercase())));
            progress.step();
        }
        progress.doing(&format!("writing {name}"));
        let of_others = |path: &str| !args.only.is_empty() && !outputs.iter().any(|output| output.owns(path));
        let (files, size) = staging.size();
        staging.finish(&of_others).map_err(|error| cannot(&error))?;
        progress.step();
        let warnings = summary(&checked.diags).map(|text| format!(", {text}")).unwrap_or_default();
        let target = args.out.join(&model.game.id);
        progress.aside(|| {
            eprintln!(
                "{BOLD_GREEN}built{PLAIN}  {} {}: {}, {} kB in {} ({:.2} s{warnings})",
                model.game.title,
                model.game.version,
                counted(files, "file"),
                size.div_ceil(1000),
                target.display(),
                start.elapsed().as_secs_f64()
            );
            lines.iter().for_each(|line| eprintln!("{line}"));
        });
        if locks {
            keep_lock(game, &identities, &progress)?;
        }
    }
    if let Some(remembered) = &remembered {
        remembered.tidy();
    }
    progress.finish();
    Ok(if failed { DATA_ERRORS } else { 0 })
}

/// Writes the lock of a game if it changed, and says so.
fn keep_lock(game: &Found, identities: &Identities, progress: &Progress) -> Result<(), String> {
    if !identities.changed {
        return Ok(());
    }
    let lock = game.lock_name();
    write_lock(&game.folder, &identities.lock).map_err(|error| format!("cannot write {lock}: {error}"))?;
    progress.aside(|| eprintln!("{BOLD_GREEN}locked{PLAIN} {}: {lock}", lock_change(identities)));
    Ok(())
}

/// Whether a build of these outputs gives pieces their numbers, and so keeps the lock.
fn keeps_lock(outputs: &[Output]) -> bool {
    outputs.contains(&Output::Vassal)
}

/// What a build changes in the lock: `3 new pieces, 1 retired`.
fn lock_change(identities: &Identities) -> String {
    let mut change = format!("{}, {} retired", counted(identities.new.len(), "new piece"), identities.retired.len());
    for (keys, what) in [(&identities.renamed, "renamed"), (&identities.back, "back")] {
        if !keys.is_empty() {
            change += &format!(", {} {what}", keys.len());
        }
    }
    change
}
