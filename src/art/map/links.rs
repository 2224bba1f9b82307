//! Links: which arrows there are between places that do not touch, and where they find room.

use super::arrow::{ArrowEnds, arrow};
use super::outline::bounds;
use super::{MapBasis, MapSheet, spaces};
use crate::draw::{Item, Rect};
use crate::geometry::{Point, polygon};
use crate::model::{EdgeBy, PlaceKind};
use crate::syntax::BoundaryLook;

/// A link with its ends.
struct ArrowLink {
    from: usize,
    to: usize,
    /// Whether it leads back, too.
    both: bool,
    water: bool,
}

/// A place that arrows lead to or must not run through.
struct Obstacle {
    place: usize,
    outline: Vec<Point>,
    room: Rect,
    boxed: bool,
}

/// Where an arrow may touch an outline, and which way is in.
#[derive(Clone, Copy)]
struct Port {
    at: Point,
    inwards: (f64, f64),
}

/// Finds courses for all links, long ones first, which have the least choice, and takes their room.
pub fn plan(on: MapBasis<'_>, sheet: &mut MapSheet) -> Vec<Item> {
    let bodies = bodies(on);
    let body = |place: usize| bodies.iter().find(|body| body.place == place);
    let mut found = Vec::new();
    let mut links: Vec<(f64, ArrowLink)> = links(on)
        .into_iter()
        .filter_map(|link| {
            let (a, b) = (body(link.from)?.room.centre(), body(link.to)?.room.centre());
            Some((Point::new(a.0, a.1).distance(Point::new(b.0, b.1)), link))
        })
        .collect();
    links.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut trodden: Vec<Point> = Vec::new();
    for (_, link) in links {
        let (Some(from), Some(to)) = (body(link.from), body(link.to)) else { continue };
        let search = Search { bodies: &bodies, trodden: &trodden, sheet, from, to };
        let Some(course) = search.best() else { continue };
        trodden.extend(course.reaching(on.style.link.reach.0).points(3.0));
        take(on, sheet, course);
        found.push((course, link));
    }
    draw(on, &found)
}

/// Arrows of water below those of land.
fn draw(on: MapBasis<'_>, found: &[(ArrowEnds, ArrowLink)]) -> Vec<Item> {
    let (water, land): (Vec<_>, Vec<_>) = found.iter().partition(|(_, link)| link.water);
    let reach = on.style.link.reach.0;
    let arrows = water.into_iter().chain(land);
    arrows.flat_map(|(course, link)| arrow(on, course.reaching(reach), link.both, link.water)).collect()
}

fn take(on: MapBasis<'_>, sheet: &mut MapSheet, course: ArrowEnds) {
    let course = course.reaching(on.style.link.reach.0);
    let broad = on.style.link.head.0;
    for at in course.points(1.5) {
        let head = at.distance(course.from).min(at.distance(course.to)) < broad;
        let width = if head { broad } else { on.style.link.stem.width.0 + 1.0 };
        sheet.labels.take(Rect::around(at.x, at.y, width, width));
    }
}

/// Each link once, in the order of the model.
fn links(on: MapBasis<'_>) -> Vec<ArrowLink> {
    let arrow = |edge: &&crate::model::Edge| edge.by == EdgeBy::Link && edge.drawn && !spaces::connects(on.model, edge);
    let edges = || on.model.edges.iter().filter(arrow);
    let mut found: Vec<ArrowLink> = Vec::new();
    for edge in edges() {
        let (from, to) = (edge.from.index, edge.to.index);
        if found.iter().any(|link| link.from == to && link.to == from) {
            continue;
        }
        let look = |id: &String| on.map.boundaries.iter().find(|kind| kind.id == *id).map(|kind| kind.look);
        let water = edge.boundary.as_ref().and_then(look).is_some_and(|look| look != BoundaryLook::Open);
        let both = edges().any(|back| back.from.index == to && back.to.index == from);
        found.push(ArrowLink { from, to, both, water });
    }
    found
}

fn bodies(on: MapBasis<'_>) -> Vec<Obstacle> {
    let body = |(place, found): (usize, &crate::model::Place)| {
        let outline = found.outline.clone();
        let room = bounds(&outline)?;
        let boxed = !matches!(found.kind, PlaceKind::Area { boxed: false, .. }) && found.kind.cell().is_none();
        Some(Obstacle { place, outline, room, boxed })
    };
    on.places().filter_map(body).collect()
}

struct Search<'a> {
    bodies: &'a [Obstacle],
    /// Points along the arrows found before.
    trodden: &'a [Point],
    sheet: &'a MapSheet,
    from: &'a Obstacle,
    to: &'a Obstacle,
}

impl Search<'_> {
    /// The cheapest course: short, straight on, clear of everything else.
    fn best(&self) -> Option<ArrowEnds> {
        let (mut starts, mut ends) = (ports(self.from), ports(self.to));
        let (across, back) = (facing(self.from, &ends), facing(self.to, &starts));
        starts.extend(across);
        ends.extend(back);
        let mut tried: Vec<(f64, ArrowEnds)> = Vec::new();
        for start in &starts {
            for end in &ends {
                let course = ArrowEnds { from: start.at, to: end.at };
                tried.push((rough_cost(course, start, end, self), course));
            }
        }
        tried.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut best: Option<(f64, ArrowEnds)> = None;
        for (cost, course) in tried {
            if best.is_some_and(|(least, _)| cost >= least) {
                break;
            }
            let cost = cost + self.obstacles(course);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, course));
            }
        }
        best.map(|(_, course)| course)
    }

    /// What a course runs into.
    fn obstacles(&self, course: ArrowEnds) -> f64 {
        let others = || self.bodies.iter().filter(|body| body.place != self.from.place && body.place != self.to.place);
        let mut cost = 0.0;
        for at in course.reaching(2.0).points(2.0) {
            let spot = Rect::around(at.x, at.y, 5.0, 5.0);
            let through =
                |body: &Obstacle| body.room.overlaps(spot) && (body.boxed || polygon::contains(&body.outline, at));
            cost += 40.0 * f64::from(u8::from(others().any(through)));
            cost += 60.0 * f64::from(u8::from(!self.sheet.labels.is_free(spot)));
        }
        let crowded = |at: &Point| self.trodden.iter().any(|other| at.distance_squared(*other) < 81.0);
        cost += 7.0 * course.points(3.0).filter(crowded).map(|_| 1.0).sum::<f64>();
        cost + self.misses(course)
    }

    /// How much of the heads lies beside their places.
    fn misses(&self, course: ArrowEnds) -> f64 {
        let (dx, dy) = course.direction();
        let heads = [(self.from, course.from, -1.0), (self.to, course.to, 1.0)];
        let outside = |(body, at, sign): (&Obstacle, Point, f64)| {
            let spots = [(7.0, 0.0), (4.0, 5.0), (4.0, -5.0)];
            let spot = |(on, aside): (f64, f64)| {
                Point::new(at.x + sign * dx * on - dy * aside, at.y + sign * dy * on + dx * aside)
            };
            spots
                .into_iter()
                .map(spot)
                .filter(|spot| !polygon::contains(&body.outline, *spot))
                .map(|_| 30.0)
                .sum::<f64>()
        };
        heads.into_iter().map(outside).sum()
    }
}

fn rough_cost(course: ArrowEnds, start: &Port, end: &Port, search: &Search<'_>) -> f64 {
    let (dx, dy) = course.direction();
    let leaving = 1.0 + (dx * start.inwards.0 + dy * start.inwards.1);
    let arriving = 1.0 - (dx * end.inwards.0 + dy * end.inwards.1);
    // An arrow should lead to the middle of an area; along the side of a box it may stand anywhere.
    let off = |body: &Obstacle, at: Point| {
        let (x, y) = body.room.centre();
        at.distance(Point::new(x, y)) * if body.boxed { 0.03 } else { 0.42 }
    };
    let aslant = |port: &Port| 10.0 * (dx * port.inwards.1 - dy * port.inwards.0).abs();
    let turn = 45.0 * (leaving + arriving) + aslant(start) + aslant(end);
    course.length() + turn + off(search.from, course.from) + off(search.to, course.to)
}

/// Points of an outline that arrows may touch: not near the corners of boxes.
fn ports(body: &Obstacle) -> Vec<Port> {
    const APART: f64 = 4.0;
    const LONG: f64 = 3.0 * APART;
    // Clockwise on the page, the inside lies to the right of every edge.
    let sign = if polygon::signed_area(&body.outline) >= 0.0 { 1.0 } else { -1.0 };
    let mut ports = Vec::new();
    let mut since = APART;
    for (a, b) in polygon::edges(&body.outline) {
        let length = a.distance(b);
        let corner = if body.boxed { 6.0 } else { APART };
        if length <= 0.0 || (body.boxed && length <= 2.0 * corner) {
            continue;
        }
        let inwards = (-(b.y - a.y) / length * sign, (b.x - a.x) / length * sign);
        if body.boxed || length > LONG {
            let course = ArrowEnds { from: a.towards(b, corner / length), to: b.towards(a, corner / length) };
            ports.extend(course.points(APART).map(|at| Port { at, inwards }));
            continue;
        }
        since += length;
        if since >= APART {
            since = 0.0;
            ports.push(Port { at: a.midpoint(b), inwards });
        }
    }
    ports
}

/// Points of a box right across from others, so that arrows can run straight.
fn facing(body: &Obstacle, others: &[Port]) -> Vec<Port> {
    const CORNER: f64 = 6.0;
    let room = body.room;
    if !body.boxed {
        return Vec::new();
    }
    let mut ports = Vec::new();
    for Port { at, .. } in others {
        if at.x > room.x + CORNER && at.x < room.right() - CORNER {
            ports.push(Port { at: Point::new(at.x, room.y), inwards: (0.0, 1.0) });
            ports.push(Port { at: Point::new(at.x, room.bottom()), inwards: (0.0, -1.0) });
        }
        if at.y > room.y + CORNER && at.y < room.bottom() - CORNER {
            ports.push(Port { at: Point::new(room.x, at.y), inwards: (1.0, 0.0) });
            ports.push(Port { at: Point::new(room.right(), at.y), inwards: (-1.0, 0.0) });
        }
    }
    ports
}
