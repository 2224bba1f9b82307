//! Outlines: lines and curves in millimetres, rounded to thousandths.

use super::scene::Rect;
use kurbo::{BezPath, PathEl, Point};
use std::fmt::Write;

/// An outline of lines and curves. Every coordinate is a whole number of thousandths of a millimetre, so that
/// each output, and each machine, sees the same one.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Path {
    steps: BezPath,
    /// Around all points, those that bend curves among them.
    bounds: Option<kurbo::Rect>,
}

/// A number rounded to thousandths. What is not a number becomes 0.
pub(super) fn thousandth(value: f64) -> f64 {
    let value = if value.is_finite() { value.clamp(-1e9, 1e9) } else { 0.0 };
    // Adding 0 turns a negative zero into zero.
    (value * 1000.0).round() / 1000.0 + 0.0
}

/// A number as SVG takes it: at most three decimals, no `-0`, no exponent.
pub fn number(out: &mut String, value: f64) {
    // Written by hand: formatting floats is most of the work of writing an SVG.
    let value = if value.is_finite() { value.clamp(-1e9, 1e9) } else { 0.0 };
    #[allow(clippy::cast_possible_truncation)]
    let thousandths = (value * 1000.0).round() as i64;
    if thousandths < 0 {
        out.push('-');
    }
    let (whole, rest) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
    let _ = write!(out, "{whole}");
    if rest > 0 {
        out.push('.');
        let digits = [rest / 100, rest / 10 % 10, rest % 10];
        let used = digits.iter().rposition(|digit| *digit > 0).map_or(0, |last| last + 1);
        out.extend(digits[..used].iter().map(|digit| char::from(b'0' + u8::try_from(*digit).unwrap_or(0))));
    }
}

/// Writes a step of an outline as SVG path data.
pub(super) fn write_step(out: &mut String, step: PathEl) {
    let (letter, points) = match step {
        PathEl::MoveTo(p) => ('M', [Some(p), None, None]),
        PathEl::LineTo(p) => ('L', [Some(p), None, None]),
        PathEl::QuadTo(a, p) => ('Q', [Some(a), Some(p), None]),
        PathEl::CurveTo(a, b, p) => ('C', [Some(a), Some(b), Some(p)]),
        PathEl::ClosePath => ('Z', [None; 3]),
    };
    out.push(letter);
    for (n, point) in points.into_iter().flatten().enumerate() {
        if n > 0 {
            out.push(' ');
        }
        number(out, point.x);
        out.push(' ');
        number(out, point.y);
    }
}

/// The control points of the curve that follows an ellipse clockwise, a quarter of it or less. None if it
/// is a straight line. Without sines: every machine takes the same roots.
fn arc(from: Point, radii: (f64, f64), to: Point) -> Option<(Point, Point)> {
    let (rx, ry) = radii;
    if rx <= 0.0 || ry <= 0.0 {
        return None;
    }
    // Half the chord, on the circle of radius 1; an ellipse that is too small is made to reach.
    let half = ((to.x - from.x) / rx / 2.0, (to.y - from.y) / ry / 2.0);
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
    let a = Point::new(from.x - start.1 * reach * rx, from.y + start.0 * reach * ry);
    let b = Point::new(to.x + end.1 * reach * rx, to.y - end.0 * reach * ry);
    Some((a, b))
}

impl Path {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Its steps.
    pub fn steps(&self) -> &[PathEl] {
        self.steps.elements()
    }

    /// A rectangle around it: exact for lines; curves may stay inside. None if there is nothing.
    pub fn bounds(&self) -> Option<Rect> {
        self.bounds.map(|b| Rect::new(b.x0, b.y0, b.width(), b.height()))
    }

    /// It as SVG path data.
    pub fn data(&self) -> String {
        let mut data = String::new();
        self.steps().iter().for_each(|step| write_step(&mut data, *step));
        data
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.steps().is_empty()
    }

    /// A point of it, rounded.
    fn point(&mut self, x: f64, y: f64) -> Point {
        let point = Point::new(thousandth(x), thousandth(y));
        let none_yet = kurbo::Rect::from_points(point, point);
        self.bounds = Some(self.bounds.map_or(none_yet, |bounds| bounds.union_pt(point)));
        point
    }

    /// Adds a step; the first one is always a move.
    fn step(&mut self, step: PathEl) -> &mut Self {
        if self.is_empty() && !matches!(step, PathEl::MoveTo(_)) {
            self.steps.push(PathEl::MoveTo(self.bounds.map_or(Point::ZERO, |at| Point::new(at.x0, at.y0))));
        }
        self.steps.push(step);
        self
    }

    /// Starts a new outline.
    pub fn move_to(&mut self, x: f64, y: f64) -> &mut Self {
        let to = self.point(x, y);
        self.step(PathEl::MoveTo(to))
    }

    /// A straight line.
    pub fn line_to(&mut self, x: f64, y: f64) -> &mut Self {
        let to = self.point(x, y);
        self.step(PathEl::LineTo(to))
    }

    /// A curve with one control point.
    pub fn quad_to(&mut self, cx: f64, cy: f64, x: f64, y: f64) -> &mut Self {
        let (control, to) = (self.point(cx, cy), self.point(x, y));
        self.step(PathEl::QuadTo(control, to))
    }

    /// A curve with two control points.
    pub fn cubic_to(&mut self, ax: f64, ay: f64, bx: f64, by: f64, x: f64, y: f64) -> &mut Self {
        let (a, b, to) = (self.point(ax, ay), self.point(bx, by), self.point(x, y));
        self.step(PathEl::CurveTo(a, b, to))
    }

    /// A quarter of an ellipse or less, clockwise on the page.
    pub fn arc_to(&mut self, rx: f64, ry: f64, x: f64, y: f64) -> &mut Self {
        let from = match self.steps().last() {
            Some(PathEl::MoveTo(at) | PathEl::LineTo(at) | PathEl::QuadTo(_, at) | PathEl::CurveTo(_, _, at)) => *at,
            Some(PathEl::ClosePath) | None => Point::ZERO,
        };
        let to = Point::new(thousandth(x), thousandth(y));
        match arc(from, (thousandth(rx), thousandth(ry)), to) {
            Some((a, b)) => self.cubic_to(a.x, a.y, b.x, b.y, x, y),
            None => self.line_to(x, y),
        }
    }

    /// Back to the start of the outline.
    pub fn close(&mut self) -> &mut Self {
        if !self.is_empty() {
            self.steps.push(PathEl::ClosePath);
        }
        self
    }

    /// Adds another path.
    pub fn add(&mut self, other: &Path) -> &mut Self {
        self.steps.extend(other.steps().iter().copied());
        self.bounds = match (self.bounds, other.bounds) {
            (Some(own), Some(more)) => Some(own.union(more)),
            (own, more) => own.or(more),
        };
        self
    }

    /// A straight line between two points.
    pub fn line(x1: f64, y1: f64, x2: f64, y2: f64) -> Self {
        let mut path = Self::new();
        path.move_to(x1, y1).line_to(x2, y2);
        path
    }

    /// A line through points.
    pub fn polyline(points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let mut path = Self::new();
        for (n, (x, y)) in points.into_iter().enumerate() {
            if n == 0 {
                path.move_to(x, y)
            } else {
                path.line_to(x, y)
            };
        }
        path
    }

    /// A closed outline through points.
    pub fn polygon(points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let mut path = Self::polyline(points);
        if !path.is_empty() {
            path.close();
        }
        path
    }

    /// A rectangle.
    pub fn rect(rect: Rect) -> Self {
        Self::polygon([
            (rect.x, rect.y),
            (rect.right(), rect.y),
            (rect.right(), rect.bottom()),
            (rect.x, rect.bottom()),
        ])
    }

    /// A rectangle with round corners.
    pub fn rounded(rect: Rect, radius: f64) -> Self {
        let r = radius.min(rect.w / 2.0).min(rect.h / 2.0);
        if r <= 0.0 {
            return Self::rect(rect);
        }
        let mut path = Self::new();
        path.move_to(rect.x + r, rect.y)
            .line_to(rect.right() - r, rect.y)
            .arc_to(r, r, rect.right(), rect.y + r)
            .line_to(rect.right(), rect.bottom() - r)
            .arc_to(r, r, rect.right() - r, rect.bottom())
            .line_to(rect.x + r, rect.bottom())
            .arc_to(r, r, rect.x, rect.bottom() - r)
            .line_to(rect.x, rect.y + r)
            .arc_to(r, r, rect.x + r, rect.y)
            .close();
        path
    }

    /// An ellipse inside a rectangle.
    pub fn ellipse(rect: Rect) -> Self {
        let (rx, ry) = (rect.w / 2.0, rect.h / 2.0);
        let (cx, cy) = rect.centre();
        let mut path = Self::new();
        path.move_to(cx, rect.y)
            .arc_to(rx, ry, rect.right(), cy)
            .arc_to(rx, ry, cx, rect.bottom())
            .arc_to(rx, ry, rect.x, cy)
            .arc_to(rx, ry, cx, rect.y)
            .close();
        path
    }

    /// A circle.
    pub fn circle(x: f64, y: f64, radius: f64) -> Self {
        Self::ellipse(Rect::around(x, y, 2.0 * radius, 2.0 * radius))
    }

    /// A star of five points around a centre.
    pub fn star(x: f64, y: f64, radius: f64) -> Self {
        const INNER: f64 = 0.42;
        // Sines and cosines of multiples of 36 degrees, written out so that every machine agrees.
        const S: [f64; 3] = [0.587_785_252, 0.951_056_516, 0.0];
        const C: [f64; 3] = [0.809_016_994, 0.309_016_994, 1.0];
        let outer = [(0.0, -C[2]), (S[1], -C[1]), (S[0], C[0]), (-S[0], C[0]), (-S[1], -C[1])];
        let inner = [(S[0], -C[0]), (S[1], C[1]), (0.0, C[2]), (-S[1], C[1]), (-S[0], -C[0])];
        let points = outer.iter().zip(inner).flat_map(|(o, i)| [*o, (i.0 * INNER, i.1 * INNER)]);
        Self::polygon(points.map(|(dx, dy)| (x + dx * radius, y + dy * radius)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_a_circle_has_its_well_known_curve() {
        let (a, b) = arc(Point::new(0.0, -1.0), (1.0, 1.0), Point::new(1.0, 0.0)).unwrap();
        for (is, should) in [(a.x, 0.552_284_75), (a.y, -1.0), (b.x, 1.0), (b.y, -0.552_284_75)] {
            assert!((is - should).abs() < 1e-7, "{a:?} {b:?}");
        }
        assert!(arc(Point::ZERO, (0.0, 1.0), Point::new(1.0, 0.0)).is_none());
    }

    #[test]
    fn paths_are_rounded_and_know_their_bounds() {
        let mut path = Path::line(0.00049, -0.0001, 12.3456, f64::NAN);
        assert_eq!(path.data(), "M0 0L12.346 0");
        assert_eq!(path.bounds(), Some(Rect::new(0.0, 0.0, 12.346, 0.0)));
        path.add(&Path::circle(2.0, 3.0, 1.0));
        assert_eq!(path.bounds(), Some(Rect::new(0.0, 0.0, 12.346, 4.0)));
        assert_eq!(Path::new().bounds(), None);
    }

    #[test]
    fn numbers_are_short_and_never_negative_zero() {
        let write = |value: f64| {
            let mut out = String::new();
            number(&mut out, value);
            out
        };
        assert_eq!(write(1.0), "1");
        assert_eq!(write(-0.0001), "0");
        assert_eq!(write(-0.25), "-0.25");
        assert_eq!(write(12.3456), "12.346");
        assert_eq!(write(0.05), "0.05");
        assert_eq!(write(f64::NAN), "0");
    }
}
