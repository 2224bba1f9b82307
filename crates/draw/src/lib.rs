//! Drawing, free of games: scenes of shapes and text, fonts, SVG, pixels.
//!
//! Comes in: what to draw, in millimetres, y growing downwards. A [`Drawing`] is a tree of items: paths,
//! text, pictures, groups. Three back ends walk it: pixels and PNG ([`Raster`]), vectors on pages
//! ([`pdf`](mod@pdf)), and SVG documents ([`to_svg`]). Only pictures that come from outside are ever parsed.
//!
//! Text is measured and laid out here with the fonts in `fonts`, whose bytes are in
//! the binary: no system font, no file and no network is ever asked for. The same input gives the
//! same bytes on every machine.

pub mod budget;
mod colour;
mod fingerprint;
mod fonts;
mod path;
pub mod pdf;
mod picture;
mod png;
mod raster;
mod scene;
mod shaping;
mod svg;
mod text;

pub use colour::Colour;
pub use fingerprint::Fingerprint;
pub use fonts::{Font, Outline, metrics};
pub use path::Path;
pub use picture::{Picture, PictureFormat};
pub use raster::{Raster, RasterError, options as svg_options, pixels};
pub use scene::{Affine, Drawing, Item, PlacedText, Rect, Shared, Stroke, Style, TextRun};
pub use shaping::{Glyph, shape};
pub use svg::{TextMode, to_svg};
pub use text::{Align, TextBlock, TextStyle, fit_line, wrap};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
