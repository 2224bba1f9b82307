//! How a game looks, apart from what it is: templates, styles, symbols and pictures, checked.
//!
//! Made by [`check`](crate::check) from the built-in templates and those of the game's own; read by
//! [`art`](crate::art). Plain data, like the model.

pub mod fields;
mod library;
mod phrase;
pub mod pictures;
pub mod styles;
mod template;
mod written;

pub use crate::draw::{Align, Font, Rect};
pub use library::{Library, Set, Symbol, not_xml, read as read_symbol};
pub use phrase::{Phrase, PhrasePart};
pub use template::{Count, Layer, LayerDraws, Paint, Template, TextLook};
pub use written::WrittenLooks;

use crate::draw::{Picture, shape};
use std::collections::BTreeMap;
use styles::Styles;

/// A picture of the author's own.
#[derive(Debug, Clone)]
pub struct Image {
    /// The picture.
    pub picture: Picture,
    /// Width and height: of an SVG in its own units, of others in pixels.
    pub size: (f64, f64),
}

/// Everything that says how a game looks.
#[derive(Debug, Clone)]
pub struct Look {
    /// Templates by name: `faces/unit`, `cards/card` ...
    pub templates: BTreeMap<String, Template>,
    /// Symbols, glyphs and emblems.
    pub library: Library,
    /// Pictures by name: `art/map.png`.
    pub images: BTreeMap<String, Image>,
    /// How maps and charts are drawn.
    pub styles: Styles,
    /// Hash of the files that all this was read from: looks that have the same are the same.
    pub fingerprint: [u8; 32],
}

/// The letters of a text that the built-in fonts lack.
pub fn lacking(text: &str) -> Vec<char> {
    shape(Font::NarrowBold, text).missing.to_vec()
}
