//! Rule files.

use super::events::EventDef;
use super::operations::{InvariantDef, OperationDef};
use super::specs::{CostSpec, ExprSpec, NumberSpec};
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

    /// The sequence of play.
    SequenceDef as "sequence" {
        /// What one round of it is called.
        "name" name: Sp<String>,
        /// The track that counts the rounds.
        "track" track: Option<Sp<String>>,
        /// Its steps.
        "step" steps: Vec<StepDef>,
    }

    /// A step of the sequence.
    StepDef as "step" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Whose step it is.
        "side" side: Option<Sp<String>>,
        /// How often it is repeated, in words.
        "repeat" repeat: Option<String>,
        /// What happens in it.
        "text" text: Option<String>,
        /// The track that counts its rounds.
        "track" track: Option<Sp<String>>,
        /// The turns in which it takes place.
        "turns" turns: Option<Sp<Turns>>,
        /// Operations that are carried out when the step comes, in order.
        "run" run: Vec<Sp<String>>,
        /// Operations of which the side of the step chooses one.
        "open" open: Vec<Sp<String>>,
        /// Whether it chooses again and again, until it is done; default: once.
        "again" again: Option<Sp<bool>>,
        /// When the step takes place; default always.
        "when" when: Option<Sp<ExprSpec>>,
        /// The steps inside are repeated until this holds; it is asked after each of them.
        "until" until: Option<Sp<ExprSpec>>,
        /// At most so many rounds of the steps inside.
        "most" most: Option<Sp<i64>>,
        /// Steps inside.
        "step" steps: Vec<StepDef>,
    }

    /// A stacking limit.
    StackingDef as "stacking" {
        /// The limit; none: no limit.
        "limit" limit: Option<Sp<i64>>,
        /// Of each side, or of all together.
        "per" per: Option<Sp<Per>>,
        /// The places it holds for.
        "where" filter: Option<Sp<String>>,
        /// The units that count; default: all.
        "units" units: Option<Sp<ExprSpec>>,
        /// Points a unit counts: a number or a value's or attribute's id.
        "counts" counts: Option<Sp<ExprSpec>>,
        /// The rule in words.
        "text" text: Option<String>,
    }

    /// Movement.
    MovementDef as "movement" {
        /// The value that is the allowance.
        "allowance" allowance: Sp<String>,
        /// How costs combine.
        "combine" combine: Option<Sp<Combine>>,
        /// Whether, or when, a unit may enter one neighbour with its whole allowance whatever that costs.
        "at-least-one" at_least_one: Option<Sp<ExprSpec>>,
        /// A procedure that gives the allowance.
        "procedure" procedure: Option<Sp<String>>,
        /// Costs.
        "cost" costs: Vec<CostDef>,
        /// What may not be done.
        "bar" bars: Vec<BarDef>,
        /// Where a unit may not go on.
        "stop" stops: Vec<StopDef>,
        /// What is added to the allowance for a whole move of one kind.
        "bonus" bonuses: Vec<BonusDef>,
    }

    /// An addition to the allowance for a whole move of one kind, such as one along roads.
    BonusDef as "bonus" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Points that are added.
        "add" add: Sp<NumberSpec>,
        /// What must hold for every step of the move.
        "when" when: Sp<ExprSpec>,
        /// Types that have it, or `group:` and a group of types; default all.
        "types" types: Vec<Sp<String>>,
        /// The rule in words.
        "text" text: Sp<String>,
    }

    /// A movement cost.
    CostDef as "cost" {
        /// Its id.
        "id" id: Sp<Id>,
        /// The cost.
        "cost" cost: Sp<CostSpec>,
        /// Types that pay it, or `group:` and a group of types; default all.
        "types" types: Vec<Sp<String>>,
        /// What it is paid for.
        "text" text: Sp<String>,
        /// When it is paid; default always.
        "when" when: Option<Sp<ExprSpec>>,
    }

    /// Where a unit may not go on.
    StopDef as "stop" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Where.
        "text" text: Sp<String>,
        /// When it holds.
        "when" when: Sp<ExprSpec>,
    }

    /// Something movement may not do.
    BarDef as "bar" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Types it holds for, or `group:` and a group of types; default all.
        "types" types: Vec<Sp<String>>,
        /// The side it holds for; default both.
        "side" side: Option<Sp<String>>,
        /// What may not be done.
        "text" text: Sp<String>,
        /// When it holds; without it the bar is only text.
        "when" when: Option<Sp<ExprSpec>>,
    }

    /// Zones of control: what units exert into neighbouring places.
    ZoneDef as "zone of control" {
        /// What it is called.
        "name" name: Option<Sp<String>>,
        /// When a unit exerts one from its place into the next; default always.
        "when" when: Option<Sp<ExprSpec>>,
        /// How many steps it reaches: a number or an expression, such as a value of the unit; default 1.
        "range" range: Option<Sp<ExprSpec>>,
        /// Boundaries it does not cross.
        "not-across" not_across: Vec<Sp<String>>,
        /// Crossings that lead it over them; default all.
        "crossings" crossings: Option<Vec<Sp<String>>>,
        /// The rule in words.
        "text" text: Option<String>,
    }

    /// Supply.
    SupplyDef as "supply" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// The supply rule whose keys it has where it says none.
        "extends" extends: Option<Sp<String>>,
        /// Whose it is.
        "side" side: Option<Sp<String>>,
        /// The units it is for; default: all of its side.
        "units" units: Option<Sp<ExprSpec>>,
        /// Units that hand it on.
        "hub" hub: Option<Sp<HubDef>>,
        /// Places and regions it comes from.
        "sources" sources: Vec<Sp<String>>,
        /// Boundaries it does not cross.
        "not-across" not_across: Vec<Sp<String>>,
        /// Crossings that lead it over them; default all.
        "crossings" crossings: Option<Vec<Sp<String>>>,
        /// How far it reaches.
        "range" range: Option<Sp<i64>>,
        /// A line may enter a place for which this holds.
        "through" through: Option<Sp<ExprSpec>>,
        /// A source counts if this holds there.
        "source-when" source_when: Option<Sp<ExprSpec>>,
        /// The rule in words.
        "text" text: Option<String>,
        /// Exceptions.
        "exception" exceptions: Vec<ExceptionDef>,
    }

    /// Units that hand supply on: others trace their line to them, and they theirs to the sources.
    HubDef as "hub" {
        /// Which units.
        "where" filter: Sp<ExprSpec>,
        /// How many steps from them it reaches: a number, or a value of the unit.
        "range" range: Sp<ExprSpec>,
        /// Kinds of way that their own line follows; default: any places.
        "along" along: Vec<Sp<String>>,
    }

    /// An exception of supply.
    ExceptionDef as "exception" {
        /// Places in order.
        "path" path: Vec<Sp<String>>,
        /// The exception in words.
        "text" text: Sp<String>,
    }

    /// Ways to take losses.
    LossesDef as "losses" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// The ways.
        "way" ways: Vec<LossWayDef>,
        /// Who takes the first point.
        "first" first: Option<Sp<FirstLoss>>,
        /// The rule in words.
        "text" text: Option<String>,
    }

    /// One way to take losses.
    LossWayDef as "loss" {
        /// Its id.
        "id" id: Sp<Id>,
        /// The state before.
        "from" from: Sp<String>,
        /// The state after; `eliminated`, `retreated` and `weaker` always exist.
        "to" to: Sp<String>,
        /// Points it satisfies.
        "points" points: Sp<i64>,
        /// The side it holds for; default both.
        "side" side: Option<Sp<String>>,
        /// The way in words.
        "text" text: Option<String>,
    }

    /// Where units retreat or advance to: one step to a neighbouring place, whatever it costs.
    RetreatDef as "retreat" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Best first.
        "priority" priorities: Vec<PriorityDef>,
        /// What leaves only some of the places, one after the other, wherever it leaves any.
        "prefer" preferences: Vec<PriorityDef>,
        /// Places for which this holds are not offered.
        "bar" bar: Option<Sp<ExprSpec>>,
        /// What units lose that retreat into a place.
        "loss" losses: Vec<RetreatLossDef>,
        /// Points that each place of a retreat satisfies, however many units go there.
        "points" points: Option<Sp<i64>>,
        /// The rule in words.
        "text" text: Option<String>,
    }

    /// What units lose that retreat into a place.
    RetreatLossDef as "retreat loss" {
        /// Its id.
        "id" id: Sp<Id>,
        /// The loss in words.
        "text" text: Sp<String>,
        /// When a unit loses it; default always.
        "when" when: Option<Sp<ExprSpec>>,
        /// Points lost.
        "points" points: Sp<i64>,
        /// By each unit that fits, or by all of them together.
        "per" per: Option<Sp<LossPer>>,
    }

    /// Who may attack what, and what it costs.
    AttackDef as "attack" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Who makes such attacks; default both.
        "side" side: Option<Sp<String>>,
        /// What may not be attacked, and by whom.
        "bar" bars: Vec<BarDef>,
        /// Movement points that each attacker spends.
        "cost" cost: Option<Sp<ExprSpec>>,
        /// Movement costs that make up `entry`, by id.
        "entry" entry: Vec<Sp<String>>,
        /// Whether attackers from several places can only attack one place together.
        "one-place" one_place: Option<bool>,
        /// The rule in words.
        "text" text: Option<String>,
    }

    /// One priority of a retreat.
    PriorityDef as "priority" {
        /// The priority in words.
        "text" text: Sp<String>,
        /// Places for which it holds.
        "when" when: Option<Sp<ExprSpec>>,
        /// Of those, the places where this is least.
        "least" least: Option<Sp<ExprSpec>>,
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
        /// Operations that carry it out, beside the records that have a condition of their own.
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
