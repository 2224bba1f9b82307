//! Checks each shape by itself and brings it onto the grid.

use super::super::{Point, polygon};
use super::grid::{self, GridNode};
use super::{AreaShape, InputPart, ShapeProblem, SubdivisionInput};

/// A map wider than this (in millimetres, 100 m) is a mistake in the unit.
pub(super) const LIMIT: f64 = 100_000.0;

/// Sites nearer than this are one site.
const SAME_SITE: f64 = 0.1;

/// The usable shapes, on the grid.
pub(super) struct Taken {
    pub land: Vec<Vec<GridNode>>,
    /// One for each shape of the input.
    pub shapes: Vec<TakenShape>,
}

pub(super) enum TakenShape {
    Unusable { at: Point },
    Site(Point),
    Polygon(Vec<GridNode>),
}

impl Taken {
    pub fn polygon(&self, shape: usize) -> Option<&[GridNode]> {
        match self.shapes.get(shape) {
            Some(TakenShape::Polygon(ring)) => Some(ring),
            _ => None,
        }
    }

    pub fn site(&self, shape: usize) -> Option<Point> {
        match self.shapes.get(shape) {
            Some(&TakenShape::Site(point)) => Some(point),
            _ => None,
        }
    }

    /// The given polygons with their indices.
    pub fn polygons(&self) -> impl Iterator<Item = (usize, &[GridNode])> {
        (0..self.shapes.len()).filter_map(|shape| Some((shape, self.polygon(shape)?)))
    }
}

pub(super) fn take_in(input: &SubdivisionInput, problems: &mut Vec<ShapeProblem>) -> Taken {
    let mut land = Vec::new();
    for (index, ring) in input.land.iter().enumerate() {
        land.extend(take_ring(ring, InputPart::Land(index), problems));
    }
    let mut shapes = Vec::new();
    for (index, shape) in input.shapes.iter().enumerate() {
        shapes.push(take_shape(shape, InputPart::Shape(index), problems));
    }
    Taken { land, shapes }
}

fn take_shape(shape: &AreaShape, source: InputPart, problems: &mut Vec<ShapeProblem>) -> TakenShape {
    match shape {
        AreaShape::Site(site) if usable(*site) => TakenShape::Site(*site),
        AreaShape::Site(site) => {
            problems.push(bad_coordinate(source, 0, *site));
            TakenShape::Unusable { at: finite(*site) }
        }
        AreaShape::Polygon(points) => take_ring(points, source, problems).map_or_else(
            || TakenShape::Unusable { at: finite(points.first().copied().unwrap_or_default()) },
            TakenShape::Polygon,
        ),
    }
}

fn take_ring(points: &[Point], source: InputPart, problems: &mut Vec<ShapeProblem>) -> Option<Vec<GridNode>> {
    if let Some(vertex) = points.iter().position(|&p| !usable(p)) {
        problems.push(bad_coordinate(source, vertex, points[vertex]));
        return None;
    }
    let at = points.first().copied().unwrap_or_default();
    if points.len() < 3 {
        let count = points.len();
        problems.push(ShapeProblem::TooFewPoints { source, count, at });
        return None;
    }
    let mut ring: Vec<GridNode> = points.iter().copied().map(GridNode::of).collect();
    drop_repeated(&mut ring);
    if let Some(crossing) = grid::self_crossing(&ring) {
        let at = crossing.point();
        problems.push(ShapeProblem::SelfIntersecting { source, at });
    } else if grid::doubled_area(&ring) == 0 {
        problems.push(ShapeProblem::NoArea { source, at });
        return None;
    }
    Some(ring)
}

/// Removes vertices that repeat the one before, across the closing edge too.
pub(super) fn drop_repeated(ring: &mut Vec<GridNode>) {
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
}

fn usable(point: Point) -> bool {
    point.x.abs() <= LIMIT && point.y.abs() <= LIMIT
}

fn bad_coordinate(source: InputPart, vertex: usize, point: Point) -> ShapeProblem {
    ShapeProblem::BadCoordinate { source, vertex, at: finite(point) }
}

/// A place to point at even if there is none.
fn finite(point: Point) -> Point {
    let finite = |value: f64| if value.is_finite() { value } else { 0.0 };
    Point::new(finite(point.x), finite(point.y))
}

/// The sites that can grow, by shape: on the land, outside given polygons, apart from each other.
pub(super) fn usable_sites(taken: &Taken, problems: &mut Vec<ShapeProblem>) -> Vec<(usize, Point)> {
    let mut sites: Vec<(usize, Point)> = Vec::new();
    let land = Rings::new(taken.land.iter().map(Vec::as_slice));
    let polygons: Vec<(usize, Rings)> = taken.polygons().map(|(shape, ring)| (shape, Rings::new([ring]))).collect();
    for shape in 0..taken.shapes.len() {
        let Some(at) = taken.site(shape) else {
            continue;
        };
        let twin = sites.iter().find(|s| s.1.distance(at) < SAME_SITE);
        if !land.contain(at) {
            problems.push(ShapeProblem::SiteOutsideLand { shape, at });
        } else if let Some(&(polygon, _)) = polygons.iter().find(|(_, p)| p.contain(at)) {
            problems.push(ShapeProblem::SiteInsidePolygon { shape, polygon, at });
        } else if let Some(&(other, place)) = twin {
            problems.push(ShapeProblem::SitesCoincide { a: other, b: shape, distance: place.distance(at), at });
        } else {
            sites.push((shape, at));
        }
    }
    sites
}

/// Rings as points, filled by the even-odd rule.
struct Rings(Vec<Vec<Point>>);

impl Rings {
    fn new<'a>(rings: impl IntoIterator<Item = &'a [GridNode]>) -> Self {
        let points = |ring: &[GridNode]| ring.iter().map(|n| n.point()).collect();
        Self(rings.into_iter().map(points).collect())
    }

    fn contain(&self, point: Point) -> bool {
        let around = self.0.iter().filter(|ring| polygon::contains(ring, point));
        around.count() % 2 == 1
    }
}
