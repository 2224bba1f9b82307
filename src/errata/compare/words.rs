//! Names and values in the words of players.

use super::fields::FieldStep;
use super::{list, text};
use crate::expr::{in_words, parse};
use serde_json::Value;
use std::collections::BTreeSet;

/// The names in an edition.
#[derive(Clone, Copy)]
pub struct EditionNames<'v>(pub &'v Value);

/// Where the things are that a key refers to.
const REFERS: [(&[&str], &str); 8] = [
    (&["side", "first", "winner", "otherwise", "control"], "/sides"),
    (&["type", "types"], "/types"),
    (&["formation", "parent"], "/formations"),
    (&["size"], "/sizes"),
    (&["unit", "units", "unused"], "/units"),
    (&["marker", "markers"], "/markers"),
    (&["track", "tracks"], "/tracks"),
    (&["region", "regions", "play_area"], "/regions"),
];

/// Keys that hold kinds of a map: where they are in it.
const KINDS: [(&str, &str); 4] =
    [("terrain", "terrains"), ("boundary", "boundaries"), ("class", "classes"), ("crossing", "boundaries")];

/// Keys of lists and values that name nothing by themselves.
const CONTAINERS: [&str; 8] = ["steps", "values", "attributes", "parts", "text", "spot", "printed", "path"];

/// No more members of a list are named.
const MOST: usize = 12;

impl EditionNames<'_> {
    /// What players call a record.
    pub fn of_record(self, record: &Value) -> Option<String> {
        let own = |key: &str| Some(text(record, key)).filter(|text| !text.is_empty());
        if record.get("outline").is_some() && record.get("label").is_some() {
            return own("id").map(|id| self.place(id));
        }
        let name = ["name", "title", "label", "what", "text"].iter().find_map(|key| own(key))?;
        Some(shortened(name))
    }

    /// What players call a place.
    pub fn place(self, id: &str) -> String {
        let Some(place) = list(self.0, "/places").iter().find(|place| text(place, "id") == id) else {
            return id.to_string();
        };
        let (label, name) = (text(place, "label"), text(place, "name"));
        let map = || self.name("/maps", text(place, "map"));
        match text(place, "kind") {
            "hex" | "square" if id != label => {
                map().map_or_else(|| label.to_string(), |map| format!("{label} ({map})"))
            }
            "hex" | "square" => label.to_string(),
            "area" if !name.is_empty() && name != label => format!("{label} {name}"),
            "space" => match self.name("/tracks", text(place, "track")) {
                Some(track) => format!("{track}: {}", if name.is_empty() { label } else { name }),
                None => id.to_string(),
            },
            _ if !name.is_empty() => name.to_string(),
            _ => label.to_string(),
        }
    }

    /// The name of a thing in a list.
    fn name(self, path: &str, id: &str) -> Option<String> {
        let thing = list(self.0, path).iter().find(|thing| text(thing, "id") == id)?;
        Some(text(thing, "name").to_string()).filter(|name| !name.is_empty())
    }

    /// What players call something that a formula refers to.
    fn called(self, id: &str) -> Option<String> {
        const PLAIN: [&str; 4] = ["/values", "/attributes", "/types", "/sizes"];
        let plain = PLAIN.iter().find_map(|path| self.name(path, id));
        let plain = plain.or_else(|| self.name("/rules/conditions", id)).map(|name| name.to_lowercase());
        let on_map = || ["terrains", "boundaries", "ways"].iter().find_map(|of| self.kind(of, id));
        plain.or_else(on_map).or_else(|| self.name("/sides", id)).or_else(|| self.name("/formations", id))
    }

    /// The name of a kind of terrain, boundary or class, on whichever map.
    fn kind(self, list_of: &str, id: &str) -> Option<String> {
        let kinds = list(self.0, "/maps").iter().flat_map(|map| list(map, &format!("/{list_of}")).iter());
        let kind = kinds.into_iter().find(|kind| text(kind, "id") == id)?;
        Some(text(kind, "name").to_lowercase()).filter(|name| !name.is_empty())
    }

    /// What players call a field, by the way to it.
    pub fn field(self, steps: &[FieldStep]) -> String {
        let mut words: Vec<String> = Vec::new();
        for (n, step) in steps.iter().enumerate() {
            match step {
                FieldStep::Key(key) if CONTAINERS.contains(&key.as_str()) && steps.len() > 1 => {}
                FieldStep::Key(key) => {
                    // A list and its member are one: `rows`, `5` is "row 5".
                    if !matches!(steps.get(n + 1), Some(FieldStep::Member(_))) {
                        words.push(self.name("/values", key).map_or_else(|| spaced(key), |name| name.to_lowercase()));
                    }
                }
                FieldStep::Member(member) => {
                    let of = match n.checked_sub(1).and_then(|before| steps.get(before)) {
                        Some(FieldStep::Key(key)) => key.as_str(),
                        _ => "",
                    };
                    words.push(self.member(of, member));
                }
            }
        }
        words.retain(|word| !word.is_empty());
        if words.is_empty() {
            words.extend(steps.last().map(|step| match step {
                FieldStep::Key(text) | FieldStep::Member(text) => spaced(text),
            }));
        }
        words.join(", ")
    }

    /// A member of a list: `row 5`.
    fn member(self, of: &str, member: &str) -> String {
        let named = |path: &str| self.name(path, member).unwrap_or_else(|| member.to_string());
        match of {
            // The one part of a table that has no parts.
            "parts" if member == "1" => String::new(),
            "rows" => format!("row {member}"),
            "cells" => format!("column {member}"),
            "setup" | "reinforcements" => {
                let id = member.split_once(" (").map_or(member, |(id, _)| id);
                self.name("/units", id).or_else(|| self.name("/markers", id)).unwrap_or_else(|| member.to_string())
            }
            "strengths" => named("/units"),
            "terrains" | "boundaries" | "lines" | "sites" | "steps" | "values" | "parts" => spaced(member),
            _ => format!("\u{201c}{}\u{201d}", shortened(&spaced(member))),
        }
    }

    /// A value in words; the steps lead to it.
    pub fn value(self, steps: &[&str], value: &Value) -> String {
        match value {
            Value::Null => "none".to_string(),
            Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_string(),
            Value::Number(number) => number.to_string(),
            Value::String(id) => self.reference(steps, id),
            Value::Array(all) if all.is_empty() => "none".to_string(),
            Value::Array(all) => {
                let named = all.iter().take(MOST).map(|one| self.value(steps, one)).collect::<Vec<_>>().join(", ");
                if all.len() > MOST { format!("{named} and {} more", all.len() - MOST) } else { named }
            }
            Value::Object(_) => self.object(value),
        }
    }

    /// A text, or the name of what it refers to.
    fn reference(self, steps: &[&str], id: &str) -> String {
        let key = steps.last().copied().unwrap_or_default();
        if let Some((_, path)) = REFERS.iter().find(|(keys, _)| keys.contains(&key)) {
            return self.name(path, id).unwrap_or_else(|| id.to_string());
        }
        if let Some((_, kinds)) = KINDS.iter().find(|(own, _)| *own == key) {
            return self.kind(kinds, id).unwrap_or_else(|| spaced(id));
        }
        if ["places", "sources", "spaces", "boxes", "at", "half", "path", "through", "to", "from"].contains(&key) {
            return self.place(id);
        }
        id.to_string()
    }

    fn object(self, value: &Value) -> String {
        let inner = |key: &str| value.get(key).filter(|value| !value.is_null());
        // A formula, in words; a band.
        if inner("tree").is_some()
            && let Some(expr) = inner("text").and_then(Value::as_str).and_then(|text| parse(text).ok())
        {
            return in_words(&expr, &|id| self.called(id));
        }
        if let Some(text) = inner("text").and_then(Value::as_str) {
            return text.to_string();
        }
        // A placement.
        if let Some(spot) = inner("spot") {
            let place = self.object(spot);
            return match inner("turn") {
                Some(turn) => format!("turn {turn}, {place}"),
                None => place,
            };
        }
        if let Some(at) = inner("at").and_then(Value::as_str) {
            return self.place(at);
        }
        if let Some(any) = inner("any") {
            let regions = any.get("regions").filter(|all| all.as_array().is_some_and(|all| !all.is_empty()));
            let of = |key, all: &Value| self.value(&[key], all);
            return match regions {
                Some(all) => format!("any of {}", of("regions", all)),
                None => format!("any of {}", of("places", any.get("places").unwrap_or(&Value::Null))),
            };
        }
        if let Some(line) = inner("line") {
            return format!("on the line {}", self.value(&["places"], line));
        }
        if let Some(unit) = inner("with").and_then(Value::as_str) {
            return format!("with {}", self.name("/units", unit).unwrap_or_else(|| unit.to_string()));
        }
        if let Some(turn) = inner("turn") {
            let code = inner("code").and_then(Value::as_str).map(|code| format!(" ({code})")).unwrap_or_default();
            return format!("turn {turn}{code}");
        }
        if let Some((count, sides)) = inner("count").zip(inner("sides")) {
            return format!("{count}d{sides}");
        }
        if let Some((from, to)) = inner("from").zip(inner("to")) {
            return format!("{from} to {to}");
        }
        let named = ["name", "label", "id", "code", "when"].iter().find_map(|key| inner(key)?.as_str());
        named.map_or_else(|| "yes".to_string(), str::to_string)
    }

    /// A start or arrival without the places that its regions hold.
    pub fn without_regions(self, spot: &Value) -> Value {
        let mut bare = spot.clone();
        let Some(any) = bare.pointer_mut("/any").or(None) else { return bare };
        let regions: Vec<String> = list(any, "/regions").iter().filter_map(Value::as_str).map(str::to_string).collect();
        let own = list(self.0, "/regions").iter().filter(|region| regions.iter().any(|id| id == text(region, "id")));
        let held: BTreeSet<&str> = own.flat_map(|region| list(region, "/places")).filter_map(Value::as_str).collect();
        if let Some(places) = any.get_mut("places").and_then(Value::as_array_mut) {
            places.retain(|place| !place.as_str().is_some_and(|id| held.contains(id)));
        }
        bare
    }
}

/// A key as words: `box_kind` is "box kind".
fn spaced(key: &str) -> String {
    key.replace(['_', '-'], " ")
}

/// A text that is no longer than a heading.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_string();
    }
    let cut: String = text.chars().take(LONGEST).collect();
    let cut = cut.rsplit_once(' ').map_or(cut.as_str(), |(start, _)| start).to_string();
    format!("{cut} \u{2026}")
}
