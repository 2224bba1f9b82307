//! Units, markers, counters, cards.

use super::{About, Attributes, Formation, Formula, Place, Ref, Region, Side, Size, UnitType};
use crate::expr::Number;
use crate::source::values::Colour;
use crate::syntax::{CardRepeat, MarkerUse, Reshuffle};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A value printed on a counter.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Printed {
    /// A number.
    Number(Number),
    /// Anything else.
    Text(String),
}

/// A unit: one body of troops, whatever number of counters it has.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Unit {
    /// Its id.
    pub id: String,
    /// Ids it had before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub was: Vec<String>,
    /// The extension of the module that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extension: Option<String>,
    /// What is printed on it.
    pub name: String,
    /// Its side.
    pub side: Ref<Side>,
    /// Its formation.
    pub formation: Option<Ref<Formation>>,
    /// Whether it belongs to no formation on purpose.
    pub independent: bool,
    /// Its type.
    #[serde(rename = "type")]
    pub unit_type: Ref<UnitType>,
    /// Its symbol: names of pictures, laid over each other, with `+` between.
    pub symbol: String,
    /// Its echelon.
    pub size: Option<Ref<Size>>,
    /// The layout of its faces.
    pub layout: String,
    /// Identical copies.
    pub copies: u32,
    /// Its steps, strongest first.
    pub steps: Vec<Step>,
    /// Where it starts, unless a scenario says otherwise.
    pub setup: Option<Setup>,
    /// When and where it arrives.
    pub arrives: Option<Arrival>,
    /// When it leaves.
    pub withdraws: Option<Withdrawal>,
    /// Attributes.
    pub attributes: Attributes,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// One step of a unit.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Step {
    /// What it means: full, reduced ...
    pub state: String,
    /// Its values by id, those printed.
    pub values: BTreeMap<String, Printed>,
    /// The counter that shows it.
    pub counter: Ref<Counter>,
    /// Whether it is on the back of that counter.
    pub back: bool,
}

/// Where a unit starts.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Setup {
    /// Where.
    #[serde(flatten)]
    pub spot: Spot,
    /// What the counter prints.
    pub code: String,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// When and where a unit arrives.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Arrival {
    /// The turn; none if only a condition says when.
    pub turn: Option<i64>,
    /// Where; none if the scenario's entry rule says.
    pub spot: Option<Spot>,
    /// Which of these places count: the unit's fields, and `to` for the place.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub filter: Option<Formula>,
    /// Of the places that count, those with the fewest steps over borders and hexsides to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Ref<Place>>,
    /// What the counter prints.
    pub code: String,
    /// A condition, in words.
    pub when: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// When a unit leaves.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Withdrawal {
    /// The turn.
    pub turn: i64,
    /// A condition, in words.
    pub when: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// One place, a choice of places, a line of hexes, or another unit.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// Exactly there.
    At(Ref<Place>),
    /// The player chooses.
    Any {
        /// The places, those of regions included.
        places: Vec<Ref<Place>>,
        /// The regions that were named.
        regions: Vec<Ref<Region>>,
    },
    /// Anywhere on a line of hexes.
    Line(Vec<Ref<Place>>),
    /// In a slot of that unit's strength track; scenarios say in which.
    With(Ref<Unit>),
}

/// A marker.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Marker {
    /// Its id.
    pub id: String,
    /// Ids it had before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub was: Vec<String>,
    /// The extension of the module that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extension: Option<String>,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Option<Ref<Side>>,
    /// The formation it belongs to.
    pub formation: Option<Ref<Formation>>,
    /// Copies.
    pub copies: u32,
    /// What it is used for.
    #[serde(rename = "use")]
    pub role: MarkerUse,
    /// Of the markers of one group, a unit has at most one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// What values of a unit become while it lies on it, by their ids.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub changes: BTreeMap<String, Formula>,
    /// Whether only its side sees what it is while its back is up.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
    /// The template that draws it.
    pub template: String,
    /// The counter.
    pub counter: Ref<Counter>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A piece of cardboard.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Counter {
    /// Its id: that of its unit or marker; further counters of a unit of many steps add `#2`, `#3` ...
    pub id: String,
    /// What it shows.
    #[serde(flatten)]
    pub shows: Shows,
    /// Copies.
    pub copies: u32,
    /// Whether it replaces a stronger counter of the same unit.
    pub replacement: bool,
    /// Its side in millimetres, if it is not that of the game's counters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<f64>,
    /// The front.
    pub front: Face,
    /// The back; none if it is blank.
    pub back: Option<Face>,
}

/// What a counter shows.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shows {
    /// A unit.
    Unit(Ref<Unit>),
    /// A marker.
    Marker(Ref<Marker>),
}

/// A face of a counter.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Face {
    /// What it means: full, reduced, used ...
    pub state: String,
    /// The word on a marker, the name on a unit.
    pub label: String,
    /// The glyph on a marker.
    pub glyph: Option<String>,
    /// Whose face it is, if a marker's faces are of different sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Ref<Side>>,
    /// The author's own picture that is this face, by its path in the game's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Values in the order in which they are printed; none where a dash stands.
    pub values: Vec<FaceValue>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A value on a face.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FaceValue {
    /// Which value.
    pub value: String,
    /// What is printed.
    pub printed: Option<Printed>,
}

/// A deck of cards.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Deck {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Option<Ref<Side>>,
    /// Colour of its cards.
    pub colour: Option<Colour>,
    /// Hand size.
    pub hand: Option<Formula>,
    /// When the discards are shuffled in.
    pub reshuffle: Reshuffle,
    /// The template that draws its cards.
    pub template: String,
    /// The template that draws their backs.
    pub back: String,
    /// The emblem on their backs, a glyph.
    pub glyph: Option<String>,
    /// The author's own picture that is their back, by its path in the game's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back_image: Option<String>,
    /// Width and height of its cards in millimetres, if they are not those of the template.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<(f64, f64)>,
    /// Its cards, in order.
    pub cards: Vec<Ref<Card>>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A card.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Card {
    /// Its id.
    pub id: String,
    /// Ids it had before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub was: Vec<String>,
    /// The extension of the module that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extension: Option<String>,
    /// Its deck.
    pub deck: Ref<Deck>,
    /// Its title.
    pub title: String,
    /// What it does.
    pub effect: String,
    /// When it is played.
    pub when: Option<String>,
    /// Copies.
    pub copies: u32,
    /// Several copies played together.
    pub repeat: Option<CardRepeat>,
    /// Printed but not played.
    pub unused: bool,
    /// The author's own picture that is its front, by its path in the game's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The author's own picture that is its back, if it has one of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back_image: Option<String>,
    /// Attributes.
    pub attributes: Attributes,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}
