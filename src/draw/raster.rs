//! Drawings as pixels.

use super::budget::{Excess, Meter};
use super::scene::{Drawing, Item};
use super::svg::{TextMode, document};
use rayon::prelude::*;
use resvg::tiny_skia::{Pixmap, PixmapMut, Transform};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};

/// Why there are no pixels.
#[derive(Debug)]
pub enum RasterError {
    /// The drawing is not an SVG that resvg reads.
    Svg(String),
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
            RasterError::Svg(why) => write!(f, "the drawing cannot be read back: {why}"),
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
    shared: Mutex<Shared>,
}

/// Rendered beginnings of drawings, by the hash of their SVG.
#[derive(Default)]
struct Shared {
    known: BTreeMap<[u8; 32], Arc<Pixmap>>,
    bytes: usize,
}

/// Rendered beginnings are forgotten when they take more memory than this.
const SHARED_BYTES: usize = 64 << 20;
/// Pictures with more pixels are drawn in bands, side by side.
const BAND_PIXELS: u32 = 1 << 20;
/// No more bands than this: each walks over the whole drawing.
const BANDS: u32 = 4;
/// Larger pictures are refused, because they take a gigabyte: 34 by 44 inches at 400 dpi are fewer.
const MOST_PIXELS: u64 = 1 << 28;

thread_local! {
    /// One pixmap a thread: fresh ones make the threads fight over memory in the kernel.
    static PIXMAP: RefCell<Option<Pixmap>> = const { RefCell::new(None) };
}

impl Raster {
    /// Pictures of that resolution.
    pub fn new(dpi: f64) -> Self {
        Self { dpi, shared: Mutex::default() }
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
        if width.saturating_mul(height) > BAND_PIXELS {
            let rgba = self.bands(drawing, width, height)?;
            return Ok(take(width, height, &rgba));
        }
        PIXMAP.with_borrow_mut(|slot| {
            let fits = slot.as_ref().is_some_and(|pixmap| (pixmap.width(), pixmap.height()) == (width, height));
            if !fits {
                *slot = Pixmap::new(width, height);
            }
            let pixmap = slot.as_mut().ok_or(RasterError::TooLarge(width, height))?;
            self.paint(drawing, pixmap)?;
            demultiply(pixmap.data_mut());
            Ok(take(width, height, pixmap.data()))
        })
    }

    /// Paints a drawing, its shared beginning from memory.
    fn paint(&self, drawing: &Drawing, pixmap: &mut Pixmap) -> Result<(), RasterError> {
        let (first, rest) = drawing.items.split_at(drawing.shared.min(drawing.items.len()));
        let svg = |items: &[Item]| document(drawing.width, drawing.height, items, TextMode::Outlined);
        if first.is_empty() {
            pixmap.data_mut().fill(0);
        } else {
            self.shared(&svg(first), pixmap)?;
        }
        if !rest.is_empty() {
            let tree = affordable(&svg(rest), pixmap.width())?;
            resvg::render(&tree, scale(&tree, pixmap.width(), pixmap.height()), &mut pixmap.as_mut());
        }
        Ok(())
    }

    /// Fills a pixmap with the picture of an SVG that many drawings begin with.
    fn shared(&self, svg: &str, pixmap: &mut Pixmap) -> Result<(), RasterError> {
        let (width, height) = (pixmap.width(), pixmap.height());
        let key = *blake3::Hasher::new().update(&width.to_le_bytes()).update(svg.as_bytes()).finalize().as_bytes();
        let known = self.shared.lock().ok().and_then(|shared| shared.known.get(&key).cloned());
        if let Some(known) = known.filter(|known| known.data().len() == pixmap.data().len()) {
            pixmap.data_mut().copy_from_slice(known.data());
            return Ok(());
        }
        let tree = affordable(svg, width)?;
        pixmap.data_mut().fill(0);
        resvg::render(&tree, scale(&tree, width, height), &mut pixmap.as_mut());
        if let Ok(mut shared) = self.shared.lock() {
            let bytes = pixmap.data().len();
            if shared.bytes + bytes > SHARED_BYTES {
                *shared = Shared::default();
            }
            shared.bytes += bytes;
            shared.known.insert(key, Arc::new(pixmap.clone()));
        }
        Ok(())
    }

    /// A large drawing, in bands that are drawn side by side.
    fn bands(&self, drawing: &Drawing, width: u32, height: u32) -> Result<Vec<u8>, RasterError> {
        let svg = document(drawing.width, drawing.height, &drawing.items, TextMode::Outlined);
        let tree = affordable(&svg, width)?;
        let whole = scale(&tree, width, height);
        let rows = (BAND_PIXELS / width).max(height.div_ceil(BANDS));
        let row_bytes = width as usize * 4;
        let mut rgba = vec![0; row_bytes * height as usize];
        rgba.par_chunks_mut(row_bytes * rows as usize).enumerate().try_for_each(|(n, band)| {
            let band_rows = u32::try_from(band.len() / row_bytes).unwrap_or(rows);
            let mut pixmap =
                PixmapMut::from_bytes(band, width, band_rows).ok_or(RasterError::TooLarge(width, height))?;
            #[allow(clippy::cast_precision_loss)]
            let top = (n * rows as usize) as f32;
            resvg::render(&tree, whole.post_translate(0.0, -top), &mut pixmap);
            demultiply(band);
            Ok(())
        })?;
        Ok(rgba)
    }
}

/// The tree of an SVG that can be drawn at that width.
fn affordable(svg: &str, width: u32) -> Result<Tree, RasterError> {
    let tree = parse(svg)?;
    let scale = f64::from(width) / f64::from(tree.size().width());
    Meter::allows(&tree, scale).map_err(RasterError::Cost)?;
    Ok(tree)
}

fn parse(svg: &str) -> Result<Tree, RasterError> {
    thread_local! {
        static OPTIONS: Options<'static> = options();
    }
    OPTIONS.with(|options| Tree::from_str(svg, options)).map_err(|error| RasterError::Svg(error.to_string()))
}

#[allow(clippy::cast_precision_loss)]
fn scale(tree: &Tree, width: u32, height: u32) -> Transform {
    Transform::from_scale(width as f32 / tree.size().width(), height as f32 / tree.size().height())
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
        raster.paint(&drawing, &mut whole).unwrap();
        // Curves are cut where a band ends, so a few pixels of their rims round otherwise; a seam would stand out.
        let differing = banded.chunks(4).zip(whole.data().chunks(4)).filter(|(a, b)| a != b).count();
        let worst = banded.iter().zip(whole.data()).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(worst <= Some(64) && differing * 1000 < banded.len() / 4, "{worst:?} {differing}");
    }

    #[test]
    fn nothing_outside_the_document_is_read() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><image href='Cargo.toml' width='9' height='9'/><image href='/etc/hostname' width='9' height='9'/></svg>";
        assert!(parse(svg).unwrap().root().children().is_empty());
    }
}
