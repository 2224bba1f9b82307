//! Spaces of point-to-point maps, and the connections between them: lines that end at the edge of a space.

use super::area::look_of;
use super::borders;
use super::hex::way_strokes;
use super::identifier::Identifier;
use super::outline::{bounds, open};
use super::{MapBasis, MapSheet};
use crate::draw::{Affine, Align, Item, Path, Rect, Stroke, Style, fit_line};
use crate::geometry::{Point, polygon};
use crate::look::Look;
use crate::model::{Edge, EdgeBy, Map, Model, Place, PlaceKind};
use crate::source::values::Colour;
use crate::syntax::SpaceShape;

/// Whether an edge is drawn as a line, because one of its ends is a space.
pub fn connects(model: &Model, edge: &Edge) -> bool {
    let space = |place: usize| model.places.get(place).is_some_and(|place| place.space().is_some());
    edge.by == EdgeBy::Link && (space(edge.from.index) || space(edge.to.index))
}

/// The strokes of a connection, widest first: those of its way, of its boundary, or a plain line.
pub fn strokes(on: MapBasis<'_>, edge: &Edge) -> Vec<Stroke> {
    let way = edge.ways.first().and_then(|id| on.map.ways.iter().find(|way| way.id == *id));
    let boundary = edge.boundary.as_ref().and_then(|id| on.map.boundaries.iter().find(|own| own.id == *id));
    match (way, boundary) {
        (Some(way), _) => way_strokes(way.look, &on.style.hexes),
        (None, Some(boundary)) => borders::strokes(on, boundary.look),
        (None, None) => vec![plain(on)],
    }
}

fn plain(on: MapBasis<'_>) -> Stroke {
    on.style.border.open.stroke()
}

/// Lines between spaces, each once, and the room they take. One that leads one way has an arrow at its end.
pub fn connections(on: MapBasis<'_>, sheet: &mut MapSheet) -> Vec<Item> {
    let mut items = Vec::new();
    let here = |edge: &&Edge| on.places().any(|(n, _)| n == edge.from.index);
    let edges: Vec<&Edge> =
        on.model.edges.iter().filter(|edge| edge.drawn && connects(on.model, edge)).filter(here).collect();
    for (n, edge) in edges.iter().enumerate() {
        let back = |other: &&&Edge| other.from == edge.to && other.to == edge.from;
        if edges[..n].iter().any(|other| back(&other)) {
            continue;
        }
        let both = edges[n..].iter().any(|other| back(&other));
        let Some(course) = course(on.model, edge) else { continue };
        for pair in course.windows(2) {
            let steps = (pair[0].distance(pair[1]) / 1.5).clamp(1.0, 2000.0);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            for step in 0..=steps as u32 {
                let at = pair[0].towards(pair[1], f64::from(step) / steps);
                sheet.labels.take(Rect::around(at.x, at.y, 1.6, 1.6));
            }
        }
        let strokes = strokes(on, edge);
        let colour = strokes.first().map_or(*on.style.ink, |stroke| stroke.colour);
        items.extend(strokes.into_iter().map(|stroke| Item::Shape(open(&course), Style::stroke(stroke))));
        if !both {
            items.extend(head(on, &course, colour));
        }
    }
    items
}

/// The head of an arrow at the end of a course.
fn head(on: MapBasis<'_>, course: &[Point], colour: Colour) -> Option<Item> {
    let [.., before, tip] = course else { return None };
    let length = before.distance(*tip);
    if length <= 0.0 {
        return None;
    }
    let (dx, dy) = ((tip.x - before.x) / length, (tip.y - before.y) / length);
    let long = on.style.link.head.0 * 0.8;
    let (bx, by) = (tip.x - dx * long, tip.y - dy * long);
    let half = 0.42 * long;
    let path = Path::polygon([(tip.x, tip.y), (bx - dy * half, by + dx * half), (bx + dy * half, by - dx * half)]);
    Some(Item::Shape(path, Style::fill(colour)))
}

/// From edge to edge, through the points that the author gives.
fn course(model: &Model, edge: &Edge) -> Option<Vec<Point>> {
    let (from, to) = (model.places.get(edge.from.index)?, model.places.get(edge.to.index)?);
    let mut points = vec![from.centre?];
    points.extend(&edge.via);
    points.push(to.centre?);
    let last = points.len() - 1;
    let start = leave(&from.outline, points[0], points[1]);
    let end = leave(&to.outline, points[last], points[last - 1]);
    points[0] = start;
    points[last] = end;
    Some(points)
}

/// Where a line from the inside of an outline leaves it.
fn leave(outline: &[Point], inside: Point, outside: Point) -> Point {
    let (mut low, mut high) = (0.0, 1.0);
    if polygon::contains(outline, outside) {
        return inside;
    }
    for _ in 0..24 {
        let middle = (low + high) / 2.0;
        if polygon::contains(outline, inside.towards(outside, middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    inside.towards(outside, high)
}

/// The spaces and their names. A name stands in a box; beside a circle or a picture it looks for room.
pub fn spaces(on: MapBasis<'_>, sheet: &mut MapSheet) -> Vec<Item> {
    let spaces: Vec<&Place> = on.places().map(|(_, place)| place).filter(|place| place.space().is_some()).collect();
    let mut items = Vec::new();
    for place in &spaces {
        let Some(room) = bounds(&place.outline) else { continue };
        sheet.solid(format!("area {}", place.label), room);
        items.extend(body(on, place, room));
    }
    for place in &spaces {
        let Some(room) = bounds(&place.outline) else { continue };
        items.extend(name(on, sheet, place, room));
        items.extend(marks(on, place, room));
    }
    items
}

/// The shape, in the colour of its terrain and of who controls it; a picture is laid over the map instead.
fn body(on: MapBasis<'_>, place: &Place, room: Rect) -> Option<Item> {
    let space = place.space().filter(|space| space.image.is_none())?;
    let control = match &place.kind {
        PlaceKind::Area { control, .. } => control.as_ref(),
        _ => None,
    };
    let side = on.colour(control);
    let style = &on.style.boxes;
    let ground = on.style.ground_of(look_of(on, place)).under(*on.style.paper, 0.6);
    let line = style.line.stroke_in(on.style.shaded(side, *on.style.ink));
    let path = match space.shape {
        SpaceShape::Circle => Path::ellipse(room),
        SpaceShape::Box => Path::rounded(room, style.radius.0.min(0.12 * room.w.min(room.h))),
    };
    Some(Item::Shape(path, Style::fill(on.style.tinted(ground, side)).with_stroke(line)))
}

/// The name of a space, or its label where it has none.
fn name(on: MapBasis<'_>, sheet: &mut MapSheet, place: &Place, room: Rect) -> Option<Item> {
    let kind = &on.style.types.name;
    let text = kind.written(place.name.as_deref().unwrap_or(&place.label));
    let style = kind.text().aligned(Align::Centre);
    let boxed = place.space().is_some_and(|space| space.shape == SpaceShape::Box && space.image.is_none());
    if boxed {
        let top = Rect::new(room.x + 1.0, room.y + 1.0, room.w - 2.0, style.cap * 1.3);
        if let Some(run) = fit_line(&text, style, on.style.types.least.0 * 0.7, top) {
            return Some(Item::Text(run));
        }
    }
    let (width, height) = (style.width(&text), style.cap);
    let (x, y) = room.centre();
    let aside = 1.6;
    let (far_x, far_y) = (room.w / 2.0 + aside + width / 2.0, room.h / 2.0 + aside + height / 2.0);
    let near = 0.72;
    let spots = [
        (0.0, far_y, 0.0),
        (0.0, -far_y, 1.0),
        (far_x, 0.0, 2.0),
        (-far_x, 0.0, 2.0),
        (far_x * near, far_y * near, 3.0),
        (-far_x * near, far_y * near, 3.0),
        (far_x * near, -far_y * near, 4.0),
        (-far_x * near, -far_y * near, 4.0),
        (0.0, far_y + height * 1.5, 5.0),
        (0.0, -far_y - height * 1.5, 6.0),
    ];
    let sheet_room = sheet.room().inset(1.0);
    let rooms = spots.map(|(dx, dy, cost)| (Rect::around(x + dx, y + dy, width, height), cost));
    let cost = |(spot, cost): &(Rect, f64)| {
        let off = if sheet_room.contains(*spot, 0.0) { 0.0 } else { 1000.0 };
        *cost + off + sheet.labels.overlap(spot.inset(-0.4)) * 4.0
    };
    let best = rooms.iter().map(|one| (cost(one), one.0)).reduce(|a, b| if b.0 < a.0 { b } else { a });
    let (_, spot) = best?;
    sheet.labels.take(spot.inset(-0.4));
    let mut run = style.within(&text, spot);
    run.halo = Some((*on.style.ground, on.style.types.halo.0));
    Some(Item::Text(run))
}

/// The label inside a space whose name stands beside it, and the star of victory at its corner.
fn marks(on: MapBasis<'_>, place: &Place, room: Rect) -> Vec<Item> {
    let mut items = Vec::new();
    let picture = place.space().is_some_and(|space| space.image.is_some());
    if place.name.is_some() && !picture {
        let style = on.style.types.space.text().aligned(Align::Centre);
        let (x, y) = room.centre();
        let inside = Rect::around(x, y, 0.66 * room.w, 0.4 * room.h);
        items.extend(fit_line(&place.label, style, 0.5, inside).map(Item::Text));
    }
    let identifier = Identifier::of(on, place);
    if let Some(text) = &identifier.star {
        let r = on.style.identifier.star.0;
        let (x, y) = (room.right() - r, room.y + r);
        let line = on.style.identifier.mark_line.stroke();
        let star = Path::star(x, y, r);
        items.push(Item::Shape(star, Style::fill(*on.style.identifier.star_colour).with_stroke(line)));
        if !text.is_empty() {
            let inside = Rect::around(x, y + 0.06 * r, 2.0 * r, 2.0 * r);
            items.push(Item::Text(on.style.types.star.text().aligned(Align::Centre).within(text, inside)));
        }
    }
    if let Some(text) = &identifier.badge {
        let style = &on.style.identifier;
        let letters = on.style.types.badge.text().aligned(Align::Centre);
        let width = (letters.width(text) + 0.55 * style.badge.0).max(1.35 * style.badge.0);
        let pill = Rect::around(room.centre().0, room.bottom() - 0.7 * style.badge.0, width, style.badge.0);
        let shape = Style::fill(*style.badge_colour).with_stroke(style.mark_line.stroke());
        items.push(Item::Shape(Path::rounded(pill, 0.45 * pill.h), shape));
        items.push(Item::Text(letters.within(text, pill)));
    }
    items
}

/// The author's own pictures of spaces, each in the room of its space, without being stretched.
pub fn pictures(model: &Model, look: &Look, map: &Map) -> Vec<Item> {
    let here = model.places.iter().filter(|place| place.map.as_ref().is_some_and(|own| *own.id == *map.id));
    let picture = |place: &Place| {
        let image = look.images.get(place.space()?.image.as_ref()?)?;
        let room = bounds(&place.outline)?;
        let scale = (room.w / image.size.0).min(room.h / image.size.1);
        let (x, y) = room.centre();
        let place = Affine::scale_shift(scale, scale, x - image.size.0 * scale / 2.0, y - image.size.1 * scale / 2.0);
        Some(Item::Picture { picture: image.picture.clone(), size: image.size, place, ink: Colour([0; 3]) })
    };
    here.filter_map(picture).collect()
}
