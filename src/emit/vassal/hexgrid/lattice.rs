//! Where the hexes of a map lie, as a regular grid, and the nearest one VASSAL can have.

use super::engine::snapped;
use super::{Fit, Hex};
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

/// The straight lines of hexes on a map: columns, or sideways rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lattice {
    sideways: bool,
    /// Whether it is the lines 0, 2, 4 that lie half a hex lower (sideways: to the right).
    first_is_lower: bool,
    /// From line to line.
    across: Scale,
    /// From hex to hex in a line that is not lower.
    along: Scale,
}

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
struct Mark {
    index: i64,
    lower: bool,
    least: f64,
    most: f64,
}

impl Lattice {
    /// The lattice on which hexes lie; none if there is none, or too few hexes to tell.
    pub fn of(hexes: &[Hex<'_>]) -> Option<Self> {
        let ways = [(false, false), (false, true), (true, false), (true, true)];
        let lattices = ways.into_iter().filter_map(|(sideways, first)| Self::through(hexes, sideways, first));
        let right = lattices.filter(|lattice| lattice.farthest(hexes) <= NEAR);
        right.min_by(|a, b| a.irregularity().total_cmp(&b.irregularity()))
    }

    /// Zero if hexes are regular. Where few hexes lie on several lattices, they should be.
    fn irregularity(&self) -> f64 {
        (self.across.step / self.along.step / REGULAR).ln().abs()
    }

    fn through(hexes: &[Hex<'_>], sideways: bool, first_is_lower: bool) -> Option<Self> {
        let unknown = Scale { origin: 0.0, step: 0.0 };
        let draft = Self { sideways, first_is_lower, across: unknown, along: unknown };
        let across: Vec<_> = hexes.iter().map(|hex| (draft.line(hex) as f64, draft.seen(hex).0)).collect();
        let along: Vec<_> = hexes.iter().map(|hex| (draft.height(hex), draft.seen(hex).1)).collect();
        let (dx, dy) = match (slope(&across), slope(&along)) {
            (Some(dx), Some(dy)) => (dx, dy),
            (Some(dx), None) => (dx, dx / REGULAR),
            (None, Some(dy)) => (dy * REGULAR, dy),
            (None, None) => return None,
        };
        let fits = dx.is_finite() && dy.is_finite() && dx > 1.0 && dy > 1.0;
        fits.then(|| Self { across: scale(&across, dx), along: scale(&along, dy), ..draft })
    }

    /// How far the farthest centre is from where it should be.
    fn farthest(&self, hexes: &[Hex<'_>]) -> f64 {
        let off = |hex: &Hex<'_>| {
            let (x, y) = self.seen(hex);
            let across = self.across.at(self.line(hex) as f64) - x;
            let along = self.along.at(self.height(hex)) - y;
            across.abs().max(along.abs())
        };
        hexes.iter().map(off).fold(0.0, f64::max)
    }

    /// VASSAL's grid through the hexes, and its column and row of each; none if it is too far off.
    ///
    /// Rows of VASSAL's go from an even column to the odd one on its right, half a hex lower. They go
    /// along the map's own rows, or `raised` along those of a map whose other columns are lower.
    pub fn place(&self, hexes: &[Hex<'_>], raised: bool) -> Option<(Fit, Vec<(i64, i64)>)> {
        let shift = i64::from(self.first_is_lower != raised);
        let place = |hex: &Hex<'_>| {
            let row = self.row(hex) + i64::from(raised && self.lower(hex));
            (self.line(hex) + shift, row)
        };
        let mut places: Vec<_> = hexes.iter().map(place).collect();
        let top = if raised { -0.5 } else { 0.0 };
        let across = Scale { origin: self.across.at(-shift as f64), ..self.across };
        let along = Scale { origin: self.along.at(top), ..self.along };
        let columns = marks(hexes.iter().zip(&places).map(|(hex, place)| (place.0, false, self.seen(hex).0)));
        let rows = marks(hexes.iter().zip(&places).map(|(hex, place)| (place.1, place.0 % 2 != 0, self.seen(hex).1)));
        let (across, along) = (across.tuned(&columns, 2), along.tuned(&rows, 1));
        for (column, row) in &mut places {
            *column += across.shift;
            *row += along.shift;
        }
        let (x0, y0, dx, dy) = (across.origin, along.origin, across.step, along.step);
        let fit = Fit { sideways: self.sideways, x0, y0, dx, dy, numbering: None };
        (across.error.max(along.error) <= TOLERANCE).then_some((fit, places))
    }

    /// A centre as VASSAL sees it: across the lines and along them.
    fn seen(&self, hex: &Hex<'_>) -> (f64, f64) {
        if self.sideways { (hex.y, hex.x) } else { (hex.x, hex.y) }
    }

    fn line(&self, hex: &Hex<'_>) -> i64 {
        i64::from(if self.sideways { hex.row } else { hex.column })
    }

    fn row(&self, hex: &Hex<'_>) -> i64 {
        i64::from(if self.sideways { hex.column } else { hex.row })
    }

    fn lower(&self, hex: &Hex<'_>) -> bool {
        (self.line(hex) % 2 == 0) == self.first_is_lower
    }

    /// How far along its line a hex lies, in hexes.
    fn height(&self, hex: &Hex<'_>) -> f64 {
        self.row(hex) as f64 + if self.lower(hex) { 0.5 } else { 0.0 }
    }
}

impl Scale {
    fn at(&self, index: f64) -> f64 {
        self.origin + self.step * index
    }

    /// The whole origin and the step with which VASSAL comes nearest to the marks. Origins are tried
    /// `stride` steps apart.
    fn tuned(&self, marks: &[Mark], stride: i64) -> Tuned {
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

    fn tuned_at(&self, shift: i64, marks: &[Mark]) -> Tuned {
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

impl Mark {
    fn error(&self, origin: i64, step: f64, shift: i64) -> f64 {
        let at = snapped(origin, step, self.index + shift, self.lower) as f64;
        (at - self.least).abs().max((at - self.most).abs())
    }
}

/// Every index once, with all the places it is to be at.
fn marks(places: impl Iterator<Item = (i64, bool, f64)>) -> Vec<Mark> {
    let mut marks: BTreeMap<(i64, bool), Mark> = BTreeMap::new();
    for (index, lower, at) in places {
        let mark = marks.entry((index, lower)).or_insert(Mark { index, lower, least: at, most: at });
        mark.least = mark.least.min(at);
        mark.most = mark.most.max(at);
    }
    marks.into_values().collect()
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

/// The step of the scale nearest to points of index and place; none if they have one index only.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let index = mean(points.iter().map(|point| point.0));
    let place = mean(points.iter().map(|point| point.1));
    let spread: f64 = points.iter().map(|point| (point.0 - index).powi(2)).sum();
    let common: f64 = points.iter().map(|point| (point.0 - index) * (point.1 - place)).sum();
    (spread > 1e-9).then(|| common / spread)
}

/// The scale of a given step nearest to points of index and place.
fn scale(points: &[(f64, f64)], step: f64) -> Scale {
    Scale { origin: mean(points.iter().map(|point| point.1 - step * point.0)), step }
}
