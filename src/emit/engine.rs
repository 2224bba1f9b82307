//! `engine.json`: the model itself, for a rules engine.

use super::{EmitError, Emitter, Game, Memory, Sink};
use crate::art::charts::{Chart, Of, TrayRoom};
use crate::art::{self, MapSketch, stacks};
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
        sink.put("engine.json", &laid_out(&compact(game.model, game.look, game.memory)))?;
        Ok(Vec::new())
    }

    fn owns(&self, path: &str) -> bool {
        path == "engine.json"
    }
}

/// The engine data of a game.
pub fn engine(model: &Model, look: &Look) -> Vec<u8> {
    laid_out(&compact(model, look, &super::Forgetful))
}

/// The same on one line.
pub(super) fn compact(model: &Model, look: &Look, memory: &dyn Memory) -> Vec<u8> {
    let engine = Engine { model, spots: spots(model, look, memory), sheets: sheets(model, look) };
    serde_json::to_vec(&engine).unwrap_or_default()
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

/// A sheet beside the maps that counters are laid on: a display, or a further sheet of one that is too long.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Sheet")]
struct DisplaySheet {
    /// Its id.
    id: String,
    /// The display.
    display: String,
    /// Width in millimetres.
    width: f64,
    /// Height in millimetres.
    height: f64,
    /// The room of each place on it.
    places: Vec<PlaceRoom>,
    /// Pale pictures of counters, on which those that wait are laid.
    counters: Vec<CounterRoom>,
}

/// The room of a place on a sheet, in millimetres from its top left corner.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct PlaceRoom {
    /// The place.
    place: String,
    /// Its left edge.
    x: f64,
    /// Its upper edge.
    y: f64,
    /// Its width.
    width: f64,
    /// Its height.
    height: f64,
}

/// Where a sheet shows a pale counter, in millimetres from its top left corner.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct CounterRoom {
    /// The counter.
    counter: String,
    /// Its middle.
    at: Point,
}

/// A game, and where its counters stand.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "Punchboard engine data")]
struct Engine<'a> {
    #[serde(flatten)]
    model: &'a Model,
    /// Where stacks of counters stand on maps.
    spots: Vec<Spots>,
    /// The sheets that displays are drawn on, and where their places are.
    sheets: Vec<DisplaySheet>,
}

/// The sheets of all displays.
fn sheets(model: &Model, look: &Look) -> Vec<DisplaySheet> {
    art::display_rooms(model, look).iter().filter_map(|chart| sheet(model, chart)).collect()
}

fn sheet(model: &Model, chart: &Chart) -> Option<DisplaySheet> {
    let Of::Display(display) = chart.of else { return None };
    let (mut places, mut counters) = (Vec::new(), Vec::new());
    for (room, rect) in &chart.rooms {
        match room {
            TrayRoom::Place(place) => places.push(PlaceRoom {
                place: model.places.get(*place)?.id.clone(),
                x: hundredths(rect.x),
                y: hundredths(rect.y),
                width: hundredths(rect.w),
                height: hundredths(rect.h),
            }),
            TrayRoom::Counter(counter) => {
                let (x, y) = rect.centre();
                let at = Point { x: hundredths(x), y: hundredths(y) };
                counters.push(CounterRoom { counter: model.counters.get(*counter)?.id.clone(), at });
            }
            TrayRoom::Group(_) => {}
        }
    }
    let (width, height) = (hundredths(chart.drawing.width), hundredths(chart.drawing.height));
    let display = model.displays.get(display)?.id.clone();
    Some(DisplaySheet { id: chart.id.clone(), display, width, height, places, counters })
}

/// The spots of all places that are drawn on maps.
fn spots(model: &Model, look: &Look, memory: &dyn Memory) -> Vec<Spots> {
    let setups: Vec<_> = model.scenarios.iter().map(|scenario| &scenario.setup).collect();
    let setups = format!("{setups:?}");
    let of_map = |sketch: MapSketch<'_>| {
        let mut hash = blake3::Hasher::new();
        let key = *hash.update(b"spots").update(sketch.key()).update(setups.as_bytes()).finalize().as_bytes();
        let known = memory.recall(&key).and_then(|bytes| serde_json::from_slice::<Vec<FoundSpots>>(&bytes).ok());
        known.unwrap_or_else(|| {
            let found = stacks::of_map(model, sketch.map(), &sketch.draw());
            let found: Vec<FoundSpots> = found.into_iter().map(|own| (own.place, rounded(&own.at))).collect();
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
type FoundSpots = (usize, Vec<(f64, f64)>);

/// Hundredths of a millimetre are enough.
fn hundredths(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

fn rounded(points: &[Point]) -> Vec<(f64, f64)> {
    points.iter().map(|point| (hundredths(point.x), hundredths(point.y))).collect()
}

const LINE: usize = 120;

/// Canonical: keys in the order of the schema, and what fits on a line stands on one, so that a change of one fact is
/// a change of one line. It works on the text alone: as values a large game takes ten times the room.
fn laid_out(json: &[u8]) -> Vec<u8> {
    let mut lines = Lines { json, brackets: brackets(json), out: Vec::with_capacity(json.len() * 3 / 2) };
    lines.value(0, json.len(), 0);
    lines.out.push(b'\n');
    lines.out
}

/// Where every bracket and brace opens and closes, in the order in which they open.
fn brackets(json: &[u8]) -> Vec<(usize, usize)> {
    let (mut found, mut open) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(byte) = json.get(at) {
        match byte {
            b'"' => at = text_end(json, at) - 1,
            b'[' | b'{' => {
                open.push(found.len());
                found.push((at, at));
            }
            b']' | b'}' => {
                if let Some(last) = open.pop() {
                    found[last].1 = at;
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Behind the closing quote of a text.
fn text_end(json: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        match json.get(at) {
            Some(b'\\') => at += 2,
            Some(b'"') | None => return at + 1,
            Some(_) => at += 1,
        }
    }
}

struct Lines<'a> {
    json: &'a [u8],
    brackets: Vec<(usize, usize)>,
    out: Vec<u8>,
}

impl Lines<'_> {
    /// Writes the value that stands between two places.
    fn value(&mut self, start: usize, end: usize, indent: usize) {
        let line = &self.json[start..end];
        let (Some(open), Some(close)) = (line.first(), line.last()) else { return };
        if line.len() + indent <= LINE || !matches!(open, b'[' | b'{') {
            self.out.extend_from_slice(line);
            return;
        }
        self.out.push(*open);
        let mut at = start + 1;
        while at + 1 < end {
            self.new_line(indent + 2);
            if *open == b'{' {
                let key = text_end(self.json, at);
                self.out.extend_from_slice(&self.json[at..key]);
                self.out.extend_from_slice(b": ");
                at = key + 1;
            }
            let next = self.value_end(at, end - 1);
            self.value(at, next, indent + 2);
            if next + 1 < end {
                self.out.push(b',');
            }
            at = next + 1;
        }
        self.new_line(indent);
        self.out.push(*close);
    }

    /// Where the value ends that begins at a place; nothing ends behind `limit`.
    fn value_end(&self, start: usize, limit: usize) -> usize {
        match self.json.get(start) {
            Some(b'"') => text_end(self.json, start),
            Some(b'[' | b'{') => {
                let own = self.brackets.partition_point(|(open, _)| *open < start);
                self.brackets.get(own).map_or(limit, |(_, close)| close + 1)
            }
            _ => {
                let rest = &self.json[start..limit];
                start + rest.iter().position(|byte| *byte == b',').unwrap_or(rest.len())
            }
        }
    }

    fn new_line(&mut self, indent: usize) {
        self.out.push(b'\n');
        self.out.resize(self.out.len() + indent, b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same, value by value.
    fn by_value(value: &Value, indent: usize, out: &mut String) {
        let line = value.to_string();
        let pad = |out: &mut String, indent: usize| {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
        };
        match value {
            _ if line.len() + indent <= LINE => out.push_str(&line),
            Value::Array(items) => {
                out.push('[');
                for (n, item) in items.iter().enumerate() {
                    out.push_str(if n == 0 { "" } else { "," });
                    pad(out, indent + 2);
                    by_value(item, indent + 2, out);
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
                    by_value(item, indent + 2, out);
                }
                pad(out, indent);
                out.push('}');
            }
            _ => out.push_str(&line),
        }
    }

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "[a-z\"\\\\\\[\\]{},:\\PC]{0,50}".prop_map(Value::from),
        ];
        leaf.prop_recursive(5, 200, 12, |inner| {
            let list = proptest::collection::vec(inner.clone(), 0..12).prop_map(Value::from);
            let keys = "[a-z\"\\\\{},]{0,12}";
            let table = proptest::collection::vec((keys, inner), 0..8);
            prop_oneof![list, table.prop_map(|entries| entries.into_iter().collect::<Value>())]
        })
    }

    proptest! {
        #[test]
        fn laid_out_as_value_by_value(value in json()) {
            let mut expected = String::new();
            by_value(&value, 0, &mut expected);
            expected.push('\n');
            prop_assert_eq!(String::from_utf8(laid_out(value.to_string().as_bytes())).unwrap(), expected);
        }
    }
}
