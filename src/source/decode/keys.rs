//! What can stand behind a key of a record: one value, many, or none.

use super::fields::Fields;
use super::{Cx, Decode, Visit};
use crate::diag::codes;
use crate::source::{DataKey, DataNode, DataValue, Sp, Span};
use schemars::{Schema, SchemaGenerator, json_schema};

/// A key of a record: required, optional or a list that may be left out.
pub trait RecordKey: Sized {
    /// Whether the key must be there.
    const REQUIRED: bool;
    /// Whether the values are records with sources of their own.
    const NESTED: bool;
    /// Takes and decodes the key. `None` makes the record fail.
    fn take(fields: &mut Fields<'_>, key: &'static str, cx: &mut Cx) -> Option<Self>;
    /// The schema of the key's value.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
    /// Visits the records below.
    fn walk(&self, visit: &mut Visit<'_>);
}

impl<T: Decode> RecordKey for Sp<T> {
    const REQUIRED: bool = true;
    const NESTED: bool = T::RECORD;
    fn take(fields: &mut Fields<'_>, key: &'static str, cx: &mut Cx) -> Option<Self> {
        let Some(node) = fields.take(key) else {
            let message = format!("this record needs the key `{key}`");
            cx.diags.push(codes::MISSING_KEY.at(fields.span, message).lacks(key));
            return None;
        };
        Decode::decode(node, cx)
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(generator)
    }
    fn walk(&self, visit: &mut Visit<'_>) {
        self.value.walk(visit);
    }
}

/// A key that authors may leave out because something else says it: whoever reads the file fills it in.
#[derive(Debug, Clone)]
pub struct Filled<T> {
    said: Sp<T>,
}

impl<T> std::ops::Deref for Filled<T> {
    type Target = Sp<T>;
    fn deref(&self) -> &Sp<T> {
        &self.said
    }
}

impl<T: Decode> RecordKey for Filled<T> {
    const REQUIRED: bool = false;
    const NESTED: bool = T::RECORD;
    fn take(fields: &mut Fields<'_>, key: &'static str, cx: &mut Cx) -> Option<Self> {
        <Sp<T> as RecordKey>::take(fields, key, cx).map(|said| Self { said })
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(generator)
    }
    fn walk(&self, visit: &mut Visit<'_>) {
        self.said.value.walk(visit);
    }
}

impl<T: Decode> RecordKey for Option<T> {
    const REQUIRED: bool = false;
    const NESTED: bool = T::RECORD;
    fn take(fields: &mut Fields<'_>, key: &'static str, cx: &mut Cx) -> Option<Self> {
        Some(fields.take(key).and_then(|node| T::decode(node, cx)))
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(generator)
    }
    fn walk(&self, visit: &mut Visit<'_>) {
        if let Some(value) = self {
            value.walk(visit);
        }
    }
}

impl<T: Decode> RecordKey for Vec<T> {
    const REQUIRED: bool = false;
    const NESTED: bool = T::RECORD;
    fn take(fields: &mut Fields<'_>, key: &'static str, cx: &mut Cx) -> Option<Self> {
        let Some(node) = fields.take(key) else { return Some(Vec::new()) };
        match &node.value {
            DataValue::List(items) => {
                // Lists can be long and records large: not twice the room while they grow.
                let mut found = Vec::with_capacity(items.len());
                found.extend(items.iter().filter_map(|item| T::decode(item, cx)));
                Some(found)
            }
            // A list of one may be written without brackets, but not a record: `[units]` for
            // `[[units]]` is a slip that would hide the next group.
            DataValue::Cell(text) if !T::RECORD => Some(in_cell(text, node.span, cx)),
            DataValue::Text(_) | DataValue::Integer(_) if !T::RECORD => Some(T::decode(node, cx).into_iter().collect()),
            DataValue::Table(_) if T::RECORD => {
                let message = format!("`{key}` is a list of records");
                cx.diags.push(
                    codes::WRONG_TYPE.at(node.span, message).help(format!("write `[[{key}]]`, with two brackets")),
                );
                Some(Vec::new())
            }
            _ => {
                cx.wrong_type::<()>(node, "a list");
                Some(Vec::new())
            }
        }
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let item = T::schema(generator);
        if T::RECORD {
            json_schema!({ "type": "array", "items": item })
        } else {
            json_schema!({ "anyOf": [{ "type": "array", "items": item }, item] })
        }
    }
    fn walk(&self, visit: &mut Visit<'_>) {
        for value in self {
            value.walk(visit);
        }
    }
}

/// The entries of a list that stands in one cell, with `;` or a line end between them.
pub fn in_cell<T: Decode>(text: &str, span: Span, cx: &mut Cx) -> Vec<T> {
    let parts = text.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty());
    parts.filter_map(|part| T::decode(&DataNode { value: DataValue::Cell(part.to_string()), span }, cx)).collect()
}

/// A table whose keys the author chooses, in the order written.
#[derive(Debug, Clone, Default)]
pub struct Keyed<T>(pub Vec<(DataKey, T)>);

impl<T: Decode> RecordKey for Keyed<T> {
    const REQUIRED: bool = false;
    const NESTED: bool = false;
    fn take(fields: &mut Fields<'_>, key: &'static str, cx: &mut Cx) -> Option<Self> {
        let Some(node) = fields.take(key) else { return Some(Keyed(Vec::new())) };
        let DataValue::Table(table) = &node.value else {
            cx.wrong_type::<()>(node, "a table");
            return Some(Keyed(Vec::new()));
        };
        let decode = |(key, node): &(DataKey, DataNode)| Some((key.clone(), T::decode(node, cx)?));
        Some(Keyed(table.entries.iter().filter_map(decode).collect()))
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let item = T::schema(generator);
        json_schema!({ "type": "object", "additionalProperties": item })
    }
    fn walk(&self, _visit: &mut Visit<'_>) {}
}

/// The keys of a record that are attributes declared by the game: whatever no other key took. Must
/// be the last field of its record.
#[derive(Debug, Clone, Default)]
pub struct RawAttributes(pub Vec<(DataKey, DataNode)>, pub Vec<&'static str>);

impl RecordKey for RawAttributes {
    const REQUIRED: bool = false;
    const NESTED: bool = false;
    fn take(fields: &mut Fields<'_>, _key: &'static str, _cx: &mut Cx) -> Option<Self> {
        let known = fields.taken.clone();
        let rest = fields.rest().cloned().collect();
        fields.open = true;
        Some(RawAttributes(rest, known))
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "number", "boolean"] })
    }
    fn walk(&self, _visit: &mut Visit<'_>) {}
}
