//! What people look at: maps, charts and faces, drawn from the model.
//!
//! In: the [`Model`] and the templates. Out: [`Drawing`]s.
//! Nothing here reads or writes a file, and no game is named.

pub mod charts;
pub mod contact;
pub mod faces;
pub mod map;
pub mod symbol_sheet;

use crate::draw::{Affine, Drawing, Item};
use crate::look::Look;
use crate::model::{Map, Model};
use crate::source::values::Colour;

/// A map: the author's own picture if there is one, else drawn.
pub fn map(model: &Model, look: &Look, map: &Map) -> Drawing {
    let Some(image) = map.image.as_ref().and_then(|name| look.images.get(name)) else {
        return map::draw(model, map, &look.styles.map);
    };
    let mut sheet = Drawing::new(map.width, map.height);
    let place = Affine::scale_shift(map.width / image.size.0, map.height / image.size.1, 0.0, 0.0);
    let (picture, size) = (image.picture.clone(), image.size);
    sheet.items.push(Item::Picture { picture, size, place, ink: Colour([0; 3]) });
    sheet
}

/// All charts, with counters drawn in place.
pub fn charts(model: &Model, look: &Look) -> Vec<charts::Chart> {
    charts::all(model, &look.styles.charts, &|counter, back| faces::counter(model, look, counter, back, 0.0))
}

/// Setup cards and displays as trays: pale counters, and room for real ones.
pub fn trays(model: &Model, look: &Look) -> Vec<charts::Chart> {
    charts::trays(model, &look.styles.charts, &|counter, back| faces::counter(model, look, counter, back, 0.0))
}
