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
    let rules = rules_of(position, side).map(|(_, rule)| rule);
    let mut rules = rules.filter(|rule| is_for(position, rule, unit).unwrap_or(false)).peekable();
    rules.peek().is_none() || rules.any(|rule| traces(position, rule, place, side).unwrap_or(false))
}

/// Whether the supply of the side that controls a place reaches it.
pub fn place_supplied(position: &Position<'_>, place: usize) -> bool {
    let Some(side) = position.control[place] else { return false };
    let mut rules = rules_of(position, side).map(|(_, rule)| rule).peekable();
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

/// The rules of a side, with their places in the model.
pub(super) fn rules_of<'m>(position: &Position<'m>, side: usize) -> impl Iterator<Item = (usize, &'m Supply)> {
    let rules = position.model.rules.supply.iter().enumerate();
    rules.filter(move |(_, rule)| rule.side.as_ref().is_none_or(|own| own.index == side))
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
    Ok(line(position, rule, from, side)?.is_some())
}

/// The steps of the shortest line of a unit by any rule that is for it; none if there is no line, 0 if there is no rule.
///
/// # Errors
/// Why a condition of a rule cannot be answered.
pub(super) fn unit_line(position: &Position<'_>, unit: usize) -> Result<Option<i64>, String> {
    let Some(place) = position.place_of(unit) else { return Ok(Some(0)) };
    let (side, mut any, mut shortest) = (position.side(unit), false, None);
    for (_, rule) in rules_of(position, side) {
        if is_for(position, rule, unit)? {
            any = true;
            let steps = line(position, rule, place, side)?;
            shortest = steps.into_iter().chain(shortest).min();
        }
    }
    Ok(if any { shortest } else { Some(0) })
}

/// The steps of the shortest line from a place by a rule, to a source or to a hub.
fn line(position: &Position<'_>, rule: &Supply, from: usize, side: usize) -> Result<Option<i64>, String> {
    let line = SupplyLine { position, rule, side };
    let Some(hub) = &rule.hub else { return line.to_sources(from, &[]) };
    let hubs = line.hubs(hub)?;
    let farthest = hubs.values().copied().max();
    let Some(farthest) = farthest else { return Ok(None) };
    line.search(from, &|_| true, |place, steps| {
        let steps = Number::new(steps, 1);
        if steps > farthest {
            return Ok(FoundSource::TooFar);
        }
        let near = hubs.get(&place).is_some_and(|range| steps <= *range);
        let open = near && (rule.sources.is_empty() || line.to_sources(place, &hub.along)?.is_some());
        Ok(if open { FoundSource::Yes } else { FoundSource::No })
    })
}

/// What a line finds in a place.
enum FoundSource {
    Yes,
    No,
    /// It may not go on from here.
    TooFar,
}

/// A line that is traced by a rule, for a side.
pub(super) struct SupplyLine<'p, 'm> {
    pub position: &'p Position<'m>,
    pub rule: &'p Supply,
    pub side: usize,
}

impl SupplyLine<'_, '_> {
    /// The steps of the shortest line, along ways if there are any to follow, to a source that counts.
    fn to_sources(&self, from: usize, along: &[String]) -> Result<Option<i64>, String> {
        let follows = |edge: &Edge| along.is_empty() || edge.ways.iter().any(|way| along.contains(way));
        self.search(from, &follows, |place, steps| {
            let source = self.rule.sources.iter().any(|source| source.index == place);
            if source && self.holds_at(self.rule.source_when.as_ref(), place)? {
                return Ok(FoundSource::Yes);
            }
            let last = self.rule.range.is_some_and(|range| steps >= range);
            Ok(if last { FoundSource::TooFar } else { FoundSource::No })
        })
    }

    /// Places of hubs, with the farthest that one of them reaches.
    pub fn hubs(&self, hub: &Hub) -> Result<BTreeMap<usize, Number>, String> {
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

    /// Goes from place to place, the nearest first, until it finds what it looks for: so many steps away.
    fn search(
        &self,
        from: usize,
        follows: &dyn Fn(&Edge) -> bool,
        look: impl Fn(usize, i64) -> Result<FoundSource, String>,
    ) -> Result<Option<i64>, String> {
        let mut distance: BTreeMap<usize, i64> = BTreeMap::from([(from, 0)]);
        let mut open = VecDeque::from([from]);
        while let Some(place) = open.pop_front() {
            let steps = distance[&place];
            match look(place, steps)? {
                FoundSource::Yes => return Ok(Some(steps)),
                FoundSource::TooFar => continue,
                FoundSource::No => {}
            }
            for edge in self.position.edges_from(place).iter().filter(|edge| follows(edge)) {
                let to = edge.to.index;
                if distance.contains_key(&to)
                    || !self.position.in_play(to)
                    || !self.open(edge)
                    || !self.goes_through(edge)?
                {
                    continue;
                }
                distance.insert(to, steps + 1);
                open.push_back(to);
            }
        }
        Ok(None)
    }

    /// Whether a line may go from one place to the next, as far as what lies between them matters.
    pub fn open(&self, edge: &Edge) -> bool {
        let along = |path: &[crate::model::Ref<crate::model::Place>]| {
            path.windows(2).any(|step| step[0].index == edge.from.index && step[1].index == edge.to.index)
        };
        !self.rule.barrier.stops(edge) || self.rule.exceptions.iter().any(|exception| along(&exception.path))
    }

    /// Whether a line may take this step.
    pub fn goes_through(&self, edge: &Edge) -> Result<bool, String> {
        let ask = Ask { edge: Some(edge), side: Some(self.side), ..Ask::new(self.position) };
        ask.holds(self.rule.through.as_ref())
    }

    pub fn holds_at(&self, formula: Option<&Formula>, place: usize) -> Result<bool, String> {
        Ask { to: Some(place), side: Some(self.side), ..Ask::new(self.position) }.holds(formula)
    }
}
