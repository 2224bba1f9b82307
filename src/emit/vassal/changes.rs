//! Values that status markers change while they lie on a unit.

use super::codec::traits::{CalculatedProperty, Labeler, Trait, Vertical};
use super::names::{plain, property};
use super::parts::Parts;
use super::statuses::has_status;
use crate::expr::{Form, JavaCode, Properties, to_code};
use crate::model::{Marker, Model, ValueKindOf};
use crate::syntax::{AttributeKind, AttributeOf};

/// A value of the step that is shown. Markers change it one after the other, in the order of the data: each
/// sees what the one before it left. Of a group only one lies on a unit, so one property is enough for them.
pub fn value_of(parts: &Parts<'_>, value: &ValueKindOf) -> Vec<Trait> {
    let model = parts.game.model;
    let name = property(&value.id);
    let calculated = |name: String, expression: String| -> Trait {
        CalculatedProperty { name, expression, description: plain(&value.name) }.into()
    };
    let mut codes = traits_of_units(model);
    for value in &model.values {
        codes.insert(value.id.clone(), number(JavaCode::real_or_zero_of(&shown("GetString", &property(&value.id)))));
    }
    let mut before = shown("GetProperty", &name);
    let mut traits = Vec::new();
    let changes = together(model, value);
    for (n, markers) in changes.iter().enumerate() {
        let written = |marker: &&Marker| {
            let code = to_code(&marker.changes.get(&value.id)?.expr, &codes).ok()?;
            Some(format!("{} ? {} : ", has_status(parts, marker), written(&code)))
        };
        let tests: String = markers.iter().filter_map(written).collect();
        let own = if n + 1 == changes.len() { name.clone() } else { format!("{name}__{}", n + 1) };
        traits.push(calculated(own.clone(), format!("{{{tests}{before}}}")));
        codes.insert(value.id.clone(), number(JavaCode::real_or_zero(&own)));
        before = own;
    }
    if traits.is_empty() {
        traits.push(calculated(name, format!("{{{before}}}")));
    }
    traits
}

/// What is printed on the face that is up.
fn shown(get: &str, name: &str) -> String {
    format!("{get}(\"{name}_\" + Step_Level)")
}

/// The markers that change a value, in the order of the data; neighbours of one group together.
fn together<'m>(model: &'m Model, value: &ValueKindOf) -> Vec<Vec<&'m Marker>> {
    let mut found: Vec<Vec<&Marker>> = Vec::new();
    for marker in model.markers.iter().filter(|marker| marker.changes.contains_key(&value.id)) {
        match found.last_mut() {
            Some(last) if marker.group.is_some() && last[0].group == marker.group => last.push(marker),
            _ => found.push(vec![marker]),
        }
    }
    found
}

/// What an expression can ask a piece for, besides its values.
pub fn traits_of_units(model: &Model) -> Properties {
    let mut codes = Properties::new();
    codes.insert("id".into(), JavaCode::atom(Form::Text, "GetString(\"Id\").replaceFirst(\"unit/\", \"\")"));
    for (name, own) in [("side", "Side"), ("formation", "Formation"), ("type", "Type"), ("size", "Size")] {
        codes.insert(name.into(), JavaCode::text(own));
    }
    for attribute in model.attributes.iter().filter(|attribute| attribute.of == AttributeOf::Unit) {
        let own = property(&attribute.id);
        let code = match attribute.kind {
            AttributeKind::Number => JavaCode::whole_or_zero(&own),
            AttributeKind::YesNo => JavaCode::flag(&own),
            AttributeKind::Text | AttributeKind::Choice => JavaCode::text(&own),
        };
        codes.insert(attribute.id.clone(), code);
    }
    codes
}

/// A number that can be halved.
fn number(code: JavaCode) -> JavaCode {
    JavaCode::new(code.form, format!("({})", code.text))
}

/// A number as people write it: without zeros behind the point.
fn written(code: &JavaCode) -> String {
    match code.form {
        Form::Real => {
            format!(
                "java.math.BigDecimal.valueOf(1.0 * {}).setScale(3, 4).stripTrailingZeros().toPlainString()",
                code.part()
            )
        }
        _ => code.text.clone(),
    }
}

/// A label over the printed values with those that a status marker has changed.
pub fn label(parts: &Parts<'_>) -> Option<Trait> {
    let model = parts.game.model;
    let markers: Vec<&Marker> = model.markers.iter().filter(|marker| !marker.changes.is_empty()).collect();
    if markers.is_empty() {
        return None;
    }
    let changed = model.values.iter().filter(|value| markers.iter().any(|own| own.changes.contains_key(&value.id)));
    let values: Vec<String> = changed.map(|value| property(&value.id)).collect();
    let on: Vec<String> = markers.iter().map(|own| has_status(parts, own)).collect();
    let label = Labeler {
        command: String::new(),
        size: i32::try_from(parts.counter_pixels() / 5).unwrap_or(12),
        background: "255,255,255".into(),
        color: "176,24,24".into(),
        vertical: Vertical::Bottom,
        vertical_anchor: Vertical::Bottom,
        name_format: "$pieceName$".into(),
        style: 1,
        property: "ChangedLabel".into(),
        label: format!("{{{} ? \"\" + {} : \"\"}}", on.join(" || "), values.join(" + \"-\" + ")),
        ..Labeler::default()
    };
    Some(label.into())
}
