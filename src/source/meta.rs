//! What is known of a record beside its keys: its place, its sources and its note.

use super::decode::Cx;
use super::values::{Source, SrcSpec};
use super::{DataKey, Sp, Span};
use std::sync::Arc;

/// What is known of a record beside its keys.
#[derive(Debug, Clone)]
pub struct Meta {
    /// The record's name in the documentation, such as `area`.
    pub name: &'static str,
    /// Where it stands: its header or braces.
    pub span: Span,
    /// Keys that carry data: those written, without `src`, `note` and records.
    pub keys: Vec<DataKey>,
    /// How many single values each of those keys holds.
    pub counts: Vec<usize>,
    /// Keys whose values are records, with sources of their own.
    pub nested: Vec<DataKey>,
    /// `src`, if written.
    pub src: Option<Sp<SrcSpec>>,
    /// `note`, if written.
    pub note: Option<String>,
    /// What holds where `src` says nothing: the source of the key that this record stands under.
    pub inherited: Option<Arc<Source>>,
}

impl Meta {
    /// What is known of a value that is written short, not as a record.
    pub fn short(name: &'static str, span: Span, cx: &Cx) -> Self {
        let inherited = cx.source.clone();
        Self { name, span, keys: Vec::new(), counts: Vec::new(), nested: Vec::new(), src: None, note: None, inherited }
    }

    /// The source of everything in the record that `src` does not name.
    pub fn source(&self) -> Option<&Source> {
        self.src.as_ref().and_then(|src| src.rest()).or(self.inherited.as_deref())
    }

    /// The source of one key.
    pub fn source_of(&self, key: &str) -> Option<&Source> {
        self.src.as_ref().and_then(|src| src.of(key)).or(self.inherited.as_deref())
    }

    /// The weaker of the sources of two keys that state a fact together.
    pub fn source_of_both(&self, a: &str, b: &str) -> Option<&Source> {
        Source::weaker(self.source_of(a), self.source_of(b))
    }
}

/// The source of the records below a key.
pub fn source_below(src: Option<&Sp<SrcSpec>>, key: &str, outer: &Option<Arc<Source>>) -> Option<Arc<Source>> {
    src.and_then(|src| src.of(key)).map(|source| Arc::new(source.clone())).or_else(|| outer.clone())
}
