//! Values: of counters, tables and texts, wherever they stand.

use super::cells::Cells;
use super::records;
use super::splice::{Splice, line_end};
use super::work::{RecordAt, Work};
use super::{EditValue, EditedRecord, Refusal, ValueStep, lists, render};
use crate::source::{DataKey, DataNode, DataValue};

/// Sets or removes a value of a record.
pub fn apply(
    work: &mut Work<'_>,
    of: &EditedRecord,
    path: &[ValueStep],
    value: Option<&EditValue>,
) -> Result<(), Refusal> {
    let at = place(work, of)?;
    if path.is_empty() {
        return Err(Refusal::new("this does not say which value"));
    }
    if work.is_row(at) {
        return in_row(work, at, path, value);
    }
    match (path, value) {
        ([ValueStep::Key(key)], Some(value)) => work.set(at, key, value, &[]),
        ([ValueStep::Key(key)], None) => remove(work, at, key),
        _ => below(work, at, path, value),
    }
}

fn remove(work: &mut Work<'_>, at: RecordAt, key: &str) -> Result<(), Refusal> {
    if work.written(at, key)?.is_none() {
        return Err(work.refuse(at, format!("this record has no `{key}` of its own")));
    }
    work.unset(at, key)?;
    match work.written(at, key)? {
        None => Ok(()),
        Some(_) => Err(work.refuse(at, format!("`{key}` is written in several parts here: remove them one by one"))),
    }
}

/// Where a record stands.
pub fn place(work: &Work<'_>, of: &EditedRecord) -> Result<RecordAt, Refusal> {
    let files = work.files();
    let (what, id, found) = match of {
        EditedRecord::Unit(id) => {
            let mut units = files.counters.iter().flat_map(|file| &file.content.groups).flat_map(|group| &group.units);
            ("unit", id, units.find(|def| def.id.0 == *id).map(|def| def.meta.span))
        }
        EditedRecord::Marker(id) => {
            let mut markers = files.counters.iter().flat_map(|file| &file.content.markers);
            ("marker", id, markers.find(|def| def.id.0 == *id).map(|def| def.meta.span))
        }
        EditedRecord::Card(id) => {
            let mut cards = files.cards.iter().flat_map(|file| &file.content.cards);
            ("card", id, cards.find(|def| def.id.0 == *id).map(|def| def.meta.span))
        }
        EditedRecord::Scenario(id) => {
            let mut scenarios = files.scenarios.iter().flat_map(|file| &file.content.scenarios);
            ("scenario", id, scenarios.find(|def| def.id.0 == *id).map(|def| def.meta.span))
        }
        EditedRecord::Table(id) => {
            let mut tables = files.tables.iter().flat_map(|file| &file.content.tables);
            ("table", id, tables.find(|def| def.id.0 == *id).map(|def| def.meta.span))
        }
        EditedRecord::Map(id) => {
            let found = files.maps.iter().find(|file| file.content.map.id.0 == *id);
            ("map", id, found.map(|file| file.content.map.meta.span))
        }
        EditedRecord::In { file, byte } => return around(work, file, *byte),
    };
    found.map(RecordAt::from).ok_or_else(|| Refusal::new(format!("there is no {what} `{id}`")))
}

fn around(work: &Work<'_>, name: &str, byte: usize) -> Result<RecordAt, Refusal> {
    let file = work.file_named(name)?;
    let text = &work.file(file)?.text;
    let none = || Refusal::new(format!("there is no record of `{name}` there"));
    let start = if work.is_row(RecordAt { file, start: 0 }) {
        let cells = Cells::read(text).ok_or_else(none)?;
        cells.row_around(byte).and_then(|row| cells.start_of(row))
    } else {
        records::around(&work.root(file)?, byte)
    };
    start.map(|start| RecordAt { file, start }).ok_or_else(none)
}

/// A value deeper inside a record.
pub fn below(work: &mut Work<'_>, at: RecordAt, path: &[ValueStep], value: Option<&EditValue>) -> Result<(), Refusal> {
    let root = work.root(at.file)?;
    let text = work.file(at.file)?.text.clone();
    let none = || work.refuse(at, "there is no such value in this record");
    let record = records::find(&root, at.start).ok_or_else(none)?;
    let Some((last, way)) = path.split_last() else { return Err(none()) };
    let mut node = record.node();
    for step in way {
        node = inside(node, step).map(|(_, node)| node).ok_or_else(none)?;
    }
    let splices = match (inside(node, last), value, last) {
        (Some((key, old)), Some(value), _) => {
            if key.is_some_and(|key| !records::is_whole(&text, key, old)) || is_headed(&text, old) {
                return Err(work.refuse(RecordAt::from(old.span), "this is a table: change its values one by one"));
            }
            let range = old.span.range().start..lists::end_of(old);
            let new = render::toml_like(&text[range.clone()], value, line_end(&text))?;
            vec![Splice::new(range, new)]
        }
        (None, Some(value), ValueStep::Key(key)) if records::table(node).is_some() => {
            add(&text, node, key, &render::toml(value)?).ok_or_else(none)?
        }
        (None, Some(value), ValueStep::Item(number)) if matches!(&node.value, DataValue::List(items) if items.len() == *number) => {
            lists::insert(&text, node, *number, &render::toml(value)?)
        }
        (Some(_), None, ValueStep::Key(key)) => vec![records::remove_key(&text, node, key).ok_or_else(none)?],
        (Some(_), None, ValueStep::Item(number)) => lists::remove(&text, node, *number),
        _ => return Err(none()),
    };
    work.change(at.file, splices)
}

/// Adds a key to a table inside a record; one that is made of dotted keys gets another.
fn add(text: &str, table: &DataNode, key: &str, value: &str) -> Option<Vec<Splice>> {
    let own = text.get(table.span.range())?;
    if own.starts_with(['{', '[']) {
        return Some(vec![records::add_key(text, table, key, value, &[])]);
    }
    let (first, last) = records::table(table)?.entries.last()?;
    let start = first.span.range().start;
    let line = text[..start].rfind(['\n', ',', '{']).map_or(0, |at| at + 1);
    let prefix = text[line..start].trim_start();
    let more = format!("{prefix}{} = {value}", render::key(key));
    let end = lists::end_of(last);
    let in_braces = !text[..line].is_empty() && !text[..line].ends_with('\n');
    let indent = super::splice::indent(text, start);
    let text = if in_braces { format!(", {more}") } else { format!("{}{indent}{more}", line_end(text)) };
    Some(vec![Splice::insert(end, text)])
}

/// Whether a value is a table, or a list of tables, with headers.
fn is_headed(text: &str, node: &DataNode) -> bool {
    let first = match &node.value {
        DataValue::List(items) => items.first(),
        _ => Some(node),
    };
    first.is_some_and(|node| {
        records::table(node).is_some() && !text.get(node.span.range()).is_some_and(|own| own.starts_with('{'))
    })
}

fn inside<'n>(node: &'n DataNode, step: &ValueStep) -> Option<(Option<&'n DataKey>, &'n DataNode)> {
    match (step, &node.value) {
        (ValueStep::Key(key), DataValue::Table(table)) => {
            table.entries.iter().find(|(own, _)| own.text == *key).map(|(key, node)| (Some(key), node))
        }
        (ValueStep::Item(number), DataValue::List(items)) => items.get(*number).map(|node| (None, node)),
        _ => None,
    }
}

/// A value in a row of a spreadsheet: in a column of its own, or one of the words in a cell.
fn in_row(work: &mut Work<'_>, at: RecordAt, path: &[ValueStep], value: Option<&EditValue>) -> Result<(), Refusal> {
    let column = |steps: &[ValueStep]| {
        let names: Vec<String> = steps
            .iter()
            .map(|step| match step {
                ValueStep::Key(key) => key.clone(),
                ValueStep::Item(number) => (number + 1).to_string(),
            })
            .collect();
        names.join(".")
    };
    let set = |work: &mut Work<'_>, key: &str, value: Option<&EditValue>| match value {
        Some(value) => work.set(at, key, value, &[]),
        None => work.unset(at, key),
    };
    let text = work.file(at.file)?.text.clone();
    let cells = Cells::read(&text).ok_or_else(|| work.refuse(at, "there is no row here"))?;
    let whole = column(path);
    if path.len() == 1 || cells.column(&whole).is_some() {
        return set(work, &whole, value);
    }
    let none = || work.refuse(at, "this row has no such value");
    let Some((ValueStep::Item(number), way)) = path.split_last() else { return Err(none()) };
    // `4 4 3` in one cell; `9 8; 7 7` are the values of several steps.
    let (key, part) = match way {
        [.., ValueStep::Item(part)] => (column(&way[..way.len() - 1]), Some(*part)),
        _ => (column(way), None),
    };
    let Some(cell) = work.written(at, &key)? else { return Err(none()) };
    let listed = part.is_none() && cell.contains([';', '\n']);
    let new = match value {
        Some(value) => render::cell(value)?,
        None => return Err(none()),
    };
    let replace = |text: &str, separator: &str, number: usize, new: &str| -> Option<String> {
        let mut parts: Vec<String> = text.split(separator.trim()).map(|part| part.trim().to_string()).collect();
        if separator == " " {
            parts = text.split_whitespace().map(str::to_string).collect();
        }
        *parts.get_mut(number)? = new.to_string();
        Some(parts.join(separator))
    };
    let made = match part {
        Some(part) => cell
            .split(';')
            .nth(part)
            .and_then(|own| replace(own, " ", *number, &new))
            .and_then(|own| replace(&cell, "; ", part, &own)),
        None if listed => replace(&cell, "; ", *number, &new),
        None => replace(&cell, " ", *number, &new),
    };
    let made = made.ok_or_else(none)?;
    set(work, &key, Some(&EditValue::Text(made)))
}
