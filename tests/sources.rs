//! No source is lost: every record of the engine data says what the files say, worked out here a second time from
//! the raw files.

use crate::common;

use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_record_has_the_source_that_its_file_gives_it() {
    for folder in common::games() {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let engine = serde_json::to_value(common::model(&name)).unwrap();
        Game::new(&common::texts(&folder), engine).compare(&name);
    }
    let texts = common::examples(&["language"]);
    let engine = serde_json::to_value(common::ford().0).unwrap();
    Game::new(&texts, engine).compare("ford");
}

/// A record and the source that it inherits.
#[derive(Clone, Default)]
struct Record {
    record: Value,
    inherited: Option<String>,
}

fn normal(source: &str) -> String {
    let (inferred, rules) = source.strip_prefix("inferred:").map_or(("", source), |rules| ("inferred: ", rules));
    format!("{inferred}{}", rules.split(',').map(str::trim).collect::<Vec<_>>().join(", "))
}

impl Record {
    fn rest(&self) -> Option<String> {
        let src = &self.record["src"];
        let own = src.as_str().or(src["rest"].as_str());
        own.map(normal).or_else(|| self.inherited.clone())
    }

    fn of(&self, key: &str) -> Option<String> {
        self.record["src"][key].as_str().map(normal).or_else(|| self.rest())
    }

    /// The weaker of two keys.
    fn both(&self, a: &str, b: &str) -> Option<String> {
        weaker(self.of(a), self.of(b))
    }

    fn has(&self, key: &str) -> bool {
        !self.record[key].is_null()
    }

    fn text(&self, key: &str) -> String {
        match &self.record[key] {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => other.to_string(),
        }
    }

    fn texts(&self, key: &str) -> Vec<String> {
        match &self.record[key] {
            Value::Array(items) => items.iter().map(|item| item.as_str().unwrap().to_string()).collect(),
            Value::String(text) => vec![text.clone()],
            _ => Vec::new(),
        }
    }

    /// The records below a key, one or many.
    fn below(&self, key: &str) -> Vec<Record> {
        let inherited = self.of(key);
        let records = match &self.record[key] {
            Value::Array(items) => items.clone(),
            Value::Object(_) => vec![self.record[key].clone()],
            _ => Vec::new(),
        };
        records.into_iter().map(|record| Record { record, inherited: inherited.clone() }).collect()
    }

    /// Keys that are data, not records below.
    fn data(&self) -> Vec<String> {
        let below = |value: &Value| value[0].is_object();
        let keys = self.record.as_object().unwrap().iter();
        keys.filter(|(key, value)| !["src", "note"].contains(&key.as_str()) && !below(value))
            .map(|(key, _)| key.clone())
            .collect()
    }

    fn note(&self) -> Option<String> {
        self.record["note"].as_str().map(str::to_string)
    }

    fn said(&self) -> Said {
        let named = self.record["src"].as_object().cloned().unwrap_or_default();
        let keys = named.keys().filter(|key| *key != "rest").map(|key| (key.clone(), self.of(key))).collect();
        Said { rest: self.rest(), keys, notes: self.note().into_iter().collect() }
    }
}

fn weaker(a: Option<String>, b: Option<String>) -> Option<String> {
    let doubt = |source: &str| match source {
        "reconstructed" => 3,
        "owner" => 1,
        text if text.starts_with("inferred") => 2,
        _ => 0,
    };
    let (a, b) = (a?, b?);
    Some(if doubt(&b) > doubt(&a) { b } else { a })
}

/// What a record of the engine data has to say.
#[derive(Clone, Default)]
struct Said {
    rest: Option<String>,
    keys: BTreeMap<String, Option<String>>,
    notes: Vec<String>,
}

impl Said {
    fn only(rest: Option<String>) -> Self {
        Self { rest, ..Self::default() }
    }

    fn key(mut self, key: &str, source: Option<String>) -> Self {
        self.keys.insert(key.to_string(), source);
        self
    }

    fn json(&self) -> (Value, Value) {
        let mut source = Map::new();
        source.extend(self.rest.iter().map(|rest| ("rest".to_string(), rest.as_str().into())));
        for (key, own) in self.keys.iter().filter(|(_, own)| own.is_some() && **own != self.rest) {
            source.insert(key.clone(), own.as_deref().into());
        }
        let mut notes: Vec<&str> = Vec::new();
        for note in &self.notes {
            if !notes.contains(&note.as_str()) {
                notes.push(note);
            }
        }
        let note = if notes.is_empty() { Value::Null } else { notes.join(" ").into() };
        (if source.is_empty() { Value::Null } else { Value::Object(source) }, note)
    }
}

/// The records of a map that say something about pairs of its hexes, and about hexes.
#[derive(Default)]
struct Between {
    sides: BTreeMap<(String, String), Record>,
    crossings: BTreeMap<(String, String), Record>,
    lines: BTreeMap<(String, String), Vec<Record>>,
    hexes: BTreeMap<String, Vec<Record>>,
}

fn pair(a: &str, b: &str) -> (String, String) {
    (a.min(b).to_string(), a.max(b).to_string())
}

impl Between {
    fn of(file: &Record) -> Self {
        let mut between = Self::default();
        for (key, sides) in [("hexside", &mut between.sides), ("crossing", &mut between.crossings)] {
            for record in file.below(key) {
                for side in record.texts("at") {
                    let (a, b) = side.split_once('/').unwrap();
                    sides.insert(pair(a.trim(), b.trim()), record.clone());
                }
            }
        }
        for record in file.below("line") {
            for step in record.texts("path").windows(2) {
                between.lines.entry(pair(&step[0], &step[1])).or_default().push(record.clone());
            }
        }
        for record in file.below("hexes") {
            for hex in record.texts("at").iter().flat_map(|run| hexes(run)) {
                between.hexes.entry(hex).or_default().push(record.clone());
            }
        }
        between
    }
}

/// Gives the records of a name, wherever they are in a file, keys that they do not have.
fn fill(within: &mut Value, name: &str, keys: &Map<String, Value>) {
    for (key, value) in within.as_object_mut().into_iter().flatten() {
        if let Some(records) = value.as_array_mut() {
            for record in records.iter_mut().filter(|record| record.is_object()) {
                if key == name {
                    let own = record.as_object_mut().unwrap();
                    for (key, value) in keys {
                        own.entry(key.clone()).or_insert_with(|| value.clone());
                    }
                }
                fill(record, name, keys);
            }
        } else {
            fill(value, name, keys);
        }
    }
}

struct Game {
    files: BTreeMap<String, Vec<Record>>,
    places: BTreeMap<String, usize>,
    engine: Value,
    seen: RefCell<BTreeSet<String>>,
}

impl Game {
    fn new(texts: &BTreeMap<String, String>, engine: Value) -> Self {
        let mut files: BTreeMap<String, Vec<Record>> = BTreeMap::new();
        for (name, text) in texts.iter().filter(|(name, _)| name.ends_with(".toml") && !name.contains('/')) {
            let mut record = serde_json::to_value(toml::from_str::<toml::Value>(text).unwrap()).unwrap();
            let defaults = record.as_object_mut().unwrap().remove("defaults");
            for (name, keys) in defaults.iter().flat_map(|all| all.as_object().unwrap()) {
                fill(&mut record, name, keys.as_object().unwrap());
            }
            let kind = name.split(['-', '.']).next().unwrap().to_string();
            // A map may leave its id to the name of its file.
            if kind == "map" && record["map"]["id"].is_null() {
                record["map"]["id"] = name.trim_start_matches("map-").trim_end_matches(".toml").into();
            }
            files.entry(kind).or_default().push(Record { record, inherited: None });
        }
        for (_, text) in texts.iter().filter(|(name, _)| name.starts_with("counters") && name.ends_with(".csv")) {
            let (remarks, rows): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
            let source = remarks.iter().find_map(|line| line.strip_prefix("# src = "));
            let mut lines = rows.into_iter().map(|line| line.split(',').map(str::trim).collect::<Vec<_>>());
            let header = lines.next().unwrap();
            let cells = |cells: Vec<&str>| -> Map<String, Value> {
                let pairs = header.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
                pairs.map(|(key, cell)| ((*key).to_string(), cell.trim_matches('"').into())).collect()
            };
            let units: Vec<Value> = lines.map(|line| Value::Object(cells(line))).collect();
            let mut record = json!({ "units": [{ "unit": units }] });
            if let Some(source) = source {
                record["src"] = source.into();
            }
            files.entry("counters".into()).or_default().push(Record { record, inherited: None });
        }
        let places = engine["places"].as_array().unwrap().iter().enumerate();
        let places = places.map(|(n, place)| (place["id"].as_str().unwrap().to_string(), n)).collect();
        Self { files, places, engine, seen: RefCell::default() }
    }

    /// All records of a key of a kind of file.
    fn all(&self, kind: &str, key: &str) -> Vec<Record> {
        self.files.get(kind).into_iter().flatten().flat_map(|file| file.below(key)).collect()
    }

    fn at(&self, pointer: &str) -> &Value {
        self.engine.pointer(pointer).unwrap_or_else(|| panic!("the engine data have no {pointer}"))
    }

    fn list(&self, pointer: &str) -> &[Value] {
        self.at(pointer).as_array().unwrap()
    }

    /// Where the record with that id stands in a list.
    fn find(&self, list: &str, key: &str, id: &str) -> String {
        if list == "/places" {
            return format!("/places/{}", self.places[id]);
        }
        let found = self.list(list).iter().position(|record| record[key] == id);
        format!("{list}/{}", found.unwrap_or_else(|| panic!("{list} has no {id}")))
    }

    fn same(&self, pointer: &str, said: &Said) {
        let record = self.at(pointer);
        let (source, note) = said.json();
        assert_eq!(record["source"], source, "source of {pointer}: {record}");
        assert_eq!(record["note"], note, "note of {pointer}: {record}");
        self.seen.borrow_mut().insert(pointer.to_string());
    }

    fn record(&self, pointer: &str, record: &Record) {
        self.same(pointer, &record.said());
    }

    /// Lists that stand in the engine data as they stand in the file.
    fn lists(&self, pointer: &str, records: &[Record], below: &[(&str, &str)]) {
        if records.is_empty() && self.engine.pointer(pointer).is_none() {
            return;
        }
        assert_eq!(self.list(pointer).len(), records.len(), "{pointer}");
        for (n, record) in records.iter().enumerate() {
            let here = format!("{pointer}/{n}");
            self.record(&here, record);
            for (engine, key) in below {
                self.lists(&format!("{here}/{engine}"), &record.below(key), &[]);
            }
        }
    }

    /// Records that are found by their id.
    fn by_id(&self, list: &str, records: &[Record]) {
        assert_eq!(self.list(list).len(), records.len(), "{list}");
        for record in records {
            self.record(&self.find(list, "id", &record.text("id")), record);
        }
    }

    fn compare(&self, name: &str) {
        self.vocabulary();
        self.pieces();
        self.by_id("/decks", &self.all("cards", "deck"));
        self.by_id("/cards", &self.all("cards", "card"));
        for map in self.files.get("map").into_iter().flatten() {
            self.map(map);
        }
        self.displays();
        self.tables();
        self.rules();
        self.scenarios();
        self.nothing_forgotten(name, "", &self.engine);
    }

    fn vocabulary(&self) {
        let file = &self.files["game"][0];
        let game = &file.below("game")[0];
        let book = file.below("rulebook");
        let notes = game.note().into_iter().chain(book.iter().filter_map(Record::note)).collect();
        self.same("/game", &Said { notes, ..game.said() });
        for (list, key) in
            [("missing", "missing"), ("sides", "side"), ("sizes", "size"), ("types", "type"), ("values", "value")]
        {
            self.lists(&format!("/{list}"), &file.below(key), &[]);
        }
        self.by_id("/formations", &file.below("formation"));
        self.lists("/attributes", &file.below("attribute"), &[]);
        self.lists("/layouts", &file.below("layout"), &[]);
        for (n, layout) in file.below("layout").iter().enumerate() {
            for face in ["front", "back"].iter().filter(|face| layout.has(face)) {
                self.record(&format!("/layouts/{n}/{face}"), &layout.below(face)[0]);
            }
        }
    }

    fn pieces(&self) {
        let mut units = 0;
        for group in self.all("counters", "units") {
            for unit in group.below("unit") {
                units += 1;
                self.unit(&group, &unit);
            }
        }
        assert_eq!(self.list("/units").len(), units);
        let markers = self.all("counters", "marker");
        self.by_id("/markers", &markers);
        for marker in &markers {
            let counter = self.find("/counters", "id", &marker.text("id"));
            for face in ["front", "back"].iter().filter(|face| marker.has(face)) {
                self.record(&format!("{counter}/{face}"), &marker.below(face)[0]);
            }
        }
    }

    fn unit(&self, group: &Record, unit: &Record) {
        let here = self.find("/units", "id", &unit.text("id"));
        let starts = unit.has("setup") || unit.has("arrives");
        let shared = |key: &str| match key {
            "name" => false,
            "setup" | "arrives" => !starts,
            "symbol" => !unit.has("symbol") && !unit.has("type"),
            _ => !unit.has(key),
        };
        let mut said = unit.said();
        for key in group.data().iter().filter(|key| shared(key)) {
            said = said.key(key, group.of(key));
        }
        said.notes.extend(group.note());
        self.same(&here, &said);
        for key in ["setup", "arrives", "withdraws"] {
            let from = if unit.has(key) { unit } else { group };
            if !from.has(key) || !unit.has(key) && key != "withdraws" && starts {
                continue;
            }
            let said = from.below(key).first().map_or_else(|| Said::only(from.of(key)), Record::said);
            self.same(&format!("{here}/{key}"), &said);
        }
    }

    fn map(&self, file: &Record) {
        let map = &file.below("map")[0];
        let id = map.text("id");
        let here = self.find("/maps", "id", &id);
        for grid in file.below("grid") {
            self.record(&format!("{here}/grid"), &grid);
        }
        let parts = ["paint", "land"].iter().flat_map(|key| file.below(key)).filter_map(|part| part.note());
        let notes = map.note().into_iter().chain(parts).collect();
        self.same(&here, &Said { notes, ..map.said() });
        let lists = [
            ("terrains", "terrain"),
            ("boundaries", "boundary"),
            ("classes", "class"),
            ("shapes", "shape"),
            ("ways", "way"),
            ("lines", "line"),
            ("features", "feature"),
            ("sites", "place"),
            ("edges", "edge"),
        ];
        for (list, key) in lists {
            self.lists(&format!("{here}/{list}"), &file.below(key), &[]);
        }
        for record in file.below("region") {
            self.record(&self.find("/regions", "id", &record.text("id")), &record);
        }
        self.tracks_and_boxes(file);
        let between = Between::of(file);
        for area in file.below("area") {
            self.record(&self.place(&id, &area.text("id")), &area);
        }
        for (n, place) in self.list("/places").iter().enumerate() {
            if place["map"] == id && place["kind"] == "hex" {
                self.same(&format!("/places/{n}"), &hex(file, &between, place));
            }
        }
        for (n, course) in self.at(&here)["courses"].as_array().into_iter().flatten().enumerate() {
            let runs = |record: &Record| record.texts("through").contains(&self.label(&course["through"][0]));
            let own = |record: &&Record| runs(record) && course["kind"] == record.text("kind");
            self.record(&format!("{here}/courses/{n}"), file.below("hexside").iter().find(own).unwrap());
        }
        for (n, border) in self.at(&here)["borders"].as_array().unwrap().iter().enumerate() {
            let said = self.between(file, &between, &self.label(&border["a"]), &self.label(&border["b"]), false);
            self.same(&format!("{here}/borders/{n}"), &said);
        }
        if !map.has("enlarges") {
            self.edges(file, &between, &id);
        }
    }

    fn place(&self, map: &str, label: &str) -> String {
        let found = self.list("/places").iter().position(|place| place["map"] == map && place["label"] == label);
        format!("/places/{}", found.unwrap_or_else(|| panic!("{map} has no {label}")))
    }

    /// What is printed on a place.
    fn label(&self, id: &Value) -> String {
        let place = id.as_str().map(|id| &self.list("/places")[self.places[id]]);
        place.map(|place| place["label"].as_str().unwrap().to_string()).unwrap_or_default()
    }

    /// The edges that belong to a map.
    fn edges(&self, file: &Record, between: &Between, map: &str) {
        let of_map: BTreeMap<&str, &Value> =
            self.list("/places").iter().map(|place| (place["id"].as_str().unwrap(), place)).collect();
        let larger: Vec<&str> = self
            .list("/maps")
            .iter()
            .filter(|other| other["enlarges"] == map)
            .map(|m| m["id"].as_str().unwrap())
            .collect();
        let mine = |id: &Value| {
            let on = &of_map[id.as_str().unwrap()]["map"];
            *on == map || larger.iter().any(|larger| on == larger)
        };
        for (n, edge) in self.list("/edges").iter().enumerate() {
            let label = |key: &str| of_map[edge[key].as_str().unwrap()]["label"].as_str().unwrap().to_string();
            let (from, to) = (label("from"), label("to"));
            let names = |record: &Record, a: &str, b: &str| {
                [a, b]
                    .iter()
                    .all(|id| self.id_or_label(&record.texts("from"), id) || self.id_or_label(&record.texts("to"), id))
            };
            let said = match edge["by"].as_str().unwrap() {
                "link" => {
                    let found = file
                        .below("link")
                        .into_iter()
                        .find(|link| names(link, edge["from"].as_str().unwrap(), edge["to"].as_str().unwrap()));
                    let Some(link) = found else { continue };
                    let said = Said { notes: link.note().into_iter().collect(), ..Said::only(link.both("from", "to")) };
                    if link.has("kind") { said.key("boundary", link.of("kind")) } else { said }
                }
                _ if !mine(&edge["from"]) && !mine(&edge["to"]) => continue,
                "map-edge" => {
                    let own = |record: &&Record| {
                        let at: Vec<String> = [record.texts("at"), record.texts("half")].concat();
                        let hexes: Vec<String> = at.iter().flat_map(|run| hexes(run)).collect();
                        let leads = [&edge["from"], &edge["to"]].iter().any(|end| **end == record.text("box"));
                        leads && (hexes.contains(&from) || hexes.contains(&to))
                    };
                    let records = file.below("edge");
                    Said::only(records.iter().find(own).unwrap().both("at", "box"))
                }
                _ => self.between(file, between, &from, &to, true),
            };
            self.same(&format!("/edges/{n}"), &said);
        }
    }

    fn id_or_label(&self, names: &[String], id: &str) -> bool {
        let place = &self.list("/places")[self.places[id]];
        names.iter().any(|name| name == id || place["label"] == name.as_str() || place["code"] == name.as_str())
    }

    /// What lies between two neighbours of a map.
    fn between(&self, file: &Record, between: &Between, a: &str, b: &str, ways: bool) -> Said {
        let is_pair = |ends: &[String]| ends.iter().any(|end| end == a) && ends.iter().any(|end| end == b);
        if let Some(border) = file.below("border").into_iter().find(|border| is_pair(&border.texts("between"))) {
            let mut said = Said::only(border.of("between"));
            for (engine, key) in [("boundary", "kind"), ("crossing", "crossing")] {
                if border.has(key) {
                    said = said.key(engine, border.both("between", key));
                }
            }
            said.notes.extend(border.note());
            return said;
        }
        let Some(grid) = file.below("grid").into_iter().next() else {
            let areas: Vec<Record> =
                file.below("area").into_iter().filter(|area| [a, b].contains(&area.text("id").as_str())).collect();
            let shape = |area: &Record| area.of(if area.has("polygon") { "polygon" } else { "site" });
            let mut shapes = areas.iter().map(shape);
            let first = shapes.next().unwrap();
            return Said::only(shapes.next().map_or(first.clone(), |second| weaker(first, second)));
        };
        let mut said = Said::only(grid.rest());
        for (engine, sides) in [("boundary", &between.sides), ("crossing", &between.crossings)] {
            if let Some(record) = sides.get(&pair(a, b)) {
                said = said.key(engine, record.both("at", "kind"));
                said.notes.extend(record.note());
            }
        }
        let mut kinds: Vec<String> = Vec::new();
        for line in between.lines.get(&pair(a, b)).into_iter().flatten().filter(|_| ways) {
            if !kinds.contains(&line.text("kind")) {
                kinds.push(line.text("kind"));
                let own = line.both("path", "kind");
                let known = said.keys.get("ways").cloned();
                said = said.key("ways", known.map_or(own.clone(), |known| weaker(known, own)));
            }
        }
        said
    }

    fn tracks_and_boxes(&self, on: &Record) {
        for record in on.below("box") {
            self.record(&self.find("/places", "id", &record.text("id")), &record);
        }
        for track in on.below("track") {
            let here = self.find("/tracks", "id", &track.text("id"));
            self.record(&here, &track);
            let listed = track.below("space");
            for (n, space) in self.at(&here)["spaces"].as_array().unwrap().iter().enumerate() {
                let said = listed.get(n).map_or_else(|| Said::only(track.of("spaces")), Record::said);
                self.same(&self.find("/places", "id", space.as_str().unwrap()), &said);
            }
        }
    }

    fn displays(&self) {
        let displays = self.all("displays", "display");
        self.by_id("/displays", &displays);
        for display in &displays {
            self.tracks_and_boxes(display);
            let here = self.find("/displays", "id", &display.text("id"));
            let records = display.below("strength");
            for (n, strength) in self.at(&here)["strengths"].as_array().unwrap().iter().enumerate() {
                let track = strength["track"].as_str().unwrap();
                let begins = |record: &&Record| {
                    let id = if record.has("id") { record.text("id") } else { display.text("id") };
                    track.starts_with(&format!("{id}/"))
                        && strength["name"].as_str().unwrap_or("") == record.text("name")
                };
                let record = records.iter().find(begins).unwrap();
                self.record(&format!("{here}/strengths/{n}"), record);
                let track = self.find("/tracks", "id", track);
                self.record(&track, record);
                for space in self.at(&track)["spaces"].as_array().unwrap() {
                    self.record(&self.find("/places", "id", space.as_str().unwrap()), record);
                }
                for (m, slot) in strength["slots"].as_array().unwrap().iter().enumerate() {
                    let place = slot["place"].as_str().unwrap();
                    let label = place.rsplit('/').next().unwrap();
                    let kinds = record.below("slot");
                    let own = kinds
                        .iter()
                        .find(|kind| label == kind.text("id") || label.starts_with(&format!("{}-", kind.text("id"))));
                    let said = own.map_or_else(|| Said::only(record.of("slots")), Record::said);
                    self.same(&format!("{here}/strengths/{n}/slots/{m}"), &said);
                    self.same(&self.find("/places", "id", place), &said);
                }
            }
        }
    }

    fn tables(&self) {
        let tables = self.all("tables", "table");
        assert_eq!(self.list("/tables").len(), tables.len());
        for table in &tables {
            let here = self.find("/tables", "id", &table.text("id"));
            let mut said = table.said();
            for key in ["across", "parts"] {
                for entry in table.below(key) {
                    said = said.key(key, entry.rest());
                    for part in entry.data() {
                        let own = entry.of(&part).filter(|own| Some(own) != entry.rest().as_ref());
                        said = said.key(&format!("{key}.{part}"), own);
                    }
                    said.notes.extend(entry.note());
                }
            }
            self.same(&here, &said);
            self.lists(&format!("{here}/inputs"), &table.below("input"), &[]);
            self.lists(&format!("{here}/modifiers"), &table.below("modifier"), &[]);
            if table.has("part") {
                self.lists(&format!("{here}/parts"), &table.below("part"), &[("rows", "row")]);
            } else {
                self.lists(&format!("{here}/parts/0/rows"), &table.below("row"), &[]);
            }
        }
    }

    fn rules(&self) {
        let rules = |key: &str| self.all("rules", key);
        for sequence in rules("sequence") {
            self.record("/rules/sequence", &sequence);
            self.steps("/rules/sequence", &sequence);
        }
        for movement in rules("movement") {
            self.record("/rules/movement", &movement);
            for (list, key) in [("costs", "cost"), ("bars", "bar"), ("stops", "stop")] {
                self.lists(&format!("/rules/movement/{list}"), &movement.below(key), &[]);
            }
        }
        for zone in rules("zone-of-control") {
            self.record("/rules/zone_of_control", &zone);
        }
        type Below = &'static [(&'static str, &'static str)];
        let lists: [(&str, &str, Below); 16] = [
            ("conditions", "condition", &[]),
            ("events", "event", &[]),
            ("advances", "advance", &[("priorities", "priority"), ("preferences", "prefer"), ("losses", "loss")]),
            ("attacks", "attack", &[("bars", "bar")]),
            ("stacking", "stacking", &[]),
            ("supply", "supply", &[("exceptions", "exception")]),
            ("losses", "losses", &[("ways", "way")]),
            ("retreats", "retreat", &[("priorities", "priority"), ("preferences", "prefer"), ("losses", "loss")]),
            ("procedures", "procedure", &[("inputs", "input"), ("terms", "term")]),
            ("choices", "choice", &[]),
            ("actions", "action", &[]),
            ("parameters", "parameter", &[]),
            ("rules", "rule", &[("inputs", "input")]),
            ("operations", "operation", &[]),
            ("invariants", "invariant", &[]),
            ("victories", "victory", &[("inputs", "input")]),
        ];
        for (list, key, below) in lists {
            self.lists(&format!("/rules/{list}"), &rules(key), below);
        }
        for (n, supply) in rules("supply").iter().enumerate() {
            for hub in supply.below("hub") {
                self.record(&format!("/rules/supply/{n}/hub"), &hub);
            }
        }
    }

    fn steps(&self, pointer: &str, record: &Record) {
        for (n, step) in record.below("step").iter().enumerate() {
            let here = format!("{pointer}/steps/{n}");
            self.record(&here, step);
            self.steps(&here, step);
        }
    }

    fn scenarios(&self) {
        let all = self.all("scenarios", "scenario");
        for own in &all {
            let here = self.find("/scenarios", "id", &own.text("id"));
            let mut chain = vec![own.clone()];
            while let Some(base) = all.iter().find(|base| base.text("id") == chain[chain.len() - 1].text("extends")) {
                chain.push(base.clone());
            }
            let mut said = own.said();
            for base in &chain[1..] {
                for key in base.data().iter().filter(|key| !["id", "name", "extends", "text"].contains(&key.as_str())) {
                    if !own.has(key) && !said.keys.contains_key(key) {
                        said = said.key(key, base.of(key));
                    }
                }
            }
            for key in ["without", "unsupplied"] {
                said.notes.extend(own.below(key).iter().filter_map(Record::note));
            }
            self.same(&here, &said);
            let entries = chain.iter().map(|def| def.below("entry")).find(|entries| !entries.is_empty());
            self.lists(&format!("{here}/entries"), &entries.unwrap_or_default(), &[]);
            for list in ["setup", "reinforcements"] {
                for n in 0..self.list(&format!("{here}/{list}")).len() {
                    self.placement(&format!("{here}/{list}/{n}"), &chain);
                }
            }
        }
    }

    /// A counter stands where a placement says, or where it says itself.
    fn placement(&self, pointer: &str, chain: &[Record]) {
        let placed = self.at(pointer);
        let names = |record: &Record| {
            let named = record.texts("units").iter().any(|unit| placed["unit"] == unit.as_str());
            named || record.has("marker") && placed["marker"] == record.text("marker")
        };
        let at = |record: &Record| {
            let spot = placed["spot"].to_string();
            record.texts("at").is_empty() || record.texts("at").iter().any(|at| spot.contains(&format!("{at}\"")))
        };
        let named = chain.iter().map(|def| def.below("place")).find_map(|places| {
            let all: Vec<Record> = places.into_iter().filter(|place| names(place)).collect();
            let exact = all.iter().find(|place| at(place)).cloned();
            exact.or(all.into_iter().next())
        });
        if let Some(record) = named {
            return self.record(pointer, &record);
        }
        let mut known: Vec<(Value, Value)> = chain
            .iter()
            .flat_map(|def| def.below("place"))
            .filter(|place| place.has("formation") || place.has("where"))
            .map(|place| place.said().json())
            .collect();
        if let Some(unit) = placed["unit"].as_str() {
            let unit = self.at(&self.find("/units", "id", unit));
            known.extend(
                ["setup", "arrives"]
                    .iter()
                    .filter(|key| unit[**key].is_object())
                    .map(|key| (unit[*key]["source"].clone(), unit[*key]["note"].clone())),
            );
        } else {
            // The marker of a strength track starts by its record.
            known.extend(
                self.all("displays", "display")
                    .iter()
                    .flat_map(|display| display.below("strength"))
                    .map(|record| record.said().json()),
            );
        }
        let own = (placed["source"].clone(), placed["note"].clone());
        assert!(known.contains(&own), "{pointer}: {placed}, not one of {known:?}");
        self.seen.borrow_mut().insert(pointer.to_string());
    }

    /// Every object of the engine data was compared, or is a part of a record that was.
    fn nothing_forgotten(&self, name: &str, pointer: &str, value: &Value) {
        const PARTS: [&str; 24] = [
            "outline",
            "given",
            "centre",
            "origin",
            "path",
            "land",
            "values",
            "steps",
            "spot",
            "attributes",
            "tree",
            "on",
            "band",
            "columns",
            "results",
            "dice",
            "turns",
            "changes",
            "coverage",
            "examples",
            "source",
            "size",
            "space",
            "any",
        ];
        match value {
            Value::Array(items) => {
                for (n, item) in items.iter().enumerate() {
                    self.nothing_forgotten(name, &format!("{pointer}/{n}"), item);
                }
            }
            Value::Object(entries) => {
                let compared = self.seen.borrow().contains(pointer);
                assert!(compared || !entries.contains_key("source"), "{name}: {pointer} was not compared: {value}");
                let last = pointer.rsplit('/').next().unwrap();
                // A formula, a counter (its unit's), the one part of a table without parts, and the lists themselves.
                let whole = pointer.is_empty() || pointer == "/rules" || entries.contains_key("tree");
                let derived = pointer.starts_with("/counters/") || last == "0" && value["band"].is_null();
                assert!(compared || whole || derived, "{name}: {pointer} says nothing about its source: {value}");
                for (key, item) in entries {
                    // The steps of a sequence are records, those of a unit are not.
                    let records = pointer.is_empty() && !["coverage", "examples"].contains(&key.as_str())
                        || pointer.starts_with("/rules/sequence") && key == "steps";
                    let part = PARTS.contains(&key.as_str()) && !records;
                    if !part {
                        self.nothing_forgotten(name, &format!("{pointer}/{key}"), item);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The hexes of `0203` or of the run `0203-0207`.
fn hexes(run: &str) -> Vec<String> {
    let Some((from, to)) = run.split_once('-') else { return vec![run.to_string()] };
    let split = |hex: &str| (hex[..2].parse::<u32>().unwrap(), hex[2..].parse::<u32>().unwrap());
    let ((a, b), (c, d)) = (split(from), split(to));
    let span = |x: u32, y: u32| x.min(y)..=x.max(y);
    span(a, c).flat_map(|row| span(b, d).map(move |column| format!("{row:02}{column:02}"))).collect()
}

fn hex(file: &Record, between: &Between, place: &Value) -> Said {
    let grid = &file.below("grid")[0];
    let label = place["label"].as_str().unwrap().to_string();
    let mut said = Said::only(grid.rest()).key("terrain", grid.of("terrain"));
    if let Some(paint) = file.below("paint").into_iter().next() {
        let (row, column) = (place["row"].as_u64().unwrap() as usize, place["column"].as_u64().unwrap() as usize);
        let letter = paint.texts("rows")[row].chars().nth(column).unwrap().to_string();
        let painted = &paint.record["key"][letter.as_str()];
        if painted.is_string() && *painted != grid.record["terrain"] {
            said = said.key("terrain", paint.of("rows"));
        }
    }
    for record in between.hexes.get(&label).into_iter().flatten() {
        for key in record.data().iter().filter(|key| *key != "at") {
            said = said.key(key, record.both("at", key));
        }
        said.notes.extend(record.note());
    }
    let named = |record: &&Record| record.has("name") && record.texts("at").contains(&label);
    if let Some(record) = file.below("place").iter().find(named) {
        said = said.key("name", record.both("at", "name"));
    }
    said
}

#[test]
fn a_child_has_the_source_of_its_own_key() {
    let mut texts = common::examples(&["language"]);
    let tables = texts.get_mut("tables.toml").unwrap();
    let at = tables.find("[[table]]").unwrap();
    tables.insert_str(at + "[[table]]\n".len(), "src = { row = \"owner\", input = \"reconstructed\", rest = \"1\" }\n");
    let made = common::sound_texts(&texts);
    let table = json!(&made.model.tables[0]);
    assert_eq!(table["source"]["row"], "owner");
    for row in table["parts"][0]["rows"].as_array().unwrap() {
        assert_eq!(row["source"]["rest"], "owner", "{row}");
    }
}
