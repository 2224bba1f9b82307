//! Drawings as the pages of a PDF, all of it vectors: shapes, text in embedded fonts, symbols.
//!
//! Comes in: a [`Document`] of drawings, each the whole sheet of paper. Comes out: the bytes of the
//! file, with the boxes that printers cut by, bookmarks and labels of pages. There is no date and no
//! random number in it: the same document gives the same bytes.

mod leaves;
mod letters;
mod objects;
mod outline;
mod painter;
mod pictures;
#[cfg(test)]
mod tests;
mod words;

pub use leaves::{Leaf, bound, leaves};
pub use letters::Letters;

use crate::{Affine, Drawing, Rect};
use krilla::geom::{Point, Transform};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::{NumberingStyle, PageLabel, PageSettings};
use krilla::{SerializeSettings, destination::XyzDestination};
use painter::PdfPainter;
use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;

/// Points of a millimetre.
const POINTS: f64 = 72.0 / 25.4;

/// What becomes one PDF.
#[derive(Debug, Clone, Default)]
pub struct Document<'a> {
    /// What it says of itself.
    pub about: PdfAbout,
    /// Its pages.
    pub pages: Vec<Page<'a>>,
    /// Its table of contents.
    pub bookmarks: Vec<Bookmark>,
}

/// What a PDF says of itself.
#[derive(Debug, Clone, Default)]
pub struct PdfAbout {
    /// Its title.
    pub title: String,
    /// Who wrote it.
    pub author: Option<String>,
    /// What it is about.
    pub subject: Option<String>,
    /// Words to find it by.
    pub keywords: Vec<String>,
    /// The program that made it.
    pub creator: String,
}

/// A sheet of paper.
#[derive(Debug, Clone, Default)]
pub struct Page<'a> {
    /// The whole sheet, in millimetres.
    pub drawing: Cow<'a, Drawing>,
    /// What is left of the sheet when it is cut.
    pub trim: Option<Rect>,
    /// How far colours reach beyond that.
    pub bleed: Option<Rect>,
    /// What viewers call the page, in place of its number.
    pub label: Option<String>,
}

/// An entry of the table of contents.
#[derive(Debug, Clone, Default)]
pub struct Bookmark {
    /// What it says.
    pub title: String,
    /// Where it leads: pages count from 0.
    pub page: usize,
    /// What stands below it.
    pub children: Vec<Bookmark>,
}

/// Why there is no PDF.
#[derive(Debug)]
pub enum PdfError {
    /// A page, counting from 0, has no size.
    Size(usize),
    /// A bookmark leads to a page that there is not.
    Bookmark(String, usize),
    /// Something is placed by numbers that are none, or beyond all paper.
    Place,
    /// A picture is not an SVG that usvg reads.
    Svg(String),
    /// A picture is not a PNG or JPEG.
    Image(String),
    /// A font of ours cannot be read.
    Font,
    /// The file could not be put together.
    Write(String),
}

impl fmt::Display for PdfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PdfError::Size(page) => write!(f, "page {} has no size", page + 1),
            PdfError::Bookmark(title, page) => {
                write!(f, "the bookmark `{title}` points to page {}, which does not exist", page + 1)
            }
            PdfError::Place => write!(f, "a coordinate is out of range"),
            PdfError::Svg(why) => write!(f, "a picture is not an SVG: {why}"),
            PdfError::Image(why) => write!(f, "a picture cannot be embedded: {why}"),
            PdfError::Font => write!(f, "a font cannot be embedded"),
            PdfError::Write(why) => write!(f, "the PDF cannot be written: {why}"),
        }
    }
}

impl std::error::Error for PdfError {}

/// The PDF of a document.
pub fn pdf(document: &Document<'_>) -> Result<Vec<u8>, PdfError> {
    let labelled = document.pages.iter().any(|page| page.label.is_some());
    let mut writer = PdfWriter::new(&document.about, labelled);
    for page in &document.pages {
        writer.page(page)?;
    }
    writer.finish(&document.bookmarks)
}

/// Writes a PDF page by page: no page is needed any more once it is written.
pub struct PdfWriter<'l> {
    file: krilla::Document,
    painter: PdfPainter,
    /// Letters that fonts are embedded with, whichever pages use.
    letters: Option<&'l Letters>,
    pages: usize,
    labelled: bool,
}

impl PdfWriter<'_> {
    /// A PDF without pages yet; `labelled` if any of them has a label.
    pub fn new(about: &PdfAbout, labelled: bool) -> Self {
        let settings = SerializeSettings { enable_tagging: false, ..SerializeSettings::default() };
        let mut file = krilla::Document::new_with(settings);
        file.set_metadata(metadata(about));
        Self { file, painter: PdfPainter::default(), letters: None, pages: 0, labelled }
    }

    /// Adds a page.
    ///
    /// # Errors
    /// Why the page cannot be drawn. There is no PDF then.
    pub fn page(&mut self, page: &Page<'_>) -> Result<(), PdfError> {
        let n = self.pages;
        let settings = settings_of(page, n, self.labelled).ok_or(PdfError::Size(n))?;
        let mut sheet = self.file.start_page_with(settings);
        let mut surface = sheet.surface();
        if let Some(letters) = self.letters.take() {
            self.painter.meet(&mut surface, letters)?;
        }
        let scale = Affine([POINTS, 0.0, 0.0, POINTS, 0.0, 0.0]);
        surface.push_transform(&transform(scale));
        let painted = self.painter.items(&mut surface, &page.drawing.items, scale);
        // Popped even if painting failed: a surface that is left open panics.
        surface.pop();
        surface.finish();
        self.pages += 1;
        painted
    }

    /// The bytes of the file, with a table of contents.
    ///
    /// # Errors
    /// A bookmark leads nowhere, or the file cannot be put together.
    pub fn finish(mut self, bookmarks: &[Bookmark]) -> Result<Vec<u8>, PdfError> {
        self.file.set_outline(contents(bookmarks, self.pages)?);
        self.file.finish().map_err(|error| PdfError::Write(error.to_string()))
    }
}

fn metadata(about: &PdfAbout) -> Metadata {
    Metadata::new()
        .title(about.title.clone())
        .authors(about.author.iter().cloned().collect())
        .description(about.subject.clone().unwrap_or_default())
        .keywords(about.keywords.clone())
        .creator(about.creator.clone())
        .language("en".to_string())
}

fn settings_of(page: &Page<'_>, n: usize, labelled: bool) -> Option<PageSettings> {
    let drawing = &page.drawing;
    let settings = PageSettings::from_wh(short(drawing.width * POINTS), short(drawing.height * POINTS))?;
    let settings = settings.with_trim_box(page.trim.and_then(in_points));
    let settings = settings.with_bleed_box(page.bleed.and_then(in_points));
    // Once a page has a label, those without one would have an empty one.
    let label = match &page.label {
        _ if !labelled => PageLabel::default(),
        Some(label) => PageLabel::new(None, Some(label.clone()), None),
        None => {
            let number = u32::try_from(n).ok().and_then(|n| NonZeroU32::new(n.saturating_add(1)));
            PageLabel::new(Some(NumberingStyle::Arabic), None, number)
        }
    };
    Some(settings.with_page_label(label))
}

fn in_points(rect: Rect) -> Option<krilla::geom::Rect> {
    let sides = [rect.x, rect.y, rect.right(), rect.bottom()].map(|side| short(side * POINTS));
    krilla::geom::Rect::from_ltrb(sides[0], sides[1], sides[2], sides[3])
}

fn contents(bookmarks: &[Bookmark], pages: usize) -> Result<Outline, PdfError> {
    fn node(bookmark: &Bookmark, pages: usize) -> Result<OutlineNode, PdfError> {
        if bookmark.page >= pages {
            return Err(PdfError::Bookmark(bookmark.title.clone(), bookmark.page));
        }
        let top = XyzDestination::new(bookmark.page, Point::from_xy(0.0, 0.0));
        let mut own = OutlineNode::new(bookmark.title.clone(), top).with_open(true);
        for child in &bookmark.children {
            own.push_child(node(child, pages)?);
        }
        Ok(own)
    }
    let mut outline = Outline::new();
    for bookmark in bookmarks {
        outline.push_child(node(bookmark, pages)?);
    }
    Ok(outline)
}

/// A length with as few digits as it needs: every digit is written out, a thousandth is finer than print.
fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// The same as krilla takes it.
fn short(value: f64) -> f32 {
    single(round(value))
}

/// A number as krilla takes it.
#[allow(clippy::cast_possible_truncation)]
fn single(value: f64) -> f32 {
    value as f32
}

/// A map of the plane as krilla takes it.
fn transform(place: Affine) -> Transform {
    let [a, b, c, d, e, f] = place.0.map(single);
    Transform::from_row(a, b, c, d, e, f)
}
