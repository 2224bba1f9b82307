//! `punchboard errata`.

use super::args::ErrataArgs;
use super::editions::{EditionPlace, ReadEdition};
use super::find;
use super::report::{Progress, counted};
use super::say::{Tone, eprintln, head, println};
use super::{DATA_ERRORS, Outcome};
use crate::dist::{Claim, Maker, PublishError, Staging};
use crate::emit::Game;
use crate::errata::bump::BumpSize;
use crate::errata::{Bump, Edition, Errata, Fate, Section, pack, told};
use std::path::{Path, PathBuf};

pub fn run(args: &ErrataArgs) -> Outcome {
    let pairs = pairs(args)?;
    let progress = Progress::new(pairs.len() as u64 * 3);
    let (mut errors, mut compared, mut lost) = (false, Vec::new(), false);
    for (new_place, folder) in &pairs {
        progress.doing(&format!("reading {}", folder.display()));
        let new_name = args.to.clone().unwrap_or_else(|| folder.display().to_string());
        let ReadEdition::Edition(new) = progress.aside(|| new_place.read(&new_name, args.message_format))? else {
            errors = true;
            continue;
        };
        let old_place = EditionPlace::of(&args.from, folder, new.id())?;
        let ReadEdition::Edition(old) = progress.aside(|| old_place.read(&args.from, args.message_format))? else {
            errors = true;
            continue;
        };
        progress.step();
        if old.id() != new.id() {
            let other = format!("{} is the game `{}`, not `{}`", args.from, old.id(), new.id());
            if args.games.is_empty() && args.to.is_none() && pairs.len() > 1 {
                continue;
            }
            return Err(other);
        }
        compared.push(new.id().to_string());
        progress.doing(&format!("comparing {}", new.title()));
        let errata = Errata::between(&old, &new)?;
        progress.step();
        if args.bump {
            progress.aside(|| propose(&errata));
        } else {
            progress.doing(&format!("drawing what changed of {}", new.title()));
            let inputs: Vec<PathBuf> = [new_place, &old_place].map(|place| place.folder().to_path_buf()).into();
            let lines = write(args, &errata, &old, &new, &inputs, &progress)?;
            progress.aside(|| tell(args, &errata, &lines));
        }
        progress.step();
        lost |= errata.saved_games.as_ref().is_some_and(|carry| !carry.is_whole());
    }
    progress.finish();
    if compared.is_empty() && !errors {
        return Err(format!("{} is not an edition of any game here; name the game, or use --to", args.from));
    }
    Ok(if errors || (args.check_saves && lost) { DATA_ERRORS } else { 0 })
}

/// The new editions to compare, and the folder of each game.
fn pairs(args: &ErrataArgs) -> Result<Vec<(EditionPlace, PathBuf)>, String> {
    if let Some(to) = args.to.as_deref() {
        if let Some(place) = EditionPlace::direct(to).filter(|_| args.games.is_empty()) {
            return Ok(vec![(place, Path::new(to).to_path_buf())]);
        }
        let games = find::games(&args.games)?;
        let named = games.into_iter().map(|game| {
            let id = game.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            Ok((EditionPlace::of(to, &game.folder, &id)?, game.folder))
        });
        return named.collect();
    }
    let games = find::games(&args.games)?;
    Ok(games.into_iter().map(|game| (EditionPlace::Data(game.folder.clone()), game.folder)).collect())
}

/// Writes the pack; says what is to be printed.
fn write(
    args: &ErrataArgs,
    errata: &Errata,
    old: &Edition,
    new: &Edition,
    inputs: &[PathBuf],
    progress: &Progress,
) -> Result<Vec<String>, String> {
    let cannot = |error: &dyn std::fmt::Display| format!("cannot write {}: {error}", target(args, errata).display());
    let waiting = || progress.doing(&format!("waiting for another errata of {}", target(args, errata).display()));
    let claim = Claim::new(&args.out, new.id(), Maker::Errata, inputs, &waiting).map_err(|error| cannot(&error))?;
    let staging = Staging::new(claim).map_err(|error| cannot(&error))?;
    let game = new.made.as_ref().map(Game::new);
    let lines = pack(errata, old, game.as_ref(), &staging).map_err(|error| cannot(&error))?;
    let done = staging.finish(&|_| false, None).map_err(|error| match error {
        PublishError::Lock(error) | PublishError::Folder(error) => cannot(&error),
    })?;
    drop(done);
    Ok(lines)
}

fn target(args: &ErrataArgs, errata: &Errata) -> PathBuf {
    args.out.join(&errata.game)
}

/// The next version on standard output, for scripts; why, beside it.
fn propose(errata: &Errata) {
    println!("{}", errata.proposed.version);
    eprintln!("{}: {} after {}: {}", errata.title, errata.proposed.version, errata.from, errata.proposed.why);
}

/// What was found, and what an author should know before shipping it.
fn tell(args: &ErrataArgs, errata: &Errata, lines: &[String]) {
    let what = format!("{} {} to {}", errata.title, errata.from, errata.to);
    if errata.is_empty() {
        head(Tone::Good, "errata", format_args!(" {what}: nothing changed"));
        return;
    }
    let changes = counted(errata.changes.iter().filter(|change| !change.is_editorial()).count(), "change");
    head(Tone::Good, "errata", format_args!(" {what}: {changes} in {}", target(args, errata).display()));
    let sections = Section::ALL.into_iter().map(|section| (section, errata.of(section).count()));
    let sections: Vec<String> =
        sections.filter(|(_, n)| *n > 0).map(|(section, n)| format!("{} {n}", section.title())).collect();
    if !sections.is_empty() {
        eprintln!("data   {}", sections.join(", "));
    }
    lines.iter().for_each(|line| eprintln!("print  {line}"));
    tell_saves(errata);
    let proposed = &errata.proposed;
    let asked = semver::Version::parse(&proposed.version).ok();
    let has = semver::Version::parse(&errata.to).ok();
    if proposed.size != BumpSize::None && asked.zip(has).is_some_and(|(asked, has)| has < asked) {
        let Bump { version, why, .. } = proposed;
        let note = format_args!("   the version is {}; these changes call for {version}, because {why}", errata.to);
        head(Tone::Doubtful, "note", note);
    }
}

/// What of saved games carries over.
fn tell_saves(errata: &Errata) {
    let Some(carry) = &errata.saved_games else {
        eprintln!("saves  unknown: the old build has no module to compare with");
        return;
    };
    let redrawn = if carry.redrawn > 0 { format!("{} with a new picture, ", carry.redrawn) } else { String::new() };
    let same = counted(carry.same, "piece");
    eprintln!("saves  {same} unchanged, {redrawn}{} refreshed, {} new", carry.refreshed, carry.added);
    for finding in &carry.findings {
        match finding.fate {
            Fate::Lost => head(Tone::Bad, "lost", format_args!("   {}", told(finding))),
            Fate::Reset => head(Tone::Doubtful, "reset", format_args!("  {}", told(finding))),
        }
    }
}
