//! Map files.

mod areas;
mod cells;
mod furniture;
mod looks;

pub use areas::*;
pub use cells::*;
pub use furniture::*;
pub use looks::*;

use super::specs::SizeSpec;
use crate::geometry::cells::{ColumnsFrom, RowsFrom, Shift, Stand};
use crate::source::Sp;
use crate::source::decode::Filled;
use crate::source::values::{Id, Length, Pair};
use crate::{decode_words, record, words};

record! {
    /// One map.
    MapFile as "map file" {
        /// The map.
        "map" map: Sp<MapDef>,
        /// Kinds of terrain.
        "terrain" terrains: Vec<TerrainDef>,
        /// Kinds of border and hexside.
        "boundary" boundaries: Vec<BoundaryDef>,
        /// Kinds of area the rules tell apart.
        "class" classes: Vec<ClassDef>,
        /// What areas with a site are grown into.
        "land" land: Option<LandDef>,
        /// Scenery.
        "shape" shapes: Vec<ShapeDef>,
        /// Areas.
        "area" areas: Vec<AreaDef>,
        /// What borders are like.
        "border" borders: Vec<BorderDef>,
        /// Neighbours that do not touch.
        "link" links: Vec<LinkDef>,
        /// The grid of hexes or squares.
        "grid" grid: Option<GridDef>,
        /// Terrain painted one letter per hex or square.
        "paint" paint: Option<PaintDef>,
        /// Hexes that differ from the rest.
        "hexes" hexes: Vec<HexesDef>,
        /// Squares that differ from the rest.
        "squares" squares: Vec<HexesDef>,
        /// Features of hexsides.
        "hexside" hexsides: Vec<HexsideDef>,
        /// Features of the sides of squares.
        "square-side" square_sides: Vec<HexsideDef>,
        /// Bridges and the like.
        "crossing" crossings: Vec<CrossingDef>,
        /// Kinds of line.
        "way" ways: Vec<WayDef>,
        /// Lines through hexes.
        "line" lines: Vec<LineDef>,
        /// Kinds of thing in a hex.
        "feature" features: Vec<FeatureDef>,
        /// Named places.
        "place" places: Vec<PlaceDef>,
        /// Stretches of the map's edge.
        "edge" edges: Vec<EdgeDef>,
        /// Regions.
        "region" regions: Vec<RegionDef>,
        /// Tracks.
        "track" tracks: Vec<TrackDef>,
        /// Boxes.
        "box" boxes: Vec<BoxDef>,
    }

    /// A map.
    MapDef as "map" {
        /// Its id; default: what its file is called.
        "id" id: Filled<Id>,
        /// Its name; default: made from its id.
        "name" name: Filled<String>,
        /// Areas, hexes or squares; default: what the grid has, or areas.
        "kind" kind: Filled<MapKind>,
        /// The size of the sheet; default: that of its own picture.
        "size" size: Filled<SizeSpec>,
        /// Unit of every coordinate in the file: mm (default), cm, in, pt, or px: pixels of its own picture.
        "unit" unit: Option<Sp<LengthUnit>>,
        /// The scale, in words.
        "scale" scale: Option<String>,
        /// A map of which it shows some places larger.
        "enlarges" enlarges: Option<Sp<String>>,
        /// Whether a module opens with it; else with the map on which most pieces start.
        "main" main: Option<Sp<bool>>,
        /// How much grown borders wander, 0 to 1.
        "soften" soften: Option<Sp<f64>>,
        /// Borders shorter than this do not count as borders.
        "min-border" min_border: Option<Sp<Length>>,
        /// A picture of the author's own instead of generated art.
        "image" image: Option<Sp<String>>,
        /// How many pixels its picture is wide and high to coordinates in `px`; default: as it is. A map without a
        /// picture has as many itself.
        "pixels" pixels: Option<Sp<Pair>>,
    }

    /// A kind of terrain.
    TerrainDef as "terrain" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// How it is drawn.
        "look" look: Option<Sp<TerrainLook>>,
        /// Shape of the identifier of its areas.
        "identifier" identifier: Option<Sp<IdentifierShape>>,
    }

    /// A kind of border or hexside.
    BoundaryDef as "boundary" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// How it is drawn.
        "look" look: Option<Sp<BoundaryLook>>,
        /// What may lead over it.
        "crossings" crossings: Vec<Sp<String>>,
        /// Whether borders are of this kind unless they say otherwise.
        "default" default: Option<Sp<bool>>,
    }

    /// A kind of area.
    ClassDef as "class" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
    }
}

words! {
    /// Areas, hexes or squares.
    MapKind("a kind of map") {
        /// An area map.
        Area = "area",
        /// A hex map.
        Hex = "hex",
        /// A map of squares.
        Square = "square",
    }

    /// Which lines of squares are moved half a square.
    Stagger("rows or columns") {
        /// Rows, to the right.
        Rows = "rows",
        /// Columns, down.
        Columns = "columns",
    }

    /// A unit of length.
    LengthUnit("a unit of length") {
        /// Millimetres.
        Mm = "mm",
        /// Centimetres.
        Cm = "cm",
        /// Inches.
        In = "in",
        /// Points.
        Pt = "pt",
        /// Pixels of the map's own picture.
        Px = "px",
    }
}

words! {
    /// Which units a box is for.
    Holds("a kind of units") {
        /// Units of no formation.
        Independent = "independent",
        /// Units of a formation.
        Formations = "formations",
    }
}

decode_words! { Stand as ("a hex orientation") { Pointy = "pointy", Flat = "flat" } }

decode_words! { Shift as ("odd or even") { Odd = "odd", Even = "even" } }

decode_words! { ColumnsFrom as ("west or east") { West = "west", East = "east" } }

decode_words! { RowsFrom as ("north or south") { North = "north", South = "south" } }

impl Stagger {
    /// The lines that stand as rows or columns of hexes do.
    pub fn of(stand: Stand) -> Self {
        match stand {
            Stand::Pointy => Stagger::Rows,
            Stand::Flat => Stagger::Columns,
        }
    }

    /// How hexes would stand whose rows or columns are moved so.
    pub fn stand(self) -> Stand {
        match self {
            Stagger::Rows => Stand::Pointy,
            Stagger::Columns => Stand::Flat,
        }
    }
}

impl MapKind {
    /// What its places are called: one, and several.
    pub fn cells(self) -> (&'static str, &'static str) {
        match self {
            MapKind::Area => ("area", "areas"),
            MapKind::Hex => ("hex", "hexes"),
            MapKind::Square => ("square", "squares"),
        }
    }

    /// What the line between two of its places is called.
    pub fn side(self) -> &'static str {
        match self {
            MapKind::Area => "border",
            MapKind::Hex => "hexside",
            MapKind::Square => "side",
        }
    }
}

impl MapFile {
    /// What is said of single hexes or squares.
    pub fn cells(&self) -> impl Iterator<Item = &HexesDef> {
        self.hexes.iter().chain(&self.squares)
    }

    /// What lies on sides of hexes or squares.
    pub fn sides(&self) -> impl Iterator<Item = &HexsideDef> {
        self.hexsides.iter().chain(&self.square_sides)
    }
}
