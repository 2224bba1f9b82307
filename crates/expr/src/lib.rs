//! The expression language: one small, total, typed language with three readers.
//!
//! In comes the text an author wrote (`watch == 'contests' and not night`); [`parse`] makes a tree
//! whose nodes know their place in that text, and [`check()`] holds the tree against a [`Scope`]: the
//! names that mean something where the text stands. A checked tree is read three ways, and the
//! tests hold the three to the same answers:
//!
//! - [`eval()`] computes it here, with exact fractions;
//! - [`to_json`] writes it as a syntax tree for engines ([`ExprNode`] documents what each node means);
//! - [`to_beanshell`] writes it in the dialect of VASSAL's expressions.
//!
//! Nothing here reads files, knows a game or reports an error anywhere: problems are values with
//! byte ranges of the text, and the caller says which file that text came from.
//!
//! The language is total. Every checked expression has a value: `x / 0` and `x % 0` are 0, numbers
//! stop at ±10^15 (see [`Number`]), nothing loops, and texts that could exhaust a reader (longer
//! than [`MAX_TEXT`] bytes, nested deeper than [`MAX_NESTING`], operators in a row beyond
//! [`MAX_HEIGHT`], collections within collections beyond [`MAX_OVER`]) are errors.

mod ast;
mod beanshell;
mod calls;
mod check;
mod eval;
mod hints;
mod java;
mod json;
mod lexer;
mod members;
mod nearest;
mod number;
mod operator;
mod parser;
mod print;
mod types;
mod value;
mod words;

#[cfg(test)]
mod tests;

pub use ast::{Expr, ExprKind, Ident, Mention};
pub use beanshell::{to_beanshell, to_code};
pub use check::{check, check_as};
pub use eval::{Env, Values, eval};
pub use java::{Form, JavaCode, Naming, Over, Properties, Unsupported, java_text};
pub use json::{ExprNode, to_json};
pub use lexer::is_name;
pub use members::{Columns, Members};
pub use nearest::nearest;
pub use number::Number;
pub use operator::{Binary, Function, Gather};
pub use parser::parse;
pub use types::{Names, Scope, Signature, Type};
pub use value::{Record, Value};
pub use words::in_words;

/// Longest text of an expression, in bytes.
pub const MAX_TEXT: usize = 4096;
/// Deepest nesting of parentheses, lists, calls, signs and conditions.
pub const MAX_NESTING: usize = 64;
/// Greatest height of a tree; it bounds operators in a row, which nest without parentheses. See
/// [`Expr::height`].
pub const MAX_HEIGHT: usize = 100;
/// How deep `sum`, `count` and their kin may stand within each other: each level multiplies the
/// work by the size of a collection.
pub const MAX_OVER: usize = 3;

/// A stretch of an expression's text, in bytes.
pub type TextSpan = std::ops::Range<usize>;

/// Something wrong with an expression, or with its evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The bytes of the text to underline.
    pub span: TextSpan,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether any text would be wrong here, because there is nothing to choose from.
    pub nothing_known: bool,
}

impl Problem {
    pub(crate) fn new(span: &TextSpan, message: impl Into<String>) -> Self {
        Problem { span: span.clone(), message: message.into(), help: None, nothing_known: false }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
