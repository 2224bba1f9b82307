//! Scenarios: every unit set up, arriving, or left out; nothing placed twice.

mod chosen;
mod placements;
mod start;
mod turns;

use super::about::{about_with, notes, shared};
use super::board::CheckedBoard;
use super::names::KnownIds;
use super::pieces::Pieces;
use super::rules::CheckedRules;
use super::tracked;
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::model::{About, Map, Pinned, Placement, Ref, Scenario, What};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::source::values::Turns;
use crate::syntax::{GameFiles, ScenarioDef};
use chosen::unit_index;
use placements::keep_the_latest;
use std::collections::BTreeSet;

/// Checks all scenario files.
pub fn check(
    files: &GameFiles,
    vocabulary: &Vocabulary,
    board: &CheckedBoard,
    pieces: &Pieces,
    rules: &CheckedRules,
    cx: &mut Cx,
) -> Vec<Scenario> {
    let mut names: KnownIds<Scenario> = KnownIds::default();
    let mut defs: Vec<&ScenarioDef> = Vec::new();
    for file in &files.scenarios {
        for def in &file.content.scenarios {
            names.declare(&def.id, cx);
            defs.push(def);
        }
    }
    let carried = files.game.as_ref().is_some_and(|game| game.content.module.is_some());
    let checker = ScenarioChecker { vocabulary, board, pieces, rules, carried };
    let chains: Vec<Vec<usize>> = (0..defs.len()).map(|index| chain(index, &defs, &names, cx)).collect();
    let scenarios = chains.iter().map(|chain| {
        let chain: Vec<&ScenarioDef> = chain.iter().map(|index| defs[*index]).collect();
        checker.scenario(&chain, cx)
    });
    scenarios.collect()
}

/// The scenarios one is made from, the one that extends nothing first.
fn chain(index: usize, defs: &[&ScenarioDef], names: &KnownIds<Scenario>, cx: &mut Cx) -> Vec<usize> {
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

struct ScenarioChecker<'a> {
    vocabulary: &'a Vocabulary,
    board: &'a CheckedBoard,
    pieces: &'a Pieces,
    rules: &'a CheckedRules,
    /// The game carries a module: units that a setup does not have wait in palettes.
    carried: bool,
}

/// Where the counters of a scenario are.
#[derive(Default)]
struct ScenarioPlacements {
    setup: Vec<Placement>,
    /// Those on a pixel of a window.
    pinned: Vec<Pinned>,
    reinforcements: Vec<Placement>,
    /// Units that take no part.
    left_out: BTreeSet<usize>,
}

impl ScenarioChecker<'_> {
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
        let ScenarioPlacements { setup, pinned, reinforcements, left_out } = self.placed(chain, turns, &unused, cx);
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

    /// Puts the counters of a scenario where it and those that it extends say, and the others where they say themselves.
    fn placed(
        &self,
        chain: &[&ScenarioDef],
        turns: Option<Turns>,
        unused: &BTreeSet<usize>,
        cx: &mut Cx,
    ) -> ScenarioPlacements {
        let own = chain[chain.len() - 1];
        let mut placed = ScenarioPlacements { left_out: unused.clone(), ..ScenarioPlacements::default() };
        let mut asked = Vec::new();
        for (level, def) in chain.iter().enumerate() {
            for place in &def.places {
                if place.pixel.is_some() || place.window.is_some() {
                    self.pinned(place, &mut placed.pinned, cx);
                } else {
                    self.asked(place, level, unused, &mut asked, cx);
                }
            }
        }
        keep_the_latest(&mut asked);
        self.count(&asked, cx);
        let said: BTreeSet<usize> = asked.iter().filter_map(|asked| unit_index(&asked.placement.what)).collect();
        for asked in asked {
            match (&asked.placement.what, asked.placement.turn) {
                (What::Unit(unit), _) if unused.contains(&unit.index) => {
                    let message = format!("the unit `{unit}` is both placed and left out");
                    cx.diags.push(codes::TWICE.at(asked.span, message).label("placed here"));
                }
                (_, Some(_)) => placed.reinforcements.push(asked.placement),
                (_, None) => placed.setup.push(asked.placement),
            }
        }
        let on_pixels: BTreeSet<usize> = placed.pinned.iter().filter_map(|own| unit_index(&own.what)).collect();
        for index in (0..self.pieces.units.len()).filter(|index| !said.contains(index) && !unused.contains(index)) {
            let unit = &self.pieces.units[index];
            if !self.carried || unit.setup.is_some() || unit.arrives.is_some() {
                self.by_itself(index, own, turns, &mut placed, cx);
            } else if !on_pixels.contains(&index) {
                placed.left_out.insert(index);
            }
        }
        placed.reinforcements.sort_by_key(|placement| placement.turn.unwrap_or(i64::MAX));
        placed
    }

    fn maps(&self, def: Option<&ScenarioDef>, cx: &mut Cx) -> Vec<Ref<Map>> {
        match def {
            Some(def) => self.board.map_names.all(&def.maps, cx),
            None => self.board.maps.iter().enumerate().map(|(index, map)| Ref::new(index, &map.id)).collect(),
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
