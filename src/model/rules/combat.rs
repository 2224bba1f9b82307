//! Combat: attacks, losses, retreats and advances.

use super::movement::Bar;
use crate::model::{About, Formula, Ref, Side};
use schemars::JsonSchema;
use serde::Serialize;

/// Who may attack what, and what it costs.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Attack {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Who makes such attacks.
    pub side: Option<Ref<Side>>,
    /// What may not be attacked, and by whom.
    pub bars: Vec<Bar>,
    /// Movement points that each attacker spends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Formula>,
    /// Ids of the movement costs that make up `entry`, as if no way led there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entry: Vec<String>,
    /// Whether attackers from several places can only attack one place together.
    pub one_place: bool,
    /// The rule in words.
    pub text: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// Ways to take losses.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Losses {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The ways.
    pub ways: Vec<LossWay>,
    /// Whether the lead unit takes the first point.
    pub lead_first: bool,
    /// The rule in words.
    pub text: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// One way to take losses.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LossWay {
    /// Its id.
    pub id: String,
    /// The state before.
    pub from: String,
    /// The state after.
    pub to: String,
    /// Points it satisfies.
    pub points: i64,
    /// The side it holds for.
    pub side: Option<Ref<Side>>,
    /// The way in words.
    pub text: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// Where units retreat or advance to: one step to a neighbouring place.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Retreat {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Best first; an advance without any leads to every neighbour that is not barred.
    pub priorities: Vec<Priority>,
    /// What leaves only some of the places before that, one after the other, wherever it leaves any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub preferences: Vec<Priority>,
    /// Places for which this holds are not offered.
    pub bar: Option<Formula>,
    /// What units lose that retreat into a place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<RetreatLoss>,
    /// Points that each place of a retreat satisfies, however many units go there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i64>,
    /// The rule in words.
    pub text: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// One priority of a retreat.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Priority {
    /// The priority in words.
    pub text: String,
    /// Places for which it holds.
    pub when: Option<Formula>,
    /// Of those, the places where this is least.
    pub least: Option<Formula>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// What units lose that retreat into a place.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RetreatLoss {
    /// Its id.
    pub id: String,
    /// The loss in words.
    pub text: String,
    /// When a unit loses it; none: always.
    pub when: Option<Formula>,
    /// Points lost.
    pub points: i64,
    /// Whether all units that fit lose them together, instead of each.
    pub per_stack: bool,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}
