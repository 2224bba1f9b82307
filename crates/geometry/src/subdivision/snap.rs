//! Makes vertices coincide that were meant to.
//!
//! Authors draw or trace two neighbouring polygons one after the other, and their common border
//! comes out with errors of some tenths of a millimetre. Vertices near each other become one, and a
//! vertex near an edge becomes a vertex of that edge. The land is never moved: polygons come to it.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Point;
use super::super::point::nearest_parameter;
use super::grid::{GridNode, PER_MM, ring_edges};
use super::intake::{Taken, TakenShape, drop_repeated};

/// Gives one representative to all nodes that are near it.
pub(super) struct Welder {
    tolerance: i64,
    /// Representatives by square of the tolerance's size.
    squares: BTreeMap<(i64, i64), Vec<GridNode>>,
}

impl Welder {
    pub fn new(tolerance_mm: f64) -> Self {
        Self { tolerance: ((tolerance_mm * PER_MM).round() as i64).max(1), squares: BTreeMap::new() }
    }

    /// Makes the node a representative, whatever is near.
    pub fn anchor(&mut self, node: GridNode) {
        let square = self.squares.entry(self.square(node)).or_default();
        if !square.contains(&node) {
            square.push(node);
        }
    }

    /// The nearest representative within the tolerance, else the node itself, which becomes one.
    pub fn weld(&mut self, node: GridNode) -> GridNode {
        let (x, y) = self.square(node);
        let around = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        let nearest = around
            .filter_map(|square| self.squares.get(&square))
            .flatten()
            .map(|&other| (node.distance_squared(other), other))
            .min();
        match nearest {
            Some((distance, other)) if distance <= self.tolerance * self.tolerance => other,
            _ => {
                self.anchor(node);
                node
            }
        }
    }

    fn square(&self, node: GridNode) -> (i64, i64) {
        (node.x.div_euclid(self.tolerance), node.y.div_euclid(self.tolerance))
    }
}

/// Snaps the given polygons to the land and to each other.
pub(super) fn snap(taken: &mut Taken, tolerance: f64) {
    if tolerance * PER_MM < 1.0 {
        return;
    }
    weld_vertices(taken, tolerance);
    move_vertices_to_the_coast(taken, tolerance);
    let nodes = all_nodes(taken);
    let land = taken.land.iter_mut();
    let polygons = taken.shapes.iter_mut().filter_map(ring_of);
    for ring in land.chain(polygons) {
        take_up_nodes(ring, &nodes, tolerance);
        drop_repeated(ring);
    }
}

fn ring_of(shape: &mut TakenShape) -> Option<&mut Vec<GridNode>> {
    match shape {
        TakenShape::Polygon(ring) => Some(ring),
        _ => None,
    }
}

fn weld_vertices(taken: &mut Taken, tolerance: f64) {
    let mut welder = Welder::new(tolerance);
    for &node in taken.land.iter().flatten() {
        welder.anchor(node);
    }
    for ring in taken.shapes.iter_mut().filter_map(ring_of) {
        for node in ring.iter_mut() {
            *node = welder.weld(*node);
        }
        drop_repeated(ring);
    }
}

/// A polygon that runs along the coast a little off the land would leave a sliver there.
fn move_vertices_to_the_coast(taken: &mut Taken, tolerance: f64) {
    let corners: BTreeSet<GridNode> = taken.land.iter().flatten().copied().collect();
    let coasts = &taken.land;
    for ring in taken.shapes.iter_mut().filter_map(ring_of) {
        for node in ring.iter_mut().filter(|node| !corners.contains(node)) {
            let nearest = coasts
                .iter()
                .filter_map(|coast| nearest_edge(*node, coast))
                .min_by(|a, b| a.distance.total_cmp(&b.distance));
            if let Some(near) = nearest.filter(|near| near.distance <= tolerance) {
                *node = GridNode::of(near.place);
            }
        }
    }
}

fn all_nodes(taken: &Taken) -> BTreeSet<GridNode> {
    let land = taken.land.iter().flatten();
    let polygons = taken.polygons().flat_map(|(_, ring)| ring);
    land.chain(polygons).copied().collect()
}

/// Makes vertices of other rings that are near an edge of this one vertices of it. Each goes into
/// the nearest edge only: into two it would cut off the corner between them.
fn take_up_nodes(ring: &mut Vec<GridNode>, nodes: &BTreeSet<GridNode>, tolerance: f64) {
    let own: BTreeSet<GridNode> = ring.iter().copied().collect();
    let margin = (tolerance * PER_MM).ceil() as i64;
    let (Some(left), Some(right)) = (own.first(), own.last()) else {
        return;
    };
    let top = own.iter().map(|n| n.y).min().unwrap_or_default() - margin;
    let bottom = own.iter().map(|n| n.y).max().unwrap_or_default() + margin;
    let column = GridNode { x: left.x - margin, y: i64::MIN }..GridNode { x: right.x + margin, y: i64::MAX };
    let mut taken_up: BTreeMap<usize, Vec<(f64, GridNode)>> = BTreeMap::new();
    for &node in nodes.range(column) {
        if node.y < top || node.y > bottom || own.contains(&node) {
            continue;
        }
        if let Some(near) = nearest_edge(node, ring).filter(|near| near.inside(tolerance)) {
            taken_up.entry(near.edge).or_default().push((near.parameter, node));
        }
    }
    let mut longer = Vec::with_capacity(ring.len());
    for (edge, &node) in ring.iter().enumerate() {
        longer.push(node);
        let mut between = taken_up.remove(&edge).unwrap_or_default();
        between.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        longer.extend(between.into_iter().map(|(_, node)| node));
    }
    *ring = longer;
}

/// The place on a ring that is nearest to a node.
struct NearestOnRing {
    edge: usize,
    parameter: f64,
    place: Point,
    distance: f64,
}

impl NearestOnRing {
    /// Within the tolerance of the edge and not at one of its ends.
    fn inside(&self, tolerance: f64) -> bool {
        self.distance <= tolerance && self.parameter > 0.0 && self.parameter < 1.0
    }
}

fn nearest_edge(node: GridNode, ring: &[GridNode]) -> Option<NearestOnRing> {
    let point = node.point();
    ring_edges(ring)
        .enumerate()
        .map(|(edge, (a, b))| {
            let (a, b) = (a.point(), b.point());
            let parameter = nearest_parameter(point, a, b);
            let place = a.towards(b, parameter);
            NearestOnRing { edge, parameter, place, distance: point.distance(place) }
        })
        .min_by(|a, b| a.distance.total_cmp(&b.distance))
}
