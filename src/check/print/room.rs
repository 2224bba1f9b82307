//! Whether settings go together on paper.

use super::{BUILT_IN, number};
use crate::diag::{Code, codes};
use crate::model::Model;
use crate::model::print::{Paper, Settings, Sides};
use crate::source::decode::Cx;
use crate::source::{Sp, Span};
use crate::syntax::PrintFile;

/// Less than this and sums of lengths are equal.
const NEAR: f64 = 1e-6;

/// Whether what is said goes together on paper.
pub struct PaperRoom<'a> {
    /// What is said.
    pub said: &'a PrintFile,
    /// What it comes to.
    pub settings: &'a Settings,
}

/// A place that may be at fault, and what to say there.
type Blame = (Option<Span>, &'static str);

fn at<T>(value: Option<&Sp<T>>) -> Option<Span> {
    value.map(|value| value.span).filter(|span| span.file != BUILT_IN)
}

impl PaperRoom<'_> {
    /// Reports what does not go together, for the counters of a game.
    pub fn check(&self, model: &Model, cx: &mut Cx) {
        self.counters(model.largest_counter(), cx);
        self.registration(cx);
        self.overlap(cx);
        self.bleed(cx);
    }

    /// A counter, and a block of them, have room on every paper.
    fn counters(&self, size: f64, cx: &mut Cx) {
        let (columns, rows) = self.settings.block.unwrap_or((1, 1));
        let (width, height) = (f64::from(columns) * size, f64::from(rows) * size);
        for paper in &self.settings.papers {
            let fits = |(w, h): (f64, f64)| {
                (width <= w + NEAR && height <= h + NEAR) || (height <= w + NEAR && width <= h + NEAR)
            };
            if self.areas(paper).into_iter().any(fits) {
                continue;
            }
            let what = match self.settings.block {
                Some(_) => {
                    format!("a block of {columns} by {rows} counters, {} x {} mm,", number(width), number(height))
                }
                None => format!("a counter of {} mm", number(size)),
            };
            let message = format!("{what} does not fit on {}", described(paper));
            let mut blames = vec![self.papers(), (at(self.said.margin.as_ref()), "this is left free on every side")];
            if self.settings.sides == Sides::Gutterfold {
                blames.push((at(self.said.gutter.as_ref()), "this is left free in the middle"));
                blames.push((at(self.said.sides.as_ref()), "each side gets half of the paper"));
            }
            blames.push((at(self.said.block.as_ref()), "this many"));
            self.report(message, "make the margin or the block smaller, or the paper larger", blames, cx);
        }
    }

    /// What a page has between its margins; of a gutterfold, half of it, folded along either edge.
    fn areas(&self, paper: &Paper) -> Vec<(f64, f64)> {
        let margins = 2.0 * self.settings.margin;
        let (width, height) = (paper.width - margins, paper.height - margins);
        let half = |side: f64| (side - self.settings.gutter) / 2.0;
        match self.settings.sides {
            Sides::Gutterfold => vec![(half(width), height), (width, half(height))],
            Sides::LongEdge | Sides::ShortEdge | Sides::Single => vec![(width, height)],
        }
    }

    /// The registration marks of a page do not run into each other.
    fn registration(&self, cx: &mut Cx) {
        let Some(marks) = &self.settings.registration else { return };
        for paper in &self.settings.papers {
            let needed = 2.0 * marks.inset + marks.size + marks.length;
            if paper.width.min(paper.height) + NEAR < needed {
                let message =
                    format!("registration marks that take {} mm do not fit on {}", number(needed), described(paper));
                let blames = vec![(at(self.said.registration.as_ref()), "these marks"), self.papers()];
                self.report(message, "make `inset`, `size` or `length` smaller, or the paper larger", blames, cx);
            }
        }
    }

    /// Every page shows something of a map that its neighbour does not.
    fn overlap(&self, cx: &mut Cx) {
        for paper in &self.settings.papers {
            let inside = paper.width.min(paper.height) - 2.0 * self.settings.margin;
            if inside - self.settings.overlap < 10.0 {
                let message = format!(
                    "map pages that overlap by {} mm show nothing new on {}",
                    number(self.settings.overlap),
                    described(paper)
                );
                let blames = vec![
                    (at(self.said.overlap.as_ref()), "this much is on two pages"),
                    (at(self.said.margin.as_ref()), "this is left free on every side"),
                    self.papers(),
                ];
                self.report(message, "make the overlap or the margin smaller, or the paper larger", blames, cx);
            }
        }
    }

    /// The bleed of one thing does not hide the art of the next.
    fn bleed(&self, cx: &mut Cx) {
        let bleed = self.settings.bleed;
        let folds = self.settings.sides == Sides::Gutterfold;
        let gutter = if folds { self.settings.gutter } else { f64::INFINITY };
        for (key, room, said, next) in [
            ("gap", self.settings.gap, &self.said.gap, "the next block of counters"),
            ("card-gap", self.settings.card_gap, &self.said.card_gap, "the next card"),
            ("gutter", gutter, &self.said.gutter, "the other side of the fold"),
        ] {
            // Edge to edge there is nothing to bleed into, and nothing to hide.
            if room < NEAR || 2.0 * bleed <= room + NEAR {
                continue;
            }
            let message = format!(
                "a bleed of {} mm from both sides does not fit into the {key} of {} mm to {next}",
                number(bleed),
                number(room)
            );
            let help = format!(
                "make `{key}` at least {} mm, or 0 for edge to edge, or `bleed` at most {} mm",
                number(2.0 * bleed),
                number(room / 2.0)
            );
            let blames = vec![
                (at(self.said.bleed.as_ref()), "this bleed"),
                (at(said.as_ref()), "the space for it"),
                (at(self.said.sides.as_ref()).filter(|_| key == "gutter"), "folded here"),
            ];
            self.blamed(&codes::BLEED, message, &help, blames, cx);
        }
    }

    fn papers(&self) -> Blame {
        (at(self.said.papers.as_ref()), "on these papers")
    }

    fn report(&self, message: String, help: &str, blames: Vec<Blame>, cx: &mut Cx) {
        self.blamed(&codes::NO_ROOM, message, help, blames, cx);
    }

    /// Reports at the last of the places that the author wrote; defaults go together, so there is one.
    fn blamed(&self, code: &'static Code, message: String, help: &str, blames: Vec<Blame>, cx: &mut Cx) {
        let mut places: Vec<(Span, &str)> = blames.into_iter().filter_map(|(span, text)| Some((span?, text))).collect();
        if places.is_empty() {
            places.extend(at(self.said.preset.as_ref()).map(|span| (span, "with this preset")));
        }
        places.sort_unstable();
        let (span, text) = places.pop().unwrap_or((self.said.meta.span, ""));
        let diag = code.at(span, message).label(text);
        cx.diags.push(places.into_iter().fold(diag, |diag, (span, text)| diag.also(span, text)).help(help));
    }
}

/// `A4 (210 x 297 mm)`.
fn described(paper: &Paper) -> String {
    format!("{} ({} x {} mm)", paper.name, number(paper.width), number(paper.height))
}
