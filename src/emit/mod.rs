//! Emitters: from the model to named byte buffers.
//!
//! An emitter is a pure function `&Model -> Artifacts`. It sees no TOML, reads no file and writes
//! none; tests call it directly.

mod engine;

pub use engine::{engine, schema as engine_schema};

use crate::model::Model;
use std::collections::BTreeMap;

/// Files to be written, by their path below the game's folder in `dist`.
pub type Artifacts = BTreeMap<String, Vec<u8>>;

/// What can be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Output {
    /// `engine.json`: everything, resolved, for a rules engine
    Engine,
}

impl Output {
    /// All outputs.
    pub const ALL: [Output; 1] = [Output::Engine];

    /// Makes the files of this output.
    pub fn emit(self, model: &Model) -> Artifacts {
        match self {
            Output::Engine => engine(model),
        }
    }

    /// Whether a file of `dist` belongs to this output.
    pub fn owns(self, path: &str) -> bool {
        match self {
            Output::Engine => path == "engine.json",
        }
    }
}
