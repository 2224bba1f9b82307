//! How large pictures are, before they are drawn.

use super::File;
use crate::draw::budget::weigh_text;
use crate::draw::svg_options;
use resvg::usvg::Tree;
use std::io::Cursor;

/// Dots per inch of a scan that does not say how large it was.
const SCAN: f64 = 300.0;
/// Units of an SVG per inch.
const SVG: f64 = 96.0;

/// Width and height of a picture in millimetres: of pixels at 300 dots per inch, of an SVG at 96 units per inch.
pub fn picture_size(file: &File) -> Option<(f64, f64)> {
    let (width, height, per_inch) = measured(file)?;
    let millimetres = |length: f64| length / per_inch * 25.4;
    Some((millimetres(width), millimetres(height)))
}

/// Width and height of a picture in pixels, or in units of an SVG.
pub fn picture_pixels(file: &File) -> Option<(f64, f64)> {
    measured(file).map(|(width, height, _)| (width, height))
}

/// Width, height, and how many of them are an inch.
fn measured(file: &File) -> Option<(f64, f64, f64)> {
    Some(if file.name.to_lowercase().ends_with(".svg") {
        weigh_text(&file.text).ok()?;
        let size = Tree::from_str(&file.text, &svg_options()).ok()?.size();
        (f64::from(size.width()), f64::from(size.height()), SVG)
    } else {
        let reader = image::ImageReader::new(Cursor::new(&file.bytes)).with_guessed_format().ok()?;
        let (width, height) = reader.into_dimensions().ok()?;
        (f64::from(width), f64::from(height), SCAN)
    })
}
