//! Charts: tables, player aids, turn records, setup cards and displays.
//!
//! In: the model, a [`ChartStyle`] and a way to draw counters. Out: one [`Chart`] per sheet. Tables and
//! rule summaries are blocks, a title bar with pieces below; `pages` packs them into columns.

mod aids;
mod block;
mod display;
mod lists;
pub mod notice;
mod operations;
mod pages;
mod para;
mod play;
mod setup;
mod spots;
mod strengths;
mod strips;
mod table;
mod terms;
pub mod told;
mod tracks;
mod tray;
mod turns;
pub mod wording;

pub use tray::{Tray, TrayRoom};

use crate::draw::{Affine, Drawing, Item, Path, Rect, Style};
use crate::look::Image;
use crate::look::styles::ChartStyle;
use crate::model::Model;
use crate::source::values::Colour;
use std::collections::BTreeMap;

/// A sheet of a game beside its maps.
#[derive(Debug, Clone)]
pub struct Chart {
    /// Its id: `table-…`, `aid-…`, `turn-record` (`turn-record-…` of further scenarios), `setup-…` or `display-…`.
    pub id: String,
    /// What it is.
    pub of: Of,
    /// Its title.
    pub title: String,
    /// What is on it.
    pub drawing: Drawing,
    /// What there is room for on it.
    pub rooms: Vec<(TrayRoom, Rect)>,
}

/// What a chart is, with the place in the model's list of what it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// A table.
    Table(usize),
    /// A page of the player aid.
    Aid,
    /// The turn record.
    TurnRecord,
    /// A setup card of a scenario.
    Setup(usize),
    /// A display.
    Display(usize),
}

/// What is on a counter, by its place in the model, front or back: a square of its size.
pub type DrawFace<'a> = dyn Fn(usize, bool) -> Vec<Item> + 'a;

/// What every part of the charts needs.
pub(crate) struct ChartJob<'a> {
    /// The game.
    pub model: &'a Model,
    /// How it looks.
    pub style: &'a ChartStyle,
    /// How counters look.
    pub face: &'a DrawFace<'a>,
    /// The author's own pictures.
    pub images: &'a BTreeMap<String, Image>,
    /// Whether all counters are pale, because real ones are laid on them.
    pub ghosts: bool,
}

/// All charts of a game, in the order in which one would print them.
pub fn all(model: &Model, images: &BTreeMap<String, Image>, style: &ChartStyle, face: &DrawFace<'_>) -> Vec<Chart> {
    let job = ChartJob { model, style, face, images, ghosts: false };
    let mut charts = singles(&job);
    charts.extend(aids::charts(&job));
    charts.extend(turns::charts(&job));
    charts.extend(setup::charts(&job));
    charts.extend(display::charts(&job));
    charts
}

/// Tables only, each on a sheet of its own.
pub fn tables(model: &Model, images: &BTreeMap<String, Image>, style: &ChartStyle, face: &DrawFace<'_>) -> Vec<Chart> {
    singles(&ChartJob { model, style, face, images, ghosts: false })
}

fn singles(job: &ChartJob<'_>) -> Vec<Chart> {
    job.model.tables.iter().enumerate().map(|(n, table)| single(job, n, table)).collect()
}

/// The sheets that counters are laid on: setup cards and displays. Counters on them are pale, and the
/// charts say where there is room for what.
pub fn trays(model: &Model, style: &ChartStyle, face: &DrawFace<'_>) -> Vec<Chart> {
    let job = ChartJob { model, style, face, images: &BTreeMap::new(), ghosts: true };
    setup::charts(&job).into_iter().chain(display::charts(&job)).collect()
}

/// The displays among the [`trays`].
pub fn display_trays(model: &Model, style: &ChartStyle, face: &DrawFace<'_>) -> Vec<Chart> {
    display::charts(&ChartJob { model, style, face, images: &BTreeMap::new(), ghosts: true })
}

/// A table on a sheet of its own, with white around it.
fn single(job: &ChartJob<'_>, index: usize, table: &crate::model::Table) -> Chart {
    let block = table::block(job, table).draw(job.style);
    let edge = job.style.block_gap.0 / 2.0;
    let mut drawing = paper(block.width + 2.0 * edge, block.height + 2.0 * edge);
    drawing.place(block, Affine::shift(edge, edge));
    Chart {
        id: format!("table-{}", table.id),
        of: Of::Table(index),
        title: table.name.clone(),
        drawing,
        rooms: Vec::new(),
    }
}

/// An empty white sheet.
fn paper(width: f64, height: f64) -> Drawing {
    let mut drawing = Drawing::new(width, height);
    drawing.shape(Path::rect(Rect::new(0.0, 0.0, width, height)), Style::fill(Colour([255, 255, 255])));
    drawing
}
