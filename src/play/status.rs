//! Status markers that lie on units, and what they make of their values.

use super::fields::UnitFields;
use super::position::Position;
use crate::expr::{Env, Value, eval};
use crate::model::Marker;
use std::borrow::Cow;

impl Position<'_> {
    /// The status markers on a unit, in the order of the data.
    pub fn statuses(&self, unit: usize) -> impl Iterator<Item = &Marker> {
        self.status.get(&unit).into_iter().flatten().map(|marker| &self.model.markers[*marker])
    }

    /// The ids and groups of those on some units, as expressions ask for them.
    pub(super) fn status_words(&self, units: &[usize]) -> Value {
        let mut words: Vec<&String> = Vec::new();
        let markers = units.iter().flat_map(|unit| self.statuses(*unit));
        for word in markers.flat_map(|marker| std::iter::once(&marker.id).chain(&marker.group)) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        Value::List(words.into_iter().map(|word| Value::Text(word.clone())).collect())
    }

    /// A printed value of a unit after its status markers changed it, one after the other: each sees the value as the
    /// one before left it, and the others as printed. Nothing if a change cannot be worked out.
    pub(super) fn changed(&self, unit: usize, printed: UnitFields<'_>, field: &str) -> Option<Value> {
        let mut now = printed.get(field);
        let changes = self.statuses(unit).flat_map(|marker| &marker.changes).filter(|(value, _)| *value == field);
        for (_, change) in changes {
            now = Some(eval(&change.expr, &Changing { field, now, printed }).ok()?);
        }
        now
    }
}

/// What a change of a value sees.
struct Changing<'a> {
    field: &'a str,
    now: Option<Value>,
    printed: UnitFields<'a>,
}

impl Env for Changing<'_> {
    fn value(&self, name: &str) -> Option<Cow<'_, Value>> {
        if name == self.field { self.now.as_ref().map(Cow::Borrowed) } else { self.printed.value(name) }
    }
}
