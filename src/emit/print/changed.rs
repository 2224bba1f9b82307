//! Where a map looks different from an earlier one.

use crate::draw::{Drawing, Raster, RasterError, Rect};

/// Fine enough to see the thinnest line of a map: half a millimetre a pixel.
const DPI: f64 = 50.8;
/// A pixel differs if a channel does by more than this.
const CHANNEL: u8 = 16;

/// Pixels that differ.
pub struct Changes {
    /// Columns and rows, in millimetres; none: all of it differs.
    differ: Option<Vec<(f64, f64)>>,
}

impl Changes {
    /// Compares two drawings by how they look.
    pub fn between(old: &Drawing, new: &Drawing) -> Result<Self, RasterError> {
        let raster = Raster::new(DPI);
        let (old, new) = (decoded(&raster.png(old)?), decoded(&raster.png(new)?));
        let (Some(old), Some(new)) = (old, new) else { return Ok(Self { differ: None }) };
        if old.dimensions() != new.dimensions() {
            return Ok(Self { differ: None });
        }
        let millimetres = |pixel: u32| (f64::from(pixel) + 0.5) * 25.4 / DPI;
        let differs = |(x, y, pixel): (u32, u32, &image::Rgba<u8>)| {
            let was = old.get_pixel(x, y);
            let other = (0..4).any(|n| was.0[n].abs_diff(pixel.0[n]) > CHANNEL);
            other.then(|| (millimetres(x), millimetres(y)))
        };
        Ok(Self { differ: Some(new.enumerate_pixels().filter_map(differs).collect()) })
    }

    /// Whether something inside a rectangle differs.
    pub fn within(&self, rect: Rect) -> bool {
        let inside = |(x, y): &(f64, f64)| rect.contains(Rect::new(*x, *y, 0.0, 0.0), 0.0);
        self.differ.as_ref().is_none_or(|differ| differ.iter().any(inside))
    }
}

fn decoded(png: &[u8]) -> Option<image::RgbaImage> {
    Some(image::load_from_memory(png).ok()?.into_rgba8())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Path, Style};
    use crate::source::values::Colour;

    fn map(spot: Rect) -> Drawing {
        let mut map = Drawing::new(100.0, 50.0);
        map.shape(Path::rect(spot), Style::fill(Colour([0; 3])));
        map
    }

    #[test]
    fn changes_are_found_where_they_are() {
        let changes = Changes::between(&map(Rect::default()), &map(Rect::new(70.0, 10.0, 1.0, 1.0))).unwrap();
        assert!(changes.within(Rect::new(60.0, 0.0, 40.0, 50.0)));
        assert!(!changes.within(Rect::new(0.0, 0.0, 60.0, 50.0)));
        let same = Changes::between(&map(Rect::default()), &map(Rect::default())).unwrap();
        assert!(!same.within(Rect::new(0.0, 0.0, 100.0, 50.0)));
        let other = Changes::between(&map(Rect::default()), &Drawing::new(90.0, 50.0)).unwrap();
        assert!(other.within(Rect::new(0.0, 0.0, 1.0, 1.0)));
    }
}
