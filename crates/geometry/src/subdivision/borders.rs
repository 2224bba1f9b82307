//! Chains the edges between different owners into borders.

use std::collections::{BTreeMap, BTreeSet};

use super::super::distance_to_segment;
use super::BorderPath;
use super::faces::{HalfEdge, PlaneFaces, twin};
use super::grid::{GridNode, PER_MM, conflict};
use super::intake::Taken;
use super::labels::CellLabel;

/// A stretch of border between two places where more than two borders meet, or a whole ring.
pub(super) struct BorderChain {
    /// The cell to the left, never nobody and always the lesser of the two.
    pub left: usize,
    pub right: CellLabel,
    /// From end to end; a ring ends where it begins.
    pub nodes: Vec<GridNode>,
    /// Which chain follows along the cell to the left, and, going back, along the one to the right.
    next: [Along; 2],
}

/// A chain in one of its directions: `2 c` as it lies, `2 c + 1` backwards.
pub(super) type Along = usize;

pub(super) struct Chains(pub Vec<BorderChain>);

impl Chains {
    /// Every chain in both directions.
    pub fn alongs(&self) -> std::ops::Range<Along> {
        0..2 * self.0.len()
    }

    /// The cell to the left of a chain in a direction.
    pub fn cell(&self, along: Along) -> CellLabel {
        let chain = &self.0[along / 2];
        if along.is_multiple_of(2) { Some(chain.left) } else { chain.right }
    }

    pub fn next(&self, along: Along) -> Along {
        self.0[along / 2].next[along % 2]
    }
}

pub(super) fn chain(faces: &PlaneFaces, labels: &[CellLabel], taken: &Taken) -> Chains {
    let web = Web::new(faces, labels);
    let mut stretches: Vec<Vec<HalfEdge>> = Vec::new();
    let mut used = BTreeSet::new();
    for half in faces.half_edges().filter(|&h| web.faces_lesser_cell(h)) {
        if web.is_junction(faces.from(half)) {
            let stretch = web.follow(half);
            used.extend(stretch.iter().copied());
            stretches.push(stretch);
        }
    }
    // What is left are rings without a junction.
    let given = Vertices::of(taken);
    for half in faces.half_edges().filter(|&h| web.faces_lesser_cell(h)) {
        if !used.contains(&half) {
            let mut ring = web.follow(half);
            used.extend(ring.iter().copied());
            start_at_first_vertex(&mut ring, faces, &given);
            stretches.push(ring);
        }
    }
    web.into_chains(&stretches, &given)
}

/// The half-edges that separate different owners.
struct Web<'a> {
    faces: &'a PlaneFaces,
    labels: &'a [CellLabel],
    /// How many borders meet in each node.
    degrees: BTreeMap<GridNode, usize>,
}

impl<'a> Web<'a> {
    fn new(faces: &'a PlaneFaces, labels: &'a [CellLabel]) -> Self {
        let mut web = Self { faces, labels, degrees: BTreeMap::new() };
        for half in faces.half_edges().filter(|&h| web.separates(h)).collect::<Vec<_>>() {
            *web.degrees.entry(faces.from(half)).or_default() += 1;
        }
        web
    }

    fn label(&self, half: HalfEdge) -> CellLabel {
        self.labels[self.faces.face(half)]
    }

    fn separates(&self, half: HalfEdge) -> bool {
        self.label(half) != self.label(twin(half))
    }

    /// Whether the cell to the left is the one after which a border is named first.
    fn faces_lesser_cell(&self, half: HalfEdge) -> bool {
        self.separates(half) && rank(self.label(half)) < rank(self.label(twin(half)))
    }

    fn is_junction(&self, node: GridNode) -> bool {
        self.degrees.get(&node).is_some_and(|&degree| degree != 2)
    }

    /// The next half-edge of the web with the same cell to the left.
    fn next(&self, half: HalfEdge) -> HalfEdge {
        let mut next = self.faces.next(half);
        // The way back is part of the web, so this ends.
        while !self.separates(next) {
            next = self.faces.next(twin(next));
        }
        next
    }

    /// From a half-edge to the next junction, or around the ring.
    fn follow(&self, first: HalfEdge) -> Vec<HalfEdge> {
        let mut stretch = vec![first];
        let mut last = first;
        while !self.is_junction(self.faces.to(last)) {
            last = self.next(last);
            if last == first {
                break;
            }
            stretch.push(last);
        }
        stretch
    }

    fn into_chains(self, stretches: &[Vec<HalfEdge>], given: &Vertices) -> Chains {
        let ends: Vec<(HalfEdge, HalfEdge)> =
            stretches.iter().filter_map(|stretch| Some((*stretch.first()?, *stretch.last()?))).collect();
        let mut begins: BTreeMap<HalfEdge, Along> = BTreeMap::new();
        for (index, &(first, last)) in ends.iter().enumerate() {
            begins.insert(first, 2 * index);
            begins.insert(twin(last), 2 * index + 1);
        }
        let after = |last: HalfEdge, itself: Along| {
            let next = begins.get(&self.next(last));
            next.copied().unwrap_or(itself)
        };
        let paths = self.simplified(stretches, given);
        let chains = paths.into_iter().zip(&ends).enumerate();
        let chains = chains.filter_map(|(index, (nodes, &(first, last)))| {
            Some(BorderChain {
                left: self.label(first)?,
                right: self.label(twin(first)),
                nodes,
                next: [after(last, 2 * index), after(twin(first), 2 * index + 1)],
            })
        });
        Chains(chains.collect())
    }

    /// The paths of stretches without the nodes at which they were only cut by something that has
    /// vanished. Where leaving out a node would make paths meet, it stays.
    fn simplified(&self, stretches: &[Vec<HalfEdge>], given: &Vertices) -> Vec<Vec<GridNode>> {
        let full: Vec<Vec<GridNode>> = stretches.iter().map(|s| self.all_nodes(s)).collect();
        let label_pairs = stretches.iter().map(|stretch| {
            let first = stretch.first().copied().unwrap_or_default();
            [self.label(first), self.label(twin(first))]
        });
        let straighten = |(path, pair): (&Vec<GridNode>, _)| given.straightened(path, pair);
        let mut paths: Vec<Vec<GridNode>> = full.iter().zip(label_pairs).map(straighten).collect();
        loop {
            let mut wrong = conflicting(&paths);
            wrong.retain(|&index| paths[index].len() < full[index].len());
            if wrong.is_empty() {
                return paths;
            }
            for index in wrong {
                paths[index].clone_from(&full[index]);
            }
        }
    }

    fn all_nodes(&self, stretch: &[HalfEdge]) -> Vec<GridNode> {
        let ends = stretch.iter().map(|&half| self.faces.to(half));
        let start = stretch.first().map(|&half| self.faces.from(half));
        start.into_iter().chain(ends).collect()
    }
}

/// What was given, against which borders are straightened.
struct Vertices<'a> {
    taken: &'a Taken,
    /// The vertices of the land and of given polygons.
    nodes: BTreeSet<GridNode>,
}

/// A cut that lies farther off the line than this (in grid units) is not one of rounding.
const OFF_THE_LINE: f64 = 20.0;

impl<'a> Vertices<'a> {
    fn of(taken: &'a Taken) -> Self {
        let land = taken.land.iter().flatten();
        let polygons = taken.polygons().flat_map(|(_, ring)| ring);
        Self { taken, nodes: land.chain(polygons).copied().collect() }
    }

    /// A path without the nodes that are not given and lie on the line between their neighbours.
    /// Between grown cells the line is straight whatever crumbs have bent it.
    fn straightened(&self, path: &[GridNode], sides: [CellLabel; 2]) -> Vec<GridNode> {
        let grown = |label: CellLabel| label.is_some_and(|cell| self.taken.site(cell).is_some());
        let always = sides.into_iter().all(grown);
        let last = path.len().saturating_sub(1);
        let fixed = |index: &usize| *index == 0 || *index == last || self.nodes.contains(&path[*index]);
        let stays: Vec<usize> = (0..path.len()).filter(fixed).collect();
        let mut straight: Vec<GridNode> = path.first().copied().into_iter().collect();
        for stretch in stays.windows(2) {
            let stretch = &path[stretch[0]..=stretch[1]];
            let [first, between @ .., end] = stretch else {
                continue;
            };
            if !always && between.iter().any(|&n| off_line(n, *first, *end) > OFF_THE_LINE) {
                straight.extend(between);
            }
            straight.push(*end);
        }
        let closed = path.first() == path.last();
        if closed && straight.len() < 4 { path.to_vec() } else { straight }
    }
}

fn off_line(node: GridNode, a: GridNode, b: GridNode) -> f64 {
    distance_to_segment(node.point(), a.point(), b.point()) * PER_MM
}

/// Cells by number, nobody last.
fn rank(label: CellLabel) -> usize {
    label.unwrap_or(usize::MAX)
}

/// Turns a ring so that it begins at its least given vertex.
fn start_at_first_vertex(ring: &mut [HalfEdge], faces: &PlaneFaces, given: &Vertices) {
    let key = |half: HalfEdge| (!given.nodes.contains(&faces.from(half)), faces.from(half));
    let first = (0..ring.len()).min_by_key(|&index| key(ring[index]));
    ring.rotate_left(first.unwrap_or(0));
}

/// The borders of the subdivision, sorted.
pub(super) fn sorted(chains: &Chains, paths: &[Vec<GridNode>]) -> Vec<BorderPath> {
    let mut order: Vec<usize> = (0..chains.0.len()).collect();
    order.sort_by_key(|&index| {
        let chain = &chains.0[index];
        (chain.left, rank(chain.right), &chain.nodes)
    });
    let border = |index: usize| {
        let chain = &chains.0[index];
        let steps = chain.nodes.windows(2);
        BorderPath {
            a: chain.left,
            b: chain.right,
            path: paths[index].iter().map(|n| n.point()).collect(),
            length: steps.map(|s| s[0].point().distance(s[1].point())).sum(),
        }
    };
    order.into_iter().map(border).collect()
}

/// The paths that touch another path, or themselves, elsewhere than at common ends.
pub(super) fn conflicting(paths: &[Vec<GridNode>]) -> BTreeSet<usize> {
    let mut steps: Vec<(GridNode, GridNode, usize)> = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        for step in path.windows(2) {
            steps.push((step[0].min(step[1]), step[0].max(step[1]), index));
        }
    }
    steps.sort_unstable();
    let mut found = BTreeSet::new();
    for (position, &(a, b, index)) in steps.iter().enumerate() {
        let later = steps[position + 1..].iter();
        for &(c, d, other) in later.take_while(|(c, ..)| c.x <= b.x) {
            if conflict((a, b), (c, d)) {
                found.extend([index, other]);
            }
        }
    }
    found
}
