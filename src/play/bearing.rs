//! What a place is to the unit that might go there, and how a unit stands to the place of a fight.

use super::position::Position;
use super::stacking::overstacks;
use super::supply::unit_line;
use crate::expr::{Number, Value};
use crate::model::Edge;
use std::collections::{BTreeSet, VecDeque};

impl Position<'_> {
    /// A field of a place that depends on the unit that might go there, and on who attacks it.
    pub(super) fn bearing(&self, unit: usize, place: usize, attackers: &[usize], field: &str) -> Option<Value> {
        let line = || unit_line(&self.with_unit_at(unit, place), unit).ok();
        match field {
            "overstacks" => overstacks(self, unit, place).ok().map(Value::Bool),
            "attackers-distance" => {
                let places: BTreeSet<usize> = attackers.iter().filter_map(|unit| self.place_of(*unit)).collect();
                Some(Value::Number(Number::new(self.distance(place, &places).unwrap_or(0), 1)))
            }
            "unit-supplied" => line().map(|line| Value::Bool(line.is_some())),
            "unit-supply-steps" => line().map(|line| Value::Number(Number::new(line.unwrap_or(-1), 1))),
            _ => None,
        }
    }

    /// The fewest steps from a place to any of some others that lie on the same map.
    fn distance(&self, from: usize, to: &BTreeSet<usize>) -> Option<i64> {
        let mut seen = BTreeSet::from([from]);
        let mut open = VecDeque::from([(from, 0)]);
        while let Some((place, steps)) = open.pop_front() {
            if to.contains(&place) {
                return Some(steps);
            }
            let touching = |edge: &&Edge| edge.by.touches();
            for edge in self.edges_from(place).iter().filter(touching) {
                if seen.insert(edge.to.index) {
                    open.push_back((edge.to.index, steps + 1));
                }
            }
        }
        None
    }

    /// How a unit stands to the place of a fight: what lies between them, if they are neighbours.
    pub(super) fn facing(&self, unit: usize, at: Option<usize>, field: &str) -> Option<Value> {
        let edges = self.place_of(unit).map(|place| self.edges_from(place)).unwrap_or_default();
        let edge = edges.iter().find(|edge| Some(edge.to.index) == at);
        let word = |word: Option<&String>| Some(Value::Text(word.cloned().unwrap_or_default()));
        match field {
            "adjacent" => Some(Value::Bool(edge.is_some())),
            "boundary" => word(edge.and_then(|edge| edge.boundary.as_ref())),
            "crossing" => word(edge.and_then(|edge| edge.crossing.as_ref())),
            _ => None,
        }
    }

    /// The name of what lies between two places: of the river, say.
    pub(super) fn boundary_name(&self, edge: &Edge) -> Value {
        let between = |a: usize, b: Option<usize>| {
            let pair = (edge.from.index, edge.to.index);
            b.is_some_and(|b| pair == (a, b) || pair == (b, a))
        };
        let mut borders = self.model.maps.iter().flat_map(|map| &map.borders);
        let border = borders.find(|border| between(border.a.index, border.b.as_ref().map(|b| b.index)));
        Value::Text(border.and_then(|border| border.name.clone()).unwrap_or_default())
    }
}
