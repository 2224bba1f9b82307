//! TOML files, with all of their syntax errors.

use super::{DataKey, DataNode, DataTable, DataValue, FileId, Span, lengths};
use crate::diag::{Diagnostics, codes};
use std::collections::BTreeSet;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reads a TOML text; what is readable in a faulty file is read all the same.
pub fn read_toml(file: FileId, text: &str, diags: &mut Diagnostics) -> DataNode {
    let (document, errors) = DeTable::parse_recoverable(text);
    let mut placeless = 0;
    // One mistake in a line can be several errors: the first says what it is.
    let mut told = BTreeSet::new();
    let mut twice = BTreeSet::new();
    for error in errors {
        placeless += usize::from(error.span().is_none());
        let span = match error.span() {
            Some(span) => span,
            // Finding them takes its time; who has so many mends the first ones first.
            None if placeless > 8 => continue,
            None => place_of(text, placeless),
        };
        let message = error.message().trim();
        let line = text.get(..span.start).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
        if !told.insert(line) {
            continue;
        }
        if let Some(quote) = typographic(text, line, span.start) {
            let diag = codes::SYNTAX.at(Span::new(file, quote), "a typographic quote does not begin a text");
            diags.push(diag.label("here").help("use straight quotes: \""));
            continue;
        }
        if let Some(colon) = colon(text, line, span.start) {
            let diag = codes::SYNTAX.at(Span::new(file, colon), "a key and its value have `=` between them, not `:`");
            diags.push(diag.label("write `=` here"));
            continue;
        }
        if message.contains("string values must be quoted") {
            let word = text.get(span.clone()).unwrap_or_default();
            let help = match word.to_lowercase().as_str() {
                "yes" | "on" => "write `true`".to_string(),
                "no" | "off" => "write `false`".to_string(),
                _ => format!("write \"{word}\""),
            };
            let diag = codes::SYNTAX.at(Span::new(file, span), "a text needs quotes around it");
            diags.push(diag.label("here").help(help));
            continue;
        }
        if message.contains("missing comma") {
            let diag = codes::SYNTAX.at(Span::new(file, before(text, span.start)), "a comma is missing after this");
            diags.push(diag.label("write `,` here"));
            continue;
        }
        if message.contains("duplicate key") {
            let key = text.get(span.clone()).unwrap_or_default();
            // A table where the others are a list makes each of these a second one.
            if twice.insert(key.to_string()) {
                let list = text.get(line..).is_some_and(|line| line.starts_with("[["));
                let diag = codes::SYNTAX
                    .at(Span::new(file, span.clone()), format!("`{key}` is there twice"))
                    .label("again here");
                diags.push(match list {
                    true => diag.help(format!(
                        "each record of a list begins with `[[{key}]]`: look for `[{key}]` or `{key} =` above"
                    )),
                    false => diag.help("remove one of them"),
                });
            }
            continue;
        }
        if message.contains("invalid basic string, expected") || message.contains("invalid literal string, expected") {
            let diag = codes::SYNTAX.at(Span::new(file, span), "this text is not closed");
            diags.push(diag.label("a quote is missing here"));
            continue;
        }
        let message = match message.contains("recurs") {
            true => "this is nested too deeply: more than 80 levels".to_string(),
            false => format!("this is not TOML: {message}"),
        };
        diags.push(codes::SYNTAX.at(Span::new(file, span), message).label("here"));
    }
    let span = Span::start_of(file);
    let mut root = DataNode { value: DataValue::Table(table(file, document.get_ref(), diags)), span };
    lengths::check(&mut root, diags);
    root
}

/// The typographic quote that is to blame for an error at a byte: one there, or one that begins a value of the line,
/// which starts at a byte, too.
fn typographic(text: &str, start: usize, at: usize) -> Option<Range<usize>> {
    const QUOTES: [char; 10] = ['“', '”', '„', '‟', '‘', '’', '‚', '‛', '«', '»'];
    let line = text[start..].lines().next().unwrap_or_default();
    let first = line.find(QUOTES)?;
    let begins = line[..first].trim_end().ends_with(['=', '[', ',']) || start + first == at;
    let length = line[first..].chars().next().map_or(0, char::len_utf8);
    begins.then_some(start + first..start + first + length)
}

/// The colon behind the key of a line, if an error is there or right behind it.
fn colon(text: &str, start: usize, at: usize) -> Option<Range<usize>> {
    let line = text.get(start..)?.lines().next()?;
    let colon = start + line.find(':')?;
    let is_key = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let behind = at == colon || text.get(colon + 1..at).is_some_and(|between| between.trim().is_empty());
    (is_key(text.get(start..colon)?.trim()) && behind).then_some(colon..colon + 1)
}

/// The last word before a byte, without the comment behind it: what a comma belongs after.
fn before(text: &str, at: usize) -> Range<usize> {
    let mut end = at.min(text.len());
    loop {
        end = text[..end].trim_end().len();
        let start = text[..end].rfind('\n').map_or(0, |newline| newline + 1);
        match comment(&text[start..end]) {
            Some(hash) => end = start + hash,
            None => break,
        }
    }
    let start = text[..end].char_indices().next_back().map_or(0, |(last, _)| last);
    start..end
}

/// Where the comment of a line begins.
fn comment(line: &str) -> Option<usize> {
    let mut quote = None;
    for (at, letter) in line.char_indices() {
        match (quote, letter) {
            (None, '#') => return Some(at),
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), letter) if open == letter => quote = None,
            _ => {}
        }
    }
    None
}

/// Where the n-th error without a place turns up: a key with too many dots.
fn place_of(text: &str, n: usize) -> Range<usize> {
    let ends: Vec<usize> = text
        .split_inclusive('\n')
        .scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        })
        .collect();
    let placeless = |end: usize| {
        let (_, errors) = DeTable::parse_recoverable(&text[..end]);
        errors.iter().filter(|error| error.span().is_none()).count()
    };
    let line = ends.partition_point(|end| placeless(*end) < n);
    let start = line.checked_sub(1).map_or(0, |before| ends[before]);
    let shown = &text[start..ends.get(line).copied().unwrap_or(start)];
    // The key is the word with the most dots.
    let words = shown.split([' ', '\t', '\r', '\n', '=', '{', '}', ',', '[', ']']);
    let key = words.max_by_key(|word| word.matches('.').count()).unwrap_or_default();
    let key_start = start + shown.find(key).unwrap_or(0);
    key_start..key_start + key.len()
}

fn table(file: FileId, table: &DeTable<'_>, diags: &mut Diagnostics) -> DataTable {
    let entries = table
        .iter()
        .map(|(key, value)| {
            let key = DataKey { text: key.get_ref().to_string(), span: Span::new(file, key.span()) };
            (key, node(file, value, diags))
        })
        .collect();
    DataTable { entries }
}

fn node(file: FileId, spanned: &Spanned<DeValue<'_>>, diags: &mut Diagnostics) -> DataNode {
    let span = Span::new(file, spanned.span());
    let value = match spanned.get_ref() {
        DeValue::String(text) => DataValue::Text(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => DataValue::Integer(number),
            Err(_) => {
                diags.push(codes::NUMBER.at(span, "this number is too large").label("here"));
                DataValue::Integer(0)
            }
        },
        DeValue::Float(number) => DataValue::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(value) => DataValue::Bool(*value),
        DeValue::Datetime(_) => DataValue::Date,
        DeValue::Array(items) => DataValue::List(items.iter().map(|item| node(file, item, diags)).collect()),
        DeValue::Table(entries) => DataValue::Table(table(file, entries, diags)),
    };
    DataNode { value, span }
}
