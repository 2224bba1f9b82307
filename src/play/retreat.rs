//! Where units may retreat or advance to, and what they lose on the way.

use super::ask::Ask;
use super::position::Position;
use super::procedure::Fight;
use crate::expr::Number;
use crate::model::{Priority, Retreat};

/// The places a unit may retreat or advance to: those of the best priority; without priorities, all that are not barred.
///
/// # Errors
/// Why a condition cannot be answered, or that the unit is not in play.
pub fn retreats(position: &Position<'_>, rule: &Retreat, unit: usize) -> Result<Vec<usize>, String> {
    retreats_from(position, rule, unit, &[])
}

/// The same for a unit that retreats from some attackers.
///
/// # Errors
/// Why a condition cannot be answered, or that the unit is not in play.
pub fn retreats_from(
    position: &Position<'_>,
    rule: &Retreat,
    unit: usize,
    attackers: &[usize],
) -> Result<Vec<usize>, String> {
    let Some(stand) = position.units.get(&unit) else {
        return Err(format!("`{}` is not on the map", position.model.units[unit].id));
    };
    let fight = Fight { attackers: attackers.to_vec(), ..Fight::default() };
    let mut choices: Vec<OpenRetreat<'_, '_>> = Vec::new();
    for edge in position.edges_from(stand.place).iter().filter(|edge| position.in_play(edge.to.index)) {
        let ask = Ask { fight: Some(&fight), ..Ask::unit(position, unit, Some(edge)) };
        let barred = rule.bar.is_some() && ask.holds(rule.bar.as_ref())?;
        if !barred && !choices.iter().any(|(place, _)| *place == edge.to.index) {
            choices.push((edge.to.index, ask));
        }
    }
    for wish in &rule.preferences {
        let fitting = fitting(wish, &choices)?;
        if !fitting.is_empty() {
            choices.retain(|(place, _)| fitting.contains(place));
        }
    }
    if rule.priorities.is_empty() {
        return Ok(choices.into_iter().map(|(place, _)| place).collect());
    }
    for priority in &rule.priorities {
        let fitting = fitting(priority, &choices)?;
        if !fitting.is_empty() {
            return Ok(fitting);
        }
    }
    Ok(Vec::new())
}

/// A place that is not barred, and what is asked of it.
type OpenRetreat<'p, 'm> = (usize, Ask<'p, 'm>);

/// The places that fit a priority; of those, the ones where its number is least.
fn fitting(priority: &Priority, choices: &[OpenRetreat<'_, '_>]) -> Result<Vec<usize>, String> {
    let mut fitting: Vec<(Number, usize)> = Vec::new();
    for (place, ask) in choices {
        if ask.holds(priority.when.as_ref())? {
            let least = priority.least.as_ref().map_or(Ok(Number::ZERO), |least| ask.number(least))?;
            fitting.push((least, *place));
        }
    }
    let best = fitting.iter().map(|(least, _)| *least).min();
    Ok(fitting.into_iter().filter(|(least, _)| Some(*least) == best).map(|(_, place)| place).collect())
}

/// What retreating units lose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The text of the loss.
    pub text: String,
    /// The units that fit it.
    pub units: Vec<usize>,
    /// The points that they lose together.
    pub points: i64,
}

/// What units lose that retreat together into a neighbouring place.
///
/// # Errors
/// Why a condition cannot be answered, or that a unit is not a neighbour of the place.
pub fn retreat_losses(
    position: &Position<'_>,
    rule: &Retreat,
    units: &[usize],
    to: usize,
) -> Result<Vec<Lost>, String> {
    let mut found = Vec::new();
    for loss in &rule.losses {
        let mut losers = Vec::new();
        for unit in units {
            let from = position.place_of(*unit).unwrap_or(to);
            let edge = position.edges_from(from).iter().find(|edge| edge.to.index == to);
            let label = |place: usize| &position.model.places[place].id;
            let edge = edge.ok_or_else(|| format!("`{}` and `{}` are not neighbours", label(from), label(to)))?;
            if Ask::unit(position, *unit, Some(edge)).holds(loss.when.as_ref())? {
                losers.push(*unit);
            }
        }
        if !losers.is_empty() {
            let times = if loss.per_stack { 1 } else { i64::try_from(losers.len()).unwrap_or(i64::MAX) };
            found.push(Lost { text: loss.text.clone(), units: losers, points: loss.points.saturating_mul(times) });
        }
    }
    Ok(found)
}
