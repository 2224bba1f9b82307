//! Rows and cells of CSV files.

use super::splice::{Splice, end_of_line, line_end, line_start, next_line};
use crate::source::csv;
use std::ops::Range;

/// A CSV file as a grid of cells.
pub struct Cells {
    rows: Vec<Vec<(String, Range<usize>)>>,
    header: usize,
}

impl Cells {
    /// The cells of a file; none if it has no header.
    pub fn read(text: &str) -> Option<Self> {
        let rows = csv::cells(text);
        let remark = |row: &Vec<(String, Range<usize>)>| row.first().is_some_and(|(text, _)| text.starts_with('#'));
        let header = rows.iter().position(|row| !remark(row))?;
        Some(Self { rows, header })
    }

    /// The row whose first cell begins at a byte.
    pub fn row_at(&self, start: usize) -> Option<usize> {
        self.rows.iter().position(|row| row.first().is_some_and(|(_, range)| range.start == start))
    }

    /// The row that a byte lies in.
    pub fn row_around(&self, byte: usize) -> Option<usize> {
        let inside = |row: &Vec<(String, Range<usize>)>| {
            row.first().zip(row.last()).is_some_and(|((_, a), (_, b))| a.start <= byte && byte <= b.end)
        };
        self.rows.iter().position(inside).filter(|row| *row > self.header)
    }

    /// Where the first cell of a row begins.
    pub fn start_of(&self, row: usize) -> Option<usize> {
        self.rows.get(row)?.first().map(|(_, range)| range.start)
    }

    /// The column of a key.
    pub fn column(&self, key: &str) -> Option<usize> {
        self.rows[self.header].iter().position(|(text, _)| text == key)
    }

    /// What a cell holds.
    pub fn get(&self, row: usize, key: &str) -> Option<&str> {
        self.rows.get(row)?.get(self.column(key)?).map(|(text, _)| text.as_str())
    }

    /// Changes a cell; a column that is not there yet is added to every row.
    pub fn set(&self, text: &str, row: usize, key: &str, value: &str) -> Vec<Splice> {
        if let Some(column) = self.column(key) {
            let range = self.rows.get(row).and_then(|row| row.get(column)).map(|(_, range)| range.clone());
            return range.map(|range| vec![Splice::new(range, quoted(value))]).unwrap_or_default();
        }
        let mut splices = Vec::new();
        for (n, cells) in self.rows.iter().enumerate().skip(self.header) {
            let Some((_, last)) = cells.last() else { continue };
            if n != self.header && cells.iter().all(|(text, _)| text.is_empty()) {
                continue;
            }
            let more = if n == self.header {
                quoted(key)
            } else if n == row {
                quoted(value)
            } else {
                String::new()
            };
            splices.push(Splice::insert(end_of_line(text, last.end), format!(",{more}")));
        }
        splices
    }

    /// Adds a row behind another, with values by key. None if a key has no column.
    pub fn add_after(&self, text: &str, row: usize, entries: &[(String, String)]) -> Option<Splice> {
        entries.iter().all(|(key, _)| self.column(key).is_some()).then_some(())?;
        let value = |key: &str| entries.iter().find(|(own, _)| own == key).map_or("", |(_, value)| value.as_str());
        let cells: Vec<String> = self.rows[self.header].iter().map(|(key, _)| quoted(value(key))).collect();
        let (_, last) = self.rows.get(row)?.last()?;
        Some(Splice::insert(end_of_line(text, last.end), format!("{}{}", line_end(text), cells.join(","))))
    }

    /// Removes a row.
    pub fn remove(&self, text: &str, row: usize) -> Option<Splice> {
        let cells = self.rows.get(row)?;
        let (first, last) = (&cells.first()?.1, &cells.last()?.1);
        Some(Splice::remove(line_start(text, first.start)..next_line(text, last.end)))
    }
}

/// A cell as it is written.
fn quoted(value: &str) -> String {
    let needed = value.contains([',', '"', '\n', '\r']) || value.trim() != value;
    if needed { format!("\"{}\"", value.replace('"', "\"\"")) } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use super::super::splice::spliced;
    use super::*;

    const TEXT: &str = "# src = 4.1\r\nid,name\r\nA,\"Alpha, first\"\r\nB,\r\n";

    #[test]
    fn cells_change_and_the_rest_stays() {
        let cells = Cells::read(TEXT).unwrap();
        let set = |row, key, value| spliced(TEXT, cells.set(TEXT, row, key, value)).unwrap();
        assert_eq!(set(2, "name", "Alpha"), "# src = 4.1\r\nid,name\r\nA,Alpha\r\nB,\r\n");
        assert_eq!(set(3, "name", "B \"2\""), "# src = 4.1\r\nid,name\r\nA,\"Alpha, first\"\r\nB,\"B \"\"2\"\"\"\r\n");
        assert_eq!(set(3, "size", "x"), "# src = 4.1\r\nid,name,size\r\nA,\"Alpha, first\",\r\nB,,x\r\n");
        assert_eq!(cells.get(2, "name"), Some("Alpha, first"));
        assert_eq!((cells.row_around(30), cells.start_of(2)), (Some(2), Some(22)));
    }

    #[test]
    fn rows_come_and_go() {
        let cells = Cells::read(TEXT).unwrap();
        let entry = [("name".to_string(), "N".to_string()), ("id".to_string(), "C".to_string())];
        let more = spliced(TEXT, vec![cells.add_after(TEXT, 2, &entry).unwrap()]).unwrap();
        assert_eq!(more, "# src = 4.1\r\nid,name\r\nA,\"Alpha, first\"\r\nC,N\r\nB,\r\n");
        let less = spliced(TEXT, vec![cells.remove(TEXT, 2).unwrap()]).unwrap();
        assert_eq!(less, "# src = 4.1\r\nid,name\r\nB,\r\n");
        assert!(cells.add_after(TEXT, 2, &[("kind".to_string(), String::new())]).is_none());
    }
}
