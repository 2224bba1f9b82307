//! The waste around what is cut out: nothing in it may touch anything else.

use crate::draw::{Affine, Drawing, Item, Rect};

/// White around everything in the margin.
const CLEAR: f64 = 0.4;
/// White between things that follow each other along an edge.
const APART: f64 = 2.0;
/// How far a thing moves along an edge before the next attempt.
const STEP: f64 = 0.5;

/// A page with its waste: hands out room and remembers what has been taken.
pub struct Margin {
    /// The page.
    pub drawing: Drawing,
    /// Where ink may be.
    pub inner: Rect,
    taken: Vec<Rect>,
}

/// An edge of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageEdge {
    /// Above.
    Top,
    /// Below.
    Bottom,
    /// On the left, reading upwards.
    Left,
    /// On the right, reading downwards.
    Right,
}

/// From where along an edge room is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// Where a line begins.
    Start,
    /// Where it ends.
    End,
}

/// Room for something of a width and a height, and how it is turned.
#[derive(Debug, Clone, Copy)]
pub struct MarginRoom {
    /// On the page.
    pub rect: Rect,
    /// From the thing's own corner to the page.
    pub to_page: Affine,
}

impl Margin {
    /// A page on which ink may be inside `inner`.
    pub fn new(drawing: Drawing, inner: Rect) -> Self {
        Self { drawing, inner, taken: Vec::new() }
    }

    /// Keeps room free without a name.
    pub fn keep_off(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// Takes room for something that is printed.
    pub fn take(&mut self, name: &str, rect: Rect) {
        self.taken.push(rect);
        self.drawing.solids.push((name.to_string(), rect));
    }

    /// Whether nothing is there, nor too near.
    pub fn is_free(&self, rect: Rect) -> bool {
        self.inner.contains(rect, 1e-6) && self.is_clear(rect)
    }

    /// The same, but in the white at the paper's edge too.
    pub fn is_clear(&self, rect: Rect) -> bool {
        let wide = rect.inset(-CLEAR);
        !self.taken.iter().any(|taken| taken.overlaps(wide))
    }

    /// The first free room along an edge.
    pub fn find(&self, edge: PageEdge, from: From, (width, height): (f64, f64)) -> Option<MarginRoom> {
        let inner = self.inner;
        let length = if matches!(edge, PageEdge::Top | PageEdge::Bottom) { inner.w } else { inner.h };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let steps = ((length - width) / STEP).max(-1.0).floor() as i32;
        (0..=steps).find_map(|step| {
            let along = f64::from(step) * STEP;
            let along = if from == From::Start { along } else { length - width - along };
            let place = match edge {
                PageEdge::Top => upright(Rect::new(inner.x + along, inner.y, width, height)),
                PageEdge::Bottom => upright(Rect::new(inner.x + along, inner.bottom() - height, width, height)),
                PageEdge::Left => upwards(Rect::new(inner.x, inner.bottom() - along - width, height, width)),
                PageEdge::Right => downwards(Rect::new(inner.right() - height, inner.y + along, height, width)),
            };
            let (dx, dy) = if matches!(edge, PageEdge::Top | PageEdge::Bottom) { (APART, 0.0) } else { (0.0, APART) };
            let rect = place.rect;
            let wide = Rect::new(rect.x - dx, rect.y - dy, rect.w + 2.0 * dx, rect.h + 2.0 * dy);
            (self.is_free(rect) && self.is_clear(wide)).then_some(place)
        })
    }

    /// Puts something, drawn from its own corner, into its place.
    pub fn put(&mut self, name: &str, thing: Drawing, place: MarginRoom) {
        self.drawing.items.push(Item::Group { place: place.to_page, clip: None, opacity: 1.0, items: thing.items });
        self.take(name, place.rect);
    }
}

/// Not turned.
pub fn upright(rect: Rect) -> MarginRoom {
    MarginRoom { rect, to_page: Affine::shift(rect.x, rect.y) }
}

/// Reading from bottom to top.
pub fn upwards(rect: Rect) -> MarginRoom {
    MarginRoom { rect, to_page: Affine([0.0, -1.0, 1.0, 0.0, rect.x, rect.bottom()]) }
}

/// Reading from top to bottom.
pub fn downwards(rect: Rect) -> MarginRoom {
    MarginRoom { rect, to_page: Affine([0.0, 1.0, -1.0, 0.0, rect.right(), rect.y]) }
}
