//! Strength tracks of displays: a unit, its numbers, and boxes for its assets.

use super::display::DisplayStrip;
use super::para::{Para, words};
use super::spots::{self, CounterStack};
use super::tracks::SpaceStyle;
use super::{ChartJob, Tray, TrayRoom};
use crate::draw::{Align, Path, Rect, Stroke, Style};
use crate::look::styles::count;
use crate::model::{Display, Side, Slot, Strength};
use crate::syntax::SlotLine;

/// The least width of a number.
const NARROW: f64 = 9.0;

/// The strength tracks of a display, two side by side where they are short or would not fit otherwise.
pub fn strips(job: &ChartJob<'_>, display: &Display, width: f64, height: f64) -> Vec<DisplayStrip> {
    let (size, gutter, pad) = (job.model.largest_counter(), job.style.gutter.0, job.style.pad.0);
    let side = display.side.as_ref().and_then(|side| job.model.sides.get(side.index));
    let widest = |cell: f64| {
        let wanted = |strength: &Strength| {
            (size + job.style.counter_gap.0) * (1.0 + count(strength.slots.len())) + cell * count(numbers(strength))
        };
        display.strengths.iter().map(wanted).fold(0.0, f64::max)
    };
    let two = |cell: f64| 2.0 * widest(cell) + gutter <= width;
    let too_high = count(display.strengths.len()) * (size + 2.0 * pad) > height;
    let comfortable = if display.strengths.iter().any(|strength| strength.marker.is_some()) { size } else { NARROW };
    let in_row = if two(comfortable) || (too_high && two(NARROW)) { 2 } else { 1 };
    let each = (width - gutter * (count(in_row) - 1.0)) / count(in_row);
    let row = |strengths: &[Strength]| {
        let mut drawing = Tray::new(width, size + 2.0 * pad);
        for (n, strength) in strengths.iter().enumerate() {
            track(job, &mut drawing, strength, side, Rect::new((each + gutter) * count(n), 0.0, each, size));
        }
        DisplayStrip::fixed(drawing)
    };
    let mut strips: Vec<DisplayStrip> = Vec::new();
    for group in display.strengths.chunk_by(|a, b| a.name == b.name) {
        strips.extend(group.first().and_then(|own| own.name.as_ref()).map(|name| heading(job, name, width)));
        strips.extend(group.chunks(in_row).map(row));
    }
    if !strips.is_empty() {
        strips.push(DisplayStrip::fixed(Tray::new(width, job.style.block_gap.0)));
    }
    strips
}

fn heading(job: &ChartJob<'_>, name: &str, width: f64) -> DisplayStrip {
    let para = Para::new(&[words(name, job.style.bold_text())], width);
    let mut drawing = Tray::new(width, para.height() + 0.6 * job.style.pad.0);
    para.draw(&mut drawing, 0.0, 0.0, Align::Left);
    DisplayStrip::fixed(drawing)
}

fn numbers(strength: &Strength) -> usize {
    usize::try_from(strength.to - strength.from + 1).unwrap_or(0)
}

/// The unit's counter, its numbers, and boxes for assets.
fn track(job: &ChartJob<'_>, drawing: &mut Tray, strength: &Strength, side: Option<&Side>, room: Rect) {
    let Some(unit) = job.model.units.get(strength.unit.index) else { return };
    let (size, gap) = (room.h, job.style.counter_gap.0);
    if let Some(step) = unit.steps.first() {
        let stack = CounterStack { counter: step.counter.clone(), back: step.back, copies: 1 };
        spots::draw(job, drawing, &stack, (room.x, room.y), false);
    }
    let look = SpaceStyle::new(job, job.model.sides.get(unit.side.index).or(side));
    let left = room.x + size + gap;
    let right = room.right() - (size + gap) * count(strength.slots.len());
    let cell = ((right - left) / count(numbers(strength).max(1))).min(size);
    for (n, number) in (strength.from..=strength.to).enumerate() {
        let cell = Rect::new(left + cell * count(n), room.y, cell, room.h);
        look.draw(drawing, cell, &number.to_string(), None);
        if let Some(place) = strength.space(&job.model.tracks, number) {
            drawing.room(TrayRoom::Place(place.index), cell);
        }
    }
    for (n, slot) in strength.slots.iter().enumerate() {
        let x = right + gap + (size + gap) * count(n);
        box_for_asset(job, drawing, slot, Rect::new(x, room.y, size, size));
    }
}

fn box_for_asset(job: &ChartJob<'_>, drawing: &mut Tray, slot: &Slot, room: Rect) {
    let style = job.style;
    let line = Stroke::new(style.muted.value, style.line.0);
    let line = match slot.line {
        SlotLine::Solid => line.sharp(),
        SlotLine::Dashed => line.dashed([1.2, 1.0]),
    };
    drawing.shape(Path::rect(room), Style::stroke(line));
    drawing.room(TrayRoom::Place(slot.place.index), room);
    let name = job.model.places.get(slot.place.index).and_then(|place| place.name.as_deref());
    if let Some(name) = name {
        let pad = style.pad.0;
        let para = Para::new(&[words(name, style.small_text())], room.w - pad);
        para.draw(drawing, room.x + room.w / 2.0, room.y + (room.h - para.height()) / 2.0, Align::Centre);
    }
}
