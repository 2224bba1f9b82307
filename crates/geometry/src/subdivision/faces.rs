//! The faces of an arrangement of edges, and inside which rings each lies.
//!
//! Every edge is two half-edges, `2 e` from its lesser end to its greater and `2 e + 1` back. A face
//! lies to the left of its half-edges (left as if y grew upwards). Which rings are around a face is
//! not measured but counted, by walking from outside and noting every ring that is crossed: no
//! rounding can make that inconsistent.

use std::collections::VecDeque;

use super::super::{Point, pole_of_inaccessibility};
use super::arrangement::{RingEdge, toggle};
use super::grid::{GridNode, cross, doubled_area, square_mm};
use super::voronoi::Owner;

pub(super) type HalfEdge = usize;
pub(super) type FaceId = usize;

/// The face of infinity.
pub(super) const OUTSIDE: FaceId = 0;

#[derive(Default)]
pub(super) struct PlaneFace {
    /// Whose rings are around it, sorted.
    pub inside: Vec<Owner>,
    /// In square millimetres; meaningless for the outside.
    pub area: f64,
    /// One half-edge of each ring of its boundary.
    starts: Vec<HalfEdge>,
}

pub(super) struct PlaneFaces {
    edges: Vec<RingEdge>,
    /// The half-edge that follows along the same face.
    next: Vec<HalfEdge>,
    face_of: Vec<FaceId>,
    pub faces: Vec<PlaneFace>,
}

pub(super) fn twin(half: HalfEdge) -> HalfEdge {
    half ^ 1
}

impl PlaneFaces {
    pub fn trace(edges: Vec<RingEdge>) -> Self {
        let next = link(&edges);
        let mut faces = Self { face_of: vec![OUTSIDE; next.len()], edges, next, faces: vec![PlaneFace::default()] };
        faces.find_faces();
        faces.count_rings();
        faces
    }

    pub fn half_edges(&self) -> std::ops::Range<HalfEdge> {
        0..self.next.len()
    }

    pub fn from(&self, half: HalfEdge) -> GridNode {
        start_of(&self.edges, half)
    }

    pub fn to(&self, half: HalfEdge) -> GridNode {
        self.from(twin(half))
    }

    pub fn next(&self, half: HalfEdge) -> HalfEdge {
        self.next[half]
    }

    pub fn face(&self, half: HalfEdge) -> FaceId {
        self.face_of[half]
    }

    pub fn length(&self, half: HalfEdge) -> f64 {
        self.from(half).point().distance(self.to(half).point())
    }

    /// The half-edges of a face, ring by ring.
    pub fn boundary(&self, face: FaceId) -> impl Iterator<Item = HalfEdge> + '_ {
        self.faces[face].starts.iter().flat_map(|&s| self.ring(s))
    }

    /// A point well inside a face.
    pub fn spot_in(&self, face: FaceId) -> Point {
        let rings: Vec<Vec<Point>> = self.faces[face]
            .starts
            .iter()
            .map(|&start| self.ring(start).map(|h| self.from(h).point()).collect())
            .collect();
        let rings: Vec<&[Point]> = rings.iter().map(Vec::as_slice).collect();
        let pole = pole_of_inaccessibility(&rings, 0.01).map(|pole| pole.at);
        let corner = || rings.iter().copied().flatten().next().copied();
        pole.or_else(corner).unwrap_or_default().rounded()
    }

    /// The half-edges around one ring. The guard only matters if the tracing were wrong.
    fn ring(&self, start: HalfEdge) -> impl Iterator<Item = HalfEdge> + '_ {
        let mut at = Some(start);
        let walk = std::iter::from_fn(move || {
            let here = at?;
            let next = self.next[here];
            at = (next != start).then_some(next);
            Some(here)
        });
        walk.take(self.next.len())
    }

    /// Rings that turn one way are the outlines of faces. The others are seen from outside: each
    /// belongs to the face in which its piece of the arrangement lies.
    fn find_faces(&mut self) {
        let mut seen = vec![false; self.next.len()];
        let mut seen_from_outside: Vec<(GridNode, HalfEdge, i128)> = Vec::new();
        for start in self.half_edges() {
            if seen[start] {
                continue;
            }
            let ring: Vec<HalfEdge> = self.ring(start).collect();
            for &half in &ring {
                seen[half] = true;
            }
            let nodes: Vec<GridNode> = ring.iter().map(|&half| self.from(half)).collect();
            let area = doubled_area(&nodes);
            if area > 0 {
                self.faces.push(PlaneFace::default());
                self.add_ring(self.faces.len() - 1, start, area);
            } else if let Some(&leftmost) = nodes.iter().min() {
                seen_from_outside.push((leftmost, start, area));
            }
        }
        // From left to right: what lies left of a piece has been given its face before.
        seen_from_outside.sort_unstable();
        for (leftmost, start, area) in seen_from_outside {
            self.add_ring(self.face_left_of(leftmost), start, area);
        }
    }

    fn add_ring(&mut self, face: FaceId, start: HalfEdge, doubled_area: i128) {
        let ring: Vec<HalfEdge> = self.ring(start).collect();
        for half in ring {
            self.face_of[half] = face;
        }
        self.faces[face].starts.push(start);
        self.faces[face].area += square_mm(doubled_area);
    }

    /// The face that one meets going left from a node, its own edges not counted.
    fn face_left_of(&self, node: GridNode) -> FaceId {
        let mut nearest: Option<((f64, f64), FaceId)> = None;
        for (index, edge) in self.edges.iter().enumerate() {
            let (low, high) = if edge.a.y < edge.b.y { (edge.a, edge.b) } else { (edge.b, edge.a) };
            if node.y < low.y || node.y >= high.y || cross(low, high, node) >= 0 {
                continue;
            }
            let slope = (high.x - low.x) as f64 / (high.y - low.y) as f64;
            let x = low.x as f64 + slope * (node.y - low.y) as f64;
            if nearest.is_none_or(|(best, _)| (x, slope) > best) {
                // The side of the edge that looks right is left of the half-edge going down in y.
                let half = 2 * index + usize::from(low == edge.a);
                nearest = Some(((x, slope), self.face_of[half]));
            }
        }
        nearest.map_or(OUTSIDE, |(_, face)| face)
    }

    /// Walks over all faces from outside.
    fn count_rings(&mut self) {
        let mut reached = vec![false; self.faces.len()];
        let mut open = VecDeque::from([OUTSIDE]);
        reached[OUTSIDE] = true;
        while let Some(face) = open.pop_front() {
            let boundary: Vec<HalfEdge> = self.boundary(face).collect();
            for half in boundary {
                let beyond = self.face_of[twin(half)];
                if !reached[beyond] {
                    reached[beyond] = true;
                    let mut inside = self.faces[face].inside.clone();
                    toggle(&mut inside, &self.edges[half / 2].owners);
                    self.faces[beyond].inside = inside;
                    open.push_back(beyond);
                }
            }
        }
    }
}

fn start_of(edges: &[RingEdge], half: HalfEdge) -> GridNode {
    let edge = &edges[half / 2];
    if half.is_multiple_of(2) { edge.a } else { edge.b }
}

/// For each half-edge the one that follows with the same face to its left: at the end of the
/// half-edge, the first one clockwise from the way back.
fn link(edges: &[RingEdge]) -> Vec<HalfEdge> {
    let mut around: Vec<HalfEdge> = (0..2 * edges.len()).collect();
    let from = |half| start_of(edges, half);
    around.sort_by(|&h, &k| from(h).cmp(&from(k)).then_with(|| by_angle(from(h), from(twin(h)), from(twin(k)))));
    let mut next = vec![0; around.len()];
    for fan in around.chunk_by(|&h, &k| from(h) == from(k)) {
        for (index, &half) in fan.iter().enumerate() {
            next[twin(half)] = fan[(index + fan.len() - 1) % fan.len()];
        }
    }
    next
}

/// Orders directions around a node by their angle from the x axis, exactly.
fn by_angle(origin: GridNode, a: GridNode, b: GridNode) -> std::cmp::Ordering {
    let lower_half = |n: GridNode| (n.y, n.x) < (origin.y, origin.x);
    lower_half(a).cmp(&lower_half(b)).then_with(|| 0.cmp(&cross(origin, a, b)))
}
