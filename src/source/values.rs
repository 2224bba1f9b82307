//! Single values as authors write them: ids, lengths, colours, dice, bands, turns, sources.

use super::decode::{Cx, Decode, Visit};
use super::{Node, Span, Value};
use crate::diag::{codes, nearest};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::cmp::Ordering;
use std::fmt;

fn text<'a>(node: &'a Node, cx: &mut Cx, wanted: &str) -> Option<&'a str> {
    match &node.value {
        Value::Text(text) | Value::Cell(text) => Some(text),
        Value::Integer(number) => {
            cx.diags.push(
                codes::WRONG_TYPE
                    .at(node.span, format!("expected {wanted}, found a whole number"))
                    .label(format!("expected {wanted}"))
                    .help(format!("write it in quotes: `\"{number}\"`")),
            );
            None
        }
        _ => cx.wrong_type(node, wanted),
    }
}

impl Decode for String {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
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
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            Value::Bool(value) => Some(*value),
            Value::Cell(text) if text == "true" || text == "yes" => Some(true),
            Value::Cell(text) if text == "false" || text == "no" => Some(false),
            _ => cx.wrong_type(node, "true or false"),
        }
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "boolean" })
    }
}

/// Numbers of games are small; a larger one is a slip of the finger.
const LARGEST: i64 = 1_000_000;

impl Decode for i64 {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let number = match &node.value {
            Value::Integer(number) => *number,
            Value::Cell(text) => match text.parse() {
                Ok(number) => number,
                Err(_) => {
                    return cx.bad_value(node.span, format!("`{text}` is not a whole number"), "write digits only");
                }
            },
            _ => return cx.wrong_type(node, "a whole number"),
        };
        if number.abs() > LARGEST {
            cx.diags.push(
                codes::NUMBER.at(node.span, format!("{number} is larger than any number of a game")).label("here"),
            );
            return None;
        }
        Some(number)
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer" })
    }
}

impl Decode for f64 {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let number = match &node.value {
            #[allow(clippy::cast_precision_loss)]
            Value::Integer(number) => *number as f64,
            Value::Float(number) => *number,
            Value::Cell(text) => text.parse().unwrap_or(f64::NAN),
            _ => return cx.wrong_type(node, "a number"),
        };
        if number.is_finite() && number.abs() <= 1e6 {
            return Some(number);
        }
        cx.diags.push(codes::NUMBER.at(node.span, "this is no usable number").label("here"));
        None
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}

/// A point, in the unit of its map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair(pub f64, pub f64);

impl Decode for Pair {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            Value::List(items) if items.len() == 2 => {
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
pub struct Rect(pub [f64; 4]);

impl Decode for Rect {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let Value::List(items) = &node.value else {
            return cx.wrong_type(node, "four numbers: x, y, width, height");
        };
        let numbers: Vec<f64> = items.iter().filter_map(|item| f64::decode(item, cx)).collect();
        let Ok(rect) = <[f64; 4]>::try_from(numbers) else {
            return cx.wrong_type(node, "four numbers: x, y, width, height");
        };
        if rect[2] <= 0.0 || rect[3] <= 0.0 {
            cx.diags.push(codes::NUMBER.at(node.span, "width and height must be larger than 0").label("here"));
            return None;
        }
        Some(Rect(rect))
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": { "type": "number" }, "minItems": 4, "maxItems": 4 })
    }
}

/// A list inside a list: the values of a step, a polygon.
impl<T: Decode> Decode for Vec<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            Value::List(items) => Some(items.iter().filter_map(|item| T::decode(item, cx)).collect()),
            _ => cx.wrong_type(node, "a list"),
        }
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let item = T::schema(generator);
        json_schema!({ "type": "array", "items": item })
    }
    const RECORD: bool = T::RECORD;
    fn walk(&self, inherited: Option<&Source>, visit: &mut Visit<'_>) {
        for item in self {
            item.walk(inherited, visit);
        }
    }
}

/// What the game calls a thing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id(pub String);

impl Decode for Id {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let id = text(node, cx, "an id (a text)")?;
        let bad = if id.is_empty() || id.trim() != id {
            "an id must not be empty or begin or end with a space"
        } else if id.chars().count() > 60 {
            "an id has at most 60 characters"
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

/// A length in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Length(pub f64);

impl Length {
    /// `5/8in`, `16mm`, `2.5cm`, `9pt`.
    pub fn parse(text: &str) -> Option<Self> {
        let split = text.find(|c: char| c.is_ascii_alphabetic())?;
        let (number, unit) = (text[..split].trim(), text[split..].trim());
        let factor = millimetres(unit)?;
        let number = match number.split_once('/') {
            Some((a, b)) => a.trim().parse::<f64>().ok()? / b.trim().parse::<f64>().ok()?,
            None => number.parse().ok()?,
        };
        (number.is_finite() && number > 0.0 && number < 10_000.0).then_some(Length(number * factor))
    }
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

impl Decode for Length {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let help = "write a number and a unit: \"5/8in\", \"16mm\", \"2.5cm\", \"9pt\"";
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

/// A fraction in lowest terms: odds, band limits, printed values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fraction {
    /// Numerator.
    pub num: i64,
    /// Denominator, larger than 0.
    pub den: i64,
}

impl Fraction {
    /// `num / den` in lowest terms; nothing if `den` is 0.
    pub fn new(num: i64, den: i64) -> Option<Self> {
        if den == 0 || num.abs() > LARGEST || den.abs() > LARGEST {
            return None;
        }
        let divisor = gcd(num.unsigned_abs(), den.unsigned_abs());
        let divisor = i64::try_from(divisor).ok()? * den.signum();
        Some(Self { num: num / divisor, den: den / divisor })
    }

    /// A whole number.
    pub fn whole(num: i64) -> Self {
        Self { num, den: 1 }
    }

    /// `3`, `-2`, `1/3`.
    pub fn parse(text: &str) -> Option<Self> {
        let (num, den) = text.split_once('/').unwrap_or((text, "1"));
        Self::new(num.trim().parse().ok()?, den.trim().parse().ok()?)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (i128::from(self.num) * i128::from(other.den)).cmp(&(i128::from(other.num) * i128::from(self.den)))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 { write!(f, "{}", self.num) } else { write!(f, "{}/{}", self.num, self.den) }
    }
}

/// A whole number as a number, anything else as a text such as `1/3`.
impl Serialize for Fraction {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.den == 1 { serializer.serialize_i64(self.num) } else { serializer.collect_str(self) }
    }
}

impl JsonSchema for Fraction {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Fraction".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number, or a fraction as a text such as \"1/3\".",
            "anyOf": [{ "type": "integer" }, { "type": "string", "pattern": "^-?[0-9]+/[0-9]+$" }]
        })
    }
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
}

impl Dice {
    /// `2d6`, `1d10`, `d66`.
    pub fn parse(text: &str) -> Option<Self> {
        let lower = text.to_lowercase();
        if lower == "d66" {
            return Some(Self { count: 2, sides: 6, tens_and_units: true });
        }
        let (count, sides) = lower.split_once('d')?;
        let count = if count.is_empty() { 1 } else { count.parse().ok()? };
        let sides = sides.parse().ok()?;
        ((1..=20).contains(&count) && (2..=1000).contains(&sides)).then_some(Self {
            count,
            sides,
            tens_and_units: false,
        })
    }

    /// Every total that can be rolled, ascending.
    pub fn totals(self) -> Vec<i64> {
        if self.tens_and_units {
            return (1..=6).flat_map(|tens| (1..=6).map(move |units| tens * 10 + units)).collect();
        }
        (i64::from(self.count)..=i64::from(self.count) * i64::from(self.sides)).collect()
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.tens_and_units { write!(f, "d66") } else { write!(f, "{}d{}", self.count, self.sides) }
    }
}

impl Decode for Dice {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let text = text(node, cx, "dice")?;
        Dice::parse(text)
            .or_else(|| cx.bad_value(node.span, format!("`{text}` is no dice"), "write \"2d6\", \"1d10\" or \"d66\""))
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^([0-9]*[dD][0-9]+)$" })
    }
}

/// A range of numbers: a row or column of a table.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Band {
    /// As printed.
    pub text: String,
    /// Lowest number; nothing if there is none.
    pub from: Option<Fraction>,
    /// Highest number; nothing if there is none.
    pub to: Option<Fraction>,
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
            return band(None, Some(Fraction::parse(rest)?), false, false);
        }
        if let Some(rest) = clean.strip_prefix('<') {
            return band(None, Some(Fraction::parse(rest)?), true, false);
        }
        if let Some(rest) = clean.strip_suffix('+') {
            return band(Some(number(rest)?), None, false, rest.contains(':'));
        }
        if clean.contains(':') {
            return band(Some(number(&clean)?), None, false, true);
        }
        if let Some((from, to)) = clean.split_once("..") {
            return ordered(band(Some(Fraction::parse(from)?), Some(Fraction::parse(to)?), false, false)?);
        }
        if let Some(rest) = clean.strip_suffix('-') {
            return band(None, Some(Fraction::parse(rest)?), false, false);
        }
        // A dash behind the first character separates; one in front is a sign.
        if let Some(dash) = clean.char_indices().skip(1).find(|(_, c)| *c == '-').map(|(at, _)| at) {
            let (from, to) = (Fraction::parse(&clean[..dash])?, Fraction::parse(&clean[dash + 1..])?);
            return ordered(band(Some(from), Some(to), false, false)?);
        }
        let exact = Fraction::parse(&clean)?;
        band(Some(exact), Some(exact), false, false)
    }

    /// Whether a number lies in the band.
    pub fn contains(&self, number: Fraction) -> bool {
        self.from.is_none_or(|from| number >= from)
            && self.to.is_none_or(|to| if self.below { number < to } else { number <= to })
    }
}

fn ordered(band: Band) -> Option<Band> {
    (band.from <= band.to).then_some(band)
}

fn number(text: &str) -> Option<Fraction> {
    match text.split_once(':') {
        Some((a, b)) => Fraction::new(a.parse().ok()?, b.parse().ok()?),
        None => Fraction::parse(text),
    }
}

impl Decode for Band {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        if let Value::Integer(number) = node.value {
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
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        if let Value::Integer(turn) = node.value
            && (0..=999).contains(&turn)
        {
            return Some(Turns { first: turn, last: turn });
        }
        let text = match node.value {
            Value::Integer(turn) => turn.to_string(),
            _ => text(node, cx, "turns")?.to_string(),
        };
        let parse = || {
            let (first, last) = text.split_once('-').unwrap_or((&text, &text));
            let turns = Turns { first: first.trim().parse().ok()?, last: last.trim().parse().ok()? };
            (turns.first <= turns.last && turns.first >= 0 && turns.last <= 999).then_some(turns)
        };
        parse().or_else(|| cx.bad_value(node.span, format!("`{text}` is no stretch of turns"), "write \"1-5\" or 3"))
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^ *[0-9]+ *(- *[0-9]+ *)?$" }] })
    }
}

/// Where a datum comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The rulebook states it, at these rules.
    Rules(Vec<String>),
    /// An example or remark at these rules shows it.
    Inferred(Vec<String>),
    /// Filled in from history and judgement.
    Reconstructed,
    /// Supplied by somebody who has the printed game.
    Owner,
}

impl Source {
    fn parse(text: &str) -> Option<Self> {
        match text.trim() {
            "reconstructed" => return Some(Source::Reconstructed),
            "owner" => return Some(Source::Owner),
            _ => {}
        }
        let (inferred, rules) = match text.trim().strip_prefix("inferred:") {
            Some(rules) => (true, rules),
            None => (false, text),
        };
        let rules: Vec<String> = rules.split(',').map(|rule| rule.trim().to_string()).collect();
        let plausible =
            |rule: &String| rule.starts_with(|c: char| c.is_ascii_digit()) && rule.len() <= 20 && !rule.contains(' ');
        if !rules.iter().all(plausible) {
            return None;
        }
        Some(if inferred { Source::Inferred(rules) } else { Source::Rules(rules) })
    }

    /// The rules it cites.
    pub fn rules(&self) -> &[String] {
        match self {
            Source::Rules(rules) | Source::Inferred(rules) => rules,
            Source::Reconstructed | Source::Owner => &[],
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Rules(rules) => write!(f, "{}", rules.join(", ")),
            Source::Inferred(rules) => write!(f, "inferred: {}", rules.join(", ")),
            Source::Reconstructed => write!(f, "reconstructed"),
            Source::Owner => write!(f, "owner"),
        }
    }
}

/// `src` of a record: one source, or one a key.
#[derive(Debug, Clone, PartialEq)]
pub struct SrcSpec {
    /// Source of everything not named.
    pub rest: Option<Source>,
    /// Sources of single keys, with the place of the key.
    pub by_key: Vec<(String, Span, Source)>,
}

impl SrcSpec {
    /// The source of everything not named by key.
    pub fn rest(&self) -> Option<&Source> {
        self.rest.as_ref()
    }

    /// The source of one key.
    pub fn of(&self, key: &str) -> Option<&Source> {
        self.by_key.iter().find(|(k, ..)| k == key).map(|(.., source)| source).or(self.rest.as_ref())
    }
}

fn source(node: &Node, cx: &mut Cx) -> Option<Source> {
    let text = text(node, cx, "a source")?;
    let help = "write a rule number such as \"9.3.4\", \"inferred: 9.3.4\", \"reconstructed\" or \"owner\"";
    Source::parse(text).or_else(|| {
        let words = ["reconstructed", "owner", "inferred:"];
        let help = nearest(text, words).map_or_else(|| help.to_string(), |word| format!("did you mean `{word}`?"));
        cx.bad_value(node.span, format!("`{text}` is not a source"), &help)
    })
}

impl Decode for SrcSpec {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let Value::Table(table) = &node.value else {
            return Some(SrcSpec { rest: Some(source(node, cx)?), by_key: Vec::new() });
        };
        let mut spec = SrcSpec { rest: None, by_key: Vec::new() };
        for (key, node) in &table.entries {
            let Some(source) = source(node, cx) else { continue };
            if key.text == "rest" {
                spec.rest = Some(source);
            } else {
                spec.by_key.push((key.text.clone(), key.span, source));
            }
        }
        Some(spec)
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        let source = json_schema!({ "type": "string", "pattern": "^(reconstructed|owner|(inferred: *)?[0-9][^ ,]*( *, *[0-9][^ ,]*)*)$" });
        json_schema!({
            "description": "Where this comes from: a rule number, `inferred: ` a rule number, `reconstructed` or `owner`; or a table of key and source, with `rest`.",
            "anyOf": [source, { "type": "object", "additionalProperties": source }]
        })
    }
}

/// Declares a closed list of words as an enum that authors write and engine data prints.
#[macro_export]
macro_rules! words {
    ($( $(#[doc = $doc:literal])* $name:ident ($what:literal) { $( $(#[doc = $variant_doc:literal])* $variant:ident = $word:literal ),* $(,)? } )*) => { $(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, schemars::JsonSchema)]
        pub enum $name { $( $(#[doc = $variant_doc])* #[serde(rename = $word)] $variant ),* }

        impl $name {
            /// All words.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word as authors write it.
            pub fn word(self) -> &'static str {
                match self { $( Self::$variant => $word ),* }
            }
        }

        impl $crate::source::decode::Decode for $name {
            fn decode(node: &$crate::source::Node, cx: &mut $crate::source::decode::Cx) -> Option<Self> {
                let text = <String as $crate::source::decode::Decode>::decode(node, cx)?;
                match text.as_str() {
                    $( $word => return Some(Self::$variant), )*
                    _ => {}
                }
                let message = format!("`{text}` is not {}", $what);
                let diag = $crate::diag::codes::BAD_VALUE.at(node.span, message).label("here");
                cx.diags.push(diag.suggest(&text, Self::WORDS.iter().copied()));
                None
            }
            fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": Self::WORDS })
            }
        }
    )* };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_read_what_rulebooks_print() {
        let holds = |text: &str, n: i64| Band::parse(text).map(|band| band.contains(Fraction::whole(n)));
        assert_eq!(holds("12-13", 13), Some(true));
        assert_eq!(holds("12-13", 14), Some(false));
        assert_eq!(holds("18+", 40), Some(true));
        assert_eq!(holds("11-", -3), Some(true));
        assert_eq!(holds("-2..1", -2), Some(true));
        assert_eq!(holds("-3", -3), Some(true));
        assert_eq!(holds("<1", 1), Some(false));
        assert_eq!(holds("13-12", 12), None);
        assert_eq!(holds("two", 2), None);
        assert_eq!(Band::parse("1:4").and_then(|b| b.from), Fraction::new(1, 4));
    }

    #[test]
    fn lengths_need_units() {
        assert_eq!(Length::parse("5/8in"), Some(Length(15.875)));
        assert_eq!(Length::parse("16mm"), Some(Length(16.0)));
        assert_eq!(Length::parse("16"), None);
        assert_eq!(Length::parse("1/0in"), None);
        assert_eq!(Length::parse("-3mm"), None);
    }

    #[test]
    fn dice_know_what_they_reach() {
        assert_eq!(Dice::parse("2d6").map(Dice::totals), Some((2..=12).collect()));
        assert_eq!(Dice::parse("d66").map(|d| d.totals().len()), Some(36));
        assert_eq!(Dice::parse("0d6"), None);
        assert_eq!(Dice::parse("2x6"), None);
    }

    #[test]
    fn sources_are_cited_inferred_or_admitted() {
        assert_eq!(Source::parse("6.2, 17.1"), Some(Source::Rules(vec!["6.2".into(), "17.1".into()])));
        assert_eq!(Source::parse("inferred: 11.4.4"), Some(Source::Inferred(vec!["11.4.4".into()])));
        assert_eq!(Source::parse("reconstructed"), Some(Source::Reconstructed));
        assert_eq!(Source::parse("guess"), None);
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        let (black, white) = (Colour([0; 3]), Colour([255; 3]));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        assert_eq!(Colour::parse("#9aa1a3"), Some(Colour([0x9a, 0xa1, 0xa3])));
        assert_eq!(Colour::parse("#éééé"), None);
    }
}
