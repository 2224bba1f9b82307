//! What is printed in a cell, and back.

use super::{Cell, CellGrid, GridProblem};

/// From which edge of the map printed rows are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, schemars::JsonSchema), serde(rename_all = "lowercase"))]
pub enum RowsFrom {
    /// From the top.
    #[default]
    North,
    /// From the bottom.
    South,
}

/// From which edge of the map printed columns are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, schemars::JsonSchema), serde(rename_all = "lowercase"))]
pub enum ColumnsFrom {
    /// From the left.
    #[default]
    West,
    /// From the right.
    East,
}

/// How a grid is numbered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbering {
    /// How a number is written.
    pub pattern: Pattern,
    /// The number of the first row.
    pub first_row: u32,
    /// The number of the first column.
    pub first_column: u32,
    /// Where rows are counted from.
    pub rows_from: RowsFrom,
    /// Where columns are counted from.
    pub columns_from: ColumnsFrom,
}

/// A number as text: two fields, row and column in either order, and what stands around them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    before: String,
    first: Digits,
    between: String,
    second: Digits,
    after: String,
}

/// What a part of a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// The row.
    Row,
    /// The column.
    Column,
}

/// A row or a column as digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digits {
    /// Which of the two.
    pub axis: Axis,
    /// The least number of digits; shorter numbers get leading zeros.
    pub width: Option<usize>,
}

/// Why a pattern such as `{row:2}{column:2}` cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatternError {
    /// A field that is neither `row` nor `column`.
    UnknownField(String),
    /// A width that is not a number from 1 to 9.
    BadWidth(String),
    /// A `{` without `}` or the reverse.
    UnmatchedBrace,
    /// No `{row}`.
    MissingRow,
    /// No `{column}`.
    MissingColumn,
    /// The same field twice.
    Repeated(String),
    /// Nothing tells where the first number ends: one of the two fields needs a width.
    Ambiguous,
}

impl std::fmt::Display for PatternError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownField(name) => {
                write!(f, "unknown field `{{{name}}}`: use `row` and `column`")
            }
            Self::BadWidth(width) => write!(f, "width `{width}` is not a number from 1 to 9"),
            Self::UnmatchedBrace => write!(f, "a brace is opened or closed only once"),
            Self::MissingRow => write!(f, "the pattern has no `{{row}}`"),
            Self::MissingColumn => write!(f, "the pattern has no `{{column}}`"),
            Self::Repeated(name) => write!(f, "the field `{name}` appears twice"),
            Self::Ambiguous => write!(f, "row and column run together: give a width, as in `{{row:2}}{{column:2}}`"),
        }
    }
}

impl std::error::Error for PatternError {}

impl std::str::FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        Pattern::parse(text)
    }
}

impl std::fmt::Display for Digits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.width {
            Some(width) => write!(f, "{{{}:{width}}}", self.axis.name()),
            None => write!(f, "{{{}}}", self.axis.name()),
        }
    }
}

/// The pattern as it is written: parsed again it is the same.
impl std::fmt::Display for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}{}{}{}", self.before, self.first, self.between, self.second, self.after)
    }
}

impl Pattern {
    /// Row and column, in the order in which they are printed.
    pub fn digits(&self) -> [Digits; 2] {
        [self.first, self.second]
    }

    /// The text before, between and after the digits.
    pub fn text(&self) -> [&str; 3] {
        [&self.before, &self.between, &self.after]
    }

    /// Reads a pattern.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        let (before, first, rest) = split_at_field(text)?.ok_or(PatternError::MissingRow)?;
        let missing = match first.axis {
            Axis::Row => PatternError::MissingColumn,
            Axis::Column => PatternError::MissingRow,
        };
        let (between, second, rest) = split_at_field(rest)?.ok_or(missing)?;
        if first.axis == second.axis {
            return Err(PatternError::Repeated(first.axis.name().to_owned()));
        }
        if let Some((_, third, _)) = split_at_field(rest)? {
            return Err(PatternError::Repeated(third.axis.name().to_owned()));
        }
        let pattern =
            Self { before: before.to_owned(), first, between: between.to_owned(), second, after: rest.to_owned() };
        if pattern.run_together() && first.width.or(second.width).is_none() {
            return Err(PatternError::Ambiguous);
        }
        Ok(pattern)
    }

    /// Whether only a width tells where the first number ends.
    fn run_together(&self) -> bool {
        self.between.bytes().all(|b| b.is_ascii_digit())
    }

    fn format(&self, row: u64, column: u64) -> String {
        let show = |part: Digits| {
            let value = match part.axis {
                Axis::Row => row,
                Axis::Column => column,
            };
            format!("{value:0width$}", width = part.width.unwrap_or(1))
        };
        format!("{}{}{}{}{}", self.before, show(self.first), self.between, show(self.second), self.after)
    }

    /// Row and column of a printed number. Lenient: the caller compares what it prints again.
    fn read(&self, text: &str) -> Option<(u64, u64)> {
        let middle = text.strip_prefix(self.before.as_str())?.strip_suffix(self.after.as_str())?;
        let digits = self.digits_of_first(middle)?;
        let (first, rest) = middle.split_at_checked(digits)?;
        let second = rest.strip_prefix(self.between.as_str())?;
        let (first, second) = (read_digits(first)?, read_digits(second)?);
        Some(match self.first.axis {
            Axis::Row => (first, second),
            Axis::Column => (second, first),
        })
    }

    fn digits_of_first(&self, middle: &str) -> Option<usize> {
        if self.run_together() {
            return match (self.first.width, self.second.width) {
                (Some(width), _) => Some(width),
                (None, Some(width)) => middle.len().checked_sub(width + self.between.len()),
                (None, None) => None,
            };
        }
        // The literal between may begin with digits of its own: they are not the number's.
        let own = self.between.bytes().take_while(u8::is_ascii_digit).count();
        let digits = middle.bytes().take_while(u8::is_ascii_digit).count();
        digits.checked_sub(own)
    }

    /// The field whose width must hold because nothing else ends the number.
    fn field_of_fixed_width(&self) -> Option<(Axis, usize)> {
        let sized = |part: Digits| part.width.map(|width| (part.axis, width));
        if self.run_together() { sized(self.first).or_else(|| sized(self.second)) } else { None }
    }
}

impl Axis {
    fn name(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Column => "column",
        }
    }
}

impl Numbering {
    /// Whether the numbers of a grid outgrow a width that has to hold.
    pub(super) fn too_wide(&self, columns: u32, rows: u32) -> Option<GridProblem> {
        let (axis, width) = self.pattern.field_of_fixed_width()?;
        let (first, count) = match axis {
            Axis::Row => (self.first_row, rows),
            Axis::Column => (self.first_column, columns),
        };
        let largest = (u64::from(first) + u64::from(count)).saturating_sub(1);
        (largest.to_string().len() > width).then_some(GridProblem::NumberTooWide { largest, width })
    }
}

impl CellGrid {
    /// The number printed in a cell.
    pub fn number(&self, cell: Cell) -> String {
        let (row, column) = self.counted_from_edges(cell);
        let n = &self.numbering;
        n.pattern.format(u64::from(n.first_row) + u64::from(row), u64::from(n.first_column) + u64::from(column))
    }

    /// The number of the cells of a column or row, counted from the left or the top.
    pub fn printed(&self, axis: Axis, index: u32) -> u32 {
        let cell = match axis {
            Axis::Row => Cell { column: 0, row: index },
            Axis::Column => Cell { column: index, row: 0 },
        };
        let (row, column) = self.counted_from_edges(cell);
        match axis {
            Axis::Row => self.numbering.first_row.saturating_add(row),
            Axis::Column => self.numbering.first_column.saturating_add(column),
        }
    }

    /// The cell in which exactly this text is printed.
    pub fn parse(&self, text: &str) -> Option<Cell> {
        let (row, column) = self.numbering.pattern.read(text)?;
        let row = row.checked_sub(u64::from(self.numbering.first_row))?;
        let column = column.checked_sub(u64::from(self.numbering.first_column))?;
        let printed = Cell { column: u32::try_from(column).ok()?, row: u32::try_from(row).ok()? };
        if !self.contains(printed) {
            return None;
        }
        let (row, column) = self.counted_from_edges(printed);
        let cell = Cell { column, row };
        (self.number(cell) == text).then_some(cell)
    }

    /// Row and column counted from the edges at which the numbering begins; its own inverse.
    fn counted_from_edges(&self, cell: Cell) -> (u32, u32) {
        let mirrored = |count: u32, index: u32| count.saturating_sub(1).saturating_sub(index);
        let row = match self.numbering.rows_from {
            RowsFrom::North => cell.row,
            RowsFrom::South => mirrored(self.rows, cell.row),
        };
        let column = match self.numbering.columns_from {
            ColumnsFrom::West => cell.column,
            ColumnsFrom::East => mirrored(self.columns, cell.column),
        };
        (row, column)
    }
}

/// The text before the first field, the field, and the text after it.
fn split_at_field(text: &str) -> Result<Option<(&str, Digits, &str)>, PatternError> {
    let Some((before, rest)) = text.split_once('{') else {
        return if text.contains('}') { Err(PatternError::UnmatchedBrace) } else { Ok(None) };
    };
    let (field, after) = rest.split_once('}').ok_or(PatternError::UnmatchedBrace)?;
    if before.contains('}') || field.contains('{') {
        return Err(PatternError::UnmatchedBrace);
    }
    Ok(Some((before, parse_field(field)?, after)))
}

fn parse_field(text: &str) -> Result<Digits, PatternError> {
    let (name, width) = match text.split_once(':') {
        Some((name, width)) => (name, Some(parse_width(width)?)),
        None => (text, None),
    };
    let axis = match name {
        "row" => Axis::Row,
        "column" => Axis::Column,
        _ => return Err(PatternError::UnknownField(name.to_owned())),
    };
    Ok(Digits { axis, width })
}

fn parse_width(text: &str) -> Result<usize, PatternError> {
    match text.as_bytes() {
        [digit @ b'1'..=b'9'] => Ok(usize::from(digit - b'0')),
        _ => Err(PatternError::BadWidth(text.to_owned())),
    }
}

/// Plain digits only: `parse` alone would take a leading plus.
fn read_digits(text: &str) -> Option<u64> {
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}
