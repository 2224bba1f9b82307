//! What every subdivision must fulfil, and the maps on which it is tried.

mod broken;
mod given;
mod grown;

use std::collections::BTreeMap;

use super::super::{Point, polygon};
use super::grid::{GridNode, conflict};
use super::*;

fn points(list: &[(f64, f64)]) -> Vec<Point> {
    list.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

fn given(list: &[(f64, f64)]) -> AreaShape {
    AreaShape::Polygon(points(list))
}

fn rect(x: f64, y: f64, width: f64, height: f64) -> Vec<(f64, f64)> {
    vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
}

fn input(land: &[&[(f64, f64)]], shapes: Vec<AreaShape>) -> SubdivisionInput {
    SubdivisionInput {
        land: land.iter().map(|ring| points(ring)).collect(),
        shapes,
        soften: 0.0,
        snap: 0.5,
        min_border: 3.0,
    }
}

/// A coast with two bays and a lake in it.
fn bays() -> Vec<Vec<(f64, f64)>> {
    vec![
        vec![
            (10., 10.),
            (150., 5.),
            (290., 12.),
            (285., 90.),
            (240., 110.),
            (250., 140.),
            (292., 150.),
            (280., 195.),
            (150., 190.),
            (120., 160.),
            (95., 192.),
            (8., 185.),
            (15., 100.),
        ],
        vec![(60., 60.), (85., 55.), (95., 75.), (70., 85.)],
    ]
}

/// A small generator, so that the tests try the same maps every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn point(&mut self, width: f64, height: f64) -> Point {
        Point::new(self.roll() * width, self.roll() * height)
    }
}

/// Random sites on the land with the bays.
fn bay_input(count: usize, seed: u64) -> SubdivisionInput {
    let mut dice = Dice(seed * 7919 + 1);
    let land: Vec<Vec<Point>> = bays().iter().map(|ring| points(ring)).collect();
    let mut shapes = Vec::new();
    while shapes.len() < count {
        let site = dice.point(300., 200.);
        let on_land = polygon::contains(&land[0], site) && !polygon::contains(&land[1], site);
        let apart = |s: &AreaShape| matches!(s, AreaShape::Site(p) if p.distance(site) > 1.0);
        if on_land && shapes.iter().all(apart) {
            shapes.push(AreaShape::Site(site));
        }
    }
    SubdivisionInput { land, shapes, soften: 0.0, snap: 0.5, min_border: 3.0 }
}

fn rings(cell: &AreaCell) -> impl Iterator<Item = &Vec<Point>> {
    let outline = std::iter::once(&cell.outline).filter(|ring| !ring.is_empty());
    outline.chain(&cell.holes).chain(&cell.islets)
}

fn total_area(subdivision: &Subdivision) -> f64 {
    subdivision.cells.iter().map(|cell| cell.area).sum()
}

/// Everything that must hold whatever the input was.
fn assert_sound(subdivision: &Subdivision) {
    for (index, cell) in subdivision.cells.iter().enumerate() {
        for ring in rings(cell) {
            assert_simple(ring, index);
            assert_starts_leftmost(ring);
        }
        let areas = rings(cell).map(|ring| polygon::signed_area(ring));
        assert!((areas.sum::<f64>() - cell.area).abs() < 1e-6);
        if !cell.outline.is_empty() {
            assert!(polygon::signed_area(&cell.outline) > 0.0);
            assert!(polygon::contains(&cell.outline, cell.label));
            let rim = rings(cell).flat_map(|ring| polygon::edges(ring));
            let nearest = rim.map(|(a, b)| super::super::distance_to_segment(cell.label, a, b));
            let nearest = nearest.fold(f64::INFINITY, f64::min);
            assert!((nearest - cell.label_radius).abs() < 0.01, "cell {index}");
        }
        assert!(cell.holes.iter().all(|h| polygon::signed_area(h) < 0.0));
        assert!(cell.islets.iter().all(|i| polygon::signed_area(i) > 0.0));
    }
    assert_borders_make_outlines(subdivision);
}

fn assert_simple(ring: &[Point], cell: usize) {
    let edges: Vec<(GridNode, GridNode)> =
        polygon::edges(ring).map(|(a, b)| (GridNode::of(a), GridNode::of(b))).collect();
    assert!(edges.len() >= 3);
    for (index, &edge) in edges.iter().enumerate() {
        for &other in &edges[index + 1..] {
            let at = edge.0.point();
            assert!(!conflict(edge, other), "cell {cell} meets itself at {at:?}");
        }
    }
}

fn assert_starts_leftmost(ring: &[Point]) {
    let least = ring.iter().map(|&p| GridNode::of(p)).min();
    assert_eq!(ring.first().map(|&p| GridNode::of(p)), least);
}

/// Each step of each border is in the ring of the cell on either side, in opposite directions, and
/// rings have no other steps.
fn assert_borders_make_outlines(subdivision: &Subdivision) {
    let mut steps: BTreeMap<(GridNode, GridNode), Vec<usize>> = BTreeMap::new();
    for (index, cell) in subdivision.cells.iter().enumerate() {
        for (a, b) in rings(cell).flat_map(|ring| polygon::edges(ring)) {
            steps.entry((GridNode::of(a), GridNode::of(b))).or_default().push(index);
        }
    }
    for border in &subdivision.borders {
        assert!(border.b.is_none_or(|b| border.a < b));
        for step in border.path.windows(2) {
            let (from, to) = (GridNode::of(step[0]), GridNode::of(step[1]));
            assert_eq!(steps.remove(&(from, to)), Some(vec![border.a]));
            assert_eq!(steps.remove(&(to, from)), border.b.map(|b| vec![b]));
        }
    }
    assert_eq!(steps.len(), 0, "outlines have steps that no border has");
}
