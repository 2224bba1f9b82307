//! Where a unit may arrive.

use super::ask::Ask;
use super::position::Position;
use crate::model::{Place, Ref, Scenario, Spot, What};
use std::collections::{BTreeMap, VecDeque};

/// When and where a unit arrives.
#[derive(Debug, Clone)]
pub struct Arriving {
    /// The turn; none if only a condition says when.
    pub turn: Option<i64>,
    /// The places it may choose from now.
    pub places: Vec<usize>,
}

/// When and where a unit arrives: of the places that it or the scenario names those that count, nearest to where it
/// should be.
///
/// # Errors
/// Why its condition cannot be answered, or that nothing says where it arrives.
pub fn arrivals(position: &Position<'_>, unit: usize, scenario: Option<&Scenario>) -> Result<Arriving, String> {
    let own = &position.model.units[unit];
    let said = scenario.and_then(|scenario| {
        let of_unit = |what: &What| matches!(what, What::Unit(other) if other.index == unit);
        scenario.reinforcements.iter().find(|placement| of_unit(&placement.what))
    });
    let (turn, spot) = match (said, &own.arrives) {
        (Some(said), _) => (said.turn, said.spot.as_ref()),
        (None, Some(arrival)) => (arrival.turn, arrival.spot.as_ref()),
        (None, None) => return Err(format!("`{}` does not arrive", own.id)),
    };
    let entry = || scenario?.entries.iter().find(|entry| entry.units.iter().any(|other| other.index == unit));
    let named: &[Ref<Place>] = match spot {
        Some(Spot::At(place)) => std::slice::from_ref(place),
        Some(Spot::Any { places, .. } | Spot::Line(places)) => places,
        Some(Spot::With(_)) => return Err(format!("`{}` arrives with another unit", own.id)),
        None => &entry().ok_or_else(|| format!("nothing says where `{}` arrives", own.id))?.places,
    };
    let narrowed = own.arrives.as_ref();
    let mut places = Vec::new();
    for place in named.iter().map(|place| place.index) {
        let ask = Ask { to: Some(place), ..Ask::unit(position, unit, None) };
        if ask.holds(narrowed.and_then(|arrival| arrival.filter.as_ref()))? {
            places.push(place);
        }
    }
    if let Some(nearest) = narrowed.and_then(|arrival| arrival.nearest.as_ref()) {
        let steps = steps_from(position, nearest.index);
        let least = places.iter().filter_map(|place| steps.get(place)).min();
        places.retain(|place| least.is_some() && steps.get(place) == least);
    }
    Ok(Arriving { turn, places })
}

/// How many steps over borders and hexsides every place is away.
fn steps_from(position: &Position<'_>, start: usize) -> BTreeMap<usize, usize> {
    let mut steps = BTreeMap::from([(start, 0)]);
    let mut open = VecDeque::from([(start, 0)]);
    while let Some((place, so_far)) = open.pop_front() {
        for edge in position.edges_from(place).iter().filter(|edge| edge.by.touches()) {
            if let std::collections::btree_map::Entry::Vacant(entry) = steps.entry(edge.to.index) {
                entry.insert(so_far + 1);
                open.push_back((edge.to.index, so_far + 1));
            }
        }
    }
    steps
}
