//! Overlays that take a position to work out: control, zones of control, supply.

use super::index_of;
use crate::model::{Model, Place};
use crate::play::{Position, in_zone, supplied_places, unsupplied_units};
use serde_json::{Value, json};

/// What an overlay shows in each place of a map at the start of a scenario: lists of places, each with a label and a
/// side.
pub fn overlay(model: &Model, map: &str, scenario: Option<&str>, kind: &str, rule: Option<&str>) -> Option<Value> {
    let map = index_of(&model.maps, map)?;
    let mut position = Position::new(model);
    if let Some(scenario) = scenario.and_then(|id| index_of(&model.scenarios, id)) {
        position.set_up(scenario);
    }
    let places: Vec<usize> = (0..model.places.len()).filter(|n| here(&model.places[*n], map)).collect();
    let layers = match kind {
        "control" => control(&position, &places),
        "zones" => zones(&position, &places),
        "supply" => supply(&position, &places, rule),
        _ => return None,
    };
    Some(match layers {
        Ok(layers) => json!({ "layers": layers }),
        Err(why) => json!({ "layers": [], "why": why }),
    })
}

fn here(place: &Place, map: usize) -> bool {
    place.map.as_ref().is_some_and(|own| own.index == map)
}

fn layer(model: &Model, side: usize, label: &str, places: impl Iterator<Item = usize>) -> Value {
    let ids: Vec<&str> = places.map(|place| model.places[place].id.as_str()).collect();
    json!({ "side": model.sides.get(side).map(|side| &side.id), "label": label, "places": ids })
}

fn control(position: &Position<'_>, places: &[usize]) -> Result<Vec<Value>, String> {
    let model = position.model;
    let of = |side: usize| {
        let own = places.iter().copied().filter(|place| position.control[*place] == Some(side));
        layer(model, side, &model.sides[side].name, own)
    };
    Ok((0..model.sides.len()).map(of).collect())
}

fn zones(position: &Position<'_>, places: &[usize]) -> Result<Vec<Value>, String> {
    let model = position.model;
    let mut layers = Vec::new();
    for side in 0..model.sides.len() {
        let mut own = Vec::new();
        for place in places {
            if in_zone(position, *place, side, false)? {
                own.push(*place);
            }
        }
        layers.push(layer(model, side, &model.sides[side].name, own.into_iter()));
    }
    Ok(layers)
}

fn supply(position: &Position<'_>, places: &[usize], rule: Option<&str>) -> Result<Vec<Value>, String> {
    let model = position.model;
    let mut layers = Vec::new();
    for own in model.rules.supply.iter().filter(|own| rule.is_none_or(|rule| rule == own.id)) {
        let sides: Vec<usize> = match &own.side {
            Some(side) => vec![side.index],
            None => (0..model.sides.len()).collect(),
        };
        for side in sides {
            let reached = supplied_places(position, own, side)?;
            let here = places.iter().copied().filter(|place| reached.contains(place));
            layers.push(layer(model, side, &own.name, here));
        }
    }
    let without: Vec<usize> =
        unsupplied_units(position)?.into_iter().filter_map(|(unit, _)| position.place_of(unit)).collect();
    let without = places.iter().copied().filter(|place| without.contains(place));
    layers.push(layer(model, usize::MAX, "units without supply", without));
    Ok(layers)
}
