//! Supply.

use super::movement::Barrier;
use crate::model::{About, Formula, Place, Ref, Side};
use schemars::JsonSchema;
use serde::Serialize;

/// Supply.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Supply {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Option<Ref<Side>>,
    /// The units it is for; none: all of its side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<Formula>,
    /// Units that hand it on; none: it comes from the sources themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hub: Option<Hub>,
    /// Where it comes from; with hubs, where their line ends. None: hubs need no line.
    pub sources: Vec<Ref<Place>>,
    /// Boundaries it does not cross.
    #[serde(flatten)]
    pub barrier: Barrier,
    /// How far it reaches.
    pub range: Option<i64>,
    /// A line may enter a place for which this holds.
    pub through: Option<Formula>,
    /// A source counts if this holds there.
    pub source_when: Option<Formula>,
    /// The rule in words.
    pub text: Option<String>,
    /// Exceptions.
    pub exceptions: Vec<SupplyException>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// Units that hand supply on. Others trace a line to one of them, and it traces one to the sources.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Hub {
    /// Which units.
    #[serde(rename = "where")]
    pub filter: Formula,
    /// How many steps from one it reaches.
    pub range: Formula,
    /// Kinds of way that the hub's own line follows; empty: any places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub along: Vec<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// An exception of supply.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SupplyException {
    /// Places in order.
    pub path: Vec<Ref<Place>>,
    /// The exception in words.
    pub text: String,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}
