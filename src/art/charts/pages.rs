//! Packing blocks into the columns of pages.

use super::block::ChartBlock;
use super::para::Para;
use super::{ChartJob, paper};
use crate::draw::{Affine, Align, Drawing, Path, Stroke, Style};
use crate::look::styles::{ChartStyle, count};
use std::collections::VecDeque;

/// A block where it stands on a page: its column and its top, from below the title.
pub struct PlacedBlock {
    block: ChartBlock,
    column: usize,
    y: f64,
}

/// The blocks of a page.
#[derive(Default)]
pub struct BlockPage {
    placed: Vec<PlacedBlock>,
}

/// Part of a page's height below which nobody begins a long block.
const LEAST_PART: f64 = 0.12;
/// Blocks longer than this part of a page's height run on in the next column.
const LONG: f64 = 0.6;

/// Height of the title of a page.
fn title_height(style: &ChartStyle) -> f64 {
    style.title_text().leading() + 2.0 * style.pad.0
}

/// Room for blocks below the title of a page.
fn room(style: &ChartStyle) -> f64 {
    style.page_height.0 - 2.0 * style.margin.0 - title_height(style)
}

/// Packs blocks, keeping their order as far as that does not waste room.
pub fn pack(style: &ChartStyle, blocks: Vec<ChartBlock>) -> Vec<BlockPage> {
    let mut rest: VecDeque<ChartBlock> = blocks.into();
    let mut pages = Vec::new();
    while !rest.is_empty() {
        let before = rest.len();
        let (page, left) = fill(style, rest.clone(), room(style));
        if left.is_empty() {
            pages.push(balanced(style, &rest, page));
            break;
        }
        rest = left;
        if page.placed.is_empty() && rest.len() >= before {
            let Some(block) = rest.pop_front() else { break };
            pages.push(longer_than_a_page(style, block, &mut rest));
        } else {
            pages.push(page);
        }
    }
    pages
}

/// A page for a block that no page can hold: its beginning. A single piece higher than a page is cut
/// by the paper.
fn longer_than_a_page(style: &ChartStyle, block: ChartBlock, rest: &mut VecDeque<ChartBlock>) -> BlockPage {
    let block = match block.split(style, room(style)) {
        (Some(first), more) => {
            more.into_iter().for_each(|more| rest.push_front(more));
            Some(first)
        }
        (None, whole) => whole,
    };
    BlockPage { placed: block.into_iter().map(|block| PlacedBlock { block, column: 0, y: 0.0 }).collect() }
}

/// The last page again, with columns no longer than they must be.
fn balanced(style: &ChartStyle, blocks: &VecDeque<ChartBlock>, mut page: BlockPage) -> BlockPage {
    let (mut low, mut high) = (0.0, room(style));
    for _ in 0..9 {
        let middle = (low + high) / 2.0;
        let (tried, left) = fill(style, blocks.clone(), middle);
        if left.is_empty() {
            page = tried;
            high = middle;
        } else {
            low = middle;
        }
    }
    page
}

/// Fills one page with columns of a height. Gives the page and what did not fit.
fn fill(style: &ChartStyle, blocks: VecDeque<ChartBlock>, height: f64) -> (BlockPage, VecDeque<ChartBlock>) {
    let mut filler = Filler { style, height, page: BlockPage::default(), ends: vec![0.0; style.column_count()] };
    // Wide blocks go first, so that no hole is left above them.
    let (wide, narrow): (Vec<ChartBlock>, Vec<ChartBlock>) = blocks.into_iter().partition(|block| block.span > 1);
    let mut left = VecDeque::new();
    for block in wide.into_iter().chain(narrow) {
        filler.offer(block, &mut left);
    }
    filler.spread();
    (filler.page, left)
}

/// A page while it is filled.
struct Filler<'s> {
    style: &'s ChartStyle,
    height: f64,
    page: BlockPage,
    /// Where each column ends.
    ends: Vec<f64>,
}

impl Filler<'_> {
    /// Puts a block into the first columns with room; splits it only if no page could hold it.
    fn offer(&mut self, block: ChartBlock, left: &mut VecDeque<ChartBlock>) {
        let height = block.height(self.style);
        let span = block.span.clamp(1, self.ends.len());
        let fits = |column: &usize| self.top(*column, span) + height <= self.height + 1e-6;
        let columns = 0..=self.ends.len() - span;
        // Wide ones stand at the right: the first column is for what comes first.
        let fitting = if span > 1 { columns.rev().find(fits) } else { columns.into_iter().find(fits) };
        if let Some(column) = fitting {
            let y = self.top(column, span);
            return self.put(block, column, y);
        }
        if height <= LONG * room(self.style) || span > 1 {
            left.push_back(block);
        } else if height > room(self.style) {
            left.extend(self.pour(block));
        } else {
            self.pour_whole(block, left);
        }
    }

    /// Lets a block that one column could hold run through several, but not over the page.
    fn pour_whole(&mut self, block: ChartBlock, left: &mut VecDeque<ChartBlock>) {
        let (placed, ends) = (self.page.placed.len(), self.ends.clone());
        if self.pour(block.clone()).is_some() {
            self.page.placed.truncate(placed);
            self.ends = ends;
            left.push_back(block);
        }
    }

    /// Lets a long block run through the columns from the first that has room. Gives what is left.
    fn pour(&mut self, mut block: ChartBlock) -> Option<ChartBlock> {
        for column in 0..self.ends.len() {
            let y = self.top(column, 1);
            if self.height - y < LEAST_PART * room(self.style) && self.height > 0.5 * room(self.style) {
                continue;
            }
            match block.split(self.style, self.height - y) {
                (Some(first), Some(rest)) => {
                    self.put(first, column, y);
                    block = rest;
                }
                (Some(whole), None) => {
                    self.put(whole, column, y);
                    return None;
                }
                (None, Some(rest)) => block = rest,
                (None, None) => return None,
            }
        }
        Some(block)
    }

    fn top(&self, column: usize, span: usize) -> f64 {
        let lowest = self.ends[column..column + span].iter().copied().fold(0.0, f64::max);
        if lowest > 0.0 { lowest + self.style.block_gap.0 } else { 0.0 }
    }

    fn put(&mut self, block: ChartBlock, column: usize, y: f64) {
        let end = y + block.height(self.style);
        for taken in &mut self.ends[column..column + block.span] {
            *taken = end;
        }
        self.page.placed.push(PlacedBlock { block, column, y });
    }

    /// Spreads the blocks of columns that are nearly full over the whole height.
    fn spread(&mut self) {
        if self.page.placed.iter().any(|placed| placed.block.span > 1) {
            return;
        }
        for column in 0..self.ends.len() {
            let spare = self.height - self.ends[column];
            let mut own: Vec<&mut PlacedBlock> =
                self.page.placed.iter_mut().filter(|placed| placed.column == column).collect();
            let gaps = count(own.len().saturating_sub(1));
            if gaps < 1.0 || spare / gaps > 0.75 * self.style.block_gap.0 {
                continue;
            }
            for (n, placed) in own.iter_mut().enumerate() {
                placed.y += spare / gaps * count(n);
            }
        }
    }
}

/// A page with its title.
pub fn draw(job: &ChartJob<'_>, page: &BlockPage, title: &str, number: usize, of: usize) -> Drawing {
    let style = job.style;
    let mut drawing = titled(job, title, number, of);
    let top = style.margin.0 + title_height(style);
    for placed in &page.placed {
        let x = style.margin.0 + (style.span(1) + style.gutter.0) * count(placed.column);
        drawing.place(placed.block.draw(style), Affine::shift(x, top + placed.y));
    }
    drawing
}

/// An empty page with its title.
pub fn titled(job: &ChartJob<'_>, title: &str, number: usize, of: usize) -> Drawing {
    let style = job.style;
    let mut drawing = paper(style.page_width.0, style.page_height.0);
    let (left, right) = (style.margin.0, style.page_width.0 - style.margin.0);
    let pages = if of > 1 { format!("page {number} of {of}") } else { String::new() };
    let pages = Para::line(&pages, style.small_text());
    let room = right - left - pages.ink_width() - 4.0;
    let size = style.title_text();
    let name = Para::line(title, size);
    let name = if name.ink_width() > room {
        Para::line(title, size.with_cap(size.cap * room / name.ink_width()))
    } else {
        name
    };
    name.draw(&mut drawing, left, style.margin.0, Align::Left);
    let game = Para::line(&job.model.game.title, style.small_text());
    let baseline = style.margin.0 + style.title_text().leading();
    if name.ink_width() + game.ink_width() + 8.0 < room {
        let x = left + name.ink_width() + 4.0;
        game.draw(&mut drawing, x, baseline - game.height() - 1.0, Align::Left);
    }
    pages.draw(&mut drawing, right, baseline - pages.height() - 1.0, Align::Right);
    let line = baseline + 0.3 * style.pad.0;
    drawing.shape(
        Path::line(left, line, right, line),
        Style::stroke(Stroke::new(style.ink.value, 2.0 * style.line.0).sharp()),
    );
    drawing
}

/// Where the contents of a titled page begin.
pub fn below_title(style: &ChartStyle) -> f64 {
    style.margin.0 + title_height(style)
}
