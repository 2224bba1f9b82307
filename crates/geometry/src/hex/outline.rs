//! The outline of the grid or of any set of its hexes.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Point, polygon};
use super::grid::LatticePoint;
use super::{Hex, HexGrid};

impl HexGrid {
    /// The ring around the whole grid, clockwise on the page. The work is that of looking at every
    /// hex once.
    pub fn outline(&self) -> Vec<Point> {
        let hexes: Vec<Hex> = self.hexes().collect();
        self.outline_of(&hexes).into_iter().next().unwrap_or_default()
    }

    /// The rings around some hexes: outer rings clockwise on the page, holes the other way.
    /// Hexes that are off the grid or named twice do no harm.
    pub fn outline_of(&self, hexes: &[Hex]) -> Vec<Vec<Point>> {
        let set: BTreeSet<Hex> = hexes.iter().copied().filter(|&h| self.contains(h)).collect();
        let mut sides = self.outer_sides(&set);
        let mut rings = Vec::new();
        while let Some((&start, _)) = sides.first_key_value() {
            let ring = take_ring(&mut sides, start);
            rings.push(ring.into_iter().map(|at| self.point(at)).collect());
        }
        rings
    }

    /// The sides between a hex of the set and anything else, by the corner at which they begin.
    /// On a hex lattice three hexes meet in a corner, so no two outer sides begin in one.
    fn outer_sides(&self, set: &BTreeSet<Hex>) -> BTreeMap<LatticePoint, LatticePoint> {
        let mut sides = BTreeMap::new();
        for &hex in set {
            let corners = self.lattice_corners(hex);
            for (direction, neighbour) in self.neighbours(hex).into_iter().enumerate() {
                if neighbour.is_none_or(|n| !set.contains(&n)) {
                    sides.insert(corners[direction], corners[(direction + 1) % 6]);
                }
            }
        }
        sides
    }

    /// The least and the greatest corner of the upright box around all hexes.
    pub fn bounds(&self) -> Option<(Point, Point)> {
        // The outermost hexes stand in the first and last two rows and columns.
        let ends = |count: u32| {
            let all = [0, 1, count.saturating_sub(2), count.saturating_sub(1)];
            all.into_iter().filter(move |&index| index < count)
        };
        let corners: Vec<Point> = ends(self.rows)
            .flat_map(|row| ends(self.columns).map(move |column| Hex { column, row }))
            .flat_map(|hex| self.corners(hex))
            .collect();
        polygon::bounds(&corners)
    }

    /// Width and height of the whole grid in millimetres.
    pub fn size(&self) -> (f64, f64) {
        self.bounds().map_or((0.0, 0.0), |(least, greatest)| (greatest.x - least.x, greatest.y - least.y))
    }
}

/// Follows the sides from `start` until they come back to it, taking them out.
fn take_ring(sides: &mut BTreeMap<LatticePoint, LatticePoint>, start: LatticePoint) -> Vec<LatticePoint> {
    let mut ring = Vec::new();
    let mut at = start;
    while let Some(next) = sides.remove(&at) {
        ring.push(at);
        at = next;
    }
    ring
}
