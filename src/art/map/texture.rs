//! Terrain: what fills an outline, and the marks strewn over it.
//!
//! Marks stand on a lattice of the whole sheet, moved about by a hash of their place in it. Outlines
//! that touch continue each other's texture. A mark is drawn only where it fits whole, so nothing
//! has to be clipped; and all marks of an outline are one or two paths.

mod blocks;
mod inside;

use crate::draw::{Item, Path, Stroke, Style};
use crate::geometry::Point;
use crate::look::styles::{TerrainStyle, TextureStyle};
use crate::source::values::Colour;
use crate::syntax::TerrainLook;
use inside::Inside;

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
    texture_in(rings, look, style.of(look), style.tilt.value, free)
}

/// The same in a style of its own: towns have houses as urban terrain has, but darker.
pub fn texture_in(
    rings: &[Vec<Point>],
    look: TerrainLook,
    own: &TextureStyle,
    tilt: f64,
    free: &dyn Fn(Point) -> bool,
) -> Vec<Item> {
    let Some(inside) = Inside::new(rings) else { return Vec::new() };
    let mut pen = Pen { inside: &inside, style: own, free, marks: Path::new(), shades: Path::new() };
    if own.density.value > 0.0 {
        match look {
            TerrainLook::Clear | TerrainLook::Rough => pen.strew(Pen::hatch),
            TerrainLook::Forest => pen.strew(Pen::tree),
            TerrainLook::Marsh => pen.strew(Pen::tuft),
            TerrainLook::Water => pen.strew(Pen::wave),
            TerrainLook::Urban => pen.blocks(tilt, Pen::house),
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
struct MarkSpot {
    at: Point,
    i: i64,
    j: i64,
}

impl MarkSpot {
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
    fn strew(&mut self, mark: fn(&mut Self, MarkSpot)) {
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
                    mark(self, MarkSpot { at, i, j });
                }
            }
        }
    }

    /// A crown with its shadow and a short stem.
    fn tree(&mut self, spot: MarkSpot) {
        let Point { x, y } = spot.at;
        let r = self.style.size.0 * (0.78 + 0.4 * spot.chance(4));
        self.marks.move_to(x, y - r).arc_to(r, r, x, y + r).arc_to(r, r, x, y - r);
        self.shades.move_to(x + r * 0.8, y - r * 0.6).arc_to(r, r, x - r * 0.6, y + r * 0.8);
        self.shades.move_to(x, y + r).line_to(x, y + r * 1.6);
    }

    /// A stroke downhill, every third one darker.
    fn hatch(&mut self, spot: MarkSpot) {
        let Point { x, y } = spot.at;
        let r = self.style.size.0 * (0.7 + 0.5 * spot.chance(4));
        let path = if spot.chance(5) < 0.33 { &mut self.shades } else { &mut self.marks };
        path.move_to(x + 0.45 * r, y - r).line_to(x - 0.45 * r, y + r);
    }

    /// Blades of grass over a line of water.
    fn tuft(&mut self, spot: MarkSpot) {
        let Point { x, y } = spot.at;
        let r = self.style.size.0 * (0.8 + 0.3 * spot.chance(4));
        self.marks.move_to(x, y).line_to(x, y - r);
        self.marks.move_to(x - 0.35 * r, y).line_to(x - 0.6 * r, y - 0.75 * r);
        self.marks.move_to(x + 0.35 * r, y).line_to(x + 0.6 * r, y - 0.75 * r);
        self.shades.move_to(x - 1.1 * r, y + 0.3 * r).line_to(x + 1.1 * r, y + 0.3 * r);
    }

    /// A thin wave.
    fn wave(&mut self, spot: MarkSpot) {
        let Point { x, y } = spot.at;
        let r = self.style.size.0 * (0.7 + 0.6 * spot.chance(4));
        let h = r * 0.28;
        self.marks.move_to(x - r, y).quad_to(x - 0.5 * r, y - h, x, y).quad_to(x + 0.5 * r, y + h, x + r, y);
    }
}
