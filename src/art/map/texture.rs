//! Terrain: what fills an outline, and the marks strewn over it.
//!
//! Marks stand on a lattice of the whole sheet, moved about by a hash of their place in it. Outlines
//! that touch continue each other's texture. A mark is drawn only where it fits whole, so nothing
//! has to be clipped; and all marks of an outline are one or two paths.

use crate::diag::Diagnostics;
use crate::draw::{Item, Path, Stroke, Style};
use crate::geometry::{Point, distance_to_segment, polygon};
use crate::record;
use crate::source::decode::{Cx, Decode};
use crate::source::values::{Colour, Length};
use crate::source::{FileId, Sp, read_yaml};
use crate::syntax::TerrainLook;

record! {
    /// How terrain looks.
    TerrainStyle as "terrain style" {
        /// Clear ground.
        "clear" clear: Sp<TextureStyle>,
        /// Forest.
        "forest" forest: Sp<TextureStyle>,
        /// Houses.
        "urban" urban: Sp<TextureStyle>,
        /// Factories.
        "factory" factory: Sp<TextureStyle>,
        /// Rough ground.
        "rough" rough: Sp<TextureStyle>,
        /// Marsh.
        "marsh" marsh: Sp<TextureStyle>,
        /// Water.
        "water" water: Sp<TextureStyle>,
        /// How rows of houses lean: rise over run.
        "tilt" tilt: Sp<f64>,
        /// Colour of the line along water.
        "shore" shore: Sp<Colour>,
        /// Its width.
        "shore-width" shore_width: Sp<Length>,
    }

    /// How one kind of terrain looks.
    TextureStyle as "texture" {
        /// The ground.
        "fill" fill: Sp<Colour>,
        /// The marks.
        "mark" mark: Sp<Colour>,
        /// Their darker part.
        "shade" shade: Sp<Colour>,
        /// From mark to mark, left to right.
        "across" across: Sp<Length>,
        /// From row to row.
        "down" down: Sp<Length>,
        /// Half the width of a mark; of blocks, the street between them.
        "size" size: Sp<Length>,
        /// The part of the places that have a mark, 0 to 1.
        "density" density: Sp<f64>,
        /// Width of strokes.
        "line" line: Sp<Length>,
    }
}

impl TerrainStyle {
    /// The style that is shipped. `None` only if the shipped file were broken, which a test excludes.
    pub fn builtin() -> Option<Self> {
        read_style(include_str!("../../../templates/styles/terrain.yaml"))
    }

    /// The style of one kind of terrain.
    pub fn of(&self, look: TerrainLook) -> &TextureStyle {
        match look {
            TerrainLook::Clear => &self.clear,
            TerrainLook::Forest => &self.forest,
            TerrainLook::Urban => &self.urban,
            TerrainLook::Factory => &self.factory,
            TerrainLook::Rough => &self.rough,
            TerrainLook::Marsh => &self.marsh,
            TerrainLook::Water => &self.water,
        }
    }
}

/// Reads a shipped style.
pub(super) fn read_style<T: Decode>(text: &str) -> Option<T> {
    let mut diags = Diagnostics::default();
    let node = read_yaml(FileId(0), text, &mut diags);
    T::decode(&node, &mut Cx::default())
}

/// A number from 0 to 1 that only depends on a place and a purpose.
pub(super) fn chance(i: i64, j: i64, purpose: u64) -> f64 {
    let mut h = purpose.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for n in [i, j] {
        h = (h ^ n.cast_unsigned()).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        h ^= h >> 29;
        h = h.wrapping_mul(0x94d0_49bb_1331_11eb);
        h ^= h >> 32;
    }
    // 32 bits are exact in a float.
    f64::from(u32::try_from(h >> 32).unwrap_or(0)) / f64::from(u32::MAX)
}

/// Fill and marks of an outline: its outer ring and its holes, if any.
pub fn terrain(rings: &[Vec<Point>], look: TerrainLook, style: &TerrainStyle) -> Vec<Item> {
    let mut items = vec![ground(outline(rings), look, style)];
    items.extend(texture(rings, look, style, &|_| true));
    items
}

/// The rings as one path.
pub fn outline(rings: &[Vec<Point>]) -> Path {
    let mut path = Path::new();
    for ring in rings {
        path.add(&Path::polygon(ring.iter().map(|p| (p.x, p.y))));
    }
    path
}

/// The fill of an outline, holes spared.
pub fn ground(path: Path, look: TerrainLook, style: &TerrainStyle) -> Item {
    Item::Shape(path, Style { even_odd: true, ..Style::fill(style.of(look).fill.value) })
}

/// The line along water. Draw it around what is water as a whole, not around its parts.
pub fn shore(path: Path, style: &TerrainStyle) -> Item {
    Item::Shape(path, Style::stroke(Stroke::new(style.shore.value, style.shore_width.0)))
}

/// The marks inside rings, where `free` lets them stand.
pub fn texture(
    rings: &[Vec<Point>],
    look: TerrainLook,
    style: &TerrainStyle,
    free: &dyn Fn(Point) -> bool,
) -> Vec<Item> {
    let own = style.of(look);
    let Some(inside) = Inside::new(rings) else { return Vec::new() };
    let mut pen = Pen { inside: &inside, style: own, free, marks: Path::new(), shades: Path::new() };
    if own.density.value > 0.0 {
        match look {
            TerrainLook::Clear | TerrainLook::Rough => pen.strew(Pen::hatch),
            TerrainLook::Forest => pen.strew(Pen::tree),
            TerrainLook::Marsh => pen.strew(Pen::tuft),
            TerrainLook::Water => pen.strew(Pen::wave),
            TerrainLook::Urban => pen.blocks(style.tilt.value, Pen::house),
            TerrainLook::Factory => pen.blocks(0.0, Pen::works),
        }
    }
    let (marks, shades) = (pen.marks, pen.shades);
    let stroke = |colour: Colour| Style::stroke(Stroke::new(colour, own.line.0));
    let (mark, shade) = match look {
        TerrainLook::Forest => (Style::fill(own.mark.value), stroke(own.shade.value)),
        TerrainLook::Urban | TerrainLook::Factory => (Style::fill(own.mark.value), Style::fill(own.shade.value)),
        _ => (stroke(own.mark.value), stroke(own.shade.value)),
    };
    let items = [(marks, mark), (shades, shade)];
    items.into_iter().filter(|(path, _)| !path.is_empty()).map(|(path, style)| Item::Shape(path, style)).collect()
}

/// A place for a mark: where it is, and which.
#[derive(Clone, Copy)]
struct Spot {
    at: Point,
    i: i64,
    j: i64,
}

impl Spot {
    fn chance(self, purpose: u64) -> f64 {
        chance(self.i, self.j, purpose)
    }
}

/// Draws the marks of one outline.
struct Pen<'a> {
    inside: &'a Inside,
    style: &'a TextureStyle,
    free: &'a dyn Fn(Point) -> bool,
    marks: Path,
    shades: Path,
}

/// The steps of a lattice that cover a stretch.
fn steps(from: f64, to: f64, pitch: f64) -> std::ops::RangeInclusive<i64> {
    #[allow(clippy::cast_possible_truncation)]
    let step = |at: f64| (at / pitch.max(0.2)).floor().clamp(-1e6, 1e6) as i64;
    step(from) - 1..=step(to) + 1
}

#[allow(clippy::cast_precision_loss)]
fn real(n: i64) -> f64 {
    n as f64
}

impl Pen<'_> {
    /// Marks on a lattice whose rows are staggered, each moved a little.
    fn strew(&mut self, mark: fn(&mut Self, Spot)) {
        let (low, high) = self.inside.bounds();
        let (across, down) = (self.style.across.0, self.style.down.0);
        for j in steps(low.y, high.y, down) {
            for i in steps(low.x, high.x, across) {
                if chance(i, j, 1) > self.style.density.value {
                    continue;
                }
                let stagger = if j.rem_euclid(2) == 0 { 0.25 } else { 0.75 };
                let x = (real(i) + stagger + 0.36 * (chance(i, j, 2) - 0.5)) * across;
                let y = (real(j) + 0.5 + 0.36 * (chance(i, j, 3) - 0.5)) * down;
                let at = Point::new(x, y);
                if self.inside.has_room(at, self.style.size.0 * 1.25) && (self.free)(at) {
                    mark(self, Spot { at, i, j });
                }
            }
        }
    }

    /// A crown with its shadow and a short stem.
    fn tree(&mut self, spot: Spot) {
        let Point { x, y } = spot.at;
        let r = self.style.size.0 * (0.78 + 0.4 * spot.chance(4));
        self.marks.add(&Path::circle(x, y, r));
        self.shades.move_to(x + r * 0.8, y - r * 0.6).arc_to(r, r, x + r * 0.6, y + r * 0.8);
        self.shades.arc_to(r, r, x - r * 0.6, y + r * 0.8);
        self.shades.move_to(x, y + r).line_to(x, y + r * 1.6);
    }

    /// A stroke downhill, every third one darker.
    fn hatch(&mut self, spot: Spot) {
        let Point { x, y } = spot.at;
        let r = self.style.size.0 * (0.7 + 0.5 * spot.chance(4));
        let path = if spot.chance(5) < 0.33 { &mut self.shades } else { &mut self.marks };
        path.move_to(x + 0.45 * r, y - r).line_to(x - 0.45 * r, y + r);
    }

    /// Blades of grass over a line of water.
    fn tuft(&mut self, spot: Spot) {
        let Point { x, y } = spot.at;
        let r = self.style.size.0 * (0.8 + 0.3 * spot.chance(4));
        self.marks.move_to(x, y).line_to(x, y - r);
        self.marks.move_to(x - 0.35 * r, y).line_to(x - 0.6 * r, y - 0.75 * r);
        self.marks.move_to(x + 0.35 * r, y).line_to(x + 0.6 * r, y - 0.75 * r);
        self.shades.move_to(x - 1.1 * r, y + 0.3 * r).line_to(x + 1.1 * r, y + 0.3 * r);
    }

    /// A thin wave.
    fn wave(&mut self, spot: Spot) {
        let Point { x, y } = spot.at;
        let r = self.style.size.0 * (0.7 + 0.6 * spot.chance(4));
        let h = r * 0.28;
        self.marks.move_to(x - r, y).quad_to(x - 0.5 * r, y - h, x, y).quad_to(x + 0.5 * r, y + h, x + r, y);
    }

    /// Rows of blocks with streets between them, leaning by `tilt`.
    fn blocks(&mut self, tilt: f64, block: fn(&mut Self, &Block)) {
        const ROWS_OF_A_QUARTER: i64 = 3;
        let frame = Frame::leaning(tilt);
        let (low, high) = self.inside.bounds();
        let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)].map(|p| frame.to(p));
        let Some((least, most)) = polygon::bounds(&corners) else { return };
        let (across, down, street) = (self.style.across.0, self.style.down.0, self.style.size.0);
        for j in steps(least.y, most.y, down) {
            // The rows' own edges wander a little, and so do the sides of blocks, which run through
            // several rows as streets do.
            let edge = |n: i64| (real(n) + 0.3 * chance(0, n, 6)) * down;
            for i in steps(least.x, most.x, across) {
                if chance(i, j, 1) > self.style.density.value {
                    continue;
                }
                let quarter = j.div_euclid(ROWS_OF_A_QUARTER);
                let side = |n: i64| (real(n) + 0.6 * chance(n, quarter, 7)) * across;
                let avenue = if j.rem_euclid(ROWS_OF_A_QUARTER) == 0 { street } else { street / 2.0 };
                let (left, right) = (side(i) + street / 2.0, side(i + 1) - street / 2.0);
                let (top, bottom) = (edge(j) + avenue, edge(j + 1) - street / 2.0);
                let block_here = Block { frame, left, right, top, bottom, i, j };
                let fits = block_here.corners().into_iter().all(|p| self.inside.has_room(p, 0.12));
                if fits && (self.free)(block_here.middle()) {
                    block(self, &block_here);
                }
            }
        }
    }

    /// A block of houses, now and then a large building.
    fn house(&mut self, block: &Block) {
        let dark = chance(block.i, block.j, 8) < 0.07;
        let path = if dark { &mut self.shades } else { &mut self.marks };
        path.add(&block.outline(0.0, 0.0, 1.0, 1.0));
    }

    /// A hall under a saw-tooth roof.
    fn works(&mut self, block: &Block) {
        self.marks.add(&block.outline(0.0, 0.0, 1.0, 1.0));
        const TEETH: i64 = 4;
        for tooth in 0..TEETH {
            let (from, to) = (real(tooth) / real(TEETH), real(tooth + 1) / real(TEETH));
            let points = [(from, 0.16), (to, 0.55), (from, 0.55)].map(|(u, v)| block.at(0.08 + 0.84 * u, v));
            self.shades.add(&Path::polygon(points.map(|p| (p.x, p.y))));
        }
    }
}

/// Axes that lean.
#[derive(Clone, Copy)]
struct Frame {
    cos: f64,
    sin: f64,
}

impl Frame {
    fn leaning(tilt: f64) -> Self {
        let length = (1.0 + tilt * tilt).sqrt();
        Self { cos: 1.0 / length, sin: tilt / length }
    }

    fn to(self, p: Point) -> Point {
        Point::new(p.x * self.cos + p.y * self.sin, p.y * self.cos - p.x * self.sin)
    }

    fn from(self, p: Point) -> Point {
        Point::new(p.x * self.cos - p.y * self.sin, p.y * self.cos + p.x * self.sin)
    }
}

/// A rectangle of a leaning frame.
struct Block {
    frame: Frame,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    i: i64,
    j: i64,
}

impl Block {
    /// A point by its parts of width and height.
    fn at(&self, u: f64, v: f64) -> Point {
        let inside = Point::new(self.left + u * (self.right - self.left), self.top + v * (self.bottom - self.top));
        self.frame.from(inside)
    }

    fn corners(&self) -> [Point; 4] {
        [self.at(0.0, 0.0), self.at(1.0, 0.0), self.at(1.0, 1.0), self.at(0.0, 1.0)]
    }

    fn middle(&self) -> Point {
        self.at(0.5, 0.5)
    }

    fn outline(&self, left: f64, top: f64, right: f64, bottom: f64) -> Path {
        let corners = [self.at(left, top), self.at(right, top), self.at(right, bottom), self.at(left, bottom)];
        Path::polygon(corners.map(|p| (p.x, p.y)))
    }
}

/// Whether points lie inside an outline, asked many times: its edges are sorted into bands, so that a
/// question looks at few of them.
struct Inside {
    low: Point,
    high: Point,
    bands: Vec<Vec<(Point, Point)>>,
}

/// Height of a band in millimetres.
const BAND: f64 = 4.0;
/// The largest distance from the outline that is told.
const REACH: f64 = 4.0;

impl Inside {
    /// The inside of rings by the even-odd rule. `None` if there are no points.
    fn new(rings: &[Vec<Point>]) -> Option<Self> {
        let (low, high) = polygon::bounds(rings.iter().flatten())?;
        let mut inside = Self { low, high, bands: Vec::new() };
        inside.bands = vec![Vec::new(); inside.band(high.y) + 1];
        for (a, b) in rings.iter().flat_map(|ring| polygon::edges(ring)) {
            let (first, last) = (inside.band(a.y.min(b.y) - REACH), inside.band(a.y.max(b.y) + REACH));
            for band in inside.bands.iter_mut().take(last + 1).skip(first) {
                band.push((a, b));
            }
        }
        Some(inside)
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn band(&self, y: f64) -> usize {
        ((y.min(self.high.y) - self.low.y) / BAND).clamp(0.0, 1e5) as usize
    }

    /// The upright box around it.
    fn bounds(&self) -> (Point, Point) {
        (self.low, self.high)
    }

    /// Whether a point lies inside and at least so far from the outline (up to 4 mm).
    fn has_room(&self, at: Point, margin: f64) -> bool {
        let outside = at.x < self.low.x || at.x > self.high.x || at.y < self.low.y || at.y > self.high.y;
        let Some(edges) = self.bands.get(self.band(at.y)).filter(|_| !outside) else { return false };
        let crosses = |&&(a, b): &&(Point, Point)| {
            (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x
        };
        let near = |&(a, b): &(Point, Point)| {
            let clear = at.x < a.x.min(b.x) - margin || at.x > a.x.max(b.x) + margin;
            !clear && distance_to_segment(at, a, b) < margin
        };
        edges.iter().filter(crosses).count() % 2 == 1 && !edges.iter().any(near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_style_is_in_order() {
        assert!(TerrainStyle::builtin().is_some());
    }

    #[test]
    fn holes_and_margins_count() {
        let square = |from: f64, to: f64| {
            [(from, from), (to, from), (to, to), (from, to)].map(|(x, y)| Point::new(x, y)).to_vec()
        };
        let inside = Inside::new(&[square(0.0, 30.0), square(10.0, 20.0)]).unwrap();
        assert!(inside.has_room(Point::new(5.0, 15.0), 3.0));
        assert!(!inside.has_room(Point::new(8.0, 15.0), 3.0));
        assert!(!inside.has_room(Point::new(15.0, 15.0), 0.0));
        assert!(!inside.has_room(Point::new(31.0, 15.0), 0.0));
        assert!(Inside::new(&[]).is_none());
    }
}
