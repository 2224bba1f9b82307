//! `punchboard build`.

use super::report::{BOLD_GREEN, BOLD_RED, PLAIN, Progress, counted, diagnostics, summary};
use super::{BuildArgs, DATA_ERRORS, Outcome, find};
use crate::emit::{Artifacts, Output};
use crate::{check, dist};
use anstream::eprintln;
use std::collections::BTreeMap;
use std::time::Instant;

pub fn run(args: &BuildArgs) -> Outcome {
    let games = find::games(&args.common.games)?;
    let outputs: Vec<Output> = if args.only.is_empty() { Output::ALL.to_vec() } else { args.only.clone() };
    let progress = Progress::new((games.len() * (outputs.len() + 2)) as u64);
    let mut failed = false;
    let mut built: BTreeMap<String, String> = BTreeMap::new();
    for game in &games {
        let start = Instant::now();
        let name = game.folder.to_string_lossy().into_owned();
        progress.doing(&format!("checking {name}"));
        let (sources, diags) = game.load()?;
        let checked = check::check(&sources, diags);
        progress.aside(|| diagnostics(&checked.diags, &sources, args.common.message_format));
        progress.step();
        let Some(model) = checked.model else {
            let found = summary(&checked.diags).unwrap_or_default();
            progress.aside(|| eprintln!("{BOLD_RED}failed{PLAIN} {name}: {found}; dist is as it was"));
            failed = true;
            continue;
        };
        if let Some(other) = built.insert(model.game.id.clone(), name.clone()) {
            return Err(format!(
                "{other} and {name} are both the game `{}`: one would overwrite the other",
                model.game.id
            ));
        }
        let mut files = Artifacts::new();
        for output in &outputs {
            progress.doing(&format!("{} of {name}", format!("{output:?}").to_lowercase()));
            files.extend(output.emit(&model));
            progress.step();
        }
        progress.doing(&format!("writing {name}"));
        let of_others = |path: &str| !args.only.is_empty() && !outputs.iter().any(|output| output.owns(path));
        dist::write(&args.out, &model.game.id, &files, &of_others)
            .map_err(|error| format!("cannot write {}: {error}", args.out.join(&model.game.id).display()))?;
        progress.step();
        let size: usize = files.values().map(Vec::len).sum();
        let warnings = summary(&checked.diags).map(|text| format!(", {text}")).unwrap_or_default();
        let target = args.out.join(&model.game.id);
        progress.aside(|| {
            eprintln!(
                "{BOLD_GREEN}built{PLAIN}  {} {}: {}, {} kB in {} ({:.2} s{warnings})",
                model.game.title,
                model.game.version,
                counted(files.len(), "file"),
                size.div_ceil(1000),
                target.display(),
                start.elapsed().as_secs_f64()
            );
        });
    }
    progress.finish();
    Ok(if failed { DATA_ERRORS } else { 0 })
}
