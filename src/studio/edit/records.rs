//! Records in TOML: a table with a header, or one between braces. Finding them by their place, and changing their keys.

use super::lists::{self, begins_line, end_of};
use super::render;
use super::splice::{Splice, end_of_line, indent, line_end, line_start, next_line};
use crate::source::{DataKey, DataNode, DataTable, DataValue};

/// What a new key goes before, if nothing else is said.
const LAST: [&str; 2] = ["src", "note"];

/// A record and what it stands in, from the file's root inwards.
pub struct FoundRecord<'n> {
    chain: Vec<&'n DataNode>,
}

impl<'n> FoundRecord<'n> {
    /// The record itself.
    pub fn node(&self) -> &'n DataNode {
        self.chain[self.chain.len() - 1]
    }

    /// The list that it stands in, and its number there.
    pub fn list(&self) -> Option<(&'n DataNode, usize)> {
        let list = *self.chain.get(self.chain.len().checked_sub(2)?)?;
        let at = lists::items(list).iter().position(|item| std::ptr::eq(item, self.node()))?;
        Some((list, at))
    }

    /// The table that holds that list, and under which key.
    pub fn holder(&self) -> Option<(&'n DataNode, &'n DataKey)> {
        let (list, _) = self.list()?;
        let holder = *self.chain.get(self.chain.len().checked_sub(3)?)?;
        let (key, _) = table(holder)?.entries.iter().find(|(_, node)| std::ptr::eq(node, list))?;
        Some((holder, key))
    }
}

/// The table of a node.
pub fn table(node: &DataNode) -> Option<&DataTable> {
    match &node.value {
        DataValue::Table(table) => Some(table),
        _ => None,
    }
}

/// The value of a key.
pub fn get<'n>(record: &'n DataNode, key: &str) -> Option<&'n DataNode> {
    table(record)?.get(key)
}

/// The record that begins at a byte.
pub fn find(root: &DataNode, start: usize) -> Option<FoundRecord<'_>> {
    let mut chain = vec![root];
    let exactly =
        |node: &DataNode| table(node).is_some() && node.span.range().start == start && !node.span.range().is_empty();
    descend(root, &mut chain, &exactly).then_some(FoundRecord { chain })
}

fn descend<'n>(node: &'n DataNode, chain: &mut Vec<&'n DataNode>, wanted: &dyn Fn(&DataNode) -> bool) -> bool {
    let inside: Vec<&DataNode> = match &node.value {
        DataValue::List(items) => items.iter().collect(),
        DataValue::Table(table) => table.entries.iter().map(|(_, node)| node).collect(),
        _ => return false,
    };
    for child in inside {
        chain.push(child);
        if wanted(child) || descend(child, chain, wanted) {
            return true;
        }
        chain.pop();
    }
    false
}

/// The smallest record around a byte: between its braces, or from its header to its last value.
pub fn around(root: &DataNode, byte: usize) -> Option<usize> {
    let mut best: Option<(usize, usize)> = None;
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let range = node.span.range();
        if table(node).is_some() && !range.is_empty() {
            let end = end_of(node);
            let width = end - range.start;
            if range.start <= byte && byte <= end && best.is_none_or(|(least, _)| width <= least) {
                best = Some((width, range.start));
            }
        }
        match &node.value {
            DataValue::List(items) => open.extend(items),
            DataValue::Table(table) => open.extend(table.entries.iter().map(|(_, node)| node)),
            _ => {}
        }
    }
    best.map(|(_, start)| start)
}

/// Whether a record stands between braces.
pub fn is_inline(text: &str, record: &DataNode) -> bool {
    text[record.span.range()].starts_with('{')
}

/// The keys that are written in a record itself, not below headers of their own.
fn written<'n>(text: &str, record: &'n DataNode) -> Vec<&'n (DataKey, DataNode)> {
    let inline = is_inline(text, record);
    let all = table(record).map(|table| table.entries.as_slice()).unwrap_or_default();
    all.iter().filter(|(key, _)| inline || begins_line(text, key.span.range().start)).collect()
}

/// Whether a value is one that a splice can replace: not a table that is spread over headers or dotted keys.
pub fn is_whole(text: &str, key: &DataKey, node: &DataNode) -> bool {
    let between = text.get(key.span.range().end..node.span.range().start).unwrap_or("");
    between.trim() == "="
}

/// Sets a key that is not there yet, before others.
pub fn add_key(text: &str, record: &DataNode, key: &str, value: &str, before: &[&str]) -> Splice {
    let line = format!("{} = {value}", render::key(key));
    let entries = written(text, record);
    let before = if before.is_empty() { &LAST } else { before };
    let first_after = entries.iter().position(|(key, _)| before.contains(&key.text.as_str()));
    let anchor = first_after.unwrap_or(entries.len()).checked_sub(1).map(|at| entries[at]);
    let (range, line_end) = (record.span.range(), line_end(text));
    match (is_inline(text, record), anchor) {
        (true, Some((_, node))) => Splice::insert(end_of(node), format!(", {line}")),
        (false, Some((key, node))) => {
            let indent = indent(text, key.span.range().start);
            Splice::insert(end_of_line(text, end_of(node)), format!("{line_end}{indent}{line}"))
        }
        (true, None) => match entries.first() {
            Some((key, _)) => Splice::insert(key.span.range().start, format!("{line}, ")),
            None => Splice::new(range, format!("{{ {line} }}")),
        },
        (false, None) => Splice::insert(end_of_line(text, range.end), format!("{line_end}{line}")),
    }
}

/// Removes a key; none if it is not written in the record itself.
pub fn remove_key(text: &str, record: &DataNode, key: &str) -> Option<Splice> {
    let entries = written(text, record);
    let at = entries.iter().position(|(own, _)| own.text == key)?;
    let (own, node) = entries[at];
    if !is_whole(text, own, node) {
        return None;
    }
    let (start, end) = (own.span.range().start, end_of(node));
    if !is_inline(text, record) {
        return Some(Splice::remove(line_start(text, start)..next_line(text, end)));
    }
    Some(match (at.checked_sub(1), entries.get(at + 1)) {
        (Some(before), _) => Splice::remove(end_of(&entries[before].1)..end),
        (None, Some((next, _))) => Splice::remove(start..next.span.range().start),
        (None, None) => Splice::new(record.span.range(), "{}"),
    })
}

/// A record as a line between braces, or as lines below a header.
pub fn written_out(header: Option<&str>, entries: &[(String, String)], line_end: &str) -> String {
    let lines: Vec<String> = entries.iter().map(|(key, value)| format!("{} = {value}", render::key(key))).collect();
    match header {
        Some(header) => format!("{header}{line_end}{}", lines.join(line_end)),
        None => format!("{{ {} }}", lines.join(", ")),
    }
}

/// Adds a record behind one of the same kind.
pub fn add_after(text: &str, found: &FoundRecord<'_>, entries: &[(String, String)]) -> Vec<Splice> {
    let (line_end, record) = (line_end(text), found.node());
    if is_inline(text, record) {
        let Some((list, at)) = found.list() else { return Vec::new() };
        return lists::insert(text, list, at + 1, &written_out(None, entries, line_end));
    }
    let header = &text[record.span.range()];
    let block = written_out(Some(header), entries, line_end);
    vec![Splice::insert(end_of_line(text, end_of(record)), format!("{line_end}{line_end}{block}"))]
}

/// Adds the first record of a kind at the end of a file.
pub fn add_last(text: &str, header: &str, entries: &[(String, String)]) -> Splice {
    let line_end = line_end(text);
    let kept = text.trim_end().len();
    let gap = if kept == 0 { String::new() } else { format!("{line_end}{line_end}") };
    let block = written_out(Some(header), entries, line_end);
    Splice::new(kept..text.len(), format!("{gap}{block}{line_end}"))
}

/// Removes a record; the last one of a list between braces takes the key of the list with it.
pub fn remove(text: &str, found: &FoundRecord<'_>) -> Vec<Splice> {
    let record = found.node();
    if is_inline(text, record) {
        let Some((list, at)) = found.list() else { return Vec::new() };
        if lists::items(list).len() == 1
            && let Some((holder, key)) = found.holder()
            && let Some(splice) = remove_key(text, holder, &key.text)
        {
            return vec![splice];
        }
        return lists::remove(text, list, at);
    }
    let start = line_start(text, record.span.range().start);
    let mut end = next_line(text, end_of(record));
    // The empty lines behind it go with it, or those before it if it is the last.
    while end < text.len() && text[end..end_of_line(text, end)].trim().is_empty() {
        end = next_line(text, end);
    }
    let start = if end == text.len() { text[..start].trim_end().len() } else { start };
    let kept = if end == text.len() && start > 0 { line_end(text) } else { "" };
    vec![Splice::new(start..end, kept)]
}
