//! What is a matter of taste about hex maps.

use super::{LineStyle, TextureStyle};
use crate::draw::{Stroke, TextStyle};
use crate::record;
use crate::source::Sp;
use crate::source::values::{Colour, Length};
use crate::syntax::FontWord;

record! {
    /// A line within a line, or a shape with a rim.
    CasedStyle as "cased style" {
        /// Colour of the rim.
        "colour" colour: Sp<Colour>,
        /// Width of the whole line, or of the rim of a shape.
        "width" width: Sp<Length>,
        /// Colour inside.
        "core" core: Sp<Colour>,
        /// Width of the line inside, or of the shape.
        "core-width" core_width: Sp<Length>,
    }

    /// How a kind of text looks.
    NameStyle as "name style" {
        /// The font.
        "font" font: Sp<FontWord>,
        /// Its size.
        "size" size: Sp<Length>,
        /// Its colour.
        "colour" colour: Sp<Colour>,
        /// Space between letters, in parts of the em.
        "spacing" spacing: Sp<f64>,
    }

    /// How hex maps look.
    HexStyle as "hex style" {
        /// The grid.
        "grid" grid: Sp<LineStyle>,
        /// The line around the map.
        "rim" rim: Sp<LineStyle>,
        /// Numbers of hexes.
        "number" number: Sp<NameStyle>,
        /// Their distance from the top of the hex.
        "number-gap" number_gap: Sp<Length>,
        /// How far edges of terrain wander, in parts of the radius.
        "wander" wander: Sp<f64>,
        /// How much of a side the round corner takes.
        "corner" corner: Sp<f64>,
        /// How strongly the colour of who holds a hex shows.
        "control" control: Sp<f64>,
        /// How far rivers wander off the hexside, in parts of the radius.
        "meander" meander: Sp<f64>,
        /// Streams.
        "stream" stream: Sp<LineStyle>,
        /// Rivers.
        "river" river: Sp<LineStyle>,
        /// Major rivers.
        "major-river" major_river: Sp<CasedStyle>,
        /// Lakes along hexsides.
        "lake" lake: Sp<CasedStyle>,
        /// Ravines.
        "ravine" ravine: Sp<LineStyle>,
        /// Length of their teeth.
        "ravine-tooth" ravine_tooth: Sp<Length>,
        /// Bridges, fords, ferries.
        "crossing" crossing: Sp<LineStyle>,
        /// What lies between the rails of a bridge.
        "crossing-ground" crossing_ground: Sp<Colour>,
        /// How far they reach beyond the water.
        "crossing-reach" crossing_reach: Sp<Length>,
        /// How far the rails of a bridge stand apart.
        "crossing-gap" crossing_gap: Sp<Length>,
        /// Roads.
        "road" road: Sp<CasedStyle>,
        /// Tracks.
        "track" track: Sp<LineStyle>,
        /// Their dashes.
        "track-dash" track_dash: Sp<Length>,
        /// The gaps between them.
        "track-gap" track_gap: Sp<Length>,
        /// Railways.
        "rail" rail: Sp<LineStyle>,
        /// Length of their ties.
        "rail-ties" rail_ties: Sp<Length>,
        /// Width of a tie.
        "rail-tie-width" rail_tie_width: Sp<Length>,
        /// From tie to tie.
        "rail-tie-gap" rail_tie_gap: Sp<Length>,
        /// How far a railway keeps from a road in the same hexes.
        "rail-offset" rail_offset: Sp<Length>,
        /// Blocks of cities.
        "city" city: Sp<TextureStyle>,
        /// How far a city keeps from its hexsides, in parts of the radius.
        "city-inset" city_inset: Sp<f64>,
        /// The line around a city.
        "city-edge" city_edge: Sp<LineStyle>,
        /// Blocks of towns.
        "town" town: Sp<TextureStyle>,
        /// Radius of a town, in parts of that of the hex.
        "town-size" town_size: Sp<f64>,
        /// Villages.
        "village" village: Sp<CasedStyle>,
        /// Airfields and ports.
        "glyph" glyph: Sp<CasedStyle>,
        /// Hachures of hills.
        "hill" hill: Sp<LineStyle>,
        /// Radius of a hill, in parts of that of the hex.
        "hill-size" hill_size: Sp<f64>,
        /// Names of cities.
        "city-name" city_name: Sp<NameStyle>,
        /// Names of towns.
        "town-name" town_name: Sp<NameStyle>,
        /// Names of villages.
        "village-name" village_name: Sp<NameStyle>,
        /// Names of everything else in a hex.
        "other-name" other_name: Sp<NameStyle>,
        /// Names of hexsides.
        "water-name" water_name: Sp<NameStyle>,
        /// Names of lines.
        "way-name" way_name: Sp<NameStyle>,
        /// Names of the map's edges.
        "edge-name" edge_name: Sp<NameStyle>,
        /// Letters of places.
        "code" code: Sp<NameStyle>,
        /// Their badge.
        "code-ground" code_ground: Sp<Colour>,
        /// The rim behind names.
        "halo" halo: Sp<Colour>,
        /// Its width.
        "halo-width" halo_width: Sp<Length>,
        /// The room that names keep around themselves.
        "name-room" name_room: Sp<Length>,
        /// The smallest size to which names shrink where there is little room.
        "smallest-name" smallest_name: Sp<Length>,
        /// Length of a river or road after which its name stands there again.
        "name-again" name_again: Sp<Length>,
        /// Width of the bands along the map's edges.
        "band" band: Sp<Length>,
        /// From a band to its name.
        "band-gap" band_gap: Sp<Length>,
    }
}

impl HexStyle {
    /// The style for hexes that are so many times as large as usual: lines and letters grow with them.
    pub fn grown(&self, times: f64) -> Self {
        let mut style = self.clone();
        for name in [
            &mut style.number,
            &mut style.city_name,
            &mut style.town_name,
            &mut style.village_name,
            &mut style.other_name,
            &mut style.water_name,
            &mut style.way_name,
            &mut style.code,
        ] {
            name.value.size.value.0 *= times;
        }
        for line in [&mut style.grid, &mut style.rim] {
            line.value.width.value.0 *= times;
        }
        for shape in [&mut style.village, &mut style.glyph] {
            shape.value.width.value.0 *= times;
            shape.value.core_width.value.0 *= times;
        }
        for length in [&mut style.number_gap, &mut style.halo_width, &mut style.name_room, &mut style.smallest_name] {
            length.value.0 *= times;
        }
        style
    }
}

impl CasedStyle {
    /// The wide line below and the narrow one above.
    pub fn strokes(&self) -> [Stroke; 2] {
        [Stroke::new(self.colour.value, self.width.0), Stroke::new(self.core.value, self.core_width.0)]
    }
}

impl NameStyle {
    /// How the text is written.
    pub fn text(&self) -> TextStyle {
        let points = self.size.0 / 25.4 * 72.0;
        TextStyle::points(self.font.value.into(), points, self.colour.value).spaced(self.spacing.value)
    }
}
