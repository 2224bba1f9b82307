//! The deck in a box from which units are drawn: face down, shuffled whenever one is drawn.

use super::boards::WindowBoard;
use super::codec::command::Command;
use super::codec::components::{DeckShuffle, DrawPile, Node};
use super::codec::deck::{DeckState, DeckType, SavedDeck};
use super::codec::key::Key;
use super::codec::piece::Piece;
use super::codec::traits::{Marker, MaskStyle, Obscurable, ReturnToDeck};
use super::keys;
use super::parts::Parts;
use super::pools::PoolBox;
use super::shared_traits::{quoted, report};
use super::standing::Standing;
use crate::draw::{Align, Drawing, Font, Path, Rect, Stroke, Style, TextStyle};
use crate::model::{Model, PlaceKind, What};
use crate::source::values::Colour;

fn prototype_name(pool: &PoolBox) -> String {
    format!("Drawn from {}", pool.name)
}

/// The command that puts a unit back.
pub fn command(pool: &PoolBox) -> String {
    format!("Return to {}", pool.name)
}

fn key(index: usize, pool: &PoolBox) -> Key {
    if index == 0 { keys::to_deck() } else { Key::named(format!("return-{}", pool.member)) }
}

/// The prototypes that a unit has for the boxes it is drawn from.
pub fn of_unit(parts: &Parts<'_>, unit: usize) -> Vec<String> {
    parts.pools.iter().filter(|pool| pool.units.contains(&unit)).map(prototype_name).collect()
}

/// What units of such a box have in common.
pub fn prototypes(parts: &Parts<'_>) -> Vec<(String, Piece)> {
    let prototype = |(n, pool): (usize, &PoolBox)| (prototype_name(pool), traits(n, pool));
    parts.pools.iter().enumerate().map(prototype).collect()
}

fn traits(index: usize, pool: &PoolBox) -> Piece {
    Piece::of([
        report([key(index, pool)], format!("\"A unit returns to \" + {}", quoted(&pool.name)), "Returned"),
        ReturnToDeck {
            command: command(pool),
            key: key(index, pool),
            select: false,
            deck_expression: pool.name.clone(),
            deck: pool.name.clone(),
            ..ReturnToDeck::default()
        }
        .into(),
        Marker::new(pool.member.as_str(), "yes").into(),
        // Without a command: only the deck masks.
        Obscurable {
            key: Key::named(format!("mask-{}", pool.member)),
            image: pool.mask.clone(),
            command: String::new(),
            style: MaskStyle::Inset2,
            mask_name: format!("A unit of {}", pool.name),
            ..Obscurable::default()
        }
        .into(),
    ])
}

fn pile(parts: &Parts<'_>, pool: &PoolBox) -> DrawPile {
    let size = i32::try_from(parts.counter_pixels()).unwrap_or(40);
    let (x, y) = position(parts, pool);
    DrawPile {
        name: pool.name.clone(),
        board: parts.boards.get(pool.board).map(|board| board.name.clone()).unwrap_or_default(),
        x,
        y,
        width: size,
        height: size,
        shuffle: DeckShuffle::Always,
        draw_face_up: true,
        reversible: false,
        allow_select: false,
        multiple_text: "Draw several units".into(),
        restrict: true,
        restrict_expression: format!("{{{} == \"yes\"}}", pool.member),
        ..DrawPile::default()
    }
}

/// The middle of the box, in pixels of its board.
pub fn position(parts: &Parts<'_>, pool: &PoolBox) -> (i32, i32) {
    let pixel = parts.boards.get(pool.board).map(|board| board.pixel(pool.centre)).unwrap_or_default();
    (i32::try_from(pixel.0).unwrap_or(0), i32::try_from(pixel.1).unwrap_or(0))
}

/// The decks on a board.
pub fn piles(parts: &Parts<'_>, board: &WindowBoard) -> Vec<Node> {
    let here = parts.pools.iter().filter(|pool| pool.is_on(&parts.boards, board));
    here.map(|pool| Node::new(pile(parts, pool))).collect()
}

/// The pool that a unit starts in.
pub fn holding<'a>(parts: &'a Parts<'_>, standing: &Standing) -> Option<&'a PoolBox> {
    let unit = matches!(standing.what, What::Unit(_));
    parts.pools.iter().find(|pool| unit && standing.place == Some(pool.place))
}

/// A deck in a saved game, with the ids of the pieces in it.
pub fn saved(parts: &Parts<'_>, pool: &PoolBox, cards: Vec<String>, id: &mut dyn FnMut() -> String) -> Option<Command> {
    let board = parts.boards.get(pool.board)?;
    let component = pile(parts, pool);
    let state = DeckState { map: Some(board.name.clone()), x: component.x, y: component.y, face_down: true, cards };
    Some(Command::Deck { id: id(), deck: Box::new(SavedDeck { kind: DeckType::from(&component), state }) })
}

/// What is seen of a unit in the box: the colour of the box's side and a question mark.
pub fn mask(model: &Model, pool: &PoolBox) -> Drawing {
    let side = match &model.places[pool.place].kind {
        PlaceKind::Box(own) => own.side.as_ref().and_then(|side| model.sides.get(side.index)),
        _ => None,
    };
    let (ground, ink) =
        side.map_or((Colour([0xe9, 0xe4, 0xd6]), Colour([0x1d, 0x21, 0x26])), |side| (side.colour, side.ink));
    let size = model.game.counter_size;
    let mut drawing = Drawing::new(size, size);
    let all = Rect::new(0.0, 0.0, size, size);
    drawing.shape(Path::rect(all), Style::fill(ground).with_stroke(Stroke::new(ink, size / 40.0)));
    drawing.text(TextStyle::new(Font::Bold, size * 0.45, ink).aligned(Align::Centre).within("?", all));
    drawing
}
