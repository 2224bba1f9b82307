//! Maps: sheets with areas or hexes, tracks, boxes, a title and a legend.

mod hex;
mod labels;
mod texture;

pub use hex::{CasedStyle, FontName, HexStyle, LineStyle, NameStyle, draw_hexes};
pub use labels::Labels;
pub use texture::{TerrainStyle, TextureStyle, ground, outline, shore, terrain, texture, texture_in};

use crate::draw::Drawing;

/// A map while it is drawn.
pub struct Sheet {
    /// What is drawn so far.
    pub drawing: Drawing,
    /// Where labels are, and may not be.
    pub labels: Labels,
}
