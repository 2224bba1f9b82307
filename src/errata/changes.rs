//! What changed between two editions of a game, as data: the content of `errata.json`.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// Where on an errata sheet a change stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Section {
    /// Units and markers.
    Counters,
    /// Decks and cards.
    Cards,
    /// Maps, places, borders, regions.
    Map,
    /// Tables.
    Tables,
    /// Rules.
    Rules,
    /// Scenarios.
    Scenarios,
    /// Displays and tracks.
    Displays,
    /// The game and its vocabulary.
    Game,
    /// Worked examples.
    Examples,
}

impl Section {
    /// All, in the order in which they are printed.
    pub const ALL: [Section; 9] = [
        Section::Counters,
        Section::Cards,
        Section::Map,
        Section::Tables,
        Section::Rules,
        Section::Scenarios,
        Section::Displays,
        Section::Game,
        Section::Examples,
    ];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Section::Counters => "Counters",
            Section::Cards => "Cards",
            Section::Map => "Map",
            Section::Tables => "Tables",
            Section::Rules => "Rules",
            Section::Scenarios => "Scenarios",
            Section::Displays => "Displays and tracks",
            Section::Game => "Game",
            Section::Examples => "Worked examples",
        }
    }
}

/// What became of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Kind")]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It has another id; its fields may have changed as well.
    Renamed,
    /// Its fields changed.
    Changed,
}

/// A thing that changed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Change {
    /// Where it stands on an errata sheet.
    pub section: Section,
    /// What it is: unit, hexside, table ...
    pub what: String,
    /// Its id; of two neighbours both, with `/` between them.
    pub id: String,
    /// What players call it.
    pub name: String,
    /// What became of it.
    pub kind: ChangeKind,
    /// The id it had before it was renamed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// Where it comes from now: a rule number, `inferred: ` a rule number, `reconstructed` or `owner`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What it says, if it is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// What changed of it.
    pub fields: Vec<ChangedField>,
}

impl Change {
    /// What of it concerns players: not its sources and notes.
    pub fn played(&self) -> impl Iterator<Item = &ChangedField> {
        self.fields.iter().filter(|field| !field.editorial)
    }

    /// Whether nothing but sources and notes changed.
    pub fn is_editorial(&self) -> bool {
        self.kind == ChangeKind::Changed && self.played().next().is_none()
    }
}

/// A field that changed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Field")]
pub struct ChangedField {
    /// Where it is in the record, with `/` between keys; members of lists go by their ids.
    pub path: String,
    /// What players call it.
    pub name: String,
    /// The old value; null if there was none. Of a list, the members that are gone.
    pub old: Value,
    /// The new value; null if there is none. Of a list, the members that are new.
    pub new: Value,
    /// The old value in words.
    pub was: String,
    /// The new value in words.
    pub now: String,
    /// Whether it is a source or a note.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub editorial: bool,
}
