//! The second reader: the syntax tree engines load.

use super::ast::{Expr, ExprKind};
use super::operator::{Binary, Function, Gather};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A node of an expression's syntax tree.
///
/// Every tree was checked: names exist, types agree, so each node has a value. Numbers are exact
/// fractions. A value beyond ±10^15 becomes ±10^15; a value whose denominator in lowest terms
/// exceeds 10^9 becomes the nearest multiple of 10^-9 (halves up). A reader that keeps fractions of
/// 64-bit integers, or that computes with doubles and compares with a tolerance of 10^-9, gives the
/// same answers for anything a board game computes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "lowercase", deny_unknown_fields)]
#[schemars(rename = "Expression")]
pub enum ExprNode {
    /// A number: `value / over`.
    Number {
        /// The number above the line.
        value: i64,
        /// The number below the line, at least 1; 1 if left out.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        #[schemars(range(min = 1))]
        over: i64,
    },
    /// Yes or no.
    Bool {
        /// Which.
        value: bool,
    },
    /// A text. Texts are equal when all their characters are; nothing is folded or trimmed.
    Text {
        /// Its characters.
        value: String,
    },
    /// The value of an input or field. Within `each` of an `over` node: the member's field of that
    /// name if it has one, otherwise what the name means outside.
    Name {
        /// Its name.
        name: String,
    },
    /// A list of values of one type.
    List {
        /// Its entries, at least one.
        items: Vec<ExprNode>,
    },
    /// A number with the opposite sign.
    Negate {
        /// The number.
        of: Box<ExprNode>,
    },
    /// Yes for no, no for yes.
    Not {
        /// The condition.
        of: Box<ExprNode>,
    },
    /// An operator between two values.
    Binary {
        /// Which.
        operator: Binary,
        /// What stands before it.
        left: Box<ExprNode>,
        /// What stands after it.
        right: Box<ExprNode>,
    },
    /// The value of `then` if the test says yes, otherwise that of `else`.
    If {
        /// The condition.
        test: Box<ExprNode>,
        /// The value if it holds.
        then: Box<ExprNode>,
        /// The value if it does not.
        #[serde(rename = "else")]
        otherwise: Box<ExprNode>,
    },
    /// A function of numbers.
    Call {
        /// Which.
        function: Function,
        /// Its arguments in order.
        arguments: Vec<ExprNode>,
    },
    /// A function over the members of a collection.
    Over {
        /// Which.
        function: Gather,
        /// The name of the collection.
        collection: String,
        /// What is worked out for each member: a condition for `count`, `any` and `all`, otherwise
        /// a number. Only `count` may lack it: then every member counts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        each: Option<Box<ExprNode>>,
    },
    /// The result of a table.
    Lookup {
        /// The table's id.
        table: String,
        /// The values it is entered with, in the order of its inputs.
        arguments: Vec<ExprNode>,
    },
}

fn one() -> i64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_one(over: &i64) -> bool {
    *over == 1
}

/// The syntax tree of an expression for engines.
pub fn to_json(expr: &Expr) -> ExprNode {
    match &expr.kind {
        // The parser's literals have 15 digits at most; a longer one made by hand is cut off.
        ExprKind::Number(number) => ExprNode::Number {
            value: i64::try_from(number.numerator()).unwrap_or(i64::MAX),
            over: i64::try_from(number.denominator()).unwrap_or(1),
        },
        ExprKind::Bool(value) => ExprNode::Bool { value: *value },
        ExprKind::Text(value) => ExprNode::Text { value: value.clone() },
        ExprKind::Name(name) => ExprNode::Name { name: name.clone() },
        ExprKind::List(items) => ExprNode::List { items: all(items) },
        ExprKind::Negate(inner) => ExprNode::Negate { of: boxed(inner) },
        ExprKind::Not(inner) => ExprNode::Not { of: boxed(inner) },
        ExprKind::Binary(operator, left, right) => {
            ExprNode::Binary { operator: *operator, left: boxed(left), right: boxed(right) }
        }
        ExprKind::If(parts) => {
            let [test, then, otherwise] = parts.as_ref();
            ExprNode::If { test: boxed(test), then: boxed(then), otherwise: boxed(otherwise) }
        }
        ExprKind::Call(function, arguments) => ExprNode::Call { function: *function, arguments: all(arguments) },
        ExprKind::Over(gather, collection, each) => {
            ExprNode::Over { function: *gather, collection: collection.name.clone(), each: each.as_deref().map(boxed) }
        }
        ExprKind::Lookup(table, arguments) => ExprNode::Lookup { table: table.name.clone(), arguments: all(arguments) },
    }
}

fn boxed(expr: &Expr) -> Box<ExprNode> {
    Box::new(to_json(expr))
}

fn all(items: &[Expr]) -> Vec<ExprNode> {
    items.iter().map(to_json).collect()
}
