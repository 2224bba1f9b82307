//! A display as a board: its boxes, tracks and slots, with room for counters.

use super::board::one;
use super::rounded;
use crate::model::{Model, PlaceKind};
use crate::studio::pictures::DrawnBoard;
use serde_json::{Value, json};

/// A display with everything on it but counters. It has the keys of a map that pages ask for; there is nothing between its places.
pub fn display(model: &Model, drawn: &DrawnBoard, index: usize) -> Option<Value> {
    let own = model.displays.get(index)?;
    let (width, height) = drawn.size();
    let places = drawn.rooms.iter().filter_map(|(n, room)| {
        let place = model.places.get(*n)?;
        let mut told = one(model, place, &[]);
        let (x, y) = room.centre();
        let (right, bottom) = (room.x + room.w, room.y + room.h);
        let corners = [room.x, room.y, right, room.y, right, bottom, room.x, bottom];
        told["at"] = json!([rounded(x), rounded(y)]);
        told["outline"] = json!(corners.map(rounded));
        if let PlaceKind::Slot { unit } = &place.kind {
            told["unit"] = json!(&*unit.id);
        }
        Some(told)
    });
    Some(json!({
        "id": format!("display:{}", own.id), "name": own.name, "kind": "display", "width": width, "height": height,
        "scale": null, "image": false, "counter": model.game.counter_size,
        "places": places.collect::<Vec<_>>(), "edges": [], "borders": [], "lines": [], "terrains": [], "boundaries": [],
        "ways": [], "features": [], "unit": 1.0, "grid": null, "near": [],
    }))
}
