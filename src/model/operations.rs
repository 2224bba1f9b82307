//! Operations: what players do, step by step, as an engine carries it out.

use super::{About, Card, Deck, Formula, Marker, Place, Ref, Side, Table, Victory};
use crate::source::values::Dice;
use crate::syntax::{Gives, InvariantOf, Pool, ValueOf};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a player does as one thing, or what happens by itself in a step of the sequence.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Operation {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Who may do it; none: the side whose step it is.
    pub side: Option<Ref<Side>>,
    /// When it is open; always if none.
    pub when: Option<Formula>,
    /// The card that is played for it, from the hand of the side.
    pub card: Option<Ref<Card>>,
    /// What it is handed, in order.
    pub given: Vec<Given>,
    /// What it gives back.
    pub gives: Option<Gives>,
    /// What it does, in words.
    pub text: Option<String>,
    /// Its steps.
    pub steps: Vec<OperationStep>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

impl Operation {
    /// What it rolls, computes and looks up, one after the other, if that is more than one thing.
    pub fn parts(&self) -> impl Iterator<Item = &Does> {
        let own =
            |step: &&OperationStep| matches!(step.does, Does::Roll { .. } | Does::Compute { .. } | Does::LookUp { .. });
        let computes = |step: &&OperationStep| matches!(step.does, Does::Compute { .. } | Does::LookUp { .. });
        let many = self.steps.iter().filter(own).count() > 1 && self.steps.iter().any(|step| computes(&step));
        self.steps.iter().filter(own).map(|step| &step.does).filter(move |_| many)
    }
}

/// A value that is handed over.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Given {
    /// Its name.
    pub id: String,
    /// What it is.
    pub of: ValueOf,
}

/// Something that holds in every state of play.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Invariant {
    /// Its id.
    pub id: String,
    /// What holds, in words.
    pub text: String,
    /// What it is asked of.
    pub of: InvariantOf,
    /// What holds.
    pub holds: Formula,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// One step of an operation.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OperationStep {
    /// What is done.
    #[serde(flatten)]
    pub does: Does,
    /// What happens, in the words of the author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// Who fights whom, where: the names of values.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Roles {
    /// The place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Attacking units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attackers: Option<String>,
    /// The one that leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack_lead: Option<String>,
    /// Defending units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defenders: Option<String>,
    /// The one that leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defence_lead: Option<String>,
    /// The unit that acts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Markers that support the attackers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack_markers: Option<String>,
    /// Markers that support the defenders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defence_markers: Option<String>,
}

/// What a step does. Values are referred to by their names.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Does {
    /// A player chooses. One, if neither `least` nor `most` is said; else so many, one after the other.
    Choose {
        /// The name of what is chosen.
        id: String,
        /// What the player is asked.
        name: String,
        /// What is chosen.
        of: ValueOf,
        /// The collection that it is chosen from; none for numbers, options and yes or no.
        #[serde(skip_serializing_if = "Option::is_none")]
        among: Option<String>,
        /// What fits: the fields of the candidate by plain names and as `it.X`; those already chosen by the `id`.
        #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
        filter: Option<Formula>,
        /// The fewest; of a number the least.
        #[serde(skip_serializing_if = "Option::is_none")]
        least: Option<Formula>,
        /// The most; of a number the greatest.
        #[serde(skip_serializing_if = "Option::is_none")]
        most: Option<Formula>,
        /// The options.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        options: Vec<String>,
        /// The side that chooses; none: the one that acts.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Formula>,
        /// Whether only what leads on is offered.
        ahead: bool,
    },
    /// A value gets a name, or a place does.
    Let {
        /// Its name.
        id: String,
        /// What it is.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Formula>,
        /// The place.
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<Ref<Place>>,
    },
    /// A procedure is computed.
    Compute {
        /// The name of the total.
        id: String,
        /// The procedure.
        procedure: String,
        /// Answers to inputs; the others answer themselves.
        with: BTreeMap<String, Formula>,
        /// Who fights whom.
        roles: Roles,
    },
    /// All members of a collection that fit get a name together.
    Gather {
        /// The name.
        id: String,
        /// The collection.
        among: String,
        /// The members that count; all if none.
        #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
        filter: Option<Formula>,
    },
    /// Dice are rolled; what they come to gets a name.
    Roll {
        /// The name.
        id: String,
        /// The dice.
        dice: Dice,
        /// The side that rolls; none: the one that acts.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Formula>,
    },
    /// A table is looked up; its result, or cell, gets a name. It is empty beyond the rows.
    LookUp {
        /// The name.
        id: String,
        /// The table.
        table: Ref<Table>,
        /// The roll.
        #[serde(skip_serializing_if = "Option::is_none")]
        roll: Option<Formula>,
        /// Answers to inputs; the others answer themselves.
        with: BTreeMap<String, Formula>,
        /// Who fights whom.
        roles: Roles,
        /// The name of the number that the result begins with.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<String>,
        /// The name of what stands behind it.
        #[serde(skip_serializing_if = "Option::is_none")]
        rest: Option<String>,
    },
    /// One of two ways is taken.
    If {
        /// The condition.
        when: Formula,
        /// What is done if it holds.
        then: Vec<OperationStep>,
        /// What is done otherwise.
        #[serde(rename = "else", skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<OperationStep>,
    },
    /// Steps are done for each member that a collection has now.
    Each {
        /// The name of the member.
        id: String,
        /// The collection.
        among: String,
        /// The members that count; all if none.
        #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
        filter: Option<Formula>,
        /// The steps.
        steps: Vec<OperationStep>,
    },
    /// Steps are repeated.
    Repeat {
        /// As long as this holds; it is asked before each round.
        when: Formula,
        /// At most so often.
        most: Formula,
        /// The steps.
        steps: Vec<OperationStep>,
    },
    /// Units move together from place to place by the rules of movement, until the side that acts stops or they cannot go on.
    Walk {
        /// The name of the place that they have just entered.
        id: String,
        /// The units.
        units: String,
        /// Places that may be entered, beside what the rules of movement say.
        #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
        filter: Option<Formula>,
        /// What each step costs, instead of the costs of movement.
        #[serde(skip_serializing_if = "Option::is_none")]
        cost: Option<Formula>,
        /// The fewest steps; 1 if none.
        #[serde(skip_serializing_if = "Option::is_none")]
        least: Option<Formula>,
        /// The most steps; as many as they can if none.
        #[serde(skip_serializing_if = "Option::is_none")]
        most: Option<Formula>,
        /// Points that were spent before; 0 if none.
        #[serde(skip_serializing_if = "Option::is_none")]
        spent: Option<Formula>,
        /// The name of the points that were spent so far.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<String>,
        /// What is done after each step.
        steps: Vec<OperationStep>,
    },
    /// The innermost `each`, `repeat` or `walk` ends.
    Stop,
    /// Units take losses, unit by unit.
    Losses {
        /// The name of the units that must retreat.
        id: String,
        /// The rule.
        losses: String,
        /// The units.
        units: String,
        /// How many points.
        points: Formula,
        /// The unit that leads.
        #[serde(skip_serializing_if = "Option::is_none")]
        lead: Option<String>,
        /// The side that chooses; none: the owner.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Formula>,
    },
    /// A unit retreats one place.
    Retreat {
        /// The name of the place where it goes.
        id: String,
        /// The rule.
        retreat: String,
        /// The unit.
        unit: String,
        /// The units from which it goes away.
        #[serde(skip_serializing_if = "Option::is_none")]
        attackers: Option<String>,
        /// Places where it may go, beside what the rule says.
        #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
        filter: Option<Formula>,
        /// The side that chooses; none: the owner.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Formula>,
        /// What is done if there is nowhere to go.
        #[serde(rename = "else", skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<OperationStep>,
    },
    /// A unit advances one place.
    Advance {
        /// The name of the place where it goes.
        id: String,
        /// The rule.
        advance: String,
        /// The unit.
        unit: String,
        /// The units from which it goes away.
        #[serde(skip_serializing_if = "Option::is_none")]
        attackers: Option<String>,
        /// Places where it may go, beside what the rule says.
        #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
        filter: Option<Formula>,
        /// The side that chooses; none: the owner.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Formula>,
        /// What is done if there is nowhere to go.
        #[serde(rename = "else", skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<OperationStep>,
    },
    /// Units, in play or not, are put into a place; or one copy of each of some markers is, from where it lies.
    Move {
        /// The units.
        #[serde(skip_serializing_if = "Option::is_none")]
        units: Option<String>,
        /// The markers.
        #[serde(skip_serializing_if = "Option::is_none")]
        markers: Option<String>,
        /// Where the markers lie; none: anywhere.
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<String>,
        /// The place.
        to: String,
        /// The face that is turned up; none: as it is.
        #[serde(skip_serializing_if = "Option::is_none")]
        state: Option<String>,
    },
    /// A unit comes into play in one of the places where its record, or the scenario, lets it arrive now.
    Arrive {
        /// The name of the place.
        id: String,
        /// The unit.
        unit: String,
        /// The side that chooses; none: the owner.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Formula>,
        /// What is done if it can arrive nowhere.
        #[serde(rename = "else", skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<OperationStep>,
    },
    /// A unit is put into the first free slot that takes it beside the strength track of another; without one it stays.
    Assign {
        /// The asset.
        unit: String,
        /// The unit that carries it.
        to: String,
    },
    /// The number on the strength track of units changes, within the lowest and highest of their tracks.
    Strength {
        /// The units.
        units: String,
        /// The number, asked for each: its fields by plain names and as `it.X`.
        value: Formula,
    },
    /// Units leave the map.
    Remove {
        /// The units.
        units: String,
        /// Where they go.
        pool: Pool,
    },
    /// Units are turned to another face; those without it stay as they are. Or one copy of each of some markers is, that
    /// shows another.
    Flip {
        /// The units.
        #[serde(skip_serializing_if = "Option::is_none")]
        units: Option<String>,
        /// The markers.
        #[serde(skip_serializing_if = "Option::is_none")]
        markers: Option<String>,
        /// Where the markers lie; none: anywhere.
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<String>,
        /// The face.
        state: String,
    },
    /// A marker is placed, or laid on each of some units that has none.
    Put {
        /// The marker.
        marker: Ref<Marker>,
        /// The place.
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<String>,
        /// The units.
        #[serde(skip_serializing_if = "Option::is_none")]
        units: Option<String>,
        /// Whose face is up; none: the front.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: Option<Formula>,
    },
    /// Markers are taken up.
    Take {
        /// The marker.
        marker: Ref<Marker>,
        /// The place; none: everywhere.
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<String>,
        /// Units that it is taken from.
        #[serde(skip_serializing_if = "Option::is_none")]
        units: Option<String>,
        /// Only those with the face of this side.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: Option<Formula>,
    },
    /// A place changes hands.
    Control {
        /// The place.
        at: String,
        /// The side.
        side: Formula,
    },
    /// A condition changes.
    Set {
        /// The condition.
        condition: String,
        /// What it becomes.
        value: Formula,
    },
    /// An event is remembered of places or units.
    Record {
        /// The event.
        event: String,
        /// What it happens to.
        of: String,
        /// The place that is remembered of units.
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<String>,
    },
    /// An event is forgotten of everything, or of places or units.
    Forget {
        /// The event.
        event: String,
        /// Of what; none: of everything.
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    },
    /// Cards are drawn into the hand, one after the other; the discards are shuffled in when the deck says so.
    Draw {
        /// The deck.
        deck: Ref<Deck>,
        /// How many.
        value: Formula,
    },
    /// Cards of a hand are discarded.
    Discard {
        /// The cards.
        cards: String,
    },
    /// Another operation follows; then this one goes on.
    Follow {
        /// The name of what it gives back.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// The operation.
        operation: String,
        /// What it is handed.
        with: BTreeMap<String, Formula>,
        /// The side that acts in it; none: the same.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: Option<Formula>,
    },
    /// The operation ends, and gives a value back.
    Give {
        /// The value; none: it only ends.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Formula>,
    },
    /// The game ends.
    Win {
        /// Who wins.
        side: Formula,
        /// By which condition.
        #[serde(skip_serializing_if = "Option::is_none")]
        victory: Option<Ref<Victory>>,
    },
    /// The game ends if a victory condition holds.
    Judge {
        /// The condition.
        victory: Ref<Victory>,
        /// Answers to its inputs; the others answer themselves.
        with: BTreeMap<String, Formula>,
    },
}
