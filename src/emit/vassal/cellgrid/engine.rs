//! What VASSAL makes of a grid: where it snaps to and how it names a point.
//!
//! Cut and rounded exactly where VASSAL 3.7 does, in the same precision.

use super::{Fit, GridNumbering};

/// A point in whole pixels.
type WholePixel = (i64, i64);

impl Fit {
    /// The centre VASSAL moves a piece to that is dropped at a point of the board.
    pub fn snap(&self, at: WholePixel) -> WholePixel {
        let at = self.turned(at);
        let (column, row) = self.boxed(at);
        let first = self.centre(column, row);
        if self.holds(first, at) {
            return self.turned(first);
        }
        let up = if odd(column) { 0 } else { -1 };
        let neighbours = [(-1, up), (-1, up + 1), (1, up), (1, up + 1)];
        let centres = neighbours.map(|(right, down)| self.centre(column + right, row + down));
        self.turned(centres.into_iter().find(|&centre| self.holds(centre, at)).unwrap_or(first))
    }

    /// What VASSAL calls a point of a board; none without a numbering.
    ///
    /// Near the corners of a hex it may be the name of the hex next to it: ask for a centre.
    pub fn location(&self, at: WholePixel, board: (u32, u32)) -> Option<String> {
        let numbering = self.numbering.as_ref()?;
        let (column, row) = self.place(at);
        Some(numbering.name(self.counted_column(column, numbering, board), self.counted_row(row, numbering, board)))
    }

    /// The column and row VASSAL counts a point to.
    fn place(&self, at: WholePixel) -> (i64, i64) {
        let (x, y) = self.turned(at);
        let column = round((x - self.x0) as f64 / self.dx);
        let lower = if odd(column) { self.dy / 2.0 } else { 0.0 };
        (column, round(((y - self.y0) as f64 - lower) / self.dy))
    }

    fn counted_column(&self, column: i64, numbering: &GridNumbering, board: (u32, u32)) -> i64 {
        let descend = if self.sideways { numbering.v.descend } else { numbering.h.descend };
        if descend { self.last_column(board) - column } else { column }
    }

    fn counted_row(&self, row: i64, numbering: &GridNumbering, board: (u32, u32)) -> i64 {
        let descend = if self.sideways { numbering.h.descend } else { numbering.v.descend };
        if descend { self.last_row(board) - row } else { row }
    }

    /// From what VASSAL takes columns when they descend. Width goes with `dy` and height with `dx`,
    /// which is right for sideways grids only; an offset makes good for it.
    pub(super) fn last_column(&self, board: (u32, u32)) -> i64 {
        if self.sideways { self.down(board) } else { self.across(board) }
    }

    /// From what VASSAL takes rows when they descend.
    pub(super) fn last_row(&self, board: (u32, u32)) -> i64 {
        if self.sideways { self.across(board) } else { self.down(board) }
    }

    fn across(&self, (width, _): (u32, u32)) -> i64 {
        round(f64::from(width) / self.dy)
    }

    fn down(&self, (_, height): (u32, u32)) -> i64 {
        round(f64::from(height) / self.dx)
    }

    /// x and y changed over if the grid lies sideways; its own inverse.
    fn turned(&self, (x, y): WholePixel) -> WholePixel {
        if self.sideways { (y, x) } else { (x, y) }
    }

    /// The column and row of a point if hexes were boxes.
    fn boxed(&self, (x, y): WholePixel) -> (i64, i64) {
        let column = (((x - self.x0) as f64 + self.dx / 2.0) / self.dx).floor() as i64;
        let higher = if odd(column) { 0.0 } else { self.dy / 2.0 };
        (column, (((y - self.y0) as f64 + higher) / self.dy).floor() as i64)
    }

    fn centre(&self, column: i64, row: i64) -> WholePixel {
        (snapped(self.x0, self.dx, column, false), snapped(self.y0, self.dy, row, odd(column)))
    }

    /// Whether the hex around a centre holds a point. Its corners are whole pixels, and it is a pixel
    /// longer to the right and at the bottom.
    fn holds(&self, (x, y): WholePixel, (px, py): WholePixel) -> bool {
        let radius = 2.0 * self.dx as f32 / 3.0;
        let (x, y, half) = (x as f32, y as f32, 0.5 * self.dy as f32);
        let (left, right) = (round_single(x - 0.5 * radius), round_single(x + 0.5 * radius) + 1);
        let (top, middle, bottom) = (round_single(y - half), round_single(y), round_single(y + half) + 1);
        let (far_left, far_right) = (round_single(x - radius), round_single(x + radius) + 1);
        let sides = [
            ((left, top), (far_left, middle)),
            ((far_left, middle), (left, bottom)),
            ((right, top), (far_right, middle)),
            ((far_right, middle), (right, bottom)),
        ];
        sides.into_iter().filter(|&side| is_left_of((px, py), side)).count() % 2 == 1
    }
}

/// Where VASSAL puts the centre of a column or of a row, the latter half a hex lower or not.
pub(super) fn snapped(origin: i64, step: f64, index: i64, lower: bool) -> i64 {
    let half = if lower { (step / 2.0).trunc() } else { 0.0 };
    (step * index as f64 + half + origin as f64).trunc() as i64
}

/// Whether a side that goes down passes a point on its right.
fn is_left_of((x, y): WholePixel, ((x0, y0), (x1, y1)): (WholePixel, WholePixel)) -> bool {
    let crossing = || x0 as f64 + (y - y0) as f64 * (x1 - x0) as f64 / (y1 - y0) as f64;
    (y0..y1).contains(&y) && (x as f64) < crossing()
}

fn odd(index: i64) -> bool {
    index % 2 != 0
}

/// To the nearest whole number, halves up.
fn round(value: f64) -> i64 {
    let floor = value.floor();
    let up = if value - floor >= 0.5 { 1 } else { 0 };
    floor as i64 + up
}

fn round_single(value: f32) -> i64 {
    round(f64::from(value))
}
