//! Values that status markers change while they lie on a unit.

use super::codec::traits::{CalculatedProperty, Labeler, Trait, Vertical};
use super::names::{plain, property};
use super::parts::Parts;
use super::prototypes::has_status;
use crate::expr::{Code, Form, Properties, to_code};
use crate::model::{Marker, Model, ValueKindOf};
use crate::syntax::{AttributeKind, AttributeOf};

/// A value of the step that is shown. Markers change it one after the other, in the order of the data: each
/// sees what the one before it left.
pub fn value_of(parts: &Parts<'_>, value: &ValueKindOf) -> Vec<Trait> {
    let model = parts.game.model;
    let name = property(&value.id);
    let calculated = |name: String, expression: String| -> Trait {
        CalculatedProperty { name, expression, description: plain(&value.name) }.into()
    };
    let shown = format!("GetProperty(\"{name}_\" + Step_Level)");
    let read = |marker: &Marker| {
        let names = marker.changes.values().flat_map(|change| change.expr.names());
        marker.changes.contains_key(&value.id) || names.into_iter().any(|mention| mention.name == value.id)
    };
    if !model.markers.iter().any(read) {
        return vec![calculated(name, format!("{{{shown}}}"))];
    }
    let printed = |id: &str| format!("Printed_{}", property(id));
    let mut codes = traits_of_units(model);
    for value in &model.values {
        codes.insert(value.id.clone(), number(&printed(&value.id)));
    }
    let mut traits = vec![calculated(printed(&value.id), format!("{{{shown}}}"))];
    let (mut before, mut on) = (printed(&value.id), Vec::new());
    for marker in &model.markers {
        let code = marker.changes.get(&value.id).and_then(|change| to_code(&change.expr, &codes).ok());
        let Some(code) = code else { continue };
        let after = format!("{name}__{}", on.len() + 1);
        let has = has_status(marker);
        traits.push(calculated(after.clone(), format!("{{{has} ? {} : {before}}}", written(&code))));
        codes.insert(value.id.clone(), number(&after));
        before = after;
        on.push(has);
    }
    let now = if on.is_empty() { shown } else { format!("{} ? {before} : {shown}", on.join(" || ")) };
    traits.push(calculated(name, format!("{{{now}}}")));
    traits
}

/// What an expression can ask a piece for, besides its values.
fn traits_of_units(model: &Model) -> Properties {
    let mut codes = Properties::new();
    codes.insert("id".into(), Code::atom(Form::Text, "GetString(\"Id\").replaceFirst(\"unit/\", \"\")"));
    for (name, own) in [("side", "Side"), ("formation", "Formation"), ("type", "Type"), ("size", "Size")] {
        codes.insert(name.into(), Code::text(own));
    }
    for attribute in model.attributes.iter().filter(|attribute| attribute.of == AttributeOf::Unit) {
        let own = property(&attribute.id);
        let code = match attribute.kind {
            AttributeKind::Number => Code::whole_or_zero(&own),
            AttributeKind::YesNo => Code::flag(&own),
            AttributeKind::Text | AttributeKind::Choice => Code::text(&own),
        };
        codes.insert(attribute.id.clone(), code);
    }
    codes
}

/// A property as a number that can be halved.
fn number(property: &str) -> Code {
    let code = Code::real_or_zero(property);
    Code::new(code.form, format!("({})", code.text))
}

/// A number as people write it: without zeros behind the point.
fn written(code: &Code) -> String {
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
pub fn label(parts: &Parts<'_>) -> Vec<Trait> {
    let model = parts.game.model;
    let markers: Vec<&Marker> = model.markers.iter().filter(|marker| !marker.changes.is_empty()).collect();
    if markers.is_empty() {
        return Vec::new();
    }
    let changed = model.values.iter().filter(|value| markers.iter().any(|own| own.changes.contains_key(&value.id)));
    let values: Vec<String> = changed.map(|value| property(&value.id)).collect();
    let on: Vec<String> = markers.iter().map(|own| has_status(own)).collect();
    let shown = format!("{{{} ? \"\" + {} : \"\"}}", on.join(" || "), values.join(" + \"-\" + "));
    vec![
        Labeler {
            command: String::new(),
            size: i32::try_from(parts.counter_pixels() / 5).unwrap_or(12),
            background: "255,255,255".into(),
            color: "176,24,24".into(),
            vertical: Vertical::Bottom,
            vertical_anchor: Vertical::Bottom,
            name_format: "$pieceName$".into(),
            style: 1,
            property: "ChangedLabel".into(),
            label: "$ChangedValues$".into(),
            ..Labeler::default()
        }
        .into(),
        CalculatedProperty { name: "ChangedValues".into(), expression: shown, ..CalculatedProperty::default() }.into(),
    ]
}
