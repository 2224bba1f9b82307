//! Single values as authors write them.

mod basic;
mod game_id;
mod measures;
mod numbers;
mod sources;
mod words;

pub use basic::{Id, Pair, Rect};
pub use game_id::{GAME_ID, is_device, is_game_id};
pub use measures::{Colour, Length, Measure, millimetres};
pub use numbers::{Band, Dice, Fraction, Turns};
pub use sources::{Source, SrcSpec};
