//! Gives each face to one cell or to nobody.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Point;
use super::ShapeProblem;
use super::faces::{FaceId, HalfEdge, OUTSIDE, PlaneFaces, twin};
use super::intake::Taken;
use super::voronoi::Owner;

/// The cell to which something belongs.
pub(super) type CellLabel = Option<usize>;

/// Overlaps, gaps and parts smaller than this (in square millimetres) are left by rounding and
/// snapping; nobody could see them in print.
pub(super) const CRUMB: f64 = 0.02;

/// The label of every face.
pub(super) fn give_out(
    faces: &PlaneFaces,
    taken: &Taken,
    sites: &[(usize, Point)],
    min_border: f64,
    problems: &mut Vec<ShapeProblem>,
) -> Vec<CellLabel> {
    let given = GivenPolygons::measure(faces, taken);
    given.report_overlaps(faces, problems);
    let label = |face: FaceId| given.label(face).or_else(|| grown(faces, sites, face));
    let mut labels: Vec<CellLabel> = (0..faces.faces.len()).map(label).collect();
    sweep_up_crumbs(faces, &mut labels);
    report_gaps(faces, taken, &labels, min_border, problems);
    labels
}

/// The given polygons around a face.
fn polygons_around<'a>(faces: &'a PlaneFaces, taken: &'a Taken, face: FaceId) -> impl Iterator<Item = usize> + 'a {
    let inside = faces.faces[face].inside.iter();
    inside.filter_map(|owner| match *owner {
        Owner::Shape(shape) => taken.polygon(shape).map(|_| shape),
        Owner::Land => None,
    })
}

/// The site that owns a face of the land.
fn grown(faces: &PlaneFaces, sites: &[(usize, Point)], face: FaceId) -> CellLabel {
    let inside = &faces.faces[face].inside;
    if !inside.contains(&Owner::Land) {
        return None;
    }
    let cell_around = inside.iter().find_map(|owner| match *owner {
        Owner::Shape(shape) => Some(shape),
        Owner::Land => None,
    });
    // A sliver that rounding left between two cells: any of the nearest will do.
    cell_around.or_else(|| {
        let half = faces.boundary(face).next()?;
        let at = faces.from(half).point().midpoint(faces.to(half).point());
        let by_distance =
            |s: &&(usize, Point), t: &&(usize, Point)| s.1.distance_squared(at).total_cmp(&t.1.distance_squared(at));
        sites.iter().min_by(by_distance).map(|&(shape, _)| shape)
    })
}

/// How the given polygons lie over each other.
struct GivenPolygons {
    /// The polygons around each face.
    around: Vec<Vec<usize>>,
    /// The area two polygons have in common, and the largest face of it.
    common: BTreeMap<(usize, usize), (f64, FaceId)>,
    areas: BTreeMap<usize, f64>,
}

impl GivenPolygons {
    fn measure(faces: &PlaneFaces, taken: &Taken) -> Self {
        let mut given = Self { around: Vec::new(), common: BTreeMap::new(), areas: BTreeMap::new() };
        for (id, face) in faces.faces.iter().enumerate() {
            let around: Vec<usize> = polygons_around(faces, taken, id).collect();
            for (index, &a) in around.iter().enumerate() {
                *given.areas.entry(a).or_default() += face.area;
                for &b in &around[index + 1..] {
                    let (area, largest) = given.common.entry((a, b)).or_insert((0.0, id));
                    *area += face.area;
                    if face.area > faces.faces[*largest].area {
                        *largest = id;
                    }
                }
            }
            given.around.push(around);
        }
        given
    }

    /// Whether the first polygon lies wholly in the second, larger one.
    fn is_enclave(&self, inner: usize, outer: usize) -> bool {
        let area = |shape| self.areas.get(&shape).copied().unwrap_or_default();
        let pair = (inner.min(outer), inner.max(outer));
        let common = self.common.get(&pair).map_or(0.0, |&(area, _)| area);
        area(inner) - common < CRUMB && area(outer) - common >= CRUMB
    }

    fn report_overlaps(&self, faces: &PlaneFaces, problems: &mut Vec<ShapeProblem>) {
        for (&(a, b), &(area, face)) in &self.common {
            if area >= CRUMB && !self.is_enclave(a, b) && !self.is_enclave(b, a) {
                let at = faces.spot_in(face);
                problems.push(ShapeProblem::Overlap { a, b, area, at });
            }
        }
    }

    /// The polygon that owns a face: an enclave before what is around it, else the first.
    fn label(&self, face: FaceId) -> CellLabel {
        let around = &self.around[face];
        let has_enclave_here = |outer: usize| around.iter().any(|&i| self.is_enclave(i, outer));
        let innermost = around.iter().copied().find(|&shape| !has_enclave_here(shape));
        innermost.or_else(|| around.first().copied())
    }
}

/// Faces with the same label that hang together along edges.
struct LabelledFaces {
    label: CellLabel,
    faces: Vec<FaceId>,
    area: f64,
}

impl LabelledFaces {
    /// The half-edges between the region and what is around it.
    fn rim<'a>(&'a self, faces: &'a PlaneFaces, labels: &'a [CellLabel]) -> impl Iterator<Item = HalfEdge> {
        let boundary = self.faces.iter().flat_map(|&face| faces.boundary(face));
        boundary.filter(|&half| labels[faces.face(twin(half))] != self.label)
    }
}

fn regions(faces: &PlaneFaces, labels: &[CellLabel]) -> Vec<LabelledFaces> {
    let mut seen = vec![false; labels.len()];
    let mut regions = Vec::new();
    for first in 0..labels.len() {
        if seen[first] {
            continue;
        }
        seen[first] = true;
        let mut region = LabelledFaces { label: labels[first], faces: vec![first], area: 0.0 };
        let mut index = 0;
        while let Some(&face) = region.faces.get(index) {
            region.area += faces.faces[face].area;
            for half in faces.boundary(face) {
                let beyond = faces.face(twin(half));
                if !seen[beyond] && labels[beyond] == region.label {
                    seen[beyond] = true;
                    region.faces.push(beyond);
                }
            }
            index += 1;
        }
        regions.push(region);
    }
    regions
}

/// Gives crumbs to the cell with which they share most. A cell that is nothing but a crumb keeps it,
/// and nothing is ever given away to nobody: that would eat into the coast.
fn sweep_up_crumbs(faces: &PlaneFaces, labels: &mut [CellLabel]) {
    let regions = regions(faces, labels);
    let mut largest: BTreeMap<CellLabel, f64> = BTreeMap::new();
    for region in &regions {
        let area = largest.entry(region.label).or_default();
        *area = area.max(region.area);
    }
    for region in &regions {
        let main = region.label.is_some() && region.area >= largest[&region.label];
        if region.area >= CRUMB || main || region.faces.contains(&OUTSIDE) {
            continue;
        }
        let mut lengths: BTreeMap<usize, f64> = BTreeMap::new();
        for half in region.rim(faces, labels) {
            if let Some(cell) = labels[faces.face(twin(half))] {
                *lengths.entry(cell).or_default() += faces.length(half);
            }
        }
        let longest = lengths.iter().max_by(|a, b| a.1.total_cmp(b.1));
        if let Some((&cell, _)) = longest {
            for &face in &region.faces {
                labels[face] = Some(cell);
            }
        }
    }
}

fn report_gaps(
    faces: &PlaneFaces,
    taken: &Taken,
    labels: &[CellLabel],
    min_border: f64,
    problems: &mut Vec<ShapeProblem>,
) {
    for region in regions(faces, labels) {
        if region.label.is_some() || region.faces.contains(&OUTSIDE) {
            continue;
        }
        let mut around = BTreeSet::new();
        let mut rim = 0.0;
        for half in region.rim(faces, labels) {
            around.extend(labels[faces.face(twin(half))]);
            rim += faces.length(half);
        }
        let width = if rim > 0.0 { 2.0 * region.area / rim } else { 0.0 };
        let given = around.iter().filter(|&&s| taken.polygon(s).is_some()).count();
        let between_polygons = given >= 2 && given == around.len();
        // Water between grown land and a polygon is a lake, unless it is too thin for one.
        let sliver_at_the_coast = given >= 1 && around.len() >= 2 && width < min_border;
        if between_polygons || sliver_at_the_coast {
            problems.push(ShapeProblem::Gap {
                around: around.into_iter().collect(),
                area: region.area,
                width,
                at: spot_in_region(faces, &region),
            });
        }
    }
}

fn spot_in_region(faces: &PlaneFaces, region: &LabelledFaces) -> Point {
    let area = |face: &FaceId| faces.faces[*face].area;
    let by_area = |a: &FaceId, b: &FaceId| area(a).total_cmp(&area(b));
    let largest = region.faces.iter().copied().max_by(by_area);
    largest.map_or_else(Point::default, |face| faces.spot_in(face))
}
