//! Lists in TOML: items come and go as if typed, in the way the list is laid out.

use super::splice::{Splice, end_of_line, indent, indent_step, line_end, line_start, line_width, next_line};
use crate::source::{DataNode, DataValue};
use std::ops::Range;

/// A list on one line is broken into several when it gets wider than this.
const WIDEST: usize = 150;
/// How wide the lines of a list are that is broken up, and those of one that has only short ones.
const WIDTH: usize = 120;

/// The items of a list.
pub fn items(list: &DataNode) -> &[DataNode] {
    match &list.value {
        DataValue::List(items) => items,
        _ => &[],
    }
}

/// The byte after a value and all that it holds.
pub fn end_of(node: &DataNode) -> usize {
    let own = node.span.range().end;
    match &node.value {
        DataValue::List(items) => items.iter().map(end_of).fold(own, usize::max),
        DataValue::Table(table) => table.entries.iter().map(|(_, node)| end_of(node)).fold(own, usize::max),
        _ => own,
    }
}

/// Puts an item before the one that has a number now, or last.
pub fn insert(text: &str, list: &DataNode, at: usize, item: &str) -> Vec<Splice> {
    let inside = list.span.range();
    let items = items(list);
    let lines = text[inside.clone()].contains('\n');
    let record = item.starts_with('{');
    if items.is_empty() && !lines {
        return vec![Splice::new(inside, format!("[{item}]"))];
    }
    if items.is_empty() {
        let indent = format!("{}{}", indent(text, inside.start), indent_step(text));
        let end = end_of_line(text, inside.start);
        return vec![Splice::insert(end, format!("{}{indent}{item},", line_end(text)))];
    }
    if !lines && record {
        return vec![Splice::new(inside.clone(), broken_up(text, list, at, item, 0))];
    }
    if lines && items.iter().all(|item| begins_line(text, item.span.range().start)) {
        return on_a_line(text, list, at, item);
    }
    if !lines && line_width(text, inside.start) + item.chars().count() + 2 > WIDEST {
        return vec![Splice::new(inside.clone(), broken_up(text, list, at, item, WIDTH))];
    }
    in_the_flow(text, list, at, item, lines)
}

/// An item on a line of its own, like all others.
fn on_a_line(text: &str, list: &DataNode, at: usize, item: &str) -> Vec<Splice> {
    let (items, line_end) = (items(list), line_end(text));
    let Some(before) = at.checked_sub(1).and_then(|before| items.get(before)) else {
        let first = items[0].span.range().start;
        return vec![Splice::insert(line_start(text, first), format!("{}{item},{line_end}", indent(text, first)))];
    };
    let end = end_of(before);
    let indent = indent(text, before.span.range().start);
    let limit = items.get(at).map_or(list.span.range().end - 1, |next| next.span.range().start);
    match comma(text, end..limit) {
        Some(comma) => vec![Splice::insert(end_of_line(text, comma), format!("{line_end}{indent}{item},"))],
        None => {
            let last = end_of_line(text, end).min(list.span.range().end - 1);
            vec![Splice::insert(end, ","), Splice::insert(last, format!("{line_end}{indent}{item}"))]
        }
    }
}

/// An item among others on a line.
fn in_the_flow(text: &str, list: &DataNode, at: usize, item: &str, lines: bool) -> Vec<Splice> {
    let items = items(list);
    let next = items.get(at).map(|next| next.span.range().start);
    let Some(before) = at.checked_sub(1).and_then(|before| items.get(before)) else {
        return vec![Splice::insert(next.unwrap_or(list.span.range().end - 1), format!("{item}, "))];
    };
    let end = end_of(before);
    let widest = items.iter().map(|item| line_width(text, item.span.range().start)).max().unwrap_or(0).max(WIDTH);
    let fits = |byte: usize| line_width(text, byte) + item.chars().count() + 2 <= widest;
    if !lines || fits(end) {
        return vec![Splice::insert(end, format!(", {item}"))];
    }
    match next.filter(|next| begins_line(text, *next) && fits(*next)) {
        Some(next) => vec![Splice::insert(next, format!("{item}, "))],
        None => {
            let start = format!(",{}{}", line_end(text), indent(text, end));
            match next.filter(|next| line_start(text, *next) == line_start(text, end)) {
                // The rest of the line goes down with it.
                Some(next) => vec![Splice::new(end..next, format!("{start}{item}, "))],
                None => vec![Splice::insert(end, format!("{start}{item}"))],
            }
        }
    }
}

/// A list over several lines: one item on each, or as many as fit.
fn broken_up(text: &str, list: &DataNode, at: usize, item: &str, width: usize) -> String {
    let (line_end, start) = (line_end(text), list.span.range().start);
    let outer = indent(text, start);
    let inner = format!("{outer}{}", indent_step(text));
    let mut all: Vec<&str> = items(list).iter().map(|item| &text[item.span.range().start..end_of(item)]).collect();
    all.insert(at.min(all.len()), item);
    let mut lines: Vec<String> = Vec::new();
    for item in all {
        match lines.last_mut() {
            Some(line) if line.chars().count() + item.chars().count() + 2 <= width => {
                line.push(' ');
                line.push_str(item);
                line.push(',');
            }
            _ => lines.push(format!("{inner}{item},")),
        }
    }
    format!("[{line_end}{}{line_end}{outer}]", lines.join(line_end))
}

/// Takes an item out.
pub fn remove(text: &str, list: &DataNode, at: usize) -> Vec<Splice> {
    let items = items(list);
    let Some(item) = items.get(at) else { return Vec::new() };
    let (start, end) = (item.span.range().start, end_of(item));
    let next = items.get(at + 1).map(|next| next.span.range().start);
    let before = at.checked_sub(1).map(|before| end_of(&items[before]));
    let close = list.span.range().end - 1;
    let limit = next.unwrap_or(close);
    let after = comma(text, end..limit).map_or(end, |comma| comma + 1);
    let last_of_line = next.is_none_or(|next| begins_line(text, next)) && end_of_line(text, end) < limit.max(close);
    if begins_line(text, start) && last_of_line && next_line(text, after) <= close {
        return vec![Splice::remove(line_start(text, start)..next_line(text, after))];
    }
    match (before, next) {
        (_, Some(next)) if !begins_line(text, next) => vec![Splice::remove(start..next)],
        (Some(before), _) => vec![Splice::remove(before..end)],
        (None, _) => vec![Splice::remove(start..after)],
    }
}

/// Whether only blanks stand before a byte on its line.
pub fn begins_line(text: &str, at: usize) -> bool {
    text[line_start(text, at)..at].trim().is_empty()
}

/// The comma in a stretch between two items; those in comments do not count.
fn comma(text: &str, range: Range<usize>) -> Option<usize> {
    let mut at = range.start;
    while at < range.end {
        match text.as_bytes()[at] {
            b',' => return Some(at),
            b'#' => at = next_line(text, at),
            _ => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::splice::spliced;
    use super::*;
    use crate::diag::Diagnostics;
    use crate::source::{FileId, read_toml};

    fn list_of(text: &str) -> DataNode {
        let root = read_toml(FileId(0), text, &mut Diagnostics::default());
        let DataValue::Table(table) = root.value else { unreachable!() };
        table.get("a").unwrap().clone()
    }

    fn with(text: &str, at: usize, item: &str) -> String {
        let made = spliced(text, insert(text, &list_of(text), at, item)).unwrap();
        assert_eq!(items(&list_of(&made)).len(), items(&list_of(text)).len() + 1, "{made}");
        made
    }

    fn without(text: &str, at: usize) -> String {
        let made = spliced(text, remove(text, &list_of(text), at)).unwrap();
        assert_eq!(items(&list_of(&made)).len(), items(&list_of(text)).len() - 1, "{made}");
        made
    }

    #[test]
    fn items_on_one_line() {
        assert_eq!(with("a = []", 0, "1"), "a = [1]");
        assert_eq!(with("a = [1]", 1, "2"), "a = [1, 2]");
        assert_eq!(with("a = [1]", 0, "2"), "a = [2, 1]");
        assert_eq!(with("a = [1, 3] # three", 1, "2"), "a = [1, 2, 3] # three");
        assert_eq!(without("a = [1, 2, 3]", 0), "a = [2, 3]");
        assert_eq!(without("a = [1, 2, 3]", 1), "a = [1, 3]");
        assert_eq!(without("a = [1, 2, 3]", 2), "a = [1, 2]");
        assert_eq!(without("a = [1, 2, 3,]", 2), "a = [1, 2,]");
        assert_eq!(without("a = [1]", 0), "a = []");
    }

    #[test]
    fn items_on_lines_of_their_own() {
        let text = "a = [\n  1, # one\n  2 # two, too\n]\n";
        assert_eq!(with(text, 2, "3"), "a = [\n  1, # one\n  2, # two, too\n  3\n]\n");
        assert_eq!(with(text, 1, "3"), "a = [\n  1, # one\n  3,\n  2 # two, too\n]\n");
        assert_eq!(with(text, 0, "3"), "a = [\n  3,\n  1, # one\n  2 # two, too\n]\n");
        assert_eq!(without(text, 0), "a = [\n  2 # two, too\n]\n");
        assert_eq!(without(text, 1), "a = [\n  1, # one\n]\n");
        assert_eq!(without("a = [\r\n\t1,\r\n\t2,\r\n]\r\n", 1), "a = [\r\n\t1,\r\n]\r\n");
        assert_eq!(with("a = [\r\n\t1,\r\n]\r\n", 1, "2"), "a = [\r\n\t1,\r\n\t2,\r\n]\r\n");
        assert_eq!(with("a = [\n]", 0, "2"), "a = [\n  2,\n]");
    }

    #[test]
    fn items_in_the_flow_of_lines() {
        let text = "a = [\n  1, 2,\n  3, 4,\n]\n";
        assert_eq!(with(text, 4, "5"), "a = [\n  1, 2,\n  3, 4, 5,\n]\n");
        assert_eq!(with(text, 2, "5"), "a = [\n  1, 2, 5,\n  3, 4,\n]\n");
        assert_eq!(without(text, 1), "a = [\n  1,\n  3, 4,\n]\n");
        assert_eq!(without(text, 2), "a = [\n  1, 2,\n  4,\n]\n");
        assert_eq!(without(text, 3), "a = [\n  1, 2,\n  3,\n]\n");
        assert_eq!(without("a = [\n  1, 2,\n  3,\n]\n", 2), "a = [\n  1, 2,\n]\n");
        let full = format!("a = [\n  {},\n  7,\n]", ["1111"; 20].join(", "));
        assert_eq!(with(&full, 20, "8"), full.replace("  7,", "  8, 7,"));
        let last = format!("a = [\n  7, 7,\n  {},\n]", ["1111"; 20].join(", "));
        assert_eq!(with(&last, 22, "8"), last.replace("\n]", "\n  8,\n]"));
    }

    #[test]
    fn lists_that_get_too_wide_are_broken_up() {
        let text = format!("a = [{}]", ["1111"; 24].join(", "));
        let made = with(&text, 24, "2");
        assert!(made.starts_with("a = [\n  1111, ") && made.ends_with("2,\n]"), "{made}");
        let records = with("a = [{ x = 1 }]\n", 1, "{ x = 2 }");
        assert_eq!(records, "a = [\n  { x = 1 },\n  { x = 2 },\n]\n");
    }
}
