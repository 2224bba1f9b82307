//! Faces of counters and the values printed on them.

use crate::expr::Number;
use crate::source::decode::{Cx, Decode};
use crate::source::values::fraction;
use crate::source::{DataKey, DataNode, DataValue, Sp};
use schemars::{Schema, SchemaGenerator, json_schema};

/// A value as printed on a counter.
#[derive(Debug, Clone, PartialEq)]
pub enum PrintedSpec {
    /// Not printed: `"-"`.
    None,
    /// A number.
    Number(Number),
    /// Anything else.
    Text(String),
}

impl PrintedSpec {
    fn parse(text: &str) -> Self {
        match text {
            "-" | "–" => PrintedSpec::None,
            _ => fraction(text).map_or_else(|| PrintedSpec::Text(text.to_string()), PrintedSpec::Number),
        }
    }
}

impl Decode for PrintedSpec {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            DataValue::Integer(_) => Some(PrintedSpec::Number(Number::from(i64::decode(node, cx)?))),
            DataValue::Text(_) | DataValue::Cell(_) => Some(PrintedSpec::parse(&String::decode(node, cx)?)),
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
    Named(Vec<(DataKey, PrintedSpec)>),
}

/// The values in a text that holds several, such as `4-4-3` or `4, 4, 3`.
pub fn values_in(text: &str) -> Option<Vec<&str>> {
    let values: Vec<&str> = text.split(['-', ',', ' ', '|']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let numbers = values.iter().filter(|value| fraction(value).is_some()).count();
    (values.len() > 1 && numbers == values.len()).then_some(values)
}

impl Decode for FaceSpec {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            DataValue::List(items) => {
                Some(FaceSpec::InOrder(items.iter().filter_map(|item| Decode::decode(item, cx)).collect()))
            }
            DataValue::Cell(text) => {
                let values = text.split_whitespace().map(|word| Sp::new(PrintedSpec::parse(word), node.span));
                Some(FaceSpec::InOrder(values.collect()))
            }
            DataValue::Table(table) => {
                let value = |(key, node): &(DataKey, DataNode)| Some((key.clone(), PrintedSpec::decode(node, cx)?));
                Some(FaceSpec::Named(table.entries.iter().filter_map(value).collect()))
            }
            DataValue::Text(text) if values_in(text).is_some() => {
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
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            DataValue::List(items) => {
                Some(StepsSpec(items.iter().filter_map(|item| Decode::decode(item, cx)).collect()))
            }
            DataValue::Cell(text) => {
                let face = |part: &str| {
                    Decode::decode(&DataNode { value: DataValue::Cell(part.to_string()), span: node.span }, cx)
                };
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
