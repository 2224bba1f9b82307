//! Cuts rings where they meet, until edges have nothing in common but their ends.

use std::collections::BTreeMap;

use super::grid::{GridNode, lies_along, proper_crossing, ring_edges};
use super::voronoi::{OwnedRing, Owner};

/// A piece of ring that no other piece crosses.
#[derive(Debug, Clone)]
pub(super) struct RingEdge {
    /// The lesser end.
    pub a: GridNode,
    pub b: GridNode,
    /// Whose ring runs here, sorted. Who crosses the edge enters or leaves each of them.
    pub owners: Vec<Owner>,
}

/// Rounding a cut to the grid bends edges a little, which may make new cuts; in practice two or
/// three rounds are enough.
const MOST_ROUNDS: usize = 12;

/// Cuts all rings at their crossings. Pieces on which one owner's ring runs to and fro vanish.
pub(super) fn arrange(rings: &[OwnedRing]) -> Vec<RingEdge> {
    let mut pieces = OpenEdges::default();
    for ring in rings {
        for (a, b) in ring_edges(&ring.nodes) {
            pieces.add(a, b, &[ring.owner]);
        }
    }
    let mut edges = pieces.into_edges();
    for _ in 0..MOST_ROUNDS {
        let cuts = find_cuts(&edges);
        if cuts.iter().all(Vec::is_empty) {
            break;
        }
        edges = cut(&edges, cuts);
    }
    edges
}

/// Edges being collected, by their ends.
#[derive(Default)]
struct OpenEdges(BTreeMap<(GridNode, GridNode), Vec<Owner>>);

impl OpenEdges {
    fn add(&mut self, a: GridNode, b: GridNode, owners: &[Owner]) {
        if a != b {
            let there = self.0.entry((a.min(b), a.max(b))).or_default();
            toggle(there, owners);
        }
    }

    fn into_edges(self) -> Vec<RingEdge> {
        let used = self.0.into_iter().filter(|(_, owners)| !owners.is_empty());
        used.map(|((a, b), owners)| RingEdge { a, b, owners }).collect()
    }
}

/// Enters rings that one is outside of, leaves those that one is inside of.
pub(super) fn toggle(inside: &mut Vec<Owner>, crossed: &[Owner]) {
    for owner in crossed {
        match inside.binary_search(owner) {
            Ok(index) => {
                inside.remove(index);
            }
            Err(index) => inside.insert(index, *owner),
        }
    }
}

/// For each edge the nodes at which it is to be cut. The edges come sorted by their lesser end.
fn find_cuts(edges: &[RingEdge]) -> Vec<Vec<GridNode>> {
    let mut cuts = vec![Vec::new(); edges.len()];
    let mut nodes: Vec<GridNode> = edges.iter().flat_map(|e| [e.a, e.b]).collect();
    for (index, edge) in edges.iter().enumerate() {
        let later = edges.iter().enumerate().skip(index + 1);
        for (other_index, other) in later.take_while(|(_, other)| other.a.x <= edge.b.x) {
            if let Some(node) = proper_crossing(edge.a, edge.b, other.a, other.b) {
                cuts[index].push(node);
                cuts[other_index].push(node);
                nodes.push(node);
            }
        }
    }
    nodes.sort_unstable();
    nodes.dedup();
    for (edge, cuts) in edges.iter().zip(&mut cuts) {
        cuts.retain(|&node| node != edge.a && node != edge.b);
        cuts.extend(nodes_along(edge, &nodes));
        cuts.sort_by_key(|&node| (super::grid::dot(edge.a, edge.b, node), node));
        cuts.dedup();
    }
    cuts
}

/// The nodes on which an edge lies without ending there.
fn nodes_along<'a>(edge: &'a RingEdge, nodes: &'a [GridNode]) -> impl Iterator<Item = GridNode> + 'a {
    let from = nodes.partition_point(|node| node.x < edge.a.x - 1);
    let (top, bottom) = (edge.a.y.min(edge.b.y) - 1, edge.a.y.max(edge.b.y) + 1);
    nodes[from..]
        .iter()
        .copied()
        .take_while(|node| node.x <= edge.b.x + 1)
        .filter(move |node| node.y >= top && node.y <= bottom)
        .filter(|&node| lies_along(node, edge.a, edge.b))
}

fn cut(edges: &[RingEdge], cuts: Vec<Vec<GridNode>>) -> Vec<RingEdge> {
    let mut pieces = OpenEdges::default();
    for (edge, cuts) in edges.iter().zip(cuts) {
        let mut from = edge.a;
        for to in cuts.into_iter().chain([edge.b]) {
            pieces.add(from, to, &edge.owners);
            from = to;
        }
    }
    pieces.into_edges()
}
