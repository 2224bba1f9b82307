//! Bridges, fords, ferries: what leads over hexsides.

use super::curve::{direction, moved, right_of};
use super::field::HexField;
use super::sides;
use super::ways::DrawnWay;
use crate::draw::{Item, Path, Rect, Style};
use crate::geometry::Point;
use crate::look::styles::HexStyle;
use crate::model::Map;
use std::collections::BTreeMap;

/// A bridge or the like.
pub struct Crossing {
    at: Point,
    /// Along the way that leads over it.
    along: Point,
    /// Half the length of the mark.
    reach: f64,
    mark: CrossingMark,
}

#[derive(Clone, Copy)]
enum CrossingMark {
    Bridge,
    Ford,
    Ferry,
    Pontoon,
}

impl CrossingMark {
    /// The mark for a kind of crossing, which authors name in their own words.
    fn of(word: &str) -> Self {
        let word = word.to_lowercase();
        let known = [("ford", CrossingMark::Ford), ("ferry", CrossingMark::Ferry), ("pontoon", CrossingMark::Pontoon)];
        known.into_iter().find(|(part, _)| word.contains(part)).map_or(CrossingMark::Bridge, |(_, mark)| mark)
    }
}

impl Crossing {
    /// The room it takes.
    pub fn room(&self) -> Rect {
        Rect::around(self.at.x, self.at.y, 1.6 * self.reach, 1.6 * self.reach)
    }
}

/// The bridges and the like of a map: one for each line that leads over, or one where none does.
pub fn crossings(field: &HexField<'_>, map: &Map, ways: &[DrawnWay], style: &HexStyle) -> Vec<Crossing> {
    let middles = middles(ways);
    let mut crossings = Vec::new();
    for border in &map.borders {
        let Some(mark) = border.crossing.as_deref().map(CrossingMark::of) else { continue };
        let Some((a, b)) = field.hex(&border.a).zip(border.b.as_ref().and_then(|b| field.hex(b))) else { continue };
        let (from, to) = (field.cells[a].centre, field.cells[b].centre);
        let water = sides::look(map, border).map_or(0.0, |look| sides::width(look, style));
        let reach = water / 2.0 + style.crossing_reach.0;
        let middle = from.midpoint(to);
        let near = |at: &Point| at.distance(middle) < style.rail_offset.0 + 0.1;
        let mut over: Vec<(Point, Point)> = middles.near(middle).filter(|(at, _)| near(at)).collect();
        // Two looks on one line need one bridge.
        over.dedup_by(|a, b| a.0.distance(b.0) < 0.2);
        if over.is_empty() {
            over.push((middle, direction(from, to)));
        }
        crossings.extend(over.into_iter().map(|(at, along)| Crossing { at, along, reach, mark }));
    }
    crossings
}

/// The points of lines, with their directions, by where they are.
struct Middles(BTreeMap<(i64, i64), Vec<(Point, Point)>>);

#[allow(clippy::cast_possible_truncation)]
fn bucket(p: Point) -> (i64, i64) {
    ((p.x / 4.0).floor() as i64, (p.y / 4.0).floor() as i64)
}

fn middles(ways: &[DrawnWay]) -> Middles {
    let mut all: BTreeMap<(i64, i64), Vec<(Point, Point)>> = BTreeMap::new();
    for three in ways.iter().flat_map(|way| way.course.windows(3)) {
        all.entry(bucket(three[1])).or_default().push((three[1], direction(three[0], three[2])));
    }
    Middles(all)
}

impl Middles {
    fn near(&self, at: Point) -> impl Iterator<Item = (Point, Point)> + '_ {
        let (i, j) = bucket(at);
        let around = (i - 1..=i + 1).flat_map(move |i| (j - 1..=j + 1).map(move |j| (i, j)));
        around.filter_map(|key| self.0.get(&key)).flatten().copied()
    }
}

/// What lies below the ways: the ground of bridges.
pub fn draw_grounds(crossings: &[Crossing], style: &HexStyle, items: &mut Vec<Item>) {
    let mut decks = Path::new();
    for crossing in
        crossings.iter().filter(|crossing| matches!(crossing.mark, CrossingMark::Bridge | CrossingMark::Pontoon))
    {
        let corners = [(-1.0, -0.5), (1.0, -0.5), (1.0, 0.5), (-1.0, 0.5)];
        decks.add(&Path::polygon(corners.map(|(u, v)| crossing.point(u, v * style.crossing_gap.0))));
    }
    if !decks.is_empty() {
        items.push(Item::Shape(decks, Style::fill(style.crossing_ground.value)));
    }
}

/// What lies above the ways: rails, boats, stepping stones.
pub fn draw(crossings: &[Crossing], style: &HexStyle, items: &mut Vec<Item>) {
    let (mut lines, mut solids) = (Path::new(), Path::new());
    let half = style.crossing_gap.0 / 2.0;
    for crossing in crossings {
        match crossing.mark {
            CrossingMark::Bridge => crossing.rails(half, &mut lines),
            CrossingMark::Ford => {
                for u in [-0.9, -0.3, 0.3, 0.9] {
                    for v in [-0.5, 0.5] {
                        let (x, y) = crossing.point(u, v * half);
                        solids.add(&Path::circle(x, y, style.crossing.width.0 * 0.75));
                    }
                }
            }
            CrossingMark::Ferry => {
                let ends = [crossing.point(-1.3, 0.0), crossing.point(1.3, 0.0)];
                lines.add(&Path::polyline(ends));
                let hull = [(-0.5, -0.7), (0.5, -0.7), (0.8, 0.0), (0.5, 0.7), (-0.5, 0.7), (-0.8, 0.0)];
                solids.add(&Path::polygon(hull.map(|(u, v)| crossing.point(u, v * half))));
            }
            CrossingMark::Pontoon => {
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
