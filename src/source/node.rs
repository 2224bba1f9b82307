//! The tree of values that every file format is read into.

use super::Span;

/// A value and its place.
#[derive(Debug, Clone)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Its place: of a table with a header, the header.
    pub span: Span,
}

/// What a file can hold.
#[derive(Debug, Clone)]
pub enum Value {
    /// A quoted text.
    Text(String),
    /// A cell of a CSV file: a text, or a number if one is wanted.
    Cell(String),
    /// A whole number.
    Integer(i64),
    /// A decimal number.
    Float(f64),
    /// True or false.
    Bool(bool),
    /// A date or time, which no key of ours takes.
    Date,
    /// A list.
    List(Vec<Node>),
    /// A table.
    Table(Table),
}

/// A key and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// The key.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// Keys and values in the order in which they were written.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// The entries.
    pub entries: Vec<(Key, Node)>,
}

impl Table {
    /// The entry of that key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries.iter().find(|(k, _)| k.text == key).map(|(_, node)| node)
    }
}

impl Node {
    /// The value as JSON, as it was written.
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Text(text) | Value::Cell(text) => text.as_str().into(),
            Value::Integer(number) => (*number).into(),
            Value::Float(number) => (*number).into(),
            Value::Bool(value) => (*value).into(),
            Value::Date => serde_json::Value::Null,
            Value::List(items) => items.iter().map(Node::to_json).collect(),
            Value::Table(table) => table.entries.iter().map(|(key, node)| (key.text.clone(), node.to_json())).collect(),
        }
    }

    /// How many single values it holds: those of a list or table, the words of a cell, or one.
    pub fn values(&self) -> usize {
        match &self.value {
            Value::List(items) => {
                items.iter().map(|item| if matches!(item.value, Value::Cell(_)) { 1 } else { item.values() }).sum()
            }
            Value::Table(table) => table.entries.iter().map(|(_, node)| node.values()).sum(),
            Value::Cell(text) => text.split_whitespace().count(),
            _ => 1,
        }
    }

    /// What this value is, for messages: `a text`, `a list` ...
    pub fn what(&self) -> &'static str {
        match self.value {
            Value::Text(_) => "a text",
            Value::Cell(_) => "a cell",
            Value::Integer(_) => "a whole number",
            Value::Float(_) => "a decimal number",
            Value::Bool(_) => "true or false",
            Value::Date => "a date",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}
