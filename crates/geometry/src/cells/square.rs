//! Squares in plain rows and columns.

use super::offset::limited;
use super::{Cell, Direction, LatticePoint};

/// Which squares are neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Neighbours {
    /// Those that share a side.
    Four,
    /// Those that share a side or a corner.
    Eight,
}

/// Steps to the right and down by direction: the four sides, then the four corners.
const STEPS: [(i64, i64); 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

/// Lattice steps from a centre to its corners; side `d` runs from corner `d` to corner `d + 1`.
const CORNERS: [(i64, i64); 4] = [(-1, -1), (1, -1), (1, 1), (-1, 1)];

impl Neighbours {
    /// How many there are.
    pub const fn count(self) -> usize {
        match self {
            Neighbours::Four => 4,
            Neighbours::Eight => 8,
        }
    }

    pub(super) fn neighbour(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (right, down) = STEPS[direction % self.count()];
        at(i64::from(cell.column) + right, i64::from(cell.row) + down)
    }

    pub(super) fn direction_between(self, from: Cell, to: Cell) -> Option<Direction> {
        let step = apart(from, to);
        STEPS[..self.count()].iter().position(|&s| s == step)
    }

    pub(super) fn distance(self, a: Cell, b: Cell) -> u32 {
        let (right, down) = apart(a, b);
        let steps = match self {
            Neighbours::Four => right.abs() + down.abs(),
            Neighbours::Eight => right.abs().max(down.abs()),
        };
        u32::try_from(steps).unwrap_or(u32::MAX)
    }

    /// The squares of a straight line from centre to centre, each a neighbour of the one before.
    pub(super) fn line(self, from: Cell, to: Cell) -> Vec<Cell> {
        let (right, down) = apart(from, to);
        let (width, height) = (right.abs(), down.abs());
        let steps: Vec<(i64, i64)> = match self {
            Neighbours::Four => corridor(width, height),
            Neighbours::Eight => {
                let count = width.max(height);
                let part = |length: i64, step: i64| (2 * step * length + count) / (2 * count).max(1);
                (0..=count).map(|step| (part(width, step), part(height, step))).collect()
            }
        };
        let cell = |(x, y): (i64, i64)| {
            at(i64::from(from.column) + x * right.signum(), i64::from(from.row) + y * down.signum())
        };
        steps.into_iter().filter_map(cell).collect()
    }
}

/// All squares that a line to the far corner of a box touches, from side to side.
fn corridor(width: i64, height: i64) -> Vec<(i64, i64)> {
    let (mut x, mut y) = (0, 0);
    let mut squares = vec![(x, y)];
    while (x, y) != (width, height) {
        // Which side the line reaches first: both compared as parts of its whole length.
        let sideways = y == height || (x < width && (2 * x + 1) * height <= (2 * y + 1) * width);
        if sideways {
            x += 1
        } else {
            y += 1
        }
        squares.push((x, y));
    }
    squares
}

fn apart(a: Cell, b: Cell) -> (i64, i64) {
    (i64::from(b.column) - i64::from(a.column), i64::from(b.row) - i64::from(a.row))
}

fn at(column: i64, row: i64) -> Option<Cell> {
    Some(Cell::new(u32::try_from(column).ok()?, u32::try_from(row).ok()?))
}

pub(super) fn centre(cell: Cell) -> LatticePoint {
    LatticePoint { along: 2 * i64::from(cell.column), across: 2 * i64::from(cell.row) }
}

pub(super) fn corners(cell: Cell) -> [LatticePoint; 4] {
    let centre = centre(cell);
    CORNERS.map(|(along, across)| LatticePoint { along: centre.along + along, across: centre.across + across })
}

/// The square in which a point lies, given in half sides from the first centre.
pub(super) fn cell_at(along: f64, across: f64) -> Option<Cell> {
    let (column, row) = ((along / 2.0).round(), (across / 2.0).round());
    (along.is_finite() && across.is_finite()).then(|| at(limited(column), limited(row)))?
}
