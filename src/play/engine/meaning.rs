//! What is known where a formula stands.

use super::code::{Several, Where};
use crate::model::{Input, Roles};
use std::collections::BTreeMap;

/// What a value of an operation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperandKind {
    /// A number, yes or no, a text.
    Plain,
    /// A unit.
    Unit,
    /// Some units.
    Units,
    /// A place.
    Place,
    /// Some places.
    Places,
    /// A card.
    Card,
    /// Some cards.
    Cards,
    /// A marker.
    Marker,
    /// Some markers.
    Markers,
}

/// What a member of a collection is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberKind {
    Unit,
    Place,
    Card,
    Marker,
}

impl MemberKind {
    /// A value that is one of them.
    pub fn one(self) -> OperandKind {
        match self {
            MemberKind::Unit => OperandKind::Unit,
            MemberKind::Place => OperandKind::Place,
            MemberKind::Card => OperandKind::Card,
            MemberKind::Marker => OperandKind::Marker,
        }
    }

    /// A value that is some of them.
    pub fn several(self) -> OperandKind {
        match self {
            MemberKind::Unit => OperandKind::Units,
            MemberKind::Place => OperandKind::Places,
            MemberKind::Card => OperandKind::Cards,
            MemberKind::Marker => OperandKind::Markers,
        }
    }
}

/// The values of an operation by name, and where they are kept.
pub type NamedSlots = BTreeMap<String, (usize, OperandKind)>;

/// What names mean where a formula stands.
#[derive(Clone, Default)]
pub struct Meaning {
    /// Values by name.
    pub slots: NamedSlots,
    /// Members of collections that are being gone through, the outermost first, with their collection.
    pub members: Vec<(MemberKind, Option<Several>)>,
    /// Members before this one are out of sight.
    pub from: usize,
    /// The member that is called `it`.
    pub it: Option<usize>,
    /// Whether plain names are fields of a unit that acts.
    pub own: bool,
    /// Whether a step from place to place is made.
    pub step: bool,
    /// Who fights whom.
    pub fight: Option<FightSlots>,
}

/// Who fights whom, by slots.
#[derive(Clone, Default)]
pub struct FightSlots {
    pub at: Option<Where>,
    pub attackers: Option<usize>,
    pub defenders: Option<usize>,
    pub attack_lead: Option<usize>,
    pub defence_lead: Option<usize>,
    pub unit: Option<usize>,
    pub attack_markers: Option<usize>,
    pub defence_markers: Option<usize>,
}

impl FightSlots {
    /// The slots of named roles.
    pub fn of(roles: &Roles, slots: &NamedSlots) -> Self {
        let slot = |name: &Option<String>| name.as_ref().and_then(|name| slots.get(name)).map(|(slot, _)| *slot);
        Self {
            at: slot(&roles.at).map(Where::Slot),
            attackers: slot(&roles.attackers),
            defenders: slot(&roles.defenders),
            attack_lead: slot(&roles.attack_lead),
            defence_lead: slot(&roles.defence_lead),
            unit: slot(&roles.unit),
            attack_markers: slot(&roles.attack_markers),
            defence_markers: slot(&roles.defence_markers),
        }
    }
}

/// Inputs as values by name.
pub fn input_slots(inputs: &[Input]) -> NamedSlots {
    inputs.iter().enumerate().map(|(at, input)| (input.id.clone(), (at, OperandKind::Plain))).collect()
}
