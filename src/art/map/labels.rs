//! Where labels are, and where others may go.

use crate::draw::Rect;

/// The room that is taken.
#[derive(Debug, Clone, Default)]
pub struct Labels {
    taken: Vec<Rect>,
}

impl Labels {
    /// Takes room: nothing that is placed later will overlap it.
    pub fn take(&mut self, room: Rect) {
        self.taken.push(room);
    }

    /// All rooms that are taken.
    pub fn rooms(&self) -> &[Rect] {
        &self.taken
    }

    /// Whether nothing has been placed there.
    pub fn is_free(&self, room: Rect) -> bool {
        !self.taken.iter().any(|taken| taken.overlaps(room))
    }

    /// The part of it that has to do with a room: asked often, it answers faster.
    pub fn near(&self, room: Rect) -> Labels {
        Labels { taken: self.taken.iter().filter(|taken| taken.overlaps(room)).copied().collect() }
    }

    /// Area that is taken already of a room, counted for each taker.
    pub fn overlap(&self, room: Rect) -> f64 {
        self.taken.iter().map(|taken| taken.common(room)).sum()
    }

    /// The cheapest of the rooms that is free. Ties go to the first.
    pub fn choose<T>(&self, rooms: impl IntoIterator<Item = (T, Rect, f64)>) -> Option<(T, Rect)> {
        let free = rooms.into_iter().filter(|(_, room, _)| self.is_free(*room));
        let cheapest = free.reduce(|best, next| if next.2 < best.2 { next } else { best });
        cheapest.map(|(what, room, _)| (what, room))
    }
}
