//! Lines of cells of which every other one is moved by half a cell: hexes and staggered squares.

use super::{Cell, Direction, LatticePoint};

/// How hexes stand, and which lines of staggered squares are moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, schemars::JsonSchema), serde(rename_all = "lowercase"))]
pub enum Stand {
    /// A point on top: rows are straight.
    Pointy,
    /// A flat on top: columns are straight.
    Flat,
}

/// Which rows (pointy: to the right) or columns (flat: downwards) are moved by half a cell. They are
/// counted from the top or the left; the first is odd.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, schemars::JsonSchema), serde(rename_all = "lowercase"))]
pub enum Shift {
    /// The first, third ...
    Odd,
    /// The second, fourth ...
    Even,
}

/// Which lines are straight, and which of them are moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offset {
    /// Whether rows or columns are straight.
    pub stand: Stand,
    /// Which of the others are moved.
    pub shift: Shift,
}

/// A cell by three coordinates that sum to zero (the third is implied): the form in which
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

impl Offset {
    fn steps(self) -> &'static [(i64, i64); 6] {
        match self.stand {
            Stand::Pointy => &POINTY_STEPS,
            Stand::Flat => &FLAT_STEPS,
        }
    }

    /// One if the row (pointy) or column (flat) is moved by half a cell, else zero.
    pub(super) fn moved(self, line: i64) -> i64 {
        let even = line.rem_euclid(2);
        match self.shift {
            Shift::Odd => 1 - even,
            Shift::Even => even,
        }
    }

    /// The cell as its straight line (row or column) and its place in it.
    fn line_and_place(self, cell: Cell) -> (i64, i64) {
        let (column, row) = (i64::from(cell.column), i64::from(cell.row));
        match self.stand {
            Stand::Pointy => (row, column),
            Stand::Flat => (column, row),
        }
    }

    /// The cell at a place of a line, on the grid or not.
    pub(super) fn at(self, line: i64, place: i64) -> Option<Cell> {
        let (line, place) = (u32::try_from(line).ok()?, u32::try_from(place).ok()?);
        Some(match self.stand {
            Stand::Pointy => Cell::new(place, line),
            Stand::Flat => Cell::new(line, place),
        })
    }

    pub(super) fn axial(self, cell: Cell) -> Axial {
        let (line, place) = self.line_and_place(cell);
        // Rounding down only moves every cell by the same half step, which no caller can see.
        let q = place - (line - self.moved(line)).div_euclid(2);
        Axial { q, r: line }
    }

    /// The cell at axial coordinates, on the grid or not.
    pub(super) fn cell(self, at: Axial) -> Option<Cell> {
        let line = at.r;
        self.at(line, at.q + (line - self.moved(line)).div_euclid(2))
    }

    pub(super) fn neighbour(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (dq, dr) = self.steps()[direction % 6];
        let at = self.axial(cell);
        self.cell(Axial { q: at.q + dq, r: at.r + dr })
    }

    pub(super) fn direction_between(self, from: Cell, to: Cell) -> Option<Direction> {
        let (a, b) = (self.axial(from), self.axial(to));
        let step = (b.q - a.q, b.r - a.r);
        self.steps().iter().position(|&s| s == step)
    }

    pub(super) fn distance(self, a: Cell, b: Cell) -> u32 {
        let (a, b) = (self.axial(a), self.axial(b));
        let (dq, dr) = (b.q - a.q, b.r - a.r);
        let steps = dq.abs().max(dr.abs()).max((dq + dr).abs());
        u32::try_from(steps).unwrap_or(u32::MAX)
    }

    pub(super) fn centre(self, cell: Cell) -> LatticePoint {
        let (line, place) = self.line_and_place(cell);
        LatticePoint { along: 2 * place + self.moved(line) - self.moved(0), across: 3 * line }
    }

    pub(super) fn corners(self, cell: Cell) -> [LatticePoint; 6] {
        let centre = self.centre(cell);
        let corners = match self.stand {
            Stand::Pointy => POINTY_CORNERS,
            Stand::Flat => FLAT_CORNERS,
        };
        corners.map(|(along, across)| LatticePoint { along: centre.along + along, across: centre.across + across })
    }

    /// The hex in which a point lies, given in lattice units from the first centre.
    pub(super) fn hex_at(self, along: f64, across: f64) -> Option<Cell> {
        let r = across / 3.0;
        // When the first line is moved, `axial` counts from one hex farther on.
        let q = (along - r) / 2.0 + self.moved(0) as f64;
        (q.is_finite() && r.is_finite()).then(|| self.cell(round_axial(q, r)))?
    }

    /// The staggered square in which a point lies, given in half sides from the first centre.
    pub(super) fn square_at(self, along: f64, across: f64) -> Option<Cell> {
        let line = limited((across / 2.0).round());
        let moved = (self.moved(line) - self.moved(0)) as f64;
        let place = limited(((along - moved) / 2.0).round());
        (along.is_finite() && across.is_finite()).then(|| self.at(line, place))?
    }
}

/// Far below the range of i64, so that no later sum can overflow.
pub(super) fn limited(value: f64) -> i64 {
    value.clamp(-1e15, 1e15) as i64
}

/// The cell nearest to fractional coordinates: rounds all three and mends the one that was
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
    Axial { q: limited(q), r: limited(r) }
}
