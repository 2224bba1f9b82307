//! Display files.

use super::map::{BoxDef, TrackDef};
use super::specs::{ExprSpec, SizeSpec};
use crate::record;
use crate::source::Sp;
use crate::source::values::Id;

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
        /// Which units.
        "where" filter: Sp<String>,
        /// Lowest number.
        "from" from: Option<Sp<i64>>,
        /// Highest number: a value of the unit's front, or a number.
        "to" to: Sp<ExprSpec>,
        /// Boxes for assets beside each track.
        "slots" slots: Option<Sp<ExprSpec>>,
    }
}
