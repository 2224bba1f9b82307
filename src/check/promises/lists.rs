//! The lists of a game that promises are about: those of the engine data, by their names there.

use super::places;
use super::records::{self, FoundRecords, RecordList};
use crate::expr::{Columns, Env, Expr, Names, Scope, Type, Value};
use crate::model::Model;
use crate::play;
use serde_json::Value as Json;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// All lists of a game. What no promise asks for is never made.
pub struct Lists<'a> {
    model: &'a Model,
    /// Every name that promises mention.
    wanted: BTreeSet<String>,
    /// What names mean in conditions on units, and on areas and hexes.
    scopes: (Names, Names),
    heads: RefCell<BTreeMap<&'static str, Rc<Json>>>,
    lists: RefCell<BTreeMap<String, Option<Rc<RecordList>>>>,
    /// How many records promises may still look at.
    left: Cell<usize>,
}

/// How many records the promises of any game may look at, together.
const RECORDS: usize = 5_000_000;
/// And how many more for each unit, place and connection that it has.
const RECORDS_EACH: usize = 500;

/// Declares the parts of the engine data that lists stand in.
macro_rules! heads {
    ($($name:literal $($field:ident).+,)*) => {
        const HEADS: &[&str] = &[$($name),*];

        fn head(model: &Model, name: &str) -> Json {
            let found = match name {
                $($name => serde_json::to_value(&model.$($field).+),)*
                _ => Ok(Json::Null),
            };
            found.unwrap_or_default()
        }
    };
}

heads! {
    "game" game,
    "missing" missing,
    "sides" sides,
    "sizes" sizes,
    "types" types,
    "formations" formations,
    "values" values,
    "layouts" layouts,
    "attributes" attributes,
    "units" units,
    "markers" markers,
    "counters" counters,
    "decks" decks,
    "cards" cards,
    "maps" maps,
    "regions" regions,
    "tracks" tracks,
    "displays" displays,
    "tables" tables,
    "scenarios" scenarios,
    "rules.conditions" rules.conditions,
    "rules.events" rules.events,
    "rules.sequence" rules.sequence,
    "rules.stacking" rules.stacking,
    "rules.movement" rules.movement,
    "rules.zone_of_control" rules.zone_of_control,
    "rules.supply" rules.supply,
    "rules.losses" rules.losses,
    "rules.retreats" rules.retreats,
    "rules.advances" rules.advances,
    "rules.attacks" rules.attacks,
    "rules.procedures" rules.procedures,
    "rules.choices" rules.choices,
    "rules.actions" rules.actions,
    "rules.parameters" rules.parameters,
    "rules.rules" rules.rules,
    "rules.victories" rules.victories,
}

impl<'a> Lists<'a> {
    /// The lists of a game, for promises that mention these names.
    pub fn new(model: &'a Model, wanted: BTreeSet<String>, scopes: (Names, Names)) -> Self {
        let lists =
            Lists { model, wanted, scopes, heads: RefCell::default(), lists: RefCell::default(), left: Cell::new(0) };
        lists.left.set(lists.bound());
        lists
    }

    /// Whether the promises so far looked at more records than they may.
    pub fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    /// How many records all promises may look at.
    pub fn bound(&self) -> usize {
        let Model { units, places, edges, .. } = self.model;
        (units.len() + places.len() + edges.len()).saturating_mul(RECORDS_EACH).saturating_add(RECORDS)
    }

    /// The list of that name, if there is one.
    pub fn list(&self, name: &str) -> Option<Rc<RecordList>> {
        if let Some(known) = self.lists.borrow().get(name) {
            return known.clone();
        }
        let made = self.make(name).map(Rc::new);
        self.lists.borrow_mut().insert(name.to_string(), made.clone());
        made
    }

    /// Names to suggest instead of one that means nothing.
    pub fn known(&self) -> impl Iterator<Item = &'static str> {
        HEADS.iter().copied().chain(places::LISTS.iter().copied()).chain(["edges"])
    }

    /// How many pieces of cardboard a unit has, every copy counted.
    pub fn pieces(&self, unit: usize) -> i64 {
        let Some(unit) = self.model.units.get(unit) else { return 0 };
        let mut counters: Vec<usize> = unit.steps.iter().map(|step| step.counter.index).collect();
        counters.dedup();
        i64::from(unit.copies) * i64::try_from(counters.len()).unwrap_or(i64::MAX)
    }

    fn make(&self, name: &str) -> Option<RecordList> {
        let (units, of_places) = &self.scopes;
        match name {
            "edges" => Some(places::edges(self.model, &self.wanted, of_places)),
            "units" => Some(self.units(&units.types)?),
            name if places::LISTS.contains(&name) => Some(places::list(name, self.model, &self.wanted, of_places)),
            _ => {
                let (json, path) = self.json(name)?;
                let mut found = FoundRecords::default();
                self.collect(&json, &path, "", &mut found)?;
                Some(found.list(&BTreeMap::new()))
            }
        }
    }

    /// Units with the fields that all conditions on units know, and those of the engine data.
    fn units(&self, known: &BTreeMap<String, Type>) -> Option<RecordList> {
        let (json, _) = self.json("units")?;
        let mut found = FoundRecords::default();
        self.collect(&json, &[], "", &mut found)?;
        let declared = play::DeclaredUnits::of(self.model);
        for ((_, record), unit) in found.records.iter_mut().zip(&self.model.units) {
            let fields = play::UnitFields { unit, step: None, declared };
            record.extend(self.wanted.iter().filter_map(|name| Some((name.clone(), fields.get(name)?))));
        }
        Some(found.list(known))
    }

    /// The part of the engine data that a name begins with, and the rest of the name.
    fn json<'n>(&self, name: &'n str) -> Option<(Rc<Json>, Vec<&'n str>)> {
        let begins =
            |head: &&&str| name.strip_prefix(**head).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        let head = HEADS.iter().find(begins)?;
        let mut heads = self.heads.borrow_mut();
        let json = heads.entry(head).or_insert_with(|| Rc::new(self::head(self.model, head)));
        Some((json.clone(), name[head.len()..].split('.').skip(1).collect()))
    }

    /// The records at the end of a path, `within` those on the way; nothing if it leads to none.
    fn collect(&self, json: &Json, path: &[&str], within: &str, found: &mut FoundRecords) -> Option<()> {
        match (json, path) {
            (Json::Object(parts), [next, rest @ ..]) => self.collect(parts.get(*next)?, rest, within, found),
            (Json::Array(items), []) => {
                for (at, item) in items.iter().enumerate() {
                    let record = item.as_object()?;
                    let mut fields = records::fields(record, &self.wanted, &mut found.others);
                    fields.insert("number".into(), Value::Number((at + 1).into()));
                    fields.insert("within".into(), within.into());
                    found.records.push((records::name_of(record, at), fields));
                }
                Some(())
            }
            (Json::Array(items), path) => {
                let mut led = items.is_empty();
                for (at, record) in items.iter().filter_map(Json::as_object).enumerate() {
                    let name = records::name_of(record, at);
                    let within = if within.is_empty() { name } else { format!("{within}/{name}") };
                    let Some(next) = record.get(path[0]) else { continue };
                    led |= self.collect(next, &path[1..], &within, found).is_some();
                }
                led.then_some(())
            }
            _ => None,
        }
    }

    /// A single value of the engine data.
    fn single(&self, name: &str) -> Option<Value> {
        let (json, path) = self.json(name)?;
        let mut at = &*json;
        for part in path {
            at = at.as_object()?.get(part)?;
        }
        match at {
            Json::Object(formula) if formula.contains_key("tree") => formula.get("text").and_then(records::value),
            other => records::value(other),
        }
    }
}

impl Scope for Lists<'_> {
    fn type_of(&self, name: &str) -> Option<Type> {
        match self.list(name) {
            Some(list) => Some(Type::Collection(list.fields.clone())),
            None => self.single(name).map(|value| records::type_of(&value)),
        }
    }

    fn names(&self) -> Vec<String> {
        self.known().map(str::to_string).collect()
    }
}

impl Env for Lists<'_> {
    fn value(&self, name: &str) -> Option<Cow<'_, Value>> {
        let value = match self.list(name) {
            Some(list) => Some(Value::Collection(list.records.clone())),
            None => self.single(name),
        };
        value.map(Cow::Owned)
    }

    fn may_look_at(&self, members: usize) -> bool {
        self.left.set(self.left.get().saturating_sub(members));
        !self.is_spent()
    }
}

/// What names mean for one record of a list: its fields, also as `own.X`, then the game.
pub struct OfRecord<'a> {
    /// The game.
    pub lists: &'a Lists<'a>,
    /// Its list.
    pub list: &'a RecordList,
    /// Which it is.
    pub at: usize,
    /// Where the names of the expression are found that asks.
    pub columns: Option<&'a Columns<'a>>,
}

impl RecordList {
    /// Where the names of an expression are found in its records.
    pub fn columns<'e>(&self, expr: &'e Expr) -> Columns<'e> {
        Columns::new(expr, &self.records, field)
    }
}

/// The field that a name asks for.
pub fn field(name: &str) -> &str {
    name.strip_prefix("own.").unwrap_or(name)
}

impl Scope for OfRecord<'_> {
    fn type_of(&self, name: &str) -> Option<Type> {
        self.list.fields.get(field(name)).cloned().or_else(|| self.lists.type_of(name))
    }

    fn names(&self) -> Vec<String> {
        let of_places = self.lists.scopes.1.types.keys().cloned();
        self.list.fields.keys().cloned().chain(of_places).chain(self.lists.names()).collect()
    }
}

impl Env for OfRecord<'_> {
    fn value(&self, name: &str) -> Option<Cow<'_, Value>> {
        let known = self.columns.and_then(|columns| columns.of(name));
        let column = known.unwrap_or_else(|| self.list.records.column(field(name)));
        let own = column.and_then(|column| self.list.records.cell(self.at, column));
        own.map(Cow::Borrowed).or_else(|| self.lists.value(name))
    }

    fn may_look_at(&self, members: usize) -> bool {
        self.lists.may_look_at(members)
    }
}
