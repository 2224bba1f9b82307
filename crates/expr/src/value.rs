//! Values.

use super::{Members, Number, Type};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A member of a collection: its fields by name.
pub type Record = BTreeMap<String, Value>;

/// What an expression evaluates to, and what names stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// An exact fraction.
    Number(Number),
    /// Yes or no.
    Bool(bool),
    /// A text, or one of a choice.
    Text(String),
    /// Several values of one type.
    List(Vec<Value>),
    /// Records to go over. Shared, because every mention of a name hands out a copy.
    Collection(Arc<Members>),
}

impl Value {
    /// Records to go over.
    pub fn collection(members: impl IntoIterator<Item = Record>) -> Self {
        Value::Collection(Arc::new(members.into_iter().collect()))
    }

    /// May a value like this stand for a name of that type?
    pub fn is_a(&self, type_: &Type) -> bool {
        match (self, type_) {
            (Value::Number(_), Type::Number) | (Value::Bool(_), Type::Bool) => true,
            (Value::Text(_), Type::Text) => true,
            (Value::Text(text), Type::Choice(all)) => all.contains(text),
            (Value::List(items), Type::List(of)) => items.iter().all(|item| item.is_a(of)),
            (Value::Collection(members), Type::Collection(fields)) => fields.iter().all(|(name, type_)| {
                let is_a = |member: usize| members.get(member, name).is_some_and(|value| value.is_a(type_));
                (0..members.len()).all(is_a)
            }),
            _ => false,
        }
    }

    /// As it is called in messages.
    pub(crate) fn what(&self) -> &'static str {
        match self {
            Value::Number(_) => "a number",
            Value::Bool(_) => "yes or no",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Collection(_) => "a collection",
        }
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        Value::Number(number)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Value::Number(number.into())
    }
}

impl From<bool> for Value {
    fn from(yes: bool) -> Self {
        Value::Bool(yes)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

/// For reports: `3`, `yes`, `urban`, `[1, 2]`, `4 members`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Bool(yes) => f.write_str(if *yes { "yes" } else { "no" }),
            Value::Text(text) => f.write_str(text),
            Value::List(items) => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", items.join(", "))
            }
            Value::Collection(members) => match members.len() {
                1 => f.write_str("1 member"),
                count => write!(f, "{count} members"),
            },
        }
    }
}
