//! The turn record: a row a turn, and the steps to tick off.

use super::block::{ChartBlock, RowCell, padded_row, row};
use super::para::{Para, Words, words};
use super::strips::{self, Sheets, Strip};
use super::{Chart, ChartJob, Of, spots};
use crate::draw::{Affine, Align, Drawing, Path, Rect, Stroke, Style};
use crate::look::styles::{ChartStyle, count};
use crate::model::{Place, Placement, Scenario, SequenceStep, Side, Track, Unit, What};
use crate::syntax::TrackKind;

/// The turn record of each scenario, if turns are counted on a track; that of the longest comes first. Scenarios with the
/// same turns, arrivals and remarks share one.
pub fn charts(job: &ChartJob<'_>) -> Vec<Chart> {
    let longest = spots::longest(job);
    let others = job.model.scenarios.iter().filter(|own| longest.is_some_and(|longest| longest.id != own.id));
    let mut all = one(job, longest, "turn-record");
    let mut seen: Vec<String> = longest.map(|scenario| told(job, scenario)).into_iter().collect();
    for scenario in others {
        let told = told(job, scenario);
        if !seen.contains(&told) {
            all.extend(one(job, Some(scenario), &format!("turn-record-{}", scenario.id)));
            seen.push(told);
        }
    }
    all
}

/// What a turn record of a scenario says, beside its title.
fn told(job: &ChartJob<'_>, scenario: &Scenario) -> String {
    let turns = scenario.turns.map_or((1, 99), |turns| (turns.first, turns.last));
    let said = (turns.0..=turns.1.min(turns.0 + 99)).map(|turn| {
        let arrivals = job.model.sides.iter().flat_map(|side| arrivals(job, Some(scenario), side, turn));
        let words = arrivals.chain(remarks(job, Some(scenario), turn)).map(|part| part.text().to_string());
        words.collect::<Vec<_>>().join(" ")
    });
    let track = scenario.track.as_ref().map_or("", |track| &*track.id);
    format!("{turns:?} {track} {}", said.collect::<Vec<_>>().join("/"))
}

fn one(job: &ChartJob<'_>, scenario: Option<&Scenario>, id: &str) -> Vec<Chart> {
    let own = scenario.and_then(|scenario| scenario.track.as_ref());
    let own = own.and_then(|track| job.model.tracks.get(track.index));
    let Some(track) = own.or_else(|| job.model.tracks.iter().find(|track| track.kind == TrackKind::Turn)) else {
        return Vec::new();
    };
    let mut strips: Vec<Strip> = record(job, track, scenario).into_iter().map(Strip::new).collect();
    strips.extend(checklist(job).map(Strip::new));
    let named = |scenario: &Scenario| format!("Turn record: {}", scenario.name);
    let title = scenario.map_or_else(|| "Turn record".to_string(), named);
    let about = Sheets { id, of: Of::TurnRecord, title: &title, head: Some(heads(job).into()), cut: true };
    strips::sheets(job, &about, strips)
}

/// Where the columns of the record begin, and how wide each is: turn, sides, remarks.
fn columns(job: &ChartJob<'_>) -> Vec<(f64, f64)> {
    let pad = 1.5 * job.style.pad.0;
    let turn = turn_column(job) + 2.0 * pad;
    let each = (job.style.inner_width() - turn) / (count(job.model.sides.len()) + 1.0);
    let rest = (0..=job.model.sides.len()).map(|n| (turn + each * count(n), each - 2.0 * pad));
    [(pad, turn - pad)].into_iter().chain(rest).collect()
}

/// Room for the longest number and name of a turn, unless it is very long.
fn turn_column(job: &ChartJob<'_>) -> f64 {
    let turns = job.model.tracks.iter().filter(|track| track.kind == TrackKind::Turn);
    let spaces = turns.flat_map(|track| &track.spaces).filter_map(|space| job.model.places.get(space.index));
    let width = |place: &Place| {
        let name = place.name.as_deref().unwrap_or_default();
        job.style.heading_text().width(&place.label) + job.style.small_text().width(&format!("  {name}"))
    };
    spaces.map(width).fold(14.0, f64::max).min(26.0)
}

/// The names of the columns.
fn heads(job: &ChartJob<'_>) -> Drawing {
    let style = job.style;
    let sides = job.model.sides.iter().map(|side| side.name.as_str());
    let heads = ["Turn"].into_iter().chain(sides).chain(["This turn"]);
    let cell = |(head, (x, room)): (&str, (f64, f64))| RowCell {
        para: Para::new(&[words(head, style.bold_text())], room),
        x,
        align: Align::Left,
    };
    let cells: Vec<RowCell> = heads.zip(columns(job)).map(cell).collect();
    row(style, style.inner_width(), &cells, Some(style.head_ground()))
}

/// A row for each turn.
fn record(job: &ChartJob<'_>, track: &Track, scenario: Option<&Scenario>) -> Vec<Drawing> {
    let style = job.style;
    let columns = columns(job);
    let width = style.inner_width();
    let mut rows = Vec::new();
    let turns = scenario.and_then(|scenario| scenario.turns);
    for (n, space) in track.spaces.iter().enumerate() {
        let Some(place) = job.model.places.get(space.index) else { continue };
        let turn = place.label.parse::<i64>().unwrap_or(i64::try_from(n).unwrap_or(0) + 1);
        if turns.is_some_and(|turns| turn < turns.first || turn > turns.last) {
            continue;
        }
        let mut first = vec![words(place.label.as_str(), style.heading_text())];
        first.extend(place.name.iter().map(|name| words(name.as_str(), style.small_text())));
        let mut cells = vec![first];
        cells.extend(job.model.sides.iter().map(|side| arrivals(job, scenario, side, turn)));
        cells.push(remarks(job, scenario, turn));
        let cells: Vec<RowCell> = cells
            .iter()
            .zip(&columns)
            .map(|(parts, (x, room))| RowCell { para: Para::new(parts, *room), x: *x, align: Align::Left })
            .collect();
        let mut line = padded_row(style, width, &cells, rows.len().is_multiple_of(2).then(|| style.row_ground()), 2.0);
        let edge = Path::line(0.0, line.height, width, line.height);
        line.shape(edge, Style::stroke(Stroke::new(style.rule.value, style.line.0).sharp()));
        rows.push(line);
    }
    rows
}

/// What arrives for a side on a turn: names by formation, and where.
fn arrivals(job: &ChartJob<'_>, scenario: Option<&Scenario>, side: &Side, turn: i64) -> Vec<Words> {
    let style = job.style;
    let own = scenario.iter().flat_map(|scenario| &scenario.reinforcements).filter(|placement| {
        placement.turn == Some(turn) && spots::side(job, placement).is_some_and(|owner| *owner.id == *side.id)
    });
    let mut own: Vec<&Placement> = own.collect();
    own.sort_by_key(|placement| (matches!(placement.what, What::Marker(_)), placement.spot.is_some()));
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for placement in own {
        let (group, name) = arrival(job, placement);
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, names)) => names.push(name),
            None => groups.push((group, vec![name])),
        }
    }
    let mut parts = Vec::new();
    let last = groups.len();
    for (n, (group, names)) in groups.into_iter().enumerate() {
        if !group.is_empty() {
            parts.push(words(format!("{group}:"), style.bold_text()));
        }
        let end = if n + 1 < last { ";" } else { "" };
        parts.push(words(format!("{}{end}", names.join(", ")), style.body_text()));
    }
    parts
}

/// What an arrival is gathered under, and its name.
fn arrival(job: &ChartJob<'_>, placement: &Placement) -> (String, String) {
    let times = if placement.copies > 1 { format!(" \u{d7}{}", placement.copies) } else { String::new() };
    let at = spots::short(job, placement);
    match &placement.what {
        What::Unit(unit) => {
            let name = job.model.units.get(unit.index).map_or_else(String::new, |unit| unit.name.clone());
            (at, format!("{name}{times}"))
        }
        What::Marker(marker) => {
            let name = job.model.markers.get(marker.index).map_or_else(String::new, |marker| marker.name.clone());
            (at, format!("{name}{times}"))
        }
    }
}

/// What else happens: rules that begin to hold, checks of victory, units that leave.
fn remarks(job: &ChartJob<'_>, scenario: Option<&Scenario>, turn: i64) -> Vec<Words> {
    let style = job.style;
    let mut parts = Vec::new();
    for rule in
        scenario.iter().flat_map(|scenario| &scenario.special).filter_map(|rule| job.model.rules.rules.get(rule.index))
    {
        if let Some(turns) = rule.turns.filter(|turns| turns.first == turn) {
            let until = if turns.last > turns.first { format!(" (to turn {})", turns.last) } else { String::new() };
            parts.push(words(format!("{}{until}.", rule.name), style.body_text()));
        }
    }
    for victory in scenario
        .iter()
        .flat_map(|scenario| &scenario.victory)
        .filter_map(|victory| job.model.rules.victories.get(victory.index))
    {
        if victory.turn == Some(turn) {
            parts.push(words(format!("{}.", victory.name), style.bold_text()));
        }
    }
    let placed = |unit: &str| {
        let all = scenario.iter().flat_map(|scenario| scenario.setup.iter().chain(&scenario.reinforcements));
        scenario.is_none() || all.into_iter().any(|own| matches!(&own.what, What::Unit(own) if *own.id == *unit))
    };
    let leaves = |unit: &&Unit| unit.withdraws.as_ref().is_some_and(|leaves| leaves.turn == turn);
    let leaving = job.model.units.iter().filter(leaves).filter(|unit| placed(&unit.id));
    let leaving: Vec<&str> = leaving.map(|unit| unit.name.as_str()).collect();
    if !leaving.is_empty() {
        parts.push(words(format!("Withdraw: {}.", leaving.join(", ")), style.body_text()));
    }
    parts
}

/// The steps of a turn with boxes to tick, in the columns of an aid.
fn checklist(job: &ChartJob<'_>) -> Option<Drawing> {
    let style = job.style;
    let steps = job.model.rules.sequence.iter().flat_map(|sequence| &sequence.steps);
    let blocks: Vec<Drawing> = steps.map(|step| phase(job, step).draw(style)).collect();
    // White between the record and the first block.
    let mut ends = vec![style.block_gap.0; style.column_count()];
    let mut drawing = Drawing::new(style.inner_width(), 0.0);
    for block in blocks {
        let mut column = 0;
        for n in 1..ends.len() {
            if ends[n] + 1e-6 < ends[column] {
                column = n;
            }
        }
        let (x, y) = ((style.span(1) + style.gutter.0) * count(column), ends[column]);
        ends[column] = y + block.height + style.block_gap.0;
        drawing.height = drawing.height.max(y + block.height);
        drawing.place(block, Affine::shift(x, y));
    }
    (drawing.height > 0.0).then_some(drawing)
}

fn phase(job: &ChartJob<'_>, step: &SequenceStep) -> ChartBlock {
    let side = step.side.as_ref().and_then(|side| job.model.sides.get(side.index));
    let mut block = ChartBlock::new(job.style, &step.name, side);
    let width = block.width(job.style);
    for inner in &step.steps {
        block.pieces.push(tick(job, inner, 0, width));
        block.pieces.extend(inner.steps.iter().map(|inner| tick(job, inner, 1, width)));
    }
    if step.steps.is_empty() {
        block.pieces.push(tick(job, step, 0, width));
    }
    block
}

/// A step behind a box to tick.
fn tick(job: &ChartJob<'_>, step: &SequenceStep, depth: usize, width: f64) -> Drawing {
    let style: &ChartStyle = job.style;
    let left = 1.5 * style.pad.0 + style.indent.0 * count(depth);
    let side = step.side.as_ref().and_then(|side| job.model.sides.get(side.index));
    let letters = if step.steps.is_empty() { style.body_text() } else { style.bold_text() };
    let size = style.body_text().cap * 1.15;
    let para = Para::new(&[words(step.name.as_str(), letters)], width - left - size - 3.0 * style.pad.0);
    let first = para.height() / count(para.lines().max(1));
    let mut piece =
        padded_row(style, width, &[RowCell { para, x: left + size + style.pad.0, align: Align::Left }], None, 0.7);
    let square = Rect::new(left, 0.35 * style.pad.0 + (first - size) / 2.0, size, size);
    let fill = side.map_or_else(Style::default, |side| Style::fill(side.colour));
    piece.shape(Path::rect(square), fill.with_stroke(Stroke::new(style.muted.value, style.line.0).sharp()));
    piece
}
