//! Outlines, written as SVG path data from the start.

use super::scene::Rect;
use std::fmt::Write;

/// An outline: SVG path data that only this type writes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Path(String);

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

impl Path {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The path data.
    pub fn data(&self) -> &str {
        &self.0
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn command(&mut self, letter: char, numbers: &[f64]) {
        self.0.push(letter);
        for (n, value) in numbers.iter().enumerate() {
            if n > 0 {
                self.0.push(' ');
            }
            number(&mut self.0, *value);
        }
    }

    /// Starts a new outline.
    pub fn move_to(&mut self, x: f64, y: f64) -> &mut Self {
        self.command('M', &[x, y]);
        self
    }

    /// A straight line.
    pub fn line_to(&mut self, x: f64, y: f64) -> &mut Self {
        self.command('L', &[x, y]);
        self
    }

    /// A curve with one control point.
    pub fn quad_to(&mut self, cx: f64, cy: f64, x: f64, y: f64) -> &mut Self {
        self.command('Q', &[cx, cy, x, y]);
        self
    }

    /// A curve with two control points.
    pub fn cubic_to(&mut self, ax: f64, ay: f64, bx: f64, by: f64, x: f64, y: f64) -> &mut Self {
        self.command('C', &[ax, ay, bx, by, x, y]);
        self
    }

    /// A quarter of an ellipse or less, clockwise on the page.
    pub fn arc_to(&mut self, rx: f64, ry: f64, x: f64, y: f64) -> &mut Self {
        self.command('A', &[rx, ry, 0.0, 0.0, 1.0, x, y]);
        self
    }

    /// Back to the start of the outline.
    pub fn close(&mut self) -> &mut Self {
        self.0.push('Z');
        self
    }

    /// Adds another path.
    pub fn add(&mut self, other: &Path) -> &mut Self {
        self.0.push_str(&other.0);
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
