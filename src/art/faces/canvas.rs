//! A face while it is drawn.

use crate::diag::{Code, codes};
use crate::draw::{Affine, Drawing, Font, Item, Path, Rect, Style, TextRun, shape};
use crate::look::{Look, Template};
use crate::model::FaceValue;
use crate::source::Span;
use crate::source::values::Colour;

/// Something wrong with a face.
#[derive(Debug, Clone)]
pub struct FaceProblem {
    /// The rule that it breaks.
    pub code: &'static Code,
    /// The layer of the template.
    pub layer: Span,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The colours that are to blame, ink first.
    pub colours: Vec<Colour>,
}

/// The ground of what belongs to no side.
pub const PAPER: Colour = Colour([0xf1, 0xec, 0xe0]);

/// Covers a whole face and `bleed` millimetres around it.
pub fn ground(drawing: &mut Drawing, colour: Colour, opacity: f64, bleed: f64) {
    let all = Rect::new(0.0, 0.0, drawing.width, drawing.height).inset(-bleed);
    let style = Style::fill(colour);
    drawing.shape(Path::rect(all), if opacity < 1.0 { style.with_opacity(opacity) } else { style });
}

/// A face while it is drawn.
pub struct Canvas<'a> {
    pub look: &'a Look,
    /// The values of a counter's face.
    pub printed: &'a [FaceValue],
    /// How far grounds reach beyond the cut, in millimetres.
    pub bleed: f64,
    drawing: Drawing,
    scale: (f64, f64),
    what: &'a str,
    problems: Vec<FaceProblem>,
    /// Grounds laid so far: text is held to the contrast with what is below it. None: a picture, of
    /// which nothing is known.
    grounds: Vec<(Rect, Option<Colour>, f64)>,
    /// Whether only layers that many faces share were drawn so far.
    sharing: bool,
}

impl<'a> Canvas<'a> {
    pub fn new(
        template: &Template,
        look: &'a Look,
        printed: &'a [FaceValue],
        (width, height): (f64, f64),
        bleed: f64,
        what: &'a str,
    ) -> Self {
        Self {
            look,
            printed,
            bleed,
            drawing: Drawing::new(width, height),
            scale: (width / template.units.0, height / template.units.1),
            what,
            problems: Vec::new(),
            grounds: Vec::new(),
            sharing: true,
        }
    }

    pub fn finish(self) -> (Drawing, Vec<FaceProblem>) {
        (self.drawing, self.problems)
    }

    /// From the template's units to millimetres.
    pub fn millimetres(&self, rect: Rect) -> Rect {
        let (sx, sy) = self.scale;
        Rect::new(rect.x * sx, rect.y * sy, rect.w * sx, rect.h * sy)
    }

    /// A length, of the template's units across.
    pub fn length(&self, units: f64) -> f64 {
        units * self.scale.0
    }

    pub fn size(&self) -> (f64, f64) {
        (self.drawing.width, self.drawing.height)
    }

    pub fn problem(&mut self, code: &'static Code, layer: Span, message: &str, help: Option<String>) {
        self.problems.push(FaceProblem {
            code,
            layer,
            message: format!("{} {message}", self.what),
            help,
            colours: Vec::new(),
        });
    }

    /// A colour that a layer asks for; an empty text is none.
    pub fn colour(&mut self, text: &str, layer: Span) -> Option<Colour> {
        if text.is_empty() {
            return None;
        }
        let colour = Colour::parse(text);
        if colour.is_none() {
            self.problem(&codes::BAD_VALUE, layer, &format!("has the colour `{text}`, which is not a colour"), None);
        }
        colour
    }

    /// Items that many faces have in common, as long as nothing else came before them.
    pub fn shared(&mut self, items: impl IntoIterator<Item = Item>) {
        self.drawing.items.extend(items);
        if self.sharing {
            self.drawing.shared = self.drawing.items.len();
        }
    }

    /// Items of this face alone.
    pub fn own(&mut self, items: impl IntoIterator<Item = Item>) {
        self.sharing = false;
        self.drawing.items.extend(items);
    }

    /// Remembers what lies at a place now.
    pub fn lay(&mut self, rect: Rect, colour: Option<Colour>, opacity: f64) {
        self.grounds.push((rect, colour, opacity));
    }

    /// The colour below a place; none if a picture is.
    fn below(&self, place: Rect) -> Option<Colour> {
        let (x, y) = place.centre();
        let mut colour = Some(Colour([255; 3]));
        for (rect, over, opacity) in &self.grounds {
            if x >= rect.x && x <= rect.right() && y >= rect.y && y <= rect.bottom() {
                colour = match (colour, over) {
                    (Some(under), Some(over)) => Some(under.under(*over, *opacity)),
                    (None, Some(over)) if *opacity >= 1.0 => Some(*over),
                    _ => None,
                };
            }
        }
        colour
    }

    /// Holds ink to the contrast it needs on what is below.
    pub fn contrast(&mut self, ink: Colour, place: Rect, least: f64, layer: Span, of: &str) {
        let Some(ground) = self.below(place) else { return };
        let ratio = ground.contrast(ink);
        if ratio < least {
            let message = format!("has {of} of {ink} on {ground}: contrast {ratio:.1}, but {least} is needed");
            let better = ink.readable_on(ground, least);
            let help = format!("{better} instead of {ink} gives {:.1}", ground.contrast(better));
            self.problem(&codes::CONTRAST, layer, &message, Some(help));
            if let Some(problem) = self.problems.last_mut() {
                problem.colours = vec![ink, ground];
            }
        }
    }

    /// Holds a text to the letters that the fonts have.
    pub fn letters(&mut self, font: Font, text: &str, layer: Span) {
        let shaped = shape(font, text);
        if let Some(letter) = shaped.missing.first() {
            let message = format!("has the letter `{letter}`, which is not in the built-in fonts");
            self.problem(&codes::LETTER, layer, &message, None);
        }
    }

    /// Runs of text, turned around the middle of their room.
    pub fn texts(&mut self, runs: Vec<TextRun>, room: Rect, turn: f64) {
        let items = runs.into_iter().map(Item::Text).collect();
        self.turned(items, room, turn);
    }

    /// Items of this face alone, turned around the middle of a room.
    pub fn turned(&mut self, items: Vec<Item>, room: Rect, turn: f64) {
        if turn == 0.0 {
            return self.own(items);
        }
        let (x, y) = room.centre();
        self.own([Item::Group { place: Affine::turn(turn, x, y), clip: None, opacity: 1.0, items }]);
    }
}
