//! Where to write a label: the point inside an outline that is farthest from its edges.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::{Point, polygon};

/// The centre and radius of (almost) the largest circle inside an outline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pole {
    /// The centre.
    pub at: Point,
    /// The radius.
    pub radius: f64,
}

/// No outline needs more looks than this; it bounds the work on pathological ones.
const MOST_LOOKS: usize = 4000;

/// Finds the pole of inaccessibility of rings (an outline and its holes, even-odd) to within
/// `precision`, by halving squares of which the most promising is looked at first.
/// None if the rings have no area or are not finite.
pub fn pole_of_inaccessibility(rings: &[&[Point]], precision: f64) -> Option<Pole> {
    let edges: Vec<MeasuredEdge> = rings.iter().flat_map(|r| polygon::edges(r)).map(MeasuredEdge::new).collect();
    let (least, greatest) = polygon::bounds(rings.iter().copied().flatten())?;
    let (width, height) = (greatest.x - least.x, greatest.y - least.y);
    let side = width.min(height);
    if !(side > 0.0 && width.is_finite() && height.is_finite()) {
        return None;
    }
    let precision = precision.max(side / 1000.0);
    let mut best = first_guess(rings, &edges)?;
    let mut open = BinaryHeap::new();
    for centre in starting_squares(least, greatest, side) {
        open.push(Square::new(centre, side / 2.0, &edges));
    }
    let mut looks = 0;
    while let Some(square) = open.pop() {
        if square.distance > best.radius {
            best = Pole { at: square.centre, radius: square.distance };
        }
        if square.promise - best.radius <= precision || looks > MOST_LOOKS {
            break;
        }
        looks += 4;
        for centre in square.quarters() {
            let quarter = Square::new(centre, square.half / 2.0, &edges);
            if quarter.promise - best.radius > precision {
                open.push(quarter);
            }
        }
    }
    (best.radius > 0.0).then_some(best)
}

/// The centroid of the first ring is often the answer, and always a good bound.
fn first_guess(rings: &[&[Point]], edges: &[MeasuredEdge]) -> Option<Pole> {
    let at = polygon::centroid(rings.first()?)?;
    Some(Pole { at, radius: signed_distance(at, edges) })
}

/// The centres of the squares that cover the box, at most some hundred even for a thin one.
fn starting_squares(least: Point, greatest: Point, side: f64) -> Vec<Point> {
    let count = |length: f64| (length / side).ceil().clamp(1.0, 200.0) as usize;
    let (columns, rows) = (count(greatest.x - least.x), count(greatest.y - least.y));
    let centre = |index: usize, from: f64| from + (index as f64 + 0.5) * side;
    (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (column, row)))
        .map(|(column, row)| Point::new(centre(column, least.x), centre(row, least.y)))
        .collect()
}

/// Distance to the nearest edge, negative outside. Nearly all the time goes by here: no branches and
/// no divisions.
fn signed_distance(point: Point, edges: &[MeasuredEdge]) -> f64 {
    let mut inside = false;
    let mut nearest = f64::INFINITY;
    for edge in edges {
        let (px, py) = (point.x - edge.from.x, point.y - edge.from.y);
        inside ^= edge.crosses_ray(px, py);
        let squared = edge.distance_squared(px, py);
        nearest = if squared < nearest { squared } else { nearest };
    }
    if inside { nearest.sqrt() } else { -nearest.sqrt() }
}

/// An edge with what the many measurements of distance from it have in common.
struct MeasuredEdge {
    from: Point,
    dx: f64,
    dy: f64,
    inverse_length_squared: f64,
}

impl MeasuredEdge {
    fn new((from, to): (Point, Point)) -> Self {
        let squared = from.distance_squared(to);
        Self {
            from,
            dx: to.x - from.x,
            dy: to.y - from.y,
            inverse_length_squared: if squared > 0.0 { 1.0 / squared } else { 0.0 },
        }
    }

    /// Whether it crosses the ray in the direction of x from a point given relative to its start.
    fn crosses_ray(&self, px: f64, py: f64) -> bool {
        let spans = (py < 0.0) != (py < self.dy);
        let to_the_right = (px * self.dy < self.dx * py) == (self.dy > 0.0);
        spans & to_the_right
    }

    fn distance_squared(&self, px: f64, py: f64) -> f64 {
        let t = (px * self.dx + py * self.dy) * self.inverse_length_squared;
        let t = t.clamp(0.0, 1.0);
        let (x, y) = (px - self.dx * t, py - self.dy * t);
        x * x + y * y
    }
}

/// A square that may hold the pole.
struct Square {
    centre: Point,
    half: f64,
    distance: f64,
    /// No point of the square is farther inside than this.
    promise: f64,
}

impl Square {
    fn new(centre: Point, half: f64, edges: &[MeasuredEdge]) -> Self {
        let distance = signed_distance(centre, edges);
        Self { centre, half, distance, promise: distance + half * std::f64::consts::SQRT_2 }
    }

    fn quarters(&self) -> [Point; 4] {
        let q = self.half / 2.0;
        [(-q, -q), (q, -q), (-q, q), (q, q)].map(|(dx, dy)| Point::new(self.centre.x + dx, self.centre.y + dy))
    }
}

/// By promise; equal promises by place, so that the order is one on every machine.
impl Ord for Square {
    fn cmp(&self, other: &Self) -> Ordering {
        self.promise
            .total_cmp(&other.promise)
            .then(other.centre.y.total_cmp(&self.centre.y))
            .then(other.centre.x.total_cmp(&self.centre.x))
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Square {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Square {}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[(f64, f64)]) -> Vec<Point> {
        points.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    #[test]
    fn the_pole_of_a_square_is_its_centre() {
        let square = ring(&[(0., 0.), (10., 0.), (10., 10.), (0., 10.)]);
        let pole = pole_of_inaccessibility(&[&square], 0.01).unwrap();
        assert!(pole.at.distance(Point::new(5., 5.)) < 0.05);
        assert!((pole.radius - 5.0).abs() < 0.05);
    }

    #[test]
    fn the_pole_keeps_clear_of_a_hole() {
        let outer = ring(&[(0., 0.), (20., 0.), (20., 10.), (0., 10.)]);
        let hole = ring(&[(2., 2.), (2., 8.), (8., 8.), (8., 2.)]);
        let pole = pole_of_inaccessibility(&[&outer, &hole], 0.01).unwrap();
        assert!(pole.at.x > 12.0);
        assert!((pole.radius - 5.0).abs() < 0.05);
    }

    #[test]
    fn rings_without_area_have_no_pole() {
        assert_eq!(pole_of_inaccessibility(&[], 0.1), None);
        assert_eq!(pole_of_inaccessibility(&[&[]], 0.1), None);
        let line = ring(&[(0., 0.), (1., 1.), (2., 2.)]);
        assert_eq!(pole_of_inaccessibility(&[&line], 0.0), None);
        let broken = ring(&[(f64::NAN, 0.), (1., 1.), (f64::INFINITY, 2.)]);
        assert_eq!(pole_of_inaccessibility(&[&broken], f64::NAN), None);
    }
}
