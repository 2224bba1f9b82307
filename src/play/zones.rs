//! Zones of control over the graph.

use super::ask::Ask;
use super::position::Position;
use crate::expr::Number;
use crate::model::{Edge, EdgeBy, ZoneOfControl};
use std::collections::BTreeSet;

/// No zone reaches farther.
const FARTHEST: i64 = 20;

/// Whether units of a side, or of its enemies, exert a zone of control into a place.
///
/// # Errors
/// Why the condition of the zone, or its range, cannot be answered.
pub fn in_zone(position: &Position<'_>, place: usize, side: usize, enemy: bool) -> Result<bool, String> {
    let Some(zone) = &position.model.rules.zone_of_control else { return Ok(false) };
    let farthest = if zone.range.is_some() { FARTHEST } else { 1 };
    // From the place outwards, ring by ring; with each place goes the last step of the way from there.
    let mut seen = BTreeSet::from([place]);
    let mut ring: Vec<(usize, Option<&Edge>)> = vec![(place, None)];
    for steps in 1..=farthest {
        let mut next = Vec::new();
        for (to, last) in ring {
            for from in position.neighbours(to) {
                let leads = position.edges_from(from).iter().filter(|edge| edge.to.index == to);
                // Off-map boxes lie beyond the map's edge.
                for edge in leads.filter(|edge| edge.by != EdgeBy::MapEdge && !zone.barrier.stops(edge)) {
                    let entered = last.unwrap_or(edge);
                    let units = position.units_in(from).filter(|unit| position.opposes(*unit, side) == enemy);
                    for unit in units.collect::<Vec<_>>() {
                        if reaches(position, zone, unit, entered, steps)? {
                            return Ok(true);
                        }
                    }
                    if seen.insert(from) {
                        next.push((from, Some(entered)));
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        ring = next;
    }
    Ok(false)
}

/// Whether a unit exerts its zone over so many steps, the last of which is given.
fn reaches(
    position: &Position<'_>,
    zone: &ZoneOfControl,
    unit: usize,
    last: &Edge,
    steps: i64,
) -> Result<bool, String> {
    let ask = Ask::unit(position, unit, Some(last));
    let range = zone.range.as_ref().map_or(Ok(Number::ONE), |range| ask.number(range))?;
    Ok(range >= Number::new(steps, 1) && ask.holds(zone.when.as_ref())?)
}
