//! `engine.json`: the model itself, for a rules engine.

use super::{EmitError, Emitter, Game, Memory, Sink};
use crate::art::{MapSketch, stacks};
use crate::look::Look;
use crate::model::{Model, Point};
use schemars::JsonSchema;
use serde::Serialize;
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
        sink.put("engine.json", &written(game.model, spots(game.model, game.look, game.memory)))?;
        Ok(Vec::new())
    }

    fn owns(&self, path: &str) -> bool {
        path == "engine.json"
    }
}

/// The engine data of a game.
pub fn engine(model: &Model, look: &Look) -> Vec<u8> {
    written(model, spots(model, look, &super::Forgetful))
}

/// Canonical: keys in the order of the schema, and what fits on a line stands on one, so that a change of one fact is
/// a change of one line.
fn written(model: &Model, spots: Vec<Spots>) -> Vec<u8> {
    let value = serde_json::to_value(Engine { model, spots }).unwrap_or_default();
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
        .into_root_schema_for::<Engine<'_>>()
        .to_value()
}

/// Where stacks of counters stand in a place of a map.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Spots {
    /// The place: an area, a box or a space. Stacks in hexes stand in the middle.
    place: String,
    /// Points for the lowest counters of stacks, best first: beside what is printed, and beside each other, where
    /// there is room. A stack leans to the upper right.
    at: Vec<Point>,
}

/// A game, and where its counters stand.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "Punchboard engine data")]
struct Engine<'a> {
    #[serde(flatten)]
    model: &'a Model,
    /// Where stacks of counters stand on maps.
    spots: Vec<Spots>,
}

/// The spots of all places that are drawn on maps.
fn spots(model: &Model, look: &Look, memory: &dyn Memory) -> Vec<Spots> {
    let setups: Vec<_> = model.scenarios.iter().map(|scenario| &scenario.setup).collect();
    let setups = format!("{setups:?}");
    let of_map = |sketch: MapSketch<'_>| {
        let mut hash = blake3::Hasher::new();
        let key = *hash.update(b"spots").update(sketch.key()).update(setups.as_bytes()).finalize().as_bytes();
        let known = memory.recall(&key).and_then(|bytes| serde_json::from_slice::<Vec<Found>>(&bytes).ok());
        known.unwrap_or_else(|| {
            let found = stacks::of_map(model, sketch.map(), &sketch.draw());
            let found: Vec<Found> = found.into_iter().map(|own| (own.place, rounded(&own.at))).collect();
            memory.remember(&key, &serde_json::to_vec(&found).unwrap_or_default());
            found
        })
    };
    let found = MapSketch::all(model, look).into_iter().flat_map(of_map);
    found
        .filter_map(|(place, at)| {
            let at = at.into_iter().map(|(x, y)| Point { x, y }).collect();
            Some(Spots { place: model.places.get(place)?.id.clone(), at })
        })
        .collect()
}

/// A place and its spots, as they are remembered.
type Found = (usize, Vec<(f64, f64)>);

/// Hundredths of a millimetre are enough.
fn rounded(points: &[Point]) -> Vec<(f64, f64)> {
    let hundredths = |length: f64| (length * 100.0).round() / 100.0;
    points.iter().map(|point| (hundredths(point.x), hundredths(point.y))).collect()
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
