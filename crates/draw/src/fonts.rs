//! The fonts that are shipped: their measures and the outlines of their letters.

use super::shaping::ShapedTexts;
use harfrust::ShaperData;
use kurbo::{BezPath, PathEl, Point};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen, pen::PathStyle};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::collections::BTreeMap;
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
            Font::Regular => include_bytes!("../fonts/PTS55F.ttf"),
            Font::Italic => include_bytes!("../fonts/PTS56F.ttf"),
            Font::Bold => include_bytes!("../fonts/PTS75F.ttf"),
            Font::Narrow => include_bytes!("../fonts/PTN57F.ttf"),
            Font::NarrowBold => include_bytes!("../fonts/PTN77F.ttf"),
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

    /// Reads all fonts, so that nobody waits for it later.
    pub fn prepare() {
        LazyLock::force(&LOADED);
    }

    pub(super) fn loaded(self) -> Option<&'static Loaded> {
        LOADED.get(self as usize).and_then(Option::as_ref)
    }
}

static LOADED: LazyLock<Vec<Option<Loaded>>> =
    LazyLock::new(|| Font::ALL.iter().map(|font| Loaded::new(font.bytes())).collect());

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

/// A font that was read.
pub(super) struct Loaded {
    /// Its tables.
    pub(super) font: FontRef<'static>,
    /// What the shaper knows of it.
    pub(super) data: ShaperData,
    /// Its measures.
    pub(super) metrics: Metrics,
    /// The texts that were shaped with it.
    pub(super) shaped: Mutex<ShapedTexts>,
    outlines: Mutex<BTreeMap<u16, Arc<Outline>>>,
}

impl Loaded {
    fn new(bytes: &'static [u8]) -> Option<Self> {
        let font = FontRef::new(bytes).ok()?;
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        let em = f64::from(metrics.units_per_em);
        let metrics = Metrics {
            em,
            cap: metrics.cap_height.map_or(0.7 * em, f64::from),
            x: metrics.x_height.map_or(0.5 * em, f64::from),
            ascent: f64::from(metrics.ascent),
            descent: -f64::from(metrics.descent),
        };
        let data = ShaperData::new(&font);
        Some(Self { font, data, metrics, shaped: Mutex::default(), outlines: Mutex::default() })
    }

    /// The outline of a letter, read once.
    pub(super) fn outline(&self, glyph: u16) -> Arc<Outline> {
        if let Some(known) = self.outlines.lock().ok().and_then(|outlines| outlines.get(&glyph).cloned()) {
            return known;
        }
        let mut outline = Outline::default();
        if let Some(found) = self.font.outline_glyphs().get(GlyphId::from(glyph)) {
            let plain = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            // A letter that the font does not draw well leaves a space.
            if found.draw(plain.with_path_style(PathStyle::HarfBuzz), &mut outline).is_err() {
                outline = Outline::default();
            }
        }
        let outline = Arc::new(outline);
        if let Ok(mut outlines) = self.outlines.lock() {
            outlines.insert(glyph, outline.clone());
        }
        outline
    }
}

/// The measures of a font.
pub fn metrics(font: Font) -> Metrics {
    const NONE: Metrics = Metrics { em: 1000.0, cap: 700.0, x: 500.0, ascent: 1000.0, descent: 250.0 };
    font.loaded().map_or(NONE, |loaded| loaded.metrics)
}

/// The outline of a letter, in font units with y growing upwards.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    /// Its steps.
    pub steps: BezPath,
    /// Lowest and highest point, those that bend curves among them.
    pub y: (f64, f64),
}

impl Outline {
    fn point(&mut self, x: f32, y: f32) -> Point {
        let point = Point::new(f64::from(x), f64::from(y));
        let (low, high) = if self.steps.is_empty() { (f64::INFINITY, f64::NEG_INFINITY) } else { self.y };
        self.y = (low.min(point.y), high.max(point.y));
        point
    }
}

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.steps.push(PathEl::MoveTo(to));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.steps.push(PathEl::LineTo(to));
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let step = PathEl::QuadTo(self.point(x1, y1), self.point(x, y));
        self.steps.push(step);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let step = PathEl::CurveTo(self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        self.steps.push(step);
    }
    fn close(&mut self) {
        self.steps.push(PathEl::ClosePath);
    }
}
