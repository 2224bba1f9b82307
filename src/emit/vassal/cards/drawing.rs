//! How cards come into hands: a button and a key for each deck.

use crate::emit::vassal::codec::components::{GlobalKeyCommand, KeyCommand, Node};
use crate::emit::vassal::codec::key::Key;
use crate::emit::vassal::codec::traits::{Destination, SendToLocation, Trait};
use crate::emit::vassal::icons;
use crate::emit::vassal::names::plain;
use crate::emit::vassal::parts::Parts;
use crate::emit::vassal::players::{self, hand_name, holders};
use crate::emit::vassal::shared_traits::quoted;
use crate::expr::java_text;
use crate::model::{Deck, Side};

/// The key that a card obeys when it is drawn.
fn drawn_key() -> Key {
    Key::named("to-hand")
}

/// A card goes into the hand of its deck's side; of a deck for all, into that of the player.
pub fn to_hand(parts: &Parts<'_>, deck: &Deck) -> Option<Trait> {
    let hands: Vec<(String, String)> = drawers(parts, deck).map(|side| (plain(&side.name), hand_name(side))).collect();
    let (_, first) = hands.first()?;
    let test = |(side, hand): &(String, String)| format!("PlayerSide == {} ? {} : ", quoted(side), quoted(hand));
    let map = match hands.len() {
        1 => first.clone(),
        _ => format!("{{{}{}}}", hands.iter().map(test).collect::<String>(), quoted(first)),
    };
    let send = SendToLocation {
        command: String::new(),
        key: drawn_key(),
        board: map.clone(),
        map,
        destination: Destination::Location,
        x: "60".into(),
        y: "60".into(),
        ..SendToLocation::default()
    };
    Some(send.into())
}

/// The sides that draw from a deck.
pub fn drawers<'a>(parts: &'a Parts<'_>, deck: &'a Deck) -> impl Iterator<Item = &'a Side> {
    holders(parts).filter(|side| deck.side.as_ref().is_none_or(|own| *own.id == *side.id))
}

/// What the button that draws from a deck is called.
fn button_name(deck: &Deck) -> String {
    format!("Draw from {}", plain(&deck.name))
}

/// The buttons that draw cards.
pub fn button_names(parts: &Parts<'_>) -> Vec<String> {
    in_play(parts).map(|(_, deck)| button_name(deck)).collect()
}

/// The decks that have cards to draw, and somebody who draws them.
fn in_play<'a>(parts: &'a Parts<'_>) -> impl Iterator<Item = (usize, &'a Deck)> {
    let model = parts.game.model;
    let has_cards = |n: usize| model.cards.iter().any(|card| card.deck.index == n && !card.unused);
    let decks = model.decks.iter().enumerate();
    decks.filter(move |(n, deck)| has_cards(*n) && drawers(parts, deck).next().is_some())
}

/// The key of the button that draws from a deck, as pressed and as written: for the first two.
fn draw_keys(position: usize) -> (Key, &'static str) {
    match position {
        0 => (Key::alt('D'), "Alt+D"),
        1 => (Key::Stroke { code: 68, modifiers: 585 }, "Alt+Shift+D"),
        _ => (Key::None, ""),
    }
}

/// What the help page tells of drawing.
pub fn drawing<'a>(parts: &'a Parts<'_>) -> impl Iterator<Item = (&'static str, String)> + 'a {
    in_play(parts).enumerate().map(|(position, (_, deck))| (draw_keys(position).1, button_name(deck)))
}

/// A button for each deck that takes its next card into the hand. Only those who own the deck can.
pub fn buttons(parts: &Parts<'_>) -> Vec<Node> {
    let button = |(position, (_, deck)): (usize, (usize, &Deck))| {
        let name = button_name(deck);
        let sides: Vec<String> = drawers(parts, deck).flat_map(|side| players::insiders(Some(side))).collect();
        let own = java_text(&format!("|{}|", sides.join("|")));
        let command = KeyCommand {
            name: name.clone(),
            text: name.clone(),
            tooltip: format!("Take the next card of {} into the hand", plain(&deck.name)),
            icon: icons::file("deck"),
            hotkey: draw_keys(position).0,
            key: drawn_key(),
            single_map: false,
            filter: format!("{{DeckName == {} && {own}.contains(\"|\" + PlayerSide + \"|\")}}", quoted(&deck.name)),
            deck_count: "1".into(),
            suppress_reports: true,
            report_format: format!(
                "{{{own}.contains(\"|\" + PlayerSide + \"|\") ? PlayerName + \" draws from \" + {} : \"\"}}",
                quoted(&deck.name)
            ),
            ..KeyCommand::default()
        };
        Node::new(GlobalKeyCommand { command, ..GlobalKeyCommand::default() })
    };
    in_play(parts).enumerate().map(button).collect()
}
