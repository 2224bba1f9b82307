//! Where a unit may retreat to.

use super::movement::crossing_values;
use super::position::Position;
use super::{asks_for_supply, holds, number};
use crate::expr::Number;
use crate::model::{Formula, Retreat};

/// The places a unit may retreat to: those of the best priority.
///
/// # Errors
/// Why a condition cannot be answered, or that the unit is not in play.
pub fn retreats(position: &Position<'_>, rule: &Retreat, unit: usize) -> Result<Vec<usize>, String> {
    let Some(stand) = position.units.get(&unit) else {
        return Err(format!("`{}` is not on the map", position.model.units[unit].id));
    };
    let all = rule.priorities.iter().flat_map(|priority| priority.when.iter().chain(&priority.least)).chain(&rule.bar);
    let supply = asks_for_supply(&all.collect::<Vec<&Formula>>());
    let mut choices = Vec::new();
    for edge in position.model.edges.iter().filter(|edge| edge.from.index == stand.place) {
        let values = crossing_values(position, unit, edge, supply);
        let barred = match &rule.bar {
            Some(bar) => holds(bar, &values)?,
            None => false,
        };
        if !barred && !choices.iter().any(|(place, _)| *place == edge.to.index) {
            choices.push((edge.to.index, values));
        }
    }
    for priority in &rule.priorities {
        let mut fitting: Vec<(Number, usize)> = Vec::new();
        for (place, values) in &choices {
            let fits = match &priority.when {
                Some(when) => holds(when, values)?,
                None => true,
            };
            if fits {
                let least = priority.least.as_ref().map_or(Ok(Number::ZERO), |least| number(least, values))?;
                fitting.push((least, *place));
            }
        }
        if let Some(best) = fitting.iter().map(|(least, _)| *least).min() {
            return Ok(fitting.into_iter().filter(|(least, _)| *least == best).map(|(_, place)| place).collect());
        }
    }
    Ok(Vec::new())
}
