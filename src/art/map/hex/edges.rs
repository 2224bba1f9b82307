//! Stretches of the map's edge: bands along the outer hexsides, with names.

use super::curve::{direction, moved, right_of};
use super::field::{Corner, HexField, OuterSide, corner};
use super::names::{Scribe, Turned, WrittenName};
use crate::draw::{Item, Path, Style};
use crate::geometry::{Point, polygon};
use crate::look::styles::HexStyle;
use crate::model::{Map, MapEdge, Model};
use crate::source::values::Colour;
use std::collections::BTreeSet;

/// Half an outer hexside, with what lies before its ends when the map is made wider by a millimetre.
#[derive(Clone, Copy)]
struct EdgePiece {
    from: Point,
    to: Point,
    of: usize,
    out_from: Point,
    out_to: Point,
}

impl EdgePiece {
    fn middle(self) -> Point {
        self.from.midpoint(self.to)
    }

    fn outward(self) -> Point {
        right_of(direction(self.to, self.from))
    }
}

/// A stretch with the lines it runs along.
pub struct EdgeStretch<'a> {
    edge: &'a MapEdge,
    colour: Colour,
    runs: Vec<Vec<EdgePiece>>,
}

/// All stretches of a map.
pub fn stretches<'a>(model: &Model, field: &HexField<'_>, map: &'a Map, style: &HexStyle) -> Vec<EdgeStretch<'a>> {
    let outer = outer_pieces(field);
    let edges: Vec<&MapEdge> = map.edges.iter().filter(|edge| !edge.inland).collect();
    let claims: Vec<ClaimedHexes> = edges.iter().map(|edge| ClaimedHexes::new(field, edge, &outer)).collect();
    let mut stretches = Vec::new();
    for (n, (edge, claim)) in edges.iter().copied().zip(&claims).enumerate() {
        let own = |piece: &EdgePiece| {
            claim.takes(piece) && !claims.iter().enumerate().any(|(m, other)| m != n && other.beats(claim, piece))
        };
        let side = edge.side.as_ref().and_then(|side| model.sides.get(side.index));
        let colour = edge.colour.or(side.map(|side| side.colour)).unwrap_or(style.rim.colour.value);
        let runs = outer.iter().flat_map(|ring| runs(ring, &own)).map(|run| claim.trimmed(run)).collect();
        stretches.push(EdgeStretch { edge, colour, runs });
    }
    stretches
}

/// The outer sides of the map, ring by ring, each cut in two.
fn outer_pieces(field: &HexField<'_>) -> Vec<Vec<EdgePiece>> {
    field.rings(&|_| true).iter().map(|ring| ring_pieces(ring)).collect()
}

fn ring_pieces(ring: &[OuterSide]) -> Vec<EdgePiece> {
    let out = |side: &OuterSide| right_of(direction(side.to, side.from));
    let mut pieces = Vec::new();
    for (n, side) in ring.iter().enumerate() {
        let (before, after) = (&ring[(n + ring.len() - 1) % ring.len()], &ring[(n + 1) % ring.len()]);
        let (own, middle) = (out(side), side.from.midpoint(side.to));
        let (out_from, out_to) = (mitre(out(before), own), mitre(own, out(after)));
        pieces.push(EdgePiece { from: side.from, to: middle, of: side.of, out_from, out_to: own });
        pieces.push(EdgePiece { from: middle, to: side.to, of: side.of, out_from: own, out_to });
    }
    pieces
}

/// How a corner moves when both its sides move by a millimetre.
fn mitre(a: Point, b: Point) -> Point {
    let sum = (1.0 + a.x * b.x + a.y * b.y).max(0.2);
    Point::new((a.x + b.x) / sum, (a.y + b.y) / sum)
}

/// The hexes of a stretch.
struct ClaimedHexes {
    whole: Vec<usize>,
    /// Hexes of which it covers one half, with the half: a point and how near to it pieces must lie.
    half: Vec<(usize, Point, f64)>,
    centres: Vec<(usize, Point)>,
    /// All their outer sides.
    faces: Vec<EdgePiece>,
    /// How far along the edge its direction is felt.
    near: f64,
}

impl ClaimedHexes {
    fn new(field: &HexField<'_>, edge: &MapEdge, outer: &[Vec<EdgePiece>]) -> Self {
        let hexes = |list: &[crate::model::Ref<crate::model::Place>]| -> Vec<usize> {
            list.iter().filter_map(|place| field.hex(place)).collect()
        };
        let (whole, half) = (hexes(&edge.at), hexes(&edge.half));
        let centres: Vec<(usize, Point)> =
            whole.iter().chain(&half).map(|hex| (*hex, field.cells[*hex].centre)).collect();
        let own = outer.iter().flatten().filter(|piece| centres.iter().any(|(hex, _)| *hex == piece.of));
        let faces = own.copied().collect();
        let mut claim = Self { whole, half: Vec::new(), centres, faces, near: 4.5 * field.radius };
        claim.half = half.into_iter().map(|hex| claim.nearer_half(field, hex)).collect();
        claim
    }

    /// The half of a hex's outer sides that lies towards the rest of the stretch.
    fn nearer_half(&self, field: &HexField<'_>, hex: usize) -> (usize, Point, f64) {
        let cell = &field.cells[hex];
        let towards = self.nearest_other(hex, cell.centre).unwrap_or(cell.corners[0]);
        let outer = (0..cell.around.len()).filter(|n| cell.around[*n].is_none());
        let mut far: Vec<f64> = outer
            .flat_map(|n| {
                let ((a, b), middle) = (cell.side(n), cell.middle(n));
                [a.midpoint(middle), b.midpoint(middle)]
            })
            .map(|p| p.distance(towards))
            .collect();
        far.sort_by(f64::total_cmp);
        let limit = far.get((far.len() / 2).saturating_sub(1)).copied().unwrap_or(0.0);
        (hex, towards, limit + 1e-6)
    }

    /// The nearest centre of another hex of the stretch.
    fn nearest_other(&self, hex: usize, at: Point) -> Option<Point> {
        let others = self.centres.iter().filter(|(other, _)| *other != hex).map(|(_, centre)| *centre);
        others.min_by(|a, b| a.distance_squared(at).total_cmp(&b.distance_squared(at)))
    }

    fn takes(&self, piece: &EdgePiece) -> bool {
        let near = |(hex, towards, limit): &(usize, Point, f64)| {
            *hex == piece.of && piece.middle().distance(*towards) <= *limit
        };
        self.whole.contains(&piece.of) || self.half.iter().any(near)
    }

    /// Whether a piece faces where the rest of the stretch around it does.
    fn looks_out(&self, piece: &EdgePiece) -> bool {
        const LEAST: f64 = 0.2;
        let (middle, out) = (piece.middle(), piece.outward());
        let others =
            self.faces.iter().filter(|other| other.of != piece.of && other.middle().distance(middle) < self.near);
        let sum = others.map(|other| other.outward()).reduce(|a, b| Point::new(a.x + b.x, a.y + b.y));
        let mean = sum.map(|sum| direction(Point::default(), sum));
        mean.is_none_or(|mean| mean.x * out.x + mean.y * out.y >= LEAST)
    }

    /// A run without what its last hexes have around the map's corner.
    fn trimmed(&self, run: Vec<EdgePiece>) -> Vec<EdgePiece> {
        let closed = run.first().map(|piece| corner(piece.from)) == run.last().map(|piece| corner(piece.to));
        let ends =
            (run.iter().position(|piece| self.looks_out(piece)), run.iter().rposition(|piece| self.looks_out(piece)));
        match ends {
            (Some(first), Some(last)) if !closed => run[first..=last].to_vec(),
            _ => run,
        }
    }

    /// Whether a piece that two stretches claim belongs to this one: that whose other hexes are nearer.
    fn beats(&self, other: &ClaimedHexes, piece: &EdgePiece) -> bool {
        let distance = |claim: &ClaimedHexes| {
            let near = claim.nearest_other(piece.of, piece.middle());
            near.map_or(f64::INFINITY, |near| near.distance(piece.middle()))
        };
        self.takes(piece) && distance(self) < distance(other) - 1e-6
    }
}

/// The pieces of a ring that are one's own, in runs.
fn runs(ring: &[EdgePiece], own: &dyn Fn(&EdgePiece) -> bool) -> Vec<Vec<EdgePiece>> {
    // Begin where a run does, unless the ring is one run.
    let starts = (0..ring.len()).find(|n| own(&ring[*n]) && !own(&ring[(n + ring.len() - 1) % ring.len()]));
    let mut runs: Vec<Vec<EdgePiece>> = Vec::new();
    let mut running = false;
    for piece in ring.iter().cycle().skip(starts.unwrap_or(0)).take(ring.len()) {
        let mine = own(piece);
        match runs.last_mut() {
            Some(run) if mine && running => run.push(*piece),
            _ if mine => runs.push(vec![*piece]),
            _ => {}
        }
        running = mine;
    }
    runs
}

/// The bands, outside along the hexes.
pub fn draw(stretches: &[EdgeStretch<'_>], style: &HexStyle, items: &mut Vec<Item>) {
    let width = style.band.0;
    let pieces = || stretches.iter().flat_map(|stretch| stretch.runs.iter().flatten());
    let (begun, ended): (BTreeSet<Corner>, BTreeSet<Corner>) =
        pieces().map(|piece| (corner(piece.from), corner(piece.to))).unzip();
    // Where no other band goes on, a band ends square.
    let out_from =
        |piece: &EdgePiece| if ended.contains(&corner(piece.from)) { piece.out_from } else { piece.outward() };
    let out_to = |piece: &EdgePiece| if begun.contains(&corner(piece.to)) { piece.out_to } else { piece.outward() };
    for stretch in stretches {
        let mut path = Path::new();
        for run in &stretch.runs {
            let inner = run.iter().take(1).map(|piece| piece.from).chain(run.iter().map(|piece| piece.to));
            let start = run.iter().take(1).map(|piece| moved(piece.from, out_from(piece), width));
            let outer: Vec<Point> =
                start.chain(run.iter().map(|piece| moved(piece.to, out_to(piece), width))).collect();
            path.add(&Path::polygon(inner.chain(outer.into_iter().rev()).map(|p| (p.x, p.y))));
        }
        if !path.is_empty() {
            items.push(Item::Shape(path, Style::fill(stretch.colour)));
        }
    }
}

/// The names of the stretches, outside along their longest side and along others that are long.
pub fn names(stretches: &[EdgeStretch<'_>], field: &HexField<'_>, scribe: &mut Scribe<'_>) -> Vec<WrittenName> {
    let corners: Vec<Point> = field.cells.iter().flat_map(|cell| cell.corners.iter().copied()).collect();
    let Some((low, high)) = polygon::bounds(&corners) else { return Vec::new() };
    stretches.iter().flat_map(|stretch| name(stretch, (low, high), field.radius, scribe)).collect()
}

fn name(stretch: &EdgeStretch<'_>, map: (Point, Point), radius: f64, scribe: &mut Scribe<'_>) -> Vec<WrittenName> {
    let points: Vec<Point> = stretch.runs.iter().flatten().flat_map(|piece| [piece.from, piece.to]).collect();
    let style = scribe.style;
    let text = style.edge_name.text();
    let off = style.band.0 + style.band_gap.0;
    let near = 1.2 * radius;
    // Points of the stretch at each of the map's four sides.
    let of_side = |inside: &dyn Fn(&Point) -> bool| points.iter().copied().filter(inside).collect::<Vec<Point>>();
    let (low, high) = map;
    let sides = [
        (of_side(&|p| p.y < low.y + near), Point::new(1.0, 0.0), low.y - off),
        (of_side(&|p| p.y > high.y - near), Point::new(1.0, 0.0), high.y + off + text.cap),
        (of_side(&|p| p.x < low.x + near), Point::new(0.0, -1.0), low.x - off),
        (of_side(&|p| p.x > high.x - near), Point::new(0.0, 1.0), high.x + off),
    ];
    let span = |points: &[Point], right: Point| {
        let along = points.iter().map(|p| (p.x * right.x + p.y * right.y).abs());
        along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
    };
    let length = |points: &[Point], right: Point| {
        let (low, high) = span(points, right);
        high - low
    };
    // Beside the longest side, those that a name does not miss.
    let mut along: Vec<(f64, (f64, f64), Point, f64)> = sides
        .iter()
        .filter(|(points, ..)| !points.is_empty())
        .map(|(points, right, level)| (length(points, *right), span(points, *right), *right, *level))
        .collect();
    along.sort_by(|a, b| b.0.total_cmp(&a.0));
    let long = along.iter().enumerate().filter(|(n, side)| *n == 0 || side.0 > LONG * radius);
    long.filter_map(|(_, (_, ends, right, level))| {
        let rooms = rooms_along(map, *ends, *right, *level, radius);
        scribe.turned(&stretch.edge.name, text, rooms, true)
    })
    .collect()
}

/// How many radii a side of the map is long that has a name of its own.
const LONG: f64 = 7.0;

/// Where the name can stand, the best first: in the middle, outside.
fn rooms_along((low, _): (Point, Point), (from, to): (f64, f64), right: Point, level: f64, radius: f64) -> Vec<Turned> {
    let middle = f64::midpoint(from, to);
    let mut rooms = Vec::new();
    for step in -12..=12_i32 {
        let along = middle + f64::from(step) * 0.06 * (to - from);
        // Too little margin: over the band, and then over the map.
        for inward in 0..5_i32 {
            let out = f64::from(inward) * 0.35 * radius;
            let foot = if right.y == 0.0 {
                Point::new(along, if level < low.y { level + out } else { level - out })
            } else {
                Point::new(if level < low.x { level + out } else { level - out }, along)
            };
            rooms.push(Turned { foot, right, cost: f64::from(step.abs()) + 6.0 * f64::from(inward) });
        }
    }
    rooms
}
