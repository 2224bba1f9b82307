//! Where a unit may retreat or advance to.

use super::ask::Ask;
use super::position::Position;
use crate::expr::Number;
use crate::model::Retreat;

/// The places a unit may retreat or advance to: those of the best priority; without priorities, all that are not barred.
///
/// # Errors
/// Why a condition cannot be answered, or that the unit is not in play.
pub fn retreats(position: &Position<'_>, rule: &Retreat, unit: usize) -> Result<Vec<usize>, String> {
    let Some(stand) = position.units.get(&unit) else {
        return Err(format!("`{}` is not on the map", position.model.units[unit].id));
    };
    let mut choices: Vec<(usize, Ask<'_, '_>)> = Vec::new();
    for edge in position.edges_from(stand.place) {
        let ask = Ask::unit(position, unit, Some(edge));
        let barred = rule.bar.is_some() && ask.holds(rule.bar.as_ref())?;
        if !barred && !choices.iter().any(|(place, _)| *place == edge.to.index) {
            choices.push((edge.to.index, ask));
        }
    }
    if rule.priorities.is_empty() {
        return Ok(choices.into_iter().map(|(place, _)| place).collect());
    }
    for priority in &rule.priorities {
        let mut fitting: Vec<(Number, usize)> = Vec::new();
        for (place, ask) in &choices {
            if ask.holds(priority.when.as_ref())? {
                let least = priority.least.as_ref().map_or(Ok(Number::ZERO), |least| ask.number(least))?;
                fitting.push((least, *place));
            }
        }
        if let Some(best) = fitting.iter().map(|(least, _)| *least).min() {
            return Ok(fitting.into_iter().filter(|(least, _)| *least == best).map(|(_, place)| place).collect());
        }
    }
    Ok(Vec::new())
}
