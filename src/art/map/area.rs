//! Areas: their terrain, and where identifiers and names stand.

use super::block::NameBlock;
use super::identifier::Identifier;
use super::outline::{bounds, closed, holds};
use super::texture::texture;
use super::{Labels, MapBasis, MapSheet};
use crate::draw::{Item, Path, Rect, Style};
use crate::geometry::{Point, polygon};
use crate::model::{Place, PlaceKind};
use crate::syntax::TerrainLook;

/// The look of a place's terrain.
pub fn look_of(on: MapBasis<'_>, place: &Place) -> TerrainLook {
    let Some(terrain) = place.kind.terrain() else { return TerrainLook::Clear };
    on.map.terrains.iter().find(|kind| kind.id == terrain).map_or(TerrainLook::Clear, |terrain| terrain.look)
}

/// Fills the areas that are not boxes. Marks keep away from labels.
pub fn terrain(on: MapBasis<'_>, sheet: &mut MapSheet) {
    for (_, place) in on.areas() {
        let outline = place.outline.clone();
        let Some(room) = bounds(&outline) else { continue };
        let near = sheet.labels.near(room);
        let look = look_of(on, place);
        sheet.drawing.shape(closed(&outline), Style::fill(on.style.ground_of(look)));
        let free = |at: Point| near.is_free(Rect::around(at.x, at.y, 1.6, 1.6));
        sheet.drawing.items.extend(texture(&[outline], look, &on.style.terrain, &free));
    }
}

/// Draws the areas that are boxes.
pub fn boxes(on: MapBasis<'_>, sheet: &mut MapSheet) {
    for (_, place) in on.boxed_areas() {
        let Some(room) = bounds(&place.outline) else { continue };
        let PlaceKind::Area { control, .. } = &place.kind else { continue };
        let side = on.colour(control.as_ref());
        let style = &on.style.boxes;
        let look = look_of(on, place);
        let ground = on.style.ground_of(look).under(*on.style.paper, 0.5);
        let fill = on.style.tinted(ground, side);
        let path = Path::rounded(room, style.radius.0);
        let colour = on.style.shaded(side, *style.line.colour);
        let rim = Path::rounded(room.inset(-0.6), style.radius.0 + 0.6);
        sheet.drawing.shape(rim, Style::fill(*on.style.paper));
        sheet.drawing.shape(path, Style::fill(fill).with_stroke(style.line.stroke_in(colour)));
    }
}

/// Places identifiers and names of boxed areas: in their corners, so they come before the arrows.
pub fn plan_boxes(on: MapBasis<'_>, sheet: &mut MapSheet) -> Vec<Item> {
    let places = on.boxed_areas().map(|(_, place)| place).collect();
    plan_all(on, sheet, places)
}

/// Places identifiers and names of areas.
pub fn plan(on: MapBasis<'_>, sheet: &mut MapSheet) -> Vec<Item> {
    let places = on.areas().map(|(_, place)| place).collect();
    plan_all(on, sheet, places)
}

/// The smallest areas first: they have the least choice.
fn plan_all(on: MapBasis<'_>, sheet: &mut MapSheet, mut places: Vec<&Place>) -> Vec<Item> {
    let size = |place: &Place| polygon::signed_area(&place.outline).abs();
    places.sort_by(|a, b| size(a).total_cmp(&size(b)));
    let mut items = Vec::new();
    for place in places {
        let identifier = Identifier::of(on, place);
        let Some((block, x, y)) = settle(on, sheet, place, &identifier) else { continue };
        items.push(identifier.draw(on, x, y, 1.0));
        let boxed = matches!(place.kind, PlaceKind::Area { boxed: true, .. });
        let halo = (!boxed).then(|| (on.style.ground_of(look_of(on, place)), on.style.types.halo.0));
        items.extend(block.text(halo, x, y));
        for (n, room) in block.rooms(x, y).enumerate() {
            if n == 0 {
                sheet.solid(format!("area {}", place.label), room);
            } else {
                sheet.labels.take(room.inset(-0.4));
            }
        }
    }
    items
}

/// The best place of the best arrangement.
fn settle(on: MapBasis<'_>, sheet: &MapSheet, place: &Place, identifier: &Identifier) -> Option<(NameBlock, f64, f64)> {
    let boxed = matches!(place.kind, PlaceKind::Area { boxed: true, .. });
    let kind = if boxed { &on.style.types.zone } else { &on.style.types.name };
    let name = place.name.as_deref();
    let seat = BlockSeat::new(on, sheet, place)?;
    let blocks = NameBlock::all(on, identifier, name, kind, boxed);
    let inside = seat.best(&blocks, true);
    let inside = inside.or_else(|| seat.best(&NameBlock::shortened(on, identifier, name?, kind), true));
    inside.or_else(|| seat.best(&blocks, false))
}

/// An area in which a block looks for its place.
struct BlockSeat {
    outline: Vec<Point>,
    room: Rect,
    sheet: Rect,
    labels: Labels,
    /// Where counters will stand.
    counter: Rect,
    boxed: bool,
    padding: f64,
}

/// From one place that is tried to the next.
const STEP: f64 = 1.5;

impl BlockSeat {
    fn new(on: MapBasis<'_>, sheet: &MapSheet, place: &Place) -> Option<Self> {
        let outline = place.outline.clone();
        let room = bounds(&outline)?;
        let centre = place.centre.map_or_else(|| room.centre(), |p| (p.x, p.y));
        let counter = on.model.game.counter_size;
        let reach = room.inset(-20.0);
        Some(Self {
            room,
            sheet: sheet.room().inset(on.style.margin.0),
            labels: sheet.labels.near(reach),
            counter: Rect::around(centre.0, centre.1, counter, counter),
            boxed: matches!(place.kind, PlaceKind::Area { boxed: true, .. }),
            padding: on.style.boxes.padding.0,
            outline,
        })
    }

    /// The cheapest place of the blocks; inside the outline, or anywhere near.
    fn best(&self, blocks: &[NameBlock], inside: bool) -> Option<(NameBlock, f64, f64)> {
        let mut best: Option<(f64, &NameBlock, f64, f64)> = None;
        for block in blocks {
            if best.is_some_and(|(cost, ..)| block.cost >= cost) {
                continue;
            }
            let own = block.bounds();
            for (x, y) in self.spots(own, inside) {
                let least = best.map_or(f64::INFINITY, |(cost, ..)| cost);
                let cost = block.cost + self.liking(block, own, x, y);
                if cost < least
                    && let Some(more) = self.fit(block, x, y, inside)
                    && cost + more < least
                {
                    best = Some((cost + more, block, x, y));
                }
            }
        }
        best.map(|(_, block, x, y)| (block.clone(), x, y))
    }

    /// Where the middle of the identifier may go.
    fn spots(&self, own: Rect, inside: bool) -> Vec<(f64, f64)> {
        if self.boxed && inside {
            let (x, y) = (self.room.x + self.padding - own.x, self.room.y + self.padding - own.y);
            let middle = self.room.y + (self.room.h - own.h) / 2.0 - own.y;
            let mut spots = vec![(x, y), (x, middle)];
            spots.extend(lattice(self.room));
            return spots;
        }
        lattice(if inside { self.room } else { self.room.inset(-15.0) })
    }

    /// How much one would rather have the block elsewhere.
    fn liking(&self, block: &NameBlock, own: Rect, x: f64, y: f64) -> f64 {
        let placed = Rect::new(own.x + x, own.y + y, own.w, own.h);
        if self.boxed {
            let (dx, dy) = (placed.x - self.room.x - self.padding, placed.y - self.room.y - self.padding);
            return 0.3 * (dx.abs() + dy.abs());
        }
        let (cx, cy) = self.counter.centre();
        let by = placed.centre().1;
        let above = cy - self.counter.h / 2.0 - placed.h / 2.0 - 1.0;
        let covered: f64 = block.rooms(x, y).map(|room| room.common(self.counter)).sum();
        let covered = covered / (self.counter.w * self.counter.h).max(1.0);
        // Above the counter best; beside it is well, too; below it less so.
        let level = if by > cy { 4.0 } else { 0.0 };
        45.0 * covered + level + 0.2 * (x - cx).abs() + 0.14 * (by - above).abs()
    }

    /// Whether the area has all of a rectangle in it. What is larger than the area is not compared with its outline.
    fn holds(&self, rect: Rect) -> bool {
        self.room.contains(rect, 0.0) && holds(&self.outline, rect)
    }

    /// What is wrong with a place: nothing if it cannot be had.
    fn fit(&self, block: &NameBlock, x: f64, y: f64, inside: bool) -> Option<f64> {
        const MARGINS: [(f64, f64); 4] = [(2.2, 0.0), (1.5, 1.5), (1.0, 4.0), (0.6, 10.0)];
        let mut cost: f64 = 0.0;
        for room in block.rooms(x, y) {
            if !self.sheet.contains(room, 0.0) || !self.labels.is_free(room.inset(-0.5)) {
                return None;
            }
            let margin = MARGINS.iter().find(|(margin, _)| self.holds(room.inset(-margin)));
            match margin {
                Some((_, dislike)) => cost = cost.max(*dislike),
                None if inside => return None,
                None => cost += 60.0,
            }
        }
        Some(cost)
    }
}

/// Points all over a room.
fn lattice(room: Rect) -> Vec<(f64, f64)> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let steps = |length: f64| (length / STEP).clamp(1.0, 400.0) as u32;
    let (columns, rows) = (steps(room.w), steps(room.h));
    let at = |row: u32, column: u32| (room.x + f64::from(column) * STEP, room.y + f64::from(row) * STEP);
    (0..=rows).flat_map(|row| (0..=columns).map(move |column| at(row, column))).collect()
}
