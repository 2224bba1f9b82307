//! Dice.

use crate::source::decode::{Cx, Decode};
use crate::source::values::Dice;
use crate::source::{DataKey, DataNode, DataValue, Sp};
use schemars::{Schema, SchemaGenerator, json_schema};

/// What is rolled: by everybody, or by each side.
#[derive(Debug, Clone, PartialEq)]
pub enum DiceSpec {
    /// The same dice, whoever rolls.
    All(DiceWord),
    /// Dice by the side that rolls.
    BySide(Vec<(DataKey, Sp<DiceWord>)>),
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
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
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
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let DataValue::Table(table) = &node.value else { return DiceWord::decode(node, cx).map(DiceSpec::All) };
        let own =
            |(key, node): &(DataKey, DataNode)| Some((key.clone(), Sp::new(DiceWord::decode(node, cx)?, node.span)));
        Some(DiceSpec::BySide(table.entries.iter().filter_map(own).collect()))
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let word = DiceWord::schema(generator);
        json_schema!({ "anyOf": [word, { "type": "object", "additionalProperties": word }] })
    }
}
