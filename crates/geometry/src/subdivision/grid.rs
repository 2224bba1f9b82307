//! The grid of micrometres on which all cutting is exact.
//!
//! Coordinates stay below 2^30, so every cross product of differences fits an `i64`.

use super::super::Point;

/// A vertex on the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GridNode {
    pub x: i64,
    pub y: i64,
}

pub(super) const PER_MM: f64 = 1000.0;

/// Larger coordinates are cut off; nothing within the limits of the intake comes near.
const LARGEST: f64 = 500_000_000.0;

impl GridNode {
    pub fn of(point: Point) -> Self {
        let snapped = |value: f64| (value * PER_MM).round().clamp(-LARGEST, LARGEST) as i64;
        Self { x: snapped(point.x), y: snapped(point.y) }
    }

    pub fn point(self) -> Point {
        Point::new(self.x as f64 / PER_MM, self.y as f64 / PER_MM)
    }

    pub fn distance_squared(self, other: GridNode) -> i64 {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        dx * dx + dy * dy
    }
}

/// Positive when `a`, `b` as seen from `origin` turn from the x axis towards the y axis.
pub(super) fn cross(origin: GridNode, a: GridNode, b: GridNode) -> i64 {
    (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x)
}

pub(super) fn dot(origin: GridNode, a: GridNode, b: GridNode) -> i64 {
    (a.x - origin.x) * (b.x - origin.x) + (a.y - origin.y) * (b.y - origin.y)
}

/// Where two segments cross inside both, rounded to the grid; None if they touch at most.
pub(super) fn proper_crossing(a: GridNode, b: GridNode, c: GridNode, d: GridNode) -> Option<GridNode> {
    if !boxes_meet((a, b), (c, d)) {
        return None;
    }
    let (side_c, side_d) = (cross(a, b, c), cross(a, b, d));
    let (side_a, side_b) = (cross(c, d, a), cross(c, d, b));
    let crossing = side_c.signum() * side_d.signum() < 0 && side_a.signum() * side_b.signum() < 0;
    crossing.then(|| {
        let t = side_a as f64 / (side_a as f64 - side_b as f64);
        GridNode { x: a.x + ((b.x - a.x) as f64 * t).round() as i64, y: a.y + ((b.y - a.y) as f64 * t).round() as i64 }
    })
}

pub(super) fn boxes_meet(s: (GridNode, GridNode), t: (GridNode, GridNode)) -> bool {
    s.0.x.min(s.1.x) <= t.0.x.max(t.1.x)
        && t.0.x.min(t.1.x) <= s.0.x.max(s.1.x)
        && s.0.y.min(s.1.y) <= t.0.y.max(t.1.y)
        && t.0.y.min(t.1.y) <= s.0.y.max(s.1.y)
}

/// Whether a node, not an end, lies on a segment as far as the grid can tell: the segment passes
/// through the node's square.
pub(super) fn lies_along(node: GridNode, a: GridNode, b: GridNode) -> bool {
    let length_squared = i128::from(a.distance_squared(b));
    let along = i128::from(dot(a, b, node));
    let aside = i128::from(cross(a, b, node));
    node != a && node != b && along > 0 && along < length_squared && 2 * aside * aside <= length_squared
}

/// Whether a node lies exactly on a segment or at one of its ends.
pub(super) fn lies_on(node: GridNode, a: GridNode, b: GridNode) -> bool {
    cross(a, b, node) == 0 && boxes_meet((a, b), (node, node))
}

/// Whether two segments have more in common than one end of each.
pub(super) fn conflict(s: (GridNode, GridNode), t: (GridNode, GridNode)) -> bool {
    if !boxes_meet(s, t) {
        return false;
    }
    for (shared, other_s) in [(s.0, s.1), (s.1, s.0)] {
        for (end, other_t) in [(t.0, t.1), (t.1, t.0)] {
            if shared == end {
                // From a common end they conflict only by lying on each other.
                return cross(shared, other_s, other_t) == 0 && dot(shared, other_s, other_t) > 0;
            }
        }
    }
    proper_crossing(s.0, s.1, t.0, t.1).is_some()
        || lies_on(s.0, t.0, t.1)
        || lies_on(s.1, t.0, t.1)
        || lies_on(t.0, s.0, s.1)
        || lies_on(t.1, s.0, s.1)
}

/// The edges of a ring, the closing one last.
pub(super) fn ring_edges(ring: &[GridNode]) -> impl Iterator<Item = (GridNode, GridNode)> + '_ {
    ring.iter().copied().zip(ring.iter().cycle().skip(1).copied())
}

/// Twice the signed area, in square grid units.
pub(super) fn doubled_area(ring: &[GridNode]) -> i128 {
    ring_edges(ring).map(|(a, b)| i128::from(a.x) * i128::from(b.y) - i128::from(b.x) * i128::from(a.y)).sum()
}

/// Square millimetres of a doubled area in grid units.
pub(super) fn square_mm(doubled: i128) -> f64 {
    doubled as f64 / (2.0 * PER_MM * PER_MM)
}

/// The first place where edges of a ring cross each other.
pub(super) fn self_crossing(ring: &[GridNode]) -> Option<GridNode> {
    let mut edges: Vec<(GridNode, GridNode)> = ring_edges(ring).map(|(a, b)| (a.min(b), a.max(b))).collect();
    edges.sort_unstable();
    edges.iter().enumerate().find_map(|(index, &(a, b))| {
        edges[index + 1..].iter().take_while(|(c, _)| c.x <= b.x).find_map(|&(c, d)| proper_crossing(a, b, c, d))
    })
}
