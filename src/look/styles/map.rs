//! How maps look: every colour, width and size, read from `templates/styles/map.yaml`.

use super::{HexStyle, TerrainStyle};
use crate::draw::{Stroke, TextStyle};
use crate::record;
use crate::source::Sp;
use crate::source::values::{Colour, Length};
use crate::syntax::{BoundaryLook, FontWord, TerrainLook};
use std::ops::Deref;

record! {
    /// How the sheet of a map looks.
    SheetStyle as "map style" {
        /// The sheet outside the land.
        "ground" ground: Sp<Colour>,
        /// The land.
        "land" land: Sp<Colour>,
        /// What is read first: numbers and titles.
        "ink" ink: Sp<Colour>,
        /// The light of identifiers, cells and rims of letters.
        "paper" paper: Sp<Colour>,
        /// Nothing is nearer to the edge of the sheet.
        "margin" margin: Sp<Length>,
        /// The attribute of areas that is printed in the identifier's badge. Default: the first number.
        "modifier-attribute" modifier_attribute: Option<Sp<String>>,
        /// The attribute of areas that is printed in a star. Default: `vp`, or one named victory.
        "victory-attribute" victory_attribute: Option<Sp<String>>,
        /// Water and its shore.
        "shore" shore: Sp<ShoreStyle>,
        /// Lines between areas.
        "border" border: Sp<BorderStyle>,
        /// Marks where a border is crossed.
        "crossing" crossing: Sp<CrossingStyle>,
        /// Arrows between places that do not touch.
        "link" link: Sp<LinkStyle>,
        /// Identifiers of areas.
        "identifier" identifier: Sp<IdentifierStyle>,
        /// Tracks, boxes and areas that are boxes.
        "box" boxes: Sp<BoxStyle>,
        /// Title and legend.
        "panel" panel: Sp<PanelStyle>,
        /// Type.
        "type" types: Sp<TypeStyles>,
    }

    /// Water and its shore.
    ShoreStyle as "shore style" {
        /// The line of the shore.
        "line" line: Sp<LineStyle>,
        /// The edge of other scenery.
        "edge" edge: Sp<LineStyle>,
        /// Shallow water along the shore: its colour and how far it reaches.
        "shallow" shallow: Sp<LineStyle>,
        /// Land between areas and shore.
        "beach" beach: Sp<Length>,
        /// How far the shore wanders.
        "wander" wander: Sp<Length>,
        /// Length of a wave of the shore.
        "wave" wave: Sp<Length>,
    }

    /// A line.
    LineStyle as "line style" {
        /// Its colour.
        "colour" colour: Sp<Colour>,
        /// Its width.
        "width" width: Sp<Length>,
    }

    /// Lines between areas.
    BorderStyle as "border style" {
        /// Open ground.
        "open" open: Sp<LineStyle>,
        /// Ravine.
        "ravine" ravine: Sp<LineStyle>,
        /// Stream.
        "stream" stream: Sp<LineStyle>,
        /// River.
        "river" river: Sp<LineStyle>,
        /// Major river.
        "major-river" major_river: Sp<LineStyle>,
        /// Lake.
        "lake" lake: Sp<LineStyle>,
        /// Edge of the land.
        "land" land: Sp<LineStyle>,
        /// Rim on both sides of lines that are hard to cross.
        "rim" rim: Sp<LineStyle>,
    }

    /// Marks where a border is crossed.
    CrossingStyle as "crossing style" {
        /// Across the border.
        "length" length: Sp<Length>,
        /// Along the border.
        "width" width: Sp<Length>,
        /// Between its rails.
        "deck" deck: Sp<Colour>,
        /// Its rails.
        "rail" rail: Sp<LineStyle>,
    }

    /// Arrows between places that do not touch.
    LinkStyle as "link style" {
        /// The stem.
        "stem" stem: Sp<LineStyle>,
        /// The stem of arrows over water.
        "water" water: Sp<LineStyle>,
        /// A rim around all.
        "rim" rim: Sp<LineStyle>,
        /// Length of a head.
        "head" head: Sp<Length>,
        /// How far an arrow reaches into its places.
        "reach" reach: Sp<Length>,
    }

    /// Identifiers of areas.
    IdentifierStyle as "identifier style" {
        /// Diameter of a circle; squares and triangles look as large.
        "size" size: Sp<Length>,
        /// The line around it.
        "line" line: Sp<LineStyle>,
        /// Width of the ring in the colour of the side that controls the area.
        "ring" ring: Sp<Length>,
        /// Height of the badge.
        "badge" badge: Sp<Length>,
        /// Its colour.
        "badge-colour" badge_colour: Sp<Colour>,
        /// Radius of the star.
        "star" star: Sp<Length>,
        /// Its colour.
        "star-colour" star_colour: Sp<Colour>,
        /// The line around badge and star.
        "mark-line" mark_line: Sp<LineStyle>,
        /// Between identifier, star and name.
        "gap" gap: Sp<Length>,
    }

    /// Tracks, boxes and areas that are boxes.
    BoxStyle as "box style" {
        /// Round corners.
        "radius" radius: Sp<Length>,
        /// The line around.
        "line" line: Sp<LineStyle>,
        /// Fill without a side.
        "fill" fill: Sp<Colour>,
        /// Share of the side's colour in the fill.
        "tint" tint: Sp<f64>,
        /// Share of black in lines and text of a side.
        "shade" shade: Sp<f64>,
        /// Fill of cells of tracks.
        "cell" cell: Sp<Colour>,
        /// Line around cells.
        "cell-line" cell_line: Sp<LineStyle>,
        /// Between edge and text.
        "padding" padding: Sp<Length>,
    }

    /// Title and legend.
    PanelStyle as "panel style" {
        /// Fill.
        "fill" fill: Sp<Colour>,
        /// The line around.
        "line" line: Sp<LineStyle>,
        /// Round corners.
        "radius" radius: Sp<Length>,
        /// Between edge and text.
        "padding" padding: Sp<Length>,
        /// Height of a row of the legend.
        "row" row: Sp<Length>,
        /// Width of a sample in the legend.
        "sample" sample: Sp<Length>,
    }

    /// Type.
    TypeStyles as "type styles" {
        /// Names of areas.
        "name" name: Sp<TypeStyle>,
        /// Names of boxed areas.
        "zone" zone: Sp<TypeStyle>,
        /// Names on water.
        "water" water: Sp<TypeStyle>,
        /// Names on other scenery.
        "scenery" scenery: Sp<TypeStyle>,
        /// Labels in identifiers.
        "label" label: Sp<TypeStyle>,
        /// Numbers in badges.
        "badge" badge: Sp<TypeStyle>,
        /// Numbers in stars.
        "star" star: Sp<TypeStyle>,
        /// Titles of tracks and boxes.
        "heading" heading: Sp<TypeStyle>,
        /// Labels of spaces.
        "space" space: Sp<TypeStyle>,
        /// Names of spaces.
        "space-name" space_name: Sp<TypeStyle>,
        /// The map's name.
        "title" title: Sp<TypeStyle>,
        /// The game's title and the scale.
        "subtitle" subtitle: Sp<TypeStyle>,
        /// Entries of the legend.
        "legend" legend: Sp<TypeStyle>,
        /// Nothing is smaller.
        "least" least: Sp<Length>,
        /// Rim around letters on the map.
        "halo" halo: Sp<Length>,
    }

    /// A style of type.
    TypeStyle as "type style" {
        /// The font.
        "font" font: Sp<FontWord>,
        /// Size of the em.
        "size" size: Sp<Length>,
        /// Extra space between letters, in parts of the em.
        "spacing" spacing: Sp<f64>,
        /// The colour.
        "colour" colour: Sp<Colour>,
        /// Whether small letters are written as capitals.
        "capitals" capitals: Sp<bool>,
    }
}

/// How maps look: sheet, terrain and hexes.
#[derive(Debug, Clone)]
pub struct MapStyle {
    /// The sheet: `map.yaml`.
    pub sheet: SheetStyle,
    /// Terrain: `terrain.yaml`.
    pub terrain: TerrainStyle,
    /// Hexes: `hexes.yaml`.
    pub hexes: HexStyle,
}

impl Deref for MapStyle {
    type Target = SheetStyle;

    fn deref(&self) -> &SheetStyle {
        &self.sheet
    }
}

impl MapStyle {
    /// Ground of a terrain.
    pub fn ground_of(&self, look: TerrainLook) -> Colour {
        *self.terrain.of(look).fill
    }
}

impl SheetStyle {
    /// Line of a boundary.
    pub fn border_of(&self, look: BoundaryLook) -> &LineStyle {
        let border = &self.border;
        match look {
            BoundaryLook::Open => &border.open,
            BoundaryLook::Ravine => &border.ravine,
            BoundaryLook::Stream => &border.stream,
            BoundaryLook::River => &border.river,
            BoundaryLook::MajorRiver => &border.major_river,
            BoundaryLook::Lake => &border.lake,
        }
    }

    /// Fill of something that belongs to a side, on a ground.
    pub fn tinted(&self, ground: Colour, side: Option<Colour>) -> Colour {
        side.map_or(ground, |side| ground.under(side, *self.boxes.tint))
    }

    /// Lines and text of something that belongs to a side.
    pub fn shaded(&self, side: Option<Colour>, without: Colour) -> Colour {
        side.map_or(without, |side| side.under(Colour([0; 3]), *self.boxes.shade))
    }
}

impl LineStyle {
    /// The line.
    pub fn stroke(&self) -> Stroke {
        Stroke::new(*self.colour, self.width.0)
    }

    /// The line at another width.
    pub fn stroke_of(&self, width: f64) -> Stroke {
        Stroke::new(*self.colour, width)
    }

    /// The line in another colour.
    pub fn stroke_in(&self, colour: Colour) -> Stroke {
        Stroke::new(colour, self.width.0)
    }
}

impl TypeStyle {
    /// The style of text.
    pub fn text(&self) -> TextStyle {
        TextStyle::points((*self.font).into(), self.size.0 * 72.0 / 25.4, *self.colour).spaced(*self.spacing)
    }

    /// The style of text at another size of the em, in millimetres.
    pub fn sized(&self, size: f64) -> TextStyle {
        TextStyle::points((*self.font).into(), size * 72.0 / 25.4, *self.colour).spaced(*self.spacing)
    }

    /// A text as this style writes it.
    pub fn written(&self, text: &str) -> String {
        if *self.capitals { text.to_uppercase() } else { text.to_string() }
    }
}
