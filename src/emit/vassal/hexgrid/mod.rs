//! A hex grid as VASSAL's `HexGrid` with its numbering.
//!
//! VASSAL's `HexGrid` knows one kind of hex: flat tops, straight columns a step `dx` apart, hexes of
//! a column `dy` apart, odd columns half a hex lower. A map of pointy tops is the same with x and y
//! changed over (`sideways`): its rows are VASSAL's columns. The origin is a whole number, and so is
//! every point it snaps to; the parts of a pixel are cut off, not rounded. [`fit`] therefore tries a
//! few origins, and takes the one whose snap points lie nearest to the centres.
//!
//! Grids are never staggered: what `stagger` does, an origin one column to the left does as well, and
//! VASSAL's own way back from a name to a point (`getLocation`) can go wrong in staggered grids whose
//! columns descend. `stagger` must be said all the same, for VASSAL takes it to be true.

#[cfg(test)]
mod cases;
mod engine;
mod numbering;
mod place;
#[cfg(test)]
mod tests;

pub use numbering::Numbering;

use crate::geometry::hex::{self, HexGrid};

/// A hex of a map on a board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hex<'a> {
    /// What is printed in it.
    pub label: &'a str,
    /// Which hex of the grid it is.
    pub hex: hex::Hex,
    /// Its centre in pixels, to the right.
    pub x: f64,
    /// Its centre in pixels, down.
    pub y: f64,
}

/// The attributes of a `HexGrid`.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// Whether rows are straight (pointy tops): then `x0` and `dx` go down and `y0` and `dy` to the right.
    pub sideways: bool,
    /// The centre of VASSAL's first hex, across its columns.
    pub x0: i64,
    /// The centre of VASSAL's first hex, along its column.
    pub y0: i64,
    /// From column to column.
    pub dx: f64,
    /// From hex to hex in a column.
    pub dy: f64,
    /// How hexes are numbered; none if VASSAL cannot give them the names they have.
    pub numbering: Option<Numbering>,
}

impl Fit {
    /// What was fitted, as attributes of `VASSAL.build.module.map.boardPicker.board.HexGrid`.
    pub fn attributes(&self) -> Vec<(&'static str, String)> {
        vec![
            ("sideways", self.sideways.to_string()),
            ("x0", self.x0.to_string()),
            ("y0", self.y0.to_string()),
            ("dx", self.dx.to_string()),
            ("dy", self.dy.to_string()),
        ]
    }
}

/// A grid and its hexes on a board of that resolution and of that many pixels; none if VASSAL has no
/// grid that comes near enough.
///
/// At every centre, rounded, VASSAL's `snapTo` gives a point that is no farther than a pixel from it
/// to either side and up or down; a little more if there are hundreds of rows of an unlucky size. If
/// there is a numbering, `locationName` gives every hex its label, there and at the snap point.
pub fn fit(grid: &HexGrid, hexes: &[Hex<'_>], dpi: f64, board: (u32, u32)) -> Option<Fit> {
    let (plain, indices) = place::place(grid, hexes, dpi)?;
    if !plain.snaps(hexes) {
        return None;
    }
    let numbered = Fit { numbering: numbering::of(grid, &plain, indices, board), ..plain.clone() };
    Some(if numbered.names(hexes, board) { numbered } else { plain })
}

impl Fit {
    fn snaps(&self, hexes: &[Hex<'_>]) -> bool {
        let is_near = |hex: &Hex<'_>| {
            let (x, y) = self.snap(rounded(hex));
            (x as f64 - hex.x).abs() <= place::TOLERANCE && (y as f64 - hex.y).abs() <= place::TOLERANCE
        };
        hexes.iter().all(is_near)
    }

    fn names(&self, hexes: &[Hex<'_>], board: (u32, u32)) -> bool {
        let is_named = |hex: &Hex<'_>, at| self.location(at, board).as_deref() == Some(hex.label);
        hexes.iter().all(|hex| is_named(hex, rounded(hex)) && is_named(hex, self.snap(rounded(hex))))
    }
}

/// The centre of a hex as a point VASSAL can have.
fn rounded(hex: &Hex<'_>) -> (i64, i64) {
    (hex.x.round() as i64, hex.y.round() as i64)
}
