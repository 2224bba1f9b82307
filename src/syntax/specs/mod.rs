//! Values that may be written in more than one way.

mod dice;
mod faces;
mod starts;

pub use dice::*;
pub use faces::*;
pub use starts::*;

use crate::expr::Number;
use crate::source::decode::{Cx, Decode};
use crate::source::values::{Length, fraction};
use crate::source::{DataNode, DataValue};
use crate::words;
use schemars::{Schema, SchemaGenerator, json_schema};

words! {
    /// What a printed value can be.
    ValueKind("a kind of value") {
        /// A whole number.
        Number = "number",
        /// A whole number or a fraction such as 1/3.
        Fraction = "fraction",
        /// Any text.
        Text = "text",
    }
}

/// A number, a text, or true or false.
#[derive(Debug, Clone, PartialEq)]
pub enum ScalarSpec {
    /// A number.
    Number(Number),
    /// True or false.
    Bool(bool),
    /// A text.
    Text(String),
}

impl Decode for ScalarSpec {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            DataValue::Integer(_) => Some(ScalarSpec::Number(Number::from(i64::decode(node, cx)?))),
            DataValue::Bool(value) => Some(ScalarSpec::Bool(*value)),
            DataValue::Text(_) | DataValue::Cell(_) => Some(ScalarSpec::Text(String::decode(node, cx)?)),
            _ => cx.wrong_type(node, "a number, a text, or true or false"),
        }
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "string", "boolean"] })
    }
}

/// A movement cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CostSpec {
    /// So many points.
    Points(Number),
    /// The whole allowance.
    All,
}

impl Decode for CostSpec {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            DataValue::Integer(_) => Some(CostSpec::Points(Number::from(i64::decode(node, cx)?))),
            DataValue::Text(text) if text == "all" => Some(CostSpec::All),
            DataValue::Text(text) => fraction(text).map(CostSpec::Points).or_else(|| {
                cx.bad_value(
                    node.span,
                    format!("`{text}` is not a cost"),
                    "write a number, a fraction such as \"1/2\", or \"all\"",
                )
            }),
            _ => cx.wrong_type(node, "a cost: a number or \"all\""),
        }
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "type": "integer" }, { "type": "string", "pattern": "^(all|[0-9]+/[0-9]+)$" }] })
    }
}

/// The text of an expression; a plain number is one too.
#[derive(Debug, Clone)]
pub struct ExprSpec {
    /// The text.
    pub text: String,
    /// How many bytes before the text its span begins: the opening quote.
    pub quote: usize,
}

impl Decode for ExprSpec {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            DataValue::Integer(_) => Some(ExprSpec { text: i64::decode(node, cx)?.to_string(), quote: 0 }),
            DataValue::Bool(value) => Some(ExprSpec { text: value.to_string(), quote: 0 }),
            DataValue::Text(text) => Some(ExprSpec { text: text.clone(), quote: 1 }),
            DataValue::Cell(text) => Some(ExprSpec { text: text.clone(), quote: 0 }),
            _ => cx.wrong_type(node, "an expression: a text or a number"),
        }
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "integer", "boolean"] })
    }
}

/// Width and height.
#[derive(Debug, Clone, Copy)]
pub struct SizeSpec(pub Length, pub Length);

impl Decode for SizeSpec {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            DataValue::List(items) if items.len() == 2 => {
                let (width, height) = (Length::decode(&items[0], cx), Length::decode(&items[1], cx));
                Some(SizeSpec(width?, height?))
            }
            _ => cx.wrong_type(node, "two lengths, as in `[\"22in\", \"17in\"]`"),
        }
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let length = Length::schema(generator);
        json_schema!({ "type": "array", "items": length, "minItems": 2, "maxItems": 2 })
    }
}

/// A number: whole, decimal, or a fraction such as `"1/2"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberSpec(pub Number);

impl Decode for NumberSpec {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            DataValue::Integer(_) => Some(NumberSpec(Number::from(i64::decode(node, cx)?))),
            DataValue::Text(text) => fraction(text).map(NumberSpec).or_else(|| {
                cx.bad_value(
                    node.span,
                    format!("`{text}` is not a number"),
                    "write a number, or a fraction such as \"1/2\"",
                )
            }),
            _ => cx.wrong_type(node, "a number or a fraction such as \"1/2\""),
        }
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "type": "integer" }, { "type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$" }] })
    }
}
