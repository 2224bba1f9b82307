//! Words beside decks that say how many cards there are.

use super::discards;
use super::drawing::drawers;
use crate::draw::pixels;
use crate::emit::vassal::boards::{BoardKind, PileKind, PileRoom, WindowBoard};
use crate::emit::vassal::codec::components::{Node, PieceSlot, SetupStack};
use crate::emit::vassal::codec::piece::{Basic, Piece};
use crate::emit::vassal::codec::traits::{Immobilized, Labeler, Trait, Vertical};
use crate::emit::vassal::names::plain;
use crate::emit::vassal::parts::Parts;
use crate::emit::vassal::players::hand_name;
use crate::emit::vassal::shared_traits::{self, quoted};
use crate::expr::java_text;
use crate::identity;
use crate::model::Deck;

/// The prototype of the words below a deck.
pub fn prototype_name(deck: &Deck) -> String {
    format!("Count {}", deck.id)
}

/// How many cards a deck has, how many are discarded, and how many are in each hand: in a line on the table of cards,
/// one below the other beside a deck on a map.
pub fn prototype(parts: &Parts<'_>, deck: &Deck) -> Piece {
    let on_map = parts.boards.iter().any(|board| board.kind != BoardKind::Cards && counted(parts, board, deck));
    let number = |kind: PileKind, pile: &str| {
        let is_here = |board: &&WindowBoard| board.piles.iter().any(|own| own.kind == kind && is_of(parts, own, deck));
        let map = parts.boards.iter().find(is_here).map(|board| board.name.as_str()).unwrap_or_default();
        format!("GetMapProperty({}, {})", quoted(&format!("{pile}_numPieces")), quoted(map))
    };
    let (start, between, end) =
        if on_map { ("\"<html><center>\" + ", "<br>", " + \"</center></html>\"") } else { ("", ", ", "") };
    let mut words = format!(
        "{} + \" left{between}\" + {} + \" discarded\"",
        number(PileKind::Deck, &plain(&deck.name)),
        number(PileKind::Discards, &discards(deck))
    );
    for side in drawers(parts, deck) {
        let hand = hand_name(side);
        let own = java_text(&format!("{{Deck == {}}}", java_text(&deck.id)));
        let before = java_text(&format!("{between}{hand} "));
        words += &format!(" + {before} + CountMap({}, \"Id\", {own})", java_text(&hand));
    }
    let label = Labeler {
        command: String::new(),
        size: i32::try_from(pixels(3.0, parts.game.module_dpi)).unwrap_or(14),
        color: if on_map { "29,33,38" } else { "246,241,228" }.into(),
        vertical: Vertical::Center,
        vertical_anchor: Vertical::Center,
        name_format: "$pieceName$".into(),
        style: 1,
        property: "Cards".into(),
        label: format!("{{{start}{words}{end}}}"),
        ..Labeler::default()
    };
    let still = Immobilized::fixed();
    Piece::of::<Trait>([label.into(), still.into()])
}

/// Whether the words of a deck stand on a board.
fn counted(parts: &Parts<'_>, board: &WindowBoard, deck: &Deck) -> bool {
    board.piles.iter().any(|pile| pile.words.is_some() && is_of(parts, pile, deck))
}

fn is_of(parts: &Parts<'_>, pile: &PileRoom, deck: &Deck) -> bool {
    parts.game.model.decks.get(pile.deck).is_some_and(|own| *own.id == *deck.id)
}

/// The words of the decks that are counted on a board, and where they stand.
pub fn counts(parts: &Parts<'_>, board: &WindowBoard) -> Vec<(SetupStack, u32, Piece)> {
    let count = |pile: &PileRoom| {
        let deck = parts.game.model.decks.get(pile.deck)?;
        let gpid = parts.game.identities.gpid(&identity::PieceKind::Count.key(&deck.id))?;
        let (x, y) = board.pixel(pile.words?);
        let basic =
            Basic { name: format!("Count of {}", plain(&deck.name)), gpid: gpid.to_string(), ..Basic::default() };
        let stack = SetupStack {
            name: basic.name.clone(),
            board: board.name.clone(),
            x: i32::try_from(x).unwrap_or(0),
            y: i32::try_from(y).unwrap_or(0),
            ..SetupStack::default()
        };
        Some((stack, gpid, Piece { traits: vec![shared_traits::prototype(prototype_name(deck))], basic }))
    };
    board.piles.iter().filter_map(count).collect()
}

/// Those words as components.
pub fn nodes(parts: &Parts<'_>, board: &WindowBoard) -> Vec<Node> {
    let node = |(stack, gpid, piece): (SetupStack, u32, Piece)| {
        let text = piece.slot_text();
        let slot = PieceSlot { name: piece.basic.name, gpid: gpid.to_string(), text, ..PieceSlot::default() };
        Node::new(stack).with(slot)
    };
    counts(parts, board).into_iter().map(node).collect()
}
