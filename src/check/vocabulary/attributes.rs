//! Attributes: keys that the author declares.

use super::Vocabulary;
use crate::check::about::about;
use crate::diag::codes;
use crate::expr::Number;
use crate::model::{AttributeInfo, Attributes, Scalar};
use crate::source::decode::{Cx, RawAttributes};
use crate::source::values::{Id, fraction};
use crate::source::{DataNode, DataValue, Sp, Span};
use crate::syntax::{AttributeDef, AttributeKind, AttributeOf, ScalarSpec};

pub(super) struct AttributeRule {
    min: Option<i64>,
    max: Option<i64>,
    required: bool,
    default: Option<Scalar>,
}

pub(super) fn declare_attribute(def: &AttributeDef, v: &mut Vocabulary, cx: &mut Cx) {
    if let Some(at) = v.attributes.iter().position(|known| known.id == def.id.0 && known.of == def.of.value) {
        let message = format!("the attribute `{}` of {}s is declared twice", def.id.0, v.attributes[at].of.word());
        cx.diags.push(codes::DUPLICATE.at(def.id.span, message).label("declared again here"));
    }
    if def.id.0.contains(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        || !def.id.0.starts_with(|c: char| c.is_ascii_alphabetic())
    {
        let message = format!("`{}` cannot be a key", def.id.0);
        cx.bad_value::<()>(def.id.span, message, "start with a letter; use letters, digits and `-`");
    }
    let key_of_units = ["image", "back-image", "counter-size"].contains(&def.id.0.as_str());
    let key_of_cards = ["image", "back-image"].contains(&def.id.0.as_str());
    if match def.of.value {
        AttributeOf::Unit => key_of_units,
        AttributeOf::Card => key_of_cards,
        _ => false,
    } {
        let message = format!("`{}` is a key of every {}", def.id.0, def.of.value.word());
        cx.diags.push(codes::DUPLICATE.at(def.id.span, message).label("choose another id"));
    }
    taken_by_value(&def.id, v, cx);
    if def.of.value == AttributeOf::Unit
        && let Some(value) = v.value_names.span(&def.id.0)
    {
        let message = format!("`{}` is both an attribute of units and a value", def.id.0);
        cx.diags.push(codes::DUPLICATE.at(def.id.span, message).label("an attribute").also(value, "a value"));
    }
    if let (Some(min), Some(max)) = (&def.min, &def.max)
        && min.value > max.value
    {
        let message = format!("`max` {} is less than `min` {}", max.value, min.value);
        cx.diags.push(codes::NUMBER.at(max.span, message).label("here").also(min.span, "the least"));
    }
    if (def.kind.value == AttributeKind::Choice) == def.choices.is_empty() {
        let message = "an attribute has `choices` if and only if its kind is `choice`";
        cx.diags.push(codes::CONFLICT.at(def.kind.span, message).label("this kind"));
    }
    v.attributes.push(AttributeInfo {
        id: def.id.0.clone(),
        of: def.of.value,
        name: def.name.value.clone(),
        kind: def.kind.value,
        choices: def.choices.clone(),
        about: about(&def.meta),
    });
    let mut rule = AttributeRule {
        min: def.min.as_ref().map(|min| min.value),
        max: def.max.as_ref().map(|max| max.value),
        required: def.required.unwrap_or(false),
        default: None,
    };
    if let Some(default) = &def.default {
        let info = &v.attributes[v.attributes.len() - 1];
        match fit(&default.value, info, &rule) {
            Ok(scalar) => rule.default = Some(scalar),
            Err(message) => cx
                .diags
                .push(codes::ATTRIBUTE.at(default.span, message).label("the default").also(def.kind.span, "its kind")),
        }
    }
    v.rules_of_attributes.push(rule);
}

/// In modules, the value `attack` is also `attack-1` on the first step, and `attack-of-red` for a side.
pub(super) fn taken_by_value(id: &Sp<Id>, v: &Vocabulary, cx: &mut Cx) {
    let step = |rest: &str| !rest.is_empty() && rest.bytes().all(|digit| digit.is_ascii_digit());
    let side = |rest: &str| rest.strip_prefix("of-").is_some_and(|rest| v.sides.iter().any(|side| side.id == rest));
    for value in &v.values {
        let rest = id.0.strip_prefix(&value.id).and_then(|rest| rest.strip_prefix('-'));
        if rest.is_some_and(|rest| step(rest) || side(rest)) {
            let message = format!("`{}` is already the name of the value `{}` on a step or for a side", id.0, value.id);
            let mut diag = codes::PROPERTY.at(id.span, message).label("choose another id");
            if let Some(there) = v.value_names.span(&value.id) {
                diag = diag.also(there, "the value");
            }
            cx.diags.push(diag);
        }
    }
}

/// A value as its attribute wants it.
fn fit(value: &ScalarSpec, info: &AttributeInfo, rule: &AttributeRule) -> Result<Scalar, String> {
    let out_of_range = |n: i64| rule.min.is_some_and(|min| n < min) || rule.max.is_some_and(|max| n > max);
    match (value, info.kind) {
        (ScalarSpec::Number(number), AttributeKind::Number) if number.is_whole() => match number.to_whole() {
            Some(whole) if !out_of_range(whole) => Ok(Scalar::Number(whole)),
            _ => {
                let bound = |b: Option<i64>| b.map_or_else(|| "..".to_string(), |b| b.to_string());
                let (least, most) = (bound(rule.min), bound(rule.max));
                Err(format!("`{}` is {number}, but must be between {least} and {most}", info.id))
            }
        },
        (ScalarSpec::Bool(yes), AttributeKind::YesNo) => Ok(Scalar::Bool(*yes)),
        (ScalarSpec::Text(text), AttributeKind::Text) => Ok(Scalar::Text(text.clone())),
        (ScalarSpec::Text(text), AttributeKind::Choice) if info.choices.contains(text) => {
            Ok(Scalar::Text(text.clone()))
        }
        (ScalarSpec::Text(text), AttributeKind::Choice) => {
            Err(format!("`{text}` is not one of the choices of `{}`: {}", info.id, info.choices.join(", ")))
        }
        _ => Err(format!("`{}` takes {}", info.id, wanted(info.kind))),
    }
}

fn wanted(kind: AttributeKind) -> &'static str {
    match kind {
        AttributeKind::Number => "a whole number",
        AttributeKind::YesNo => "true or false",
        AttributeKind::Text => "a text",
        AttributeKind::Choice => "one of its choices",
    }
}

fn scalar(node: &DataNode, kind: AttributeKind) -> Option<ScalarSpec> {
    Some(match (&node.value, kind) {
        (DataValue::Integer(n), _) => ScalarSpec::Number(Number::from(*n)),
        (DataValue::Bool(yes), _) => ScalarSpec::Bool(*yes),
        (DataValue::Text(text), _) => ScalarSpec::Text(text.clone()),
        (DataValue::Cell(text), AttributeKind::Number) => ScalarSpec::Number(fraction(text)?),
        (DataValue::Cell(text), AttributeKind::YesNo) => ScalarSpec::Bool(match text.as_str() {
            "true" | "yes" => true,
            "false" | "no" => false,
            _ => return None,
        }),
        (DataValue::Cell(text), _) => ScalarSpec::Text(text.clone()),
        _ => return None,
    })
}

impl Vocabulary {
    /// The attributes of a record: its own, then those of its group, then defaults.
    pub fn attributes_of(
        &self,
        of: AttributeOf,
        own: &RawAttributes,
        group: Option<&RawAttributes>,
        span: Span,
        cx: &mut Cx,
    ) -> Attributes {
        self.check_keys(of, own, cx);
        let mut attributes = Attributes::new();
        for (info, rule) in self.attributes.iter().zip(&self.rules_of_attributes).filter(|(info, _)| info.of == of) {
            let written = |raw: &RawAttributes| raw.0.iter().find(|(key, _)| key.text == info.id).cloned();
            match written(own).or_else(|| group.and_then(written)) {
                Some((_, node)) => {
                    let fitted =
                        scalar(&node, info.kind).ok_or_else(|| format!("`{}` takes {}", info.id, wanted(info.kind)));
                    match fitted.and_then(|value| fit(&value, info, rule)) {
                        Ok(value) => {
                            attributes.insert(info.id.clone(), value);
                        }
                        Err(message) => cx.diags.push(codes::ATTRIBUTE.at(node.span, message).label("here")),
                    }
                }
                None => match &rule.default {
                    Some(default) => {
                        attributes.insert(info.id.clone(), default.clone());
                    }
                    None if rule.required => {
                        let message = format!("this {} needs the key `{}` ({})", of.word(), info.id, info.name);
                        cx.diags.push(codes::MISSING_KEY.at(span, message).label(format!("`{}` is missing", info.id)));
                    }
                    None => {}
                },
            }
        }
        attributes
    }

    /// Reports keys that are neither the language's nor the game's.
    pub fn check_keys(&self, of: AttributeOf, raw: &RawAttributes, cx: &mut Cx) {
        let declared = || self.attributes.iter().filter(|info| info.of == of).map(|info| info.id.as_str());
        for (key, _) in &raw.0 {
            if !declared().any(|id| id == key.text) && !cx.broken.contains(&key.text) {
                let message = format!("unknown key `{}`", key.text);
                let label = format!("neither a key nor an attribute of {}s", of.word());
                let known = raw.1.iter().copied().filter(|key| !key.is_empty()).chain(declared());
                cx.diags.push(codes::UNKNOWN_KEY.at(key.span, message).label(label).suggest(&key.text, known));
            }
        }
    }
}
