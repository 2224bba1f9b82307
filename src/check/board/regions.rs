//! Regions: lists of places, or all that fit a condition.

use super::CheckedBoard;
use crate::check::about::about;
use crate::check::exprs::{condition, holds, place_scope, place_values};
use crate::check::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::expr::Names;
use crate::model::{Place, Ref, Region};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::{GameFiles, RegionDef};

/// What names mean in conditions on areas and hexes of any map.
pub fn scope(board: &CheckedBoard, vocabulary: &Vocabulary) -> Names {
    let mut terrains: Vec<String> =
        board.maps.iter().flat_map(|map| map.terrains.iter().map(|t| t.id.clone())).collect();
    let mut classes: Vec<String> = board.maps.iter().flat_map(|map| map.classes.iter().map(|c| c.id.clone())).collect();
    for list in [&mut terrains, &mut classes] {
        list.sort();
        list.dedup();
    }
    place_scope(vocabulary, &terrains, &classes)
}

impl CheckedBoard {
    /// Areas and hexes that fit a condition, of one map or of all.
    pub fn matching(
        &self,
        filter: &Sp<String>,
        map: Option<usize>,
        vocabulary: &Vocabulary,
        cx: &mut Cx,
    ) -> Vec<Ref<Place>> {
        let Some(filter) = condition(filter, &scope(self, vocabulary), cx) else { return Vec::new() };
        let candidate =
            |place: &Place| place.kind.is_ground() && (map.is_none() || place.map.as_ref().map(|on| on.index) == map);
        (0..self.places.len())
            .filter(|index| {
                candidate(&self.places[*index]) && holds(&filter, &place_values(&self.places[*index], vocabulary))
            })
            .map(|index| self.place_ref(index))
            .collect()
    }
}

pub fn check(board: &mut CheckedBoard, files: &GameFiles, vocabulary: &Vocabulary, cx: &mut Cx) {
    for file in &files.maps {
        for def in &file.content.regions {
            board.region_names.declare(&def.id, cx);
        }
    }
    for (map, file) in files.maps.iter().enumerate() {
        for def in &file.content.regions {
            let places = places(board, map, def, vocabulary, cx);
            let (id, name) = (def.id.0.clone(), def.name.value.clone());
            board.regions.push(Region { id, name, places, about: about(&def.meta) });
        }
    }
}

fn places(board: &CheckedBoard, map: usize, def: &RegionDef, vocabulary: &Vocabulary, cx: &mut Cx) -> Vec<Ref<Place>> {
    let before = cx.errors();
    let places = match (&def.filter, def.places.is_empty()) {
        (Some(filter), true) => board.matching(filter, Some(map), vocabulary, cx),
        (None, false) => {
            // Regions declared above may be named here; those below are not known yet.
            let known = |name: &&Sp<String>| {
                board.region_names.find(name).is_none_or(|region| region.index < board.regions.len())
            };
            let names: Vec<Sp<String>> = def.places.iter().filter(known).cloned().collect();
            if let Some(late) = def.places.iter().find(|name| !known(name)) {
                let message = format!("the region `{}` is declared below this one", late.value);
                cx.diags.push(codes::UNKNOWN_NAME.at(late.span, message).label("not known yet"));
            }
            board.places_of(&names, Some(map), cx)
        }
        _ => {
            let message = format!("the region `{}` needs either `where` or `places`", def.id.0);
            cx.diags.push(codes::CONFLICT.at(def.id.span, message).label("this region"));
            return Vec::new();
        }
    };
    let mut played: Vec<Ref<Place>> = Vec::new();
    for place in places.into_iter().map(|place| board.stand_in(place)) {
        if !played.contains(&place) {
            played.push(place);
        }
    }
    let places = played;
    if places.is_empty() && cx.errors() == before {
        let message = format!("the region `{}` is empty", def.id.0);
        cx.diags.push(codes::NO_CHOICE.at(def.id.span, message).label("no place matches"));
    }
    places
}
