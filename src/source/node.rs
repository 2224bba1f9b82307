//! The tree of values that every file format is read into.

use super::Span;

/// A value and its place.
#[derive(Debug, Clone)]
pub struct DataNode {
    /// The value.
    pub value: DataValue,
    /// Its place: of a table with a header, the header.
    pub span: Span,
}

/// What a file can hold.
#[derive(Debug, Clone)]
pub enum DataValue {
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
    List(Vec<DataNode>),
    /// A table.
    Table(DataTable),
}

/// A key and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct DataKey {
    /// The key.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// Keys and values in the order in which they were written.
#[derive(Debug, Clone, Default)]
pub struct DataTable {
    /// The entries.
    pub entries: Vec<(DataKey, DataNode)>,
}

impl DataTable {
    /// The entry of that key.
    pub fn get(&self, key: &str) -> Option<&DataNode> {
        self.entries.iter().find(|(k, _)| k.text == key).map(|(_, node)| node)
    }
}

impl DataNode {
    /// The value as JSON, as it was written.
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            DataValue::Text(text) | DataValue::Cell(text) => text.as_str().into(),
            DataValue::Integer(number) => (*number).into(),
            DataValue::Float(number) => (*number).into(),
            DataValue::Bool(value) => (*value).into(),
            DataValue::Date => serde_json::Value::Null,
            DataValue::List(items) => items.iter().map(DataNode::to_json).collect(),
            DataValue::Table(table) => {
                table.entries.iter().map(|(key, node)| (key.text.clone(), node.to_json())).collect()
            }
        }
    }

    /// How many single values it holds: those of a list or table, the words of a cell, or one.
    pub fn values(&self) -> usize {
        match &self.value {
            DataValue::List(items) => {
                items.iter().map(|item| if matches!(item.value, DataValue::Cell(_)) { 1 } else { item.values() }).sum()
            }
            DataValue::Table(table) => table.entries.iter().map(|(_, node)| node.values()).sum(),
            DataValue::Cell(text) => text.split_whitespace().count(),
            _ => 1,
        }
    }

    /// What this value is, for messages: `a text`, `a list` ...
    pub fn what(&self) -> &'static str {
        match self.value {
            DataValue::Text(_) => "a text",
            DataValue::Cell(_) => "a cell",
            DataValue::Integer(_) => "a whole number",
            DataValue::Float(_) => "a decimal number",
            DataValue::Bool(_) => "true or false",
            DataValue::Date => "a date",
            DataValue::List(_) => "a list",
            DataValue::Table(_) => "a table",
        }
    }
}
