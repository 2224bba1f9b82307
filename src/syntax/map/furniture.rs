//! Regions, tracks and boxes.

use super::Holds;
use crate::source::Sp;
use crate::source::decode::Attributes;
use crate::source::values::{Id, Pair};
use crate::{record, words};

record! {
    /// A region.
    RegionDef as "region" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Places that fit.
        "where" filter: Option<Sp<String>>,
        /// Places by name.
        "places" places: Vec<Sp<String>>,
    }

    /// A track.
    TrackDef as "track" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// What it counts.
        "kind" kind: Option<Sp<TrackKind>>,
        /// Whose it is.
        "side" side: Option<Sp<String>>,
        /// Its spaces, as numbers.
        "spaces" spaces: Option<Sp<String>>,
        /// Its spaces, one by one.
        "space" space: Vec<SpaceDef>,
        /// Top left corner.
        "at" at: Option<Sp<Pair>>,
        /// Width and height of a space.
        "cell" cell: Option<Sp<Pair>>,
        /// Spaces in a row.
        "columns" columns: Option<Sp<i64>>,
        /// Whether reinforcements of all sides wait on its spaces, each on that of its turn.
        "reinforcements" reinforcements: Option<bool>,
    }

    /// A space of a track.
    SpaceDef as "space" {
        /// Its id, as printed.
        "id" id: Sp<Id>,
        /// A name.
        "name" name: Option<String>,
        /// Attributes the game declares.
        "" attributes: Attributes,
    }

    /// A box.
    BoxDef as "box" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// What it is for.
        "kind" kind: Option<Sp<BoxKind>>,
        /// Whether units are drawn from it at random; default: players see and choose them.
        "draw" draw: Option<Sp<Draw>>,
        /// Which eliminated units go there; default: all of its side.
        "holds" holds: Option<Sp<Holds>>,
        /// Whose it is.
        "side" side: Option<Sp<String>>,
        /// Top left corner.
        "at" at: Option<Sp<Pair>>,
        /// Width and height.
        "size" size: Option<Sp<Pair>>,
        /// Its outline, instead of `at` and `size`.
        "polygon" polygon: Option<Sp<Vec<Sp<Pair>>>>,
    }
}

words! {
    /// What a track counts.
    TrackKind("a kind of track") {
        /// Turns.
        Turn = "turn",
        /// Impulses.
        Impulse = "impulse",
        /// Victory points.
        Victory = "victory",
        /// Strength.
        Strength = "strength",
        /// Anything.
        General = "general",
    }

    /// How units are taken out of a box.
    Draw("a way to draw units") {
        /// Face down and shuffled: nobody knows which comes next.
        Random = "random",
    }

    /// What a box is for.
    BoxKind("a kind of box") {
        /// Markers or units waiting.
        Holding = "holding",
        /// Eliminated units.
        Eliminated = "eliminated",
        /// Reserves.
        Reserve = "reserve",
        /// A place off the map.
        OffMap = "off-map",
        /// A deck of cards.
        Deck = "deck",
        /// A hand of cards.
        Hand = "hand",
        /// Discarded cards.
        Discard = "discard",
        /// What only its side may see.
        Private = "private",
    }
}
