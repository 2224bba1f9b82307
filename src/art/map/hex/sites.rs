//! Things in hexes: cities, towns, villages, airfields, ports, hills.

use super::curve::{Crowd, sampled, smooth};
use super::field::{HexField, OuterSide, corner};
use super::terrain::Soft;
use crate::art::map::texture::{chance, texture_in};
use crate::draw::{Item, Path, Rect, Stroke, Style};
use crate::geometry::Point;
use crate::look::styles::{CasedStyle, HexStyle, TextureStyle};
use crate::model::{Map, Site};
use crate::syntax::{FeatureLook, TerrainLook};

/// A thing where it is drawn.
pub struct Thing<'a> {
    /// How it looks.
    pub look: FeatureLook,
    /// Its hexes.
    pub hexes: Vec<usize>,
    /// Where its mark stands: in the first hex.
    pub at: Point,
    /// What it is.
    pub site: &'a Site,
}

/// Sixty degrees and their like, written out so that every machine agrees.
const ROUND: [(f64, f64); 12] = [
    (1.0, 0.0),
    (0.866_025, 0.5),
    (0.5, 0.866_025),
    (0.0, 1.0),
    (-0.5, 0.866_025),
    (-0.866_025, 0.5),
    (-1.0, 0.0),
    (-0.866_025, -0.5),
    (-0.5, -0.866_025),
    (0.0, -1.0),
    (0.5, -0.866_025),
    (0.866_025, -0.5),
];

/// All things of a map. Airfields and ports step aside in hexes that have something else.
pub fn things<'a>(field: &HexField<'_>, map: &'a Map) -> Vec<Thing<'a>> {
    let mut taken = vec![0_u32; field.cells.len()];
    let mut things: Vec<Thing<'_>> = map.sites.iter().filter_map(|site| thing(field, map, site)).collect();
    for thing in things.iter().filter(|thing| !steps_aside(thing.look)) {
        thing.hexes.iter().for_each(|hex| taken[*hex] += 1);
    }
    for thing in things.iter_mut().filter(|thing| steps_aside(thing.look)) {
        let Some(hex) = thing.hexes.first().copied() else { continue };
        let (x, y) = match taken[hex] {
            0 => (0.0, 0.0),
            1 => (0.5, 0.4),
            _ => (-0.5, 0.4),
        };
        taken[hex] += 1;
        thing.at = Point::new(thing.at.x + x * field.radius, thing.at.y + y * field.radius);
    }
    things
}

fn thing<'a>(field: &HexField<'_>, map: &Map, site: &'a Site) -> Option<Thing<'a>> {
    let look = map.features.iter().find(|feature| feature.id == site.kind)?.look;
    let hexes: Vec<usize> = site.at.iter().filter_map(|place| field.hex(place)).collect();
    let at = field.cells[*hexes.first()?].centre;
    Some(Thing { look, hexes, at, site })
}

fn steps_aside(look: FeatureLook) -> bool {
    matches!(look, FeatureLook::Airfield | FeatureLook::Port)
}

/// In which hexes something stands in the middle.
pub fn busy(field: &HexField<'_>, things: &[Thing<'_>]) -> Vec<bool> {
    let mut busy = vec![false; field.cells.len()];
    for thing in things.iter().filter(|thing| !matches!(thing.look, FeatureLook::Hill)) {
        thing.hexes.iter().for_each(|hex| busy[*hex] = true);
    }
    busy
}

impl Thing<'_> {
    /// The room that its mark takes and names must leave free. Those of cities and hills may be written
    /// over.
    pub fn room(&self, field: &HexField<'_>, style: &HexStyle) -> Option<Rect> {
        let over = matches!(self.look, FeatureLook::City | FeatureLook::Hill);
        (!over).then(|| self.extent(field, style))
    }

    /// The box around its mark; around all hexes of a city.
    pub fn extent(&self, field: &HexField<'_>, style: &HexStyle) -> Rect {
        let size = match self.look {
            FeatureLook::City => {
                let centres = self.hexes.iter().map(|hex| field.cells[*hex].centre);
                let size = 1.6 * field.radius;
                let boxes = centres.map(|at| Rect::around(at.x, at.y, size, size));
                return boxes.reduce(Rect::union).unwrap_or_default();
            }
            FeatureLook::Hill => 1.7 * field.radius * style.hill_size.value,
            FeatureLook::Town => 2.35 * field.radius * style.town_size.value,
            FeatureLook::Village => style.village.core_width.0 + style.village.width.0,
            FeatureLook::Airfield | FeatureLook::Port => style.glyph.core_width.0 + style.glyph.width.0,
        };
        Rect::around(self.at.x, self.at.y, size, size)
    }
}

/// What lies below the grid and the ways: cities and the slopes of hills. Houses stand where `free`.
pub fn draw_grounds(
    field: &HexField<'_>,
    things: &[Thing<'_>],
    style: &HexStyle,
    tilt: f64,
    free: &dyn Fn(Point) -> bool,
    items: &mut Vec<Item>,
) {
    let hills = hachures(field, things, style);
    if !hills.is_empty() {
        items.push(Item::Shape(hills, Style::stroke(style.hill.stroke())));
    }
    for thing in things.iter().filter(|thing| thing.look == FeatureLook::City) {
        let soft = city(field, thing, style);
        let mut path = Path::new();
        soft.iter().for_each(|ring| {
            path.add(&ring.path());
        });
        let ground = Style { even_odd: true, ..Style::fill(style.city.fill.value) };
        items.push(Item::Shape(path, ground.with_stroke(style.city_edge.stroke())));
        let rings: Vec<Vec<Point>> = soft.iter().map(Soft::points).collect();
        items.extend(texture_in(&rings, TerrainLook::Urban, &style.city, tilt, free));
    }
}

/// Towns, above the ways that lead to them.
pub fn draw_towns(field: &HexField<'_>, things: &[Thing<'_>], style: &HexStyle, tilt: f64, items: &mut Vec<Item>) {
    let towns = things.iter().filter(|thing| thing.look == FeatureLook::Town).flat_map(|thing| &thing.hexes);
    let (mut grounds, mut rings) = (Path::new(), Vec::new());
    for hex in towns {
        let ring = cluster(field.cells[*hex].centre, field.radius * style.town_size.value);
        grounds.add(&smooth(&ring));
        rings.push(sampled(&ring));
    }
    if !rings.is_empty() {
        items.push(Item::Shape(grounds, Style::fill(style.town.fill.value)));
        items.extend(texture_in(&rings, TerrainLook::Urban, &style.town, tilt, &|_| true));
    }
}

fn city(field: &HexField<'_>, thing: &Thing<'_>, style: &HexStyle) -> Vec<Soft> {
    let rings = field.rings(&|hex| thing.hexes.contains(&hex));
    let inset = field.radius * style.city_inset.value;
    let all = |_: &OuterSide| true;
    rings.iter().map(|ring| Soft::new(ring, &all, inset * 0.5, style.corner.value * 0.85, inset)).collect()
}

/// A ragged round outline that ends where it begins.
fn cluster(at: Point, radius: f64) -> Vec<Point> {
    let (i, j) = corner(at);
    let reach = |n: i64| radius * (0.84 + 0.32 * chance(i + n, j, 51));
    let point = |(n, (x, y))| Point::new(at.x + x * reach(n) * 1.1, at.y + y * reach(n));
    let mut ring: Vec<Point> = (0..).zip(ROUND).map(point).collect();
    ring.extend(ring.first().copied());
    ring
}

/// Strokes down the slopes of hills.
fn hachures(field: &HexField<'_>, things: &[Thing<'_>], style: &HexStyle) -> Path {
    let mut path = Path::new();
    for hex in things.iter().filter(|thing| thing.look == FeatureLook::Hill).flat_map(|thing| &thing.hexes) {
        slopes(&mut path, field.cells[*hex].centre, field.radius * style.hill_size.value);
    }
    path
}

/// The slopes of one hill.
fn slopes(path: &mut Path, at: Point, outer: f64) {
    let (i, j) = corner(at);
    let between = ROUND.iter().zip(ROUND.iter().cycle().skip(1)).flat_map(|(a, b)| {
        [*a, ((2.0 * a.0 + b.0) / 3.0, (2.0 * a.1 + b.1) / 3.0), ((a.0 + 2.0 * b.0) / 3.0, (a.1 + 2.0 * b.1) / 3.0)]
    });
    for (n, (x, y)) in (0..).zip(between) {
        let (from, to) = (0.6 + 0.1 * chance(i + n, j, 52), 0.88 + 0.16 * chance(i, j + n, 53));
        // Light falls from the top left: the far slopes are longer.
        let to = if x + y > 0.0 { to + 0.08 } else { to - 0.08 };
        path.move_to(at.x + x * outer * from, at.y + y * outer * from * 0.8);
        path.line_to(at.x + x * outer * to, at.y + y * outer * to * 0.8);
    }
}

/// One thing of a look around the origin, for the legend.
pub fn sample(look: FeatureLook, room: Rect, style: &HexStyle) -> Vec<Item> {
    let at = Point::new(0.0, 0.0);
    let urban = |ring: Vec<Point>, ground: Style, texture: &TextureStyle| {
        let mut items = vec![Item::Shape(Path::polygon(ring.iter().map(|p| (p.x, p.y))), ground)];
        items.extend(texture_in(&[ring], TerrainLook::Urban, texture, 0.0, &|_| true));
        items
    };
    match look {
        FeatureLook::City => {
            let corners =
                [(room.x, room.y), (room.right(), room.y), (room.right(), room.bottom()), (room.x, room.bottom())];
            let ground = Style::fill(style.city.fill.value).with_stroke(style.city_edge.stroke());
            urban(corners.map(|(x, y)| Point::new(x * 0.8, y)).to_vec(), ground, &style.city)
        }
        FeatureLook::Town => {
            urban(sampled(&cluster(at, room.h * 0.45)), Style::fill(style.town.fill.value), &style.town)
        }
        FeatureLook::Village => {
            vec![Item::Shape(Path::circle(0.0, 0.0, style.village.core_width.0 / 2.0), cased(&style.village))]
        }
        FeatureLook::Airfield => airfield(at, &style.glyph).to_vec(),
        FeatureLook::Port => port(at, &style.glyph).to_vec(),
        FeatureLook::Hill => {
            let mut path = Path::new();
            slopes(&mut path, at, room.h * 0.5);
            vec![Item::Shape(path, Style::stroke(style.hill.stroke()))]
        }
    }
}

/// What lies above the ways: dots and glyphs.
pub fn draw_marks(things: &[Thing<'_>], field: &HexField<'_>, style: &HexStyle, items: &mut Vec<Item>) {
    for thing in things {
        match thing.look {
            FeatureLook::Village => {
                let mut dots = Path::new();
                thing.hexes.iter().map(|hex| field.cells[*hex].centre).for_each(|at| {
                    dots.add(&Path::circle(at.x, at.y, style.village.core_width.0 / 2.0));
                });
                items.push(Item::Shape(dots, cased(&style.village)));
            }
            FeatureLook::Airfield => items.extend(airfield(thing.at, &style.glyph)),
            FeatureLook::Port => items.extend(port(thing.at, &style.glyph)),
            FeatureLook::City | FeatureLook::Town | FeatureLook::Hill => {}
        }
    }
}

fn cased(style: &CasedStyle) -> Style {
    Style::fill(style.core.value).with_stroke(Stroke::new(style.colour.value, style.width.0))
}

/// An aeroplane from above, in a ring.
fn airfield(at: Point, style: &CasedStyle) -> [Item; 2] {
    let r = style.core_width.0 / 2.0;
    // The right half of the aeroplane, nose first; the left is its mirror image.
    let half = [(0.0, -0.72), (0.1, -0.55), (0.12, -0.2), (0.7, 0.12), (0.7, 0.28), (0.12, 0.14), (0.08, 0.5)];
    let tail = [(0.3, 0.66), (0.3, 0.76), (0.0, 0.7)];
    let right: Vec<(f64, f64)> = half.into_iter().chain(tail).collect();
    let left = right.iter().rev().map(|(x, y)| (-x, *y));
    let plane = Path::polygon(right.iter().copied().chain(left).map(|(x, y)| (at.x + x * r, at.y + y * r)));
    let ring = Path::circle(at.x, at.y, r);
    [Item::Shape(ring, cased(style)), Item::Shape(plane, Style::fill(style.colour.value))]
}

/// An anchor, in a ring.
fn port(at: Point, style: &CasedStyle) -> [Item; 2] {
    let r = style.core_width.0 / 2.0;
    let mut anchor = Path::circle(at.x, at.y - 0.48 * r, 0.14 * r);
    anchor.move_to(at.x, at.y - 0.34 * r).line_to(at.x, at.y + 0.6 * r);
    anchor.move_to(at.x - 0.3 * r, at.y - 0.12 * r).line_to(at.x + 0.3 * r, at.y - 0.12 * r);
    anchor.move_to(at.x - 0.52 * r, at.y + 0.18 * r).quad_to(at.x - 0.42 * r, at.y + 0.6 * r, at.x, at.y + 0.6 * r);
    anchor.quad_to(at.x + 0.42 * r, at.y + 0.6 * r, at.x + 0.52 * r, at.y + 0.18 * r);
    let ring = Path::circle(at.x, at.y, r);
    let stroke = Stroke::new(style.colour.value, style.width.0);
    [Item::Shape(ring, cased(style)), Item::Shape(anchor, Style::stroke(stroke))]
}

/// What marks of terrain should keep off.
pub fn crowd(field: &HexField<'_>, things: &[Thing<'_>], style: &HexStyle, crowd: &mut Crowd) {
    for thing in things {
        crowd.add(thing.extent(field, style).inset(-0.3));
    }
}
