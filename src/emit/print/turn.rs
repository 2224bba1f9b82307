//! How a paper is turned over, and where that puts the backs.
//!
//! | paper                        | mode       | turned about  | back of a place   | art on the back |
//! |------------------------------|------------|---------------|-------------------|-----------------|
//! | portrait                     | long edge  | vertical axis | columns mirrored  | upright         |
//! | portrait                     | short edge | horizontal    | rows mirrored     | turned by 180°  |
//! | landscape                    | long edge  | horizontal    | rows mirrored     | turned by 180°  |
//! | landscape                    | short edge | vertical axis | columns mirrored  | upright         |
//! | any                          | single     | vertical axis | columns mirrored  | upright         |
//! | any, fold from top to bottom | gutterfold | vertical axis | columns mirrored  | upright         |
//! | any, fold from side to side  | gutterfold | horizontal    | rows mirrored     | turned by 180°  |
//!
//! Why the art turns: a sheet turned about its horizontal axis shows a back whose top is behind the
//! front's bottom. Turned by 180° once more on the page, every counter is the same in the hand, however
//! it was printed: flipped like the page of a book, its back is upright. The page of rows mirrored is
//! the page of columns mirrored, rotated by 180° as a whole; only words in the margin stay upright.

use crate::draw::{Affine, Rect};
use crate::model::print::{Paper, Sides};

/// How a paper is turned over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// About its vertical axis, like the page of a book: left becomes right.
    Book,
    /// About its horizontal axis, like the page of a calendar: top becomes bottom.
    Calendar,
}

impl Turn {
    /// How a printer turns a paper that it prints on both sides, or how people turn one of two that they glue
    /// together; none if there is a fold.
    pub fn duplex(sides: Sides, paper: &Paper) -> Option<Self> {
        let landscape = paper.width > paper.height;
        match (sides, landscape) {
            (Sides::LongEdge, false) | (Sides::ShortEdge, true) | (Sides::Single, _) => Some(Turn::Book),
            (Sides::LongEdge, true) | (Sides::ShortEdge, false) => Some(Turn::Calendar),
            (Sides::Gutterfold, _) => None,
        }
    }

    /// Where the back of a rectangle lies, on a back page or beyond a fold.
    pub fn behind(self, front: Rect, paper: &Paper) -> Rect {
        match self {
            Turn::Book => Rect::new(paper.width - front.right(), front.y, front.w, front.h),
            Turn::Calendar => Rect::new(front.x, paper.height - front.bottom(), front.w, front.h),
        }
    }

    /// Where the back of a point lies.
    pub fn point_behind(self, (x, y): (f64, f64), paper: &Paper) -> (f64, f64) {
        match self {
            Turn::Book => (paper.width - x, y),
            Turn::Calendar => (x, paper.height - y),
        }
    }

    /// How a face of that size is held on the back, about its own corner.
    pub fn hold(self, width: f64, height: f64) -> Affine {
        match self {
            Turn::Book => Affine::IDENTITY,
            Turn::Calendar => Affine::turn(180.0, width / 2.0, height / 2.0),
        }
    }
}
