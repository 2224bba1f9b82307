//! Areas and their borders.

use super::looks::{SpaceShape, TerrainLook};
use crate::record;
use crate::source::Sp;
use crate::source::decode::RawAttributes;
use crate::source::values::{Id, Pair, RectSpec};

record! {
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
        "rect" rect: Option<Sp<RectSpec>>,
        /// Attributes the game declares.
        "" attributes: RawAttributes,
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
}
