//! Grids of hexes or squares, and what is said of single cells.

use super::Stagger;
use super::looks::{FeatureLook, WayLook};
use crate::geometry::cells::{ColumnsFrom, RowsFrom, Shift, Stand};
use crate::record;
use crate::source::Sp;
use crate::source::decode::{Attributes, Map};
use crate::source::values::{Colour, Id, Length, Pair};

record! {
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
}
