//! Rulers and scales, exact to the millimetre.

use super::page::INK;
use crate::draw::{Align, Drawing, Font, Path, Stroke, Style, TextStyle};

/// The width of ticks.
pub const TICK: f64 = 0.1;

/// Ticks every millimetre from 0 to `length`, upwards from y = `base`; longer ones at 5 and 10.
pub fn ticks(path: &mut Path, (x, base): (f64, f64), length: u32, height: f64) {
    for mm in 0..=length {
        let part = match mm {
            mm if mm % 10 == 0 => 1.0,
            mm if mm % 5 == 0 => 0.75,
            _ => 0.45,
        };
        let at = x + f64::from(mm);
        path.move_to(at, base).line_to(at, base - part * height);
    }
    path.move_to(x, base).line_to(x + f64::from(length), base);
}

/// A ruler of `length` millimetres and what it says, on one line.
pub fn ruler(length: u32, words: &str) -> Drawing {
    let style = TextStyle::points(Font::Regular, 6.0, INK).aligned(Align::Left);
    let height = 2.4;
    let mut drawing = Drawing::new(f64::from(length) + TICK + 1.2 + style.width(words), height);
    let mut path = Path::new();
    ticks(&mut path, (TICK / 2.0, height - TICK), length, height - 2.0 * TICK);
    drawing.shape(path, Style::stroke(Stroke::new(INK, TICK).sharp()));
    drawing.text(style.at(words, f64::from(length) + TICK + 1.2, height - 0.35));
    drawing
}

/// A ruler with its centimetres numbered, for the calibration page.
pub fn long_ruler(length: u32) -> Drawing {
    let style = TextStyle::points(Font::Regular, 6.0, INK);
    let end = TextStyle::points(Font::Regular, 6.0, INK).aligned(Align::Left);
    let words = "mm at 100 %";
    let height = 5.4;
    let mut drawing = Drawing::new(f64::from(length) + 5.0 + end.width(words), height);
    let mut path = Path::new();
    ticks(&mut path, (2.0, height - TICK), length, 2.8);
    drawing.shape(path, Style::stroke(Stroke::new(INK, TICK).sharp()));
    for mm in (0..=length).step_by(10) {
        drawing.text(style.at(&mm.to_string(), 2.0 + f64::from(mm), 1.8));
    }
    drawing.text(end.at(words, 2.0 + f64::from(length) + 2.6, 1.8));
    drawing
}
