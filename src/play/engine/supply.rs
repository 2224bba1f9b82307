//! Supply, worked out for all places at once: rules of one side that no unit hands on.

use super::Machine;
use super::code::Code;
use super::eval::Ask;
use super::names::{Coder, Meaning};
use super::state::{State, small, wide};
use crate::model::{Model, Supply};

/// A rule of supply, ready to run.
pub(super) struct Supplies {
    /// Whose it is.
    pub side: u8,
    /// The units it is for; none: all.
    pub units: Option<Code>,
    sources: Vec<u16>,
    source_when: Option<Code>,
    through: Option<Code>,
    range: Option<i64>,
    /// Connections that a line may follow, by the place that they lead to.
    leading: Vec<Vec<usize>>,
}

/// Whether a rule can be worked out here.
pub fn plain(rule: &Supply) -> bool {
    rule.side.is_some() && rule.hub.is_none()
}

/// Whether all rules can.
pub fn all_plain(model: &Model) -> bool {
    model.rules.supply.iter().all(plain)
}

/// The rules of a game; those that cannot be worked out here are of nobody.
pub(super) fn supplies(coder: &mut Coder<'_>) -> Result<Vec<Supplies>, String> {
    let model = coder.model;
    let stepping = Meaning { step: true, ..Meaning::default() };
    let acting = Meaning { own: true, ..Meaning::default() };
    let mut all = Vec::new();
    for rule in &model.rules.supply {
        let own = plain(rule);
        let side = rule.side.as_ref().filter(|_| own).and_then(|side| u8::try_from(side.index).ok());
        let mut supplies = Supplies {
            side: side.unwrap_or(u8::MAX),
            units: None,
            sources: rule.sources.iter().map(|source| small(source.index)).collect(),
            source_when: None,
            through: None,
            range: rule.range,
            leading: vec![Vec::new(); model.places.len()],
        };
        if own {
            supplies.units = coder.optional(rule.units.as_ref(), &acting)?;
            supplies.source_when = coder.optional(rule.source_when.as_ref(), &stepping)?;
            supplies.through = coder.optional(rule.through.as_ref(), &stepping)?;
        }
        for (at, edge) in model.edges.iter().enumerate() {
            let along = |path: &[crate::model::Ref<crate::model::Place>]| {
                path.windows(2).any(|step| step[0].index == edge.from.index && step[1].index == edge.to.index)
            };
            if !rule.barrier.stops(edge) || rule.exceptions.iter().any(|exception| along(&exception.path)) {
                supplies.leading[edge.to.index].push(at);
            }
        }
        all.push(supplies);
    }
    Ok(all)
}

impl Machine<'_> {
    /// The rules of a side.
    pub(super) fn supplies_of(&self, side: u8) -> impl Iterator<Item = usize> {
        self.supplies.iter().enumerate().filter(move |(_, own)| own.side == side && side != u8::MAX).map(|(at, _)| at)
    }

    /// All places that a rule reaches.
    pub(super) fn flood(&self, state: &State, rule: usize) -> Vec<bool> {
        let own = &self.supplies[rule];
        let mut reached = vec![false; state.control.len()];
        let mut ask = Ask::new(self, state, &[], own.side);
        let mut open = Vec::new();
        for source in own.sources.iter().filter(|source| self.is_played(state, **source)) {
            ask.to = Some(*source);
            if own.source_when.as_ref().is_none_or(|when| ask.holds(when)) {
                reached[wide(*source)] = true;
                open.push(*source);
            }
        }
        ask.to = None;
        let (mut steps, mut next) = (0, Vec::new());
        while !open.is_empty() && own.range.is_none_or(|range| steps < range) {
            for place in open.drain(..).filter(|place| self.is_played(state, *place)) {
                for at in &own.leading[wide(place)] {
                    let from = self.model.edges[*at].from.index;
                    ask.edge = Some(*at);
                    if !reached[from] && own.through.as_ref().is_none_or(|through| ask.holds(through)) {
                        reached[from] = true;
                        next.push(small(from));
                    }
                }
            }
            std::mem::swap(&mut open, &mut next);
            steps += 1;
        }
        reached
    }
}
