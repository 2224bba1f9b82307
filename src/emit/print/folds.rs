//! The fold between fronts and backs.

use super::margin::{Margin, downwards, upright};
use super::page::{INK, SheetPage};
use super::turn::Turn;
use crate::draw::{Drawing, Font, Item, Path, Rect, Stroke, Style, TextStyle};
use crate::model::print::Paper;

/// The width of the line.
const WIDTH: f64 = 0.2;
/// The least white on both sides of a line between fronts and backs.
const CLEAR: f64 = 0.3;
/// Width and height of the words at both ends of the line.
const WORDS: (f64, f64) = (17.0, 2.4);

/// Draws the dotted line, only beyond the counters where there is no room between them.
pub fn line(page: &SheetPage<'_>, fold: Turn, margin: &mut Margin) {
    let inner = margin.inner;
    let (paper, bleed) = (page.paper, page.settings.bleed);
    let outer = page.grid.outer().inset(-bleed);
    let (between, low, high) = match fold {
        Turn::Book => (paper.width / 2.0 - outer.right(), outer.y, outer.bottom()),
        Turn::Calendar => (paper.height / 2.0 - outer.bottom(), outer.x, outer.right()),
    };
    let (start, end) = match fold {
        Turn::Book => (inner.y, inner.bottom()),
        Turn::Calendar => (inner.x, inner.right()),
    };
    let parts = if between >= CLEAR { vec![(start, end)] } else { vec![(start, low - 1.0), (high + 1.0, end)] };
    let mut path = Path::new();
    for (from, to) in parts.into_iter().filter(|(from, to)| to - from >= 1.0) {
        let line = match fold {
            Turn::Book => Rect::new(paper.width / 2.0, from, 0.0, to - from),
            Turn::Calendar => Rect::new(from, paper.height / 2.0, to - from, 0.0),
        };
        path.move_to(line.x, line.y).line_to(line.right(), line.bottom());
        margin.take("fold line", line.inset(-WIDTH / 2.0));
    }
    // Round ends on dashes without a length are dots.
    margin.drawing.shape(path, Style::stroke(Stroke::new(INK, WIDTH).dashed([0.0, 0.8])));
}

/// Says `fold`, with arrows towards the line, at both of its ends.
pub fn words(paper: &Paper, fold: Turn, margin: &mut Margin) {
    let inner = margin.inner;
    let (w, h) = WORDS;
    let places = match fold {
        Turn::Book => [inner.y, inner.bottom() - h].map(|y| upright(Rect::new(paper.width / 2.0 - w / 2.0, y, w, h))),
        Turn::Calendar => [inner.x, inner.right() - h].map(|x| {
            // Turned, so that the arrows point at the line.
            downwards(Rect::new(x, paper.height / 2.0 - w / 2.0, h, w))
        }),
    };
    for place in places {
        // The line itself runs between the words.
        let sides = halves(place.rect);
        if sides.iter().all(|side| margin.is_free(*side)) {
            let items = thing().items;
            let to_page = place.to_page;
            margin.drawing.items.push(Item::Group { place: to_page, clip: None, opacity: 1.0, items });
            sides.into_iter().for_each(|side| margin.take("fold", side));
        }
    }
}

/// A rectangle without the stripe along its middle where the line runs.
fn halves(rect: Rect) -> [Rect; 2] {
    let stripe = 1.2;
    if rect.w > rect.h {
        let w = (rect.w - stripe) / 2.0;
        [Rect::new(rect.x, rect.y, w, rect.h), Rect::new(rect.right() - w, rect.y, w, rect.h)]
    } else {
        let h = (rect.h - stripe) / 2.0;
        [Rect::new(rect.x, rect.y, rect.w, h), Rect::new(rect.x, rect.bottom() - h, rect.w, h)]
    }
}

fn thing() -> Drawing {
    let (w, h) = WORDS;
    let mut drawing = Drawing::new(w, h);
    let style = TextStyle::points(Font::Regular, 6.0, INK);
    let middle = w / 2.0;
    for side in [-1.0, 1.0] {
        let tip = middle + side * 0.8;
        let arrow = [(tip, h / 2.0), (tip + side * 1.5, h / 2.0 - 0.7), (tip + side * 1.5, h / 2.0 + 0.7)];
        drawing.shape(Path::polygon(arrow), Style::fill(INK));
        let room = Rect::around(middle + side * 5.4, h / 2.0, 5.0, h);
        drawing.text(style.within("fold", room));
    }
    drawing
}
