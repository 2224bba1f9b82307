//! Templates, checked: every name means something, every colour that is written out is one.

use super::Phrase;
use crate::draw::{Align, Font, Rect};
use crate::expr::Expr;
use crate::source::Span;
use crate::syntax::{Draws, FitWord, FontWord, ShapeWord, StripeWord};

/// A template.
#[derive(Debug, Clone)]
pub struct Template {
    /// What it draws.
    pub draws: Draws,
    /// Width and height in its own units.
    pub units: (f64, f64),
    /// Names for expressions, in order.
    pub lets: Vec<(String, Phrase)>,
    /// Its layers, back to front.
    pub layers: Vec<Layer>,
}

/// A layer.
#[derive(Debug, Clone)]
pub struct Layer {
    /// Where it is written, for messages.
    pub span: Span,
    /// When it is drawn.
    pub when: Option<Expr>,
    /// Where, in the template's units.
    pub at: Rect,
    /// Degrees, clockwise.
    pub turn: f64,
    /// 1: opaque.
    pub opacity: f64,
    /// What it draws.
    pub layout: LayerDraws,
}

/// Fill and line of a shape.
#[derive(Debug, Clone)]
pub struct Paint {
    /// What fills it.
    pub fill: Option<Phrase>,
    /// The colour of the line around it.
    pub line: Option<Phrase>,
    /// The width of the line.
    pub width: f64,
    /// Radius of corners.
    pub radius: f64,
}

/// How a text is set.
#[derive(Debug, Clone)]
pub struct TextLook {
    /// Its colour.
    pub ink: Phrase,
    /// Its font.
    pub font: Font,
    /// Height of capitals.
    pub cap: f64,
    /// Least height of capitals.
    pub least: f64,
    /// Where it stands in its room.
    pub align: Align,
    /// Most lines.
    pub lines: usize,
    /// Space between letters, in parts of the em.
    pub spacing: f64,
    /// In capitals.
    pub capitals: bool,
    /// Contrast it needs.
    pub contrast: f64,
}

/// A number that a layer asks for.
#[derive(Debug, Clone)]
pub struct Count {
    /// The expression.
    pub expr: Expr,
    /// Whether the values of the face are numbers in it, and not texts.
    pub numbers: bool,
}

/// What a layer draws.
#[derive(Debug, Clone)]
pub enum LayerDraws {
    /// The whole face.
    Fill(Phrase),
    /// A shape.
    Shape(ShapeWord, Paint),
    /// A stripe of a thickness.
    Stripe(StripeWord, f64, Phrase),
    /// A picture of the library: which set, its name, its ink.
    Symbol(super::Set, Phrase, Phrase),
    /// Echelon marks and their ink.
    Echelon(Phrase, Phrase),
    /// A text.
    Text(Phrase, TextLook),
    /// The values of the face, with a text between them.
    Values(Phrase, TextLook),
    /// A short text on a shape.
    Badge(Phrase, ShapeWord, Paint, TextLook),
    /// Dots: how many, of how many, their ink.
    Pips(Count, Option<Count>, Phrase),
    /// A picture of the author's own.
    Image(Phrase, FitWord, Align),
}

impl From<FontWord> for Font {
    fn from(word: FontWord) -> Self {
        match word {
            FontWord::Regular => Self::Regular,
            FontWord::Italic => Self::Italic,
            FontWord::Bold => Self::Bold,
            FontWord::Narrow => Self::Narrow,
            FontWord::NarrowBold => Self::NarrowBold,
        }
    }
}
