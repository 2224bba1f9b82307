//! Maps, places, adjacency.

use super::grid::MapGrid;
use super::{About, Attributes, Display, Ref, Side, Track, Unit};
pub use crate::geometry::Point;
use crate::geometry::cells::Cell;
use crate::source::values::Colour;
use crate::syntax::{
    BoundaryLook, BoxKind, Draw, FeatureLook, Holds, IdentifierShape, MapKind, SpaceShape, TerrainLook, WayLook,
};
use schemars::JsonSchema;
use serde::Serialize;

/// A map.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Map {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Areas, hexes or squares.
    pub kind: MapKind,
    /// Width in millimetres.
    pub width: f64,
    /// Height in millimetres.
    pub height: f64,
    /// The scale, in words.
    pub scale: Option<String>,
    /// The map of which it shows some places larger.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enlarges: Option<Ref<Map>>,
    /// Whether a module opens with it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub main: bool,
    /// A picture of the author's own.
    pub image: Option<String>,
    /// How many pixels that picture is wide and high, or the map itself if it counts in pixels and has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pixels: Option<(f64, f64)>,
    /// Its grid, if it is a map of hexes or squares.
    #[serde(serialize_with = "super::grid::write", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<super::grid::Grid>")]
    pub grid: Option<MapGrid>,
    /// Kinds of terrain.
    pub terrains: Vec<Terrain>,
    /// Kinds of border and hexside.
    pub boundaries: Vec<Boundary>,
    /// Kinds of area.
    pub classes: Vec<Class>,
    /// Outlines of the land.
    pub land: Vec<Vec<Point>>,
    /// Scenery.
    pub shapes: Vec<Shape>,
    /// Borders and hexsides as they are drawn.
    pub borders: Vec<Border>,
    /// Rivers and the like where they run through hexes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub courses: Vec<Course>,
    /// Kinds of line.
    pub ways: Vec<Way>,
    /// Lines through hexes.
    pub lines: Vec<Line>,
    /// Kinds of thing in a hex.
    pub features: Vec<Feature>,
    /// Named places.
    pub sites: Vec<Site>,
    /// Stretches of the map's edge.
    pub edges: Vec<MapEdge>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A kind of terrain.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Terrain {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub look: TerrainLook,
    /// Shape of the identifier of its areas.
    pub identifier: Option<IdentifierShape>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A kind of border or hexside.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Boundary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub look: BoundaryLook,
    /// What may lead over it.
    pub crossings: Vec<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A kind of area.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Class {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// Scenery.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Shape {
    /// Its id.
    pub id: String,
    /// A name to print on it.
    pub name: Option<String>,
    /// How it is drawn.
    pub look: TerrainLook,
    /// Its outline.
    pub outline: Vec<Point>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A border or hexside as it is drawn.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Border {
    /// The place on one side.
    pub a: Ref<Place>,
    /// The place on the other; none at the edge of the land.
    pub b: Option<Ref<Place>>,
    /// Its kind; none at the edge of the land.
    pub kind: Option<String>,
    /// What leads over it.
    pub crossing: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// Its course.
    pub path: Vec<Point>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// Where a river or the like leaves the hexsides and runs through hexes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Course {
    /// Kind of the boundary it continues.
    pub kind: String,
    /// Its name.
    pub name: Option<String>,
    /// The hexes.
    pub through: Vec<Ref<Place>>,
    /// Its way from corner to corner; one that ends in a hex ends at its centre.
    pub path: Vec<Point>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A kind of line.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Way {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub look: WayLook,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A line through hexes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Line {
    /// Its kind.
    pub kind: String,
    /// Its name.
    pub name: Option<String>,
    /// From hex to neighbouring hex.
    pub path: Vec<Ref<Place>>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A kind of thing in a hex.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Feature {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub look: FeatureLook,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A named place.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Site {
    /// Its kind.
    pub kind: String,
    /// Its name.
    pub name: Option<String>,
    /// Its hexes.
    pub at: Vec<Ref<Place>>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A stretch of the map's edge.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MapEdge {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Option<Ref<Side>>,
    /// Its colour, if it is not the side's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
    /// Its hexes.
    pub at: Vec<Ref<Place>>,
    /// Hexes of which it covers one half only.
    pub half: Vec<Ref<Place>>,
    /// The box it leads to.
    #[serde(rename = "box")]
    pub to: Option<Ref<Place>>,
    /// Whether it is the edge of a part of the map, such as a scenario's play area.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub inland: bool,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

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

impl Place {
    /// How it looks if it is a space of a point-to-point map.
    pub fn space(&self) -> Option<&SpaceLook> {
        match &self.kind {
            PlaceKind::Area { space, .. } => space.as_ref(),
            _ => None,
        }
    }
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
