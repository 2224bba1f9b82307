//! Distances around a unit that players can look at: what a value says with `range = true`.

use super::codec::key::Key;
use super::codec::piece::Piece;
use super::codec::traits::{AreaOfEffect, Trait};
use super::keys;
use super::names::{plain, property};
use super::parts::Parts;
use super::pieces::prototype;
use crate::model::{Model, Unit, ValueKindOf};

/// Colour of the shade: seen on every ground, and unlike the colours of most sides.
const SHADE: &str = "40,110,190";

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

/// A prototype for each such value.
pub fn prototypes(parts: &Parts<'_>) -> Vec<(String, Piece)> {
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
    ranges(parts.game.model).map(shade).collect()
}

/// The prototypes of a unit that has such values.
pub fn of(parts: &Parts<'_>, unit: &Unit) -> Vec<Trait> {
    let has = |value: &ValueKindOf| unit.steps.iter().any(|step| step.values.contains_key(&value.id));
    ranges(parts.game.model).filter(|(_, value)| has(value)).map(|(_, value)| prototype(name(value))).collect()
}
