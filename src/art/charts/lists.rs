//! Rules that are lists: losses, retreats, sums, choices, numbers, victory.

use super::ChartJob;
use super::block::{ChartBlock, text};
use super::para::{Words, words};
use super::play::{bullet, striped, value_row};
use super::terms::{self, TermLine};
use super::wording;
use crate::draw::Drawing;
use crate::model::{About, Losses, Procedure, Ref, Retreat, Side};
use crate::source::values::Turns;
use crate::syntax::Rounding;

/// Ways to take losses.
pub fn losses(job: &ChartJob<'_>, rule: &Losses) -> ChartBlock {
    let style = job.style;
    let mut block = ChartBlock::new(style, &rule.name, None).of_rule(wording::source(&rule.about));
    block.tag = Some("points".to_string());
    let width = block.width(style);
    for (n, way) in rule.ways.iter().enumerate() {
        let mut parts = if (way.from.as_str(), way.to.as_str()) == ("any", "weaker") {
            vec![words("Lose a step", style.body_text())]
        } else {
            vec![
                words(wording::title(&way.from), style.body_text()),
                words("to", style.small_text()),
                words(way.to.replace('-', " "), style.body_text()),
            ]
        };
        parts.extend(side_name(job, way.side.as_ref()).map(|side| words(format!("({side} only)"), style.small_text())));
        parts.extend(way.text.iter().map(|text| words(text.as_str(), style.body_text())));
        block.pieces.push(value_row(style, width, &parts, &way.points.to_string(), n));
    }
    let mut notes: Vec<&str> = rule.text.iter().map(String::as_str).collect();
    let note = wording::note(&rule.about, style.note_letters.value);
    if rule.lead_first && note.is_none() {
        notes.push("The lead unit takes the first point.");
    }
    notes.extend(note);
    block.pieces.extend(closing(job, width, &notes));
    block
}

fn closing(job: &ChartJob<'_>, width: f64, notes: &[&str]) -> Option<Drawing> {
    (!notes.is_empty()).then(|| text(job.style, width, &[words(notes.join(" "), job.style.note_text())], None))
}

/// Where units retreat to, best first.
pub fn retreat(job: &ChartJob<'_>, rule: &Retreat) -> ChartBlock {
    let style = job.style;
    let mut block = ChartBlock::new(style, &rule.name, None).of_rule(wording::source(&rule.about));
    let width = block.width(style);
    block
        .pieces
        .extend(rule.text.iter().map(|words_| text(style, width, &[words(words_.as_str(), style.body_text())], None)));
    for wish in &rule.preferences {
        block.pieces.push(bullet(style, width, &[words(wish.text.as_str(), style.body_text())], "\u{2022}"));
    }
    for (n, priority) in rule.priorities.iter().enumerate() {
        let parts = [words(priority.text.as_str(), style.body_text())];
        block.pieces.push(bullet(style, width, &parts, &format!("{}.", n + 1)));
    }
    for loss in &rule.losses {
        block.pieces.push(bullet(style, width, &[words(loss.text.as_str(), style.body_text())], "\u{2013}"));
    }
    let note: Vec<&str> = wording::note(&rule.about, 2 * style.note_letters.value).into_iter().collect();
    block.pieces.extend(closing(job, width, &note));
    block
}

/// Sums of terms, one block each; short ones share a block.
pub fn procedures(job: &ChartJob<'_>) -> Vec<ChartBlock> {
    const SHORT: usize = 2;
    let style = job.style;
    let (short, long): (Vec<&Procedure>, Vec<&Procedure>) =
        job.model.rules.procedures.iter().partition(|rule| rule.terms.len() <= SHORT && rule.side.is_none());
    let mut blocks: Vec<ChartBlock> = long.iter().map(|rule| procedure(job, rule)).collect();
    if let [rule] = short.as_slice() {
        blocks.push(procedure(job, rule));
    } else if !short.is_empty() {
        let mut totals = ChartBlock::new(style, "Totals", None);
        let width = totals.width(style);
        for rule in short {
            let mut parts = vec![words(rule.name.as_str(), style.bold_text())];
            parts.extend(wording::source(&rule.about).map(|source| words(format!("[{source}]"), style.small_text())));
            totals.pieces.push(text(style, width, &parts, Some(style.head_ground())));
            totals.pieces.extend(procedure_rows(job, rule, width));
        }
        blocks.push(totals);
    }
    blocks
}

/// A sum of terms.
fn procedure(job: &ChartJob<'_>, rule: &Procedure) -> ChartBlock {
    let style = job.style;
    let side = rule.side.as_ref().and_then(|side| job.model.sides.get(side.index));
    let mut block = ChartBlock::new(style, &rule.name, side).of_rule(wording::source(&rule.about));
    let width = block.width(style);
    block.pieces = procedure_rows(job, rule, width);
    block
}

/// The terms of a sum.
pub fn procedure_rows(job: &ChartJob<'_>, rule: &Procedure, width: f64) -> Vec<Drawing> {
    let style = job.style;
    let lines = rule.terms.iter().map(|term| {
        let (mut amount, n) = match (&term.value, &term.times) {
            (Some(value), _) => wording::amount(value, &rule.inputs, &term.text),
            (None, Some(times)) => {
                let (amount, n) = wording::amount(times, &rule.inputs, &term.text);
                (format!("\u{d7}{}", amount.trim_start_matches('+')), n)
            }
            (None, None) => (String::new(), None),
        };
        if let Some(rounding) = term.round {
            amount.push_str(match rounding {
                Rounding::Down => " (down)",
                Rounding::Up => " (up)",
                Rounding::Nearest => " (nearest)",
            });
        }
        TermLine { amount, text: term.text.clone(), n, group: term.group.clone() }
    });
    let lines: Vec<TermLine> = lines.collect();
    let mut pieces: Vec<Drawing> =
        rule.text.iter().map(|said| text(style, width, &[words(said.as_str(), style.body_text())], None)).collect();
    pieces.extend(terms::rows(style, width, &lines));
    let limits = match (rule.min, rule.max) {
        (Some(min), Some(max)) => Some(format!("From {min} to {max}.")),
        (Some(min), None) => Some(format!("Never below {min}.")),
        (None, Some(max)) => Some(format!("Never above {max}.")),
        (None, None) => None,
    };
    let notes: Vec<&str> = limits.as_deref().into_iter().collect();
    pieces.extend(closing(job, width, &notes));
    pieces
}

/// Lists a player chooses from, one block a list.
pub fn choices(job: &ChartJob<'_>) -> Vec<ChartBlock> {
    let style = job.style;
    let mut blocks: Vec<ChartBlock> = Vec::new();
    for choice in &job.model.rules.choices {
        let title = format!("Choices: {}", choice.of.replace('-', " "));
        if !blocks.iter().any(|block| block.title == title) {
            blocks.push(ChartBlock::new(style, &title, None));
        }
        let Some(block) = blocks.iter_mut().find(|block| block.title == title) else { continue };
        let width = block.width(style);
        let when = choice.when.iter().map(|when| words(format!("{}:", wording::title(when)), style.note_text()));
        let text = [words(choice.text.as_str(), style.body_text())];
        let parts: Vec<Words> = when.chain(text).collect();
        block.pieces.push(entry(job, width, &choice.name, &parts, choice.side.as_ref(), &choice.about));
    }
    blocks
}

/// A name, text and rule number; a stripe if it is a side's.
fn entry(
    job: &ChartJob<'_>,
    width: f64,
    name: &str,
    body: &[Words],
    side: Option<&Ref<Side>>,
    about: &About,
) -> Drawing {
    let style = job.style;
    let mut parts = vec![words(format!("{name}."), style.bold_text())];
    parts.extend(body.iter().cloned());
    parts.extend(
        wording::source(about).map(|source| words(format!("[{source}]").replace(' ', "\u{a0}"), style.small_text())),
    );
    let colour = side.and_then(|side| job.model.sides.get(side.index)).map(|side| side.colour);
    striped(style, text(style, width, &parts, None), colour)
}

fn side_name<'j>(job: &'j ChartJob<'_>, side: Option<&Ref<Side>>) -> Option<&'j str> {
    side.and_then(|side| job.model.sides.get(side.index)).map(|side| side.name.as_str())
}

fn when(turns: Option<Turns>) -> String {
    turns.map(|turns| format!(" ({})", wording::turns(turns))).unwrap_or_default()
}

/// Single numbers.
pub fn parameters(job: &ChartJob<'_>) -> Option<ChartBlock> {
    let style = job.style;
    let mut block = ChartBlock::new(style, "Numbers", None);
    let width = block.width(style);
    for (n, parameter) in job.model.rules.parameters.iter().enumerate() {
        let side = parameter.side.as_ref().and_then(|side| job.model.sides.get(side.index));
        let mut parts: Vec<Words> =
            side.iter().map(|side| words(format!("{}:", side.name), style.bold_text())).collect();
        parts.push(words(format!("{}{}", parameter.name, when(parameter.turns)), style.body_text()));
        block.pieces.push(value_row(style, width, &parts, &parameter.value.to_string(), n));
    }
    (!block.pieces.is_empty()).then_some(block)
}

/// Rules in a sentence or two: those of the game, then those of some turns.
pub fn rules(job: &ChartJob<'_>) -> Vec<ChartBlock> {
    let rule_block = |title: &str, wanted: &dyn Fn(bool) -> bool| {
        let mut block = ChartBlock::new(job.style, title, None);
        let width = block.width(job.style);
        for rule in job.model.rules.rules.iter().filter(|rule| wanted(rule.turns.is_some())) {
            let name = format!("{}{}", rule.name, when(rule.turns));
            let parts = [words(rule.text.as_str(), job.style.body_text())];
            block.pieces.push(entry(job, width, &name, &parts, rule.side.as_ref(), &rule.about));
        }
        (!block.pieces.is_empty()).then_some(block)
    };
    let always = rule_block("Rules in brief", &|timed| !timed);
    let timed = rule_block("Rules for certain turns", &|timed| timed);
    always.into_iter().chain(timed).collect()
}

/// Victory conditions, each beside the winner's stripe.
pub fn victory(job: &ChartJob<'_>) -> Option<ChartBlock> {
    let mut block = ChartBlock::new(job.style, "Victory", None);
    let width = block.width(job.style);
    for victory in &job.model.rules.victories {
        let told = |turn: &i64| !victory.text.contains(&format!("turn {turn}"));
        let turn = victory.turn.filter(told).map(|turn| words(format!("End of turn {turn}."), job.style.note_text()));
        let mut parts: Vec<Words> = turn.into_iter().collect();
        parts.push(words(victory.text.as_str(), job.style.body_text()));
        if let Some(other) = side_name(job, victory.otherwise.as_ref()) {
            parts.push(words(format!("Otherwise: {other}."), job.style.body_text()));
        }
        block.pieces.push(entry(job, width, &victory.name, &parts, victory.winner.as_ref(), &victory.about));
    }
    (!block.pieces.is_empty()).then_some(block)
}
