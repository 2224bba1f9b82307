//! PDFs of sheets, pictures of their pages, and paths to cut along.

use super::planned::{AT_ONCE, KeptParts, Planned};
use super::{Kit, KitFile, seen};
use crate::draw::pdf::{Bookmark, Leaf, Page, PdfAbout, PdfWriter, bound};
use crate::draw::{Drawing, Item, Path, Raster, Rect, Style};
use crate::emit::EmitError;
use crate::emit::print::{PaperSide, PrintSheet, Sides, cut_svg};
use crate::source::values::Colour;
use rayon::prelude::*;
use std::borrow::Cow;

/// A PDF while its sheets are added.
struct OpenPdf<'k> {
    kit: &'k Kit<'k>,
    path: String,
    about: PdfAbout,
    leaves: Vec<(Leaf, String)>,
    kept: KeptParts,
    put: KitFile,
}

impl<'k> OpenPdf<'k> {
    fn new(kit: &'k Kit<'k>, (folder, name, title): (&str, &str, &str)) -> Self {
        let put = KitFile { title: title.to_string(), pages: 0, sheets: 0 };
        let path = format!("{folder}/{name}.pdf");
        Self { kit, path, about: kit.about(title), leaves: Vec::new(), kept: KeptParts::new(), put }
    }

    /// Adds sheets that fit into memory together.
    fn add(&mut self, name: &str, sheets: &[Planned<'_>]) -> Result<(), EmitError> {
        self.put.count(self.kit, sheets.iter().map(|sheet| sheet.side));
        if let Some(seen) = self.kit.seen {
            sheets.iter().for_each(|sheet| seen::keep(seen, name, &self.put.title, sheet.sheet()));
            return Ok(());
        }
        let leaves = self.kit.leaves(&self.path, sheets, &mut self.kept)?;
        self.leaves.extend(leaves.into_iter().zip(sheets.iter().map(|sheet| sheet.name.clone())));
        self.kit.darkroom.made(sheets.len());
        Ok(())
    }

    /// Puts it away and says what is in it; none of none.
    fn finish(self) -> Result<Option<KitFile>, EmitError> {
        if self.put.pages == 0 {
            return Ok(None);
        }
        if self.kit.seen.is_none() {
            let bookmarks = bookmarks(self.leaves.iter().map(|(_, name)| name));
            let bytes = bound(&self.about, &self.leaves, &bookmarks);
            let bytes = bytes.map_err(|error| EmitError::Pdf(self.path.clone(), error))?;
            self.kit.sink.put(&self.path, &bytes)?;
        }
        Ok(Some(self.put))
    }
}

/// A bookmark for each page.
fn bookmarks<'n>(names: impl Iterator<Item = &'n String>) -> Vec<Bookmark> {
    names.enumerate().map(|(page, name)| Bookmark { title: name.clone(), page, children: Vec::new() }).collect()
}

impl KitFile {
    fn count(&mut self, kit: &Kit<'_>, sides: impl ExactSizeIterator<Item = PaperSide>) {
        self.pages += sides.len();
        self.sheets += sides.filter(|side| *side != PaperSide::Back || kit.prints_one_side()).count();
    }
}

impl Kit<'_> {
    /// What a PDF says of itself.
    fn about(&self, title: &str) -> PdfAbout {
        let about = &self.game.model.game;
        PdfAbout {
            title: format!("{}: {title}", about.title),
            author: about.designer.clone(),
            subject: Some(self.footer.clone()),
            keywords: vec!["print and play".to_string(), "wargame".to_string()],
            creator: concat!("punchboard ", env!("CARGO_PKG_VERSION")).to_string(),
        }
    }

    /// A PDF of sheets, page by page; none of none.
    pub(super) fn put(
        &self,
        folder: &str,
        name: &str,
        title: &str,
        sheets: &[PrintSheet],
    ) -> Result<Option<KitFile>, EmitError> {
        let mut file = OpenPdf::new(self, (folder, name, title));
        for sheets in sheets.chunks(AT_ONCE) {
            file.add(name, &sheets.iter().map(Planned::drawn).collect::<Vec<_>>())?;
        }
        file.finish()
    }

    /// The bytes of a PDF of sheets that are kept together, and what is in it; none of none.
    pub(super) fn document(
        &self,
        folder: &str,
        name: &str,
        title: &str,
        sheets: &[PrintSheet],
    ) -> Result<Option<(KitFile, Vec<u8>)>, EmitError> {
        let mut put = KitFile { title: title.to_string(), pages: 0, sheets: 0 };
        put.count(self, sheets.iter().map(|sheet| sheet.side));
        if sheets.is_empty() {
            return Ok(None);
        }
        if let Some(seen) = self.seen {
            sheets.iter().for_each(|sheet| seen::keep(seen, name, title, sheet));
            return Ok(Some((put, Vec::new())));
        }
        let failed = |error| EmitError::Pdf(format!("{folder}/{name}.pdf"), error);
        let mut writer = PdfWriter::new(&self.about(title), true);
        for sheet in sheets {
            let page = Page {
                drawing: Cow::Borrowed(&sheet.drawing),
                trim: Some(sheet.trim),
                bleed: Some(sheet.bleed),
                label: Some(sheet.name.clone()),
            };
            writer.page(&page).map_err(failed)?;
        }
        self.darkroom.made(sheets.len());
        let bytes = writer.finish(&bookmarks(sheets.iter().map(|sheet| &sheet.name))).map_err(failed)?;
        Ok(Some((put, bytes)))
    }

    /// Whether backs are on paper of their own.
    fn prints_one_side(&self) -> bool {
        self.game.print.settings.sides == Sides::Single
    }

    /// A PDF of what is cut out, with pictures of its pages and paths to cut along. Its sheets come in parts, of which
    /// one is in memory at a time.
    pub(super) fn put_cut<'s>(
        &self,
        folder: &str,
        name: &str,
        title: &str,
        parts: impl IntoIterator<Item = Vec<Planned<'s>>>,
    ) -> Result<Option<KitFile>, EmitError> {
        let mut file = OpenPdf::new(self, (folder, name, title));
        for sheets in parts {
            let before = file.put.pages;
            file.add(name, &sheets)?;
            self.planned_pngs(folder, name, &sheets, self.game.print.png.pages(), before)?;
            if self.game.print.cut {
                for sheet in sheets.iter().filter(|sheet| sheet.side != PaperSide::Back) {
                    let svg = cut_svg(sheet.sheet(), &self.game.print.settings);
                    self.sink.put(&format!("{folder}/cut/{name}-{}.svg", sheet.number), svg.as_bytes())?;
                }
            }
        }
        file.finish()
    }

    /// Pages as pictures, on white, numbered after so many. Those of the first paper: they are for screens and uploads.
    pub(super) fn pngs(
        &self,
        folder: &str,
        name: &str,
        sheets: &[PrintSheet],
        dpi: Option<u16>,
        before: usize,
    ) -> Result<(), EmitError> {
        let Some(dpi) = dpi.filter(|_| self.pictured.contains(&folder)) else { return Ok(()) };
        let raster = Raster::new(f64::from(dpi));
        sheets.par_iter().enumerate().try_for_each(|(n, sheet)| {
            let path = format!("{folder}/png/{name}-{}.png", before + n + 1);
            let png = self.darkroom.png(&raster, &path, &on_white(sheet))?;
            self.sink.put(&path, &png).map_err(EmitError::from)
        })
    }

    /// The same of sheets that may not be drawn yet.
    fn planned_pngs(
        &self,
        folder: &str,
        name: &str,
        sheets: &[Planned<'_>],
        dpi: Option<u16>,
        before: usize,
    ) -> Result<(), EmitError> {
        let Some(dpi) = dpi.filter(|_| self.pictured.contains(&folder)) else { return Ok(()) };
        let raster = Raster::new(f64::from(dpi));
        sheets.par_iter().enumerate().try_for_each(|(n, sheet)| {
            let path = format!("{folder}/png/{name}-{}.png", before + n + 1);
            let png = self.darkroom.keyed(&raster, &path, &sheet.key, || Cow::Owned(on_white(sheet.sheet())))?;
            self.sink.put(&path, &png).map_err(EmitError::from)
        })
    }
}

/// What is on a sheet, on white paper.
fn on_white(sheet: &PrintSheet) -> Drawing {
    let mut drawing = sheet.drawing.clone();
    let white = Path::rect(Rect::new(0.0, 0.0, drawing.width, drawing.height));
    drawing.items.insert(0, Item::Shape(white, Style::fill(Colour([255; 3]))));
    drawing
}
