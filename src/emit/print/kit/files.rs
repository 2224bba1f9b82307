//! PDFs of sheets, pictures of their pages, and paths to cut along.

use super::{Kit, Put, seen};
use crate::draw::pdf::{About, Bookmark, Page, Writer};
use crate::draw::{Item, Path, Raster, Rect, Style};
use crate::emit::EmitError;
use crate::emit::print::{Sheet, Side, Sides, cut_svg};
use crate::source::values::Colour;
use rayon::prelude::*;
use std::borrow::Cow;

/// A PDF while its sheets are added.
struct File<'k> {
    kit: &'k Kit<'k>,
    path: String,
    writer: Writer,
    bookmarks: Vec<Bookmark>,
    put: Put,
}

impl<'k> File<'k> {
    fn new(kit: &'k Kit<'k>, (folder, name, title): (&str, &str, &str)) -> Self {
        let about = &kit.game.model.game;
        let about = About {
            title: format!("{}: {title}", about.title),
            author: about.designer.clone(),
            subject: Some(kit.footer.clone()),
            keywords: vec!["print and play".to_string(), "wargame".to_string()],
            creator: concat!("punchboard ", env!("CARGO_PKG_VERSION")).to_string(),
        };
        let put = Put { title: title.to_string(), pages: 0, sheets: 0 };
        let path = format!("{folder}/{name}.pdf");
        Self { kit, path, writer: Writer::new(&about, true), bookmarks: Vec::new(), put }
    }

    fn add(&mut self, name: &str, sheets: &[Sheet]) -> Result<(), EmitError> {
        let one_side = self.kit.prints_one_side();
        self.put.sheets += sheets.iter().filter(|sheet| sheet.side != Side::Back || one_side).count();
        self.put.pages += sheets.len();
        if let Some(seen) = self.kit.seen {
            seen::keep(seen, name, &self.put.title, sheets);
            return Ok(());
        }
        for sheet in sheets {
            let page = self.bookmarks.len();
            self.bookmarks.push(Bookmark { title: sheet.name.clone(), page, children: Vec::new() });
            let page = Page {
                drawing: Cow::Borrowed(&sheet.drawing),
                trim: Some(sheet.trim),
                bleed: Some(sheet.bleed),
                label: Some(sheet.name.clone()),
            };
            self.writer.page(&page).map_err(|error| EmitError::Pdf(self.path.clone(), error))?;
        }
        self.kit.darkroom.made(sheets.len());
        Ok(())
    }

    /// What is in it, and its bytes; none of none.
    fn finish(self) -> Result<Option<(Put, Vec<u8>)>, EmitError> {
        if self.put.pages == 0 {
            return Ok(None);
        }
        if self.kit.seen.is_some() {
            return Ok(Some((self.put, Vec::new())));
        }
        let bytes = self.writer.finish(&self.bookmarks).map_err(|error| EmitError::Pdf(self.path, error))?;
        Ok(Some((self.put, bytes)))
    }
}

impl Kit<'_> {
    /// A PDF of sheets; none of none.
    pub(super) fn put(
        &self,
        folder: &str,
        name: &str,
        title: &str,
        sheets: &[Sheet],
    ) -> Result<Option<Put>, EmitError> {
        let Some((put, bytes)) = self.document(folder, name, title, sheets)? else { return Ok(None) };
        self.sink.put(&format!("{folder}/{name}.pdf"), &bytes)?;
        Ok(Some(put))
    }

    /// The bytes of a PDF of sheets, and what is in it; none of none.
    pub(super) fn document(
        &self,
        folder: &str,
        name: &str,
        title: &str,
        sheets: &[Sheet],
    ) -> Result<Option<(Put, Vec<u8>)>, EmitError> {
        let mut file = File::new(self, (folder, name, title));
        file.add(name, sheets)?;
        file.finish()
    }

    /// Whether backs are on paper of their own.
    fn prints_one_side(&self) -> bool {
        self.game.print.settings.sides == Sides::Single
    }

    /// A PDF of what is cut out, with pictures of its pages and paths to cut along. Its sheets come in parts, of which
    /// one is in memory at a time.
    pub(super) fn put_cut(
        &self,
        folder: &str,
        name: &str,
        title: &str,
        parts: impl IntoIterator<Item = Result<Vec<Sheet>, EmitError>>,
    ) -> Result<Option<Put>, EmitError> {
        let mut file = File::new(self, (folder, name, title));
        for sheets in parts {
            let (sheets, before) = (sheets?, file.put.pages);
            file.add(name, &sheets)?;
            self.pngs(folder, name, &sheets, self.game.print.png.pages(), before)?;
            if self.game.print.cut {
                for sheet in sheets.iter().filter(|sheet| sheet.side != Side::Back) {
                    let svg = cut_svg(sheet, &self.game.print.settings);
                    self.sink.put(&format!("{folder}/cut/{name}-{}.svg", sheet.number), svg.as_bytes())?;
                }
            }
        }
        let Some((put, bytes)) = file.finish()? else { return Ok(None) };
        self.sink.put(&format!("{folder}/{name}.pdf"), &bytes)?;
        Ok(Some(put))
    }

    /// Pages as pictures, on white, numbered after so many. Those of the first paper: they are for screens and uploads.
    pub(super) fn pngs(
        &self,
        folder: &str,
        name: &str,
        sheets: &[Sheet],
        dpi: Option<u16>,
        before: usize,
    ) -> Result<(), EmitError> {
        let Some(dpi) = dpi.filter(|_| self.pictured.contains(&folder)) else { return Ok(()) };
        let raster = Raster::new(f64::from(dpi));
        sheets.par_iter().enumerate().try_for_each(|(n, sheet)| {
            let path = format!("{folder}/png/{name}-{}.png", before + n + 1);
            let mut drawing = sheet.drawing.clone();
            let white = Path::rect(Rect::new(0.0, 0.0, drawing.width, drawing.height));
            drawing.items.insert(0, Item::Shape(white, Style::fill(Colour([255; 3]))));
            let png = self.darkroom.png(&raster, &path, &drawing)?;
            self.sink.put(&path, &png).map_err(EmitError::from)
        })
    }
}
