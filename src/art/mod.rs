//! What people look at: maps, charts and faces, drawn from the model.
//!
//! In: the [`Model`] and the templates. Out: [`Drawing`]s.
//! Nothing here reads or writes a file, and no game is named.

pub mod charts;
pub mod contact;
pub mod dice;
pub mod faces;
pub mod map;
mod memory;
mod sketchbook;
pub mod stacks;
pub mod symbol_sheet;

pub use memory::{Forgetful, Memory};
pub use sketchbook::Sketchbook;

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
        Self::with_keys(model, look, &Self::keys(model, look))
    }

    /// The same, if their keys are known.
    fn with_keys(model: &'a Model, look: &'a Look, keys: &[[u8; 32]]) -> Vec<Self> {
        let sketch = |(map, key): (&'a Map, &[u8; 32])| Self { model, look, map, key: *key };
        model.maps.iter().zip(keys).map(sketch).collect()
    }

    /// The key of each map.
    fn keys(model: &Model, look: &Look) -> Vec<[u8; 32]> {
        // What maps are drawn from, and no more: `tests/memory.rs` holds `map` to it. Everything counts, also what
        // engine data do not show.
        let Model { game, sides, formations, attributes, maps, places, edges, regions, tracks, .. } = model;
        let read = (game, sides, formations, attributes, maps, places, edges, regions, tracks);
        let mut hash = Hashed::default();
        // Writing into a hash does not fail.
        let _ = write!(hash, "map {read:?}");
        let mut hash = hash.finish();
        hash.update(&look.fingerprint);
        maps.iter().map(|map| *hash.clone().update(map.id.as_bytes()).finalize().as_bytes()).collect()
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

/// Hashes what is written, which comes in many small parts.
#[derive(Default)]
struct Hashed {
    hash: blake3::Hasher,
    waiting: String,
}

impl Hashed {
    /// So many bytes are hashed together.
    const MANY: usize = 1 << 16;

    fn finish(mut self) -> blake3::Hasher {
        self.hash.update(self.waiting.as_bytes());
        self.hash
    }
}

impl Write for Hashed {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.waiting.push_str(text);
        if self.waiting.len() >= Self::MANY {
            self.hash.update(self.waiting.as_bytes());
            self.waiting.clear();
        }
        Ok(())
    }
}

/// All charts, with counters drawn in place.
pub fn charts(model: &Model, look: &Look) -> Vec<charts::Chart> {
    Sketchbook::default().charts(model, look, &look.styles.charts).into_owned()
}

/// The charts of tables only.
pub fn tables(model: &Model, look: &Look) -> Vec<charts::Chart> {
    let none = Sketchbook::default();
    charts::tables(model, &look.images, &look.styles.charts, &|counter, back| none.counter(model, look, counter, back))
}

/// Setup cards and displays as trays: pale counters, and room for real ones.
pub fn trays(model: &Model, look: &Look, sketchbook: &Sketchbook) -> Vec<charts::Chart> {
    charts::trays(model, &look.styles.charts, &|counter, back| sketchbook.counter(model, look, counter, back))
}

/// Displays as trays: pale counters, and room for real ones.
pub fn display_trays(model: &Model, look: &Look) -> Vec<charts::Chart> {
    let none = Sketchbook::default();
    charts::display_trays(model, &look.styles.charts, &|counter, back| none.counter(model, look, counter, back))
}

/// The same without the counters on them, for who asks only where there is room for what.
pub fn display_rooms(model: &Model, look: &Look) -> Vec<charts::Chart> {
    charts::display_trays(model, &look.styles.charts, &|_, _| Vec::new())
}
