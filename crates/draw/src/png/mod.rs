//! Pixels as PNG files: a palette where that loses nothing, else as few channels as there are. Large pictures
//! are written band by band, and never held whole.

mod packed;
mod palette;

use flate2::CompressError;
use packed::{Packed, Packing, joined, pack};
use palette::{Indexed, Palette};
use rayon::prelude::*;

/// What the pixels of a file are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Channels {
    Grey,
    Indexed,
    Rgb,
    Rgba,
}

impl Channels {
    /// PNG's number for it.
    fn code(self) -> u8 {
        match self {
            Channels::Grey => 0,
            Channels::Rgb => 2,
            Channels::Indexed => 3,
            Channels::Rgba => 6,
        }
    }
}

/// How hard small pictures are compressed: they come by the hundred and are small either way.
const SMALL: u32 = 1;
/// How hard large pictures are compressed.
const LARGE: u32 = 2;
/// Pictures of more pixels get no palette: all numbers of colours are in memory until the last colour is known.
const MOST_INDEXED: u64 = 1 << 26;

/// A PNG of straight (not premultiplied) RGBA pixels.
pub fn encode(width: u32, height: u32, rgba: &[u8], dpi: f64) -> Result<Vec<u8>, CompressError> {
    let opaque = rgba.chunks_exact(4).all(|pixel| pixel[3] == 255);
    let mut file = PngFile { level: SMALL, ..PngFile::new(width, height, dpi, opaque) };
    let band = file.band(rgba)?;
    file.push(vec![band])?;
    file.finish()
}

/// A file that is written band by band, from the top.
pub struct PngFile {
    width: u32,
    height: u32,
    dpi: f64,
    opaque: bool,
    level: u32,
    bytes: Vec<u8>,
    adler: u32,
    /// Bands of few colours, until it is known that all are; none: it is known that some are not.
    held: Option<Vec<Indexed>>,
}

/// Some rows of a file.
pub struct PngBand(PngRows);

enum PngRows {
    /// Few colours.
    Few(Box<Indexed>),
    /// Many colours, packed.
    Packed(Packed),
}

impl PngFile {
    /// A file of that size. `opaque`: no pixel is translucent.
    pub fn new(width: u32, height: u32, dpi: f64, opaque: bool) -> Self {
        let few = u64::from(width) * u64::from(height) <= MOST_INDEXED;
        let held = few.then(Vec::new);
        Self { width, height, dpi, opaque, level: LARGE, bytes: Vec::new(), adler: 1, held }
    }

    /// Makes a band of straight RGBA pixels. Bands can be made side by side.
    pub fn band(&self, rgba: &[u8]) -> Result<PngBand, CompressError> {
        let few = self.held.as_ref().and_then(|_| Indexed::of(rgba, self.width as usize));
        Ok(PngBand(match few {
            Some(few) => PngRows::Few(Box::new(few)),
            None => PngRows::Packed(self.many(rgba)?),
        }))
    }

    /// Adds bands, in order.
    pub fn push(&mut self, bands: Vec<PngBand>) -> Result<(), CompressError> {
        if bands.iter().any(|PngBand(rows)| matches!(rows, PngRows::Packed(_))) {
            self.begin_many()?;
        }
        for PngBand(rows) in bands {
            match (rows, &mut self.held) {
                (PngRows::Few(few), Some(held)) => held.push(*few),
                (PngRows::Few(few), None) => {
                    let packed = self.many(&few.rgba())?;
                    self.write(&packed);
                }
                (PngRows::Packed(packed), _) => self.write(&packed),
            }
        }
        Ok(())
    }

    /// The bytes of the file.
    pub fn finish(mut self) -> Result<Vec<u8>, CompressError> {
        match self.held.as_deref().map(common) {
            Some(Some((palette, numbers))) => self.few(&palette, &numbers)?,
            _ => self.begin_many()?,
        }
        let adler = self.adler.to_be_bytes();
        self.chunk(*b"IDAT", &[&LAST_BLOCK, &adler]);
        self.chunk(*b"IEND", &[]);
        Ok(self.bytes)
    }

    /// Now that there are many colours: begins the file, and adds the bands that were held back.
    fn begin_many(&mut self) -> Result<(), CompressError> {
        if self.bytes.is_empty() {
            self.begin(if self.opaque { Channels::Rgb } else { Channels::Rgba }, None);
        }
        let held = self.held.take().unwrap_or_default();
        let packed = held.par_iter().map(|few| self.many(&few.rgba()));
        let packed: Vec<Packed> = packed.collect::<Result<_, _>>()?;
        packed.iter().for_each(|packed| self.write(packed));
        Ok(())
    }

    /// Writes a picture whose colours are all known.
    fn few(&mut self, palette: &Palette, bands: &[Vec<u8>]) -> Result<(), CompressError> {
        let grey = palette.is_grey();
        self.begin(if grey { Channels::Grey } else { Channels::Indexed }, Some(palette).filter(|_| !grey));
        // Greys are their own numbers. Of those, differences are as good as of other brightnesses.
        let packing = Packing { differences: grey, level: self.level };
        let width = self.width as usize;
        let pack_band = |numbers: &Vec<u8>| {
            let rows = numbers.chunks_exact(width).map(|row| {
                move |out: &mut Vec<u8>| match grey {
                    true => out.extend(row.iter().map(|number| palette.colours[usize::from(*number)][0])),
                    false => out.extend_from_slice(row),
                }
            });
            pack(rows, packing)
        };
        let packed: Vec<Packed> = match bands {
            // No other thread is asked for one band: it may be one of hundreds of small pictures.
            [band] => vec![pack_band(band)?],
            bands => bands.par_iter().map(pack_band).collect::<Result<_, _>>()?,
        };
        packed.iter().for_each(|packed| self.write(packed));
        Ok(())
    }

    /// Rows of pixels, packed.
    fn many(&self, rgba: &[u8]) -> Result<Packed, CompressError> {
        let opaque = self.opaque;
        let rows = rgba.chunks_exact(self.width as usize * 4).map(|row| {
            move |out: &mut Vec<u8>| match opaque {
                true => {
                    out.resize(row.len() / 4 * 3, 0);
                    for (rgb, rgba) in out.chunks_exact_mut(3).zip(row.chunks_exact(4)) {
                        (rgb[0], rgb[1], rgb[2]) = (rgba[0], rgba[1], rgba[2]);
                    }
                }
                false => out.extend_from_slice(row),
            }
        });
        pack(rows, Packing { differences: true, level: self.level })
    }

    /// Everything before the pixels.
    fn begin(&mut self, channels: Channels, palette: Option<&Palette>) {
        self.bytes.extend_from_slice(b"\x89PNG\r\n\x1a\n");
        let (width, height) = (self.width.to_be_bytes(), self.height.to_be_bytes());
        // Eight bits a channel; deflated, filtered, not interlaced.
        self.chunk(*b"IHDR", &[&width, &height, &[8, channels.code(), 0, 0, 0]]);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let per_metre = ((self.dpi / 0.0254).round() as u32).to_be_bytes();
        self.chunk(*b"pHYs", &[&per_metre, &per_metre, &[1]]);
        if let Some(Palette { colours, .. }) = palette {
            let rgb: Vec<u8> = colours.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
            self.chunk(*b"PLTE", &[&rgb]);
            if colours.iter().any(|colour| colour[3] < 255) {
                let alpha: Vec<u8> = colours.iter().map(|colour| colour[3]).collect();
                self.chunk(*b"tRNS", &[&alpha]);
            }
        }
        self.chunk(*b"IDAT", &[&ZLIB]);
    }

    fn write(&mut self, packed: &Packed) {
        self.adler = joined(self.adler, packed.adler, packed.length);
        self.chunk(*b"IDAT", &[&packed.bytes]);
    }

    fn chunk(&mut self, name: [u8; 4], parts: &[&[u8]]) {
        let length: usize = parts.iter().map(|part| part.len()).sum();
        self.bytes.extend_from_slice(&u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes());
        let start = self.bytes.len();
        self.bytes.extend_from_slice(&name);
        parts.iter().for_each(|part| self.bytes.extend_from_slice(part));
        let sum = crc32fast::hash(&self.bytes[start..]);
        self.bytes.extend_from_slice(&sum.to_be_bytes());
    }
}

/// How a zlib stream begins: deflate, a window of 32 kB, fast.
const ZLIB: [u8; 2] = [0x78, 0x01];
/// A last block with nothing in it.
const LAST_BLOCK: [u8; 2] = [0x03, 0x00];

/// The colours of all bands, and the bands with numbers of these; none if there are more than 256.
fn common(bands: &[Indexed]) -> Option<(Palette, Vec<Vec<u8>>)> {
    let mut all = Palette::default();
    let mut maps = Vec::with_capacity(bands.len());
    for band in bands {
        maps.push(band.palette.colours.iter().map(|colour| all.number(*colour)).collect::<Option<Vec<u8>>>()?);
    }
    let renumbered =
        |(band, map): (&Indexed, Vec<u8>)| match map.iter().enumerate().all(|(n, to)| n == usize::from(*to)) {
            true => band.numbers.clone(),
            false => band.numbers.iter().map(|number| map[usize::from(*number)]).collect(),
        };
    let bands = bands.iter().zip(maps).map(renumbered).collect();
    Some((all, bands))
}

#[cfg(test)]
mod tests;
