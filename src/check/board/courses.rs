//! Rivers that run through hexes, from the end of their hexsides to the next.

use super::cells::one;
use super::{CheckedBoard, GridPlaces};
use crate::check::about::about;
use crate::diag::codes;
use crate::geometry::cells::Cell;
use crate::model::{Border, Course, Point};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::{HexsideDef, MapFile};

/// Leads the hexsides of every record through the hexes it names.
pub fn check(board: &mut CheckedBoard, map: usize, file: &MapFile, grid: &GridPlaces, cx: &mut Cx) {
    for def in file.sides() {
        let hexes: Vec<(Cell, usize, &Sp<String>)> =
            def.through.iter().filter_map(|name| one(grid, name, cx).map(|(hex, place)| (hex, place, name))).collect();
        let touch = |a: &(Cell, usize, &Sp<String>), b: &(Cell, usize, &Sp<String>)| {
            grid.grid.direction_between(a.0, b.0).is_some()
        };
        for run in hexes.chunk_by(touch) {
            let Some(path) = path(&board.maps[map].borders, def, grid, run, cx) else { continue };
            let through = run.iter().map(|(_, place, _)| board.place_ref(*place)).collect();
            let (kind, name) = (def.kind.value.clone(), def.name.clone());
            board.maps[map].courses.push(Course { kind, name, through, path, about: about(&def.meta) });
        }
    }
}

/// The way through neighbouring hexes, from one end of the hexsides to another or to a hex's centre.
fn path(
    borders: &[Border],
    def: &HexsideDef,
    grid: &GridPlaces,
    run: &[(Cell, usize, &Sp<String>)],
    cx: &mut Cx,
) -> Option<Vec<Point>> {
    let ends = ends(borders, def);
    let at = |hex: Cell| -> Vec<Point> {
        let corners = grid.grid.corners(hex).into_iter().map(Point::rounded);
        corners.filter(|corner| ends.iter().any(|end| same(*end, *corner))).collect()
    };
    let (first, last) = (run.first()?, run.last()?);
    let from = at(first.0);
    let found: Vec<Point> = match run.len() {
        1 => from,
        _ => {
            // The corner that lies farther from the other end of the run is the one it comes from.
            let far = |corners: Vec<Point>, other: Cell| {
                let centre = grid.grid.centre(other);
                corners.into_iter().max_by(|a, b| a.distance(centre).total_cmp(&b.distance(centre)))
            };
            far(from, last.0).into_iter().chain(far(at(last.0), first.0)).collect()
        }
    };
    let (a, b) = match found[..] {
        [a] => (a, None),
        [a, b] => (a, Some(b)),
        _ => {
            let message = format!("{} ends of this river are at corners of `{}`", found.len(), first.2.value);
            let help = "a river runs through a hex from one end of its hexsides to another, or ends there";
            cx.diags.push(codes::NO_COURSE.at(first.2.span, message).label("needs one or two").help(help));
            return None;
        }
    };
    let mut points = vec![a];
    match (run, b) {
        // Between neighbouring corners it keeps to their side of the hex.
        ([(hex, ..)], Some(b)) => points.push(grid.grid.centre(*hex).towards(a.midpoint(b), 0.5)),
        _ => {
            let mut hexes: Vec<Point> = run.iter().map(|(hex, ..)| grid.grid.centre(*hex)).collect();
            if hexes.last().is_some_and(|end| a.distance(*end) < a.distance(hexes[0])) {
                hexes.reverse();
            }
            points.extend(hexes);
        }
    }
    points.extend(b);
    Some(points.into_iter().map(Point::rounded).collect())
}

fn same(a: Point, b: Point) -> bool {
    a.distance(b) < 0.01
}

/// Corners where hexsides of the same kind and name end.
fn ends(borders: &[Border], def: &HexsideDef) -> Vec<Point> {
    let own = borders.iter().filter(|border| border.kind.as_ref() == Some(&def.kind.value) && border.name == def.name);
    let corners: Vec<Point> = own
        .flat_map(|border| [border.path.first(), border.path.last()])
        .flatten()
        .map(|p| Point::new(p.x, p.y))
        .collect();
    let alone = |corner: &&Point| corners.iter().filter(|other| same(**other, **corner)).count() == 1;
    corners.iter().filter(alone).copied().collect()
}
