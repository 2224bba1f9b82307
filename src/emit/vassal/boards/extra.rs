//! Boards that no game draws: a box for the eliminated, a table for cards.

use super::piles::{DEPTH, PileKind, PileRoom, pile_of};
use super::{BoardKind, BoardZone, WindowBoard, corners, is_private};
use crate::art::faces;
use crate::draw::{Align, Drawing, Font, Path, Rect, Stroke, Style, TextStyle, fit_line};
use crate::emit::Game;
use crate::emit::vassal::names::{ShownNames, plain};
use crate::model::{Model, Place, PlaceKind, Point, Side};
use crate::source::values::Colour;
use crate::syntax::{BoxKind, Holds};
use std::collections::BTreeMap;

/// The zone that played cards lie in.
pub const IN_PLAY: &str = "Cards in play";

const FELT: Colour = Colour([0x35, 0x48, 0x3a]);
const CHALK: Colour = Colour([0xf6, 0xf1, 0xe4]);
const GAP: f64 = 8.0;
/// Room above a box, with the gap before it: decks stay where those of older saved games are.
const LABEL: f64 = 8.0;
/// From the upper edge of a name to its box: between them a deck leans.
const ABOVE: f64 = 9.5;
/// The height of a name.
const NAME: f64 = 5.0;
/// From a deck to the words below it.
const BELOW: f64 = 3.5;

/// The zone of a side's eliminated units on the extra board.
pub fn eliminated_zone(side: &Side) -> String {
    format!("Eliminated: {}", plain(&side.name))
}

/// A box a side, if the game has no box for the eliminated of some side.
pub fn eliminated(game: &Game<'_>, boards: &[WindowBoard]) -> Option<WindowBoard> {
    let model = game.model;
    let lacking: Vec<&Side> = model.sides.iter().filter(|side| !has_box(model, boards, side)).collect();
    if lacking.is_empty() || model.units.is_empty() {
        return None;
    }
    let (width, height) = (10.0 * model.largest_counter(), 6.0 * model.largest_counter());
    let mut sheet = Felt::new();
    for (n, side) in lacking.iter().enumerate() {
        #[allow(clippy::cast_precision_loss)]
        let top = GAP + (height + LABEL + GAP) * n as f64;
        sheet.room(&eliminated_zone(side), Rect::new(GAP, top + LABEL, width, height), true);
    }
    Some(sheet.board("Eliminated units", BoardKind::Eliminated, game.module_dpi))
}

/// Whether all units of a side have a box for the eliminated on some board.
fn has_box(model: &Model, boards: &[WindowBoard], side: &Side) -> bool {
    let shown = |index: usize| boards.iter().any(|board| board.zones.iter().any(|zone| zone.place == Some(index)));
    let units = model.units.iter().filter(|unit| *unit.side.id == *side.id);
    let mut kinds: Vec<bool> = units.map(|unit| unit.formation.is_none()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.into_iter().all(|independent| eliminated_box(model, side, independent).is_some_and(shown))
}

/// The box that eliminated units of a side go to, those of a formation or those of none: one that says so before
/// one for all, one of the side before one for both.
pub fn eliminated_box(model: &Model, side: &Side, independent: bool) -> Option<usize> {
    let kind = if independent { Holds::Independent } else { Holds::Formations };
    let fits = |place: &Place| match &place.kind {
        PlaceKind::Box(own) if own.kind == BoxKind::Eliminated => {
            let sided = own.side.as_ref().is_none_or(|own| *own.id == *side.id);
            let held = own.holds.is_none_or(|holds| holds == kind);
            (sided && held).then_some((own.side.is_none(), own.holds.is_none()))
        }
        _ => None,
    };
    let fitting = model.places.iter().enumerate().filter_map(|(n, place)| Some((fits(place)?, n)));
    fitting.min().map(|(_, place)| place)
}

/// A table with room for cards in play, and for the decks and discards that have no box on a map.
pub fn cards(game: &Game<'_>, boards: &[WindowBoard]) -> Option<WindowBoard> {
    let model = game.model;
    let first = model.cards.first()?;
    let card = faces::card(model, game.look, first, 0.0);
    let mut sheet = Felt::new();
    let (mut top, mut right) = (GAP, 0.0_f64);
    for (n, deck) in model.decks.iter().enumerate() {
        let lacking =
            [PileKind::Deck, PileKind::Discards].into_iter().filter(|kind| pile_of(boards, n, *kind).is_none());
        let mut left = GAP;
        let first = sheet.piles.len();
        for kind in lacking {
            let room = Rect::new(left, top + LABEL, card.width, card.height);
            let name = plain(&deck.name);
            let name = if kind == PileKind::Deck { name } else { format!("{name} discards") };
            sheet.room(&name, room, false);
            sheet.piles.push(PileRoom { deck: n, kind, room, sideways: false, depth: DEPTH, words: None });
            left = room.right() + GAP;
        }
        let counted = pile_of(boards, n, PileKind::Deck).is_some_and(|(_, pile)| pile.words.is_some());
        if left > GAP {
            let words = Point { x: left / 2.0, y: top + LABEL + card.height + BELOW };
            if let Some(pile) = sheet.piles.get_mut(first).filter(|_| !counted) {
                pile.words = Some(words);
            }
            (top, right) = (top + LABEL + card.height + GAP, right.max(left));
        }
    }
    let left = if right > 0.0 { right } else { GAP };
    let height = (top - 2.0 * GAP - LABEL).max(card.height);
    sheet.room(IN_PLAY, Rect::new(left, GAP + LABEL, 4.0 * card.width, height), true);
    Some(sheet.board("Cards", BoardKind::Cards, game.module_dpi))
}

/// A window for every box that only its side may see.
pub fn private(game: &Game<'_>, names: &ShownNames) -> Vec<WindowBoard> {
    let model = game.model;
    let boxes = model.places.iter().enumerate().filter(|(_, place)| is_private(place));
    let board = |(index, _): (usize, &Place)| {
        let size = model.largest_counter();
        let mut sheet = Felt::new();
        sheet.room(names.place(index), Rect::new(GAP, GAP + LABEL, 8.0 * size, 4.0 * size), true);
        sheet.zones.iter_mut().for_each(|zone| zone.place = Some(index));
        sheet.board(names.place(index), BoardKind::Private(index), game.module_dpi)
    };
    boxes.map(board).collect()
}

/// A felt with outlined rooms.
struct Felt {
    drawing: Drawing,
    zones: Vec<BoardZone>,
    piles: Vec<PileRoom>,
}

impl Felt {
    fn new() -> Self {
        Self { drawing: Drawing::default(), zones: Vec::new(), piles: Vec::new() }
    }

    fn room(&mut self, name: &str, rect: Rect, zone: bool) {
        let line = Stroke::new(CHALK, 0.5);
        self.drawing.shape(Path::rounded(rect, 2.0), Style::stroke(line));
        let letters = TextStyle::new(Font::Bold, 2.8, CHALK).aligned(Align::Left);
        let label = Rect::new(rect.x, rect.y - ABOVE, rect.w, NAME);
        if let Some(run) = fit_line(name, letters, 1.2, label) {
            self.drawing.text(run);
        }
        self.drawing.width = self.drawing.width.max(rect.right() + GAP);
        self.drawing.height = self.drawing.height.max(rect.bottom() + GAP);
        if zone {
            let (x, y) = rect.centre();
            let centre = Point { x, y };
            self.zones.push(BoardZone { name: name.to_string(), place: None, outline: corners(rect), centre });
        }
    }

    fn board(mut self, name: &str, kind: BoardKind, dpi: f64) -> WindowBoard {
        let ground = Rect::new(0.0, 0.0, self.drawing.width, self.drawing.height);
        let felt = crate::draw::Item::Shape(Path::rect(ground), Style::fill(FELT));
        self.drawing.items.insert(0, felt);
        let (drawing, zones, piles) = (self.drawing, self.zones, self.piles);
        let (name, image) = (name.to_string(), String::new());
        let (area, drawn) = ((drawing.width, drawing.height), drawing.into());
        WindowBoard { name, image, area, drawn, kind, dpi, zones, ghosts: BTreeMap::new(), cells: None, piles }
    }
}
