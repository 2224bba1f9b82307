//! Hexsides: streams, rivers, lakes and ravines.

use super::curve::{Crowd, direction, moved, right_of, sampled, smooth};
use super::field::{Corner, HexField, corner};
use crate::art::map::texture::chance;
use crate::draw::{Item, Path, Style};
use crate::geometry::Point;
use crate::look::styles::HexStyle;
use crate::model::{Border, Map};
use crate::syntax::BoundaryLook;
use std::collections::{BTreeMap, BTreeSet};

/// A chain of hexsides of one look.
pub struct River {
    /// How it looks.
    pub look: BoundaryLook,
    /// Its name, if all of it has one.
    pub name: Option<String>,
    /// The points its line runs through.
    pub course: Vec<Point>,
}

/// What hexsides of one river have in common: their look and their name.
type RiverKind<'a> = (BoundaryLook, Option<&'a str>);

/// All hexsides as chains. Those of one look and name are joined at corners where two meet.
pub fn rivers(field: &HexField<'_>, map: &Map, style: &HexStyle) -> Vec<River> {
    let rim: BTreeSet<Corner> = field.rings(&|_| true).iter().flatten().map(|side| corner(side.from)).collect();
    let mut bridged: BTreeSet<Corner> = BTreeSet::new();
    let mut groups: BTreeMap<RiverKind<'_>, Vec<(Point, Point)>> = BTreeMap::new();
    for border in &map.borders {
        let Some(look) = look(map, border).filter(|look| *look != BoundaryLook::Open) else { continue };
        if let [a, b] = border.path[..] {
            let ends = (a, b);
            groups.entry((look, border.name.as_deref())).or_default().push(ends);
            if border.crossing.is_some() {
                bridged.insert(corner(ends.0.midpoint(ends.1)));
            }
        }
    }
    for course in &map.courses {
        let Some(look) = look_of(map, &course.kind) else { continue };
        let points = course.path.clone();
        let steps = points.windows(2).map(|pair| (pair[0], pair[1]));
        groups.entry((look, course.name.as_deref())).or_default().extend(steps);
    }
    let mut rivers = Vec::new();
    for ((look, name), sides) in groups {
        for chain in chains(&sides) {
            let mut course = meandering(&chain, field.radius * style.meander.value, &bridged);
            for _ in 0..2 {
                end_at_rim(&mut course, &chain, &rim, width(look, style) / 2.0);
                course.reverse();
            }
            rivers.push(River { look, name: name.map(str::to_string), course });
        }
    }
    rivers
}

/// How a hexside looks.
pub fn look(map: &Map, border: &Border) -> Option<BoundaryLook> {
    look_of(map, border.kind.as_ref()?)
}

fn look_of(map: &Map, kind: &str) -> Option<BoundaryLook> {
    map.boundaries.iter().find(|known| known.id == kind).map(|known| known.look)
}

/// Joins sides end to end, through every corner where exactly two meet.
fn chains(sides: &[(Point, Point)]) -> Vec<Vec<Point>> {
    let mut at: BTreeMap<Corner, Vec<usize>> = BTreeMap::new();
    for (n, (a, b)) in sides.iter().enumerate() {
        at.entry(corner(*a)).or_default().push(n);
        at.entry(corner(*b)).or_default().push(n);
    }
    let mut used = vec![false; sides.len()];
    let mut chains = Vec::new();
    for first in 0..sides.len() {
        if std::mem::replace(&mut used[first], true) {
            continue;
        }
        let mut chain = vec![sides[first].0, sides[first].1];
        for _ in 0..2 {
            while let Some(next) = chain.last().and_then(|end| onward(&at, &used, *end)) {
                used[next] = true;
                let (a, b) = sides[next];
                let end = chain.last().copied().map(corner);
                chain.push(if end == Some(corner(a)) { b } else { a });
            }
            chain.reverse();
        }
        chains.push(chain);
    }
    chains
}

fn onward(at: &BTreeMap<Corner, Vec<usize>>, used: &[bool], end: Point) -> Option<usize> {
    let meeting = at.get(&corner(end)).filter(|meeting| meeting.len() == 2)?;
    meeting.iter().copied().find(|side| !used[*side])
}

/// The chain with its corners and sides moved a little, always the same way at the same place. Sides
/// that something leads over stay straight.
fn meandering(chain: &[Point], by: f64, bridged: &BTreeSet<Corner>) -> Vec<Point> {
    let off = |p: Point, purpose: u64| {
        let (i, j) = corner(p);
        2.0 * chance(i, j, purpose) - 1.0
    };
    let bent = |p: Point| Point::new(p.x + 0.6 * by * off(p, 31), p.y + 0.6 * by * off(p, 32));
    let mut course = Vec::new();
    for pair in chain.windows(2) {
        course.push(bent(pair[0]));
        // Seen from either end, a side bends the same way.
        let (a, b) = if corner(pair[0]) < corner(pair[1]) { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
        let middle = a.midpoint(b);
        let sway = if bridged.contains(&corner(middle)) { 0.0 } else { by * off(middle, 33) };
        let across = right_of(direction(a, b));
        let mut inner = [moved(a.towards(b, 0.33), across, sway), moved(a.towards(b, 0.67), across, -sway)];
        if a != pair[0] {
            inner.reverse();
        }
        course.extend(inner);
    }
    course.extend(chain.last().map(|p| bent(*p)));
    course
}

/// Takes back the first point of a course that begins at the map's rim, so that its round end does not
/// stand out.
fn end_at_rim(course: &mut [Point], chain: &[Point], rim: &BTreeSet<Corner>, by: f64) {
    let [first, second, ..] = course else { return };
    let near = |end: &&Point| end.distance(*first) < first.distance(*second);
    let end = [chain.first(), chain.last()].into_iter().flatten().find(near);
    if let Some(end) = end.filter(|end| rim.contains(&corner(**end))) {
        *first = moved(*end, direction(*end, *second), by);
    }
}

/// Width of a hexside feature.
pub fn width(look: BoundaryLook, style: &HexStyle) -> f64 {
    match look {
        BoundaryLook::Open => 0.0,
        BoundaryLook::Ravine => 2.0 * style.ravine_tooth.0,
        BoundaryLook::Stream => style.stream.width.0,
        BoundaryLook::River => style.river.width.0,
        BoundaryLook::MajorRiver => style.major_river.width.0,
        BoundaryLook::Lake => style.lake.width.0,
    }
}

/// All chains, the rims of wide water below its surface so that branches flow into each other.
pub fn draw(rivers: &[River], style: &HexStyle, items: &mut Vec<Item>) {
    let all = |look: BoundaryLook| {
        let mut path = Path::new();
        rivers.iter().filter(|river| river.look == look).for_each(|river| {
            path.add(&smooth(&river.course));
        });
        path
    };
    let mut stroke = |look: BoundaryLook, stroke| {
        let path = all(look);
        if !path.is_empty() {
            items.push(Item::Shape(path, Style::stroke(stroke)));
        }
    };
    let ([lake, lake_core], [major, major_core]) = (style.lake.strokes(), style.major_river.strokes());
    stroke(BoundaryLook::Ravine, style.ravine.stroke());
    stroke(BoundaryLook::Stream, style.stream.stroke());
    stroke(BoundaryLook::River, style.river.stroke());
    stroke(BoundaryLook::Lake, lake);
    stroke(BoundaryLook::MajorRiver, major);
    stroke(BoundaryLook::Lake, lake_core);
    stroke(BoundaryLook::MajorRiver, major_core);
    let teeth = ravine_teeth(rivers, style);
    if !teeth.is_empty() {
        items.push(Item::Shape(teeth, Style::fill(style.ravine.colour.value)));
    }
}

/// A piece of a boundary along some points, for the legend.
pub fn sample(look: BoundaryLook, course: Vec<Point>, style: &HexStyle) -> Vec<Item> {
    let mut items = Vec::new();
    draw(&[River { look, name: None, course }], style, &mut items);
    items
}

/// Teeth along a ravine at equal steps, to its left and right by turns.
fn ravine_teeth(rivers: &[River], style: &HexStyle) -> Path {
    let mut path = Path::new();
    let tooth = style.ravine_tooth.0;
    for river in rivers.iter().filter(|river| river.look == BoundaryLook::Ravine) {
        let mut left = 0.7 * tooth;
        let mut side = 1.0;
        for pair in sampled(&river.course).windows(2) {
            let (length, along) = (pair[0].distance(pair[1]), direction(pair[0], pair[1]));
            while left < length {
                let foot = moved(pair[0], along, left);
                let tip = moved(foot, right_of(along), side * tooth);
                let base = [moved(foot, along, -0.45 * tooth), tip, moved(foot, along, 0.45 * tooth)];
                path.add(&Path::polygon(base.map(|p| (p.x, p.y))));
                (left, side) = (left + 1.15 * tooth, -side);
            }
            left -= length;
        }
    }
    path
}

/// What names and marks should keep off.
pub fn crowd(rivers: &[River], style: &HexStyle, crowd: &mut Crowd) {
    for river in rivers {
        crowd.add_line(&sampled(&river.course), width(river.look, style) + 0.6);
    }
}
