//! Displays: the sheets beside the map.

use super::para::{Para, words};
use super::tracks;
use super::{Chart, ChartJob, Of, Tray, TrayRoom, lists, paper, strengths};
use crate::draw::{Affine, Align, Path, Rect, Stroke, Style};
use crate::look::styles::count;
use crate::model::{BoxPlace, Display, Place, PlaceKind, Ref, Side};
use crate::source::values::Colour;

/// Every display; one that is too long for its size goes on on a second sheet.
pub fn charts(job: &ChartJob<'_>) -> Vec<Chart> {
    job.model.displays.iter().enumerate().flat_map(|(n, display)| sheets(job, Of::Display(n), display)).collect()
}

/// What stands on a display from edge to edge, and how much higher it likes to be.
pub struct DisplayStrip {
    /// What is drawn.
    pub drawing: Tray,
    /// Parts of spare room it takes; 0: none.
    pub stretch: f64,
    /// Draws it at another height.
    pub again: Option<Box<dyn Fn(f64) -> Tray>>,
}

impl DisplayStrip {
    /// A strip of one height.
    pub fn fixed(drawing: Tray) -> Self {
        Self { drawing, stretch: 0.0, again: None }
    }

    /// A strip that can be higher.
    pub fn stretching(least: f64, stretch: f64, draw: impl Fn(f64) -> Tray + 'static) -> Self {
        Self { drawing: draw(least), stretch, again: Some(Box::new(draw)) }
    }
}

fn sheets(job: &ChartJob<'_>, of: Of, display: &Display) -> Vec<Chart> {
    let (width, height) = display.size.unwrap_or((job.style.page_width.0, job.style.page_height.0));
    let side = display.side.as_ref().and_then(|side| job.model.sides.get(side.index));
    let inner = Rect::new(0.0, 0.0, width, height).inset(job.style.margin.0);
    let strips = strips(job, display, side, (inner.w, inner.h));
    let drawn: Vec<Tray> = pages_of(job, strips, inner, &display.name, side, (width, height));
    let placed = outlined(job, display);
    let mut charts = Vec::new();
    for (n, mut drawing) in drawn.into_iter().enumerate() {
        if n == 0 {
            drawing.place(placed.clone(), Affine::IDENTITY);
        }
        let id = if n == 0 { format!("display-{}", display.id) } else { format!("display-{}-{}", display.id, n + 1) };
        let (drawing, rooms) = drawing.into_parts();
        charts.push(Chart { id, of, title: display.name.clone(), drawing, rooms });
    }
    charts
}

/// Everything without a place of its own, from top to bottom.
fn strips(
    job: &ChartJob<'_>,
    display: &Display,
    side: Option<&Side>,
    (width, height): (f64, f64),
) -> Vec<DisplayStrip> {
    let mut strips = Vec::new();
    for track in display.tracks.iter().filter_map(|track| job.model.tracks.get(track.index)) {
        let free = track
            .spaces
            .iter()
            .filter_map(|space| job.model.places.get(space.index))
            .any(|place| place.outline.is_empty());
        if free {
            strips.extend(tracks::track(job, display, track, side, width));
            strips.extend(sum(job, &track.id, width));
        }
    }
    strips.extend(strengths::strips(job, display, width, height));
    let boxes = display
        .boxes
        .iter()
        .filter(|place| job.model.places.get(place.index).is_some_and(|place| place.outline.is_empty()));
    let boxes: Vec<&Ref<Place>> = boxes.collect();
    strips.extend(boxes.chunks(2).map(|pair| box_row(job, pair, side, width)));
    // A gap that nothing follows would only begin another sheet.
    while strips.last().is_some_and(|strip| strip.drawing.items.is_empty()) {
        strips.pop();
    }
    strips
}

/// The sum that a track of the same id keeps.
fn sum(job: &ChartJob<'_>, id: &str, width: f64) -> Option<DisplayStrip> {
    let rule = job.model.rules.procedures.iter().find(|rule| rule.id == id)?;
    let rows = lists::procedure_rows(job, rule, job.style.span(2));
    let mut drawing = Tray::new(width, rows.iter().map(|row| row.height).sum::<f64>() + job.style.block_gap.0);
    let mut y = 0.0;
    for row in rows {
        let height = row.height;
        drawing.place(row, Affine::shift(0.0, y));
        y += height;
    }
    Some(DisplayStrip::fixed(drawing))
}

/// Boxes side by side.
fn box_row(job: &ChartJob<'_>, pair: &[&Ref<Place>], side: Option<&Side>, width: f64) -> DisplayStrip {
    const LEAST: f64 = 30.0;
    const MOST: f64 = 95.0;
    let style = job.style;
    let gutter = style.gutter.0;
    let each = (width - gutter * (count(pair.len()) - 1.0)) / count(pair.len());
    let places = pair.iter().filter_map(|place| Some((place.index, job.model.places.get(place.index)?)));
    let boxes: Vec<(String, Colour, Tray, usize)> = places
        .map(|(index, place)| {
            let own = match &place.kind {
                PlaceKind::Box(BoxPlace { side: Some(own), .. }) => job.model.sides.get(own.index),
                _ => None,
            };
            let colour = job.model.edge_colour(&place.id).or(own.or(side).map(|side| side.colour));
            let ground = colour.map_or(style.row_ground(), |colour| style.side_ground(colour));
            let waiting = tracks::waiting(job, place, own.or(side), each);
            let name = place.name.clone().unwrap_or_else(|| place.label.clone());
            (name, ground, waiting, index)
        })
        .collect();
    let (letters, line, pad, gap) =
        (style.bold_text(), Stroke::new(style.muted.value, style.line.0), style.pad.0, style.block_gap.0);
    let top = letters.leading() + 2.0 * pad;
    let least = boxes.iter().map(|(_, _, waiting, _)| waiting.height + top).fold(LEAST, f64::max);
    DisplayStrip::stretching(least + gap, 1.0, move |height| {
        let mut drawing = Tray::new(width, height);
        let height = height.min(least.max(MOST) + gap);
        for (n, (name, ground, waiting, place)) in boxes.iter().enumerate() {
            let room = Rect::new((each + gutter) * count(n), 0.0, each, height - gap);
            drawing.room(TrayRoom::Place(*place), room);
            drawing.shape(Path::rounded(room, 1.5), Style::fill(*ground).with_stroke(line.clone()));
            Para::new(&[words(name.as_str(), letters)], each - 4.0 * pad).draw(
                &mut drawing,
                room.x + 2.0 * pad,
                pad,
                Align::Left,
            );
            drawing.place(waiting.clone(), Affine::shift(room.x, top));
        }
        drawing
    })
}

/// Puts strips onto sheets and gives spare room to those that take it.
fn pages_of(
    job: &ChartJob<'_>,
    strips: Vec<DisplayStrip>,
    inner: Rect,
    title: &str,
    side: Option<&Side>,
    size: (f64, f64),
) -> Vec<Tray> {
    let bar = title_bar(job, title, side, inner.w);
    let top = inner.y + bar.height + job.style.block_gap.0;
    let mut sheets: Vec<Vec<DisplayStrip>> = vec![Vec::new()];
    let mut y = top;
    for strip in strips {
        if y + strip.drawing.height > inner.bottom() + job.style.block_gap.0 + 1e-6
            && sheets.last().is_some_and(|sheet| !sheet.is_empty())
        {
            sheets.push(Vec::new());
            y = top;
        }
        y += strip.drawing.height;
        if let Some(sheet) = sheets.last_mut() {
            sheet.push(strip);
        }
    }
    let draw = |sheet: Vec<DisplayStrip>| {
        let mut drawing = Tray::from(paper(size.0, size.1));
        drawing.place(bar.clone(), Affine::shift(inner.x, inner.y));
        let used: f64 = sheet.iter().map(|strip| strip.drawing.height).sum();
        let spare = (inner.bottom() + job.style.block_gap.0 - top - used).max(0.0);
        let parts: f64 = sheet.iter().map(|strip| strip.stretch).sum();
        let mut y = top;
        for strip in sheet {
            let more = if parts > 0.0 { spare * strip.stretch / parts } else { 0.0 };
            let height = strip.drawing.height + more;
            let part = strip.again.as_ref().map_or_else(|| strip.drawing.clone(), |again| again(height));
            drawing.place(part, Affine::shift(inner.x, y));
            y += height;
        }
        drawing
    };
    sheets.into_iter().map(draw).collect()
}

fn title_bar(job: &ChartJob<'_>, title: &str, side: Option<&Side>, width: f64) -> Tray {
    let style = job.style;
    let (ground, ink) = side.map_or((style.bar.value, style.bar_ink.value), |side| (side.colour, side.ink));
    let mut letters = style.title_text();
    letters.colour = ink;
    let mut small = style.small_text();
    small.colour = ink;
    let game = Para::line(&job.model.game.title, small);
    let name = Para::new(&[words(title, letters)], width - game.ink_width() - 8.0 * style.pad.0);
    let height = name.height() + 1.5 * style.pad.0;
    let mut bar = Tray::new(width, height);
    bar.shape(Path::rect(Rect::new(0.0, 0.0, width, height)), Style::fill(ground));
    name.draw(&mut bar, 2.0 * style.pad.0, 0.75 * style.pad.0, Align::Left);
    game.draw(&mut bar, width - 2.0 * style.pad.0, (height - game.height()) / 2.0, Align::Right);
    bar
}

/// Boxes and spaces that the author placed.
fn outlined(job: &ChartJob<'_>, display: &Display) -> Tray {
    let style = job.style;
    let mut drawing = Tray::default();
    let spaces =
        display.tracks.iter().filter_map(|track| job.model.tracks.get(track.index)).flat_map(|track| &track.spaces);
    let side = display.side.as_ref().and_then(|side| job.model.sides.get(side.index));
    for found in display.boxes.iter().chain(spaces) {
        let Some(place) = job.model.places.get(found.index) else { continue };
        let points: Vec<(f64, f64)> = place.outline.iter().map(|point| (point.x, point.y)).collect();
        let Some(first) = points.first() else { continue };
        let bounds = points
            .iter()
            .fold(Rect::new(first.0, first.1, 0.0, 0.0), |all, point| all.union(Rect::new(point.0, point.1, 0.0, 0.0)));
        let ground = side.map_or(style.row_ground(), |side| style.side_ground(side.colour));
        let line = Stroke::new(style.muted.value, style.line.0);
        drawing.shape(Path::polygon(points), Style::fill(ground).with_stroke(line));
        drawing.room(TrayRoom::Place(found.index), bounds);
        let name = place.name.as_ref().unwrap_or(&place.label);
        let para = Para::new(&[words(name.as_str(), style.bold_text())], bounds.w - 2.0 * style.pad.0);
        para.draw(&mut drawing, bounds.x + style.pad.0, bounds.y + style.pad.0 / 2.0, Align::Left);
    }
    drawing
}
