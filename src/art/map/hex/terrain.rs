//! Terrain of hexes: like neighbours become one outline with soft edges.

use super::curve::{Crowd, direction, moved, right_of};
use super::field::{HexField, OuterSide, corner};
use crate::art::map::texture::{chance, ground, shore, texture};
use crate::draw::{Item, Path, Rect, Style};
use crate::geometry::Point;
use crate::look::styles::{HexStyle, TerrainStyle};
use crate::model::Model;
use crate::syntax::TerrainLook;
use std::collections::BTreeMap;

/// What is painted over what: the later look keeps its own soft edge and the earlier runs on below it.
const ORDER: [TerrainLook; 6] = [
    TerrainLook::Rough,
    TerrainLook::Marsh,
    TerrainLook::Forest,
    TerrainLook::Urban,
    TerrainLook::Factory,
    TerrainLook::Water,
];

fn rank(look: TerrainLook) -> Option<usize> {
    ORDER.iter().position(|known| *known == look)
}

/// The land and all terrain on it. Marks keep off what is in the crowd.
pub fn draw(field: &HexField<'_>, style: &HexStyle, terrain: &TerrainStyle, crowd: &Crowd, items: &mut Vec<Item>) {
    items.push(ground(straight(&field.rings(&|_| true)), TerrainLook::Clear, terrain));
    for look in ORDER {
        let mark = 2.0 * terrain.of(look).size.0;
        let free = |p: Point| crowd.touched(Rect::around(p.x, p.y, mark, mark)) == 0;
        let member = |hex: usize| field.cells[hex].look == look;
        let shapes: Vec<Soft> =
            field.rings(&member).iter().map(|ring| soft_terrain(field, ring, look, style)).collect();
        if shapes.is_empty() {
            continue;
        }
        let mut fill = Path::new();
        let mut coast = Path::new();
        for shape in &shapes {
            fill.add(&shape.path());
            coast.add(&shape.soft_path());
        }
        fill.add(&below_others(field, look));
        items.push(ground(fill, look, terrain));
        if look == TerrainLook::Water {
            items.push(shore(coast, terrain));
        }
        let rings: Vec<Vec<Point>> = shapes.iter().map(Soft::points).collect();
        items.extend(texture(&rings, look, terrain, &free));
    }
}

fn soft_terrain(field: &HexField<'_>, ring: &[OuterSide], look: TerrainLook, style: &HexStyle) -> Soft {
    let soft = |side: &OuterSide| side.beyond.is_some_and(|hex| rank(field.cells[hex].look) < rank(look));
    Soft::new(ring, &soft, field.radius * style.wander.value, style.corner.value, 0.0)
}

/// The parts of neighbours painted later below which a look runs on.
fn below_others(field: &HexField<'_>, look: TerrainLook) -> Path {
    let mut path = Path::new();
    for cell in field.cells.iter().filter(|cell| cell.look == look) {
        for (n, beyond) in cell.around.iter().enumerate() {
            let Some(other) = beyond.map(|hex| &field.cells[hex]) else { continue };
            if rank(other.look) > rank(look) {
                let (a, b) = cell.side(n);
                path.add(&Path::polygon([a, other.centre, b].map(|p| (p.x, p.y))));
            }
        }
    }
    path
}

/// The colour of who holds a hex at the start.
pub fn draw_control(model: &Model, field: &HexField<'_>, style: &HexStyle, items: &mut Vec<Item>) {
    let mut held: BTreeMap<usize, Vec<bool>> = BTreeMap::new();
    for (n, cell) in field.cells.iter().enumerate() {
        if let Some(side) = cell.place.kind.control() {
            held.entry(side.index).or_insert_with(|| vec![false; field.cells.len()])[n] = true;
        }
    }
    for (side, hexes) in held {
        let Some(side) = model.sides.get(side) else { continue };
        let path = straight(&field.rings(&|hex| hexes[hex]));
        let tint = Style { even_odd: true, ..Style::fill(side.colour) };
        items.push(Item::Shape(path, tint.with_opacity(style.control.value)));
    }
}

/// The grid, each side once.
pub fn draw_grid(field: &HexField<'_>, style: &HexStyle, items: &mut Vec<Item>) {
    let mut grid = Path::new();
    for (n, cell) in field.cells.iter().enumerate() {
        // Neighbouring sides are drawn in one go.
        let mut drawing = false;
        for side in 0..cell.around.len() {
            let own = cell.around[side].is_some_and(|other| other > n);
            let (a, b) = cell.side(side);
            if own && !drawing {
                grid.move_to(a.x, a.y);
            }
            if own {
                grid.line_to(b.x, b.y);
            }
            drawing = own;
        }
    }
    items.push(Item::Shape(grid, Style::stroke(style.grid.stroke())));
}

/// The line around the map.
pub fn draw_rim(field: &HexField<'_>, style: &HexStyle, items: &mut Vec<Item>) {
    items.push(Item::Shape(straight(&field.rings(&|_| true)), Style::stroke(style.rim.stroke())));
}

/// The line around the map, for names to keep off.
pub fn rim_crowd(field: &HexField<'_>) -> Crowd {
    let mut crowd = Crowd::default();
    for side in field.rings(&|_| true).iter().flatten() {
        let points = [0.0, 0.25, 0.5, 0.75].map(|part| side.from.towards(side.to, part));
        crowd.add_line(&points, 0.6);
    }
    crowd
}

/// Rings as they are.
pub fn straight(rings: &[Vec<OuterSide>]) -> Path {
    let mut path = Path::new();
    for ring in rings {
        path.add(&Path::polygon(ring.iter().map(|side| (side.from.x, side.from.y))));
    }
    path
}

/// A point of a soft outline: a corner it goes through, or one it only leans towards.
#[derive(Clone, Copy)]
struct RingNode {
    at: Point,
    hard: bool,
}

/// An outline some of whose sides wander a little and meet in round corners.
pub struct Soft {
    nodes: Vec<RingNode>,
}

impl Soft {
    /// The soft outline of a ring. Soft sides wander by up to `wander`, leave `corner` of their length
    /// to either corner, and stand `inset` inside.
    pub fn new(
        ring: &[OuterSide],
        soft: &dyn Fn(&OuterSide) -> bool,
        wander: f64,
        corner_part: f64,
        inset: f64,
    ) -> Self {
        let mut nodes: Vec<RingNode> = Vec::new();
        for (n, side) in ring.iter().enumerate() {
            let next = &ring[(n + 1) % ring.len()];
            if soft(side) {
                let inward = right_of(direction(side.from, side.to));
                let key = corner(side.from.midpoint(side.to));
                for (purpose, part) in [(21, corner_part), (22, 1.0 - corner_part)] {
                    let by = inset + wander * 2.0 * (chance(key.0, key.1, purpose) - 0.42);
                    let at = moved(side.from.towards(side.to, part), inward, by);
                    nodes.push(RingNode { at, hard: false });
                }
                if !soft(next) {
                    nodes.push(RingNode { at: side.to, hard: true });
                }
            } else {
                nodes.push(RingNode { at: side.to, hard: true });
            }
        }
        Self { nodes }
    }

    /// The start, and for each node the end of the curve that leans towards it.
    fn ends(&self) -> (Point, Vec<Point>) {
        let count = self.nodes.len();
        let between = |a: RingNode, b: RingNode| if b.hard { b.at } else { a.at.midpoint(b.at) };
        let ends: Vec<Point> = (0..count)
            .map(|n| {
                let (node, next) = (self.nodes[n], self.nodes[(n + 1) % count]);
                if node.hard { node.at } else { between(node, next) }
            })
            .collect();
        (ends.last().copied().unwrap_or_default(), ends)
    }

    /// The whole outline.
    pub fn path(&self) -> Path {
        let (start, ends) = self.ends();
        let mut path = Path::new();
        path.move_to(start.x, start.y);
        let mut at = start;
        for (node, end) in self.nodes.iter().zip(ends) {
            if !node.hard {
                path.quad_to(node.at.x, node.at.y, end.x, end.y);
            } else if at != end {
                path.line_to(end.x, end.y);
            }
            at = end;
        }
        path.close();
        path
    }

    /// Its soft sides only.
    pub fn soft_path(&self) -> Path {
        let (start, ends) = self.ends();
        let mut path = Path::new();
        let (mut at, mut drawing) = (start, false);
        for (node, end) in self.nodes.iter().zip(ends) {
            if !node.hard {
                if !drawing {
                    path.move_to(at.x, at.y);
                }
                path.quad_to(node.at.x, node.at.y, end.x, end.y);
            }
            drawing = !node.hard || (drawing && at == end);
            at = end;
        }
        path
    }

    /// Points along it.
    pub fn points(&self) -> Vec<Point> {
        let (start, ends) = self.ends();
        let mut points = Vec::new();
        let mut at = start;
        for (node, end) in self.nodes.iter().zip(ends) {
            if !node.hard {
                points.push(at.towards(node.at, 0.5).midpoint(node.at.midpoint(end)));
            }
            points.push(end);
            at = end;
        }
        points
    }
}
