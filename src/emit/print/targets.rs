//! Crosses and the scales that they are read on.

use super::page::INK;
use super::scales::TICK;
use crate::draw::{Align, Drawing, Font, Path, Stroke, Style, TextStyle};
use crate::source::values::Colour;

/// Half of the size of a target.
pub const REACH: f64 = 12.0;
/// How many millimetres a scale shows on either side of 0.
const SCALE: i32 = 5;
/// From the point to its scales: where the lines of the cross are seen and the point is not.
const ASIDE: f64 = 8.5;
/// The cross is told from the scale by its colour too, seen from this side.
const CROSS: Colour = Colour([200, 0, 90]);

/// The cross of the front.
pub fn cross(drawing: &mut Drawing, (x, y): (f64, f64)) {
    let mut path = Path::line(x - REACH, y, x + REACH, y);
    path.add(&Path::line(x, y - REACH, x, y + REACH));
    drawing.shape(path, Style::stroke(Stroke::new(CROSS, 0.2).sharp()));
    drawing.shape(Path::circle(x, y, 2.0), Style::stroke(Stroke::new(CROSS, 0.12)));
}

/// The scales of the back: half millimetres, whole ones longer. The upright line of the cross is read on
/// the one below the point, the level line on the one at its right.
pub fn scale(drawing: &mut Drawing, (x, y): (f64, f64)) {
    let (end, low, right) = (f64::from(SCALE), y + ASIDE, x + ASIDE);
    let mut path = Path::line(x - end, low, x + end, low);
    path.add(&Path::line(right, y - end, right, y + end));
    for half in -2 * SCALE..=2 * SCALE {
        let size = if half % 10 == 0 { 2.4 } else { [1.7, 1.0][usize::from(half % 2 != 0)] };
        let at = f64::from(half) / 2.0;
        path.add(&Path::line(x + at, low, x + at, low - size));
        path.add(&Path::line(right, y + at, right - size, y + at));
    }
    path.add(&Path::line(x - 1.0, y, x + 1.0, y)).add(&Path::line(x, y - 1.0, x, y + 1.0));
    drawing.shape(path, Style::stroke(Stroke::new(INK, TICK).sharp()));
    let style = TextStyle::points(Font::Regular, 6.0, INK);
    let side = style.aligned(Align::Left);
    for (words, at) in [("−5", -5.0), ("0", 0.0), ("+5", 5.0)] {
        drawing.text(style.at(words, x + at, low + 0.6 + style.cap));
        drawing.text(side.at(words, right + 0.6, y + at + style.cap / 2.0));
    }
    let axis = TextStyle::points(Font::Italic, 7.0, INK);
    drawing.text(axis.at("x", x - end - 1.8, low - 0.4));
    drawing.text(axis.at("y", right - 1.2, y - end - 1.0));
}
