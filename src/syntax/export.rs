//! From TOML to spreadsheets: the same records with the same keys, a row for each.

use super::sheets::{Rows, known};
use crate::source::csv::NOTHING;
use crate::source::decode::Cx;
use crate::source::workbook::quoted;
use crate::source::{DataNode, DataTable, DataValue, FileKind};

/// A spreadsheet that was made of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Exported {
    /// The name of the sheet: `units`, `areas` ...
    pub sheet: &'static str,
    /// How many rows it has.
    pub rows: usize,
    /// Its cells as CSV.
    pub text: String,
}

/// The spreadsheets that hold what a file says in records, and why others of its lists must stay in TOML.
pub fn sheets(kind: FileKind, root: &DataNode) -> (Vec<Exported>, Vec<String>) {
    let (mut made, mut left) = (Vec::new(), Vec::new());
    let mut root = root.clone();
    // What is wrong with defaults is told when the game is checked.
    super::defaults::fill(&mut root, &mut Cx::default());
    let DataValue::Table(table) = &root.value else { return (made, left) };
    for (sheet, rows) in known(kind) {
        let rows: Result<Vec<CsvRow>, String> = match rows {
            Rows::Records(key) => records(table, key).map(flat).collect(),
            Rows::Units => records(table, "units").flat_map(|group| units(group, table)).collect(),
            Rows::Within(of, column, key) => {
                let holders = records(table, of);
                holders.flat_map(|holder| held(holder, column, key)).collect()
            }
        };
        match rows {
            Ok(rows) if rows.is_empty() => {}
            Ok(rows) => made.push(Exported { sheet, rows: rows.len(), text: csv(&rows) }),
            Err(why) => left.push(format!("the {sheet} stay in TOML: {why}")),
        }
    }
    (made, left)
}

/// Columns and cells, in the order of their keys.
type CsvRow = Vec<(String, String)>;

fn records<'t>(table: &'t DataTable, key: &str) -> impl Iterator<Item = &'t DataTable> + use<'t> {
    let items = match table.get(key).map(|list| &list.value) {
        Some(DataValue::List(items)) => items.as_slice(),
        _ => &[],
    };
    items.iter().filter_map(|item| match &item.value {
        DataValue::Table(record) => Some(record),
        _ => None,
    })
}

/// The rows of a record that another one holds.
fn held(holder: &DataTable, column: &str, key: &str) -> Vec<Result<CsvRow, String>> {
    let id = holder.get("id").and_then(plain).unwrap_or_default();
    // What the rows inherit from their record is said by each.
    let source = source_below(holder, key);
    let row = |record: &DataTable| {
        let mut row = vec![(column.to_string(), id.clone())];
        row.extend(flat(record)?);
        if let (None, Some(source)) = (record.get("src"), &source) {
            row.push(("src".to_string(), source.clone()));
        }
        Ok(row)
    };
    records(holder, key).map(row).collect()
}

/// The source that a record gives to what stands under a key, if it gives one.
fn source_below(holder: &DataTable, key: &str) -> Option<String> {
    let src = holder.get("src")?;
    match &src.value {
        DataValue::Table(by_key) => by_key.get(key).or_else(|| by_key.get("rest")).and_then(plain),
        _ => plain(src),
    }
}

/// The units of a group, each with what it has from the group.
fn units(group: &DataTable, file: &DataTable) -> Vec<Result<CsvRow, String>> {
    let unit = |own: &DataTable| {
        let written = |key: &str| own.get(key).is_some();
        let taken = |key: &str| match key {
            "unit" | "name" | "src" | "note" => false,
            "setup" | "arrives" => !written("setup") && !written("arrives"),
            "symbol" => !written("symbol") && !written("type"),
            _ => !written(key),
        };
        let mut whole = own.clone();
        let shared = group.entries.iter().filter(|(key, _)| taken(&key.text));
        let (keys, nodes): (Vec<_>, Vec<_>) = shared.cloned().unzip();
        whole.entries.extend(keys.iter().cloned().zip(nodes));
        let mut row = flat(&whole)?;
        let notes = [own.get("note"), group.get("note")].into_iter().flatten().filter_map(plain);
        let notes: Vec<String> = notes.collect();
        row.retain(|(key, _)| key != "note");
        if !notes.is_empty() {
            row.push(("note".to_string(), notes.join(" ")));
        }
        row.extend(sources(own, group, file, keys.iter().map(|key| key.text.as_str())));
        settle(&mut row);
        Ok(row)
    };
    records(group, "unit").map(unit).collect()
}

/// The sources of a unit: of what it says itself, unless it says that, and of each key that it has from its group.
fn sources<'k>(own: &DataTable, group: &DataTable, file: &DataTable, taken: impl Iterator<Item = &'k str>) -> CsvRow {
    let of_file = source_below(file, "units");
    let rest = source_below(own, "rest").or_else(|| source_below(group, "unit"));
    let inherited = |key: &str| source_below(group, key).or_else(|| of_file.clone());
    let mut row = CsvRow::new();
    if let (None, Some(rest)) = (own.get("src"), &rest) {
        row.push(("src".to_string(), rest.clone()));
    }
    let everything = rest.or_else(|| of_file.clone());
    let differing = taken.filter_map(|key| Some((format!("src.{key}"), inherited(key)?)));
    row.extend(differing.filter(|(_, source)| Some(source) != everything.as_ref()));
    row
}

/// A record as cells.
fn flat(record: &DataTable) -> Result<CsvRow, String> {
    let mut row = CsvRow::new();
    for (key, node) in &record.entries {
        put(&mut row, &key.text, node)?;
    }
    settle(&mut row);
    Ok(row)
}

/// `src` beside `src.key` is its `rest`.
fn settle(row: &mut CsvRow) {
    if row.iter().any(|(key, _)| key.starts_with("src.")) {
        row.iter_mut().filter(|(key, _)| key == "src").for_each(|(key, _)| *key = "src.rest".to_string());
    }
}

fn put(row: &mut CsvRow, key: &str, node: &DataNode) -> Result<(), String> {
    match &node.value {
        DataValue::Table(inside) => {
            inside.entries.iter().try_for_each(|(own, node)| put(row, &format!("{key}.{}", own.text), node))
        }
        DataValue::List(items) if items.is_empty() => {
            row.push((key.to_string(), NOTHING.to_string()));
            Ok(())
        }
        DataValue::List(items) => match list(key, items) {
            Some(cell) => {
                row.push((key.to_string(), cell));
                Ok(())
            }
            None => {
                let mut entries = items.iter().zip(1..);
                entries.try_for_each(|(item, n)| match plain(item) {
                    Some(text) if !text.is_empty() => {
                        row.push((format!("{key}.{n}"), text));
                        Ok(())
                    }
                    _ => Err(format!("`{key}` is a list that a cell cannot hold")),
                })
            }
        },
        _ => match plain(node) {
            Some(text) if !text.is_empty() && text.trim() == text => {
                row.push((key.to_string(), text));
                Ok(())
            }
            _ => Err(format!("`{key}` is a text that a cell cannot hold")),
        },
    }
}

/// Keys whose lists stand in a cell with spaces between.
const FACES: [&str; 3] = ["front", "back", "steps"];

/// A list in one cell, if that says the same: numbers and values of faces with spaces between them, texts with `;`.
fn list(key: &str, items: &[DataNode]) -> Option<String> {
    let numbers =
        |items: &[DataNode]| items.iter().all(|item| matches!(item.value, DataValue::Integer(_) | DataValue::Float(_)));
    let words = |items: &[DataNode]| -> Option<String> {
        let words: Option<Vec<String>> = items.iter().map(plain).collect();
        let words =
            words.filter(|words| words.iter().all(|word| !word.is_empty() && !word.contains([' ', ';', ','])))?;
        (!words.is_empty()).then(|| words.join(" "))
    };
    if FACES.contains(&key) || numbers(items) && !items.is_empty() {
        if items.iter().all(|item| !matches!(item.value, DataValue::List(_) | DataValue::Table(_))) {
            return words(items);
        }
        let faces: Option<Vec<String>> = items
            .iter()
            .map(|item| match &item.value {
                DataValue::List(inside) => words(inside),
                _ => None,
            })
            .collect();
        return faces.map(|faces| faces.join("; "));
    }
    let points: Option<Vec<String>> = items
        .iter()
        .map(|item| match &item.value {
            DataValue::List(inside) if numbers(inside) => words(inside),
            _ => None,
        })
        .collect();
    if let Some(points) = points.filter(|points| !points.is_empty()) {
        return Some(points.join("; "));
    }
    // Cells of tables may hold several words: each is a column.
    let texts: Option<Vec<String>> = items.iter().map(plain).collect();
    let texts = texts.filter(|texts| key != "cells" && !texts.is_empty())?;
    let safe = |text: &String| !text.is_empty() && text.trim() == text && !text.contains([';', '\n']);
    texts.iter().all(safe).then(|| texts.join("; "))
}

/// A single value as a cell.
fn plain(node: &DataNode) -> Option<String> {
    match &node.value {
        DataValue::Text(text) | DataValue::Cell(text) => Some(text.clone()),
        DataValue::Integer(number) => Some(number.to_string()),
        DataValue::Float(number) => Some(number.to_string()),
        DataValue::Bool(yes) => Some(yes.to_string()),
        DataValue::Date | DataValue::List(_) | DataValue::Table(_) => None,
    }
}

/// Rows under one header: the columns of all of them, in the order in which they first come.
fn csv(rows: &[CsvRow]) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for (key, _) in rows.iter().flatten() {
        if !columns.contains(&key.as_str()) {
            columns.push(key);
        }
    }
    // Parts of one key stand together, and those of a list in their order.
    let first = |key: &str| {
        let whole = key.split('.').next().unwrap_or(key);
        columns.iter().position(|own| own.split('.').next() == Some(whole))
    };
    let number = |key: &str| key.rsplit('.').next().and_then(|part| part.parse::<usize>().ok());
    let mut ordered = columns.clone();
    ordered.sort_by_key(|key| (first(key), number(key)));
    let line = |cells: Vec<String>| cells.join(",") + "\n";
    let mut text = line(ordered.iter().map(|key| quoted(key)).collect());
    for row in rows {
        let cell =
            |key: &&str| row.iter().find(|(own, _)| own == key).map_or_else(String::new, |(_, cell)| quoted(cell));
        text.push_str(&line(ordered.iter().map(cell).collect()));
    }
    text
}
