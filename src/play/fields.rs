//! The fields of units and places as they are printed.

use crate::expr::{Number, Value, Values};
use crate::model::{
    AttributeInfo, Attributes, Model, Place, PlaceKind, Printed, Scalar, Step, Unit, UnitType, ValueKindOf,
};
use crate::syntax::{AttributeKind, AttributeOf};

fn whole(number: usize) -> Value {
    Value::Number(Number::new(i64::try_from(number).unwrap_or(i64::MAX), 1))
}

fn text(text: &str) -> Value {
    Value::Text(text.to_string())
}

/// The fields of a place as it is printed.
pub fn place_values(place: &Place, attributes: &[AttributeInfo]) -> Values {
    let mut values = blank(attributes, &[AttributeOf::Area, AttributeOf::Hex]);
    let (class, terrain, control) = match &place.kind {
        PlaceKind::Area { class, terrain, control, .. } => (class.as_str(), terrain.as_str(), control.as_ref()),
        PlaceKind::Hex { terrain, control, .. } => ("hex", terrain.as_str(), control.as_ref()),
        PlaceKind::Box(_) | PlaceKind::Space { .. } | PlaceKind::Slot { .. } => ("", "", None),
    };
    values.insert("id".into(), text(&place.label));
    values.insert("name".into(), text(place.name.as_deref().unwrap_or_default()));
    values.insert("map".into(), text(place.map.as_ref().map_or("", |map| &map.id)));
    values.insert("class".into(), text(class));
    values.insert("terrain".into(), text(terrain));
    values.insert("control".into(), text(control.map_or("", |side| &side.id)));
    add_attributes(&mut values, &place.attributes);
    values
}

/// What a game declares of its units.
#[derive(Debug, Clone, Copy)]
pub struct Declared<'a> {
    /// Attributes.
    pub attributes: &'a [AttributeInfo],
    /// Values.
    pub values: &'a [ValueKindOf],
    /// Types.
    pub types: &'a [UnitType],
}

impl<'a> Declared<'a> {
    /// What the game of a model declares.
    pub fn of(model: &'a Model) -> Self {
        Self { attributes: &model.attributes, values: &model.values, types: &model.types }
    }
}

/// The fields of a unit with the values of one of its steps; the first if none is given.
pub fn unit_values(unit: &Unit, step: Option<&Step>, declared: Declared<'_>) -> Values {
    let mut values = blank(declared.attributes, &[AttributeOf::Unit]);
    for kind in declared.values {
        values.insert(kind.id.clone(), whole(0));
    }
    for (key, printed) in step.or(unit.steps.first()).iter().flat_map(|step| &step.values) {
        if let Printed::Number(fraction) = printed {
            values.insert(key.clone(), Value::Number(super::as_number(*fraction)));
        }
    }
    values.insert("id".into(), text(&unit.id));
    values.insert("name".into(), text(&unit.name));
    values.insert("side".into(), text(&unit.side.id));
    values.insert("formation".into(), text(unit.formation.as_ref().map_or("", |f| &f.id)));
    values.insert("type".into(), text(&unit.unit_type.id));
    let groups = declared.types.get(unit.unit_type.index).into_iter().flat_map(|own| &own.groups);
    values.insert("groups".into(), Value::List(groups.map(|group| text(group)).collect()));
    values.insert("size".into(), text(unit.size.as_ref().map_or("", |s| &s.id)));
    values.insert("layout".into(), text(&unit.layout));
    values.insert("setup".into(), text(unit.setup.as_ref().map_or("", |setup| &setup.code)));
    let arrives = unit.arrives.as_ref().and_then(|arrives| arrives.turn).unwrap_or(0);
    values.insert("arrives".into(), Value::Number(Number::new(arrives, 1)));
    values.insert("status".into(), Value::List(Vec::new()));
    values.insert("independent".into(), Value::Bool(unit.independent));
    add_attributes(&mut values, &unit.attributes);
    values
}

fn blank(attributes: &[AttributeInfo], of: &[AttributeOf]) -> Values {
    let value = |kind: AttributeKind| match kind {
        AttributeKind::Number => whole(0),
        AttributeKind::YesNo => Value::Bool(false),
        AttributeKind::Text | AttributeKind::Choice => text(""),
    };
    attributes.iter().filter(|info| of.contains(&info.of)).map(|info| (info.id.clone(), value(info.kind))).collect()
}

fn add_attributes(values: &mut Values, attributes: &Attributes) {
    for (key, scalar) in attributes {
        let value = match scalar {
            Scalar::Bool(yes) => Value::Bool(*yes),
            Scalar::Number(number) => Value::Number(Number::new(*number, 1)),
            Scalar::Text(content) => text(content),
        };
        values.insert(key.clone(), value);
    }
}
