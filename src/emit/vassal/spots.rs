//! Where stacks lie in a place, so that its name, its number and other stacks stay in sight.

use super::boards::{Board, Zone};
use crate::draw::{Affine, Drawing, Item, Rect};
use crate::geometry::polygon;
use crate::model::Point;

/// The room of every text on a drawing.
pub fn labels(drawing: &Drawing) -> Vec<Rect> {
    let mut found = Vec::new();
    gather(&drawing.items, Affine::shift(0.0, 0.0), &mut found);
    found
}

fn gather(items: &[Item], place: Affine, found: &mut Vec<Rect>) {
    for item in items {
        match item {
            Item::Text(run) => found.push(place.apply_rect(run.bounds())),
            Item::Group { place: own, items, .. } => gather(items, place.after(*own), found),
            _ => {}
        }
    }
}

/// The rectangle around a zone.
pub fn bounds(zone: &Zone) -> Rect {
    let corner = |rect: Option<Rect>, point: &Point| {
        let own = Rect::new(point.x, point.y, 0.0, 0.0);
        Some(rect.map_or(own, |rect| rect.union(own)))
    };
    zone.outline.iter().fold(None, corner).unwrap_or_default()
}

/// Whether a point lies in a zone.
pub fn contains(zone: &Zone, point: Point) -> bool {
    polygon::contains(&zone.outline, point)
}

/// Points in an area, each for a stack: nearest to its middle among those that cover no text and no other stack and
/// stay inside, as far as that can be had.
pub fn in_area(zone: &Zone, centre: Point, size: f64, labels: &[Rect], count: usize) -> Vec<Point> {
    const REACH: i32 = 10;
    let step = size / 4.0;
    let reach = Rect::around(centre.x, centre.y, size * 7.0, size * 7.0);
    let near: Vec<Rect> = labels.iter().copied().filter(|label| label.overlaps(reach)).collect();
    let steps = (-REACH..=REACH).flat_map(|x| (-REACH..=REACH).map(move |y| (x, y)));
    let candidates: Vec<(Point, f64)> = steps
        .map(|(x, y)| Point { x: centre.x + f64::from(x) * step, y: centre.y + f64::from(y) * step })
        .map(|point| {
            (point, outside(zone, point, size) * 4.0 + covered(point, size, &near) * 6.0 + away(point, centre, size))
        })
        .collect();
    let mut chosen: Vec<Point> = Vec::new();
    for _ in 0..count {
        let others: Vec<Rect> = chosen.iter().map(|point| square(*point, size)).collect();
        let cost = |(point, own): &(Point, f64)| own + covered(*point, size, &others) * 12.0;
        let best = candidates.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
        chosen.push(best.map_or(centre, |(point, _)| *point));
    }
    // From left to right, as they are named.
    chosen.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    chosen
}

fn square(centre: Point, size: f64) -> Rect {
    Rect::around(centre.x, centre.y, size, size)
}

/// How much of a counter lies outside a zone, by points on it.
fn outside(zone: &Zone, point: Point, size: f64) -> f64 {
    let half = size / 2.0;
    let at = [-1.0, 0.0, 1.0];
    let points = at.iter().flat_map(|x| at.iter().map(move |y| Point { x: point.x + x * half, y: point.y + y * half }));
    #[allow(clippy::cast_precision_loss)]
    let share = points.filter(|point| !contains(zone, *point)).count() as f64 / 9.0;
    share
}

/// How much of a counter lies over others things: of them or of itself, whichever is more.
fn covered(point: Point, size: f64, others: &[Rect]) -> f64 {
    let own = square(point, size);
    let share = |other: &Rect| {
        let least = (other.w * other.h).min(size * size);
        if least > 0.0 { own.common(*other) / least } else { 0.0 }
    };
    others.iter().map(share).sum()
}

fn away(point: Point, centre: Point, size: f64) -> f64 {
    (point.x - centre.x).hypot(point.y - centre.y) / size * 0.3
}

/// Points in a box or a space, in rows: beside what is printed there where that leaves room, and never over its edge.
pub fn in_box(board: &Board, labels: &[Rect], zone: &Zone, size: f64, count: usize) -> Vec<Point> {
    let room = free_room(board, zone);
    let inside = labels.iter().copied().filter(|label| room.overlaps(*label) && bounds(zone).contains(*label, 1.0));
    let text = inside.reduce(Rect::union);
    let beside = text.into_iter().flat_map(|text| strips(room, text));
    let fitting = beside.filter(|strip| holds(*strip, size) >= count);
    let best = fitting.max_by(|a, b| (a.w * a.h).total_cmp(&(b.w * b.h)));
    let within = bounds(zone);
    let points = match (best, text) {
        (Some(strip), _) => grid(strip, size, count),
        // No room beside it: as far from it as the box allows.
        (None, Some(text)) => grid(farthest(within, text, size), size, count),
        (None, None) => grid(room, size, count),
    };
    points.into_iter().map(|point| held(point, within, size)).collect()
}

/// What is left of a room on the four sides of something.
fn strips(room: Rect, text: Rect) -> [Rect; 4] {
    let sized = |x: f64, y: f64, right: f64, bottom: f64| Rect::new(x, y, (right - x).max(0.0), (bottom - y).max(0.0));
    [
        sized(room.x, text.bottom(), room.right(), room.bottom()),
        sized(room.x, room.y, room.right(), text.y),
        sized(text.right(), room.y, room.right(), room.bottom()),
        sized(room.x, room.y, text.x, room.bottom()),
    ]
}

/// How many counters fit into a room side by side.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn holds(room: Rect, size: f64) -> usize {
    // A hair more than the room is no harm.
    let along = |length: f64| ((length + size * 0.06) / size).floor().max(0.0) as usize;
    along(room.w) * along(room.h)
}

/// A counter's room in a box, away from something in it.
fn farthest(within: Rect, text: Rect, size: f64) -> Rect {
    let at = |low: f64, high: f64, text: f64| if text < (low + high) / 2.0 { high - size } else { low };
    let (x, y) = text.centre();
    let x = at(within.x, within.right(), x).max(within.x);
    let y = at(within.y, within.bottom(), y).max(within.y);
    Rect::new(x, y, size.min(within.w), size.min(within.h))
}

/// A point moved so that a counter on it stays inside, if it can.
fn held(point: Point, within: Rect, size: f64) -> Point {
    let along = |at: f64, low: f64, length: f64| {
        if length <= size { low + length / 2.0 } else { at.clamp(low + size / 2.0, low + length - size / 2.0) }
    };
    Point { x: along(point.x, within.x, within.w), y: along(point.y, within.y, within.h) }
}

/// The room of a zone below the pale counters in it.
fn free_room(board: &Board, zone: &Zone) -> Rect {
    let all = bounds(zone);
    let ghosts = board.ghosts.values().flatten().filter(|rect| {
        let (x, y) = rect.centre();
        contains(zone, Point { x, y })
    });
    let top = ghosts.map(|rect| rect.bottom() + 1.0).fold(all.y, f64::max).min(all.bottom() - 1.0);
    Rect::new(all.x, top, all.w, all.bottom() - top)
}

/// Points in rows around the middle of a room; counters overlap if there are too many.
fn grid(room: Rect, size: f64, count: usize) -> Vec<Point> {
    let mut pitch = size * 1.08;
    let fits = |pitch: f64| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let along = |length: f64| (((length - size) / pitch).floor().max(0.0) as usize) + 1;
        (along(room.w), along(room.h))
    };
    while fits(pitch).0 * fits(pitch).1 < count && pitch > size * 0.15 {
        pitch *= 0.94;
    }
    let columns = fits(pitch).0.min(count).max(1);
    let lines = count.div_ceil(columns);
    #[allow(clippy::cast_precision_loss)]
    let part = |n: usize, of: usize| (n as f64 - (of as f64 - 1.0) / 2.0) * pitch;
    let (x, y) = room.centre();
    (0..count).map(|n| Point { x: x + part(n % columns, columns), y: y + part(n / columns, lines) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::vassal::boards::BoardKind;
    use std::collections::BTreeMap;

    const SIZE: f64 = 16.0;

    fn zone(w: f64, h: f64) -> Zone {
        let outline = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, y)| Point { x, y }).to_vec();
        Zone { name: String::new(), place: None, outline, centre: Point { x: w / 2.0, y: h / 2.0 } }
    }

    fn board() -> Board {
        Board {
            name: String::new(),
            image: String::new(),
            drawing: Drawing::new(300.0, 300.0),
            kind: BoardKind::Map(0),
            dpi: 150.0,
            zones: Vec::new(),
            ghosts: BTreeMap::new(),
            hexes: None,
            piles: Vec::new(),
        }
    }

    fn free(points: &[Point], labels: &[Rect]) -> bool {
        points.iter().all(|point| labels.iter().all(|label| square(*point, SIZE - 0.5).common(*label) < 1e-9))
    }

    #[test]
    fn a_space_keeps_its_number_in_sight_and_its_counters_inside() {
        for number in [Rect::new(1.0, 1.0, 4.0, 4.0), Rect::new(8.0, 22.0, 4.0, 3.0), Rect::new(1.0, 10.0, 3.0, 4.0)] {
            let zone = zone(20.0, 26.0);
            for count in 1..=4 {
                let points = in_box(&board(), &[number], &zone, SIZE, count);
                assert_eq!(points.len(), count);
                let inside = |point: &Point| bounds(&zone).contains(square(*point, SIZE), 1e-6);
                assert!(points.iter().all(inside), "{points:?}");
                assert!(count > 1 || free(&points, &[number]), "{number:?} {points:?}");
            }
        }
    }

    #[test]
    fn stacks_of_an_area_leave_its_name_and_each_other_in_sight() {
        let zone = zone(90.0, 60.0);
        let name = [Rect::around(45.0, 30.0, 30.0, 6.0), Rect::around(45.0, 36.0, 8.0, 4.0)];
        for count in 1..=3 {
            let points = in_area(&zone, Point { x: 45.0, y: 30.0 }, SIZE, &name, count);
            assert!(free(&points, &name), "{points:?}");
            let apart = |a: &Point, b: &Point| square(*a, SIZE).common(square(*b, SIZE)) < 1e-9;
            let all = points.iter().enumerate().all(|(n, a)| points[..n].iter().all(|b| apart(a, b)));
            assert!(all, "{points:?}");
        }
    }

    #[test]
    fn where_there_is_no_room_everything_still_has_a_spot() {
        assert_eq!(in_box(&board(), &[Rect::new(0.0, 0.0, 9.0, 9.0)], &zone(10.0, 10.0), SIZE, 5).len(), 5);
        assert_eq!(in_area(&zone(8.0, 8.0), Point { x: 4.0, y: 4.0 }, SIZE, &[], 3).len(), 3);
    }
}
