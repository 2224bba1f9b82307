//! What a pointer over a place tells: who stands there, its neighbours, and what it costs to go there.

use super::index_of;
use crate::model::{Edge, Model};
use crate::play::{Position, UnitStand, walk};
use serde_json::{Value, json};

/// A place in a scenario; with a unit, what it costs that unit to go to each neighbour.
pub fn place(model: &Model, scenario: Option<&str>, id: &str, unit: Option<&str>) -> Option<Value> {
    // The pointer can still be over a place that an edit has just taken away.
    let Some(place) = index_of(&model.places, id) else { return Some(Value::Null) };
    let mut position = Position::new(model);
    if let Some(scenario) = scenario.and_then(|id| index_of(&model.scenarios, id)) {
        position.set_up(scenario);
    }
    let here: Vec<usize> = position.units_in(place).collect();
    let mover = unit.and_then(|id| index_of(&model.units, id)).or(here.first().copied());
    if let Some(mover) = mover {
        let step = position.units.get(&mover).map_or(0, |stand| stand.step);
        position.units.insert(mover, UnitStand { place, step });
    }
    let neighbours: Vec<Value> =
        position.edges_from(place).iter().map(|edge| neighbour(&position, edge, mover)).collect();
    Some(json!({
        "id": id,
        "mover": mover.map(|mover| &model.units[mover].name),
        "control": position.control[place].map(|side| &model.sides[side].name),
        "inPlay": position.in_play(place),
        "neighbours": neighbours,
    }))
}

fn neighbour(position: &Position<'_>, edge: &Edge, mover: Option<usize>) -> Value {
    let model = position.model;
    let to = &model.places[edge.to.index];
    let movement = model.rules.movement.as_ref();
    let cost = mover.zip(movement).map(|(mover, movement)| {
        match walk(position, movement, &[mover], &[edge.from.index, edge.to.index]) {
            Ok(moved) if moved.all => json!({ "cost": "all", "why": moved.chain.join("; ") }),
            Ok(moved) => json!({ "cost": moved.cost.to_string(), "why": moved.chain.join("; ") }),
            Err(refused) => match refused.too_dear {
                Some(dear) => json!({ "cost": dear.cost.to_string(), "dear": true, "why": refused.why }),
                None => json!({ "cost": null, "why": refused.why }),
            },
        }
    });
    let boundary = |id: &String| {
        let all = model.maps.iter().flat_map(|map| &map.boundaries);
        all.filter(|own| own.id == *id).map(|own| own.name.clone()).next().unwrap_or_else(|| id.clone())
    };
    json!({ "id": to.id, "label": to.label, "name": to.name, "by": edge.by.word(),
        "boundary": edge.boundary.as_ref().map(boundary), "crossing": edge.crossing, "ways": edge.ways, "cost": cost })
}
