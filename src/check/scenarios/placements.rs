//! Placements: which counters a scenario puts where, and no more than there are.

use super::{ScenarioChecker, ScenarioPlacements};
use crate::check::about::about;
use crate::check::pieces::states;
use crate::diag::codes;
use crate::model::{About, Pinned, Placement, Ref, Shows, Spot, Unit, What};
use crate::source::decode::Cx;
use crate::source::values::Turns;
use crate::source::{Sp, Span};
use crate::syntax::{PlacementDef, ScenarioDef};
use std::collections::{BTreeMap, BTreeSet};

/// A placement and the place in the data that asks for it.
pub(super) struct AskedPlacement {
    pub(super) placement: Placement,
    pub(super) span: Span,
    level: usize,
}

/// A placement as it is written, with the places that it names.
struct WrittenPlacement<'d> {
    def: &'d PlacementDef,
    /// How far its scenario is from the one that extends nothing.
    level: usize,
    spots: Vec<Option<Spot>>,
    /// Whether one of the places is wrong.
    misplaced: bool,
}

impl WrittenPlacement<'_> {
    fn count(&self) -> Option<u32> {
        self.def.count.as_ref().map(|count| u32::try_from(count.value).unwrap_or(0))
    }

    fn asked(&self, what: What, copies: u32, state: String, spot: Option<Spot>, span: Span) -> AskedPlacement {
        let def = self.def;
        let placement = Placement {
            what,
            copies,
            state,
            spot,
            each: def.each.as_ref().map(|each| each.value),
            turn: def.turn.as_ref().map(|turn| turn.value),
            when: None,
            card: def.card.clone(),
            about: about(&def.meta),
        };
        AskedPlacement { placement, span, level: self.level }
    }
}

impl ScenarioChecker<'_> {
    /// What a placement asks for: a marker, or units.
    pub(super) fn asked(
        &self,
        def: &PlacementDef,
        level: usize,
        unused: &BTreeSet<usize>,
        asked: &mut Vec<AskedPlacement>,
        cx: &mut Cx,
    ) {
        let of_units = !def.units.is_empty() || def.formation.is_some() || def.filter.is_some();
        if of_units == def.marker.is_some() {
            let message = "a placement needs units (`units`, `formation`, `where`) or a `marker`";
            cx.diags.push(codes::CONFLICT.at(def.meta.span, message).label("here"));
            return;
        }
        let before = cx.errors();
        let spots = self.spots(def, cx);
        let written = WrittenPlacement { def, level, spots, misplaced: cx.errors() > before };
        if let (Some(0), Some(at)) = (written.count(), &def.count) {
            cx.diags.push(codes::NUMBER.at(at.span, "must place at least one").label("here"));
        }
        match &def.marker {
            Some(name) => self.asked_marker(&written, name, asked, cx),
            None => self.asked_units(&written, unused, asked, cx),
        }
    }

    fn asked_marker(
        &self,
        written: &WrittenPlacement<'_>,
        name: &Sp<String>,
        asked: &mut Vec<AskedPlacement>,
        cx: &mut Cx,
    ) {
        let Some(marker) = self.pieces.marker_names.get(name, cx) else { return };
        let counters = &self.pieces.counters;
        let shown = |shows: &Shows| matches!(shows, Shows::Marker(other) if *other == marker);
        let state = self.state(written.def, states(counters, shown).collect(), &name.value, cx);
        let copies = written.count().unwrap_or(1);
        for spot in &written.spots {
            asked.push(written.asked(What::Marker(marker.clone()), copies, state.clone(), spot.clone(), name.span));
        }
    }

    fn asked_units(
        &self,
        written: &WrittenPlacement<'_>,
        unused: &BTreeSet<usize>,
        asked: &mut Vec<AskedPlacement>,
        cx: &mut Cx,
    ) {
        let WrittenPlacement { def, spots, .. } = written;
        let before = cx.errors();
        let mut units = self.chosen(&def.units, def.formation.as_ref(), def.filter.as_ref(), cx);
        let named = |index: usize| def.units.iter().find(|name| name.value == self.pieces.units[index].id);
        // Who is only chosen by a condition may be left out of the scenario, or have no place to start from.
        units.retain(|index| named(*index).is_some() || !unused.contains(index));
        let by_setup = says_no_place(def);
        if by_setup {
            units.retain(|index| named(*index).is_some() || self.pieces.units[*index].setup.is_some());
        }
        let first = def.units.first().or(def.formation.as_ref()).or(def.filter.as_ref());
        let span = first.map_or(def.meta.span, |name| name.span);
        for (n, index) in units.iter().enumerate() {
            let unit = &self.pieces.units[*index];
            if written.misplaced {
                // Its place is reported; that it starts nowhere only follows from that.
                cx.broken.insert(unit.id.clone());
            }
            let state = self.state(def, unit.steps.iter().map(|step| step.state.as_str()).collect(), &unit.id, cx);
            let span = named(*index).map_or(span, |name| name.span);
            let own: Vec<Option<Spot>> = if by_setup {
                if unit.setup.is_none() {
                    let message = format!("the unit `{}` has no `setup`, so this placement needs a place", unit.id);
                    let diag = codes::CONFLICT.at(span, message).label("where?");
                    cx.diags.push(diag.help("say `at`, `any`, `line`, `with` or `turn`"));
                }
                vec![unit.setup.as_ref().map(|setup| setup.spot.clone())]
            } else if spots.len() > 1 && spots.len() == units.len() {
                // Several units at several places: one at each.
                vec![spots[n].clone()]
            } else {
                spots.clone()
            };
            let each = if own.len() > 1 { 1 } else { written.count().unwrap_or(unit.copies) };
            for spot in own {
                asked.push(written.asked(What::Unit(Ref::new(*index, &unit.id)), each, state.clone(), spot, span));
            }
        }
        if units.is_empty() && cx.errors() == before {
            cx.diags.push(codes::NO_CHOICE.at(span, "no unit matches this placement").label("nobody"));
        }
    }

    /// Counters on a pixel of a window, as they lie in the setups of a module.
    pub(super) fn pinned(&self, def: &PlacementDef, pinned: &mut Vec<Pinned>, cx: &mut Cx) {
        let (Some(window), Some(pixel), true) = (&def.window, &def.pixel, self.carried) else {
            let message = "`window` and `pixel` go together, in a game that carries a module";
            cx.diags.push(codes::CONFLICT.at(def.meta.span, message).label("here"));
            return;
        };
        let units = self.pieces.unit_names.all(&def.units, cx).into_iter().map(What::Unit);
        let marker = self.pieces.marker_names.opt(def.marker.as_ref(), cx).map(What::Marker);
        let before = pinned.len();
        for what in units.chain(marker) {
            // Pixels are whole, and `f64` holds all of them that decoding lets through.
            let (x, y) = (pixel.0.round() as i32, pixel.1.round() as i32);
            pinned.push(Pinned { what, window: window.value.clone(), x, y });
        }
        if pinned.len() == before && def.units.is_empty() && def.marker.is_none() {
            let message = "a placement on a pixel needs `units` or a `marker`";
            cx.diags.push(codes::CONFLICT.at(def.meta.span, message).label("here"));
        }
    }

    fn spots(&self, def: &PlacementDef, cx: &mut Cx) -> Vec<Option<Spot>> {
        let ways = [!def.at.is_empty(), !def.any.is_empty(), !def.line.is_empty(), def.with.is_some()];
        let ways = ways.iter().filter(|way| **way).count();
        if ways > 1 || (says_no_place(def) && def.marker.is_some()) {
            let message = "a placement needs one of `at`, `any`, `line` and `with`";
            cx.diags.push(codes::CONFLICT.at(def.meta.span, message).label("here"));
        }
        if let Some(owner) = &def.with {
            if let Some(marker) = &def.marker {
                let message = format!("the marker `{}` does not go into a slot", marker.value);
                cx.diags.push(codes::CONFLICT.at(owner.span, message).label("here"));
            }
            return vec![self.pieces.unit_names.get(owner, cx).map(Spot::With)];
        }
        if def.at.is_empty() {
            if ways == 0 {
                return vec![None];
            }
            return vec![self.board.spot(&def.any, &def.line, cx)];
        }
        let places: Vec<Option<Spot>> =
            def.at.iter().filter_map(|name| self.board.place(name, cx)).map(|place| Some(Spot::At(place))).collect();
        places
    }

    fn state(&self, def: &PlacementDef, states: Vec<&str>, id: &str, cx: &mut Cx) -> String {
        let first = states.first().copied().unwrap_or_default().to_string();
        let Some(wanted) = &def.state else { return first };
        if !states.contains(&wanted.value.as_str()) {
            let message = format!("`{id}` has no face `{}`", wanted.value);
            cx.diags.push(codes::STATE.at(wanted.span, message).label("no such face").suggest(wanted, states));
        }
        wanted.value.clone()
    }

    /// No more counters than there are, and each in one place.
    pub(super) fn count(&self, asked: &[AskedPlacement], cx: &mut Cx) {
        let mut used: BTreeMap<(bool, usize), (u32, Span)> = BTreeMap::new();
        for AskedPlacement { placement, span, .. } in asked {
            let (key, id, copies) = match &placement.what {
                What::Unit(unit) => ((false, unit.index), &unit.id, self.pieces.units[unit.index].copies),
                What::Marker(marker) => ((true, marker.index), &marker.id, self.pieces.markers[marker.index].copies),
            };
            let (sum, first) = used.entry(key).or_insert((0, *span));
            let before = *sum;
            *sum += placement.copies;
            if *sum > copies && before <= copies {
                let diag = if copies == 1 && placement.copies == 1 {
                    codes::TWICE.at(*span, format!("`{id}` is placed twice")).label("again")
                } else {
                    codes::TOO_MANY
                        .at(*span, format!("there are {copies} of `{id}`, but the scenario places more"))
                        .label("one too many")
                };
                cx.diags.push(if first == span { diag } else { diag.also(*first, "here already") });
            }
        }
    }

    /// A unit that no placement names: it goes where it says itself.
    pub(super) fn by_itself(
        &self,
        index: usize,
        own: &ScenarioDef,
        turns: Option<Turns>,
        placed: &mut ScenarioPlacements,
        cx: &mut Cx,
    ) {
        let unit: &Unit = &self.pieces.units[index];
        let arrives = unit.arrives.as_ref();
        let placement = |spot: Option<Spot>, turn: Option<i64>, about: &About| Placement {
            what: What::Unit(Ref::new(index, &unit.id)),
            copies: unit.copies,
            state: unit.steps.first().map(|step| step.state.clone()).unwrap_or_default(),
            spot,
            each: None,
            turn,
            when: arrives.and_then(|arrives| arrives.when.clone()),
            card: None,
            about: about.clone(),
        };
        if let Some(start) = &unit.setup {
            placed.setup.push(placement(Some(start.spot.clone()), None, &start.about));
        } else if let Some(arrives) = arrives {
            let inside = |turn: i64| turns.is_none_or(|turns| (turns.first..=turns.last).contains(&turn));
            if arrives.turn.is_none_or(inside) {
                placed.reinforcements.push(placement(arrives.spot.clone(), arrives.turn, &arrives.about));
            } else {
                placed.left_out.insert(index);
            }
        } else if !cx.broken.contains(&unit.id) {
            let message = format!("the scenario `{}` does not say where the unit `{}` is", own.id.0, unit.id);
            let diag = codes::NOWHERE
                .at(own.id.span, message)
                .label("this scenario")
                .also(self.pieces.unit_spans[index], "the unit");
            cx.diags.push(diag.help("give the unit `setup` or `arrives`, place it, or leave it out with `without`"));
        }
    }
}

/// Units of such a placement start where their own `setup` says.
fn says_no_place(def: &PlacementDef) -> bool {
    def.at.is_empty() && def.any.is_empty() && def.line.is_empty() && def.with.is_none() && def.turn.is_none()
}

/// What a scenario places replaces what the scenario it extends says of the same counter.
pub(super) fn keep_the_latest(asked: &mut Vec<AskedPlacement>) {
    let key = |what: &What| match what {
        What::Unit(unit) => (false, unit.index),
        What::Marker(marker) => (true, marker.index),
    };
    let mut latest: BTreeMap<(bool, usize), usize> = BTreeMap::new();
    for asked in asked.iter() {
        let level = latest.entry(key(&asked.placement.what)).or_insert(asked.level);
        *level = (*level).max(asked.level);
    }
    asked.retain(|asked| latest[&key(&asked.placement.what)] == asked.level);
}
