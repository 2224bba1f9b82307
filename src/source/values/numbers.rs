//! Fractions, dice, bands of numbers, turns.

use super::basic::{LARGEST, text};
use crate::expr::Number;
use crate::source::decode::{Cx, Decode};
use crate::source::{DataNode, DataValue};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::fmt;

/// Reads `3`, `-2` or `1/3`: odds, band limits, printed values. Nothing if a number in it is too large.
pub fn fraction(text: &str) -> Option<Number> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    quotient(above.trim().parse().ok()?, below.trim().parse().ok()?)
}

fn quotient(above: i64, below: i64) -> Option<Number> {
    let fits = |number: i64| number.unsigned_abs() <= LARGEST;
    (below != 0 && fits(above) && fits(below)).then(|| Number::new(above, below))
}

/// What is rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Dice {
    /// How many dice.
    pub count: u32,
    /// Their sides.
    pub sides: u32,
    /// Whether two dice are read as tens and units instead of being added (`d66`).
    pub tens_and_units: bool,
    /// What is added to every throw (`d6+1`).
    #[serde(skip_serializing_if = "is_zero")]
    pub add: i32,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &i32) -> bool {
    *number == 0
}

impl Dice {
    /// `2d6`, `1d10`, `d66`, `d6+1`, `2d6-2`.
    pub fn parse(text: &str) -> Option<Self> {
        let lower = text.to_lowercase().replace(' ', "");
        if lower == "d66" {
            return Some(Self { count: 2, sides: 6, tens_and_units: true, add: 0 });
        }
        let (lower, add) = match lower.find(['+', '-']) {
            Some(at) if &lower[..at] == "d66" => return None,
            Some(at) => (&lower[..at], lower[at..].parse().ok().filter(|add: &i32| add.abs() <= 1000)?),
            None => (lower.as_str(), 0),
        };
        let (count, sides) = lower.split_once('d')?;
        let count = if count.is_empty() { 1 } else { count.parse().ok()? };
        let sides = sides.parse().ok()?;
        ((1..=20).contains(&count) && (2..=1000).contains(&sides)).then_some(Self {
            count,
            sides,
            tens_and_units: false,
            add,
        })
    }

    /// Every total that can be rolled, ascending.
    pub fn totals(self) -> Vec<i64> {
        if self.tens_and_units {
            return (1..=6).flat_map(|tens| (1..=6).map(move |units| tens * 10 + units)).collect();
        }
        let thrown = i64::from(self.count)..=i64::from(self.count) * i64::from(self.sides);
        thrown.map(|total| total + i64::from(self.add)).collect()
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.tens_and_units, self.add) {
            (true, _) => write!(f, "d66"),
            (false, 0) => write!(f, "{}d{}", self.count, self.sides),
            (false, add) => write!(f, "{}d{}{add:+}", self.count, self.sides),
        }
    }
}

impl Decode for Dice {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let text = text(node, cx, "dice")?;
        Dice::parse(text).or_else(|| {
            cx.bad_value(node.span, format!("`{text}` is not a dice expression"), "write \"2d6\", \"1d10\" or \"d66\"")
        })
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^([0-9]*[dD][0-9]+( *[+-] *[0-9]+)?)$" })
    }
}

/// A range of numbers: a row or column of a table.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Band {
    /// As printed.
    pub text: String,
    /// Lowest number; nothing if there is none.
    pub from: Option<Number>,
    /// Highest number; nothing if there is none.
    pub to: Option<Number>,
    /// Whether `to` itself is outside (`<1`, or odds up to the next column).
    pub below: bool,
    /// Whether the band is odds such as `2:1`, which reach up to the next column.
    #[serde(skip)]
    pub odds: bool,
}

impl Band {
    /// `7`, `12-13`, `-2..1`, `18+`, `11-`, `<1`, `2:1`, `3:1+`.
    pub fn parse(text: &str) -> Option<Self> {
        let clean: String =
            text.chars().filter(|c| !c.is_whitespace()).map(|c| if c == '–' || c == '−' { '-' } else { c }).collect();
        let band = |from, to, below, odds| Some(Self { text: text.trim().to_string(), from, to, below, odds });
        if let Some(rest) = clean.strip_prefix("<=") {
            return band(None, Some(fraction(rest)?), false, false);
        }
        if let Some(rest) = clean.strip_prefix('<') {
            return band(None, Some(fraction(rest)?), true, false);
        }
        if let Some(rest) = clean.strip_suffix('+') {
            return band(Some(number(rest)?), None, false, rest.contains(':'));
        }
        if clean.contains(':') {
            return band(Some(number(&clean)?), None, false, true);
        }
        if let Some((from, to)) = clean.split_once("..") {
            return ordered(band(Some(fraction(from)?), Some(fraction(to)?), false, false)?);
        }
        if let Some(rest) = clean.strip_suffix('-') {
            return band(None, Some(fraction(rest)?), false, false);
        }
        // A dash behind the first character separates; one in front is a sign.
        if let Some(dash) = clean.char_indices().skip(1).find(|(_, c)| *c == '-').map(|(at, _)| at) {
            let (from, to) = (fraction(&clean[..dash])?, fraction(&clean[dash + 1..])?);
            return ordered(band(Some(from), Some(to), false, false)?);
        }
        let exact = fraction(&clean)?;
        band(Some(exact), Some(exact), false, false)
    }

    /// Whether a number lies in the band.
    pub fn contains(&self, number: Number) -> bool {
        self.from.is_none_or(|from| number >= from)
            && self.to.is_none_or(|to| if self.below { number < to } else { number <= to })
    }
}

fn ordered(band: Band) -> Option<Band> {
    (band.from <= band.to).then_some(band)
}

fn number(text: &str) -> Option<Number> {
    match text.split_once(':') {
        Some((a, b)) => quotient(a.parse().ok()?, b.parse().ok()?),
        None => fraction(text),
    }
}

impl Decode for Band {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        if let DataValue::Integer(number) = node.value {
            return Band::parse(&number.to_string());
        }
        let text = text(node, cx, "a band of numbers")?;
        let help = "write \"7\", \"12-13\", \"18+\", \"11-\", \"<1\", \"2:1\" or, with negative numbers, \"-2..1\"";
        Band::parse(text).or_else(|| cx.bad_value(node.span, format!("`{text}` is not a band of numbers"), help))
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "integer"] })
    }
}

/// A stretch of turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Turns {
    /// First turn.
    pub first: i64,
    /// Last turn.
    pub last: i64,
}

impl Decode for Turns {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        if let DataValue::Integer(turn) = node.value
            && (0..=999).contains(&turn)
        {
            return Some(Turns { first: turn, last: turn });
        }
        let text = match node.value {
            DataValue::Integer(turn) => turn.to_string(),
            _ => text(node, cx, "turns")?.to_string(),
        };
        let parse = || {
            let (first, last) = text.split_once('-').unwrap_or((&text, &text));
            let turns = Turns { first: first.trim().parse().ok()?, last: last.trim().parse().ok()? };
            (turns.first <= turns.last && turns.first >= 0 && turns.last <= 999).then_some(turns)
        };
        parse().or_else(|| cx.bad_value(node.span, format!("`{text}` is not a range of turns"), "write \"1-5\" or 3"))
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^ *[0-9]+ *(- *[0-9]+ *)?$" }] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_read_what_rulebooks_print() {
        let holds = |text: &str, n: i64| Band::parse(text).map(|band| band.contains(Number::from(n)));
        assert_eq!(holds("12-13", 13), Some(true));
        assert_eq!(holds("12-13", 14), Some(false));
        assert_eq!(holds("18+", 40), Some(true));
        assert_eq!(holds("11-", -3), Some(true));
        assert_eq!(holds("-2..1", -2), Some(true));
        assert_eq!(holds("-3", -3), Some(true));
        assert_eq!(holds("<1", 1), Some(false));
        assert_eq!(holds("13-12", 12), None);
        assert_eq!(holds("two", 2), None);
        assert_eq!(Band::parse("1:4").and_then(|b| b.from), Some(Number::new(1, 4)));
    }

    #[test]
    fn dice_know_what_they_reach() {
        assert_eq!(Dice::parse("2d6").map(Dice::totals), Some((2..=12).collect()));
        assert_eq!(Dice::parse("d66").map(|d| d.totals().len()), Some(36));
        assert_eq!(Dice::parse("0d6"), None);
        assert_eq!(Dice::parse("2x6"), None);
    }
}
