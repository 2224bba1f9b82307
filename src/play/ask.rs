//! What expressions can ask of a position. See `docs/rules.md`.
//!
//! Everything is looked up when it is asked for: a supply line is traced only if a formula speaks of
//! supply, a region is gone through only if it is named.

use super::fields::{DeclaredUnits, PlaceFields, UnitFields};
use super::history::Subject;
use super::position::Position;
use super::procedure::{Fight, answer, compute};
use super::supply::{place_supplied, reaches_place, reaches_unit, unit_supplied};
use super::zones::in_zone;
use crate::expr::{Env, Expr, Number, Record, Value, Values, eval};
use crate::model::{Edge, Formula, PlaceKind};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// What is going on: whose names mean what.
pub(super) struct Ask<'p, 'm> {
    /// The position.
    pub position: &'p Position<'m>,
    /// A unit whose fields are asked for by plain names.
    pub unit: Option<usize>,
    /// The step it makes from one place to the next.
    pub edge: Option<&'p Edge>,
    /// The units that move together, itself among them; none: it moves alone.
    pub movers: &'p [usize],
    /// The fight it is in.
    pub fight: Option<&'p Fight>,
    /// A place that a supply line enters.
    pub to: Option<usize>,
    /// The side for which friends and enemies are told apart.
    pub side: Option<usize>,
    /// Anything else.
    pub extra: Values,
}

impl<'p, 'm> Ask<'p, 'm> {
    pub fn new(position: &'p Position<'m>) -> Self {
        Self { position, unit: None, edge: None, movers: &[], fight: None, to: None, side: None, extra: Values::new() }
    }

    /// A unit that acts by itself, or crosses to the next place.
    pub fn unit(position: &'p Position<'m>, unit: usize, edge: Option<&'p Edge>) -> Self {
        Self { unit: Some(unit), edge, side: Some(position.side(unit)), ..Self::new(position) }
    }

    /// The value of a formula.
    pub fn value(&self, formula: &Formula) -> Result<Value, String> {
        let env = AskedFormula { ask: self, expr: &formula.expr, wanted: OnceCell::new() };
        eval(&formula.expr, &env).map_err(|problem| format!("`{}`: {}", formula.text, problem.message))
    }

    /// Whether a condition holds; one that is not there does.
    pub fn holds(&self, formula: Option<&Formula>) -> Result<bool, String> {
        let Some(formula) = formula else { return Ok(true) };
        match self.value(formula)? {
            Value::Bool(yes) => Ok(yes),
            other => Err(format!("`{}` is {other}, not yes or no", formula.text)),
        }
    }

    /// The number a formula gives.
    pub fn number(&self, formula: &Formula) -> Result<Number, String> {
        match self.value(formula)? {
            Value::Number(number) => Ok(number),
            other => Err(format!("`{}` is {other}, not a number", formula.text)),
        }
    }
}

/// An [`Ask`] with the formula that asks.
struct AskedFormula<'a, 'p, 'm> {
    ask: &'a Ask<'p, 'm>,
    expr: &'a Expr,
    /// The names that it mentions: records of collections have only those fields.
    wanted: OnceCell<BTreeSet<&'a str>>,
}

impl Env for AskedFormula<'_, '_, '_> {
    fn value(&self, name: &str) -> Option<Cow<'_, Value>> {
        let Ask { position, extra, .. } = self.ask;
        let said = extra.get(name).or_else(|| position.conditions.get(name));
        said.map(Cow::Borrowed).or_else(|| self.found(name).map(Cow::Owned))
    }
}

impl AskedFormula<'_, '_, '_> {
    /// The value of a name that is not a condition.
    fn found(&self, name: &str) -> Option<Value> {
        let Ask { position, unit, edge, movers, fight, to, side, .. } = self.ask;
        if let Some((prefix, field)) = name.split_once('.') {
            return match prefix {
                "region" => {
                    let region = position.model.regions.iter().find(|region| region.id == field)?;
                    Some(Value::collection(region.places.iter().map(|place| self.place_record(place.index))))
                }
                "procedure" => self.procedure(field, *unit),
                "parameter" => {
                    let parameter = position.model.rules.parameters.iter().find(|own| own.id == field)?;
                    Some(Value::Number(Number::new(parameter.value, 1)))
                }
                "supply" => position.unit_field((*unit)?, &[(*unit)?], name),
                "to" => self.of_place(edge.map_or(*to, |edge| Some(edge.to.index))?, field),
                "from" => self.of_place((*edge)?.from.index, field),
                "area" => self.place_value(self.area()?, *side, field),
                "attack-lead" => position.unit_field(fight.as_ref()?.attack_lead?, &fight.as_ref()?.attackers, field),
                "defence-lead" => position.unit_field(fight.as_ref()?.defence_lead?, &fight.as_ref()?.defenders, field),
                _ => None,
            };
        }
        if let Some(fight) = fight {
            match name {
                "attackers" => return Some(self.units(&fight.attackers)),
                "defenders" => return Some(self.units(&fight.defenders)),
                "attack-assets" => return Some(self.units(&position.assets(&fight.attackers))),
                "defence-assets" => return Some(self.units(&position.assets(&fight.defenders))),
                "attack-markers" => {
                    return Some(position.markers_as(fight.attack_markers.iter().map(|marker| (*marker, false))));
                }
                "defence-markers" => {
                    return Some(position.markers_as(fight.defence_markers.iter().map(|marker| (*marker, false))));
                }
                "area-markers" => return self.of_place(self.area()?, "markers"),
                "area-units" => return self.of_place(self.area()?, "units"),
                "area-near" => return self.of_place(self.area()?, "near"),
                _ => {}
            }
        }
        if let Some(edge) = edge {
            if name == "boundary-name" {
                return Some(position.boundary_name(edge));
            }
            let word = match name {
                "boundary" => Some(edge.boundary.as_deref().unwrap_or_default()),
                "crossing" => Some(edge.crossing.as_deref().unwrap_or_default()),
                "way" => Some(edge.ways.first().map_or("", String::as_str)),
                "by" => Some(edge.by.word()),
                _ => None,
            };
            let connection = Subject::connection(edge.from.index, edge.to.index);
            let asked = word.map(|word| Value::Text(word.to_string()));
            if let Some(value) = asked.or_else(|| position.remembered(connection, name)) {
                return Some(value);
            }
        }
        match unit {
            Some(unit) if name == "assets" => Some(self.units(&position.assets(&[*unit]))),
            Some(_) if name == "movers" => Some(self.units(movers)),
            Some(unit) => self.fighter(*unit, &[*unit], name).or_else(|| self.all_units(name)),
            None if name == "side" => Some(Value::Text(position.model.sides[(*side)?].id.clone())),
            None => self.all_units(name),
        }
        .or_else(|| (name == "scenario").then(|| position.scenario_id()))
    }

    /// The names that the formula mentions.
    fn wanted(&self) -> &BTreeSet<&str> {
        self.wanted.get_or_init(|| self.expr.names().iter().map(|mention| mention.name).collect())
    }

    /// The place of a fight, or else that of the unit that acts.
    fn area(&self) -> Option<usize> {
        let own = self.ask.unit.and_then(|unit| self.ask.position.place_of(unit));
        self.ask.fight.and_then(|fight| fight.at).or(own)
    }

    /// A field of a place, or what lies, stands or borders there.
    fn of_place(&self, place: usize, field: &str) -> Option<Value> {
        let position = self.ask.position;
        match field {
            "markers" => Some(position.markers_as(position.markers_in(place))),
            "units" => Some(self.units(&position.units_in(place).collect::<Vec<_>>())),
            "near" => {
                let near = position.neighbours(place);
                Some(Value::collection(near.map(|near| self.place_record(near))))
            }
            _ => {
                let attackers = self.ask.fight.map_or(&[][..], |fight| &fight.attackers);
                let bearing = self.ask.unit.and_then(|unit| position.bearing(unit, place, attackers, field));
                bearing.or_else(|| position.place_field(place, self.ask.side, field))
            }
        }
    }

    /// A field of a place, or the units that stand there.
    fn place_value(&self, place: usize, side: Option<usize>, field: &str) -> Option<Value> {
        let position = self.ask.position;
        let units = || (field == "units").then(|| self.units(&position.units_in(place).collect::<Vec<_>>()));
        position.place_field(place, side, field).or_else(units)
    }

    /// `units` by itself: all that are in play.
    fn all_units(&self, name: &str) -> Option<Value> {
        let all = || self.ask.position.units.keys().copied().collect::<Vec<_>>();
        (name == "units").then(|| self.units(&all()))
    }

    /// A field of a unit, and in a fight how it stands to the place that is fought for.
    fn fighter(&self, unit: usize, among: &[usize], name: &str) -> Option<Value> {
        if let Some(id) = name.strip_prefix("procedure.") {
            return self.procedure(id, Some(unit));
        }
        let facing = self.ask.fight.and_then(|fight| self.ask.position.facing(unit, fight.at, name));
        facing.or_else(|| self.ask.position.unit_field(unit, among, name))
    }

    /// What a procedure comes to in the same fight, for a unit if one is meant.
    fn procedure(&self, id: &str, unit: Option<usize>) -> Option<Value> {
        let position = self.ask.position;
        let procedure = position.model.rules.procedures.iter().find(|procedure| procedure.id == id)?;
        let fight = Fight { unit, ..self.ask.fight.cloned().unwrap_or_default() };
        let answers = answer(position, &procedure.inputs, &Values::new(), &fight).ok()?;
        compute(procedure, &answers).ok().map(|computed| Value::Number(computed.total))
    }

    fn place_record(&self, place: usize) -> Record {
        let field = |name: &&str| Some(((*name).to_string(), self.place_value(place, None, name)?));
        self.wanted().iter().filter_map(field).collect()
    }

    fn units(&self, units: &[usize]) -> Value {
        let record = |unit: &usize| -> Record {
            let field = |name: &&str| Some(((*name).to_string(), self.fighter(*unit, units, name)?));
            self.wanted().iter().filter_map(field).collect()
        };
        Value::collection(units.iter().map(record))
    }
}

fn whole(number: usize) -> Option<Value> {
    Some(Value::Number(Number::new(i64::try_from(number).unwrap_or(i64::MAX), 1)))
}

fn text(text: &str) -> Option<Value> {
    Some(Value::Text(text.to_string()))
}

/// A state as part of a name: `step 2` is asked for as `enemies-step-2`.
fn state_word(state: &str) -> String {
    state.replace(' ', "-")
}

impl Position<'_> {
    /// A field of a unit as it stands, among the units of a collection.
    pub(super) fn unit_field(&self, unit: usize, among: &[usize], field: &str) -> Option<Value> {
        let model = self.model;
        let stand = self.units.get(&unit);
        if let Some(value) = self.remembered(Subject::Unit(unit), field) {
            return Some(value);
        }
        if let Some(rule) = field.strip_prefix("supply.") {
            return reaches_unit(self, rule, unit).map(Value::Bool);
        }
        match field {
            "state" => text(self.state(unit)),
            "at" => text(self.place_of(unit).map_or("", |place| &model.places[place].id)),
            "with" => text(self.owner(unit).map_or("", |owner| &model.units[owner].id)),
            "strength-now" => Some(Value::Number(Number::new(self.strength(unit).unwrap_or(0), 1))),
            "supplied" => Some(Value::Bool(unit_supplied(self, unit))),
            "status" => Some(self.status_words(&[unit])),
            "formation-status" => {
                let formation = model.units[unit].formation.as_ref();
                let comrade = |other: &usize| {
                    *other == unit || formation.is_some() && model.units[*other].formation.as_ref() == formation
                };
                Some(self.status_words(&self.units.keys().copied().filter(comrade).collect::<Vec<_>>()))
            }
            "comrades" => {
                let formation = model.units[unit].formation.as_ref();
                let comrade =
                    |other: &&usize| formation.is_some() && model.units[**other].formation.as_ref() == formation;
                whole(among.iter().filter(comrade).count())
            }
            _ => {
                let step = stand.and_then(|stand| model.units[unit].steps.get(stand.step));
                let printed = UnitFields { unit: &model.units[unit], step, declared: DeclaredUnits::of(model) };
                let value = field.strip_prefix("printed-").filter(|value| model.values.iter().any(|v| v.id == *value));
                match value {
                    Some(value) => printed.get(value),
                    None => self.changed(unit, printed, field),
                }
            }
        }
    }

    /// A field of a place as it is now; with a side, also what stands there of it and against it.
    pub(super) fn place_field(&self, place: usize, side: Option<usize>, field: &str) -> Option<Value> {
        let model = self.model;
        if let Some(value) = self.remembered(Subject::Place(place), field) {
            return Some(value);
        }
        if let Some(rule) = field.strip_prefix("supply.") {
            return reaches_place(self, rule, place).map(Value::Bool);
        }
        let of_side = |name: &str| model.sides.iter().position(|side| side.id == name);
        if let Some(own) = field.strip_prefix("units-").and_then(of_side) {
            return whole(self.units_in(place).filter(|unit| self.side(*unit) == own).count());
        }
        match field {
            "id" => return text(&model.places[place].id),
            "control" => return text(self.control[place].map_or("", |side| &model.sides[side].id)),
            "supplied" => return Some(Value::Bool(place_supplied(self, place))),
            "contested" => {
                let mut sides = self.units_in(place).map(|unit| self.side(unit));
                let first = sides.next();
                return Some(Value::Bool(sides.any(|side| !first.is_some_and(|first| model.allied(first, side)))));
            }
            _ => {}
        }
        if let Some(side) = side {
            let class = |place: usize| match &model.places[place].kind {
                PlaceKind::Area { class, .. } => class.as_str(),
                _ => "",
            };
            let count = |places: &mut dyn Iterator<Item = usize>, enemy: bool| {
                whole(
                    places
                        .flat_map(|place| self.units_in(place).collect::<Vec<_>>())
                        .filter(|unit| self.opposes(*unit, side) == enemy)
                        .count(),
                )
            };
            let near = || self.neighbours(place);
            match field {
                "friend-zoc" => return in_zone(self, place, side, false).ok().map(Value::Bool),
                "enemy-zoc" => return in_zone(self, place, side, true).ok().map(Value::Bool),
                "friends" => return count(&mut std::iter::once(place), false),
                "enemies" => return count(&mut std::iter::once(place), true),
                "friends-near" => return count(&mut near(), false),
                "enemies-near" => return count(&mut near(), true),
                "enemies-near-alike" => return count(&mut near().filter(|near| class(*near) == class(place)), true),
                "enemy-areas-near" => {
                    return whole(
                        near()
                            .filter(|near| self.control[*near].is_some_and(|control| !model.allied(control, side)))
                            .count(),
                    );
                }
                _ => {}
            }
            for (prefix, enemy) in [("enemies-", true), ("friends-", false)] {
                let Some(word) = field.strip_prefix(prefix) else { continue };
                let fits = |unit: &usize| self.opposes(*unit, side) == enemy && state_word(self.state(*unit)) == word;
                return whole(self.units_in(place).filter(fits).count());
            }
        }
        let printed = PlaceFields { place: &model.places[place], attributes: &model.attributes }.get(field);
        printed.or_else(|| (field == "feature").then(|| self.feature(place)).flatten())
    }

    /// The kind of thing in a hex; the first, if there are several.
    fn feature(&self, place: usize) -> Option<Value> {
        let mut sites = self.model.maps.iter().flat_map(|map| &map.sites);
        let own = sites.find(|site| site.at.iter().any(|at| at.index == place));
        text(own.map_or("", |site| &site.kind))
    }

    /// The id of the scenario that is played, or an empty text.
    fn scenario_id(&self) -> Value {
        Value::Text(self.scenario.map_or_else(String::new, |scenario| self.model.scenarios[scenario].id.clone()))
    }

    /// Markers as a collection.
    fn markers_as(&self, markers: impl Iterator<Item = (usize, bool)>) -> Value {
        let model = self.model;
        Value::collection(markers.map(|(marker, back)| {
            let face = model.face_of(marker, back).map_or("", |face| face.state.as_str());
            let marker = &model.markers[marker];
            let value = |text: &str| Value::Text(text.to_string());
            Record::from([
                ("id".to_string(), value(&marker.id)),
                ("side".to_string(), value(marker.side.as_ref().map_or("", |side| &side.id))),
                ("formation".to_string(), value(marker.formation.as_ref().map_or("", |f| &f.id))),
                ("face".to_string(), value(face)),
            ])
        }))
    }

    /// Markers in a place.
    fn markers_in(&self, place: usize) -> impl Iterator<Item = (usize, bool)> {
        self.markers.iter().filter(move |(_, at, _)| *at == place).map(|(marker, _, back)| (*marker, *back))
    }
}
