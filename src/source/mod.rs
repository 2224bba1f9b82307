//! Reading: from a folder of files to trees of values that know where they were written.
//!
//! In: a folder. Out: [`Sources`] (the texts) and one [`DataNode`] tree a file, with the byte span of
//! every value. This stage knows TOML, CSV and YAML and nothing of games.

mod bounded;
mod builtin;
pub mod csv;
pub mod decode;
mod files;
mod kinds;
mod lengths;
mod meta;
mod node;
mod picture;
mod span;
mod toml;
pub mod values;
pub mod workbook;
mod yaml;

pub use crate::diag::{FileId, Span};
pub use bounded::read_below;
pub use builtin::{files as builtin_files, presets};
pub use files::{File, Sources, input_files, read_input};
pub use kinds::{CARRIED, FileKind, KindOrOther, LOCK, RULEBOOKS, kind_of};
pub use node::{DataKey, DataNode, DataTable, DataValue};
pub use picture::{picture_pixels, picture_size};
pub use span::{Sp, byte_at};
pub use toml::read_toml;
pub use yaml::read_yaml;
