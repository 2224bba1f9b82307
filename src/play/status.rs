//! Status markers that lie on units, and what they make of their values.

use super::position::Position;
use crate::expr::{Value, Values, eval};
use crate::model::Marker;

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

    /// Printed values of a unit after its status markers changed them, one after the other: each sees the value that
    /// it changes as the one before left it, and the others as printed. Nothing if a change cannot be worked out.
    pub(super) fn changed(&self, unit: usize, printed: Values) -> Option<Values> {
        let mut now = printed.clone();
        for (value, change) in self.statuses(unit).flat_map(|marker| &marker.changes) {
            let mut seen = printed.clone();
            seen.extend(now.get(value).map(|left| (value.clone(), left.clone())));
            now.insert(value.clone(), eval(&change.expr, &seen).ok()?);
        }
        Some(now)
    }
}
