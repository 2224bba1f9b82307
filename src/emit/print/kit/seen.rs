//! Pages of a kit for people to look at before they are printed.

use super::{Darkroom, Game, Kit, PrintSheet, footer, maps, papers};
use crate::draw::Drawing;
use crate::emit::{EmitError, Sink};
use std::io;
use std::sync::{Mutex, PoisonError};

/// A page as it will be printed.
pub struct PrintedPage {
    /// The name of its file, without an ending.
    pub file: String,
    /// What the file holds.
    pub title: String,
    /// What the page is called.
    pub name: String,
    /// What is on it.
    pub drawing: Drawing,
}

/// Nothing is put away.
struct Nowhere;

impl Sink for Nowhere {
    fn put(&self, _: &str, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
}

/// All pages of a kit for a paper of the game, by its name, in the order of a kit.
///
/// # Errors
/// Why a page cannot be laid out.
pub fn printed_pages(game: &Game<'_>, paper: &str) -> Result<Vec<PrintedPage>, EmitError> {
    let pages = Mutex::default();
    let all = papers(game);
    let Some((paper, folder)) = all.iter().find(|(own, _)| own.name == paper) else { return Ok(Vec::new()) };
    let kit = Kit {
        game,
        picks: None,
        sink: &Nowhere,
        darkroom: Darkroom::new(game),
        footer: footer(game, None),
        maps: maps(game, None)?,
        // No page becomes a picture.
        pictured: ["", ""],
        seen: Some(&pages),
    };
    kit.counters(paper, folder)?;
    kit.cards(paper, folder)?;
    kit.pages(paper, folder)?;
    kit.tiles(paper, folder)?;
    kit.calibration(paper, folder)?;
    Ok(pages.into_inner().unwrap_or_else(PoisonError::into_inner))
}

pub(super) fn keep(pages: &Mutex<Vec<PrintedPage>>, file: &str, title: &str, sheet: &PrintSheet) {
    pages.lock().unwrap_or_else(PoisonError::into_inner).push(PrintedPage {
        file: file.to_string(),
        title: title.to_string(),
        name: sheet.name.clone(),
        drawing: sheet.drawing.clone(),
    });
}
