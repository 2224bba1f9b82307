//! Faces of counters and cards, drawn from templates.
//!
//! A template is drawn once for every face: its layers ask for the face's [`fields`] and become
//! items of a drawing. What goes wrong on the way (a text that does not fit, a contrast too low) comes
//! back as [`Problem`]s; checking a game draws every face once to find them.

mod canvas;
mod layers;
mod marks;

pub use canvas::Problem;

use crate::draw::Drawing;
use crate::expr::Values;
use crate::look::{Look, Template, fields};
use crate::model::{Card, Counter, Deck, Face, Model, Shows, find};
use canvas::Canvas;
use rayon::prelude::*;

/// The front or back of a counter, its ground reaching `bleed` millimetres beyond the cut; a counter
/// without a back has a plain one in its side's colour.
pub fn counter(model: &Model, look: &Look, counter: &Counter, back: bool, bleed: f64) -> Drawing {
    draw_counter(model, look, counter, back, bleed).0
}

/// The front of a card.
pub fn card(model: &Model, look: &Look, card: &Card, bleed: f64) -> Drawing {
    draw_card(model, look, card, bleed).0
}

/// The back of a deck's cards.
pub fn card_back(model: &Model, look: &Look, deck: &Deck, bleed: f64) -> Drawing {
    draw_back(model, look, deck, bleed).0
}

/// Everything that goes wrong when all faces and cards are drawn.
pub fn problems(model: &Model, look: &Look) -> Vec<Problem> {
    let faces = model.counters.par_iter().flat_map_iter(|counter| {
        let sides = [Some(false), counter.back.as_ref().map(|_| true)];
        sides.into_iter().flatten().flat_map(|back| draw_counter(model, look, counter, back, 0.0).1)
    });
    let cards = model.cards.par_iter().flat_map_iter(|card| draw_card(model, look, card, 0.0).1);
    let backs = model.decks.par_iter().flat_map_iter(|deck| draw_back(model, look, deck, 0.0).1);
    faces.chain(cards).chain(backs).collect()
}

fn draw_counter(model: &Model, look: &Look, counter: &Counter, back: bool, bleed: f64) -> (Drawing, Vec<Problem>) {
    let name = match &counter.shows {
        Shows::Unit(unit) => {
            find(&model.layouts, &model.units[unit.index].layout).map(|layout| layout.template.as_str())
        }
        Shows::Marker(marker) => Some(model.markers[marker.index].template.as_str()),
    };
    let size = model.game.counter_size;
    let face = if back { counter.back.as_ref() } else { Some(&counter.front) };
    let Some(face) = face else {
        return (blank(model, counter, size, bleed), Vec::new());
    };
    let values = fields::face(model, counter, back, face);
    let what = format!("the {} of `{}`", if back { "back" } else { "front" }, counter.id);
    draw(look, name.unwrap_or_default(), values, Some(face), ((size, size), bleed), &what)
}

/// The plain back of a counter that has only one face.
fn blank(model: &Model, counter: &Counter, size: f64, bleed: f64) -> Drawing {
    let side = match &counter.shows {
        Shows::Unit(unit) => Some(&model.units[unit.index].side),
        Shows::Marker(marker) => model.markers[marker.index].side.as_ref(),
    };
    let ground = side.map_or(canvas::PAPER, |side| model.sides[side.index].colour);
    let mut drawing = Drawing::new(size, size);
    canvas::ground(&mut drawing, ground, 1.0, bleed);
    drawing.shared = drawing.items.len();
    drawing
}

fn draw_card(model: &Model, look: &Look, card: &Card, bleed: f64) -> (Drawing, Vec<Problem>) {
    let deck = &model.decks[card.deck.index];
    let what = format!("the card `{}`", card.id);
    draw_sized(look, &deck.template, fields::card(model, card), bleed, &what)
}

fn draw_back(model: &Model, look: &Look, deck: &Deck, bleed: f64) -> (Drawing, Vec<Problem>) {
    let what = format!("the back of `{}`", deck.id);
    draw_sized(look, &deck.back, fields::deck(model, deck), bleed, &what)
}

/// Draws something whose template says how large it is, in millimetres.
fn draw_sized(look: &Look, name: &str, values: Values, bleed: f64, what: &str) -> (Drawing, Vec<Problem>) {
    let size = look.templates.get(name).map_or((63.0, 88.0), |template| template.units);
    draw(look, name, values, None, (size, bleed), what)
}

fn draw(
    look: &Look,
    name: &str,
    values: Values,
    face: Option<&Face>,
    (size, bleed): ((f64, f64), f64),
    what: &str,
) -> (Drawing, Vec<Problem>) {
    let Some(template) = look.templates.get(name) else {
        return (Drawing::new(size.0, size.1), Vec::new());
    };
    let mut canvas = Canvas::new(template, look, face, size, bleed, what);
    let values = with_lets(template, values);
    for layer in &template.layers {
        canvas.layer(layer, &values);
    }
    canvas.finish()
}

fn with_lets(template: &Template, mut values: Values) -> Values {
    for (name, phrase) in &template.lets {
        let text = phrase.text(&values);
        values.insert(name.clone(), text.into());
    }
    values
}
