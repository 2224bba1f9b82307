//! Where units may stand and go: stacking, movement, zones of control.

use crate::expr::Number;
use crate::model::{About, Edge, Formula, Place, Ref, Side, UnitType};
use crate::syntax::{Combine, Per};
use schemars::JsonSchema;
use serde::Serialize;

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
    pub add: Number,
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
    pub points: Option<Number>,
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
