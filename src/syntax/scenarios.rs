//! Scenario files.

use crate::record;
use crate::source::Sp;
use crate::source::values::{Id, Pair, Turns};

record! {
    /// Scenarios.
    ScenariosFile as "scenarios file" {
        /// The scenarios.
        "scenario" scenarios: Vec<ScenarioDef>,
    }

    /// A scenario.
    ScenarioDef as "scenario" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// The extension of the module that has its setup, instead of the module.
        "extension" extension: Option<Sp<Id>>,
        /// The scenario it starts from.
        "extends" extends: Option<Sp<String>>,
        /// Its turns.
        "turns" turns: Option<Sp<Turns>>,
        /// The track that counts them.
        "track" track: Option<Sp<String>>,
        /// The maps it uses; default all.
        "maps" maps: Vec<Sp<String>>,
        /// A region; default: the whole of its maps.
        "play-area" play_area: Option<Sp<String>>,
        /// Who moves first.
        "first" first: Option<Sp<String>>,
        /// Victory conditions.
        "victory" victory: Vec<Sp<String>>,
        /// Rules that hold in it.
        "special" special: Vec<Sp<String>>,
        /// Units left out; replaces the list of the scenario extended.
        "without" without: Option<Vec<WithoutDef>>,
        /// Units that start without supply on purpose; replaces the list of the scenario extended.
        "unsupplied" unsupplied: Option<Vec<UnsuppliedDef>>,
        /// What stands where.
        "place" places: Vec<PlacementDef>,
        /// Where reinforcements may be placed.
        "entry" entries: Vec<EntryDef>,
        /// What it is about.
        "text" text: Option<String>,
    }

    /// Units left out.
    WithoutDef as "without" {
        /// Units by id.
        "units" units: Vec<Sp<String>>,
        /// Units of a formation.
        "formation" formation: Option<Sp<String>>,
        /// Units that fit.
        "where" filter: Option<Sp<String>>,
    }

    /// Units that start without supply on purpose.
    UnsuppliedDef as "unsupplied" {
        /// Units by id.
        "units" units: Vec<Sp<String>>,
        /// Units of a formation.
        "formation" formation: Option<Sp<String>>,
        /// Units that fit.
        "where" filter: Option<Sp<String>>,
        /// Units that start in these places and regions.
        "at" at: Vec<Sp<String>>,
    }

    /// What stands where.
    PlacementDef as "placement" {
        /// Units by id.
        "units" units: Vec<Sp<String>>,
        /// Units of a formation.
        "formation" formation: Option<Sp<String>>,
        /// Units that fit.
        "where" filter: Option<Sp<String>>,
        /// A marker.
        "marker" marker: Option<Sp<String>>,
        /// How many.
        "count" count: Option<Sp<i64>>,
        /// Exactly there.
        "at" at: Vec<Sp<String>>,
        /// The player chooses among places and regions.
        "any" any: Vec<Sp<String>>,
        /// Two hexes: anywhere on the line between them.
        "line" line: Vec<Sp<String>>,
        /// A unit: in a slot of its strength track.
        "with" with: Option<Sp<String>>,
        /// The face up.
        "state" state: Option<Sp<String>>,
        /// Enters on that turn.
        "turn" turn: Option<Sp<i64>>,
        /// With `any`: at most so many in one place.
        "each" each: Option<Sp<i64>>,
        /// The setup card that shows it.
        "card" card: Option<String>,
        /// Of a game that carries a module: the window of the module it lies in.
        "window" window: Option<Sp<String>>,
        /// And the pixel of that window, from the left and from the top.
        "pixel" pixel: Option<Sp<Pair>>,
    }

    /// Where reinforcements may be placed.
    EntryDef as "entry" {
        /// Whose.
        "side" side: Sp<String>,
        /// Which units; default all of the side.
        "where" filter: Option<Sp<String>>,
        /// Places and regions.
        "any" any: Vec<Sp<String>>,
        /// With `any`: at most so many in one place.
        "each" each: Option<Sp<i64>>,
        /// The rule in words.
        "text" text: Option<String>,
    }
}
