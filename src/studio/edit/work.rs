//! The files of a game while an edit is worked out: changed in memory, one step after the other.

use super::cells::Cells;
use super::change::hash;
use super::lists;
use super::records::{self, FoundRecord};
use super::splice::{Splice, end_of_line, line_end, spliced};
use super::{EditValue, FileChange, Refusal, render};
use crate::diag::{Diagnostics, codes};
use crate::source::decode::Cx;
use crate::source::{DataNode, File, FileId, FileKind, Sources, Span, read_toml};
use crate::syntax::GameFiles;
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

/// A file does not grow beyond this by an edit.
const LARGEST: usize = 16 << 20;

/// The place of a record: where its header, its brace or its row begins. Changes inside of it do not move it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordAt {
    pub file: FileId,
    pub start: usize,
}

impl From<Span> for RecordAt {
    fn from(span: Span) -> Self {
        Self { file: span.file, start: span.range().start }
    }
}

/// Keys and values of a new record; values are TOML already, or the text of a cell.
pub type RecordEntries = Vec<(String, RecordEntry)>;

/// A value of a new record.
#[derive(Debug, Clone, PartialEq)]
pub enum RecordEntry {
    /// A value.
    New(EditValue),
    /// What another record of the same file says, as it is written there.
    Copied(String),
}

/// The files of a game while they are changed.
pub struct Work<'s> {
    before: &'s Sources,
    sources: Sources,
    kinds: &'static [FileKind],
    /// The records, as long as nothing changes.
    decoded: RefCell<Option<Rc<GameFiles>>>,
}

impl<'s> Work<'s> {
    /// Files of some kinds; the others stay closed, which saves the time of reading them.
    pub fn new(before: &'s Sources, kinds: &'static [FileKind]) -> Self {
        Self { before, sources: before.only(kinds), kinds, decoded: RefCell::default() }
    }

    /// The records as they are now.
    pub fn files(&self) -> Rc<GameFiles> {
        let decode = || Rc::new(GameFiles::decode(&self.sources, &mut Cx::default()));
        Rc::clone(self.decoded.borrow_mut().get_or_insert_with(decode))
    }

    /// Refuses to go by files that cannot be read whole: what seems missing may stand in them.
    pub fn readable(&self) -> Result<(), Refusal> {
        let mut own = self.sources.own().filter(|(_, file)| self.kinds.contains(&file.kind) && !file.is_sheet());
        own.try_for_each(|(id, _)| self.root(id).map(|_| ()))
    }

    /// A file of the game by its name.
    pub fn file_named(&self, name: &str) -> Result<FileId, Refusal> {
        let found = self.sources.own().find(|(_, file)| file.name == name);
        found.map(|(id, _)| id).ok_or_else(|| Refusal::new(format!("the game has no file `{name}`")))
    }

    /// A refusal that points at a record.
    pub fn refuse(&self, at: RecordAt, message: impl Into<String>) -> Refusal {
        let refusal = Refusal::new(message);
        match self.sources.get(at.file) {
            Some(file) => refusal.at(&file.name, &file.text, at.start),
            None => refusal,
        }
    }

    /// A file that can be changed.
    pub fn file(&self, id: FileId) -> Result<&File, Refusal> {
        let own = self.sources.own().find(|(own, file)| *own == id && self.kinds.contains(&file.kind));
        let Some((_, file)) = own else {
            return Err(Refusal::new("this is not in a file of the game"));
        };
        let book = file.name.split_once(": ").map_or(file.name.as_str(), |(book, _)| book);
        let extension = Path::new(book).extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        match extension.as_str() {
            "toml" | "csv" => Ok(file),
            "xlsx" | "ods" => {
                let refusal =
                    Refusal::new(format!("this is in `{}`, a spreadsheet that edits cannot change", file.name));
                Err(refusal.help(format!("change it in the program that you write `{book}` with, or save it as CSV")))
            }
            _ => Err(Refusal::new(format!("edits change TOML and CSV files only, and this is in `{}`", file.name))),
        }
    }

    /// The tree of a TOML file without faults.
    pub fn root(&self, id: FileId) -> Result<DataNode, Refusal> {
        let file = self.file(id)?;
        let mut diags = Diagnostics::default();
        let root = read_toml(id, &file.text, &mut diags);
        match diags.iter().find(|diag| diag.code == &codes::SYNTAX) {
            Some(fault) => {
                let at = RecordAt::from(fault.primary.span);
                Err(self.refuse(at, format!("mend this file first: {}", fault.message)))
            }
            None => Ok(root),
        }
    }

    /// Applies splices to a file.
    pub fn change(&mut self, id: FileId, splices: Vec<Splice>) -> Result<(), Refusal> {
        let file = self.file(id)?;
        let text = spliced(&file.text, splices).ok_or_else(|| Refusal::new("this edit contradicts itself"))?;
        if text.len() > LARGEST {
            return Err(Refusal::new(format!("`{}` would become larger than {} MiB", file.name, LARGEST >> 20)));
        }
        self.sources.set_text(id, text);
        self.decoded.replace(None);
        Ok(())
    }

    /// Works on a record of a TOML file: its text, and where the record is.
    pub fn in_toml<T>(
        &self,
        at: RecordAt,
        make: impl FnOnce(&str, &FoundRecord<'_>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let root = self.root(at.file)?;
        let found = records::find(&root, at.start).ok_or_else(|| self.refuse(at, "there is no record here"))?;
        make(&self.file(at.file)?.text, &found)
    }

    /// Works on a row of a CSV file.
    pub fn in_csv<T>(
        &self,
        at: RecordAt,
        make: impl FnOnce(&str, &Cells, usize) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let text = &self.file(at.file)?.text;
        let none = || self.refuse(at, "there is no row here");
        let cells = Cells::read(text).ok_or_else(none)?;
        let row = cells.row_at(at.start).ok_or_else(none)?;
        make(text, &cells, row)
    }

    /// Whether a record is a row of a spreadsheet.
    pub fn is_row(&self, at: RecordAt) -> bool {
        self.sources.get(at.file).is_some_and(File::is_sheet)
    }

    /// What a key holds, as it is written; none if the record does not have it itself.
    pub fn written(&self, at: RecordAt, key: &str) -> Result<Option<String>, Refusal> {
        if self.is_row(at) {
            return self.in_csv(at, |_, cells, row| {
                Ok(cells.get(row, key).filter(|cell| !cell.is_empty()).map(str::to_string))
            });
        }
        self.in_toml(at, |text, found| {
            Ok(records::get(found.node(), key)
                .map(|node| text[node.span.range().start..lists::end_of(node)].to_string()))
        })
    }

    /// Sets a key; one that is new goes before others.
    pub fn set(&mut self, at: RecordAt, key: &str, value: &EditValue, before: &[&str]) -> Result<(), Refusal> {
        self.put(at, key, &RecordEntry::New(value.clone()), before)
    }

    /// Sets a key to a value or to what is written elsewhere.
    pub fn put(&mut self, at: RecordAt, key: &str, value: &RecordEntry, before: &[&str]) -> Result<(), Refusal> {
        let splices = if self.is_row(at) {
            let value = cell_of(value)?;
            self.in_csv(at, |text, cells, row| Ok(cells.set(text, row, key, &value)))?
        } else {
            let this = &*self;
            this.in_toml(at, |text, found| {
                let old = records::table(found.node())
                    .and_then(|table| table.entries.iter().find(|(own, _)| own.text == key));
                let Some((own, node)) = old else {
                    return Ok(vec![records::add_key(text, found.node(), key, &toml_of(value)?, before)]);
                };
                if !records::is_whole(text, own, node) {
                    let message = format!("`{key}` is written in several parts here: change them one by one");
                    return Err(this.refuse(RecordAt { file: at.file, start: own.span.range().start }, message));
                }
                let range = node.span.range().start..lists::end_of(node);
                let new = match value {
                    RecordEntry::New(value) => render::toml_like(&text[range.clone()], value, line_end(text))?,
                    RecordEntry::Copied(text) => text.clone(),
                };
                Ok(vec![Splice::new(range, new)])
            })?
        };
        self.change(at.file, splices)
    }

    /// Puts a key in the place of another.
    pub fn rename(&mut self, at: RecordAt, old: &str, new: &str, value: &EditValue) -> Result<(), Refusal> {
        if self.is_row(at) {
            self.unset(at, old)?;
            return self.set(at, new, value, &[]);
        }
        let splice = self.in_toml(at, |text, found| {
            let entry = records::table(found.node())
                .and_then(|table| table.entries.iter().find(|(own, _)| own.text == old))
                .filter(|(own, node)| records::is_whole(text, own, node));
            let Some((own, node)) = entry else { return Ok(None) };
            let range = own.span.range().start..lists::end_of(node);
            Ok(Some(Splice::new(range, format!("{} = {}", render::key(new), render::toml(value)?))))
        })?;
        match splice {
            Some(splice) => self.change(at.file, vec![splice]),
            None => self.set(at, new, value, &[]),
        }
    }

    /// Removes a key, if the record has it.
    pub fn unset(&mut self, at: RecordAt, key: &str) -> Result<(), Refusal> {
        let splices = if self.is_row(at) {
            let set = |cells: &Cells, text: &str, row: usize| match cells.column(key) {
                Some(_) => cells.set(text, row, key, ""),
                None => Vec::new(),
            };
            self.in_csv(at, |text, cells, row| Ok(set(cells, text, row)))?
        } else {
            self.in_toml(at, |text, found| Ok(records::remove_key(text, found.node(), key).into_iter().collect()))?
        };
        self.change(at.file, splices)
    }

    /// Removes a record.
    pub fn remove(&mut self, at: RecordAt) -> Result<(), Refusal> {
        let splices = if self.is_row(at) {
            self.in_csv(at, |text, cells, row| Ok(cells.remove(text, row).into_iter().collect()))?
        } else {
            self.in_toml(at, |text, found| Ok(records::remove(text, found)))?
        };
        self.change(at.file, splices)
    }

    /// Adds a record behind one of the same kind.
    pub fn add_after(&mut self, at: RecordAt, entries: &RecordEntries) -> Result<(), Refusal> {
        let splices = if self.is_row(at) {
            let cells: Vec<(String, String)> = entries
                .iter()
                .map(|(key, value)| Ok((key.clone(), cell_of(value)?)))
                .collect::<Result<_, Refusal>>()?;
            let added = self.in_csv(at, |text, grid, row| Ok(grid.add_after(text, row, &cells)))?;
            let keys: Vec<&str> = entries.iter().map(|(key, _)| key.as_str()).collect();
            let missing =
                || self.refuse(at, format!("this spreadsheet has not all of the columns `{}`", keys.join("`, `")));
            vec![added.ok_or_else(missing)?]
        } else {
            let entries = toml_entries(entries)?;
            self.in_toml(at, |text, found| Ok(records::add_after(text, found, &entries)))?
        };
        self.change(at.file, splices)
    }

    /// Adds a record at the end of a file, under a header such as `[[line]]`.
    pub fn add_last(&mut self, file: FileId, header: &str, entries: &RecordEntries) -> Result<(), Refusal> {
        let entries = toml_entries(entries)?;
        self.root(file)?;
        let splice = records::add_last(&self.file(file)?.text, header, &entries);
        self.change(file, vec![splice])
    }

    /// Adds a table with a header of its own behind another.
    pub fn add_block(&mut self, at: RecordAt, header: &str, entries: &RecordEntries) -> Result<(), Refusal> {
        let entries = toml_entries(entries)?;
        let splice = self.in_toml(at, |text, found| {
            let line_end = line_end(text);
            let block = records::written_out(Some(header), &entries, line_end);
            let end = end_of_line(text, lists::end_of(found.node()));
            Ok(Splice::insert(end, format!("{line_end}{line_end}{block}")))
        })?;
        self.change(at.file, vec![splice])
    }

    /// The changes: every file that is not what it was, checked once more.
    pub fn finish(self) -> Result<Vec<FileChange>, Refusal> {
        let mut changes = Vec::new();
        for ((_, old), (_, new)) in self.before.own().zip(self.sources.own()) {
            if old.text == new.text || !self.kinds.contains(&new.kind) {
                continue;
            }
            if !new.is_sheet()
                && let Err(error) = toml_edit::Document::parse(new.text.as_str())
            {
                let at = error.span().map_or(0, |span| span.start);
                let refusal = Refusal::new(format!("this edit would break the file: {}", error.message().trim()));
                return Err(refusal.at(&new.name, &new.text, at));
            }
            let before = hash(old.text.as_bytes());
            changes.push(FileChange { file: new.name.clone(), before, text: new.text.clone() });
        }
        Ok(changes)
    }
}

fn toml_of(value: &RecordEntry) -> Result<String, Refusal> {
    match value {
        RecordEntry::New(value) => render::toml(value),
        RecordEntry::Copied(text) => Ok(text.clone()),
    }
}

fn cell_of(value: &RecordEntry) -> Result<String, Refusal> {
    match value {
        RecordEntry::New(value) => render::cell(value),
        RecordEntry::Copied(text) => Ok(text.clone()),
    }
}

fn toml_entries(entries: &RecordEntries) -> Result<Vec<(String, String)>, Refusal> {
    entries.iter().map(|(key, value)| Ok((key.clone(), toml_of(value)?))).collect()
}

/// A value of a new record.
pub fn entry(key: &str, value: EditValue) -> (String, RecordEntry) {
    (key.to_string(), RecordEntry::New(value))
}
