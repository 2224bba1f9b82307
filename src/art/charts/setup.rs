//! Setup cards: the counters of a side in the groups in which they start and arrive.

use super::para::{Para, words};
use super::spots::{self, Group};
use super::strips::{self, Sheets, Strip};
use super::{Chart, ChartJob, Of, Tray, TrayRoom, wording};
use crate::draw::{Align, Path, Rect, Stroke, Style};
use crate::look::styles::count;
use crate::model::{Placement, Scenario, Side, What};

/// The setup cards of every scenario: one a side, and one for each card that placements name.
pub fn charts(job: &ChartJob<'_>) -> Vec<Chart> {
    job.model.scenarios.iter().enumerate().flat_map(|(n, scenario)| cards(job, n, scenario)).collect()
}

fn cards(job: &ChartJob<'_>, index: usize, scenario: &Scenario) -> Vec<Chart> {
    let placements = || scenario.setup.iter().chain(&scenario.reinforcements);
    let all = || placements().filter(|placement| !spots::shows_strength(job, placement));
    let mut names: Vec<Option<&String>> = vec![None];
    for card in all().filter_map(|placement| placement.card.as_ref()) {
        if !names.contains(&Some(card)) {
            names.push(Some(card));
        }
    }
    let mut charts = Vec::new();
    for name in names {
        let of_card: Vec<&Placement> = all().filter(|placement| placement.card.as_ref() == name).collect();
        match name {
            Some(card) => charts.extend(card_pages(job, (index, scenario), None, card, &of_card)),
            None => charts.extend(side_cards(job, (index, scenario), &of_card)),
        }
    }
    charts
}

/// A card a side. What belongs to no side stands on the first of them.
fn side_cards(job: &ChartJob<'_>, (index, scenario): (usize, &Scenario), placements: &[&Placement]) -> Vec<Chart> {
    let of = |side: Option<usize>| {
        let own = placements.iter().filter(move |placement| spots::side(job, placement).map(|side| side.index) == side);
        own.copied().collect::<Vec<&Placement>>()
    };
    let mut common = of(None);
    let mut charts = Vec::new();
    for (n, side) in job.model.sides.iter().enumerate() {
        let mut own = of(Some(n));
        if !own.is_empty() {
            own.append(&mut common);
            charts.extend(card_pages(job, (index, scenario), Some(side), &side.name, &own));
        }
    }
    if !common.is_empty() {
        charts.extend(card_pages(job, (index, scenario), None, "Markers", &common));
    }
    charts
}

fn card_pages(
    job: &ChartJob<'_>,
    (index, scenario): (usize, &Scenario),
    side: Option<&Side>,
    name: &str,
    own: &[&Placement],
) -> Vec<Chart> {
    let card = side.map_or_else(|| name.to_lowercase().replace(' ', "-"), |side| side.id.clone());
    let id = format!("setup-{}-{card}", scenario.id);
    let title = format!("{}: {name} setup", scenario.name);
    let about = Sheets { id: &id, of: Of::Setup(index), title: &title, head: None, cut: false };
    strips::sheets(job, &about, strips(job, scenario, side, own))
}

fn strips(job: &ChartJob<'_>, scenario: &Scenario, side: Option<&Side>, own: &[&Placement]) -> Vec<Strip> {
    let arrives = |placement: &&&Placement| {
        placement.turn.is_some() || scenario.reinforcements.iter().any(|other| std::ptr::eq(other, **placement))
    };
    let is_unit = |placement: &&&Placement| matches!(placement.what, What::Unit(_));
    let later: Vec<&Placement> = own.iter().filter(arrives).copied().collect();
    let now: Vec<&Placement> = own.iter().filter(|placement| !arrives(placement)).copied().collect();
    let units: Vec<&Placement> = now.iter().filter(is_unit).copied().collect();
    let markers: Vec<&Placement> = now.iter().filter(|placement| !is_unit(placement)).copied().collect();
    let mut strips = Vec::new();
    if !units.is_empty() {
        strips.push(heading(job, "At start", side));
        strips.extend(group_rows(job, &spots::by_place(job, &units)));
    }
    let (own, common): (Vec<&Placement>, Vec<&Placement>) =
        markers.iter().partition(|marker| spots::side(job, marker).is_some());
    strips.extend(marker_section(job, "Markers at start", side, &own));
    strips.extend(marker_section(job, "Markers of both sides at the start", None, &common));
    if !later.is_empty() {
        strips.push(heading(job, "Reinforcements", side));
        strips.extend(entries(job, scenario, side));
        strips.extend(group_rows(job, &spots::by_turn(job, &later)));
    }
    strips
}

/// Markers: those with one place stand there as units do; of others there is one, with a list.
fn marker_section(job: &ChartJob<'_>, title: &str, side: Option<&Side>, markers: &[&Placement]) -> Vec<Strip> {
    if markers.is_empty() {
        return Vec::new();
    }
    let (many, single) = spots::scattered(markers);
    let mut groups = spots::by_place(job, &single);
    groups.extend(spots::by_marker(job, &many));
    let mut strips = vec![heading(job, title, side)];
    strips.extend(group_rows(job, &groups));
    strips
}

fn heading(job: &ChartJob<'_>, title: &str, side: Option<&Side>) -> Strip {
    let style = job.style;
    let (ground, ink) = side.map_or((style.bar.value, style.bar_ink.value), |side| (side.colour, side.ink));
    let mut letters = style.heading_text();
    letters.colour = ink;
    let para = Para::line(title, letters);
    let bar = Rect::new(0.0, 0.0, style.inner_width(), para.height() + style.pad.0);
    let mut drawing = Tray::new(bar.w, bar.h + 1.5 * style.pad.0);
    drawing.shape(Path::rect(bar), Style::fill(ground));
    para.draw(&mut drawing, 1.5 * style.pad.0, style.pad.0 / 2.0, Align::Left);
    Strip::section(drawing)
}

/// Where reinforcements enter when their own record does not say.
fn entries(job: &ChartJob<'_>, scenario: &Scenario, side: Option<&Side>) -> Vec<Strip> {
    let style = job.style;
    let own = scenario.entries.iter().filter(|entry| side.is_none_or(|side| *entry.side.id == *side.id));
    own.map(|entry| {
        let mut parts = vec![
            words("Enter at", style.bold_text()),
            words(wording::places(job.model, &entry.places), style.bold_text()),
        ];
        parts.extend(entry.each.map(|each| words(format!("(at most {each} per place)"), style.body_text())));
        parts.extend(entry.text.iter().map(|text| words(text.as_str(), style.body_text())));
        let para = Para::new(&parts, style.inner_width());
        let mut drawing = Tray::new(style.inner_width(), para.height() + style.pad.0);
        para.draw(&mut drawing, 0.0, 0.0, Align::Left);
        Strip::heading(drawing)
    })
    .collect()
}

/// The grid of counters of a size: from counter to counter, and how many stand in a row.
fn grid(job: &ChartJob<'_>, size: f64) -> (f64, usize) {
    let style = job.style;
    let gap = style.counter_gap.0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let columns = ((style.inner_width() + gap) / (size + gap)).floor().max(1.0) as usize;
    ((style.inner_width() + gap) / count(columns), columns)
}

/// A group with its caption, broken into lines, and the columns of the grid that it takes.
struct Captioned<'g> {
    group: &'g Group,
    caption: Para,
    columns: usize,
}

/// Groups side by side, on one grid.
fn group_rows(job: &ChartJob<'_>, groups: &[Group]) -> Vec<Strip> {
    let size = largest(job, groups.iter());
    let (_, columns) = grid(job, size);
    let mut rows: Vec<Vec<Captioned<'_>>> = Vec::new();
    let mut used = columns;
    for group in groups {
        let captioned = captioned(job, group, size);
        if used + captioned.columns > columns {
            rows.push(Vec::new());
            used = 0;
        }
        used += captioned.columns;
        if let Some(row) = rows.last_mut() {
            row.push(captioned);
        }
    }
    rows.iter().map(|row| Strip::new(group_row(job, row, size))).collect()
}

/// The side of the largest counter of some groups.
fn largest<'g>(job: &ChartJob<'_>, groups: impl Iterator<Item = &'g Group>) -> f64 {
    let counters = groups.flat_map(|group| &group.stacks).filter_map(|s| job.model.counters.get(s.counter.index));
    let sides = counters.map(|counter| job.model.side_of(counter));
    sides.reduce(f64::max).unwrap_or(job.model.game.counter_size)
}

/// Where or when, above the counters of a group.
fn caption(job: &ChartJob<'_>, group: &Group, width: f64) -> Para {
    let mut letters = job.style.small_text();
    letters.colour = job.style.ink.value;
    Para::new(&[words(group.label.as_str(), job.style.bold_text()), words(group.name.as_str(), letters)], width)
}

/// A group takes as many columns of the grid as its counters and two lines of its caption need.
fn captioned<'g>(job: &ChartJob<'_>, group: &'g Group, size: f64) -> Captioned<'g> {
    let (pitch, columns) = grid(job, size);
    let least = group.stacks.len().clamp(2.min(columns), columns);
    let with = |wide: usize| caption(job, group, pitch * count(wide) - job.style.counter_gap.0);
    let fits = (least..columns).map(|wide| (wide, with(wide))).find(|(_, caption)| caption.lines() <= 2);
    let (columns, caption) = fits.unwrap_or_else(|| (columns, with(columns)));
    Captioned { group, caption, columns }
}

fn group_row(job: &ChartJob<'_>, row: &[Captioned<'_>], size: f64) -> Tray {
    let style = job.style;
    let (pitch, columns) = grid(job, size);
    let groups = || row.iter().map(|captioned| captioned.group);
    let top = row.iter().map(|captioned| captioned.caption.height()).fold(0.0, f64::max) + 0.7 * style.pad.0;
    let several = groups().any(|group| group.stacks.iter().any(|stack| stack.copies > 1));
    let below = if several { style.bold_text().leading() } else { 0.0 };
    let lines = groups().map(|group| group.stacks.len().div_ceil(columns)).max().unwrap_or(1);
    let line = largest(job, groups()) + style.counter_gap.0 + below;
    let mut drawing = Tray::new(style.inner_width(), top + line * count(lines) + style.pad.0);
    let mut column = 0;
    for Captioned { group, caption, columns: wide } in row {
        let left = pitch * count(column);
        let edge = Path::line(left, 0.0, left + pitch * count(*wide) - style.counter_gap.0, 0.0);
        drawing.shape(edge, Style::stroke(Stroke::new(style.rule.value, style.line.0).sharp()));
        let room = Rect::new(left, 0.0, pitch * count(*wide) - style.counter_gap.0, drawing.height);
        let name = format!("{} {}", group.label, group.name).trim().to_string();
        drawing.room(TrayRoom::Group(name), room);
        caption.draw(&mut drawing, left, top - caption.height() - 0.2 * style.pad.0, Align::Left);
        for (n, stack) in group.stacks.iter().enumerate() {
            let at = (left + pitch * count(n % columns), top + line * count(n / columns));
            spots::draw(job, &mut drawing, stack, at, false);
        }
        column += wide;
    }
    drawing
}
