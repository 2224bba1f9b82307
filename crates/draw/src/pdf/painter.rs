//! Items on a page.

use super::letters::Letters;
use super::outline::outline;
use super::pictures::PdfPictures;
use super::words::PdfFonts;
use super::{PdfError, single, transform};
use crate::Colour;
use crate::{Affine, Item, Path, Shared, Stroke, Style};
use krilla::color::{luma, rgb};
use krilla::graphic::Graphic;
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Paint, StrokeDash};
use krilla::surface::Surface;
use std::collections::BTreeMap;

/// No drawing is stretched or moved further than this: beyond, krilla's numbers overflow.
const FAR: f64 = 1e7;

/// Paints the pages of one document: what they have in common is embedded once.
#[derive(Default)]
pub(super) struct PdfPainter {
    words: PdfFonts,
    pictures: PdfPictures,
    /// Shared items that were met, by where they are. They are kept, lest others come to be there.
    shared: BTreeMap<usize, (Shared, Graphic)>,
}

impl PdfPainter {
    /// Makes fonts of these letters, before any is painted.
    pub fn meet(&mut self, surface: &mut Surface<'_>, letters: &Letters) -> Result<(), PdfError> {
        self.words.meet(surface, letters)
    }

    /// Paints items, whose units `place` maps to points of the page.
    pub fn items(&mut self, surface: &mut Surface<'_>, items: &[Item], place: Affine) -> Result<(), PdfError> {
        for item in items {
            match item {
                Item::Shape(path, style) => shape(surface, path, style),
                Item::Text(run) => self.words.draw(surface, run)?,
                Item::Picture { picture, size, place: own, ink } => {
                    within(surface, place, *own, |surface, place| {
                        self.pictures.draw(surface, picture, *size, *ink, place)
                    })?;
                }
                Item::Group { place: own, clip, opacity, items } => {
                    within(surface, place, *own, |surface, place| {
                        self.group(surface, clip.as_ref(), *opacity, items, place)
                    })?;
                }
                Item::Shared(items) => self.shared(surface, items, place)?,
                Item::Inlined(items) => self.items(surface, items, place)?,
            }
        }
        Ok(())
    }

    fn shared(&mut self, surface: &mut Surface<'_>, items: &Shared, place: Affine) -> Result<(), PdfError> {
        let key = items.as_ptr().addr();
        if !self.shared.contains_key(&key) {
            let mut builder = surface.stream_builder();
            let mut own = builder.surface();
            let done = self.items(&mut own, items, place);
            own.finish();
            done?;
            self.shared.insert(key, (items.clone(), Graphic::new(builder.finish(), false)));
        }
        if let Some((_, graphic)) = self.shared.get(&key) {
            surface.draw_graphic(graphic.clone());
        }
        Ok(())
    }

    fn group(
        &mut self,
        surface: &mut Surface<'_>,
        clip: Option<&Path>,
        opacity: f64,
        items: &[Item],
        place: Affine,
    ) -> Result<(), PdfError> {
        let opacity = share(opacity);
        let clip = match clip.map(|clip| outline(clip.steps())) {
            Some(None) => return Ok(()),
            Some(Some(clip)) => Some(clip),
            None => None,
        };
        if let Some(clip) = &clip {
            surface.push_clip_path(clip, &FillRule::NonZero);
        }
        if opacity != NormalizedF32::ONE {
            surface.push_opacity(opacity);
        }
        let done = self.items(surface, items, place);
        if opacity != NormalizedF32::ONE {
            surface.pop();
        }
        if clip.is_some() {
            surface.pop();
        }
        done
    }
}

/// Draws something by a map of its own. What that squeezes to nothing is not drawn.
fn within(
    surface: &mut Surface<'_>,
    place: Affine,
    own: Affine,
    draw: impl FnOnce(&mut Surface<'_>, Affine) -> Result<(), PdfError>,
) -> Result<(), PdfError> {
    let place = place.after(own);
    let [a, b, c, d, ..] = place.0;
    // Not a number is not below anything either.
    if !place.0.iter().all(|number| number.abs() < FAR) {
        return Err(PdfError::Place);
    }
    if (a * d - b * c).abs() < 1e-12 {
        return Ok(());
    }
    surface.push_transform(&transform(own));
    let done = draw(surface, place);
    surface.pop();
    done
}

fn shape(surface: &mut Surface<'_>, path: &Path, style: &Style) {
    let stroke = style.stroke.as_ref().filter(|stroke| stroke.width > 0.0);
    if style.fill.is_none() && stroke.is_none() {
        return;
    }
    let Some(path) = outline(path.steps()) else { return };
    let opacity = style.opacity.map_or(NormalizedF32::ONE, share);
    // A shape with a rim is one thing: where the rim lies on the fill, the fill does not shine through.
    let together = style.fill.is_some() && stroke.is_some() && opacity != NormalizedF32::ONE;
    let each = if together { NormalizedF32::ONE } else { opacity };
    let rule = if style.even_odd { FillRule::EvenOdd } else { FillRule::NonZero };
    surface.set_fill(style.fill.map(|colour| Fill { paint: paint(colour), opacity: each, rule }));
    surface.set_stroke(stroke.map(|stroke| line(stroke, each)));
    if together {
        surface.push_opacity(opacity);
    }
    surface.draw_path(&path);
    if together {
        surface.pop();
    }
}

fn line(stroke: &Stroke, opacity: NormalizedF32) -> krilla::paint::Stroke {
    let sum: f64 = stroke.dash.iter().sum();
    // No dashes, as in SVG, if they make no sense.
    let dashed = sum > 0.0 && stroke.dash.iter().all(|length| *length >= 0.0);
    krilla::paint::Stroke {
        paint: paint(stroke.colour),
        width: single(stroke.width),
        // The limit of SVG, not that of PDF.
        miter_limit: 4.0,
        line_cap: if stroke.round { LineCap::Round } else { LineCap::Butt },
        line_join: if stroke.round { LineJoin::Round } else { LineJoin::Miter },
        opacity,
        dash: dashed.then(|| StrokeDash { array: stroke.dash.iter().copied().map(single).collect(), offset: 0.0 }),
    }
}

/// A colour; greys as such, so that black is printed with black ink alone.
pub(super) fn paint(colour: Colour) -> Paint {
    let [r, g, b] = colour.0;
    if r == g && g == b { luma::Color::new(r).into() } else { rgb::Color::new(r, g, b).into() }
}

/// An opacity, brought between 0 and 1.
fn share(opacity: f64) -> NormalizedF32 {
    NormalizedF32::new(single(opacity).clamp(0.0, 1.0)).unwrap_or(NormalizedF32::ONE)
}
