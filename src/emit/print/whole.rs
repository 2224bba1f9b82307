//! A map on one sheet, for a print service.

use super::margin::Margin;
use super::sheets::{PaperSide, PrintSheet};
use super::{crops, furniture};
use crate::draw::{Affine, Drawing, Item, Path, Rect};

/// Paper around the map.
const MARGIN: f64 = 12.0;
/// White at the paper's edge.
const EDGE: f64 = 3.0;
/// From the map to its crop marks, and their length.
const CROP: (f64, f64) = (2.0, 5.0);

/// The map on a paper of its own size and a margin, with crop marks.
pub fn map_whole(map: &Drawing, title: &str, footer: &str) -> PrintSheet {
    let (width, height) = (map.width + 2.0 * MARGIN, map.height + 2.0 * MARGIN);
    let paper = Rect::new(0.0, 0.0, width, height);
    let trim = Rect::new(MARGIN, MARGIN, map.width, map.height);
    let mut margin = Margin::new(Drawing::new(width, height), paper.inset(EDGE));
    let clip = Some(Path::rect(Rect::new(0.0, 0.0, map.width, map.height)));
    let (place, items) = (Affine::shift(MARGIN, MARGIN), map.items.clone());
    margin.drawing.items.push(Item::Group { place, clip, opacity: 1.0, items });
    margin.keep_off(trim);
    crops::around(trim, trim, CROP.0, CROP.1, &mut margin);
    furniture::draw(title, footer, (1, 1), true, &mut margin);
    let (name, holds) = (title.to_string(), vec!["map".to_string()]);
    let drawing = margin.drawing;
    PrintSheet {
        name,
        number: 1,
        side: PaperSide::Front,
        drawing,
        trim,
        bleed: trim,
        cuts: vec![trim],
        holds,
        upper: paper,
    }
}
