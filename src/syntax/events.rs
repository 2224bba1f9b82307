//! Events: what rules remember of what happened.

use super::specs::ExprSpec;
use crate::source::Sp;
use crate::source::values::Id;
use crate::{record, words};

record! {
    /// Something that happens and is remembered, until a step of the sequence ends. Rules ask for it by its id.
    EventDef as "event" {
        /// Its id.
        "id" id: Sp<Id>,
        /// What happened.
        "name" name: Sp<String>,
        /// What it happens to.
        "of" of: Sp<EventOf>,
        /// What is remembered; default yes or no.
        "kind" kind: Option<Sp<EventKind>>,
        /// Steps from place to place that record it by themselves; default none.
        "by" by: Vec<Sp<EventBy>>,
        /// When such a step records it; default always.
        "when" when: Option<Sp<ExprSpec>>,
        /// Steps of the sequence at whose end it is forgotten; default never.
        "until" until: Vec<Sp<String>>,
    }
}

words! {
    /// What an event happens to.
    EventOf("something that events happen to") {
        /// An area, hex or box.
        Place = "place",
        /// A unit.
        Unit = "unit",
        /// Two neighbouring places, whichever way it is crossed.
        Connection = "connection",
    }

    /// What is remembered of an event.
    EventKind("a kind of event") {
        /// Whether it happened.
        YesNo = "yes-no",
        /// How often it happened.
        Number = "number",
        /// The place that the unit left when it last happened.
        Place = "place",
    }

    /// A step from place to place.
    EventBy("a kind of step") {
        /// Each step of a move.
        Move = "move",
        /// A retreat.
        Retreat = "retreat",
        /// An advance.
        Advance = "advance",
    }
}
