//! Records: declared once, read and described in a schema.

use super::fields::Fields;
use super::{Cx, Decode};
use crate::source::values::SrcSpec;
use crate::source::{DataNode, DataTable, DataValue};
use schemars::{Schema, SchemaGenerator};

/// Reads the table of a record: the shared part of every decoder that [`record!`](crate::record)
/// makes.
pub fn open_record<'a>(node: &'a DataNode, cx: &mut Cx, name: &'static str) -> Option<(Fields<'a>, &'a DataTable)> {
    let DataValue::Table(table) = &node.value else {
        return cx.wrong_type(node, &format!("a table ({name})"));
    };
    Some((Fields::new(table, node.span), table))
}

/// Remembers that a record is broken, by its id.
pub fn broken_record(table: &DataTable, cx: &mut Cx) {
    if let Some(DataNode { value: DataValue::Text(id) | DataValue::Cell(id), .. }) = table.get("id") {
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
    /// Its schema; `None` for [`RawAttributes`](super::RawAttributes).
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

            fn decode(node: &$crate::source::DataNode, cx: &mut $crate::source::decode::Cx) -> Option<Self> {
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
