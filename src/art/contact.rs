//! Contact sheets: all counters, both faces, to look at.

use super::faces;
use crate::draw::{Affine, Drawing, Font, Path, Rect, Style, TextStyle, fit_line};
use crate::look::Look;
use crate::model::{Counter, Model};
use crate::source::values::Colour;
use std::ops::Range;

/// Resolution of contact sheets.
pub const DPI: f64 = 160.0;

const COUNTERS_A_PAGE: usize = 240;
const COLUMNS: usize = 12;
/// Counters that are larger than so many common ones are shown smaller: one of them must not blow up the sheet.
const LARGEST: f64 = 3.0;
const GROUND: Colour = Colour([255; 3]);
const INK: Colour = Colour([0x33, 0x36, 0x38]);

/// The counters of each page.
pub fn pages(model: &Model) -> impl Iterator<Item = Range<usize>> {
    let count = model.counters.len();
    (0..count).step_by(COUNTERS_A_PAGE).map(move |start| start..(start + COUNTERS_A_PAGE).min(count))
}

/// A page: front beside back, the id below.
pub fn draw(model: &Model, look: &Look, counters: Range<usize>) -> Drawing {
    let sides = model.counters[counters.clone()].iter().map(|counter| model.side_of(counter));
    let common = model.game.counter_size;
    let side = sides.reduce(f64::max).unwrap_or(common).min(common * LARGEST);
    let (gap, caption) = (side * 0.12, side * 0.22);
    let cell = (2.0 * side + 3.0 * gap, side + caption + 2.0 * gap);
    let at = |n: usize| f64::from(u32::try_from(n).unwrap_or(0));
    let rows = counters.len().div_ceil(COLUMNS).max(1);
    let columns = counters.len().clamp(1, COLUMNS);
    let mut sheet = Drawing::new(at(columns) * cell.0 + gap, at(rows) * cell.1 + gap);
    sheet.shape(Path::rect(Rect::new(0.0, 0.0, sheet.width, sheet.height)), Style::fill(GROUND));
    for (n, counter) in model.counters[counters].iter().enumerate() {
        let (x, y) = (gap + at(n % COLUMNS) * cell.0, gap + at(n / COLUMNS) * cell.1);
        for (back, x) in [(false, x), (true, x + side + gap / 2.0)] {
            if !back || counter.back.is_some() {
                place(&mut sheet, faces::counter(model, look, counter, back, 0.0), side, x, y);
            }
        }
        let room = Rect::new(x, y + side + gap * 0.4, 2.0 * side, caption);
        let style = TextStyle::new(Font::Narrow, caption * 0.5, INK);
        sheet.items.extend(fit_line(&label(counter), style, 0.0, room).map(crate::draw::Item::Text));
    }
    sheet
}

fn label(counter: &Counter) -> String {
    if counter.copies > 1 { format!("{} ×{}", counter.id, counter.copies) } else { counter.id.clone() }
}

/// A face, cut to its size, and no larger than its room.
fn place(sheet: &mut Drawing, face: Drawing, side: f64, x: f64, y: f64) {
    let clip = Some(Path::rounded(Rect::new(0.0, 0.0, face.width, face.height), face.width * 0.05));
    let scale = side / face.width;
    let place = if scale < 1.0 { Affine::scale_shift(scale, scale, x, y) } else { Affine::shift(x, y) };
    sheet.items.push(crate::draw::Item::Group { place, clip, opacity: 1.0, items: face.items });
}
