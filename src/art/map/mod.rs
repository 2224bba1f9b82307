//! Maps: sheets with areas or hexes, tracks, boxes, a title and a legend.

mod labels;

pub use labels::Labels;

use crate::draw::Drawing;

/// A map while it is drawn.
pub struct Sheet {
    /// What is drawn so far.
    pub drawing: Drawing,
    /// Where labels are, and may not be.
    pub labels: Labels,
}
