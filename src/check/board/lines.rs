//! Lines from cell to cell, and named places.

use super::cells::one;
use super::{CheckedBoard, GridPlaces};
use crate::check::about::{about, say};
use crate::check::names::one_of;
use crate::diag::codes;
use crate::geometry::cells::Cell;
use crate::model::{Line, Ref, Site};
use crate::source::decode::Cx;
use crate::syntax::MapFile;
use std::collections::BTreeMap;

/// Checks `[[line]]`: each step leads to a neighbour.
pub fn lines(board: &mut CheckedBoard, map: usize, file: &MapFile, grid: &GridPlaces, cx: &mut Cx) {
    let mut between: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (n, edge) in board.edges.iter().enumerate().filter(|_| !file.lines.is_empty()) {
        between.entry((edge.from.index, edge.to.index)).or_default().push(n);
    }
    for def in &file.lines {
        let kind = one_of("way", &def.kind, board.maps[map].ways.iter().map(|way| way.id.as_str()), cx);
        let path: Vec<Option<(Cell, usize)>> = def.path.iter().map(|name| one(grid, name, cx)).collect();
        for (step, names) in path.windows(2).zip(def.path.windows(2)) {
            let [Some((a, from)), Some((b, to))] = step else { continue };
            if grid.grid.direction_between(*a, *b).is_none() {
                let message = format!("the line jumps from `{}` to `{}`", names[0].value, names[1].value);
                cx.diags.push(
                    codes::JUMP
                        .at(names[1].span, message)
                        .label("not a neighbour")
                        .also(names[0].span, format!("of this {}", grid.kind.cells().0)),
                );
                continue;
            }
            let Some(kind) = &kind else { continue };
            let ways = [(*from, *to), (*to, *from)];
            for n in ways.iter().flat_map(|way| between.get(way)).flatten() {
                let edge = &mut board.edges[*n];
                if !edge.ways.contains(kind) {
                    edge.ways.push(kind.clone());
                    say(&mut edge.about, "ways", def.meta.source_of_both("path", "kind"));
                }
            }
        }
        let path = path.into_iter().flatten().map(|(_, place)| Ref::new(place, &board.places[place].id)).collect();
        let about = about(&def.meta);
        board.maps[map].lines.push(Line { kind: kind.unwrap_or_default(), name: def.name.clone(), path, about });
    }
}

/// Checks `[[place]]`.
pub fn sites(board: &mut CheckedBoard, map: usize, file: &MapFile, grid: &GridPlaces, cx: &mut Cx) {
    for def in &file.places {
        let kind = one_of("feature", &def.kind, board.maps[map].features.iter().map(|feature| feature.id.as_str()), cx);
        let at: Vec<usize> = def.at.iter().filter_map(|name| one(grid, name, cx)).map(|(_, place)| place).collect();
        let name = def.name.as_ref().map(|name| name.value.clone());
        for place in &at {
            if board.places[*place].name.is_none() && name.is_some() {
                board.places[*place].name.clone_from(&name);
                say(&mut board.places[*place].about, "name", def.meta.source_of_both("at", "name"));
            }
        }
        let at = at.into_iter().map(|place| Ref::new(place, &board.places[place].id)).collect();
        board.maps[map].sites.push(Site { kind: kind.unwrap_or_default(), name, at, about: about(&def.meta) });
    }
}
