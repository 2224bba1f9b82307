//! What members of lists are known by.

use super::text;
use serde_json::Value;
use std::collections::BTreeMap;

/// The members of a list with their keys. Members with the same key are counted.
pub fn keyed(list: &[Value]) -> Vec<(String, &Value)> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut key_of = |(n, one): (usize, &Value)| {
        let key = key(one).unwrap_or_else(|| format!("{}", n + 1));
        let times = seen.entry(key.clone()).or_default();
        *times += 1;
        if *times > 1 { format!("{key} ({times})") } else { key }
    };
    list.iter().enumerate().map(|(n, one)| (key_of((n, one)), one)).collect()
}

/// What a record is known by: its id, what it is about, or what it says.
fn key(record: &Value) -> Option<String> {
    let own = |key: &str| Some(text(record, key)).filter(|text| !text.is_empty());
    let band = |key: &str| record.get(key).and_then(|band| band.get("text")).and_then(Value::as_str);
    if let Some(id) = own("id").or_else(|| own("unit")).or_else(|| own("marker")).or_else(|| own("place")) {
        return Some(id.to_string());
    }
    if let Some(band) = band("on").or_else(|| band("band")) {
        return Some(band.to_string());
    }
    // Lines, rivers and towns: their kind with their name, or with where they begin.
    if let Some(kind) = own("kind") {
        let ends = ["path", "at", "through"].iter().find_map(|key| record.get(*key)?.as_array());
        let ends: Vec<&str> =
            ends.iter().flat_map(|all| [all.first(), all.last()]).flatten().filter_map(Value::as_str).collect();
        let named = own("name").map(str::to_string);
        return Some(format!("{kind} {}", named.unwrap_or_else(|| ends.join("\u{2013}"))));
    }
    let says = ["state", "value", "text", "what", "name", "side"].iter().find_map(|key| own(key));
    says.map(str::to_string)
}
