//! How a turn is played: sequence, stacking, movement, zones of control, supply.

use super::ChartJob;
use super::block::{ChartBlock, RowCell, padded_row, row, text};
use super::para::{Para, Words, words};
use super::wording;
use crate::draw::{Align, Drawing, Path, Rect, Style, TextStyle};
use crate::expr::ExprKind;
use crate::look::fields::figure;
use crate::look::styles::{ChartStyle, count};
use crate::model::{Cost, Hub, Model, Movement, Place, PlaceKind, SequenceStep, Side, Stacking, Supply};
use crate::source::values::Colour;
use crate::syntax::{Combine, Per};
use std::collections::BTreeSet;

/// The sequence of play: steps within steps, those of a side beside a stripe in its colour.
pub fn sequence(job: &ChartJob<'_>) -> Option<ChartBlock> {
    let sequence = job.model.rules.sequence.as_ref()?;
    let mut block = ChartBlock::new(job.style, "Sequence of play", None).of_rule(wording::source(&sequence.about));
    let width = block.width(job.style);
    for step in &sequence.steps {
        block.breaks.push(block.pieces.len());
        steps(job, step, 0, None, width, &mut block);
    }
    Some(block)
}

fn steps(
    job: &ChartJob<'_>,
    step: &SequenceStep,
    depth: usize,
    side: Option<&Side>,
    width: f64,
    block: &mut ChartBlock,
) {
    let own = step.side.as_ref().and_then(|side| job.model.sides.get(side.index));
    let side = own.or(side);
    if depth == 1 {
        block.breaks.push(block.pieces.len());
    }
    block.pieces.push(step_row(job.style, step, depth, side, own.is_some(), width));
    for inner in &step.steps {
        steps(job, inner, depth + 1, side, width, block);
    }
}

fn step_row(
    style: &ChartStyle,
    step: &SequenceStep,
    depth: usize,
    side: Option<&Side>,
    own: bool,
    width: f64,
) -> Drawing {
    let stripe = style.pad.0;
    let left = 1.5 * style.pad.0 + style.indent.0 * count(depth) + if side.is_some() { stripe } else { 0.0 };
    let heading = depth == 0 || (own && !step.steps.is_empty());
    let letters = |mut text: TextStyle| {
        if let (Some(side), true) = (side, heading) {
            text.colour = side.ink;
        }
        text
    };
    let name = if heading || !step.steps.is_empty() { style.bold_text() } else { style.body_text() };
    let mut parts = vec![words(step.name.as_str(), letters(name))];
    parts.extend(step.turns.map(|turns| words(format!("({})", wording::turns(turns)), letters(style.small_text()))));
    parts.extend(
        step.repeat.iter().map(|repeat| words(format!("\u{2013} repeated {repeat}"), letters(style.body_text()))),
    );
    parts.extend(step.text.iter().map(|text| words(text.as_str(), letters(style.body_text()))));
    let note = wording::note(&step.about, style.note_letters.value / 2);
    parts.extend(note.map(|note| words(note, letters(style.note_text()))));
    let para = Para::new(&parts, width - left - 1.5 * style.pad.0);
    let ground = match (depth, side) {
        (0, None) => Some(style.head_ground()),
        (_, Some(side)) if heading => Some(side.colour),
        _ => None,
    };
    // Steps within steps stand close together.
    let pad = if heading { 1.0 } else { 0.45 };
    let mut piece = padded_row(style, width, &[RowCell { para, x: left, align: Align::Left }], ground, pad);
    if let Some(side) = side {
        let x = style.indent.0 * count(depth.min(1));
        piece.shape(Path::rect(Rect::new(x, 0.0, stripe, piece.height)), Style::fill(side.colour));
    }
    piece
}

/// Stacking limits.
pub fn stacking(job: &ChartJob<'_>) -> Option<ChartBlock> {
    let rules = &job.model.rules.stacking;
    let mut block = ChartBlock::new(job.style, "Stacking", None);
    block.source = rules.first().and_then(|rule| wording::source(&rule.about));
    let width = block.width(job.style);
    for (n, rule) in rules.iter().enumerate() {
        let limit = rule.limit.map_or_else(|| "no limit".to_string(), |limit| limit.to_string());
        let per = match (rule.limit, rule.per) {
            (None, _) => String::new(),
            (_, Per::Side) => " a side".to_string(),
            (_, Per::All) => " in all".to_string(),
        };
        let mut what = vec![words(limited_places(job.model, rule), job.style.body_text())];
        what.extend(counted(job.model, rule).map(|text| words(text, job.style.small_text())));
        what.extend(rule.text.iter().map(|text| words(text.as_str(), job.style.body_text())));
        block.pieces.push(value_row(job.style, width, &what, &format!("{limit}{per}"), n));
    }
    (!block.pieces.is_empty()).then_some(block)
}

/// What a unit counts, unless it counts one.
fn counted(model: &Model, rule: &Stacking) -> Option<String> {
    let some = rule.units.is_some().then(|| "only some units count".to_string());
    let counts = rule.counts.as_ref().filter(|counts| counts.text.trim() != "1").map(|counts| {
        let its = if matches!(counts.expr.kind, ExprKind::Name(_)) { "its " } else { "" };
        format!("a unit counts {its}{}", wording::formula(model, &[], counts))
    });
    let said: Vec<String> = some.into_iter().chain(counts).collect();
    (!said.is_empty()).then(|| format!("({})", said.join("; ")))
}

/// The places of a limit: the name of their kind if it is all of a kind, else the places.
fn limited_places(model: &Model, rule: &Stacking) -> String {
    let chosen: BTreeSet<usize> = rule.places.iter().map(|place| place.index).collect();
    let same = |belongs: &dyn Fn(&PlaceKind) -> bool| {
        let all = model.places.iter().enumerate().filter(|(_, place)| belongs(&place.kind));
        !chosen.is_empty() && all.map(|(n, _)| n).collect::<BTreeSet<_>>() == chosen
    };
    let first = rule.places.first().and_then(|place| model.places.get(place.index)).map(|place| &place.kind);
    if let Some(PlaceKind::Area { class, .. }) = first
        && same(&|kind| matches!(kind, PlaceKind::Area { class: own, .. } if own == class))
    {
        let mut classes = model.maps.iter().flat_map(|map| &map.classes);
        let name =
            classes.find(|known| known.id == *class).map_or_else(|| wording::title(class), |class| class.name.clone());
        return format!("In each {}", name.to_lowercase());
    }
    if same(&|kind| matches!(kind, PlaceKind::Hex { .. })) {
        return "In each hex".to_string();
    }
    if same(&|kind| matches!(kind, PlaceKind::Square { .. })) {
        return "In each square".to_string();
    }
    if same(&|kind| matches!(kind, PlaceKind::Area { .. })) {
        return "In each area".to_string();
    }
    if same(&PlaceKind::is_ground) {
        let squares = same(&|kind| !matches!(kind, PlaceKind::Hex { .. }));
        return if squares { "In each area and square" } else { "In each area and hex" }.to_string();
    }
    if let Some(kinds) = of_terrain(model, &chosen) {
        return kinds;
    }
    let region = model
        .regions
        .iter()
        .find(|region| region.places.iter().map(|place| place.index).collect::<BTreeSet<_>>() == chosen);
    region.map_or_else(|| wording::places(model, &rule.places), |region| region.name.clone())
}

/// The terrain of places, or the terrain that they are not, if they are all of it.
fn of_terrain(model: &Model, chosen: &BTreeSet<usize>) -> Option<String> {
    let terrain = |place: &Place| place.kind.terrain().map(str::to_string);
    // A place that another map shows larger is played there.
    let played = model.places.iter().enumerate().filter(|(_, place)| place.enlarged.is_none());
    let (mut within, mut without) = (BTreeSet::new(), BTreeSet::new());
    for (n, kind) in played.filter_map(|(n, place)| Some((n, terrain(place)?))) {
        if chosen.contains(&n) {
            within.insert(kind)
        } else {
            without.insert(kind)
        };
    }
    let places = chosen.iter().all(|n| model.places.get(*n).is_some_and(|place| terrain(place).is_some()));
    if !places || within.is_empty() || without.is_empty() || within.intersection(&without).next().is_some() {
        return None;
    }
    let names = |kinds: &BTreeSet<String>| {
        let all = || model.maps.iter().flat_map(|map| &map.terrains);
        let name = |kind: &String| all().find(|own| own.id == *kind).map_or(kind.clone(), |own| own.name.clone());
        kinds.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    if within.len() <= without.len() {
        return Some(format!("In {}", names(&within)));
    }
    Some(format!("Everywhere except {}", names(&without)))
}

/// A line of text with a number at the right.
pub fn value_row(style: &ChartStyle, width: f64, parts: &[Words], value: &str, n: usize) -> Drawing {
    let pad = 1.5 * style.pad.0;
    let value = Para::line(value, style.figure_text());
    let para = Para::new(parts, width - value.ink_width() - 3.0 * pad);
    let cells =
        [RowCell { para, x: pad, align: Align::Left }, RowCell { para: value, x: width - pad, align: Align::Right }];
    row(style, width, &cells, n.is_multiple_of(2).then(|| style.row_ground()))
}

/// Movement: costs by type, then what stops and bars.
pub fn movement(job: &ChartJob<'_>) -> Option<ChartBlock> {
    let movement = job.model.rules.movement.as_ref()?;
    let style = job.style;
    let mut block = ChartBlock::new(style, "Movement", None).of_rule(wording::source(&movement.about));
    let columns = paying_alike(job.model, movement);
    let wide = cost_column(style, &columns) * count(columns.len());
    block.span = (1..style.column_count()).find(|span| wide < 0.6 * style.span(*span)).unwrap_or(style.column_count());
    let width = block.width(style);
    block.pieces.extend(costs(style, movement, &columns, width));
    let stops = movement.stops.iter().map(|stop| vec![words(stop.text.as_str(), style.body_text())]);
    block.pieces.extend(bullets(style, width, "Stops", stops.collect()));
    let bonuses = movement.bonuses.iter().map(|bonus| {
        let more = format!("+{}:", figure(bonus.add));
        vec![words(more, style.figure_text()), words(bonus.text.as_str(), style.body_text())]
    });
    block.pieces.extend(bullets(style, width, "Bonus", bonuses.collect()));
    let bars = movement.bars.iter().map(|bar| {
        let side = bar.side.as_ref().and_then(|side| job.model.sides.get(side.index)).map(|side| side.name.as_str());
        let groups = bar.groups.iter().map(|group| wording::title(group));
        let types = bar.types.iter().filter_map(|kind| job.model.types.get(kind.index));
        let alone = types.filter(|kind| !kind.groups.iter().any(|group| bar.groups.contains(group)));
        let all = side.map(str::to_string).into_iter().chain(groups).chain(alone.map(|kind| kind.name.clone()));
        let said = bar.text.to_lowercase();
        let who: Vec<String> = all.filter(|who| !said.contains(&who.to_lowercase())).collect();
        let mut parts = Vec::new();
        if !who.is_empty() {
            parts.push(words(format!("{}:", who.join(", ")), style.bold_text()));
        }
        parts.push(words(bar.text.as_str(), style.body_text()));
        parts
    });
    block.pieces.extend(bullets(style, width, "Not allowed", bars.collect()));
    Some(block)
}

/// Types that pay alike, as one column: its head, and the first of them.
fn paying_alike(model: &Model, movement: &Movement) -> Vec<(String, usize)> {
    /// More types than this share the head "Others".
    const NAMED: usize = 3;
    if movement.costs.iter().all(|cost| cost.types.is_empty()) {
        return vec![("Points".to_string(), 0)];
    }
    let mut columns: Vec<Vec<usize>> = Vec::new();
    for n in 0..model.types.len() {
        let alike = |other: &usize| movement.costs.iter().all(|cost| pays(cost, n) == pays(cost, *other));
        match columns.iter_mut().find(|column| column.first().is_some_and(alike)) {
            Some(column) => column.push(n),
            None => columns.push(vec![n]),
        }
    }
    let head = |column: &Vec<usize>| {
        let names: Vec<&str> =
            column.iter().filter_map(|n| model.types.get(*n)).map(|kind| kind.name.as_str()).collect();
        let group = movement.costs.iter().flat_map(|cost| &cost.groups).find(|group| exactly(model, group, column));
        match group {
            Some(group) => wording::title(group),
            None if names.len() > NAMED => "Others".to_string(),
            None => names.join(", "),
        }
    };
    columns.iter().map(|column| (head(column), column.first().copied().unwrap_or(0))).collect()
}

/// Whether some types are those of a group, and no others.
fn exactly(model: &Model, group: &String, types: &[usize]) -> bool {
    model.types.iter().enumerate().all(|(n, kind)| kind.groups.contains(group) == types.contains(&n))
}

fn pays(cost: &Cost, kind: usize) -> bool {
    cost.types.is_empty() || cost.types.iter().any(|payer| payer.index == kind)
}

/// Room of a column of costs: that of the longest word above it.
fn cost_column(style: &ChartStyle, columns: &[(String, usize)]) -> f64 {
    let words = columns.iter().flat_map(|(head, _)| head.split(' '));
    words.map(|word| style.small_text().width(word)).fold(8.0, f64::max) + style.pad.0
}

fn costs(style: &ChartStyle, movement: &Movement, columns: &[(String, usize)], width: f64) -> Vec<Drawing> {
    let pad = 1.5 * style.pad.0;
    let each = cost_column(style, columns);
    let left = width - each * count(columns.len()) - pad;
    let middle = |n: usize| left + each * (count(n) + 0.5);
    let mut letters = style.small_text();
    letters.colour = style.ink.value;
    let mut heads = vec![RowCell { para: Para::line("Cost", style.bold_text()), x: pad, align: Align::Left }];
    for (n, (head, _)) in columns.iter().enumerate() {
        let para = Para::new(&[words(head.as_str(), letters)], each - 0.5 * style.pad.0);
        heads.push(RowCell { para, x: middle(n), align: Align::Centre });
    }
    let mut pieces = vec![row(style, width, &heads, Some(style.head_ground()))];
    // What costs different types differently, in the same words, is one row.
    for (line, costs) in movement.costs.chunk_by(|a, b| a.text == b.text).enumerate() {
        let text = costs.first().map_or("", |cost| cost.text.as_str());
        let para = Para::new(&[words(text, style.body_text())], left - 2.0 * pad);
        let mut cells = vec![RowCell { para, x: pad, align: Align::Left }];
        for (n, (_, kind)) in columns.iter().enumerate() {
            let points = |cost: &Cost| cost.points.map_or_else(|| "all".to_string(), figure);
            let paid = costs.iter().find(|cost| pays(cost, *kind)).map(points);
            let shown = paid.as_deref().unwrap_or("\u{2013}");
            cells.push(RowCell { para: Para::line(shown, style.figure_text()), x: middle(n), align: Align::Centre });
        }
        pieces.push(row(style, width, &cells, line.is_multiple_of(2).then(|| style.row_ground())));
    }
    let mut notes = vec![match movement.combine {
        Combine::Highest => "Only the highest cost counts.",
        Combine::Sum => "All costs that apply are added.",
    }];
    if movement.at_least_one {
        notes.push(match movement.at_least_one_when {
            None => "A unit can always enter one neighbouring place by spending its whole allowance.",
            Some(_) => {
                "A unit can enter one neighbouring place by spending its whole allowance, where the rules allow it."
            }
        });
    }
    pieces.push(text(style, width, &[words(notes.join(" "), style.note_text())], None));
    pieces
}

/// A heading and lines below it, each with a dot.
pub fn bullets(style: &ChartStyle, width: f64, heading: &str, lines: Vec<Vec<Words>>) -> Vec<Drawing> {
    if lines.is_empty() {
        return Vec::new();
    }
    let mut pieces = vec![text(style, width, &[words(heading, style.bold_text())], Some(style.head_ground()))];
    pieces.extend(lines.iter().map(|parts| bullet(style, width, parts, "\u{2022}")));
    pieces
}

/// A line behind a dot or number.
pub fn bullet(style: &ChartStyle, width: f64, parts: &[Words], mark: &str) -> Drawing {
    let pad = 1.5 * style.pad.0;
    let left = pad + style.indent.0;
    let cells = [
        RowCell { para: Para::line(mark, style.bold_text()), x: pad, align: Align::Left },
        RowCell { para: Para::new(parts, width - left - pad), x: left, align: Align::Left },
    ];
    row(style, width, &cells, None)
}

/// Zones of control, if the rule is put in words.
pub fn zones(job: &ChartJob<'_>) -> Option<ChartBlock> {
    let zone = job.model.rules.zone_of_control.as_ref()?;
    let rule = zone.text.as_ref()?;
    let mut block = ChartBlock::new(job.style, &zone.name, None).of_rule(wording::source(&zone.about));
    let width = block.width(job.style);
    block.pieces.push(text(job.style, width, &[words(rule.as_str(), job.style.body_text())], None));
    Some(block)
}

/// Supply of each side.
pub fn supply(job: &ChartJob<'_>) -> Option<ChartBlock> {
    let rules = &job.model.rules.supply;
    let mut block = ChartBlock::new(job.style, "Supply", None);
    block.source = rules.first().and_then(|rule| wording::source(&rule.about));
    let width = block.width(job.style);
    for rule in rules {
        let side = rule.side.as_ref().and_then(|side| job.model.sides.get(side.index));
        block.pieces.push(striped(job.style, supply_text(job, rule, width), side.map(|side| side.colour)));
    }
    (!block.pieces.is_empty()).then_some(block)
}

fn supply_text(job: &ChartJob<'_>, rule: &Supply, width: f64) -> Drawing {
    let style = job.style;
    let mut parts = vec![words(format!("{}.", rule.name), style.bold_text())];
    parts.extend(rule.text.iter().map(|text| words(text.as_str(), style.body_text())));
    if !rule.sources.is_empty() {
        parts.push(words(format!("Sources: {}.", wording::places(job.model, &rule.sources)), style.body_text()));
    }
    parts.extend(rule.hub.as_ref().map(|hub| words(hub_text(job.model, hub), style.body_text())));
    parts.extend(rule.range.map(|range| words(format!("Reaches {range} steps."), style.body_text())));
    for exception in &rule.exceptions {
        parts.push(words(exception.text.as_str(), style.body_text()));
    }
    text(style, width, &parts, None)
}

/// How far supply reaches from units that hand it on, and what their own line follows.
fn hub_text(model: &Model, hub: &Hub) -> String {
    let value = model.values.iter().find(|value| value.id == hub.range.text.trim());
    let range = value.map_or_else(
        || format!("{} steps", wording::formula(model, &[], &hub.range)),
        |value| format!("as far as its {}", value.name.to_lowercase()),
    );
    let mut ways: Vec<String> = Vec::new();
    for way in model.maps.iter().flat_map(|map| &map.ways).filter(|way| hub.along.contains(&way.id)) {
        let name = way.name.to_lowercase();
        if !ways.contains(&name) {
            ways.push(name);
        }
    }
    let line = if ways.is_empty() { String::new() } else { format!(" Its own line follows: {}.", ways.join(", ")) };
    format!("From a unit that hands it on: {range}.{line}")
}

/// A piece with a stripe in a side's colour at its left edge.
pub fn striped(style: &ChartStyle, mut piece: Drawing, colour: Option<Colour>) -> Drawing {
    if let Some(colour) = colour {
        let stripe = Rect::new(0.0, 0.0, 0.7 * style.pad.0, piece.height);
        piece.shape(Path::rect(stripe), Style::fill(colour));
    }
    piece.height += 0.3 * style.pad.0;
    piece
}
