//! From trees of values to records.
//!
//! A record is declared once, with [`record!`](crate::record): its keys, their types and what they
//! mean. From that come the struct, the decoder (which reports every fault it meets and goes on),
//! the JSON Schema that editors use, and the walk that counts sources. serde's derive stops at the
//! first fault and forgets places, which is why it is not used here.

use super::values::{Source, SrcSpec};
use super::{Key, Kind, Node, Sp, Span, Table, Value};
use crate::diag::{Diagnostic, Diagnostics, FileId, Severity, codes, nearest};
use schemars::{Schema, SchemaGenerator, json_schema};
use std::collections::BTreeSet;
use std::sync::Arc;

pub use super::meta::{Meta, source_below};

/// What decoding gathers on its way.
#[derive(Default)]
pub struct Cx {
    /// Faults found.
    pub diags: Diagnostics,
    /// Ids of records that could not be decoded: references to them are not reported again.
    pub broken: BTreeSet<String>,
    /// Kinds of file that could not be read whole: what seems missing may stand in them.
    pub suspect: BTreeSet<Kind>,
    /// Whether a map is faulty, so that places seem to be missing.
    pub lacks_places: bool,
    /// Files with records under a key that does not exist.
    pub dropped: BTreeSet<FileId>,
    /// The source that the record being decoded inherits.
    pub source: Option<Arc<Source>>,
}

impl Cx {
    /// How many errors were found so far: to see whether a step of the work added any.
    pub fn errors(&self) -> usize {
        self.diags.count(Severity::Error)
    }

    /// Reports a value of the wrong type.
    pub fn wrong_type<T>(&mut self, node: &Node, wanted: &str) -> Option<T> {
        self.diags.push(
            codes::WRONG_TYPE
                .at(node.span, format!("expected {wanted}, found {}", node.what()))
                .label(format!("expected {wanted}")),
        );
        None
    }

    /// Reports a value that is not written as it should be.
    pub fn bad_value<T>(&mut self, span: Span, message: impl Into<String>, help: &str) -> Option<T> {
        self.diags.push(codes::BAD_VALUE.at(span, message).label("here").help(help));
        None
    }
}

/// Something a single value can be decoded into.
pub trait Decode: Sized {
    /// Decodes a value, or reports why not.
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self>;
    /// The JSON Schema of what is accepted.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
    /// Whether this is a record with sources of its own.
    const RECORD: bool = false;
    /// Visits the records below.
    fn walk(&self, _visit: &mut Visit<'_>) {}
}

/// What [`Decode::walk`] calls for each record.
pub type Visit<'a> = dyn FnMut(&Meta) + 'a;

impl<T: Decode> Decode for Sp<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        Some(Sp::new(T::decode(node, cx)?, node.span))
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(generator)
    }
    const RECORD: bool = T::RECORD;
    fn walk(&self, visit: &mut Visit<'_>) {
        self.value.walk(visit);
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        T::decode(node, cx).map(Box::new)
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(generator)
    }
    const RECORD: bool = T::RECORD;
    fn walk(&self, visit: &mut Visit<'_>) {
        (**self).walk(visit);
    }
}

/// The entries of a table that no key has taken yet.
pub struct Fields<'a> {
    table: &'a Table,
    taken: Vec<&'static str>,
    open: bool,
    /// Place of the record.
    pub span: Span,
}

impl<'a> Fields<'a> {
    /// All entries of a table.
    pub fn new(table: &'a Table, span: Span) -> Self {
        Self { table, taken: Vec::new(), open: false, span }
    }

    fn take(&mut self, key: &'static str) -> Option<&'a Node> {
        self.taken.push(key);
        self.table.get(key)
    }

    fn rest(&self) -> impl Iterator<Item = &'a (Key, Node)> {
        self.table.entries.iter().filter(|(key, _)| !self.taken.contains(&key.text.as_str()))
    }

    /// Reports the keys that nothing has taken.
    pub fn finish(self, cx: &mut Cx) {
        if self.open {
            return;
        }
        if self.drops_records() {
            cx.dropped.insert(self.span.file);
        }
        for (key, _) in self.rest() {
            let message = format!("unknown key `{}`", key.text);
            let diag = codes::UNKNOWN_KEY.at(key.span, message).label("not a key of this record");
            cx.diags.push(suggest_key(diag, &key.text, &self.taken));
        }
    }

    /// Whether an unknown key holds records: `[[areas]]` for `[[area]]`.
    pub fn drops_records(&self) -> bool {
        let records = |node: &Node| match &node.value {
            Value::Table(_) => true,
            Value::List(items) => items.iter().any(|item| matches!(item.value, Value::Table(_))),
            _ => false,
        };
        !self.open && self.rest().any(|(_, node)| records(node))
    }
}

/// Words that people try, and the key that is meant.
const SYNONYMS: &[(&str, &str)] = &[
    ("color", "colour"),
    ("title", "name"),
    ("name", "title"),
    ("label", "name"),
    ("description", "text"),
    ("src", "source"),
    ("source", "src"),
    ("notes", "note"),
    ("comment", "note"),
    ("number", "id"),
    ("copies", "count"),
    ("quantity", "count"),
    ("amount", "count"),
    ("position", "at"),
    ("location", "at"),
    ("place", "at"),
    ("start", "setup"),
    ("entry", "arrives"),
    ("owner", "side"),
    ("player", "side"),
    ("faction", "side"),
    ("nation", "side"),
    ("die", "dice"),
    ("condition", "when"),
    ("picture", "image"),
    ("echelon", "size"),
    ("unit-type", "type"),
    ("class", "type"),
    ("stand", "orientation"),
    ("size", "cell"),
];

/// Help for a key that a record does not have: the key that is meant, or all that it has.
pub fn suggest_key(diag: Diagnostic, wrong: &str, keys: &[&'static str]) -> Diagnostic {
    let known = || keys.iter().copied().filter(|key| !key.is_empty());
    let meant = SYNONYMS.iter().find(|(word, key)| *word == wrong && known().any(|own| own == *key));
    match meant.map(|(_, key)| *key).or_else(|| nearest(wrong, known())) {
        Some(key) => diag.meant(key),
        None => diag.help(format!("its keys are: {}", known().collect::<Vec<_>>().join(", "))),
    }
}

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
            Value::List(items) => {
                // Lists can be long and records large: not twice the room while they grow.
                let mut found = Vec::with_capacity(items.len());
                found.extend(items.iter().filter_map(|item| T::decode(item, cx)));
                Some(found)
            }
            // A list of one may be written without brackets, but not a record: `[units]` for
            // `[[units]]` is a slip that would hide the next group.
            Value::Cell(text) if !T::RECORD => Some(in_cell(text, node.span, cx)),
            Value::Text(_) | Value::Integer(_) if !T::RECORD => Some(T::decode(node, cx).into_iter().collect()),
            Value::Table(_) if T::RECORD => {
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
    parts.filter_map(|part| T::decode(&Node { value: Value::Cell(part.to_string()), span }, cx)).collect()
}

/// A table whose keys the author chooses, in the order written.
#[derive(Debug, Clone, Default)]
pub struct Map<T>(pub Vec<(Key, T)>);

impl<T: Decode> RecordKey for Map<T> {
    const REQUIRED: bool = false;
    const NESTED: bool = false;
    fn take(fields: &mut Fields<'_>, key: &'static str, cx: &mut Cx) -> Option<Self> {
        let Some(node) = fields.take(key) else { return Some(Map(Vec::new())) };
        let Value::Table(table) = &node.value else {
            cx.wrong_type::<()>(node, "a table");
            return Some(Map(Vec::new()));
        };
        let decode = |(key, node): &(Key, Node)| Some((key.clone(), T::decode(node, cx)?));
        Some(Map(table.entries.iter().filter_map(decode).collect()))
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
pub struct Attributes(pub Vec<(Key, Node)>, pub Vec<&'static str>);

impl RecordKey for Attributes {
    const REQUIRED: bool = false;
    const NESTED: bool = false;
    fn take(fields: &mut Fields<'_>, _key: &'static str, _cx: &mut Cx) -> Option<Self> {
        let known = fields.taken.clone();
        let rest = fields.rest().cloned().collect();
        fields.open = true;
        Some(Attributes(rest, known))
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "number", "boolean"] })
    }
    fn walk(&self, _visit: &mut Visit<'_>) {}
}

/// Reads the table of a record: the shared part of every decoder that [`record!`](crate::record)
/// makes.
pub fn open_record<'a>(node: &'a Node, cx: &mut Cx, name: &'static str) -> Option<(Fields<'a>, &'a Table)> {
    let Value::Table(table) = &node.value else {
        return cx.wrong_type(node, &format!("a table ({name})"));
    };
    Some((Fields::new(table, node.span), table))
}

/// Remembers that a record is broken, by its id.
pub fn broken_record(table: &Table, cx: &mut Cx) {
    if let Some(Node { value: Value::Text(id) | Value::Cell(id), .. }) = table.get("id") {
        cx.broken.insert(id.clone());
    }
}

/// One key of a record, for the schema.
pub struct FieldInfo {
    /// The key as authors write it.
    pub key: String,
    /// What it means.
    pub doc: String,
    /// Whether it must be there.
    pub required: bool,
    /// Its schema; `None` for [`Attributes`].
    pub schema: Option<Schema>,
}

/// The schema of a record.
pub fn record_schema(
    generator: &mut SchemaGenerator,
    name: &str,
    doc: &str,
    fields: impl FnOnce(&mut SchemaGenerator) -> Vec<FieldInfo>,
) -> Schema {
    // Break recursion (a step holds steps) by registering the name first.
    if generator.definitions().contains_key(name) {
        return Schema::new_ref(format!("#/$defs/{name}"));
    }
    generator.definitions_mut().insert(name.to_string(), serde_json::Value::Bool(true));
    let fields = fields(generator);
    let mut properties = serde_json::Map::new();
    let mut required = Vec::new();
    let mut open = false;
    let src = SrcSpec::schema(generator);
    for field in fields {
        let Some(mut schema) = field.schema else {
            open = true;
            continue;
        };
        if !field.doc.is_empty() && schema.get("$ref").is_none() {
            schema.insert("description".into(), field.doc.into());
        }
        if field.required {
            required.push(field.key.clone());
        }
        properties.insert(field.key, schema.to_value());
    }
    properties.insert("src".into(), src.to_value());
    properties.insert(
        "note".into(),
        serde_json::json!({ "type": "string", "description": "A remark that is copied into the engine data." }),
    );
    let additional = if open { serde_json::json!({ "type": ["string", "number", "boolean"] }) } else { false.into() };
    let schema = serde_json::json!({
        "type": "object",
        "description": doc,
        "properties": properties,
        "required": required,
        "additionalProperties": additional,
    });
    generator.definitions_mut().insert(name.to_string(), schema);
    Schema::new_ref(format!("#/$defs/{name}"))
}

/// Declares a record of the language. Every record also takes `src` and `note`.
#[macro_export]
macro_rules! record {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident as $label:literal { $( $(#[doc = $field_doc:literal])* $key:literal $field:ident : $ty:ty ),* $(,)? }
    )*) => { $(
        $(#[doc = $doc])*
        #[derive(Debug, Clone)]
        pub struct $name {
            /// Place, keys and sources.
            pub meta: $crate::source::decode::Meta,
            $( $(#[doc = $field_doc])* pub $field: $ty, )*
        }

        impl $crate::source::decode::Decode for $name {
            const RECORD: bool = true;

            fn decode(node: &$crate::source::Node, cx: &mut $crate::source::decode::Cx) -> Option<Self> {
                use $crate::source::decode::{RecordKey, Meta, broken_record, open_record, source_below};
                let (mut fields, table) = open_record(node, cx, $label)?;
                let src: Option<$crate::source::Sp<$crate::source::values::SrcSpec>> =
                    RecordKey::take(&mut fields, "src", cx).unwrap_or_default();
                let inherited = cx.source.clone();
                let note: Option<String> = RecordKey::take(&mut fields, "note", cx).unwrap_or_default();
                $(
                    cx.source = source_below(src.as_ref(), $key, &inherited);
                    let $field = <$ty as RecordKey>::take(&mut fields, $key, cx);
                )*
                cx.source.clone_from(&inherited);
                fields.finish(cx);
                let nested: &[&str] = &[$( if <$ty as RecordKey>::NESTED { $key } else { "" } ),*];
                let written = table.entries.iter().filter(|(key, _)| !["src", "note"].contains(&key.text.as_str()));
                let (nested, own): (Vec<_>, Vec<_>) = written.partition(|(key, _)| nested.contains(&key.text.as_str()));
                let nested = nested.into_iter().map(|(key, _)| key.clone()).collect();
                let (keys, counts) = own.into_iter().map(|(key, node)| (key.clone(), node.values())).unzip();
                let meta = Meta { name: $label, span: node.span, keys, counts, nested, src, note, inherited };
                let record = (|| Some(Self { meta, $( $field: $field?, )* }))();
                if record.is_none() {
                    broken_record(table, cx);
                }
                record
            }

            fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                use $crate::source::decode::{RecordKey, FieldInfo, record_schema};
                record_schema(generator, stringify!($name), concat!($($doc),*).trim(), |generator| vec![ $(
                    FieldInfo {
                        key: $key.to_string(),
                        doc: concat!("", $($field_doc),*).trim().to_string(),
                        required: <$ty as RecordKey>::REQUIRED,
                        schema: if $key.is_empty() { None } else { Some(<$ty as RecordKey>::schema(generator)) },
                    },
                )* ])
            }

            fn walk(&self, visit: &mut $crate::source::decode::Visit<'_>) {
                visit(&self.meta);
                $( $crate::source::decode::RecordKey::walk(&self.$field, visit); )*
            }
        }
    )* };
}
