//! How long texts may be. Texts are drawn, wrapped and made smaller until they fit, which costs time and
//! memory by their length: what nobody writes by hand is refused here, before anything works on it.

use super::{DataNode, DataValue, Span};
use crate::diag::{Diagnostics, codes};

/// What stands on one line: names, titles, labels.
const SHORT: usize = 200;
/// Conditions, lists of ids in one text, rows of a map.
const MIDDLE: usize = 2_000;
/// Prose.
const LONG: usize = 10_000;
/// Keys; those of a lock join several ids.
const KEY: usize = 500;

/// How many characters the value of a key may have.
fn most(key: &str) -> usize {
    match key {
        "name" | "title" | "label" | "short" | "designer" | "publisher" | "version" | "scale" => SHORT,
        "text" | "note" | "about" | "effect" | "what" => LONG,
        _ => MIDDLE,
    }
}

/// Reports every text that is too long, and shortens it so that no later step meets it whole.
pub(super) fn check(node: &mut DataNode, diags: &mut Diagnostics) {
    walk(node, None, diags);
}

/// The same for a key.
pub(super) fn key(text: &mut String, span: Span, diags: &mut Diagnostics) {
    shorten(text, || "a key".to_string(), KEY, span, diags);
}

fn walk(node: &mut DataNode, key: Option<&str>, diags: &mut Diagnostics) {
    match &mut node.value {
        DataValue::Text(text) | DataValue::Cell(text) => {
            let what = || key.map_or("a text here".to_string(), |key| format!("the text of `{key}`"));
            shorten(text, what, key.map_or(MIDDLE, most), node.span, diags);
        }
        DataValue::List(items) => items.iter_mut().for_each(|item| walk(item, key, diags)),
        DataValue::Table(table) => {
            for (key, value) in &mut table.entries {
                self::key(&mut key.text, key.span, diags);
                walk(value, Some(&key.text), diags);
            }
        }
        DataValue::Integer(_) | DataValue::Float(_) | DataValue::Bool(_) | DataValue::Date => {}
    }
}

fn shorten(text: &mut String, what: impl Fn() -> String, most: usize, span: Span, diags: &mut Diagnostics) {
    // No text has more characters than bytes: most need no counting.
    if text.len() <= most {
        return;
    }
    let Some((end, _)) = text.char_indices().nth(most) else { return };
    let count = most + text[end..].chars().count();
    let message = format!("{} may have {most} characters, but this has {count}", what());
    diags.push(codes::TEXT_LENGTH.at(span, message).label("too long").help("shorten it, or split it"));
    text.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, csv::read_csv, read_toml, read_yaml};

    fn told(diags: &Diagnostics) -> Vec<(&'static str, std::ops::Range<usize>)> {
        diags.iter().map(|diag| (diag.code.id, diag.primary.span.range())).collect()
    }

    #[test]
    fn long_texts_are_refused_at_their_place_in_every_format() {
        let word = "ä".repeat(SHORT + 1);
        let mut diags = Diagnostics::default();
        read_toml(FileId(0), &format!("name = \"{word}\""), &mut diags);
        read_toml(FileId(0), &format!("\"{}\" = 1", "k".repeat(KEY + 1)), &mut diags);
        read_yaml(FileId(0), &format!("a:\n  - {{name: {word}}}\n"), &mut diags);
        read_csv(FileId(0), &format!("id,name\n1,{word}\n"), &mut diags);
        let places = [7..7 + word.len() + 2, 0..KEY + 3, 14..14 + word.len(), 10..10 + word.len()];
        assert_eq!(told(&diags), places.map(|place| ("PB0109", place)));
    }

    #[test]
    fn each_kind_of_text_has_its_own_limit() {
        for (key, most) in [("name", SHORT), ("when", MIDDLE), ("text", LONG)] {
            for (length, faults) in [(most, 0), (most + 1, 1)] {
                let mut diags = Diagnostics::default();
                // In a list as well as alone.
                read_toml(FileId(0), &format!("{key} = [\"{}\"]", "é".repeat(length)), &mut diags);
                assert_eq!(told(&diags).len(), faults, "{key} of {length}");
            }
        }
    }

    #[test]
    fn what_is_too_long_goes_no_further() {
        let mut diags = Diagnostics::default();
        let node = read_toml(FileId(0), &format!("id = \"{}\"", "x".repeat(1 << 20)), &mut diags);
        let DataValue::Table(table) = &node.value else { unreachable!() };
        assert!(matches!(&table.get("id").unwrap().value, DataValue::Text(text) if text.len() == MIDDLE));
    }
}
