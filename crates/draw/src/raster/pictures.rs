//! Pictures from outside, read once: SVGs as trees, PNGs and JPEGs as pixels.

use super::{RasterError, options};
use crate::Colour;
use crate::Picture;
use crate::picture::PictureFormat;
use resvg::tiny_skia::{IntSize, Pixmap};
use resvg::usvg::{Options, Tree};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};

/// A picture, ready to be drawn.
#[derive(Clone)]
pub(super) enum ReadPicture {
    Tree(Arc<Tree>),
    Pixels(Arc<Pixmap>),
}

/// What makes a picture another one: its bytes; an SVG also its ink and its size to the bit.
type PictureKey = ([u8; 32], [u8; 3], [u64; 2]);

/// The pictures that were read, as many as the memory for them holds.
#[derive(Default)]
struct ReadPictures {
    pictures: BTreeMap<PictureKey, ReadPicture>,
    bytes: usize,
}

/// Bytes for pictures that were read; beyond that the memory starts anew.
const MOST: usize = 64 << 20;
/// A tree takes about so many times the bytes of its text.
const TREE: usize = 8;

/// A picture, read now or before.
pub(super) fn read(picture: &Picture, size: (f64, f64), ink: Colour) -> Result<ReadPicture, RasterError> {
    static KNOWN: LazyLock<Mutex<ReadPictures>> = LazyLock::new(Mutex::default);
    let key = match picture.format() {
        PictureFormat::Svg => (*picture.hash(), ink.0, [size.0.to_bits(), size.1.to_bits()]),
        PictureFormat::Png | PictureFormat::Jpeg => (*picture.hash(), [0; 3], [0; 2]),
    };
    if let Some(known) = KNOWN.lock().ok().and_then(|known| known.pictures.get(&key).cloned()) {
        return Ok(known);
    }
    let (read, bytes) = match picture.format() {
        PictureFormat::Svg => {
            (ReadPicture::Tree(Arc::new(tree(picture, size, ink)?)), picture.bytes().len() * TREE + 4096)
        }
        PictureFormat::Png | PictureFormat::Jpeg => {
            let pixels = decoded(picture)?;
            let bytes = pixels.data().len();
            (ReadPicture::Pixels(Arc::new(pixels)), bytes)
        }
    };
    if let Ok(mut known) = KNOWN.lock()
        && bytes <= MOST
    {
        if known.bytes + bytes > MOST {
            *known = ReadPictures::default();
        }
        if known.pictures.insert(key, read.clone()).is_none() {
            known.bytes += bytes;
        }
    }
    Ok(read)
}

/// The tree of an SVG in its own units.
fn tree(picture: &Picture, (width, height): (f64, f64), ink: Colour) -> Result<Tree, RasterError> {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\" color=\"{ink}\">{}</svg>",
        picture.text()
    );
    parse(&svg)
}

/// Reads an SVG document.
pub(super) fn parse(svg: &str) -> Result<Tree, RasterError> {
    thread_local! {
        static OPTIONS: Options<'static> = options();
    }
    OPTIONS.with(|options| Tree::from_str(svg, options)).map_err(|error| RasterError::Svg(error.to_string()))
}

/// The pixels of a PNG or JPEG.
fn decoded(picture: &Picture) -> Result<Pixmap, RasterError> {
    let wrong = |why: String| RasterError::Picture(why);
    let image = image::load_from_memory(picture.bytes()).map_err(|error| wrong(error.to_string()))?;
    let image = image.into_rgba8();
    let size = IntSize::from_wh(image.width(), image.height()).ok_or_else(|| wrong("it is empty".to_string()))?;
    let mut pixels = image.into_raw();
    for pixel in pixels.chunks_exact_mut(4).filter(|pixel| pixel[3] < 255) {
        let alpha = u32::from(pixel[3]);
        for channel in &mut pixel[..3] {
            *channel = u8::try_from((u32::from(*channel) * alpha + 127) / 255).unwrap_or(255);
        }
    }
    Pixmap::from_vec(pixels, size).ok_or_else(|| wrong("it is empty".to_string()))
}
