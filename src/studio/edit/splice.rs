//! Pieces of a text that are replaced, and what stands around them.

use std::ops::Range;

/// A piece of a text, and what takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    pub range: Range<usize>,
    pub text: String,
}

impl Splice {
    pub fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        Self { range, text: text.into() }
    }

    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::new(at..at, text)
    }

    pub fn remove(range: Range<usize>) -> Self {
        Self::new(range, "")
    }
}

/// A text with its pieces replaced; none if they overlap or lie outside of it.
pub fn spliced(text: &str, mut splices: Vec<Splice>) -> Option<String> {
    splices.sort_by_key(|splice| (splice.range.start, splice.range.end));
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    for splice in splices {
        made.push_str(text.get(at..splice.range.start)?);
        made.push_str(&splice.text);
        at = splice.range.end;
    }
    made.push_str(text.get(at..)?);
    Some(made)
}

/// How lines of a text end.
pub fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// Where the line of a byte begins.
pub fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// Where the line of a byte ends, before its line end.
pub fn end_of_line(text: &str, at: usize) -> usize {
    let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
    if text[at..end].ends_with('\r') { end - 1 } else { end }
}

/// Where the line after that of a byte begins.
pub fn next_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |n| at + n + 1)
}

/// The blanks that the line of a byte begins with.
pub fn indent(text: &str, at: usize) -> &str {
    let line = &text[line_start(text, at)..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// How much further the lines of a text are moved in than those around them.
pub fn indent_step(text: &str) -> &'static str {
    if text.contains("\n\t") { "\t" } else { "  " }
}

/// How many characters the line of a byte has.
pub fn line_width(text: &str, at: usize) -> usize {
    text[line_start(text, at)..end_of_line(text, at)].chars().count()
}
