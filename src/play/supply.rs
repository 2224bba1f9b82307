//! Supply lines over the graph.

use super::ask::Ask;
use super::position::Position;
use crate::model::{Formula, Supply};
use std::collections::{BTreeMap, BTreeSet};

/// Whether any supply rule of its side reaches a unit; yes if its side has none.
pub fn unit_supplied(position: &Position<'_>, unit: usize) -> bool {
    position.place_of(unit).is_none_or(|place| reached(position, place, position.side(unit)))
}

/// Whether the supply of the side that controls a place reaches it.
pub fn place_supplied(position: &Position<'_>, place: usize) -> bool {
    position.control[place].is_some_and(|side| reached(position, place, side))
}

fn reached(position: &Position<'_>, place: usize, side: usize) -> bool {
    let mut rules = position
        .model
        .rules
        .supply
        .iter()
        .filter(|rule| rule.side.as_ref().is_none_or(|own| own.index == side))
        .peekable();
    rules.peek().is_none() || rules.any(|rule| traces(position, rule, place, side).unwrap_or(false))
}

/// Whether a line can be traced from a place to a source by a rule.
///
/// # Errors
/// Why a condition of the rule cannot be answered.
pub fn traces(position: &Position<'_>, rule: &Supply, from: usize, side: usize) -> Result<bool, String> {
    let sources: BTreeSet<usize> = rule.sources.iter().map(|place| place.index).collect();
    let mut distance: BTreeMap<usize, i64> = BTreeMap::from([(from, 0)]);
    let mut open = std::collections::VecDeque::from([from]);
    while let Some(place) = open.pop_front() {
        if sources.contains(&place) && holds_at(position, rule.source_when.as_ref(), place, side)? {
            return Ok(true);
        }
        let steps = distance[&place];
        if rule.range.is_some_and(|range| steps >= range) {
            continue;
        }
        for edge in position.edges_from(place) {
            let to = edge.to.index;
            if distance.contains_key(&to)
                || (rule.barrier.stops(edge) && !excepted(rule, place, to))
                || !holds_at(position, rule.through.as_ref(), to, side)?
            {
                continue;
            }
            distance.insert(to, steps + 1);
            open.push_back(to);
        }
    }
    Ok(false)
}

fn excepted(rule: &Supply, from: usize, to: usize) -> bool {
    rule.exceptions
        .iter()
        .any(|exception| exception.path.windows(2).any(|step| step[0].index == from && step[1].index == to))
}

fn holds_at(position: &Position<'_>, formula: Option<&Formula>, place: usize, side: usize) -> Result<bool, String> {
    Ask { to: Some(place), side: Some(side), ..Ask::new(position) }.holds(formula)
}
