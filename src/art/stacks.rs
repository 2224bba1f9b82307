//! Where stacks stand in a place, so that its name, its number and other stacks stay in sight.
//!
//! In: the outline of a place and what is drawn around it. Out: points for the lowest counters of stacks, in
//! millimetres. A stack leans to the upper right, so a tall one needs more room.

use crate::draw::{Affine, Drawing, Item, Rect};
use crate::geometry::polygon;
use crate::model::{Map, Model, Place, PlaceKind, Placement, Point, Spot, What};
use crate::syntax::BoxKind;
use std::collections::BTreeMap;

/// How far each counter of a stack lies beside the one below: to the right, and up.
pub const LEAN: (f64, f64) = (0.85, 1.02);

/// A place of a map with its spots.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaceSpots {
    /// The place.
    pub place: usize,
    /// Where stacks stand, best first.
    pub at: Vec<Point>,
}

/// Spots for every area, box and space of a map. Stacks in hexes and squares stand in the middle.
pub fn of_map(model: &Model, map: &Map, drawing: &Drawing) -> Vec<PlaceSpots> {
    let taken = taken(drawing);
    let here = |place: &Place| place.map.as_ref().is_some_and(|own| *own.id == *map.id) && place.outline.len() > 2;
    let places = model.places.iter().enumerate().filter(|(_, place)| here(place));
    let spots = |(n, place): (usize, &Place)| {
        let at = match &place.kind {
            PlaceKind::Hex { .. } | PlaceKind::Square { .. } => return None,
            PlaceKind::Box(own) if own.kind == BoxKind::Private => return None,
            PlaceKind::Area { .. } => of_area(model, n, &taken),
            _ => in_rows(bounds(&place.outline), &taken, model.game.counter_size),
        };
        Some(PlaceSpots { place: n, at })
    };
    places.filter_map(spots).collect()
}

/// Spots of an area: one for the units of each side and one for markers, with room for the tallest stack that starts
/// there.
pub fn of_area(model: &Model, place: usize, taken: &[Rect]) -> Vec<Point> {
    let Some(own) = model.places.get(place).filter(|own| own.outline.len() > 2) else { return Vec::new() };
    let middle = || bounds(&own.outline).centre();
    let centre = own.centre.unwrap_or_else(|| Point { x: middle().0, y: middle().1 });
    let stack = footprint(largest(model, place), tallest(model, place));
    in_area(&own.outline, centre, stack, taken, model.sides.len() + 1)
}

/// Stacks are rarely lower than this in play.
const USUAL: u32 = 3;

/// Whether something starts in a place.
fn starts(own: &Placement, place: usize) -> bool {
    own.turn.is_none() && matches!(&own.spot, Some(Spot::At(spot)) if spot.index == place)
}

/// The side of the largest counter that starts in a place.
fn largest(model: &Model, place: usize) -> f64 {
    let here = model.scenarios.iter().flat_map(|scenario| &scenario.setup).filter(|own| starts(own, place));
    let counter = |own: &Placement| match &own.what {
        What::Unit(unit) => Some(model.units.get(unit.index)?.steps.first()?.counter.index),
        What::Marker(marker) => Some(model.markers.get(marker.index)?.counter.index),
    };
    let counters = here.filter_map(counter).filter_map(|counter| model.counters.get(counter));
    counters.map(|counter| model.side_of(counter)).fold(model.game.counter_size, f64::max)
}

/// Counters in the tallest stack of a side that starts in a place.
fn tallest(model: &Model, place: usize) -> u32 {
    let here = |own: &&Placement| starts(own, place);
    let of_scenario = |setup: &[Placement]| {
        let mut stacks: BTreeMap<Option<usize>, u32> = BTreeMap::new();
        for own in setup.iter().filter(here) {
            let side = match &own.what {
                What::Unit(unit) => model.units.get(unit.index).map(|unit| unit.side.index),
                What::Marker(_) => None,
            };
            *stacks.entry(side).or_default() += own.copies;
        }
        stacks.into_values().max().unwrap_or(0)
    };
    model.scenarios.iter().map(|scenario| of_scenario(&scenario.setup)).max().unwrap_or(0).max(USUAL)
}

/// What a drawing shows that no stack may cover: texts, and what must stay in sight beside them.
pub fn taken(drawing: &Drawing) -> Vec<Rect> {
    let mut found = Vec::new();
    gather(&drawing.items, Affine::shift(0.0, 0.0), &mut found);
    found.extend(drawing.solids.iter().map(|(_, room)| *room));
    found
}

fn gather(items: &[Item], place: Affine, found: &mut Vec<Rect>) {
    for item in items {
        match item {
            Item::Text(run) => found.push(place.apply_rect(run.bounds())),
            Item::Group { place: own, items, .. } => gather(items, place.after(*own), found),
            Item::Inlined(items) => gather(items, place, found),
            _ => {}
        }
    }
}

/// The rectangle around an outline.
pub fn bounds(outline: &[Point]) -> Rect {
    let corner = |rect: Option<Rect>, point: &Point| {
        let own = Rect::new(point.x, point.y, 0.0, 0.0);
        Some(rect.map_or(own, |rect| rect.union(own)))
    };
    outline.iter().fold(None, corner).unwrap_or_default()
}

/// The room of a stack around the middle of its lowest counter, which is a square.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StackRoom {
    counter: f64,
    right: f64,
    up: f64,
}

/// The room of a stack of so many counters.
pub fn footprint(counter: f64, counters: u32) -> StackRoom {
    let more = f64::from(counters.saturating_sub(1));
    StackRoom { counter, right: LEAN.0 * more, up: LEAN.1 * more }
}

impl StackRoom {
    fn width(self) -> f64 {
        self.counter + self.right
    }

    fn height(self) -> f64 {
        self.counter + self.up
    }

    /// What it covers when its lowest counter lies around a point.
    pub fn at(self, point: Point) -> Rect {
        let half = self.counter / 2.0;
        Rect::new(point.x - half, point.y - half - self.up, self.width(), self.height())
    }

    /// Where its lowest counter lies when it fills the lower left of a room.
    fn base(self, room: Rect) -> Point {
        let half = self.counter / 2.0;
        Point { x: room.x + half, y: room.bottom() - half }
    }

    /// A point moved so that the stack stays inside, if it can.
    fn held(self, point: Point, within: Rect) -> Point {
        let along = |at: f64, before: f64, after: f64, low: f64, length: f64| {
            if length <= before + after {
                low + (length - before - after) / 2.0 + before
            } else {
                at.clamp(low + before, low + length - after)
            }
        };
        let half = self.counter / 2.0;
        Point {
            x: along(point.x, half, half + self.right, within.x, within.w),
            y: along(point.y, half + self.up, half, within.y, within.h),
        }
    }
}

/// Points in an area, each for a stack, best first: nearest to its middle among those that cover no label and no other
/// stack and stay inside, as far as that can be had.
pub fn in_area(outline: &[Point], centre: Point, stack: StackRoom, taken: &[Rect], count: usize) -> Vec<Point> {
    const REACH: i32 = 12;
    let size = stack.counter;
    let step = size / 4.0;
    let reach = Rect::around(centre.x, centre.y, size * 8.0, size * 8.0);
    let whole = bounds(outline);
    let in_the_way = |room: &&Rect| room.overlaps(reach) && !room.contains(whole, 1.0);
    let near: Vec<Rect> = taken.iter().filter(in_the_way).map(|room| room.inset(-0.3)).collect();
    let steps = (-REACH..=REACH).flat_map(|x| (-REACH..=REACH).map(move |y| (x, y)));
    let mut candidates: Vec<Candidate> = steps
        .map(|(x, y)| {
            let point = Point { x: centre.x + f64::from(x) * step, y: centre.y + f64::from(y) * step };
            let away = (point.x - centre.x).hypot(point.y - centre.y) / size * 0.3;
            let room = stack.at(point);
            Candidate { point, room, known: covered(room, size, &near) * 6.0 + away, outside: None }
        })
        .collect();
    let mut chosen: Vec<Point> = Vec::new();
    for _ in 0..count {
        let others: Vec<Rect> = chosen.iter().map(|point| stack.at(*point)).collect();
        let mut order: Vec<(f64, usize)> = candidates
            .iter()
            .enumerate()
            .map(|(n, candidate)| (candidate.known + covered(candidate.room, size, &others) * 12.0, n))
            .collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut best: Option<(f64, usize)> = None;
        for (known, n) in order {
            // What lies outside only adds to it.
            if best.is_some_and(|(cost, _)| cost <= known) {
                break;
            }
            let candidate = &mut candidates[n];
            let cost = known + *candidate.outside.get_or_insert_with(|| outside(outline, candidate.room)) * 4.0;
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, n));
            }
        }
        chosen.push(best.map_or(centre, |(_, n)| candidates[n].point));
    }
    chosen
}

/// A point for a stack, and what is known against it.
struct Candidate {
    point: Point,
    room: Rect,
    known: f64,
    /// How much of it lies outside the area, once it has been asked.
    outside: Option<f64>,
}

/// How much of a room lies outside an outline, by points in it.
fn outside(outline: &[Point], room: Rect) -> f64 {
    let at = [0.0, 0.5, 1.0];
    let points =
        at.iter().flat_map(|x| at.iter().map(move |y| Point { x: room.x + x * room.w, y: room.y + y * room.h }));
    #[allow(clippy::cast_precision_loss)]
    let share = points.filter(|point| !polygon::contains(outline, *point)).count() as f64 / 9.0;
    share
}

/// How much of a room lies over other things: of them or of a counter, whichever is more.
fn covered(room: Rect, size: f64, others: &[Rect]) -> f64 {
    let share = |other: &Rect| {
        let least = (other.w * other.h).min(size * size);
        if least > 0.0 { room.common(*other) / least } else { 0.0 }
    };
    others.iter().map(share).sum()
}

/// A stack in a box: which group it is of, how many counters of it, and where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoxStack {
    /// The group.
    pub group: usize,
    /// How many of its counters.
    pub counters: u32,
    /// Where the lowest lies.
    pub at: Point,
}

/// How the stacks of a box lie.
#[derive(Debug, Clone, PartialEq)]
pub struct BoxRows {
    /// The stacks.
    pub piles: Vec<BoxStack>,
    /// Whether none covers another.
    pub apart: bool,
}

/// Stacks in a box or a space, in rows: beside what is printed there where that leaves room, and never over its edge.
/// Groups that are too tall for that become several stacks.
pub fn in_box(within: Rect, room: Rect, taken: &[Rect], size: f64, groups: &[u32]) -> BoxRows {
    let (strips, text) = strips(within, room, taken);
    let tallest = groups.iter().copied().max().unwrap_or(1).max(1);
    let larger = |a: &&Rect, b: &&Rect| (a.w * a.h).total_cmp(&(b.w * b.h));
    for most in (1..=tallest).rev() {
        let stack = footprint(size, most);
        let piles = split(groups, most);
        if let Some(strip) = strips.iter().filter(|strip| holds(**strip, stack) >= piles.len()).max_by(larger) {
            return BoxRows { piles: laid(piles, *strip, within, stack, size), apart: true };
        }
    }
    // No room for all side by side: one lies partly over the other, away from the text, as little as can be.
    let roomy = strips.iter().filter(|strip| holds(**strip, footprint(size, 1)) > 0).max_by(larger).copied();
    let strip = roomy.unwrap_or_else(|| text.map_or(room, |text| farthest(within, text, size)));
    let fitting = |most: &u32| *most == 1 || holds(strip, footprint(size, *most)) > 0;
    let loose = |most: u32| Some((tightness(strip, footprint(size, most), split(groups, most).len())?, most));
    let best = (1..=tallest).filter(fitting).filter_map(loose).max_by(|a, b| a.0.total_cmp(&b.0));
    let most = best.map(|(_, most)| most).or_else(|| (1..=USUAL).rev().find(fitting)).unwrap_or(1);
    BoxRows { piles: laid(split(groups, most), strip, within, footprint(size, most), size), apart: false }
}

/// As many points for small stacks as a box has room for, at least one and at most a dozen.
fn in_rows(within: Rect, taken: &[Rect], size: f64) -> Vec<Point> {
    const MOST: usize = 12;
    let (strips, _) = strips(within, within, taken);
    let small = footprint(size, USUAL);
    let stack = if strips.iter().any(|strip| holds(*strip, small) > 0) { small } else { footprint(size, 1) };
    let count = strips.iter().map(|strip| holds(*strip, stack)).max().unwrap_or(1).clamp(1, MOST);
    let counters = if stack == small { USUAL } else { 1 };
    in_box(within, within, taken, size, &vec![counters; count]).piles.into_iter().map(|pile| pile.at).collect()
}

/// Groups in stacks of at most so many counters.
fn split(groups: &[u32], most: u32) -> Vec<(usize, u32)> {
    let parts = |(group, counters): (usize, &u32)| {
        let (whole, rest) = (counters / most, counters % most);
        let last = (rest > 0).then_some((group, rest));
        (0..whole).map(move |_| (group, most)).chain(last).collect::<Vec<_>>()
    };
    groups.iter().enumerate().flat_map(parts).collect()
}

fn laid(piles: Vec<(usize, u32)>, strip: Rect, within: Rect, stack: StackRoom, size: f64) -> Vec<BoxStack> {
    let points = grid(strip, stack, piles.len());
    let pile = |((group, counters), point): ((usize, u32), Point)| {
        let own = footprint(size, counters);
        BoxStack { group, counters, at: own.held(own.held(point, strip), within) }
    };
    piles.into_iter().zip(points).map(pile).collect()
}

/// The parts of a room beside what is printed in it, and the room of the print.
fn strips(within: Rect, room: Rect, taken: &[Rect]) -> (Vec<Rect>, Option<Rect>) {
    let printed = |label: &&Rect| room.overlaps(**label) && within.contains(**label, 1.0) && !label.contains(room, 1.0);
    let Some(text) = taken.iter().filter(printed).copied().reduce(Rect::union) else { return (vec![room], None) };
    let sized = |x: f64, y: f64, right: f64, bottom: f64| Rect::new(x, y, (right - x).max(0.0), (bottom - y).max(0.0));
    let beside = vec![
        sized(room.x, text.bottom(), room.right(), room.bottom()),
        sized(room.x, room.y, room.right(), text.y),
        sized(text.right(), room.y, room.right(), room.bottom()),
        sized(room.x, room.y, text.x, room.bottom()),
    ];
    (beside, Some(text))
}

/// How many stacks fit into a room side by side.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn holds(room: Rect, stack: StackRoom) -> usize {
    // For single counters a hair more than the room does no harm.
    let hair = if stack.up > 0.0 { 0.0 } else { stack.counter * 0.06 };
    let along = |length: f64, own: f64| ((length + hair) / own).floor().max(0.0) as usize;
    along(room.w, stack.width()) * along(room.h, stack.height())
}

/// A counter's room in a box, away from something in it.
fn farthest(within: Rect, text: Rect, size: f64) -> Rect {
    let at = |low: f64, high: f64, text: f64| if text < (low + high) / 2.0 { high - size } else { low };
    let (x, y) = text.centre();
    let x = at(within.x, within.right(), x).max(within.x);
    let y = at(within.y, within.bottom(), y).max(within.y);
    Rect::new(x, y, size.min(within.w), size.min(within.h))
}

/// How many stacks fit into a room across and down if each comes so much of its size after the one before.
fn fits(room: Rect, stack: StackRoom, tight: f64) -> (usize, usize) {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let along = |length: f64, own: f64| (((length - own) / (own * tight)).floor().max(0.0) as usize) + 1;
    (along(room.w, stack.width()), along(room.h, stack.height()))
}

/// How loosely so many stacks fit into a room: from with a gap between them to half covered.
fn tightness(room: Rect, stack: StackRoom, count: usize) -> Option<f64> {
    let held = |tight: f64| fits(room, stack, tight).0 * fits(room, stack, tight).1;
    (0..20).map(|n| 1.08 - 0.03 * f64::from(n)).find(|tight| held(*tight) >= count)
}

/// Points in rows around the middle of a room; stacks overlap if there are too many.
fn grid(room: Rect, stack: StackRoom, count: usize) -> Vec<Point> {
    let (width, height) = (stack.width(), stack.height());
    let Some(tight) = tightness(room, stack, count) else { return fan(room, stack, count) };
    let columns = fits(room, stack, tight).0.min(count).max(1);
    let lines = count.div_ceil(columns);
    #[allow(clippy::cast_precision_loss)]
    let part = |n: usize, of: usize, own: f64| (n as f64 - (of as f64 - 1.0) / 2.0) * own * tight;
    let (x, y) = room.centre();
    let cell = |n: usize| {
        let (x, y) = (x + part(n % columns, columns, width), y + part(n / columns, lines, height));
        Rect::around(x, y, width, height)
    };
    (0..count).map(|n| stack.base(cell(n))).collect()
}

/// Points from the upper left to the lower right of a room, for more stacks than it has room for.
fn fan(room: Rect, stack: StackRoom, count: usize) -> Vec<Point> {
    #[allow(clippy::cast_precision_loss)]
    let part = |n: usize, length: f64| length.max(0.0) * n as f64 / count.saturating_sub(1).max(1) as f64;
    let (across, down) = (room.w - stack.width(), room.h - stack.height());
    let cell = |n: usize| Rect::new(room.x + part(n, across), room.y + part(n, down), stack.width(), stack.height());
    (0..count).map(|n| stack.base(cell(n))).collect()
}

#[cfg(test)]
mod tests;
