//! Maps that show part of another map larger: a place is on both, and the larger picture is where it is played.

use super::CheckedBoard;
use crate::diag::codes;
use crate::model::{Place, Ref};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::GameFiles;
use std::collections::{BTreeMap, BTreeSet};

/// Lets the places of maps that enlarge another stand for those of the same number there: what is next to one is
/// next to the other, and lines and hexsides between them are those of the map that is enlarged.
pub fn join(board: &mut CheckedBoard, files: &GameFiles, cx: &mut Cx) {
    for (map, file) in files.maps.iter().enumerate() {
        let Some(name) = &file.content.map.enlarges else { continue };
        let Some(base) = board.map_names.get(name, cx) else { continue };
        if base.index == map || board.maps[base.index].kind != board.maps[map].kind {
            let message = format!("`{}` cannot enlarge `{base}`", file.content.map.id.0);
            cx.diags.push(codes::CONFLICT.at(name.span, message).label("use another map of the same kind"));
            continue;
        }
        pair(board, map, base.index, name, cx);
        board.maps[map].enlarges = Some(base);
    }
    let larger: BTreeSet<usize> = board.stand_ins.values().copied().collect();
    board
        .edges
        .retain(|edge| !(edge.by.touches() && larger.contains(&edge.from.index) && larger.contains(&edge.to.index)));
    for edge in &mut board.edges {
        for end in [&mut edge.from, &mut edge.to] {
            if let Some(larger) = board.stand_ins.get(&end.index) {
                *end = Ref::new(*larger, &board.places[*larger].id);
            }
        }
    }
    for (place, larger) in &board.stand_ins {
        board.places[*place].enlarged = Some(Ref::new(*larger, &board.places[*larger].id));
    }
}

/// Finds the place of the same number for each place of a map; reports those that have none.
fn pair(board: &mut CheckedBoard, map: usize, base: usize, name: &Sp<String>, cx: &mut Cx) {
    let on = |map: usize| {
        let here =
            move |place: &Place| place.kind.is_ground() && place.map.as_ref().is_some_and(|own| own.index == map);
        board.places.iter().enumerate().filter(move |(_, place)| here(place))
    };
    let originals: BTreeMap<&str, usize> = on(base).map(|(n, place)| (place.label.as_str(), n)).collect();
    let mut pairs = Vec::new();
    for (larger, place) in on(map) {
        match originals.get(place.label.as_str()) {
            Some(original) if !board.stand_ins.contains_key(original) => pairs.push((*original, larger)),
            Some(_) => {
                let message = format!("`{}` is enlarged by two maps", place.label);
                cx.diags.push(codes::CONFLICT.at(name.span, message).label("the second"));
            }
            None => {
                let message = format!("`{}` is not on the map that is enlarged", place.label);
                cx.diags.push(codes::OFF_MAP.at(name.span, message).label("not on this map"));
            }
        }
    }
    board.stand_ins.extend(pairs);
}

impl CheckedBoard {
    /// The place that stands for one that another map shows larger; itself, if none does.
    pub fn stand_in(&self, place: Ref<Place>) -> Ref<Place> {
        self.stand_ins.get(&place.index).map_or(place, |larger| self.place_ref(*larger))
    }
}
