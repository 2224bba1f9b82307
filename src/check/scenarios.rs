//! Scenarios: every unit set up, arriving, or left out; nothing placed twice.

use super::about::{about, about_with, notes, shared};
use super::board::Board;
use super::exprs::{condition, holds, unit_scope, unit_values, whole};
use super::names::Names;
use super::pieces::{Pieces, states};
use super::rules::CheckedRules;
use super::tracked;
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::model::{
    About, Entry, Formula, Map, Pinned, Place, Placement, Ref, Scenario, Shows, Spot, Track, Unit, What,
    first_of_player,
};
use crate::source::decode::Cx;
use crate::source::values::Turns;
use crate::source::{Sp, Span};
use crate::syntax::{EntryDef, GameFiles, Per, PlacementDef, ScenarioDef, UnsuppliedDef, WithoutDef};
use std::collections::{BTreeMap, BTreeSet};

/// Checks all scenario files.
pub fn check(
    files: &GameFiles,
    vocabulary: &Vocabulary,
    board: &Board,
    pieces: &Pieces,
    rules: &CheckedRules,
    cx: &mut Cx,
) -> Vec<Scenario> {
    let mut names: Names<Scenario> = Names::default();
    let mut defs: Vec<&ScenarioDef> = Vec::new();
    for file in &files.scenarios {
        for def in &file.content.scenarios {
            names.declare(&def.id, cx);
            defs.push(def);
        }
    }
    let carried = files.game.as_ref().is_some_and(|game| game.content.module.is_some());
    let checker = Checker { vocabulary, board, pieces, rules, carried };
    let chains: Vec<Vec<usize>> = (0..defs.len()).map(|index| chain(index, &defs, &names, cx)).collect();
    let scenarios = chains.iter().map(|chain| {
        let chain: Vec<&ScenarioDef> = chain.iter().map(|index| defs[*index]).collect();
        checker.scenario(&chain, cx)
    });
    scenarios.collect()
}

/// The scenarios one is made from, the one that extends nothing first.
fn chain(index: usize, defs: &[&ScenarioDef], names: &Names<Scenario>, cx: &mut Cx) -> Vec<usize> {
    let mut chain = vec![index];
    let mut at = index;
    while let Some(base) = &defs[at].extends {
        let known = names.find(base);
        if at == index && known.is_none() {
            names.get(base, cx);
        }
        let Some(next) = known else { break };
        if chain.contains(&next.index) {
            // Said once, by the scenario that closes the circle.
            if next.index == index && chain.iter().all(|other| *other >= index) {
                let message = format!("the scenario `{}` extends itself", defs[index].id.0);
                let diag = codes::CIRCLE.at(base.span, message).label("leads back");
                cx.diags.push(diag.also(defs[index].id.span, "to this scenario"));
            }
            break;
        }
        chain.push(next.index);
        at = next.index;
    }
    chain.reverse();
    chain
}

struct Checker<'a> {
    vocabulary: &'a Vocabulary,
    board: &'a Board,
    pieces: &'a Pieces,
    rules: &'a CheckedRules,
    /// The game carries a module: units that a setup does not have wait in palettes.
    carried: bool,
}

/// A placement and the place in the data that asks for it.
struct Asked {
    placement: Placement,
    span: Span,
    level: usize,
}

impl Checker<'_> {
    fn scenario(&self, chain: &[&ScenarioDef], cx: &mut Cx) -> Scenario {
        let own = chain[chain.len() - 1];
        let last = |pick: &dyn Fn(&ScenarioDef) -> bool| chain.iter().rev().copied().find(|def| pick(def));
        let turns_at = last(&|def| def.turns.is_some()).and_then(|def| def.turns.as_ref());
        let turns = turns_at.map(|turns| turns.value);
        let track_name = last(&|def| def.track.is_some()).and_then(|def| def.track.as_ref());
        let track = self.board.track_names.opt(track_name, cx);
        if let (Some(turns), Some(track)) = (turns_at, &track) {
            self.on_track(turns, track, cx);
        }
        if let Some(track) = &track {
            for turn in chain.iter().flat_map(|def| &def.places).filter_map(|place| place.turn.as_ref()) {
                self.on_track(&Sp::new(Turns { first: turn.value, last: turn.value }, turn.span), track, cx);
            }
            self.arrivals_on_track(track, own, cx);
        }
        let without = last(&|def| def.without.is_some()).and_then(|def| def.without.as_ref());
        let unused = self.left_out(without.map_or(&[], Vec::as_slice), cx);
        let (mut asked, mut pinned) = (Vec::new(), Vec::new());
        for (level, def) in chain.iter().enumerate() {
            for place in &def.places {
                if place.pixel.is_some() || place.window.is_some() {
                    self.pinned(place, &mut pinned, cx);
                } else {
                    self.asked(place, level, &unused, &mut asked, cx);
                }
            }
        }
        keep_the_latest(&mut asked);
        self.count(&asked, cx);
        let mut setup = Vec::new();
        let mut reinforcements = Vec::new();
        let placed: BTreeSet<usize> = asked.iter().filter_map(|asked| unit_index(&asked.placement.what)).collect();
        for asked in asked {
            match (&asked.placement.what, asked.placement.turn) {
                (What::Unit(unit), _) if unused.contains(&unit.index) => {
                    let message = format!("the unit `{unit}` is both placed and left out");
                    cx.diags.push(codes::TWICE.at(asked.span, message).label("placed here"));
                }
                (_, Some(_)) => reinforcements.push(asked.placement),
                (_, None) => setup.push(asked.placement),
            }
        }
        let mut left_out = unused.clone();
        let on_pixels: BTreeSet<usize> = pinned.iter().filter_map(|own: &Pinned| unit_index(&own.what)).collect();
        for index in (0..self.pieces.units.len()).filter(|index| !placed.contains(index) && !unused.contains(index)) {
            let unit = &self.pieces.units[index];
            if !self.carried || unit.setup.is_some() || unit.arrives.is_some() {
                self.by_itself(index, own, turns, &mut setup, &mut reinforcements, &mut left_out, cx);
            } else if !on_pixels.contains(&index) {
                left_out.insert(index);
            }
        }
        reinforcements.sort_by_key(|placement| placement.turn.unwrap_or(i64::MAX));
        let mut scenario = Scenario {
            id: own.id.0.clone(),
            name: own.name.value.clone(),
            extension: own.extension.as_ref().map(|name| name.0.clone()),
            text: own.text.clone(),
            turns,
            track,
            maps: self.maps(last(&|def| !def.maps.is_empty()), cx),
            play_area: self
                .board
                .region_names
                .opt(last(&|def| def.play_area.is_some()).and_then(|def| def.play_area.as_ref()), cx),
            first: self
                .vocabulary
                .side_names
                .opt(last(&|def| def.first.is_some()).and_then(|def| def.first.as_ref()), cx),
            victory: last(&|def| !def.victory.is_empty())
                .map(|def| self.rules.victory_names.all(&def.victory, cx))
                .unwrap_or_default(),
            special: last(&|def| !def.special.is_empty())
                .map(|def| self.rules.rule_names.all(&def.special, cx))
                .unwrap_or_default(),
            setup,
            pinned,
            reinforcements,
            entries: last(&|def| !def.entries.is_empty()).map(|def| self.entries(&def.entries, cx)).unwrap_or_default(),
            unused: left_out.iter().map(|index| Ref::new(*index, &self.pieces.units[*index].id)).collect(),
            unsupplied: Vec::new(),
            about: about_scenario(chain),
        };
        tracked::set_up(&mut scenario, own.id.span, self.board, self.pieces, cx);
        let unsupplied = last(&|def| def.unsupplied.is_some()).and_then(|def| def.unsupplied.as_deref());
        scenario.unsupplied = self.unsupplied(unsupplied.unwrap_or_default(), &scenario.setup, cx);
        self.stacking(&scenario, own, cx);
        self.inside(&scenario, own, cx);
        scenario
    }

    fn maps(&self, def: Option<&ScenarioDef>, cx: &mut Cx) -> Vec<Ref<Map>> {
        match def {
            Some(def) => self.board.map_names.all(&def.maps, cx),
            None => self.board.maps.iter().enumerate().map(|(index, map)| Ref::new(index, &map.id)).collect(),
        }
    }

    fn on_track(&self, turns: &Sp<Turns>, track: &Ref<Track>, cx: &mut Cx) {
        let spaces = &self.board.tracks[track.index].spaces;
        let has = |turn: i64| spaces.iter().any(|space| self.board.places[space.index].label == turn.to_string());
        if let Some(off) = [turns.first, turns.last].into_iter().find(|turn| !has(*turn)) {
            let message = format!("turn {off} is not on the track `{track}`");
            cx.diags.push(codes::BEYOND.at(turns.span, message).label("these turns"));
        }
    }

    /// Units arrive on turns that are on the track, if not in this scenario then in another.
    fn arrivals_on_track(&self, track: &Ref<Track>, own: &ScenarioDef, cx: &mut Cx) {
        let spaces = &self.board.tracks[track.index].spaces;
        let has = |turn: i64| spaces.iter().any(|space| self.board.places[space.index].label == turn.to_string());
        for (unit, span) in self.pieces.units.iter().zip(&self.pieces.unit_spans) {
            let turns = [
                unit.arrives.as_ref().and_then(|arrives| arrives.turn),
                unit.withdraws.as_ref().map(|leaves| leaves.turn),
            ];
            if let Some(off) = turns.into_iter().flatten().find(|turn| !has(*turn)) {
                let message = format!(
                    "the unit `{}` arrives or leaves on turn {off}, which is not on the track `{track}`",
                    unit.id
                );
                cx.diags.push(
                    codes::BEYOND
                        .at(*span, message)
                        .label("this unit")
                        .also(own.id.span, "a scenario that uses the track"),
                );
            }
        }
    }

    /// Units named, of a formation, or fitting a condition.
    fn chosen(
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

    fn left_out(&self, defs: &[WithoutDef], cx: &mut Cx) -> BTreeSet<usize> {
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
    fn unsupplied(&self, defs: &[UnsuppliedDef], setup: &[Placement], cx: &mut Cx) -> Vec<Ref<Unit>> {
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

    fn asked(&self, def: &PlacementDef, level: usize, unused: &BTreeSet<usize>, asked: &mut Vec<Asked>, cx: &mut Cx) {
        let of_units = !def.units.is_empty() || def.formation.is_some() || def.filter.is_some();
        if of_units == def.marker.is_some() {
            let message = "a placement needs units (`units`, `formation`, `where`) or a `marker`";
            cx.diags.push(codes::CONFLICT.at(def.meta.span, message).label("here"));
            return;
        }
        let before = cx.errors();
        let spots = self.spots(def, cx);
        let misplaced = cx.errors() > before;
        let count = def.count.as_ref().map(|count| u32::try_from(count.value).unwrap_or(0));
        if let (Some(0), Some(at)) = (count, &def.count) {
            cx.diags.push(codes::NUMBER.at(at.span, "must place at least one").label("here"));
        }
        let placement = |what: What, copies: u32, state: String, spot: Option<Spot>| Placement {
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
        if let Some(name) = &def.marker {
            let Some(marker) = self.pieces.marker_names.get(name, cx) else { return };
            let counters = &self.pieces.counters;
            let shown = |shows: &Shows| matches!(shows, Shows::Marker(other) if *other == marker);
            let state = self.state(def, states(counters, shown).collect(), &name.value, cx);
            for spot in spots {
                let placement = placement(What::Marker(marker.clone()), count.unwrap_or(1), state.clone(), spot);
                asked.push(Asked { placement, span: name.span, level });
            }
            return;
        }
        let before = cx.errors();
        let mut units = self.chosen(&def.units, def.formation.as_ref(), def.filter.as_ref(), cx);
        let named = |index: usize| def.units.iter().find(|name| name.value == self.pieces.units[index].id);
        // Who is only chosen by a condition may be left out of the scenario, or have no place to start from.
        units.retain(|index| named(*index).is_some() || !unused.contains(index));
        let by_setup = says_no_place(def);
        if by_setup {
            units.retain(|index| named(*index).is_some() || self.pieces.units[*index].setup.is_some());
        }
        let span = def
            .units
            .first()
            .or(def.formation.as_ref())
            .or(def.filter.as_ref())
            .map_or(def.meta.span, |name| name.span);
        for (n, index) in units.iter().enumerate() {
            let unit = &self.pieces.units[*index];
            if misplaced {
                // Its place is reported; that it starts nowhere only follows from that.
                cx.broken.insert(unit.id.clone());
            }
            let reference = Ref::new(*index, &unit.id);
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
            let each = if own.len() > 1 { 1 } else { count.unwrap_or(unit.copies) };
            for spot in own {
                let placement = placement(What::Unit(reference.clone()), each, state.clone(), spot);
                asked.push(Asked { placement, span, level });
            }
        }
        if units.is_empty() && cx.errors() == before {
            cx.diags.push(codes::NO_CHOICE.at(span, "no unit matches this placement").label("nobody"));
        }
    }

    /// Counters on a pixel of a window, as they lie in the setups of a module.
    fn pinned(&self, def: &PlacementDef, pinned: &mut Vec<Pinned>, cx: &mut Cx) {
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
    fn count(&self, asked: &[Asked], cx: &mut Cx) {
        let mut used: BTreeMap<(bool, usize), (u32, Span)> = BTreeMap::new();
        for Asked { placement, span, .. } in asked {
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
    #[allow(clippy::too_many_arguments)]
    fn by_itself(
        &self,
        index: usize,
        own: &ScenarioDef,
        turns: Option<Turns>,
        setup: &mut Vec<Placement>,
        reinforcements: &mut Vec<Placement>,
        left_out: &mut BTreeSet<usize>,
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
            setup.push(placement(Some(start.spot.clone()), None, &start.about));
        } else if let Some(arrives) = arrives {
            let inside = |turn: i64| turns.is_none_or(|turns| (turns.first..=turns.last).contains(&turn));
            if arrives.turn.is_none_or(inside) {
                reinforcements.push(placement(arrives.spot.clone(), arrives.turn, &arrives.about));
            } else {
                left_out.insert(index);
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

    fn entries(&self, defs: &[EntryDef], cx: &mut Cx) -> Vec<Entry> {
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

    /// What is set up lies on the scenario's maps and in its play area.
    fn inside(&self, scenario: &Scenario, own: &ScenarioDef, cx: &mut Cx) {
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
    fn stacking(&self, scenario: &Scenario, own: &ScenarioDef, cx: &mut Cx) {
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

/// What a scenario says about itself, with what it has from those it extends, and with the notes on whom it leaves out.
fn about_scenario(chain: &[&ScenarioDef]) -> About {
    const ITS_OWN: [&str; 4] = ["id", "name", "extends", "text"];
    let own = chain[chain.len() - 1];
    let bases = chain.iter().rev().skip(1).flat_map(|def| shared(&def.meta));
    let about = about_with(&own.meta, bases.filter(|(key, _)| !ITS_OWN.contains(key)));
    let without = own.without.iter().flatten().map(|def| def.meta.note.as_deref());
    let unsupplied = own.unsupplied.iter().flatten().map(|def| def.meta.note.as_deref());
    About { note: notes(std::iter::once(own.meta.note.as_deref()).chain(without).chain(unsupplied)), ..about }
}

/// Units of such a placement start where their own `setup` says.
fn says_no_place(def: &PlacementDef) -> bool {
    def.at.is_empty() && def.any.is_empty() && def.line.is_empty() && def.with.is_none() && def.turn.is_none()
}

fn unit_index(what: &What) -> Option<usize> {
    match what {
        What::Unit(unit) => Some(unit.index),
        What::Marker(_) => None,
    }
}

/// What a scenario places replaces what the scenario it extends says of the same counter.
fn keep_the_latest(asked: &mut Vec<Asked>) {
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
