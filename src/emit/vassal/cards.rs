//! Decks, discards and hands.

use super::boards::{Board, BoardKind};
use super::codec::components::*;
use super::codec::key::Key;
use super::codec::piece::{Basic, Piece};
use super::codec::traits::{Destination, Marker, MaskStyle, Obscurable, ReturnToDeck, SendToLocation, Trait};
use super::icons;
use super::keys::{self, menu};
use super::names::plain;
use super::parts::Parts;
use super::pieces::{self, prototype};
use super::prototypes::{name, report};
use crate::draw::pixels;
use crate::model::{Card, Deck, Side};
use crate::syntax::Reshuffle;

/// The zone that played cards lie in.
pub const IN_PLAY: &str = "Cards in play";

fn discards(deck: &Deck) -> String {
    format!("{} discards", plain(&deck.name))
}

/// What cards have in common.
pub fn prototypes(parts: &Parts<'_>) -> Vec<(String, Piece)> {
    let model = parts.game.model;
    if model.decks.is_empty() {
        return Vec::new();
    }
    let mut all = vec![(name::CARD.to_string(), card_prototype(parts))];
    all.extend(model.decks.iter().enumerate().map(|(n, deck)| (name::deck(&deck.id), deck_prototype(parts, n, deck))));
    all
}

fn card_prototype(parts: &Parts<'_>) -> Piece {
    let board = parts.boards.iter().find(|board| board.kind == BoardKind::Cards);
    let map = board.map_or_else(String::new, |board| board.name.clone());
    Piece::of([
        report([keys::play()], "Title + \" is played: \" + Effect".to_string(), "Played"),
        report([keys::discard()], "Title + \" is discarded\"".to_string(), "Discarded"),
        report([keys::to_deck()], "\"A card returns to its deck\"".to_string(), "Returned"),
        SendToLocation {
            command: menu::PLAY.into(),
            key: keys::play(),
            map: map.clone(),
            board: map,
            destination: Destination::Zone,
            zone: IN_PLAY.into(),
            ..SendToLocation::default()
        }
        .into(),
    ] as [Trait; 4])
}

fn deck_prototype(parts: &Parts<'_>, index: usize, deck: &Deck) -> Piece {
    let back = |command: &str, key: Key, to: String| -> Trait {
        ReturnToDeck {
            command: command.into(),
            key,
            select: false,
            deck_expression: to.clone(),
            deck: to,
            ..ReturnToDeck::default()
        }
        .into()
    };
    let mut properties = vec![("Deck".to_string(), deck.id.clone()), ("DeckName".to_string(), plain(&deck.name))];
    properties.extend(
        deck.side.as_ref().and_then(|side| parts.game.model.sides.get(side.index)).into_iter().flat_map(
            |side: &Side| [("Side".to_string(), side.id.clone()), ("SideName".to_string(), plain(&side.name))],
        ),
    );
    Piece::of([
        back(menu::DISCARD, keys::discard(), discards(deck)),
        back(menu::TO_DECK, keys::to_deck(), plain(&deck.name)),
        Marker { properties }.into(),
        Obscurable {
            key: keys::flip(),
            image: parts.pictures.back(index),
            command: menu::FLIP.into(),
            style: MaskStyle::Inset2,
            mask_name: format!("A card of {}", plain(&deck.name)),
            ..Obscurable::default()
        }
        .into(),
    ])
}

/// The piece of a card.
pub fn card_piece(parts: &Parts<'_>, index: usize, card: &Card, copy: u32) -> Option<(u32, Piece)> {
    let key = crate::identity::card_key(&card.id, copy);
    let gpid = parts.game.identities.gpid(&key)?;
    let mut properties = vec![
        ("Id".to_string(), format!("card/{}", card.id)),
        ("Title".to_string(), plain(&card.title)),
        ("Effect".to_string(), plain(&card.effect)),
    ];
    properties.extend(pieces::attributes(&card.attributes));
    let traits =
        vec![prototype(name::CARD.to_string()), prototype(name::deck(&card.deck.id)), Marker { properties }.into()];
    let image = parts.pictures.card(index);
    let basic = Basic { image, name: plain(&card.title), gpid: gpid.to_string(), ..Basic::default() };
    Some((gpid, Piece { traits, basic }))
}

/// The decks and discards on the board of cards.
pub fn piles(parts: &Parts<'_>, board: &Board) -> Vec<Node> {
    let model = parts.game.model;
    let mut nodes = Vec::new();
    for (n, deck) in model.decks.iter().enumerate() {
        let Some((room, waste)) = super::boards::pile_rooms(board, n) else { continue };
        let place = |pile: DrawPile, rect: crate::draw::Rect| {
            let (x, y) = rect.centre();
            let (x, y) = board.pixel(crate::model::Point { x, y });
            let size = |length: f64| i32::try_from(pixels(length, board.dpi)).unwrap_or(40);
            DrawPile {
                board: board.name.clone(),
                x: i32::try_from(x).unwrap_or(0),
                y: i32::try_from(y).unwrap_or(0),
                width: size(rect.w),
                height: size(rect.h),
                outline: true,
                color: Some(Color::rgb(246, 241, 228)),
                ..pile
            }
        };
        let shuffle_in = Key::named(format!("reshuffle-{}", deck.id.replace(',', "-")));
        let draw = DrawPile {
            name: plain(&deck.name),
            shuffle: Shuffle::Menu,
            shuffle_format: format!("{} is shuffled", plain(&deck.name)),
            shuffle_key: Key::named(format!("shuffle-{}", deck.id.replace(',', "-"))),
            draw_face_up: true,
            reversible: false,
            allow_select: false,
            send_when_empty: deck.reshuffle == Reshuffle::WhenEmpty,
            empty_key: if deck.reshuffle == Reshuffle::WhenEmpty { shuffle_in.clone() } else { Key::None },
            ..DrawPile::default()
        };
        let waste_pile = DrawPile {
            name: discards(deck),
            face_down: FaceDown::Never,
            shuffle: Shuffle::Never,
            reversible: false,
            can_send: true,
            send_text: format!("Shuffle into {}", plain(&deck.name)),
            send_format: format!("The discards are shuffled into {}", plain(&deck.name)),
            send_key: shuffle_in,
            send_to: plain(&deck.name),
            ..DrawPile::default()
        };
        nodes.push(Node::new(place(draw, room)).with_all(card_slots(parts, n)));
        nodes.push(Node::new(place(waste_pile, waste)));
    }
    nodes
}

fn card_slots(parts: &Parts<'_>, deck: usize) -> Vec<Node> {
    let cards = parts.game.model.cards.iter().enumerate();
    let own = cards.filter(|(_, card)| card.deck.index == deck && !card.unused);
    own.flat_map(|(n, card)| (1..=card.copies).map(move |copy| (n, card, copy)))
        .filter_map(|(n, card, copy)| {
            let (gpid, piece) = card_piece(parts, n, card, copy)?;
            let text = piece.slot_text();
            Some(Node::new(CardSlot { name: plain(&card.title), gpid: gpid.to_string(), text, ..CardSlot::default() }))
        })
        .collect()
}

/// A hand for each side that draws cards.
pub fn hands(parts: &Parts<'_>) -> Vec<Node> {
    let model = parts.game.model;
    let draws = |side: &Side| model.decks.iter().any(|deck| deck.side.as_ref().is_none_or(|own| *own.id == *side.id));
    model.sides.iter().filter(|side| draws(side)).map(|side| hand(&plain(&side.name))).collect()
}

fn hand(side: &str) -> Node {
    let name = format!("{side} hand");
    let map = Map {
        name: name.clone(),
        mark_moved: Prompt::Never,
        launch: true,
        button_name: name.clone(),
        icon: icons::file("hand"),
        tooltip: format!("The cards of the {side} player"),
        background: Some(Color::rgb(53, 72, 58)),
        move_within_format: String::new(),
        move_to_format: "A card is taken into the $mapName$".into(),
        create_format: String::new(),
        ..Map::default()
    };
    let board = super::codec::components::Board {
        name: name.clone(),
        width: 1400,
        height: 560,
        color: Some(Color::rgb(53, 72, 58)),
        ..super::codec::components::Board::default()
    };
    let basics = map_basics().into_iter().filter(|node| !matches!(node.component, Component::StackExpander(_)));
    Node::new(PlayerHand { sides: vec![side.to_string()], map, ..PlayerHand::default() })
        .with(Node::new(BoardPicker::default()).with(board))
        .with(HandMetrics::default())
        .with_all(basics)
        .with(GlobalProperties::default())
        .with(SelectionHighlighters::default())
}
