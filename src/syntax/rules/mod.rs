//! Rule files.

mod combat;
mod movement;
mod sequence;
mod supply;

pub use combat::*;
pub use movement::*;
pub use sequence::*;
pub use supply::*;

use super::events::EventDef;
use super::operations::{InvariantDef, OperationDef};
use super::specs::ExprSpec;
use super::tables::InputDef;
use crate::source::Sp;
use crate::source::values::{Id, Turns};
use crate::{record, words};

record! {
    /// Rules as far as data carry them.
    RulesFile as "rules file" {
        /// The state of play that no counter shows.
        "condition" conditions: Vec<InputDef>,
        /// What rules remember of what happened.
        "event" events: Vec<EventDef>,
        /// The sequence of play.
        "sequence" sequence: Option<SequenceDef>,
        /// Stacking limits.
        "stacking" stackings: Vec<StackingDef>,
        /// Movement.
        "movement" movement: Option<MovementDef>,
        /// Zones of control.
        "zone-of-control" zone: Option<ZoneDef>,
        /// Supply.
        "supply" supplies: Vec<SupplyDef>,
        /// Losses.
        "losses" losses: Vec<LossesDef>,
        /// Retreats.
        "retreat" retreats: Vec<RetreatDef>,
        /// Attacks.
        "attack" attacks: Vec<AttackDef>,
        /// Advances.
        "advance" advances: Vec<RetreatDef>,
        /// Procedures.
        "procedure" procedures: Vec<ProcedureDef>,
        /// Choices.
        "choice" choices: Vec<ChoiceDef>,
        /// What a player does with many counters at once.
        "action" actions: Vec<ActionDef>,
        /// Single numbers.
        "parameter" parameters: Vec<ParameterDef>,
        /// Rules in a sentence or two.
        "rule" rules: Vec<RuleDef>,
        /// Victory conditions.
        "victory" victories: Vec<VictoryDef>,
        /// What players do, step by step.
        "operation" operations: Vec<OperationDef>,
        /// What holds in every state of play.
        "invariant" invariants: Vec<InvariantDef>,
    }

    /// A sum of terms.
    ProcedureDef as "procedure" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Who computes it.
        "side" side: Option<Sp<String>>,
        /// What it asks for.
        "input" inputs: Vec<InputDef>,
        /// Its terms, in order.
        "term" terms: Vec<TermDef>,
        /// The least it can be.
        "min" min: Option<Sp<i64>>,
        /// The most it can be.
        "max" max: Option<Sp<i64>>,
        /// The rule in words.
        "text" text: Option<String>,
    }

    /// A term of a sum.
    TermDef as "term" {
        /// Its id.
        "id" id: Sp<Id>,
        /// What it is.
        "text" text: Sp<String>,
        /// What it adds.
        "value" value: Option<Sp<ExprSpec>>,
        /// What the sum so far is multiplied with, instead of adding.
        "times" times: Option<Sp<ExprSpec>>,
        /// How the sum is rounded after this term.
        "round" round: Option<Sp<Rounding>>,
        /// When it counts.
        "when" when: Option<Sp<ExprSpec>>,
        /// Terms of one group exclude each other.
        "group" group: Option<Sp<String>>,
    }

    /// Something a player may choose.
    ChoiceDef as "choice" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// The list it belongs to.
        "of" of: Sp<String>,
        /// Who may choose it; default both.
        "side" side: Option<Sp<String>>,
        /// What it does.
        "text" text: Sp<String>,
        /// When, in words.
        "when" when: Option<String>,
        /// When it is open to a side; default always.
        "open" open: Option<Sp<ExprSpec>>,
    }

    /// What a player does with many counters at once, with one button.
    ActionDef as "action" {
        /// Its id.
        "id" id: Sp<Id>,
        /// What stands on the button.
        "name" name: Sp<String>,
        /// The state of the face that is turned up.
        "flip" flip: Option<Sp<String>>,
        /// The place that they are sent to.
        "to" to: Option<Sp<String>>,
        /// Whether they are taken off the map, instead.
        "remove" remove: Option<Sp<bool>>,
        /// Whether it is a command of each of them, not a button for all.
        "each" each: Option<Sp<bool>>,
        /// Other actions that are done one after the other, instead.
        "then" then: Vec<Sp<String>>,
        /// Which markers: ids; a `*` at the end of one stands for any end.
        "markers" markers: Vec<Sp<String>>,
        /// Which units: a condition, `true` for all.
        "units" units: Option<Sp<ExprSpec>>,
        /// The rule in words.
        "text" text: Option<String>,
    }

    /// A single number.
    ParameterDef as "parameter" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Whose it is; default both.
        "side" side: Option<Sp<String>>,
        /// The number.
        "value" value: Sp<i64>,
        /// The turns it holds for.
        "turns" turns: Option<Sp<Turns>>,
    }

    /// A rule in a sentence or two.
    RuleDef as "rule" {
        /// That it is only text: nothing in the data carries it out.
        "text-only" text_only: Option<Sp<bool>>,
        /// What carries it out: operations, `step/PHASE/STEP` of the sequence, or `scenario/ID` for what its setup does.
        "by" by: Vec<Sp<String>>,
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// The rule.
        "text" text: Sp<String>,
        /// The side it holds for; default both.
        "side" side: Option<Sp<String>>,
        /// The turns it holds for.
        "turns" turns: Option<Sp<Turns>>,
        /// What its condition asks for.
        "input" inputs: Vec<InputDef>,
        /// A condition that examples can test.
        "when" when: Option<Sp<ExprSpec>>,
    }

    /// A victory condition.
    VictoryDef as "victory" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Who wins if it holds; not needed where the words say who, such as the side with more points.
        "winner" winner: Option<Sp<String>>,
        /// The turn at whose end it is checked; default every turn.
        "turn" turn: Option<Sp<i64>>,
        /// What it asks for.
        "input" inputs: Vec<InputDef>,
        /// The condition.
        "when" when: Option<Sp<ExprSpec>>,
        /// Who wins if it does not hold.
        "otherwise" otherwise: Option<Sp<String>>,
        /// Operations that judge it; it is then not judged by itself at the end of turns.
        "by" by: Vec<Sp<String>>,
        /// The condition in words.
        "text" text: Sp<String>,
    }
}

words! {
    /// How a number is rounded.
    Rounding("a way to round") {
        /// To the next whole number below.
        Down = "down",
        /// To the next whole number above.
        Up = "up",
        /// To the nearest whole number, halves up.
        Nearest = "nearest",
    }

    /// Who takes the first point of a loss.
    FirstLoss("a rule for the first loss") {
        /// The lead unit.
        Lead = "lead",
    }

    /// Who loses the points of a retreat.
    LossPer("unit or stack") {
        /// Each unit.
        Unit = "unit",
        /// All units together.
        Stack = "stack",
    }

    /// Of each side, or of all together.
    Per("side or all") {
        /// Each side for itself.
        Side = "side",
        /// All together.
        All = "all",
    }

    /// How costs combine.
    Combine("a way to combine costs") {
        /// Only the highest applies.
        Highest = "highest",
        /// All are added.
        Sum = "sum",
    }
}
