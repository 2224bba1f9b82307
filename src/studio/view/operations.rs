//! Operations as numbered procedures.

use super::about;
use crate::art::charts::told::{self, Instruction};
use crate::model::{Model, Operation};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// All operations of a game, in the words of the player aid.
pub fn operations(model: &Model) -> Value {
    let one = |own: &Operation| {
        let side = own.side.as_ref().and_then(|side| model.sides.get(side.index));
        let steps = serde_json::to_value(&own.steps).unwrap_or_default();
        let (mut tables, mut others) = (BTreeSet::new(), BTreeSet::new());
        uses(&steps, &mut tables, &mut others);
        json!({
            "id": own.id, "name": own.name, "side": side.map(|side| &side.name), "text": own.text,
            "card": own.card.as_ref().map(|card| &*card.id), "when": own.when.as_ref().map(|when| &when.text),
            "lines": told::lines(model, own).iter().map(line).collect::<Vec<_>>(),
            "tables": tables, "operations": others, "about": about(&own.about),
        })
    };
    json!({ "operations": model.rules.operations.iter().map(one).collect::<Vec<_>>() })
}

fn line(own: &Instruction) -> Value {
    json!({ "words": own.words, "inner": own.inner.iter().map(line).collect::<Vec<_>>() })
}

/// The tables that steps look up, and the operations that they hand over to, however deep.
fn uses(steps: &Value, tables: &mut BTreeSet<String>, others: &mut BTreeSet<String>) {
    match steps {
        Value::Array(all) => all.iter().for_each(|own| uses(own, tables, others)),
        Value::Object(step) => {
            let of = |kind: &str, key: &str| {
                let id =
                    step.get(key).and_then(Value::as_str).filter(|_| step.get("do").is_some_and(|own| own == kind));
                id.map(str::to_string)
            };
            tables.extend(of("look-up", "table"));
            others.extend(of("follow", "operation"));
            step.values().for_each(|own| uses(own, tables, others));
        }
        _ => {}
    }
}
