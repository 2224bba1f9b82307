//! What a place is to a unit that might go there: whether it overstacks it, how far attackers are, who may attack it.

use super::board::{small, wide};
use super::code::FormulaCode;
use super::eval::EvalContext;
use super::meaning::Meaning;
use super::names::Coder;
use super::state::State;
use super::{Barred, Machine};
use crate::expr::Number;
use crate::syntax::Per;

/// A stacking rule, ready to run.
pub struct StackingCode {
    places: Vec<bool>,
    limit: Number,
    per_side: bool,
    units: Option<FormulaCode>,
    counts: Option<FormulaCode>,
}

/// A rule of attack, ready to run.
pub struct Onset {
    side: Option<usize>,
    bars: Vec<Barred>,
    /// The costs of movement that make up what entering costs.
    entry: Vec<usize>,
}

/// The stacking rules of a game that have a limit.
pub fn stacking(coder: &mut Coder<'_>) -> Result<Vec<StackingCode>, String> {
    let model = coder.model;
    let unit = Meaning { own: true, ..Meaning::default() };
    let mut rules = Vec::new();
    for rule in &model.rules.stacking {
        let Some(limit) = rule.limit else { continue };
        let mut places = vec![false; model.places.len()];
        for place in &rule.places {
            places[place.index] = true;
        }
        rules.push(StackingCode {
            places,
            limit: Number::new(limit, 1),
            per_side: rule.per == Per::Side,
            units: coder.optional(rule.units.as_ref(), &unit)?,
            counts: coder.optional(rule.counts.as_ref(), &unit)?,
        });
    }
    Ok(rules)
}

/// The rules of attack of a game.
pub fn onsets(coder: &mut Coder<'_>) -> Result<Vec<Onset>, String> {
    let model = coder.model;
    let stepping = Meaning { own: true, step: true, ..Meaning::default() };
    let mut rules = Vec::new();
    for rule in &model.rules.attacks {
        let costs = model.rules.movement.iter().flat_map(|movement| &movement.costs).enumerate();
        rules.push(Onset {
            side: rule.side.as_ref().map(|side| side.index),
            bars: super::bars(coder, &rule.bars, &stepping)?,
            entry: costs.filter(|(_, cost)| rule.entry.contains(&cost.id)).map(|(at, _)| at).collect(),
        });
    }
    Ok(rules)
}

impl Machine<'_> {
    /// Whether a unit, if it were in a place, would exceed a stacking limit there.
    pub(super) fn overstacks(&self, state: &State, unit: u16, place: u16) -> bool {
        let ask = |unit: u16| {
            let mut ask = EvalContext::new(self, state, &[], self.side_of(unit));
            ask.own = Some(unit);
            ask
        };
        self.stacking.iter().filter(|rule| rule.places[wide(place)]).any(|rule| {
            let mut points = vec![Number::ZERO; self.model.sides.len().max(1)];
            let here = state.units_in(place).filter(|own| *own != unit).chain([unit]);
            for own in here.filter(|own| rule.units.as_ref().is_none_or(|units| ask(*own).holds(units))) {
                let counted = rule.counts.as_ref().map_or(Number::ONE, |counts| ask(own).number(counts));
                // Sides of one player stack together.
                let player = self.players.get(usize::from(self.side_of(own))).copied().map_or(0, usize::from);
                let side = if rule.per_side { player } else { 0 };
                points[side] = points[side] + counted;
            }
            points.into_iter().any(|own| own > rule.limit)
        })
    }

    /// The fewest steps from a place to any of some units on the same map; 0 if there are none.
    pub(super) fn distance(&self, state: &State, from: u16, units: &[u16]) -> i64 {
        let goals: Vec<u16> = units.iter().filter_map(|unit| self.stands(state, *unit)).collect();
        if goals.is_empty() {
            return 0;
        }
        let mut seen = vec![false; self.model.places.len()];
        seen[wide(from)] = true;
        let (mut ring, mut steps) = (vec![from], 0);
        while !ring.is_empty() {
            if ring.iter().any(|place| goals.contains(place)) {
                return steps;
            }
            let mut next = Vec::new();
            for place in ring {
                for edge in self.edges_from(place).map(|at| &self.model.edges[at]).filter(|edge| edge.by.touches()) {
                    if !std::mem::replace(&mut seen[edge.to.index], true) {
                        next.push(small(edge.to.index));
                    }
                }
            }
            (ring, steps) = (next, steps + 1);
        }
        0
    }

    /// The units of a side next to a place that a rule of attack lets attack it, in order.
    pub(super) fn attackers(&self, state: &State, rule: usize, place: u16, side: u8) -> Vec<u16> {
        let onset = &self.onsets[rule];
        let mut found = Vec::new();
        for at in &self.ground.leading[wide(place)] {
            let from = small(self.model.edges[*at].from.index);
            // Of several connections the first counts.
            let first = self.edges_from(from).find(|own| small(self.model.edges[*own].to.index) == place);
            if first != Some(*at) || !self.is_played(state, place) {
                continue;
            }
            let own = state.units_in(from).filter(|unit| !self.hostile(self.side_of(*unit), side));
            let own = own.filter(|unit| onset.side.is_none_or(|side| side == usize::from(self.side_of(*unit))));
            found.extend(own.filter(|unit| self.may_attack(state, onset, *unit, *at)));
        }
        found.sort_unstable();
        found
    }

    fn may_attack(&self, state: &State, onset: &Onset, unit: u16, edge: usize) -> bool {
        let mut bare = EvalContext::step(self, state, &[], unit, edge);
        bare.bare = true;
        let costs = self.moves.iter().flat_map(|moves| onset.entry.iter().map(|at| &moves.costs[*at]));
        let own = self.model.units[wide(unit)].unit_type.index;
        let counts = |cost: &&super::Priced| {
            (cost.types.is_empty() || cost.types.contains(&own))
                && cost.when.as_ref().is_none_or(|when| bare.holds(when))
        };
        let entry = costs.filter(counts).filter_map(|cost| cost.points).fold(Number::ZERO, |sum, own| sum + own);
        let mut ask = EvalContext::step(self, state, &[], unit, edge);
        ask.entry = entry;
        self.barred(&onset.bars, unit, &ask).is_none()
    }
}
