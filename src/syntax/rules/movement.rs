//! Where units may stand and go: stacking, movement, zones of control.

use super::{Combine, Per};
use crate::record;
use crate::source::Sp;
use crate::source::values::Id;
use crate::syntax::specs::{CostSpec, ExprSpec, NumberSpec};

record! {
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
}
