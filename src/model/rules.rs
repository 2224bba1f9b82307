//! Rules.

use super::{
    About, Edge, Event, Formula, Input, Invariant, Marker, Operation, Place, Ref, Side, Track, Unit, UnitType,
};
use crate::source::values::{Fraction, Turns};
use crate::syntax::{Combine, Per, Rounding};
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

/// A stacking limit.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Stacking {
    /// The limit; none: no limit.
    pub limit: Option<i64>,
    /// Of each side, or of all together.
    pub per: Per,
    /// The places it holds for.
    pub places: Vec<Ref<Place>>,
    /// The units that count; all if none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<Formula>,
    /// Points a unit counts; 1 if none.
    pub counts: Option<Formula>,
    /// The rule in words.
    pub text: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// Movement.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Movement {
    /// The value that is the allowance.
    pub allowance: String,
    /// How costs combine.
    pub combine: Combine,
    /// The procedure that gives the allowance.
    pub procedure: Option<String>,
    /// Whether a unit may always enter one neighbour with its whole allowance.
    pub at_least_one: bool,
    /// When it may; always if none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least_one_when: Option<Formula>,
    /// Costs.
    pub costs: Vec<Cost>,
    /// What may not be done.
    pub bars: Vec<Bar>,
    /// Where a unit may not go on.
    pub stops: Vec<Stop>,
    /// What is added to the allowance for a whole move of one kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bonuses: Vec<Bonus>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// An addition to the allowance for a whole move of one kind, such as one along roads.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Bonus {
    /// Its id.
    pub id: String,
    /// Points that are added.
    pub add: Fraction,
    /// What must hold for every step of the move.
    pub when: Formula,
    /// Types that have it, those of groups included; empty: all.
    pub types: Vec<Ref<UnitType>>,
    /// The groups that were named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    /// The rule in words.
    pub text: String,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A movement cost.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Cost {
    /// Its id.
    pub id: String,
    /// Points; none: the whole allowance.
    pub points: Option<Fraction>,
    /// Types that pay it, those of groups included; empty: all.
    pub types: Vec<Ref<UnitType>>,
    /// The groups that were named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    /// What it is paid for.
    pub text: String,
    /// When it is paid; always if none.
    pub when: Option<Formula>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// Something movement may not do.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Bar {
    /// Its id.
    pub id: String,
    /// Types it holds for, those of groups included; empty: all.
    pub types: Vec<Ref<UnitType>>,
    /// The groups that were named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    /// The side it holds for.
    pub side: Option<Ref<Side>>,
    /// What may not be done.
    pub text: String,
    /// When it holds; without it the bar is only text.
    pub when: Option<Formula>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// Where a unit may not go on.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Stop {
    /// Its id.
    pub id: String,
    /// Where.
    pub text: String,
    /// When it holds.
    pub when: Formula,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// Boundaries that stop something.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Barrier {
    /// Boundaries it does not cross.
    pub not_across: Vec<String>,
    /// Crossings that lead it over them; none: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossings: Option<Vec<String>>,
}

impl Barrier {
    /// Whether it stops what goes from one place to the next.
    pub fn stops(&self, edge: &Edge) -> bool {
        let leads = |crossing: &String| self.crossings.as_ref().is_none_or(|all| all.contains(crossing));
        edge.boundary.as_ref().is_some_and(|kind| self.not_across.contains(kind))
            && !edge.crossing.as_ref().is_some_and(leads)
    }
}

/// Zones of control: what units exert into places around them.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ZoneOfControl {
    /// What it is called.
    pub name: String,
    /// When a unit exerts one from its place into the next; none: always.
    pub when: Option<Formula>,
    /// How many steps it reaches; none: one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Formula>,
    /// Boundaries it does not cross.
    #[serde(flatten)]
    pub barrier: Barrier,
    /// The rule in words.
    pub text: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// Supply.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Supply {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Option<Ref<Side>>,
    /// The units it is for; none: all of its side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<Formula>,
    /// Units that hand it on; none: it comes from the sources themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hub: Option<Hub>,
    /// Where it comes from; with hubs, where their line ends. None: hubs need no line.
    pub sources: Vec<Ref<Place>>,
    /// Boundaries it does not cross.
    #[serde(flatten)]
    pub barrier: Barrier,
    /// How far it reaches.
    pub range: Option<i64>,
    /// A line may enter a place for which this holds.
    pub through: Option<Formula>,
    /// A source counts if this holds there.
    pub source_when: Option<Formula>,
    /// The rule in words.
    pub text: Option<String>,
    /// Exceptions.
    pub exceptions: Vec<SupplyException>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// Units that hand supply on. Others trace a line to one of them, and it traces one to the sources.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Hub {
    /// Which units.
    #[serde(rename = "where")]
    pub filter: Formula,
    /// How many steps from one it reaches.
    pub range: Formula,
    /// Kinds of way that the hub's own line follows; empty: any places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub along: Vec<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// An exception of supply.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SupplyException {
    /// Places in order.
    pub path: Vec<Ref<Place>>,
    /// The exception in words.
    pub text: String,
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
    /// Operations that carry it out: their ids.
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
