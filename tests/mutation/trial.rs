//! One run: a game with one file damaged is checked, and built if it is accepted.

use super::subjects::Subject;
use super::{Random, mutate};
use crate::common::{compile_texts, small};
use punchboard::SoundGame;
use punchboard::emit::vassal::codec::archive::{Limits, unpack};
use punchboard::emit::vassal::codec::components::from_xml;
use punchboard::emit::{Artifacts, EmitError, Emitter, EngineData, Game, Memory, PrintKit, VassalModule};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What became of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Errors, all with a place.
    Refused,
    /// No errors.
    Accepted,
    /// No errors, and every output was made and is valid.
    Built,
    /// No errors, but something does not fit on the paper, and the message says what.
    TooSmall,
}

/// What was drawn in earlier runs, so that only what changed is drawn again.
#[derive(Default)]
pub struct Drawn(Mutex<Pictures>);

#[derive(Default)]
struct Pictures {
    by_hash: BTreeMap<[u8; 32], Vec<u8>>,
    bytes: usize,
}

impl Memory for Drawn {
    fn recall(&self, hash: &[u8; 32]) -> Option<Cow<'_, [u8]>> {
        self.0.lock().unwrap().by_hash.get(hash).cloned().map(Cow::Owned)
    }
    fn remember(&self, hash: &[u8; 32], bytes: &[u8]) {
        const MOST: usize = 96 << 20;
        let mut drawn = self.0.lock().unwrap();
        if drawn.bytes + bytes.len() > MOST {
            *drawn = Pictures::default();
        }
        drawn.bytes += bytes.len();
        drawn.by_hash.insert(*hash, bytes.to_vec());
    }
}

/// The file that a run damages, as it is then, and whether the game is built if it is accepted.
fn damaged(subject: &Subject, run: usize, one_built_of: usize) -> (String, String, bool) {
    let mut random = Random::of(&subject.name, run);
    // Every kind of file in turn.
    let kinds: Vec<&Vec<String>> = subject.kinds.values().collect();
    let name = random.pick(kinds[run % kinds.len()]).clone();
    let text = mutate(&name, &subject.texts[&name], &mut random);
    (name, text, random.below(one_built_of) == 0)
}

/// Checks and builds a game as it is.
pub fn whole(subject: &Subject, memory: &dyn Memory, schema: &jsonschema::Validator) -> Result<Fate, String> {
    check(&subject.texts, true, memory, schema)
}

/// Checks, and builds one of so many that are accepted; says what is wrong with the program, if anything is.
pub fn attempt(
    subject: &Subject,
    run: usize,
    one_built_of: usize,
    memory: &dyn Memory,
    schema: &jsonschema::Validator,
) -> Result<Fate, String> {
    let (name, text, build) = damaged(subject, run, one_built_of);
    let mut texts = subject.texts.clone();
    texts.insert(name.clone(), text);
    let outcome = catch_unwind(AssertUnwindSafe(|| check(&texts, build, memory, schema)));
    let fault = match outcome {
        Ok(Ok(fate)) => return Ok(fate),
        Ok(Err(fault)) => fault,
        Err(panic) => {
            let message = panic.downcast_ref::<String>().cloned();
            let message = message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
            format!("a panic: {}", message.unwrap_or_default())
        }
    };
    let kept = keep(subject, run);
    Err(format!("run {run} of {}, {name}: {fault}\n  the file is kept as {}", subject.name, kept.display()))
}

/// Keeps the file that a run damages, to be looked at.
pub fn keep(subject: &Subject, run: usize) -> PathBuf {
    let (name, text, _) = damaged(subject, run, 1);
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mutation-{run}-{}", name.replace('/', "-")));
    let _ = std::fs::write(&kept, text);
    kept
}

fn check(
    texts: &BTreeMap<String, String>,
    build: bool,
    memory: &dyn Memory,
    schema: &jsonschema::Validator,
) -> Result<Fate, String> {
    let compiled = compile_texts(texts);
    for diagnostic in compiled.diagnostics.iter() {
        let file = compiled.sources.get(diagnostic.primary.span.file);
        let file = file.ok_or_else(|| format!("no place for {}", diagnostic.message))?;
        if diagnostic.primary.span.range().end > file.text.len() {
            return Err(format!("{} points beyond {}", diagnostic.message, file.name));
        }
        let shown = punchboard::diag::render(diagnostic, &compiled.sources, false);
        if !shown.contains(&file.name) {
            return Err(format!("no file in: {shown}"));
        }
    }
    match compiled.game {
        None if compiled.diagnostics.has_errors() => Ok(Fate::Refused),
        None => Err("no model and no error".to_string()),
        Some(made) if build => built(made, memory, schema),
        Some(_) => Ok(Fate::Accepted),
    }
}

fn built(mut made: SoundGame, memory: &dyn Memory, schema: &jsonschema::Validator) -> Result<Fate, String> {
    made.print.png = punchboard::model::print::PngSpec::None;
    let game = Game { memory, dpi: 30.0, module_dpi: 30.0, map_dpi: 30.0, ..small(&made) };
    let files: Mutex<Artifacts> = Mutex::default();
    let outputs: [&dyn Emitter; 3] = [&EngineData, &VassalModule, &PrintKit];
    for output in outputs {
        match output.emit(&game, &files) {
            Ok(_) => {}
            Err(EmitError::TooSmall(_)) => return Ok(Fate::TooSmall),
            Err(error) => return Err(format!("{}: {error}", output.word())),
        }
    }
    for (path, bytes) in files.into_inner().unwrap() {
        let sound = match path.rsplit('.').next() {
            Some("json") if path == "engine.json" => serde_json::from_slice(&bytes)
                .map_err(|error| error.to_string())
                .and_then(|json| schema.validate(&json).map_err(|error| format!("{}: {error}", error.instance_path()))),
            Some("vmod") => module(&bytes),
            Some("pdf") if !bytes.starts_with(b"%PDF") => Err("not a PDF".to_string()),
            _ => Ok(()),
        };
        sound.map_err(|why| format!("{path} is not valid: {why}"))?;
    }
    Ok(Fate::Built)
}

fn module(bytes: &[u8]) -> Result<(), String> {
    let files = unpack(bytes, Limits::default()).map_err(|error| error.to_string())?;
    let build = files.get("buildFile.xml").ok_or("there is no build file")?;
    from_xml(build).map(drop).map_err(|error| error.to_string())
}
