//! The calibration pages: how far a printer puts its backs beside its fronts.

use super::page::{GREY, INK};
use super::sheets::{PaperSide, PrintSheet, millimetres};
use super::turn::Turn;
use super::{scales, targets};
use crate::draw::{Affine, Align, Drawing, Font, Item, Path, Rect, Stroke, Style, TextBlock, TextStyle};
use crate::model::print::{Paper, Settings, Sides};
use crate::source::values::Colour;

/// The side of the sample counter.
const SAMPLE: f64 = 20.0;
/// The bleed of the sample.
const TINT: Colour = Colour([214, 224, 232]);

/// A front and a back to be printed once on a printer: crosses on the front shine through onto scales on
/// the back, on which `back_offset` is read. Where the printer does not turn the paper, only rulers are
/// needed.
pub fn calibration(paper: &Paper, settings: &Settings, footer: &str) -> Vec<PrintSheet> {
    let turn = Turn::duplex(settings.sides, paper).filter(|_| settings.sides != Sides::Single);
    let all = Rect::new(0.0, 0.0, paper.width, paper.height);
    let mut front = Drawing::new(paper.width, paper.height);
    let inner = all.inset(settings.margin);
    frame(&mut front, inner);
    let points = points(all, settings);
    if turn.is_some() {
        points.iter().for_each(|point| targets::cross(&mut front, *point));
    }
    rulers(&mut front, inner, all);
    sample(&mut front, all, settings);
    let room = text_room(all, settings);
    foot(&mut front, inner, footer);
    let Some(turn) = turn else {
        words(&mut front, room, "Calibration", &steps(settings, paper));
        return vec![sheet("Calibration", front, PaperSide::Front)];
    };
    words(&mut front, room, "Calibration front", &steps(settings, paper));
    let mut back = Drawing::new(paper.width, paper.height);
    scales_behind(&mut back, &points, turn, paper, settings);
    words(&mut back, room, "Calibration back", &reading());
    foot(&mut back, inner, footer);
    vec![sheet("Calibration front", front, PaperSide::Front), sheet("Calibration back", back, PaperSide::Back)]
}

fn sheet(name: &str, drawing: Drawing, side: PaperSide) -> PrintSheet {
    let all = Rect::new(0.0, 0.0, drawing.width, drawing.height);
    let (cuts, holds, name) = (Vec::new(), Vec::new(), name.to_string());
    PrintSheet { name, number: 1, side, drawing, trim: all, bleed: all, cuts, holds, upper: all }
}

/// The line at the bottom, between the lower crosses, where there is room for it.
fn foot(drawing: &mut Drawing, inner: Rect, footer: &str) {
    let style = TextStyle::points(Font::Regular, 6.0, GREY);
    let between = inner.w - 4.0 * targets::REACH - 12.0;
    if style.width(footer) <= between {
        drawing.text(style.at(footer, inner.x + inner.w / 2.0, inner.bottom() - 2.0));
    }
}

/// Where the crosses are: in the corners and the middle, because paper may lie askew.
fn points(upper: Rect, settings: &Settings) -> Vec<(f64, f64)> {
    let room = upper.inset(settings.margin + targets::REACH + 3.0);
    let mut points = vec![upper.centre()];
    if room.w > 5.0 * targets::REACH && room.h > 5.0 * targets::REACH {
        points.extend([(room.x, room.y), (room.right(), room.y), (room.x, room.bottom())]);
        points.push((room.right(), room.bottom()));
    }
    points
}

fn scales_behind(drawing: &mut Drawing, points: &[(f64, f64)], turn: Turn, paper: &Paper, settings: &Settings) {
    for point in points {
        let (x, y) = turn.point_behind(*point, paper);
        targets::scale(drawing, (x + settings.back_offset.0, y + settings.back_offset.1));
    }
}

/// The margin as a line: what a printer cannot reach is missing from it.
fn frame(drawing: &mut Drawing, inner: Rect) {
    drawing.shape(Path::rect(inner), Style::stroke(Stroke::new(GREY, 0.1).sharp()));
}

/// Rulers both ways, of 100 mm where the paper is large enough.
fn rulers(drawing: &mut Drawing, inner: Rect, upper: Rect) {
    /// What a ruler is longer than its scale.
    const MORE: f64 = 18.0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let length = |room: f64| ((room - MORE) / 10.0).floor().clamp(1.0, 10.0) as u32 * 10;
    let across = scales::long_ruler(length(inner.w - 4.0));
    let x = inner.x + (inner.w - across.width) / 2.0;
    let y = upper.centre().1 + targets::REACH + 4.0;
    drawing.items.push(group(across.items, Affine::shift(x, y)));
    // Between the crosses of the corners.
    let down = scales::long_ruler(length(inner.h - 4.0 * targets::REACH - 12.0));
    let bottom = inner.y + (inner.h + down.width) / 2.0;
    drawing.items.push(group(down.items, Affine([0.0, -1.0, 1.0, 0.0, inner.x + 2.0, bottom])));
}

fn group(items: Vec<Item>, place: Affine) -> Item {
    Item::Group { place, clip: None, opacity: 1.0, items }
}

/// Where words stand: above the middle, between the upper crosses and beside the ruler.
fn text_room(upper: Rect, settings: &Settings) -> Rect {
    let x = upper.x + settings.margin + 12.0;
    let y = upper.y + settings.margin + 2.0 * targets::REACH + 8.0;
    let width = (upper.right() - settings.margin - 8.0 - x).min(150.0);
    let x = if width < 150.0 { x } else { upper.centre().0 - 75.0 };
    Rect::new(x, y, width, upper.centre().1 - targets::REACH - 3.0 - y)
}

/// A title and paragraphs below it, as large as they fit; nothing if that cannot be read.
fn words(drawing: &mut Drawing, room: Rect, title: &str, paragraphs: &[(String, String)]) {
    /// Between the numbers of steps and their words, and between steps.
    const INDENT: f64 = 6.0;
    const GAP: f64 = 1.6;
    let head = TextStyle::points(Font::Bold, 13.0, INK).aligned(Align::Left);
    let body = Rect::new(room.x + INDENT, room.y + 9.0, room.w - INDENT, room.h - 9.0);
    for points in [9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0] {
        let style = TextStyle::points(Font::Regular, points, INK).aligned(Align::Left);
        let blocks: Vec<_> = paragraphs.iter().map(|(_, text)| TextBlock::new(text, style, body.w)).collect();
        let narrow = blocks.iter().all(|block| block.width() <= body.w);
        let step = |block: &TextBlock| block.height() + style.leading() - style.cap + GAP;
        if !narrow || blocks.iter().map(step).sum::<f64>() > body.h {
            continue;
        }
        drawing.text(head.at(title, room.x, room.y + head.cap));
        let mut y = body.y;
        for (block, (number, _)) in blocks.iter().zip(paragraphs) {
            drawing.text(style.at(number, room.x, y + style.cap));
            let rows = Rect::new(body.x, y, body.w, block.height());
            block.runs(rows).into_iter().for_each(|run| drawing.text(run));
            y += step(block);
        }
        return;
    }
}

/// What to do, step by step.
fn steps(settings: &Settings, paper: &Paper) -> Vec<(String, String)> {
    let print = match settings.sides {
        Sides::LongEdge => "Print both pages on one sheet, on both sides, turned on the long edge",
        Sides::ShortEdge => "Print both pages on one sheet, on both sides, turned on the short edge",
        Sides::Gutterfold | Sides::Single => "Print this page",
    };
    let (x, y) = (millimetres(settings.back_offset.0), millimetres(settings.back_offset.1));
    let mut steps = vec![
        format!("{print}, on {} at 100 % (“actual size”, not “fit to page”).", paper.name),
        "Measure both rulers. If they are wrong, the printer scales the page: change that setting first.".to_string(),
    ];
    if matches!(settings.sides, Sides::LongEdge | Sides::ShortEdge) {
        steps.push("Hold the sheet up to a light with the back towards you: the crosses shine through.".to_string());
        steps.push(
            "Read on the scales of the back where the lines of the cross stand, to half a millimetre or better. Take \
             the middle of what the crosses say."
                .to_string(),
        );
        let now = if settings.back_offset == (0.0, 0.0) {
            String::new()
        } else {
            format!(" This page was printed with {x} and {y}: add what you read to that.")
        };
        steps.push(format!(
            "Enter x and y, in millimetres, as back-offset, in print.toml or with --set back-offset=x,y.{now}"
        ));
    }
    let margin = millimetres(settings.margin);
    steps.push(format!(
        "The thin frame is the margin of {margin} mm. If a side of it is missing, the printer does not reach that \
         far: make margin larger."
    ));
    steps.into_iter().enumerate().map(|(n, step)| (format!("{}.", n + 1), step)).collect()
}

fn reading() -> Vec<(String, String)> {
    let of = |name: &str, words: &str| (name.to_string(), words.to_string());
    vec![
        of("", "Hold the sheet up to a light with this side towards you. Where do the lines of the cross fall?"),
        of("x", "The upright line on the scale below the point: right of 0 is +, left of it −."),
        of("y", "The level line on the scale beside the point: below 0 is +, above it −."),
        of("", " "),
        of("x =", "  ____________ mm"),
        of("", " "),
        of("y =", "  ____________ mm"),
    ]
}

/// A counter in its bleed, with its safe area, and what they are called.
fn sample(drawing: &mut Drawing, upper: Rect, settings: &Settings) {
    let style = TextStyle::points(Font::Regular, 7.0, INK).aligned(Align::Left);
    let size = SAMPLE + 2.0 * settings.bleed;
    let lines = [
        (settings.bleed > 0.0).then(|| format!("tinted: bleed, {} mm beyond the cut", millimetres(settings.bleed))),
        Some(format!("line: the cut, here {} mm apart", millimetres(SAMPLE))),
        (settings.safe > 0.0).then(|| format!("dashes: safe area, {} mm inside", millimetres(settings.safe))),
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    let width = size + 4.0 + lines.iter().map(|line| style.width(line)).fold(0.0, f64::max);
    let y = upper.centre().1 + targets::REACH + 16.0;
    let x = upper.centre().0 - width / 2.0;
    // The lower crosses are at the sides; on a small paper they or the edge are in the way.
    let bottom = upper.bottom() - settings.margin - 2.0 * targets::REACH - 6.0;
    if y + size > bottom || x < upper.x + settings.margin + 10.0 {
        return;
    }
    let trim = Rect::new(x + settings.bleed, y + settings.bleed, SAMPLE, SAMPLE);
    drawing.shape(Path::rect(trim.inset(-settings.bleed)), Style::fill(TINT));
    drawing.shape(Path::rect(trim), Style::fill(Colour([255; 3])).with_stroke(Stroke::new(INK, 0.12).sharp()));
    if settings.safe > 0.0 {
        let dashes = Stroke::new(INK, 0.12).sharp().dashed([1.0, 0.7]);
        drawing.shape(Path::rect(trim.inset(settings.safe)), Style::stroke(dashes));
    }
    let mut baseline = y + settings.bleed + 3.0;
    for line in &lines {
        drawing.text(style.at(line, x + size + 4.0, baseline));
        baseline += 4.2;
    }
}
