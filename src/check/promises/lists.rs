//! The lists of a game that promises are about: those of the engine data, by their names there.

use super::places;
use super::records::{self, List};
use crate::expr::{Env, Names, Record, Scope, Type, Value};
use crate::model::Model;
use crate::play;
use serde_json::Value as Json;
use std::cell::RefCell;
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
    lists: RefCell<BTreeMap<String, Option<Rc<List>>>>,
}

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
        Lists { model, wanted, scopes, heads: RefCell::default(), lists: RefCell::default() }
    }

    /// The list of that name, if there is one.
    pub fn list(&self, name: &str) -> Option<Rc<List>> {
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

    fn make(&self, name: &str) -> Option<List> {
        let (units, of_places) = &self.scopes;
        match name {
            "edges" => Some(places::edges(self.model, &self.wanted, of_places)),
            "units" => Some(List::new(self.units()?, &units.types)),
            name if places::LISTS.contains(&name) => Some(places::list(name, self.model, &self.wanted, of_places)),
            _ => {
                let (json, path) = self.json(name)?;
                let mut found = Vec::new();
                self.collect(&json, &path, "", &mut found)?;
                Some(List::new(found, &BTreeMap::new()))
            }
        }
    }

    /// Units with the fields that all conditions on units know, and those of the engine data.
    fn units(&self) -> Option<Vec<(String, Record)>> {
        let (json, _) = self.json("units")?;
        let mut found = Vec::new();
        self.collect(&json, &[], "", &mut found)?;
        for ((_, record), unit) in found.iter_mut().zip(&self.model.units) {
            record.extend(play::unit_values(unit, None, play::Declared::of(self.model)));
        }
        Some(found)
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
    fn collect(&self, json: &Json, path: &[&str], within: &str, found: &mut Vec<(String, Record)>) -> Option<()> {
        match (json, path) {
            (Json::Object(parts), [next, rest @ ..]) => self.collect(parts.get(*next)?, rest, within, found),
            (Json::Array(items), []) => {
                for (at, item) in items.iter().enumerate() {
                    let record = item.as_object()?;
                    let mut fields = records::fields(record, &self.wanted);
                    fields.insert("number".into(), Value::Number((at + 1).into()));
                    fields.insert("within".into(), within.into());
                    found.push((records::name_of(record, at), fields));
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
    fn value(&self, name: &str) -> Option<Value> {
        match self.list(name) {
            Some(list) => Some(Value::Collection(list.records.clone())),
            None => self.single(name),
        }
    }
}

/// What names mean for one record of a list: its fields, also as `own.X`, then the game.
pub struct OfRecord<'a> {
    /// The game.
    pub lists: &'a Lists<'a>,
    /// Its list.
    pub list: &'a List,
    /// Which it is.
    pub at: usize,
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
    fn value(&self, name: &str) -> Option<Value> {
        let own = self.list.records.get(self.at).and_then(|record| record.get(field(name)));
        own.cloned().or_else(|| self.lists.value(name))
    }
}
