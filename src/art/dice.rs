//! Faces of dice that have pictures.

use crate::draw::{Affine, Drawing, Item};
use crate::look::Image;
use crate::model::DieFace;
use crate::source::values::Colour;
use std::collections::BTreeMap;

/// A face as a square of that side, with the whole picture in its middle; none if it has no picture.
pub fn face(images: &BTreeMap<String, Image>, face: &DieFace, side: f64) -> Option<Drawing> {
    let image = images.get(face.image.as_ref()?)?;
    let (width, height) = image.size;
    let scale = (side / width).min(side / height);
    let middle = |length: f64| (side - length * scale) / 2.0;
    let place = Affine::scale_shift(scale, scale, middle(width), middle(height));
    let mut drawing = Drawing::new(side, side);
    let picture = image.picture.clone();
    drawing.items.push(Item::Picture { picture, size: image.size, place, ink: Colour([0; 3]) });
    Some(drawing)
}
