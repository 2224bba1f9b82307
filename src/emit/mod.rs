//! Emitters: from the model, and how it looks, to named byte buffers.
//!
//! An [`Emitter`] is a function of [`Game`]. It sees no TOML, reads no file and writes none: it puts each
//! file into a [`Sink`] as soon as it is made, so that a large game is never held in memory whole.
//! Tests put into memory and look.

mod engine;
mod images;
pub mod print;
pub mod vassal;
mod web;

pub use engine::{EngineData, engine, schema as engine_schema};
use images::Darkroom;
pub use images::{Pictures, file_names};
pub use print::PrintKit;
pub use vassal::{LibraryPage, VassalModule};
pub use web::WebTable;

use crate::art::Sketchbook;
pub use crate::art::{Forgetful, Memory};
use crate::carried::Carried;
use crate::compile::{Rulebook, SoundGame};
use crate::draw::RasterError;
use crate::draw::pdf::PdfError;
use crate::identity::Identities;
use crate::look::Look;
use crate::model::Model;
use print::Print;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::{fmt, io};

/// Files by their path below the game's folder in `dist`.
pub type Artifacts = BTreeMap<String, Vec<u8>>;

/// Where emitters put their files.
pub trait Sink: Sync {
    /// Takes a file by its path below the game's folder in `dist`.
    fn put(&self, path: &str, bytes: &[u8]) -> io::Result<()>;

    /// Takes a large file that is written piece by piece, so that it is never in memory whole.
    fn put_draft(
        &self,
        path: &str,
        write: &mut dyn FnMut(&mut dyn io::Write) -> Result<(), EmitError>,
    ) -> Result<(), EmitError> {
        let mut draft = Vec::new();
        write(&mut draft)?;
        Ok(self.put(path, &draft)?)
    }
}

impl Sink for Mutex<Artifacts> {
    fn put(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let mut files = self.lock().map_err(|_| io::Error::other("a thread has failed"))?;
        files.insert(path.to_string(), bytes.to_vec());
        Ok(())
    }
}

/// What emitters need.
pub struct Game<'a> {
    /// The model.
    pub model: &'a Model,
    /// How it looks.
    pub look: &'a Look,
    /// The numbers of its pieces.
    pub identities: &'a Identities,
    /// Resolution of counters and cards.
    pub dpi: f64,
    /// Resolution of everything in the VASSAL module.
    pub module_dpi: f64,
    /// Resolution of maps and charts.
    pub map_dpi: f64,
    /// How the game is printed.
    pub print: &'a Print,
    /// The rulebook that the module carries.
    pub rulebook: Option<&'a Rulebook>,
    /// The module that the game came from.
    pub carried: Option<&'a Carried>,
    /// What is drawn already.
    pub sketchbook: &'a Sketchbook,
    /// What was drawn in earlier builds.
    pub memory: &'a dyn Memory,
    /// Told after each picture how many there are by now.
    pub tick: &'a (dyn Fn(usize) + Sync),
}

impl<'a> Game<'a> {
    /// A game at the usual resolutions; nothing is remembered and nobody is told.
    pub fn new(game: &'a SoundGame) -> Self {
        let SoundGame { model, look, identities, print, rulebook, carried, sketchbook } = game;
        let (memory, tick) = (&Forgetful, &|_: usize| {});
        Self {
            model,
            look,
            identities,
            dpi: 300.0,
            module_dpi: 150.0,
            map_dpi: 150.0,
            print,
            sketchbook,
            memory,
            tick,
            rulebook: rulebook.as_ref(),
            carried: carried.as_ref(),
        }
    }
}

/// Why an output could not be made.
#[derive(Debug)]
pub enum EmitError {
    /// A file could not be put away.
    Io(io::Error),
    /// A picture could not be drawn.
    Raster(String, RasterError),
    /// A PDF could not be made.
    Pdf(String, PdfError),
    /// Something does not fit on a paper.
    TooSmall(print::TooSmall),
}

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EmitError::Io(error) => write!(f, "{error}"),
            EmitError::Raster(name, error) => write!(f, "{name}: {error}"),
            EmitError::Pdf(name, error) => write!(f, "{name}: {error}"),
            EmitError::TooSmall(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for EmitError {}

impl From<print::TooSmall> for EmitError {
    fn from(error: print::TooSmall) -> Self {
        EmitError::TooSmall(error)
    }
}

impl From<io::Error> for EmitError {
    fn from(error: io::Error) -> Self {
        EmitError::Io(error)
    }
}

/// Makes one output of a game. Another is added by writing its room and naming it in [`EMITTERS`].
pub trait Emitter: Sync {
    /// The word for it on the command line.
    fn word(&self) -> &'static str;

    /// What it makes, in one line.
    fn about(&self) -> &'static str;

    /// Makes its files; returns lines that tell people what is in them, if it is worth telling.
    fn emit(&self, game: &Game<'_>, sink: &dyn Sink) -> Result<Vec<String>, EmitError>;

    /// Whether a file of `dist` belongs to this output.
    fn owns(&self, path: &str) -> bool;

    /// Whether a build makes it without being asked for it.
    fn by_default(&self) -> bool {
        true
    }

    /// Whether it gives pieces their numbers, so that the lock is written with it.
    fn numbers_pieces(&self) -> bool {
        false
    }
}

/// All emitters, in the order in which they run.
pub const EMITTERS: [&dyn Emitter; 6] = [&EngineData, &VassalModule, &LibraryPage, &PrintKit, &Pictures, &WebTable];

/// The emitter of that word.
pub fn emitter(word: &str) -> Option<&'static dyn Emitter> {
    EMITTERS.into_iter().find(|emitter| emitter.word() == word)
}
