//! What changed of one record, field by field.

use super::keys::keyed;
use super::words::EditionNames;
use crate::errata::changes::ChangedField;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Keys that follow from others, or that say nothing to players: they are not told.
const SILENT: [&str; 8] = ["was", "counter", "length", "borders", "land", "ways", "tree", "version"];
/// Keys whose values are points of a drawing.
const DRAWN: [&str; 3] = ["centre", "outline", "path"];
/// Keys whose values are told whole.
const WHOLE: [&str; 9] = ["setup", "arrives", "withdraws", "spot", "dice", "turns", "size", "on", "band"];
/// A point that moves by less, in millimetres, stays where it is.
const STILL: f64 = 0.05;

/// Finds what changed.
pub struct Differ<'v> {
    /// Both editions, for names.
    pub names: (EditionNames<'v>, EditionNames<'v>),
    /// Ids that changed.
    pub renamed: BTreeMap<&'v str, &'v str>,
    /// Ids that are gone.
    pub gone: BTreeSet<&'v str>,
    /// Ids that are new.
    pub fresh: BTreeSet<&'v str>,
}

/// A step into a record.
#[derive(Debug, Clone)]
pub enum FieldStep {
    /// A key.
    Key(String),
    /// A member of a list.
    Member(String),
}

impl FieldStep {
    fn text(&self) -> &str {
        match self {
            FieldStep::Key(text) | FieldStep::Member(text) => text,
        }
    }
}

/// A field of which is told only that it changed.
pub fn other(name: &str) -> ChangedField {
    let (old, new) = (Value::Null, Value::Null);
    let (was, now) = (String::new(), "changed".to_string());
    ChangedField { path: name.to_string(), name: name.to_string(), old, new, was, now, editorial: false }
}

impl<'v> Differ<'v> {
    /// A differ that knows of no renamed ids yet.
    pub fn new(old: &'v Value, new: &'v Value) -> Self {
        let (gone, fresh) = (BTreeSet::new(), BTreeSet::new());
        Self { names: (EditionNames(old), EditionNames(new)), renamed: BTreeMap::new(), gone, fresh }
    }

    /// What changed between two records.
    pub fn fields(&self, old: &'v Value, new: &'v Value) -> Vec<ChangedField> {
        let mut walk = FieldWalk { differ: self, root: new, steps: Vec::new(), fields: Vec::new() };
        walk.values(old, new);
        walk.fields
    }
}

struct FieldWalk<'d, 'v> {
    differ: &'d Differ<'v>,
    root: &'v Value,
    steps: Vec<FieldStep>,
    fields: Vec<ChangedField>,
}

impl<'v> FieldWalk<'_, 'v> {
    fn values(&mut self, old: &'v Value, new: &'v Value) {
        if old == new || self.same_id(old, new) {
            return;
        }
        let key = match self.steps.last() {
            Some(FieldStep::Key(key)) => key.as_str(),
            _ => "",
        };
        let points = |value: &Value| {
            let first = value.as_array().and_then(|all| all.first()).unwrap_or(value);
            first.get("x").is_some() || first.get("y").is_some()
        };
        match (old, new) {
            _ if DRAWN.contains(&key) && (points(old) || points(new)) => self.drawing(old, new),
            (Value::Object(_), Value::Object(_)) if is_formula(old) && is_formula(new) => {
                if old.get("text") != new.get("text") {
                    self.leaf(old, new);
                }
            }
            _ if WHOLE.contains(&key) && (old.is_object() || new.is_object()) => self.whole(old, new),
            (Value::Object(before), Value::Object(after)) => {
                let gone = before.keys().filter(|key| !after.contains_key(*key));
                for key in after.keys().chain(gone).filter(|key| !SILENT.contains(&key.as_str())) {
                    let of = |entries: &'v serde_json::Map<String, Value>| entries.get(key).unwrap_or(&Value::Null);
                    self.inside(FieldStep::Key(key.clone()), of(before), of(after));
                }
            }
            (Value::Array(before), Value::Array(after)) => self.lists(before, after, key == "cells"),
            (Value::Array(before), Value::Null) => self.lists(before, &[], false),
            (Value::Null, Value::Array(after)) => self.lists(&[], after, false),
            _ => self.leaf(old, new),
        }
    }

    fn inside(&mut self, step: FieldStep, old: &'v Value, new: &'v Value) {
        self.steps.push(step);
        self.values(old, new);
        self.steps.pop();
    }

    /// Whether both are the same thing, which was renamed.
    fn same_id(&self, old: &Value, new: &Value) -> bool {
        let pair = old.as_str().zip(new.as_str());
        pair.is_some_and(|(old, new)| self.differ.renamed.get(old) == Some(&new))
    }

    /// Points: that they moved is enough, once a record.
    fn drawing(&mut self, old: &Value, new: &Value) {
        if !moved(old, new) || self.fields.iter().any(|field| field.name == "drawing") {
            return;
        }
        self.push("drawing", (Value::Null, Value::Null), (String::new(), "redrawn".to_string()));
    }

    /// Starts and arrivals: what their regions hold is told with the regions.
    fn whole(&mut self, old: &Value, new: &Value) {
        let (before, after) = &self.differ.names;
        if before.without_regions(old) != after.without_regions(new) {
            self.leaf(old, new);
        }
    }

    fn lists(&mut self, old: &'v [Value], new: &'v [Value], cells: bool) {
        if old.iter().chain(new).any(Value::is_object) {
            return self.members(old, new);
        }
        if cells && old.len() == new.len() {
            let columns = self.root.get("columns").and_then(Value::as_array);
            for (n, (old, new)) in old.iter().zip(new).enumerate() {
                let column = columns.and_then(|all| all.get(n)?.get("text")?.as_str());
                self.inside(FieldStep::Member(column.map_or_else(|| (n + 1).to_string(), str::to_string)), old, new);
            }
            return;
        }
        // What comes and goes with a thing is told there.
        let differ = self.differ;
        let own = |value: &&Value, ids: &BTreeSet<&str>| !value.as_str().is_some_and(|id| ids.contains(id));
        let gone: Vec<&Value> = old.iter().filter(|one| !new.contains(one) && own(one, &differ.gone)).collect();
        let more: Vec<&Value> = new.iter().filter(|one| !old.contains(one) && own(one, &differ.fresh)).collect();
        let moved = gone.is_empty() && more.is_empty() && same_members(old, new);
        if moved && !old.iter().chain(new).all(Value::is_string) {
            return self.leaf(&Value::Array(old.to_vec()), &Value::Array(new.to_vec()));
        }
        if !gone.is_empty() || !more.is_empty() {
            let list = |all: Vec<&Value>| Value::Array(all.into_iter().cloned().collect());
            self.leaf(&list(gone), &list(more));
        }
    }

    /// Members that are records: matched by their keys.
    fn members(&mut self, old: &'v [Value], new: &'v [Value]) {
        let (old, new) = (keyed(old), keyed(new));
        let find =
            |list: &[(String, &'v Value)], key: &str| list.iter().find(|(own, _)| own == key).map(|(_, one)| *one);
        let before = |key: &str| {
            let renamed = self.differ.renamed.iter().find(|(_, own)| **own == key).map(|(gone, _)| *gone);
            find(&old, key).or_else(|| find(&old, renamed?))
        };
        let mut steps: Vec<(String, &'v Value, &'v Value)> = Vec::new();
        let mut met: Vec<&Value> = Vec::new();
        for (key, one) in &new {
            let was = before(key);
            if was.is_none() && self.differ.fresh.contains(key.as_str()) {
                continue;
            }
            met.extend(was);
            steps.push((key.clone(), was.unwrap_or(&Value::Null), one));
        }
        for (key, one) in &old {
            let known = met.iter().any(|met| std::ptr::eq(*met, *one));
            if !known && !self.differ.gone.contains(key.as_str()) {
                steps.push((key.clone(), one, &Value::Null));
            }
        }
        for (key, old, new) in steps {
            self.inside(FieldStep::Member(key), old, new);
        }
    }

    fn leaf(&mut self, old: &Value, new: &Value) {
        let steps: Vec<&str> = self.steps.iter().map(FieldStep::text).collect();
        let (before, after) = &self.differ.names;
        let words = (before.value(&steps, old), after.value(&steps, new));
        let name = after.field(&self.steps);
        self.push(&name, (old.clone(), new.clone()), words);
    }

    fn push(&mut self, name: &str, (old, new): (Value, Value), (was, now): (String, String)) {
        let steps: Vec<&str> = self.steps.iter().map(FieldStep::text).collect();
        let editorial =
            self.steps.iter().any(|step| matches!(step, FieldStep::Key(key) if key == "source" || key == "note"));
        self.fields.push(ChangedField { path: steps.join("/"), name: name.to_string(), old, new, was, now, editorial });
    }
}

fn is_formula(value: &Value) -> bool {
    value.get("text").is_some() && value.get("tree").is_some()
}

/// Whether two lists have the same members.
fn same_members(old: &[Value], new: &[Value]) -> bool {
    old.len() == new.len() && old.iter().all(|one| new.contains(one))
}

/// Whether two drawings of points differ by more than can be seen.
fn moved(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Number(a), Value::Number(b)) => a.as_f64().zip(b.as_f64()).is_none_or(|(a, b)| (a - b).abs() > STILL),
        (Value::Array(a), Value::Array(b)) => a.len() != b.len() || a.iter().zip(b).any(|(a, b)| moved(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() != b.len() || a.iter().any(|(key, a)| b.get(key).is_none_or(|b| moved(a, b)))
        }
        (a, b) => a != b,
    }
}
