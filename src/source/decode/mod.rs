//! From trees of values to records.
//!
//! A record is declared once, with [`record!`](crate::record): its keys, their types and what they
//! mean. From that come the struct, the decoder (which reports every fault it meets and goes on),
//! the JSON Schema that editors use, and the walk that counts sources. serde's derive stops at the
//! first fault and forgets places, which is why it is not used here.

mod fields;
mod keys;
mod record;

pub use super::meta::{Meta, source_below};
pub use fields::*;
pub use keys::*;
pub use record::*;

use super::values::Source;
use super::{DataNode, FileKind, Sp, Span};
use crate::diag::{Diagnostics, FileId, Severity, codes};
use schemars::{Schema, SchemaGenerator};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What decoding gathers on its way.
#[derive(Default)]
pub struct Cx {
    /// Faults found.
    pub diags: Diagnostics,
    /// Ids of records that could not be decoded: references to them are not reported again.
    pub broken: BTreeSet<String>,
    /// Kinds of file that could not be read whole: what seems missing may stand in them.
    pub suspect: BTreeSet<FileKind>,
    /// Whether a map is faulty, so that places seem to be missing.
    pub lacks_places: bool,
    /// Files with records under a key that does not exist.
    pub dropped: BTreeSet<FileId>,
    /// The source that the record being decoded inherits.
    pub source: Option<Arc<Source>>,
}

impl Cx {
    /// How many errors were found so far: to see whether a step of the work added any.
    pub fn errors(&self) -> usize {
        self.diags.count(Severity::Error)
    }

    /// One for work that goes on at the same time; what it gathers comes back with [`Cx::join`].
    pub fn beside(&self) -> Self {
        let (broken, suspect) = (self.broken.clone(), self.suspect.clone());
        Self { broken, suspect, lacks_places: self.lacks_places, ..Self::default() }
    }

    /// Takes what was gathered beside it.
    pub fn join(&mut self, other: Self) {
        self.diags.extend(other.diags);
        self.broken.extend(other.broken);
        self.dropped.extend(other.dropped);
    }

    /// Reports a value of the wrong type.
    pub fn wrong_type<T>(&mut self, node: &DataNode, wanted: &str) -> Option<T> {
        self.diags.push(
            codes::WRONG_TYPE
                .at(node.span, format!("expected {wanted}, found {}", node.what()))
                .label(format!("expected {wanted}")),
        );
        None
    }

    /// Reports a value that is not written as it should be.
    pub fn bad_value<T>(&mut self, span: Span, message: impl Into<String>, help: &str) -> Option<T> {
        self.diags.push(codes::BAD_VALUE.at(span, message).label("here").help(help));
        None
    }
}

/// Something a single value can be decoded into.
pub trait Decode: Sized {
    /// Decodes a value, or reports why not.
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self>;
    /// The JSON Schema of what is accepted.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
    /// Whether this is a record with sources of its own.
    const RECORD: bool = false;
    /// Visits the records below.
    fn walk(&self, _visit: &mut Visit<'_>) {}
}

/// What [`Decode::walk`] calls for each record.
pub type Visit<'a> = dyn FnMut(&Meta) + 'a;

impl<T: Decode> Decode for Sp<T> {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        Some(Sp::new(T::decode(node, cx)?, node.span))
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(generator)
    }
    const RECORD: bool = T::RECORD;
    fn walk(&self, visit: &mut Visit<'_>) {
        self.value.walk(visit);
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        T::decode(node, cx).map(Box::new)
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(generator)
    }
    const RECORD: bool = T::RECORD;
    fn walk(&self, visit: &mut Visit<'_>) {
        (**self).walk(visit);
    }
}
