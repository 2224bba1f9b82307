//! The sequence of play.

use crate::model::{About, Formula, Ref, Side, Track};
use crate::source::values::Turns;
use schemars::JsonSchema;
use serde::Serialize;

/// The sequence of play.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Sequence {
    /// What one round of it is called.
    pub name: String,
    /// The track that counts the rounds.
    pub track: Option<Ref<Track>>,
    /// Its steps.
    pub steps: Vec<SequenceStep>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A step of the sequence.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SequenceStep {
    /// Its id, unique among its siblings.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose step it is.
    pub side: Option<Ref<Side>>,
    /// How often it is repeated, in words.
    pub repeat: Option<String>,
    /// What happens in it.
    pub text: Option<String>,
    /// The track that counts its rounds.
    pub track: Option<Ref<Track>>,
    /// The turns in which it takes place.
    pub turns: Option<Turns>,
    /// Operations that are carried out when the step comes: their ids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub run: Vec<String>,
    /// Operations of which the side chooses one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
    /// Whether it chooses again until it is done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// When it takes place; always if none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Formula>,
    /// The steps inside are repeated until this holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Formula>,
    /// At most so many rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<i64>,
    /// Steps inside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<SequenceStep>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}
