//! Drawing, free of games: scenes of shapes and text, fonts, SVG, pixels.
//!
//! Comes in: what to draw, in millimetres, y growing downwards. A [`Drawing`] is a list of items; it
//! becomes an SVG document ([`to_svg`]), and that, through resvg, pixels and a PNG ([`Raster`]).
//!
//! Text is measured and laid out here with the fonts shipped in `templates/fonts`, whose bytes are in
//! the binary: no system font, no file and no network is ever asked for. The same input gives the
//! same bytes on every machine.

pub mod budget;
mod fonts;
mod path;
pub mod pdf;
mod png;
mod raster;
mod scene;
mod shaping;
mod svg;
mod text;

pub use fonts::{Font, Outline, metrics};
pub use path::Path;
pub use raster::{Raster, RasterError, options as svg_options, pixels};
pub use scene::{Affine, Drawing, Item, Picture, PlacedText, Rect, Stroke, Style, TextRun};
pub use shaping::{Glyph, shape};
pub use svg::{TextMode, to_svg};
pub use text::{Align, TextBlock, TextStyle, fit_line, wrap};
