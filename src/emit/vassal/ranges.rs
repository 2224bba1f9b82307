//! Distances around a unit that players can look at: values with `range = true`, and its zone of control.

use super::codec::key::Key;
use super::codec::piece::Piece;
use super::codec::traits::{AreaOfEffect, Trait};
use super::keys;
use super::names::{plain, property};
use super::parts::Parts;
use super::pieces::prototype;
use crate::expr::{Value, eval};
use crate::model::{Formula, Model, Unit, ValueKindOf};
use crate::play::{Declared, UnitFields};

/// Colour of the shade: seen on every ground, and unlike the colours of most sides.
const SHADE: &str = "40,110,190";

/// Colour of a zone of control.
const ZONE_SHADE: &str = "200,60,40";

/// The values that are distances.
pub fn ranges(model: &Model) -> impl Iterator<Item = (usize, &ValueKindOf)> {
    model.values.iter().filter(|value| value.range).enumerate()
}

fn name(value: &ValueKindOf) -> String {
    format!("Range {}", value.id)
}

/// What the command is called.
pub fn command(value: &ValueKindOf) -> String {
    format!("Show {}", plain(&value.name).to_lowercase())
}

/// The name of the prototype of units that exert a zone of control.
const ZONE: &str = "Zone of control";

/// What the command that shows a zone of control is called; none if the game has none, or no hexes or squares.
pub fn zone_command(model: &Model) -> Option<String> {
    let hexes = model.places.iter().any(|place| place.kind.cell().is_some());
    let zone = model.rules.zone_of_control.as_ref().filter(|_| hexes)?;
    Some(format!("Show {}", plain(&zone.name).to_lowercase()))
}

/// Whether a unit may exert one: not if nothing but what it is rules it out.
fn exerts(model: &Model, unit: &Unit) -> bool {
    let Some(zone) = &model.rules.zone_of_control else { return false };
    let values = UnitFields { unit, step: None, declared: Declared::of(model) };
    let ruled_out = |when: &Formula| eval(&when.expr, &values).is_ok_and(|value| value == Value::Bool(false));
    !zone.when.as_ref().is_some_and(ruled_out)
}

/// A prototype for each such value, and one for the zone of control.
pub fn prototypes(parts: &Parts<'_>) -> Vec<(String, Piece)> {
    let zone = zone_command(parts.game.model).map(|command| {
        let shade = AreaOfEffect {
            color: ZONE_SHADE.into(),
            opacity: 25,
            always_active: false,
            command,
            key: keys::zone(),
            name: "Zone_of_control".into(),
            global: false,
            ..AreaOfEffect::default()
        };
        (ZONE.to_string(), Piece::of([shade]))
    });
    let shade = |(n, value): (usize, &ValueKindOf)| {
        let shade = AreaOfEffect {
            color: SHADE.into(),
            opacity: 25,
            always_active: false,
            command: command(value),
            // The first has a key; more than one is rare.
            key: if n == 0 { keys::range() } else { Key::named(format!("range-{}", property(&value.id))) },
            fixed: false,
            radius_property: property(&value.id),
            name: format!("Range_{}", property(&value.id)),
            global: false,
            ..AreaOfEffect::default()
        };
        (name(value), Piece::of([shade]))
    };
    zone.into_iter().chain(ranges(parts.game.model).map(shade)).collect()
}

/// The prototypes of a unit that has such values.
pub fn of(parts: &Parts<'_>, unit: &Unit) -> Vec<Trait> {
    let has = |value: &ValueKindOf| unit.steps.iter().any(|step| step.values.contains_key(&value.id));
    let model = parts.game.model;
    let zone = zone_command(model).filter(|_| exerts(model, unit)).map(|_| prototype(ZONE.to_string()));
    let ranges = ranges(model).filter(|(_, value)| has(value)).map(|(_, value)| prototype(name(value)));
    zone.into_iter().chain(ranges).collect()
}
