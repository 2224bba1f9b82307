//! Values that may be written in more than one way.

use crate::diag::codes;
use crate::source::decode::{Cx, Decode, Meta, Visit, in_cell};
use crate::source::values::{Dice, Fraction, Length};
use crate::source::{Key, Node, Sp, Span, Value};
use crate::{record, words};
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
    Number(Fraction),
    /// True or false.
    Bool(bool),
    /// A text.
    Text(String),
}

impl Decode for ScalarSpec {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            Value::Integer(_) => Some(ScalarSpec::Number(Fraction::whole(i64::decode(node, cx)?))),
            Value::Bool(value) => Some(ScalarSpec::Bool(*value)),
            Value::Text(_) | Value::Cell(_) => Some(ScalarSpec::Text(String::decode(node, cx)?)),
            _ => cx.wrong_type(node, "a number, a text, or true or false"),
        }
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "string", "boolean"] })
    }
}

/// What is rolled: by everybody, or by each side.
#[derive(Debug, Clone, PartialEq)]
pub enum DiceSpec {
    /// The same dice, whoever rolls.
    All(DiceWord),
    /// Dice by the side that rolls.
    BySide(Vec<(Key, Sp<DiceWord>)>),
}

/// Dice of numbers, or of faces with names.
#[derive(Debug, Clone, PartialEq)]
pub enum DiceWord {
    /// `2d6`.
    Numbers(Dice),
    /// `2 battle`: how many of a die that the game declares.
    Faces(u32, String),
}

impl DiceWord {
    fn parse(text: &str) -> Option<Self> {
        if let Some(dice) = Dice::parse(text) {
            return Some(DiceWord::Numbers(dice));
        }
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (count, die) = text.split_at_checked(digits)?;
        let count = if count.is_empty() { 1 } else { count.parse().ok()? };
        let die = die.trim();
        let named = die.starts_with(char::is_alphabetic) && (count == 1 || text[digits..].starts_with(' '));
        (named && (1..=20).contains(&count)).then(|| DiceWord::Faces(count, die.to_string()))
    }
}

impl Decode for DiceWord {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let text = String::decode(node, cx)?;
        DiceWord::parse(&text).or_else(|| {
            let help = "write \"2d6\", \"1d10\" or \"d66\", or \"2 NAME\" for a die of your own";
            cx.bad_value(node.span, format!("`{text}` is not a dice expression"), help)
        })
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

impl Decode for DiceSpec {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let Value::Table(table) = &node.value else { return DiceWord::decode(node, cx).map(DiceSpec::All) };
        let own = |(key, node): &(Key, Node)| Some((key.clone(), Sp::new(DiceWord::decode(node, cx)?, node.span)));
        Some(DiceSpec::BySide(table.entries.iter().filter_map(own).collect()))
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let word = DiceWord::schema(generator);
        json_schema!({ "anyOf": [word, { "type": "object", "additionalProperties": word }] })
    }
}

/// A value as printed on a counter.
#[derive(Debug, Clone, PartialEq)]
pub enum PrintedSpec {
    /// Not printed: `"-"`.
    None,
    /// A number.
    Number(Fraction),
    /// Anything else.
    Text(String),
}

impl PrintedSpec {
    fn parse(text: &str) -> Self {
        match text {
            "-" | "–" => PrintedSpec::None,
            _ => Fraction::parse(text).map_or_else(|| PrintedSpec::Text(text.to_string()), PrintedSpec::Number),
        }
    }
}

impl Decode for PrintedSpec {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            Value::Integer(_) => Some(PrintedSpec::Number(Fraction::whole(i64::decode(node, cx)?))),
            Value::Text(_) | Value::Cell(_) => Some(PrintedSpec::parse(&String::decode(node, cx)?)),
            _ => cx.wrong_type(node, "a printed value: a number or a text"),
        }
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "string"] })
    }
}

/// The values of a face: in the layout's order, or by name.
#[derive(Debug, Clone)]
pub enum FaceSpec {
    /// In the layout's order.
    InOrder(Vec<Sp<PrintedSpec>>),
    /// By name.
    Named(Vec<(Key, PrintedSpec)>),
}

/// The values in a text that holds several, such as `4-4-3` or `4, 4, 3`.
pub fn values_in(text: &str) -> Option<Vec<&str>> {
    let values: Vec<&str> = text.split(['-', ',', ' ', '|']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let numbers = values.iter().filter(|value| Fraction::parse(value).is_some()).count();
    (values.len() > 1 && numbers == values.len()).then_some(values)
}

impl Decode for FaceSpec {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            Value::List(items) => {
                Some(FaceSpec::InOrder(items.iter().filter_map(|item| Decode::decode(item, cx)).collect()))
            }
            Value::Cell(text) => {
                let values = text.split_whitespace().map(|word| Sp::new(PrintedSpec::parse(word), node.span));
                Some(FaceSpec::InOrder(values.collect()))
            }
            Value::Table(table) => {
                let value = |(key, node): &(Key, Node)| Some((key.clone(), PrintedSpec::decode(node, cx)?));
                Some(FaceSpec::Named(table.entries.iter().filter_map(value).collect()))
            }
            Value::Text(text) if values_in(text).is_some() => {
                let list = values_in(text).unwrap_or_default().join(", ");
                let message = format!("the values of a face are a list, not the text `{text}`");
                cx.bad_value(node.span, message, &format!("write `[{list}]`"))
            }
            _ => cx.wrong_type(node, "the values of a face, such as `[4, 5]` or `{ cv = 4, mf = 5 }`"),
        }
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        let value = json_schema!({ "type": ["integer", "string"] });
        json_schema!({ "anyOf": [{ "type": "array", "items": value }, { "type": "object", "additionalProperties": value }] })
    }
}

/// The values of all steps.
#[derive(Debug, Clone)]
pub struct StepsSpec(pub Vec<Sp<FaceSpec>>);

impl Decode for StepsSpec {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            Value::List(items) => Some(StepsSpec(items.iter().filter_map(|item| Decode::decode(item, cx)).collect())),
            Value::Cell(text) => {
                let face =
                    |part: &str| Decode::decode(&Node { value: Value::Cell(part.to_string()), span: node.span }, cx);
                Some(StepsSpec(text.split(';').filter_map(face).collect()))
            }
            _ => cx.wrong_type(node, "a list of steps, such as `[[9, 8, 8], [7, 7, 8]]`"),
        }
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let face = FaceSpec::schema(generator);
        json_schema!({ "type": "array", "items": face, "minItems": 1 })
    }
}

/// Where a unit starts.
#[derive(Debug, Clone)]
pub struct SetupSpec {
    /// Places or regions.
    pub any: Vec<Sp<String>>,
    /// The ends of a line of hexes.
    pub line: Vec<Sp<String>>,
    /// The unit in a slot of which it lies.
    pub with: Option<Sp<String>>,
    /// What the counter prints.
    pub code: Option<String>,
    /// Where it is written.
    pub span: Span,
    /// Its source and note.
    pub meta: Meta,
}

record! {
    /// Where a unit starts, at length.
    SetupTable as "setup" {
        /// Places or regions to choose from.
        "any" any: Vec<Sp<String>>,
        /// Two hexes: anywhere on the line between them.
        "line" line: Vec<Sp<String>>,
        /// A unit: in a slot of its strength track.
        "with" with: Option<Sp<String>>,
        /// What the counter prints.
        "code" code: Option<String>,
    }

    /// When and where a unit arrives.
    ArrivesTable as "arrival" {
        /// The turn.
        "turn" turn: Option<Sp<i64>>,
        /// The place.
        "at" at: Option<Sp<String>>,
        /// Places or regions to choose from.
        "any" any: Vec<Sp<String>>,
        /// An expression: which of these places count.
        "where" filter: Option<Sp<ExprSpec>>,
        /// A place: of the places that count, those with the fewest steps to it.
        "nearest" nearest: Option<Sp<String>>,
        /// What the counter prints.
        "code" code: Option<String>,
        /// A condition, in words.
        "when" when: Option<String>,
    }

    /// When a unit leaves.
    WithdrawsTable as "withdrawal" {
        /// The turn.
        "turn" turn: Sp<i64>,
        /// A condition, in words.
        "when" when: Option<String>,
    }
}

/// What a table in place of a short value says of its sources is checked like that of a record.
fn walk_table(meta: &Meta, visit: &mut Visit<'_>) {
    if meta.src.is_some() {
        visit(meta);
    }
}

impl Decode for SetupSpec {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let span = node.span;
        if let Value::Table(_) = node.value {
            let table = SetupTable::decode(node, cx)?;
            let ways = [!table.any.is_empty(), !table.line.is_empty(), table.with.is_some()];
            if ways.iter().filter(|way| **way).count() != 1 {
                cx.diags.push(codes::CONFLICT.at(span, "a setup needs one of `any`, `line` or `with`").label("here"));
                return None;
            }
            let SetupTable { meta, any, line, with, code } = table;
            return Some(SetupSpec { any, line, with, code, span, meta });
        }
        let any = match &node.value {
            Value::List(items) => items.iter().filter_map(|item| Decode::decode(item, cx)).collect(),
            Value::Cell(text) => in_cell(text, span, cx),
            _ => vec![Decode::decode(node, cx)?],
        };
        let meta = Meta::short("setup", span, cx);
        Some(SetupSpec { any, line: Vec::new(), with: None, code: None, span, meta })
    }
    fn walk(&self, visit: &mut Visit<'_>) {
        walk_table(&self.meta, visit);
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let table = SetupTable::schema(generator);
        json_schema!({ "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }, table] })
    }
}

/// When and where a unit arrives.
#[derive(Debug, Clone)]
pub struct ArrivesSpec {
    /// The turn; none if only a condition says when.
    pub turn: Option<Sp<i64>>,
    /// Places or regions to choose from; none if the scenario says where.
    pub any: Vec<Sp<String>>,
    /// Which of these places count.
    pub filter: Option<Sp<ExprSpec>>,
    /// A place that they must be nearest to.
    pub nearest: Option<Sp<String>>,
    /// What the counter prints.
    pub code: Option<String>,
    /// A condition, in words.
    pub when: Option<String>,
    /// Where it is written.
    pub span: Span,
    /// Its source and note.
    pub meta: Meta,
}

impl Decode for ArrivesSpec {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let span = node.span;
        if let Value::Table(_) = node.value {
            let table = ArrivesTable::decode(node, cx)?;
            if table.turn.is_none() && table.when.is_none() {
                cx.diags.push(codes::CONFLICT.at(span, "an arrival needs `turn` or `when`").label("needs one of them"));
            }
            let ArrivesTable { meta, turn, at, any, filter, nearest, code, when } = table;
            let any: Vec<Sp<String>> = at.into_iter().chain(any).collect();
            let narrowed = filter.as_ref().map(|filter| filter.span).or(nearest.as_ref().map(|nearest| nearest.span));
            if let Some(narrowed) = narrowed.filter(|_| any.is_empty()) {
                let message = "`where` and `nearest` choose among the places of `any`, which is missing";
                cx.diags.push(codes::CONFLICT.at(narrowed, message).label("chooses among no places"));
            }
            return Some(ArrivesSpec { turn, any, filter, nearest, code, when, span, meta });
        }
        let turn = Some(Decode::decode(node, cx)?);
        let meta = Meta::short("arrival", span, cx);
        Some(ArrivesSpec { turn, any: Vec::new(), filter: None, nearest: None, code: None, when: None, span, meta })
    }
    fn walk(&self, visit: &mut Visit<'_>) {
        walk_table(&self.meta, visit);
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let table = ArrivesTable::schema(generator);
        json_schema!({ "anyOf": [{ "type": "integer", "minimum": 1 }, table] })
    }
}

/// When a unit leaves.
#[derive(Debug, Clone)]
pub struct WithdrawsSpec {
    /// The turn.
    pub turn: Sp<i64>,
    /// A condition, in words.
    pub when: Option<String>,
    /// Its source and note.
    pub meta: Meta,
}

impl Decode for WithdrawsSpec {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        if let Value::Table(_) = node.value {
            let table = WithdrawsTable::decode(node, cx)?;
            return Some(WithdrawsSpec { turn: table.turn, when: table.when, meta: table.meta });
        }
        let meta = Meta::short("withdrawal", node.span, cx);
        Some(WithdrawsSpec { turn: Decode::decode(node, cx)?, when: None, meta })
    }
    fn walk(&self, visit: &mut Visit<'_>) {
        walk_table(&self.meta, visit);
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let table = WithdrawsTable::schema(generator);
        json_schema!({ "anyOf": [{ "type": "integer", "minimum": 1 }, table] })
    }
}

/// A movement cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CostSpec {
    /// So many points.
    Points(Fraction),
    /// The whole allowance.
    All,
}

impl Decode for CostSpec {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            Value::Integer(_) => Some(CostSpec::Points(Fraction::whole(i64::decode(node, cx)?))),
            Value::Text(text) if text == "all" => Some(CostSpec::All),
            Value::Text(text) => Fraction::parse(text).map(CostSpec::Points).or_else(|| {
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
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            Value::Integer(_) => Some(ExprSpec { text: i64::decode(node, cx)?.to_string(), quote: 0 }),
            Value::Bool(value) => Some(ExprSpec { text: value.to_string(), quote: 0 }),
            Value::Text(text) => Some(ExprSpec { text: text.clone(), quote: 1 }),
            Value::Cell(text) => Some(ExprSpec { text: text.clone(), quote: 0 }),
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
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            Value::List(items) if items.len() == 2 => {
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
pub struct NumberSpec(pub Fraction);

impl Decode for NumberSpec {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            Value::Integer(_) => Some(NumberSpec(Fraction::whole(i64::decode(node, cx)?))),
            Value::Text(text) => Fraction::parse(text).map(NumberSpec).or_else(|| {
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
