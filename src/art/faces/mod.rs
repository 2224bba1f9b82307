//! Faces of counters and cards, drawn from templates.
//!
//! A template is drawn once for every face: its layers ask for the face's fields and become
//! items of a drawing. What goes wrong on the way (a text that does not fit, a contrast too low) comes
//! back as [`FaceProblem`]s; checking a game draws every face once to find them.

mod canvas;
mod layers;
mod marks;
mod sketch;

pub use canvas::FaceProblem;
pub use sketch::{Sketch, edge, finished_key};

use super::{Forgetful, Memory};
use crate::draw::{Drawing, Shared};
use crate::look::Look;
use crate::model::{Card, Counter, Deck, Model};
use rayon::prelude::*;
use std::sync::OnceLock;

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

/// A face of a counter that was drawn.
pub struct KnownFace {
    /// The key of its content: see [`Sketch::content_key`].
    pub key: [u8; 32],
    /// What is on it, without bleed, if it was drawn and is kept.
    pub items: OnceLock<Shared>,
}

/// Front and back of each counter, in the order of the model; none where there is none.
pub type Drawn = Vec<[Option<KnownFace>; 2]>;

/// Draws all faces and cards; says everything that goes wrong. A face that was in order once is not drawn again.
pub fn all(model: &Model, look: &Look, keep: bool, memory: &dyn Memory) -> (Drawn, Vec<FaceProblem>) {
    let one = |counter: &Counter| {
        let mut problems = Vec::new();
        let mut draw = |back: bool| {
            let sketch = Sketch::counter(model, look, counter, back, 0.0);
            let key = sketch.content_key();
            let (items, in_order) = (OnceLock::new(), in_order(&key));
            if memory.recall(&in_order).is_none() {
                let (drawing, found) = sketch.drawn(&name(counter, back));
                if found.is_empty() {
                    memory.remember(&in_order, &[]);
                }
                problems.extend(found);
                if keep {
                    let _ = items.set(Shared::new(drawing.items));
                }
            }
            KnownFace { key, items }
        };
        let faces = [Some(draw(false)), counter.back.as_ref().map(|_| draw(true))];
        (faces, problems)
    };
    let (drawn, found): (Drawn, Vec<Vec<FaceProblem>>) = model.counters.par_iter().map(one).unzip();
    let cards = model.cards.par_iter().flat_map_iter(|card| draw_card(model, look, card, 0.0).1);
    let backs = model.decks.par_iter().flat_map_iter(|deck| draw_back(model, look, deck, 0.0).1);
    let rest: Vec<FaceProblem> = cards.chain(backs).collect();
    (drawn, found.into_iter().flatten().chain(rest).collect())
}

/// Everything that goes wrong when all faces and cards are drawn.
pub fn problems(model: &Model, look: &Look) -> Vec<FaceProblem> {
    all(model, look, false, &Forgetful).1
}

/// Under which key it is remembered that nothing goes wrong on the face with a key.
fn in_order(face: &[u8; 32]) -> [u8; 32] {
    *blake3::Hasher::new().update(b"in order").update(face).finalize().as_bytes()
}

fn draw_counter(model: &Model, look: &Look, counter: &Counter, back: bool, bleed: f64) -> (Drawing, Vec<FaceProblem>) {
    Sketch::counter(model, look, counter, back, bleed).drawn(&name(counter, back))
}

/// What messages call a face.
fn name(counter: &Counter, back: bool) -> String {
    format!("the {} of `{}`", if back { "back" } else { "front" }, counter.id)
}

fn draw_card(model: &Model, look: &Look, card: &Card, bleed: f64) -> (Drawing, Vec<FaceProblem>) {
    Sketch::card(model, look, card, bleed).drawn(&format!("the card `{}`", card.id))
}

fn draw_back(model: &Model, look: &Look, deck: &Deck, bleed: f64) -> (Drawing, Vec<FaceProblem>) {
    Sketch::card_back(model, look, deck, bleed).drawn(&format!("the back of `{}`", deck.id))
}
