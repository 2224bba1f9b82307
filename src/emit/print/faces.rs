//! Faces on a page, their bleed cut where a neighbour begins.

use super::grid::SAME;
use super::page::{PageHalf, SheetPage};
use crate::draw::{Affine, Drawing, Item, Path, Rect, Stroke, Style};
use crate::source::values::Colour;
use std::collections::BTreeSet;

/// Lines that show the safe area: a colour that art rarely has.
const GUIDE: Colour = Colour([0, 174, 239]);

/// Draws the fronts or the backs; says what each covers, bleed included.
pub fn draw(page: &mut SheetPage<'_>, half: PageHalf, drawing: &mut Drawing) -> Vec<Rect> {
    let slots: Vec<(usize, usize)> = page.slots().to_vec();
    let taken: BTreeSet<(usize, usize)> = slots.iter().copied().collect();
    let mut bled = Vec::new();
    for (n, slot) in slots.into_iter().enumerate() {
        let trim = half.place(page.grid.rect(slot), page.paper);
        let seen = seen(page, slot, &taken).into_iter().map(|rect| half.place(rect, page.paper));
        let seen: Vec<Rect> = seen.collect();
        bled.push(seen.iter().copied().fold(trim, Rect::union));
        let face = &mut page.faces[n];
        let art = if half.turn.is_some() { face.back.as_mut() } else { Some(&mut face.front) };
        let Some(art) = art else { continue };
        drawing.items.push(placed(art, trim, half, &seen));
        if page.settings.guides {
            let line = Stroke::new(GUIDE, 0.1).sharp();
            drawing.shape(Path::rect(trim.inset(page.settings.safe)), Style::stroke(line));
        }
    }
    bled
}

/// Art around its cut, clipped to what may be seen of it.
fn placed(art: &mut Drawing, trim: Rect, half: PageHalf, seen: &[Rect]) -> Item {
    let (x, y) = (trim.x - (art.width - trim.w) / 2.0, trim.y - (art.height - trim.h) / 2.0);
    let hold = half.turn.map_or(Affine::IDENTITY, |turn| turn.hold(art.width, art.height));
    let mut clip = Path::new();
    for rect in seen {
        // A hold is its own inverse: not at all, or by half a turn.
        clip.add(&Path::rect(hold.apply_rect(Affine::shift(-x, -y).apply_rect(*rect))));
    }
    let place = Affine::shift(x, y).after(hold);
    Item::Group { place, clip: Some(clip), opacity: 1.0, items: std::mem::take(&mut art.items) }
}

/// What is seen of the face at a place of the front: the cut and as much bleed as nobody else needs.
fn seen(page: &SheetPage<'_>, slot: (usize, usize), taken: &BTreeSet<(usize, usize)>) -> Vec<Rect> {
    let (grid, trim) = (page.grid, page.grid.rect(slot));
    let there = |dx: isize, dy: isize| {
        let at = (slot.0.checked_add_signed(dx)?, slot.1.checked_add_signed(dy)?);
        taken.contains(&at).then(|| grid.rect(at))
    };
    // Between neighbours that do not touch, each gets half of the gap.
    let reach = |gap: Option<f64>| gap.map_or(page.settings.bleed, |gap| page.settings.bleed.min(gap.max(0.0) / 2.0));
    let left = reach(there(-1, 0).map(|other| trim.x - other.right()));
    let right = reach(there(1, 0).map(|other| other.x - trim.right()));
    let up = reach(there(0, -1).map(|other| trim.y - other.bottom()));
    let down = reach(there(0, 1).map(|other| other.y - trim.bottom()));
    let whole = Rect::new(trim.x - left, trim.y - up, trim.w + left + right, trim.h + up + down);
    let corner = |dx: isize, dy: isize| there(dx, dy).is_some_and(|other| intrudes(whole, other));
    // A neighbour across a corner only: the bleed keeps the shape of a cross.
    let rects = if [(-1, -1), (1, -1), (-1, 1), (1, 1)].iter().any(|(dx, dy)| corner(*dx, *dy)) {
        vec![Rect::new(whole.x, trim.y, whole.w, trim.h), Rect::new(trim.x, whole.y, trim.w, whole.h)]
    } else {
        vec![whole]
    };
    rects.into_iter().map(|rect| within(rect, grid.upper)).collect()
}

/// Whether they share more than rounding does.
fn intrudes(a: Rect, b: Rect) -> bool {
    a.overlaps(b.inset(SAME))
}

fn within(rect: Rect, outer: Rect) -> Rect {
    let (x, y) = (rect.x.max(outer.x), rect.y.max(outer.y));
    Rect::new(x, y, rect.right().min(outer.right()) - x, rect.bottom().min(outer.bottom()) - y)
}
