//! The grid nearest to a map's that VASSAL can have: whole origins, parts of pixels cut off.

use super::engine::snapped;
use super::{BoardCell, Fit};
use crate::geometry::cells::{CellGrid, CellShape, Shift, Stand};
use std::collections::BTreeMap;

/// How far a snap point should lie from a centre at most, to either side and up or down, in pixels.
const NEAR: f64 = 1.0;

/// How far it may lie at most.
pub(super) const TOLERANCE: f64 = 1.5;

/// How far it may lie for no other origin to be tried, and of how many origins that is asked.
const GOOD: (f64, i64) = (0.8, 6);

/// How many origins are tried for one that is near, each a step farther out.
const SHIFTS: i64 = 100;

/// Steps a little longer or shorter, by so many tenths of a pixel over the whole map.
const TILTS: [i64; 11] = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5];

/// From line to line of regular hexes, by the distance from hex to hex: half the root of three.
const REGULAR: f64 = 0.866_025_403_784_438_6;

/// Equal steps from an origin.
#[derive(Debug, Clone, Copy)]
struct Scale {
    origin: f64,
    step: f64,
}

/// A scale as VASSAL can have it.
#[derive(Debug, Clone, Copy)]
struct Tuned {
    error: f64,
    origin: i64,
    step: f64,
    /// By how much its indices are larger.
    shift: i64,
}

/// Where a column or row of VASSAL's has to lie.
#[derive(Debug, Clone, Copy, PartialEq)]
struct LineBounds {
    index: i64,
    lower: bool,
    least: f64,
    most: f64,
}

/// By how much VASSAL's columns and rows are larger than the map's (sideways: its rows and columns), from zero.
#[derive(Debug, Clone, Copy)]
pub(super) struct Indices {
    pub columns: i64,
    pub rows: i64,
}

/// VASSAL's grid that lies nearest to a grid's hexes, not numbered yet; none if it is too far off.
///
/// VASSAL's odd columns are half a hex lower. Where it is the first line that is moved, VASSAL's first
/// column lies one step before it.
pub(super) fn place(grid: &CellGrid, hexes: &[BoardCell<'_>], dpi: f64) -> Option<(Fit, Indices)> {
    let CellShape::Hex(offset) = grid.shape else { return None };
    let sideways = offset.stand == Stand::Pointy;
    let first_is_lower = offset.shift == Shift::Odd;
    let before = i64::from(first_is_lower);
    let seen = |x: f64, y: f64| if sideways { (y, x) } else { (x, y) };
    let (x, y) = seen(grid.origin.x / 25.4 * dpi, grid.origin.y / 25.4 * dpi);
    let flats = grid.size_mm / 25.4 * dpi;
    let across = Scale { origin: x, step: flats * REGULAR }.counted_from(-before);
    let along = Scale { origin: if first_is_lower { y - flats / 2.0 } else { y }, step: flats };
    let places = hexes.iter().map(|hex| {
        let (row, column) = (i64::from(hex.cell.row), i64::from(hex.cell.column));
        let (line, row) = if sideways { (row, column) } else { (column, row) };
        (line + before, row, seen(hex.x, hex.y))
    });
    let columns = marks(places.clone().map(|(column, _, at)| (column, false, at.0)));
    let rows = marks(places.map(|(column, row, at)| (row, column % 2 != 0, at.1)));
    let (across, along) = (across.tuned(&columns, 2), along.tuned(&rows, 1));
    let (x0, y0, dx, dy) = (across.origin, along.origin, across.step, along.step);
    let fit = Fit { sideways, x0, y0, dx, dy, numbering: None };
    let indices = Indices { columns: before + across.shift, rows: along.shift };
    (across.error.max(along.error) <= TOLERANCE).then_some((fit, indices))
}

impl Scale {
    /// The same steps, counted from another one.
    fn counted_from(self, index: i64) -> Self {
        Self { origin: self.at(index as f64), ..self }
    }

    fn at(&self, index: f64) -> f64 {
        self.origin + self.step * index
    }

    /// The whole origin and the step with which VASSAL comes nearest to the marks. Origins are tried
    /// `stride` steps apart.
    fn tuned(&self, marks: &[LineBounds], stride: i64) -> Tuned {
        let mut best = self.tuned_at(0, marks);
        for n in 1..=SHIFTS {
            if best.error <= if n <= GOOD.1 { GOOD.0 } else { NEAR } {
                break;
            }
            let next = self.tuned_at(n * stride, marks);
            if next.error < best.error {
                best = next;
            }
        }
        best
    }

    fn tuned_at(&self, shift: i64, marks: &[LineBounds]) -> Tuned {
        let length = marks.iter().map(|mark| mark.index).max().unwrap_or(0).max(1) as f64;
        let mut best = Tuned { error: f64::INFINITY, origin: 0, step: self.step, shift };
        for tilt in TILTS {
            let step = self.step + tilt as f64 * 0.1 / length;
            let low = self.at(-shift as f64).floor() as i64;
            for origin in low - 1..=low + 2 {
                let error = marks.iter().map(|mark| mark.error(origin, step, shift)).fold(0.0, f64::max);
                if error < best.error {
                    best = Tuned { error, origin, step, shift };
                }
            }
        }
        best
    }
}

impl LineBounds {
    fn error(&self, origin: i64, step: f64, shift: i64) -> f64 {
        let at = snapped(origin, step, self.index + shift, self.lower) as f64;
        (at - self.least).abs().max((at - self.most).abs())
    }
}

/// Every index once, with all the places it is to be at.
fn marks(places: impl Iterator<Item = (i64, bool, f64)>) -> Vec<LineBounds> {
    let mut marks: BTreeMap<(i64, bool), LineBounds> = BTreeMap::new();
    for (index, lower, at) in places {
        let mark = marks.entry((index, lower)).or_insert(LineBounds { index, lower, least: at, most: at });
        mark.least = mark.least.min(at);
        mark.most = mark.most.max(at);
    }
    marks.into_values().collect()
}
