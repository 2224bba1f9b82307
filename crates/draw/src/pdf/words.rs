//! Text on a page, as text: it can be searched and copied.

use super::letters::Letters;
use super::outline::outline;
use super::painter::paint;
use super::{PdfError, round, short, single, transform};
use crate::Colour;
use crate::{Affine, Font, Glyph, Outline, TextRun, metrics, shape};
use krilla::geom::Point;
use krilla::graphic::Graphic;
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke};
use krilla::surface::Surface;
use krilla::text::{GlyphId, KrillaGlyph};
use std::collections::{BTreeMap, BTreeSet};

/// Letters further apart than this part of the em are taken for words of one letter by readers.
const APART: f64 = 0.05;
/// Widths of rims come in steps of this part of the em.
const RIM_STEPS: f64 = 250.0;

/// The fonts of a document that were met.
#[derive(Default)]
pub(super) struct PdfFonts {
    fonts: BTreeMap<Font, krilla::text::Font>,
    /// Letters of which krilla knows what they stand for.
    known: BTreeSet<(Font, u16)>,
    /// Rims of letters, by colour and width in font units. None: the letter is a space.
    rims: BTreeMap<(Font, u16, [u8; 3], u64), Option<Graphic>>,
}

/// Whether there is anything to see of a run.
pub(super) fn is_seen(run: &TextRun) -> bool {
    !run.text.trim().is_empty() && run.size > 0.0
}

impl PdfFonts {
    /// Meets letters where nobody looks, in the order of their numbers: what they stand for, and their places in the
    /// font, do not depend on who is drawn first then.
    pub fn meet(&mut self, surface: &mut Surface<'_>, letters: &Letters) -> Result<(), PdfError> {
        let mut builder = surface.stream_builder();
        let mut unseen = builder.surface();
        for font in Font::ALL {
            let own: Vec<(u16, &str)> = letters.of_font(font).collect();
            let (alone, joined): (Vec<_>, Vec<_>) = own.iter().copied().partition(|(_, text)| !text.is_empty());
            let Some((first, anchor)) = alone.first().copied() else { continue };
            let loaded = self.font(font)?;
            let glyph = |id: u16, range| KrillaGlyph::new(GlyphId::new(id.into()), 1.0, 0.0, 0.0, 0.0, range, None);
            let (mut text, mut glyphs) = (String::new(), Vec::new());
            for (id, own) in alone {
                let start = text.len();
                text.push_str(own);
                glyphs.push(glyph(id, start..text.len()));
            }
            unseen.draw_glyphs(Point::from_xy(0.0, 0.0), &glyphs, loaded.clone(), &text, 1.0, false);
            // What stands for something only with others is told so by standing behind one.
            for (id, _) in joined {
                let pair = [glyph(first, 0..anchor.len()), glyph(id, 0..anchor.len())];
                unseen.draw_glyphs(Point::from_xy(0.0, 0.0), &pair, loaded.clone(), anchor, 1.0, false);
            }
            self.known.extend(own.iter().map(|(id, _)| (font, *id)));
        }
        unseen.finish();
        Ok(())
    }

    /// Draws a run of text.
    pub fn draw(&mut self, surface: &mut Surface<'_>, run: &TextRun) -> Result<(), PdfError> {
        let numbers = [run.x, run.y, run.size, run.spacing];
        if !numbers.iter().all(|number| number.abs() < 1e6) {
            return Err(PdfError::Place);
        }
        if !is_seen(run) {
            return Ok(());
        }
        self.halo(surface, run);
        let font = self.font(run.font)?;
        let (at, size) = (Point::from_xy(short(run.x), short(run.y)), single((run.size * 1e5).round() / 1e5));
        surface.set_fill(Some(Fill { paint: paint(run.colour), opacity: NormalizedF32::ONE, rule: FillRule::NonZero }));
        surface.set_stroke(None);
        let mut glyphs = letters(run);
        let unknown = glyphs.iter().fold(false, |any, glyph| self.known.insert((run.font, id(glyph))) | any);
        if run.spacing > APART * run.size {
            // Whole words stand for whole words. But krilla would note that for single letters, if it meets
            // them here for the first time: so it meets them before, where nobody looks.
            if unknown {
                let mut builder = surface.stream_builder();
                let mut unseen = builder.surface();
                unseen.draw_glyphs(at, &glyphs, font.clone(), &run.text, size, false);
                unseen.finish();
            }
            by_words(&mut glyphs, &run.text);
        }
        surface.draw_glyphs(at, &glyphs, font, &run.text, size, false);
        Ok(())
    }

    /// The rim behind the letters: as outlines, lest readers find the text twice. There are many more letters
    /// on a map than in the alphabet, so each is drawn once and then referred to.
    fn halo(&mut self, surface: &mut Surface<'_>, run: &TextRun) {
        let Some((colour, width)) = run.halo.filter(|(_, width)| *width > 0.0) else { return };
        let shaped = shape(run.font, &run.text);
        let em = metrics(run.font).em;
        let scale = run.size / em;
        // Nobody sees a rim that is off by a five hundredth of the em, and rims of more sizes are the same.
        let steps = (2.0 * width / scale / em * RIM_STEPS).round().max(1.0);
        let mut spacing = 0.0;
        for ((outline, left, up), glyph) in shaped.letters.iter().zip(&shaped.glyphs) {
            let key = (run.font, glyph.id, colour.0, steps.to_bits());
            let rim = self.rims.entry(key).or_insert_with(|| rim(surface, outline, colour, steps / RIM_STEPS * em));
            if let Some(rim) = rim {
                let (x, y) = (run.x + left * scale + spacing, run.y - up * scale);
                let place = [scale, 0.0, 0.0, -scale, round(x), round(y)];
                surface.push_transform(&transform(Affine(place)));
                surface.draw_graphic(rim.clone());
                surface.pop();
            }
            spacing += run.spacing;
        }
    }

    fn font(&mut self, font: Font) -> Result<krilla::text::Font, PdfError> {
        if let Some(known) = self.fonts.get(&font) {
            return Ok(known.clone());
        }
        let loaded = krilla::text::Font::new(font.bytes().into(), 0).ok_or(PdfError::Font)?;
        self.fonts.insert(font, loaded.clone());
        Ok(loaded)
    }
}

fn id(glyph: &KrillaGlyph) -> u16 {
    u16::try_from(glyph.glyph_id.to_u32()).unwrap_or(0)
}

/// The rim of a letter, in font units.
fn rim(surface: &mut Surface<'_>, letter: &Outline, colour: Colour, width: f64) -> Option<Graphic> {
    let path = outline(letter.steps.elements())?;
    let mut builder = surface.stream_builder();
    let mut own = builder.surface();
    own.set_stroke(Some(Stroke {
        paint: paint(colour),
        width: short(width),
        // The limit of SVG, not that of PDF.
        miter_limit: 4.0,
        line_cap: LineCap::Butt,
        line_join: LineJoin::Round,
        opacity: NormalizedF32::ONE,
        dash: None,
    }));
    own.draw_path(&path);
    own.finish();
    Some(Graphic::new(builder.finish(), false))
}

/// The letters of a run, in parts of the em.
fn letters(run: &TextRun) -> Vec<KrillaGlyph> {
    let em = metrics(run.font).em;
    let spacing = run.spacing / run.size;
    let shaped = shape(run.font, &run.text);
    let letter = |glyph: &Glyph| {
        let [advance, x, y] = [glyph.advance / em + spacing, glyph.offset.0 / em, glyph.offset.1 / em].map(single);
        KrillaGlyph::new(GlyphId::new(glyph.id.into()), advance, x, y, 0.0, glyph.range.clone(), None)
    };
    shaped.glyphs.iter().map(letter).collect()
}

/// Makes every letter stand for the whole word it is in.
fn by_words(glyphs: &mut [KrillaGlyph], text: &str) {
    for glyph in glyphs {
        let (before, own) = text.split_at(glyph.text_range.start);
        if own.starts_with(char::is_whitespace) {
            continue;
        }
        let start = before.rfind(char::is_whitespace).map_or(0, |at| at + char_length(&before[at..]));
        let end = own.find(char::is_whitespace).map_or(text.len(), |length| glyph.text_range.start + length);
        glyph.text_range = start..end;
    }
}

fn char_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}
