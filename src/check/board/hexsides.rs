//! Sides of hexes and squares: boundaries and crossings.

use super::borders::{boundary, check_crossing, default_boundary};
use super::cells::one;
use super::{CheckedBoard, GridPlaces};
use crate::check::about::pieced;
use crate::diag::codes;
use crate::geometry::cells::Cell;
use crate::model::{About, Border, Edge, EdgeBy, Point};
use crate::source::Sp;
use crate::source::decode::{Cx, Meta};
use crate::source::values::Source;
use crate::syntax::{CrossingDef, HexsideDef, MapFile, MapKind};
use std::collections::BTreeMap;

/// The two cells of a side `A/B`; reports those that share none.
pub(super) fn side(grid: &GridPlaces, name: &Sp<String>, cx: &mut Cx) -> Option<(Cell, Cell)> {
    let Some((a, b)) = name.split_once('/') else {
        let (side, cells) = (grid.kind.side(), grid.kind.cells().1);
        let help = format!("write two {cells}: \"0203/0204\"");
        return cx.bad_value(name.span, format!("`{}` is not a {side}", name.value), &help);
    };
    let part = |text: &str| Sp::new(text.trim().to_string(), name.span);
    let (a, b) = (one(grid, &part(a), cx), one(grid, &part(b), cx));
    let ((a, _), (b, _)) = (a?, b?);
    if !grid.grid.share_side(a, b) {
        let corner = grid.grid.direction_between(a, b).is_some();
        let apart = if corner { "share a corner, but not a side" } else { "do not touch" };
        let message = format!("the {} of `{}` {apart}", grid.kind.cells().1, name.value);
        let near: Vec<String> = grid.grid.beyond_sides(a).iter().flatten().map(|hex| grid.grid.number(*hex)).collect();
        let help = format!("{} touches {}", grid.grid.number(a), near.join(", "));
        cx.diags.push(codes::APART.at(name.span, message).label("apart").help(help));
        return None;
    }
    Some((a.min(b), a.max(b)))
}

/// What is said about a side: that the cells touch comes from the grid, what lies on it from its own records.
fn about_side(file: &MapFile, side: Option<&HexsideDef>, crossing: Option<&CrossingDef>) -> About {
    let touch = file.grid.as_ref().and_then(|grid| grid.meta.source());
    let at = |meta: &'_ Meta| -> Option<Source> { meta.source_of_both("at", "kind").cloned() };
    let (kind, over) = (side.and_then(|def| at(&def.meta)), crossing.and_then(|def| at(&def.meta)));
    let keys =
        side.map(|_| ("boundary", kind.as_ref())).into_iter().chain(crossing.map(|_| ("crossing", over.as_ref())));
    let notes = [side.and_then(|def| def.meta.note.as_deref()), crossing.and_then(|def| def.meta.note.as_deref())];
    pieced(touch, keys, notes)
}

/// Sides, crossings, and the edges between cells that follow from them.
pub(super) fn sides(board: &mut CheckedBoard, map: usize, file: &MapFile, grid: &GridPlaces, cx: &mut Cx) {
    let mut kinds: BTreeMap<(Cell, Cell), (String, &HexsideDef)> = BTreeMap::new();
    for def in file.sides() {
        let kind = boundary(&board.maps[map], &def.kind, cx);
        for name in &def.at {
            if let (Some(pair), Some(kind)) = (side(grid, name, cx), &kind) {
                kinds.insert(pair, (kind.clone(), def));
            }
        }
    }
    let mut crossings: BTreeMap<(Cell, Cell), &CrossingDef> = BTreeMap::new();
    for def in &file.crossings {
        for name in &def.at {
            let Some(pair) = side(grid, name, cx) else { continue };
            match kinds.get(&pair) {
                Some((kind, _)) => check_crossing(&board.maps[map], Some(kind), &def.kind, None, cx),
                None => cx.diags.push(
                    codes::NO_RIVER
                        .at(name.span, format!("there is nothing to cross at `{}`", name.value))
                        .label(format!("no feature on this {}", grid.kind.side())),
                ),
            }
            crossings.insert(pair, def);
        }
    }
    let default = default_boundary(file).map(str::to_string);
    let places = board.place_refs();
    // Edges are large: growing bit by bit would copy them again and again.
    board.edges.reserve(6 * grid.places.len());
    for (hex, place) in &grid.places {
        for (direction, other) in grid.grid.neighbours(*hex).iter().enumerate() {
            let Some((other, to)) = other.and_then(|other| Some((other, *grid.places.get(&other)?))) else { continue };
            let pair = ((*hex).min(other), (*hex).max(other));
            let side = kinds.get(&pair);
            let kind = side.map(|(kind, _)| kind.clone()).or_else(|| default.clone());
            let side = side.map(|(_, def)| *def);
            let over = crossings.get(&pair).copied();
            let crossing = over.map(|def| def.kind.value.clone());
            let about = about_side(file, side, over);
            let reference = |index: usize| places[index].clone();
            let line = grid.grid.side(*hex, direction);
            let by = match (grid.kind, line) {
                (MapKind::Square, Some(_)) => EdgeBy::Side,
                (MapKind::Square, None) => EdgeBy::Corner,
                _ => EdgeBy::Hexside,
            };
            if *hex < other
                && (kind != default || crossing.is_some())
                && let Some((from, to_point)) = line
            {
                let path = [from, to_point].map(Point::rounded).to_vec();
                let (a, b) = (reference(*place), Some(reference(to)));
                board.maps[map].borders.push(Border {
                    a,
                    b,
                    kind: kind.clone(),
                    crossing: crossing.clone(),
                    name: side.and_then(|def| def.name.clone()),
                    path,
                    about: about.clone(),
                });
            }
            board.edges.push(Edge {
                from: reference(*place),
                to: reference(to),
                by,
                boundary: kind,
                crossing,
                ways: Vec::new(),
                length: None,
                drawn: false,
                via: Vec::new(),
                about,
            });
        }
    }
}
