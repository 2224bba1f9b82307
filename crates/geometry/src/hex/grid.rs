//! The grid itself: centres, corners, neighbours.

use super::super::Point;
use super::{Direction, GridProblem, Hex, Numbering};

/// How hexes stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, schemars::JsonSchema), serde(rename_all = "lowercase"))]
pub enum Stand {
    /// A point on top: rows are straight.
    Pointy,
    /// A flat on top: columns are straight.
    Flat,
}

/// Which rows (pointy: to the right) or columns (flat: downwards) are moved by half a hex. They are
/// counted from the top or the left; the first is odd.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, schemars::JsonSchema), serde(rename_all = "lowercase"))]
pub enum Shift {
    /// The first, third ...
    Odd,
    /// The second, fourth ...
    Even,
}

/// A rectangular grid of hexes.
#[derive(Debug, Clone, PartialEq)]
pub struct HexGrid {
    pub columns: u32,
    pub rows: u32,
    /// The size of a hex from flat side to flat side.
    pub flats_mm: f64,
    pub stand: Stand,
    pub shift: Shift,
    /// The centre of the top left hex, whether its row or column is moved or not.
    pub origin: Point,
    pub numbering: Numbering,
}

/// The largest printed hex maps have some ten thousand.
const MOST_HEXES: u64 = 1_000_000;

/// A place on the lattice of all centres and corners. Along a straight row or column one unit is
/// half the flats, across it half the radius.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LatticePoint {
    pub along: i64,
    pub across: i64,
}

/// A hex by three coordinates that sum to zero (the third is implied): the form in which
/// directions and distances are simple.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Axial {
    pub q: i64,
    pub r: i64,
}

/// Lattice steps from a centre to its corners; side `d` runs from corner `d` to corner `d + 1`.
const POINTY_CORNERS: [(i64, i64); 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
const FLAT_CORNERS: [(i64, i64); 6] = [(-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1), (0, -2)];

/// Axial steps by direction. For flat hexes columns take the part of rows, which mirrors the
/// hex: the directions run the other way round.
const POINTY_STEPS: [(i64, i64); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];
const FLAT_STEPS: [(i64, i64); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

impl HexGrid {
    /// Everything that keeps the grid from being drawn or numbered.
    pub fn problems(&self) -> Vec<GridProblem> {
        let mut problems = Vec::new();
        if self.columns == 0 || self.rows == 0 {
            problems.push(GridProblem::Empty);
        }
        let hexes = u64::from(self.columns) * u64::from(self.rows);
        if hexes > MOST_HEXES {
            problems.push(GridProblem::TooLarge { hexes });
        }
        if !(self.flats_mm > 0.0 && self.flats_mm.is_finite()) {
            problems.push(GridProblem::BadSize { flats_mm: self.flats_mm });
        }
        if !self.origin.is_finite() {
            problems.push(GridProblem::BadOrigin);
        }
        problems.extend(self.numbering.too_wide(self.columns, self.rows));
        problems
    }

    pub fn contains(&self, hex: Hex) -> bool {
        hex.column < self.columns && hex.row < self.rows
    }

    /// All hexes, row by row from the top left.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| Hex { column, row }))
    }

    /// From centre to corner, which is also the length of a side.
    pub fn radius(&self) -> f64 {
        self.flats_mm / 3f64.sqrt()
    }

    pub fn centre(&self, hex: Hex) -> Point {
        self.point(self.lattice_centre(hex))
    }

    /// The corners, clockwise; the side in direction `d` runs from corner `d` to corner `d + 1`.
    pub fn corners(&self, hex: Hex) -> [Point; 6] {
        self.lattice_corners(hex).map(|corner| self.point(corner))
    }

    /// The segment that a hex shares with its neighbour in a direction, on the grid or not.
    pub fn side(&self, hex: Hex, direction: Direction) -> (Point, Point) {
        let corners = self.corners(hex);
        (corners[direction % 6], corners[(direction + 1) % 6])
    }

    /// The hex next to a hex, None where the grid ends.
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let (dq, dr) = self.steps()[direction % 6];
        let at = self.axial(hex);
        self.hex(Axial { q: at.q + dq, r: at.r + dr })
    }

    /// The neighbours by direction, None where the grid ends.
    pub fn neighbours(&self, hex: Hex) -> [Option<Hex>; 6] {
        std::array::from_fn(|direction| self.neighbour(hex, direction))
    }

    /// The direction from a hex to one that touches it.
    pub fn direction_between(&self, from: Hex, to: Hex) -> Option<Direction> {
        let (a, b) = (self.axial(from), self.axial(to));
        let step = (b.q - a.q, b.r - a.r);
        self.steps().iter().position(|&s| s == step)
    }

    /// The number of steps from hex to hex; 1 between neighbours.
    pub fn distance(&self, a: Hex, b: Hex) -> u32 {
        let (a, b) = (self.axial(a), self.axial(b));
        let (dq, dr) = (b.q - a.q, b.r - a.r);
        let steps = dq.abs().max(dr.abs()).max((dq + dr).abs());
        u32::try_from(steps).unwrap_or(u32::MAX)
    }

    /// The hex in which a point of the map lies.
    pub fn hex_at(&self, point: Point) -> Option<Hex> {
        let (across_unit, along_unit) = (self.radius() / 2.0, self.flats_mm / 2.0);
        let (dx, dy) = (point.x - self.origin.x, point.y - self.origin.y);
        let (along, across) = match self.stand {
            Stand::Pointy => (dx / along_unit, dy / across_unit),
            Stand::Flat => (dy / along_unit, dx / across_unit),
        };
        let r = across / 3.0;
        // When the first line is moved, `axial` counts from one hex farther on.
        let q = (along - r) / 2.0 + self.moved(0) as f64;
        (q.is_finite() && r.is_finite()).then(|| self.hex(round_axial(q, r)))?
    }

    fn steps(&self) -> &'static [(i64, i64); 6] {
        match self.stand {
            Stand::Pointy => &POINTY_STEPS,
            Stand::Flat => &FLAT_STEPS,
        }
    }

    /// One if the row (pointy) or column (flat) is moved by half a hex, else zero.
    fn moved(&self, line: i64) -> i64 {
        let even = line.rem_euclid(2);
        match self.shift {
            Shift::Odd => 1 - even,
            Shift::Even => even,
        }
    }

    /// The hex as its straight line (row or column) and its place in it.
    fn line_and_place(&self, hex: Hex) -> (i64, i64) {
        let (column, row) = (i64::from(hex.column), i64::from(hex.row));
        match self.stand {
            Stand::Pointy => (row, column),
            Stand::Flat => (column, row),
        }
    }

    pub(super) fn axial(&self, hex: Hex) -> Axial {
        let (line, place) = self.line_and_place(hex);
        // Rounding down only moves every hex by the same half step, which no caller can see.
        let q = place - (line - self.moved(line)).div_euclid(2);
        Axial { q, r: line }
    }

    /// The hex at axial coordinates, if it is on the grid.
    pub(super) fn hex(&self, at: Axial) -> Option<Hex> {
        let line = at.r;
        let place = at.q + (line - self.moved(line)).div_euclid(2);
        let (line, place) = (u32::try_from(line).ok()?, u32::try_from(place).ok()?);
        let hex = match self.stand {
            Stand::Pointy => Hex::new(place, line),
            Stand::Flat => Hex::new(line, place),
        };
        self.contains(hex).then_some(hex)
    }

    fn lattice_centre(&self, hex: Hex) -> LatticePoint {
        let (line, place) = self.line_and_place(hex);
        LatticePoint { along: 2 * place + self.moved(line) - self.moved(0), across: 3 * line }
    }

    pub(super) fn lattice_corners(&self, hex: Hex) -> [LatticePoint; 6] {
        let centre = self.lattice_centre(hex);
        let corners = match self.stand {
            Stand::Pointy => POINTY_CORNERS,
            Stand::Flat => FLAT_CORNERS,
        };
        corners.map(|(along, across)| LatticePoint { along: centre.along + along, across: centre.across + across })
    }

    pub(super) fn point(&self, at: LatticePoint) -> Point {
        let along = at.along as f64 * (self.flats_mm / 2.0);
        let across = at.across as f64 * (self.radius() / 2.0);
        match self.stand {
            Stand::Pointy => Point::new(self.origin.x + along, self.origin.y + across),
            Stand::Flat => Point::new(self.origin.x + across, self.origin.y + along),
        }
    }
}

/// The hex nearest to fractional coordinates: rounds all three and mends the one that was
/// farthest off, so that they sum to zero again.
pub(super) fn round_axial(q: f64, r: f64) -> Axial {
    let s = -q - r;
    let (rounded_q, rounded_r, rounded_s) = (q.round(), r.round(), s.round());
    let (off_q, off_r, off_s) = ((rounded_q - q).abs(), (rounded_r - r).abs(), (rounded_s - s).abs());
    let (q, r) = if off_q > off_r && off_q > off_s {
        (-rounded_r - rounded_s, rounded_r)
    } else if off_r > off_s {
        (rounded_q, -rounded_q - rounded_s)
    } else {
        (rounded_q, rounded_r)
    };
    // Far below the range of i64, so that no later sum can overflow.
    let limit = |value: f64| value.clamp(-1e15, 1e15) as i64;
    Axial { q: limit(q), r: limit(r) }
}
