//! Plain squares as VASSAL's `SquareGrid`: centres a step `dx` and `dy` apart from a whole origin.
//!
//! Cut and rounded exactly where VASSAL 3.7 does.

use super::numbering::{self, GridCounting, GridNumbering};
use super::place::{Indices, TOLERANCE};
use super::{BoardCell, GridAttributes, rounded};
use crate::geometry::cells::{CellGrid, Neighbours};

/// The attributes of a `SquareGrid`.
#[derive(Debug, Clone, PartialEq)]
pub struct SquareFit {
    /// The centre of the first square.
    pub origin: (i64, i64),
    /// From centre to centre, both ways.
    pub step: f64,
    /// Which squares are one step away.
    pub neighbours: Neighbours,
    /// How squares are numbered; none if VASSAL cannot give them the names they have.
    pub numbering: Option<GridNumbering>,
}

/// The grid of squares nearest to a map's; none if its snap points are too far off.
#[allow(clippy::cast_possible_truncation)]
pub fn fit(
    grid: &CellGrid,
    neighbours: Neighbours,
    cells: &[BoardCell<'_>],
    dpi: f64,
    board: (u32, u32),
) -> Option<SquareFit> {
    let pixels = |mm: f64| mm / 25.4 * dpi;
    let origin = (pixels(grid.origin.x).round() as i64, pixels(grid.origin.y).round() as i64);
    let plain = SquareFit { origin, step: pixels(grid.size_mm), neighbours, numbering: None };
    let is_near = |cell: &BoardCell<'_>| {
        let (x, y) = plain.snap(rounded(cell));
        (x as f64 - cell.x).abs() <= TOLERANCE && (y as f64 - cell.y).abs() <= TOLERANCE
    };
    if !cells.iter().all(is_near) {
        return None;
    }
    let last = plain.last(board);
    let counted = GridCounting { sideways: false, indices: Indices { columns: 0, rows: 0 }, last };
    let numbered = SquareFit { numbering: numbering::of(grid, &counted), ..plain.clone() };
    let is_named = |cell: &BoardCell<'_>, at| numbered.location(at, board).as_deref() == Some(cell.label);
    let named = cells.iter().all(|cell| is_named(cell, rounded(cell)) && is_named(cell, numbered.snap(rounded(cell))));
    Some(if named { numbered } else { plain })
}

impl SquareFit {
    /// As attributes of `VASSAL.build.module.map.boardPicker.board.SquareGrid`.
    pub fn attributes(&self) -> GridAttributes {
        let range = match self.neighbours {
            Neighbours::Four => "Manhattan",
            Neighbours::Eight => "Metric",
        };
        vec![
            ("x0", self.origin.0.to_string()),
            ("y0", self.origin.1.to_string()),
            ("dx", self.step.to_string()),
            ("dy", self.step.to_string()),
            ("range", range.to_string()),
        ]
    }

    /// The centre VASSAL moves a piece to that is dropped at a point of the board.
    pub fn snap(&self, (x, y): (i64, i64)) -> (i64, i64) {
        let along = |at: i64, origin: i64| {
            let index = round((at - origin) as f64 / self.step);
            origin + round((2 * index) as f64 * self.step / 2.0)
        };
        (along(x, self.origin.0), along(y, self.origin.1))
    }

    /// What VASSAL calls a point of a board; none without a numbering.
    pub fn location(&self, (x, y): (i64, i64), board: (u32, u32)) -> Option<String> {
        let numbering = self.numbering.as_ref()?;
        let index = |at: i64, origin: i64| (at - origin) as f64 / self.step + 0.5;
        let (column, row) = (index(x, self.origin.0).floor() as i64, index(y, self.origin.1).trunc() as i64);
        let last = self.last(board);
        let counted = |index: i64, last: i64, descend: bool| if descend { last - index } else { index };
        let (h, v) = (numbering.h.descend, numbering.v.descend);
        Some(numbering.name(counted(column, last.0, h), counted(row, last.1, v)))
    }

    /// From what VASSAL takes columns and rows when they descend.
    fn last(&self, (width, height): (u32, u32)) -> (i64, i64) {
        let count = |pixels: u32| (f64::from(pixels) / self.step + 0.5).trunc() as i64;
        (count(width), count(height))
    }
}

/// To the nearest whole number, halves up, as Java rounds.
fn round(value: f64) -> i64 {
    (value + 0.5).floor() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use crate::geometry::cells::{self, CellShape, ColumnsFrom, Numbering, Pattern, RowsFrom};

    /// A grid whose millimetres are pixels.
    fn grid(pattern: &str, from: (ColumnsFrom, RowsFrom), size_mm: f64) -> CellGrid {
        CellGrid {
            columns: 17,
            rows: 11,
            size_mm,
            shape: CellShape::Square(Neighbours::Four),
            origin: Point::new(33.4, 41.7),
            numbering: Numbering {
                pattern: Pattern::parse(pattern).unwrap(),
                first_row: 3,
                first_column: 0,
                rows_from: from.1,
                columns_from: from.0,
            },
        }
    }

    #[test]
    fn every_square_snaps_to_its_centre_and_has_its_own_name() {
        for pattern in ["{column:2}{row:2}", "{row}.{column}", "Sq {column}-{row:3}"] {
            for columns in [ColumnsFrom::West, ColumnsFrom::East] {
                for rows in [RowsFrom::North, RowsFrom::South] {
                    for size in [61.0, 70.866_141_7, 47.244_09] {
                        let grid = grid(pattern, (columns, rows), size);
                        let (width, height) = grid.size();
                        let board = (width as u32 + 55, height as u32 + 55);
                        let labels: Vec<(String, cells::Cell)> = grid.cells().map(|c| (grid.number(c), c)).collect();
                        let squares: Vec<BoardCell<'_>> = labels
                            .iter()
                            .map(|(label, cell)| BoardCell {
                                label,
                                cell: *cell,
                                x: grid.centre(*cell).x,
                                y: grid.centre(*cell).y,
                            })
                            .collect();
                        let fit = fit(&grid, Neighbours::Four, &squares, 25.4, board).unwrap();
                        assert!(fit.numbering.is_some(), "{pattern} {columns:?} {rows:?} {size}");
                    }
                }
            }
        }
    }
}
