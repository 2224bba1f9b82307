//! Free room on a sheet, for what may stand anywhere.

use super::outline::bounds;
use super::{MapBasis, MapSheet};
use crate::draw::Rect;
use crate::geometry::{Point, polygon};

/// Side of a cell in millimetres.
const CELL: f64 = 2.0;

/// What is taken of a sheet, in cells. Asking for a rectangle is four look-ups.
pub struct Free {
    columns: usize,
    rows: usize,
    /// How many cells above and left of a corner are taken.
    sums: Vec<u32>,
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn cells(length: f64) -> usize {
    (length / CELL).clamp(0.0, 5000.0) as usize
}

#[allow(clippy::cast_precision_loss)]
fn millimetres(cells: usize) -> f64 {
    cells as f64 * CELL
}

impl Free {
    /// What areas, boxes, tracks and labels leave free.
    pub fn new(on: MapBasis<'_>, sheet: &MapSheet) -> Self {
        let (columns, rows) = (cells(on.map.width).max(1), cells(on.map.height).max(1));
        let mut taken = vec![false; columns * rows];
        let outlines: Vec<(Vec<Point>, Rect)> = on
            .places()
            .map(|(_, place)| place.outline.clone())
            .filter_map(|ring| bounds(&ring).map(|b| (ring, b)))
            .collect();
        for (outline, room) in &outlines {
            for (row, column) in covered(*room, columns, rows) {
                let middle = Point::new(millimetres(column) + CELL / 2.0, millimetres(row) + CELL / 2.0);
                taken[row * columns + column] |= polygon::contains(outline, middle);
            }
        }
        for room in sheet.labels.rooms() {
            for (row, column) in covered(*room, columns, rows) {
                taken[row * columns + column] = true;
            }
        }
        Self { columns, rows, sums: sums(&taken, columns, rows) }
    }

    /// Whether nothing stands in a rectangle, nor does it leave the sheet.
    pub fn is_free(&self, room: Rect) -> bool {
        if room.x < 0.0 || room.y < 0.0 {
            return false;
        }
        let (left, top) = (cells(room.x), cells(room.y));
        let (right, bottom) = (cells(room.right() + CELL - 1e-6), cells(room.bottom() + CELL - 1e-6));
        if right > self.columns || bottom > self.rows {
            return false;
        }
        let sum = |row: usize, column: usize| self.sums.get(row * (self.columns + 1) + column).copied().unwrap_or(0);
        sum(bottom, right) + sum(top, left) == sum(top, right) + sum(bottom, left)
    }
}

/// The cells that a rectangle touches.
fn covered(room: Rect, columns: usize, rows: usize) -> impl Iterator<Item = (usize, usize)> {
    let (left, right) = (cells(room.x), cells(room.right()).min(columns.saturating_sub(1)));
    let (top, bottom) = (cells(room.y), cells(room.bottom()).min(rows.saturating_sub(1)));
    (top..=bottom).flat_map(move |row| (left..=right).map(move |column| (row, column)))
}

fn sums(taken: &[bool], columns: usize, rows: usize) -> Vec<u32> {
    let wide = columns + 1;
    let mut sums = vec![0_u32; wide * (rows + 1)];
    for row in 0..rows {
        let mut line = 0;
        for column in 0..columns {
            line += u32::from(taken[row * columns + column]);
            sums[(row + 1) * wide + column + 1] = sums[row * wide + column + 1] + line;
        }
    }
    sums
}
