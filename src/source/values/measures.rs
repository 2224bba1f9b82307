//! Lengths and colours.

use super::basic::text;
use crate::source::decode::{Cx, Decode};
use crate::source::{Node, Value};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::fmt;

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
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let help = WRITE_LENGTH;
        if let Value::Integer(_) | Value::Float(_) = node.value {
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
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match node.value {
            // Nothing is nothing in every unit.
            Value::Integer(0) => return Some(Measure(0.0)),
            Value::Integer(_) | Value::Float(_) => {
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

/// An sRGB colour, serialised as `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// `#rrggbb`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
        Some(Colour([byte(0)?, byte(2)?, byte(4)?]))
    }

    /// Relative luminance after WCAG 2.
    fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let [r, g, b] = self.0;
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    /// Near black or white, whichever is easier to read on this ground.
    pub fn ink(self) -> Colour {
        let (dark, light) = (Colour([0x0b, 0x0c, 0x0e]), Colour([255; 3]));
        if self.contrast(dark) >= self.contrast(light) { dark } else { light }
    }

    /// This colour with another laid over it, 0 hiding nothing and 1 all.
    pub fn under(self, other: Colour, opacity: f64) -> Colour {
        let mix = |a: u8, b: u8| f64::from(a) + (f64::from(b) - f64::from(a)) * opacity.clamp(0.0, 1.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let channel = |n: usize| mix(self.0[n], other.0[n]).round() as u8;
        Colour([channel(0), channel(1), channel(2)])
    }

    /// Contrast ratio after WCAG 2, 1 to 21.
    pub fn contrast(self, other: Colour) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

impl Serialize for Colour {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Colour {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Colour".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" })
    }
}

impl Decode for Colour {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
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

    #[test]
    fn contrast_is_that_of_wcag() {
        let (black, white) = (Colour([0; 3]), Colour([255; 3]));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        assert_eq!(Colour::parse("#9aa1a3"), Some(Colour([0x9a, 0xa1, 0xa3])));
        assert_eq!(Colour::parse("#éééé"), None);
    }
}
