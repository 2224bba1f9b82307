//! The marks by which a Silhouette cutter finds a printed sheet.
//!
//! Type 1, as Silhouette Studio and inkscape-silhouette draw it: the outer corner of the square and
//! the middle lines of both Ls lie on a rectangle `inset` from the paper's edges.

use crate::draw::{Path, Rect};
use crate::model::print::Registration;

/// White between marks and what else is printed.
const CLEAR: f64 = 1.0;

/// From the paper's edge to where counters may begin.
pub fn depth(marks: &Registration) -> f64 {
    marks.inset + marks.thickness / 2.0 + CLEAR
}

/// The rectangle whose corners are marked.
pub fn frame(marks: &Registration, upper: Rect) -> Rect {
    upper.inset(marks.inset)
}

/// What must stay white for the scanner: the corners with marks.
pub fn white(marks: &Registration, upper: Rect) -> [Rect; 3] {
    let frame = frame(marks, upper).inset(-marks.thickness / 2.0 - CLEAR);
    let side = marks.length.max(marks.size) + marks.thickness / 2.0 + 2.0 * CLEAR;
    [
        Rect::new(frame.x, frame.y, side, side),
        Rect::new(frame.right() - side, frame.y, side, side),
        Rect::new(frame.x, frame.bottom() - side, side, side),
    ]
}

/// The square, and the two Ls, all to be filled.
pub fn paths(marks: &Registration, upper: Rect) -> [Path; 3] {
    let Rect { x: left, y: top, .. } = frame(marks, upper);
    let (right, bottom) = (frame(marks, upper).right(), frame(marks, upper).bottom());
    let (long, half) = (marks.length, marks.thickness / 2.0);
    // Arms as outlines: readers of cut files differ in how they end a stroke.
    let angle = |x: f64, y: f64, right: f64, down: f64| {
        Path::polygon([
            (x - right * half, y - down * half),
            (x + right * long, y - down * half),
            (x + right * long, y + down * half),
            (x + right * half, y + down * half),
            (x + right * half, y + down * long),
            (x - right * half, y + down * long),
        ])
    };
    [
        Path::rect(Rect::new(left, top, marks.size, marks.size)),
        angle(right, top, -1.0, 1.0),
        angle(left, bottom, 1.0, -1.0),
    ]
}
