//! Procedures: sums of terms that players work out.

use crate::model::{About, Formula, Input, Ref, Side};
use crate::syntax::Rounding;
use schemars::JsonSchema;
use serde::Serialize;

/// A sum of terms.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Procedure {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Who computes it.
    pub side: Option<Ref<Side>>,
    /// What it asks for.
    pub inputs: Vec<Input>,
    /// Its terms, in order.
    pub terms: Vec<Term>,
    /// The least it can be.
    pub min: Option<i64>,
    /// The most it can be.
    pub max: Option<i64>,
    /// The rule in words.
    pub text: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A term of a sum.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Term {
    /// Its id.
    pub id: String,
    /// What it is.
    pub text: String,
    /// What it adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Formula>,
    /// What the sum so far is multiplied with, instead of adding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<Formula>,
    /// How the sum is rounded after this term.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<Rounding>,
    /// When it counts; always if none.
    pub when: Option<Formula>,
    /// Of the terms of one group the strongest that applies counts.
    pub group: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}
