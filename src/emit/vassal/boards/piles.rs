//! Where decks and their discards lie: on boxes that the map has for them, or on the table of cards.

use super::WindowBoard;
use crate::art::{faces, stacks};
use crate::draw::Rect;
use crate::emit::Game;
use crate::model::{Deck, Model, Place, PlaceKind, Point};
use crate::syntax::BoxKind;

/// Between a card and what is around it on the map.
const MARGIN: f64 = 1.0;
/// How far VASSAL draws each card of a deck up and to the right of the one below, in pixels.
const LEAN: f64 = 2.0;
/// How many cards of a deck VASSAL draws one behind the other if nothing is said.
pub const DEPTH: u8 = 10;
/// Words beside a deck need this much room.
const WORDS: f64 = 24.0;

/// A deck, or what is discarded from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PileKind {
    /// Cards to draw.
    Deck,
    /// Discarded cards.
    Discards,
}

/// Where a deck or its discards lie on a board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PileRoom {
    /// The deck.
    pub deck: usize,
    /// Which of its two piles.
    pub kind: PileKind,
    /// The room of a card.
    pub room: Rect,
    /// Whether cards lie on their long side there.
    pub sideways: bool,
    /// How many cards of it are seen one behind the other.
    pub depth: u8,
    /// The middle of the words that count the cards, if they stand here.
    pub words: Option<Point>,
}

/// The board and the room of a pile.
pub fn pile_of(boards: &[WindowBoard], deck: usize, kind: PileKind) -> Option<(&WindowBoard, PileRoom)> {
    let own = |board: &&WindowBoard| board.piles.iter().find(|pile| pile.deck == deck && pile.kind == kind).copied();
    boards.iter().find_map(|board| Some((board, own(&board)?)))
}

impl WindowBoard {
    /// Whether a deck lies here on its long side.
    pub fn turns(&self, deck: usize) -> bool {
        self.piles.iter().any(|pile| pile.sideways && pile.deck == deck && pile.kind == PileKind::Deck)
    }
}

/// Gives decks and discards the boxes that maps have for them, where a card has room beside what is written there.
pub fn on_boxes(game: &Game<'_>, boards: &mut [WindowBoard]) {
    for deck in 0..game.model.decks.len() {
        for kind in [PileKind::Deck, PileKind::Discards] {
            if let Some((board, pile)) = on_box(game, boards, deck, kind) {
                boards[board].piles.push(pile);
            }
        }
    }
}

fn on_box(game: &Game<'_>, boards: &[WindowBoard], deck: usize, kind: PileKind) -> Option<(usize, PileRoom)> {
    let place = own_box(game.model, deck, kind)?;
    let board = boards.iter().position(|board| board.zones.iter().any(|zone| zone.place == Some(place)))?;
    let card = game.model.cards.iter().find(|card| card.deck.index == deck)?;
    let card = faces::card(game.model, game.look, card, 0.0);
    let free = free(stacks::bounds(&game.model.places[place].outline), &stacks::taken(boards[board].drawing(game)));
    let fits = |w: f64, h: f64| w <= free.w && h <= free.h;
    // Only a back is ever seen sideways. A card with a back of its own would turn with it.
    let turns = kind == PileKind::Deck && !game.model.cards.iter().any(|card| card.back_image.is_some());
    let (sideways, w, h) = match (card.width, card.height) {
        (w, h) if fits(w, h) => (false, w, h),
        (w, h) if turns && fits(h, w) => (true, h, w),
        _ => return None,
    };
    let lean = LEAN * 25.4 / game.module_dpi;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let depth = ((free.h - h) / lean).clamp(1.0, f64::from(DEPTH)) as u8;
    let lean = lean * f64::from(depth);
    let beside = free.w - w - lean;
    let left = if beside < WORDS { free.x + beside.max(0.0) / 2.0 } else { free.x };
    let room = Rect::new(left, (free.y + (free.h - h + lean) / 2.0).min(free.bottom() - h), w, h);
    let counted = kind == PileKind::Deck && beside >= WORDS;
    let words = counted.then(|| Point { x: (room.right() + lean + free.right()) / 2.0, y: room.centre().1 });
    Some((board, PileRoom { deck, kind, room, sideways, depth, words }))
}

/// The only box for such piles of the deck's side, if the deck is the only one of that side.
fn own_box(model: &Model, deck: usize, kind: PileKind) -> Option<usize> {
    let own = model.decks.get(deck)?;
    let side = |deck: &Deck| deck.side.as_ref().map(|side| side.index);
    let wanted = if kind == PileKind::Deck { BoxKind::Deck } else { BoxKind::Discard };
    let fits = |place: &Place| {
        matches!(&place.kind, PlaceKind::Box(found)
            if found.kind == wanted && found.side.as_ref().map(|side| side.index) == side(own))
    };
    let mut boxes = model.places.iter().enumerate().filter(|(_, place)| place.map.is_some() && fits(place));
    let (found, alone) = (boxes.next()?.0, boxes.next().is_none());
    (alone && model.decks.iter().filter(|deck| side(deck) == side(own)).count() == 1).then_some(found)
}

/// The part of a box below its name.
fn free(room: Rect, taken: &[Rect]) -> Rect {
    let middle = room.centre().1;
    let names = taken.iter().filter(|text| text.overlaps(room) && text.bottom() < middle);
    let top = names.map(|text| text.bottom()).fold(room.y, f64::max);
    Rect::new(room.x, top, room.w, room.bottom() - top).inset(MARGIN)
}
