//! How far items reach, before they are drawn.

use crate::{Affine, Item, Rect, Stroke, TextRun, shape};

/// The limit of SVG for the length of sharp corners.
pub(super) const MITER: f64 = 4.0;

/// How far a line reaches beyond its path, in its own units: corners without round joins reach further.
pub(super) fn reach(stroke: &Stroke) -> f64 {
    stroke.width / 2.0 * if stroke.round { 1.0 } else { MITER }
}

/// A rectangle around a run of text, rim included.
pub(super) fn of_text(run: &TextRun) -> Rect {
    let width = shape(run.font, &run.text).width(run.size, run.spacing);
    let Rect { y, h, .. } = height_of(run);
    // Letters may stand out of their room.
    Rect::new(run.x - run.size, y, width + 2.0 * run.size, h)
}

/// From where to where a run of text reaches down, rim included; known before it is shaped.
pub(super) fn height_of(run: &TextRun) -> Rect {
    let rim = run.halo.map_or(0.0, |(_, width)| width.max(0.0));
    Rect::new(run.x, run.y - 2.0 * run.size - rim, 0.0, 3.0 * run.size + 2.0 * rim)
}

/// A rectangle around items that `place` maps to pixels; none if there is nothing.
pub(super) fn of(items: &[Item], place: Affine) -> Option<Rect> {
    let each = items.iter().filter_map(|item| match item {
        Item::Shape(path, style) => {
            let reach = style.stroke.as_ref().map_or(0.0, reach);
            Some(place.apply_rect(path.bounds()?.inset(-reach)))
        }
        Item::Text(run) => Some(place.apply_rect(of_text(run))),
        // Lines of a picture may end beyond its edge.
        Item::Picture { size: (width, height), place: own, .. } => {
            Some(place.after(*own).apply_rect(Rect::new(-width, -height, 3.0 * width, 3.0 * height)))
        }
        Item::Group { place: own, clip, items, .. } => {
            let place = place.after(*own);
            match clip {
                Some(clip) => Some(place.apply_rect(clip.bounds()?)),
                None => of(items, place),
            }
        }
        Item::Shared(items) | Item::Inlined(items) => of(items, place),
    });
    each.reduce(Rect::union)
}
