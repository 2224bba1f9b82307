//! Grids of hexes and squares in the engine data.
//!
//! The model keeps the grid itself, which answers where cells lie, which touch and how they are
//! numbered. What is written is the same as data.

use super::{About, Point};
use crate::geometry::cells::{CellGrid, CellShape, ColumnsFrom, RowsFrom, Shift, Stand};
use crate::syntax::Stagger;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// A rectangular grid of hexes or squares. Those that are left out have no place.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Grid {
    /// Columns.
    columns: u32,
    /// Rows.
    rows: u32,
    /// A hex from flat side to flat side, in millimetres; none if the grid has squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<f64>,
    /// The side of a square, in millimetres; none if the grid has hexes.
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<f64>,
    /// How many neighbours a square has: 4, 8 with those at its corners, or 6 if rows or columns are moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    neighbours: Option<usize>,
    /// Pointy: rows are straight; flat: columns are. None if the grid has squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    stand: Option<Stand>,
    /// Whether rows or columns of squares are moved half a square; none: neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    staggered: Option<Stagger>,
    /// Which rows (pointy: to the right) or columns (flat: down) are moved half a cell, counted from the top or left; the first is odd.
    #[serde(skip_serializing_if = "Option::is_none")]
    shift: Option<Shift>,
    /// The centre of the top left cell, whether its row or column is moved or not.
    origin: Point,
    /// What is printed in a cell: `{row}` and `{column}`, with the least number of digits after a colon.
    number: String,
    /// Number of the first row.
    first_row: u32,
    /// Number of the first column.
    first_column: u32,
    /// Where rows are counted from.
    rows_from: RowsFrom,
    /// Where columns are counted from.
    columns_from: ColumnsFrom,
    /// Source and remark.
    #[serde(flatten)]
    about: About,
}

/// The grid of a map, and where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct MapGrid {
    /// The grid.
    pub grid: CellGrid,
    /// Source and remark.
    pub about: About,
}

impl From<&MapGrid> for Grid {
    fn from(MapGrid { grid, about }: &MapGrid) -> Self {
        let numbering = &grid.numbering;
        let (offset, hexes) = match grid.shape {
            CellShape::Hex(offset) => (Some(offset), true),
            CellShape::Staggered(offset) => (Some(offset), false),
            CellShape::Square(_) => (None, false),
        };
        Self {
            columns: grid.columns,
            rows: grid.rows,
            hex: hexes.then_some(grid.size_mm),
            square: (!hexes).then_some(grid.size_mm),
            neighbours: (!hexes).then(|| grid.directions()),
            stand: offset.filter(|_| hexes).map(|offset| offset.stand),
            staggered: offset.filter(|_| !hexes).map(|offset| Stagger::of(offset.stand)),
            shift: offset.map(|offset| offset.shift),
            origin: grid.origin,
            number: numbering.pattern.to_string(),
            first_row: numbering.first_row,
            first_column: numbering.first_column,
            rows_from: numbering.rows_from,
            columns_from: numbering.columns_from,
            about: about.clone(),
        }
    }
}

pub(super) fn write<S: Serializer>(grid: &Option<MapGrid>, to: S) -> Result<S::Ok, S::Error> {
    grid.as_ref().map(Grid::from).serialize(to)
}
