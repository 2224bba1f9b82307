//! Lines that add up: modifiers of tables and terms of sums.

use super::block::{RowCell, row, text};
use super::para::{Para, words};
use crate::draw::{Align, Drawing, Path, Stroke, Style};
use crate::look::styles::ChartStyle;

/// A line of a sum.
pub struct TermLine {
    /// What it adds, with its sign; empty if its text says it.
    pub amount: String,
    /// When or for what.
    pub text: String,
    /// What `n` in the amount stands for, if the text does not say it.
    pub n: Option<String>,
    /// Of the terms of one group only the strongest counts.
    pub group: Option<String>,
}

/// The lines, numbers right-aligned, groups bracketed.
pub fn rows(style: &ChartStyle, width: f64, terms: &[TermLine]) -> Vec<Drawing> {
    let pad = 1.5 * style.pad.0;
    let amounts = terms.iter().map(|term| style.figure_text().width(&term.amount)).fold(6.0, f64::max);
    let grouped = |n: usize, m: Option<usize>| {
        let other = m.and_then(|m| terms.get(m));
        terms[n].group.is_some() && other.is_some_and(|other| other.group == terms[n].group)
    };
    let bracket = if terms.iter().any(|term| term.group.is_some()) { pad } else { 0.0 };
    let right = pad + bracket + amounts;
    let mut pieces = Vec::new();
    for (n, term) in terms.iter().enumerate() {
        let mut parts = vec![words(term.text.as_str(), style.body_text())];
        parts.extend(term.n.iter().map(|name| words(format!("(n: {name})"), style.small_text())));
        let para = Para::new(&parts, width - right - 2.0 * pad);
        let amount = Para::line(&term.amount, style.figure_text());
        let cells = [
            RowCell { para: amount, x: right, align: Align::Right },
            RowCell { para, x: right + pad, align: Align::Left },
        ];
        let ground = n.is_multiple_of(2).then(|| style.row_ground());
        let mut piece = row(style, width, &cells, ground);
        let (above, below) = (grouped(n, n.checked_sub(1)), grouped(n, Some(n + 1)));
        if above || below {
            bracket_part(&mut piece, style, above, below);
        }
        pieces.push(piece);
    }
    if (0..terms.len()).any(|n| grouped(n, Some(n + 1))) {
        pieces.push(text(
            style,
            width,
            &[words("Bracketed: use only the strongest that applies.", style.note_text())],
            None,
        ));
    }
    pieces
}

/// The part of a bracket beside one line.
fn bracket_part(piece: &mut Drawing, style: &ChartStyle, above: bool, below: bool) {
    let (x, tick) = (1.5 * style.pad.0, 1.2);
    let (top, bottom) = (0.8, piece.height - 0.8);
    let mut path = Path::new();
    if above {
        path.move_to(x, 0.0);
    } else {
        path.move_to(x + tick, top).line_to(x, top);
    }
    if below {
        path.line_to(x, piece.height);
    } else {
        path.line_to(x, bottom).line_to(x + tick, bottom);
    }
    piece.shape(path, Style::stroke(Stroke::new(style.muted.value, 1.6 * style.line.0)));
}
