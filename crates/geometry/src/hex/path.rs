//! Hexes in a row: straight lines across the grid and runs along the printed numbers.

use super::grid::{Axial, round_axial};
use super::{Hex, HexGrid};

impl HexGrid {
    /// The hexes under the straight line from centre to centre, both ends included. Where the line
    /// runs exactly along sides, one of the two hexes is taken, the same on each side of the line if
    /// the grid allows it. Empty if an end is off the grid.
    pub fn line(&self, from: Hex, to: Hex) -> Vec<Hex> {
        if !self.contains(from) || !self.contains(to) {
            return Vec::new();
        }
        let (first, second) = (self.nudged_line(from, to, 1e-6), self.nudged_line(from, to, -1e-6));
        let on_grid = |line: &[Option<Hex>]| line.iter().all(Option::is_some);
        let line = if !on_grid(&first) && on_grid(&second) { second } else { first };
        line.into_iter().flatten().collect()
    }

    /// The line moved a little to one side, so that it never runs exactly along a side.
    fn nudged_line(&self, from: Hex, to: Hex, nudge: f64) -> Vec<Option<Hex>> {
        let steps = self.distance(from, to);
        let (a, b) = (self.axial(from), self.axial(to));
        let between = |x: i64, y: i64, step: u32| x as f64 + (y - x) as f64 * f64::from(step) / f64::from(steps);
        let at = |step: u32| -> Axial {
            if step == 0 {
                return a;
            }
            let (q, r) = (between(a.q, b.q, step), between(a.r, b.r, step));
            round_axial(q + nudge, r + 2.0 * nudge)
        };
        (0..=steps).map(|step| self.hex(at(step))).collect()
    }

    /// The hexes from `a` to `b` along one printed row or column, both ends included, in that order.
    /// None if they share neither or one is off the grid.
    pub fn run(&self, a: Hex, b: Hex) -> Option<Vec<Hex>> {
        if !self.contains(a) || !self.contains(b) {
            None
        } else if a.row == b.row {
            let columns = counted(a.column, b.column);
            Some(columns.into_iter().map(|c| Hex::new(c, a.row)).collect())
        } else if a.column == b.column {
            let rows = counted(a.row, b.row);
            Some(rows.into_iter().map(|r| Hex::new(a.column, r)).collect())
        } else {
            None
        }
    }
}

/// From one number to the other, up or down.
fn counted(from: u32, to: u32) -> Vec<u32> {
    if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() }
}
