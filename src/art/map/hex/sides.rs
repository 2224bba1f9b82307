//! Hexsides: streams, rivers, lakes and ravines, and what leads over them.

use super::curve::{Crowd, direction, moved, right_of, sampled, smooth};
use super::field::{Corner, Field, corner};
use super::style::HexStyle;
use crate::art::map::texture::chance;
use crate::draw::{Item, Path, Rect, Style};
use crate::geometry::Point;
use crate::model::{Border, Map};
use crate::syntax::BoundaryLook;
use std::collections::BTreeMap;

/// A chain of hexsides of one look.
pub struct River {
    /// How it looks.
    pub look: BoundaryLook,
    /// Its name, if all of it has one.
    pub name: Option<String>,
    /// The points its line runs through.
    pub course: Vec<Point>,
}

/// All hexsides as chains. Those of one look and name are joined at corners where two meet.
pub fn rivers(field: &Field<'_>, map: &Map, style: &HexStyle) -> Vec<River> {
    let mut groups: BTreeMap<(BoundaryLook, Option<&str>), Vec<(Point, Point)>> = BTreeMap::new();
    for border in &map.borders {
        let Some(look) = look(map, border).filter(|look| *look != BoundaryLook::Open) else { continue };
        if let [a, b] = border.path[..] {
            let ends = (Point::new(a.x, a.y), Point::new(b.x, b.y));
            groups.entry((look, border.name.as_deref())).or_default().push(ends);
        }
    }
    let mut rivers = Vec::new();
    for ((look, name), sides) in groups {
        for chain in chains(&sides) {
            let course = meandering(&chain, field.radius * style.meander.value);
            rivers.push(River { look, name: name.map(str::to_string), course });
        }
    }
    rivers
}

fn look(map: &Map, border: &Border) -> Option<BoundaryLook> {
    let kind = border.kind.as_ref()?;
    map.boundaries.iter().find(|known| known.id == *kind).map(|known| known.look)
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

/// The chain with its corners and sides moved a little, always the same way at the same place.
fn meandering(chain: &[Point], by: f64) -> Vec<Point> {
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
        let (across, sway) = (right_of(direction(a, b)), by * off(a.midpoint(b), 33));
        let mut inner = [moved(a.towards(b, 0.33), across, sway), moved(a.towards(b, 0.67), across, -sway)];
        if a != pair[0] {
            inner.reverse();
        }
        course.extend(inner);
    }
    course.extend(chain.last().map(|p| bent(*p)));
    course
}

/// Width of a hexside feature.
pub fn width(look: BoundaryLook, style: &HexStyle) -> f64 {
    match look {
        BoundaryLook::Open => 0.0,
        BoundaryLook::Ravine => style.ravine_tick.0,
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
    let ticks = ravine_ticks(rivers, style);
    if !ticks.is_empty() {
        items.push(Item::Shape(ticks, Style::stroke(style.ravine.stroke())));
    }
}

/// Short strokes from a ravine's edge downwards, on both sides by turns.
fn ravine_ticks(rivers: &[River], style: &HexStyle) -> Path {
    let mut path = Path::new();
    for river in rivers.iter().filter(|river| river.look == BoundaryLook::Ravine) {
        let samples = sampled(&river.course);
        for (n, pair) in samples.windows(2).enumerate().skip(1).step_by(2) {
            let side = if n % 4 == 1 { 1.0 } else { -1.0 };
            let end = moved(pair[0], right_of(direction(pair[0], pair[1])), side * style.ravine_tick.0);
            path.move_to(pair[0].x, pair[0].y).line_to(end.x, end.y);
        }
    }
    path
}

/// A bridge or the like.
pub struct Crossing {
    at: Point,
    /// Along the way that leads over it.
    along: Point,
    /// Half the length of the mark.
    reach: f64,
    mark: Mark,
}

enum Mark {
    Bridge,
    Ford,
    Ferry,
    Pontoon,
}

impl Crossing {
    /// The room it takes.
    pub fn room(&self) -> Rect {
        Rect::around(self.at.x, self.at.y, 1.6 * self.reach, 1.6 * self.reach)
    }
}

/// The bridges and the like of a map.
pub fn crossings(field: &Field<'_>, map: &Map, style: &HexStyle) -> Vec<Crossing> {
    let crossing = |border: &Border| {
        let word = border.crossing.as_ref()?.to_lowercase();
        let (a, b) = (field.hex(&border.a)?, field.hex(border.b.as_ref()?)?);
        let (from, to) = (field.cells[a].centre, field.cells[b].centre);
        let water = look(map, border).map_or(0.0, |look| width(look, style));
        let mark = if word.contains("ford") {
            Mark::Ford
        } else if word.contains("ferry") {
            Mark::Ferry
        } else if word.contains("pontoon") {
            Mark::Pontoon
        } else {
            Mark::Bridge
        };
        let reach = water / 2.0 + style.crossing_reach.0;
        Some(Crossing { at: from.midpoint(to), along: direction(from, to), reach, mark })
    };
    map.borders.iter().filter_map(crossing).collect()
}

/// What lies below the ways: the ground of bridges.
pub fn draw_crossing_grounds(crossings: &[Crossing], style: &HexStyle, items: &mut Vec<Item>) {
    let mut decks = Path::new();
    for crossing in crossings.iter().filter(|crossing| matches!(crossing.mark, Mark::Bridge | Mark::Pontoon)) {
        let corners = [(-1.0, -0.5), (1.0, -0.5), (1.0, 0.5), (-1.0, 0.5)];
        decks.add(&Path::polygon(corners.map(|(u, v)| crossing.point(u, v * style.crossing_gap.0))));
    }
    if !decks.is_empty() {
        items.push(Item::Shape(decks, Style::fill(style.crossing_ground.value)));
    }
}

/// What lies above the ways: rails, boats, stepping stones.
pub fn draw_crossings(crossings: &[Crossing], style: &HexStyle, items: &mut Vec<Item>) {
    let (mut lines, mut solids) = (Path::new(), Path::new());
    let half = style.crossing_gap.0 / 2.0;
    for crossing in crossings {
        match crossing.mark {
            Mark::Bridge => crossing.rails(half, &mut lines),
            Mark::Ford => {
                for u in [-0.9, -0.3, 0.3, 0.9] {
                    for v in [-0.5, 0.5] {
                        let (x, y) = crossing.point(u, v * half);
                        solids.add(&Path::circle(x, y, style.crossing.width.0 * 0.75));
                    }
                }
            }
            Mark::Ferry => {
                let ends = [crossing.point(-1.3, 0.0), crossing.point(1.3, 0.0)];
                lines.add(&Path::polyline(ends));
                let hull = [(-0.5, -0.7), (0.5, -0.7), (0.8, 0.0), (0.5, 0.7), (-0.5, 0.7), (-0.8, 0.0)];
                solids.add(&Path::polygon(hull.map(|(u, v)| crossing.point(u, v * half))));
            }
            Mark::Pontoon => {
                for u in [-0.75, -0.25, 0.25, 0.75] {
                    lines.add(&Path::polyline([crossing.point(u, -1.5 * half), crossing.point(u, 1.5 * half)]));
                }
                crossing.rails(half * 0.8, &mut lines);
            }
        }
    }
    if !lines.is_empty() {
        items.push(Item::Shape(lines, Style::stroke(style.crossing.stroke())));
    }
    if !solids.is_empty() {
        items.push(Item::Shape(solids, Style::fill(style.crossing.colour.value)));
    }
}

impl Crossing {
    /// A point by parts of the reach along the way and millimetres across it.
    fn point(&self, along: f64, across: f64) -> (f64, f64) {
        let at = moved(moved(self.at, self.along, along * self.reach), right_of(self.along), across);
        (at.x, at.y)
    }

    /// Two rails that spread at their ends.
    fn rails(&self, half: f64, lines: &mut Path) {
        for side in [-half, half] {
            let points = [(-1.35, 1.7), (-0.95, 1.0), (0.95, 1.0), (1.35, 1.7)];
            lines.add(&Path::polyline(points.map(|(u, v)| self.point(u, v * side))));
        }
    }
}

/// What names and marks should keep off.
pub fn crowd(rivers: &[River], crossings: &[Crossing], style: &HexStyle, crowd: &mut Crowd) {
    for river in rivers {
        crowd.add_line(&sampled(&river.course), width(river.look, style) + 0.6);
    }
    crossings.iter().for_each(|crossing| crowd.add(crossing.room()));
}
