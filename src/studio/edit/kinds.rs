//! The kinds of edits, as pages send them.

use crate::geometry::cells::{ColumnsFrom, RowsFrom, Shift, Stand};
use serde::{Deserialize, Serialize};

/// A point of a map, or a width and height, in the unit of its file.
pub type FilePoint = [f64; 2];

/// One change that somebody makes. As JSON it is an object whose key `edit` names its kind:
/// `{ "edit": "move", "scenario": "1", "pieces": [{ "unit": "A" }], "to": { "at": "0101" } }`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit {
    /// Moves pieces in the setup of a scenario.
    Move {
        /// The scenario.
        scenario: String,
        /// What is moved.
        pieces: Vec<SetupPiece>,
        /// Where to.
        to: To,
    },
    /// Sets or, without a value, removes a value: of a counter, a table, a text.
    Value {
        /// The record that holds it.
        of: EditedRecord,
        /// The way to the value inside the record: keys, and places in lists counted from 0.
        key: Vec<ValueStep>,
        /// The new value; null removes the key.
        value: Option<EditValue>,
    },
    /// Paints hexes. Without a terrain they become what all others are.
    Terrain {
        /// The map.
        map: String,
        /// The hexes, by their numbers.
        hexes: Vec<String>,
        /// The terrain.
        terrain: Option<String>,
    },
    /// Makes a hexside a river, or no longer one.
    Hexside {
        /// The map.
        map: String,
        /// The hexes on both sides.
        between: [String; 2],
        /// The kind of boundary.
        kind: String,
        /// The name of the river that it belongs to; without one, a river that it touches.
        #[serde(default)]
        name: Option<String>,
        /// Whether it is there afterwards.
        on: bool,
    },
    /// Puts a bridge on a hexside, or takes it away.
    Crossing {
        /// The map.
        map: String,
        /// The hexes on both sides.
        between: [String; 2],
        /// The kind of crossing.
        kind: String,
        /// Whether it is there afterwards.
        on: bool,
    },
    /// Leads a road or railway from a hex to the next, or cuts it there.
    Way {
        /// The map.
        map: String,
        /// Two hexes that touch.
        between: [String; 2],
        /// The kind of line.
        kind: String,
        /// Whether it is there afterwards.
        on: bool,
    },
    /// Names a place in a hex, or removes it if there is no name.
    Place {
        /// The map.
        map: String,
        /// The hex.
        at: String,
        /// The kind of place, if it is new; else it stays as it is unless said.
        #[serde(default)]
        kind: Option<String>,
        /// The name.
        name: Option<String>,
    },
    /// Moves a corner of the outlines of areas, the land and scenery, in all of them that share it.
    Corner {
        /// The map.
        map: String,
        /// Where it is.
        from: FilePoint,
        /// Where it goes.
        to: FilePoint,
        /// It snaps to another corner that is no further than this from `to`.
        #[serde(default)]
        snap: f64,
    },
    /// Adds an area.
    AddArea {
        /// The map.
        map: String,
        /// Its id.
        id: String,
        /// Its name.
        #[serde(default)]
        name: Option<String>,
        /// Its terrain.
        #[serde(default)]
        terrain: Option<String>,
        /// Its outline.
        #[serde(default)]
        polygon: Vec<FilePoint>,
        /// The point that it is grown from, instead of an outline.
        #[serde(default)]
        site: Option<FilePoint>,
        /// The middle of a space of a point-to-point map, instead of an outline.
        #[serde(default)]
        point: Option<FilePoint>,
        /// Corners snap to existing corners and borders no further than this.
        #[serde(default)]
        snap: f64,
    },
    /// Splits an area along a line from border to border.
    SplitArea {
        /// The map.
        map: String,
        /// The area, which keeps the part on the left of the line.
        area: String,
        /// The line; its ends lie on the border, or snap to it.
        line: Vec<FilePoint>,
        /// The id of the other part.
        id: String,
        /// The name of the other part.
        #[serde(default)]
        name: Option<String>,
        /// The ends of the line may be so far from the border.
        #[serde(default)]
        snap: f64,
    },
    /// Makes one area of two that touch.
    MergeAreas {
        /// The map.
        map: String,
        /// The area that stays.
        area: String,
        /// The area that goes.
        with: String,
    },
    /// Moves the point that an area is grown from, or the middle of a space.
    Site {
        /// The map.
        map: String,
        /// The area.
        area: String,
        /// Where it goes.
        to: FilePoint,
    },
    /// Moves or resizes a box, a track or a rectangular area; adds a box or a track that is not there.
    Frame(FrameEdit),
    /// Connects two places that do not touch, or parts them.
    Link {
        /// The map.
        map: String,
        /// One end.
        from: String,
        /// The other end.
        to: String,
        /// The boundary kind that crossing it is like, if it is new.
        #[serde(default)]
        kind: Option<String>,
        /// The kind of line that leads along it, if it is new.
        #[serde(default)]
        way: Option<String>,
        /// Whether it is there afterwards.
        on: bool,
    },
    /// Writes the grid that was fitted over a scan.
    Grid {
        /// The map.
        map: String,
        /// The grid.
        grid: GridFit,
    },
}

/// A piece in a setup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum SetupPiece {
    /// A unit.
    Unit {
        /// The unit.
        unit: String,
        /// Where it is, if its copies stand in several places.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// How many of the copies there; all if it does not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        copies: Option<u32>,
    },
    /// A marker.
    Marker {
        /// The marker.
        marker: String,
        /// Where it is; without this it is a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// How many of the copies there; all if it does not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        copies: Option<u32>,
    },
}

/// Where pieces go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum To {
    /// A hex, an area, a box, or a space of a track such as `turn:1`.
    At(String),
    /// The player chooses among places and regions.
    Any(Vec<String>),
    /// Into a slot of a unit's strength track.
    With(String),
    /// Back on its card: the scenario says nothing of it any more. A unit goes where its own record says; if that says
    /// nothing, it is left out.
    Card,
}

/// The record that an edit changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum EditedRecord {
    /// A unit, by its id.
    Unit(String),
    /// A marker, by its id.
    Marker(String),
    /// A card, by its id.
    Card(String),
    /// A scenario, by its id.
    Scenario(String),
    /// A table, by its id.
    Table(String),
    /// The `[map]` of a map, by its id.
    Map(String),
    /// The smallest record around a byte of a file.
    In {
        /// The file, by its name in the game's folder.
        file: String,
        /// The byte, from 0.
        byte: usize,
    },
}

/// A step of the way to a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ValueStep {
    /// A place in a list, from 0.
    Item(usize),
    /// A key of a table.
    Key(String),
}

/// A value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EditValue {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Whole(i64),
    /// A decimal number.
    Decimal(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<EditValue>),
}

/// A box, a track or a rectangular area, and where it is afterwards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FrameEdit {
    /// The map.
    pub map: String,
    /// What it is.
    pub what: FrameKind,
    /// Its id.
    pub id: String,
    /// Its top left corner.
    pub at: FilePoint,
    /// Width and height; of a track, those of a space. None: as they are.
    #[serde(default)]
    pub size: Option<FilePoint>,
    /// The name, if it is new.
    #[serde(default)]
    pub name: Option<String>,
    /// The spaces of a new track, such as `1-10`.
    #[serde(default)]
    pub spaces: Option<String>,
    /// How many spaces of a track stand in a row. None: as they are.
    #[serde(default)]
    pub columns: Option<i64>,
}

/// What a frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FrameKind {
    /// A box.
    Box,
    /// A track.
    Track,
    /// An area with a `rect`.
    Area,
}

/// A grid of hexes or squares that fits a scan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GridFit {
    /// Columns.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
    /// A hex across the flats, in the unit of the map's file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<f64>,
    /// The side of a square, if it has squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<f64>,
    /// Whether rows or columns of squares are moved by half a square.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub staggered: bool,
    /// Which way hexes stand; of squares that are moved, whether their rows (pointy) or columns are straight.
    #[serde(with = "words::stand")]
    pub orientation: Stand,
    /// Which rows or columns are moved by half a hex or square.
    #[serde(with = "words::shift")]
    pub shift: Shift,
    /// The centre of the top left hex or square.
    pub origin: FilePoint,
    /// The printed number, such as `{column:2}{row:2}`.
    pub number: String,
    /// The number of the first row.
    pub first_row: u32,
    /// The number of the first column.
    pub first_column: u32,
    /// Where columns are counted from.
    #[serde(with = "words::columns_from")]
    pub columns_from: ColumnsFrom,
    /// Where rows are counted from.
    #[serde(with = "words::rows_from")]
    pub rows_from: RowsFrom,
}

/// The words of grids as the language has them; the geometry itself can only write them.
mod words {
    macro_rules! word {
        ($name:ident, $type:ident, $($variant:ident = $text:literal),*) => {
            pub mod $name {
                use crate::geometry::cells::$type;
                use serde::{Deserialize, Deserializer, Serializer, de};

                pub fn serialize<S: Serializer>(value: &$type, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(match value { $($type::$variant => $text),* })
                }

                pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                    match String::deserialize(deserializer)?.as_str() {
                        $($text => Ok($type::$variant),)*
                        other => Err(de::Error::unknown_variant(other, &[$($text),*])),
                    }
                }
            }
        };
    }
    word!(stand, Stand, Pointy = "pointy", Flat = "flat");
    word!(shift, Shift, Odd = "odd", Even = "even");
    word!(columns_from, ColumnsFrom, West = "west", East = "east");
    word!(rows_from, RowsFrom, North = "north", South = "south");
}
