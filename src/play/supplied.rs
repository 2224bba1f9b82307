//! All places that a rule of supply reaches, worked out at once from its sources.

use super::position::Position;
use super::supply::{SupplyLine, rules_of};
use crate::expr::Number;
use crate::model::{Edge, Supply};
use std::cell::RefCell;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The places that a rule reaches for a side.
///
/// # Errors
/// Why a condition of the rule cannot be answered.
pub fn supplied_places(position: &Position<'_>, rule: &Supply, side: usize) -> Result<BTreeSet<usize>, String> {
    reached(&SupplyGround::new(position), rule, side)
}

fn reached(ground: &SupplyGround<'_, '_>, rule: &Supply, side: usize) -> Result<BTreeSet<usize>, String> {
    let flood = SupplyFlood { line: SupplyLine { position: ground.position, rule, side }, ground };
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
    let ground = SupplyGround::new(position);
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
            let known = match places.entry((n, side)) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(reached(&ground, rule, side)?),
            };
            supplied |= known.contains(&place);
        }
        if !rules.is_empty() && !supplied {
            found.push((unit, rules));
        }
    }
    Ok(found)
}

/// Whether steps are open, by the place entered and, where it matters, the place left.
type OpenSteps = BTreeMap<(Option<usize>, usize), bool>;

/// What all rules have in common in one position.
struct SupplyGround<'p, 'm> {
    position: &'p Position<'m>,
    /// Edges by the place to which they lead.
    leading: BTreeMap<usize, Vec<&'m Edge>>,
    /// Whether a line may take a step, by the text of the condition and the side.
    entered: RefCell<BTreeMap<(String, usize), OpenSteps>>,
}

impl<'p, 'm> SupplyGround<'p, 'm> {
    fn new(position: &'p Position<'m>) -> Self {
        let mut leading: BTreeMap<usize, Vec<&'m Edge>> = BTreeMap::new();
        for edge in position.model.edges.iter().filter(|edge| position.in_play(edge.to.index)) {
            leading.entry(edge.to.index).or_default().push(edge);
        }
        Self { position, leading, entered: RefCell::default() }
    }
}

/// Goes from where supply comes from to all that can trace a line there.
struct SupplyFlood<'a, 'p, 'm> {
    line: SupplyLine<'a, 'm>,
    ground: &'a SupplyGround<'p, 'm>,
}

impl SupplyFlood<'_, '_, '_> {
    /// Whether a line may take a step. What depends on the place entered alone is asked once for it.
    fn may_take(&self, edge: &Edge) -> Result<bool, String> {
        let Some(through) = &self.line.rule.through else { return Ok(true) };
        let of_place = through.expr.names().iter().all(|mention| mention.name.starts_with("to."));
        let from = (!of_place).then_some(edge.from.index);
        let (key, step) = ((through.text.clone(), self.line.side), (from, edge.to.index));
        if let Some(known) = self.ground.entered.borrow().get(&key).and_then(|steps| steps.get(&step)) {
            return Ok(*known);
        }
        let holds = self.line.goes_through(edge)?;
        self.ground.entered.borrow_mut().entry(key).or_default().insert(step, holds);
        Ok(holds)
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
    fn from(&self, ends: &BTreeSet<usize>, range: Option<Number>, along: &[String]) -> Result<BTreeSet<usize>, String> {
        let mut reached = ends.clone();
        let mut open: VecDeque<(usize, i64)> = ends.iter().map(|end| (*end, 0)).collect();
        while let Some((place, steps)) = open.pop_front() {
            let last = range.is_some_and(|range| Number::new(steps, 1) >= range);
            if last {
                continue;
            }
            for edge in self.ground.leading.get(&place).into_iter().flatten() {
                let from = edge.from.index;
                let follows = along.is_empty() || edge.ways.iter().any(|way| along.contains(way));
                if follows && !reached.contains(&from) && self.line.open(edge) && self.may_take(edge)? {
                    reached.insert(from);
                    open.push_back((from, steps + 1));
                }
            }
        }
        Ok(reached)
    }
}
