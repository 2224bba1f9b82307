//! What the legend explains: a sample and its words, for everything that the map uses.

use super::arrow::arrow_between;
use super::hex::{feature_sample, side_sample, way_sample};
use super::identifier::{Identifier, modifier, victory};
use super::texture::terrain;
use super::{MapBasis, borders, spaces};
use crate::draw::{Item, Path, Rect, Style};
use crate::geometry::Point;
use crate::model::{Edge, EdgeBy, Place, PlaceKind, Side};
use crate::syntax::{BoundaryLook, IdentifierShape, MapKind};

/// A sample, around the origin, and its words.
pub struct LegendEntry {
    /// What is drawn.
    pub items: Vec<Item>,
    /// What it means.
    pub text: String,
}

/// All entries, in the order in which one looks for them.
pub fn entries(on: MapBasis<'_>) -> Vec<LegendEntry> {
    let room = Rect::around(0.0, 0.0, on.style.panel.sample.0, 0.74 * on.style.panel.row.0);
    let mut entries = terrains(on, room);
    entries.extend(identifiers(on, room));
    entries.extend(controls(on, room));
    entries.extend(boundaries(on, room));
    entries.extend(ways_and_features(on, room));
    entries.extend(arrows(on, room));
    entries
}

/// Lines through hexes, and things in them.
fn ways_and_features(on: MapBasis<'_>, room: Rect) -> Vec<LegendEntry> {
    let style = &on.style.hexes;
    let ways = on.map.ways.iter().filter(|way| on.map.lines.iter().any(|line| line.kind == way.id));
    let ways = ways.map(|way| LegendEntry { items: way_sample(way.look, room, style), text: way.name.clone() });
    let features = on.map.features.iter().filter(|feature| on.map.sites.iter().any(|site| site.kind == feature.id));
    let features = features
        .map(|feature| LegendEntry { items: feature_sample(feature.look, room, style), text: feature.name.clone() });
    ways.chain(features).collect()
}

fn area_places<'a>(on: MapBasis<'a>) -> impl Iterator<Item = &'a Place> {
    on.places().map(|(_, place)| place).filter(|place| place.kind.is_ground())
}

/// Terrain that areas have, with the shape of their identifiers.
fn terrains(on: MapBasis<'_>, room: Rect) -> Vec<LegendEntry> {
    let used = |id: &str| area_places(on).any(|place| place.kind.terrain() == Some(id));
    let scale = 0.86 * room.h / on.style.identifier.size.0;
    let entry = |kind: &crate::model::Terrain| {
        let corners =
            [(room.x, room.y), (room.right(), room.y), (room.right(), room.bottom()), (room.x, room.bottom())];
        let mut items = terrain(&[corners.map(|(x, y)| Point::new(x, y)).to_vec()], kind.look, &on.style.terrain);
        items.push(Item::Shape(Path::rect(room), Style::stroke(on.style.boxes.cell_line.stroke())));
        if let Some(shape) = kind.identifier {
            let y = if shape == IdentifierShape::Triangle { 0.05 * room.h } else { 0.0 };
            items.push(Identifier::plain(shape, "").draw(on, 0.0, y, 0.85 * scale));
        }
        LegendEntry { items, text: kind.name.clone() }
    };
    on.map.terrains.iter().filter(|kind| used(&kind.id)).map(entry).collect()
}

/// What the badge and the star mean.
fn identifiers(on: MapBasis<'_>, room: Rect) -> Vec<LegendEntry> {
    let shown: Vec<Identifier> = area_places(on).map(|place| Identifier::of(on, place)).collect();
    let mut entries = Vec::new();
    let marks = &on.style.identifier;
    if let Some(attribute) = modifier(on)
        && let Some(text) = shown.iter().filter_map(|one| one.badge.clone()).max()
    {
        let pill = Rect::around(0.0, 0.0, 1.7 * marks.badge.0, marks.badge.0);
        let style = Style::fill(*marks.badge_colour);
        let items = vec![
            Item::Shape(Path::rounded(pill, 0.45 * pill.h), style),
            Item::Text(on.style.types.badge.text().within(&text, pill)),
        ];
        entries.push(LegendEntry { items, text: attribute.name.clone() });
    }
    if let Some(attribute) = victory(on)
        && let Some(text) = shown.iter().filter_map(|one| one.star.clone()).max()
    {
        let r = marks.star.0.min(0.62 * room.h);
        let star = Style::fill(*marks.star_colour).with_stroke(marks.mark_line.stroke());
        let number = on.style.types.star.sized(on.style.types.star.size.0 * r / marks.star.0);
        let mut items = vec![Item::Shape(Path::star(0.0, 0.1 * r, r), star)];
        if !text.is_empty() {
            items.push(Item::Text(number.within(&text, Rect::around(0.0, 0.11 * r, 2.0 * r, 2.0 * r))));
        }
        entries.push(LegendEntry { items, text: attribute.name.clone() });
    }
    entries
}

/// Who controls what at the start.
fn controls(on: MapBasis<'_>, room: Rect) -> Vec<LegendEntry> {
    let has = |side: &Side| {
        area_places(on).any(|place| match &place.kind {
            PlaceKind::Area { control, .. } => on.side(control.as_ref()).is_some_and(|found| found.id == side.id),
            _ => false,
        })
    };
    let entry = |side: &Side| {
        let mut identifier = Identifier::plain(IdentifierShape::Circle, "");
        identifier.ring = Some(side.colour);
        let scale = room.h / identifier.body(on).h;
        let items = vec![identifier.draw(on, 0.0, 0.0, scale)];
        LegendEntry { items, text: format!("{} at the start", side.name) }
    };
    on.model.sides.iter().filter(|side| has(side)).map(entry).collect()
}

/// Boundaries of the map's borders, and how they are crossed.
fn boundaries(on: MapBasis<'_>, room: Rect) -> Vec<LegendEntry> {
    let mut entries = Vec::new();
    for boundary in &on.map.boundaries {
        let borders = || on.map.borders.iter().filter(|border| border.kind.as_ref() == Some(&boundary.id));
        if borders().next().is_none() {
            continue;
        }
        entries.push(LegendEntry { items: line(on, room, boundary.look), text: boundary.name.clone() });
        for (n, crossing) in boundary.crossings.iter().enumerate() {
            if borders().any(|border| border.crossing.as_ref() == Some(crossing)) {
                let mut items = line(on, room, boundary.look);
                items.push(borders::mark(on, Point::new(0.0, 0.0), (1.0, 0.0), n == 0));
                entries.push(LegendEntry { items, text: capitalised(crossing) });
            }
        }
    }
    entries
}

fn line(on: MapBasis<'_>, room: Rect, look: BoundaryLook) -> Vec<Item> {
    let bend = 0.3 * room.h;
    // A ravine of hexsides has teeth, which no single line has.
    if on.map.kind != MapKind::Area && look == BoundaryLook::Ravine {
        let points = [(room.x, bend / 2.0), (0.0, 0.0), (room.right(), -bend / 2.0)];
        return side_sample(look, points.map(|(x, y)| Point::new(x, y)).to_vec(), &on.style.hexes);
    }
    let mut path = Path::new();
    path.move_to(room.x, bend / 2.0).quad_to(room.x / 2.0, -bend, 0.0, 0.0).quad_to(
        room.right() / 2.0,
        bend,
        room.right(),
        -bend / 2.0,
    );
    borders::strokes(on, look).into_iter().map(|stroke| Item::Shape(path.clone(), Style::stroke(stroke))).collect()
}

/// Arrows, by what crossing them is like.
fn arrows(on: MapBasis<'_>, room: Rect) -> Vec<LegendEntry> {
    let here =
        |place: usize| on.model.places.get(place).is_some_and(|p| p.map.as_ref().is_some_and(|m| *m.id == *on.map.id));
    let all = || on.model.edges.iter().filter(|edge| edge.by == EdgeBy::Link && edge.drawn && here(edge.from.index));
    let links = || all().filter(|edge| !spaces::connects(on.model, edge));
    let ends = ((room.x + 0.5, 0.0), (room.right() - 0.5, 0.0));
    let mut entries = connections(on, room, all().filter(|edge| spaces::connects(on.model, edge)));
    if links().any(|edge| edge.boundary.is_none()) {
        let items = arrow_between(on, ends.0, ends.1, true, false);
        entries.push(LegendEntry { items, text: "Connection".to_string() });
    }
    for boundary in &on.map.boundaries {
        if links().any(|edge| edge.boundary.as_ref() == Some(&boundary.id)) {
            let items = arrow_between(on, ends.0, ends.1, true, boundary.look != BoundaryLook::Open);
            entries.push(LegendEntry { items, text: format!("Connection: {}", boundary.name) });
        }
    }
    entries
}

/// Lines between spaces, by their kinds.
fn connections<'e>(on: MapBasis<'_>, room: Rect, edges: impl Iterator<Item = &'e Edge>) -> Vec<LegendEntry> {
    let mut kinds: Vec<(String, &Edge)> = Vec::new();
    for edge in edges {
        let way = edge.ways.first().and_then(|id| on.map.ways.iter().find(|way| way.id == *id)).map(|way| &way.name);
        let boundary = edge.boundary.as_ref().and_then(|id| on.map.boundaries.iter().find(|own| own.id == *id));
        let name = way.or(boundary.map(|own| &own.name)).map_or_else(|| "Connection".to_string(), Clone::clone);
        if !kinds.iter().any(|(known, _)| *known == name) {
            kinds.push((name, edge));
        }
    }
    let path = Path::line(room.x + 0.5, 0.0, room.right() - 0.5, 0.0);
    let shape = |stroke| Item::Shape(path.clone(), Style::stroke(stroke));
    let entry = |(text, edge): (String, &Edge)| LegendEntry {
        items: spaces::strokes(on, edge).into_iter().map(shape).collect(),
        text,
    };
    kinds.into_iter().map(entry).collect()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
