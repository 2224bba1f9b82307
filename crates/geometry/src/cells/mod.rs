//! Grids of hexes and squares: where cells lie, which touch, and what is printed in them.
//!
//! A [`Cell`] is counted from the top left as the map lies; what the map prints is the business of
//! [`Numbering`]. Corners are computed on an integer lattice, so that neighbouring cells have the
//! very same corner points.
//!
//! Staggered squares are hexes to everything but the eye: every cell has six neighbours, and the upper
//! and lower side of a square count as two sides each, one for either neighbour.

mod grid;
mod numbering;
mod offset;
mod outline;
mod path;
mod square;
#[cfg(test)]
mod square_tests;
#[cfg(test)]
mod tests;

pub use grid::{CellGrid, CellShape};
pub use numbering::{Axis, ColumnsFrom, Digits, Numbering, Pattern, PatternError, RowsFrom};
pub use offset::{Offset, Shift, Stand};
pub use square::Neighbours;

use std::fmt;

/// One cell of a grid: its column from the left and its row from the top, both from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Its column from the left.
    pub column: u32,
    /// Its row from the top.
    pub row: u32,
}

impl Cell {
    /// The cell of a column and a row.
    pub const fn new(column: u32, row: u32) -> Self {
        Self { column, row }
    }
}

/// Where a neighbour lies, counted clockwise. Of a pointy hex: north-east, east, south-east, south-west,
/// west, north-west; of a flat hex: north, north-east, south-east, south, south-west, north-west; of a
/// square: north, east, south, west, and then the corners north-east, south-east, south-west, north-west.
pub type Direction = usize;

/// A place on the lattice of all centres and corners. Of hexes, one unit along a straight row or column is
/// half the flats, across it half the radius; of plain squares it is half a side both ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct LatticePoint {
    along: i64,
    across: i64,
}

/// What is wrong with a grid as a whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GridProblem {
    /// No columns or no rows.
    Empty,
    /// More cells than any map has: looking at each would take too long.
    TooLarge {
        /// How many there are.
        cells: u64,
    },
    /// The size of a cell is not a positive number.
    BadSize {
        /// The size as given.
        size_mm: f64,
    },
    /// The place of the first cell is not a number.
    BadOrigin,
    /// Numbers outgrow their width where nothing but the width tells row and column apart.
    NumberTooWide {
        /// The largest number.
        largest: u64,
        /// The digits there are for it.
        width: usize,
    },
}

impl fmt::Display for GridProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridProblem::Empty => write!(f, "it has no columns or no rows"),
            GridProblem::TooLarge { cells } => write!(f, "it has {cells} places, which is too many"),
            GridProblem::BadSize { size_mm } => write!(f, "the size of {size_mm} mm is not a positive number"),
            GridProblem::BadOrigin => write!(f, "the position of its first place is not a number"),
            GridProblem::NumberTooWide { largest, width } => {
                let digits = if *width == 1 { "digit" } else { "digits" };
                write!(f, "{largest} needs more than {width} {digits}, and only the width separates column and row")
            }
        }
    }
}
