//! The first reader: the value of an expression, computed with exact fractions.

use super::ast::{Expr, ExprKind, Ident};
use super::members::{Columns, Members};
use super::operator::{Binary, Function, Gather};
use super::value::Value;
use super::{Number, Problem};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What names stand for while an expression is evaluated.
pub trait Env {
    /// The value of a name: lent where it is at hand, so that asking copies nothing.
    fn value(&self, name: &str) -> Option<Cow<'_, Value>>;

    /// May so many more members of collections be looked at? Whoever evaluates expressions over large collections
    /// keeps count here, and says no when it is enough.
    fn may_look_at(&self, members: usize) -> bool {
        let _ = members;
        true
    }

    /// The result of a table for these arguments.
    ///
    /// # Errors
    /// Why there is none, as a sentence without a full stop.
    fn lookup(&self, table: &str, arguments: &[Value]) -> Result<Value, String> {
        let _ = arguments;
        Err(format!("no table `{table}` can be looked up here"))
    }
}

/// An environment made of a map; it has no tables.
pub type Values = BTreeMap<String, Value>;

impl Env for Values {
    fn value(&self, name: &str) -> Option<Cow<'_, Value>> {
        self.get(name).map(Cow::Borrowed)
    }
}

/// Evaluates an expression.
///
/// # Errors
/// After a successful [`check`](super::check()) against a scope that the environment keeps to, only
/// what [`Env::lookup`] and [`Env::may_look_at`] refuse. Otherwise the first name without a value or value of a wrong
/// type; never a panic.
pub fn eval(expr: &Expr, env: &dyn Env) -> Result<Value, Problem> {
    value(expr, env).map(Cow::into_owned)
}

/// The value of an expression, lent if it is a name that stands for one at hand.
fn value<'v>(expr: &Expr, env: &'v dyn Env) -> Result<Cow<'v, Value>, Problem> {
    Ok(Cow::Owned(match &expr.kind {
        ExprKind::Number(number) => Value::Number(*number),
        ExprKind::Bool(yes) => Value::Bool(*yes),
        ExprKind::Text(text) => Value::Text(text.clone()),
        ExprKind::Name(name) => {
            let found = env.value(name);
            return found.ok_or_else(|| Problem::new(&expr.span, format!("`{name}` has no value")));
        }
        ExprKind::List(items) => Value::List(values(items, env)?),
        ExprKind::Negate(inner) => Value::Number(-number(inner, env)?),
        ExprKind::Not(inner) => Value::Bool(!condition(inner, env)?),
        ExprKind::Binary(operator, left, right) => binary(*operator, left, right, env)?,
        ExprKind::If(parts) => {
            let [test, yes, no] = parts.as_ref();
            let taken = if condition(test, env)? { yes } else { no };
            return value(taken, env);
        }
        ExprKind::Call(function, arguments) => Value::Number(call(*function, expr, arguments, env)?),
        ExprKind::Over(gather, collection, each) => over(*gather, collection, each.as_deref(), env)?,
        ExprKind::Lookup(table, arguments) => {
            let arguments = values(arguments, env)?;
            env.lookup(&table.name, &arguments).map_err(|message| Problem::new(&expr.span, message))?
        }
    }))
}

fn values(items: &[Expr], env: &dyn Env) -> Result<Vec<Value>, Problem> {
    items.iter().map(|item| eval(item, env)).collect()
}

fn number(expr: &Expr, env: &dyn Env) -> Result<Number, Problem> {
    match value(expr, env)?.as_ref() {
        Value::Number(number) => Ok(*number),
        other => Err(mismatch(expr, "a number", other)),
    }
}

fn condition(expr: &Expr, env: &dyn Env) -> Result<bool, Problem> {
    match value(expr, env)?.as_ref() {
        Value::Bool(yes) => Ok(*yes),
        other => Err(mismatch(expr, "yes or no", other)),
    }
}

/// Whether two expressions have the same value. Texts are most often held against names.
fn same(left: &Expr, right: &Expr, env: &dyn Env) -> Result<bool, Problem> {
    match (&left.kind, &right.kind) {
        (_, ExprKind::Text(text)) => Ok(is_text(value(left, env)?.as_ref(), text)),
        (ExprKind::Text(text), _) => Ok(is_text(value(right, env)?.as_ref(), text)),
        _ => Ok(value(left, env)? == value(right, env)?),
    }
}

fn is_text(value: &Value, text: &str) -> bool {
    matches!(value, Value::Text(own) if own == text)
}

/// Whether a list has a value in it.
fn within(left: &Expr, right: &Expr, env: &dyn Env) -> Result<bool, Problem> {
    let wanted = value(left, env)?;
    if let ExprKind::List(items) = &right.kind {
        for item in items {
            let found = match &item.kind {
                ExprKind::Text(text) => is_text(&wanted, text),
                _ => value(item, env)? == wanted,
            };
            if found {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    match value(right, env)?.as_ref() {
        Value::List(items) => Ok(items.contains(&wanted)),
        other => Err(mismatch(right, "a list", other)),
    }
}

fn mismatch(expr: &Expr, wanted: &str, found: &Value) -> Problem {
    let message = format!("expected {wanted}, found {}", found.what());
    Problem::new(&expr.span, message)
}

fn binary(operator: Binary, left: &Expr, right: &Expr, env: &dyn Env) -> Result<Value, Problem> {
    let numbers = || -> Result<_, Problem> { Ok((number(left, env)?, number(right, env)?)) };
    let arithmetic = |apply: fn(Number, Number) -> Number| {
        let (a, b) = numbers()?;
        Ok(Value::Number(apply(a, b)))
    };
    let order = |test: fn(&Number, &Number) -> bool| {
        let (a, b) = numbers()?;
        Ok(Value::Bool(test(&a, &b)))
    };
    match operator {
        Binary::Or => Ok(Value::Bool(condition(left, env)? || condition(right, env)?)),
        Binary::And => Ok(Value::Bool(condition(left, env)? && condition(right, env)?)),
        Binary::Equal => Ok(Value::Bool(same(left, right, env)?)),
        Binary::NotEqual => Ok(Value::Bool(!same(left, right, env)?)),
        Binary::In => Ok(Value::Bool(within(left, right, env)?)),
        Binary::Less => order(Number::lt),
        Binary::AtMost => order(Number::le),
        Binary::More => order(Number::gt),
        Binary::AtLeast => order(Number::ge),
        Binary::Add => arithmetic(|a, b| a + b),
        Binary::Subtract => arithmetic(|a, b| a - b),
        Binary::Multiply => arithmetic(|a, b| a * b),
        Binary::Divide => arithmetic(|a, b| a / b),
        Binary::Modulo => arithmetic(|a, b| a % b),
    }
}

fn call(function: Function, whole: &Expr, arguments: &[Expr], env: &dyn Env) -> Result<Number, Problem> {
    let numbers: Result<Vec<Number>, Problem> = arguments.iter().map(|argument| number(argument, env)).collect();
    let numbers = numbers?;
    let least = || numbers.iter().min().copied();
    let greatest = || numbers.iter().max().copied();
    let value = match (function, numbers.as_slice()) {
        (Function::Min, _) => least(),
        (Function::Max, _) => greatest(),
        (Function::Abs, [x]) => Some(x.abs()),
        (Function::Floor, [x]) => Some(x.floor()),
        (Function::Ceil, [x]) => Some(x.ceil()),
        (Function::Round, [x]) => Some(x.round()),
        (Function::Clamp, [x, low, high]) => Some((*low).max((*x).min(*high))),
        _ => None,
    };
    value.ok_or_else(|| {
        let message = format!("`{}` has the wrong number of arguments", function.name());
        Problem::new(&whole.span, message)
    })
}

fn over(gather: Gather, collection: &Ident, each: Option<&Expr>, env: &dyn Env) -> Result<Value, Problem> {
    let named = env.value(&collection.name);
    let Some(Value::Collection(members)) = named.as_deref() else {
        let message = format!("`{}` is not a collection", collection.name);
        return Err(Problem::new(&collection.span, message));
    };
    let Some(each) = each else {
        return Ok(Value::Number(members.len().into()));
    };
    if !env.may_look_at(members.len()) {
        let message = format!("going through `{}` here takes too many steps", collection.name);
        return Err(Problem::new(&collection.span, message));
    }
    let columns = Columns::new(each, members, |name| name);
    let members = (0..members.len()).map(|at| MemberEnv { members, at, columns: &columns, outer: env });
    match gather {
        Gather::Any | Gather::All => {
            let wanted = gather == Gather::Any;
            for member in members {
                if condition(each, &member)? == wanted {
                    return Ok(Value::Bool(wanted));
                }
            }
            Ok(Value::Bool(!wanted))
        }
        Gather::Count => {
            let mut met = 0_usize;
            for member in members {
                met += usize::from(condition(each, &member)?);
            }
            Ok(Value::Number(met.into()))
        }
        Gather::Sum | Gather::Highest | Gather::Lowest => {
            let mut found: Option<Number> = None;
            for member in members {
                let next = number(each, &member)?;
                found = Some(match (found, gather) {
                    (None, _) => next,
                    (Some(so_far), Gather::Highest) => so_far.max(next),
                    (Some(so_far), Gather::Lowest) => so_far.min(next),
                    (Some(so_far), _) => so_far + next,
                });
            }
            Ok(Value::Number(found.unwrap_or(Number::ZERO)))
        }
    }
}

/// The environment within `sum(units, ..)`: a member's fields, then what stands outside.
struct MemberEnv<'e> {
    members: &'e Members,
    at: usize,
    columns: &'e Columns<'e>,
    outer: &'e dyn Env,
}

impl Env for MemberEnv<'_> {
    fn value(&self, name: &str) -> Option<Cow<'_, Value>> {
        let column = self.columns.of(name).unwrap_or_else(|| self.members.column(name));
        let field = column.and_then(|column| self.members.cell(self.at, column)).map(Cow::Borrowed);
        field.or_else(|| self.outer.value(name))
    }

    fn may_look_at(&self, members: usize) -> bool {
        self.outer.may_look_at(members)
    }

    fn lookup(&self, table: &str, arguments: &[Value]) -> Result<Value, String> {
        self.outer.lookup(table, arguments)
    }
}
