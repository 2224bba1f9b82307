//! Formulas as the engine evaluates them: names are indices, and fields are found without looking them up.

use super::value::{Sym, Val};
use crate::expr::{Binary, Function, Gather, Number};
use crate::syntax::{Pool, Rounding};
use std::sync::Arc;

/// A formula.
#[derive(Debug, Clone)]
pub enum FormulaCode {
    /// A fixed value.
    Val(Val),
    /// A value of the operation.
    Slot(usize),
    /// A field of a unit.
    Unit(Which, UnitField),
    /// A field of a place.
    Place(Where, PlaceField),
    /// A field of a card.
    Card(Which, Arc<[Val]>),
    /// A field of a marker.
    Marker(usize, MarkerField),
    /// What lies between the two places of a step.
    Between(Between),
    /// A condition.
    Condition(usize),
    /// The side that acts, or the other.
    Side { other: bool },
    /// The turn.
    Turn,
    /// The scenario.
    Scenario,
    /// Points that were spent before this step.
    Spent,
    /// Whether it is the first step.
    First,
    /// What entering the place costs an attacker, as if no way led there.
    Entry,
    /// `-x`.
    Negate(Box<FormulaCode>),
    /// `not x`.
    Not(Box<FormulaCode>),
    /// `x + y` and the like.
    Binary(Binary, Box<FormulaCode>, Box<FormulaCode>),
    /// `if`.
    If(Box<[FormulaCode; 3]>),
    /// `min(x, y)` and the like.
    Call(Function, Vec<FormulaCode>),
    /// A list.
    List(Vec<FormulaCode>),
    /// `sum(units, attack)` and the like.
    Over(Gather, Several, Option<Box<FormulaCode>>),
    /// What a procedure comes to.
    Sum(Arc<Sum>),
    /// The same for a unit that acts.
    SumOf(Which, Arc<Sum>),
}

/// Which unit or card is meant.
#[derive(Debug, Clone)]
pub enum Which {
    /// A value of the operation.
    Slot(usize),
    /// A member of a collection that is gone through, the outermost 0.
    Member(usize),
    /// The unit that acts.
    Own,
}

/// Which place is meant.
#[derive(Debug, Clone)]
pub enum Where {
    /// A value of the operation.
    Slot(usize),
    /// A member of a collection that is gone through.
    Member(usize),
    /// The place that a step leaves.
    From,
    /// The place that a step enters.
    To,
    /// Where the unit that acts is.
    OfOwn,
}

/// A field of a unit.
#[derive(Debug, Clone)]
pub enum UnitField {
    /// One that never changes.
    Fixed(Arc<[Val]>),
    /// One that depends on the step.
    ByStep(Arc<[Vec<Val>]>),
    /// The state of its face.
    State,
    /// The id of its place.
    At,
    /// How many of the collection are of its formation; of itself if there is none.
    Comrades(Option<Box<Several>>),
    /// Its number on its strength track.
    Strength,
    /// The unit in a slot of which it lies.
    With,
    /// Whether it is supplied: by any rule, or by one.
    Supplied(Option<usize>),
    /// What is remembered of it.
    Event(u16),
    /// How it stands to the place of a fight.
    Facing(Where, Facing),
    /// The ids and groups of its status markers.
    Status,
    /// The same of all units of its formation that are in play.
    FormationStatus,
    /// A value that status markers change, one after the other: by step, and what each marker makes of it.
    Changed(Arc<[Vec<Val>]>, Arc<[(u16, FormulaCode)]>),
    /// Anything else: asked of the position.
    Asked(String),
}

/// How a unit stands to a place.
#[derive(Debug, Clone, Copy)]
pub enum Facing {
    /// Whether it is next to it.
    Adjacent,
    /// The boundary between them.
    Boundary,
    /// The crossing between them.
    Crossing,
}

/// A field of a place.
#[derive(Debug, Clone)]
pub enum PlaceField {
    /// Its id.
    Id,
    /// One that never changes.
    Fixed(Arc<[Val]>),
    /// Who controls it.
    Control,
    /// How many units of a side are there.
    UnitsOf(u8),
    /// Whether units of two sides are there.
    Contested,
    /// Units of the side, or of others, with a state of their face if one is said.
    Count { enemies: bool, near: bool, state: Option<Sym> },
    /// Units of others in neighbouring places of the same class, by the number of the class.
    EnemiesNearAlike(Arc<[Val]>),
    /// Neighbours under the control of another side.
    EnemyAreasNear,
    /// What is remembered of it.
    Event(u16),
    /// Whether units of others, or of the side, exert a zone of control there.
    Zone { enemy: bool },
    /// Whether it is supplied: by any rule, or by one.
    Supplied(Option<usize>),
    /// Whether the unit that acts would be supplied there, or the steps of its line.
    UnitSupplied { steps: bool },
    /// Whether a stacking limit would be exceeded with the unit that acts there.
    Overstacks,
    /// The fewest steps to an attacker; 0 if there is none.
    AttackersDistance,
    /// Anything else: asked of the position.
    Asked(String),
}

/// A field of a marker.
#[derive(Debug, Clone)]
pub enum MarkerField {
    /// One that never changes.
    Fixed(Arc<[Val]>),
    /// The state of the face that is up.
    Face,
}

/// What lies between two places.
#[derive(Debug, Clone)]
pub enum Between {
    /// A word of the connection, by its number in the model.
    Fixed(Arc<[Val]>),
    /// The first way along it.
    Way(Arc<[Val]>),
    /// What is remembered of it.
    Event(u16),
}

/// A collection.
#[derive(Debug, Clone)]
pub enum Several {
    /// All units in play.
    Units,
    /// Units in a pool.
    Pool(Pool),
    /// Units in a place.
    In(Where),
    /// Neighbours of a place.
    Near(Where),
    /// Units next to a place that a rule of attack lets attack it.
    Attackers(Where, usize),
    /// Markers in a place.
    Markers(Where),
    /// Places.
    Places(Arc<[u16]>),
    /// Units of a value.
    UnitSlot(usize),
    /// Places of a value.
    PlaceSlot(usize),
    /// Cards of a value.
    CardSlot(usize),
    /// Markers of a value.
    MarkerSlot(usize),
    /// Where a unit of a value may arrive.
    Arrival(usize),
    /// Units that move together.
    Movers,
    /// Assets of units of a value.
    Assets(usize),
    /// Assets of the unit that acts.
    OwnAssets,
    /// Units with a free slot for a unit.
    Carriers(Which),
    /// Cards of a deck in a pile: 0 the deck, 1 the hand, 2 the discards.
    Pile(Arc<[u16]>, usize),
    /// None.
    Nothing,
}

/// What answers the inputs of a procedure or a table.
#[derive(Debug)]
pub struct Answers {
    /// The unit whose side tells friends from enemies; none: the side that acts.
    pub view: Option<usize>,
    /// The inputs.
    pub inputs: Vec<FormulaCode>,
    /// Which of them the operation answers: those see the side that acts.
    pub given: Vec<bool>,
}

/// A procedure, with what answers its inputs.
#[derive(Debug)]
pub struct Sum {
    /// Its place among the procedures.
    pub procedure: usize,
    /// What answers its inputs.
    pub answers: Answers,
    /// Its terms.
    pub terms: Vec<SumTerm>,
    /// The least.
    pub min: Option<Number>,
    /// The most.
    pub max: Option<Number>,
}

/// A term of a sum. Its formulas ask for inputs by slots.
#[derive(Debug)]
pub struct SumTerm {
    pub when: Option<FormulaCode>,
    pub value: Option<FormulaCode>,
    pub times: Option<FormulaCode>,
    pub round: Option<Rounding>,
    /// Of the terms of one group only the strongest counts.
    pub group: Option<usize>,
}
