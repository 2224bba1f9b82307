//! Faces before they are drawn.

use super::FaceProblem;
use super::canvas::{self, Canvas};
use crate::draw::{Affine, Drawing, Item, Path, Rect, Stroke, Style};
use crate::expr::Values;
use crate::look::Look;
use crate::look::fields::{self, Content, Receiver};
use crate::model::{Card, Counter, Deck, Face, FaceValue, Model, Printed, Shows, find};
use crate::source::values::Colour;

/// A face that is not drawn yet: everything that its drawing depends on. So its [`Sketch::key`] tells whether it was
/// drawn before.
#[derive(Clone)]
pub struct Sketch<'a> {
    look: &'a Look,
    shows: FaceContent<'a>,
    size: (f64, f64),
    bleed: f64,
    edge: bool,
    /// A picture keeps its proportions, in the middle of the face.
    fitted: bool,
}

#[derive(Clone)]
enum FaceContent<'a> {
    /// A template, filled with what it shows.
    Filled { template: &'a str, of: TemplateSubject<'a> },
    /// The plain back of a counter that has only one face.
    Plain(Colour),
    /// A picture of the author's own, and what shows where it is clear.
    Picture(&'a str, Colour),
}

/// What a template shows.
#[derive(Clone)]
enum TemplateSubject<'a> {
    Counter { model: &'a Model, counter: &'a Counter, back: bool, face: &'a Face },
    Card(&'a Model, &'a Card),
    CardBack(&'a Model, &'a Deck),
}

impl<'a> TemplateSubject<'a> {
    fn fields(&self, receiver: &mut impl Receiver) {
        match *self {
            TemplateSubject::Counter { model, counter, back, face } => {
                fields::face(model, counter, back, face, receiver)
            }
            TemplateSubject::Card(model, card) => fields::card(model, card, receiver),
            TemplateSubject::CardBack(model, deck) => fields::deck(model, deck, receiver),
        }
    }

    /// The values of the face.
    fn values(&self) -> &'a [FaceValue] {
        match self {
            TemplateSubject::Counter { face, .. } => &face.values,
            TemplateSubject::Card(..) | TemplateSubject::CardBack(..) => &[],
        }
    }
}

impl<'a> Sketch<'a> {
    /// The front or back of a counter: see [`super::counter`].
    pub fn counter(model: &'a Model, look: &'a Look, counter: &'a Counter, back: bool, bleed: f64) -> Self {
        let size = (model.side_of(counter), model.side_of(counter));
        let face = if back { counter.back.as_ref() } else { Some(&counter.front) };
        let ground = match &counter.shows {
            Shows::Unit(unit) => model.colours_of(&model.units[unit.index]).0,
            Shows::Marker(marker) => {
                let side = face.and_then(|face| face.side.as_ref()).or(model.markers[marker.index].side.as_ref());
                side.map_or(canvas::PAPER, |side| model.sides[side.index].colour)
            }
        };
        let shows = match face {
            Some(Face { image: Some(image), .. }) => FaceContent::Picture(image, ground),
            Some(face) => {
                let template = match &counter.shows {
                    Shows::Unit(unit) => {
                        find(&model.layouts, &model.units[unit.index].layout).map(|layout| layout.template.as_str())
                    }
                    Shows::Marker(marker) => Some(model.markers[marker.index].template.as_str()),
                };
                let of = TemplateSubject::Counter { model, counter, back, face };
                FaceContent::Filled { template: template.unwrap_or_default(), of }
            }
            None => FaceContent::Plain(ground),
        };
        Self { look, shows, size, bleed, edge: false, fitted: model.game.module.is_some() }
    }

    /// Something of the size that a template of a deck has.
    fn of_deck(model: &Model, look: &'a Look, of: (&Deck, &str), shows: FaceContent<'a>, bleed: f64) -> Self {
        let (deck, template) = of;
        let (size, fitted) = (size_of_cards(look, deck, template), model.game.module.is_some());
        Self { look, shows, size, bleed, edge: false, fitted }
    }

    /// The front of a card.
    pub fn card(model: &'a Model, look: &'a Look, card: &'a Card, bleed: f64) -> Self {
        let deck = &model.decks[card.deck.index];
        let shows = match &card.image {
            Some(image) => FaceContent::Picture(image, canvas::PAPER),
            None => FaceContent::Filled { template: &deck.template, of: TemplateSubject::Card(model, card) },
        };
        Self::of_deck(model, look, (deck, &deck.template), shows, bleed)
    }

    /// The back of a deck's cards.
    pub fn card_back(model: &'a Model, look: &'a Look, deck: &'a Deck, bleed: f64) -> Self {
        let shows = match &deck.back_image {
            Some(image) => FaceContent::Picture(image, canvas::PAPER),
            None => FaceContent::Filled { template: &deck.back, of: TemplateSubject::CardBack(model, deck) },
        };
        Self::of_deck(model, look, (deck, &deck.back), shows, bleed)
    }

    /// The back of a card that has one of its own.
    pub fn own_back(model: &'a Model, look: &'a Look, card: &'a Card, bleed: f64) -> Option<Self> {
        let deck = &model.decks[card.deck.index];
        let shows = FaceContent::Picture(card.back_image.as_deref()?, canvas::PAPER);
        Some(Self::of_deck(model, look, (deck, &deck.template), shows, bleed))
    }

    /// The same with a line along its edge, for screens: there no cut tells counters of a stack apart.
    pub fn edged(self) -> Self {
        Self { edge: true, ..self }
    }

    /// The drawing.
    pub fn draw(&self) -> Drawing {
        let mut drawing = self.drawn("").0;
        if self.edge {
            edge(&mut drawing);
        }
        drawing
    }

    /// The drawing, and what goes wrong on the way; `what` is its name in messages.
    pub(super) fn drawn(&self, what: &str) -> (Drawing, Vec<FaceProblem>) {
        let mut blank = Drawing::new(self.size.0, self.size.1);
        match &self.shows {
            FaceContent::Plain(ground) => {
                canvas::ground(&mut blank, *ground, 1.0, self.bleed);
                blank.shared = blank.items.len();
                (blank, Vec::new())
            }
            FaceContent::Picture(name, ground) => {
                self.picture(&mut blank, name, *ground);
                (blank, Vec::new())
            }
            FaceContent::Filled { template, of } => {
                let Some(template) = self.look.templates.get(*template) else { return (blank, Vec::new()) };
                let mut canvas = Canvas::new(template, self.look, of.values(), self.size, self.bleed, what);
                let mut values = Values::new();
                of.fields(&mut values);
                for (name, phrase) in &template.lets {
                    let text = phrase.text(&values);
                    values.insert(name.clone(), text.into());
                }
                for layer in &template.layers {
                    canvas.layer(layer, &values);
                }
                canvas.finish()
            }
        }
    }

    /// The author's own picture over the whole face. It ends at the cut; beyond that, a larger one below it bleeds.
    fn picture(&self, drawing: &mut Drawing, name: &str, ground: Colour) {
        let Some(image) = self.look.images.get(name) else { return };
        let (width, height) = self.size;
        let laid = |over: f64| {
            let (sx, sy) = ((width + 2.0 * over) / image.size.0, (height + 2.0 * over) / image.size.1);
            let place = if self.fitted {
                let scale = sx.min(sy);
                let middle = |length: f64, own: f64| (length - own * scale) / 2.0;
                Affine::scale_shift(scale, scale, middle(width, image.size.0), middle(height, image.size.1))
            } else {
                Affine::scale_shift(sx, sy, -over, -over)
            };
            Item::Picture { picture: image.picture.clone(), size: image.size, place, ink: Colour([0; 3]) }
        };
        if self.bleed > 0.0 {
            canvas::ground(drawing, ground, 1.0, self.bleed);
            drawing.items.push(laid(self.bleed));
        }
        canvas::ground(drawing, ground, 1.0, 0.0);
        drawing.items.push(laid(0.0));
    }

    /// A hash of all that it is drawn from: faces that have the same look the same.
    pub fn key(&self) -> [u8; 32] {
        finished_key(&self.content_key(), self.bleed, self.edge)
    }

    /// The same, whatever its bleed and its edge: see [`finished_key`].
    pub fn content_key(&self) -> [u8; 32] {
        let mut bytes = Vec::with_capacity(2048);
        bytes.extend_from_slice(&self.look.fingerprint);
        for number in [self.size.0, self.size.1] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.push(u8::from(self.fitted));
        match &self.shows {
            FaceContent::Plain(colour) => {
                bytes.push(b'c');
                bytes.extend_from_slice(&colour.0);
            }
            FaceContent::Picture(name, colour) => {
                bytes.push(b'p');
                bytes.extend_from_slice(&colour.0);
                bytes.extend_from_slice(name.as_bytes());
            }
            FaceContent::Filled { template, of } => {
                bytes.push(b't');
                bytes.take("template", (*template).into());
                for FaceValue { value, printed } in of.values() {
                    let printed = match printed {
                        Some(Printed::Text(text)) => Content::Text(text),
                        Some(Printed::Number(number)) => Content::Number(*number),
                        None => Content::Flag(false),
                    };
                    bytes.take(value, printed);
                }
                of.fields(&mut bytes);
            }
        }
        *blake3::hash(&bytes).as_bytes()
    }
}

/// The key of a face that shows the content with that key.
pub fn finished_key(content: &[u8; 32], bleed: f64, edge: bool) -> [u8; 32] {
    let mut hash = blake3::Hasher::new();
    hash.update(content).update(&bleed.to_le_bytes()).update(if edge { b"edged" } else { b"plain" });
    *hash.finalize().as_bytes()
}

/// The colour of a counter's edge.
const EDGE: Colour = Colour([0x3a, 0x36, 0x30]);
/// The width of its line.
const LINE: f64 = 0.25;

/// Draws a line along the inner edge of a face.
pub fn edge(drawing: &mut Drawing) {
    let room = Rect::new(0.0, 0.0, drawing.width, drawing.height).inset(LINE / 2.0);
    drawing.shape(Path::rect(room), Style::stroke(Stroke::new(EDGE, LINE).sharp()));
}

/// How large cards are: as their deck says, else as their template does, in millimetres.
fn size_of_cards(look: &Look, deck: &Deck, template: &str) -> (f64, f64) {
    deck.size.unwrap_or_else(|| look.templates.get(template).map_or((63.0, 88.0), |template| template.units))
}
