//! Boxes from which units are drawn at random: a deck lies in each, face down.

use super::boards::Board;
use super::cards::deck_type;
use super::codec::command::Command;
use super::codec::components::{DrawPile, Node, Shuffle};
use super::codec::deck::{Deck, DeckState};
use super::codec::key::Key;
use super::codec::piece::Piece;
use super::codec::traits::{Marker, MaskStyle, Obscurable, ReturnToDeck};
use super::keys;
use super::names::{Names, property};
use super::parts::Parts;
use super::prototypes::{quoted, report};
use super::standing::Standing;
use crate::draw::{Align, Drawing, Font, Path, Rect, Stroke, Style, TextStyle};
use crate::emit::file_names;
use crate::model::{Model, PlaceKind, Point, Spot, What};
use crate::source::values::Colour;
use std::collections::BTreeSet;

/// Such a box.
pub struct Pool {
    /// The place.
    pub place: usize,
    /// The file of the picture that hides what a counter is.
    pub mask: String,
    name: String,
    /// The property of units that may lie in it.
    member: String,
    board: usize,
    centre: Point,
    units: BTreeSet<usize>,
}

/// The boxes of a game from which units are drawn.
pub fn pools(model: &Model, names: &Names, boards: &[Board]) -> Vec<Pool> {
    let drawn = |index: &usize| matches!(&model.places[*index].kind, PlaceKind::Box(own) if own.draw.is_some());
    let places: Vec<usize> = (0..model.places.len()).filter(drawn).collect();
    let files = file_names(places.iter().map(|place| model.places[*place].id.as_str()));
    let pool = |(place, file): (&usize, String)| {
        let zone_on =
            |board: &Board| board.zones.iter().find(|zone| zone.place == Some(*place)).map(|zone| zone.centre);
        let (board, centre) = boards.iter().enumerate().find_map(|(n, board)| Some((n, zone_on(board)?)))?;
        Some(Pool {
            place: *place,
            mask: format!("mask_{file}.png"),
            name: names.place(*place).to_string(),
            member: format!("Pool_{}", property(&model.places[*place].id)),
            board,
            centre,
            units: members(model, *place),
        })
    };
    places.iter().zip(files).filter_map(pool).collect()
}

/// Units that a scenario, or their own setup, puts there.
fn members(model: &Model, place: usize) -> BTreeSet<usize> {
    let here = |spot: Option<&Spot>| matches!(spot, Some(Spot::At(at)) if at.index == place);
    let placed = model.scenarios.iter().flat_map(|scenario| &scenario.setup).filter(|own| here(own.spot.as_ref()));
    let mut units: BTreeSet<usize> = placed
        .filter_map(|placement| match &placement.what {
            What::Unit(unit) => Some(unit.index),
            What::Marker(_) => None,
        })
        .collect();
    units.extend(model.units.iter().enumerate().filter(|(_, unit)| here(setup(unit))).map(|(n, _)| n));
    units
}

impl Pool {
    /// What its deck is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether its deck lies on a board.
    pub fn is_on(&self, parts: &Parts<'_>, board: &Board) -> bool {
        parts.boards.get(self.board).is_some_and(|own| own.name == board.name)
    }
}

fn setup(unit: &crate::model::Unit) -> Option<&Spot> {
    unit.setup.as_ref().map(|setup| &setup.spot)
}

fn prototype_name(pool: &Pool) -> String {
    format!("Drawn from {}", pool.name)
}

/// The command that puts a unit back.
pub fn command(pool: &Pool) -> String {
    format!("Return to {}", pool.name)
}

fn key(index: usize, pool: &Pool) -> Key {
    if index == 0 { keys::to_deck() } else { Key::named(format!("return-{}", pool.member)) }
}

/// The prototypes that a unit has for the boxes it is drawn from.
pub fn of_unit(parts: &Parts<'_>, unit: usize) -> Vec<String> {
    parts.pools.iter().filter(|pool| pool.units.contains(&unit)).map(prototype_name).collect()
}

/// What units of such a box have in common.
pub fn prototypes(parts: &Parts<'_>) -> Vec<(String, Piece)> {
    let prototype = |(n, pool): (usize, &Pool)| (prototype_name(pool), traits(n, pool));
    parts.pools.iter().enumerate().map(prototype).collect()
}

fn traits(index: usize, pool: &Pool) -> Piece {
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

fn pile(parts: &Parts<'_>, pool: &Pool) -> DrawPile {
    let size = i32::try_from(parts.counter_pixels()).unwrap_or(40);
    let (x, y) = position(parts, pool);
    DrawPile {
        name: pool.name.clone(),
        board: parts.boards.get(pool.board).map(|board| board.name.clone()).unwrap_or_default(),
        x,
        y,
        width: size,
        height: size,
        shuffle: Shuffle::Always,
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
pub fn position(parts: &Parts<'_>, pool: &Pool) -> (i32, i32) {
    let pixel = parts.boards.get(pool.board).map(|board| board.pixel(pool.centre)).unwrap_or_default();
    (i32::try_from(pixel.0).unwrap_or(0), i32::try_from(pixel.1).unwrap_or(0))
}

/// The decks on a board.
pub fn piles(parts: &Parts<'_>, board: &Board) -> Vec<Node> {
    let here = parts.pools.iter().filter(|pool| pool.is_on(parts, board));
    here.map(|pool| Node::new(pile(parts, pool))).collect()
}

/// The pool that a unit starts in.
pub fn holding<'a>(parts: &'a Parts<'_>, standing: &Standing) -> Option<&'a Pool> {
    let unit = matches!(standing.what, What::Unit(_));
    parts.pools.iter().find(|pool| unit && standing.place == Some(pool.place))
}

/// A deck in a saved game, with the ids of the pieces in it.
pub fn saved(parts: &Parts<'_>, pool: &Pool, cards: Vec<String>, id: &mut dyn FnMut() -> String) -> Option<Command> {
    let board = parts.boards.get(pool.board)?;
    let component = pile(parts, pool);
    let state = DeckState { map: Some(board.name.clone()), x: component.x, y: component.y, face_down: true, cards };
    Some(Command::Deck { id: id(), deck: Box::new(Deck { kind: deck_type(&component), state }) })
}

/// What is seen of a unit in the box: the colour of the box's side and a question mark.
pub fn mask(model: &Model, pool: &Pool) -> Drawing {
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
