//! `expect.toml`, and `[expect]` in `game.toml`.

use super::specs::ExprSpec;
use crate::expr::Number;
use crate::record;
use crate::source::decode::{Cx, Decode};
use crate::source::{DataKey, DataNode, DataValue, Sp};
use schemars::{Schema, SchemaGenerator, json_schema};

record! {
    /// What the game promises of itself, in a file of its own.
    ExpectFile as "expect file" {
        /// The promises.
        "expect" expect: Sp<ExpectDef>,
    }

    /// What the game promises of itself.
    ExpectDef as "expect" {
        /// Pieces of cardboard, every copy counted.
        "counters" counters: Option<Sp<i64>>,
        /// Units, every copy counted once for each unit.
        "units" units: Option<Sp<i64>>,
        /// Marker counters.
        "markers" markers: Option<Sp<i64>>,
        /// Cards, every copy counted.
        "cards" cards: Option<Sp<i64>>,
        /// Areas of the class `area`.
        "areas" areas: Option<Sp<i64>>,
        /// Hexes.
        "hexes" hexes: Option<Sp<i64>>,
        /// Squares.
        "squares" squares: Option<Sp<i64>>,
        /// Pairs of areas that share a border.
        "borders" borders: Option<Sp<i64>>,
        /// Links.
        "links" links: Option<Sp<i64>>,
        /// Regions.
        "regions" regions: Option<Sp<i64>>,
        /// Tables.
        "tables" tables: Option<Sp<i64>>,
        /// Formations.
        "formations" formations: Option<Sp<i64>>,
        /// Scenarios.
        "scenarios" scenarios: Option<Sp<i64>>,
        /// Anything else.
        "that" that: Vec<ExpectThatDef>,
    }

    /// One promise: a `count`, what `every` record has, the `only` records that fit, what `the` value of something is, a
    /// condition that `holds`, a pair of neighbours, or a pair that are none.
    ExpectThatDef as "expectation" {
        /// A list: how many of its records fit, every copy counted.
        "count" count: Option<Sp<String>>,
        /// A list: what all its records have that fit.
        "every" every: Option<Sp<String>>,
        /// A list: which of its records fit, and no others.
        "only" only: Option<Sp<String>>,
        /// An expression: its value, for the game or for single records.
        "the" the: Option<Sp<ExprSpec>>,
        /// A condition on the whole game.
        "holds" holds: Option<Sp<ExprSpec>>,
        /// Two neighbours.
        "adjacent" adjacent: Vec<Sp<String>>,
        /// Two places that are not neighbours.
        "apart" apart: Vec<Sp<String>>,
        /// Which records of the list fit; default: all.
        "where" filter: Option<Sp<ExprSpec>>,
        /// What `every` record has that fits.
        "has" has: Option<Sp<ExprSpec>>,
        /// Those that fit, in any order.
        "are" are: Vec<Sp<String>>,
        /// Those that fit, in the order of the list.
        "in-order" in_order: Vec<Sp<String>>,
        /// The list of the records that have `the` value.
        "of" of: Option<Sp<String>>,
        /// How many there are, or the value, or with `of` the values by record.
        "is" is: Option<Sp<PromisedSpec>>,
    }
}

/// A value that is promised.
#[derive(Debug, Clone, PartialEq)]
pub enum PromisedSpec {
    /// A number.
    Number(Number),
    /// True or false.
    Bool(bool),
    /// A text.
    Text(String),
    /// Several values, in order.
    List(Vec<PromisedSpec>),
    /// Values by record.
    ByRecord(Vec<(DataKey, Sp<PromisedSpec>)>),
}

impl Decode for PromisedSpec {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        Some(match &node.value {
            DataValue::Integer(_) => PromisedSpec::Number(Number::from(i64::decode(node, cx)?)),
            DataValue::Bool(value) => PromisedSpec::Bool(*value),
            DataValue::Text(_) => PromisedSpec::Text(String::decode(node, cx)?),
            DataValue::List(items) => {
                PromisedSpec::List(items.iter().map(|item| Self::decode(item, cx)).collect::<Option<_>>()?)
            }
            DataValue::Table(table) => {
                let value = |(key, node): &(DataKey, DataNode)| Some((key.clone(), Decode::decode(node, cx)?));
                PromisedSpec::ByRecord(table.entries.iter().map(value).collect::<Option<_>>()?)
            }
            _ => return cx.wrong_type(node, "a whole number, a text, true or false, a list or a table of these"),
        })
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "boolean", "string", "array", "object"] })
    }
}
