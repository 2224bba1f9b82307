//! CSV files: a header of keys, one record per row.
//!
//! A reader of its own, because an error in a cell must be able to point at that cell.

use super::{DataKey, DataNode, DataTable, DataValue, FileId, Span, lengths};
use crate::diag::{Diagnostics, codes};

/// A cell that says that a list is empty: an empty cell leaves the key out.
pub const NOTHING: &str = "[]";

/// Columns that a file may have: a record has far fewer keys.
const COLUMNS: usize = 1000;

/// Reads a CSV text as a list of tables, one per row; empty cells are keys left out. Rows above the header that begin
/// with `#` are remarks, and so are rows below it that begin with `#` and a space.
pub fn read_csv(file: FileId, text: &str, diags: &mut Diagnostics) -> Vec<DataNode> {
    let mut rows = rows(file, text, diags).into_iter().skip_while(|row| is_remark(row));
    let Some(mut header) = rows.next() else {
        diags.push(codes::SYNTAX.at(Span::start_of(file), "this file has no header row"));
        return Vec::new();
    };
    if let [only] = header.as_slice()
        && only.text.contains([';', '\t'])
    {
        let message = "the cells of this file are not separated by commas";
        diags.push(
            codes::SYNTAX.at(only.span, message).label("the header").help("save it with commas between the cells"),
        );
        return Vec::new();
    }
    if let Some(extra) = header.get(COLUMNS) {
        let message = format!("this file has {} columns; it may have {COLUMNS}", header.len());
        let diag = codes::SYNTAX.at(extra.span, message).label("the first one too many");
        diags.push(diag.help("each row describes one unit or marker, and each column is one of its keys"));
        return Vec::new();
    }
    header.iter_mut().for_each(|cell| lengths::key(&mut cell.text, cell.span, diags));
    for cell in header.iter().filter(|cell| cell.text.is_empty()) {
        diags.push(codes::SYNTAX.at(cell.span, "a column without a name").label("here"));
    }
    for (n, cell) in header.iter().enumerate().filter(|(_, cell)| !cell.text.is_empty()) {
        if let Some(first) = header[..n].iter().find(|first| first.text == cell.text) {
            let message = format!("two columns have the name `{}`", cell.text);
            diags.push(codes::SYNTAX.at(cell.span, message).label("the second").also(first.span, "the first"));
        }
    }
    // A colour begins with `#`, too, but has no space behind it.
    let remark = |row: &[CsvCell]| row.first().is_some_and(|cell| cell.text.starts_with("# "));
    let full = rows.filter(|row| row.iter().any(|cell| !cell.text.is_empty()) && !remark(row));
    let mut records: Vec<DataNode> = full.map(|row| record(&header, row, diags)).collect();
    records.iter_mut().for_each(|record| lengths::check(record, diags));
    records
}

/// The source of a whole file: a row `# src = 4.1` above the header.
pub fn source_of_file(file: FileId, text: &str) -> Option<DataNode> {
    let rows = rows(file, text, &mut Diagnostics::default());
    rows.iter().take_while(|row| is_remark(row)).find_map(|row| {
        let words: Vec<&str> = row.iter().map(|cell| cell.text.as_str()).filter(|cell| !cell.is_empty()).collect();
        let words = words.join(", ");
        let said = words.trim_start_matches('#').trim_start().strip_prefix("src")?.trim_start();
        let said = said.strip_prefix(['=', ':'])?.trim().trim_matches('"').trim();
        let span = row
            .iter()
            .map(|cell| cell.span)
            .reduce(|all, cell| Span::new(file, all.range().start..cell.range().end))?;
        Some(DataNode { value: DataValue::Text(said.to_string()), span })
    })
}

fn is_remark(row: &[CsvCell]) -> bool {
    row.first().is_some_and(|cell| cell.text.starts_with('#'))
}

fn record(header: &[CsvCell], row: Vec<CsvCell>, diags: &mut Diagnostics) -> DataNode {
    let span = row.first().map_or(header[0].span, |cell| cell.span);
    if let Some(extra) = row.get(header.len()) {
        diags.push(
            codes::SYNTAX
                .at(extra.span, format!("this row has more cells than the header's {}", header.len()))
                .label("no column for this"),
        );
    }
    if let (true, Some(last)) = (row.len() < header.len(), row.last()) {
        let message = format!("this row has {} cells, but the header has {}", row.len(), header.len());
        let whole = Span::new(last.span.file, span.range().start..last.span.range().end);
        let diag = codes::SYNTAX.at(whole, message).label("cells are missing");
        diags.push(diag.help("write a comma for each empty cell"));
    }
    let mut table = DataTable::default();
    for (key, cell) in header.iter().zip(row).filter(|(_, cell)| !cell.text.is_empty()) {
        let value = if cell.text == NOTHING { DataValue::List(Vec::new()) } else { DataValue::Cell(cell.text) };
        let node = DataNode { value, span: cell.span };
        insert(&mut table, &key.text, key.span, node, diags);
    }
    numbered(&mut table);
    DataNode { value: DataValue::Table(table), span }
}

/// Puts a cell under its key. `front.attack` is `attack` in the table `front`; only the first dot of `src` counts,
/// because its keys may have dots.
fn insert(table: &mut DataTable, key: &str, span: Span, node: DataNode, diags: &mut Diagnostics) {
    let Some((first, rest)) = key.split_once('.').filter(|(first, rest)| !first.is_empty() && !rest.is_empty()) else {
        if table.get(key).is_some() {
            let message = format!("this row fills `{key}` as well as a part of it");
            diags.push(codes::SYNTAX.at(node.span, message).label("here").help("leave one of the cells empty"));
            return;
        }
        return table.entries.push((DataKey { text: key.to_string(), span }, node));
    };
    if table.get(first).is_none() {
        let inside = DataNode { value: DataValue::Table(DataTable::default()), span: node.span };
        table.entries.push((DataKey { text: first.to_string(), span }, inside));
    }
    let inside = table.entries.iter_mut().find(|(own, _)| own.text == first).map(|(_, inside)| &mut inside.value);
    match inside {
        Some(DataValue::Table(inside)) if first == "src" => {
            inside.entries.push((DataKey { text: rest.to_string(), span: node.span }, node));
        }
        // What is wrong with a part is shown at its cell.
        Some(DataValue::Table(inside)) => insert(inside, rest, node.span, node, diags),
        _ => {
            let message = format!("this row fills `{first}` as well as a part of it");
            diags.push(codes::SYNTAX.at(node.span, message).label("here").help("leave one of the cells empty"));
        }
    }
}

/// `cells.1`, `cells.2` ... make a list.
fn numbered(table: &mut DataTable) {
    for (_, node) in table.entries.iter_mut().filter(|(key, _)| key.text != "src") {
        let DataValue::Table(inside) = &mut node.value else { continue };
        let in_order = inside.entries.iter().zip(1..).all(|((own, _), n)| own.text == n.to_string());
        if in_order && !inside.entries.is_empty() {
            let items = std::mem::take(&mut inside.entries).into_iter().map(|(_, item)| item).collect();
            node.value = DataValue::List(items);
        } else {
            numbered(inside);
        }
    }
}

/// The cell that a byte of a file lies in: row and column from 0.
pub fn cell_at(text: &str, byte: usize) -> Option<(usize, usize)> {
    let rows = rows(FileId(0), text, &mut Diagnostics::default());
    let inside = |cell: &CsvCell| cell.span.range().start <= byte && byte <= cell.span.range().end;
    let found = |row: &Vec<CsvCell>| row.iter().position(inside);
    rows.iter().enumerate().find_map(|(n, row)| Some((n, found(row)?)))
}

/// The place of a cell, row and column from 0.
pub fn place_of(file: FileId, text: &str, (row, column): (usize, usize)) -> Option<Span> {
    rows(file, text, &mut Diagnostics::default()).get(row)?.get(column).map(|cell| cell.span)
}

/// All cells of a text, row by row: what each holds, and where it stands with its quotes.
pub fn cells(text: &str) -> Vec<Vec<(String, std::ops::Range<usize>)>> {
    let rows = rows(FileId(0), text, &mut Diagnostics::default());
    let cells = |row: Vec<CsvCell>| row.into_iter().map(|cell| (cell.text, cell.span.range())).collect();
    rows.into_iter().map(cells).collect()
}

struct CsvCell {
    text: String,
    span: Span,
}

/// Splits into rows of trimmed cells. Quoted cells may hold commas, line ends and doubled quotes.
fn rows(file: FileId, text: &str, diags: &mut Diagnostics) -> Vec<Vec<CsvCell>> {
    let bytes = text.as_bytes();
    let (mut rows, mut row, mut at) = (Vec::new(), Vec::new(), 0);
    if text.starts_with('\u{feff}') {
        at = 3;
    }
    while at < bytes.len() {
        let (cell, end) = if bytes[at] == b'"' { quoted(file, text, at, diags) } else { plain(file, text, at) };
        row.push(cell);
        at = end;
        match bytes.get(at) {
            Some(b',') => {
                at += 1;
                if at == bytes.len() {
                    row.push(CsvCell { text: String::new(), span: Span::new(file, at..at) });
                }
            }
            _ => {
                at += if text[at..].starts_with("\r\n") { 2 } else { 1 };
                rows.push(std::mem::take(&mut row));
            }
        }
    }
    if !row.is_empty() {
        rows.push(row);
    }
    rows
}

fn plain(file: FileId, text: &str, start: usize) -> (CsvCell, usize) {
    let end = text[start..].find([',', '\n', '\r']).map_or(text.len(), |n| start + n);
    let cell = text[start..end].trim();
    let first = start + text[start..end].find(cell).unwrap_or(0);
    (CsvCell { text: cell.to_string(), span: Span::new(file, first..first + cell.len()) }, end)
}

fn quoted(file: FileId, text: &str, start: usize, diags: &mut Diagnostics) -> (CsvCell, usize) {
    let mut content = String::new();
    let mut at = start + 1;
    loop {
        let Some(length) = text[at..].find('"') else {
            let span = Span::new(file, start..start + 1);
            diags.push(codes::SYNTAX.at(span, "this quote is never closed").label("opened here"));
            content.push_str(&text[at..]);
            at = text.len();
            break;
        };
        content.push_str(&text[at..at + length]);
        at += length + 1;
        if !text[at..].starts_with('"') {
            break;
        }
        content.push('"');
        at += 1;
    }
    let close = at;
    let end = text[at..].find([',', '\n', '\r']).map_or(text.len(), |n| at + n);
    if !text[close..end].trim().is_empty() {
        let span = Span::new(file, close..end);
        diags.push(codes::SYNTAX.at(span, "text after a closing quote").label("a quoted cell ends at its quote"));
    }
    (CsvCell { text: content.trim().to_string(), span: Span::new(file, start..close) }, end)
}
