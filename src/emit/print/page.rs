//! A page of counters, put together.

use super::grid::CounterGrid;
use super::margin::Margin;
use super::sheets::{Cutout, PaperSide, PrintSheet};
use super::turn::Turn;
use super::{crops, faces, folds, furniture, labels, registration, sheets};
use crate::draw::{Drawing, Rect, Style};
use crate::model::print::{Paper, Settings, Sides};
use crate::source::values::Colour;

/// Marks and words that must be seen.
pub const INK: Colour = Colour([0, 0, 0]);
/// Words that may be overlooked.
pub const GREY: Colour = Colour([110, 110, 110]);

/// A page to be drawn.
pub struct SheetPage<'a> {
    /// Its paper.
    pub paper: &'a Paper,
    /// How it is printed.
    pub settings: &'a Settings,
    /// Where counters lie on the front.
    pub grid: &'a CounterGrid,
    /// What lies there. Its art is moved onto the page.
    pub faces: &'a mut [Cutout],
    /// The line at the bottom.
    pub footer: &'a str,
    /// The sheet.
    pub number: usize,
    /// Which side of it this is.
    pub side: PaperSide,
    /// This page, of so many.
    pub page: (usize, usize),
    /// What is printed on it: the fronts, the backs, or both.
    pub halves: Vec<PageHalf>,
}

/// The fronts or the backs on a page.
#[derive(Debug, Clone, Copy)]
pub struct PageHalf {
    /// How the backs came behind the fronts; none: these are the fronts.
    pub turn: Option<Turn>,
    /// What they are moved by.
    pub offset: (f64, f64),
}

impl PageHalf {
    /// The fronts.
    pub const FRONT: PageHalf = PageHalf { turn: None, offset: (0.0, 0.0) };

    /// The backs. They are moved if a printer turns the paper; folds and glue are exact.
    pub fn back(turn: Turn, settings: &Settings) -> Self {
        let duplex = matches!(settings.sides, Sides::LongEdge | Sides::ShortEdge);
        Self { turn: Some(turn), offset: if duplex { settings.back_offset } else { (0.0, 0.0) } }
    }

    /// Where a rectangle of the front's geometry is on this half.
    pub fn place(self, rect: Rect, paper: &Paper) -> Rect {
        let rect = self.turn.map_or(rect, |turn| turn.behind(rect, paper));
        Rect::new(rect.x + self.offset.0, rect.y + self.offset.1, rect.w, rect.h)
    }
}

impl SheetPage<'_> {
    /// Column and row of what lies on the page, in order.
    pub fn slots(&self) -> &[(usize, usize)] {
        self.grid.slots.get(..self.faces.len()).unwrap_or(&self.grid.slots)
    }

    /// What the sheet is called.
    pub fn name(&self) -> String {
        sheets::name(self.number, self.side)
    }

    /// Draws it.
    pub fn draw(mut self) -> PrintSheet {
        let (paper, settings, grid) = (self.paper, self.settings, self.grid);
        let white = Rect::new(0.0, 0.0, paper.width, paper.height);
        let mut margin = Margin::new(Drawing::new(paper.width, paper.height), white.inset(settings.margin));
        let mut bled = Vec::new();
        for half in self.halves.clone() {
            bled.extend(faces::draw(&mut self, half, &mut margin.drawing));
        }
        let bleed = bled.into_iter().reduce(Rect::union).unwrap_or_default();
        if let Some(marks) = settings.registration.as_ref().filter(|_| self.side != PaperSide::Back) {
            for path in registration::paths(marks, grid.upper) {
                margin.drawing.shape(path, Style::fill(INK));
            }
            for corner in registration::white(marks, grid.upper) {
                margin.take("registration", corner);
            }
        }
        if let Some(fold) = grid.fold {
            folds::line(&self, fold, &mut margin);
        }
        for half in &self.halves {
            crops::draw(&self, *half, &mut margin);
        }
        // Marks may stand between blocks; words never do, not even on a sheet that is half empty.
        for half in &self.halves {
            margin.keep_off(half.place(grid.outer().inset(-settings.bleed), paper));
        }
        if let Some(fold) = grid.fold {
            folds::words(paper, fold, &mut margin);
        }
        furniture::draw(&self.name(), self.footer, self.page, settings.ruler, &mut margin);
        if settings.numbering {
            labels::numbers(&self, &mut margin);
        }
        labels::captions(&self, &mut margin);
        let trims = |half: &PageHalf| self.slots().iter().map(|slot| half.place(grid.rect(*slot), paper)).collect();
        let cuts: Vec<Rect> = self.halves.iter().flat_map::<Vec<_>, _>(trims).collect();
        PrintSheet {
            name: self.name(),
            number: self.number,
            side: self.side,
            drawing: margin.drawing,
            trim: cuts.iter().copied().reduce(Rect::union).unwrap_or_default(),
            bleed,
            cuts,
            holds: self.faces.iter().map(|face| face.id.clone()).collect(),
            upper: grid.upper,
        }
    }
}
