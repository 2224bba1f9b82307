//! What an author's SVG may cost.
//!
//! An SVG of a few lines can ask for more work than any machine does: references that multiply, noise of a
//! hundred million octaves, a pattern as large as a field. So it is weighed twice: as text, before a tree is
//! made of it (`text`), and as a tree, before it is drawn (`work`). The limits are far above what drawings need.

mod path;
mod style;
mod text;
mod work;

pub use text::weigh_text;
pub use work::{Meter, weigh_tree};

use std::ops::Range;

/// A limit that an SVG exceeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excess {
    /// The bytes of the element that does, where they are known.
    pub at: Option<Range<usize>>,
    /// What there is too much of.
    pub message: String,
    /// What to do.
    pub help: &'static str,
}

impl Excess {
    fn new(message: impl Into<String>, help: &'static str) -> Self {
        Self { at: None, message: message.into(), help }
    }

    fn at(mut self, at: Range<usize>) -> Self {
        self.at.get_or_insert(at);
        self
    }
}

/// A number for people: large ones are rounded, and endless ones are called so.
fn about(number: f64) -> String {
    match number {
        n if !n.is_finite() || n >= 1e15 => "endlessly many".to_string(),
        n if n >= 1e12 => format!("{:.0} million million", n / 1e12),
        n if n >= 2e6 => format!("{:.0} million", n / 1e6),
        n => format!("{n:.0}"),
    }
}

#[cfg(test)]
mod tests;
