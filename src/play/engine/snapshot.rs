//! A state as JSON: what a second reader has to come to as well.

use super::Machine;
use super::board::wide;
use super::state::State;
use super::value::Val;
use serde_json::{Map, Value, json};

impl Machine<'_> {
    /// A state as JSON, by ids. Operations that are not over are left out.
    pub fn snapshot(&self, state: &State) -> Value {
        let model = self.model;
        let mut units = Map::new();
        for (unit, piece) in model.units.iter().zip(&state.pieces) {
            let place = model.places.get(wide(piece.place));
            let at = place.map_or_else(|| self.pool_word(state, unit), |place| place.id.clone());
            let face = unit.steps.get(usize::from(piece.step)).map_or("", |step| &step.state);
            units.insert(unit.id.clone(), json!([at, face]));
        }
        let mut control = Map::new();
        for (place, side) in model.places.iter().zip(&state.control) {
            if let Some(side) = model.sides.get(usize::from(*side)) {
                control.insert(place.id.clone(), json!(side.id));
            }
        }
        let markers: Vec<Value> = state
            .marks
            .iter()
            .map(|mark| {
                let face = model.face_of(wide(mark.marker), mark.back).map_or("", |face| &face.state);
                json!([model.markers[wide(mark.marker)].id, model.places[wide(mark.place)].id, face])
            })
            .collect();
        let mut conditions = Map::new();
        for (own, val) in model.rules.conditions.iter().zip(&state.conditions) {
            conditions.insert(own.id.clone(), self.plain(val));
        }
        let mut cards = Map::new();
        for (card, piles) in model.cards.iter().zip(&state.cards).filter(|(card, _)| !card.unused) {
            cards.insert(card.id.clone(), json!(piles));
        }
        let strengths: Map<String, Value> =
            state.strengths.iter().map(|(unit, now)| (model.units[wide(*unit)].id.clone(), json!(now))).collect();
        let mut status: Map<String, Value> = Map::new();
        for (unit, marker) in &state.status {
            let own = status.entry(model.units[wide(*unit)].id.clone()).or_insert_with(|| json!([]));
            if let Value::Array(all) = own {
                all.push(json!(model.markers[wide(*marker)].id));
            }
        }
        let mut snapshot = json!({
            "turn": state.turn,
            "units": units,
            "control": control,
            "markers": markers,
            "conditions": conditions,
            "cards": cards,
            "strengths": strengths,
            "winner": state.ended.map(|(winner, _)| winner.and_then(|side| model.sides.get(usize::from(side))).map(|side| &side.id)),
        });
        // Only where there is any: logs of games without status markers say nothing of them.
        if !status.is_empty() {
            snapshot["status"] = Value::Object(status);
        }
        snapshot
    }

    fn pool_word(&self, state: &State, unit: &crate::model::Unit) -> String {
        let at = self.model.units.iter().position(|own| own.id == unit.id).unwrap_or(0);
        state.pool_of(super::board::small(at)).map_or("", |pool| pool.word()).to_string()
    }

    fn plain(&self, val: &Val) -> Value {
        match val {
            Val::Num(number) => match number.to_whole() {
                Some(whole) => json!(whole),
                None => json!(number.to_string()),
            },
            Val::Bool(yes) => json!(yes),
            Val::Text(sym) => json!(self.texts.text(*sym)),
            _ => Value::Null,
        }
    }
}
