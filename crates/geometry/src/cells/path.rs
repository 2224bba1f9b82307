//! Cells in a row: straight lines across the grid and runs along the printed numbers.

use super::offset::{Axial, round_axial};
use super::{Cell, CellGrid, CellShape, Offset};

impl CellGrid {
    /// The cells under the straight line from centre to centre, both ends included. Where the line
    /// runs exactly along sides, one of the two cells is taken, the same on each side of the line if
    /// the grid allows it. Empty if an end is off the grid.
    pub fn line(&self, from: Cell, to: Cell) -> Vec<Cell> {
        if !self.contains(from) || !self.contains(to) {
            return Vec::new();
        }
        let offset = match self.shape {
            CellShape::Hex(offset) | CellShape::Staggered(offset) => offset,
            CellShape::Square(neighbours) => return neighbours.line(from, to),
        };
        let nudged = |by: f64| self.nudged_line(offset, from, to, by);
        let (first, second) = (nudged(1e-6), nudged(-1e-6));
        let on_grid = |line: &[Option<Cell>]| line.iter().all(Option::is_some);
        let line = if !on_grid(&first) && on_grid(&second) { second } else { first };
        line.into_iter().flatten().collect()
    }

    /// The line moved a little to one side, so that it never runs exactly along a side.
    fn nudged_line(&self, offset: Offset, from: Cell, to: Cell, nudge: f64) -> Vec<Option<Cell>> {
        let steps = self.distance(from, to);
        let (a, b) = (offset.axial(from), offset.axial(to));
        let between = |x: i64, y: i64, step: u32| x as f64 + (y - x) as f64 * f64::from(step) / f64::from(steps);
        let at = |step: u32| -> Axial {
            if step == 0 {
                return a;
            }
            let (q, r) = (between(a.q, b.q, step), between(a.r, b.r, step));
            round_axial(q + nudge, r + 2.0 * nudge)
        };
        (0..=steps).map(|step| offset.cell(at(step)).filter(|cell| self.contains(*cell))).collect()
    }

    /// The cells from `a` to `b` along one printed row or column, both ends included, in that order.
    /// None if they share neither or one is off the grid.
    pub fn run(&self, a: Cell, b: Cell) -> Option<Vec<Cell>> {
        if !self.contains(a) || !self.contains(b) {
            None
        } else if a.row == b.row {
            let columns = counted(a.column, b.column);
            Some(columns.into_iter().map(|c| Cell::new(c, a.row)).collect())
        } else if a.column == b.column {
            let rows = counted(a.row, b.row);
            Some(rows.into_iter().map(|r| Cell::new(a.column, r)).collect())
        } else {
            None
        }
    }
}

/// From one number to the other, up or down.
fn counted(from: u32, to: u32) -> Vec<u32> {
    if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() }
}
