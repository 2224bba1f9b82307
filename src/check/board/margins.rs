//! Stretches of the map's edge, and where they lead.

use super::CheckedBoard;
use super::cells::one;
use crate::check::about::{about, pieced};
use crate::check::names::unique;
use crate::check::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::geometry::cells::Cell;
use crate::model::{Edge, EdgeBy, MapEdge, Place, Ref};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::MapFile;
use std::collections::BTreeMap;

/// Stretches of the map's edge and the boxes behind them.
pub fn edges_of_map(board: &mut CheckedBoard, map: usize, file: &MapFile, vocabulary: &Vocabulary, cx: &mut Cx) {
    unique("edge", file.edges.iter().map(|edge| &edge.id), cx);
    for def in &file.edges {
        let partial = def.inland == Some(true);
        let at = hexes_of_edge(board, map, &def.at, partial, cx);
        let half = hexes_of_edge(board, map, &def.half, partial, cx);
        let to = def.r#box.as_ref().and_then(|name| board.place_near(name, Some(map), cx));
        let leads = pieced(def.meta.source_of_both("at", "box"), std::iter::empty(), []);
        for hex in at.iter().chain(&half) {
            let Some(to) = &to else { break };
            for (from, to) in [(hex, to), (to, hex)] {
                board.edges.push(Edge {
                    from: from.clone(),
                    to: to.clone(),
                    by: EdgeBy::MapEdge,
                    boundary: None,
                    crossing: None,
                    ways: Vec::new(),
                    length: None,
                    drawn: false,
                    via: Vec::new(),
                    about: leads.clone(),
                });
            }
        }
        let edge = MapEdge {
            id: def.id.0.clone(),
            name: def.name.value.clone(),
            side: vocabulary.side_names.opt(def.side.as_ref(), cx),
            colour: def.colour.as_ref().map(|colour| colour.value),
            at,
            half,
            to,
            inland: partial,
            about: about(&def.meta),
        };
        board.maps[map].edges.push(edge);
    }
}

/// Hexes of an edge; reports those with neighbours all around, unless it is the edge of a part of the map.
fn hexes_of_edge(
    board: &CheckedBoard,
    map: usize,
    names: &[Sp<String>],
    partial: bool,
    cx: &mut Cx,
) -> Vec<Ref<Place>> {
    let Some(grid) = board.grids.get(&map) else { return Vec::new() };
    let mut places = Vec::new();
    let by_place: BTreeMap<usize, Cell> = grid.places.iter().map(|(hex, place)| (*place, *hex)).collect();
    for name in names {
        let hexes = match grid.run(name) {
            Some(run) => run,
            None => one(grid, name, cx).into_iter().map(|(_, place)| place).collect(),
        };
        for index in hexes {
            let hex = by_place.get(&index).copied();
            let inside =
                |hex: Cell| grid.grid.beyond_sides(hex).iter().all(|n| n.is_some_and(|n| grid.places.contains_key(&n)));
            if !partial && hex.is_some_and(inside) {
                let (word, label) = (grid.kind.cells().0, &board.places[index].label);
                let message = format!("the {word} `{label}` has neighbours on all sides: it is not at the edge");
                cx.diags.push(codes::INLAND.at(name.span, message).label("inland"));
            }
            places.push(board.place_ref(index));
        }
    }
    places
}
