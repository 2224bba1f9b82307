//! Texts, numbers, points, ids.

use crate::diag::codes;
use crate::source::decode::{Cx, Decode, Visit, in_cell};
use crate::source::{DataNode, DataValue};
use schemars::{Schema, SchemaGenerator, json_schema};

/// Reports a number where there should be a text.
fn unquoted<T>(found: &str, number: &str, node: &DataNode, cx: &mut Cx, wanted: &str) -> Option<T> {
    let diag = codes::WRONG_TYPE.at(node.span, format!("expected {wanted}, found {found}"));
    cx.diags.push(diag.label(format!("expected {wanted}")).help(format!("write it in quotes: `\"{number}\"`")));
    None
}

/// The text of a value that must be one.
pub(super) fn text<'a>(node: &'a DataNode, cx: &mut Cx, wanted: &str) -> Option<&'a str> {
    match &node.value {
        DataValue::Text(text) | DataValue::Cell(text) => Some(text),
        DataValue::Integer(number) => unquoted("a whole number", &number.to_string(), node, cx, wanted),
        DataValue::Float(number) => unquoted("a decimal number", &number.to_string(), node, cx, wanted),
        _ => cx.wrong_type(node, wanted),
    }
}

impl Decode for String {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let text = text(node, cx, "a text")?;
        if text.chars().any(|c| c.is_control() && c != '\n') {
            return cx.bad_value(node.span, "a text must not contain control characters", "remove them");
        }
        Some(text.to_string())
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

impl Decode for bool {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            DataValue::Bool(value) => Some(*value),
            DataValue::Cell(text) if text == "true" || text == "yes" => Some(true),
            DataValue::Cell(text) if text == "false" || text == "no" => Some(false),
            _ => cx.wrong_type(node, "true or false"),
        }
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "boolean" })
    }
}

/// Numbers of games are small; a larger one is a slip of the finger.
pub(super) const LARGEST: u64 = 1_000_000;

impl Decode for i64 {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let number = match &node.value {
            DataValue::Integer(number) => *number,
            DataValue::Cell(text) => match text.parse() {
                Ok(number) => number,
                Err(_) => {
                    return cx.bad_value(node.span, format!("`{text}` is not a whole number"), "write digits only");
                }
            },
            _ => return cx.wrong_type(node, "a whole number"),
        };
        if number.unsigned_abs() > LARGEST {
            cx.diags.push(codes::NUMBER.at(node.span, format!("{number} is too large")).label("here"));
            return None;
        }
        Some(number)
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer" })
    }
}

impl Decode for f64 {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let number = match &node.value {
            #[allow(clippy::cast_precision_loss)]
            DataValue::Integer(number) => *number as f64,
            DataValue::Float(number) => *number,
            DataValue::Cell(text) => text.parse().unwrap_or(f64::NAN),
            _ => return cx.wrong_type(node, "a number"),
        };
        if number.is_finite() && number.abs() <= 1e6 {
            return Some(number);
        }
        cx.diags.push(codes::NUMBER.at(node.span, "this is not a usable number").label("here"));
        None
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}

/// The numbers of a cell, with spaces or commas between them; nothing if one is not usable.
fn numbers(text: &str) -> Vec<f64> {
    let words = text.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    let usable = |number: &f64| number.is_finite() && number.abs() <= 1e6;
    words.map(|word| word.parse().ok().filter(usable)).collect::<Option<_>>().unwrap_or_default()
}

/// A point, in the unit of its map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair(pub f64, pub f64);

impl Decode for Pair {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            DataValue::Cell(text) => match numbers(text)[..] {
                [x, y] => Some(Pair(x, y)),
                _ => cx.bad_value(node.span, format!("`{text}` is not a point"), "write two numbers, as in `120 45.5`"),
            },
            DataValue::List(items) if items.len() == 2 => {
                let (x, y) = (f64::decode(&items[0], cx), f64::decode(&items[1], cx));
                Some(Pair(x?, y?))
            }
            _ => cx.wrong_type(node, "two numbers, as in `[120, 45.5]`"),
        }
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 })
    }
}

/// Left, top, width and height, in the unit of its map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RectSpec(pub [f64; 4]);

impl Decode for RectSpec {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let numbers: Vec<f64> = match &node.value {
            DataValue::List(items) => items.iter().filter_map(|item| f64::decode(item, cx)).collect(),
            DataValue::Cell(text) => numbers(text),
            _ => return cx.wrong_type(node, "four numbers: x, y, width, height"),
        };
        let Ok(rect) = <[f64; 4]>::try_from(numbers) else {
            return cx.wrong_type(node, "four numbers: x, y, width, height");
        };
        if rect[2] <= 0.0 || rect[3] <= 0.0 {
            cx.diags.push(codes::NUMBER.at(node.span, "width and height must be larger than 0").label("here"));
            return None;
        }
        Some(RectSpec(rect))
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": { "type": "number" }, "minItems": 4, "maxItems": 4 })
    }
}

/// A list inside a list: the values of a step, a polygon.
impl<T: Decode> Decode for Vec<T> {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            DataValue::List(items) => Some(items.iter().filter_map(|item| T::decode(item, cx)).collect()),
            DataValue::Cell(text) if !T::RECORD => Some(in_cell(text, node.span, cx)),
            _ => cx.wrong_type(node, "a list"),
        }
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let item = T::schema(generator);
        json_schema!({ "type": "array", "items": item })
    }
    const RECORD: bool = T::RECORD;
    fn walk(&self, visit: &mut Visit<'_>) {
        for item in self {
            item.walk(visit);
        }
    }
}

/// What the game calls a thing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id(pub String);

impl Decode for Id {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let id = text(node, cx, "an id (a text)")?;
        let bad = if id.is_empty() || id.trim() != id {
            "an id must not be empty, and must not start or end with a space"
        } else if id.chars().count() > 60 {
            "an id may have 60 characters"
        } else if id.contains([':', '\n', '`']) || id.chars().any(char::is_control) {
            "an id must not contain `:`, back quotes or control characters"
        } else {
            return Some(Id(id.to_string()));
        };
        cx.bad_value(node.span, bad, "write what the game prints, such as \"191/71\"")
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1, "maxLength": 60, "pattern": "^[^:`\\u0000-\\u001f]+$" })
    }
}
