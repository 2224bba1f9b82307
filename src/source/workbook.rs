//! Spreadsheets of Excel and LibreOffice, as the text of one CSV file for each sheet.
//!
//! Files of others are hostile: what they unpack to is measured before a cell is read, and neither sheets nor cells
//! are more than a person could have written.

use calamine::{DataType, Ods, Reader, Xlsx};
use quick_xml::events::{BytesStart, Event};
use std::fmt::Write;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Files in an archive.
const ENTRIES: usize = 2_000;
/// Bytes that an archive unpacks to.
const UNPACKED: u64 = 64 << 20;
/// Sheets of a workbook.
const SHEETS: usize = 200;
/// Rows of a sheet.
const ROWS: u32 = 20_000;
/// Columns of a sheet.
const COLUMNS: u32 = 1_000;
/// Cells of a workbook, with the empty ones between them.
const CELLS: u64 = 2_000_000;

/// A sheet of a workbook.
#[derive(Debug)]
pub struct WorkbookSheet {
    /// Its name.
    pub name: String,
    /// Its cells as CSV: a line for each row, from the first on.
    pub text: String,
    /// Cells without a usable value: row and column from 0, and what is wrong.
    pub faults: Vec<(u32, u32, String)>,
}

/// The sheets of an `.xlsx` or `.ods` file that have cells, or why it cannot be read.
pub fn read(bytes: &[u8], ods: bool) -> Result<Vec<WorkbookSheet>, String> {
    measure(bytes, ods)?;
    let sheets = if ods { read_ods(bytes)? } else { read_xlsx(bytes)? };
    Ok(sheets.into_iter().filter(|sheet| !sheet.text.is_empty()).collect())
}

fn unreadable(error: impl std::fmt::Display) -> String {
    format!("this spreadsheet cannot be read: {error}")
}

fn too_large(what: &str) -> String {
    format!("this spreadsheet has too many {what}")
}

/// Unpacks every part once, and counts.
fn measure(bytes: &[u8], ods: bool) -> Result<(), String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    if archive.len() > ENTRIES {
        return Err(too_large("parts"));
    }
    let mut left = UNPACKED;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(unreadable)?;
        let content = ods && entry.name().is_ok_and(|name| name == "content.xml");
        let mut unpacked = Vec::new();
        let read = if content {
            entry.take(left + 1).read_to_end(&mut unpacked).map(|count| count as u64)
        } else {
            std::io::copy(&mut entry.take(left + 1), &mut std::io::sink())
        };
        left = left.checked_sub(read.map_err(unreadable)?).ok_or_else(|| too_large("bytes"))?;
        if content {
            measure_repeats(&unpacked)?;
        }
    }
    Ok(())
}

/// LibreOffice says how often a cell or row stands there: a short file can mean very many.
fn measure_repeats(content: &[u8]) -> Result<(), String> {
    let mut reader = quick_xml::Reader::from_reader(content);
    let (mut rows, mut waiting, mut width, mut widest, mut columns) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
    let (mut of_row, mut empty) = (1_u64, true);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(unreadable)? {
            Event::Eof => return Ok(()),
            Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                "table" => (rows, waiting, widest) = (0, 0, 0),
                "table-row" => {
                    of_row = repeated(&tag, "table:number-rows-repeated");
                    (width, columns, empty) = (0, 0, true);
                }
                "table-cell" | "covered-table-cell" => {
                    columns = columns.saturating_add(repeated(&tag, "table:number-columns-repeated"));
                    if tag.attributes().flatten().any(|own| own.key.local_name().as_ref() == "value-type") {
                        (width, empty) = (columns, false);
                    }
                }
                _ => {}
            },
            Event::End(tag) if tag.local_name().as_ref() == "table-row" => {
                waiting = waiting.saturating_add(of_row);
                if !empty {
                    rows = rows.saturating_add(std::mem::take(&mut waiting));
                }
                widest = widest.max(width);
                if rows.saturating_mul(widest) > CELLS {
                    return Err(too_large("cells"));
                }
            }
            _ => {}
        }
    }
}

fn repeated(tag: &BytesStart<'_>, name: &str) -> u64 {
    let found = tag.attributes().flatten().find(|own| own.key.as_ref() == name);
    let number = found.and_then(|own| own.value.parse().ok());
    number.unwrap_or(1)
}

fn read_xlsx(bytes: &[u8]) -> Result<Vec<WorkbookSheet>, String> {
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    let names = names(book.sheet_names())?;
    let mut cells = CELLS;
    let mut sheets = Vec::new();
    for name in names {
        let mut table = SheetCells::default();
        let mut reader = book.worksheet_cells_reader(&name).map_err(unreadable)?;
        while let Some(cell) = reader.next_cell().map_err(unreadable)? {
            cells = cells.checked_sub(1).ok_or_else(|| too_large("cells"))?;
            let (row, column) = cell.get_position();
            table.put(row, column, value(cell.get_value()))?;
        }
        sheets.push(table.sheet(name)?);
    }
    Ok(sheets)
}

fn read_ods(bytes: &[u8]) -> Result<Vec<WorkbookSheet>, String> {
    let mut book: Ods<_> = Ods::new(Cursor::new(bytes)).map_err(unreadable)?;
    let names = names(book.sheet_names())?;
    let mut sheets = Vec::new();
    for name in names {
        let range = book.worksheet_range(&name).map_err(unreadable)?;
        let (top, left) = range.start().unwrap_or_default();
        let mut table = SheetCells::default();
        for (row, column, data) in range.used_cells() {
            let at = |first: u32, more: usize| first.saturating_add(u32::try_from(more).unwrap_or(u32::MAX));
            table.put(at(top, row), at(left, column), value(data))?;
        }
        sheets.push(table.sheet(name)?);
    }
    Ok(sheets)
}

fn names(names: Vec<String>) -> Result<Vec<String>, String> {
    if names.len() > SHEETS { Err(too_large("sheets")) } else { Ok(names) }
}

/// A cell as a person sees it, or what is wrong with it.
fn value(data: &impl DataType) -> Result<String, String> {
    if data.is_empty() {
        return Ok(String::new());
    }
    // Whole numbers print without a point.
    let number = data.get_float().map(|number| number.to_string());
    let number = data.get_int().map(|number| number.to_string()).or(number);
    let text = number.or_else(|| data.get_bool().map(|yes| yes.to_string()));
    match text.or_else(|| data.get_string().map(str::to_string)) {
        Some(text) => Ok(text),
        None if data.is_error() => Err("the formula of this cell has no value".to_string()),
        None => Err("this cell holds a date or time: format it as text, and write it again".to_string()),
    }
}

/// The cells of a sheet while it is read.
#[derive(Default)]
struct SheetCells {
    rows: Vec<Vec<String>>,
    faults: Vec<(u32, u32, String)>,
}

impl SheetCells {
    fn put(&mut self, row: u32, column: u32, value: Result<String, String>) -> Result<(), String> {
        if value.as_ref().is_ok_and(String::is_empty) {
            return Ok(());
        }
        if row >= ROWS {
            return Err(too_large("rows"));
        }
        if column >= COLUMNS {
            return Err(too_large("columns"));
        }
        let (down, across) = (row as usize, column as usize);
        if self.rows.len() <= down {
            self.rows.resize_with(down + 1, Vec::new);
        }
        let cells = &mut self.rows[down];
        if cells.len() <= across {
            cells.resize(across + 1, String::new());
        }
        match value {
            Ok(text) => cells[across] = text,
            Err(fault) => {
                cells[across] = "?".to_string();
                self.faults.push((row, column, fault));
            }
        }
        Ok(())
    }

    /// Rows of equal length.
    fn sheet(self, name: String) -> Result<WorkbookSheet, String> {
        let width = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        if (self.rows.len() as u64).saturating_mul(width as u64) > CELLS {
            return Err(too_large("cells"));
        }
        let mut text = String::new();
        for row in &self.rows {
            for column in 0..width {
                if column > 0 {
                    text.push(',');
                }
                text.push_str(&quoted(row.get(column).map_or("", String::as_str)));
            }
            text.push('\n');
        }
        Ok(WorkbookSheet { name, text, faults: self.faults })
    }
}

/// A cell as CSV writes it.
pub fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        let mut text = String::with_capacity(cell.len() + 2);
        // Writing into a text does not fail.
        let _ = write!(text, "\"{}\"", cell.replace('"', "\"\""));
        return text;
    }
    cell.to_string()
}

/// The letters of a column, counted from 0: A, B ... Z, AA.
pub fn column_letters(column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.push(b'A' + u8::try_from((rest - 1) % 26).unwrap_or(0));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().map(|letter| char::from(*letter)).collect()
}

impl WorkbookSheet {
    /// Whether nobody means it as data: its name begins with `_` or `#`.
    pub fn is_note(&self) -> bool {
        self.name.starts_with(['_', '#'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters() {
        let letters: Vec<String> = [0, 25, 26, 51, 52, 701, 702].into_iter().map(column_letters).collect();
        assert_eq!(letters, ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }

    #[test]
    fn cells_far_away_are_refused_before_there_is_room_for_them() {
        let mut table = SheetCells::default();
        assert!(table.put(0, 16_000, Ok("x".into())).is_err());
        assert!(table.put(1_000_000, 0, Ok("x".into())).is_err());
        assert!(table.rows.is_empty());
    }

    #[test]
    fn a_short_file_that_means_many_cells_is_refused() {
        let cell = r#"<table:table-cell office:value-type="string" table:number-columns-repeated="900"/>"#;
        let content = format!(
            r#"<x><table:table><table:table-row table:number-rows-repeated="900000">{cell}</table:table-row></table:table></x>"#
        );
        assert!(measure_repeats(content.as_bytes()).is_err());
        let blank = r#"<x><table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></x>"#;
        assert!(measure_repeats(blank.as_bytes()).is_ok());
    }

    #[test]
    fn what_is_no_spreadsheet_is_refused() {
        for bytes in [&b""[..], b"PK\x03\x04", b"not a zip"] {
            assert!(read(bytes, false).is_err() && read(bytes, true).is_err());
        }
    }
}
