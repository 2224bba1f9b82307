//! What is nearest to each site.

use super::super::{Point, polygon};
use super::grid::GridNode;
use super::intake::{Taken, drop_repeated};
use super::snap::Welder;

/// Corners of cells nearer than this are one: four sites of a square meet in one point, not two.
const SAME_CORNER: f64 = 0.01;

/// How far beyond the land cells reach, so that the edge of their box is never a border.
const MARGIN: f64 = 5.0;

/// A closed ring of the arrangement and whose it is.
pub(super) struct OwnedRing {
    pub owner: Owner,
    pub nodes: Vec<GridNode>,
}

/// Whose ring it is. All outlines of land count as one owner: inside an even number of them is water.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    Land,
    Shape(usize),
}

/// All rings of a map: the land, the given polygons, and the Voronoi cells of the sites.
pub(super) fn rings_of_all(taken: &Taken, sites: &[(usize, Point)]) -> Vec<OwnedRing> {
    let mut rings = Vec::new();
    let mut add = |owner, nodes| rings.push(OwnedRing { owner, nodes });
    for ring in &taken.land {
        add(Owner::Land, ring.clone());
    }
    for (shape, ring) in taken.polygons() {
        add(Owner::Shape(shape), ring.to_vec());
    }
    // Each cell is a closed ring of its own: rounding may leave a sliver between two, but never a
    // hole through which one cell would run into another.
    let mut welder = Welder::new(SAME_CORNER);
    for (&(shape, _), cell) in sites.iter().zip(cells(taken, sites)) {
        let mut ring: Vec<GridNode> = cell.into_iter().map(|p| welder.weld(GridNode::of(p))).collect();
        drop_repeated(&mut ring);
        add(Owner::Shape(shape), ring);
    }
    rings
}

fn cells(taken: &Taken, sites: &[(usize, Point)]) -> Vec<Vec<Point>> {
    let coast: Vec<Point> = taken.land.iter().flatten().map(|n| n.point()).collect();
    let Some((least, greatest)) = polygon::bounds(&coast) else {
        return Vec::new();
    };
    let (left, top) = (least.x - MARGIN, least.y - MARGIN);
    let (right, bottom) = (greatest.x + MARGIN, greatest.y + MARGIN);
    let frame = [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point::new(x, y));
    let places: Vec<Point> = sites.iter().map(|&(_, place)| place).collect();
    places.iter().map(|&site| cell_of(site, &places, &frame)).collect()
}

/// Cuts the frame down to what is nearest to the site, by the nearest other sites first: soon no
/// other one can reach the cell any more.
fn cell_of(site: Point, sites: &[Point], frame: &[Point]) -> Vec<Point> {
    let mut others: Vec<(f64, Point)> = sites
        .iter()
        .map(|&other| (site.distance_squared(other), other))
        .filter(|&(distance, _)| distance > 0.0)
        .collect();
    others.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut cell = frame.to_vec();
    let mut reach = reach_squared(site, &cell);
    for (distance, other) in others {
        if distance > 4.0 * reach {
            break;
        }
        cell = nearer_part(&cell, site, other);
        reach = reach_squared(site, &cell);
    }
    cell
}

fn reach_squared(site: Point, cell: &[Point]) -> f64 {
    cell.iter().map(|&corner| site.distance_squared(corner)).fold(0.0, f64::max)
}

/// The part of a convex polygon that is nearer to `site` than to `other`.
fn nearer_part(cell: &[Point], site: Point, other: Point) -> Vec<Point> {
    let middle = site.midpoint(other);
    let (nx, ny) = (other.x - site.x, other.y - site.y);
    let beyond = |p: Point| (p.x - middle.x) * nx + (p.y - middle.y) * ny;
    let mut part = Vec::with_capacity(cell.len() + 1);
    for (a, b) in polygon::edges(cell) {
        let (before, after) = (beyond(a), beyond(b));
        if before <= 0.0 {
            part.push(a);
        }
        if (before < 0.0 && after > 0.0) || (before > 0.0 && after < 0.0) {
            part.push(a.towards(b, before / (before - after)));
        }
    }
    part
}
