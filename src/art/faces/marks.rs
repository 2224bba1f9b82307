//! Echelon marks and pips.

use crate::draw::{Item, Path, Rect, Stroke, Style};
use crate::source::values::Colour;

/// Echelon marks in a room: `I` is a bar, `X` a cross, a dot a dot. Other letters are not drawn here.
pub fn echelon(mark: &str, room: Rect, ink: Colour) -> Vec<Item> {
    let height = room.h;
    let pen = height * 0.2;
    let width = |sign: char| match sign {
        'I' | 'i' => pen,
        'X' | 'x' => height * 0.82,
        '•' | '.' => height * 0.5,
        _ => 0.0,
    };
    let signs: Vec<char> = mark.chars().filter(|sign| width(*sign) > 0.0).collect();
    let gap = height * 0.28;
    let count = u32::try_from(signs.len()).unwrap_or(0);
    let total: f64 = signs.iter().map(|sign| width(*sign)).sum::<f64>() + gap * f64::from(count.saturating_sub(1));
    // Many marks in little room stand closer and smaller.
    let squeeze = (room.w / total.max(1e-9)).min(1.0);
    let (cx, cy) = room.centre();
    let mut x = cx - total * squeeze / 2.0;
    let (top, bottom) = (cy - height * squeeze / 2.0, cy + height * squeeze / 2.0);
    let mut lines = Path::new();
    let mut dots = Path::new();
    for sign in signs {
        let w = width(sign) * squeeze;
        match sign {
            'I' | 'i' => {
                lines.move_to(x + w / 2.0, top).line_to(x + w / 2.0, bottom);
            }
            'X' | 'x' => {
                let edge = pen * squeeze * 0.35;
                lines.move_to(x + edge, top).line_to(x + w - edge, bottom);
                lines.move_to(x + w - edge, top).line_to(x + edge, bottom);
            }
            _ => {
                dots.add(&Path::circle(x + w / 2.0, cy, w / 2.0));
            }
        }
        x += w + gap * squeeze;
    }
    let line = Style::stroke(Stroke::new(ink, pen * squeeze).sharp());
    [(lines, line), (dots, Style::fill(ink))]
        .into_iter()
        .filter(|(path, _)| !path.is_empty())
        .map(|(path, style)| Item::Shape(path, style))
        .collect()
}

/// Dots in a room, `count` of them filled, up to `of` hollow, in as many rows as make them largest.
pub fn pips(count: usize, of: usize, room: Rect, ink: Colour) -> Vec<Item> {
    let all = count.max(of).min(60);
    if all == 0 {
        return Vec::new();
    }
    let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(0));
    let step = |rows: usize| (room.w / number(all.div_ceil(rows))).min(room.h / number(rows));
    let rows = (1..=6).reduce(|best, rows| if step(rows) > step(best) * 1.01 { rows } else { best }).unwrap_or(1);
    let (columns, step) = (all.div_ceil(rows), step(rows));
    let radius = step * 0.4;
    let (cx, cy) = room.centre();
    let (mut filled, mut hollow) = (Path::new(), Path::new());
    for n in 0..all {
        let x = cx + step * (number(n % columns) - (number(columns) - 1.0) / 2.0);
        let y = cy + step * (number(n / columns) - (number(rows) - 1.0) / 2.0);
        if n < count {
            filled.add(&Path::circle(x, y, radius));
        } else {
            hollow.add(&Path::circle(x, y, radius * 0.85));
        }
    }
    let ring = Style::stroke(Stroke::new(ink, radius * 0.3));
    [(filled, Style::fill(ink)), (hollow, ring)]
        .into_iter()
        .filter(|(path, _)| !path.is_empty())
        .map(|(path, style)| Item::Shape(path, style))
        .collect()
}
