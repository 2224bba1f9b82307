//! Lists of a record: items come, change and go, in TOML and in cells.

use super::splice::{Splice, line_end};
use super::work::{RecordAt, RecordEntry, Work};
use super::{EditValue, Refusal, lists, records, render};
use crate::source::{DataNode, DataValue};

impl Work<'_> {
    /// The items of a list as they are written; those of a single value are one.
    pub fn items(&self, at: RecordAt, key: &str) -> Result<Vec<String>, Refusal> {
        if self.is_row(at) {
            let cell = self.written(at, key)?.unwrap_or_default();
            let items = cell.split([';', '\n']).map(str::trim).filter(|item| !item.is_empty());
            return Ok(items.map(str::to_string).collect());
        }
        self.in_toml(at, |text, found| {
            let written = |node: &DataNode| text[node.span.range().start..lists::end_of(node)].to_string();
            Ok(match records::get(found.node(), key) {
                Some(list) if matches!(list.value, DataValue::List(_)) => {
                    lists::items(list).iter().map(written).collect()
                }
                Some(single) => vec![written(single)],
                None => Vec::new(),
            })
        })
    }

    /// Puts an item into a list before that of a number; a single value becomes a list.
    pub fn insert_item(&mut self, at: RecordAt, key: &str, number: usize, item: &EditValue) -> Result<(), Refusal> {
        self.change_list(
            at,
            key,
            |text, list| match list {
                Some(list) => Ok(lists::insert(text, list, number, &render::toml(item)?)),
                None => Ok(Vec::new()),
            },
            |items| {
                items.insert(number.min(items.len()), render::cell(item)?);
                Ok(())
            },
            Some((number, item)),
        )
    }

    /// Takes an item out of a list.
    pub fn remove_item(&mut self, at: RecordAt, key: &str, number: usize) -> Result<(), Refusal> {
        self.change_list(
            at,
            key,
            |text, list| Ok(list.map(|list| lists::remove(text, list, number)).unwrap_or_default()),
            |items| {
                if number < items.len() {
                    items.remove(number);
                }
                Ok(())
            },
            None,
        )
    }

    /// Changes an item of a list, or a single value.
    pub fn set_item(&mut self, at: RecordAt, key: &str, number: usize, item: &EditValue) -> Result<(), Refusal> {
        let is_list = self.is_row(at)
            || self.in_toml(at, |_, found| {
                Ok(records::get(found.node(), key).is_some_and(|node| matches!(node.value, DataValue::List(_))))
            })?;
        if !is_list {
            return self.set(at, key, item, &[]);
        }
        self.change_list(
            at,
            key,
            |text, list| {
                let old = list.and_then(|list| lists::items(list).get(number));
                let Some(old) = old else { return Ok(Vec::new()) };
                let range = old.span.range().start..lists::end_of(old);
                let new = render::toml_like(&text[range.clone()], item, line_end(text))?;
                Ok(vec![Splice::new(range, new)])
            },
            |items| {
                if let Some(old) = items.get_mut(number) {
                    *old = render::cell(item)?;
                }
                Ok(())
            },
            None,
        )
    }

    fn change_list(
        &mut self,
        at: RecordAt,
        key: &str,
        in_toml: impl FnOnce(&str, Option<&DataNode>) -> Result<Vec<Splice>, Refusal>,
        in_cell: impl FnOnce(&mut Vec<String>) -> Result<(), Refusal>,
        first: Option<(usize, &EditValue)>,
    ) -> Result<(), Refusal> {
        if self.is_row(at) {
            let mut items = self.items(at, key)?;
            in_cell(&mut items)?;
            return self.set(at, key, &EditValue::text(items.join("; ")), &[]);
        }
        let old = self.written(at, key)?;
        let list = old.as_ref().is_some_and(|old| old.starts_with('['));
        if let (false, Some((number, item))) = (list, first) {
            // There is none yet, or a single value.
            let mut items: Vec<String> = old.into_iter().collect();
            items.insert(number.min(items.len()), render::toml(item)?);
            return self.put(at, key, &RecordEntry::Copied(format!("[{}]", items.join(", "))), &[]);
        }
        let splices = self.in_toml(at, |text, found| in_toml(text, records::get(found.node(), key)))?;
        self.change(at.file, splices)
    }
}
