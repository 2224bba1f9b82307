//! Sheets of counters and of cards.

use super::grid::CounterGrid;
use super::page::{PageHalf, SheetPage};
use super::turn::Turn;
use crate::draw::{Drawing, Rect};
use crate::model::print::{Paper, Settings, Sides};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// Something with a front, and perhaps a back, to be printed and cut out.
#[derive(Debug, Clone)]
pub struct Cutout {
    /// Its id.
    pub id: String,
    /// What it belongs to: named in the waste margin beside it.
    pub group: String,
    /// Its front: the size after the cut and the bleed on every side.
    pub front: Drawing,
    /// Its back, of the same size.
    pub back: Option<Drawing>,
}

/// Which side of a sheet a page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaperSide {
    /// The front.
    Front,
    /// The back, seen from behind.
    Back,
    /// Both, with a fold between them.
    Fold,
}

/// A printed page.
#[derive(Debug, Clone)]
pub struct PrintSheet {
    /// What it is called.
    pub name: String,
    /// Its number, from 1. A front and its back have the same.
    pub number: usize,
    /// Which side it is.
    pub side: PaperSide,
    /// The whole paper. `solids` names everything that is printed beside the counters.
    pub drawing: Drawing,
    /// Around everything that is cut out.
    pub trim: Rect,
    /// The same with the bleed.
    pub bleed: Rect,
    /// What is cut out, in the order of `holds`; on a folded page the fronts, then the backs.
    pub cuts: Vec<Rect>,
    /// What is on it: ids in the reading order of the front.
    pub holds: Vec<String>,
    /// What of the paper lies on top when it is cut: all of it, or the front half of a folded page.
    pub upper: Rect,
}

/// A paper is too small for what is to be printed on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooSmall {
    /// What does not fit, on what.
    pub why: String,
}

impl fmt::Display for TooSmall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for TooSmall {}

/// The sheets of counters, in order; fronts fill rows from left to right. Printed on both sides, every
/// front is followed by its back, even if nothing is on that: a printer turns every sheet. Printed on one
/// side, sheets of backs follow all the fronts, and those with nothing on them are left out.
///
/// Faces that are given away are not copied onto the sheets.
pub fn counter_sheets<'f>(
    faces: impl Into<Cow<'f, [Cutout]>>,
    size: (f64, f64),
    paper: &Paper,
    settings: &Settings,
    footer: &str,
) -> Result<Vec<PrintSheet>, TooSmall> {
    let mut faces = faces.into().into_owned();
    let backs: Vec<bool> = faces.iter().map(|face| face.back.is_some()).collect();
    let Some(layout) = SheetLayout::new(&backs, size, paper, settings, footer)? else { return Ok(Vec::new()) };
    Ok((0..layout.pages()).map(|page| layout.sheet(page, &mut faces[layout.faces(page)])).collect())
}

/// Which faces lie on which page. Pages are drawn one by one, so that not all faces have to be there at once.
pub struct SheetLayout<'a> {
    paper: &'a Paper,
    settings: &'a Settings,
    footer: &'a str,
    grid: CounterGrid,
    faces: usize,
    /// Number, from 0, and side of every page.
    pages: Vec<(usize, PaperSide)>,
    back: Option<PageHalf>,
}

impl<'a> SheetLayout<'a> {
    /// Lays out faces of a size, of each of which it is known whether it has a back; none if there are none.
    pub fn new(
        backs: &[bool],
        size: (f64, f64),
        paper: &'a Paper,
        settings: &'a Settings,
        footer: &'a str,
    ) -> Result<Option<Self>, TooSmall> {
        if backs.is_empty() {
            return Ok(None);
        }
        // A fold without anything behind it would only waste half the paper.
        let folds = settings.sides == Sides::Gutterfold && backs.contains(&true);
        let single = settings.sides == Sides::Single || settings.sides == Sides::Gutterfold && !folds;
        let sides = if single { Sides::Single } else { settings.sides };
        let grid =
            CounterGrid::new(size, paper, settings, sides).ok_or_else(|| too_small(size, paper, settings, sides))?;
        let chunks = || backs.chunks(grid.slots.len()).enumerate();
        let pages: Vec<(usize, PaperSide)> = match (single, folds) {
            (true, _) => {
                let behind = chunks().filter(|(_, backs)| backs.contains(&true)).map(|(n, _)| (n, PaperSide::Back));
                chunks().map(|(n, _)| (n, PaperSide::Front)).chain(behind).collect()
            }
            (_, true) => chunks().map(|(n, _)| (n, PaperSide::Fold)).collect(),
            _ => chunks().flat_map(|(n, _)| [(n, PaperSide::Front), (n, PaperSide::Back)]).collect(),
        };
        let back = Turn::duplex(sides, paper).or(grid.fold).map(|turn| PageHalf::back(turn, settings));
        Ok(Some(Self { paper, settings, footer, grid, faces: backs.len(), pages, back }))
    }

    /// How many pages there are.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The faces on a page.
    pub fn faces(&self, page: usize) -> Range<usize> {
        let (slots, n) = (self.grid.slots.len(), self.pages.get(page).map_or(0, |(n, _)| *n));
        self.faces.min(n * slots)..self.faces.min((n + 1) * slots)
    }

    /// What the sheet of a page is called, its number from 1, and which side of it the page is.
    pub fn about(&self, page: usize) -> (String, usize, PaperSide) {
        let (n, side) = self.pages.get(page).copied().unwrap_or((0, PaperSide::Front));
        (name(n + 1, side), n + 1, side)
    }

    /// All that a page shows besides its faces, in words.
    pub fn furniture(&self, page: usize) -> String {
        let Self { paper, settings, footer, grid, pages, back, faces: _ } = self;
        format!("{:?}", (paper, settings, footer, grid, pages.get(page), (page, pages.len()), back))
    }

    /// Draws a page with the faces on it, whose art moves there.
    pub fn sheet(&self, page: usize, faces: &mut [Cutout]) -> PrintSheet {
        let (n, side) = self.pages.get(page).copied().unwrap_or((0, PaperSide::Front));
        let halves = match side {
            PaperSide::Front => vec![PageHalf::FRONT],
            PaperSide::Back => self.back.into_iter().collect(),
            PaperSide::Fold => [PageHalf::FRONT].into_iter().chain(self.back).collect(),
        };
        let (number, page, grid) = (n + 1, (page + 1, self.pages.len()), self.grid.filled(faces.len()));
        let Self { paper, settings, footer, .. } = *self;
        SheetPage { paper, settings, grid: &grid, faces, footer, number, side, page, halves }.draw()
    }
}

/// What a sheet is called.
pub(super) fn name(number: usize, side: PaperSide) -> String {
    let side = match side {
        PaperSide::Front => "front",
        PaperSide::Back => "back",
        PaperSide::Fold => "fold",
    };
    format!("Sheet {number} {side}")
}

/// The sheets of cards: as counters, but `card_gap` apart and with a margin of their own, because nine of
/// them nearly fill a page.
pub fn card_sheets<'f>(
    faces: impl Into<Cow<'f, [Cutout]>>,
    size: (f64, f64),
    paper: &Paper,
    settings: &Settings,
    footer: &str,
) -> Result<Vec<PrintSheet>, TooSmall> {
    let gap = settings.card_gap.max(0.0);
    let block = (gap > 0.0).then_some((1, 1));
    let margin = settings.card_margin;
    counter_sheets(faces, size, paper, &Settings { block, gap, margin, ..settings.clone() }, footer)
}

fn too_small((w, h): (f64, f64), paper: &Paper, settings: &Settings, sides: Sides) -> TooSmall {
    let Paper { name, width, height } = paper;
    let (w, h) = (millimetres(w), millimetres(h));
    let edge = if settings.registration.is_some() { "registration marks" } else { "margins" };
    let twice = if sides == Sides::Gutterfold { " twice, with a fold between front and back," } else { "" };
    TooSmall {
        why: format!(
            "{w} x {h} mm does not fit{twice} on {name} ({} x {} mm) inside its {edge}",
            millimetres(*width),
            millimetres(*height)
        ),
    }
}

/// A length as people write it.
pub fn millimetres(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}
