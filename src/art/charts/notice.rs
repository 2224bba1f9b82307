//! Notices: what changed, with pictures of it before and now.

use super::block::{ChartBlock, RowCell, row, space, text};
use super::para::{Para, Words, words};
use super::{Chart, ChartJob, Of, pages};
use crate::draw::{Affine, Align, Drawing, Path, Rect, Stroke, Style};
use crate::look::styles::{ChartStyle, count};

/// Entries under a title.
pub struct Notice {
    /// The title.
    pub title: String,
    /// What stands under it.
    pub entries: Vec<NoticeEntry>,
}

/// One thing to say.
#[derive(Default)]
pub struct NoticeEntry {
    /// What it is about; may be empty.
    pub name: String,
    /// The rule it comes from, or a remark.
    pub remark: Option<String>,
    /// Pictures of how it was.
    pub old: Vec<Drawing>,
    /// Pictures of how it is.
    pub new: Vec<Drawing>,
    /// Lines of text, each with a word before it that may be empty, and what it said before.
    pub lines: Vec<NoticeLine>,
}

/// A line of an entry.
pub struct NoticeLine {
    /// What it is about.
    pub label: String,
    /// What it says now.
    pub now: String,
    /// What it said before; none if that is not worth telling.
    pub was: Option<String>,
}

/// Columns of a notice: counters stand side by side in one.
const COLUMNS: i64 = 2;
/// Between two pictures.
const GAP: f64 = 1.5;
/// Between what was and what is.
const ARROW: f64 = 7.0;

/// The pages of a notice.
pub fn pages(model: &crate::model::Model, style: &ChartStyle, title: &str, notices: &[Notice]) -> Vec<Chart> {
    let mut style = style.clone();
    style.columns.value = COLUMNS;
    let face = |_: usize, _: bool| Vec::new();
    let job = ChartJob { model, style: &style, face: &face, images: &std::collections::BTreeMap::new(), ghosts: false };
    let blocks = notices.iter().map(|notice| block(&style, notice)).collect();
    let packed = pages::pack(&style, blocks);
    let all = packed.len();
    let chart = |(n, page): (usize, &pages::BlockPage)| Chart {
        id: format!("errata-{}", n + 1),
        of: Of::Aid,
        title: format!("{title}, page {} of {all}", n + 1),
        drawing: pages::draw(&job, page, title, n + 1, all),
        rooms: Vec::new(),
    };
    packed.iter().enumerate().map(chart).collect()
}

fn block(style: &ChartStyle, notice: &Notice) -> ChartBlock {
    let mut block = ChartBlock::new(style, &notice.title, None);
    let width = block.width(style);
    for (n, entry) in notice.entries.iter().enumerate() {
        block.breaks.push(block.pieces.len());
        let ground = n.is_multiple_of(2).then(|| style.row_ground());
        block.pieces.push(drawn(style, width, entry, ground));
    }
    block
}

/// An entry: its name, its pictures, its lines, on one ground.
fn drawn(
    style: &ChartStyle,
    width: f64,
    entry: &NoticeEntry,
    ground: Option<crate::source::values::Colour>,
) -> Drawing {
    let mut parts = Vec::new();
    if !entry.name.is_empty() {
        parts.push(head(style, width, entry));
    }
    if !entry.old.is_empty() || !entry.new.is_empty() {
        parts.push(space(width, 0.5 * style.pad.0));
        parts.push(pictures(style, width, entry));
    }
    parts.extend(entry.lines.iter().map(|line| said(style, width, line)));
    parts.push(space(width, 0.5 * style.pad.0));
    let height = parts.iter().map(|part| part.height).sum();
    let mut drawing = Drawing::new(width, height);
    if let Some(ground) = ground {
        drawing.shape(Path::rect(Rect::new(0.0, 0.0, width, height)), Style::fill(ground));
    }
    let mut y = 0.0;
    for part in parts {
        let height = part.height;
        drawing.place(part, Affine::shift(0.0, y));
        y += height;
    }
    drawing
}

/// The name at the left, the remark at the right.
fn head(style: &ChartStyle, width: f64, entry: &NoticeEntry) -> Drawing {
    let pad = 1.5 * style.pad.0;
    let remark = entry.remark.as_ref().map(|remark| Para::line(remark, style.small_text()));
    let taken = remark.as_ref().map_or(0.0, |remark| remark.ink_width() + pad);
    let name = Para::new(&[words(entry.name.as_str(), style.bold_text())], width - 2.0 * pad - taken);
    let mut cells = vec![RowCell { para: name, x: pad, align: Align::Left }];
    cells.extend(remark.map(|para| RowCell { para, x: width - pad, align: Align::Right }));
    row(style, width, &cells, None)
}

fn said(style: &ChartStyle, width: f64, line: &NoticeLine) -> Drawing {
    let mut parts: Vec<Words> = Vec::new();
    if !line.label.is_empty() {
        parts.push(words(format!("{}:", line.label), style.body_text()));
    }
    let now = if line.was.is_some() { style.bold_text() } else { style.body_text() };
    parts.push(words(line.now.as_str(), now));
    parts.extend(line.was.iter().map(|was| words(format!("(was: {was})"), style.body_text())));
    text(style, width, &parts, None)
}

/// What was, an arrow, what is; made smaller if it is too wide.
fn pictures(style: &ChartStyle, width: f64, entry: &NoticeEntry) -> Drawing {
    let pad = 1.5 * style.pad.0;
    let (old, new) = (strip(&entry.old), strip(&entry.new));
    let between = if entry.old.is_empty() || entry.new.is_empty() { 0.0 } else { ARROW };
    let scale = ((width - 2.0 * pad - between) / (old.width + new.width)).min(1.0);
    let height = old.height.max(new.height) * scale;
    let mut drawing = Drawing::new(width, height + style.pad.0);
    let after = pad + old.width * scale + between;
    drawing.place(old, Affine::scale_shift(scale, scale, pad, 0.0));
    drawing.place(new, Affine::scale_shift(scale, scale, after, 0.0));
    if between > 0.0 {
        let (x, y) = (after - between / 2.0, height / 2.0);
        let ink = Stroke::new(style.ink.value, 2.0 * style.line.0);
        drawing.shape(Path::line(x - 2.2, y, x + 1.6, y), Style::stroke(ink));
        let tip = Path::polygon([(x + 2.4, y), (x + 0.8, y - 1.1), (x + 0.8, y + 1.1)]);
        drawing.shape(tip, Style::fill(style.ink.value));
    }
    drawing
}

/// Pictures side by side, each with a thin line around it.
fn strip(pictures: &[Drawing]) -> Drawing {
    let width: f64 = pictures.iter().map(|one| one.width).sum::<f64>() + GAP * count(pictures.len().saturating_sub(1));
    let height = pictures.iter().map(|one| one.height).fold(0.0, f64::max);
    let mut drawing = Drawing::new(width, height);
    let mut x = 0.0;
    for one in pictures {
        let frame = Rect::new(x, 0.0, one.width, one.height);
        drawing.place(one.clone(), Affine::shift(x, 0.0));
        let line = Stroke::new(crate::source::values::Colour([120, 120, 116]), 0.15).sharp();
        drawing.shape(Path::rect(frame), Style::stroke(line));
        x += one.width + GAP;
    }
    drawing
}
