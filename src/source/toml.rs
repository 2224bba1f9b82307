//! TOML files, with all of their syntax errors.

use super::{FileId, Key, Node, Span, Table, Value, lengths};
use crate::diag::{Diagnostics, codes};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reads a TOML text; what is readable in a faulty file is read all the same.
pub fn read_toml(file: FileId, text: &str, diags: &mut Diagnostics) -> Node {
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        diags.push(
            codes::SYNTAX
                .at(Span::new(file, span), format!("this is not TOML: {}", error.message().trim()))
                .label("here"),
        );
    }
    let span = Span::start_of(file);
    let mut root = Node { value: Value::Table(table(file, document.get_ref(), diags)), span };
    lengths::check(&mut root, diags);
    root
}

fn table(file: FileId, table: &DeTable<'_>, diags: &mut Diagnostics) -> Table {
    let entries = table
        .iter()
        .map(|(key, value)| {
            let key = Key { text: key.get_ref().to_string(), span: Span::new(file, key.span()) };
            (key, node(file, value, diags))
        })
        .collect();
    Table { entries }
}

fn node(file: FileId, spanned: &Spanned<DeValue<'_>>, diags: &mut Diagnostics) -> Node {
    let span = Span::new(file, spanned.span());
    let value = match spanned.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Integer(number),
            Err(_) => {
                diags.push(codes::NUMBER.at(span, "this number is too large").label("here"));
                Value::Integer(0)
            }
        },
        DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(value) => Value::Bool(*value),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(items) => Value::List(items.iter().map(|item| node(file, item, diags)).collect()),
        DeValue::Table(entries) => Value::Table(table(file, entries, diags)),
    };
    Node { value, span }
}
