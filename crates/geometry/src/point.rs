//! Points and segments.

/// A point on a map, in millimetres from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// A point by its coordinates.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Whether both coordinates are finite numbers.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    /// How far another point is.
    pub fn distance(self, other: Point) -> f64 {
        self.distance_squared(other).sqrt()
    }

    /// The square of the distance: quicker, and enough to compare.
    pub fn distance_squared(self, other: Point) -> f64 {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        dx * dx + dy * dy
    }

    /// The point at `t` of the way to `other`, 0 being here and 1 there.
    pub fn towards(self, other: Point, t: f64) -> Point {
        Point::new(self.x + (other.x - self.x) * t, self.y + (other.y - self.y) * t)
    }

    /// The point halfway to another.
    pub fn midpoint(self, other: Point) -> Point {
        self.towards(other, 0.5)
    }

    /// The nearest point with coordinates of whole micrometres.
    pub fn rounded(self) -> Point {
        Point::new(round_to_micrometre(self.x), round_to_micrometre(self.y))
    }
}

/// Rounds to 0.001 mm, and never to a negative zero: that would print as `-0`.
pub fn round_to_micrometre(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0 + 0.0
}

/// How far a point is from the nearest point of a segment.
pub fn distance_to_segment(point: Point, from: Point, to: Point) -> f64 {
    point.distance(from.towards(to, nearest_parameter(point, from, to)))
}

/// Where on the segment (0 to 1) lies the point nearest to `point`.
pub(super) fn nearest_parameter(point: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length_squared = dx * dx + dy * dy;
    if length_squared > 0.0 {
        (((point.x - from.x) * dx + (point.y - from.y) * dy) / length_squared).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// The one point that two segments have in common, ends included. Parallel segments have none,
/// even if they lie on each other: there is no single place to name.
pub fn segment_intersection(a: Point, b: Point, c: Point, d: Point) -> Option<Point> {
    let (rx, ry) = (b.x - a.x, b.y - a.y);
    let (sx, sy) = (d.x - c.x, d.y - c.y);
    let denominator = rx * sy - ry * sx;
    if denominator == 0.0 {
        return None;
    }
    let t = ((c.x - a.x) * sy - (c.y - a.y) * sx) / denominator;
    let u = ((c.x - a.x) * ry - (c.y - a.y) * rx) / denominator;
    let on_both = (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u);
    on_both.then(|| a.towards(b, t))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_meet_in_one_point_or_none() {
        let p = Point::new;
        let cross = segment_intersection(p(0., 0.), p(2., 2.), p(0., 2.), p(2., 0.));
        assert_eq!(cross, Some(p(1., 1.)));
        let apart = segment_intersection(p(0., 0.), p(1., 1.), p(0., 4.), p(4., 4.));
        assert_eq!(apart, None);
        let parallel = segment_intersection(p(0., 0.), p(2., 0.), p(1., 0.), p(3., 0.));
        assert_eq!(parallel, None);
        let not_a_number = segment_intersection(p(f64::NAN, 0.), p(2., 0.), p(1., 0.), p(3., 3.));
        assert_eq!(not_a_number, None);
    }

    #[test]
    fn distance_to_a_segment_counts_its_ends() {
        let (a, b) = (Point::new(0., 0.), Point::new(10., 0.));
        assert_eq!(distance_to_segment(Point::new(5., 3.), a, b), 3.0);
        assert_eq!(distance_to_segment(Point::new(13., 4.), a, b), 5.0);
        assert_eq!(distance_to_segment(Point::new(3., 4.), a, a), 5.0);
    }

    #[test]
    fn rounding_keeps_micrometres_and_avoids_negative_zero() {
        assert_eq!(Point::new(1.23456, -0.0001).rounded(), Point::new(1.235, 0.0));
        assert!(round_to_micrometre(-0.0001).is_sign_positive());
    }
}
