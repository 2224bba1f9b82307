//! Outlines of the model as the drawing needs them.

use crate::draw::{Path, Rect};
use crate::geometry::{Point, polygon};

/// An outline to draw.
pub fn closed(ring: &[Point]) -> Path {
    Path::polygon(ring.iter().map(|p| (p.x, p.y)))
}

/// A line to draw.
pub fn open(line: &[Point]) -> Path {
    Path::polyline(line.iter().map(|p| (p.x, p.y)))
}

/// The upright box around an outline.
pub fn bounds(ring: &[Point]) -> Option<Rect> {
    let (least, greatest) = polygon::bounds(ring)?;
    Some(Rect::new(least.x, least.y, greatest.x - least.x, greatest.y - least.y))
}

/// Whether a whole rectangle lies inside a ring.
pub fn holds(ring: &[Point], rect: Rect) -> bool {
    let (x, y) = rect.centre();
    polygon::contains(ring, Point::new(x, y)) && !polygon::edges(ring).any(|(a, b)| touches(rect, a, b))
}

/// Whether a ring and a rectangle have a point in common.
pub fn meets(ring: &[Point], rect: Rect) -> bool {
    let (x, y) = rect.centre();
    polygon::contains(ring, Point::new(x, y)) || polygon::edges(ring).any(|(a, b)| touches(rect, a, b))
}

/// Whether a segment has a point in a rectangle.
pub fn touches(rect: Rect, a: Point, b: Point) -> bool {
    if a.x.max(b.x) < rect.x || a.x.min(b.x) > rect.right() || a.y.max(b.y) < rect.y || a.y.min(b.y) > rect.bottom() {
        return false;
    }
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (delta, start, low, high) in [(dx, a.x, rect.x, rect.right()), (dy, a.y, rect.y, rect.bottom())] {
        if delta != 0.0 {
            let (t1, t2) = ((low - start) / delta, (high - start) / delta);
            from = from.max(t1.min(t2));
            to = to.min(t1.max(t2));
        }
    }
    from <= to
}

/// The point of a line at a part of its length, and the direction there.
pub fn along(line: &[Point], part: f64) -> Option<(Point, (f64, f64))> {
    let mut left = polygon::path_length(line) * part;
    for pair in line.windows(2) {
        let length = pair[0].distance(pair[1]);
        if length > 0.0 && left <= length {
            let direction = ((pair[1].x - pair[0].x) / length, (pair[1].y - pair[0].y) / length);
            return Some((pair[0].towards(pair[1], left / length), direction));
        }
        left -= length;
    }
    None
}

/// An outline made irregular as nature would: corners cut, then every point moved a little. The same
/// outline always wanders the same way. What lies on the edge of the sheet is drawn beyond it.
pub fn wandering(ring: &[Point], wander: f64, wave: f64, sheet: Rect) -> Vec<Point> {
    const BEYOND: f64 = 8.0;
    let out = |value: f64, low: f64, high: f64| {
        if value <= low + 0.5 {
            low - BEYOND
        } else if value >= high - 0.5 {
            high + BEYOND
        } else {
            value
        }
    };
    let pushed = ring.iter().map(|p| Point::new(out(p.x, sheet.x, sheet.right()), out(p.y, sheet.y, sheet.bottom())));
    let cut = cut_corners(&cut_corners(&pushed.collect::<Vec<_>>()));
    let mut points = Vec::new();
    let mut step = 0_u32;
    for (a, b) in polygon::edges(&cut) {
        let length = a.distance(b);
        let pieces = pieces(length, wave / 3.0);
        for piece in 0..pieces {
            step = step.wrapping_add(1);
            let at = a.towards(b, f64::from(piece) / f64::from(pieces));
            let by = wander * noise(step);
            let (nx, ny) = if length > 0.0 { ((b.y - a.y) / length, (a.x - b.x) / length) } else { (0.0, 0.0) };
            points.push(Point::new(at.x + nx * by, at.y + ny * by));
        }
    }
    cut_corners(&points)
}

/// How many pieces of about a length there are, at least one.
fn pieces(length: f64, piece: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let count = (length / piece.max(0.2)).clamp(1.0, 10_000.0) as u32;
    count
}

/// Chaikin's cut: every corner becomes two.
fn cut_corners(ring: &[Point]) -> Vec<Point> {
    /// Long edges lose no more than this at each end.
    const MOST: f64 = 3.0;
    let cut = |(a, b): (Point, Point)| {
        let part = (MOST / a.distance(b).max(1e-9)).min(0.25);
        [a.towards(b, part), b.towards(a, part)]
    };
    polygon::edges(ring).flat_map(cut).collect()
}

/// A number between -1 and 1 that wanders with the step: a slow wave and a fast one.
fn noise(step: u32) -> f64 {
    let slow = f64::from(step) / 4.0;
    let (low, part) = (step / 4, slow.fract());
    let smooth = part * part * (3.0 - 2.0 * part);
    0.65 * (random(low) * (1.0 - smooth) + random(low + 1) * smooth) + 0.35 * random(step ^ 0x5bd1)
}

/// A number between -1 and 1 from a whole number, the same on every machine.
fn random(seed: u32) -> f64 {
    let mut n = seed.wrapping_mul(0x9e37_79b1) ^ 0x85eb_ca6b;
    n = (n ^ (n >> 15)).wrapping_mul(0x2c1b_3c6d);
    n = (n ^ (n >> 12)).wrapping_mul(0x297a_2d39);
    f64::from(n ^ (n >> 15)) / f64::from(u32::MAX) * 2.0 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<Point> {
        [(0., 0.), (10., 0.), (10., 10.), (0., 10.)].map(|(x, y)| Point::new(x, y)).to_vec()
    }

    #[test]
    fn a_ring_holds_what_no_edge_touches() {
        assert!(holds(&square(), Rect::new(1., 1., 8., 8.)));
        assert!(!holds(&square(), Rect::new(5., 5., 8., 2.)));
        assert!(!holds(&square(), Rect::new(20., 5., 2., 2.)));
        assert!(touches(Rect::new(0., 0., 2., 2.), Point::new(-1., 1.), Point::new(3., 1.5)));
        assert!(!touches(Rect::new(0., 0., 2., 2.), Point::new(-1., 1.9), Point::new(1., 4.)));
    }

    #[test]
    fn wandering_stays_near() {
        let sheet = Rect::new(-50., -50., 100., 100.);
        let rough = wandering(&square(), 0.5, 3.0, sheet);
        assert_eq!(rough, wandering(&square(), 0.5, 3.0, sheet));
        let near = |p: &Point| Rect::new(-0.6, -0.6, 11.2, 11.2).contains(Rect::new(p.x, p.y, 0., 0.), 0.0);
        assert!(rough.iter().all(near) && rough.len() > 20);
    }
}
