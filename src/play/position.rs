//! A position: who stands where, who controls what, and the state of play.

use super::procedure::blank_answer;
use crate::expr::Values;
use crate::model::{Edge, Model, PlaceKind, Spot, What};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where a unit stands and which step it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stand {
    /// Its place.
    pub place: usize,
    /// Its step, 0 for the strongest.
    pub step: usize,
}

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
    pub units: BTreeMap<usize, Stand>,
    /// Markers and where they lie.
    pub markers: Vec<(usize, usize)>,
    neighbours: Arc<BTreeMap<usize, Vec<usize>>>,
}

impl<'m> Position<'m> {
    /// An empty map, with the control that is printed on it.
    pub fn new(model: &'m Model) -> Self {
        let control = |kind: &PlaceKind| match kind {
            PlaceKind::Area { control, .. } | PlaceKind::Hex { control, .. } => control.as_ref().map(|side| side.index),
            PlaceKind::Box(_) | PlaceKind::Space { .. } => None,
        };
        let mut neighbours: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for edge in &model.edges {
            let list = neighbours.entry(edge.from.index).or_default();
            if !list.contains(&edge.to.index) {
                list.push(edge.to.index);
            }
        }
        Self {
            model,
            conditions: model.rules.conditions.iter().map(|input| (input.id.clone(), blank_answer(input))).collect(),
            control: model.places.iter().map(|place| control(&place.kind)).collect(),
            units: BTreeMap::new(),
            markers: Vec::new(),
            neighbours: Arc::new(neighbours),
        }
    }

    /// Sets up what a scenario puts in exactly one place.
    pub fn set_up(&mut self, scenario: usize) {
        for placement in &self.model.scenarios[scenario].setup {
            let Some(Spot::At(place)) = &placement.spot else { continue };
            match &placement.what {
                What::Unit(unit) => {
                    let steps = &self.model.units[unit.index].steps;
                    let step = steps.iter().position(|step| step.state == placement.state).unwrap_or(0);
                    self.units.insert(unit.index, Stand { place: place.index, step });
                }
                What::Marker(marker) => self.markers.push((marker.index, place.index)),
            }
        }
    }

    /// Neighbours of a place, in order.
    pub fn neighbours(&self, place: usize) -> &[usize] {
        self.neighbours.get(&place).map_or(&[], Vec::as_slice)
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
        self.units.iter().filter(move |(_, stand)| stand.place == place).map(|(unit, _)| *unit)
    }

    /// The side of a unit.
    pub fn side(&self, unit: usize) -> usize {
        self.model.units[unit].side.index
    }

    /// The state of a unit's face.
    pub fn state(&self, unit: usize) -> &'m str {
        let step = self.units.get(&unit).map_or(0, |stand| stand.step);
        self.model.units[unit].steps.get(step).map_or("", |step| &step.state)
    }
}
