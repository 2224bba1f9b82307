//! Places in files: where a value was written, and what a message points at.

use std::ops::Range;

/// A file of a game, by its place in the list of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A range of bytes in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from a byte range.
    pub fn new(file: FileId, range: Range<usize>) -> Self {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { file, start: clip(range.start), end: clip(range.end) }
    }

    /// The very start of a file: the place of what is missing in it.
    pub fn start_of(file: FileId) -> Self {
        Self { file, start: 0, end: 0 }
    }

    /// The bytes as a range.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The part `inner` of a text that begins `offset` bytes into this span (behind an opening
    /// quote, say). Clipped to the span, so that an escaped text cannot point outside of it.
    pub fn part(self, offset: usize, inner: Range<usize>) -> Self {
        let at = |n: usize| self.start.saturating_add(u32::try_from(offset + n).unwrap_or(u32::MAX)).min(self.end);
        Self { file: self.file, start: at(inner.start), end: at(inner.end.max(inner.start)) }
    }
}
