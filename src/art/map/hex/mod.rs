//! Maps of hexes or squares: land, terrain, sides, lines, things in cells, names.
//!
//! Everything is laid out before anything is drawn, so that marks of terrain keep off numbers, lines
//! and names, and names keep off each other. Things of one kind are one path, however many they are.

mod crossings;
mod curve;
mod edges;
mod field;
mod names;
mod sides;
mod sites;
mod terrain;
mod ways;

pub use sides::sample as side_sample;
pub use sites::sample as feature_sample;
pub use ways::{sample as way_sample, strokes as way_strokes};

use super::MapSheet;
use crate::draw::{Item, Rect};
use crate::geometry::Point;
use crate::geometry::polygon::path_length;
use crate::look::styles::{HexStyle, TerrainStyle};
use crate::model::{Map, Model};
use curve::{Crowd, sampled};
use field::HexField;
use names::{Scribe, WrittenName};
use sides::River;
use sites::Thing;

/// Letters and lines are made for hexes up to this radius; in larger ones they grow.
const LARGE: f64 = 20.0;

/// Draws the hexes of a map and everything on them onto its sheet.
pub fn draw_hexes(model: &Model, map: &Map, style: &HexStyle, terrain: &TerrainStyle, sheet: &mut MapSheet) {
    let Some(field) = HexField::new(model, map) else { return };
    let times = (field.radius / LARGE).clamp(1.0, 2.2);
    let grown = (times > 1.0).then(|| style.grown(times));
    let style = grown.as_ref().unwrap_or(style);
    let things = sites::things(&field, map);
    let ways = ways::ways(&field, map, style, &sites::busy(&field, &things));
    let rivers = sides::rivers(&field, map, style);
    let crossings = crossings::crossings(&field, map, &ways, style);
    let stretches = edges::stretches(model, &field, map, style);

    let mut crowd = Crowd::default();
    sides::crowd(&rivers, style, &mut crowd);
    crossings.iter().for_each(|crossing| crowd.add(crossing.room()));
    ways::crowd(&ways, style, &mut crowd);
    let rim = terrain::rim_crowd(&field);
    let numbers = names::numbers(&field, style, &crowd);
    numbers.iter().for_each(|run| sheet.labels.take(run.bounds().inset(-0.15)));
    things.iter().filter_map(|thing| thing.room(&field, style)).for_each(|room| sheet.labels.take(room));
    crossings.iter().for_each(|crossing| sheet.labels.take(crossing.room()));

    let mut scribe = Scribe {
        sheet: Rect::new(0.0, 0.0, sheet.drawing.width, sheet.drawing.height),
        labels: &mut sheet.labels,
        crowd: &crowd,
        rim: &rim,
        style,
    };
    let codes: Vec<Item> = field.cells.iter().flat_map(|cell| scribe.code(&field, cell)).collect();
    let mut written = edges::names(&stretches, &field, &mut scribe);
    written.extend(site_names(&field, &things, &mut scribe));
    written.extend(river_names(&rivers, &mut scribe));
    written.extend(way_names(&field, map, &mut scribe));

    let mut texts = Crowd::default();
    let rooms = numbers.iter().map(|run| run.bounds().inset(-0.3)).chain(written.iter().map(WrittenName::room));
    for room in rooms {
        texts.add(room);
        crowd.add(room);
    }
    sites::crowd(&field, &things, style, &mut crowd);

    let items = &mut sheet.drawing.items;
    edges::draw(&stretches, style, items);
    terrain::draw(&field, style, terrain, &crowd, items);
    terrain::draw_control(model, &field, style, items);
    let unwritten = |p: Point| texts.touched(Rect::around(p.x, p.y, 1.2, 1.0)) == 0;
    sites::draw_grounds(&field, &things, style, terrain.tilt.value, &unwritten, items);
    terrain::draw_grid(&field, style, items);
    sides::draw(&rivers, style, items);
    crossings::draw_grounds(&crossings, style, items);
    ways::draw(&ways, style, items);
    sites::draw_towns(&field, &things, style, terrain.tilt.value, items);
    crossings::draw(&crossings, style, items);
    terrain::draw_rim(&field, style, items);
    sites::draw_marks(&things, &field, style, items);
    items.extend(numbers.into_iter().map(Item::Text));
    items.extend(codes);
    items.extend(written.into_iter().flat_map(WrittenName::items));
}

/// Names of things, the most important first.
fn site_names(field: &HexField<'_>, things: &[Thing<'_>], scribe: &mut Scribe<'_>) -> Vec<WrittenName> {
    let mut order: Vec<&Thing<'_>> = things.iter().collect();
    order.sort_by_key(|thing| thing.look);
    order.into_iter().filter_map(|thing| scribe.site_name(field, thing)).collect()
}

/// Names of rivers, along the longest chain of each.
fn river_names(rivers: &[River], scribe: &mut Scribe<'_>) -> Vec<WrittenName> {
    let mut named: Vec<&River> = rivers.iter().filter(|river| river.name.is_some()).collect();
    named.sort_by(|a, b| a.name.cmp(&b.name).then(b.course.len().cmp(&a.course.len())));
    named.dedup_by(|a, b| a.name == b.name);
    let style = scribe.style;
    let mut written = Vec::new();
    for river in named {
        let Some(name) = &river.name else { continue };
        let off = sides::width(river.look, style) / 2.0 + style.halo_width.0;
        for part in parts(&sampled(&river.course), style.name_again.0) {
            written.extend(scribe.along(name, &style.water_name, part, off));
        }
    }
    written
}

/// Names of lines.
fn way_names(field: &HexField<'_>, map: &Map, scribe: &mut Scribe<'_>) -> Vec<WrittenName> {
    let style = scribe.style;
    let mut written = Vec::new();
    for line in &map.lines {
        let Some(name) = &line.name else { continue };
        let Some(way) = map.ways.iter().find(|way| way.id == line.kind) else { continue };
        let hexes = line.path.iter().filter_map(|place| field.hex(place));
        let centres: Vec<Point> = hexes.map(|hex| field.cells[hex].centre).collect();
        let off = ways::width(way.look, style) / 2.0 + style.halo_width.0;
        for part in parts(&sampled(&centres), style.name_again.0) {
            written.extend(scribe.along(name, &style.way_name, part, off));
        }
    }
    written
}

/// A line cut into equal parts, as many as are needed for none to be much longer than a length.
fn parts(line: &[Point], length: f64) -> Vec<&[Point]> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let count = (path_length(line) / length).round().clamp(1.0, 100.0) as usize;
    line.chunks(line.len().div_ceil(count).max(2)).collect()
}
