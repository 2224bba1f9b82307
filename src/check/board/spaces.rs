//! Spaces of point-to-point maps.

use super::SheetScale;
use crate::check::pictures::filled;
use crate::check::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::model::{Point, SpaceLook};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::source::values::Pair;
use crate::syntax::{AreaDef, SpaceShape};
use std::f64::consts::FRAC_1_SQRT_2;

/// How much larger than a counter a space is, unless it says its size.
const ROOM: f64 = 1.25;
/// A space is at least this large, in millimetres: so small that it is on its sheet wherever its middle is.
const LEAST: f64 = 0.02;

/// The corners of a circle's outline in its first eighth and beyond: cosines of 0, 22.5, 45 and 67.5 degrees.
const COSINES: [f64; 4] = [1.0, 0.923_879_532_511_286_7, FRAC_1_SQRT_2, 0.382_683_432_365_089_8];

/// The outline of a space around its point.
pub fn outline(def: &AreaDef, point: &Sp<Pair>, sheet: SheetScale, vocabulary: &Vocabulary, cx: &mut Cx) -> Vec<Point> {
    let middle = sheet.point(point.value);
    let (width, height) = match &def.size {
        Some(size) => {
            let extent = sheet.point(size.value);
            if !(extent.x > 0.0 && extent.y > 0.0) {
                cx.diags.push(codes::NUMBER.at(size.span, "width and height must be larger than 0").label("here"));
            }
            (extent.x.max(LEAST), extent.y.max(LEAST))
        }
        None => (ROOM * vocabulary.counter_size, ROOM * vocabulary.counter_size),
    };
    let at = |x: f64, y: f64| Point { x: middle.x + x * width / 2.0, y: middle.y + y * height / 2.0 }.rounded();
    if shape(def) == SpaceShape::Box {
        return [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| at(x, y)).to_vec();
    }
    let quarter = |n: usize| (COSINES[n], if n == 0 { 0.0 } else { COSINES[4 - n] });
    let corner = |n: usize| {
        let (x, y) = quarter(n % 4);
        match n / 4 {
            0 => at(x, y),
            1 => at(-y, x),
            2 => at(-x, -y),
            _ => at(y, -x),
        }
    };
    (0..16).map(corner).collect()
}

fn shape(def: &AreaDef) -> SpaceShape {
    def.shape.as_ref().map_or(SpaceShape::Circle, |shape| shape.value)
}

/// How a space looks; reports what only spaces can have.
pub fn look(def: &AreaDef, cx: &mut Cx) -> Option<SpaceLook> {
    if def.point.is_some() {
        let image = def.image.as_ref().map(|image| filled(image, &[("id", &def.id.0)]));
        return Some(SpaceLook { shape: shape(def), image });
    }
    let keys = [
        ("shape", def.shape.as_ref().map(|shape| shape.span)),
        ("size", def.size.as_ref().map(|size| size.span)),
        ("image", def.image.as_ref().map(|image| image.span)),
    ];
    for (key, span) in keys.into_iter().filter_map(|(key, span)| Some((key, span?))) {
        let message = format!("`{key}` is for spaces, and the area `{}` is not one", def.id.0);
        cx.diags.push(codes::CONFLICT.at(span, message).label("here").help("give it a `point`"));
    }
    None
}
