//! Records as expressions see them: every field of a list has one type, and every record has every field.
//!
//! In: engine data as JSON. Parts of a record become fields with a dot (`turns.last`), its attributes and printed values
//! fields of their own, formulas their text, lists of records collections.

use crate::expr::{Members, Number, Record, Type, Value};
use serde_json::{Map, Value as Json};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The field that says how many there are of a record.
const COPIES: &str = "copies";

/// The records of a list.
pub struct RecordList {
    /// What each is called.
    pub names: Vec<String>,
    /// Their fields.
    pub records: Arc<Members>,
    /// The types of the fields.
    pub fields: Arc<BTreeMap<String, Type>>,
}

/// The records of a list while it is made.
#[derive(Default)]
pub struct FoundRecords {
    /// Records by name, with the fields that promises mention.
    pub records: Vec<(String, Record)>,
    /// The names of their other fields, to suggest instead of one that means nothing.
    pub others: BTreeSet<String>,
}

impl FoundRecords {
    /// The list; `known` are types that the game declares.
    pub fn list(self, known: &BTreeMap<String, Type>) -> RecordList {
        let mut list = RecordList::new(self.records, known);
        let fields = Arc::make_mut(&mut list.fields);
        for name in self.others {
            fields.entry(name).or_insert(Type::Text);
        }
        list
    }
}

impl RecordList {
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
        RecordList { names, records: Arc::new(records.into_iter().collect()), fields: Arc::new(fields) }
    }

    /// A list of records by the names of their fields. `known` are types that the game declares; `value` says what the
    /// record at a place has of a name.
    pub fn by_columns<'n>(
        names: Vec<String>,
        wanted: impl Iterator<Item = &'n String>,
        known: &BTreeMap<String, Type>,
        value: impl Fn(usize, &str) -> Option<Value>,
    ) -> Self {
        let mut fields = known.clone();
        let mut columns = Vec::new();
        for name in wanted {
            let mut column: Vec<Option<Value>> = (0..names.len()).map(|at| value(at, name)).collect();
            let found = || column.iter().flatten().map(type_of).reduce(wider);
            let Some(type_) = fields.get(name).cloned().or_else(found) else { continue };
            for cell in &mut column {
                match cell {
                    Some(value) => fit(value, &type_),
                    None => *cell = Some(blank(&type_)),
                }
            }
            fields.insert(name.clone(), type_);
            columns.push((name.clone(), column));
        }
        let records = Arc::new(Members::by_columns(names.len(), columns));
        RecordList { names, records, fields: Arc::new(fields) }
    }

    /// How many copies of a record there are.
    pub fn copies(&self, at: usize) -> i64 {
        match self.records.get(at, COPIES) {
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

/// The fields of a record that promises mention (`wanted` are all their names), and `copies`. The names of the others
/// go into `others`.
pub fn fields(record: &Map<String, Json>, wanted: &BTreeSet<String>, others: &mut BTreeSet<String>) -> Record {
    let mut flat = Flat { wanted, others, fields: Record::new() };
    flat.add(record, "");
    flat.fields
}

/// A record whose parts become fields of its own.
struct Flat<'a> {
    wanted: &'a BTreeSet<String>,
    others: &'a mut BTreeSet<String>,
    fields: Record,
}

impl Flat<'_> {
    fn add(&mut self, object: &Map<String, Json>, prefix: &str) {
        for (key, json) in object {
            match json {
                Json::Null => {}
                Json::Object(source) if key == "source" => sources(source, prefix, self.wanted, &mut self.fields),
                // Attributes and printed values have ids of the author's own.
                Json::Object(own) if key == "attributes" => self.add(own, prefix),
                Json::Object(printed) if key == "values" => {
                    for (key, json) in printed {
                        self.field(prefix, key, || printed_value(json));
                    }
                }
                Json::Object(formula) if formula.contains_key("tree") => {
                    self.field(prefix, key, || formula.get("text").and_then(value));
                }
                Json::Object(part) => self.add(part, &format!("{prefix}{key}.")),
                Json::Array(items) if items.iter().any(Json::is_object) => {
                    let name = named(prefix, key);
                    if self.wanted.contains(&*name) {
                        self.fields.insert(name.into_owned(), members(items, self.wanted));
                    }
                }
                plain => self.field(prefix, key, || value(plain)),
            }
        }
    }

    fn field(&mut self, prefix: &str, key: &str, value: impl FnOnce() -> Option<Value>) {
        let name = named(prefix, key);
        if self.wanted.contains(&*name) || name == COPIES {
            self.fields.extend(value().map(|value| (name.into_owned(), value)));
        } else if !self.others.contains(&*name) {
            self.others.insert(name.into_owned());
        }
    }
}

fn named<'a>(prefix: &str, key: &'a str) -> Cow<'a, str> {
    if prefix.is_empty() { Cow::Borrowed(key) } else { Cow::Owned(format!("{prefix}{key}")) }
}

/// A list of records within a record. Each has its `number`.
fn members(items: &[Json], wanted: &BTreeSet<String>) -> Value {
    let member = |(at, object): (usize, &Map<String, Json>)| {
        let mut fields = fields(object, wanted, &mut BTreeSet::new());
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
    let fraction = json.as_str().and_then(crate::source::values::fraction);
    fraction.map(Value::Number).or_else(|| value(json))
}

fn widen(fields: &mut BTreeMap<String, Type>, record: &Record) {
    for (name, value) in record {
        match fields.get_mut(name) {
            Some(Type::Number) if matches!(value, Value::Number(_)) => {}
            Some(Type::Text) if matches!(value, Value::Text(_)) => {}
            Some(known) => *known = wider(std::mem::replace(known, Type::Bool), type_of(value)),
            None => {
                fields.insert(name.clone(), type_of(value));
            }
        }
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
            let of = |column| members.values(column).map(type_of).reduce(wider).unwrap_or_else(nothing);
            Type::collection(members.names().iter().enumerate().map(|(column, name)| (name.clone(), of(column))))
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
            let conforming = members.records().map(|mut member| {
                conform(&mut member, fields);
                member
            });
            *members = Arc::new(conforming.collect());
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
