//! Words on the table of cards that say how many there are.

use super::drawing::drawers;
use super::{discards, hand_name};
use crate::draw::pixels;
use crate::emit::vassal::boards::{BELOW, Board, pile_rooms};
use crate::emit::vassal::codec::components::{Node, PieceSlot, SetupStack};
use crate::emit::vassal::codec::piece::{Basic, Piece};
use crate::emit::vassal::codec::traits::{BandSelection, Immobilized, Labeler, Movement, Selection, Trait, Vertical};
use crate::emit::vassal::names::plain;
use crate::emit::vassal::parts::Parts;
use crate::emit::vassal::pieces;
use crate::emit::vassal::prototypes::quoted;
use crate::expr::java_text;
use crate::identity;
use crate::model::{Deck, Point};

/// The prototype of the words below a deck.
pub fn prototype_name(deck: &Deck) -> String {
    format!("Count {}", deck.id)
}

/// How many cards a deck has, how many are discarded, and how many are in each hand.
pub fn prototype(parts: &Parts<'_>, deck: &Deck) -> Piece {
    let number = |pile: &str| format!("GetProperty({})", quoted(&format!("{pile}_numPieces")));
    let mut words =
        format!("{} + \" left, \" + {} + \" discarded\"", number(&plain(&deck.name)), number(&discards(deck)));
    for side in drawers(parts, deck) {
        let hand = hand_name(side);
        let own = java_text(&format!("{{Deck == {}}}", java_text(&deck.id)));
        words += &format!(" + {} + CountMap({}, \"Id\", {own})", java_text(&format!(", {hand} ")), java_text(&hand));
    }
    let label = Labeler {
        command: String::new(),
        size: i32::try_from(pixels(3.0, parts.game.module_dpi)).unwrap_or(14),
        color: "246,241,228".into(),
        vertical: Vertical::Center,
        vertical_anchor: Vertical::Center,
        name_format: "$pieceName$".into(),
        style: 1,
        property: "Cards".into(),
        label: format!("{{{words}}}"),
        ..Labeler::default()
    };
    let still = Immobilized {
        selection: Selection::Never,
        ignore_grid: true,
        band: BandSelection::Never,
        movement: Movement::Never,
        ..Immobilized::default()
    };
    Piece::of::<Trait>([label.into(), still.into()])
}

/// The words below each deck, and where they stand.
pub fn counts(parts: &Parts<'_>, board: &Board) -> Vec<(SetupStack, u32, Piece)> {
    let count = |(n, deck): (usize, &Deck)| {
        let (room, waste) = pile_rooms(board, n)?;
        let gpid = parts.game.identities.gpid(&identity::Piece::Count.key(&deck.id))?;
        let middle = Point { x: (room.x + waste.right()) / 2.0, y: room.bottom() + BELOW };
        let (x, y) = board.pixel(middle);
        let basic =
            Basic { name: format!("Count of {}", plain(&deck.name)), gpid: gpid.to_string(), ..Basic::default() };
        let stack = SetupStack {
            name: basic.name.clone(),
            board: board.name.clone(),
            x: i32::try_from(x).unwrap_or(0),
            y: i32::try_from(y).unwrap_or(0),
            ..SetupStack::default()
        };
        Some((stack, gpid, Piece { traits: vec![pieces::prototype(prototype_name(deck))], basic }))
    };
    parts.game.model.decks.iter().enumerate().filter_map(count).collect()
}

/// Those words as components.
pub fn nodes(parts: &Parts<'_>, board: &Board) -> Vec<Node> {
    let node = |(stack, gpid, piece): (SetupStack, u32, Piece)| {
        let text = piece.slot_text();
        let slot = PieceSlot { name: piece.basic.name, gpid: gpid.to_string(), text, ..PieceSlot::default() };
        Node::new(stack).with(slot)
    };
    counts(parts, board).into_iter().map(node).collect()
}
