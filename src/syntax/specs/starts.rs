//! Where a unit starts, arrives and withdraws.

use super::ExprSpec;
use crate::diag::codes;
use crate::record;
use crate::source::decode::{Cx, Decode, Meta, Visit, in_cell};
use crate::source::{DataNode, DataValue, Sp, Span};
use schemars::{Schema, SchemaGenerator, json_schema};

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
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let span = node.span;
        if let DataValue::Table(_) = node.value {
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
            DataValue::List(items) => items.iter().filter_map(|item| Decode::decode(item, cx)).collect(),
            DataValue::Cell(text) => in_cell(text, span, cx),
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
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let span = node.span;
        if let DataValue::Table(_) = node.value {
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
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        if let DataValue::Table(_) = node.value {
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
