//! What every part of the module needs to know of the others.

use super::boards::{self, WindowBoard};
use super::keys;
use super::names::ShownNames;
use super::picture_names::PictureNames;
use super::pools::{self, PoolBox};
use super::tables::{self, TableButton};
use crate::draw::pixels;
use crate::emit::Game;
use crate::model::{PlaceKind, Side, Spot, ValueKindOf, What};
use crate::syntax::{MarkerUse, ValueKind};
use std::collections::BTreeMap;

/// The game and what was worked out of it.
pub struct Parts<'a> {
    /// The game.
    pub game: &'a Game<'a>,
    /// Names of places.
    pub names: ShownNames,
    /// Boards.
    pub boards: Vec<WindowBoard>,
    /// Pictures of pieces.
    pub pictures: PictureNames,
    /// Letters of status and place commands, by marker.
    pub letters: BTreeMap<usize, char>,
    /// The track a marker steps along.
    pub tracks: BTreeMap<usize, usize>,
    /// Boxes from which units are drawn at random.
    pub pools: Vec<PoolBox>,
    /// Buttons of tables and procedures.
    pub buttons: Vec<TableButton>,
    /// Pixels along the edge of the largest counter.
    pub slot_pixels: u32,
}

impl<'a> Parts<'a> {
    /// Works it out.
    pub fn new(game: &'a Game<'a>) -> Self {
        let names = ShownNames::new(game.model, game.identities);
        let boards = boards::boards(game, &names);
        let pictures = PictureNames::new(game.model);
        let letters = keys::letters(game.model, game.identities);
        let (tracks, buttons) = (tracks(game), tables::buttons(game.model));
        let pools = pools::pools(game.model, &names, &boards);
        let slot_pixels = pixels(game.model.largest_counter(), game.module_dpi);
        Self { game, names, boards, pictures, letters, tracks, pools, buttons, slot_pixels }
    }

    /// Pixels along the edge of a counter.
    pub fn counter_pixels(&self) -> u32 {
        pixels(self.game.model.game.counter_size, self.game.module_dpi)
    }

    /// The board with the zone of a place.
    pub fn board_of(&self, place: usize) -> Option<&WindowBoard> {
        self.boards.iter().find(|board| board.zones.iter().any(|zone| zone.place == Some(place)))
    }

    /// The zone of a place, and its board.
    pub fn zone_of(&self, place: usize) -> Option<(&WindowBoard, &str)> {
        Some((self.board_of(place)?, self.names.place(place)))
    }

    /// The box of a side's eliminated units, of a formation or of none: its own, or one for all, or that of the
    /// extra window.
    pub fn eliminated(&self, side: &Side, independent: bool) -> Option<(&WindowBoard, &str)> {
        if let Some(found) = boards::eliminated_box(self.game.model, side, independent).and_then(|n| self.zone_of(n)) {
            return Some(found);
        }
        let wanted = boards::eliminated_zone(side);
        self.boards.iter().find_map(|board| {
            board.zones.iter().find(|zone| zone.name == wanted).map(|zone| (board, zone.name.as_str()))
        })
    }

    /// Values that are added up for a stack: numbers, but not how far a unit moves.
    pub fn summed(&self) -> impl Iterator<Item = &ValueKindOf> {
        let allowance = self.game.model.rules.movement.as_ref().map(|movement| movement.allowance.as_str());
        self.game
            .model
            .values
            .iter()
            .filter(move |value| value.kind == ValueKind::Number && Some(value.id.as_str()) != allowance)
    }
}

/// Markers that step along a track, and which: where a scenario puts them.
fn tracks(game: &Game<'_>) -> BTreeMap<usize, usize> {
    let model = game.model;
    let mut found = BTreeMap::new();
    for placement in model.scenarios.iter().flat_map(|scenario| scenario.setup.iter().chain(&scenario.reinforcements)) {
        let (What::Marker(marker), Some(Spot::At(place))) = (&placement.what, &placement.spot) else { continue };
        let track = match model.places.get(place.index).map(|place| &place.kind) {
            Some(PlaceKind::Space { track }) => track.index,
            _ => continue,
        };
        // Markers of strength tracks step along whichever they stand on.
        if model.shows_strength(marker.index) {
            continue;
        }
        if model.markers.get(marker.index).is_some_and(|marker| marker.role == MarkerUse::Track) {
            found.entry(marker.index).or_insert(track);
        }
    }
    found
}
