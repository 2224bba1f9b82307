//! Example files.

use super::specs::{CostSpec, NumberSpec, ScalarSpec};
use crate::source::Sp;
use crate::source::decode::Keyed;
use crate::source::values::Id;
use crate::{record, words};

record! {
    /// Worked examples.
    ExamplesFile as "examples file" {
        /// The examples.
        "example" examples: Vec<ExampleDef>,
    }

    /// A position and what happens, with the numbers the rulebook prints.
    ExampleDef as "example" {
        /// Its id.
        "id" id: Sp<Id>,
        /// What it shows.
        "name" name: Sp<String>,
        /// A scenario to start from; default: an empty map.
        "scenario" scenario: Option<Sp<String>>,
        /// The state of play.
        "conditions" conditions: Keyed<Sp<ScalarSpec>>,
        /// Who controls what, where it differs from the map.
        "control" control: Vec<ControlDef>,
        /// Units.
        "units" units: Vec<StandDef>,
        /// Markers.
        "markers" markers: Vec<MarkDef>,
        /// What happened before and is remembered.
        "events" events: Vec<HappenedDef>,
        /// Cards in hands: each copy is written once.
        "hand" hand: Vec<Sp<String>>,
        /// What happens.
        "step" steps: Vec<ExampleStepDef>,
    }

    /// Who controls some places.
    ControlDef as "control" {
        /// The side.
        "side" side: Sp<String>,
        /// The places.
        "at" at: Vec<Sp<String>>,
    }

    /// A unit and where it stands.
    StandDef as "stand" {
        /// The unit.
        "unit" unit: Sp<String>,
        /// The place.
        "at" at: Option<Sp<String>>,
        /// A unit: in a slot of its strength track.
        "with" with: Option<Sp<String>>,
        /// The face up; default the front.
        "state" state: Option<Sp<String>>,
        /// The number on its strength track; default the one it starts at.
        "strength" strength: Option<Sp<i64>>,
        /// The status markers on it.
        "status" status: Vec<Sp<String>>,
    }

    /// A marker and where it lies.
    MarkDef as "mark" {
        /// The marker.
        "marker" marker: Sp<String>,
        /// The places.
        "at" at: Vec<Sp<String>>,
    }

    /// Something that happened and is remembered.
    HappenedDef as "happened" {
        /// The event.
        "event" event: Sp<String>,
        /// The places it happened to; of a unit, the place that it left.
        "at" at: Vec<Sp<String>>,
        /// The units it happened to.
        "units" units: Vec<Sp<String>>,
        /// The connection it happened to: two neighbours.
        "path" path: Vec<Sp<String>>,
    }

    /// Something that happens.
    ExampleStepDef as "example step" {
        /// What.
        "do" action: Sp<ExampleAction>,
        /// The unit that acts.
        "unit" unit: Option<Sp<String>>,
        /// The way it goes.
        "path" path: Vec<Sp<String>>,
        /// The table.
        "table" table: Option<Sp<String>>,
        /// The dice.
        "roll" roll: Option<Sp<i64>>,
        /// Answers to inputs.
        "with" with: Keyed<Sp<ScalarSpec>>,
        /// The procedure.
        "procedure" procedure: Option<Sp<String>>,
        /// The place.
        "at" at: Vec<Sp<String>>,
        /// Attacking units.
        "attackers" attackers: Vec<Sp<String>>,
        /// The one that leads.
        "attack-lead" attack_lead: Option<Sp<String>>,
        /// Defending units.
        "defenders" defenders: Vec<Sp<String>>,
        /// The one that leads.
        "defence-lead" defence_lead: Option<Sp<String>>,
        /// Markers that support the attack.
        "attack-markers" attack_markers: Vec<Sp<String>>,
        /// Markers that support the defence.
        "defence-markers" defence_markers: Vec<Sp<String>>,
        /// The rule by which losses are taken.
        "losses" losses: Option<Sp<String>>,
        /// The units that take them.
        "units" units: Vec<Sp<String>>,
        /// The one that takes the first.
        "lead" lead: Option<Sp<String>>,
        /// How many points.
        "points" points: Option<Sp<i64>>,
        /// Who takes what.
        "take" take: Vec<TakeDef>,
        /// The rule by which units retreat.
        "retreat" retreat: Option<Sp<String>>,
        /// The rule by which units advance.
        "advance" advance: Option<Sp<String>>,
        /// What is chosen.
        "choice" choice: Option<Sp<String>>,
        /// The side that chooses.
        "side" side: Option<Sp<String>>,
        /// The event that is remembered.
        "event" event: Option<Sp<String>>,
        /// The step of the sequence that ends.
        "step" ended: Option<Sp<String>>,
        /// Where it retreats, advances or arrives.
        "to" to: Option<Sp<String>>,
        /// The rule by which units attack.
        "attack" attack: Option<Sp<String>>,
        /// The rule whose condition is tested.
        "rule" rule: Option<Sp<String>>,
        /// The supply rule.
        "supply" supply: Option<Sp<String>>,
        /// The victory condition.
        "victory" victory: Option<Sp<String>>,
        /// The new face of the unit.
        "state" state: Option<Sp<String>>,
        /// The new number on its strength track.
        "strength" strength: Option<Sp<i64>>,
        /// The status markers that the unit has from now on.
        "status" status: Option<Vec<Sp<String>>>,
        /// That the unit or marker is removed.
        "gone" gone: Option<bool>,
        /// The marker that is placed or removed.
        "marker" marker: Option<Sp<String>>,
        /// Who controls the places now.
        "control" control: Option<Sp<String>>,
        /// What conditions are now.
        "conditions" conditions: Keyed<Sp<ScalarSpec>>,
        /// The operation that is carried out.
        "operation" operation: Option<Sp<String>>,
        /// What players choose in it, in order.
        "answer" answers: Vec<AnswerDef>,
        /// What the dice come to in it, in order.
        "rolls" rolls: Vec<Sp<i64>>,
        /// What must come of it.
        "expect" expect: Option<OutcomeDef>,
    }

    /// What a unit takes.
    TakeDef as "take" {
        /// The unit.
        "unit" unit: Sp<String>,
        /// States it goes through; `eliminated` and `retreated` always exist.
        "to" to: Vec<Sp<String>>,
        /// The number on its strength track that it is left with.
        "strength" strength: Option<Sp<i64>>,
    }

    /// What a player chooses.
    AnswerDef as "answer" {
        /// The name of the choice: that of the value, or `losses`, `retreat`.
        "id" id: Sp<String>,
        /// Ids of what is chosen, or its word; none: nothing.
        "take" take: Vec<Sp<String>>,
    }

    /// What must come of a step.
    OutcomeDef as "outcome" {
        /// Cost of a move, or `all`.
        "cost" cost: Option<Sp<CostSpec>>,
        /// What is left of the allowance.
        "left" left: Option<Sp<NumberSpec>>,
        /// The allowance.
        "allowance" allowance: Option<Sp<NumberSpec>>,
        /// Whether it may be done; default true.
        "allowed" allowed: Option<Sp<bool>>,
        /// Whether the unit must stop.
        "stopped" stopped: Option<Sp<bool>>,
        /// Sum of the modifiers.
        "modifier" modifier: Option<Sp<NumberSpec>>,
        /// The total.
        "total" total: Option<Sp<NumberSpec>>,
        /// The result.
        "result" result: Option<Sp<String>>,
        /// The cell.
        "cell" cell: Option<Sp<String>>,
        /// Terms by id.
        "terms" terms: Keyed<Sp<NumberSpec>>,
        /// How many ways there are.
        "options" options: Option<Sp<i64>>,
        /// Points nobody can take.
        "excess" excess: Option<Sp<i64>>,
        /// Exactly the places it may go to.
        "places" places: Option<Sp<Vec<Sp<String>>>>,
        /// Points lost on the way.
        "losses" losses: Option<Sp<i64>>,
        /// Points satisfied.
        "points" points: Option<Sp<i64>>,
        /// The turn on which it arrives.
        "turn" turn: Option<Sp<i64>>,
        /// Whether supply reaches it.
        "supplied" supplied: Option<Sp<bool>>,
        /// Whether the condition holds.
        "holds" holds: Option<Sp<bool>>,
        /// Numbers that an operation names, each as often as it does, in order.
        "values" values: Keyed<Vec<Sp<NumberSpec>>>,
        /// Where units are afterwards.
        "units" units: Vec<StandDef>,
        /// Units that are no longer in play.
        "gone" gone: Vec<Sp<String>>,
        /// Who controls what afterwards.
        "control" control: Vec<ControlDef>,
        /// Markers that lie on the map afterwards.
        "markers" markers: Vec<MarkDef>,
    }
}

words! {
    /// What can happen in an example.
    ExampleAction("an example step") {
        /// A unit moves.
        Move = "move",
        /// A table is rolled on or looked up.
        Roll = "roll",
        /// A procedure is computed.
        Compute = "compute",
        /// Losses are taken.
        Losses = "losses",
        /// A unit retreats.
        Retreat = "retreat",
        /// Units attack.
        Attack = "attack",
        /// Stacking points are counted.
        Stacking = "stacking",
        /// The condition of a rule is tested.
        Rule = "rule",
        /// A unit advances.
        Advance = "advance",
        /// Something is chosen.
        Choose = "choose",
        /// An event is remembered.
        Record = "record",
        /// A step of the sequence ends, and what is remembered only until then is forgotten.
        End = "end",
        /// A unit arrives.
        Arrive = "arrive",
        /// A supply line is traced.
        Supply = "supply",
        /// A victory condition is tested.
        Victory = "victory",
        /// The position changes.
        Set = "set",
        /// An operation is carried out.
        Operation = "operation",
    }
}
