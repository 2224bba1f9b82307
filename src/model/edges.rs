//! Adjacency: which place is next to which, and by what.

use super::places::Place;
use super::{About, Point, Ref};
use schemars::JsonSchema;
use serde::Serialize;

/// Two neighbours, in one direction.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Edge {
    /// From.
    pub from: Ref<Place>,
    /// To.
    pub to: Ref<Place>,
    /// Whether they share a border, a side or a corner, or are linked.
    pub by: EdgeBy,
    /// Kind of the boundary between them.
    pub boundary: Option<String>,
    /// What leads over it.
    pub crossing: Option<String>,
    /// Kinds of line that lead from one to the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<String>,
    /// Length of the shared border in millimetres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    /// Whether the map draws an arrow for it, if it is a link.
    #[serde(skip)]
    pub drawn: bool,
    /// Points that the map draws it through, if it is a link between spaces.
    #[serde(skip)]
    pub via: Vec<Point>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// How two places are neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeBy {
    /// Areas that share a border.
    Border,
    /// Hexes that touch.
    Hexside,
    /// Squares that share a side.
    Side,
    /// Squares that share a corner, where that makes neighbours.
    Corner,
    /// Places connected by a link.
    Link,
    /// A hex at the map's edge and the box behind it.
    MapEdge,
}

impl EdgeBy {
    /// Every way in which places are neighbours.
    pub const ALL: [Self; 6] = [Self::Border, Self::Hexside, Self::Side, Self::Corner, Self::Link, Self::MapEdge];

    /// Whether the two touch on the map.
    pub fn touches(self) -> bool {
        !matches!(self, Self::Link | Self::MapEdge)
    }

    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            EdgeBy::Border => "border",
            EdgeBy::Hexside => "hexside",
            EdgeBy::Side => "side",
            EdgeBy::Corner => "corner",
            EdgeBy::Link => "link",
            EdgeBy::MapEdge => "map-edge",
        }
    }
}
