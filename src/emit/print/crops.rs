//! Crop marks: at the ends of every cut, outside the bleed.

use super::grid::{SAME, crop_end, crop_start};
use super::margin::Margin;
use super::page::{INK, PageHalf, SheetPage};
use crate::draw::{Path, Rect, Stroke, Style};

/// The width of a mark.
const WIDTH: f64 = 0.12;
/// Shorter marks are left out.
const SHORTEST: f64 = 1.0;
/// White between marks and the paper's edge, or the fold.
const EDGE: f64 = 0.6;

/// Cuts in one direction: the other one is the same with x and y exchanged.
struct Cuts {
    /// Where columns begin, and how wide they are.
    starts: Vec<f64>,
    size: f64,
    /// Where rows begin, and how high they are.
    cross: Vec<f64>,
    cross_size: f64,
    /// Columns and rows of what lies there.
    slots: Vec<(usize, usize)>,
}

/// Draws the marks of the fronts or the backs.
pub fn draw(page: &SheetPage<'_>, half: PageHalf, margin: &mut Margin) {
    if !page.settings.marks.crop {
        return;
    }
    let marks = marks(page).into_iter().map(|mark| half.place(mark, page.paper));
    // Not beyond the paper, in a corner that a scanner reads, or across the fold. Marks may meet each other.
    let paper = Rect::new(0.0, 0.0, page.paper.width, page.paper.height);
    let fits = |mark: &Rect| paper.contains(mark.inset(-WIDTH / 2.0), 0.0) && margin.is_clear(mark.inset(-WIDTH / 2.0));
    let marks: Vec<Rect> = marks.filter(fits).collect();
    let mut path = Path::new();
    for mark in marks {
        path.move_to(mark.x, mark.y).line_to(mark.right(), mark.bottom());
        margin.take("crop mark", mark.inset(-WIDTH / 2.0));
    }
    margin.drawing.shape(path, Style::stroke(Stroke::new(INK, WIDTH).sharp()));
}

/// All marks, as rectangles without a width, on the front.
fn marks(page: &SheetPage<'_>) -> Vec<Rect> {
    let (grid, upper) = (page.grid, page.grid.upper);
    let columns = Cuts {
        starts: grid.xs.clone(),
        size: grid.size.0,
        cross: grid.ys.clone(),
        cross_size: grid.size.1,
        slots: page.slots().to_vec(),
    };
    let rows = Cuts {
        starts: grid.ys.clone(),
        size: grid.size.1,
        cross: grid.xs.clone(),
        cross_size: grid.size.0,
        slots: page.slots().iter().map(|(column, row)| (*row, *column)).collect(),
    };
    // The side at a fold is not a margin of the page.
    let at_fold = |end: f64, paper: f64| (end - paper).abs() > SAME;
    let upright = columns.marks(page, (upper.y, upper.bottom()), at_fold(upper.bottom(), page.paper.height));
    let across = rows.marks(page, (upper.x, upper.right()), at_fold(upper.right(), page.paper.width));
    let upright = upright.into_iter().map(|(x, from, to)| Rect::new(x, from, 0.0, to - from));
    upright.chain(across.into_iter().map(|(y, from, to)| Rect::new(from, y, to - from, 0.0))).collect()
}

impl Cuts {
    /// Marks of the cuts along columns: where, and from where to where.
    fn marks(&self, page: &SheetPage<'_>, (low, high): (f64, f64), fold: bool) -> Vec<(f64, f64, f64)> {
        let (start, end) = (crop_start(page.settings), crop_end(page.settings));
        let (inside, length) = (!page.settings.marks.margin_only, page.settings.marks.length);
        let (Some(first), Some(last)) = (self.cross.first(), self.cross.last()) else { return Vec::new() };
        let last = last + self.cross_size;
        let mut found = Vec::new();
        for at in self.lines(|_| true) {
            found.push((at, (first - end).max(low + EDGE), first - start));
            if inside || !fold {
                found.push((at, last + start, (last + end).min(high - EDGE)));
            }
        }
        for (n, pair) in self.cross.windows(2).enumerate().filter(|_| inside) {
            let (from, to) = (pair[0] + self.cross_size + start, pair[1] - start);
            for at in self.lines(|cross| cross == n || cross == n + 1) {
                // One mark serves both blocks unless they are far apart.
                if to - from <= 2.0 * length + SHORTEST {
                    found.push((at, from, to));
                } else {
                    found.extend([(at, from, from + length), (at, to - length, to)]);
                }
            }
        }
        found.retain(|(_, from, to)| to - from >= SHORTEST - SAME);
        found
    }

    /// Edges of the columns that hold something in some rows, each once.
    fn lines(&self, rows: impl Fn(usize) -> bool) -> Vec<f64> {
        let used = |n: usize| self.slots.iter().any(|(column, row)| *column == n && rows(*row));
        let starts = self.starts.iter().enumerate().filter(|(n, _)| used(*n));
        let mut lines: Vec<f64> = starts.flat_map(|(_, start)| [*start, start + self.size]).collect();
        lines.sort_by(f64::total_cmp);
        lines.dedup_by(|a, b| (*a - *b).abs() < SAME);
        lines
    }
}

/// Marks at the ends of the four cuts around a rectangle, outside of `ink`.
pub fn around(trim: Rect, ink: Rect, distance: f64, length: f64, margin: &mut Margin) {
    let mut path = Path::new();
    let (w, h) = (margin.drawing.width, margin.drawing.height);
    let mut marks = Vec::new();
    for x in [trim.x, trim.right()] {
        marks.push((x, (ink.y - distance - length).max(EDGE), x, ink.y - distance));
        marks.push((x, ink.bottom() + distance, x, (ink.bottom() + distance + length).min(h - EDGE)));
    }
    for y in [trim.y, trim.bottom()] {
        marks.push(((ink.x - distance - length).max(EDGE), y, ink.x - distance, y));
        marks.push((ink.right() + distance, y, (ink.right() + distance + length).min(w - EDGE), y));
    }
    for (x1, y1, x2, y2) in marks.into_iter().filter(|(x1, y1, x2, y2)| x2 - x1 + y2 - y1 >= SHORTEST) {
        path.move_to(x1, y1).line_to(x2, y2);
        margin.take("crop mark", Rect::new(x1, y1, x2 - x1, y2 - y1).inset(-WIDTH / 2.0));
    }
    margin.drawing.shape(path, Style::stroke(Stroke::new(INK, WIDTH).sharp()));
}
