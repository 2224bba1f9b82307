//! `punchboard build`.

use super::find::{self, Found};
use super::report::{Progress, counted, diagnostics, summary};
use super::say::{Tone, eprintln, head};
use super::{BuildArgs, DATA_ERRORS, Outcome, print};
use crate::compile::{Compiled, SoundGame};
use crate::dist::{Claim, Maker, NewLock, PublishError, Remembered, Staging};
use crate::emit::{EMITTERS, EmitError, Emitter, Forgetful, Game, Memory};
use crate::identity::Identities;
use crate::model::Model;
use crate::source::Kind;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

pub fn run(args: &BuildArgs) -> Outcome {
    let games = find::games(&args.common.games)?;
    print::check(&args.print, &args.common, &games)?;
    let outputs = if args.only.is_empty() { EMITTERS.to_vec() } else { args.only.clone() };
    let progress = Progress::new((games.len() * (outputs.len() + 2)) as u64);
    let remembered = (!args.no_cache).then(|| Remembered::new(&args.out.join(".cache")));
    let memory: &dyn Memory = remembered.as_ref().map_or(&Forgetful, |remembered| remembered);
    let inputs = games.iter().map(|game| game.folder.clone()).collect();
    let build = Build { args, outputs, inputs, memory, progress };
    let mut failed = false;
    let mut built: BTreeMap<String, String> = BTreeMap::new();
    for game in &games {
        failed |= !build.game(game, &mut built)?;
    }
    if let Some(remembered) = &remembered {
        remembered.tidy();
    }
    build.progress.finish();
    Ok(if failed { DATA_ERRORS } else { 0 })
}

/// What is the same for all games of a run.
struct Build<'a> {
    args: &'a BuildArgs,
    outputs: Vec<&'static dyn Emitter>,
    /// The folders of all games: nothing is written in their place.
    inputs: Vec<PathBuf>,
    memory: &'a dyn Memory,
    progress: Progress,
}

/// A game without errors, and what else is known of it.
struct Sound {
    game: SoundGame,
    /// The text of the lock that it has.
    lock: Option<String>,
    /// How many warnings there were.
    warnings: String,
}

impl Build<'_> {
    /// Builds a game. Says whether it was built; why not was reported.
    fn game(&self, game: &Found, built: &mut BTreeMap<String, String>) -> Result<bool, String> {
        let start = Instant::now();
        let Some(mut sound) = self.check(game)? else { return Ok(false) };
        let id = sound.game.model.game.id.clone();
        if let Some(other) = built.insert(id.clone(), game.name()) {
            let name = game.name();
            return Err(format!("{other} and {name} are both the game `{id}`: one would overwrite the other"));
        }
        let claim = self.claim(&id)?;
        if claim.waited() {
            // The other build may have written a new lock.
            let Some(again) = self.check(game)? else { return Ok(false) };
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
        let staging = Staging::new(claim).map_err(|error| self.cannot(&id, &error))?;
        let lines = self.emit(game, &sound, &staging)?;
        let (files, size) = staging.size();
        self.publish(game, &sound, staging)?;
        self.progress.step();
        let Model { game: about, .. } = &sound.game.model;
        let (files, size) = (counted(files, "file"), size.div_ceil(1000));
        let (seconds, warnings) = (start.elapsed().as_secs_f64(), &sound.warnings);
        self.progress.aside(|| {
            let what = format!("{} {}: {files}, {size} kB in {}", about.title, about.version, target.display());
            head(Tone::Good, "built", format_args!("  {what} ({seconds:.2} s{warnings})"));
            lines.iter().for_each(|line| eprintln!("{line}"));
            if self.keeps_lock() && sound.game.identities.changed {
                let change = lock_change(&sound.game.identities);
                head(Tone::Good, "locked", format_args!(" {change}: {}", game.lock_name()));
            }
        });
        Ok(true)
    }

    /// Reads and checks a game; what is wrong is reported.
    fn check(&self, game: &Found) -> Result<Option<Sound>, String> {
        let name = game.name();
        self.progress.doing(&format!("checking {name}"));
        let Compiled { game: compiled, diagnostics: found, sources } =
            game.compile(print::options(&self.args.print))?;
        self.progress.aside(|| diagnostics(&found, &sources, self.args.common.message_format));
        self.progress.step();
        let failed = |why: &str| {
            self.progress.aside(|| {
                head(Tone::Bad, "failed", format_args!(" {name}: {why}; dist was left unchanged"));
            });
        };
        let found = summary(&found);
        let Some(compiled) = compiled else {
            failed(&found.unwrap_or_default());
            return Ok(None);
        };
        if self.args.locked && self.keeps_lock() && compiled.identities.changed {
            let lock = game.lock_name();
            failed(&format!("{lock} would change: {}", lock_change(&compiled.identities)));
            let help = format!("       help: run `punchboard build` without --locked and commit {lock}");
            self.progress.aside(|| eprintln!("{help}"));
            return Ok(None);
        }
        let print = print::picked(&self.args.print, compiled.print);
        let lock = sources.own().find(|(_, file)| file.kind == Kind::Lock).map(|(_, file)| file.text.clone());
        let warnings = found.map(|text| format!(", {text}")).unwrap_or_default();
        Ok(Some(Sound { game: SoundGame { print, ..compiled }, lock, warnings }))
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
    fn emit(&self, found: &Found, sound: &Sound, staging: &Staging) -> Result<Vec<String>, String> {
        let name = found.name();
        let mut lines = Vec::new();
        for output in &self.outputs {
            let word = output.word();
            let what = format!("{word} of {name}");
            self.progress.doing(&what);
            let tick = |done: usize| self.progress.detail(&format!("{what}: {done}"));
            let game = Game {
                dpi: f64::from(self.args.dpi),
                module_dpi: f64::from(self.args.module_dpi),
                map_dpi: f64::from(self.args.map_dpi),
                memory: self.memory,
                tick: &tick,
                ..Game::new(&sound.game)
            };
            let told = output.emit(&game, staging).map_err(|error| match error {
                EmitError::Io(_) => self.cannot(&sound.game.model.game.id, &error),
                _ => format!("cannot build {name}: {error}; dist was left unchanged"),
            })?;
            lines.extend(told.into_iter().map(|line| format!("{word:6} {line}")));
            self.progress.step();
        }
        Ok(lines)
    }

    /// Writes the lock if it changed, and then puts what was made in its place.
    fn publish(&self, game: &Found, sound: &Sound, staging: Staging) -> Result<(), String> {
        self.progress.doing(&format!("writing {}", game.name()));
        let of_others = |path: &str| !self.args.only.is_empty() && !self.outputs.iter().any(|output| output.owns(path));
        let lock = NewLock { folder: &game.folder, lock: &sound.game.identities.lock, before: sound.lock.as_deref() };
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

/// Refuses to give all pieces new numbers only because the lock is gone.
fn not_forgotten(game: &Found, sound: &Sound, claim: &Claim) -> Result<(), String> {
    let Some(built) = claim.built_lock().filter(|_| sound.lock.as_deref().is_none()) else { return Ok(()) };
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
