//! Maps: sheets with areas or hexes, tracks, boxes, a title and a legend.
//!
//! Everything is planned before anything is drawn: first what has its place (tracks, boxes, borders),
//! then arrows, then identifiers with their names, then title and legend where room is left. Terrain
//! keeps its marks away from all of them.

mod area;
mod arrow;
mod block;
mod borders;
mod free;
mod furniture;
mod hex;
mod identifier;
mod labels;
mod legend;
mod links;
mod outline;
mod samples;
mod scenery;
mod spaces;
mod texture;

pub use labels::Labels;
pub use spaces::pictures;
pub use texture::{terrain, texture_in};

use crate::draw::{Drawing, Item, Path, Rect, Style};
use crate::look::styles::MapStyle;
use crate::model::{Map, Model, Place, PlaceKind, Side};
use crate::source::values::Colour;
use crate::syntax::MapKind;

/// A map while it is drawn.
pub struct MapSheet {
    /// What is drawn so far.
    pub drawing: Drawing,
    /// Where labels are, and may not be.
    pub labels: Labels,
}

impl MapSheet {
    /// Takes room for something that must not be covered.
    pub fn solid(&mut self, name: impl Into<String>, room: Rect) {
        self.labels.take(room);
        self.drawing.solids.push((name.into(), room));
    }

    /// The whole sheet.
    pub fn room(&self) -> Rect {
        Rect::new(0.0, 0.0, self.drawing.width, self.drawing.height)
    }
}

/// What everything on a map is drawn from.
#[derive(Clone, Copy)]
struct MapBasis<'a> {
    model: &'a Model,
    map: &'a Map,
    style: &'a MapStyle,
}

impl<'a> MapBasis<'a> {
    /// The places of the map, with their index in the model.
    fn places(self) -> impl Iterator<Item = (usize, &'a Place)> {
        let here = move |place: &Place| place.map.as_ref().is_some_and(|map| *map.id == *self.map.id);
        self.model.places.iter().enumerate().filter(move |(_, place)| here(place) && !place.outline.is_empty())
    }

    /// The areas of the map that are neither boxes nor spaces.
    fn areas(self) -> impl Iterator<Item = (usize, &'a Place)> {
        self.places().filter(|(_, place)| matches!(place.kind, PlaceKind::Area { boxed: false, space: None, .. }))
    }

    /// The areas of the map that are boxes.
    fn boxed_areas(self) -> impl Iterator<Item = (usize, &'a Place)> {
        self.places().filter(|(_, place)| matches!(place.kind, PlaceKind::Area { boxed: true, .. }))
    }

    /// A side by reference.
    fn side(self, side: Option<&crate::model::Ref<Side>>) -> Option<&'a Side> {
        self.model.sides.get(side?.index)
    }

    /// Colour of a side.
    fn colour(self, side: Option<&crate::model::Ref<Side>>) -> Option<Colour> {
        self.side(side).map(|side| side.colour)
    }
}

/// Draws a map sheet at its size.
pub fn draw(model: &Model, map: &Map, style: &MapStyle) -> Drawing {
    let on = MapBasis { model, map, style };
    let mut sheet = MapSheet { drawing: Drawing::new(map.width, map.height), labels: Labels::default() };
    let room = sheet.room();
    sheet.drawing.shape(Path::rect(room), Style::fill(*style.ground));
    match map.kind {
        MapKind::Area => draw_areas(on, &mut sheet),
        MapKind::Hex | MapKind::Square => draw_hexes(on, &mut sheet),
    }
    sheet.drawing
}

fn draw_hexes(on: MapBasis<'_>, sheet: &mut MapSheet) {
    let furniture = furniture::plan(on, sheet);
    let arrows = links::plan(on, sheet);
    let names = scenery::names(on, sheet);

    scenery::below(on, sheet);
    hex::draw_hexes(on.model, on.map, &on.style.hexes, &on.style.terrain, sheet);
    let panels = legend::panels(on, sheet);
    sheet.drawing.items.extend([furniture, arrows, names, panels].into_iter().flatten());
}

fn draw_areas(on: MapBasis<'_>, sheet: &mut MapSheet) {
    let furniture = furniture::plan(on, sheet);
    let crossings = borders::crossings(on, sheet);
    let corners = area::plan_boxes(on, sheet);
    let connections = spaces::connections(on, sheet);
    let spaces = spaces::spaces(on, sheet);
    let arrows = links::plan(on, sheet);
    let blocks = area::plan(on, sheet);
    let names = scenery::names(on, sheet);
    let panels = legend::panels(on, sheet);

    scenery::below(on, sheet);
    area::terrain(on, sheet);
    scenery::above(on, sheet);
    borders::lines(on, sheet);
    area::boxes(on, sheet);
    let layers: [Vec<Item>; 9] = [furniture, connections, spaces, arrows, crossings, names, corners, blocks, panels];
    sheet.drawing.items.extend(layers.into_iter().flatten());
}
