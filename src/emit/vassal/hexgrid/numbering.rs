//! How VASSAL numbers the hexes of a grid, and the numbering that gives hexes their labels.

use super::Fit;
use std::ops::Range;

/// Which part of a number comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// VASSAL's column.
    H,
    /// VASSAL's row.
    V,
}

/// What a part of a number is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Digits.
    N,
    /// Letters: A to Z, then AA, BB to ZZ, then AAA.
    A,
}

/// How VASSAL counts its columns (`h`) or rows (`v`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counting {
    /// Digits or letters.
    pub kind: Kind,
    /// How many zeros stand before a number of one digit.
    pub leading: u32,
    /// The number of the first.
    pub off: i64,
    /// Whether numbers go down to the right (`h`) or downwards (`v`): as the map is seen. In a grid that
    /// lies sideways that of `h` goes with the rows, which `v` counts, and that of `v` with the columns.
    pub descend: bool,
}

/// The attributes of a `HexGridNumbering`, but for its look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbering {
    /// Which part comes first.
    pub first: Order,
    /// What stands between the two.
    pub sep: String,
    /// How columns are counted; they are the map's rows if the grid lies sideways.
    pub h: Counting,
    /// How rows are counted.
    pub v: Counting,
    /// What stands around the number, which is `$gridLocation$`.
    pub location_format: String,
}

const GRID_LOCATION: &str = "$gridLocation$";

impl Numbering {
    /// As attributes of `VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering`.
    pub fn attributes(&self) -> Vec<(&'static str, String)> {
        vec![
            ("first", self.first.letter().to_string()),
            ("sep", self.sep.clone()),
            ("hType", self.h.kind.letter().to_string()),
            ("hLeading", self.h.leading.to_string()),
            ("hOff", self.h.off.to_string()),
            ("hDescend", self.h.descend.to_string()),
            ("vType", self.v.kind.letter().to_string()),
            ("vLeading", self.v.leading.to_string()),
            ("vOff", self.v.off.to_string()),
            ("vDescend", self.v.descend.to_string()),
            ("stagger", "false".to_string()),
            ("locationFormat", self.location_format.clone()),
        ]
    }

    /// The name of the hex in that column and row, counted as the numbering counts them.
    pub(super) fn name(&self, column: i64, row: i64) -> String {
        let (column, row) = (self.h.name(column), self.v.name(row));
        let sep = &self.sep;
        let location = match self.first {
            Order::H => format!("{column}{sep}{row}"),
            Order::V => format!("{row}{sep}{column}"),
        };
        self.location_format.replacen(GRID_LOCATION, &location, 1)
    }
}

impl Order {
    fn letter(self) -> char {
        match self {
            Self::H => 'H',
            Self::V => 'V',
        }
    }
}

impl Kind {
    fn letter(self) -> char {
        match self {
            Self::N => 'N',
            Self::A => 'A',
        }
    }
}

impl Counting {
    fn name(&self, index: i64) -> String {
        let number = index + self.off;
        let sign = if number < 0 { "-" } else { "" };
        let size = number.unsigned_abs();
        match self.kind {
            Kind::N => format!("{sign}{size:0width$}", width = self.leading as usize + 1),
            Kind::A => format!("{sign}{}", letters(size)),
        }
    }
}

/// The same letter once for every begun alphabet.
fn letters(number: u64) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    (0..=number / 26).map(|_| letter).collect()
}

/// A label and the column and row VASSAL counts its hex to.
pub(super) type Labelled<'a> = (&'a str, (i64, i64));

/// The numbering that gives every hex of a grid its label.
pub(super) fn find(labels: &[Labelled<'_>], fit: &Fit, board: (u32, u32)) -> Option<Numbering> {
    let &(shortest, place) = labels.iter().min_by_key(|(label, _)| label.len())?;
    let last = (fit.last_column(board), fit.last_row(board));
    let readings = splits(shortest).into_iter().flat_map(|split| readings(shortest, &split));
    let mut guesses = readings.flat_map(|reading| guesses(&reading, place, last));
    let right = guesses.find(|guess| labels.iter().all(|&(label, place)| guess.name(place) == label))?;
    Some(right.turned(fit.sideways))
}

/// The two parts of a label that are numbers.
type Split = (Range<usize>, Range<usize>);

/// Every way to see two numbers in a label, those first that leave the least of it over and share it
/// most equally.
fn splits(label: &str) -> Vec<Split> {
    let parts: Vec<Range<usize>> = (0..label.len())
        .flat_map(|start| (start + 1..=label.len()).map(move |end| start..end))
        .filter(|part| label.get(part.clone()).is_some_and(|text| value(text).is_some()))
        .collect();
    let pairs = parts.iter().flat_map(|a| parts.iter().map(move |b| (a.clone(), b.clone())));
    let mut splits: Vec<Split> = pairs.filter(|(a, b)| a.end <= b.start).collect();
    splits.sort_by_key(|(a, b)| {
        let around = a.start + label.len() - b.end;
        (around, b.start - a.end, a.len().abs_diff(b.len()))
    });
    splits
}

/// What a part of a number stands for.
fn value(text: &str) -> Option<(Kind, i64)> {
    let first = text.bytes().next()?;
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some((Kind::N, i64::from(text.parse::<i32>().ok()?)));
    }
    let alphabets = i64::try_from(text.len()).ok()? - 1;
    let same = first.is_ascii_uppercase() && text.bytes().all(|byte| byte == first);
    same.then(|| (Kind::A, alphabets * 26 + i64::from(first - b'A')))
}

/// A part of a label as a number.
#[derive(Debug, Clone, Copy)]
struct Part {
    kind: Kind,
    leading: u32,
    value: i64,
}

/// A label as two numbers and what stands around them.
#[derive(Debug, Clone)]
struct Reading {
    sep: String,
    format: String,
    parts: (Part, Part),
}

/// All readings of a split label: where a number has no leading zeros, shorter ones may have.
fn readings(label: &str, (a, b): &Split) -> Vec<Reading> {
    let text = |range: Range<usize>| label.get(range).unwrap_or_default();
    let (before, after) = (text(0..a.start), text(b.end..label.len()));
    let firsts = if can_surround(before, after) { parts(text(a.clone())) } else { Vec::new() };
    let reading = |first: Part, second: Part| Reading {
        sep: text(a.end..b.start).to_string(),
        format: format!("{before}{GRID_LOCATION}{after}"),
        parts: (first, second),
    };
    firsts
        .into_iter()
        .flat_map(|a| parts(text(b.clone())).into_iter().map(move |b| (a, b)))
        .map(|(a, b)| reading(a, b))
        .collect()
}

fn parts(text: &str) -> Vec<Part> {
    let Some((kind, value)) = value(text) else { return Vec::new() };
    let most = u32::try_from(text.len()).unwrap_or(1) - 1;
    let least = match kind {
        Kind::N if text.starts_with('0') => most,
        Kind::N | Kind::A => 0,
    };
    let most = if kind == Kind::A { 0 } else { most };
    (least..=most).rev().map(|leading| Part { kind, leading, value }).collect()
}

/// Whether VASSAL takes text around a location as it is, and not as a part of an expression.
fn can_surround(before: &str, after: &str) -> bool {
    let plain = |text: &str| !text.contains(['$', '\\', '\'', '"', '{', '}']);
    plain(before) && plain(after) && before.trim_start() == before && after.trim_end() == after
}

/// A numbering that is right for one label, as it is for a grid that does not lie sideways.
#[derive(Debug, Clone)]
struct Guess {
    numbering: Numbering,
    /// The column and the row from which others are taken if they descend.
    last: (i64, i64),
}

/// All numberings that give the hex at that column and row its label, read that way.
fn guesses(reading: &Reading, place: (i64, i64), last: (i64, i64)) -> Vec<Guess> {
    let ways = [(false, false), (false, true), (true, false), (true, true)];
    let orders = [(Order::H, reading.parts), (Order::V, (reading.parts.1, reading.parts.0))];
    let all = orders.into_iter().flat_map(|order| ways.into_iter().map(move |way| (order, way)));
    let guess = |((first, (column, row)), (left, up)): ((Order, (Part, Part)), (bool, bool))| {
        let numbering = Numbering {
            first,
            sep: reading.sep.clone(),
            h: column.counting(left),
            v: row.counting(up),
            location_format: reading.format.clone(),
        };
        Guess { numbering, last }.through(place, (column.value, row.value))
    };
    all.map(guess).collect()
}

impl Part {
    fn counting(self, descend: bool) -> Counting {
        Counting { kind: self.kind, leading: self.leading, off: 0, descend }
    }
}

impl Guess {
    /// With the offsets that give a hex these numbers.
    fn through(mut self, place: (i64, i64), values: (i64, i64)) -> Self {
        let (column, row) = self.counted(place);
        self.numbering.h.off = values.0 - column;
        self.numbering.v.off = values.1 - row;
        self
    }

    fn counted(&self, (column, row): (i64, i64)) -> (i64, i64) {
        let column = if self.numbering.h.descend { self.last.0 - column } else { column };
        (column, if self.numbering.v.descend { self.last.1 - row } else { row })
    }

    fn name(&self, place: (i64, i64)) -> String {
        let (column, row) = self.counted(place);
        self.numbering.name(column, row)
    }

    fn turned(mut self, sideways: bool) -> Numbering {
        if sideways {
            std::mem::swap(&mut self.numbering.h.descend, &mut self.numbering.v.descend);
        }
        self.numbering
    }
}
