//! Single values as authors write them.

mod basic;
mod file_name;
mod game_id;
mod measures;
mod numbers;
mod sources;
mod words;

pub use crate::draw::Colour;
pub use basic::{Id, Pair, RectSpec};
pub use file_name::picture_name;
pub use game_id::{GAME_ID, is_device, is_game_id};
pub use measures::{Length, Measure, millimetres};
pub use numbers::{Band, Dice, Turns, fraction};
pub use sources::{Source, SrcSpec};
