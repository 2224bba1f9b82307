//! Records as expressions see them: every field of a list has one type, and every record has every field.
//!
//! In: engine data as JSON. Parts of a record become fields with a dot (`turns.last`), its attributes and printed values
//! fields of their own, formulas their text, lists of records collections.

use crate::expr::{Number, Record, Type, Value};
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The records of a list.
pub struct List {
    /// What each is called.
    pub names: Vec<String>,
    /// Their fields.
    pub records: Arc<Vec<Record>>,
    /// The types of the fields.
    pub fields: Arc<BTreeMap<String, Type>>,
}

impl List {
    /// A list of named records; `known` are types that the game declares.
    pub fn new(named: Vec<(String, Record)>, known: &BTreeMap<String, Type>) -> Self {
        let mut fields = BTreeMap::new();
        let (names, mut records): (Vec<String>, Vec<Record>) = named.into_iter().unzip();
        for record in &records {
            widen(&mut fields, record);
        }
        fields.extend(known.iter().map(|(name, type_)| (name.clone(), type_.clone())));
        for record in &mut records {
            conform(record, &fields);
        }
        List { names, records: Arc::new(records), fields: Arc::new(fields) }
    }

    /// How many copies of a record there are.
    pub fn copies(&self, at: usize) -> i64 {
        match self.records.get(at).and_then(|record| record.get("copies")) {
            Some(Value::Number(copies)) => copies.to_whole().unwrap_or(1),
            _ => 1,
        }
    }
}

/// What a record is called: its id, or what else tells it from others, or its number in the list.
pub fn name_of(record: &Map<String, Json>, at: usize) -> String {
    let own = ["id", "unit", "marker", "name", "what"].iter().find_map(|key| record.get(*key)?.as_str());
    own.map_or_else(|| (at + 1).to_string(), str::to_string)
}

/// The fields of a record. Lists of records come along only if a promise asks for them; `wanted` are all names that
/// promises mention.
pub fn fields(record: &Map<String, Json>, wanted: &BTreeSet<String>) -> Record {
    let mut fields = Record::new();
    flatten(record, "", wanted, &mut fields);
    fields
}

fn flatten(object: &Map<String, Json>, prefix: &str, wanted: &BTreeSet<String>, fields: &mut Record) {
    for (key, json) in object {
        let name = format!("{prefix}{key}");
        match json {
            Json::Null => {}
            Json::Object(source) if key == "source" => sources(source, prefix, wanted, fields),
            // Attributes and printed values have ids of the author's own.
            Json::Object(own) if key == "attributes" => flatten(own, prefix, wanted, fields),
            Json::Object(printed) if key == "values" => {
                let numbers = printed.iter().map(|(key, json)| (format!("{prefix}{key}"), printed_value(json)));
                fields.extend(numbers.filter_map(|(key, value)| Some((key, value?))));
            }
            Json::Object(formula) if formula.contains_key("tree") => {
                fields.extend(formula.get("text").and_then(value).map(|text| (name, text)));
            }
            Json::Object(part) => flatten(part, &format!("{name}."), wanted, fields),
            Json::Array(items) if items.iter().any(Json::is_object) => {
                if wanted.contains(&name) {
                    fields.insert(name, members(items, wanted));
                }
            }
            plain => fields.extend(value(plain).map(|value| (name, value))),
        }
    }
}

/// A list of records within a record. Each has its `number`.
fn members(items: &[Json], wanted: &BTreeSet<String>) -> Value {
    let member = |(at, object): (usize, &Map<String, Json>)| {
        let mut fields = fields(object, wanted);
        fields.insert("number".into(), Value::Number((at + 1).into()));
        fields
    };
    Value::collection(items.iter().filter_map(Json::as_object).enumerate().map(member))
}

/// `src.KEY` for every key whose source is asked for; `src.rest` is that of all others.
fn sources(source: &Map<String, Json>, prefix: &str, wanted: &BTreeSet<String>, fields: &mut Record) {
    let asked = wanted.iter().filter_map(|name| name.strip_prefix(prefix)?.strip_prefix("src."));
    for key in asked {
        let said = source.get(key).or_else(|| source.get("rest")).and_then(value);
        fields.insert(format!("{prefix}src.{key}"), said.unwrap_or_else(|| "".into()));
    }
}

/// A number, yes or no, a text, or a list of these.
pub fn value(json: &Json) -> Option<Value> {
    match json {
        Json::Bool(yes) => Some(Value::Bool(*yes)),
        Json::Number(number) => Some(Value::Number(match number.as_i64() {
            Some(whole) => Number::new(whole, 1),
            None => thousandths(number.as_f64()?),
        })),
        Json::String(text) => Some(Value::Text(text.clone())),
        Json::Array(items) => items.iter().map(value).collect::<Option<_>>().map(Value::List),
        Json::Null | Json::Object(_) => None,
    }
}

/// Millimetres as exact numbers.
#[allow(clippy::cast_possible_truncation)]
fn thousandths(number: f64) -> Number {
    Number::new((number * 1000.0).round() as i64, 1000)
}

/// A printed value; fractions are numbers too.
fn printed_value(json: &Json) -> Option<Value> {
    let fraction = json.as_str().and_then(crate::source::values::Fraction::parse);
    fraction.map(|fraction| Value::Number(Number::new(fraction.num, fraction.den))).or_else(|| value(json))
}

fn widen(fields: &mut BTreeMap<String, Type>, record: &Record) {
    for (name, value) in record {
        let found = type_of(value);
        let type_ = match fields.remove(name) {
            Some(known) => wider(known, found),
            None => found,
        };
        fields.insert(name.clone(), type_);
    }
}

/// What a list is of that has no entries: any other type is wider.
fn nothing() -> Type {
    Type::choice([""; 0])
}

/// The type of a value.
pub fn type_of(value: &Value) -> Type {
    match value {
        Value::Number(_) => Type::Number,
        Value::Bool(_) => Type::Bool,
        Value::Text(_) => Type::Text,
        Value::List(items) => Type::list(items.iter().map(type_of).fold(nothing(), wider)),
        Value::Collection(members) => {
            let mut fields = BTreeMap::new();
            for member in members.iter() {
                widen(&mut fields, member);
            }
            Type::collection(fields)
        }
    }
}

fn wider(a: Type, b: Type) -> Type {
    match (a, b) {
        (a, b) if a == b => a,
        (Type::Collection(a), Type::Collection(b)) => {
            let mut fields = (*a).clone();
            for (name, type_) in b.iter() {
                let known = fields.remove(name).map_or_else(|| type_.clone(), |known| wider(known, type_.clone()));
                fields.insert(name.clone(), known);
            }
            Type::collection(fields)
        }
        (Type::Collection(fields), _) | (_, Type::Collection(fields)) => Type::Collection(fields),
        (Type::List(a), Type::List(b)) => Type::list(wider(*a, *b)),
        (a, b) if a == nothing() => b,
        (a, b) if b == nothing() => a,
        _ => Type::Text,
    }
}

fn conform(record: &mut Record, fields: &BTreeMap<String, Type>) {
    for (name, type_) in fields {
        match record.get_mut(name) {
            Some(value) => fit(value, type_),
            None => {
                record.insert(name.clone(), blank(type_));
            }
        }
    }
}

fn fit(value: &mut Value, type_: &Type) {
    match (&mut *value, type_) {
        (Value::Collection(members), Type::Collection(fields)) => {
            for member in Arc::make_mut(members) {
                conform(member, fields);
            }
        }
        (Value::List(items), Type::List(of)) => items.iter_mut().for_each(|item| fit(item, of)),
        (Value::Number(_) | Value::Bool(_), Type::Text) => *value = Value::Text(value.to_string()),
        (Value::List(_), Type::Collection(_)) => *value = blank(type_),
        _ => {}
    }
}

/// What a record has that does not say it.
fn blank(type_: &Type) -> Value {
    match type_ {
        Type::Number => Value::Number(Number::ZERO),
        Type::Bool => Value::Bool(false),
        Type::Text | Type::Choice(_) => Value::Text(String::new()),
        Type::List(_) => Value::List(Vec::new()),
        Type::Collection(_) => Value::collection([]),
    }
}
