//! Canonical text: what `Display` prints parses to the same tree.

use super::ast::{Expr, ExprKind};
use super::operator::{LOOKUP, strength};
use std::fmt::{self, Display, Formatter};

impl ExprKind {
    fn strength(&self) -> u8 {
        match self {
            ExprKind::If(_) => strength::IF,
            ExprKind::Not(_) => strength::NOT,
            ExprKind::Binary(operator, ..) => operator.strength(),
            ExprKind::Negate(_) => strength::SIGN,
            _ => strength::ATOM,
        }
    }
}

/// The shortest form with single spaces and no needless parentheses.
impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Number(number) => write!(f, "{number}"),
            ExprKind::Bool(yes) => write!(f, "{yes}"),
            ExprKind::Text(text) => quoted(f, text),
            ExprKind::Name(name) => f.write_str(name),
            ExprKind::List(items) => {
                f.write_str("[")?;
                separated(f, items)?;
                f.write_str("]")
            }
            ExprKind::Negate(inner) => {
                f.write_str("-")?;
                at_least(f, inner, strength::SIGN)
            }
            ExprKind::Not(inner) => {
                f.write_str("not ")?;
                at_least(f, inner, strength::NOT)
            }
            ExprKind::Binary(operator, left, right) => {
                let own = operator.strength();
                // Comparisons do not chain, so the left side of one needs parentheses too.
                let left_needs = own + u8::from(own == strength::COMPARE);
                at_least(f, left, left_needs)?;
                write!(f, " {} ", operator.symbol())?;
                at_least(f, right, own + 1)
            }
            ExprKind::If(parts) => {
                let [test, yes, no] = parts.as_ref();
                write!(f, "if {test} then {yes} else {no}")
            }
            ExprKind::Call(function, arguments) => {
                write!(f, "{}(", function.name())?;
                separated(f, arguments)?;
                f.write_str(")")
            }
            ExprKind::Over(gather, collection, each) => {
                write!(f, "{}({}", gather.name(), collection.name)?;
                if let Some(each) = each {
                    write!(f, ", {each}")?;
                }
                f.write_str(")")
            }
            ExprKind::Lookup(table, arguments) => {
                write!(f, "{LOOKUP}(")?;
                quoted(f, &table.name)?;
                for argument in arguments {
                    write!(f, ", {argument}")?;
                }
                f.write_str(")")
            }
        }
    }
}

fn at_least(f: &mut Formatter<'_>, inner: &Expr, strength: u8) -> fmt::Result {
    if inner.kind.strength() < strength { write!(f, "({inner})") } else { write!(f, "{inner}") }
}

fn separated(f: &mut Formatter<'_>, items: &[Expr]) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        write!(f, "{comma}{item}")?;
    }
    Ok(())
}

fn quoted(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    write!(f, "'{}'", text.replace('\'', "''"))
}
