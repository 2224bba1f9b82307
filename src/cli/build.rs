//! `punchboard build`.

use super::args::{BuildArgs, PrintArgs};
use super::find::{self, FoundGame};
use super::report::{Progress, counted, said, show};
use super::say::{Tone, eprintln, head};
use super::{DATA_ERRORS, Outcome, print};
use crate::compile::{Compiled, SoundGame, Undrawn};
use crate::dist::{
    BuildMessages, BuildRequest, BuiltFrom, Claim, Freshness, Listing, MEMORY, Maker, Manifest, NewLock, PublishError,
    Published, Remembered, Staging,
};
use crate::draw::RasterError;
use crate::emit::{EMITTERS, EmitError, Emitter, Forgetful, Game, Memory};
use crate::identity::Identities;
use crate::source::{FileKind, LOCK, Sources};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub fn run(args: &BuildArgs) -> Outcome {
    let games = find::games(&args.common.games)?;
    print::check(&args.print, &args.common, &games)?;
    let usual = || EMITTERS.into_iter().filter(|output| output.by_default()).collect();
    let outputs = if args.only.is_empty() { usual() } else { args.only.clone() };
    let progress = Progress::new((games.len() * (outputs.len() + 2)) as u64);
    let inputs = games.iter().map(|game| game.folder.clone()).collect();
    let build = Build { args, outputs, inputs, progress, grew: AtomicBool::new(false) };
    let mut failed = false;
    let mut built: BTreeMap<String, String> = BTreeMap::new();
    for game in &games {
        failed |= !build.game(game, &mut built)?;
    }
    if build.grew.load(Ordering::Relaxed) {
        Remembered::tidy(&args.out.join(MEMORY));
    }
    build.progress.finish();
    Ok(if failed { DATA_ERRORS } else { 0 })
}

/// Of a game of more counters one output is made after the other.
const MANY: usize = 2000;

/// What is the same for all games of a run.
struct Build<'a> {
    args: &'a BuildArgs,
    outputs: Vec<&'static dyn Emitter>,
    /// The folders of all games: nothing is written in their place.
    inputs: Vec<PathBuf>,
    progress: Progress,
    /// Whether more is remembered than before.
    grew: AtomicBool,
}

/// A game without errors, and what else is known of it.
struct Sound {
    game: SoundGame,
    sources: Sources,
    /// The files that it was read from, as they were before.
    listing: Listing,
    /// What was found in it.
    said: BuildMessages,
}

impl Sound {
    /// The text of the lock that it has.
    fn lock(&self) -> Option<&str> {
        self.sources.own().find(|(_, file)| file.kind == FileKind::Lock).map(|(_, file)| file.text.as_str())
    }

    /// The same for the line about the build: `, 1 warning`.
    fn warnings(&self) -> String {
        self.said.summary.as_ref().map(|text| format!(", {text}")).unwrap_or_default()
    }
}

impl Build<'_> {
    /// Builds a game. Says whether it was built; why not was reported.
    fn game(&self, game: &FoundGame, built: &mut BTreeMap<String, String>) -> Result<bool, String> {
        let start = Instant::now();
        let before = self.folder_of_memory().and_then(|memory| Manifest::read(&memory, &game.folder));
        if let Some(before) = before.clone().filter(|before| before.covers(&self.asked(game)))
            && self.is_fresh(game, before, built, start)?
        {
            return Ok(true);
        }
        // While it is read and checked, what was remembered of it is read too.
        let memory_of = |id: &str| self.folder_of_memory().map(|folder| Remembered::new(&folder, id));
        let (read, known) = rayon::join(|| self.read(game), || memory_of(&before.as_ref()?.game));
        let read = read?;
        let before = before.filter(|before| read.1.id() == Some(&before.game));
        let remembered = if before.is_some() { known } else { read.1.id().and_then(memory_of) };
        let memory: &dyn Memory = remembered.as_ref().map_or(&Forgetful, |remembered| remembered);
        let Some(mut sound) = self.check(game, read, memory) else { return Ok(false) };
        let id = sound.game.model.game.id.clone();
        only_once(&id, game, built)?;
        let claim = self.claim(&id)?;
        if claim.waited() {
            // The other build may have written a new lock.
            let Some(again) = self.check(game, self.read(game)?, memory) else { return Ok(false) };
            if again.game.model.game.id != id {
                return Err(format!("{} was changed during the build; build again", game.name()));
            }
            sound = again;
        }
        if self.keeps_lock() {
            not_forgotten(game, &sound, &claim)?;
            claim.sweep_locks(&game.folder);
        }
        let target = claim.target();
        let staging = Staging::new(claim).map_err(|error| self.cannot(&id, &error))?.over(before);
        let lines = self.emit(game, &sound, memory, &staging)?;
        let ((files, size), made) = (staging.size(), staging.hashes());
        let save = || remembered.iter().for_each(Remembered::save);
        let (published, ()) = rayon::join(|| self.publish(game, &sound, staging), save);
        let grew = remembered.as_ref().is_some_and(Remembered::grew);
        self.grew.fetch_or(grew, Ordering::Relaxed);
        let published = published?;
        rayon::join(|| self.note(game, &sound, &made, &target), || published.sweep());
        drop(published);
        self.progress.step();
        let (files, size) = (counted(files, "file"), size.div_ceil(1000));
        let (seconds, warnings) = (start.elapsed().as_secs_f64(), sound.warnings());
        self.progress.aside(|| {
            let what = format!("{}: {files}, {size} kB in {}", sound.said.title, target.display());
            head(Tone::Good, "built", format_args!("  {what} ({seconds:.2} s{warnings})"));
            lines.iter().for_each(|line| eprintln!("{line}"));
            if self.keeps_lock() && sound.game.identities.changed {
                let change = lock_change(&sound.game.identities);
                head(Tone::Good, "locked", format_args!(" {change}: {}", game.lock_name()));
            }
        });
        // Nobody waits until all of it is taken apart.
        rayon::spawn(move || drop((sound, remembered)));
        Ok(true)
    }

    /// The folder in which the memory is, if there is one.
    fn folder_of_memory(&self) -> Option<PathBuf> {
        (!self.args.no_cache).then(|| self.args.out.join(MEMORY))
    }

    /// What is asked for, beside the data.
    fn asked(&self, game: &FoundGame) -> BuildRequest {
        let BuildArgs { dpi, map_dpi, module_dpi, print: PrintArgs { counters, formation, .. }, .. } = self.args;
        let print = print::options(&self.args.print).print;
        // Messages of the last build name its files in this way.
        let options = (&game.prefix, dpi, map_dpi, module_dpi, counters, formation, print);
        BuildRequest {
            options: format!("{options:?}"),
            outputs: self.outputs.iter().map(|it| it.word().to_string()).collect(),
        }
    }

    /// Whether nothing changed since a build. If so, what that one said is said again.
    fn is_fresh(
        &self,
        game: &FoundGame,
        mut before: Manifest,
        built: &mut BTreeMap<String, String>,
        start: Instant,
    ) -> Result<bool, String> {
        let claim = self.claim(&before.game)?;
        let target = claim.target();
        let freshness = before.check(&game.folder, &target);
        if freshness == Freshness::Stale {
            return Ok(false);
        }
        only_once(&before.game, game, built)?;
        if let Some(memory) = self.folder_of_memory().filter(|_| freshness == Freshness::Touched) {
            before.write(&memory, &game.folder);
        }
        drop(claim);
        (0..self.outputs.len() + 2).for_each(|_| self.progress.step());
        self.progress.aside(|| {
            show(&before.said, self.args.common.message_format);
            let BuildMessages { title, summary, .. } = &before.said;
            let warnings = summary.as_ref().map(|text| format!(", {text}")).unwrap_or_default();
            let what = format!("{title}: nothing changed in {}", target.display());
            head(Tone::Good, "fresh", format_args!("  {what} ({:.2} s{warnings})", start.elapsed().as_secs_f64()));
        });
        Ok(true)
    }

    /// Notes what was built from what, so that the next build sees what changed.
    fn note(&self, game: &FoundGame, sound: &Sound, made: &BTreeMap<String, blake3::Hash>, target: &Path) {
        let Some(memory) = self.folder_of_memory() else { return };
        let lock = sound.game.identities.lock.text();
        let path = game.folder.join(LOCK);
        let wrote = (self.keeps_lock() && sound.game.identities.changed).then_some((path.as_path(), lock.as_bytes()));
        let manifest = Manifest::of(BuiltFrom {
            asked: self.asked(game),
            game: &sound.game.model.game.id,
            said: sound.said.clone(),
            listing: &sound.listing,
            sources: &sound.sources,
            wrote,
            made,
            target,
        });
        if let Some(manifest) = manifest {
            manifest.write(&memory, &game.folder);
        }
    }

    /// Reads a game and checks it, but for its faces.
    fn read(&self, game: &FoundGame) -> Result<(Listing, Undrawn), String> {
        let name = game.name();
        self.progress.doing(&format!("checking {name}"));
        let listing = Listing::of(&game.folder).map_err(|error| format!("cannot read {name}: {error}"))?;
        Ok((listing, game.compile_undrawn(print::options(&self.args.print))?))
    }

    /// Checks the faces of a game that was read; what is wrong is reported.
    fn check(&self, game: &FoundGame, (listing, undrawn): (Listing, Undrawn), memory: &dyn Memory) -> Option<Sound> {
        let name = game.name();
        let Compiled { game: compiled, diagnostics, sources } = undrawn.drawn(memory);
        let about = compiled.as_ref().map(|compiled| &compiled.model.game);
        let title = about.map(|about| format!("{} {}", about.title, about.version)).unwrap_or_default();
        let said = said(&diagnostics, &sources, title);
        self.progress.aside(|| show(&said, self.args.common.message_format));
        self.progress.step();
        let failed = |why: &str| {
            self.progress.aside(|| {
                head(Tone::Bad, "failed", format_args!(" {name}: {why}; dist was left unchanged"));
            });
        };
        let Some(compiled) = compiled else {
            failed(&said.summary.unwrap_or_default());
            return None;
        };
        if self.args.locked && self.keeps_lock() && compiled.identities.changed {
            let lock = game.lock_name();
            failed(&format!("{lock} would change: {}", lock_change(&compiled.identities)));
            let help = format!("       help: run `punchboard build` without --locked and commit {lock}");
            self.progress.aside(|| eprintln!("{help}"));
            return None;
        }
        let print = print::picked(&self.args.print, compiled.print);
        Some(Sound { game: SoundGame { print, ..compiled }, sources, listing, said })
    }

    /// Takes hold of the game's folder in `dist`.
    fn claim(&self, id: &str) -> Result<Claim, String> {
        let target = self.args.out.join(id);
        let waiting = || self.progress.doing(&format!("waiting for another build of {}", target.display()));
        Claim::new(&self.args.out, id, Maker::Build, &self.inputs, &waiting).map_err(|error| self.cannot(id, &error))
    }

    fn cannot(&self, id: &str, error: &dyn std::fmt::Display) -> String {
        format!("cannot write {}: {error}", self.args.out.join(id).display())
    }

    /// Makes the outputs; returns lines that tell people what is in them.
    fn emit(
        &self,
        found: &FoundGame,
        sound: &Sound,
        memory: &dyn Memory,
        staging: &Staging,
    ) -> Result<Vec<String>, String> {
        let name = found.name();
        let what = |output: &dyn Emitter| format!("{} of {name}", output.word());
        let one = |output: &&'static dyn Emitter| {
            let (word, what) = (output.word(), what(*output));
            let tick = |done: usize| self.progress.detail(&format!("{what}: {done}"));
            let game = Game {
                dpi: f64::from(self.args.dpi),
                module_dpi: f64::from(self.args.module_dpi),
                map_dpi: f64::from(self.args.map_dpi),
                memory,
                tick: &tick,
                ..Game::new(&sound.game)
            };
            let told = output.emit(&game, staging).map_err(|error| match error {
                EmitError::Io(_) => self.cannot(&sound.game.model.game.id, &error),
                EmitError::Raster(_, RasterError::TooLarge(..)) => format!(
                    "cannot build {name}: {error}; dist was left unchanged\n       help: make it smaller, or build with a \
                     lower `--module-dpi`, `--map-dpi` or `--dpi`"
                ),
                _ => format!("cannot build {name}: {error}; dist was left unchanged"),
            })?;
            self.progress.step();
            Ok(told.into_iter().map(|line| format!("{word:6} {line}")).collect())
        };
        // Side by side they are quicker, but in memory together.
        let told: Vec<Result<Vec<String>, String>> = if sound.game.model.counters.len() > MANY {
            let each = |output: &&'static dyn Emitter| {
                self.progress.doing(&what(*output));
                one(output)
            };
            self.outputs.iter().map(each).collect()
        } else {
            self.outputs.iter().for_each(|output| self.progress.doing(&what(*output)));
            self.outputs.par_iter().map(one).collect()
        };
        // Of several that failed the first is told, whichever came first.
        Ok(told.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    /// Writes the lock if it changed, and then puts what was made in its place.
    fn publish(&self, game: &FoundGame, sound: &Sound, staging: Staging) -> Result<Published, String> {
        self.progress.doing(&format!("writing {}", game.name()));
        let of_others = |path: &str| {
            let asked = self.outputs.iter().any(|output| output.owns(path));
            !asked && (!self.args.only.is_empty() || EMITTERS.iter().any(|output| output.owns(path)))
        };
        let lock = NewLock { folder: &game.folder, lock: &sound.game.identities.lock, before: sound.lock() };
        let lock = Some(lock).filter(|_| self.keeps_lock() && sound.game.identities.changed);
        let id = &sound.game.model.game.id;
        staging.finish(&of_others, lock).map_err(|error| match error {
            PublishError::Folder(error) => self.cannot(id, &error),
            PublishError::Lock(error) => {
                let target = self.args.out.join(id);
                format!("cannot write {}: {error}; {} was left unchanged", game.lock_name(), target.display())
            }
        })
    }

    /// Whether a build of these outputs gives pieces their numbers, and so keeps the lock.
    fn keeps_lock(&self) -> bool {
        self.outputs.iter().any(|output| output.numbers_pieces())
    }
}

/// Refuses to build two games of the same id into the same folder.
fn only_once(id: &str, game: &FoundGame, built: &mut BTreeMap<String, String>) -> Result<(), String> {
    match built.insert(id.to_string(), game.name()) {
        Some(other) => {
            let name = game.name();
            Err(format!("{other} and {name} are both the game `{id}`: one would overwrite the other"))
        }
        None => Ok(()),
    }
}

/// Refuses to give all pieces new numbers only because the lock is gone.
fn not_forgotten(game: &FoundGame, sound: &Sound, claim: &Claim) -> Result<(), String> {
    let Some(built) = claim.built_lock().filter(|_| sound.lock().is_none()) else { return Ok(()) };
    let (lock, built) = (game.lock_name(), built.display());
    Err(format!(
        "{lock} is missing, but the last build had one: without it pieces get other numbers, and saved games do not \
         find them any more\n       help: bring it back from version control, or copy {built} to {lock}\n       help: to \
         give all pieces new numbers on purpose, delete {built} too"
    ))
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
