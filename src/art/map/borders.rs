//! Lines between areas, and the marks where they are crossed.

use super::outline::{along, open};
use super::{MapBasis, MapSheet};
use crate::draw::{Affine, Item, Path, Rect, Stroke, Style};
use crate::geometry::{Point, distance_to_segment, polygon};
use crate::look::styles::LineStyle;
use crate::model::{Border, Boundary};
use crate::syntax::{BoundaryLook, TerrainLook};

/// Draws the lines: easy ones first, so that hard ones run through.
pub fn lines(on: MapBasis<'_>, sheet: &mut MapSheet) {
    let looks = [
        BoundaryLook::Open,
        BoundaryLook::Stream,
        BoundaryLook::Ravine,
        BoundaryLook::River,
        BoundaryLook::Lake,
        BoundaryLook::MajorRiver,
    ];
    let edge = land_edge(on, false);
    sheet.drawing.shape(edge, Style::stroke(on.style.border.land.stroke()));
    for look in looks {
        let mut path = Path::new();
        for border in on.map.borders.iter().filter(|border| look_of(on, border) == Some(look)) {
            path.add(&open(&border.path));
        }
        for stroke in strokes(on, look) {
            sheet.drawing.shape(path.clone(), Style::stroke(stroke));
        }
    }
}

/// The strokes of a boundary, broadest first.
pub fn strokes(on: MapBasis<'_>, look: BoundaryLook) -> Vec<Stroke> {
    let line: &LineStyle = on.style.border_of(look);
    if look == BoundaryLook::Open {
        return vec![line.stroke()];
    }
    let rim = &on.style.border.rim;
    vec![Stroke::new(*rim.colour, line.width.0 + 2.0 * rim.width.0), line.stroke()]
}

fn kind_of<'a>(on: MapBasis<'a>, border: &Border) -> Option<&'a Boundary> {
    let kind = border.kind.as_ref()?;
    on.map.boundaries.iter().find(|boundary| boundary.id == *kind)
}

fn look_of(on: MapBasis<'_>, border: &Border) -> Option<BoundaryLook> {
    border.kind.as_ref()?;
    Some(kind_of(on, border).map_or(BoundaryLook::Open, |boundary| boundary.look))
}

/// The edge of the land where it runs along water, which has its own line, or where it does not.
pub fn land_edge(on: MapBasis<'_>, shore: bool) -> Path {
    const NEAR: f64 = 0.8;
    let waters = on.map.shapes.iter().filter(|shape| shape.look == TerrainLook::Water);
    let waters: Vec<Vec<Point>> = waters.map(|shape| shape.outline.clone()).collect();
    let near = |at: Point| {
        let mut edges = waters.iter().flat_map(|water| polygon::edges(water));
        edges.any(|(a, b)| distance_to_segment(at, a, b) < NEAR)
    };
    let mut path = Path::new();
    for border in on.map.borders.iter().filter(|border| border.kind.is_none()) {
        let line = border.path.clone();
        for stretch in line.chunk_by(|a, b| near(a.midpoint(*b)) == shore && a != b).filter(|run| run.len() > 1) {
            path.add(&open(stretch));
        }
    }
    path
}

/// The marks of crossings, in the middle of their border.
pub fn crossings(on: MapBasis<'_>, sheet: &mut MapSheet) -> Vec<Item> {
    let mut items = Vec::new();
    for border in on.map.borders.iter().filter(|border| border.crossing.is_some()) {
        if !is_longest(on, border) {
            continue;
        }
        let Some((at, direction)) = middle(&border.path) else { continue };
        let style = &on.style.crossing;
        let across = style.length.0;
        sheet.labels.take(Rect::around(at.x, at.y, across + 0.6, across + 0.6));
        items.push(mark(on, at, direction, is_solid(on, border)));
    }
    items
}

/// Where a mark stands: in the middle, or near it where the line is straighter.
fn middle(line: &[Point]) -> Option<(Point, (f64, f64))> {
    const WINDOW: f64 = 0.06;
    let straight = |part: f64| {
        let (a, _) = along(line, part - WINDOW)?;
        let (b, _) = along(line, part + WINDOW)?;
        let (at, _) = along(line, part)?;
        let length = a.distance(b);
        let bend = distance_to_segment(at, a, b) + 2.0 * (part - 0.5).abs();
        (length > 0.0).then(|| (bend, at, ((b.x - a.x) / length, (b.y - a.y) / length)))
    };
    let parts = [0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65];
    let best = parts.into_iter().filter_map(straight).reduce(|best, next| if next.0 < best.0 { next } else { best });
    best.map(|(_, at, direction)| (at, direction))
}

/// Of several borders between two areas one carries the mark.
fn is_longest(on: MapBasis<'_>, border: &Border) -> bool {
    let length = |border: &Border| polygon::path_length(&border.path);
    let same = |other: &&Border| other.a == border.a && other.b == border.b && other.crossing == border.crossing;
    let longest = on.map.borders.iter().filter(same).reduce(|a, b| if length(b) > length(a) { b } else { a });
    longest.is_some_and(|longest| std::ptr::eq(longest, border))
}

/// The first crossing that a boundary names is built; the others are not, and have broken rails.
fn is_solid(on: MapBasis<'_>, border: &Border) -> bool {
    kind_of(on, border).is_none_or(|kind| kind.crossings.first() == border.crossing.as_ref())
}

/// Two rails with flared ends over a light deck, across a line of that direction.
pub fn mark(on: MapBasis<'_>, at: Point, (dx, dy): (f64, f64), solid: bool) -> Item {
    let style = &on.style.crossing;
    let (half, side) = (style.length.0 / 2.0, style.width.0 / 2.0);
    let place = Affine([dx, dy, -dy, dx, at.x, at.y]);
    let deck = Path::rect(Rect::around(0.0, 0.0, 2.0 * side, 2.0 * half - 0.6));
    let mut rails = Path::new();
    for x in [-side, side] {
        let flare = if x < 0.0 { -0.8 } else { 0.8 };
        rails.move_to(x + flare, -half).line_to(x, -half + 0.9).line_to(x, half - 0.9).line_to(x + flare, half);
    }
    let stroke = style.rail.stroke();
    let stroke = if solid { stroke } else { stroke.dashed([0.9, 0.9]) };
    let items = vec![Item::Shape(deck, Style::fill(*style.deck)), Item::Shape(rails, Style::stroke(stroke))];
    Item::Group { place, clip: None, opacity: 1.0, items }
}
