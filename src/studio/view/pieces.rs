//! All counters and cards.

use super::about;
use crate::model::{Counter, Face, Model, Shows};
use crate::studio::game::Good;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// All counters and cards; with the keys of the last commit, also whether each changed since. Who has those of another
/// state gets only what changed since then.
pub fn pieces(good: &Good, committed: Option<&BTreeMap<String, String>>, has: Option<u64>) -> Value {
    let model = &good.sound.model;
    let since = good.since.as_ref().filter(|since| committed.is_none() && Some(since.number) == has);
    let counter_told = |n: &usize| since.is_none_or(|since| since.counters.binary_search(n).is_ok());
    let card_told = |n: &usize| since.is_none_or(|since| since.cards.binary_search(n).is_ok());
    let counters: Vec<Value> = model
        .counters
        .iter()
        .zip(&good.faces.counters)
        .enumerate()
        .filter(|(n, _)| counter_told(n))
        .map(|(_, (counter, (front, back)))| {
            let mut told = one(model, counter);
            told["front"]["key"] = json!(front);
            if let Some(back) = back {
                told["back"]["key"] = json!(back);
            }
            told["changed"] = json!(committed.map(|old| {
                let was = |side: &str| old.get(&format!("counter {} {side}", counter.id));
                match (was("front"), was("back")) {
                    (None, _) => "new",
                    (old, other) if old == Some(front) && other == back.as_ref() => "",
                    _ => "changed",
                }
            }));
            told
        })
        .collect();
    let cards: Vec<Value> = model
        .cards
        .iter()
        .zip(&good.faces.cards)
        .enumerate()
        .filter(|(n, _)| card_told(n))
        .map(|(_, (card, key))| {
            let deck = model.decks.get(card.deck.index);
            let changed = committed.map(|old| match old.get(&format!("card {}", card.id)) {
                None => "new",
                Some(was) if was == key => "",
                Some(_) => "changed",
            });
            json!({ "id": card.id, "thing": format!("card:{}", card.id), "name": card.title, "text": card.effect,
            "deck": &*card.deck.id, "deckName": deck.map(|deck| &deck.name),
            "side": deck.and_then(|deck| deck.side.as_ref()).map(|side| &*side.id), "copies": card.copies,
            "unused": card.unused, "front": { "key": key },
            "back": { "key": good.faces.decks.get(card.deck.index) }, "changed": changed, "about": about(&card.about) })
        })
        .collect();
    let formations: Vec<Value> = model
        .formations
        .iter()
        .map(|own| {
            json!({ "id": own.id, "name": own.name, "side": &*own.side.id, "colour": own.colour,
            "parent": own.parent.as_ref().map(|parent| &*parent.id) })
        })
        .collect();
    json!({ "counters": counters, "cards": cards, "formations": formations, "compared": committed.is_some(),
        "since": since.map(|since| since.number) })
}

fn one(model: &Model, counter: &Counter) -> Value {
    let mut told = json!({ "id": counter.id, "copies": counter.copies, "size": model.side_of(counter),
        "replacement": counter.replacement, "front": face(&counter.front), "back": counter.back.as_ref().map(face) });
    match &counter.shows {
        Shows::Unit(unit) => {
            let Some(unit) = model.units.get(unit.index) else { return told };
            let kind = model.types.get(unit.unit_type.index);
            told["thing"] = json!(format!("unit:{}", unit.id));
            told["kind"] = json!("unit");
            told["name"] = json!(unit.name);
            told["side"] = json!(&*unit.side.id);
            told["formation"] = json!(unit.formation.as_ref().map(|own| &*own.id));
            told["type"] = json!(kind.map(|kind| &kind.name));
            told["attributes"] = json!(unit.attributes);
            told["setup"] = json!(unit.setup.as_ref().map(|setup| &setup.code));
            told["arrives"] = json!(unit.arrives.as_ref().map(|arrives| &arrives.code));
            told["about"] = about(&unit.about);
        }
        Shows::Marker(marker) => {
            let Some(marker) = model.markers.get(marker.index) else { return told };
            told["thing"] = json!(format!("marker:{}", marker.id));
            told["kind"] = json!("marker");
            told["name"] = json!(marker.name);
            told["side"] = json!(marker.side.as_ref().map(|side| &*side.id));
            told["formation"] = json!(marker.formation.as_ref().map(|own| &*own.id));
            told["about"] = about(&marker.about);
        }
    }
    told
}

fn face(face: &Face) -> Value {
    let values: Vec<Value> = face.values.iter().map(|own| json!({ "id": own.value, "printed": own.printed })).collect();
    json!({ "state": face.state, "label": face.label, "values": values })
}
