//! Pictures on a page, each embedded once.

use super::{PdfError, single};
use crate::Colour;
use crate::budget::Meter;
use crate::{Affine, Picture, PictureFormat, svg_options};
use krilla::Data;
use krilla::geom::{Size, Transform};
use krilla::graphic::Graphic;
use krilla::image::Image;
use krilla::surface::Surface;
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::usvg::{Options, Tree};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Effects of an SVG that PDF does not know, such as blur, become pixels of this resolution.
const EFFECT_DPI: f64 = 300.0;

/// What tells one SVG from another: the hash of its text, its ink and its size to the bit.
type SvgKey = ([u8; 32], [u8; 3], [u64; 2]);

/// The pictures of a document that were met.
#[derive(Default)]
pub(super) struct PdfPictures {
    /// None: there is nothing to see in it.
    svgs: BTreeMap<SvgKey, Option<Graphic>>,
    /// By the hash of their bytes.
    images: BTreeMap<[u8; 32], Image>,
    options: Option<Options<'static>>,
}

impl PdfPictures {
    /// Draws a picture in its own units, which `place` maps to points of the page.
    pub fn draw(
        &mut self,
        surface: &mut Surface<'_>,
        picture: &Picture,
        (width, height): (f64, f64),
        ink: Colour,
        place: Affine,
    ) -> Result<(), PdfError> {
        let Some(size) = Size::from_wh(single(width), single(height)) else { return Ok(()) };
        let image = match picture.format() {
            PictureFormat::Svg => {
                let key = (*picture.hash(), ink.0, [width.to_bits(), height.to_bits()]);
                if !self.svgs.contains_key(&key) {
                    let graphic = self.graphic(surface, picture.text(), size, ink, place)?;
                    self.svgs.insert(key, graphic);
                }
                if let Some(Some(graphic)) = self.svgs.get(&key) {
                    surface.draw_graphic(graphic.clone());
                }
                return Ok(());
            }
            PictureFormat::Png => self.image(picture, Image::from_png)?,
            PictureFormat::Jpeg => self.image(picture, Image::from_jpeg)?,
        };
        surface.draw_image(image, size);
        Ok(())
    }

    fn image(
        &mut self,
        picture: &Picture,
        read: impl FnOnce(Data, bool) -> Result<Image, String>,
    ) -> Result<Image, PdfError> {
        if let Some(known) = self.images.get(picture.hash()) {
            return Ok(known.clone());
        }
        // Smoothed where it is enlarged, as resvg does.
        let image = read(Data::from(Arc::new(picture.bytes().to_vec())), true).map_err(PdfError::Image)?;
        self.images.insert(*picture.hash(), image.clone());
        Ok(image)
    }

    /// The inside of an SVG, to be drawn as often as one likes.
    fn graphic(
        &mut self,
        surface: &mut Surface<'_>,
        inside: &str,
        size: Size,
        ink: Colour,
        place: Affine,
    ) -> Result<Option<Graphic>, PdfError> {
        let (w, h) = (size.width(), size.height());
        // krilla-svg cuts off what lies outside of the document, and lines may end beyond the picture's
        // edge: so the document has room of a whole picture on every side.
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{ww}\" \
             height=\"{hh}\" viewBox=\"-{w} -{h} {ww} {hh}\" color=\"{ink}\">{inside}</svg>",
            ww = 3.0 * w,
            hh = 3.0 * h,
        );
        let options = self.options.get_or_insert_with(svg_options);
        let tree = Tree::from_str(&svg, options).map_err(|error| PdfError::Svg(error.to_string()))?;
        if tree.root().children().is_empty() {
            return Ok(None);
        }
        let [a, b, c, d, ..] = place.0;
        let points = (a * d - b * c).abs().sqrt();
        let scale = points / 72.0 * EFFECT_DPI;
        Meter::allows(&tree, scale).map_err(|excess| PdfError::Svg(format!("{} ({})", excess.message, excess.help)))?;
        let settings = SvgSettings { filter_scale: single(scale), ..SvgSettings::default() };
        let mut builder = surface.stream_builder();
        let mut own = builder.surface();
        own.push_transform(&Transform::from_translate(-w, -h));
        let drawn = own.draw_svg(&tree, tree_size(&tree, size), settings);
        own.pop();
        own.finish();
        Ok(drawn.map(|()| Graphic::new(builder.finish(), false)))
    }
}

/// The size of a tree, so that nothing is scaled.
fn tree_size(tree: &Tree, otherwise: Size) -> Size {
    Size::from_wh(tree.size().width(), tree.size().height()).unwrap_or(otherwise)
}
