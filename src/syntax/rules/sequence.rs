//! The sequence of play.

use crate::record;
use crate::source::Sp;
use crate::source::values::{Id, Turns};
use crate::syntax::specs::ExprSpec;

record! {
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
}
