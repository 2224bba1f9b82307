//! Outlines as krilla takes them.

use super::single;
use krilla::geom::{Path, PathBuilder};
use kurbo::PathEl;

/// The outline of some steps. None if there is nothing to see.
pub(super) fn outline(steps: &[PathEl]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for step in steps {
        match *step {
            PathEl::MoveTo(p) => builder.move_to(single(p.x), single(p.y)),
            PathEl::LineTo(p) => builder.line_to(single(p.x), single(p.y)),
            PathEl::QuadTo(a, p) => builder.quad_to(single(a.x), single(a.y), single(p.x), single(p.y)),
            PathEl::CurveTo(a, b, p) => {
                builder.cubic_to(single(a.x), single(a.y), single(b.x), single(b.y), single(p.x), single(p.y));
            }
            PathEl::ClosePath => builder.close(),
        }
    }
    builder.finish()
}
