//! Stacking points in a place, and the limits there.

use super::ask::Ask;
use super::position::Position;
use crate::expr::Number;
use crate::model::first_of_player;
use crate::syntax::Per;

/// What one stacking rule comes to in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stacked {
    /// The points of the side that has most there, or of all.
    pub points: Number,
    /// The limit; none: no limit.
    pub limit: Option<i64>,
}

impl Stacked {
    /// Whether there is more than may be.
    pub fn exceeds(&self) -> bool {
        self.limit.is_some_and(|limit| self.points > Number::new(limit, 1))
    }
}

/// What every stacking rule for a place comes to there.
///
/// # Errors
/// Why the points of a unit cannot be worked out.
pub fn stacked(position: &Position<'_>, place: usize) -> Result<Vec<Stacked>, String> {
    let mut found = Vec::new();
    for rule in position.model.rules.stacking.iter().filter(|rule| rule.places.iter().any(|own| own.index == place)) {
        let mut by_side = vec![Number::ZERO; position.model.sides.len().max(1)];
        for unit in position.units_in(place) {
            if !Ask::unit(position, unit, None).holds(rule.units.as_ref())? {
                continue;
            }
            let points = match &rule.counts {
                Some(counts) => Ask::unit(position, unit, None).number(counts)?,
                None => Number::ONE,
            };
            // Sides of one player stack together.
            let player = first_of_player(&position.model.sides, position.side(unit));
            let side = if rule.per == Per::Side { player } else { 0 };
            by_side[side] = by_side[side] + points;
        }
        let points = by_side.into_iter().max().unwrap_or(Number::ZERO);
        found.push(Stacked { points, limit: rule.limit });
    }
    Ok(found)
}

/// Whether a unit, if it were in a place, would exceed a stacking limit there.
///
/// # Errors
/// Why the points of a unit cannot be worked out.
pub fn overstacks(position: &Position<'_>, unit: usize, place: usize) -> Result<bool, String> {
    Ok(stacked(&position.with_unit_at(unit, place), place)?.iter().any(Stacked::exceeds))
}
