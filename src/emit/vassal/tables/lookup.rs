//! Rows, columns and parts: from numbers to what the table says there.
//!
//! A table becomes one text with all it can say and one string with a character for each place of
//! its grid, so that a number is worked out once however many rows there are.

use super::asks::Asks;
use super::phrase::{number_at, pick};
use crate::expr::{Form, JavaCode, Number, java_text};
use crate::model::{Row, Table};
use crate::play::find_band;
use crate::source::values::Band;
use crate::syntax::Beyond;

/// Longest row of a grid that is written out number by number.
const WIDEST: i64 = 2000;

/// What a table is entered by.
pub enum EnteredBy {
    /// A number.
    Number(JavaCode),
    /// A property that holds one of some texts, in the order of the bands.
    OneOf(String, Vec<String>),
}

/// Bands by their index; none: a number is beyond them.
type Bands = Vec<Option<usize>>;

/// A way into a table: positions from 0, and which band each stands for.
struct TableAxis {
    /// The code of the position.
    position: String,
    /// For each list of bands the band at each position; none: beyond them.
    bands: Vec<Bands>,
}

impl TableAxis {
    /// The code of the band; as many as there are bands: none.
    fn band(&self, list: usize, count: usize) -> String {
        let bands = self.bands.get(list).map_or(&[][..], Vec::as_slice);
        let numbers: Vec<usize> = bands.iter().map(|band| band.unwrap_or(count)).collect();
        number_at(&numbers, &self.position)
    }

    /// Whether a number can lie beyond the bands.
    fn open(&self) -> bool {
        self.bands.iter().flatten().any(Option::is_none)
    }

    fn len(&self) -> usize {
        self.bands.first().map_or(1, Vec::len)
    }
}

/// How a column is found.
pub struct Column {
    /// The column that is entered.
    pub entered: String,
    /// The column that is read.
    pub read: String,
}

impl Column {
    /// The same, worked out before it is read.
    pub fn worked_out(self, asks: &mut Asks<'_>) -> Self {
        let entered = asks.work_out(":entered", &JavaCode::atom(Form::Whole, self.entered.as_str()));
        let read = asks.work_out(":column", &JavaCode::atom(Form::Whole, self.read.as_str()));
        Self { entered: entered.text, read: read.text }
    }
}

/// The column of a table; a shift is a whole number.
pub fn column(table: &Table, entry: &EnteredBy, shift: Option<&JavaCode>) -> Column {
    let axis = axis(entry, &[table.columns.iter().collect()], table.beyond);
    let count = table.columns.len();
    let entered = axis.band(0, count);
    let read = match shift {
        Some(shift) => {
            let shift = &shift.text;
            let last = count.saturating_sub(1);
            let shifted = format!("Math.max(0, Math.min({last}, {entered} + {shift}))");
            if axis.open() { format!("({entered} == {count} ? {count} : {shifted})") } else { shifted }
        }
        None => entered.clone(),
    };
    Column { entered, read }
}

/// The name of a column by its code.
pub fn column_name(table: &Table, column: &str) -> String {
    let names = table.columns.iter().map(|band| band.text.clone()).chain(["none".to_string()]);
    pick(&names.collect::<Vec<_>>(), column)
}

/// A number rounded down.
pub fn whole(number: &JavaCode) -> String {
    match number.form {
        Form::Real => format!("(int) Math.floor({} + {})", number.part(), super::sum::TOLERANCE),
        _ => number.text.clone(),
    }
}

/// Code that gives what the table says.
pub fn outcome(table: &Table, part: Option<&EnteredBy>, down: &EnteredBy, column: Option<&Column>) -> String {
    let lists: Vec<Vec<&Band>> = table.parts.iter().map(|part| part.rows.iter().map(|row| &row.on).collect()).collect();
    let rows = axis(down, &lists, table.beyond);
    let columns = if column.is_some() { table.columns.len() + 1 } else { 1 };
    let mut says = Vec::new();
    for (part, bands) in table.parts.iter().zip(&rows.bands) {
        for row in bands.iter().map(|row| row.and_then(|row| part.rows.get(row))) {
            says.extend((0..columns).map(|n| says_at(table, row, column.is_some().then_some(n))));
        }
    }
    let mut index = rows.position.clone();
    if let Some(part) = part {
        let bands = table.parts.iter().filter_map(|part| part.band.as_ref()).collect();
        let parts = axis(part, &[bands], table.beyond);
        index = format!("({}) * {} + {index}", parts.band(0, table.parts.len()), rows.len());
        if parts.open() {
            let nothing = "The table has no part for this.".to_string();
            says.extend(std::iter::repeat_n(nothing, rows.len() * columns));
        }
    }
    if let Some(column) = column {
        index = format!("({index}) * {columns} + {}", column.read);
    }
    pick(&says, &index)
}

/// What a row says, in a column.
fn says_at(table: &Table, row: Option<&Row>, column: Option<usize>) -> String {
    let Some(row) = row else {
        let nothing = table.beyond == Some(Beyond::Nothing);
        return if nothing { "No effect." } else { "The table has no row for this." }.to_string();
    };
    let meaning = |result: &str| match table.results.get(result) {
        Some(text) => format!("{result}: {text}"),
        None => result.to_string(),
    };
    let says = match column {
        Some(column) => row.cells.get(column).map(|cell| meaning(cell)),
        None => row.text.clone().or_else(|| row.result.as_deref().map(meaning)),
    };
    let mut says = says.unwrap_or_else(|| "The table has no column for this.".to_string());
    if !says.ends_with(['.', '!', '?', '…']) {
        says.push('.');
    }
    says
}

/// Positions for a number in lists of bands.
fn axis(entry: &EnteredBy, lists: &[Vec<&Band>], beyond: Option<Beyond>) -> TableAxis {
    let number = match entry {
        EnteredBy::OneOf(property, texts) => return axis_of_texts(property, texts, lists.len()),
        EnteredBy::Number(number) => number,
    };
    let ends = lists.iter().flatten().flat_map(|band| [band.from, band.to]).flatten();
    let mut ends: Vec<Number> = ends.collect();
    ends.sort();
    ends.dedup();
    let at = |number: Number| -> Bands {
        lists.iter().map(|list| find_band(list.iter().map(|band| Some(*band)), number, beyond)).collect()
    };
    let low = ends.first().and_then(|end| end.floor().to_whole()).unwrap_or(0) - 1;
    let high = ends.last().and_then(|end| end.ceil().to_whole()).unwrap_or(0) + 1;
    if number.form == Form::Whole && high - low < WIDEST {
        let last = high - low;
        let from_low = if low < 0 { format!("+ {}", -low) } else { format!("- {low}") };
        let position = format!("Math.max(0, Math.min({last}, {} {from_low}))", number.part());
        let found: Vec<Bands> = (low..=high).map(|n| at(Number::new(n, 1))).collect();
        return TableAxis { position, bands: by_list(&found, lists.len()) };
    }
    stretches(number, &ends, at, lists.len())
}

/// Positions of one of some texts; the last if it is none of them.
fn axis_of_texts(property: &str, texts: &[String], lists: usize) -> TableAxis {
    let read = JavaCode::text(property).text;
    let before = texts.len().saturating_sub(1);
    let tests = texts.iter().take(before).enumerate();
    let tests: String = tests.map(|(n, text)| format!("{read}.equals({}) ? {n} : ", java_text(text))).collect();
    let bands = (0..texts.len()).map(Some).collect();
    TableAxis { position: format!("({tests}{before})"), bands: vec![bands; lists.max(1)] }
}

/// Positions of any number: the stretches between the ends of bands, where each number has the same band.
fn stretches(number: &JavaCode, ends: &[Number], at: impl Fn(Number) -> Bands, lists: usize) -> TableAxis {
    let between = |pair: &[Number]| (pair[0] + pair[1]) * Number::new(1, 2);
    // Between two bands the nearer counts, so its middle is an end too.
    let mut points: Vec<Number> = ends.windows(2).map(between).chain(ends.iter().copied()).collect();
    points.sort();
    let one = Number::new(1, 1);
    // Each stretch with what it ends at and whether that belongs to it.
    let mut found: Vec<(Bands, Option<(Number, bool)>)> = Vec::new();
    let mut add = |bands: Bands, end: Option<(Number, bool)>| match found.last_mut() {
        Some((before, before_end)) if *before == bands => *before_end = end,
        _ => found.push((bands, end)),
    };
    for (n, point) in points.iter().enumerate() {
        let inside = if n == 0 { *point - one } else { between(&[points[n - 1], *point]) };
        add(at(inside), Some((*point, false)));
        add(at(*point), Some((*point, true)));
    }
    add(at(points.last().map_or(Number::ZERO, |last| *last + one)), None);
    let mut position = String::new();
    for (n, (_, end)) in found.iter().enumerate() {
        match end {
            Some((end, within)) => {
                let end = end.to_f64() + if *within { 1e-9 } else { -1e-9 };
                position.push_str(&format!("{} < {end:?} ? {n} : ", number.part()));
            }
            None => position.push_str(&n.to_string()),
        }
    }
    let bands: Vec<Bands> = found.into_iter().map(|(bands, _)| bands).collect();
    TableAxis { position: format!("({position})"), bands: by_list(&bands, lists) }
}

/// From bands by position to bands by list.
fn by_list(found: &[Bands], lists: usize) -> Vec<Bands> {
    (0..lists).map(|list| found.iter().map(|bands| bands.get(list).copied().flatten()).collect()).collect()
}
