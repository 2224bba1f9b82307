//! Punchboard: a compiler for board wargames.
//!
//! ```text
//! source  ->  syntax  ->  check  ->  model  ->  emit  ->  dist
//! files       records     names,     plain     named     written
//! and spans   and spans   rules      structs   buffers   at once
//! ```
//!
//! [`compile()`] is the front door: it takes a folder through all stages up to the model and what stands beside it.
//!
//! ```
//! use punchboard::compile_sources;
//! use punchboard::emit::{Artifacts, Emitter, EngineData, Game};
//! use punchboard::source::Sources;
//! use std::sync::Mutex;
//!
//! let game = r##"
//!     src = "owner"
//!     [game]
//!     title = "The Ford"
//!     version = "1.0.0"
//!     [[side]]
//!     id = "blue"
//!     name = "Blue"
//!     colour = "#3b6ea5"
//! "##;
//! // `compile(folder, &Options::default())` does the same for a folder of files.
//! let compiled = compile_sources(Sources::from_texts("ford", [("game.toml", game)]));
//! assert!(compiled.messages().is_empty());
//! let sound = compiled.game.expect("it has no errors");
//! assert_eq!(sound.model.game.title, "The Ford");
//!
//! let files: Mutex<Artifacts> = Mutex::default();
//! EngineData.emit(&Game::new(&sound), &files)?;
//! assert!(files.lock().unwrap().contains_key("engine.json"));
//! # Ok::<(), punchboard::emit::EmitError>(())
//! ```
//!
//! [`identity`] stands beside the model: the numbers of its pieces, which no build may change. A stage
//! knows only the stages before it; [`errata`] compares what two editions came to. Nothing but [`dist`] writes to the disk. [`geometry`],
//! [`expr`] and [`draw`] are tools that know nothing of games.

pub mod art;
pub mod carried;
pub mod check;
pub mod cli;
pub mod compile;
pub mod diag;
pub mod dist;
pub mod emit;
pub mod errata;
pub mod identity;
pub mod import;
pub mod look;
pub mod model;
pub mod play;
pub mod source;
pub mod studio;
pub mod syntax;

pub use compile::{Compiled, Options, Rulebook, SoundGame, Undrawn, compile, compile_sources, compile_undrawn};
pub use punchboard_draw as draw;
pub use punchboard_expr as expr;
pub use punchboard_geometry as geometry;
pub use punchboard_vassal as vassal;
