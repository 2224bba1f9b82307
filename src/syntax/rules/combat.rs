//! Combat: attacks, losses, retreats and advances.

use super::movement::BarDef;
use super::{FirstLoss, LossPer};
use crate::record;
use crate::source::Sp;
use crate::source::values::Id;
use crate::syntax::specs::ExprSpec;

record! {
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

    /// One priority of a retreat.
    PriorityDef as "priority" {
        /// The priority in words.
        "text" text: Sp<String>,
        /// Places for which it holds.
        "when" when: Option<Sp<ExprSpec>>,
        /// Of those, the places where this is least.
        "least" least: Option<Sp<ExprSpec>>,
    }
}
