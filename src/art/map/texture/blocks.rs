//! Blocks of houses and halls, in rows with streets between them.

use super::{Pen, chance, real, steps};
use crate::draw::Path;
use crate::geometry::{Point, polygon};

impl Pen<'_> {
    /// Rows of blocks with streets between them, leaning by `tilt`.
    pub(super) fn blocks(&mut self, tilt: f64, block: fn(&mut Self, &LeaningBlock)) {
        const ROWS_OF_A_QUARTER: i64 = 3;
        let frame = LeaningAxes::leaning(tilt);
        let (low, high) = self.inside.bounds();
        let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)].map(|p| frame.to(p));
        let Some((least, most)) = polygon::bounds(&corners) else { return };
        let (across, down, street) = (self.style.across.0, self.style.down.0, self.style.size.0);
        for j in steps(least.y, most.y, down) {
            // The rows' own edges wander a little, and so do the sides of blocks, which run through
            // several rows as streets do.
            let edge = |n: i64| (real(n) + 0.3 * chance(0, n, 6)) * down;
            for i in steps(least.x, most.x, across) {
                if chance(i, j, 1) > self.style.density.value {
                    continue;
                }
                let quarter = j.div_euclid(ROWS_OF_A_QUARTER);
                let side = |n: i64| (real(n) + 0.6 * chance(n, quarter, 7)) * across;
                let avenue = if j.rem_euclid(ROWS_OF_A_QUARTER) == 0 { street } else { street / 2.0 };
                let (left, right) = (side(i) + street / 2.0, side(i + 1) - street / 2.0);
                let (top, bottom) = (edge(j) + avenue, edge(j + 1) - street / 2.0);
                let block_here = LeaningBlock { frame, left, right, top, bottom, i, j };
                let fits = block_here.corners().into_iter().all(|p| self.inside.has_room(p, 0.12));
                if fits && (self.free)(block_here.middle()) {
                    block(self, &block_here);
                }
            }
        }
    }

    /// A block of houses, now and then a large building.
    pub(super) fn house(&mut self, block: &LeaningBlock) {
        let dark = chance(block.i, block.j, 8) < 0.07;
        let path = if dark { &mut self.shades } else { &mut self.marks };
        path.add(&block.outline(0.0, 0.0, 1.0, 1.0));
    }

    /// A hall under a saw-tooth roof.
    pub(super) fn works(&mut self, block: &LeaningBlock) {
        self.marks.add(&block.outline(0.0, 0.0, 1.0, 1.0));
        const TEETH: i64 = 4;
        for tooth in 0..TEETH {
            let (from, to) = (real(tooth) / real(TEETH), real(tooth + 1) / real(TEETH));
            let points = [(from, 0.16), (to, 0.55), (from, 0.55)].map(|(u, v)| block.at(0.08 + 0.84 * u, v));
            self.shades.add(&Path::polygon(points.map(|p| (p.x, p.y))));
        }
    }
}

/// Axes that lean.
#[derive(Clone, Copy)]
struct LeaningAxes {
    cos: f64,
    sin: f64,
}

impl LeaningAxes {
    fn leaning(tilt: f64) -> Self {
        let length = (1.0 + tilt * tilt).sqrt();
        Self { cos: 1.0 / length, sin: tilt / length }
    }

    fn to(self, p: Point) -> Point {
        Point::new(p.x * self.cos + p.y * self.sin, p.y * self.cos - p.x * self.sin)
    }

    fn from(self, p: Point) -> Point {
        Point::new(p.x * self.cos - p.y * self.sin, p.y * self.cos + p.x * self.sin)
    }
}

/// A rectangle of a leaning frame.
pub(super) struct LeaningBlock {
    frame: LeaningAxes,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    i: i64,
    j: i64,
}

impl LeaningBlock {
    /// A point by its parts of width and height.
    fn at(&self, u: f64, v: f64) -> Point {
        let inside = Point::new(self.left + u * (self.right - self.left), self.top + v * (self.bottom - self.top));
        self.frame.from(inside)
    }

    fn corners(&self) -> [Point; 4] {
        [self.at(0.0, 0.0), self.at(1.0, 0.0), self.at(1.0, 1.0), self.at(0.0, 1.0)]
    }

    fn middle(&self) -> Point {
        self.at(0.5, 0.5)
    }

    fn outline(&self, left: f64, top: f64, right: f64, bottom: f64) -> Path {
        let corners = [self.at(left, top), self.at(right, top), self.at(right, bottom), self.at(left, bottom)];
        Path::polygon(corners.map(|p| (p.x, p.y)))
    }
}
