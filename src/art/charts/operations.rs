//! Operations as numbered procedures.

use super::ChartJob;
use super::block::{ChartBlock, RowCell, padded_row, text};
use super::para::{Para, words};
use super::told::{self, Instruction};
use super::wording;
use crate::draw::{Align, Drawing};
use crate::look::styles::{ChartStyle, count};
use crate::model::Operation;

/// Shorter ones say in their sentence all that there is to do.
const SHORTEST: usize = 2;

/// A block for each operation that is more than one thing to do.
pub fn operations(job: &ChartJob<'_>) -> Vec<ChartBlock> {
    job.model.rules.operations.iter().filter_map(|operation| block(job, operation)).collect()
}

fn block(job: &ChartJob<'_>, operation: &Operation) -> Option<ChartBlock> {
    let lines = told::lines(job.model, operation);
    if all(&lines) < SHORTEST {
        return None;
    }
    let style = job.style;
    let side = operation.side.as_ref().and_then(|side| job.model.sides.get(side.index));
    let mut block = ChartBlock::new(style, &operation.name, side).of_rule(wording::source(&operation.about));
    block.tag = operation.card.is_some().then(|| "card".to_string());
    let width = block.width(style);
    block
        .pieces
        .extend(operation.text.iter().map(|said| text(style, width, &[words(said.as_str(), style.note_text())], None)));
    rows(style, width, &lines, 0, &mut block.pieces);
    Some(block)
}

fn all(lines: &[Instruction]) -> usize {
    lines.iter().map(|line| 1 + all(&line.inner)).sum()
}

/// Numbers, then letters, then small Roman numerals.
fn rows(style: &ChartStyle, width: f64, lines: &[Instruction], depth: usize, pieces: &mut Vec<Drawing>) {
    let pad = 1.5 * style.pad.0;
    let left = pad + style.indent.0 * count(depth);
    // Two digits need more room than one.
    let marks = (0..lines.len()).map(|n| style.bold_text().width(&mark(n, depth)));
    let first = left + marks.fold(style.indent.0, |widest, own| widest.max(own + 0.6 * style.pad.0));
    for (n, line) in lines.iter().enumerate() {
        let cells = [
            RowCell { para: Para::line(&mark(n, depth), style.bold_text()), x: left, align: Align::Left },
            RowCell {
                para: Para::new(&[words(line.words.as_str(), style.body_text())], width - first - pad),
                x: first,
                align: Align::Left,
            },
        ];
        pieces.push(padded_row(style, width, &cells, None, 0.45));
        rows(style, width, &line.inner, depth + 1, pieces);
    }
}

fn mark(n: usize, depth: usize) -> String {
    match depth {
        1 => format!("{}.", letters(n)),
        0 => format!("{}.", n + 1),
        _ => "\u{2013}".to_string(),
    }
}

/// `a` to `z`, then `aa`.
fn letters(n: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(n % 26).unwrap_or(0));
    letter.to_string().repeat(n / 26 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_numbered_and_steps_within_them_lettered() {
        let marks: Vec<String> = [(0, 0), (11, 0), (0, 1), (25, 1), (26, 1), (3, 2)].map(|(n, d)| mark(n, d)).to_vec();
        assert_eq!(marks, ["1.", "12.", "a.", "z.", "aa.", "\u{2013}"]);
    }
}
