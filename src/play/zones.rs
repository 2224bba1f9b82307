//! Zones of control over the graph.

use super::ask::Ask;
use super::position::Position;
use crate::model::EdgeBy;

/// Whether units of a side, or of any other, exert a zone of control into a place.
///
/// # Errors
/// Why the condition of the zone cannot be answered.
pub fn in_zone(position: &Position<'_>, place: usize, side: usize, enemy: bool) -> Result<bool, String> {
    let Some(zone) = &position.model.rules.zone_of_control else { return Ok(false) };
    for near in position.neighbours(place) {
        let units: Vec<usize> =
            position.units_in(near).filter(|unit| (position.side(*unit) != side) == enemy).collect();
        if units.is_empty() {
            continue;
        }
        let leads = position.edges_from(near).iter().filter(|edge| edge.to.index == place);
        // Off-map boxes lie beyond the map's edge.
        for edge in leads.filter(|edge| edge.by != EdgeBy::MapEdge && !zone.barrier.stops(edge)) {
            for unit in units.iter().copied() {
                if Ask::unit(position, unit, Some(edge)).holds(zone.when.as_ref())? {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}
