//! A grid of hexes or squares as VASSAL has it, with its numbering.
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
//!
//! Plain squares are VASSAL's `SquareGrid` ([`square`]). VASSAL has no staggered squares: they are named points,
//! and so is every grid whose numbers VASSAL cannot make.

#[cfg(test)]
mod cases;
mod engine;
mod numbering;
mod place;
mod square;
#[cfg(test)]
mod tests;

pub use numbering::GridNumbering;
pub use square::SquareFit;

use crate::geometry::cells::{self, CellGrid, CellShape};

/// A cell of a map on a board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoardCell<'a> {
    /// What is printed in it.
    pub label: &'a str,
    /// Which cell of the grid it is.
    pub cell: cells::Cell,
    /// Its centre in pixels, to the right.
    pub x: f64,
    /// Its centre in pixels, down.
    pub y: f64,
}

/// The grid of a map as VASSAL has it.
#[derive(Debug, Clone, PartialEq)]
pub enum CellFit {
    /// Hexes.
    Hex(Fit),
    /// Plain squares.
    Square(SquareFit),
    /// Points with names: the centres.
    Points(Vec<(i64, i64)>),
}

impl CellFit {
    /// Where VASSAL moves a piece to that is dropped at a point of the board.
    pub fn snap(&self, at: (i64, i64)) -> (i64, i64) {
        match self {
            CellFit::Hex(fit) => fit.snap(at),
            CellFit::Square(fit) => fit.snap(at),
            CellFit::Points(points) => {
                let far = |p: &&(i64, i64)| (p.0 - at.0).pow(2) + (p.1 - at.1).pow(2);
                points.iter().min_by_key(far).copied().unwrap_or(at)
            }
        }
    }

    /// The classes of the grid and its numbering, with their attributes; none if it is points.
    pub fn classes(&self) -> Option<[(&'static str, GridAttributes); 2]> {
        match self {
            CellFit::Hex(fit) => {
                let mut numbers = fit.numbering.as_ref()?.attributes();
                // As authors of modules know it: before what is written around the number.
                numbers.insert(numbers.len() - 1, ("stagger", "false".to_string()));
                Some([("HexGrid", fit.attributes()), ("mapgrid.HexGridNumbering", numbers)])
            }
            CellFit::Square(fit) => {
                let numbers = fit.numbering.as_ref()?.attributes();
                Some([("SquareGrid", fit.attributes()), ("mapgrid.SquareGridNumbering", numbers)])
            }
            CellFit::Points(_) => None,
        }
    }
}

/// Names and values of a component's attributes.
pub type GridAttributes = Vec<(&'static str, String)>;

/// The grid of a map on a board of that resolution and of that many pixels; none if VASSAL has no
/// grid that comes near enough.
pub fn fit_cells(grid: &CellGrid, cells: &[BoardCell<'_>], dpi: f64, board: (u32, u32)) -> Option<CellFit> {
    match grid.shape {
        CellShape::Hex(_) => fit(grid, cells, dpi, board).map(CellFit::Hex),
        CellShape::Square(neighbours) => square::fit(grid, neighbours, cells, dpi, board).map(CellFit::Square),
        CellShape::Staggered(_) => Some(CellFit::Points(cells.iter().map(rounded).collect())),
    }
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
    pub numbering: Option<GridNumbering>,
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
pub fn fit(grid: &CellGrid, hexes: &[BoardCell<'_>], dpi: f64, board: (u32, u32)) -> Option<Fit> {
    let (plain, indices) = place::place(grid, hexes, dpi)?;
    if !plain.snaps(hexes) {
        return None;
    }
    let numbered = Fit { numbering: numbering::of(grid, &plain.counted(indices, board)), ..plain.clone() };
    Some(if numbered.names(hexes, board) { numbered } else { plain })
}

impl Fit {
    fn counted(&self, indices: place::Indices, board: (u32, u32)) -> numbering::GridCounting {
        let last = (self.last_column(board), self.last_row(board));
        numbering::GridCounting { sideways: self.sideways, indices, last }
    }

    fn snaps(&self, hexes: &[BoardCell<'_>]) -> bool {
        let is_near = |hex: &BoardCell<'_>| {
            let (x, y) = self.snap(rounded(hex));
            (x as f64 - hex.x).abs() <= place::TOLERANCE && (y as f64 - hex.y).abs() <= place::TOLERANCE
        };
        hexes.iter().all(is_near)
    }

    fn names(&self, hexes: &[BoardCell<'_>], board: (u32, u32)) -> bool {
        let is_named = |hex: &BoardCell<'_>, at| self.location(at, board).as_deref() == Some(hex.label);
        hexes.iter().all(|hex| is_named(hex, rounded(hex)) && is_named(hex, self.snap(rounded(hex))))
    }
}

/// The centre of a cell as a point VASSAL can have.
fn rounded(hex: &BoardCell<'_>) -> (i64, i64) {
    (hex.x.round() as i64, hex.y.round() as i64)
}
