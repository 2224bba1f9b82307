//! Words for how terrain, boundaries, ways and features look.

use crate::words;

words! {
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
}
