//! Drawings as pixels.

mod extent;
mod layer;
mod painter;
mod pictures;
mod trace;

use super::budget::{Excess, Meter};
use super::fingerprint;
use super::picture::Format;
use super::scene::{Affine, Drawing, Item};
use painter::{Painter, transform};
use pictures::{Read, read};
use rayon::prelude::*;
use resvg::tiny_skia::{Pixmap, PixmapMut};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options};
use std::cell::RefCell;
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
            RasterError::TooLarge(width, height) => write!(f, "{width} x {height} pixels are too many"),
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
    known: BTreeMap<([u8; 32], u32, u32), Arc<Pixmap>>,
    bytes: usize,
}

/// Rendered beginnings are forgotten when they take more memory than this.
const GROUND_BYTES: usize = 64 << 20;
/// Pictures with more pixels are drawn in bands, side by side.
const BAND_PIXELS: u32 = 1 << 20;
/// Larger pictures are refused, because they take a gigabyte: 34 by 44 inches at 400 dpi are fewer.
const MOST_PIXELS: u64 = 1 << 28;

thread_local! {
    /// One pixmap a thread: fresh ones make the threads fight over memory in the kernel.
    static PIXMAP: RefCell<Option<Pixmap>> = const { RefCell::new(None) };
}

impl Raster {
    /// Pictures of that resolution.
    pub fn new(dpi: f64) -> Self {
        Self { dpi, grounds: Mutex::default() }
    }

    /// The picture of a drawing as a PNG file.
    pub fn png(&self, drawing: &Drawing) -> Result<Vec<u8>, RasterError> {
        self.with_pixels(drawing, |width, height, rgba| super::png::encode(width, height, rgba, self.dpi))?
            .map_err(|error| RasterError::Png(error.to_string()))
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
        let (width, height) = self.size(drawing);
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(RasterError::TooLarge(width, height));
        }
        let place = to_pixels(drawing, width, height);
        affordable(drawing, place, (width, height))?;
        if width.saturating_mul(height) > BAND_PIXELS {
            let rgba = bands(drawing, place, (width, height))?;
            return Ok(take(width, height, &rgba));
        }
        PIXMAP.with_borrow_mut(|slot| {
            let fits = slot.as_ref().is_some_and(|pixmap| (pixmap.width(), pixmap.height()) == (width, height));
            if !fits {
                *slot = Pixmap::new(width, height);
            }
            let pixmap = slot.as_mut().ok_or(RasterError::TooLarge(width, height))?;
            self.paint(drawing, place, pixmap)?;
            demultiply(pixmap.data_mut());
            Ok(take(width, height, pixmap.data()))
        })
    }

    /// Paints a drawing, its shared beginning from memory.
    fn paint(&self, drawing: &Drawing, place: Affine, pixmap: &mut Pixmap) -> Result<(), RasterError> {
        let (first, rest) = drawing.items.split_at(drawing.shared.min(drawing.items.len()));
        if first.is_empty() {
            pixmap.data_mut().fill(0);
        } else {
            self.ground(drawing, first, place, pixmap)?;
        }
        Painter::new(pixmap.as_mut()).items(rest, place)
    }

    /// Fills a pixmap with what many drawings begin with.
    fn ground(&self, of: &Drawing, first: &[Item], place: Affine, pixmap: &mut Pixmap) -> Result<(), RasterError> {
        let key = (fingerprint::of(first, (of.width, of.height)), pixmap.width(), pixmap.height());
        let known = self.grounds.lock().ok().and_then(|grounds| grounds.known.get(&key).cloned());
        if let Some(known) = known {
            pixmap.data_mut().copy_from_slice(known.data());
            return Ok(());
        }
        pixmap.data_mut().fill(0);
        Painter::new(pixmap.as_mut()).items(first, place)?;
        if let Ok(mut grounds) = self.grounds.lock() {
            let bytes = pixmap.data().len();
            if grounds.bytes + bytes > GROUND_BYTES {
                *grounds = Grounds::default();
            }
            if grounds.known.insert(key, Arc::new(pixmap.clone())).is_none() {
                grounds.bytes += bytes;
            }
        }
        Ok(())
    }
}

/// From millimetres of a drawing to its pixels.
fn to_pixels(drawing: &Drawing, width: u32, height: u32) -> Affine {
    let scale = |pixels: u32, size: f64| if size > 0.0 { f64::from(pixels) / size } else { 0.0 };
    Affine::scale_shift(scale(width, drawing.width), scale(height, drawing.height), 0.0, 0.0)
}

/// A large drawing, in bands that are drawn side by side.
fn bands(drawing: &Drawing, place: Affine, (width, height): (u32, u32)) -> Result<Vec<u8>, RasterError> {
    let rows = (BAND_PIXELS / width).max(1);
    let row_bytes = width as usize * 4;
    let mut rgba = vec![0; row_bytes * height as usize];
    rgba.par_chunks_mut(row_bytes * rows as usize).enumerate().try_for_each(|(n, band)| {
        let band_rows = u32::try_from(band.len() / row_bytes).unwrap_or(rows);
        let pixmap = PixmapMut::from_bytes(band, width, band_rows).ok_or(RasterError::TooLarge(width, height))?;
        #[allow(clippy::cast_precision_loss)]
        let top = (n * rows as usize) as f64;
        Painter::new(pixmap).items(&drawing.items, Affine::shift(0.0, -top).after(place))?;
        demultiply(band);
        Ok(())
    })?;
    Ok(rgba)
}

/// Refuses a drawing whose pictures take too much work.
fn affordable(drawing: &Drawing, place: Affine, canvas: (u32, u32)) -> Result<(), RasterError> {
    let mut meter = Meter::of_drawing((f64::from(canvas.0), f64::from(canvas.1)));
    weigh(&drawing.items, place, &mut meter)
}

fn weigh(items: &[Item], place: Affine, meter: &mut Meter) -> Result<(), RasterError> {
    for item in items {
        match item {
            Item::Picture { picture, size, place: own, ink } if picture.format() == Format::Svg => {
                if let Read::Tree(tree) = read(picture, *size, *ink)? {
                    meter.add(&tree, transform(place.after(*own))).map_err(RasterError::Cost)?;
                }
            }
            Item::Group { place: own, items, .. } => weigh(items, place.after(*own), meter)?,
            Item::Shared(items) => weigh(items, place, meter)?,
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
    use crate::draw::{Font, Path, Rect, Style, TextStyle};
    use crate::source::values::Colour;

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
        let (width, height) = raster.size(&drawing);
        let mut whole = Pixmap::new(width, height).unwrap();
        raster.paint(&drawing, to_pixels(&drawing, width, height), &mut whole).unwrap();
        // Curves are cut where a band ends, so a few pixels of their rims round otherwise; a seam would stand out.
        let differing = banded.chunks(4).zip(whole.data().chunks(4)).filter(|(a, b)| a != b).count();
        let worst = banded.iter().zip(whole.data()).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(worst <= Some(64) && differing * 1000 < banded.len() / 4, "{worst:?} {differing}");
    }

    #[test]
    fn nothing_outside_the_document_is_read() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><image href='Cargo.toml' width='9' height='9'/><image href='/etc/hostname' width='9' height='9'/></svg>";
        assert!(pictures::parse(svg).unwrap().root().children().is_empty());
    }
}
