//! Punchboard: a compiler for board wargames.
//!
//! ```text
//! source  ->  syntax  ->  check  ->  model  ->  emit  ->  dist
//! files       records     names,     plain     named     written
//! and spans   and spans   rules      structs   buffers   at once
//! ```
//!
//! [`identity`] stands beside the model: the numbers of its pieces, which no build may change. A stage
//! knows only the stages before it; [`errata`] compares what two editions came to. Nothing but [`dist`] writes to the disk. [`geometry`],
//! [`expr`] and [`draw`] are tools that know nothing of games.

pub mod art;
pub mod check;
pub mod cli;
pub mod diag;
pub mod dist;
pub mod draw;
pub mod emit;
pub mod errata;
pub mod identity;
pub mod look;
pub mod model;
pub mod play;
pub mod source;
pub mod syntax;

pub use punchboard_expr as expr;
pub use punchboard_geometry as geometry;
