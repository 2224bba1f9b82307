//! Sheets that counters are laid on: a drawing, and where there is room for what.

use crate::draw::{Affine, Drawing, Rect};
use std::ops::{Deref, DerefMut};

/// What there is room for on a setup card or a display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrayRoom {
    /// A box, a space of a track or a slot beside one, by its place in the model's list.
    Place(usize),
    /// The pale picture of a counter, by its place in the model's list.
    Counter(usize),
    /// Counters of a setup card that start or arrive together, as the card calls them.
    Group(String),
}

/// A drawing with the rooms on it.
#[derive(Debug, Clone, Default)]
pub struct Tray {
    drawing: Drawing,
    rooms: Vec<(TrayRoom, Rect)>,
}

impl Tray {
    /// An empty tray.
    pub fn new(width: f64, height: f64) -> Self {
        Drawing::new(width, height).into()
    }

    /// Notes what there is room for.
    pub fn room(&mut self, room: TrayRoom, rect: Rect) {
        self.rooms.push((room, rect));
    }

    /// Adds another tray or drawing, placed.
    pub fn place(&mut self, other: impl Into<Tray>, place: Affine) {
        let Tray { drawing, rooms } = other.into();
        self.rooms.extend(rooms.into_iter().map(|(room, rect)| (room, place.apply_rect(rect))));
        self.drawing.place(drawing, place);
    }

    /// The drawing and its rooms.
    pub fn into_parts(self) -> (Drawing, Vec<(TrayRoom, Rect)>) {
        (self.drawing, self.rooms)
    }
}

impl From<Drawing> for Tray {
    fn from(drawing: Drawing) -> Self {
        Self { drawing, rooms: Vec::new() }
    }
}

impl Deref for Tray {
    type Target = Drawing;
    fn deref(&self) -> &Drawing {
        &self.drawing
    }
}

impl DerefMut for Tray {
    fn deref_mut(&mut self) -> &mut Drawing {
        &mut self.drawing
    }
}
