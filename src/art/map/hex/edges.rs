//! Stretches of the map's edge: bands along the outer hexsides, with names.

use super::field::{Field, corner};
use super::names::{Scribe, Turned, Written};
use super::style::HexStyle;
use crate::draw::{Item, Path, Stroke, Style};
use crate::geometry::{Point, polygon};
use crate::model::{Map, MapEdge, Model};
use crate::source::values::Colour;

/// Half an outer hexside.
#[derive(Clone, Copy)]
struct Piece {
    from: Point,
    to: Point,
    of: usize,
}

impl Piece {
    fn middle(self) -> Point {
        self.from.midpoint(self.to)
    }
}

/// A stretch with the lines it runs along.
pub struct Stretch<'a> {
    edge: &'a MapEdge,
    colour: Colour,
    runs: Vec<Vec<Point>>,
}

/// All stretches of a map.
pub fn stretches<'a>(model: &Model, field: &Field<'_>, map: &'a Map, style: &HexStyle) -> Vec<Stretch<'a>> {
    let outer = outer_pieces(field);
    let claims: Vec<Claim> = map.edges.iter().map(|edge| Claim::new(field, edge)).collect();
    let mut stretches = Vec::new();
    for (n, (edge, claim)) in map.edges.iter().zip(&claims).enumerate() {
        let own = |piece: &Piece| claim.takes(piece) && !claims.iter().enumerate().any(|(m, other)| m != n && other.beats(claim, piece));
        let side = edge.side.as_ref().and_then(|side| model.sides.get(side.index));
        let colour = side.map_or(style.rim.colour.value, |side| side.colour);
        let runs = outer.iter().flat_map(|ring| runs(ring, &own)).collect();
        stretches.push(Stretch { edge, colour, runs });
    }
    stretches
}

/// The outer sides of the map, ring by ring, each cut in two.
fn outer_pieces(field: &Field<'_>) -> Vec<Vec<Piece>> {
    let halves = |side: &super::field::Side| {
        let middle = side.from.midpoint(side.to);
        [Piece { from: side.from, to: middle, of: side.of }, Piece { from: middle, to: side.to, of: side.of }]
    };
    field.rings(&|_| true).iter().map(|ring| ring.iter().flat_map(halves).collect()).collect()
}

/// The hexes of a stretch.
struct Claim {
    whole: Vec<usize>,
    /// Hexes of which it covers one half, with the half: a point and how near to it pieces must lie.
    half: Vec<(usize, Point, f64)>,
    centres: Vec<(usize, Point)>,
}

impl Claim {
    fn new(field: &Field<'_>, edge: &MapEdge) -> Self {
        let hexes = |list: &[crate::model::Ref<crate::model::Place>]| -> Vec<usize> {
            list.iter().filter_map(|place| field.hex(place)).collect()
        };
        let (whole, half) = (hexes(&edge.at), hexes(&edge.half));
        let centres: Vec<(usize, Point)> =
            whole.iter().chain(&half).map(|hex| (*hex, field.cells[*hex].centre)).collect();
        let mut claim = Self { whole, half: Vec::new(), centres };
        claim.half = half.into_iter().map(|hex| claim.nearer_half(field, hex)).collect();
        claim
    }

    /// The half of a hex's outer sides that lies towards the rest of the stretch.
    fn nearer_half(&self, field: &Field<'_>, hex: usize) -> (usize, Point, f64) {
        let cell = &field.cells[hex];
        let towards = self.nearest_other(hex, cell.centre).unwrap_or(cell.corners[0]);
        let outer = (0..6).filter(|n| cell.around[*n].is_none());
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

    fn takes(&self, piece: &Piece) -> bool {
        let near = |(hex, towards, limit): &(usize, Point, f64)| {
            *hex == piece.of && piece.middle().distance(*towards) <= *limit
        };
        self.whole.contains(&piece.of) || self.half.iter().any(near)
    }

    /// Whether a piece that two stretches claim belongs to this one: that whose other hexes are nearer.
    fn beats(&self, other: &Claim, piece: &Piece) -> bool {
        let distance = |claim: &Claim| {
            let near = claim.nearest_other(piece.of, piece.middle());
            near.map_or(f64::INFINITY, |near| near.distance(piece.middle()))
        };
        self.takes(piece) && distance(self) < distance(other) - 1e-6
    }
}

/// The pieces of a ring that are one's own, joined.
fn runs(ring: &[Piece], own: &dyn Fn(&Piece) -> bool) -> Vec<Vec<Point>> {
    let mut runs: Vec<Vec<Point>> = Vec::new();
    for piece in ring.iter().filter(|piece| own(piece)) {
        match runs.last_mut() {
            Some(run) if run.last().map(|p| corner(*p)) == Some(corner(piece.from)) => run.push(piece.to),
            _ => runs.push(vec![piece.from, piece.to]),
        }
    }
    // The ring may begin in the middle of a run.
    let closes = |first: &[Point], last: &[Point]| first.first().copied().map(corner) == last.last().copied().map(corner);
    if runs.len() > 1 && closes(&runs[0], &runs[runs.len() - 1]) {
        let first = runs.remove(0);
        if let Some(last) = runs.last_mut() {
            last.extend(first.into_iter().skip(1));
        }
    }
    runs
}

/// The bands. Drawn before the land, which covers their inner half.
pub fn draw(stretches: &[Stretch<'_>], style: &HexStyle, items: &mut Vec<Item>) {
    for stretch in stretches {
        let mut path = Path::new();
        for run in &stretch.runs {
            path.add(&Path::polyline(run.iter().map(|p| (p.x, p.y))));
        }
        if !path.is_empty() {
            items.push(Item::Shape(path, Style::stroke(Stroke::new(stretch.colour, 2.0 * style.band.0).sharp())));
        }
    }
}

/// The names of the stretches, outside along their longest side.
pub fn names(stretches: &[Stretch<'_>], field: &Field<'_>, scribe: &mut Scribe<'_>) -> Vec<Written> {
    let corners: Vec<Point> = field.cells.iter().flat_map(|cell| cell.corners).collect();
    let Some((low, high)) = polygon::bounds(&corners) else { return Vec::new() };
    stretches.iter().filter_map(|stretch| name(stretch, (low, high), field.radius, scribe)).collect()
}

fn name(stretch: &Stretch<'_>, map: (Point, Point), radius: f64, scribe: &mut Scribe<'_>) -> Option<Written> {
    let points: Vec<Point> = stretch.runs.iter().flatten().copied().collect();
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
    let longest = sides.iter().filter(|(points, ..)| !points.is_empty());
    let (points, right, level) = longest.max_by(|a, b| length(&a.0, a.1).total_cmp(&length(&b.0, b.1)))?;
    let (from, to) = span(points, *right);
    let middle = f64::midpoint(from, to);
    let mut rooms = Vec::new();
    for step in -12..=12_i32 {
        let along = middle + f64::from(step) * 0.06 * (to - from);
        // Too little margin: over the band, and then over the map.
        for inward in 0..5_i32 {
            let out = f64::from(inward) * 0.35 * radius;
            let foot = if right.y == 0.0 {
                Point::new(along, if *level < low.y { level + out } else { level - out })
            } else {
                Point::new(if *level < low.x { level + out } else { level - out }, along)
            };
            rooms.push(Turned { foot, right: *right, cost: f64::from(step.abs()) + 6.0 * f64::from(inward) });
        }
    }
    scribe.turned(&stretch.edge.name, text, rooms)
}
