//! Formulas: expressions, checked.

use crate::expr::{Expr, ExprNode};
use schemars::JsonSchema;
use serde::Serialize;

/// An expression, checked: as it was written and as a syntax tree.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Formula {
    /// As it was written.
    pub text: String,
    /// As a syntax tree.
    pub tree: ExprNode,
    /// As the evaluator reads it.
    #[serde(skip)]
    pub expr: Expr,
}
