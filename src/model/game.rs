//! The game, its vocabulary and its sources.

use super::Ref;
use crate::source::values::{Colour, Source};
use crate::syntax::{AttributeKind, AttributeOf, Status, ValueKind};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The game.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Game")]
pub struct GameInfo {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Version of the data.
    pub version: String,
    /// Who designed it.
    pub designer: Option<String>,
    /// Who publishes it.
    pub publisher: Option<String>,
    /// Whose work the data are.
    pub status: Status,
    /// The rulebook the data come from.
    pub rulebook: Option<String>,
    /// The file of the rulebook that the module carries.
    #[serde(skip)]
    pub rulebook_file: Option<String>,
    /// The module that it came from and carries along.
    #[serde(skip)]
    pub module: Option<CarriedModule>,
    /// The game in a sentence or two.
    pub about: Option<String>,
    /// Side of a counter, in millimetres.
    pub counter_size: f64,
    /// Where what is said of the game comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<RecordSources>,
    /// A remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What is said of the module that a game came from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CarriedModule {
    /// The version that VASSAL shows, if it is another than that of the module.
    pub version: Option<String>,
    /// Smaller parts of it that have records.
    pub parts: Vec<ModulePart>,
}

/// A smaller part of a carried module: dice, a chart, a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModulePart {
    /// The key of its records.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
    /// What its record says, by key.
    pub said: Vec<(&'static str, PartValue)>,
}

/// What the record of such a part says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartValue {
    /// A text, a number, or true or false.
    Text(String),
    /// Texts.
    List(Vec<String>),
}

/// How many facts rest on which kind of source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tally {
    /// The rulebook states it.
    pub rulebook: usize,
    /// An example or remark in the rulebook shows it.
    pub inferred: usize,
    /// Filled in from history and judgement.
    pub reconstructed: usize,
    /// Supplied by somebody who has the printed game.
    pub owner: usize,
    /// Nothing is said.
    pub unsaid: usize,
}

impl Tally {
    /// All of them.
    pub fn total(&self) -> usize {
        self.rulebook + self.inferred + self.reconstructed + self.owner + self.unsaid
    }

    /// Counts one fact.
    pub fn count(&mut self, source: Option<&Source>) {
        match source {
            Some(Source::Rules(_)) => self.rulebook += 1,
            Some(Source::Inferred(_)) => self.inferred += 1,
            Some(Source::Reconstructed) => self.reconstructed += 1,
            Some(Source::Owner) => self.owner += 1,
            None => self.unsaid += 1,
        }
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Tally) {
        self.rulebook += other.rulebook;
        self.inferred += other.inferred;
        self.reconstructed += other.reconstructed;
        self.owner += other.owner;
        self.unsaid += other.unsaid;
    }
}

/// Where the facts of a game come from. Ids, names, kinds, order and layout are not counted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Coverage {
    /// Of each subject: units, values, places, adjacency, tables, rules, setup.
    pub by_subject: BTreeMap<String, Tally>,
    /// Of each kind of record.
    pub by_record: BTreeMap<String, Tally>,
    /// Of the whole game.
    pub total: Tally,
}

impl Coverage {
    /// Adds facts.
    pub fn add(&mut self, subject: &str, record: &str, facts: &Tally) {
        self.total.add(facts);
        self.by_subject.entry(subject.to_string()).or_default().add(facts);
        if facts.total() > 0 {
            self.by_record.entry(record.to_string()).or_default().add(facts);
        }
    }
}

/// Something the source text lacks and that was not invented.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Missing {
    /// What it is.
    pub what: String,
    /// Where the rulebook mentions it.
    pub source: Option<RecordSources>,
    /// A remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Where a record comes from: a rule number, `inferred: ` a rule number, `reconstructed` or `owner`.
///
/// Keys are those that authors write, so `type` and `count`, not `unit_type` and `copies`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Sources")]
pub struct RecordSources {
    /// Source of everything not named below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<String>,
    /// Sources of single keys that differ, also of those that a unit has from its group.
    #[serde(flatten)]
    pub by_key: BTreeMap<String, String>,
}

/// What is said about a record beside its data.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct About {
    /// Where it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<RecordSources>,
    /// A remark, for instance where the rulebook contradicts itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A side.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Side {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The player who commands it, if one player commands several sides: they are friends, not enemies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Ground of its counters.
    pub colour: Colour,
    /// Text on that ground.
    pub ink: Colour,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

impl Side {
    /// The name of the player who commands it.
    pub fn player(&self) -> &str {
        self.player.as_ref().unwrap_or(&self.name)
    }
}

/// The first side of the player who commands a side.
pub fn first_of_player(sides: &[Side], side: usize) -> usize {
    let Some(own) = sides.get(side) else { return side };
    sides.iter().position(|other| other.player() == own.player()).unwrap_or(side)
}

/// An echelon.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Size {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The mark above the symbol.
    pub mark: Option<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A type of unit.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct UnitType {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its symbol.
    pub symbol: String,
    /// Colour in the symbol box of its units, if their formation has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
    /// Ground of its counters, if it is not the side's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<Colour>,
    /// Text on that ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ink: Option<Colour>,
    /// Words that conditions can ask for.
    pub groups: Vec<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A formation.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Formation {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Ref<Side>,
    /// Its echelon.
    pub size: Option<Ref<Size>>,
    /// The formation it belongs to.
    pub parent: Option<Ref<Formation>>,
    /// Colour in the symbol box of its units.
    pub colour: Option<Colour>,
    /// Ground of its counters and of those below it, if it is not the side's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<Colour>,
    /// Text on that ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ink: Option<Colour>,
    /// Its emblem.
    pub emblem: Option<String>,
    /// Attributes.
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A number printed on counters.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ValueKindOf {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its abbreviation.
    pub short: Option<String>,
    /// What it can be.
    pub kind: ValueKind,
    /// Whether it is a distance in hexes around a unit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub range: bool,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// What a key of the author's own means.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AttributeInfo {
    /// The key.
    pub id: String,
    /// What has it.
    pub of: AttributeOf,
    /// Its name.
    pub name: String,
    /// What it can be.
    pub kind: AttributeKind,
    /// The choices of kind choice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// The value of an attribute.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Scalar {
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

/// Attributes by key, defaults filled in.
pub type Attributes = BTreeMap<String, Scalar>;

/// Which values stand on which face of a unit's counters, and how they are drawn.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Layout {
    /// Its id.
    pub id: String,
    /// What stands between two values.
    pub separator: String,
    /// The template that draws it.
    pub template: String,
    /// The side of its counters in millimetres, if it is not that of the game's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter_size: Option<f64>,
    /// The front.
    pub front: LayoutFace,
    /// The back, if there is one.
    pub back: Option<LayoutFace>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A face of a layout.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LayoutFace {
    /// What it means: full, reduced ...
    pub state: String,
    /// Its values in the order in which they are printed.
    pub values: Vec<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}
