//! The grid itself: centres, corners, neighbours.

use super::super::Point;
use super::{Cell, Direction, GridProblem, LatticePoint, Neighbours, Numbering, Offset, Stand, square};

/// What the cells of a grid are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellShape {
    /// Hexes.
    Hex(Offset),
    /// Squares of which every other row or column is moved by half a square: six neighbours each.
    Staggered(Offset),
    /// Squares in plain rows and columns.
    Square(Neighbours),
}

/// A rectangular grid of hexes or squares.
#[derive(Debug, Clone, PartialEq)]
pub struct CellGrid {
    /// How many columns.
    pub columns: u32,
    /// How many rows.
    pub rows: u32,
    /// The size of a cell from side to opposite side.
    pub size_mm: f64,
    /// Hexes or squares, and how they lie.
    pub shape: CellShape,
    /// The centre of the top left cell, whether its row or column is moved or not.
    pub origin: Point,
    /// How cells are numbered.
    pub numbering: Numbering,
}

/// The largest printed maps have some ten thousand.
const MOST_CELLS: u64 = 1_000_000;

impl CellGrid {
    /// Everything that keeps the grid from being drawn or numbered.
    pub fn problems(&self) -> Vec<GridProblem> {
        let mut problems = Vec::new();
        if self.columns == 0 || self.rows == 0 {
            problems.push(GridProblem::Empty);
        }
        let cells = u64::from(self.columns) * u64::from(self.rows);
        if cells > MOST_CELLS {
            problems.push(GridProblem::TooLarge { cells });
        }
        if !(self.size_mm > 0.0 && self.size_mm.is_finite()) {
            problems.push(GridProblem::BadSize { size_mm: self.size_mm });
        }
        if !self.origin.is_finite() {
            problems.push(GridProblem::BadOrigin);
        }
        problems.extend(self.numbering.too_wide(self.columns, self.rows));
        problems
    }

    /// Whether a cell is on the grid.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.column < self.columns && cell.row < self.rows
    }

    /// All cells, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| Cell { column, row }))
    }

    /// From the centre of a hex to its corner, which is also the length of a side. Of squares it is that of
    /// a hex as wide.
    pub fn radius(&self) -> f64 {
        self.size_mm / 3f64.sqrt()
    }

    /// Whether cells have a flat side at the top.
    pub fn flat_top(&self) -> bool {
        !matches!(self.shape, CellShape::Hex(Offset { stand: Stand::Pointy, .. }))
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: Cell) -> Point {
        self.point(match self.shape {
            CellShape::Hex(offset) | CellShape::Staggered(offset) => offset.centre(cell),
            CellShape::Square(_) => square::centre(cell),
        })
    }

    /// How many sides a cell has.
    pub fn sides(&self) -> usize {
        match self.shape {
            CellShape::Hex(_) | CellShape::Staggered(_) => 6,
            CellShape::Square(_) => 4,
        }
    }

    /// In how many directions neighbours lie: all sides, and the corners if they count.
    pub fn directions(&self) -> usize {
        match self.shape {
            CellShape::Hex(_) | CellShape::Staggered(_) => 6,
            CellShape::Square(neighbours) => neighbours.count(),
        }
    }

    /// The corners, clockwise; the side in direction `d` runs from corner `d` to corner `d + 1`.
    pub fn corners(&self, cell: Cell) -> Vec<Point> {
        self.lattice_corners(cell).into_iter().map(|corner| self.point(corner)).collect()
    }

    /// The segment that a cell shares with its neighbour in a direction, on the grid or not; none if they
    /// share a corner only.
    pub fn side(&self, cell: Cell, direction: Direction) -> Option<(Point, Point)> {
        let corners = self.corners(cell);
        (direction < corners.len()).then(|| (corners[direction], corners[(direction + 1) % corners.len()]))
    }

    /// The cell next to a cell, None where the grid ends.
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let found = match self.shape {
            CellShape::Hex(offset) | CellShape::Staggered(offset) => offset.neighbour(cell, direction),
            CellShape::Square(neighbours) => neighbours.neighbour(cell, direction),
        };
        found.filter(|found| self.contains(*found))
    }

    /// The neighbours by direction, None where the grid ends.
    pub fn neighbours(&self, cell: Cell) -> Vec<Option<Cell>> {
        (0..self.directions()).map(|direction| self.neighbour(cell, direction)).collect()
    }

    /// The cells beyond the sides, None where the grid ends.
    pub fn beyond_sides(&self, cell: Cell) -> Vec<Option<Cell>> {
        (0..self.sides()).map(|direction| self.neighbour(cell, direction)).collect()
    }

    /// The direction from a cell to a neighbour.
    pub fn direction_between(&self, from: Cell, to: Cell) -> Option<Direction> {
        match self.shape {
            CellShape::Hex(offset) | CellShape::Staggered(offset) => offset.direction_between(from, to),
            CellShape::Square(neighbours) => neighbours.direction_between(from, to),
        }
    }

    /// Whether two cells share a side.
    pub fn share_side(&self, a: Cell, b: Cell) -> bool {
        self.direction_between(a, b).is_some_and(|direction| direction < self.sides())
    }

    /// The number of steps from cell to cell; 1 between neighbours.
    pub fn distance(&self, a: Cell, b: Cell) -> u32 {
        match self.shape {
            CellShape::Hex(offset) | CellShape::Staggered(offset) => offset.distance(a, b),
            CellShape::Square(neighbours) => neighbours.distance(a, b),
        }
    }

    /// The cell in which a point of the map lies.
    pub fn cell_at(&self, point: Point) -> Option<Cell> {
        let (dx, dy) = (point.x - self.origin.x, point.y - self.origin.y);
        let half = self.size_mm / 2.0;
        let found = match self.shape {
            CellShape::Hex(offset) => {
                let (along, across) = turned(offset.stand, dx, dy);
                offset.hex_at(along / half, across / (self.radius() / 2.0))
            }
            CellShape::Staggered(offset) => {
                let (along, across) = turned(offset.stand, dx, dy);
                offset.square_at(along / half, across / half)
            }
            CellShape::Square(_) => square::cell_at(dx / half, dy / half),
        };
        found.filter(|found| self.contains(*found))
    }

    pub(super) fn lattice_corners(&self, cell: Cell) -> Vec<LatticePoint> {
        match self.shape {
            CellShape::Hex(offset) | CellShape::Staggered(offset) => offset.corners(cell).to_vec(),
            CellShape::Square(_) => square::corners(cell).to_vec(),
        }
    }

    pub(super) fn point(&self, at: LatticePoint) -> Point {
        let along = at.along as f64 * (self.size_mm / 2.0);
        let (across, stand) = match self.shape {
            CellShape::Hex(offset) => (at.across as f64 * (self.radius() / 2.0), offset.stand),
            CellShape::Staggered(offset) => (half_sides(at.across) as f64 * (self.size_mm / 2.0), offset.stand),
            CellShape::Square(_) => (at.across as f64 * (self.size_mm / 2.0), Stand::Pointy),
        };
        let (x, y) = turned(stand, along, across);
        Point::new(self.origin.x + x, self.origin.y + y)
    }
}

/// Along and across a line as right and down, and the other way round.
fn turned(stand: Stand, along: f64, across: f64) -> (f64, f64) {
    match stand {
        Stand::Pointy => (along, across),
        Stand::Flat => (across, along),
    }
}

/// Where a place of the hex lattice lies across lines of staggered squares: the two corners that a hex has
/// above each other are at the same height.
fn half_sides(across: i64) -> i64 {
    let (line, corner) = (across.div_euclid(3), across.rem_euclid(3));
    2 * line + i64::from(corner != 0)
}
