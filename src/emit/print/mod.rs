//! The print-and-play kit: `print/`. Counters, cards, pages and maps laid out on sheets of paper.
//!
//! `kit` knows what of a game becomes which sheets; the other files lay out drawings and know no game.
//!
//! Comes in: faces as [`Drawing`](crate::draw::Drawing)s with their bleed, a [`Paper`] and the
//! [`Settings`] of a kit. Goes out: [`PrintSheet`]s, each the drawing of a whole paper with the rectangles
//! to cut, and the cuts as SVG. All in millimetres, y growing downwards; nothing is rendered here.
//!
//! Exactness comes from one rule: a grid is centred on its paper (or on the fold), and the back of a
//! rectangle is its mirror image about that same middle ([`Turn`]). So a back can only be off by
//! what the printer does, and that is what [`calibration`] measures and `back_offset` corrects.

mod calibration;
mod changed;
mod chart;
mod crops;
mod cut;
mod faces;
mod folds;
mod furniture;
mod grid;
mod kit;
mod labels;
mod margin;
mod page;
mod registration;
mod scales;
mod sheets;
mod targets;
mod tiles;
mod turn;
mod whole;

#[cfg(test)]
mod tests;

pub use crate::model::print::{KitPart, Marks, Paper, Print, Registration, Settings, Sides};
pub use calibration::calibration;
pub use chart::{chart_page, room_for};
pub use cut::cut_svg;
pub use kit::{Picks, PrintKit, PrintedPage, print_changes, printed_pages};
pub use sheets::{Cutout, PaperSide, PrintSheet, SheetLayout, TooSmall, card_sheets, counter_sheets};
pub use tiles::map_tiles;
pub use turn::Turn;
pub use whole::map_whole;
