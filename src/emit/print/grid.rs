//! Where counters lie on a paper.

use super::registration;
use super::turn::Turn;
use crate::draw::Rect;
use crate::model::print::{Paper, Settings, Sides};

/// Lengths closer than this are the same: far below what anybody can print or cut.
pub const SAME: f64 = 1e-6;
/// The line of words at the top and bottom of a page, with the white before it.
pub const STRIP: f64 = 3.2;
/// Room for the number of a row, beyond the bleed.
pub const NUMBER: f64 = 3.4;
/// Words in the margin may cost so large a part of the counters of a sheet, and no more.
const COST: f64 = 0.15;

/// The places for counters on the front of a paper.
#[derive(Debug, Clone)]
pub struct CounterGrid {
    /// Left edges of the columns.
    pub xs: Vec<f64>,
    /// Upper edges of the rows.
    pub ys: Vec<f64>,
    /// Width and height of a counter.
    pub size: (f64, f64),
    /// Column and row of every place that can be used, row by row.
    pub slots: Vec<(usize, usize)>,
    /// How the other half of a folded paper comes behind this one.
    pub fold: Option<Turn>,
    /// What of the paper lies on top when it is cut: all, or the front half of a fold.
    pub upper: Rect,
}

impl CounterGrid {
    /// The rectangle of a place.
    pub fn rect(&self, (column, row): (usize, usize)) -> Rect {
        let (x, y) = (self.xs.get(column), self.ys.get(row));
        Rect::new(x.copied().unwrap_or(0.0), y.copied().unwrap_or(0.0), self.size.0, self.size.1)
    }

    /// The rectangle around all places.
    pub fn outer(&self) -> Rect {
        let last = (self.xs.len().saturating_sub(1), self.ys.len().saturating_sub(1));
        self.rect((0, 0)).union(self.rect(last))
    }

    /// The same grid for a page with fewer counters than places: on a folded page those next to the fold are used, so
    /// that what is glued together lies where the fold is exact.
    pub fn filled(&self, counters: usize) -> Self {
        let mut grid = self.clone();
        if counters >= grid.slots.len() {
            return grid;
        }
        match self.fold {
            Some(Turn::Book) => grid.slots.sort_by_key(|(column, row)| (std::cmp::Reverse(*column), *row)),
            Some(Turn::Calendar) => grid.slots.sort_by_key(|(column, row)| (std::cmp::Reverse(*row), *column)),
            None => {}
        }
        grid.slots.truncate(counters);
        grid.slots.sort_by_key(|(column, row)| (*row, *column));
        grid
    }

    /// The grid with the most places, centred on the paper or beside its fold; none if nothing fits.
    pub fn new(size: (f64, f64), paper: &Paper, settings: &Settings, sides: Sides) -> Option<Self> {
        if sides != Sides::Gutterfold {
            return Self::on(size, paper, settings, None);
        }
        let upright = Self::on(size, paper, settings, Some(Turn::Book));
        let across = Self::on(size, paper, settings, Some(Turn::Calendar));
        match (upright, across) {
            (Some(upright), Some(across)) if across.slots.len() > upright.slots.len() => Some(across),
            (upright, across) => upright.or(across),
        }
    }

    fn on(size: (f64, f64), paper: &Paper, settings: &Settings, fold: Option<Turn>) -> Option<Self> {
        let usable = size.0 >= 1.0 && size.1 >= 1.0 && size.0.is_finite() && size.1.is_finite();
        if !usable {
            return None;
        }
        // Words in the margin are worth a row of small counters, but not a third of the cards.
        let (side, top) = wishes(settings);
        let options = [(side, top), (0.0, top), (side, 0.0), (0.0, 0.0)];
        let grids: Vec<_> = options.iter().map(|keep| Self::within(size, paper, settings, fold, *keep)).collect();
        let count = |grid: &Option<Self>| u32::try_from(grid.as_ref().map_or(0, |grid| grid.slots.len())).unwrap_or(0);
        let most = f64::from(grids.iter().map(count).max().unwrap_or(0));
        grids.into_iter().find(|grid| f64::from(count(grid)) >= most * (1.0 - COST)).flatten()
    }

    /// The grid that leaves `keep` free inside the margin, at the sides and at top and bottom.
    fn within(
        size: (f64, f64),
        paper: &Paper,
        settings: &Settings,
        fold: Option<Turn>,
        keep: (f64, f64),
    ) -> Option<Self> {
        let marks = settings.registration.as_ref().map_or(0.0, registration::depth);
        let upper = upper(paper, fold);
        let gutter = (settings.gutter / 2.0).max(marks);
        let edge = ((settings.margin + keep.0).max(marks), (settings.margin + keep.1).max(marks));
        let (across, down) = settings.block.map_or((None, None), |(across, down)| (Some(across), Some(down)));
        let gap = settings.gap.max(0.0);
        let room = |half: bool, length: f64, edge: f64| if half { length - edge - gutter } else { length - 2.0 * edge };
        let columns = Lane::new(room(fold == Some(Turn::Book), upper.w, edge.0), size.0, across, gap)?;
        let rows = Lane::new(room(fold == Some(Turn::Calendar), upper.h, edge.1), size.1, down, gap)?;
        let left = if fold == Some(Turn::Book) { upper.w - gutter - columns.span() } else { middle(upper.w, &columns) };
        let top = if fold == Some(Turn::Calendar) { upper.h - gutter - rows.span() } else { middle(upper.h, &rows) };
        let mut grid = Self { xs: columns.starts(left), ys: rows.starts(top), size, slots: Vec::new(), fold, upper };
        let white = settings.registration.as_ref().map(|marks| registration::white(marks, upper));
        let all = (0..grid.ys.len()).flat_map(|row| (0..grid.xs.len()).map(move |column| (column, row)));
        let free = |slot: &(usize, usize)| {
            let bled = grid.rect(*slot).inset(-settings.bleed);
            !white.iter().flatten().any(|corner| corner.overlaps(bled))
        };
        grid.slots = all.filter(free).collect();
        (!grid.slots.is_empty()).then_some(grid)
    }
}

/// What of a paper lies on top when it is cut.
pub fn upper(paper: &Paper, fold: Option<Turn>) -> Rect {
    match fold {
        None => Rect::new(0.0, 0.0, paper.width, paper.height),
        Some(Turn::Book) => Rect::new(0.0, 0.0, paper.width / 2.0, paper.height),
        Some(Turn::Calendar) => Rect::new(0.0, 0.0, paper.width, paper.height / 2.0),
    }
}

/// What words and marks would like to have inside the margin: at the sides, and at top and bottom.
fn wishes(settings: &Settings) -> (f64, f64) {
    let marks = if settings.marks.crop { crop_end(settings) } else { settings.bleed };
    let number = if settings.numbering { settings.bleed + NUMBER } else { settings.bleed };
    (number, marks.max(number) + STRIP)
}

/// From the cut to the near end of a crop mark: never in the bleed.
pub fn crop_start(settings: &Settings) -> f64 {
    settings.marks.distance.max(settings.bleed).max(0.0)
}

/// From the cut to the far end of a crop mark.
pub fn crop_end(settings: &Settings) -> f64 {
    crop_start(settings) + settings.marks.length.max(0.0)
}

fn middle(length: f64, line: &Lane) -> f64 {
    (length - line.span()) / 2.0
}

/// Counters in a line, in blocks.
struct Lane {
    blocks: u32,
    block: u32,
    size: f64,
    gap: f64,
}

impl Lane {
    /// As many whole blocks as fit; a block too large for the paper is as large as the paper.
    fn new(length: f64, size: f64, block: Option<u32>, gap: f64) -> Option<Self> {
        let fit = whole(length / size);
        let block = block.map_or(fit, |block| block.min(fit));
        if block == 0 {
            return None;
        }
        let blocks = whole((length + gap) / (f64::from(block) * size + gap));
        Some(Self { blocks, block, size, gap })
    }

    fn span(&self) -> f64 {
        f64::from(self.blocks * self.block) * self.size + f64::from(self.blocks.saturating_sub(1)) * self.gap
    }

    fn starts(&self, from: f64) -> Vec<f64> {
        (0..self.blocks * self.block)
            .map(|n| from + f64::from(n) * self.size + f64::from(n / self.block) * self.gap)
            .collect()
    }
}

/// The whole part, of a number that may be a hair too small.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(value: f64) -> u32 {
    (value + SAME).floor().clamp(0.0, 10_000.0) as u32
}
