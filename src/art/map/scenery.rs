//! Land, water and other scenery.

use super::outline::{bounds, closed, holds, meets, wandering};
use super::texture::texture;
use super::{MapBasis, MapSheet, borders};
use crate::draw::{Affine, Item, Rect, Stroke, Style};
use crate::geometry::{Point, pole_of_inaccessibility, polygon};
use crate::model::Shape;
use crate::syntax::{MapKind, TerrainLook};

/// Land, and scenery that lies below areas.
pub fn below(on: MapBasis<'_>, sheet: &mut MapSheet) {
    for land in &on.map.land {
        sheet.drawing.shape(closed(land), Style::fill(*on.style.land));
    }
    // The shore wanders: what it leaves of the water between itself and the areas is beach.
    let beach = Stroke::new(*on.style.land, 2.0 * on.style.shore.beach.0);
    let path = borders::land_edge(on, true);
    sheet.drawing.shape(path, Style::stroke(beach));
    for shape in on.map.shapes.iter().filter(|shape| lies_below(on, shape)) {
        draw(on, sheet, shape);
    }
}

/// Scenery beside areas, whose shore runs a little into them.
pub fn above(on: MapBasis<'_>, sheet: &mut MapSheet) {
    for shape in on.map.shapes.iter().filter(|shape| !lies_below(on, shape)) {
        draw(on, sheet, shape);
    }
}

/// Whether a shape is drawn first: hexes hide what they cover.
fn lies_below(on: MapBasis<'_>, shape: &Shape) -> bool {
    on.map.kind != MapKind::Area || covers_areas(on, shape)
}

/// Whether areas lie in a shape: then it must not hide them.
fn covers_areas(on: MapBasis<'_>, shape: &Shape) -> bool {
    let outline = shape.outline.clone();
    let inside = |at: &Point| polygon::contains(&outline, *at);
    on.areas().any(|(_, place)| place.centre.as_ref().is_some_and(inside))
}

fn draw(on: MapBasis<'_>, sheet: &mut MapSheet, shape: &Shape) {
    let style = &on.style.shore;
    let outline = wandering(&shape.outline, style.wander.0, style.wave.0, sheet.room());
    let path = closed(&outline);
    sheet.drawing.shape(path.clone(), Style::fill(on.style.ground_of(shape.look)));
    let water = shape.look == TerrainLook::Water;
    if water {
        // Bands along the shore, each narrower and stronger, seen on the water only.
        let band = |part: f64| {
            let stroke = Stroke::new(*style.shallow.colour, 2.0 * part * style.shallow.width.0);
            Item::Shape(path.clone(), Style::stroke(stroke).with_opacity(0.5))
        };
        let items = vec![band(1.0), band(0.5)];
        sheet.drawing.items.push(Item::Group {
            place: Affine::IDENTITY,
            clip: Some(path.clone()),
            opacity: 1.0,
            items,
        });
    }
    let labels = &sheet.labels;
    let free = |at: Point| labels.is_free(Rect::around(at.x, at.y, 2.0, 2.0));
    let marks = texture(&[outline], shape.look, &on.style.terrain, &free);
    sheet.drawing.items.extend(marks);
    let line = if water { &style.line } else { &style.edge };
    sheet.drawing.shape(path, Style::stroke(line.stroke()));
}

/// The names of scenery, where they find room.
pub fn names(on: MapBasis<'_>, sheet: &mut MapSheet) -> Vec<Item> {
    (0..on.map.shapes.len()).filter_map(|shape| name(on, sheet, shape)).collect()
}

/// A name across its shape, or up along it where the shape is tall.
fn name(on: MapBasis<'_>, sheet: &mut MapSheet, number: usize) -> Option<Item> {
    let shape = on.map.shapes.get(number)?;
    let kind = if shape.look == TerrainLook::Water { &on.style.types.water } else { &on.style.types.scenery };
    let text = kind.written(shape.name.as_deref()?);
    let outline = shape.outline.clone();
    let room = bounds(&outline)?;
    let pole = pole_of_inaccessibility(&[&outline], 0.5)?;
    let least = on.style.types.least.0;
    let boxes: Vec<Rect> = on.places().filter_map(|(_, place)| bounds(&place.outline)).collect();
    let covers = covers_areas(on, shape);
    // Shapes that come later lie on this one.
    let islands: Vec<Vec<Point>> = on.map.shapes.iter().skip(number + 1).map(|shape| shape.outline.clone()).collect();
    let clear = |rect: Rect| {
        let boxed = !covers && boxes.iter().any(|place| place.overlaps(rect));
        !boxed && !islands.iter().any(|island| meets(island, rect.inset(-1.0)))
    };
    for share in [1.0, 0.85, 0.7, 0.55, 0.45, 0.37] {
        let style = kind.sized((kind.size.0 * share).max(least));
        let (w, h) = (style.width(&text), style.cap * 1.6);
        for (tall, w, h) in [(false, w, h), (true, h, w)] {
            let spots = spots(pole.at, room).map(|at| (at, Rect::around(at.x, at.y, w, h), at.distance(pole.at)));
            let fits = spots.filter(|(_, rect, _)| holds(&outline, rect.inset(-1.5)) && clear(*rect));
            let Some((at, rect)) = sheet.labels.choose(fits.collect::<Vec<_>>()) else { continue };
            sheet.labels.take(rect);
            let run = style.at(&text, at.x, at.y + style.cap / 2.0);
            let degrees = if tall { 270.0 } else { 0.0 };
            let place = Affine::turn(degrees, at.x, at.y);
            return Some(Item::Group { place, clip: None, opacity: 1.0, items: vec![Item::Text(run)] });
        }
    }
    None
}

/// Where a name may stand: the best place first, then a lattice over the shape.
fn spots(pole: Point, room: Rect) -> impl Iterator<Item = Point> {
    const STEPS: u32 = 24;
    let part = |from: f64, length: f64, n: u32| from + length * (f64::from(n) + 0.5) / f64::from(STEPS);
    let lattice = (0..STEPS).flat_map(move |row| (0..STEPS).map(move |column| (row, column)));
    let lattice = lattice.map(move |(row, column)| Point::new(part(room.x, room.w, column), part(room.y, room.h, row)));
    std::iter::once(pole).chain(lattice)
}
