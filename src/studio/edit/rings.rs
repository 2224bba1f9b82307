//! Outlines: of areas, of the land, of scenery. What borders share stays shared.

use super::work::{RecordAt, Work};
use super::{FilePoint, Refusal, maps};
use crate::geometry::{Point, distance_to_segment};
use crate::source::Sp;
use crate::source::values::Pair;
use crate::syntax::MapFile;

/// Corners that are nearer than this are the same: files write no finer.
const SAME: f64 = 0.0005;
/// A corner is found within so many millimetres of where somebody points.
const REACH: f64 = 0.5;

/// An outline and where it stands; points in the unit of the map.
#[derive(Debug, Clone)]
pub struct RingAt {
    pub at: RecordAt,
    pub key: &'static str,
    pub points: Vec<Point>,
    /// The area that it is of, if it is one of an area.
    pub area: Option<String>,
}

/// All outlines of a map.
pub fn rings(file: &MapFile) -> Vec<RingAt> {
    let points = |corners: &[Sp<Pair>]| -> Vec<Point> {
        corners.iter().map(|corner| Point::new(corner.value.0, corner.value.1)).collect()
    };
    let land = file.land.iter().map(|def| RingAt {
        at: RecordAt::from(def.meta.span),
        key: "outline",
        points: points(&def.outline),
        area: None,
    });
    let shapes = file.shapes.iter().map(|def| RingAt {
        at: RecordAt::from(def.meta.span),
        key: "polygon",
        points: points(&def.polygon),
        area: None,
    });
    let areas = file.areas.iter().filter_map(|def| {
        let polygon = def.polygon.as_ref()?;
        let area = Some(def.id.0.clone());
        Some(RingAt { at: RecordAt::from(def.meta.span), key: "polygon", points: points(polygon), area })
    });
    land.chain(shapes).chain(areas).collect()
}

pub fn same(a: Point, b: Point) -> bool {
    a.distance(b) < SAME
}

/// The corner nearest to a point, no further than so much.
fn nearest(rings: &[RingAt], point: Point, reach: f64) -> Option<Point> {
    let all = rings.iter().flat_map(|ring| &ring.points).copied();
    let near = all.filter(|corner| corner.distance(point) <= reach);
    near.min_by(|a, b| a.distance(point).total_cmp(&b.distance(point)))
}

/// The point of a border nearest to a point, no further than so much.
pub fn on_border(rings: &[RingAt], point: Point, reach: f64) -> Option<Point> {
    let edges = rings.iter().flat_map(|ring| edges(&ring.points));
    let near = edges.filter(|(_, a, b)| distance_to_segment(point, *a, *b) <= reach);
    let best =
        near.min_by(|x, y| distance_to_segment(point, x.1, x.2).total_cmp(&distance_to_segment(point, y.1, y.2)));
    best.map(|(_, a, b)| foot(point, a, b))
}

/// The sides of an outline, with the number of the corner at which each ends.
pub fn edges(points: &[Point]) -> impl Iterator<Item = (usize, Point, Point)> + '_ {
    (0..points.len()).map(|n| ((n + 1) % points.len(), points[n], points[(n + 1) % points.len()]))
}

fn foot(point: Point, a: Point, b: Point) -> Point {
    let length = a.distance_squared(b);
    if length == 0.0 {
        return a;
    }
    let t = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / length;
    a.towards(b, t.clamp(0.0, 1.0))
}

/// Where a new corner goes: on a corner or a border that is near, else where it is.
pub fn snapped(rings: &[RingAt], point: Point, reach: f64) -> Point {
    nearest(rings, point, reach).or_else(|| on_border(rings, point, reach)).unwrap_or(point)
}

/// A point from what a page sends, as precise as the file writes it.
pub fn read(file: &MapFile, corner: FilePoint) -> Result<Point, Refusal> {
    if !corner.iter().all(|value| value.is_finite() && value.abs() < 1e6) {
        return Err(Refusal::new("coordinate out of range"));
    }
    Ok(Point::new(corner[0], corner[1])).map(|point| rounded(file, point))
}

/// A point as precise as the file writes it.
pub fn rounded(file: &MapFile, point: Point) -> Point {
    let scale = 10f64.powi(i32::try_from(maps::places(file)).unwrap_or(1));
    let round = |value: f64| (value * scale).round() / scale;
    Point::new(round(point.x), round(point.y))
}

/// Puts a corner into the borders that run through it, so that neighbours share it.
pub fn plant(work: &mut Work<'_>, map: &str, point: Point) -> Result<(), Refusal> {
    let files = work.files();
    let file = &maps::map(&files, map)?.content;
    let mut all = rings(file);
    all.sort_by_key(|ring| std::cmp::Reverse(ring.at));
    // A corner is written less precisely than a border runs.
    let reach = 0.8 * 10f64.powi(-i32::try_from(maps::places(file)).unwrap_or(1));
    for ring in all.iter().filter(|ring| !ring.points.iter().any(|corner| same(*corner, point))) {
        let through = edges(&ring.points).find(|(_, a, b)| distance_to_segment(point, *a, *b) <= reach);
        if let Some((end, _, _)) = through {
            let number = if end == 0 { ring.points.len() } else { end };
            work.insert_item(ring.at, ring.key, number, &maps::point(file, [point.x, point.y])?)?;
        }
    }
    Ok(())
}

/// Moves a corner in all outlines that share it.
pub fn corner(work: &mut Work<'_>, map: &str, from: FilePoint, to: FilePoint, snap: f64) -> Result<(), Refusal> {
    let files = work.files();
    let file = &maps::map(&files, map)?.content;
    let mut all = rings(file);
    let from = read(file, from)?;
    let Some(from) = nearest(&all, from, REACH / maps::unit(file).1) else {
        return Err(Refusal::new(format!("no outline of the map `{map}` has a corner there")));
    };
    let to = read(file, to)?;
    let others: Vec<RingAt> = all
        .iter()
        .map(|ring| RingAt {
            points: ring.points.iter().copied().filter(|corner| !same(*corner, from)).collect(),
            ..ring.clone()
        })
        .collect();
    let to = nearest(&others, to, snap.clamp(0.0, 1e3)).unwrap_or(to);
    // The last first, so that the others stay where they are.
    all.sort_by_key(|ring| std::cmp::Reverse(ring.at));
    for ring in &all {
        let count = ring.points.len();
        let mut left = count;
        for number in (0..count).rev().filter(|number| same(ring.points[*number], from)) {
            let beside = [ring.points[(number + 1) % count], ring.points[(number + count - 1) % count]];
            if left > 3 && beside.iter().any(|corner| same(*corner, to)) {
                work.remove_item(ring.at, ring.key, number)?;
                left -= 1;
            } else {
                work.set_item(ring.at, ring.key, number, &maps::point(file, [to.x, to.y])?)?;
            }
        }
    }
    Ok(())
}
