//! Scenarios.

use super::{About, Map, Marker, Place, Ref, Region, Rule, Side, Spot, Track, Unit, Victory};
use crate::source::values::Turns;
use schemars::JsonSchema;
use serde::Serialize;

/// A scenario.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The extension of the module that has its setup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extension: Option<String>,
    /// What it is about.
    pub text: Option<String>,
    /// Its turns.
    pub turns: Option<Turns>,
    /// The track that counts them.
    pub track: Option<Ref<Track>>,
    /// The maps it uses.
    pub maps: Vec<Ref<Map>>,
    /// The region it is played in; none: the whole of its maps.
    pub play_area: Option<Ref<Region>>,
    /// Who moves first.
    pub first: Option<Ref<Side>>,
    /// Victory conditions.
    pub victory: Vec<Ref<Victory>>,
    /// Rules that hold in it.
    pub special: Vec<Ref<Rule>>,
    /// What stands where at the start.
    pub setup: Vec<Placement>,
    /// What lies on a pixel of a window of the module that the game carries.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pinned: Vec<Pinned>,
    /// What arrives, by turn; arrivals without a turn come last.
    pub reinforcements: Vec<Placement>,
    /// Where reinforcements may be placed when their own record does not say.
    pub entries: Vec<Entry>,
    /// Units left out.
    pub unused: Vec<Ref<Unit>>,
    /// Units that start without supply on purpose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsupplied: Vec<Ref<Unit>>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A counter and where it stands or arrives.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Placement {
    /// What.
    #[serde(flatten)]
    pub what: What,
    /// How many copies.
    pub copies: u32,
    /// The face up, by its state.
    pub state: String,
    /// Where; none if the scenario's entry rule says.
    pub spot: Option<Spot>,
    /// At most so many in one place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each: Option<i64>,
    /// The turn on which it arrives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<i64>,
    /// A condition of its arrival, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// The setup card that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A counter and the pixel it lies on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Pinned {
    /// What.
    #[serde(flatten)]
    pub what: What,
    /// The window of the module.
    pub window: String,
    /// Pixels from its left.
    pub x: i32,
    /// Pixels from its top.
    pub y: i32,
}

/// A unit or a marker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// A unit.
    Unit(Ref<Unit>),
    /// A marker.
    Marker(Ref<Marker>),
}

/// Where reinforcements may be placed.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Entry {
    /// Whose.
    pub side: Ref<Side>,
    /// Which units.
    pub units: Vec<Ref<Unit>>,
    /// Places.
    pub places: Vec<Ref<Place>>,
    /// At most so many in one place.
    pub each: Option<i64>,
    /// The rule in words.
    pub text: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}
