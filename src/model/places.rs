//! Places: areas, hexes, boxes and spaces of tracks.

use super::{About, Attributes, Display, Map, Point, Ref, Side, Track, Unit};
use crate::geometry::cells::Cell;
use crate::syntax::{BoxKind, Draw, Holds, SpaceShape};
use schemars::JsonSchema;
use serde::Serialize;

/// A place a counter can be.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Place {
    /// Its id: as printed, or `track:space`, or `strength/unit/slot`, or `map:place` where two maps use the same id.
    pub id: String,
    /// What is printed on it.
    pub label: String,
    /// Its name.
    pub name: Option<String>,
    /// A second name, for setup letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Its map; none if it is on a display.
    pub map: Option<Ref<Map>>,
    /// What it is.
    #[serde(flatten)]
    pub kind: PlaceKind,
    /// Where counters and labels go.
    pub centre: Option<Point>,
    /// Its outline.
    pub outline: Vec<Point>,
    /// The place of another map that shows it larger and stands for it: nothing is next to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enlarged: Option<Ref<Place>>,
    /// Attributes.
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

impl Place {
    /// How it looks if it is a space of a point-to-point map.
    pub fn space(&self) -> Option<&SpaceLook> {
        match &self.kind {
            PlaceKind::Area { space, .. } => space.as_ref(),
            _ => None,
        }
    }
}

/// What a place is.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum PlaceKind {
    /// An area.
    Area {
        /// Its class.
        class: String,
        /// Its terrain.
        terrain: String,
        /// Who controls it at the start.
        control: Option<Ref<Side>>,
        /// Whether it is drawn as a box.
        boxed: bool,
        /// How it looks if it is a space of a point-to-point map.
        #[serde(flatten)]
        space: Option<SpaceLook>,
    },
    /// A hex.
    Hex {
        /// Column on the map, from 0, from the left.
        column: u32,
        /// Row on the map, from 0, from the top.
        row: u32,
        /// Its terrain.
        terrain: String,
        /// Who controls it at the start.
        control: Option<Ref<Side>>,
    },
    /// A square.
    Square {
        /// Column on the map, from 0, from the left.
        column: u32,
        /// Row on the map, from 0, from the top.
        row: u32,
        /// Its terrain.
        terrain: String,
        /// Who controls it at the start.
        control: Option<Ref<Side>>,
    },
    /// A box.
    Box(BoxPlace),
    /// A space of a track.
    Space {
        /// The track.
        track: Ref<Track>,
    },
    /// A box for assets beside a strength track.
    Slot {
        /// The unit whose track it is: what lies here belongs to it.
        unit: Ref<Unit>,
    },
}

impl PlaceKind {
    /// Whether it is a space of a point-to-point map.
    pub fn is_point(&self) -> bool {
        matches!(self, PlaceKind::Area { space: Some(_), .. })
    }

    /// Whether it is ground that units move over: an area, a hex or a square.
    pub fn is_ground(&self) -> bool {
        matches!(self, PlaceKind::Area { .. }) || self.cell().is_some()
    }

    /// Column and row of a hex or square, from 0, from the top left.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            PlaceKind::Hex { column, row, .. } | PlaceKind::Square { column, row, .. } => {
                Some(Cell::new(*column, *row))
            }
            _ => None,
        }
    }

    /// The terrain of an area, hex or square.
    pub fn terrain(&self) -> Option<&str> {
        match self {
            PlaceKind::Area { terrain, .. } | PlaceKind::Hex { terrain, .. } | PlaceKind::Square { terrain, .. } => {
                Some(terrain)
            }
            _ => None,
        }
    }

    /// Who controls an area, hex or square at the start.
    pub fn control(&self) -> Option<&Ref<Side>> {
        match self {
            PlaceKind::Area { control, .. } | PlaceKind::Hex { control, .. } | PlaceKind::Square { control, .. } => {
                control.as_ref()
            }
            _ => None,
        }
    }
}

/// How a space of a point-to-point map looks.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SpaceLook {
    /// Its shape.
    pub shape: SpaceShape,
    /// The author's own picture of it, by its path in the game's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
}

/// A box.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BoxPlace {
    /// Its id.
    #[serde(skip)]
    pub id: String,
    /// What it is for.
    #[serde(rename = "box_kind")]
    pub kind: BoxKind,
    /// How units are taken out of it, if not as players like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<Draw>,
    /// Which eliminated units go there; none: all of its side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<Holds>,
    /// Whose it is.
    pub side: Option<Ref<Side>>,
    /// The display it is on.
    pub display: Option<Ref<Display>>,
}

/// A region.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Region {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its places.
    pub places: Vec<Ref<Place>>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}
