//! A chart on a sheet of its own, at its own size.

use super::furniture;
use super::margin::Margin;
use super::sheets::{PaperSide, PrintSheet};
use crate::draw::{Affine, Drawing, Rect};
use crate::model::print::{Paper, Settings};

/// White at the paper's edge: charts keep their own margin, and nothing is cut.
const EDGE: f64 = 5.0;

/// The paper that a chart fits on as it is, upright or sideways; none if it is larger than both. Of the
/// chart's own white margin only the paper's edge need be there.
pub fn room_for(chart: &Drawing, white: f64, paper: &Paper) -> Option<Paper> {
    let (long, short) = (paper.width.max(paper.height), paper.width.min(paper.height));
    let ways = if chart.width > chart.height { [(long, short), (short, long)] } else { [(short, long), (long, short)] };
    let less = 2.0 * (white - EDGE).max(0.0);
    let fits =
        |(width, height): &(f64, f64)| chart.width - less <= width + 0.01 && chart.height - less <= height + 0.01;
    let (width, height) = ways.into_iter().find(fits)?;
    Some(Paper { name: paper.name.clone(), width, height })
}

/// The page of a chart that fits: in the middle from side to side, at the top.
pub fn chart_page(
    (name, chart, white): (&str, &Drawing, f64),
    paper: &Paper,
    settings: &Settings,
    footer: &str,
    page: (usize, usize),
) -> PrintSheet {
    let all = Rect::new(0.0, 0.0, paper.width, paper.height);
    let mut margin = Margin::new(Drawing::new(paper.width, paper.height), all.inset(EDGE));
    let place = Affine::shift((paper.width - chart.width) / 2.0, ((paper.height - chart.height) / 2.0).min(0.0));
    margin.drawing.place(chart.clone(), place);
    margin.keep_off(place.apply_rect(Rect::new(0.0, 0.0, chart.width, chart.height).inset(white)));
    furniture::draw("", footer, page, settings.ruler, &mut margin);
    let (cuts, holds, drawing) = (Vec::new(), Vec::new(), margin.drawing);
    let name = name.to_string();
    PrintSheet { name, number: page.0, side: PaperSide::Front, drawing, trim: all, bleed: all, cuts, holds, upper: all }
}
