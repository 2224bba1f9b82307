//! How a game is printed: `print.toml`, presets and options, resolved. All lengths are millimetres.

use super::{Counter, Model, Shows};
pub use crate::syntax::{KitPart, PngSpec, Sides};

/// How sheets are laid out.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The papers, none twice; each gets sheets of its own.
    pub papers: Vec<Paper>,
    /// How fronts and backs come together.
    pub sides: Sides,
    /// How far backs are moved, to the right and down, as one looks at them.
    pub back_offset: (f64, f64),
    /// Between fronts and backs of a gutterfold.
    pub gutter: f64,
    /// Around every page.
    pub margin: f64,
    /// How far art reaches over the cut.
    pub bleed: f64,
    /// How far from the cut all that matters should stay.
    pub safe: f64,
    /// Whether cut and safe area are drawn.
    pub guides: bool,
    /// Columns and rows of a block of counters; none: as many as fit.
    pub block: Option<(u32, u32)>,
    /// Between blocks of counters.
    pub gap: f64,
    /// Crop marks.
    pub marks: Marks,
    /// Registration marks of cutting machines.
    pub registration: Option<Registration>,
    /// Whether pages have a ruler.
    pub ruler: bool,
    /// Whether sheets are numbered.
    pub numbering: bool,
    /// How much of a map is on two neighbouring pages.
    pub overlap: f64,
    /// Between cards.
    pub card_gap: f64,
    /// Around pages of cards.
    pub card_margin: f64,
}

/// A paper, upright unless its author wants it otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Paper {
    /// Its name: `A4`, or `100x200mm` if it has none.
    pub name: String,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

impl Paper {
    /// The papers that have names.
    pub const NAMED: [(&'static str, f64, f64); 11] = [
        ("A0", 841.0, 1189.0),
        ("A1", 594.0, 841.0),
        ("A2", 420.0, 594.0),
        ("A3", 297.0, 420.0),
        ("A3+", 329.0, 483.0),
        ("A4", 210.0, 297.0),
        ("A5", 148.0, 210.0),
        ("B4", 250.0, 353.0),
        ("Letter", 215.9, 279.4),
        ("Legal", 215.9, 355.6),
        ("Tabloid", 279.4, 431.8),
    ];

    /// The paper of that name, whatever its capitals.
    pub fn named(name: &str) -> Option<Self> {
        let (name, width, height) = Self::NAMED.into_iter().find(|(known, ..)| known.eq_ignore_ascii_case(name))?;
        Some(Self { name: name.to_string(), width, height })
    }
}

/// Crop marks.
#[derive(Debug, Clone, PartialEq)]
pub struct Marks {
    /// Whether there are any.
    pub crop: bool,
    /// Their length.
    pub length: f64,
    /// How far they stay from the cut.
    pub distance: f64,
    /// Whether they stand at the edge of the page only, not between blocks.
    pub margin_only: bool,
}

/// Registration marks: a square and two angles.
#[derive(Debug, Clone, PartialEq)]
pub struct Registration {
    /// From the edge of the paper.
    pub inset: f64,
    /// Side of the square.
    pub size: f64,
    /// Length of the angles' legs.
    pub length: f64,
    /// Thickness of the angles' legs.
    pub thickness: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            papers: ["A4", "Letter"].into_iter().filter_map(Paper::named).collect(),
            sides: Sides::LongEdge,
            back_offset: (0.0, 0.0),
            gutter: 6.0,
            margin: 10.0,
            bleed: 1.0,
            safe: 1.0,
            guides: false,
            block: None,
            gap: 4.0,
            marks: Marks::default(),
            registration: None,
            ruler: true,
            numbering: true,
            overlap: 10.0,
            card_gap: 0.0,
            card_margin: 5.0,
        }
    }
}

impl Default for Marks {
    fn default() -> Self {
        Self { crop: true, length: 4.0, distance: 1.5, margin_only: true }
    }
}

impl Default for Registration {
    fn default() -> Self {
        Self { inset: 10.0, size: 5.0, length: 20.0, thickness: 0.5 }
    }
}

/// What the print-and-play kit of a game is to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Print {
    /// How its sheets are laid out.
    pub settings: Settings,
    /// Which pages are made as PNG too.
    pub png: PngSpec,
    /// Whether the paths of cutting machines are written, as SVG.
    pub cut: bool,
    /// What it holds.
    pub parts: Vec<KitPart>,
    /// Only counters of these ids, and those of `formations`. If both are empty, all. An id may be one of
    /// another game of the same run.
    pub counters: Vec<String>,
    /// Only counters of units of these formations and of those below them, and `counters`.
    pub formations: Vec<String>,
}

impl Default for Print {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            png: PngSpec::Pages(PngSpec::DPI),
            cut: false,
            parts: KitPart::ALL.to_vec(),
            counters: Vec::new(),
            formations: Vec::new(),
        }
    }
}

impl Print {
    /// Whether a counter is to be printed: by its own id, that of its unit or marker, or its formation.
    pub fn wants(&self, model: &Model, counter: &Counter) -> bool {
        if self.counters.is_empty() && self.formations.is_empty() {
            return true;
        }
        let shown = match &counter.shows {
            Shows::Unit(unit) => &unit.id,
            Shows::Marker(marker) => &marker.id,
        };
        self.counters.iter().any(|id| *id == counter.id || **id == **shown) || self.in_formation(model, counter)
    }

    fn in_formation(&self, model: &Model, counter: &Counter) -> bool {
        let Shows::Unit(unit) = &counter.shows else { return false };
        let mut above = model.units.get(unit.index).and_then(|unit| unit.formation.as_ref());
        while let Some(formation) = above {
            if self.formations.iter().any(|id| **id == *formation.id) {
                return true;
            }
            above = model.formations.get(formation.index).and_then(|formation| formation.parent.as_ref());
        }
        false
    }
}
