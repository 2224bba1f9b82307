//! From path data to outlines.

use super::single;
use krilla::geom::{Path, PathBuilder};

/// The outline of path data that [`crate::draw::Path`] or a font wrote: absolute steps `M L Q C A Z` only.
/// None if there is nothing to see.
pub(super) fn outline(data: &str) -> Option<Path> {
    let mut builder = PathBuilder::new();
    // Arcs are drawn from where the last step ended.
    let mut at = (0.0, 0.0);
    let mut rest = data;
    while let Some(letter) = rest.chars().next() {
        let after = rest.get(1..)?;
        let end = after.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(after.len());
        let mut numbers = after[..end].split(' ').filter_map(|number| number.parse::<f64>().ok());
        let mut pair = || Some((numbers.next()?, numbers.next()?));
        match letter {
            'M' => {
                at = pair()?;
                builder.move_to(single(at.0), single(at.1));
            }
            'L' => {
                at = pair()?;
                builder.line_to(single(at.0), single(at.1));
            }
            'Q' => {
                let c = pair()?;
                at = pair()?;
                builder.quad_to(single(c.0), single(c.1), single(at.0), single(at.1));
            }
            'C' => {
                let (a, b) = (pair()?, pair()?);
                at = pair()?;
                cubic_to(&mut builder, a, b, at);
            }
            'A' => {
                let radii = pair()?;
                // No slant, the shorter way, clockwise: the only arcs that are written.
                numbers.nth(2)?;
                let to = (numbers.next()?, numbers.next()?);
                match arc(at, radii, to) {
                    Some((a, b)) => cubic_to(&mut builder, a, b, to),
                    None => builder.line_to(single(to.0), single(to.1)),
                }
                at = to;
            }
            _ => builder.close(),
        }
        rest = &after[end..];
    }
    builder.finish()
}

fn cubic_to(builder: &mut PathBuilder, a: (f64, f64), b: (f64, f64), to: (f64, f64)) {
    builder.cubic_to(single(a.0), single(a.1), single(b.0), single(b.1), single(to.0), single(to.1));
}

/// The control points of the curve that follows an ellipse clockwise, a quarter of it or less. None if it
/// is a straight line. Without sines: every machine takes the same roots.
pub(super) fn arc(from: (f64, f64), radii: (f64, f64), to: (f64, f64)) -> Option<((f64, f64), (f64, f64))> {
    let (rx, ry) = radii;
    if rx <= 0.0 || ry <= 0.0 {
        return None;
    }
    // Half the chord, on the circle of radius 1; an ellipse that is too small is made to reach.
    let half = ((to.0 - from.0) / rx / 2.0, (to.1 - from.1) / ry / 2.0);
    let length = half.0.hypot(half.1);
    if length == 0.0 {
        return None;
    }
    let grown = length.max(1.0);
    let (rx, ry, half, sin) = (rx * grown, ry * grown, (half.0 / grown, half.1 / grown), length / grown);
    let cos = (1.0 - sin * sin).max(0.0).sqrt();
    // From the middle of the ellipse to the ends: the middle lies to the right of the chord.
    let (mx, my) = (half.1 / sin * cos, -half.0 / sin * cos);
    let (start, end) = ((mx - half.0, my - half.1), (mx + half.0, my + half.1));
    // 4/3 of the tangent of a quarter of the angle; sine and cosine are those of half of it.
    let reach = 4.0 / 3.0 * sin / (1.0 + cos);
    let a = (from.0 - start.1 * reach * rx, from.1 + start.0 * reach * ry);
    let b = (to.0 + end.1 * reach * rx, to.1 - end.0 * reach * ry);
    Some((a, b))
}
