//! Hex grids: where hexes lie, which touch, and what is printed in them.
//!
//! A [`Hex`] is counted from the top left as the map lies; what the map prints is the business of
//! [`Numbering`]. Corners are computed on an integer lattice, so that neighbouring hexes have the
//! very same corner points.

mod grid;
mod numbering;
mod outline;
mod path;
#[cfg(test)]
mod tests;

pub use grid::{HexGrid, Shift, Stand};
pub use numbering::{Axis, ColumnsFrom, Digits, Numbering, Pattern, PatternError, RowsFrom};

use std::fmt;

/// One hex of a grid: its column from the left and its row from the top, both from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    pub column: u32,
    pub row: u32,
}

impl Hex {
    pub const fn new(column: u32, row: u32) -> Self {
        Self { column, row }
    }
}

/// One of the six sides, 0 to 5, clockwise. Of a pointy hex: north-east, east, south-east,
/// south-west, west, north-west; of a flat hex: north, north-east, south-east, south, south-west,
/// north-west.
pub type Direction = usize;

/// The direction seen from the other side.
pub const fn opposite(direction: Direction) -> Direction {
    (direction + 3) % 6
}

/// What is wrong with a grid as a whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GridProblem {
    /// No columns or no rows.
    Empty,
    /// More hexes than any map has: looking at each would take too long.
    TooLarge { hexes: u64 },
    /// The size of a hex is not a positive number.
    BadSize { flats_mm: f64 },
    /// The place of the first hex is not a number.
    BadOrigin,
    /// Numbers outgrow their width where nothing but the width tells row and column apart.
    NumberTooWide { largest: u64, width: usize },
}

impl fmt::Display for GridProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridProblem::Empty => write!(f, "it has no columns or no rows"),
            GridProblem::TooLarge { hexes } => write!(f, "it has {hexes} hexes, which is too many"),
            GridProblem::BadSize { flats_mm } => write!(f, "the hex size of {flats_mm} mm is not a positive number"),
            GridProblem::BadOrigin => write!(f, "the position of its first hex is not a number"),
            GridProblem::NumberTooWide { largest, width } => {
                let digits = if *width == 1 { "digit" } else { "digits" };
                write!(f, "{largest} needs more than {width} {digits}, and only the width separates column and row")
            }
        }
    }
}
