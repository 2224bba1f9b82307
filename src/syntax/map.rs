//! Map files.

use super::specs::SizeSpec;
use crate::geometry::cells::{ColumnsFrom, RowsFrom, Shift, Stand};
use crate::source::Sp;
use crate::source::decode::{Attributes, Filled, Map};
use crate::source::values::{Colour, Id, Length, Pair, Rect};
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
        "unit" unit: Option<Sp<Unit>>,
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

    /// What areas with a site are grown into.
    LandDef as "land" {
        /// Its outline.
        "outline" outline: Vec<Sp<Pair>>,
    }

    /// Scenery.
    ShapeDef as "shape" {
        /// Its id.
        "id" id: Sp<Id>,
        /// A name to print on it.
        "name" name: Option<String>,
        /// How it is drawn.
        "look" look: Sp<TerrainLook>,
        /// Its outline.
        "polygon" polygon: Vec<Sp<Pair>>,
    }

    /// An area.
    AreaDef as "area" {
        /// Its id, as printed.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Option<Sp<String>>,
        /// A second name, for setup letters.
        "code" code: Option<Sp<Id>>,
        /// Its class; default `area`.
        "class" class: Option<Sp<String>>,
        /// Its terrain; not needed on a map without kinds of terrain.
        "terrain" terrain: Option<Sp<String>>,
        /// Who controls it at the start.
        "control" control: Option<Sp<String>>,
        /// The middle of a space of a point-to-point map.
        "point" point: Option<Sp<Pair>>,
        /// The shape of a space; default circle.
        "shape" shape: Option<Sp<SpaceShape>>,
        /// Width and height of a space; default: room for a counter.
        "size" size: Option<Sp<Pair>>,
        /// A picture of the author's own that is drawn as the space, such as `art/{id}.svg`.
        "image" image: Option<Sp<String>>,
        /// The point it is grown from.
        "site" site: Option<Sp<Pair>>,
        /// Its outline.
        "polygon" polygon: Option<Sp<Vec<Sp<Pair>>>>,
        /// A box: x, y, width, height.
        "rect" rect: Option<Sp<Rect>>,
        /// Attributes the game declares.
        "" attributes: Attributes,
    }

    /// What a border is like.
    BorderDef as "border" {
        /// The two areas.
        "between" between: Sp<Vec<Sp<String>>>,
        /// Its kind.
        "kind" kind: Option<Sp<String>>,
        /// What leads over it.
        "crossing" crossing: Option<Sp<String>>,
        /// That the two do not count as neighbours.
        "none" none: Option<bool>,
    }

    /// Neighbours that do not touch.
    LinkDef as "link" {
        /// One end.
        "from" from: Sp<String>,
        /// The other ends.
        "to" to: Vec<Sp<String>>,
        /// A boundary kind that crossing the link is like.
        "kind" kind: Option<Sp<String>>,
        /// The kind of line that leads along it.
        "way" way: Option<Sp<String>>,
        /// Points that a connection between spaces runs through.
        "via" via: Vec<Sp<Pair>>,
        /// Whether it leads only one way.
        "one-way" one_way: Option<bool>,
        /// Whether the map draws an arrow for it; default true.
        "drawn" drawn: Option<bool>,
    }

    /// A grid of hexes or squares.
    GridDef as "grid" {
        /// Columns.
        "columns" columns: Sp<i64>,
        /// Rows.
        "rows" rows: Sp<i64>,
        /// A hex across the flats.
        "hex" hex: Option<Sp<Length>>,
        /// The side of a square.
        "square" square: Option<Sp<Length>>,
        /// How many neighbours a square has: 4 (default), or 8 with those at its corners.
        "neighbours" neighbours: Option<Sp<i64>>,
        /// Whether rows or columns of squares are moved half a square.
        "staggered" staggered: Option<Sp<Stagger>>,
        /// Pointy: rows are straight; flat: columns are.
        "orientation" orientation: Option<Sp<Stand>>,
        /// Which rows or columns are moved half a hex or square.
        "shift" shift: Option<Sp<Shift>>,
        /// Centre of the top left hex or square.
        "origin" origin: Sp<Pair>,
        /// The printed number, such as `{row:2}{column:2}`.
        "number" number: Option<Sp<String>>,
        /// Number of the first row.
        "first-row" first_row: Option<Sp<i64>>,
        /// Number of the first column.
        "first-column" first_column: Option<Sp<i64>>,
        /// Where columns are counted from.
        "columns-from" columns_from: Option<Sp<ColumnsFrom>>,
        /// Where rows are counted from.
        "rows-from" rows_from: Option<Sp<RowsFrom>>,
        /// Numbers that are not on the map.
        "without" without: Vec<Sp<String>>,
        /// Terrain of every hex or square unless said otherwise.
        "terrain" terrain: Option<Sp<String>>,
    }

    /// Terrain painted one letter per hex or square.
    PaintDef as "paint" {
        /// What letters mean.
        "key" key: Map<Sp<String>>,
        /// One text a row, as the rows lie on the map.
        "rows" rows: Vec<Sp<String>>,
    }

    /// Hexes or squares that differ from the rest.
    HexesDef as "hexes" {
        /// Which.
        "at" at: Vec<Sp<String>>,
        /// Their terrain.
        "terrain" terrain: Option<Sp<String>>,
        /// Who controls them at the start.
        "control" control: Option<Sp<String>>,
        /// Attributes the game declares.
        "" attributes: Attributes,
    }

    /// A feature of hexsides, or of the sides of squares.
    HexsideDef as "hexside" {
        /// Its kind.
        "kind" kind: Sp<String>,
        /// Its name.
        "name" name: Option<String>,
        /// The sides, as `A/B`.
        "at" at: Vec<Sp<String>>,
        /// Hexes that it runs through: it joins its ends at their corners.
        "through" through: Vec<Sp<String>>,
    }

    /// Bridges and the like.
    CrossingDef as "crossing" {
        /// Its kind.
        "kind" kind: Sp<String>,
        /// The sides, as `A/B`.
        "at" at: Vec<Sp<String>>,
    }

    /// A kind of line.
    WayDef as "way" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// How it is drawn.
        "look" look: Option<Sp<WayLook>>,
    }

    /// A line through hexes.
    LineDef as "line" {
        /// Its kind.
        "kind" kind: Sp<String>,
        /// Its name.
        "name" name: Option<String>,
        /// From hex to neighbouring hex.
        "path" path: Vec<Sp<String>>,
    }

    /// A kind of thing in a hex.
    FeatureDef as "feature" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// How it is drawn.
        "look" look: Option<Sp<FeatureLook>>,
    }

    /// A named place.
    PlaceDef as "place" {
        /// Its kind.
        "kind" kind: Sp<String>,
        /// Its name.
        "name" name: Option<Sp<String>>,
        /// Its hexes.
        "at" at: Vec<Sp<String>>,
    }

    /// A stretch of the map's edge.
    EdgeDef as "edge" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Whose it is.
        "side" side: Option<Sp<String>>,
        /// Its colour, and that of the box it leads to; default the side's.
        "colour" colour: Option<Sp<Colour>>,
        /// Its hexes.
        "at" at: Vec<Sp<String>>,
        /// Hexes of which it covers one half only.
        "half" half: Vec<Sp<String>>,
        /// The box it leads to.
        "box" r#box: Option<Sp<String>>,
        /// That it is the edge of a part of the map, such as a scenario's play area: it is not drawn.
        "inland" inland: Option<bool>,
    }

    /// A region.
    RegionDef as "region" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Places that fit.
        "where" filter: Option<Sp<String>>,
        /// Places by name.
        "places" places: Vec<Sp<String>>,
    }

    /// A track.
    TrackDef as "track" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// What it counts.
        "kind" kind: Option<Sp<TrackKind>>,
        /// Whose it is.
        "side" side: Option<Sp<String>>,
        /// Its spaces, as numbers.
        "spaces" spaces: Option<Sp<String>>,
        /// Its spaces, one by one.
        "space" space: Vec<SpaceDef>,
        /// Top left corner.
        "at" at: Option<Sp<Pair>>,
        /// Width and height of a space.
        "cell" cell: Option<Sp<Pair>>,
        /// Spaces in a row.
        "columns" columns: Option<Sp<i64>>,
        /// Whether reinforcements of all sides wait on its spaces, each on that of its turn.
        "reinforcements" reinforcements: Option<bool>,
    }

    /// A space of a track.
    SpaceDef as "space" {
        /// Its id, as printed.
        "id" id: Sp<Id>,
        /// A name.
        "name" name: Option<String>,
        /// Attributes the game declares.
        "" attributes: Attributes,
    }

    /// A box.
    BoxDef as "box" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// What it is for.
        "kind" kind: Option<Sp<BoxKind>>,
        /// Whether units are drawn from it at random; default: players see and choose them.
        "draw" draw: Option<Sp<Draw>>,
        /// Which eliminated units go there; default: all of its side.
        "holds" holds: Option<Sp<Holds>>,
        /// Whose it is.
        "side" side: Option<Sp<String>>,
        /// Top left corner.
        "at" at: Option<Sp<Pair>>,
        /// Width and height.
        "size" size: Option<Sp<Pair>>,
        /// Its outline, instead of `at` and `size`.
        "polygon" polygon: Option<Sp<Vec<Sp<Pair>>>>,
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
    Unit("a unit of length") {
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

    /// How terrain is drawn.
    TerrainLook("a terrain look") {
        /// Clear.
        Clear = "clear",
        /// Forest.
        Forest = "forest",
        /// Urban.
        Urban = "urban",
        /// Factory.
        Factory = "factory",
        /// Rough.
        Rough = "rough",
        /// Marsh.
        Marsh = "marsh",
        /// Water.
        Water = "water",
    }

    /// The shape of a space.
    SpaceShape("a shape of spaces") {
        /// Circle.
        Circle = "circle",
        /// Box.
        Box = "box",
    }

    /// The shape of an area's identifier.
    IdentifierShape("an identifier shape") {
        /// Circle.
        Circle = "circle",
        /// Triangle.
        Triangle = "triangle",
        /// Square.
        Square = "square",
    }

    /// How borders and hexsides are drawn.
    BoundaryLook("a boundary look") {
        /// Open ground.
        Open = "open",
        /// Ravine.
        Ravine = "ravine",
        /// Stream.
        Stream = "stream",
        /// River.
        River = "river",
        /// Major river.
        MajorRiver = "major-river",
        /// Lake.
        Lake = "lake",
    }

    /// How lines are drawn.
    WayLook("a line look") {
        /// Road.
        Road = "road",
        /// Track.
        Track = "track",
        /// Rail.
        Rail = "rail",
        /// River: a way for boats.
        River = "river",
    }

    /// How places are drawn.
    FeatureLook("a place look") {
        /// City.
        City = "city",
        /// Town.
        Town = "town",
        /// Village.
        Village = "village",
        /// Airfield.
        Airfield = "airfield",
        /// Port.
        Port = "port",
        /// Hill.
        Hill = "hill",
    }

    /// What a track counts.
    TrackKind("a kind of track") {
        /// Turns.
        Turn = "turn",
        /// Impulses.
        Impulse = "impulse",
        /// Victory points.
        Victory = "victory",
        /// Strength.
        Strength = "strength",
        /// Anything.
        General = "general",
    }

    /// How units are taken out of a box.
    Draw("a way to draw units") {
        /// Face down and shuffled: nobody knows which comes next.
        Random = "random",
    }

    /// What a box is for.
    BoxKind("a kind of box") {
        /// Markers or units waiting.
        Holding = "holding",
        /// Eliminated units.
        Eliminated = "eliminated",
        /// Reserves.
        Reserve = "reserve",
        /// A place off the map.
        OffMap = "off-map",
        /// A deck of cards.
        Deck = "deck",
        /// A hand of cards.
        Hand = "hand",
        /// Discarded cards.
        Discard = "discard",
        /// What only its side may see.
        Private = "private",
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
