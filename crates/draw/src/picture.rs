//! Pictures that come from outside: an author's own, or a symbol.

use std::fmt;
use std::sync::{Arc, OnceLock};

/// What a picture is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    /// The inside of an SVG document.
    Svg,
    /// A PNG file.
    Png,
    /// A JPEG file.
    Jpeg,
}

/// A picture of an author's own, or a symbol. Copies share its bytes.
#[derive(Clone)]
pub struct Picture(Arc<PictureBytes>);

struct PictureBytes {
    format: PictureFormat,
    bytes: Box<[u8]>,
    hash: OnceLock<[u8; 32]>,
}

impl Picture {
    /// The inside of an SVG document, in which `currentColor` is the ink. Its ids are unique among the pictures of
    /// a drawing.
    pub fn svg(inside: &str) -> Self {
        Self::new(PictureFormat::Svg, inside.as_bytes())
    }

    /// The bytes of a PNG file.
    pub fn png(bytes: &[u8]) -> Self {
        Self::new(PictureFormat::Png, bytes)
    }

    /// The bytes of a JPEG file.
    pub fn jpeg(bytes: &[u8]) -> Self {
        Self::new(PictureFormat::Jpeg, bytes)
    }

    fn new(format: PictureFormat, bytes: &[u8]) -> Self {
        Self(Arc::new(PictureBytes { format, bytes: bytes.into(), hash: OnceLock::new() }))
    }

    /// What it is made of.
    pub fn format(&self) -> PictureFormat {
        self.0.format
    }

    /// Its bytes: those of the file, or the text of the SVG.
    pub fn bytes(&self) -> &[u8] {
        &self.0.bytes
    }

    /// The text of an SVG; nothing of other pictures.
    pub fn text(&self) -> &str {
        match self.format() {
            PictureFormat::Svg => std::str::from_utf8(self.bytes()).unwrap_or_default(),
            PictureFormat::Png | PictureFormat::Jpeg => "",
        }
    }

    /// The hash of its bytes, taken once.
    pub fn hash(&self) -> &[u8; 32] {
        self.0.hash.get_or_init(|| *blake3::hash(self.bytes()).as_bytes())
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {} bytes", self.format(), self.bytes().len())
    }
}
