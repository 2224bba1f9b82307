//! Puts the outlines of cells together from their borders.

use super::super::{Point, pole_of_inaccessibility, polygon};
use super::borders::{Along, Chains};
use super::grid::{GridNode, doubled_area, square_mm};
use super::intake::{Taken, TakenShape};
use super::labels::CRUMB;
use super::{AreaCell, InputPart, ShapeProblem};

/// All cells, in the order of the shapes.
pub(super) fn assemble(
    chains: &Chains,
    paths: &[Vec<GridNode>],
    taken: &Taken,
    problems: &mut Vec<ShapeProblem>,
) -> Vec<AreaCell> {
    let mut rings: Vec<Vec<CellRing>> = Vec::new();
    rings.resize_with(taken.shapes.len(), Vec::new);
    let mut used = vec![false; chains.alongs().len()];
    for start in chains.alongs() {
        let Some(cell) = chains.cell(start) else {
            continue;
        };
        if !used[start] {
            let loops = split_at_pinches(walk(chains, start, &mut used), paths);
            rings[cell].extend(loops.iter().map(|ring| CellRing::of(ring, paths)));
        }
    }
    let cells = rings.into_iter().enumerate();
    cells.map(|(shape, rings)| cell(shape, rings, taken, problems)).collect()
}

/// Follows a cell's border around.
fn walk(chains: &Chains, start: Along, used: &mut [bool]) -> Vec<Along> {
    let mut ring = Vec::new();
    let mut at = start;
    while !used[at] {
        used[at] = true;
        ring.push(at);
        at = chains.next(at);
    }
    ring
}

/// Divides a ring that comes back to a node where it has been into simple rings.
fn split_at_pinches(ring: Vec<Along>, paths: &[Vec<GridNode>]) -> Vec<Vec<Along>> {
    let mut rings = Vec::new();
    let mut open: Vec<Along> = Vec::new();
    for along in ring {
        let begin = nodes(along, paths).next();
        let been_here = open.iter().position(|&a| nodes(a, paths).next() == begin);
        if let Some(position) = been_here {
            rings.push(open.split_off(position));
        }
        open.push(along);
    }
    rings.push(open);
    rings
}

/// The nodes of a chain in a direction, without the last, which is the first of the next.
fn nodes(along: Along, paths: &[Vec<GridNode>]) -> impl Iterator<Item = GridNode> + '_ {
    let path = &paths[along / 2];
    let last = path.len().saturating_sub(1);
    let forwards = along.is_multiple_of(2);
    (0..last).map(move |index| if forwards { path[index] } else { path[last - index] })
}

struct CellRing {
    points: Vec<Point>,
    /// Negative for a hole.
    area: f64,
}

impl CellRing {
    fn of(ring: &[Along], paths: &[Vec<GridNode>]) -> Self {
        let mut ring: Vec<GridNode> = ring.iter().flat_map(|&a| nodes(a, paths)).collect();
        let first = (0..ring.len()).min_by_key(|&index| ring[index]);
        ring.rotate_left(first.unwrap_or(0));
        Self { area: square_mm(doubled_area(&ring)), points: ring.into_iter().map(GridNode::point).collect() }
    }
}

fn cell(shape: usize, rings: Vec<CellRing>, taken: &Taken, problems: &mut Vec<ShapeProblem>) -> AreaCell {
    let area: f64 = rings.iter().map(|ring| ring.area).sum();
    let (mut parts, holes): (Vec<CellRing>, Vec<CellRing>) = rings.into_iter().partition(|r| r.area > 0.0);
    if parts.is_empty() {
        return empty_cell(shape, taken, problems);
    }
    parts.sort_by(|a, b| b.area.total_cmp(&a.area));
    let site = taken.site(shape);
    let around_site = |ring: &CellRing| site.is_some_and(|s| polygon::contains(&ring.points, s));
    let main = parts.iter().position(around_site).unwrap_or(0);
    let outline = parts.remove(main).points;
    report_parts(shape, &parts, problems);
    let holes: Vec<Vec<Point>> = holes.into_iter().map(|ring| ring.points).collect();
    let (label, label_radius) = label(&outline, &holes, area);
    AreaCell { outline, holes, islets: parts.into_iter().map(|part| part.points).collect(), area, label, label_radius }
}

/// The parts but the main one come sorted, the largest first.
fn report_parts(shape: usize, parts: &[CellRing], problems: &mut Vec<ShapeProblem>) {
    let visible: Vec<&CellRing> = parts.iter().filter(|part| part.area >= CRUMB).collect();
    if let Some(largest) = visible.first() {
        problems.push(ShapeProblem::SeveralParts {
            shape,
            parts: visible.len() + 1,
            area: visible.iter().map(|part| part.area).sum(),
            at: label(&largest.points, &[], largest.area).0,
        });
    }
}

/// Place and room for a label, to within a fiftieth of the cell's size: nobody sees a difference.
fn label(outline: &[Point], holes: &[Vec<Point>], area: f64) -> (Point, f64) {
    let precision = (area.sqrt() / 50.0).max(0.02);
    let mut rings: Vec<&[Point]> = vec![outline];
    let in_outline = |hole: &&Vec<Point>| hole.iter().any(|&p| polygon::contains(outline, p));
    rings.extend(holes.iter().filter(in_outline).map(Vec::as_slice));
    match pole_of_inaccessibility(&rings, precision) {
        Some(pole) => (pole.at.rounded(), super::super::round_to_micrometre(pole.radius)),
        None => (outline.first().copied().unwrap_or_default(), 0.0),
    }
}

/// A cell of a shape that could not be used, or of which others left nothing.
fn empty_cell(shape: usize, taken: &Taken, problems: &mut Vec<ShapeProblem>) -> AreaCell {
    let at = match &taken.shapes[shape] {
        TakenShape::Unusable { at } => *at,
        TakenShape::Site(site) => *site,
        TakenShape::Polygon(ring) => ring.first().map(|n| n.point()).unwrap_or_default(),
    };
    if !problems.iter().any(|p| p.shapes().contains(&shape)) {
        let source = InputPart::Shape(shape);
        problems.push(ShapeProblem::NoArea { source, at });
    }
    AreaCell { label: at, ..AreaCell::default() }
}
