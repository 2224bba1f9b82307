//! Units that a scenario chooses: by name, by formation or by a condition.

use super::Checker;
use crate::check::about::about;
use crate::check::exprs::{condition, holds, unit_scope, unit_values};
use crate::diag::codes;
use crate::model::{Entry, Place, Placement, Ref, Spot, Unit, What};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::{EntryDef, UnsuppliedDef, WithoutDef};
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Units named, of a formation, or fitting a condition.
    pub(super) fn chosen(
        &self,
        units: &[Sp<String>],
        formation: Option<&Sp<String>>,
        filter: Option<&Sp<String>>,
        cx: &mut Cx,
    ) -> Vec<usize> {
        let mut chosen: Vec<usize> = self.pieces.unit_names.all(units, cx).iter().map(|unit| unit.index).collect();
        let all = self.pieces.units.iter().enumerate();
        if let Some(formation) = self.vocabulary.formation_names.opt(formation, cx) {
            chosen.extend(
                all.clone().filter(|(_, unit)| unit.formation.as_ref() == Some(&formation)).map(|(index, _)| index),
            );
        }
        if let Some(filter) = filter.and_then(|filter| condition(filter, &unit_scope(self.vocabulary), cx)) {
            chosen.extend(
                all.filter(|(_, unit)| holds(&filter, &unit_values(unit, self.vocabulary))).map(|(index, _)| index),
            );
        }
        chosen
    }

    pub(super) fn left_out(&self, defs: &[WithoutDef], cx: &mut Cx) -> BTreeSet<usize> {
        let mut unused = BTreeSet::new();
        for def in defs {
            if def.units.is_empty() && def.formation.is_none() && def.filter.is_none() {
                let message = "`without` needs `units`, `formation` or `where`";
                cx.diags.push(codes::CONFLICT.at(def.meta.span, message).label("selects nothing"));
            }
            unused.extend(self.chosen(&def.units, def.formation.as_ref(), def.filter.as_ref(), cx));
        }
        unused
    }

    /// Units that start without supply on purpose: those of the setup that are named, fit, or stand there.
    pub(super) fn unsupplied(&self, defs: &[UnsuppliedDef], setup: &[Placement], cx: &mut Cx) -> Vec<Ref<Unit>> {
        let mut found: BTreeSet<usize> = BTreeSet::new();
        for def in defs {
            if def.units.is_empty() && def.formation.is_none() && def.filter.is_none() && def.at.is_empty() {
                let message = "`unsupplied` needs `units`, `formation`, `where` or `at`";
                cx.diags.push(codes::CONFLICT.at(def.meta.span, message).label("names nobody"));
            }
            found.extend(self.chosen(&def.units, def.formation.as_ref(), def.filter.as_ref(), cx));
            let places = self.board.places_of(&def.at, None, cx);
            let there = setup.iter().filter(|placement| match &placement.spot {
                Some(Spot::At(place)) => places.contains(place),
                _ => false,
            });
            found.extend(there.filter_map(|placement| unit_index(&placement.what)));
        }
        let set_up: BTreeSet<usize> = setup.iter().filter_map(|placement| unit_index(&placement.what)).collect();
        found.intersection(&set_up).map(|index| Ref::new(*index, &self.pieces.units[*index].id)).collect()
    }

    pub(super) fn entries(&self, defs: &[EntryDef], cx: &mut Cx) -> Vec<Entry> {
        let scope = unit_scope(self.vocabulary);
        let mut entries = Vec::new();
        for def in defs {
            let Some(side) = self.vocabulary.side_names.get(&def.side, cx) else { continue };
            let filter = def.filter.as_ref().and_then(|filter| condition(filter, &scope, cx));
            let fits =
                |unit: &Unit| filter.as_ref().is_none_or(|filter| holds(filter, &unit_values(unit, self.vocabulary)));
            let units = self.pieces.units.iter().enumerate().filter(|(_, unit)| unit.side == side && fits(unit));
            let units = units.map(|(index, unit)| Ref::new(index, &unit.id)).collect();
            let before = cx.errors();
            let places: Vec<Ref<Place>> = self.board.places_of(&def.any, None, cx);
            let of_region = def.any.iter().any(|name| self.board.region_names.find(name).is_some());
            if places.is_empty() && cx.errors() == before && !of_region {
                cx.diags.push(
                    codes::NO_CHOICE
                        .at(def.meta.span, "nothing can enter here: the list of places is empty")
                        .label("empty"),
                );
            }
            let each = def.each.as_ref().map(|each| each.value);
            entries.push(Entry { side, units, places, each, text: def.text.clone(), about: about(&def.meta) });
        }
        entries
    }
}

pub(super) fn unit_index(what: &What) -> Option<usize> {
    match what {
        What::Unit(unit) => Some(unit.index),
        What::Marker(_) => None,
    }
}
