//! Assets: units that lie in slots beside the strength tracks of others.

use super::Machine;
use super::board::{small, wide};
use super::state::State;
use crate::model::{PlaceKind, free_slots};

impl Machine<'_> {
    /// The unit in a slot of which a unit lies.
    pub(super) fn carrier(&self, state: &State, unit: u16) -> Option<u16> {
        match &self.model.places[wide(state.place(unit)?)].kind {
            PlaceKind::Slot { unit } => Some(small(unit.index)),
            _ => None,
        }
    }

    /// The units that lie in slots of some units, in order.
    pub(super) fn assets(&self, state: &State, of: &[u16]) -> Vec<u16> {
        if self.tracks.is_empty() || of.is_empty() {
            return Vec::new();
        }
        let lies = |unit: &u16| self.carrier(state, *unit).is_some_and(|owner| of.contains(&owner));
        (0..small(state.pieces.len())).filter(lies).collect()
    }

    /// The first free slot of a unit in play that takes another.
    pub(super) fn berth(&self, state: &State, owner: u16, asset: u16) -> Option<u16> {
        if owner == asset || !self.tracks.contains_key(&owner) || !state.in_play(owner) {
            return None;
        }
        let taken = |place: usize| state.units_in(small(place)).next().is_some();
        free_slots(&self.model.displays, wide(owner), wide(asset), taken).first().map(|place| small(place.index))
    }

    /// Changes the number on the strength track of a unit, within the lowest and highest of its tracks.
    pub(super) fn set_strength(&self, state: &mut State, unit: u16, number: i64) {
        let all = self.model.displays.iter().flat_map(|display| &display.strengths);
        let bounds = all.filter(|own| own.unit.index == wide(unit)).fold(None, |so_far, own| match so_far {
            None => Some((own.from, own.to)),
            Some((from, to)) => Some((own.from.min(from), own.to.max(to))),
        });
        let Some((from, to)) = bounds else { return };
        state.set_strength(unit, number.clamp(from, to.max(from)));
    }
}
