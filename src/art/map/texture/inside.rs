//! Whether points lie inside an outline, asked many times.

use crate::geometry::{Point, distance_to_segment, polygon};

/// An outline whose edges are sorted into bands, so that a question looks at few of them.
pub struct Inside {
    low: Point,
    high: Point,
    bands: Vec<Vec<(Point, Point)>>,
}

/// Height of a band in millimetres.
const BAND: f64 = 4.0;
/// The largest distance from the outline that is told.
const REACH: f64 = 4.0;

impl Inside {
    /// The inside of rings by the even-odd rule. `None` if there are no points.
    pub fn new(rings: &[Vec<Point>]) -> Option<Self> {
        let (low, high) = polygon::bounds(rings.iter().flatten())?;
        let mut inside = Self { low, high, bands: Vec::new() };
        inside.bands = vec![Vec::new(); inside.band(high.y) + 1];
        for (a, b) in rings.iter().flat_map(|ring| polygon::edges(ring)) {
            let (first, last) = (inside.band(a.y.min(b.y) - REACH), inside.band(a.y.max(b.y) + REACH));
            for band in inside.bands.iter_mut().take(last + 1).skip(first) {
                band.push((a, b));
            }
        }
        Some(inside)
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn band(&self, y: f64) -> usize {
        ((y.min(self.high.y) - self.low.y) / BAND).clamp(0.0, 1e5) as usize
    }

    /// The upright box around it.
    pub fn bounds(&self) -> (Point, Point) {
        (self.low, self.high)
    }

    /// Whether a point lies inside and at least so far from the outline (up to 4 mm).
    pub fn has_room(&self, at: Point, margin: f64) -> bool {
        let outside = at.x < self.low.x || at.x > self.high.x || at.y < self.low.y || at.y > self.high.y;
        let Some(edges) = self.bands.get(self.band(at.y)).filter(|_| !outside) else { return false };
        let crosses = |&&(a, b): &&(Point, Point)| {
            (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x
        };
        let near = |&(a, b): &(Point, Point)| {
            let clear = at.x < a.x.min(b.x) - margin || at.x > a.x.max(b.x) + margin;
            !clear && distance_to_segment(at, a, b) < margin
        };
        edges.iter().filter(crosses).count() % 2 == 1 && !edges.iter().any(near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_and_margins_count() {
        let square = |from: f64, to: f64| {
            [(from, from), (to, from), (to, to), (from, to)].map(|(x, y)| Point::new(x, y)).to_vec()
        };
        let inside = Inside::new(&[square(0.0, 30.0), square(10.0, 20.0)]).unwrap();
        assert!(inside.has_room(Point::new(5.0, 15.0), 3.0));
        assert!(!inside.has_room(Point::new(8.0, 15.0), 3.0));
        assert!(!inside.has_room(Point::new(15.0, 15.0), 0.0));
        assert!(!inside.has_room(Point::new(31.0, 15.0), 0.0));
        assert!(Inside::new(&[]).is_none());
    }
}
