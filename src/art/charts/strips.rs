//! Sheets made of strips, one below the other.

use super::{Chart, ChartJob, Of, Tray, pages, paper};
use crate::draw::Affine;

/// A strip of a sheet, from margin to margin: never split over pages.
pub struct Strip {
    /// What is on it.
    pub drawing: Tray,
    /// Whether it makes no sense at the foot of a page.
    pub heading: bool,
    /// Whether it begins something that had better stand on one page.
    pub section: bool,
}

impl Strip {
    /// A strip that may stand anywhere.
    pub fn new(drawing: impl Into<Tray>) -> Self {
        Self { drawing: drawing.into(), heading: false, section: false }
    }

    /// A strip that has to stand above another.
    pub fn heading(drawing: Tray) -> Self {
        Self { drawing, heading: true, section: false }
    }

    /// The title of what follows, up to the next title.
    pub fn section(drawing: Tray) -> Self {
        Self { drawing, heading: true, section: true }
    }
}

/// What sheets have in common.
pub struct Sheets<'s> {
    /// Id of the first; the others add a number.
    pub id: &'s str,
    /// What they are.
    pub of: Of,
    /// Their title.
    pub title: &'s str,
    /// What stands at the top of every sheet.
    pub head: Option<Tray>,
    /// Whether a single sheet is cut below its last strip.
    pub cut: bool,
}

/// Puts strips onto as many sheets as they need.
pub fn sheets(job: &ChartJob<'_>, about: &Sheets<'_>, strips: Vec<Strip>) -> Vec<Chart> {
    let style = job.style;
    let head = about.head.as_ref().map_or(0.0, |head| head.height);
    let top = pages::below_title(style) + head;
    let bottom = style.page_height.0 - style.margin.0;
    let mut sheets: Vec<Vec<Tray>> = vec![Vec::new()];
    let mut y = top;
    let heights: Vec<f64> = strips.iter().map(|strip| strip.drawing.height).collect();
    let starts: Vec<bool> = strips.iter().map(|strip| strip.section).collect();
    // A section that does not fit below a page half full, but on a page, begins a new one.
    let too_long = |n: usize, y: f64| {
        let inside = starts.iter().skip(n + 1).take_while(|start| !**start).count();
        let height: f64 = heights[n..=n + inside].iter().sum();
        y + height > bottom + 1e-6 && top + height <= bottom && y - top > 0.5 * (bottom - top)
    };
    for (n, strip) in strips.into_iter().enumerate() {
        let with = if strip.heading { heights.get(n + 1).copied().unwrap_or(0.0) } else { 0.0 };
        let started = sheets.last().is_some_and(|sheet| !sheet.is_empty());
        if started && (y + heights[n] + with > bottom + 1e-6 || (strip.section && too_long(n, y))) {
            sheets.push(Vec::new());
            y = top;
        }
        y += heights[n];
        if let Some(sheet) = sheets.last_mut() {
            sheet.push(strip.drawing);
        }
    }
    let of = sheets.len();
    let height = if about.cut && of == 1 { y + style.margin.0 } else { style.page_height.0 };
    let sheet = |(n, strips): (usize, Vec<Tray>)| {
        let mut drawing = Tray::from(paper(style.page_width.0, height));
        // The ground of the titled page has the height of a page: this one has its own.
        drawing.items.extend(pages::titled(job, about.title, n + 1, of).items.into_iter().skip(1));
        let mut y = pages::below_title(style);
        for strip in about.head.iter().cloned().chain(strips) {
            let height = strip.height;
            drawing.place(strip, Affine::shift(style.margin.0, y));
            y += height;
        }
        let id = if n == 0 { about.id.to_string() } else { format!("{}-{}", about.id, n + 1) };
        let (drawing, rooms) = drawing.into_parts();
        Chart { id, of: about.of, title: about.title.to_string(), drawing, rooms }
    };
    sheets.into_iter().enumerate().map(sheet).collect()
}
