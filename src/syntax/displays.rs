//! Display files.

use super::map::{BoxDef, TrackDef};
use super::specs::{ExprSpec, SizeSpec};
use crate::source::Sp;
use crate::source::values::Id;
use crate::{record, words};

record! {
    /// Sheets beside the map.
    DisplaysFile as "displays file" {
        /// The sheets.
        "display" displays: Vec<DisplayDef>,
    }

    /// A sheet beside the map.
    DisplayDef as "display" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Whose it is.
        "side" side: Option<Sp<String>>,
        /// Its size.
        "size" size: Option<Sp<SizeSpec>>,
        /// Tracks on it.
        "track" tracks: Vec<TrackDef>,
        /// Boxes on it.
        "box" boxes: Vec<BoxDef>,
        /// Strength tracks, one for every unit that fits.
        "strength" strengths: Vec<StrengthDef>,
    }

    /// Strength tracks, one for every unit that fits.
    StrengthDef as "strength" {
        /// What the ids of its tracks and slots begin with; default the id of the display.
        "id" id: Option<Sp<Id>>,
        /// A heading above its tracks.
        "name" name: Option<Sp<String>>,
        /// Which units.
        "where" filter: Sp<String>,
        /// Lowest number.
        "from" from: Option<Sp<i64>>,
        /// Highest number: a value of the unit's front, or a number.
        "to" to: Sp<ExprSpec>,
        /// The number a unit starts at; default the highest.
        "start" start: Option<Sp<ExprSpec>>,
        /// The marker that shows the present number of each unit.
        "marker" marker: Option<Sp<String>>,
        /// Boxes for assets beside each track.
        "slots" slots: Option<Sp<ExprSpec>>,
        /// Boxes for assets of a special kind.
        "slot" kinds: Vec<SlotDef>,
    }

    /// Boxes for assets of a special kind.
    SlotDef as "slot" {
        /// Its id.
        "id" id: Sp<Id>,
        /// What is printed in it.
        "name" name: Option<Sp<String>>,
        /// How many; default 1.
        "count" count: Option<Sp<ExprSpec>>,
        /// Its outline; default solid.
        "line" line: Option<Sp<SlotLine>>,
        /// Which units lie in it; default any.
        "where" filter: Option<Sp<String>>,
    }
}

words! {
    /// The outline of a box for assets.
    SlotLine("a slot outline") {
        /// A line without gaps.
        Solid = "solid",
        /// A line of dashes.
        Dashed = "dashed",
    }
}
