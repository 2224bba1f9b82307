//! The areas of a map as one planar subdivision with exactly shared borders.
//!
//! Comes in: outlines of land, and for each area a given polygon or a site around which its cell is
//! grown. Goes out: cells, the borders between them, and everything that is wrong. The way:
//!
//! 1. `intake`: each shape by itself is checked and brought onto a grid of micrometres;
//! 2. `snap`: vertices of given polygons that should coincide are made to;
//! 3. `voronoi`: each site gets the ring of what is nearest to it;
//! 4. `arrangement`: all rings are cut where they meet, in exact integer arithmetic;
//! 5. `faces`: the faces between the cuts are traced, with the rings around each;
//! 6. `labels`: each face is given to one cell or to nobody;
//! 7. `borders`: edges between different owners are chained into borders;
//! 8. `soften`: borders between grown cells begin to wander;
//! 9. `cells`: outlines are put together from borders, so that neighbours share every vertex.

mod arrangement;
mod borders;
mod cells;
mod faces;
mod grid;
mod intake;
mod labels;
mod problem;
mod snap;
mod soften;
#[cfg(test)]
mod tests;
mod voronoi;

use std::collections::BTreeMap;

use super::Point;
pub use problem::{InputPart, ShapeProblem};

/// Where an area lies.
#[derive(Debug, Clone, PartialEq)]
pub enum AreaShape {
    /// The cell is grown: each point of the land that no polygon covers belongs to the nearest site.
    Site(Point),
    /// The cell is given. A polygon wholly inside a larger one is an enclave: it cuts a hole.
    Polygon(Vec<Point>),
}

/// What a subdivision is made from.
#[derive(Debug, Clone, PartialEq)]
pub struct SubdivisionInput {
    /// Outlines of land; one inside another is a lake, one inside that an island, and so on.
    pub land: Vec<Vec<Point>>,
    /// The shapes: one cell comes of each.
    pub shapes: Vec<AreaShape>,
    /// How much borders between grown cells wander, 0 to 1.
    pub soften: f64,
    /// Vertices and edges of given polygons (and the land) that are this near are meant to coincide.
    pub snap: f64,
    /// Two cells that share less than this touch only at a corner.
    pub min_border: f64,
}

/// Cells that cover the land, and the borders that they share.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Subdivision {
    /// One for each shape, in the order of the input; empty if the shape could not be used.
    pub cells: Vec<AreaCell>,
    /// Sorted by the cells they separate, then by place.
    pub borders: Vec<BorderPath>,
    /// What was wrong with the input.
    pub problems: Vec<ShapeProblem>,
}

/// The area of one shape. All coordinates are whole micrometres.
///
/// Rings do not repeat their first point, which is the leftmost (of several the topmost). Outlines
/// and islets have a positive [`signed_area`](super::polygon::signed_area), clockwise on the page;
/// holes run the other way. Filling all rings by the even-odd rule gives the cell.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AreaCell {
    /// Of a grown cell the part around the site, of a given one the largest.
    pub outline: Vec<Point>,
    /// What other cells and lakes cut out of it.
    pub holes: Vec<Vec<Point>>,
    /// Further parts that do not touch the main one along a border.
    pub islets: Vec<Vec<Point>>,
    /// Of all parts, without the holes, in square millimetres.
    pub area: f64,
    /// Where to write: the point of the main part that is farthest from its outline and holes.
    pub label: Point,
    /// How far that is.
    pub label_radius: f64,
}

/// One connected stretch of border. Two cells may share several.
#[derive(Debug, Clone, PartialEq)]
pub struct BorderPath {
    /// The cell that has the path in its outline in this direction.
    pub a: usize,
    /// The cell on the other side, always greater than `a`; None is outside.
    pub b: Option<usize>,
    /// From end to end. A border that is a whole ring ends where it begins.
    pub path: Vec<Point>,
    /// Before softening.
    pub length: f64,
}

/// What two cells have in common, all stretches together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CommonBorder {
    /// The first cell.
    pub a: usize,
    /// The second, greater than `a`.
    pub b: usize,
    /// Before softening.
    pub length: f64,
    /// The middle of the longest stretch.
    pub at: Point,
}

/// Shared borders shorter than this are the noise of four cells meeting in a point.
pub const NEGLIGIBLE_BORDER: f64 = 0.05;

impl Subdivision {
    /// What each pair of touching cells shares, sorted by pair, `a` being less than `b`.
    pub fn shared(&self) -> Vec<CommonBorder> {
        let mut pairs: BTreeMap<(usize, usize), (CommonBorder, f64)> = BTreeMap::new();
        for border in &self.borders {
            let Some(b) = border.b else { continue };
            let (shared, longest) = pairs
                .entry((border.a, b))
                .or_insert((CommonBorder { a: border.a, b, length: 0.0, at: Point::default() }, -1.0));
            shared.length += border.length;
            if border.length > *longest {
                *longest = border.length;
                shared.at = middle_of(&border.path);
            }
        }
        pairs.into_values().map(|(shared, _)| shared).collect()
    }

    /// The pairs that share at least `min_border`: these are neighbours.
    pub fn neighbours(&self, min_border: f64) -> Vec<CommonBorder> {
        let mut shared = self.shared();
        shared.retain(|s| s.length >= min_border.max(NEGLIGIBLE_BORDER));
        shared
    }

    /// All borders between two cells, in either order.
    pub fn between(&self, a: usize, b: usize) -> impl Iterator<Item = &BorderPath> {
        let pair = (a.min(b), Some(a.max(b)));
        self.borders.iter().filter(move |s| (s.a, s.b) == pair)
    }
}

/// The point half-way along a path.
fn middle_of(path: &[Point]) -> Point {
    let mut left = super::polygon::path_length(path) / 2.0;
    for pair in path.windows(2) {
        let length = pair[0].distance(pair[1]);
        if length >= left && length > 0.0 {
            return pair[0].towards(pair[1], left / length).rounded();
        }
        left -= length;
    }
    path.first().copied().unwrap_or_default()
}

/// Divides a map into its areas.
pub fn subdivide(input: &SubdivisionInput) -> Subdivision {
    let mut problems = Vec::new();
    let mut taken = intake::take_in(input, &mut problems);
    snap::snap(&mut taken, settled(input.snap, 0.0, intake::LIMIT));
    let sites = intake::usable_sites(&taken, &mut problems);
    let rings = voronoi::rings_of_all(&taken, &sites);
    let faces = faces::PlaneFaces::trace(arrangement::arrange(&rings));
    let min_border = settled(input.min_border, 0.0, intake::LIMIT);
    let owners = labels::give_out(&faces, &taken, &sites, min_border, &mut problems);
    let chains = borders::chain(&faces, &owners, &taken);
    let paths = soften::soften(&chains, &taken, settled(input.soften, 0.0, 1.0));
    let cells = cells::assemble(&chains, &paths, &taken, &mut problems);
    let borders = borders::sorted(&chains, &paths);
    let mut subdivision = Subdivision { cells, borders, problems };
    report_short_borders(&mut subdivision, min_border);
    subdivision
}

/// A setting brought into its range; what is not a number counts as the least.
fn settled(value: f64, least: f64, greatest: f64) -> f64 {
    value.max(least).min(greatest)
}

fn report_short_borders(subdivision: &mut Subdivision, min_border: f64) {
    let short = subdivision.shared().into_iter().filter(|s| s.length >= NEGLIGIBLE_BORDER && s.length < min_border);
    let problems = short.map(|s| ShapeProblem::ShortBorder { a: s.a, b: s.b, length: s.length, at: s.at });
    subdivision.problems.extend(problems);
}
