//! Arrows: where they run, and how they look.

use super::MapBasis;
use crate::draw::{Item, Path, Stroke, Style};
use crate::geometry::Point;

/// An arrow's ends, on the outlines.
#[derive(Clone, Copy)]
pub struct ArrowEnds {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

impl ArrowEnds {
    /// Its length.
    pub fn length(self) -> f64 {
        self.from.distance(self.to)
    }

    /// Which way it leads.
    pub fn direction(self) -> (f64, f64) {
        let length = self.length().max(1e-9);
        ((self.to.x - self.from.x) / length, (self.to.y - self.from.y) / length)
    }

    /// The same, longer at both ends.
    pub fn reaching(self, by: f64) -> Self {
        let (dx, dy) = self.direction();
        Self {
            from: Point::new(self.from.x - dx * by, self.from.y - dy * by),
            to: Point::new(self.to.x + dx * by, self.to.y + dy * by),
        }
    }

    /// Points along it, about so far apart.
    pub fn points(self, apart: f64) -> impl Iterator<Item = Point> {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let steps = (self.length() / apart).clamp(1.0, 2000.0) as u32;
        (0..=steps).map(move |step| self.from.towards(self.to, f64::from(step) / f64::from(steps)))
    }
}

/// An arrow with one head or two.
pub fn arrow_between(on: MapBasis<'_>, from: (f64, f64), to: (f64, f64), both: bool, water: bool) -> Vec<Item> {
    arrow(on, ArrowEnds { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1) }, both, water)
}

/// An arrow along a course.
pub fn arrow(on: MapBasis<'_>, course: ArrowEnds, both: bool, water: bool) -> Vec<Item> {
    let style = &on.style.link;
    let line = if water { &style.water } else { &style.stem };
    let head = style.head.0.min(0.42 * course.length());
    let (dx, dy) = course.direction();
    let stem_end = |at: Point, sign: f64| (at.x + sign * dx * head * 0.8, at.y + sign * dy * head * 0.8);
    let (start, end) =
        (if both { stem_end(course.from, 1.0) } else { (course.from.x, course.from.y) }, stem_end(course.to, -1.0));
    let stem = Path::line(start.0, start.1, end.0, end.1);
    let mut heads = point(course.to, (dx, dy), head);
    if both {
        heads.add(&point(course.from, (-dx, -dy), head));
    }
    let rim = 2.0 * style.rim.width.0;
    let rounded = 0.7;
    let edge = |colour, width| Style::fill(colour).with_stroke(Stroke::new(colour, width));
    vec![
        Item::Shape(stem.clone(), Style::stroke(Stroke::new(*style.rim.colour, line.width.0 + rim))),
        Item::Shape(heads.clone(), edge(*style.rim.colour, rounded + rim)),
        Item::Shape(stem, Style::stroke(line.stroke())),
        Item::Shape(heads, edge(*line.colour, rounded)),
    ]
}

/// A head with its tip at a point.
fn point(tip: Point, (dx, dy): (f64, f64), length: f64) -> Path {
    let (bx, by) = (tip.x - dx * length, tip.y - dy * length);
    let half = 0.56 * length;
    Path::polygon([(tip.x, tip.y), (bx - dy * half, by + dx * half), (bx + dy * half, by - dx * half)])
}
