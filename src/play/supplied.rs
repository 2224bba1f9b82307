//! All places that a rule of supply reaches, worked out at once from its sources.

use super::position::Position;
use super::supply::{Line, rules_of};
use crate::expr::Number;
use crate::model::{Edge, Supply};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The places that a rule reaches for a side.
///
/// # Errors
/// Why a condition of the rule cannot be answered.
pub fn supplied_places(position: &Position<'_>, rule: &Supply, side: usize) -> Result<BTreeSet<usize>, String> {
    let flood = Flood::new(position, rule, side);
    let range = rule.range.map(|range| Number::new(range, 1));
    let Some(hub) = &rule.hub else { return flood.from(&flood.sources()?, range, &[]) };
    let hubs = flood.line.hubs(hub)?;
    let open = if rule.sources.is_empty() {
        hubs.keys().copied().collect()
    } else {
        flood.from(&flood.sources()?, range, &hub.along)?
    };
    let mut reached = BTreeSet::new();
    for (place, range) in hubs.iter().filter(|(place, _)| open.contains(place)) {
        reached.extend(flood.from(&BTreeSet::from([*place]), Some(*range), &[])?);
    }
    Ok(reached)
}

/// The units on the map that no rule reaches which is for them, with the rules that are.
///
/// # Errors
/// Why a condition of a rule cannot be answered.
pub fn unsupplied_units<'m>(position: &Position<'m>) -> Result<Vec<(usize, Vec<&'m Supply>)>, String> {
    let mut places: BTreeMap<(usize, usize), BTreeSet<usize>> = BTreeMap::new();
    let mut found = Vec::new();
    for unit in position.units.keys().copied() {
        let (Some(place), side) = (position.place_of(unit), position.side(unit)) else { continue };
        let mut rules = Vec::new();
        let mut supplied = false;
        for (n, rule) in rules_of(position, side) {
            if !super::is_for(position, rule, unit)? {
                continue;
            }
            rules.push(rule);
            if !places.contains_key(&(n, side)) {
                places.insert((n, side), supplied_places(position, rule, side)?);
            }
            supplied |= places[&(n, side)].contains(&place);
        }
        if !rules.is_empty() && !supplied {
            found.push((unit, rules));
        }
    }
    Ok(found)
}

/// Goes from where supply comes from to all that can trace a line there.
struct Flood<'p, 'm> {
    line: Line<'p, 'm>,
    /// Edges by the place to which they lead.
    leading: BTreeMap<usize, Vec<&'m Edge>>,
}

impl<'p, 'm> Flood<'p, 'm> {
    fn new(position: &'p Position<'m>, rule: &'p Supply, side: usize) -> Self {
        let mut leading: BTreeMap<usize, Vec<&'m Edge>> = BTreeMap::new();
        for edge in position.model.edges.iter().filter(|edge| position.in_play(edge.to.index)) {
            leading.entry(edge.to.index).or_default().push(edge);
        }
        Self { line: Line { position, rule, side }, leading }
    }

    /// The sources that count.
    fn sources(&self) -> Result<BTreeSet<usize>, String> {
        let mut sources = BTreeSet::new();
        let rule = self.line.rule;
        for source in rule.sources.iter().filter(|source| self.line.position.in_play(source.index)) {
            if self.line.holds_at(rule.source_when.as_ref(), source.index)? {
                sources.insert(source.index);
            }
        }
        Ok(sources)
    }

    /// All places with a line to one of some places, no longer than a range, along ways if there are any to follow.
    fn from(
        &self,
        ends: &BTreeSet<usize>,
        range: Option<Number>,
        along: &[String],
    ) -> Result<BTreeSet<usize>, String> {
        let mut reached = ends.clone();
        let mut open: VecDeque<(usize, i64)> = ends.iter().map(|end| (*end, 0)).collect();
        while let Some((place, steps)) = open.pop_front() {
            let last = range.is_some_and(|range| Number::new(steps, 1) >= range);
            // A line may start in a place that it could not enter.
            if last || !self.line.holds_at(self.line.rule.through.as_ref(), place)? {
                continue;
            }
            for edge in self.leading.get(&place).into_iter().flatten() {
                let from = edge.from.index;
                let follows = along.is_empty() || edge.ways.iter().any(|way| along.contains(way));
                if follows && !reached.contains(&from) && self.line.open(edge) {
                    reached.insert(from);
                    open.push_back((from, steps + 1));
                }
            }
        }
        Ok(reached)
    }
}
