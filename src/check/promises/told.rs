//! How broken promises are told.

use crate::diag::{Diagnostic, codes};
use crate::expr::{Binary, Env, Expr, ExprKind, TextSpan, Value, eval};
use crate::source::Span;
use crate::source::values::fraction;
use crate::syntax::{ExpectThatDef, PromisedSpec};

/// How many records are named before `and 7 more`.
const FEW: usize = 12;

/// A broken promise, with the rule that it rests on.
pub fn broken(that: &ExpectThatDef, span: Span, message: String) -> Diagnostic {
    let rules = that.meta.source().map(|source| source.rules().join(", ")).unwrap_or_default();
    let message = if rules.is_empty() { message } else { format!("{message} (rule {rules})") };
    codes::EXPECTATION.at(span, message)
}

/// The words for the condition that chooses the records.
pub fn fitting(that: &ExpectThatDef) -> String {
    that.filter.as_ref().map(|filter| format!(" where {}", filter.text)).unwrap_or_default()
}

/// What a record of a list is called.
pub fn record(list: &str) -> String {
    format!("record in `{list}` with the name")
}

/// Some names, and how many more there are.
pub fn enumerate<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = names.len().saturating_sub(FEW);
    let mut list: Vec<String> = names.take(FEW).map(str::to_string).collect();
    if more > 0 {
        list.push(format!("and {more} more"));
    }
    list.join(", ")
}

/// Whether a value is the one that is promised.
pub fn equal(promised: &PromisedSpec, found: &Value) -> bool {
    match (promised, found) {
        (PromisedSpec::Number(number), found) => Value::Number(*number) == *found,
        (PromisedSpec::Bool(yes), found) => Value::Bool(*yes) == *found,
        (PromisedSpec::Text(text), Value::Number(_)) => fraction(text).is_some_and(|own| Value::Number(own) == *found),
        (PromisedSpec::Text(text), found) => Value::Text(text.clone()) == *found,
        (PromisedSpec::List(items), Value::List(found)) => {
            items.len() == found.len() && items.iter().zip(found).all(|(item, found)| equal(item, found))
        }
        (PromisedSpec::List(_) | PromisedSpec::ByRecord(_), _) => false,
    }
}

/// A promised value, for messages.
pub fn written(promised: &PromisedSpec) -> String {
    match promised {
        PromisedSpec::Number(number) => number.as_fraction(),
        PromisedSpec::Bool(yes) => found(&Value::Bool(*yes)),
        PromisedSpec::Text(text) => format!("`{text}`"),
        PromisedSpec::List(items) => format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", ")),
        PromisedSpec::ByRecord(_) => "a table".into(),
    }
}

/// A value that was found, for messages.
pub fn found(value: &Value) -> String {
    match value {
        Value::Text(text) => format!("`{text}`"),
        Value::List(items) => format!("[{}]", items.iter().map(found).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// The part of a condition that does not hold, and what its two sides are.
pub fn sides(expr: &Expr, env: &dyn Env) -> (TextSpan, String) {
    match &expr.kind {
        ExprKind::Binary(Binary::And, left, right) => {
            let fails = if matches!(eval(left, env), Ok(Value::Bool(true))) { right } else { left };
            sides(fails, env)
        }
        ExprKind::Binary(operator, left, right) if *operator != Binary::Or => {
            let told = |side: &Expr| eval(side, env).map(|value| found(&value)).unwrap_or_default();
            (expr.span.clone(), format!("here {}, there {}", told(left), told(right)))
        }
        _ => (expr.span.clone(), "not true".into()),
    }
}
