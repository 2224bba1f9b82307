//! The JSON Schema of a kind of file, as editors use it.

use super::{
    CardsFile, CountersFile, DisplaysFile, ExamplesFile, ExpectFile, GameFile, MapFile, PrintFile, RulesFile,
    ScenariosFile, TablesFile, TemplateFile,
};
use crate::source::FileKind;
use crate::source::decode::Decode;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

type Definitions = Map<String, Value>;

// Where a part of a schema has `"additionalProperties": true`, it is for Tombi, which takes any part for a complete one.

/// The JSON Schema of one kind of file.
pub fn schema(kind: FileKind) -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let root = match kind {
        FileKind::Game => GameFile::schema(&mut generator),
        FileKind::Map => MapFile::schema(&mut generator),
        FileKind::Counters => CountersFile::schema(&mut generator),
        FileKind::Displays => DisplaysFile::schema(&mut generator),
        FileKind::Cards => CardsFile::schema(&mut generator),
        FileKind::Tables => TablesFile::schema(&mut generator),
        FileKind::Rules => RulesFile::schema(&mut generator),
        FileKind::Scenarios => ScenariosFile::schema(&mut generator),
        FileKind::Examples => ExamplesFile::schema(&mut generator),
        FileKind::Expect => ExpectFile::schema(&mut generator),
        FileKind::Print => PrintFile::schema(&mut generator),
        FileKind::Template => TemplateFile::schema(&mut generator),
        FileKind::Picture | FileKind::Rulebook | FileKind::Lock | FileKind::Carried => return Value::Bool(true),
    };
    let mut definitions = generator.take_definitions(true);
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Punchboard: {}", kind.name()),
        "$ref": root.get("$ref"),
        // Inline tables may go over several lines.
        "x-tombi-toml-version": "v1.1.0",
    });
    // Templates and settings of printing have no records.
    if let Some(file) = named(root.as_value()).filter(|_| ![FileKind::Template, FileKind::Print].contains(&kind)) {
        with_defaults(&file, &mut definitions);
        let without = json!({ "required": ["defaults"], "additionalProperties": true });
        schema["if"] = json!({ "type": "object", "not": without, "additionalProperties": true });
        schema["then"] = json!({ "$ref": format!("#/$defs/{}", whole(&file)) });
    }
    schema["$defs"] = Value::Object(definitions);
    schema
}

/// Lets a file have `[defaults]`. What these give, records need not say: keys are asked for only where there are none.
fn with_defaults(file: &str, definitions: &mut Definitions) {
    let mut records: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![file.to_string()];
    while let Some(name) = open.pop() {
        let Some(properties) = definitions.get(&name).and_then(|own| own["properties"].as_object()) else { continue };
        if !seen.insert(name) {
            continue;
        }
        for (key, property) in properties {
            if let Some(record) = named(&property["items"]) {
                records.entry(key.clone()).or_default().insert(record.clone());
                open.push(record);
            }
            open.extend(named(property));
        }
    }
    for name in &seen {
        let Some(own) = definitions.get_mut(name) else { continue };
        let strict = strict(own, &seen);
        if let Some(keys) = own.as_object_mut()
            && records.values().flatten().any(|record| record == name)
        {
            keys.remove("required");
        }
        definitions.insert(whole(name), strict);
    }
    let reference = |record: &String| json!({ "$ref": format!("#/$defs/{record}") });
    let one_of = |known: &BTreeSet<String>| match known.first().filter(|_| known.len() == 1) {
        Some(only) => reference(only),
        None => json!({ "anyOf": known.iter().map(reference).collect::<Vec<_>>() }),
    };
    let tables: Map<String, Value> = records.iter().map(|(key, known)| (key.clone(), one_of(known))).collect();
    if let Some(properties) = definitions.get_mut(file).and_then(|file| file["properties"].as_object_mut()) {
        let defaults = json!({ "type": "object", "properties": tables, "additionalProperties": false,
            "description": "For each kind of record, keys that its records have unless they say otherwise." });
        properties.insert("defaults".to_string(), defaults);
    }
}

/// What a definition asks for, in itself and in the records inside it.
fn strict(own: &Value, known: &BTreeSet<String>) -> Value {
    let inner = |name: String| known.contains(&name).then(|| json!({ "$ref": format!("#/$defs/{}", whole(&name)) }));
    let mut properties = Map::new();
    for (key, property) in own["properties"].as_object().into_iter().flatten() {
        if let Some(items) = named(&property["items"]).and_then(inner) {
            properties.insert(key.clone(), json!({ "items": items }));
        } else if let Some(table) = named(property).and_then(inner) {
            properties.insert(key.clone(), table);
        }
    }
    let required = own.get("required").cloned().unwrap_or_else(|| json!([]));
    json!({ "required": required, "properties": properties, "additionalProperties": true })
}

/// The name of the definition with all that is asked for where a file has no defaults.
fn whole(name: &str) -> String {
    format!("{name}.whole")
}

/// The definition that a schema refers to.
fn named(schema: &Value) -> Option<String> {
    Some(schema.get("$ref")?.as_str()?.rsplit('/').next()?.to_string())
}
