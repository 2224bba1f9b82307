//! The fields of units and places as they are printed.

use crate::expr::{Env, Number, Value};
use crate::model::{AttributeInfo, Model, Place, PlaceKind, Printed, Scalar, Step, Unit, UnitType, ValueKindOf};
use crate::syntax::{AttributeKind, AttributeOf};
use std::borrow::Cow;

fn whole(number: usize) -> Value {
    Value::Number(Number::new(i64::try_from(number).unwrap_or(i64::MAX), 1))
}

fn text(text: &str) -> Value {
    Value::Text(text.to_string())
}

/// The fields of a place as it is printed, looked up one by one.
#[derive(Debug, Clone, Copy)]
pub struct PlaceFields<'a> {
    /// The place.
    pub place: &'a Place,
    /// The attributes that the game declares. One that the place lacks has the empty value of its kind.
    pub attributes: &'a [AttributeInfo],
}

impl PlaceFields<'_> {
    /// The value of a field, if places have it.
    pub fn get(&self, name: &str) -> Option<Value> {
        let Self { place, attributes } = *self;
        if let Some(scalar) = place.attributes.get(name) {
            return Some(attribute(scalar));
        }
        let (class, terrain, control) = match &place.kind {
            PlaceKind::Area { class, terrain, control, .. } => (class.as_str(), terrain.as_str(), control.as_ref()),
            PlaceKind::Hex { terrain, control, .. } => ("hex", terrain.as_str(), control.as_ref()),
            PlaceKind::Square { terrain, control, .. } => ("square", terrain.as_str(), control.as_ref()),
            PlaceKind::Box(_) | PlaceKind::Space { .. } | PlaceKind::Slot { .. } => ("", "", None),
        };
        Some(match name {
            "id" => text(&place.label),
            "name" => text(place.name.as_deref().unwrap_or_default()),
            "map" => text(place.map.as_ref().map_or("", |map| &map.id)),
            "class" => text(class),
            "terrain" => text(terrain),
            "control" => text(control.map_or("", |side| &side.id)),
            _ => return blank(attributes, &[AttributeOf::Area, AttributeOf::Hex, AttributeOf::Square], name),
        })
    }
}

impl Env for PlaceFields<'_> {
    fn value(&self, name: &str) -> Option<Cow<'_, Value>> {
        self.get(name).map(Cow::Owned)
    }
}

/// What a game declares of its units.
#[derive(Debug, Clone, Copy)]
pub struct DeclaredUnits<'a> {
    /// Attributes.
    pub attributes: &'a [AttributeInfo],
    /// Values.
    pub values: &'a [ValueKindOf],
    /// Types.
    pub types: &'a [UnitType],
}

impl<'a> DeclaredUnits<'a> {
    /// What the game of a model declares.
    pub fn of(model: &'a Model) -> Self {
        Self { attributes: &model.attributes, values: &model.values, types: &model.types }
    }
}

/// The fields of a unit with the values of one of its steps, looked up one by one.
#[derive(Debug, Clone, Copy)]
pub struct UnitFields<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// Its step; the first if none is given.
    pub step: Option<&'a Step>,
    /// What the game declares of units. An attribute that the unit lacks has the empty value of its kind.
    pub declared: DeclaredUnits<'a>,
}

impl UnitFields<'_> {
    /// The value of a field, if units have it.
    pub fn get(&self, name: &str) -> Option<Value> {
        let Self { unit, declared, .. } = *self;
        if let Some(scalar) = unit.attributes.get(name) {
            return Some(attribute(scalar));
        }
        Some(match name {
            "id" => text(&unit.id),
            "name" => text(&unit.name),
            "side" => text(&unit.side.id),
            "formation" => text(unit.formation.as_ref().map_or("", |f| &f.id)),
            "type" => text(&unit.unit_type.id),
            "groups" => {
                let groups = declared.types.get(unit.unit_type.index).into_iter().flat_map(|own| &own.groups);
                Value::List(groups.map(|group| text(group)).collect())
            }
            "size" => text(unit.size.as_ref().map_or("", |s| &s.id)),
            "layout" => text(&unit.layout),
            "setup" => text(unit.setup.as_ref().map_or("", |setup| &setup.code)),
            "arrives" => {
                let turn = unit.arrives.as_ref().and_then(|arrives| arrives.turn).unwrap_or(0);
                Value::Number(Number::new(turn, 1))
            }
            "full-state" => text(unit.steps.first().map_or("", |step| &step.state)),
            "status" => Value::List(Vec::new()),
            "independent" => Value::Bool(unit.independent),
            _ => return self.printed(name).or_else(|| blank(declared.attributes, &[AttributeOf::Unit], name)),
        })
    }

    /// A value that is printed on the step; 0 if the game has such values and the step does not.
    fn printed(&self, name: &str) -> Option<Value> {
        let step = self.step.or(self.unit.steps.first());
        match step.and_then(|step| step.values.get(name)) {
            Some(Printed::Number(number)) => Some(Value::Number(*number)),
            _ => self.declared.values.iter().any(|kind| kind.id == name).then(|| whole(0)),
        }
    }
}

impl Env for UnitFields<'_> {
    fn value(&self, name: &str) -> Option<Cow<'_, Value>> {
        self.get(name).map(Cow::Owned)
    }
}

/// What a game declares as an attribute, where nothing says more.
fn blank(attributes: &[AttributeInfo], of: &[AttributeOf], name: &str) -> Option<Value> {
    let info = attributes.iter().find(|info| info.id == name && of.contains(&info.of))?;
    Some(match info.kind {
        AttributeKind::Number => whole(0),
        AttributeKind::YesNo => Value::Bool(false),
        AttributeKind::Text | AttributeKind::Choice => text(""),
    })
}

/// An attribute as a value.
pub(super) fn attribute(scalar: &Scalar) -> Value {
    match scalar {
        Scalar::Bool(yes) => Value::Bool(*yes),
        Scalar::Number(number) => Value::Number(Number::new(*number, 1)),
        Scalar::Text(content) => text(content),
    }
}
