//! Lets the straight borders between grown cells wander like borders on a printed map.
//!
//! A border stays inside the two triangles between it and the two sites. These triangles have no
//! inner point in common with those of any other border, so wandering borders cannot meet; only
//! coasts and given polygons can reach into them, and what would touch one is drawn straighter.

use super::super::Point;
use super::borders::{Chains, conflicting};
use super::grid::GridNode;
use super::intake::Taken;

/// The deflection at full softening, relative to the length of the border.
const LARGEST_DEFLECTION: f64 = 0.26;
/// Longer borders deflect no more than one of this length.
const LONGEST: f64 = 50.0;
/// Shorter borders stay straight.
const SHORTEST: f64 = 2.0;
/// The aim for the distance between vertices.
const STEP: f64 = 2.2;
/// How much of the triangle may be used. What is left keeps borders apart where they meet.
const SHARE: f64 = 0.6;
/// What a border in conflict is reduced to, step by step, the last being straight.
const LEVELS: [f64; 4] = [1.0, 0.5, 0.25, 0.0];

/// The final path of every chain.
pub(super) fn soften(chains: &Chains, taken: &Taken, amount: f64) -> Vec<Vec<GridNode>> {
    let wanderers: Vec<Option<Wanderer>> =
        (0..chains.0.len()).map(|index| Wanderer::of(chains, index, taken, amount)).collect();
    let mut levels = vec![0; wanderers.len()];
    loop {
        let paths: Vec<Vec<GridNode>> = (0..wanderers.len())
            .map(|index| match &wanderers[index] {
                Some(wanderer) => wanderer.path(LEVELS[levels[index]]),
                None => chains.0[index].nodes.clone(),
            })
            .collect();
        let mut reducible = conflicting(&paths);
        reducible.retain(|&index| wanderers[index].is_some() && levels[index] + 1 < LEVELS.len());
        if reducible.is_empty() {
            return paths;
        }
        for index in reducible {
            levels[index] += 1;
        }
    }
}

/// A border that wanders.
struct Wanderer {
    /// The lesser end: the shape depends on places alone, not on the order of areas, so that
    /// inserting one changes no border elsewhere.
    start: GridNode,
    end: GridNode,
    /// Whether the border runs from `end` to `start`.
    backwards: bool,
    /// The vertices between, as the way along the border and the deflection to its side.
    stops: Vec<(f64, f64)>,
}

impl Wanderer {
    /// None if the border is not one straight line between grown cells, or too short.
    fn of(chains: &Chains, index: usize, taken: &Taken, amount: f64) -> Option<Self> {
        let chain = &chains.0[index];
        let (a, b) = (taken.site(chain.left)?, taken.site(chain.right?)?);
        let &[from, to] = chain.nodes.as_slice() else {
            return None;
        };
        let (start, end) = (from.min(to), from.max(to));
        let length = start.point().distance(end.point());
        if amount <= 0.0 || length < SHORTEST {
            return None;
        }
        let (site, other) = if GridNode::of(a) < GridNode::of(b) { (a, b) } else { (b, a) };
        let room = BorderRoom::between(start.point(), end.point(), site);
        let mut chance = Jitter::from_sites(site, other);
        Some(Self { start, end, backwards: end == from, stops: wander(&mut chance, length, amount, &room) })
    }

    fn path(&self, level: f64) -> Vec<GridNode> {
        let mut path = vec![self.start];
        if level > 0.0 {
            path.extend(self.stops.iter().map(|&(t, aside)| self.place(t, aside * level)));
        }
        path.push(self.end);
        path.dedup();
        if self.backwards {
            path.reverse();
        }
        path
    }

    fn place(&self, t: f64, aside: f64) -> GridNode {
        let (start, end) = (self.start.point(), self.end.point());
        let aside = aside / start.distance(end);
        let on_line = start.towards(end, t);
        GridNode::of(Point::new(on_line.x + (start.y - end.y) * aside, on_line.y + (end.x - start.x) * aside))
    }
}

/// The triangles between a border and the sites; the two mirror each other in the border.
struct BorderRoom {
    height: f64,
    /// Where along the border (0 to 1, or beyond) the sites are nearest.
    foot: f64,
}

impl BorderRoom {
    fn between(start: Point, end: Point, site: Point) -> Self {
        let (dx, dy) = (end.x - start.x, end.y - start.y);
        let (sx, sy) = (site.x - start.x, site.y - start.y);
        let squared = dx * dx + dy * dy;
        Self { height: (dx * sy - dy * sx).abs() / squared.sqrt(), foot: (dx * sx + dy * sy) / squared }
    }

    /// How far the triangles reach to the side at `t`.
    fn at(&self, t: f64) -> f64 {
        let rising = if self.foot > 0.0 { t / self.foot } else { f64::INFINITY };
        let falling = if self.foot < 1.0 { (1.0 - t) / (1.0 - self.foot) } else { f64::INFINITY };
        self.height * rising.min(falling)
    }
}

/// A line that swings to both sides in a few waves of different length, the long ones strongest.
fn wander(chance: &mut Jitter, length: f64, amount: f64, room: &BorderRoom) -> Vec<(f64, f64)> {
    let steps = (length / STEP).round().clamp(4.0, 18.0) as usize;
    let waves = (length / 6.0).round().clamp(3.0, 7.0) as usize;
    let strengths: Vec<f64> = (1..=waves).map(|k| chance.signed() / k as f64).collect();
    let ways: Vec<f64> = (1..steps).map(|step| (step as f64 + 0.3 * chance.signed()) / steps as f64).collect();
    let swing = |t: f64| -> f64 {
        let waves = strengths.iter().enumerate();
        waves.map(|(k, strength)| strength * wave((k + 1) as f64 * t)).sum()
    };
    let largest = ways.iter().map(|&t| swing(t).abs()).fold(1e-9, f64::max);
    let deflection = amount * LARGEST_DEFLECTION * length.min(LONGEST);
    let scale = deflection * (0.7 + 0.3 * chance.signed().abs()) / largest;
    let stop = |t: f64| (t, held_within(swing(t) * scale, SHARE * room.at(t)));
    ways.into_iter().map(stop).collect()
}

/// Like `sin(pi x)`, but of parabolas: sines differ in the last digit from machine to machine.
fn wave(x: f64) -> f64 {
    let part = x - x.floor();
    let arch = 4.0 * part * (1.0 - part);
    if x.floor() % 2.0 == 0.0 { arch } else { -arch }
}

/// Bends a value smoothly so that it stays below a limit.
fn held_within(value: f64, limit: f64) -> f64 {
    if limit > 0.0 { value / (1.0 + (value / limit) * (value / limit)).sqrt() } else { 0.0 }
}

/// Numbers that look random and depend only on the two sites (splitmix64).
struct Jitter(u64);

impl Jitter {
    fn from_sites(a: Point, b: Point) -> Self {
        let (a, b) = (GridNode::of(a), GridNode::of(b));
        let mut chance = Self(0);
        for number in [a.x, a.y, b.x, b.y] {
            chance.0 = chance.next() ^ number.cast_unsigned();
        }
        chance
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From -1 to 1.
    fn signed(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}
