//! Keys that had another name in earlier versions. Files that use the old name still build, with a warning.

use crate::diag::codes;
use crate::source::decode::Cx;
use crate::source::{DataNode, DataTable, DataValue, FileKind};

/// A key that was renamed.
struct Renamed {
    /// The kind of file it is in.
    kind: FileKind,
    /// The record it is a key of, from the top of the file.
    record: &'static [&'static str],
    /// Its name before.
    old: &'static str,
    /// Its name now.
    new: &'static str,
}

const RENAMED: &[Renamed] = &[Renamed { kind: FileKind::Map, record: &["grid"], old: "stand", new: "orientation" }];

/// Gives renamed keys of a file their present names.
pub fn rename(kind: FileKind, file: &mut DataNode, cx: &mut Cx) {
    for renamed in RENAMED.iter().filter(|renamed| renamed.kind == kind) {
        below(file, renamed.record, renamed, cx);
    }
}

fn below(node: &mut DataNode, path: &[&str], renamed: &Renamed, cx: &mut Cx) {
    match (&mut node.value, path) {
        (DataValue::List(items), _) => items.iter_mut().for_each(|item| below(item, path, renamed, cx)),
        (DataValue::Table(table), [first, rest @ ..]) => {
            for (_, inner) in table.entries.iter_mut().filter(|(key, _)| key.text == *first) {
                below(inner, rest, renamed, cx);
            }
        }
        (DataValue::Table(table), []) => in_record(table, renamed, cx),
        _ => {}
    }
}

/// Renames the key in a record, and in what the record says of its sources.
fn in_record(table: &mut DataTable, renamed: &Renamed, cx: &mut Cx) {
    if table.get(renamed.new).is_some() {
        return;
    }
    for (key, value) in &mut table.entries {
        if key.text == renamed.old {
            let message = format!("`{}` is now called `{}`", renamed.old, renamed.new);
            let diag = codes::RENAMED_KEY.at(key.span, message).label("the old name");
            cx.diags.push(diag.help(format!("write `{}`; both work the same", renamed.new)));
            key.text = renamed.new.to_string();
        } else if let ("src", DataValue::Table(sources)) = (key.text.as_str(), &mut value.value) {
            let old = sources.entries.iter_mut().filter(|(key, _)| key.text == renamed.old);
            old.for_each(|(key, _)| key.text = renamed.new.to_string());
        }
    }
}
