//! The ground of a state: where zones of control reach and which places are supplied. It is worked out once for each
//! state of the map, when a rule first asks, and kept for the next question about the same map.

use super::Machine;
use super::board::{Board, NONE, small, wide};
use super::code::Code;
use super::eval::Ask;
use super::names::{Coder, Meaning};
use super::state::State;
use crate::model::{EdgeBy, Model};
use crate::play::supplied_places;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// So many states of the map are remembered.
const REMEMBERED: usize = 32;

/// A place that no line reaches.
const UNREACHED: u16 = NONE;

/// Whether zones of control reach only into neighbouring places.
pub fn of_neighbours(model: &Model) -> bool {
    model.rules.zone_of_control.as_ref().is_none_or(|zone| zone.range.is_none())
}

/// Whether no supply rule goes by hubs.
pub fn without_hubs(model: &Model) -> bool {
    model.rules.supply.iter().all(|rule| rule.hub.is_none())
}

/// A supply rule, ready to run.
pub struct Line {
    units: Option<Code>,
    source_when: Option<Code>,
    through: Option<Code>,
    sources: Vec<u16>,
    /// Whether a line may go over a connection, as far as what lies between the places matters.
    open: Vec<bool>,
}

/// What the ground is asked, ready to run.
pub struct Rules {
    zone: Option<Code>,
    lines: Vec<Line>,
    /// Connections by the place to which they lead.
    leading: Vec<Vec<usize>>,
    remembered: Mutex<VecDeque<(u64, Arc<Ground>)>>,
}

impl Rules {
    /// Makes zones and supply of a game ready.
    ///
    /// # Errors
    /// What cannot be carried out.
    pub fn new(coder: &mut Coder<'_>) -> Result<Self, String> {
        let model = coder.model;
        let unit = Meaning { own: true, ..Meaning::default() };
        let exerting = Meaning { own: true, step: true, ..Meaning::default() };
        let tracing = Meaning { step: true, ..Meaning::default() };
        let zone = model.rules.zone_of_control.as_ref().and_then(|zone| zone.when.as_ref());
        let zone = coder.optional(zone.filter(|_| of_neighbours(model)), &exerting)?;
        let mut lines = Vec::new();
        for rule in &model.rules.supply {
            let own = rule.hub.is_none();
            let along = |from: usize, to: usize| {
                let mut paths = rule.exceptions.iter().map(|exception| &exception.path);
                paths.any(|path| path.windows(2).any(|step| (step[0].index, step[1].index) == (from, to)))
            };
            lines.push(Line {
                units: coder.optional(rule.units.as_ref(), &unit)?,
                source_when: coder.optional(rule.source_when.as_ref().filter(|_| own), &tracing)?,
                through: coder.optional(rule.through.as_ref().filter(|_| own), &tracing)?,
                sources: rule.sources.iter().map(|source| small(source.index)).collect(),
                open: model
                    .edges
                    .iter()
                    .map(|edge| !rule.barrier.stops(edge) || along(edge.from.index, edge.to.index))
                    .collect(),
            });
        }
        let mut leading = vec![Vec::new(); model.places.len()];
        for (at, edge) in model.edges.iter().enumerate() {
            leading[edge.to.index].push(at);
        }
        Ok(Self { zone, lines, leading, remembered: Mutex::default() })
    }
}

/// The ground of one state.
#[derive(Debug)]
pub struct Ground {
    /// For each side, the places into which its units exert a zone of control.
    zones: OnceLock<Vec<Vec<bool>>>,
    /// For each rule of supply and side, the steps of the shortest line from each place.
    lines: Vec<OnceLock<Vec<u16>>>,
}

impl Machine<'_> {
    /// Whether a unit is supplied in a state.
    pub fn supplied(&self, state: &State, unit: usize) -> bool {
        self.ground(state).unit_supplied(self, state, small(unit), None)
    }

    /// Whether units of a side, or of its enemies, exert a zone of control into a place; only into neighbouring ones.
    pub fn in_zone(&self, state: &State, place: usize, side: usize, enemy: bool) -> bool {
        let side = u8::try_from(side).unwrap_or(u8::MAX);
        self.ground(state).in_zone(self, state, small(place), side, enemy)
    }

    /// The ground of a state.
    pub(super) fn ground(&self, state: &State) -> Arc<Ground> {
        state.ground.get_or_init(|| self.known_ground(state)).clone()
    }

    /// The ground of a board that was looked at lately, or a new one.
    fn known_ground(&self, board: &Board) -> Arc<Ground> {
        let mut hasher = DefaultHasher::new();
        board.hash(&mut hasher);
        let key = hasher.finish();
        let mut known = self.ground.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, ground)) = known.iter().find(|(own, _)| *own == key) {
            return ground.clone();
        }
        let count = self.ground.lines.len() * self.model.sides.len();
        let lines = std::iter::repeat_with(OnceLock::new).take(count).collect();
        let ground = Arc::new(Ground { zones: OnceLock::new(), lines });
        if known.len() >= REMEMBERED {
            known.pop_back();
        }
        known.push_front((key, ground.clone()));
        ground
    }
}

impl Ground {
    /// Whether units of a side, or of its enemies, exert a zone of control into a place.
    pub fn in_zone(&self, machine: &Machine<'_>, state: &State, place: u16, side: u8, enemy: bool) -> bool {
        if machine.model.rules.zone_of_control.is_none() {
            return false;
        }
        let zones = self.zones.get_or_init(|| exerted(machine, state));
        let mut sides = zones.iter().enumerate();
        sides.any(|(own, zone)| zone[wide(place)] && machine.model.allied(own, usize::from(side)) != enemy)
    }

    /// Whether a supply rule that is for a unit reaches it; any, if none is named, and yes if none is for it.
    pub fn unit_supplied(&self, machine: &Machine<'_>, state: &State, unit: u16, rule: Option<usize>) -> bool {
        let side = machine.side_of(unit);
        let Some(place) = machine.stands(state, unit) else { return rule.is_none() };
        let mut any = false;
        for own in rules_for(machine, state, unit).filter(|own| rule.is_none_or(|rule| rule == *own)) {
            any = true;
            if self.steps(machine, state, own, side)[wide(place)] != UNREACHED {
                return true;
            }
        }
        !any && rule.is_none()
    }

    /// The steps of the shortest line of a unit by any rule that is for it; 0 if none is.
    pub fn line(&self, machine: &Machine<'_>, state: &State, unit: u16) -> Option<i64> {
        let Some(place) = machine.stands(state, unit) else { return Some(0) };
        let rules: Vec<usize> = rules_for(machine, state, unit).collect();
        if rules.is_empty() {
            return Some(0);
        }
        let side = machine.side_of(unit);
        let steps = rules.into_iter().map(|rule| self.steps(machine, state, rule, side)[wide(place)]);
        steps.filter(|steps| *steps != UNREACHED).min().map(i64::from)
    }

    /// Whether supply reaches a place: of the side in control, by any rule or one that is named for its own side.
    pub fn place_supplied(&self, machine: &Machine<'_>, state: &State, place: u16, rule: Option<usize>) -> bool {
        let control = Some(state.control[wide(place)]).filter(|side| *side != u8::MAX);
        let rules = &machine.model.rules.supply;
        if let Some(rule) = rule {
            let side = rules[rule].side.as_ref().and_then(|side| u8::try_from(side.index).ok()).or(control);
            return side.is_some_and(|side| self.steps(machine, state, rule, side)[wide(place)] != UNREACHED);
        }
        let Some(side) = control else { return false };
        let mut any = false;
        for own in rules_of(machine, side) {
            any = true;
            if self.steps(machine, state, own, side)[wide(place)] != UNREACHED {
                return true;
            }
        }
        !any
    }

    fn steps(&self, machine: &Machine<'_>, state: &State, rule: usize, side: u8) -> &[u16] {
        let at = rule * machine.model.sides.len() + usize::from(side);
        match self.lines.get(at) {
            Some(cell) => cell.get_or_init(|| traced(machine, state, rule, side)),
            None => &[],
        }
    }
}

/// The supply rules of a side.
fn rules_of(machine: &Machine<'_>, side: u8) -> impl Iterator<Item = usize> {
    let of_side = move |own: &Option<crate::model::Ref<crate::model::Side>>| {
        own.as_ref().is_none_or(|own| own.index == usize::from(side))
    };
    machine.model.rules.supply.iter().enumerate().filter(move |(_, rule)| of_side(&rule.side)).map(|(at, _)| at)
}

/// The supply rules that are for a unit.
fn rules_for(machine: &Machine<'_>, state: &State, unit: u16) -> impl Iterator<Item = usize> {
    let side = machine.side_of(unit);
    rules_of(machine, side).filter(move |rule| {
        let mut ask = Ask::new(machine, state, &[], side);
        ask.own = Some(unit);
        machine.ground.lines[*rule].units.as_ref().is_none_or(|units| ask.holds(units))
    })
}

/// For each side, the places into which its units exert a zone of control.
fn exerted(machine: &Machine<'_>, state: &State) -> Vec<Vec<bool>> {
    let model = machine.model;
    let mut zones = vec![vec![false; model.places.len()]; model.sides.len()];
    let Some(zone) = &model.rules.zone_of_control else { return zones };
    for unit in (0..small(state.pieces.len())).filter(|unit| state.in_play(*unit)) {
        let Some(place) = state.place(unit) else { continue };
        for at in machine.edges_from(place) {
            let edge = &model.edges[at];
            // Off-map boxes lie beyond the map's edge.
            if edge.by == EdgeBy::MapEdge || zone.barrier.stops(edge) {
                continue;
            }
            let reached = &mut zones[usize::from(machine.side_of(unit))][edge.to.index];
            let exerts = |when: &Code| Ask::step(machine, state, &[], unit, at).holds(when);
            *reached = *reached || machine.ground.zone.as_ref().is_none_or(exerts);
        }
    }
    zones
}

/// The steps of the shortest line by a rule from each place, for a side.
fn traced(machine: &Machine<'_>, state: &State, rule: usize, side: u8) -> Vec<u16> {
    let model = machine.model;
    let mut steps = vec![UNREACHED; model.places.len()];
    let own = &model.rules.supply[rule];
    if own.hub.is_some() {
        let reached = supplied_places(&machine.position(state), own, usize::from(side)).unwrap_or_default();
        for place in reached {
            steps[place] = 0;
        }
        return steps;
    }
    let line = &machine.ground.lines[rule];
    let mut open = VecDeque::new();
    for source in line.sources.iter().filter(|source| machine.is_played(state, **source)) {
        let mut ask = Ask::new(machine, state, &[], side);
        ask.to = Some(*source);
        if line.source_when.as_ref().is_none_or(|when| ask.holds(when)) {
            steps[wide(*source)] = 0;
            open.push_back(*source);
        }
    }
    while let Some(place) = open.pop_front() {
        let so_far = steps[wide(place)];
        let last = own.range.is_some_and(|range| i64::from(so_far) >= range);
        if last || !machine.is_played(state, place) {
            continue;
        }
        for at in machine.ground.leading[wide(place)].iter().copied().filter(|at| line.open[*at]) {
            let from = model.edges[at].from.index;
            if steps[from] != UNREACHED {
                continue;
            }
            let mut ask = Ask::new(machine, state, &[], side);
            ask.edge = Some(at);
            if line.through.as_ref().is_none_or(|through| ask.holds(through)) {
                steps[from] = so_far.saturating_add(1);
                open.push_back(small(from));
            }
        }
    }
    steps
}
