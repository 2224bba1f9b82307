//! Icons of buttons: our own art, in `templates/icons`.

use super::codec::components::ImageName;
use crate::draw::{Affine, Drawing, Item, Picture};
use crate::source::values::Colour;
use include_dir::{Dir, include_dir};

static ICONS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates/icons");

/// Pixels of an icon on a toolbar. The art is drawn on a grid of as many.
const TOOLBAR: f64 = 26.0;
/// Units of the art.
const ART: f64 = 24.0;

/// The file of an icon in the module.
pub fn file(name: &str) -> ImageName {
    ImageName(format!("icon_{name}.png"))
}

/// An icon for a toolbar; a millimetre of the drawing is a pixel.
pub fn toolbar(name: &str) -> Option<Drawing> {
    drawn(name, TOOLBAR)
}

/// An icon of so many pixels; a millimetre of the drawing is a pixel.
pub fn drawn(name: &str, pixels: f64) -> Option<Drawing> {
    let svg = ICONS.get_file(format!("{name}.svg"))?.contents_utf8()?;
    let start = svg.find("<svg")?;
    let inside = svg.get(start + svg.get(start..)?.find('>')? + 1..svg.rfind("</svg>")?)?;
    let mut drawing = Drawing::new(pixels, pixels);
    drawing.items.push(Item::Picture {
        picture: Picture::svg(inside),
        size: (ART, ART),
        place: Affine::scale_shift(pixels / ART, pixels / ART, 0.0, 0.0),
        ink: Colour([0; 3]),
    });
    Some(drawing)
}
