//! A game in short: what every page needs.

use crate::model::Scenario;
use crate::studio::game::{Good, OpenGame, Snapshot};
use serde_json::{Value, json};

/// A game in short.
pub fn state(game: &OpenGame, now: &Snapshot) -> Value {
    let mut state = json!({
        "id": game.id,
        "folder": game.folder.to_string_lossy(),
        "editor": game.editor,
        "number": now.number,
        "fresh": now.fresh,
        "checking": now.checking,
        "errors": now.errors,
        "problems": &*now.problems,
        "times": now.times,
        "edits": game.edits.lock().map(|edits| edits.told()).unwrap_or_default(),
        "game": null,
    });
    if let Some(good) = &now.good {
        state["game"] = short(good);
    }
    state
}

fn short(good: &Good) -> Value {
    let model = &good.sound.model;
    let named = |id: &str, name: &str| json!({ "id": id, "name": name });
    let sides: Vec<Value> = model
        .sides
        .iter()
        .map(|side| json!({ "id": side.id, "name": side.name, "colour": side.colour, "ink": side.ink }))
        .collect();
    let maps: Vec<Value> = model
        .maps
        .iter()
        .zip(&good.maps)
        .map(|(map, key)| {
            json!({ "id": map.id, "name": map.name, "kind": map.kind, "main": map.main, "key": key,
                "width": map.width, "height": map.height, "scale": map.scale })
        })
        .collect();
    let displays: Vec<Value> = model
        .displays
        .iter()
        .zip(&good.displays)
        .map(|(own, key)| json!({ "id": format!("display:{}", own.id), "name": own.name, "key": key }))
        .collect();
    json!({
        "title": model.game.title,
        "version": model.game.version,
        "about": model.game.about,
        "designer": model.game.designer,
        "publisher": model.game.publisher,
        "coverage": model.coverage.total_parts(),
        "sides": sides,
        "maps": maps,
        "displays": displays,
        "scenarios": model.scenarios.iter().map(scenario).collect::<Vec<_>>(),
        "tables": model.tables.iter().map(|table| named(&table.id, &table.name)).collect::<Vec<_>>(),
        "supply": model.rules.supply.iter().map(|rule| named(&rule.id, &rule.name)).collect::<Vec<_>>(),
        "zones": model.rules.zone_of_control.as_ref().map(|zone| &zone.name),
        "counts": {
            "counters": model.counters.iter().map(|counter| counter.copies).sum::<u32>(),
            "cards": model.cards.iter().map(|card| card.copies).sum::<u32>(),
            "places": model.places.len(),
            "examples": model.examples.len(),
        },
    })
}

fn scenario(scenario: &Scenario) -> Value {
    let maps: Vec<&str> = scenario.maps.iter().map(|map| &*map.id).collect();
    json!({ "id": scenario.id, "name": scenario.name, "text": scenario.text, "maps": maps })
}

trait TotalParts {
    fn total_parts(&self) -> Value;
}

impl TotalParts for crate::model::Coverage {
    fn total_parts(&self) -> Value {
        let total = &self.total;
        json!({ "rulebook": total.rulebook, "inferred": total.inferred, "reconstructed": total.reconstructed,
            "owner": total.owner, "unsaid": total.unsaid })
    }
}
