//! Which units stand where, both ways.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

/// Where a unit stands and which step it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitStand {
    /// Its place.
    pub place: usize,
    /// Its step, 0 for the strongest.
    pub step: usize,
}

/// The units in play. It reads like a map of units; places know their units too.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stands {
    by_unit: BTreeMap<usize, UnitStand>,
    /// Places and their units.
    by_place: BTreeSet<(usize, usize)>,
}

impl Deref for Stands {
    type Target = BTreeMap<usize, UnitStand>;

    fn deref(&self) -> &Self::Target {
        &self.by_unit
    }
}

impl Stands {
    /// Puts a unit into play, or elsewhere.
    pub fn insert(&mut self, unit: usize, stand: UnitStand) {
        self.remove(&unit);
        self.by_unit.insert(unit, stand);
        self.by_place.insert((stand.place, unit));
    }

    /// Takes a unit out of play.
    pub fn remove(&mut self, unit: &usize) {
        if let Some(stand) = self.by_unit.remove(unit) {
            self.by_place.remove(&(stand.place, *unit));
        }
    }

    /// Takes a unit in play to a place.
    pub fn go(&mut self, unit: usize, place: usize) {
        if let Some(stand) = self.by_unit.get(&unit).copied() {
            self.insert(unit, UnitStand { place, ..stand });
        }
    }

    /// Turns a unit in play to a step.
    pub fn turn(&mut self, unit: usize, step: usize) {
        if let Some(stand) = self.by_unit.get_mut(&unit) {
            stand.step = step;
        }
    }

    /// Keeps only the units that fit.
    pub fn retain(&mut self, fits: impl Fn(usize, &UnitStand) -> bool) {
        let gone: Vec<usize> =
            self.by_unit.iter().filter(|(unit, stand)| !fits(**unit, stand)).map(|(u, _)| *u).collect();
        for unit in gone {
            self.remove(&unit);
        }
    }

    /// The units in a place, in order.
    pub fn standing_in(&self, place: usize) -> impl Iterator<Item = usize> {
        self.by_place.range((place, 0)..=(place, usize::MAX)).map(|(_, unit)| *unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_units_agree() {
        let mut stands = Stands::default();
        for (unit, place) in [(5, 1), (3, 1), (4, 2)] {
            stands.insert(unit, UnitStand { place, step: 0 });
        }
        let standing = |stands: &Stands, place: usize| stands.standing_in(place).collect::<Vec<_>>();
        assert_eq!((standing(&stands, 1), standing(&stands, 2)), (vec![3, 5], vec![4]));
        stands.turn(3, 1);
        stands.go(3, 2);
        stands.go(9, 2);
        assert_eq!((standing(&stands, 1), standing(&stands, 2)), (vec![5], vec![3, 4]));
        assert_eq!(stands.get(&3), Some(&UnitStand { place: 2, step: 1 }));
        stands.insert(5, UnitStand { place: 2, step: 0 });
        stands.retain(|unit, _| unit != 4);
        stands.remove(&3);
        assert_eq!((standing(&stands, 1), standing(&stands, 2)), (vec![], vec![5]));
        assert_eq!(stands.len(), 1);
    }
}
