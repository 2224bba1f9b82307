//! What a scenario puts on strength tracks: assets in slots, and the marker of every unit.

use super::board::CheckedBoard;
use super::pieces::Pieces;
use crate::diag::codes;
use crate::model::{Marker, Place, PlaceKind, Placement, Ref, Scenario, Spot, Strength, What, free_slots};
use crate::source::Span;
use crate::source::decode::Cx;
use std::collections::{BTreeMap, BTreeSet};

/// Puts everything on the strength tracks that belongs there.
pub fn set_up(scenario: &mut Scenario, span: Span, board: &CheckedBoard, pieces: &Pieces, cx: &mut Cx) {
    let mut slots = TakenSlots { board, pieces, taken: taken(scenario), span };
    let Scenario { setup, reinforcements, .. } = scenario;
    for list in [&mut *setup, reinforcements] {
        *list = std::mem::take(list).into_iter().flat_map(|placement| slots.assign(placement, cx)).collect();
    }
    markers(scenario, span, board, pieces, cx);
}

/// Places in which something stands.
fn taken(scenario: &Scenario) -> BTreeSet<usize> {
    let all = scenario.setup.iter().chain(&scenario.reinforcements);
    all.filter_map(|placement| exact(placement)).map(|place| place.index).collect()
}

fn exact(placement: &Placement) -> Option<&Ref<Place>> {
    match &placement.spot {
        Some(Spot::At(place)) => Some(place),
        _ => None,
    }
}

/// The slots that are taken.
struct TakenSlots<'a> {
    board: &'a CheckedBoard,
    pieces: &'a Pieces,
    taken: BTreeSet<usize>,
    span: Span,
}

impl TakenSlots<'_> {
    /// A slot for each copy of what lies with a unit.
    fn assign(&mut self, placement: Placement, cx: &mut Cx) -> Vec<Placement> {
        let (What::Unit(unit), Some(Spot::With(owner))) = (&placement.what, &placement.spot) else {
            return vec![placement];
        };
        let free = free_slots(&self.board.displays, owner.index, unit.index, |place| self.taken.contains(&place));
        let wanted = placement.copies as usize;
        if free.len() < wanted {
            let message = format!("`{owner}` has no free slot for `{unit}`");
            let diag = codes::NO_SLOT.at(self.pieces.unit_spans[unit.index], message).label("this unit");
            cx.diags.push(diag.also(self.pieces.unit_spans[owner.index], "goes with this one").also(self.span, "here"));
        }
        let free: Vec<&Ref<Place>> = free.into_iter().take(wanted).collect();
        self.taken.extend(free.iter().map(|place| place.index));
        let one =
            |place: &Ref<Place>| Placement { copies: 1, spot: Some(Spot::At(place.clone())), ..placement.clone() };
        free.into_iter().map(one).collect()
    }
}

/// Puts a marker on the track of every unit of the scenario that has none there; those that arrive get
/// one as long as there are copies.
fn markers(scenario: &mut Scenario, span: Span, board: &CheckedBoard, pieces: &Pieces, cx: &mut Cx) {
    let mut left = left(scenario, pieces);
    let mut known = marked(scenario, board);
    let mut new = Vec::new();
    let (start, later) = (units(&scenario.setup), units(&scenario.reinforcements));
    for (unit, must) in start.into_iter().map(|unit| (unit, true)).chain(later.into_iter().map(|unit| (unit, false))) {
        let Some((strength, marker)) = board.displays.iter().flat_map(|display| &display.strengths).find_map(|own| {
            (own.unit.index == unit).then_some(())?;
            Some((own, own.marker.clone()?))
        }) else {
            continue;
        };
        let copies = left.entry(marker.index).or_insert(pieces.markers[marker.index].copies);
        if !known.insert(unit) || (*copies == 0 && !must) {
            continue;
        }
        if *copies == 0 {
            let message = format!("there are not enough `{marker}` markers for the units that start on the map");
            let diag = codes::TOO_MANY.at(span, message).label("this scenario");
            cx.diags.push(diag.also(pieces.unit_spans[unit], "the first without one"));
            return;
        }
        *copies -= 1;
        new.extend(placement(strength, marker, board, pieces));
    }
    scenario.setup.extend(new);
}

fn units(placements: &[Placement]) -> Vec<usize> {
    let unit = |placement: &Placement| match &placement.what {
        What::Unit(unit) => Some(unit.index),
        What::Marker(_) => None,
    };
    placements.iter().filter_map(unit).collect()
}

/// Copies of markers that the scenario does not use.
fn left(scenario: &Scenario, pieces: &Pieces) -> BTreeMap<usize, u32> {
    let mut left: BTreeMap<usize, u32> = BTreeMap::new();
    for placement in scenario.setup.iter().chain(&scenario.reinforcements) {
        if let What::Marker(marker) = &placement.what {
            let copies = left.entry(marker.index).or_insert(pieces.markers[marker.index].copies);
            *copies = copies.saturating_sub(placement.copies);
        }
    }
    left
}

/// Units on the tracks of which the scenario itself puts a marker.
fn marked(scenario: &Scenario, board: &CheckedBoard) -> BTreeSet<usize> {
    let markers = scenario.setup.iter().filter(|placement| matches!(placement.what, What::Marker(_)));
    markers
        .filter_map(|placement| match &board.places[exact(placement)?.index].kind {
            PlaceKind::Space { track } => board.tracks[track.index].unit.as_ref().map(|unit| unit.index),
            _ => None,
        })
        .collect()
}

fn placement(strength: &Strength, marker: Ref<Marker>, board: &CheckedBoard, pieces: &Pieces) -> Option<Placement> {
    let counter = pieces.markers[marker.index].counter.index;
    let space = strength.space(&board.tracks, strength.start)?.clone();
    Some(Placement {
        state: pieces.counters[counter].front.state.clone(),
        copies: 1,
        spot: Some(Spot::At(space)),
        each: None,
        turn: None,
        when: None,
        card: None,
        about: board.tracks[strength.track.index].about.clone(),
        what: What::Marker(marker),
    })
}
