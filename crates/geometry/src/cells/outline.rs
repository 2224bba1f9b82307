//! The outline of the grid or of any set of its cells.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Point, polygon};
use super::{Cell, CellGrid, LatticePoint};

/// Where sides of cells end, by where they begin.
type OuterSides = BTreeMap<(LatticePoint, Cell), LatticePoint>;

impl CellGrid {
    /// The ring around the whole grid, clockwise on the page. The work is that of looking at every
    /// cell once.
    pub fn outline(&self) -> Vec<Point> {
        let cells: Vec<Cell> = self.cells().collect();
        self.outline_of(&cells).into_iter().next().unwrap_or_default()
    }

    /// The rings around some cells: outer rings clockwise on the page, holes the other way.
    /// Hexes that are off the grid or named twice do no harm.
    pub fn outline_of(&self, cells: &[Cell]) -> Vec<Vec<Point>> {
        let set: BTreeSet<Cell> = cells.iter().copied().filter(|&h| self.contains(h)).collect();
        let mut sides = self.outer_sides(&set);
        let mut rings = Vec::new();
        while let Some((&(start, cell), _)) = sides.first_key_value() {
            let ring = take_ring(&mut sides, start, cell);
            rings.push(ring.into_iter().map(|at| self.point(at)).collect());
        }
        rings
    }

    /// The sides between a cell of the set and anything else, by the corner at which they begin and their cell.
    fn outer_sides(&self, set: &BTreeSet<Cell>) -> OuterSides {
        let mut sides = OuterSides::new();
        for &cell in set {
            let corners = self.lattice_corners(cell);
            for (direction, beyond) in self.beyond_sides(cell).into_iter().enumerate() {
                if beyond.is_none_or(|n| !set.contains(&n)) {
                    sides.insert((corners[direction], cell), corners[(direction + 1) % corners.len()]);
                }
            }
        }
        sides
    }

    /// The least and the greatest corner of the upright box around all cells.
    pub fn bounds(&self) -> Option<(Point, Point)> {
        // The outermost cells stand in the first and last two rows and columns.
        let ends = |count: u32| {
            let all = [0, 1, count.saturating_sub(2), count.saturating_sub(1)];
            all.into_iter().filter(move |&index| index < count)
        };
        let corners: Vec<Point> = ends(self.rows)
            .flat_map(|row| ends(self.columns).map(move |column| Cell { column, row }))
            .flat_map(|cell| self.corners(cell))
            .collect();
        polygon::bounds(&corners)
    }

    /// Width and height of the whole grid in millimetres.
    pub fn size(&self) -> (f64, f64) {
        self.bounds().map_or((0.0, 0.0), |(least, greatest)| (greatest.x - least.x, greatest.y - least.y))
    }
}

/// Follows the sides from `start` until they come back to it, taking them out. Where squares touch at a corner
/// only, the ring stays with its own.
fn take_ring(sides: &mut OuterSides, start: LatticePoint, of: Cell) -> Vec<LatticePoint> {
    let (mut at, mut cell) = (start, of);
    let mut ring = Vec::new();
    loop {
        let first = (at, Cell::new(0, 0));
        let next = sides.range(first..).next().map(|(key, _)| *key).filter(|(corner, _)| *corner == at);
        let own = Some((at, cell)).filter(|key| sides.contains_key(key));
        let Some(key) = own.or(next) else { return ring };
        let Some(to) = sides.remove(&key) else { return ring };
        ring.push(at);
        (at, cell) = (to, key.1);
    }
}
