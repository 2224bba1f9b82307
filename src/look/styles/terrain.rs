//! How terrain looks, read from `templates/styles/terrain.yaml`.

use crate::record;
use crate::source::Sp;
use crate::source::values::{Colour, Length};
use crate::syntax::TerrainLook;

record! {
    /// How terrain looks.
    TerrainStyle as "terrain style" {
        /// Clear ground.
        "clear" clear: Sp<TextureStyle>,
        /// Forest.
        "forest" forest: Sp<TextureStyle>,
        /// Houses.
        "urban" urban: Sp<TextureStyle>,
        /// Factories.
        "factory" factory: Sp<TextureStyle>,
        /// Rough ground.
        "rough" rough: Sp<TextureStyle>,
        /// Marsh.
        "marsh" marsh: Sp<TextureStyle>,
        /// Water.
        "water" water: Sp<TextureStyle>,
        /// How rows of houses lean: rise over run.
        "tilt" tilt: Sp<f64>,
        /// Colour of the line along water.
        "shore" shore: Sp<Colour>,
        /// Its width.
        "shore-width" shore_width: Sp<Length>,
    }

    /// How one kind of terrain looks.
    TextureStyle as "texture" {
        /// The ground.
        "fill" fill: Sp<Colour>,
        /// The marks.
        "mark" mark: Sp<Colour>,
        /// Their darker part.
        "shade" shade: Sp<Colour>,
        /// From mark to mark, left to right.
        "across" across: Sp<Length>,
        /// From row to row.
        "down" down: Sp<Length>,
        /// Half the width of a mark; of blocks, the street between them.
        "size" size: Sp<Length>,
        /// The part of the places that have a mark, 0 to 1.
        "density" density: Sp<f64>,
        /// Width of strokes.
        "line" line: Sp<Length>,
    }
}

impl TerrainStyle {
    /// The style of one kind of terrain.
    pub fn of(&self, look: TerrainLook) -> &TextureStyle {
        match look {
            TerrainLook::Clear => &self.clear,
            TerrainLook::Forest => &self.forest,
            TerrainLook::Urban => &self.urban,
            TerrainLook::Factory => &self.factory,
            TerrainLook::Rough => &self.rough,
            TerrainLook::Marsh => &self.marsh,
            TerrainLook::Water => &self.water,
        }
    }
}
