//! Units, markers and the counters they are printed on.

mod markers;
mod starts;
mod steps;
mod units;

pub use markers::uses;
pub use starts::UnitStart;

use super::names::{KnownIds, duplicate};
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::model::{Counter, Marker, Named, Ref, Shows, Unit};
use crate::source::decode::Cx;
use crate::source::values::Id;
use crate::source::{Sp, Span};
use crate::syntax::{AttributeOf, GameFiles, MarkerUse};
use markers::marker;
use units::{unit, unused};

/// Units, markers and counters, resolved.
#[derive(Default)]
pub struct Pieces {
    /// Units.
    pub units: Vec<Unit>,
    /// Their names.
    pub unit_names: KnownIds<Unit>,
    /// Where each unit is declared.
    pub unit_spans: Vec<Span>,
    /// Markers.
    pub markers: Vec<Marker>,
    /// Their names.
    pub marker_names: KnownIds<Marker>,
    /// Counters.
    pub counters: Vec<Counter>,
}

impl Pieces {
    /// What rules may find in the status of a unit: status markers and their groups.
    pub fn status_words(&self) -> impl Iterator<Item = &str> {
        let markers = self.markers.iter().filter(|marker| marker.role == MarkerUse::Status);
        markers.flat_map(|marker| std::iter::once(marker.id.as_str()).chain(marker.group.as_deref()))
    }
}

/// Checks all counter files.
/// Where units start is returned as written: it may be on a track that other units make.
pub fn check<'f>(files: &'f GameFiles, vocabulary: &Vocabulary, cx: &mut Cx) -> (Pieces, Vec<UnitStart<'f>>) {
    let (mut pieces, mut starts) = (Pieces::default(), Vec::new());
    for file in &files.counters {
        let units: usize = file.content.groups.iter().map(|group| group.units.len()).sum();
        pieces.units.reserve(units);
        pieces.counters.reserve(units + file.content.markers.len());
        for group in &file.content.groups {
            vocabulary.check_keys(AttributeOf::Unit, &group.attributes, cx);
            for def in &group.units {
                starts.push(unit(&mut pieces, def, group, vocabulary, cx));
            }
        }
        for def in &file.content.markers {
            marker(&mut pieces, def, vocabulary, cx);
        }
    }
    let groups = files.counters.iter().flat_map(|file| &file.content.markers).filter_map(|def| def.group.as_ref());
    for group in groups {
        if let Some(first) = pieces.marker_names.span(&group.value) {
            let message = format!("`{}` is a marker: choose another name for the group", group.value);
            cx.diags.push(codes::DUPLICATE.at(group.span, message).label("here").also(first, "the marker"));
        }
    }
    unused(files, &pieces, vocabulary, cx);
    (pieces, starts)
}

/// Units and markers share counters, so an id is one or the other.
fn declare<T: Named>(names: &mut KnownIds<T>, others: Option<Span>, id: &Sp<Id>, cx: &mut Cx) -> Ref<T> {
    if let Some(first) = others {
        duplicate("counter", id, first, cx);
    }
    names.declare(id, cx)
}

fn copies(count: Option<&Sp<i64>>, cx: &mut Cx) -> u32 {
    let Some(count) = count else { return 1 };
    match u32::try_from(count.value) {
        Ok(n @ 1..=999) => n,
        _ => {
            cx.diags.push(codes::NUMBER.at(count.span, "a counter has 1 to 999 copies").label("here"));
            1
        }
    }
}

/// The states of a unit's or marker's faces, in order.
pub fn states<'a>(counters: &'a [Counter], shows: impl Fn(&Shows) -> bool + 'a) -> impl Iterator<Item = &'a str> {
    let faces = counters.iter().filter(move |counter| shows(&counter.shows));
    faces.flat_map(|counter| std::iter::once(&counter.front).chain(&counter.back)).map(|face| face.state.as_str())
}
