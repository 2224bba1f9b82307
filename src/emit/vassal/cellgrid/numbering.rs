//! How VASSAL numbers the cells of a grid.

use super::place::Indices;
use crate::geometry::cells::{Axis, CellGrid, ColumnsFrom, Digits, RowsFrom};

/// Which part of a number comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstPart {
    /// VASSAL's column.
    H,
    /// VASSAL's row.
    V,
}

/// How VASSAL counts its columns (`h`) or rows (`v`), in digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counting {
    /// How many zeros stand before a number of one digit.
    pub leading: u32,
    /// The number of the first.
    pub off: i64,
    /// Whether numbers go down to the right (`h`) or downwards (`v`): as the map is seen. In a grid that
    /// lies sideways that of `h` goes with the rows, which `v` counts, and that of `v` with the columns.
    pub descend: bool,
}

/// The attributes of a `HexGridNumbering` or `SquareGridNumbering`, but for its look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridNumbering {
    /// Which part comes first.
    pub first: FirstPart,
    /// What stands between the two.
    pub sep: String,
    /// How columns are counted; they are the map's rows if the grid lies sideways.
    pub h: Counting,
    /// How rows are counted.
    pub v: Counting,
    /// What stands around the number, which is `$gridLocation$`.
    pub location_format: String,
}

const GRID_LOCATION: &str = "$gridLocation$";

/// How VASSAL counts the columns and rows of a grid.
#[derive(Debug, Clone, Copy)]
pub(super) struct GridCounting {
    /// Whether its columns are the map's rows.
    pub sideways: bool,
    /// By how much its columns and rows are larger.
    pub indices: Indices,
    /// From what it takes columns and rows that descend.
    pub last: (i64, i64),
}

/// The printed numbers of a grid as VASSAL's; none if VASSAL takes what stands around them for an expression.
pub(super) fn of(grid: &CellGrid, counted: &GridCounting) -> Option<GridNumbering> {
    let GridCounting { sideways, indices, last } = *counted;
    let pattern = &grid.numbering.pattern;
    let [before, between, after] = pattern.text();
    let column = if sideways { Axis::Row } else { Axis::Column };
    let counting = |digits: Digits| {
        let is_column = digits.axis == column;
        let (shift, last) = if is_column { (indices.columns, last.0) } else { (indices.rows, last.1) };
        let descend = match digits.axis {
            Axis::Row => grid.numbering.rows_from == RowsFrom::South,
            Axis::Column => grid.numbering.columns_from == ColumnsFrom::East,
        };
        let first = i64::from(grid.printed(digits.axis, 0));
        let off = first - if descend { last - shift } else { shift };
        let leading = u32::try_from(digits.width.unwrap_or(1)).unwrap_or(1).saturating_sub(1);
        Counting { leading, off, descend }
    };
    let [first, second] = pattern.digits();
    let order = if first.axis == column { FirstPart::H } else { FirstPart::V };
    let (mut h, mut v) = match order {
        FirstPart::H => (counting(first), counting(second)),
        FirstPart::V => (counting(second), counting(first)),
    };
    if sideways {
        std::mem::swap(&mut h.descend, &mut v.descend);
    }
    let location_format = format!("{before}{GRID_LOCATION}{after}");
    can_surround(before, after).then(|| GridNumbering { first: order, sep: between.to_string(), h, v, location_format })
}

/// Whether VASSAL takes text around a location as it is, and not as a part of an expression.
fn can_surround(before: &str, after: &str) -> bool {
    let plain = |text: &str| !text.contains(['$', '\\', '\'', '"', '{', '}']);
    plain(before) && plain(after) && before.trim_start() == before && after.trim_end() == after
}

impl GridNumbering {
    /// As attributes of `VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering`, or its like for squares.
    pub fn attributes(&self) -> Vec<(&'static str, String)> {
        let digits = || "N".to_string();
        vec![
            ("first", self.first.letter().to_string()),
            ("sep", self.sep.clone()),
            ("hType", digits()),
            ("hLeading", self.h.leading.to_string()),
            ("hOff", self.h.off.to_string()),
            ("hDescend", self.h.descend.to_string()),
            ("vType", digits()),
            ("vLeading", self.v.leading.to_string()),
            ("vOff", self.v.off.to_string()),
            ("vDescend", self.v.descend.to_string()),
            ("locationFormat", self.location_format.clone()),
        ]
    }

    /// The name of the cell in that column and row, counted as the numbering counts them.
    pub(super) fn name(&self, column: i64, row: i64) -> String {
        let (column, row) = (self.h.name(column), self.v.name(row));
        let sep = &self.sep;
        let location = match self.first {
            FirstPart::H => format!("{column}{sep}{row}"),
            FirstPart::V => format!("{row}{sep}{column}"),
        };
        self.location_format.replacen(GRID_LOCATION, &location, 1)
    }
}

impl FirstPart {
    fn letter(self) -> char {
        match self {
            Self::H => 'H',
            Self::V => 'V',
        }
    }
}

impl Counting {
    fn name(&self, index: i64) -> String {
        let number = index + self.off;
        let sign = if number < 0 { "-" } else { "" };
        format!("{sign}{:0width$}", number.unsigned_abs(), width = self.leading as usize + 1)
    }
}
