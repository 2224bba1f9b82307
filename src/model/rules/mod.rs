//! Rules.

mod combat;
mod movement;
mod procedures;
mod sequence;
mod supply;

pub use combat::*;
pub use movement::*;
pub use procedures::*;
pub use sequence::*;
pub use supply::*;

use super::{About, Event, Formula, Input, Invariant, Marker, Operation, Place, Ref, Side, Unit};
use crate::source::values::Turns;
use schemars::JsonSchema;
use serde::Serialize;

/// Rules as far as data carry them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Rules {
    /// The state of play that no counter shows.
    pub conditions: Vec<Input>,
    /// What rules remember of what happened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// The sequence of play.
    pub sequence: Option<Sequence>,
    /// Stacking limits.
    pub stacking: Vec<Stacking>,
    /// Movement.
    pub movement: Option<Movement>,
    /// Zones of control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone_of_control: Option<ZoneOfControl>,
    /// Supply.
    pub supply: Vec<Supply>,
    /// Ways to take losses.
    pub losses: Vec<Losses>,
    /// Where units retreat to.
    pub retreats: Vec<Retreat>,
    /// Where units advance to, in the same way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advances: Vec<Retreat>,
    /// Who may attack what.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<Attack>,
    /// Sums of terms.
    pub procedures: Vec<Procedure>,
    /// Things a player may choose between.
    pub choices: Vec<Choice>,
    /// What a player does with many counters at once.
    pub actions: Vec<Action>,
    /// Single numbers.
    pub parameters: Vec<Parameter>,
    /// Rules in a sentence or two.
    pub rules: Vec<Rule>,
    /// Victory conditions.
    pub victories: Vec<Victory>,
    /// What players do, step by step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operations: Vec<Operation>,
    /// What holds in every state of play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub invariants: Vec<Invariant>,
}

/// Something a player may choose.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Choice {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The list it belongs to.
    pub of: String,
    /// Who may choose it.
    pub side: Option<Ref<Side>>,
    /// What it does.
    pub text: String,
    /// When, in words.
    pub when: Option<String>,
    /// When it is open to the side that would choose it; always if none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Formula>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// What a player does with many counters at once, with one button.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Action {
    /// Its id.
    pub id: String,
    /// What stands on the button.
    pub name: String,
    /// The state of the face that is turned up; counters without such a face stay as they are.
    pub flip: Option<String>,
    /// The place that they are sent to.
    pub to: Option<Ref<Place>>,
    /// Whether they are taken off the map, instead.
    pub remove: bool,
    /// Whether it is a command of each of them, not a button for all.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub each: bool,
    /// Other actions that are done one after the other, instead: their ids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<String>,
    /// Which markers.
    pub markers: Vec<Ref<Marker>>,
    /// Which units.
    pub units: Vec<Ref<Unit>>,
    /// The rule in words.
    pub text: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A single number.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Parameter {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Option<Ref<Side>>,
    /// The number.
    pub value: i64,
    /// The turns it holds for.
    pub turns: Option<Turns>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A rule in a sentence or two.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Rule {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The rule.
    pub text: String,
    /// The side it holds for.
    pub side: Option<Ref<Side>>,
    /// The turns it holds for.
    pub turns: Option<Turns>,
    /// Whether it is only text: nothing in the data carries it out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub text_only: bool,
    /// What carries it out: ids of operations, `step/..` for a step of the sequence, `scenario/..` for a setup.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
    /// What its condition asks for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Input>,
    /// A condition that can be tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Formula>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A victory condition.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Victory {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Who wins if it holds; none: its words say who.
    pub winner: Option<Ref<Side>>,
    /// The turn at whose end it is checked; none: every turn.
    pub turn: Option<i64>,
    /// What it asks for.
    pub inputs: Vec<Input>,
    /// The condition.
    pub when: Option<Formula>,
    /// Who wins if it does not hold.
    pub otherwise: Option<Ref<Side>>,
    /// Operations that judge it; none: it is judged by itself at the end of turns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
    /// The condition in words.
    pub text: String,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}
