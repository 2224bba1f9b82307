//! What is rolled: dice of numbers or of faces, by one side or against the other.

use super::{About, Ref, Side};
use crate::source::values::Dice;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A die whose faces have names.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Die {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its faces, in order: a roll of 1 is the first.
    pub faces: Vec<DieFace>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A face of a die.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DieFace {
    /// Its name.
    pub name: String,
    /// What it counts.
    pub value: i64,
    /// A picture of the author's own, as a path in the game's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
}

/// What is rolled at once.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Throw {
    /// How many dice of how many sides.
    pub dice: Dice,
    /// The die whose faces they show, if they do not show numbers: what their faces count is added up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<Ref<Die>>,
    /// Its name and faces.
    #[serde(skip)]
    pub faces: Option<(String, Vec<DieFace>)>,
    /// What the other side rolls: it is subtracted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Dice>,
}

/// What one side rolls where each rolls dice of its own.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SideThrow {
    /// The side that rolls.
    pub side: Ref<Side>,
    /// What it rolls.
    #[serde(flatten)]
    pub throw: Throw,
}

impl Throw {
    /// Every total that can come of it, ascending.
    pub fn totals(&self) -> Vec<i64> {
        let own: BTreeSet<i64> = match &self.faces {
            None => self.dice.totals().into_iter().collect(),
            Some((_, faces)) => {
                let one = |sums: BTreeSet<i64>| -> BTreeSet<i64> {
                    sums.iter().flat_map(|sum| faces.iter().map(move |face| sum + face.value)).collect()
                };
                (0..self.dice.count).fold(BTreeSet::from([i64::from(self.dice.add)]), |sums, _| one(sums))
            }
        };
        let Some(against) = self.against else { return own.into_iter().collect() };
        let other = against.totals();
        let all: BTreeSet<i64> = own.iter().flat_map(|own| other.iter().map(move |other| own - other)).collect();
        all.into_iter().collect()
    }

    /// In words: `2d6`, `1d6 against 1d8`, `2 Battle`.
    pub fn words(&self) -> String {
        let mut words = match &self.faces {
            None => self.dice.to_string(),
            Some((name, _)) => format!("{} {name}", self.dice.count),
        };
        if let (Some(_), add @ (1.. | ..=-1)) = (&self.faces, self.dice.add) {
            let _ = write!(words, "{add:+}");
        }
        if let Some(against) = self.against {
            let _ = write!(words, " against {against}");
        }
        words
    }
}
