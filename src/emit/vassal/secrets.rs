//! What players may not see of each other: hands, private windows, decks face down, and secret markers.
//!
//! VASSAL itself names every card of a deck, and lists what lies in the windows of others, to anybody who
//! opens an inventory or writes a map as text. What can be reached there is decided here.

use super::boards::{BoardKind, PileKind, WindowBoard};
use super::codec::piece::Piece;
use super::codec::traits::{Access, MaskStyle, Obscurable, Trait};
use super::keys::{self, menu};
use super::names::plain;
use super::parts::Parts;
use super::players::{self, insiders};
use crate::expr::java_text;
use crate::model::{Counter, Marker, PlaceKind, Side};

/// A window that only some see.
struct SecretWindow {
    name: String,
    sides: Vec<String>,
}

/// The side of a private board.
pub fn side_of<'a>(parts: &'a Parts<'_>, board: &WindowBoard) -> Option<&'a Side> {
    let BoardKind::Private(place) = board.kind else { return None };
    let model = parts.game.model;
    match model.places.get(place).map(|place| &place.kind) {
        Some(PlaceKind::Box(own)) => own.side.as_ref().and_then(|side| model.sides.get(side.index)),
        _ => None,
    }
}

fn windows(parts: &Parts<'_>) -> Vec<SecretWindow> {
    let hands = players::holders(parts)
        .map(|side| SecretWindow { name: players::hand_name(side), sides: insiders(Some(side)) });
    let boards = parts.boards.iter().filter(|board| matches!(board.kind, BoardKind::Private(_)));
    let boards = boards.map(|board| SecretWindow { name: board.name.clone(), sides: insiders(side_of(parts, board)) });
    hands.chain(boards).collect()
}

/// The decks that lie face down on a board, or on any.
fn face_down(parts: &Parts<'_>, board: Option<&WindowBoard>) -> Vec<String> {
    let own = parts.boards.iter().filter(|own| board.is_none_or(|board| board.name == own.name));
    let decks = own.flat_map(|own| own.piles.iter()).filter(|pile| pile.kind == PileKind::Deck);
    let decks = decks.filter_map(|pile| parts.game.model.decks.get(pile.deck)).map(|deck| plain(&deck.name));
    let pools = parts.pools.iter().filter(|pool| board.is_none_or(|board| pool.is_on(&parts.boards, board)));
    decks.chain(pools.map(|pool| pool.name.clone())).collect()
}

/// Whether something lies face down on a board.
pub fn hides(parts: &Parts<'_>, board: &WindowBoard) -> bool {
    !face_down(parts, Some(board)).is_empty()
}

/// Whether a property is one of some names.
fn one_of(property: &str, names: &[String]) -> String {
    format!("{}.contains(\"|\" + {property} + \"|\")", java_text(&format!("|{}|", names.join("|"))))
}

/// What an inventory lists: nothing from decks face down, nor from windows that the player does not see.
pub fn listed(parts: &Parts<'_>) -> String {
    let mut tests = vec!["Id != \"\"".to_string()];
    let decks = face_down(parts, None);
    if !decks.is_empty() {
        tests.push(format!("!{}", one_of("DeckName", &decks)));
    }
    tests.extend(windows(parts).iter().map(|window| {
        let sides = one_of("PlayerSide", &window.sides);
        format!("(CurrentMap != {} || {sides})", java_text(&window.name))
    }));
    format!("{{{}}}", tests.join(" && "))
}

/// How a map reports moves: what goes into a deck that lies face down is not named.
pub fn move_format(parts: &Parts<'_>, board: &WindowBoard, open: &str) -> String {
    let decks = face_down(parts, Some(board));
    if decks.is_empty() {
        return open.to_string();
    }
    let words = "pieceName + \" moves from \" + previousLocation + \" to \" + location";
    format!("{{{} ? \"Something is put into \" + location : {words}}}", one_of("location", &decks))
}

/// The counter of a secret marker.
pub fn counter<'a>(parts: &'a Parts<'_>, marker: &Marker) -> Option<&'a Counter> {
    parts.game.model.counters.get(marker.counter.index).filter(|_| marker.secret)
}

/// The mask of a secret marker: its own back. It hides everything inside it, commands as well.
pub fn mask(parts: &Parts<'_>, marker: &Marker) -> Option<Trait> {
    let counter = counter(parts, marker)?;
    let side = marker.side.as_ref().and_then(|side| parts.game.model.sides.get(side.index));
    let mask = Obscurable {
        key: keys::flip(),
        image: parts.pictures.counter(marker.counter.index, true),
        command: menu::FLIP.into(),
        style: MaskStyle::Inset2,
        mask_name: counter.back.as_ref().map(|back| plain(&back.label)).unwrap_or_default(),
        access: Access::Sides(insiders(side)),
        ..Obscurable::default()
    };
    Some(mask.into())
}

/// Turns a secret marker on its back.
pub fn cover(piece: &mut Piece) {
    for one in &mut piece.traits {
        if let Trait::Obscurable(mask) = one
            && let Access::Sides(sides) = &mask.access
        {
            mask.masked_by = sides.first().cloned();
        }
    }
}
