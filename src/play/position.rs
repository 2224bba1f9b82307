//! A position: who stands where, who controls what, and the state of play.

use super::history::History;
use super::procedure::blank_answer;
use super::stands::{Stands, UnitStand};
use crate::expr::Values;
use crate::model::{Edge, Model, PlaceKind, Spot, Strength, What};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A position.
#[derive(Debug, Clone)]
pub struct Position<'m> {
    /// The game.
    pub model: &'m Model,
    /// The state of play that no counter shows.
    pub conditions: Values,
    /// Who controls each place.
    pub control: Vec<Option<usize>>,
    /// Units that are in play.
    pub units: Stands,
    /// Markers, where they lie, and whether their back is up.
    pub markers: Vec<(usize, usize, bool)>,
    /// Status markers on units, by their places in the model.
    pub status: BTreeMap<usize, BTreeSet<usize>>,
    /// Present strength of units with a strength track, where it is not that of the start.
    pub strengths: BTreeMap<usize, i64>,
    /// What happened, as far as rules ask for it.
    pub history: History,
    /// The scenario it was set up from.
    pub scenario: Option<usize>,
    play_area: Option<Arc<BTreeSet<usize>>>,
}

impl<'m> Position<'m> {
    /// An empty map, with the control that is printed on it.
    pub fn new(model: &'m Model) -> Self {
        Self {
            model,
            conditions: model.rules.conditions.iter().map(|input| (input.id.clone(), blank_answer(input))).collect(),
            control: model.places.iter().map(|place| place.kind.control().map(|side| side.index)).collect(),
            units: Stands::default(),
            markers: Vec::new(),
            status: BTreeMap::new(),
            strengths: BTreeMap::new(),
            history: History::default(),
            scenario: None,
            play_area: None,
        }
    }

    /// Sets up what a scenario puts in exactly one place. From then on it is played in the scenario's play area.
    pub fn set_up(&mut self, scenario: usize) {
        self.play_in(scenario);
        for placement in &self.model.scenarios[scenario].setup {
            let Some(Spot::At(place)) = &placement.spot else { continue };
            match &placement.what {
                What::Unit(unit) => {
                    let steps = &self.model.units[unit.index].steps;
                    let step = steps.iter().position(|step| step.state == placement.state).unwrap_or(0);
                    self.units.insert(unit.index, UnitStand { place: place.index, step });
                }
                What::Marker(marker) => {
                    for _ in 0..placement.copies.max(1) {
                        self.put(marker.index, place.index);
                    }
                }
            }
        }
    }

    /// Plays in the play area of a scenario.
    pub(super) fn play_in(&mut self, scenario: usize) {
        let Some(own) = self.model.scenarios.get(scenario) else { return };
        self.scenario = Some(scenario);
        let region = own.play_area.as_ref();
        let places = region.map(|region| self.model.regions[region.index].places.iter().map(|place| place.index));
        self.play_area = places.map(|places| Arc::new(places.collect()));
    }

    /// Whether a place is played in: in the play area of the scenario, or not on the map itself.
    pub fn in_play(&self, place: usize) -> bool {
        let of_map = self.model.places[place].kind.is_ground();
        !of_map || self.play_area.as_ref().is_none_or(|area| area.contains(&place))
    }

    /// Puts a marker on a place; on a strength track it shows the present strength.
    pub fn put(&mut self, marker: usize, place: usize) {
        self.markers.push((marker, place, false));
        let all = self.model.displays.iter().flat_map(|display| &display.strengths);
        let shown = all.filter(|own| own.marker.as_ref().is_some_and(|own| own.index == marker)).find_map(|own| {
            let spaces = &self.model.tracks[own.track.index].spaces;
            let number = spaces.iter().position(|space| space.index == place)?;
            Some((own.unit.index, own.from + i64::try_from(number).ok()?))
        });
        self.strengths.extend(shown);
    }

    /// The strength track of a unit; the first, if it has several.
    pub fn track(&self, unit: usize) -> Option<&'m Strength> {
        let mut all = self.model.displays.iter().flat_map(|display| &display.strengths);
        all.find(|strength| strength.unit.index == unit)
    }

    /// The present number on the strength track of a unit.
    pub fn strength(&self, unit: usize) -> Option<i64> {
        self.strengths.get(&unit).copied().or_else(|| self.track(unit).map(|track| track.start))
    }

    /// The unit in a slot of which a unit lies.
    pub fn owner(&self, unit: usize) -> Option<usize> {
        match &self.model.places[self.units.get(&unit)?.place].kind {
            PlaceKind::Slot { unit } => Some(unit.index),
            _ => None,
        }
    }

    /// The units that lie in slots of some units.
    pub fn assets(&self, of: &[usize]) -> Vec<usize> {
        let lies = |unit: &usize| self.owner(*unit).is_some_and(|owner| of.contains(&owner));
        self.units.keys().copied().filter(lies).collect()
    }

    /// Where a unit is; an asset is where its unit is.
    pub fn place_of(&self, unit: usize) -> Option<usize> {
        match self.owner(unit) {
            Some(owner) if owner != unit => self.units.get(&owner).map(|stand| stand.place),
            _ => self.units.get(&unit).map(|stand| stand.place),
        }
    }

    /// Takes a unit out of play, and its assets with it.
    pub fn remove(&mut self, unit: usize) {
        for gone in self.assets(&[unit]).into_iter().chain([unit]) {
            self.units.remove(&gone);
            self.status.remove(&gone);
            self.history.forget_unit(gone);
        }
    }

    /// The position with a unit in another place.
    pub(super) fn with_unit_at(&self, unit: usize, place: usize) -> Self {
        let mut moved = self.clone();
        moved.units.go(unit, place);
        moved
    }

    /// Neighbours of a place, in order.
    pub fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> + use<'m> {
        let edges = self.edges_from(place);
        let first = move |n: usize, to: usize| !edges[..n].iter().any(|edge| edge.to.index == to);
        edges
            .iter()
            .enumerate()
            .map(|(n, edge)| (n, edge.to.index))
            .filter(move |(n, to)| first(*n, *to))
            .map(|(_, to)| to)
    }

    /// Edges that lead from a place; the model keeps them sorted.
    pub fn edges_from(&self, place: usize) -> &'m [Edge] {
        let edges = &self.model.edges;
        let first = edges.partition_point(|edge| edge.from.index < place);
        let end = edges.partition_point(|edge| edge.from.index <= place);
        &edges[first..end]
    }

    /// Units in a place.
    pub fn units_in(&self, place: usize) -> impl Iterator<Item = usize> {
        self.units.standing_in(place)
    }

    /// The side of a unit.
    pub fn side(&self, unit: usize) -> usize {
        self.model.units[unit].side.index
    }

    /// Whether a unit is an enemy of a side: another player commands it.
    pub fn opposes(&self, unit: usize, side: usize) -> bool {
        !self.model.allied(self.side(unit), side)
    }

    /// The state of a unit's face.
    pub fn state(&self, unit: usize) -> &'m str {
        let step = self.units.get(&unit).map_or(0, |stand| stand.step);
        self.model.units[unit].steps.get(step).map_or("", |step| &step.state)
    }
}
