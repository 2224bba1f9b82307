//! Lines of text as letters with places, shaped once.

use super::fonts::{Font, Loaded, Outline};
use harfrust::{ShapeOptions, UnicodeBuffer};
use skrifa::MetadataProvider;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A letter by its number in the font, for outputs that embed the font itself. In font units.
#[derive(Debug, Clone, PartialEq)]
pub struct Glyph {
    /// Its number.
    pub id: u16,
    /// How far the next letter is.
    pub advance: f64,
    /// How far it stands off its place, to the right and up.
    pub offset: (f64, f64),
    /// The bytes of the text that it stands for, alone or with its neighbours.
    pub range: Range<usize>,
}

/// Letters with their places, in font units.
#[derive(Debug, Clone, Default)]
pub struct Shaped {
    /// Outline, left end and height above the baseline of each letter.
    pub letters: Vec<(Arc<Outline>, f64, f64)>,
    /// The same letters by their numbers in the font.
    pub glyphs: Vec<Glyph>,
    /// Length of the run.
    pub advance: f64,
    em: f64,
    /// Letters the font lacks.
    pub missing: Vec<char>,
}

impl Shaped {
    fn new(loaded: &Loaded, text: &str) -> Self {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let glyphs = loaded.data.shaper(&loaded.font).build().shape(buffer, ShapeOptions::default());
        let mut shaped = Self { em: loaded.metrics.em, ..Self::default() };
        let letters = loaded.font.charmap();
        shaped.missing = text.chars().filter(|c| !c.is_control() && letters.map(*c).is_none()).collect();
        // Where the letters' parts of the text begin, in the order of the text.
        let mut starts: Vec<u32> = glyphs.glyph_infos().iter().map(|info| info.cluster).collect();
        starts.sort_unstable();
        for (info, position) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
            let id = u16::try_from(info.glyph_id).unwrap_or(0);
            let (dx, dy, advance) = (position.x_offset, position.y_offset, position.x_advance);
            let (dx, dy, advance) = (f64::from(dx), f64::from(dy), f64::from(advance));
            let next = starts.get(starts.partition_point(|start| *start <= info.cluster));
            let range = info.cluster as usize..next.map_or(text.len(), |next| *next as usize);
            shaped.letters.push((loaded.outline(id), shaped.advance + dx, dy));
            shaped.glyphs.push(Glyph { id, advance, offset: (dx, dy), range });
            shaped.advance += advance;
        }
        shaped
    }

    /// Length of the run at a size, with extra space between letters.
    pub fn width(&self, size: f64, spacing: f64) -> f64 {
        let gaps = u32::try_from(self.letters.len().saturating_sub(1)).unwrap_or(0);
        self.advance * size / self.em.max(1.0) + spacing * f64::from(gaps)
    }

    /// The letters that are to be seen, each with where it starts to the right and above the start of the
    /// baseline, with `spacing` between letters. In font units.
    pub fn placed(&self, spacing: f64) -> impl Iterator<Item = (&Outline, f64, f64)> {
        let mut extra = 0.0;
        let placed = self.letters.iter().map(move |(outline, left, up)| {
            let left = left + extra;
            extra += spacing;
            (outline.as_ref(), left, *up)
        });
        placed.filter(|(outline, ..)| !outline.steps.is_empty())
    }

    /// Lowest and highest ink, in font units.
    pub fn ink_y(&self) -> (f64, f64) {
        let inked = self.letters.iter().filter(|(outline, ..)| !outline.steps.is_empty());
        let ends = inked.map(|(outline, _, up)| (outline.y.0 + up, outline.y.1 + up));
        ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0.0, 0.0))
    }

    /// How many bytes of memory it takes. Outlines belong to the font.
    fn bytes(&self) -> usize {
        let each = size_of::<(Arc<Outline>, f64, f64)>() + size_of::<Glyph>();
        size_of::<Self>() + self.letters.len() * each
    }
}

/// The texts of a font that were shaped, as many as the memory for them holds.
#[derive(Default)]
pub(super) struct ShapedTexts {
    texts: BTreeMap<String, Arc<Shaped>>,
    bytes: usize,
}

impl ShapedTexts {
    /// Bytes for the texts of one font; beyond that the memory starts anew.
    const MOST: usize = 8 << 20;

    fn add(&mut self, text: &str, shaped: &Arc<Shaped>) {
        let bytes = text.len() + shaped.bytes();
        // A text that would push out many others is not worth it.
        if bytes > Self::MOST / 16 {
            return;
        }
        if self.bytes + bytes > Self::MOST {
            *self = Self::default();
        }
        if self.texts.insert(text.to_string(), shaped.clone()).is_none() {
            self.bytes += bytes;
        }
    }
}

/// Shapes a line of text, with the font's kerning. The answer is remembered for a while.
pub fn shape(font: Font, text: &str) -> Arc<Shaped> {
    let Some(loaded) = font.loaded() else { return Arc::default() };
    if let Some(known) = loaded.shaped.lock().ok().and_then(|shaped| shaped.texts.get(text).cloned()) {
        return known;
    }
    let shaped = Arc::new(Shaped::new(loaded, text));
    if let Ok(mut all) = loaded.shaped.lock() {
        all.add(text, &shaped);
    }
    shaped
}

#[cfg(test)]
mod tests {
    use super::super::metrics;
    use super::*;

    #[test]
    fn every_font_is_there_with_latin_and_cyrillic() {
        for font in Font::ALL {
            assert!(metrics(font).cap > 0.0, "{font:?}");
            let shaped = shape(font, "Wolga Волга ÄÖÜß 0123456789 – × ½ №");
            assert!(shaped.missing.is_empty(), "{font:?} lacks {:?}", shaped.missing);
            assert!(shaped.advance > 0.0);
        }
    }

    #[test]
    fn every_letter_knows_its_part_of_the_text() {
        for text in ["½ × Волга", "fire", "e\u{301}a"] {
            let shaped = shape(Font::Regular, text);
            let mut parts: Vec<_> = shaped.glyphs.iter().map(|glyph| glyph.range.clone()).collect();
            parts.dedup();
            assert_eq!(parts.iter().map(|part| &text[part.clone()]).collect::<String>(), text);
        }
    }

    #[test]
    fn kerning_pulls_letters_together() {
        let pair = shape(Font::Regular, "AV").advance;
        let apart = shape(Font::Regular, "A").advance + shape(Font::Regular, "V").advance;
        assert!(pair < apart, "{pair} {apart}");
    }

    #[test]
    fn what_is_remembered_of_texts_is_bounded_by_bytes() {
        let loaded = Font::Italic.loaded().unwrap();
        let mut memory = ShapedTexts::default();
        for n in 0..3_000 {
            let text = format!("{n:0200}");
            memory.add(&text, &Arc::new(Shaped::new(loaded, &text)));
            assert!(memory.bytes <= ShapedTexts::MOST);
        }
        assert!(memory.texts.len() < 3_000, "200 letters each, {} of them", memory.texts.len());
        // A very long one is not kept at all.
        let long = "m".repeat(20_000);
        memory.add(&long, &Arc::new(Shaped::new(loaded, &long)));
        assert!(!memory.texts.contains_key(&long));
    }
}
