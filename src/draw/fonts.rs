//! The fonts that are shipped, shaped once.

use super::path::number;
use rustybuzz::ttf_parser::{self, GlyphId, OutlineBuilder};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex};

/// A font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Font {
    /// For running text.
    Regular,
    /// Slanted.
    Italic,
    /// For titles.
    Bold,
    /// For long words in little room.
    Narrow,
    /// For what stands on counters.
    NarrowBold,
}

impl Font {
    /// All fonts.
    pub const ALL: [Font; 5] = [Font::Regular, Font::Italic, Font::Bold, Font::Narrow, Font::NarrowBold];

    /// Its file.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Font::Regular => include_bytes!("../../templates/fonts/PTS55F.ttf"),
            Font::Italic => include_bytes!("../../templates/fonts/PTS56F.ttf"),
            Font::Bold => include_bytes!("../../templates/fonts/PTS75F.ttf"),
            Font::Narrow => include_bytes!("../../templates/fonts/PTN57F.ttf"),
            Font::NarrowBold => include_bytes!("../../templates/fonts/PTN77F.ttf"),
        }
    }

    /// Family, weight and style, as CSS names them.
    pub fn css(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Font::Regular => ("PT Sans", "400", "normal"),
            Font::Italic => ("PT Sans", "400", "italic"),
            Font::Bold => ("PT Sans", "700", "normal"),
            Font::Narrow => ("PT Sans Narrow", "400", "normal"),
            Font::NarrowBold => ("PT Sans Narrow", "700", "normal"),
        }
    }

    fn loaded(self) -> Option<&'static Loaded> {
        static LOADED: LazyLock<Vec<Option<Loaded>>> =
            LazyLock::new(|| Font::ALL.iter().map(|font| Loaded::new(font.bytes())).collect());
        LOADED.get(self as usize).and_then(Option::as_ref)
    }
}

/// What all text of a font has in common, in its own units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metrics {
    /// Units of the em.
    pub em: f64,
    /// Height of capitals and figures.
    pub cap: f64,
    /// Height of small letters.
    pub x: f64,
    /// Room above the baseline.
    pub ascent: f64,
    /// Room below the baseline, positive.
    pub descent: f64,
}

struct Loaded {
    face: rustybuzz::Face<'static>,
    metrics: Metrics,
    outlines: Mutex<BTreeMap<u16, Arc<Outline>>>,
    shaped: Mutex<BTreeMap<String, Arc<Shaped>>>,
}

impl Loaded {
    fn new(bytes: &'static [u8]) -> Option<Self> {
        let face = rustybuzz::Face::from_slice(bytes, 0)?;
        let em = f64::from(face.units_per_em());
        let metrics = Metrics {
            em,
            cap: face.capital_height().map_or(0.7 * em, f64::from),
            x: face.x_height().map_or(0.5 * em, f64::from),
            ascent: f64::from(face.ascender()),
            descent: -f64::from(face.descender()),
        };
        Some(Self { face, metrics, outlines: Mutex::default(), shaped: Mutex::default() })
    }
}

/// The measures of a font.
pub fn metrics(font: Font) -> Metrics {
    const NONE: Metrics = Metrics { em: 1000.0, cap: 700.0, x: 500.0, ascent: 1000.0, descent: 250.0 };
    font.loaded().map_or(NONE, |loaded| loaded.metrics)
}

/// A segment of an outline, in font units with y growing upwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Starts.
    Move(f32, f32),
    /// A line.
    Line(f32, f32),
    /// A curve with one control point.
    Quad(f32, f32, f32, f32),
    /// A curve with two control points.
    Cubic(f32, f32, f32, f32, f32, f32),
    /// Ends.
    Close,
}

/// The outline of a letter.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    /// Its steps.
    pub steps: Vec<Segment>,
    /// Lowest and highest point.
    pub y: (f64, f64),
}

impl Outline {
    /// It as SVG path data, in font units with y growing upwards.
    pub fn data(&self) -> String {
        let mut data = String::new();
        self.write(0.0, 0.0, &mut data);
        data
    }

    /// Writes it as SVG path data, moved to a place.
    fn write(&self, x: f64, y: f64, out: &mut String) {
        let mut step = |letter: char, points: &[(f32, f32)]| {
            out.push(letter);
            for (n, (px, py)) in points.iter().enumerate() {
                if n > 0 {
                    out.push(' ');
                }
                number(out, x + f64::from(*px));
                out.push(' ');
                number(out, y + f64::from(*py));
            }
        };
        for segment in &self.steps {
            match *segment {
                Segment::Move(x, y) => step('M', &[(x, y)]),
                Segment::Line(x, y) => step('L', &[(x, y)]),
                Segment::Quad(a, b, x, y) => step('Q', &[(a, b), (x, y)]),
                Segment::Cubic(a, b, c, d, x, y) => step('C', &[(a, b), (c, d), (x, y)]),
                Segment::Close => step('Z', &[]),
            }
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.steps.push(Segment::Move(x, y));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.steps.push(Segment::Line(x, y));
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.steps.push(Segment::Quad(x1, y1, x, y));
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.steps.push(Segment::Cubic(x1, y1, x2, y2, x, y));
    }
    fn close(&mut self) {
        self.steps.push(Segment::Close);
    }
}

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
    /// The outlines of all letters as SVG path data, in font units with y growing upwards.
    pub data: String,
}

impl Shaped {
    /// Length of the run at a size, with extra space between letters.
    pub fn width(&self, size: f64, spacing: f64) -> f64 {
        let gaps = u32::try_from(self.letters.len().saturating_sub(1)).unwrap_or(0);
        self.advance * size / self.em.max(1.0) + spacing * f64::from(gaps)
    }

    /// The same with extra space between letters, in font units.
    pub fn spaced(&self, spacing: f64) -> String {
        let mut data = String::new();
        let mut extra = 0.0;
        for (outline, left, up) in &self.letters {
            outline.write(left + extra, *up, &mut data);
            extra += spacing;
        }
        data
    }

    /// Lowest and highest ink, in font units.
    pub fn ink_y(&self) -> (f64, f64) {
        let inked = self.letters.iter().filter(|(outline, ..)| !outline.steps.is_empty());
        let ends = inked.map(|(outline, _, up)| (outline.y.0 + up, outline.y.1 + up));
        ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0.0, 0.0))
    }
}

/// Shapes a line of text, with the font's kerning. The answer is remembered.
pub fn shape(font: Font, text: &str) -> Arc<Shaped> {
    /// Beyond so many texts the memory starts anew: a build must not hoard every word it met.
    const REMEMBERED: usize = 20_000;
    let Some(loaded) = font.loaded() else { return Arc::default() };
    if let Some(known) = loaded.shaped.lock().ok().and_then(|shaped| shaped.get(text).cloned()) {
        return known;
    }
    let shaped = Arc::new(shape_now(loaded, text));
    if let Ok(mut all) = loaded.shaped.lock() {
        if all.len() >= REMEMBERED {
            all.clear();
        }
        all.insert(text.to_string(), shaped.clone());
    }
    shaped
}

fn shape_now(loaded: &Loaded, text: &str) -> Shaped {
    let mut buffer = rustybuzz::UnicodeBuffer::new();
    buffer.push_str(text);
    let glyphs = rustybuzz::shape(&loaded.face, &[], buffer);
    let mut shaped = Shaped { em: loaded.metrics.em, ..Shaped::default() };
    shaped.missing = text.chars().filter(|c| !c.is_control() && loaded.face.glyph_index(*c).is_none()).collect();
    // Where the letters' parts of the text begin, in the order of the text.
    let mut starts: Vec<u32> = glyphs.glyph_infos().iter().map(|info| info.cluster).collect();
    starts.sort_unstable();
    for (info, position) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
        let id = u16::try_from(info.glyph_id).unwrap_or(0);
        let (dx, dy, advance) = (position.x_offset, position.y_offset, position.x_advance);
        let (dx, dy, advance) = (f64::from(dx), f64::from(dy), f64::from(advance));
        let next = starts.get(starts.partition_point(|start| *start <= info.cluster));
        let range = info.cluster as usize..next.map_or(text.len(), |next| *next as usize);
        shaped.letters.push((outline(loaded, id), shaped.advance + dx, dy));
        shaped.glyphs.push(Glyph { id, advance, offset: (dx, dy), range });
        shaped.advance += advance;
    }
    shaped.data = shaped.spaced(0.0);
    shaped
}

fn outline(loaded: &Loaded, glyph: u16) -> Arc<Outline> {
    if let Some(known) = loaded.outlines.lock().ok().and_then(|outlines| outlines.get(&glyph).cloned()) {
        return known;
    }
    let mut outline = Outline::default();
    let face: &ttf_parser::Face<'_> = &loaded.face;
    if let Some(bounds) = face.outline_glyph(GlyphId(glyph), &mut outline) {
        outline.y = (f64::from(bounds.y_min), f64::from(bounds.y_max));
    }
    let outline = Arc::new(outline);
    if let Ok(mut outlines) = loaded.outlines.lock() {
        outlines.insert(glyph, outline.clone());
    }
    outline
}

#[cfg(test)]
mod tests {
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
}
