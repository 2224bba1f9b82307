//! Maps: terrain, boundaries, shapes and what is drawn on them.

pub use crate::geometry::Point;

use super::grid::MapGrid;
use super::places::Place;
use super::{About, Ref, Side};
use crate::source::values::Colour;
use crate::syntax::{BoundaryLook, FeatureLook, IdentifierShape, MapKind, TerrainLook, WayLook};
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
