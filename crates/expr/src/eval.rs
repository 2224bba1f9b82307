//! The first reader: the value of an expression, computed with exact fractions.

use super::ast::{Expr, ExprKind, Ident};
use super::operator::{Binary, Function, Gather};
use super::value::{Record, Value};
use super::{Number, Problem};
use std::collections::BTreeMap;

/// What names stand for while an expression is evaluated.
pub trait Env {
    /// The value of a name.
    fn value(&self, name: &str) -> Option<Value>;

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
    fn value(&self, name: &str) -> Option<Value> {
        self.get(name).cloned()
    }
}

/// Evaluates an expression.
///
/// # Errors
/// After a successful [`check`](super::check()) against a scope that the environment keeps to, only
/// what [`Env::lookup`] refuses. Otherwise the first name without a value or value of a wrong type;
/// never a panic.
pub fn eval(expr: &Expr, env: &dyn Env) -> Result<Value, Problem> {
    Ok(match &expr.kind {
        ExprKind::Number(number) => Value::Number(*number),
        ExprKind::Bool(yes) => Value::Bool(*yes),
        ExprKind::Text(text) => Value::Text(text.clone()),
        ExprKind::Name(name) => match env.value(name) {
            Some(value) => value,
            None => return Err(Problem::new(&expr.span, format!("`{name}` has no value"))),
        },
        ExprKind::List(items) => Value::List(values(items, env)?),
        ExprKind::Negate(inner) => Value::Number(-number(inner, env)?),
        ExprKind::Not(inner) => Value::Bool(!condition(inner, env)?),
        ExprKind::Binary(operator, left, right) => binary(*operator, left, right, env)?,
        ExprKind::If(parts) => {
            let [test, yes, no] = parts.as_ref();
            let taken = if condition(test, env)? { yes } else { no };
            return eval(taken, env);
        }
        ExprKind::Call(function, arguments) => Value::Number(call(*function, expr, arguments, env)?),
        ExprKind::Over(gather, collection, each) => over(*gather, collection, each.as_deref(), env)?,
        ExprKind::Lookup(table, arguments) => {
            let arguments = values(arguments, env)?;
            let found = env.lookup(&table.name, &arguments);
            return found.map_err(|message| Problem::new(&expr.span, message));
        }
    })
}

fn values(items: &[Expr], env: &dyn Env) -> Result<Vec<Value>, Problem> {
    items.iter().map(|item| eval(item, env)).collect()
}

fn number(expr: &Expr, env: &dyn Env) -> Result<Number, Problem> {
    match eval(expr, env)? {
        Value::Number(number) => Ok(number),
        other => Err(mismatch(expr, "a number", &other)),
    }
}

fn condition(expr: &Expr, env: &dyn Env) -> Result<bool, Problem> {
    match eval(expr, env)? {
        Value::Bool(yes) => Ok(yes),
        other => Err(mismatch(expr, "yes or no", &other)),
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
        Binary::Equal => Ok(Value::Bool(eval(left, env)? == eval(right, env)?)),
        Binary::NotEqual => Ok(Value::Bool(eval(left, env)? != eval(right, env)?)),
        Binary::In => match eval(right, env)? {
            Value::List(items) => Ok(Value::Bool(items.contains(&eval(left, env)?))),
            other => Err(mismatch(right, "a list", &other)),
        },
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
    let Some(Value::Collection(members)) = env.value(&collection.name) else {
        let message = format!("`{}` is not a collection", collection.name);
        return Err(Problem::new(&collection.span, message));
    };
    let members = members.iter().map(|fields| Member { fields, outer: env });
    let Some(each) = each else {
        return Ok(Value::Number(members.count().into()));
    };
    if gather.takes_condition() {
        let met: Result<Vec<bool>, Problem> = members.map(|m| condition(each, &m)).collect();
        let met = met?;
        Ok(match gather {
            Gather::Any => Value::Bool(met.contains(&true)),
            Gather::All => Value::Bool(!met.contains(&false)),
            _ => Value::Number(met.iter().filter(|met| **met).count().into()),
        })
    } else {
        let found: Result<Vec<Number>, Problem> = members.map(|m| number(each, &m)).collect();
        let found = found?.into_iter();
        let value = match gather {
            Gather::Highest => found.max(),
            Gather::Lowest => found.min(),
            _ => found.reduce(|sum, next| sum + next),
        };
        Ok(Value::Number(value.unwrap_or(Number::ZERO)))
    }
}

/// The environment within `sum(units, ..)`: a member's fields, then what stands outside.
struct Member<'e> {
    fields: &'e Record,
    outer: &'e dyn Env,
}

impl Env for Member<'_> {
    fn value(&self, name: &str) -> Option<Value> {
        let field = self.fields.get(name).cloned();
        field.or_else(|| self.outer.value(name))
    }

    fn lookup(&self, table: &str, arguments: &[Value]) -> Result<Value, String> {
        self.outer.lookup(table, arguments)
    }
}
