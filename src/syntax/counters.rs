//! Counter files.

use super::specs::{ArrivesSpec, ExprSpec, FaceSpec, PrintedSpec, SetupSpec, StepsSpec, WithdrawsSpec};
use crate::source::Sp;
use crate::source::decode::{Keyed, RawAttributes};
use crate::source::values::{Id, Length};
use crate::{record, words};

record! {
    /// Units and markers.
    CountersFile as "counters file" {
        /// Groups of units.
        "units" groups: Vec<UnitGroupDef>,
        /// Markers.
        "marker" markers: Vec<MarkerDef>,
    }

    /// Units and what they share.
    UnitGroupDef as "units" {
        /// A caption.
        "name" name: Option<String>,
        /// Side.
        "side" side: Option<Sp<String>>,
        /// Formation.
        "formation" formation: Option<Sp<String>>,
        /// Type.
        "type" r#type: Option<Sp<String>>,
        /// Symbol, if it is not that of the type.
        "symbol" symbol: Option<Sp<String>>,
        /// Echelon.
        "size" size: Option<Sp<String>>,
        /// Layout.
        "layout" layout: Option<Sp<String>>,
        /// Counters a step chain is spread over: 2 steps a counter, or 1.
        "steps-per-counter" steps_per_counter: Option<Sp<i64>>,
        /// The side of its counters, if it is not the game's.
        "counter-size" counter_size: Option<Sp<Length>>,
        /// The picture that is its front, such as `art/{id}.png`, instead of a drawn one.
        "image" image: Option<Sp<String>>,
        /// The picture that is its back.
        "back-image" back_image: Option<Sp<String>>,
        /// Where they start.
        "setup" setup: Option<Box<SetupSpec>>,
        /// When they arrive.
        "arrives" arrives: Option<Box<ArrivesSpec>>,
        /// When they leave.
        "withdraws" withdraws: Option<Box<WithdrawsSpec>>,
        /// Of no formation on purpose.
        "independent" independent: Option<bool>,
        /// The units.
        "unit" units: Vec<UnitDef>,
        /// Attributes the game declares.
        "" attributes: RawAttributes,
    }

    /// A unit.
    UnitDef as "unit" {
        /// What is printed, unless `name` says otherwise.
        "id" id: Sp<Id>,
        /// Ids it had before: the pieces of saved games stay its own.
        "was" was: Vec<Sp<Id>>,
        /// What is printed.
        "name" name: Option<Sp<String>>,
        /// Side.
        "side" side: Option<Sp<String>>,
        /// Formation.
        "formation" formation: Option<Sp<String>>,
        /// Type.
        "type" r#type: Option<Sp<String>>,
        /// Symbol, if it is not that of the type.
        "symbol" symbol: Option<Sp<String>>,
        /// Echelon.
        "size" size: Option<Sp<String>>,
        /// Layout.
        "layout" layout: Option<Sp<String>>,
        /// Values of the front.
        "front" front: Option<Sp<FaceSpec>>,
        /// Values of the back.
        "back" back: Option<Sp<FaceSpec>>,
        /// Values of every step, strongest first, instead of front and back.
        "steps" steps: Option<Sp<StepsSpec>>,
        /// Counters a step chain is spread over: 2 steps a counter, or 1.
        "steps-per-counter" steps_per_counter: Option<Sp<i64>>,
        /// The side of its counters, if it is not the game's.
        "counter-size" counter_size: Option<Sp<Length>>,
        /// The picture that is its front, such as `art/{id}.png`, instead of a drawn one.
        "image" image: Option<Sp<String>>,
        /// The picture that is its back.
        "back-image" back_image: Option<Sp<String>>,
        /// Copies.
        "count" count: Option<Sp<i64>>,
        /// The extension of the module that has it, instead of the module.
        "extension" extension: Option<Sp<Id>>,
        /// Where it starts.
        "setup" setup: Option<Box<SetupSpec>>,
        /// When it arrives.
        "arrives" arrives: Option<Box<ArrivesSpec>>,
        /// When it leaves.
        "withdraws" withdraws: Option<Box<WithdrawsSpec>>,
        /// Of no formation on purpose.
        "independent" independent: Option<bool>,
        /// Attributes the game declares.
        "" attributes: RawAttributes,
    }

    /// A marker.
    MarkerDef as "marker" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Ids it had before: the pieces of saved games stay its own.
        "was" was: Vec<Sp<Id>>,
        /// Its name.
        "name" name: Sp<String>,
        /// Whose it is.
        "side" side: Option<Sp<String>>,
        /// The formation it belongs to.
        "formation" formation: Option<Sp<String>>,
        /// Copies.
        "count" count: Option<Sp<i64>>,
        /// The extension of the module that has it, instead of the module.
        "extension" extension: Option<Sp<Id>>,
        /// What it is used for; default: `track` if a scenario places it on a track, else `free`.
        "use" role: Option<Sp<MarkerUse>>,
        /// Status markers of one group exclude each other on a unit.
        "group" group: Option<Sp<String>>,
        /// What values of a unit become while it lies on it.
        "changes" changes: Keyed<Sp<ExprSpec>>,
        /// While its back is up, only its side sees what it is.
        "secret" secret: Option<Sp<bool>>,
        /// The front; not needed with an `image`.
        "front" front: Option<Sp<MarkerFaceDef>>,
        /// The back.
        "back" back: Option<MarkerFaceDef>,
        /// The template in `templates/faces` that draws it; `marker` if nothing is said.
        "template" template: Option<Sp<String>>,
        /// The side of its counters, if it is not the game's.
        "counter-size" counter_size: Option<Sp<Length>>,
        /// The picture that is its front, such as `art/{id}.png`, instead of a drawn one.
        "image" image: Option<Sp<String>>,
        /// The picture that is its back.
        "back-image" back_image: Option<Sp<String>>,
    }

    /// One face of a marker.
    MarkerFaceDef as "marker face" {
        /// The word on it.
        "label" label: Sp<String>,
        /// The glyph on it.
        "glyph" glyph: Option<Sp<String>>,
        /// What the face means.
        "state" state: Option<Sp<String>>,
        /// Whose face it is, if the faces are of different sides.
        "side" side: Option<Sp<String>>,
        /// Values, by name.
        "values" values: Keyed<PrintedSpec>,
    }
}

words! {
    /// What a marker is used for.
    MarkerUse("a use of a marker") {
        /// Laid on units to show a state: out of supply, disrupted.
        Status = "status",
        /// Put on a place by a command of a unit or player: control, rubble, fire.
        Place = "place",
        /// Moves along a track: turn, impulse, points.
        Track = "track",
        /// Moved by hand.
        Free = "free",
    }
}
