//! YAML files, for templates. serde gives values; serde-saphyr's `Spanned` gives their places.

use super::{DataKey, DataNode, DataTable, DataValue, FileId, Span, lengths};
use crate::diag::{Diagnostics, codes};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::{Location, Spanned};
use std::fmt;

/// Reads a YAML text. A file that is not YAML gives an empty table and an error.
pub fn read_yaml(file: FileId, text: &str, diags: &mut Diagnostics) -> DataNode {
    let empty = DataNode { value: DataValue::Table(DataTable::default()), span: Span::start_of(file) };
    if text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
        return empty;
    }
    match serde_yaml::from_str::<Spanned<Any>>(text) {
        Ok(root) => {
            let mut root = node(file, text, root);
            lengths::check(&mut root, diags);
            root
        }
        Err(error) => {
            let at = error.location().map_or(0..0, |location| bytes(text, &location));
            let message = error.to_string();
            // The first line says what is wrong; the rest draws a snippet, which is our own business.
            let first = message.lines().next().unwrap_or_default().trim_start_matches("error: ").trim();
            diags.push(codes::SYNTAX.at(Span::new(file, at), format!("this is not YAML: {first}")).label("here"));
            empty
        }
    }
}

enum Any {
    Nothing,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    List(Vec<Spanned<Any>>),
    Table(Vec<(Spanned<String>, Spanned<Any>)>),
}

impl<'de> Deserialize<'de> for Any {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyVisitor)
    }
}

struct AnyVisitor;

impl<'de> Visitor<'de> for AnyVisitor {
    type Value = Any;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_unit<E>(self) -> Result<Any, E> {
        Ok(Any::Nothing)
    }
    fn visit_none<E>(self) -> Result<Any, E> {
        Ok(Any::Nothing)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Any, E> {
        Ok(Any::Bool(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Any, E> {
        Ok(Any::Integer(value))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Any, E> {
        Ok(i64::try_from(value).map_or(Any::Float(f64::INFINITY), Any::Integer))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Any, E> {
        Ok(Any::Float(value))
    }
    fn visit_str<E>(self, value: &str) -> Result<Any, E> {
        Ok(Any::Text(value.to_string()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Any, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Any::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Any, A::Error> {
        let mut table = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            table.push(entry);
        }
        Ok(Any::Table(table))
    }
}

fn node(file: FileId, text: &str, spanned: Spanned<Any>) -> DataNode {
    let span = Span::new(file, bytes(text, &spanned.referenced));
    let value = match spanned.value {
        Any::Nothing => DataValue::Text(String::new()),
        Any::Bool(value) => DataValue::Bool(value),
        Any::Integer(number) => DataValue::Integer(number),
        Any::Float(number) => DataValue::Float(number),
        Any::Text(text) => DataValue::Text(text),
        Any::List(items) => DataValue::List(items.into_iter().map(|item| node(file, text, item)).collect()),
        Any::Table(entries) => {
            let entry = |(key, value): (Spanned<String>, Spanned<Any>)| {
                let span = Span::new(file, bytes(text, &key.referenced));
                (DataKey { text: key.value, span }, node(file, text, value))
            };
            DataValue::Table(DataTable { entries: entries.into_iter().map(entry).collect() })
        }
    };
    DataNode { value, span }
}

/// The bytes of a place. Its offsets count characters, and of a block only the start is known, so
/// that of a list or table the first line stands for it.
fn bytes(text: &str, location: &Location) -> std::ops::Range<usize> {
    let span = location.span();
    let at = |character: u64| {
        let character = usize::try_from(character).unwrap_or(usize::MAX);
        text.char_indices().nth(character).map_or(text.len(), |(byte, _)| byte)
    };
    let (start, end) = match (span.byte_offset(), span.byte_len()) {
        (Some(start), Some(len)) => {
            let start = usize::try_from(start).unwrap_or(0).min(text.len());
            (start, start.saturating_add(usize::try_from(len).unwrap_or(0)).min(text.len()))
        }
        _ => (at(span.offset()), at(span.offset() + span.len())),
    };
    let line_end = text[start..].find('\n').map_or(text.len(), |n| start + n);
    start..end.clamp(start, line_end.max(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (DataNode, Diagnostics) {
        let mut diags = Diagnostics::default();
        let node = read_yaml(FileId(0), text, &mut diags);
        (node, diags)
    }

    #[test]
    fn every_value_knows_its_bytes() {
        let text = "# ground\nname: \"Straße\"\nlayers:\n  - {text: '{cv}', at: [50, 2.5], bold: true}\n";
        let (node, diags) = read(text);
        assert!(!diags.has_errors());
        let DataValue::Table(table) = &node.value else { unreachable!() };
        let name = table.get("name").unwrap();
        assert_eq!(&text[name.span.range()], "\"Straße\"");
        let DataValue::List(layers) = &table.get("layers").unwrap().value else { unreachable!() };
        let DataValue::Table(layer) = &layers[0].value else { unreachable!() };
        assert_eq!(&text[layer.get("text").unwrap().span.range()], "'{cv}'");
        let DataValue::List(at) = &layer.get("at").unwrap().value else { unreachable!() };
        assert_eq!(&text[at[1].span.range()], "2.5");
        assert_eq!(&text[layer.entries[2].0.span.range()], "bold");
    }

    #[test]
    fn what_is_not_yaml_is_told_with_its_place() {
        for text in ["a: [1, 2\nb: 3", "a: 1\na: 2", "a: &x [*x]", "a: {b: }}"] {
            let (_, diags) = read(text);
            assert!(diags.has_errors(), "{text:?}");
        }
        assert!(!read("# nothing\n\n").1.has_errors());
    }
}
