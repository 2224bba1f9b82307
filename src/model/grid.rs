//! Hex grids in the engine data.
//!
//! The model keeps the grid itself, which answers where hexes lie, which touch and how they are
//! numbered. What is written is the same as data.

use super::{About, Point};
use crate::geometry::hex::{ColumnsFrom, HexGrid, RowsFrom, Shift, Stand};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// A rectangular grid of hexes. Hexes that are left out have no place.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Grid {
    /// Columns.
    columns: u32,
    /// Rows.
    rows: u32,
    /// A hex from flat side to flat side, in millimetres.
    hex: f64,
    /// Pointy: rows are straight; flat: columns are.
    stand: Stand,
    /// Which rows (pointy: to the right) or columns (flat: down) are moved half a hex, counted from the top or left; the first is odd.
    shift: Shift,
    /// The centre of the top left hex, whether its row or column is moved or not.
    origin: Point,
    /// What is printed in a hex: `{row}` and `{column}`, with the least number of digits after a colon.
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
#[derive(Debug, Clone)]
pub struct MapGrid {
    /// The grid.
    pub grid: HexGrid,
    /// Source and remark.
    pub about: About,
}

impl From<&MapGrid> for Grid {
    fn from(MapGrid { grid, about }: &MapGrid) -> Self {
        let numbering = &grid.numbering;
        Self {
            columns: grid.columns,
            rows: grid.rows,
            hex: grid.flats_mm,
            stand: grid.stand,
            shift: grid.shift,
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
