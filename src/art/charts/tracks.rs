//! Tracks of displays: spaces in rows, spaces for what arrives, strength tracks.

use super::display::DisplayStrip;
use super::para::{Para, words};
use super::spots::{self, CounterStack};
use super::{ChartJob, Tray, TrayRoom};
use crate::draw::{Affine, Align, Path, Rect, Stroke, Style, TextStyle};
use crate::look::styles::count;
use crate::model::{Display, Place, PlaceKind, Placement, Ref, Side, Track};
use crate::source::values::Colour;
use crate::syntax::{BoxKind, TrackKind};

/// A track, with its name above it.
pub fn track(
    job: &ChartJob<'_>,
    display: &Display,
    track: &Track,
    side: Option<&Side>,
    width: f64,
) -> Vec<DisplayStrip> {
    let own = track.side.as_ref().and_then(|side| job.model.sides.get(side.index)).or(side);
    let mut strips = vec![DisplayStrip::fixed(name(job, &track.name, width))];
    match own {
        Some(side) if track.kind == TrackKind::Turn => {
            let reserve = display.boxes.iter().filter_map(|place| job.model.places.get(place.index)).any(is_reserve);
            strips.extend(arrivals(job, track, side, reserve, width));
        }
        _ => strips.extend(spaces(job, track, own, width)),
    }
    strips.push(DisplayStrip::fixed(Tray::new(width, job.style.block_gap.0)));
    strips
}

fn name(job: &ChartJob<'_>, name: &str, width: f64) -> Tray {
    let para = Para::new(&[words(name, job.style.heading_text())], width);
    let mut drawing = Tray::new(width, para.height() + 0.6 * job.style.pad.0);
    para.draw(&mut drawing, 0.0, 0.0, Align::Left);
    drawing
}

/// How a space looks.
#[derive(Clone)]
pub struct SpaceStyle {
    ground: Colour,
    line: Stroke,
    label: TextStyle,
    small: TextStyle,
    pad: f64,
}

impl SpaceStyle {
    /// The look of a side's spaces.
    pub fn new(job: &ChartJob<'_>, side: Option<&Side>) -> Self {
        let style = job.style;
        let ground = side.map_or(style.row_ground(), |side| style.side_ground(side.colour));
        let mut small = style.small_text();
        small.colour = style.ink.value;
        Self {
            ground,
            line: Stroke::new(style.muted.value, style.line.0).sharp(),
            label: style.heading_text(),
            small,
            pad: style.pad.0,
        }
    }

    /// Draws a space with what is printed on it.
    pub fn draw(&self, drawing: &mut Tray, room: Rect, label: &str, name: Option<&str>) {
        drawing.shape(Path::rect(room), Style::fill(self.ground).with_stroke(self.line.clone()));
        let para = Para::new(&[words(label, self.label)], room.w - 2.0 * self.pad);
        para.draw(drawing, room.x + self.pad, room.y + 0.5 * self.pad, Align::Left);
        if let Some(name) = name {
            let below = room.y + 0.5 * self.pad + para.height();
            Para::new(&[words(name, self.small)], room.w - 2.0 * self.pad).draw(
                drawing,
                room.x + self.pad,
                below,
                Align::Left,
            );
        }
    }
}

/// Where counters begin in a space as wide as that: right of what is printed there, or below a long name.
fn free_corner(look: &SpaceStyle, name: Option<&str>, width: f64) -> (f64, f64) {
    const LABEL: f64 = 10.0;
    let Some(name) = name else { return (LABEL, 0.0) };
    let beside = Para::line(name, look.small).ink_width() + 3.0 * look.pad;
    if beside <= 0.45 * width {
        return (beside.max(LABEL), 0.0);
    }
    let height = |text: &str, letters: TextStyle| Para::new(&[words(text, letters)], width - 2.0 * look.pad).height();
    (LABEL, height("0", look.label) + height(name, look.small))
}

fn place_label(place: &Place) -> (&str, Option<&str>) {
    (place.label.as_str(), place.name.as_deref())
}

/// Spaces in rows of equal length, each large enough for a counter.
fn spaces(job: &ChartJob<'_>, track: &Track, side: Option<&Side>, width: f64) -> Vec<DisplayStrip> {
    let least = job.model.largest_counter() + 2.0 * job.style.pad.0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let most = (width / least).floor().max(1.0) as usize;
    let lines = track.spaces.len().div_ceil(most).max(1);
    let columns = track.spaces.len().div_ceil(lines).max(1);
    let cell = (width / count(columns)).min(1.6 * least);
    let look = SpaceStyle::new(job, side);
    let mut strips = Vec::new();
    for line in track.spaces.chunks(columns) {
        let mut drawing = Tray::new(width, cell.min(1.25 * least));
        for (n, found) in line.iter().enumerate() {
            let Some(place) = job.model.places.get(found.index) else { continue };
            let room = Rect::new(cell * count(n), 0.0, cell, drawing.height);
            let (label, name) = place_label(place);
            look.draw(&mut drawing, room, label, name);
            drawing.room(TrayRoom::Place(found.index), room);
        }
        strips.push(DisplayStrip::fixed(drawing));
    }
    strips
}

fn is_reserve(place: &Place) -> bool {
    matches!(&place.kind, PlaceKind::Box(own) if own.kind == BoxKind::Reserve)
}

/// What waits in a reserve: the units of its side that come on a condition.
pub fn waiting(job: &ChartJob<'_>, place: &Place, side: Option<&Side>, width: f64) -> Tray {
    let (size, pad) = (job.model.largest_counter(), job.style.pad.0);
    let mut stacks = Vec::new();
    if let Some(side) = side.filter(|_| is_reserve(place)) {
        for placement in reinforcements(job, side).filter(|placement| conditional(placement)) {
            if let Some(stack) = spots::stack(job, placement) {
                spots::join(&mut stacks, stack);
            }
        }
    }
    ghosts(job, &stacks, 2.0 * pad, width - 3.0 * pad, size + 1.0)
}

/// Whether the players, not the turn, bring it.
fn conditional(placement: &Placement) -> bool {
    placement.when.is_some() && placement.spot.is_none()
}

/// Pale counters in rows from `left` to `right`.
fn ghosts(job: &ChartJob<'_>, stacks: &[CounterStack], left: f64, right: f64, pitch: f64) -> Tray {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let columns = ((right - left) / pitch).floor().max(1.0) as usize;
    let below = if stacks.iter().any(|stack| stack.copies > 1) { job.style.bold_text().leading() } else { 0.0 };
    let lines = count(stacks.len().div_ceil(columns));
    let mut drawing = Tray::new(right, (pitch + below) * lines);
    for (n, stack) in stacks.iter().enumerate() {
        let at = (left + pitch * count(n % columns), (pitch + below) * count(n / columns));
        spots::draw(job, &mut drawing, stack, at, true);
    }
    drawing
}

/// What arrives for a side in the longest scenario.
fn reinforcements<'j>(job: &'j ChartJob<'_>, side: &'j Side) -> impl Iterator<Item = &'j Placement> {
    let all = spots::longest(job).into_iter().flat_map(|scenario| &scenario.reinforcements);
    all.filter(|placement| spots::side(job, placement).is_some_and(|owner| *owner.id == *side.id))
}

/// What arrives for a side on a turn with no place of its own, and a line about what has one. What
/// comes on a condition stands in the reserve if there is one.
fn arriving(job: &ChartJob<'_>, side: &Side, turn: &str, reserve: bool) -> (Vec<CounterStack>, String) {
    let mut stacks = Vec::new();
    let mut placed: Vec<(String, u32)> = Vec::new();
    let own = reinforcements(job, side).filter(|placement| placement.turn.is_some_and(|own| own.to_string() == turn));
    for placement in own.filter(|placement| !(reserve && conditional(placement))) {
        match &placement.spot {
            None => {
                if let Some(stack) = spots::stack(job, placement) {
                    spots::join(&mut stacks, stack);
                }
            }
            Some(_) => {
                let at = spots::short(job, placement);
                match placed.iter_mut().find(|(known, _)| *known == at) {
                    Some((_, copies)) => *copies += placement.copies,
                    None => placed.push((at, placement.copies)),
                }
            }
        }
    }
    let words: Vec<String> =
        placed.iter().map(|(at, copies)| format!("{copies} in {}", at.replacen("Any of", "any of", 1))).collect();
    (stacks, words.join("; "))
}

/// Spaces of turns, two in a row, with a pale picture of each counter that waits there.
fn arrivals(job: &ChartJob<'_>, track: &Track, side: &Side, reserve: bool, width: f64) -> Vec<DisplayStrip> {
    let known = |space: &Ref<Place>| Some((space.index, job.model.places.get(space.index)?));
    let places: Vec<(usize, &Place)> = track.spaces.iter().filter_map(known).collect();
    places.chunks(2).map(|pair| arrival_row(job, pair, side, reserve, width)).collect()
}

fn arrival_row(job: &ChartJob<'_>, pair: &[(usize, &Place)], side: &Side, reserve: bool, width: f64) -> DisplayStrip {
    let (size, pad) = (job.model.largest_counter(), job.style.pad.0);
    let look = SpaceStyle::new(job, Some(side));
    let (each, pitch) = (width / 2.0, size + 1.0);
    let mut cells = Vec::new();
    let mut least: f64 = pitch + 2.0 * pad;
    for (n, (index, place)) in pair.iter().enumerate() {
        let (stacks, elsewhere) = arriving(job, side, &place.label, reserve);
        let (label, name) = place_label(place);
        let (left, top) = free_corner(&look, name, each);
        let note = Para::new(&[words(elsewhere, look.small)], each - left - 2.0 * pad);
        let mut inside = ghosts(job, &stacks, left, each, pitch);
        let below = inside.height;
        note.draw(&mut inside, left, below, Align::Left);
        least = least.max(top + inside.height + note.height() + 2.0 * pad);
        cells.push((each * count(n), inside, label.to_string(), name.map(str::to_string), *index, top));
    }
    DisplayStrip::stretching(least, 0.4, move |height| {
        let mut drawing = Tray::new(width, height);
        for (x, inside, label, name, place, top) in &cells {
            let room = Rect::new(*x, 0.0, each, height);
            look.draw(&mut drawing, room, label, name.as_deref());
            drawing.room(TrayRoom::Place(*place), room);
            drawing.place(inside.clone(), Affine::shift(*x, pad + top));
        }
        drawing
    })
}
