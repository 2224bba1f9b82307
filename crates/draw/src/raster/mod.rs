//! Drawings as pixels.

mod extent;
mod layer;
mod painter;
mod pictures;
mod trace;

use super::budget::{Excess, Meter};
use super::fingerprint::{self, Fingerprint};
use super::picture::PictureFormat;
use super::png;
use super::scene::{Affine, Drawing, Item, Rect, Style};
use flate2::CompressError;
use layer::with_layer;
use painter::{PixelPainter, transform};
use pictures::{ReadPicture, read};
use rayon::prelude::*;
use resvg::tiny_skia::PixmapMut;
use resvg::usvg::{ImageHrefResolver, ImageKind, Options};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};

/// Why there are no pixels.
#[derive(Debug)]
pub enum RasterError {
    /// A picture is not an SVG that usvg reads.
    Svg(String),
    /// A picture is not a PNG or JPEG that can be read.
    Picture(String),
    /// Nobody has so much memory.
    TooLarge(u32, u32),
    /// Drawing it takes too long, or too much memory.
    Cost(Excess),
    /// The PNG could not be written.
    Png(String),
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RasterError::Svg(why) => write!(f, "a picture is not an SVG: {why}"),
            RasterError::Picture(why) => write!(f, "a picture cannot be read: {why}"),
            RasterError::TooLarge(width, height) => {
                write!(f, "{width} x {height} pixels are more than the {MOST_PIXELS} that a picture may have")
            }
            RasterError::Cost(excess) => write!(f, "{} ({})", excess.message, excess.help),
            RasterError::Png(why) => write!(f, "the picture cannot be encoded: {why}"),
        }
    }
}

impl std::error::Error for RasterError {}

/// How SVGs are read: without fonts, files or network. Only pictures inside the document are drawn, and no SVG
/// inside of another: nobody would have weighed it.
pub fn options() -> Options<'static> {
    Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|mime, data, _| match mime {
                "image/jpg" | "image/jpeg" => Some(ImageKind::JPEG(data)),
                "image/png" => Some(ImageKind::PNG(data)),
                "image/gif" => Some(ImageKind::GIF(data)),
                "image/webp" => Some(ImageKind::WEBP(data)),
                _ => None,
            }),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

/// Pixels of a length at a resolution, at least one.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub fn pixels(millimetres: f64, dpi: f64) -> u32 {
    (millimetres / 25.4 * dpi).round().clamp(1.0, 1e6) as u32
}

/// Turns drawings into pixels. What many drawings share is rendered once.
pub struct Raster {
    dpi: f64,
    grounds: Mutex<Grounds>,
}

/// Rendered beginnings of drawings, by their fingerprints.
#[derive(Default)]
struct Grounds {
    known: BTreeMap<(Fingerprint, u32, u32), Arc<[u8]>>,
    bytes: usize,
}

/// Rendered beginnings are forgotten when they take more memory than this.
const GROUND_BYTES: usize = 64 << 20;
/// Pictures with more pixels are drawn in bands, side by side.
const BAND_PIXELS: u32 = 1 << 20;
/// Bands that are made before they are put together: enough for every thread, few enough for memory.
const AT_ONCE: usize = 32;
/// Larger pictures are refused, because they take a gigabyte: 34 by 44 inches at 400 dpi are fewer.
const MOST_PIXELS: u64 = 1 << 28;

impl Raster {
    /// Pictures of that resolution.
    pub fn new(dpi: f64) -> Self {
        Self { dpi, grounds: Mutex::default() }
    }

    /// The picture of a drawing as a PNG file. A large one is never in memory whole.
    pub fn png(&self, drawing: &Drawing) -> Result<Vec<u8>, RasterError> {
        let sheet = self.sheet(drawing)?;
        let wrong = |error: CompressError| RasterError::Png(error.to_string());
        if !sheet.is_large() {
            let encode = |rgba: &mut [u8]| png::encode(sheet.width, sheet.height, rgba, self.dpi);
            return self.with_small(sheet, encode)?.map_err(wrong);
        }
        let mut file = png::PngFile::new(sheet.width, sheet.height, self.dpi, sheet.is_covered());
        let bands: Vec<u32> = (0..sheet.bands()).collect();
        for some in bands.chunks(AT_ONCE) {
            let made = some.par_iter().map(|n| sheet.band(*n, |rgba| file.band(rgba))?.map_err(wrong));
            let made: Vec<png::PngBand> = made.collect::<Result<_, _>>()?;
            file.push(made).map_err(wrong)?;
        }
        file.finish().map_err(wrong)
    }

    /// Its resolution.
    pub fn dpi(&self) -> f64 {
        self.dpi
    }

    /// Width and height of a drawing in pixels.
    pub fn size(&self, drawing: &Drawing) -> (u32, u32) {
        (pixels(drawing.width, self.dpi), pixels(drawing.height, self.dpi))
    }

    /// Hands the pixels of a drawing, as straight RGBA, to `take`.
    pub fn with_pixels<T>(&self, drawing: &Drawing, take: impl FnOnce(u32, u32, &[u8]) -> T) -> Result<T, RasterError> {
        let sheet = self.sheet(drawing)?;
        let (width, height) = (sheet.width, sheet.height);
        if !sheet.is_large() {
            return self.with_small(sheet, |rgba| take(width, height, rgba));
        }
        let bands = (0..sheet.bands()).into_par_iter().map(|n| sheet.band(n, |rgba| rgba.to_vec()));
        let bands: Vec<Vec<u8>> = bands.collect::<Result<_, _>>()?;
        Ok(take(width, height, &bands.concat()))
    }

    fn sheet<'d>(&self, drawing: &'d Drawing) -> Result<PixelSheet<'d>, RasterError> {
        let (width, height) = self.size(drawing);
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(RasterError::TooLarge(width, height));
        }
        let scale = |pixels: u32, size: f64| if size > 0.0 { f64::from(pixels) / size } else { 0.0 };
        let place = Affine::scale_shift(scale(width, drawing.width), scale(height, drawing.height), 0.0, 0.0);
        let mut meter = Meter::of_drawing((f64::from(width), f64::from(height)));
        weigh(&drawing.items, place, &mut meter)?;
        Ok(PixelSheet { drawing, width, height, place })
    }

    /// Hands the straight pixels of a small drawing to `take`.
    fn with_small<T>(&self, sheet: PixelSheet<'_>, take: impl FnOnce(&mut [u8]) -> T) -> Result<T, RasterError> {
        with_layer(sheet.width, sheet.height, |pixels| {
            self.paint(sheet, pixels)?;
            demultiply(pixels);
            Ok(take(pixels))
        })
    }

    /// Paints a small drawing, its shared beginning from memory.
    fn paint(&self, sheet: PixelSheet<'_>, pixels: &mut [u8]) -> Result<(), RasterError> {
        let Drawing { items, shared, .. } = sheet.drawing;
        let (first, rest) = items.split_at(*shared.min(&items.len()));
        if !first.is_empty() {
            self.ground(sheet, first, pixels)?;
        }
        sheet.painter(pixels)?.items(rest, sheet.place)
    }

    /// Fills an empty sheet with what many drawings begin with.
    fn ground(&self, sheet: PixelSheet<'_>, first: &[Item], pixels: &mut [u8]) -> Result<(), RasterError> {
        let hash = fingerprint::of(first, (sheet.drawing.width, sheet.drawing.height));
        let key = (hash, sheet.width, sheet.height);
        let known = self.grounds.lock().ok().and_then(|grounds| grounds.known.get(&key).cloned());
        if let Some(known) = known {
            pixels.copy_from_slice(&known);
            return Ok(());
        }
        sheet.painter(pixels)?.items(first, sheet.place)?;
        if let Ok(mut grounds) = self.grounds.lock() {
            if grounds.bytes + pixels.len() > GROUND_BYTES {
                *grounds = Grounds::default();
            }
            if grounds.known.insert(key, Arc::from(&*pixels)).is_none() {
                grounds.bytes += pixels.len();
            }
        }
        Ok(())
    }
}

/// A drawing at a size in pixels.
#[derive(Clone, Copy)]
struct PixelSheet<'d> {
    drawing: &'d Drawing,
    width: u32,
    height: u32,
    /// From its millimetres to its pixels.
    place: Affine,
}

impl PixelSheet<'_> {
    /// Whether it is drawn in bands.
    fn is_large(&self) -> bool {
        self.width.saturating_mul(self.height) > BAND_PIXELS
    }

    /// Whether it begins with a ground that covers it: then no pixel is translucent.
    fn is_covered(&self) -> bool {
        let Some(Item::Shape(path, Style { fill: Some(_), opacity: None, .. })) = self.drawing.items.first() else {
            return false;
        };
        let all = Rect::new(0.0, 0.0, self.drawing.width, self.drawing.height);
        painter::is_rect(path) && path.bounds().is_some_and(|bounds| bounds.contains(all, 0.002))
    }

    /// Rows of a band. They do not depend on how many threads there are: a curve that is cut by the edge of a
    /// band rounds otherwise.
    fn rows(&self) -> u32 {
        (BAND_PIXELS / self.width).max(1)
    }

    fn bands(&self) -> u32 {
        self.height.div_ceil(self.rows())
    }

    fn painter<'p>(&self, pixels: &'p mut [u8]) -> Result<PixelPainter<'p>, RasterError> {
        let high = u32::try_from(pixels.len() / 4).unwrap_or(0) / self.width;
        let canvas = PixmapMut::from_bytes(pixels, self.width, high);
        canvas.map(PixelPainter::new).ok_or(RasterError::TooLarge(self.width, self.height))
    }

    /// Hands the straight pixels of a band to `take`.
    fn band<T>(&self, n: u32, take: impl FnOnce(&[u8]) -> T) -> Result<T, RasterError> {
        let top = n * self.rows();
        with_layer(self.width, self.rows().min(self.height - top), |pixels| {
            let place = Affine::shift(0.0, -f64::from(top)).after(self.place);
            self.painter(pixels)?.items(&self.drawing.items, place)?;
            demultiply(pixels);
            Ok(take(pixels))
        })
    }
}

/// Refuses drawings whose pictures take too much work.
fn weigh(items: &[Item], place: Affine, meter: &mut Meter) -> Result<(), RasterError> {
    for item in items {
        match item {
            Item::Picture { picture, size, place: own, ink } if picture.format() == PictureFormat::Svg => {
                if let ReadPicture::Tree(tree) = read(picture, *size, *ink)? {
                    meter.add(&tree, transform(place.after(*own))).map_err(RasterError::Cost)?;
                }
            }
            Item::Group { place: own, items, .. } => weigh(items, place.after(*own), meter)?,
            Item::Shared(items) | Item::Inlined(items) => weigh(items, place, meter)?,
            Item::Picture { .. } | Item::Shape(..) | Item::Text(_) => {}
        }
    }
    Ok(())
}

/// From premultiplied to straight colours, in place.
fn demultiply(pixels: &mut [u8]) {
    for pixel in pixels.chunks_exact_mut(4) {
        let alpha = u32::from(pixel[3]);
        if alpha != 255 && alpha != 0 {
            for channel in &mut pixel[..3] {
                *channel = u8::try_from((u32::from(*channel) * 255 + alpha / 2) / alpha).unwrap_or(255);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Colour;
    use crate::{Font, Path, TextStyle};

    const INK: Colour = Colour([10, 20, 30]);

    fn sample(width: f64, height: f64, shared: usize) -> Drawing {
        let mut drawing = Drawing::new(width, height);
        drawing.shape(Path::rect(Rect::new(0.0, 0.0, width, height)), Style::fill(Colour([200, 180, 120])));
        drawing.shape(Path::circle(width / 2.0, height / 2.0, width / 3.0), Style::fill(Colour([90, 20, 200])));
        let room = Rect::new(0.0, 0.0, width, height);
        drawing.text(TextStyle::new(Font::NarrowBold, height / 4.0, INK).within("62 A", room));
        drawing.shared = shared;
        drawing
    }

    fn pixels_of(raster: &Raster, drawing: &Drawing) -> Vec<u8> {
        raster.with_pixels(drawing, |_, _, rgba| rgba.to_vec()).unwrap()
    }

    #[test]
    fn sharing_the_ground_changes_no_pixel() {
        let raster = Raster::new(192.0 / 0.625);
        let whole = pixels_of(&raster, &sample(15.875, 15.875, 0));
        for _ in 0..2 {
            assert_eq!(pixels_of(&raster, &sample(15.875, 15.875, 2)), whole);
        }
    }

    #[test]
    fn bands_join_without_a_seam() {
        let drawing = sample(200.0, 150.0, 0);
        let raster = Raster::new(200.0);
        let banded = pixels_of(&raster, &drawing);
        let sheet = raster.sheet(&drawing).unwrap();
        assert!(sheet.bands() > 1);
        let mut whole = vec![0; banded.len()];
        raster.paint(sheet, &mut whole).unwrap();
        // Curves are cut where a band ends, so a few pixels of their rims round otherwise; a seam would stand out.
        let differing = banded.chunks(4).zip(whole.chunks(4)).filter(|(a, b)| a != b).count();
        let worst = banded.iter().zip(&whole).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(worst <= Some(64) && differing * 1000 < banded.len() / 4, "{worst:?} {differing}");
    }

    #[test]
    fn nothing_outside_the_document_is_read() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><image href='Cargo.toml' width='9' height='9'/><image href='/etc/hostname' width='9' height='9'/></svg>";
        assert!(pictures::parse(svg).unwrap().root().children().is_empty());
    }
}
