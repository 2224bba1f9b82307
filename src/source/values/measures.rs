//! Lengths and colours.

use super::basic::text;
use crate::draw::Colour;
use crate::source::decode::{Cx, Decode};
use crate::source::{DataNode, DataValue};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

/// A length in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Length(pub f64);

impl Length {
    /// `5/8in`, `16mm`, `2.5cm`, `9pt`.
    pub fn parse(text: &str) -> Option<Self> {
        let (number, factor) = number_and_unit(text)?;
        (number > 0.0).then_some(Length(number * factor))
    }
}

/// A number that is not absurd, and how many millimetres its unit has.
fn number_and_unit(text: &str) -> Option<(f64, f64)> {
    let split = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = (text[..split].trim(), text[split..].trim());
    let factor = millimetres(unit)?;
    let number = match number.split_once('/') {
        Some((a, b)) => a.trim().parse::<f64>().ok()? / b.trim().parse::<f64>().ok()?,
        None => number.parse().ok()?,
    };
    (number.is_finite() && number.abs() < 10_000.0).then_some((number, factor))
}

/// How many millimetres a unit has.
pub fn millimetres(unit: &str) -> Option<f64> {
    Some(match unit {
        "mm" => 1.0,
        "cm" => 10.0,
        "in" => 25.4,
        "pt" => 25.4 / 72.0,
        _ => return None,
    })
}

const WRITE_LENGTH: &str = "write a number and a unit: \"5/8in\", \"16mm\", \"2.5cm\", \"9pt\"";

impl Decode for Length {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let help = WRITE_LENGTH;
        if let DataValue::Integer(_) | DataValue::Float(_) = node.value {
            return cx.bad_value(node.span, "a length needs its unit", help);
        }
        let text = text(node, cx, "a length")?;
        Length::parse(text).or_else(|| cx.bad_value(node.span, format!("`{text}` is not a length"), help))
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^ *[0-9]+(\\.[0-9]+)?(/[0-9]+)? *(mm|cm|in|pt)$" })
    }
}

/// A length in millimetres that may be nothing or negative: how far something is moved, a gap.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Measure(pub f64);

impl Measure {
    /// `0mm`, `-0.5mm`, `1/8in`.
    pub fn parse(text: &str) -> Option<Self> {
        number_and_unit(text).map(|(number, factor)| Measure(number * factor))
    }
}

impl Decode for Measure {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        match node.value {
            // Nothing is nothing in every unit.
            DataValue::Integer(0) => return Some(Measure(0.0)),
            DataValue::Integer(_) | DataValue::Float(_) => {
                return cx.bad_value(node.span, "a length needs its unit", WRITE_LENGTH);
            }
            _ => {}
        }
        let text = text(node, cx, "a length")?;
        Measure::parse(text).or_else(|| cx.bad_value(node.span, format!("`{text}` is not a length"), WRITE_LENGTH))
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        let pattern = "^ *[+-]?[0-9]+(\\.[0-9]+)?(/[0-9]+)? *(mm|cm|in|pt)$";
        json_schema!({ "anyOf": [{ "type": "string", "pattern": pattern }, { "const": 0 }] })
    }
}

impl Decode for Colour {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let text = text(node, cx, "a colour")?;
        let bad = |cx: &mut Cx| {
            cx.bad_value(node.span, format!("`{text}` is not a colour"), "write \"#rrggbb\", such as \"#9aa1a3\"")
        };
        Colour::parse(text).or_else(|| bad(cx))
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        <Colour as JsonSchema>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_need_units() {
        assert_eq!(Length::parse("5/8in"), Some(Length(15.875)));
        assert_eq!(Length::parse("16mm"), Some(Length(16.0)));
        assert_eq!(Length::parse("16"), None);
        assert_eq!(Length::parse("1/0in"), None);
        assert_eq!(Length::parse("-3mm"), None);
    }

    #[test]
    fn measures_may_be_nothing_or_negative() {
        assert_eq!(Measure::parse("0mm"), Some(Measure(0.0)));
        assert_eq!(Measure::parse("-0.5mm"), Some(Measure(-0.5)));
        assert_eq!(Measure::parse("1/8in"), Some(Measure(3.175)));
        assert_eq!(Measure::parse("0"), None);
        assert_eq!(Measure::parse("0/0mm"), None);
    }
}
