//! Where labels are, and where others may go.

use crate::draw::Rect;
use std::collections::BTreeMap;

/// The room that is taken.
#[derive(Debug, Clone, Default)]
pub struct Labels {
    taken: Vec<Rect>,
    /// The same by where it is, so that only what is near must be looked at.
    buckets: BTreeMap<(i64, i64), Vec<Rect>>,
}

/// The side of a square of the sheet.
const SIZE: f64 = 16.0;

/// The squares of the sheet that a room has to do with.
#[allow(clippy::cast_possible_truncation)]
fn squares(room: Rect) -> impl Iterator<Item = (i64, i64)> {
    let square = |v: f64| (v / SIZE).floor().clamp(-1e4, 1e4) as i64;
    let (left, right, top, bottom) = (square(room.x), square(room.right()), square(room.y), square(room.bottom()));
    (top..=bottom).flat_map(move |j| (left..=right).map(move |i| (i, j)))
}

impl Labels {
    /// Takes room: nothing that is placed later will overlap it.
    pub fn take(&mut self, room: Rect) {
        self.taken.push(room);
        for square in squares(room) {
            self.buckets.entry(square).or_default().push(room);
        }
    }

    /// All rooms that are taken.
    pub fn rooms(&self) -> &[Rect] {
        &self.taken
    }

    /// Whether nothing has been placed there.
    pub fn is_free(&self, room: Rect) -> bool {
        // To look into a square takes as long as to compare with several rooms.
        const SEVERAL: f64 = 4.0;
        let squares_of_room = (room.w / SIZE + 1.0) * (room.h / SIZE + 1.0);
        if squares_of_room * SEVERAL > self.taken.len() as f64 {
            return !self.taken.iter().any(|taken| taken.overlaps(room));
        }
        let mut near = squares(room).filter_map(|square| self.buckets.get(&square)).flatten();
        !near.any(|taken| taken.overlaps(room))
    }

    /// The part of it that has to do with a room: asked often, it answers faster.
    pub fn near(&self, room: Rect) -> Labels {
        let mut near = Labels::default();
        self.taken.iter().filter(|taken| taken.overlaps(room)).for_each(|taken| near.take(*taken));
        near
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
