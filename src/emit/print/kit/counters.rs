//! Sheets of counters.

use super::planned::{AT_ONCE, Planned};
use super::{Kit, KitFile};
use crate::art::faces;
use crate::draw::Drawing;
use crate::emit::print::{Cutout, KitPart, Paper, PaperSide, SheetLayout, sheets};
use crate::emit::{EmitError, Game};
use crate::model::{Counter, Shows};
use rayon::prelude::*;

impl Kit<'_> {
    pub(super) fn counters(&self, paper: &Paper, folder: &str) -> Result<Vec<KitFile>, EmitError> {
        if !self.wants(KitPart::Counters) {
            return Ok(Vec::new());
        }
        let sizes = self.counter_sizes();
        let mut put = Vec::new();
        for (n, side) in sizes.iter().enumerate() {
            let counters = self.counters_of(*side);
            let backs: Vec<bool> = counters.iter().map(|(_, counter)| counter.back.is_some()).collect();
            let settings = &self.game.print.settings;
            let Some(layout) = SheetLayout::new(&backs, (*side, *side), paper, settings, &self.footer)? else {
                continue;
            };
            let (name, title) = match n {
                0 => ("counters".to_string(), "Counters".to_string()),
                _ => {
                    let side = sheets::millimetres(*side);
                    (format!("counters-{side}mm"), format!("Counters of {side} mm"))
                }
            };
            let pages: Vec<usize> = (0..layout.pages()).collect();
            let layout = &layout;
            let planned = |page: &usize| {
                let (page, about) = (*page, layout.about(*page));
                let (own, side) = (&counters[layout.faces(page)], about.2);
                let key = self.page_key(own, side, &layout.furniture(page));
                Planned::new(about, key, move || layout.sheet(page, &mut self.faces_of(own, side)))
            };
            let parts = pages.chunks(AT_ONCE).map(|pages| pages.par_iter().map(planned).collect());
            put.extend(self.put_cut(folder, &name, &title, parts)?);
        }
        Ok(put)
    }

    /// The sizes of counters: first the game's own, then others from small to large.
    fn counter_sizes(&self) -> Vec<f64> {
        let model = self.game.model;
        let common = model.game.counter_size;
        let mut sizes: Vec<f64> = model.counters.iter().map(|counter| model.side_of(counter)).collect();
        sizes.sort_by(|a, b| (*a != common, *a).partial_cmp(&(*b != common, *b)).unwrap_or(std::cmp::Ordering::Equal));
        sizes.dedup();
        sizes
    }

    /// Every copy of every counter of a size with its place in the model, sorted as a publisher would: by side and
    /// formation, markers last.
    fn counters_of(&self, side: f64) -> Vec<(usize, &Counter)> {
        let Game { model, print, .. } = self.game;
        let mut counters: Vec<(usize, &Counter)> =
            model.counters.iter().enumerate().filter(|(_, counter)| print.wants(model, counter)).collect();
        counters.retain(|(_, counter)| model.side_of(counter) == side);
        counters.retain(|(_, counter)| self.picks.is_none_or(|picks| picks.counters.contains_key(&counter.id)));
        counters.sort_by_key(|(n, counter)| (self.order(counter), *n));
        let copies = |counter: &Counter| {
            *self.picks.and_then(|picks| picks.counters.get(&counter.id)).unwrap_or(&counter.copies) as usize
        };
        counters.into_iter().flat_map(|own| std::iter::repeat_n(own, copies(own.1))).collect()
    }

    /// What tells a page of counters from all others.
    fn page_key(&self, counters: &[(usize, &Counter)], side: PaperSide, furniture: &str) -> [u8; 32] {
        let Game { model, look, print, sketchbook, .. } = self.game;
        let mut hash = blake3::Hasher::new();
        hash.update(b"counters").update(furniture.as_bytes());
        for (n, counter) in counters {
            let about = (&counter.id, self.group(counter), counter.back.is_some());
            hash.update(format!("{about:?}").as_bytes());
            let shown = [side != PaperSide::Back, side != PaperSide::Front && counter.back.is_some()];
            for back in [false, true].into_iter().filter(|back| shown[usize::from(*back)]) {
                hash.update(&sketchbook.key(model, look, (*n, back), print.settings.bleed, false));
            }
        }
        *hash.finalize().as_bytes()
    }

    /// The faces of counters as far as a side of a sheet shows them.
    fn faces_of(&self, counters: &[(usize, &Counter)], side: PaperSide) -> Vec<Cutout> {
        let Game { model, look, print, .. } = self.game;
        let draw = |counter: &Counter, back: bool| {
            if side == if back { PaperSide::Front } else { PaperSide::Back } {
                return Drawing::default();
            }
            faces::counter(model, look, counter, back, print.settings.bleed)
        };
        let face = |counter: &Counter| Cutout {
            id: counter.id.clone(),
            group: self.group(counter),
            front: draw(counter, false),
            back: counter.back.is_some().then(|| draw(counter, true)),
        };
        let mut faces: Vec<Cutout> = Vec::with_capacity(counters.len());
        for (n, (own, counter)) in counters.iter().enumerate() {
            let before = n.checked_sub(1).and_then(|before| counters.get(before));
            let copy = faces.last().filter(|_| before.is_some_and(|(before, _)| before == own)).cloned();
            faces.push(copy.unwrap_or_else(|| face(counter)));
        }
        faces
    }

    /// Units by side and formation, then markers by side, then those of no side.
    fn order(&self, counter: &Counter) -> (bool, usize, usize) {
        let model = self.game.model;
        let last = usize::MAX;
        match &counter.shows {
            Shows::Unit(unit) => model.units.get(unit.index).map_or((false, last, last), |unit| {
                (false, unit.side.index, unit.formation.as_ref().map_or(last, |own| own.index))
            }),
            Shows::Marker(marker) => model.markers.get(marker.index).map_or((true, last, last), |marker| {
                let own = marker.formation.as_ref().and_then(|own| model.formations.get(own.index));
                let side = marker.side.as_ref().or(own.map(|own| &own.side));
                (true, side.map_or(last, |side| side.index), marker.formation.as_ref().map_or(last, |own| own.index))
            }),
        }
    }

    /// What stands above counters that belong together.
    fn group(&self, counter: &Counter) -> String {
        let model = self.game.model;
        let (markers, side, formation) = self.order(counter);
        let side = model.sides.get(side).map(|side| side.name.as_str());
        let formation = model.formations.get(formation).map(|own| own.name.as_str());
        match (markers, side, formation) {
            (false, Some(side), Some(formation)) => format!("{side}: {formation}"),
            (false, Some(side), None) => side.to_string(),
            (true, Some(side), _) => format!("{side} markers"),
            _ => "Markers".to_string(),
        }
    }
}
