//! Smooth lines.

use crate::draw::{Path, Rect};
use crate::geometry::Point;
use std::collections::BTreeMap;

/// A vector as long as one millimetre from one point towards another; none if they are the same.
pub fn direction(from: Point, to: Point) -> Point {
    let length = from.distance(to);
    if length > 1e-9 { Point::new((to.x - from.x) / length, (to.y - from.y) / length) } else { Point::default() }
}

/// A point moved along a vector.
pub fn moved(at: Point, along: Point, by: f64) -> Point {
    Point::new(at.x + along.x * by, at.y + along.y * by)
}

/// The vector turned a quarter to the right, as seen on the page.
pub fn right_of(v: Point) -> Point {
    Point::new(-v.y, v.x)
}

/// The two control points between the second and the third of four points.
fn controls([before, a, b, after]: [Point; 4]) -> (Point, Point) {
    const EASE: f64 = 1.0 / 6.0;
    let first = Point::new(a.x + (b.x - before.x) * EASE, a.y + (b.y - before.y) * EASE);
    let second = Point::new(b.x - (after.x - a.x) * EASE, b.y - (after.y - a.y) * EASE);
    (first, second)
}

/// The four points around each step of a line; a line that ends where it began is closed.
fn steps(points: &[Point]) -> impl Iterator<Item = [Point; 4]> + '_ {
    let last = points.len().saturating_sub(1);
    let closed = last > 2 && points[0] == points[last];
    (0..last).map(move |n| {
        let before = if n > 0 {
            points[n - 1]
        } else if closed {
            points[last - 1]
        } else {
            points[0]
        };
        let after = if n + 1 < last {
            points[n + 2]
        } else if closed {
            points[1]
        } else {
            points[last]
        };
        [before, points[n], points[n + 1], after]
    })
}

/// A smooth line through points.
pub fn smooth(points: &[Point]) -> Path {
    let mut path = Path::new();
    if let Some(first) = points.first().filter(|_| points.len() > 1) {
        path.move_to(first.x, first.y);
    }
    for step in steps(points) {
        let (a, b) = controls(step);
        path.cubic_to(a.x, a.y, b.x, b.y, step[2].x, step[2].y);
    }
    path
}

/// Points on that line, close together.
pub fn sampled(points: &[Point]) -> Vec<Point> {
    const PARTS: u32 = 5;
    let mut samples: Vec<Point> = points.first().copied().into_iter().collect();
    for step in steps(points) {
        let (a, b) = controls(step);
        for part in 1..=PARTS {
            let t = f64::from(part) / f64::from(PARTS);
            let (one, two, three) = (step[1].towards(a, t), a.towards(b, t), b.towards(step[2], t));
            samples.push(one.towards(two, t).towards(two.towards(three, t), t));
        }
    }
    samples
}

/// Things strewn over the sheet, to ask what is near.
#[derive(Default)]
pub struct Crowd {
    buckets: BTreeMap<(i64, i64), Vec<Rect>>,
}

impl Crowd {
    #[allow(clippy::cast_possible_truncation)]
    fn buckets(rect: Rect) -> impl Iterator<Item = (i64, i64)> {
        const SIZE: f64 = 8.0;
        let bucket = |v: f64| (v / SIZE).floor().clamp(-1e5, 1e5) as i64;
        let (left, right, top, bottom) = (bucket(rect.x), bucket(rect.right()), bucket(rect.y), bucket(rect.bottom()));
        (top..=bottom).flat_map(move |j| (left..=right).map(move |i| (i, j)))
    }

    /// Adds a thing.
    pub fn add(&mut self, rect: Rect) {
        for bucket in Self::buckets(rect) {
            self.buckets.entry(bucket).or_default().push(rect);
        }
    }

    /// Adds a line of a width.
    pub fn add_line(&mut self, samples: &[Point], width: f64) {
        for p in samples {
            self.add(Rect::around(p.x, p.y, width, width));
        }
    }

    /// How many things a room touches.
    pub fn touched(&self, room: Rect) -> usize {
        let near = Self::buckets(room).filter_map(|bucket| self.buckets.get(&bucket));
        near.flatten().filter(|rect| rect.overlaps(room)).count()
    }
}
