//! `engine.json`: the model itself, for a rules engine.

use super::{EmitError, Emitter, Game, Sink};
use crate::model::Model;
use serde_json::Value;

/// Makes `engine.json`.
pub struct EngineData;

impl Emitter for EngineData {
    fn word(&self) -> &'static str {
        "engine"
    }

    fn about(&self) -> &'static str {
        "`engine.json`: all data, resolved, for a rules engine"
    }

    fn emit(&self, game: &Game<'_>, sink: &dyn Sink) -> Result<Vec<String>, EmitError> {
        sink.put("engine.json", &engine(game.model))?;
        Ok(Vec::new())
    }

    fn owns(&self, path: &str) -> bool {
        path == "engine.json"
    }
}

/// The engine data of a game. Canonical: keys in the order of the schema, and what fits on a line
/// stands on one, so that a change of one fact is a change of one line.
pub fn engine(model: &Model) -> Vec<u8> {
    let value = serde_json::to_value(model).unwrap_or_default();
    let mut text = String::new();
    write(&value, 0, &mut text);
    text.push('\n');
    text.into_bytes()
}

/// The JSON Schema of the engine data.
pub fn schema() -> Value {
    schemars::generate::SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<Model>()
        .to_value()
}

const LINE: usize = 120;

fn write(value: &Value, indent: usize, out: &mut String) {
    let line = value.to_string();
    if line.len() + indent <= LINE {
        out.push_str(&line);
        return;
    }
    let pad = |out: &mut String, indent: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent));
    };
    match value {
        Value::Array(items) => {
            out.push('[');
            for (n, item) in items.iter().enumerate() {
                out.push_str(if n == 0 { "" } else { "," });
                pad(out, indent + 2);
                write(item, indent + 2, out);
            }
            pad(out, indent);
            out.push(']');
        }
        Value::Object(entries) => {
            out.push('{');
            for (n, (key, item)) in entries.iter().enumerate() {
                out.push_str(if n == 0 { "" } else { "," });
                pad(out, indent + 2);
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push_str(": ");
                write(item, indent + 2, out);
            }
            pad(out, indent);
            out.push('}');
        }
        _ => out.push_str(&line),
    }
}
