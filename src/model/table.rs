//! Tables.

use super::{About, Die, DieFace, Formula, Ref, Side, SideThrow, Throw};
use crate::source::values::{Band, Dice};
use crate::syntax::{Beyond, InputKind};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A table.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Table {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What is rolled; a table without dice is looked up only.
    pub dice: Option<Dice>,
    /// The die whose faces these dice show, if they do not show numbers: what their faces count is added up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<Ref<Die>>,
    /// Its name and faces.
    #[serde(skip)]
    pub faces: Option<(String, Vec<DieFace>)>,
    /// What the other side rolls: it is subtracted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Dice>,
    /// What each side rolls, if each has dice of its own; `dice` is null then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice_by_side: Vec<SideThrow>,
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
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
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

impl Table {
    /// Whether it is rolled for, not only looked up.
    pub fn rolls(&self) -> bool {
        self.dice.is_some() || !self.dice_by_side.is_empty()
    }

    /// What is rolled, unless each side has dice of its own.
    pub fn throw(&self) -> Option<Throw> {
        let (die, faces) = (self.die.clone(), self.faces.clone());
        self.dice.map(|dice| Throw { dice, die, faces, against: self.against })
    }

    /// Everything that can be rolled for it.
    pub fn throws(&self) -> Vec<Throw> {
        self.throw().into_iter().chain(self.dice_by_side.iter().map(|own| own.throw.clone())).collect()
    }

    /// The table as it is for one side that has dice of its own.
    pub fn of_side(&self, own: &SideThrow) -> Table {
        let Throw { dice, die, faces, against } = own.throw.clone();
        Table { dice: Some(dice), die, faces, against, dice_by_side: Vec::new(), ..self.clone() }
    }

    /// What is rolled, in words: `2d6`, `Blue 1d6, Red 1d8`.
    pub fn rolled(&self, sides: &[Side]) -> Option<String> {
        let name =
            |side: &Ref<Side>| sides.get(side.index).map_or_else(|| side.id.to_string(), |side| side.name.clone());
        let own = |own: &SideThrow| format!("{} {}", name(&own.side), own.throw.words());
        let by_side: Vec<String> = self.dice_by_side.iter().map(own).collect();
        self.throw().map(|throw| throw.words()).or_else(|| (!by_side.is_empty()).then(|| by_side.join(", ")))
    }
}
