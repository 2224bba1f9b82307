//! Texts with expressions in them.

use crate::expr::{self, Expr, Values};

/// A text with `{expressions}` in it, checked.
#[derive(Debug, Clone)]
pub struct Phrase(pub Vec<PhrasePart>);

/// A part of a phrase.
#[derive(Debug, Clone)]
pub enum PhrasePart {
    /// As it stands.
    Text(String),
    /// What comes of an expression.
    Expr(Expr),
}

impl Phrase {
    /// The text with values filled in.
    pub fn text(&self, values: &Values) -> String {
        let part = |part: &PhrasePart| match part {
            PhrasePart::Text(text) => text.clone(),
            PhrasePart::Expr(expr) => expr::eval(expr, values).map(|value| value.to_string()).unwrap_or_default(),
        };
        self.0.iter().map(part).collect()
    }
}
