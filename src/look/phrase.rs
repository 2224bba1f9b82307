//! Texts with expressions in them.

use crate::expr::{self, Expr, Values};

/// A text with `{expressions}` in it, checked.
#[derive(Debug, Clone)]
pub struct Phrase(pub Vec<Part>);

/// A part of a phrase.
#[derive(Debug, Clone)]
pub enum Part {
    /// As it stands.
    Text(String),
    /// What comes of an expression.
    Expr(Expr),
}

impl Phrase {
    /// The text with values filled in.
    pub fn text(&self, values: &Values) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Expr(expr) => expr::eval(expr, values).map(|value| value.to_string()).unwrap_or_default(),
        };
        self.0.iter().map(part).collect()
    }
}
