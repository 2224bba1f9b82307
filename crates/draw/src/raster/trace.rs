//! Outlines in pixels. What lies outside is left out, and the memory is used again.

use crate::{Affine, Rect};
use kurbo::{PathEl, Point};
use resvg::tiny_skia::{Path, PathBuilder};

/// Turns steps into outlines.
#[derive(Default)]
pub(super) struct Tracer {
    builder: PathBuilder,
}

/// Outlines of fewer steps are not looked at part by part.
const FEW: usize = 48;

impl Tracer {
    /// The outline of some steps that `place` maps to pixels, without parts outside of `view`. None if
    /// nothing remains.
    ///
    /// A part that lies outside can be left out: filled or stroked, it changes nothing outside of its bounds.
    pub fn outline(&mut self, steps: &[PathEl], place: Affine, view: Rect) -> Option<Path> {
        if steps.len() <= FEW {
            self.add(steps, place);
            return self.finish();
        }
        for part in parts(steps) {
            if bounds(part).is_some_and(|bounds| touches(place.apply_rect(bounds), view)) {
                self.add(part, place);
            }
        }
        self.finish()
    }

    /// Adds steps to the outline that is being traced.
    #[allow(clippy::cast_possible_truncation)]
    pub fn add(&mut self, steps: &[PathEl], place: Affine) {
        let at = |point: Point| {
            let (x, y) = place.apply(point.x, point.y);
            (x as f32, y as f32)
        };
        for step in steps {
            match *step {
                PathEl::MoveTo(p) => {
                    let (x, y) = at(p);
                    self.builder.move_to(x, y);
                }
                PathEl::LineTo(p) => {
                    let (x, y) = at(p);
                    self.builder.line_to(x, y);
                }
                PathEl::QuadTo(a, p) => {
                    let ((ax, ay), (x, y)) = (at(a), at(p));
                    self.builder.quad_to(ax, ay, x, y);
                }
                PathEl::CurveTo(a, b, p) => {
                    let ((ax, ay), (bx, by), (x, y)) = (at(a), at(b), at(p));
                    self.builder.cubic_to(ax, ay, bx, by, x, y);
                }
                PathEl::ClosePath => self.builder.close(),
            }
        }
    }

    /// The outline of what was added. None if there is nothing.
    pub fn finish(&mut self) -> Option<Path> {
        std::mem::take(&mut self.builder).finish()
    }

    /// Takes an outline back, for its memory.
    pub fn done(&mut self, outline: Path) {
        self.builder = outline.clear();
    }
}

/// The parts of an outline, each from a move to the next.
fn parts(steps: &[PathEl]) -> impl Iterator<Item = &[PathEl]> {
    let mut rest = steps;
    std::iter::from_fn(move || {
        let starts = |step: &PathEl| matches!(step, PathEl::MoveTo(_));
        let end = rest.iter().skip(1).position(starts).map_or(rest.len(), |next| next + 1);
        let (part, after) = rest.split_at(end);
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

/// A rectangle around all points of some steps.
fn bounds(steps: &[PathEl]) -> Option<Rect> {
    let (mut low, mut high) = ((f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    let mut take = |p: Point| {
        low = (low.0.min(p.x), low.1.min(p.y));
        high = (high.0.max(p.x), high.1.max(p.y));
    };
    for step in steps {
        match *step {
            PathEl::MoveTo(p) | PathEl::LineTo(p) => take(p),
            PathEl::QuadTo(a, p) => [a, p].into_iter().for_each(&mut take),
            PathEl::CurveTo(a, b, p) => [a, b, p].into_iter().for_each(&mut take),
            PathEl::ClosePath => {}
        }
    }
    (low.0 <= high.0).then(|| Rect::new(low.0, low.1, high.0 - low.0, high.1 - low.1))
}

/// Whether they meet, be it in an edge: straight lines have no area.
fn touches(a: Rect, b: Rect) -> bool {
    a.x <= b.right() && b.x <= a.right() && a.y <= b.bottom() && b.y <= a.bottom()
}
