//! The start of a scenario: on its maps, and within the stacking limits.

use super::Checker;
use super::chosen::unit_index;
use crate::check::exprs::{holds, unit_values, whole};
use crate::diag::codes;
use crate::model::{Formula, Scenario, Spot, What, first_of_player};
use crate::source::decode::Cx;
use crate::syntax::{Per, ScenarioDef};
use std::collections::{BTreeMap, BTreeSet};

impl Checker<'_> {
    /// What is set up lies on the scenario's maps and in its play area.
    pub(super) fn inside(&self, scenario: &Scenario, own: &ScenarioDef, cx: &mut Cx) {
        let area = scenario.play_area.as_ref().map(|region| &self.board.regions[region.index].places);
        for placement in &scenario.setup {
            let Some(Spot::At(place)) = &placement.spot else { continue };
            let info = &self.board.places[place.index];
            let of_graph = info.kind.is_ground();
            let off_map = info.map.as_ref().is_some_and(|map| !scenario.maps.contains(map));
            let off_area = of_graph && area.is_some_and(|area| !area.contains(place));
            if off_map || off_area {
                let id = match &placement.what {
                    What::Unit(unit) => &unit.id,
                    What::Marker(marker) => &marker.id,
                };
                let what = if off_map { "maps" } else { "play area" };
                let message =
                    format!("in the scenario `{}`, `{id}` starts in `{place}`, which is not on its {what}", own.id.0);
                let mut diag = codes::OUTSIDE.at(own.id.span, message).label("this scenario");
                if let Some(span) = unit_index(&placement.what).map(|index| self.pieces.unit_spans[index]) {
                    diag = diag.also(span, "the unit");
                }
                cx.diags.push(diag.help("place it elsewhere, or leave it out with `without`"));
            }
        }
    }

    /// The setup obeys the stacking rules.
    pub(super) fn stacking(&self, scenario: &Scenario, own: &ScenarioDef, cx: &mut Cx) {
        let rules = &self.rules.rules.stacking;
        for rule in rules {
            let Some(limit) = rule.limit else { continue };
            let places: BTreeSet<usize> = rule.places.iter().map(|place| place.index).collect();
            let mut stacks: BTreeMap<(usize, usize), (i64, Vec<&str>)> = BTreeMap::new();
            for placement in &scenario.setup {
                let (What::Unit(unit), Some(Spot::At(place))) = (&placement.what, &placement.spot) else { continue };
                let unit = &self.pieces.units[unit.index];
                let fits = |units: &Formula| holds(&units.expr, &unit_values(unit, self.vocabulary));
                if !places.contains(&place.index) || !rule.units.as_ref().is_none_or(fits) {
                    continue;
                }
                let points = rule
                    .counts
                    .as_ref()
                    .map_or(Some(1), |counts| whole(&counts.expr, &unit_values(unit, self.vocabulary)));
                let player = first_of_player(&self.vocabulary.sides, unit.side.index);
                let side = if rule.per == Per::Side { player } else { 0 };
                let (sum, units) = stacks.entry((place.index, side)).or_default();
                *sum += points.unwrap_or(1) * i64::from(placement.copies);
                units.push(&unit.id);
            }
            for ((place, _), (sum, units)) in stacks.iter().filter(|(_, (sum, _))| *sum > limit) {
                let message = format!(
                    "in the scenario `{}`, too many units start in `{}`: {sum}, but the limit is {limit} ({})",
                    own.id.0,
                    self.board.places[*place].id,
                    units.join(", ")
                );
                let mut diag = codes::STACKING.at(own.id.span, message).label("this scenario");
                let last = units.last().and_then(|id| self.pieces.unit_names.find(id));
                if let Some(unit) = last {
                    diag = diag.also(self.pieces.unit_spans[unit.index], "one of them");
                }
                cx.diags.push(diag);
            }
        }
    }
}
