//! Distances around a unit that players can look at: values with `range = true`, and its zone of control.

use super::codec::key::Key;
use super::codec::piece::Piece;
use super::codec::traits::{AreaOfEffect, Trait};
use super::keys;
use super::names::{plain, property};
use super::parts::Parts;
use super::shared_traits::prototype;
use crate::expr::{ExprKind, Value, eval};
use crate::geometry::cells::{CellShape, Neighbours};
use crate::model::{Formula, Model, Step, Unit, ValueKindOf};
use crate::play::{DeclaredUnits, UnitFields};
use std::collections::BTreeSet;

/// Colour of the shade: seen on every ground, and unlike the colours of most sides.
const SHADE: &str = "40,110,190";

/// Colour of a zone of control.
const ZONE_SHADE: &str = "200,60,40";

/// Whether VASSAL can shade what lies within so many steps: hexes, and squares that touch at corners too. On every other
/// map it draws a circle of so many pixels, and of squares with four neighbours those at the corners as well.
fn can_shade(model: &Model) -> bool {
    let shapes = model.maps.iter().filter_map(|map| Some(map.grid.as_ref()?.grid.shape));
    shapes.into_iter().any(|shape| matches!(shape, CellShape::Hex(_) | CellShape::Square(Neighbours::Eight)))
}

/// The values that are distances, where a map can show them.
pub fn ranges(model: &Model) -> impl Iterator<Item = (usize, &ValueKindOf)> {
    let shown = can_shade(model);
    model.values.iter().filter(move |value| shown && value.range).enumerate()
}

fn name(value: &ValueKindOf) -> String {
    format!("Range {}", value.id)
}

/// What the command is called.
pub fn command(value: &ValueKindOf) -> String {
    format!("Show {}", plain(&value.name).to_lowercase())
}

/// What the command that shows a zone of control is called; none if the game has none, or no map that can show it.
pub fn zone_command(model: &Model) -> Option<String> {
    let zone = model.rules.zone_of_control.as_ref().filter(|_| can_shade(model))?;
    Some(format!("Show {}", plain(&zone.name).to_lowercase()))
}

/// How far a zone of control reaches.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum ZoneReach {
    /// So far on every step of the unit.
    Steps(i32),
    /// As far as a value that its steps print.
    Value(String),
}

impl ZoneReach {
    /// The name of the prototype of units whose zone reaches so far.
    fn prototype(&self) -> String {
        match self {
            Self::Steps(1) => "Zone of control".to_string(),
            Self::Steps(far) => format!("Zone of control over {far}"),
            Self::Value(id) => format!("Zone of control by {id}"),
        }
    }
}

/// How far the zone of a unit reaches, if that depends on the unit alone.
fn reach(model: &Model, unit: &Unit) -> Option<ZoneReach> {
    let zone = model.rules.zone_of_control.as_ref().filter(|_| exerts(model, unit))?;
    let Some(range) = &zone.range else { return Some(ZoneReach::Steps(1)) };
    let of_step = |step: &Step| {
        let values = UnitFields { unit, step: Some(step), declared: DeclaredUnits::of(model) };
        match eval(&range.expr, &values) {
            Ok(Value::Number(far)) => i32::try_from(far.floor().to_whole()?).ok(),
            _ => None,
        }
    };
    let steps: Vec<i32> = unit.steps.iter().map(of_step).collect::<Option<_>>()?;
    let farthest = steps.iter().max().copied().filter(|far| *far > 0)?;
    match &range.expr.kind {
        ExprKind::Name(value) if steps.iter().any(|far| *far != farthest) => Some(ZoneReach::Value(value.clone())),
        _ => Some(ZoneReach::Steps(farthest)),
    }
}

/// Whether a unit may exert one: not if nothing but what it is rules it out.
fn exerts(model: &Model, unit: &Unit) -> bool {
    let Some(zone) = &model.rules.zone_of_control else { return false };
    let values = UnitFields { unit, step: None, declared: DeclaredUnits::of(model) };
    let ruled_out = |when: &Formula| eval(&when.expr, &values).is_ok_and(|value| value == Value::Bool(false));
    !zone.when.as_ref().is_some_and(ruled_out)
}

/// A prototype for each such value, and one for each reach of zones of control.
pub fn prototypes(parts: &Parts<'_>) -> Vec<(String, Piece)> {
    let model = parts.game.model;
    let reaches: BTreeSet<ZoneReach> = model.units.iter().filter_map(|unit| reach(model, unit)).collect();
    let zone = |(command, reach): (String, ZoneReach)| {
        let (radius, radius_property) = match &reach {
            ZoneReach::Steps(far) => (*far, String::new()),
            ZoneReach::Value(id) => (1, property(id)),
        };
        let shade = AreaOfEffect {
            color: ZONE_SHADE.into(),
            opacity: 25,
            radius,
            always_active: false,
            command,
            key: keys::zone(),
            fixed: radius_property.is_empty(),
            radius_property,
            name: "Zone_of_control".into(),
            global: false,
            ..AreaOfEffect::default()
        };
        (reach.prototype(), Piece::of([shade]))
    };
    let zones = reaches.into_iter().filter_map(|reach| Some(zone((zone_command(model)?, reach))));
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
    zones.chain(ranges(model).map(shade)).collect()
}

/// The prototypes of a unit that has such values.
pub fn of(parts: &Parts<'_>, unit: &Unit) -> Vec<Trait> {
    let has = |value: &ValueKindOf| unit.steps.iter().any(|step| step.values.contains_key(&value.id));
    let model = parts.game.model;
    let zone = zone_command(model).and_then(|_| reach(model, unit)).map(|reach| prototype(reach.prototype()));
    let ranges = ranges(model).filter(|(_, value)| has(value)).map(|(_, value)| prototype(name(value)));
    zone.into_iter().chain(ranges).collect()
}
