//! Supply.

use crate::record;
use crate::source::Sp;
use crate::source::values::Id;
use crate::syntax::specs::ExprSpec;

record! {
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
}
