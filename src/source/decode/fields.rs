//! The keys of a table while a record is read from it.

use super::Cx;
use crate::diag::{Diagnostic, codes, nearest};
use crate::source::{DataKey, DataNode, DataTable, DataValue, Span};

/// The entries of a table that no key has taken yet.
pub struct Fields<'a> {
    table: &'a DataTable,
    pub(super) taken: Vec<&'static str>,
    pub(super) open: bool,
    /// Place of the record.
    pub span: Span,
}

impl<'a> Fields<'a> {
    /// All entries of a table.
    pub fn new(table: &'a DataTable, span: Span) -> Self {
        Self { table, taken: Vec::new(), open: false, span }
    }

    pub(super) fn take(&mut self, key: &'static str) -> Option<&'a DataNode> {
        self.taken.push(key);
        self.table.get(key)
    }

    pub(super) fn rest(&self) -> impl Iterator<Item = &'a (DataKey, DataNode)> {
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
        let records = |node: &DataNode| match &node.value {
            DataValue::Table(_) => true,
            DataValue::List(items) => items.iter().any(|item| matches!(item.value, DataValue::Table(_))),
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
