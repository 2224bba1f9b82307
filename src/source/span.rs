//! Values that know where they were written.

use crate::diag::Span;
use std::ops::Deref;

/// The byte at a line and column, both from 1 and columns in characters; the text's end if there is no such.
pub fn byte_at(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let inside = text[start..].char_indices().nth(column.saturating_sub(1));
    inside.map_or(text.len(), |(at, _)| start + at)
}

/// A value with the place where it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Sp<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl<T> Sp<T> {
    /// A value at a place.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl<T> Deref for Sp<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}
