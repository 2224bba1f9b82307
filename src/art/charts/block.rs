//! Blocks: a title bar and what stands below it, piece by piece.

use super::para::{Para, words};
use crate::draw::{Affine, Align, Drawing, Path, Rect, Stroke, Style};
use crate::look::styles::ChartStyle;
use crate::model::Side;
use crate::source::values::Colour;

/// A block of a chart or player aid.
#[derive(Debug, Clone)]
pub struct ChartBlock {
    /// The title in its bar.
    pub title: String,
    /// What is rolled.
    pub tag: Option<String>,
    /// The rule it comes from.
    pub source: Option<String>,
    /// Ground and letters of its bar.
    pub colours: (Colour, Colour),
    /// Columns of an aid that it takes.
    pub span: usize,
    /// What stands below the bar; a block is split between these only.
    pub pieces: Vec<Drawing>,
    /// Pieces before which it is split rather than elsewhere; empty: all are alike.
    pub breaks: Vec<usize>,
}

impl ChartBlock {
    /// A block without pieces.
    pub fn new(style: &ChartStyle, title: &str, side: Option<&Side>) -> Self {
        let colours = side.map_or((style.bar.value, style.bar_ink.value), |side| (side.colour, side.ink));
        Self {
            title: title.to_string(),
            tag: None,
            source: None,
            colours,
            span: 1,
            pieces: Vec::new(),
            breaks: Vec::new(),
        }
    }

    /// The same with the rule it comes from.
    pub fn of_rule(mut self, source: Option<String>) -> Self {
        self.source = source;
        self
    }

    /// Its width on an aid.
    pub fn width(&self, style: &ChartStyle) -> f64 {
        style.span(self.span)
    }

    fn bar(&self, style: &ChartStyle) -> TitleBar {
        let pad = style.pad.0;
        let letters = |mut text: crate::draw::TextStyle| {
            text.colour = self.colours.1;
            text
        };
        let tag = self.tag.as_ref().map(|tag| Para::line(tag, letters(style.heading_text())));
        let source = self.source.as_ref().map(|source| Para::line(source, letters(style.small_text())));
        let ends = [&tag, &source].into_iter().flatten().map(|para| para.ink_width() + 2.0 * pad).sum::<f64>();
        let room = self.width(style) - 3.0 * pad - ends;
        let title = Para::new(&[words(self.title.as_str(), letters(style.heading_text()))], room);
        TitleBar { title, tag, source }
    }

    /// Its height.
    pub fn height(&self, style: &ChartStyle) -> f64 {
        let pieces: f64 = self.pieces.iter().map(|piece| piece.height).sum();
        self.bar(style).height(style) + pieces + style.pad.0 * 0.6
    }

    /// The block, drawn.
    pub fn draw(&self, style: &ChartStyle) -> Drawing {
        let (width, height) = (self.width(style), self.height(style));
        let mut drawing = Drawing::new(width, height);
        let bar = self.bar(style);
        let bar_height = bar.height(style);
        let mut y = bar_height;
        for piece in &self.pieces {
            drawing.place(piece.clone(), Affine::shift(0.0, y));
            y += piece.height;
        }
        drawing.shape(Path::rect(Rect::new(0.0, 0.0, width, bar_height)), Style::fill(self.colours.0));
        bar.draw(&mut drawing, style, width, bar_height);
        let frame = Stroke::new(style.rule.value, style.line.0).sharp();
        drawing.shape(Path::rect(Rect::new(0.0, 0.0, width, height).inset(style.line.0 / 2.0)), Style::stroke(frame));
        drawing
    }

    /// Splits off what fits into a height: the first pieces, and the rest under the same title. `None`
    /// for the first part if not even two pieces fit.
    pub fn split(mut self, style: &ChartStyle, room: f64) -> (Option<ChartBlock>, Option<ChartBlock>) {
        if self.height(style) <= room + 1e-6 {
            return (Some(self), None);
        }
        let mut left = room - self.bar(style).height(style) - style.pad.0 * 0.6;
        let fitting = self.pieces.iter().take_while(|piece| {
            left -= piece.height;
            left >= -1e-6
        });
        let fitting = fitting.count();
        if fitting < 2 || self.pieces.len() < fitting + 1 {
            return (None, Some(self));
        }
        let good = self.breaks.iter().copied().filter(|at| *at <= fitting && 2 * at > fitting).max();
        let fitting = good.unwrap_or(fitting);
        let rest = self.pieces.split_off(fitting);
        let title = self.title.trim_end_matches(CONTINUED);
        let breaks = self.breaks.iter().filter_map(|at| at.checked_sub(fitting)).filter(|at| *at > 0).collect();
        let next = ChartBlock { title: format!("{title}{CONTINUED}"), pieces: rest, breaks, ..self.clone() };
        (Some(self), Some(next))
    }
}

const CONTINUED: &str = " (continued)";

/// The parts of a title bar.
struct TitleBar {
    title: Para,
    tag: Option<Para>,
    source: Option<Para>,
}

impl TitleBar {
    fn height(&self, style: &ChartStyle) -> f64 {
        self.title.height() + 1.4 * style.pad.0
    }

    fn draw(&self, drawing: &mut Drawing, style: &ChartStyle, width: f64, height: f64) {
        let pad = style.pad.0;
        self.title.draw(drawing, 1.5 * pad, (height - self.title.height()) / 2.0, Align::Left);
        let mut right = width - 1.5 * pad;
        for para in [&self.source, &self.tag].into_iter().flatten() {
            para.draw(drawing, right, (height - para.height()) / 2.0, Align::Right);
            right -= para.ink_width() + 2.0 * pad;
        }
    }
}

/// A cell of a row.
pub struct RowCell {
    /// What stands in it.
    pub para: Para,
    /// Its left, middle or right end, by `align`.
    pub x: f64,
    /// Which of them.
    pub align: Align,
}

/// A row of cells as high as the highest; `ground` lies under it.
pub fn row(style: &ChartStyle, width: f64, cells: &[RowCell], ground: Option<Colour>) -> Drawing {
    padded_row(style, width, cells, ground, 1.0)
}

/// The same with more or less white above and below.
pub fn padded_row(style: &ChartStyle, width: f64, cells: &[RowCell], ground: Option<Colour>, pads: f64) -> Drawing {
    let tallest = cells.iter().map(|cell| cell.para.height()).fold(0.0, f64::max);
    let height = tallest + pads * style.pad.0;
    let mut drawing = Drawing::new(width, height);
    if let Some(ground) = ground {
        drawing.shape(Path::rect(Rect::new(0.0, 0.0, width, height)), Style::fill(ground));
    }
    // First lines share their middle, whatever their letters are.
    let first = |cell: &RowCell| cell.para.height() / crate::look::styles::count(cell.para.lines().max(1));
    let highest = cells.iter().map(first).fold(0.0, f64::max);
    for cell in cells {
        let y = pads * style.pad.0 / 2.0 + (highest - first(cell)) / 2.0;
        cell.para.draw(&mut drawing, cell.x, y.min(height - cell.para.height()), cell.align);
    }
    drawing
}

/// A paragraph over the whole width, with white around it.
pub fn text(style: &ChartStyle, width: f64, parts: &[super::para::Words], ground: Option<Colour>) -> Drawing {
    let pad = 1.5 * style.pad.0;
    let para = Para::new(parts, width - 2.0 * pad);
    row(style, width, &[RowCell { para, x: pad, align: Align::Left }], ground)
}

/// A little white.
pub fn space(width: f64, height: f64) -> Drawing {
    Drawing::new(width, height)
}
