//! Tracks and boxes.

use super::outline::bounds;
use super::{MapBasis, MapSheet};
use crate::draw::{Align, Item, Path, Rect, Style, TextBlock, fit_line};
use crate::model::{Place, PlaceKind, Track};
use crate::source::values::Colour;

/// Draws tracks and boxes, and takes their room.
pub fn plan(on: MapBasis<'_>, sheet: &mut MapSheet) -> Vec<Item> {
    let mut items = Vec::new();
    for track in on.model.tracks.iter().filter(|track| track.map.as_ref().is_some_and(|map| *map.id == *on.map.id)) {
        draw_track(on, sheet, track, &mut items);
    }
    for (_, place) in on.places() {
        if let PlaceKind::Box(found) = &place.kind {
            let colour = on.model.edge_colour(&place.id).or(on.colour(found.side.as_ref()));
            draw_box(on, sheet, place, colour, &mut items);
        }
    }
    items
}

/// The rooms of tracks and boxes: others line up with them.
pub fn rooms(on: MapBasis<'_>) -> Vec<Rect> {
    let here = |track: &&Track| track.map.as_ref().is_some_and(|map| *map.id == *on.map.id);
    let tracks = on
        .model
        .tracks
        .iter()
        .filter(here)
        .filter_map(|track| cells(on, track).into_iter().map(|(_, room)| room).reduce(Rect::union));
    let boxes = on.places().filter(|(_, place)| matches!(place.kind, PlaceKind::Box(_)));
    tracks.chain(boxes.filter_map(|(_, place)| bounds(&place.outline))).collect()
}

fn cells<'a>(on: MapBasis<'a>, track: &Track) -> Vec<(&'a Place, Rect)> {
    let spaces = track.spaces.iter().filter_map(|space| on.model.places.get(space.index));
    spaces.filter_map(|place| Some((place, bounds(&place.outline)?))).collect()
}

fn draw_track(on: MapBasis<'_>, sheet: &mut MapSheet, track: &Track, items: &mut Vec<Item>) {
    let cells = cells(on, track);
    let Some(room) = cells.iter().map(|(_, room)| *room).reduce(Rect::union) else { return };
    let side = on.colour(track.side.as_ref());
    let style = &on.style.boxes;
    let line = on.style.shaded(side, *style.cell_line.colour);
    let fill = on.style.tinted(*style.cell, side);
    for (place, cell) in &cells {
        let cell_style = Style::fill(fill).with_stroke(style.cell_line.stroke_in(line));
        items.push(Item::Shape(Path::rect(*cell), cell_style));
        draw_space(on, place, *cell, items);
        sheet.solid(format!("space {}", place.id), *cell);
    }
    let frame = Style::stroke(style.line.stroke_in(on.style.shaded(side, *style.line.colour)));
    if is_full(&cells, room) {
        items.push(Item::Shape(Path::rounded(room, 0.4), frame));
    }
    let heading = &on.style.types.heading;
    let mut text = heading.text().aligned(Align::Left);
    text.colour = on.style.shaded(side, text.colour);
    let above = Rect::new(room.x, room.y - 1.8 - 1.5 * text.cap, room.w, 1.5 * text.cap);
    let least = on.style.types.least.0 * text.cap / text.size();
    let run = fit_line(&heading.written(&track.name), text, least, above);
    if let Some(run) = run.filter(|run| sheet.labels.is_free(run.bounds())) {
        sheet.labels.take(run.bounds().inset(-0.5));
        items.push(Item::Text(run));
    }
}

/// Whether the cells fill their box, so that one line runs around all.
fn is_full(cells: &[(&Place, Rect)], room: Rect) -> bool {
    let filled: f64 = cells.iter().map(|(_, cell)| cell.w * cell.h).sum();
    (filled - room.w * room.h).abs() < 0.01 * room.w * room.h
}

/// The label at the top left, the name below it.
fn draw_space(on: MapBasis<'_>, place: &Place, cell: Rect, items: &mut Vec<Item>) {
    let padding = (0.08 * cell.w.min(cell.h)).clamp(0.6, on.style.boxes.padding.0);
    let inside = cell.inset(padding);
    let types = &on.style.types;
    let style = types.space.text().aligned(Align::Left);
    let cap = style.cap.min(0.36 * inside.h);
    let top = Rect::new(inside.x, inside.y, inside.w, cap);
    let least = 0.5 * cap;
    items.extend(fit_line(&types.space.written(&place.label), style.with_cap(cap), least, top).map(Item::Text));
    let Some(name) = place.name.as_ref().filter(|name| **name != place.label) else { return };
    let rest = Rect::new(inside.x, top.bottom() + 0.9, inside.w, inside.bottom() - top.bottom() - 0.9);
    let style = types.space_name.text().aligned(Align::Left);
    let least = types.least.0 * style.cap / style.size();
    if let Some(block) = TextBlock::fit(&types.space_name.written(name), style, least, rest) {
        items.extend(block.runs(rest).into_iter().map(Item::Text));
    }
}

/// A rounded box with its name at the top.
fn draw_box(on: MapBasis<'_>, sheet: &mut MapSheet, place: &Place, side: Option<Colour>, items: &mut Vec<Item>) {
    let Some(room) = bounds(&place.outline) else { return };
    let style = &on.style.boxes;
    let line = style.line.stroke_in(on.style.shaded(side, *style.line.colour));
    let fill = on.style.tinted(side.map_or(*style.fill, |_| *on.style.paper), side);
    items.push(Item::Shape(Path::rounded(room, style.radius.0), Style::fill(fill).with_stroke(line)));
    sheet.solid(format!("box {}", place.id), room);
    let heading = &on.style.types.heading;
    let mut text = heading.text();
    text.colour = on.style.shaded(side, text.colour);
    let padding = style.padding.0.min(0.12 * room.w.min(room.h));
    let inside = room.inset(padding);
    let least = on.style.types.least.0 * text.cap / text.size();
    let name = heading.written(place.name.as_deref().unwrap_or(&place.label));
    if let Some(block) = TextBlock::fit(&name, text, least, inside) {
        items.extend(block.runs(inside).into_iter().map(Item::Text));
    }
}
