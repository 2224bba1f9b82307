//! Decks, discards and hands.

mod counts;
mod drawing;

pub use drawing::{button_names, buttons, drawing};

use super::boards::{BoardKind, IN_PLAY, PileKind, PileRoom, WindowBoard};
use super::codec::command::Command;
use super::codec::components::*;
use super::codec::deck::{DeckState, DeckType, SavedDeck};
use super::codec::key::Key;
use super::codec::piece::{Basic, Piece};
use super::codec::traits::{Marker, MaskStyle, Obscurable, ReturnToDeck, Trait};
use super::icons;
use super::keys::{self, menu};
use super::names::plain;
use super::parts::Parts;
use super::players::{self, hand_name, holders};
use super::shared_traits::{self, name, prototype, report, to_zone};
use crate::draw::{Rect, pixels};
use crate::model::{Card, Deck, Point, Side};
use crate::syntax::Reshuffle;
use std::collections::BTreeMap;

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
    for (n, deck) in model.decks.iter().enumerate() {
        all.push((name::deck(&deck.id), deck_prototype(parts, deck)));
        all.push((name::back(&deck.id), back_prototype(parts, n, deck)));
        all.push((counts::prototype_name(deck), counts::prototype(parts, deck)));
    }
    all
}

fn card_prototype(parts: &Parts<'_>) -> Piece {
    let mut traits: Vec<Trait> = vec![
        report([keys::play()], "Title + \" is played: \" + Effect".to_string(), "Played"),
        report([keys::discard()], "Title + \" is discarded\"".to_string(), "Discarded"),
        report([keys::to_deck()], "\"A card returns to its deck\"".to_string(), "Returned"),
    ];
    let board = parts.boards.iter().find(|board| board.kind == BoardKind::Cards);
    traits.extend(board.map(|board| Trait::from(to_zone(menu::PLAY, keys::play(), board, IN_PLAY))));
    Piece::of(traits)
}

fn deck_prototype(parts: &Parts<'_>, deck: &Deck) -> Piece {
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
    let mut properties = vec![("Deck".to_string(), deck.id.clone()), ("DeckTitle".to_string(), plain(&deck.name))];
    properties.extend(
        deck.side.as_ref().and_then(|side| parts.game.model.sides.get(side.index)).into_iter().flat_map(
            |side: &Side| [("Side".to_string(), side.id.clone()), ("SideName".to_string(), plain(&side.name))],
        ),
    );
    let mut traits = vec![
        back(menu::DISCARD, keys::discard(), discards(deck)),
        back(menu::TO_DECK, keys::to_deck(), plain(&deck.name)),
    ];
    traits.extend(drawing::to_hand(parts, deck));
    traits.push(Marker { properties }.into());
    Piece::of(traits)
}

/// The back of a deck's cards: outside everything else, so that it hides every command of a card.
fn back_prototype(parts: &Parts<'_>, index: usize, deck: &Deck) -> Piece {
    Piece::of([back(parts.pictures.back(index), deck)])
}

/// The back of a card of a deck, with that picture.
fn back(image: String, deck: &Deck) -> Obscurable {
    Obscurable {
        key: keys::flip(),
        image,
        command: menu::FLIP.into(),
        style: MaskStyle::Inset2,
        mask_name: format!("A card of {}", plain(&deck.name)),
        ..Obscurable::default()
    }
}

/// The piece of a card.
fn card_piece(parts: &Parts<'_>, index: usize, card: &Card, copy: u32) -> Option<(u32, Piece)> {
    let key = crate::identity::card_key(&card.id, copy);
    let gpid = parts.game.identities.gpid(&key)?;
    let mut properties = vec![
        ("Id".to_string(), format!("card/{}", card.id)),
        ("Title".to_string(), plain(&card.title)),
        ("Effect".to_string(), plain(&card.effect)),
    ];
    properties.extend(shared_traits::attributes(&card.attributes));
    let mut traits: Vec<Trait> =
        [name::back(&card.deck.id), name::CARD.to_string(), name::deck(&card.deck.id)].map(prototype).into();
    if let Some(deck) = parts.game.model.decks.get(card.deck.index).filter(|_| card.back_image.is_some()) {
        traits[0] = back(parts.pictures.own_back(index), deck).into();
    }
    traits.push(Marker { properties }.into());
    let image = parts.pictures.card(index);
    let basic = Basic { image, name: plain(&card.title), gpid: gpid.to_string(), ..Basic::default() };
    Some((gpid, Piece { traits, basic }))
}

/// A deck or its discards, with the cards in it.
struct CardPile {
    component: DrawPile,
    cards: Vec<(u32, Piece)>,
}

/// The decks and discards on a board.
fn all_piles(parts: &Parts<'_>, board: &WindowBoard) -> Vec<CardPile> {
    let pile = |own: &PileRoom| {
        let deck = parts.game.model.decks.get(own.deck)?;
        let (component, cards) = match own.kind {
            PileKind::Deck => (deck_pile(deck), cards_of(parts, own.deck)),
            PileKind::Discards => (discard_pile(deck), Vec::new()),
        };
        let component = DrawPile { max_stack: own.depth.into(), ..placed(board, component, own.room) };
        Some(CardPile { component, cards })
    };
    board.piles.iter().filter_map(pile).collect()
}

fn shuffle_in(deck: &Deck) -> Key {
    Key::named(format!("reshuffle-{}", deck.id))
}

/// Shuffled whenever a card is drawn: nobody knows its order.
fn deck_pile(deck: &Deck) -> DrawPile {
    let refill = deck.reshuffle == Reshuffle::WhenEmpty;
    DrawPile {
        name: plain(&deck.name),
        shuffle: DeckShuffle::Always,
        draw_face_up: true,
        reversible: false,
        allow_select: false,
        send_when_empty: refill,
        empty_key: if refill { shuffle_in(deck) } else { Key::None },
        ..DrawPile::default()
    }
}

fn discard_pile(deck: &Deck) -> DrawPile {
    DrawPile {
        name: discards(deck),
        face_down: DeckFaceDown::Never,
        shuffle: DeckShuffle::Never,
        reversible: false,
        can_send: true,
        send_text: format!("Shuffle into {}", plain(&deck.name)),
        send_format: format!("The discards are shuffled into {}", plain(&deck.name)),
        send_key: shuffle_in(deck),
        send_to: plain(&deck.name),
        ..DrawPile::default()
    }
}

fn placed(board: &WindowBoard, pile: DrawPile, room: Rect) -> DrawPile {
    let (x, y) = room.centre();
    let (x, y) = board.pixel(Point { x, y });
    let size = |length: f64| i32::try_from(pixels(length, board.dpi)).unwrap_or(40);
    DrawPile {
        board: board.name.clone(),
        x: i32::try_from(x).unwrap_or(0),
        y: i32::try_from(y).unwrap_or(0),
        width: size(room.w),
        height: size(room.h),
        // The board shows where it is.
        outline: false,
        ..pile
    }
}

/// Every copy of every card of a deck that is played with.
fn cards_of(parts: &Parts<'_>, deck: usize) -> Vec<(u32, Piece)> {
    let cards = parts.game.model.cards.iter().enumerate();
    let own = cards.filter(|(_, card)| card.deck.index == deck && !card.unused);
    own.flat_map(|(n, card)| (1..=card.copies).map(move |copy| (n, card, copy)))
        .filter_map(|(n, card, copy)| card_piece(parts, n, card, copy))
        .collect()
}

/// The decks and discards as components.
pub fn piles(parts: &Parts<'_>, board: &WindowBoard) -> Vec<Node> {
    let slot = |(gpid, piece): (u32, Piece)| {
        let text = piece.slot_text();
        Node::new(CardSlot { name: piece.basic.name, gpid: gpid.to_string(), text, ..CardSlot::default() })
    };
    let node = |pile: CardPile| Node::new(pile.component).with_all(pile.cards.into_iter().map(slot));
    all_piles(parts, board).into_iter().map(node).chain(counts::nodes(parts, board)).collect()
}

/// The decks and discards in a saved game, each after its cards.
pub fn saved(
    parts: &Parts<'_>,
    prototypes: &BTreeMap<String, Piece>,
    board: &WindowBoard,
    id: &mut dyn FnMut() -> String,
) -> Vec<Command> {
    let mut commands = Vec::new();
    for pile in all_piles(parts, board) {
        let mut cards = Vec::new();
        for (_, piece) in &pile.cards {
            let mut piece = piece.expanded(prototypes);
            piece.basic.map = Some(board.name.clone());
            (piece.basic.x, piece.basic.y) = (pile.component.x, pile.component.y);
            let own = id();
            cards.push(own.clone());
            commands.push(Command::Piece { id: own, piece });
        }
        let state = DeckState {
            map: Some(board.name.clone()),
            x: pile.component.x,
            y: pile.component.y,
            face_down: pile.component.face_down != DeckFaceDown::Never,
            cards,
        };
        let deck = SavedDeck { kind: DeckType::from(&pile.component), state };
        commands.push(Command::Deck { id: id(), deck: Box::new(deck) });
    }
    for (stack, _, piece) in counts::counts(parts, board) {
        let mut piece = piece.expanded(prototypes);
        piece.basic.map = Some(board.name.clone());
        (piece.basic.x, piece.basic.y) = (stack.x, stack.y);
        commands.push(Command::Piece { id: id(), piece });
    }
    commands
}

/// A hand for each side that draws cards.
pub fn hands(parts: &Parts<'_>) -> Vec<Node> {
    holders(parts).map(hand).collect()
}

fn hand(side: &Side) -> Node {
    let name = hand_name(side);
    let map = Map {
        name: name.clone(),
        mark_moved: Prompt::Never,
        launch: true,
        button_name: name.clone(),
        icon: icons::file("hand"),
        tooltip: format!("The cards of the {} player", plain(&side.name)),
        background: Some(Color::rgb(53, 72, 58)),
        move_within_format: String::new(),
        move_to_format: "A card is taken into the $mapName$".into(),
        create_format: String::new(),
        change_format: String::new(),
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
    Node::new(PlayerHand { sides: players::insiders(Some(side)), map, ..PlayerHand::default() })
        .with(Node::new(BoardPicker::default()).with(board))
        .with(HandMetrics::default())
        .with_all(basics)
        .with(GlobalProperties::default())
        .with(SelectionHighlighters::default())
}
