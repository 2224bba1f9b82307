//! What people look at: maps, charts and faces, drawn from the model.
//!
//! In: the [`Model`] and the templates. Out: [`Drawing`]s.
//! Nothing here reads or writes a file, and no game is named.

pub mod charts;
pub mod contact;
pub mod dice;
pub mod faces;
pub mod map;
pub mod stacks;
pub mod symbol_sheet;

use crate::draw::{Affine, Drawing, Item};
use crate::look::Look;
use crate::model::{Map, Model};
use crate::source::values::Colour;
use std::fmt::Write;

/// A map: the author's own picture if there is one, else drawn.
pub fn map(model: &Model, look: &Look, map: &Map) -> Drawing {
    let Some(image) = map.image.as_ref().and_then(|name| look.images.get(name)) else {
        let mut sheet = map::draw(model, map, &look.styles.map);
        sheet.items.extend(map::pictures(model, look, map));
        return sheet;
    };
    let mut sheet = Drawing::new(map.width, map.height);
    let place = Affine::scale_shift(map.width / image.size.0, map.height / image.size.1, 0.0, 0.0);
    let (picture, size) = (image.picture.clone(), image.size);
    sheet.items.push(Item::Picture { picture, size, place, ink: Colour([0; 3]) });
    sheet
}

/// A map that is not drawn yet. Its key tells whether it was drawn before.
pub struct MapSketch<'a> {
    model: &'a Model,
    look: &'a Look,
    map: &'a Map,
    key: [u8; 32],
}

impl<'a> MapSketch<'a> {
    /// All maps of a game.
    pub fn all(model: &'a Model, look: &'a Look) -> Vec<Self> {
        // What maps are drawn from, and no more: `tests/memory.rs` holds `map` to it. Everything counts, also what
        // engine data do not show.
        let Model { game, sides, formations, attributes, maps, places, edges, regions, tracks, .. } = model;
        let read = (game, sides, formations, attributes, maps, places, edges, regions, tracks);
        let mut hash = Hashed(blake3::Hasher::new());
        // Writing into a hash does not fail.
        let _ = write!(hash, "map {read:?}");
        hash.0.update(&look.fingerprint);
        let sketch = |map: &'a Map| {
            let key = *hash.0.clone().update(map.id.as_bytes()).finalize().as_bytes();
            Self { model, look, map, key }
        };
        maps.iter().map(sketch).collect()
    }

    /// The map.
    pub fn map(&self) -> &'a Map {
        self.map
    }

    /// A hash of all that it is drawn from: maps that have the same look the same.
    pub fn key(&self) -> &[u8; 32] {
        &self.key
    }

    /// The drawing.
    pub fn draw(&self) -> Drawing {
        map(self.model, self.look, self.map)
    }
}

/// Hashes what is written.
struct Hashed(blake3::Hasher);

impl Write for Hashed {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

/// All charts, with counters drawn in place.
pub fn charts(model: &Model, look: &Look) -> Vec<charts::Chart> {
    charts::all(model, &look.images, &look.styles.charts, &|counter, back| {
        faces::counter(model, look, counter, back, 0.0)
    })
}

/// The charts of tables only.
pub fn tables(model: &Model, look: &Look) -> Vec<charts::Chart> {
    charts::tables(model, &look.images, &look.styles.charts, &|counter, back| {
        faces::counter(model, look, counter, back, 0.0)
    })
}

/// Setup cards and displays as trays: pale counters, and room for real ones.
pub fn trays(model: &Model, look: &Look) -> Vec<charts::Chart> {
    charts::trays(model, &look.styles.charts, &|counter, back| faces::counter(model, look, counter, back, 0.0))
}

/// Displays as trays: pale counters, and room for real ones.
pub fn display_trays(model: &Model, look: &Look) -> Vec<charts::Chart> {
    charts::display_trays(model, &look.styles.charts, &|counter, back| faces::counter(model, look, counter, back, 0.0))
}

/// The same without the counters on them, for who asks only where there is room for what.
pub fn display_rooms(model: &Model, look: &Look) -> Vec<charts::Chart> {
    charts::display_trays(model, &look.styles.charts, &|counter, _| {
        let side = model.side_of(counter);
        Drawing::new(side, side)
    })
}
