//! Tables.

use super::{About, Formula, Ref, Side};
use crate::source::values::{Band, Dice};
use crate::syntax::{Beyond, InputKind};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A table.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Table {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What is rolled; a table without dice is looked up only.
    pub dice: Option<Dice>,
    /// Who rolls.
    pub side: Option<Ref<Side>>,
    /// Whether only the player who rolls sees what comes of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
    /// What it asks for.
    pub inputs: Vec<Input>,
    /// Die roll modifiers.
    pub modifiers: Vec<Modifier>,
    /// What enters by row: `roll` or an input.
    pub down: String,
    /// What enters by column: `roll` or an input.
    pub across: Option<String>,
    /// The columns.
    pub columns: Vec<Band>,
    /// Columns to move to the right, not beyond the last; negative: to the left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift: Option<Formula>,
    /// What enters by part: an input.
    pub by_part: Option<String>,
    /// The parts; a table without parts has one, without a band.
    pub parts: Vec<Part>,
    /// What results mean.
    pub results: BTreeMap<String, String>,
    /// What a total beyond the rows does.
    pub beyond: Option<Beyond>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// Something a table, procedure or victory condition asks for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Input {
    /// Its id.
    pub id: String,
    /// The question.
    pub name: String,
    /// What the answer can be.
    pub kind: InputKind,
    /// The choices of kind choice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// Smallest number.
    pub min: Option<i64>,
    /// Largest number.
    pub max: Option<i64>,
    /// What is assumed.
    pub default: Option<super::Scalar>,
    /// What answers it from the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Formula>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A die roll modifier.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Modifier {
    /// What is added.
    pub add: Formula,
    /// When it applies; always if none.
    pub when: Option<Formula>,
    /// When it applies, in words.
    pub text: String,
    /// Of the modifiers of one group the strongest that applies counts.
    pub group: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A part of a table.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Part {
    /// What it is for.
    pub band: Option<Band>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A row.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Row {
    /// The totals it is for.
    pub on: Band,
    /// What comes of it.
    pub result: Option<String>,
    /// What comes of it, in words.
    pub text: Option<String>,
    /// What comes of it, by column.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}
