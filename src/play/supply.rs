//! Supply lines over the graph.

use super::ask::Ask;
use super::position::Position;
use crate::expr::Number;
use crate::model::{Edge, Formula, Hub, Supply};
use std::collections::{BTreeMap, VecDeque};

/// Whether any supply rule that is for a unit reaches it; yes if none is.
pub fn unit_supplied(position: &Position<'_>, unit: usize) -> bool {
    let Some(place) = position.place_of(unit) else { return true };
    let side = position.side(unit);
    let mut rules = rules_of(position, side).filter(|rule| is_for(position, rule, unit).unwrap_or(false)).peekable();
    rules.peek().is_none() || rules.any(|rule| traces(position, rule, place, side).unwrap_or(false))
}

/// Whether the supply of the side that controls a place reaches it.
pub fn place_supplied(position: &Position<'_>, place: usize) -> bool {
    let Some(side) = position.control[place] else { return false };
    let mut rules = rules_of(position, side).peekable();
    rules.peek().is_none() || rules.any(|rule| traces(position, rule, place, side).unwrap_or(false))
}

/// Whether a rule of supply, named by its id, is for a unit and reaches it.
pub(super) fn reaches_unit(position: &Position<'_>, id: &str, unit: usize) -> Option<bool> {
    let rule = position.model.rules.supply.iter().find(|rule| rule.id == id)?;
    let side = position.side(unit);
    let own = rule.side.as_ref().is_none_or(|own| own.index == side) && is_for(position, rule, unit).ok()?;
    let Some(place) = position.place_of(unit).filter(|_| own) else { return Some(false) };
    traces(position, rule, place, side).ok()
}

/// Whether a rule of supply reaches a place, for its side or else for the side in control.
pub(super) fn reaches_place(position: &Position<'_>, id: &str, place: usize) -> Option<bool> {
    let rule = position.model.rules.supply.iter().find(|rule| rule.id == id)?;
    let side = rule.side.as_ref().map(|side| side.index).or(position.control[place]);
    let Some(side) = side else { return Some(false) };
    traces(position, rule, place, side).ok()
}

fn rules_of<'m>(position: &Position<'m>, side: usize) -> impl Iterator<Item = &'m Supply> {
    let rules = position.model.rules.supply.iter();
    rules.filter(move |rule| rule.side.as_ref().is_none_or(|own| own.index == side))
}

/// Whether a rule is for a unit.
///
/// # Errors
/// Why its condition cannot be answered.
pub fn is_for(position: &Position<'_>, rule: &Supply, unit: usize) -> Result<bool, String> {
    Ask::unit(position, unit, None).holds(rule.units.as_ref())
}

/// Whether a line can be traced from a place by a rule: to a source, or to a hub that has a line to one.
///
/// # Errors
/// Why a condition of the rule cannot be answered.
pub fn traces(position: &Position<'_>, rule: &Supply, from: usize, side: usize) -> Result<bool, String> {
    let line = Line { position, rule, side };
    let Some(hub) = &rule.hub else { return line.to_sources(from, &[]) };
    let hubs = line.hubs(hub)?;
    let farthest = hubs.values().copied().max();
    let Some(farthest) = farthest else { return Ok(false) };
    line.search(from, &|_| true, |place, steps| {
        let steps = Number::new(steps, 1);
        if steps > farthest {
            return Ok(Found::TooFar);
        }
        let near = hubs.get(&place).is_some_and(|range| steps <= *range);
        let open = near && (rule.sources.is_empty() || line.to_sources(place, &hub.along)?);
        Ok(if open { Found::Yes } else { Found::No })
    })
}

/// What a line finds in a place.
enum Found {
    Yes,
    No,
    /// It may not go on from here.
    TooFar,
}

/// A line that is traced by a rule, for a side.
struct Line<'p, 'm> {
    position: &'p Position<'m>,
    rule: &'p Supply,
    side: usize,
}

impl Line<'_, '_> {
    /// Whether a line of places, along ways if there are any to follow, leads to a source that counts.
    fn to_sources(&self, from: usize, along: &[String]) -> Result<bool, String> {
        let follows = |edge: &Edge| along.is_empty() || edge.ways.iter().any(|way| along.contains(way));
        self.search(from, &follows, |place, steps| {
            let source = self.rule.sources.iter().any(|source| source.index == place);
            if source && self.holds_at(self.rule.source_when.as_ref(), place)? {
                return Ok(Found::Yes);
            }
            let last = self.rule.range.is_some_and(|range| steps >= range);
            Ok(if last { Found::TooFar } else { Found::No })
        })
    }

    /// Places of hubs, with the farthest that one of them reaches.
    fn hubs(&self, hub: &Hub) -> Result<BTreeMap<usize, Number>, String> {
        let mut hubs: BTreeMap<usize, Number> = BTreeMap::new();
        let units = self.position.units.keys().copied().filter(|unit| self.position.side(*unit) == self.side);
        for unit in units {
            let Some(place) = self.position.place_of(unit) else { continue };
            let ask = Ask { to: Some(place), ..Ask::unit(self.position, unit, None) };
            if ask.holds(Some(&hub.filter))? {
                let range = ask.number(&hub.range)?;
                let farthest = hubs.entry(place).or_insert(range);
                *farthest = (*farthest).max(range);
            }
        }
        Ok(hubs)
    }

    /// Goes from place to place, the nearest first, until it finds what it looks for.
    fn search(
        &self,
        from: usize,
        follows: &dyn Fn(&Edge) -> bool,
        look: impl Fn(usize, i64) -> Result<Found, String>,
    ) -> Result<bool, String> {
        let mut distance: BTreeMap<usize, i64> = BTreeMap::from([(from, 0)]);
        let mut open = VecDeque::from([from]);
        while let Some(place) = open.pop_front() {
            let steps = distance[&place];
            match look(place, steps)? {
                Found::Yes => return Ok(true),
                Found::TooFar => continue,
                Found::No => {}
            }
            for edge in self.position.edges_from(place).iter().filter(|edge| follows(edge)) {
                let to = edge.to.index;
                if distance.contains_key(&to)
                    || (self.rule.barrier.stops(edge) && !self.excepted(place, to))
                    || !self.goes_through(edge)?
                {
                    continue;
                }
                distance.insert(to, steps + 1);
                open.push_back(to);
            }
        }
        Ok(false)
    }

    fn excepted(&self, from: usize, to: usize) -> bool {
        let along = |path: &[crate::model::Ref<crate::model::Place>]| {
            path.windows(2).any(|step| step[0].index == from && step[1].index == to)
        };
        self.rule.exceptions.iter().any(|exception| along(&exception.path))
    }

    /// Whether a line may take this step.
    fn goes_through(&self, edge: &Edge) -> Result<bool, String> {
        let ask = Ask { edge: Some(edge), side: Some(self.side), ..Ask::new(self.position) };
        ask.holds(self.rule.through.as_ref())
    }

    fn holds_at(&self, formula: Option<&Formula>, place: usize) -> Result<bool, String> {
        Ask { to: Some(place), side: Some(self.side), ..Ask::new(self.position) }.holds(formula)
    }
}
