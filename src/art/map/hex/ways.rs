//! Roads, tracks and railways: smooth lines through hexes.

use super::curve::{Crowd, direction, moved, right_of, sampled, smooth};
use super::field::{HexField, corner};
use crate::art::map::texture::chance;
use crate::draw::{Item, Path, Rect, Stroke, Style};
use crate::geometry::Point;
use crate::look::styles::HexStyle;
use crate::model::Map;
use crate::syntax::WayLook;
use std::collections::{BTreeMap, BTreeSet};

/// A line from end to end.
pub struct DrawnWay {
    /// How it looks.
    pub look: WayLook,
    /// The points it runs through.
    pub course: Vec<Point>,
}

/// The steps of one look, from hex to neighbouring hex.
#[derive(Default)]
struct Net {
    next: BTreeMap<usize, BTreeSet<usize>>,
}

impl Net {
    fn join(&mut self, a: usize, b: usize) {
        self.next.entry(a).or_default().insert(b);
        self.next.entry(b).or_default().insert(a);
    }

    fn has(&self, a: usize, b: usize) -> bool {
        self.next.get(&a).is_some_and(|next| next.contains(&b))
    }

    fn degree(&self, hex: usize) -> usize {
        self.next.get(&hex).map_or(0, BTreeSet::len)
    }

    fn steps(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.next.iter().flat_map(|(a, next)| next.iter().map(move |b| (*a, *b)).filter(|(a, b)| a < b))
    }
}

/// All lines of a map, those of one look joined where they meet. `busy` says which hexes have
/// something in their middle that lines lead to.
pub fn ways(field: &HexField<'_>, map: &Map, style: &HexStyle, busy: &[bool]) -> Vec<DrawnWay> {
    let mut nets: BTreeMap<WayLook, Net> = BTreeMap::new();
    for line in &map.lines {
        let Some(way) = map.ways.iter().find(|way| way.id == line.kind) else { continue };
        let hexes: Vec<usize> = line.path.iter().filter_map(|place| field.hex(place)).collect();
        for pair in hexes.windows(2) {
            if field.cells[pair[0]].neighbours.contains(&pair[1]) {
                nets.entry(way.look).or_default().join(pair[0], pair[1]);
            }
        }
    }
    let mut ways = Vec::new();
    for (look, net) in &nets {
        let beside = |a: usize, b: usize| {
            *look == WayLook::Rail && nets.iter().any(|(other, net)| *other != WayLook::Rail && net.has(a, b))
        };
        for chain in chains(field, net) {
            let layer = WayLayer { field, net, style, busy, beside: &beside };
            ways.push(DrawnWay { look: *look, course: layer.course(&chain) });
        }
    }
    ways
}

/// Hexes one after the other, straight on wherever lines cross.
fn chains(field: &HexField<'_>, net: &Net) -> Vec<Vec<usize>> {
    let mut left: BTreeSet<(usize, usize)> = net.steps().collect();
    let mut chains = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut chain = vec![first.0, first.1];
        for _ in 0..2 {
            while let Some(next) = onward(field, net, &left, &chain) {
                let end = chain.last().copied().unwrap_or(next);
                left.remove(&(end.min(next), end.max(next)));
                chain.push(next);
            }
            chain.reverse();
        }
        chains.push(chain);
    }
    chains
}

/// Where a chain goes on from its end: the straightest way left, but never sharply back.
fn onward(field: &HexField<'_>, net: &Net, left: &BTreeSet<(usize, usize)>, chain: &[usize]) -> Option<usize> {
    let [.., before, end] = chain else { return None };
    let centre = |cell: usize| field.cells[cell].centre;
    let came = direction(centre(*before), centre(*end));
    // 0: straight on; 1: a bend; 2: a sharp turn.
    let turn = |next: usize| {
        let goes = direction(centre(*end), centre(next));
        let along = came.x * goes.x + came.y * goes.y;
        2 - usize::from(along > 0.2) - usize::from(along > 0.9)
    };
    let open = net.next.get(end)?.iter().filter(|next| left.contains(&(*end.min(next), *end.max(next))));
    let (turned, next) = open.map(|next| (turn(*next), *next)).min()?;
    (turned <= 1 || net.degree(*end) == 2).then_some(next)
}

/// What is needed to draw the lines of one look.
struct WayLayer<'a> {
    field: &'a HexField<'a>,
    net: &'a Net,
    style: &'a HexStyle,
    busy: &'a [bool],
    /// Whether a step runs beside another look.
    beside: &'a dyn Fn(usize, usize) -> bool,
}

impl WayLayer<'_> {
    /// The points of a chain: middles of hexsides and, rounded off, centres of hexes.
    fn course(&self, chain: &[usize]) -> Vec<Point> {
        let mut course = Vec::new();
        for (n, hex) in chain.iter().copied().enumerate() {
            let before = n.checked_sub(1).and_then(|n| chain.get(n)).copied();
            let after = chain.get(n + 1).copied();
            if before.is_none() {
                course.extend(after.and_then(|after| self.beyond(hex, after)));
            }
            course.push(self.centre(hex, before, after));
            match after {
                Some(after) => course.push(self.middle(hex, after)),
                None => course.extend(before.and_then(|before| self.beyond(hex, before))),
            }
        }
        course
    }

    /// Where a line that ends in a hex at the map's edge leaves the map: straight on.
    fn beyond(&self, hex: usize, from: usize) -> Option<Point> {
        let cell = &self.field.cells[hex];
        let out = self.field.opposite(hex, self.field.towards(hex, from)?);
        let leaves = cell.around[out].is_none() && !self.busy[hex] && self.net.degree(hex) == 1;
        leaves.then(|| cell.middle(out))
    }

    /// The middle of the side between two hexes, moved if another look runs there too.
    fn middle(&self, from: usize, to: usize) -> Point {
        let (a, b) = (self.field.cells[from].centre, self.field.cells[to].centre);
        let aside = if (self.beside)(from, to) { self.style.rail_offset.0 } else { 0.0 };
        moved(a.midpoint(b), right_of(direction(a, b)), aside)
    }

    fn centre(&self, hex: usize, before: Option<usize>, after: Option<usize>) -> Point {
        let cell = &self.field.cells[hex];
        let (Some(before), Some(after)) = (before, after) else { return cell.centre };
        let (a, b) = (self.field.cells[before].centre, self.field.cells[after].centre);
        let beside = (self.beside)(before, hex) || (self.beside)(hex, after);
        let aside = if beside { self.style.rail_offset.0 } else { 0.0 };
        let across = right_of(direction(a, b));
        if self.busy[hex] || self.net.degree(hex) > 2 {
            return moved(cell.centre, across, aside);
        }
        // Bends are cut, and straight stretches sway a little.
        let cut = cell.centre.towards(a.midpoint(b), 0.22);
        let (i, j) = corner(cell.centre);
        let sway = (chance(i, j, 41) - 0.5) * 0.16 * self.field.radius;
        moved(cut, across, aside + if beside { 0.0 } else { sway })
    }
}

/// Width of a line as a whole.
pub fn width(look: WayLook, style: &HexStyle) -> f64 {
    match look {
        WayLook::Road => style.road.width.0,
        WayLook::Track => style.track.width.0,
        WayLook::Rail => style.rail_ties.0,
        WayLook::River => style.river.width.0,
    }
}

/// The strokes of a line of a look, in the order in which they are drawn.
pub fn strokes(look: WayLook, style: &HexStyle) -> Vec<Stroke> {
    match look {
        WayLook::River => vec![style.river.stroke()],
        WayLook::Track => vec![style.track.stroke().dashed([style.track_dash.0, style.track_gap.0]).sharp()],
        WayLook::Rail => {
            let ties = Stroke::new(style.rail.colour.value, style.rail_ties.0).sharp();
            vec![style.rail.stroke(), ties.dashed([style.rail_tie_width.0, style.rail_tie_gap.0])]
        }
        WayLook::Road => style.road.strokes().into(),
    }
}

/// All lines: rivers below tracks below railways below roads.
pub fn draw(ways: &[DrawnWay], style: &HexStyle, items: &mut Vec<Item>) {
    for look in [WayLook::River, WayLook::Track, WayLook::Rail, WayLook::Road] {
        let mut path = Path::new();
        ways.iter().filter(|way| way.look == look).for_each(|way| {
            path.add(&smooth(&way.course));
        });
        if !path.is_empty() {
            let shapes = strokes(look, style).into_iter();
            items.extend(shapes.map(|stroke| Item::Shape(path.clone(), Style::stroke(stroke))));
        }
    }
}

/// A piece of a line of a look around the origin, for the legend.
pub fn sample(look: WayLook, room: Rect, style: &HexStyle) -> Vec<Item> {
    let bend = 0.22 * room.h;
    let course = [(room.x, bend), (0.25 * room.x, -bend), (0.25 * room.right(), bend), (room.right(), -bend)];
    let course = course.map(|(x, y)| Point::new(x, y)).to_vec();
    let mut items = Vec::new();
    draw(&[DrawnWay { look, course }], style, &mut items);
    items
}

/// What names and marks should keep off.
pub fn crowd(ways: &[DrawnWay], style: &HexStyle, crowd: &mut Crowd) {
    for way in ways {
        crowd.add_line(&sampled(&way.course), width(way.look, style) + 0.5);
    }
}
