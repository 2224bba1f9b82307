//! What there is to draw.

use super::fingerprint::{self, Fingerprint};
use super::fonts::{Font, metrics};
use super::path::Path;
use super::picture::Picture;
use super::shaping::shape;
use crate::Colour;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// A rectangle in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left.
    pub x: f64,
    /// Top.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// A rectangle.
    pub const fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w, h }
    }

    /// The rectangle of that size around a point.
    pub fn around(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self::new(x - w / 2.0, y - h / 2.0, w, h)
    }

    /// The right edge.
    pub fn right(self) -> f64 {
        self.x + self.w
    }

    /// The lower edge.
    pub fn bottom(self) -> f64 {
        self.y + self.h
    }

    /// The middle.
    pub fn centre(self) -> (f64, f64) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// The rectangle made smaller on every side; larger if negative.
    pub fn inset(self, by: f64) -> Self {
        Self::new(self.x + by, self.y + by, (self.w - 2.0 * by).max(0.0), (self.h - 2.0 * by).max(0.0))
    }

    /// Whether they have more than an edge in common.
    pub fn overlaps(self, other: Rect) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// Whether `other` lies inside, edges included, with `slack` to spare.
    pub fn contains(self, other: Rect, slack: f64) -> bool {
        other.x >= self.x - slack
            && other.y >= self.y - slack
            && other.right() <= self.right() + slack
            && other.bottom() <= self.bottom() + slack
    }

    /// The area that they have in common.
    pub fn common(self, other: Rect) -> f64 {
        let w = self.right().min(other.right()) - self.x.max(other.x);
        let h = self.bottom().min(other.bottom()) - self.y.max(other.y);
        w.max(0.0) * h.max(0.0)
    }

    /// The smallest rectangle around both.
    pub fn union(self, other: Rect) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Self::new(x, y, self.right().max(other.right()) - x, self.bottom().max(other.bottom()) - y)
    }
}

/// A line's look.
#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub colour: Colour,
    /// Its width.
    pub width: f64,
    /// Lengths of dashes and gaps; empty: solid.
    pub dash: Vec<f64>,
    /// Round ends and joins instead of square ones.
    pub round: bool,
}

impl Stroke {
    /// A solid line with round joins.
    pub fn new(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: Vec::new(), round: true }
    }

    /// The same with dashes.
    pub fn dashed(mut self, dash: impl Into<Vec<f64>>) -> Self {
        self.dash = dash.into();
        self
    }

    /// The same with mitred corners and flat ends.
    pub fn sharp(mut self) -> Self {
        self.round = false;
        self
    }
}

/// How a shape is painted.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Style {
    /// What fills it.
    pub fill: Option<Colour>,
    /// The line around it.
    pub stroke: Option<Stroke>,
    /// 1: opaque; 0: invisible.
    pub opacity: Option<f64>,
    /// Holes where outlines overlap.
    pub even_odd: bool,
}

impl Style {
    /// Filled.
    pub fn fill(colour: Colour) -> Self {
        Self { fill: Some(colour), ..Self::default() }
    }

    /// A line only.
    pub fn stroke(stroke: Stroke) -> Self {
        Self { stroke: Some(stroke), ..Self::default() }
    }

    /// The same with a line around it.
    pub fn with_stroke(mut self, stroke: Stroke) -> Self {
        self.stroke = Some(stroke);
        self
    }

    /// The same, translucent.
    pub fn with_opacity(mut self, opacity: f64) -> Self {
        self.opacity = Some(opacity);
        self
    }
}

/// A map of the plane: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Affine(pub [f64; 6]);

impl Affine {
    /// Nothing moves.
    pub const IDENTITY: Affine = Affine([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// A shift.
    pub fn shift(x: f64, y: f64) -> Self {
        Affine([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// Scaled, then shifted.
    pub fn scale_shift(sx: f64, sy: f64, x: f64, y: f64) -> Self {
        Affine([sx, 0.0, 0.0, sy, x, y])
    }

    /// Turned clockwise around a point, by degrees. Right angles are exact.
    pub fn turn(degrees: f64, x: f64, y: f64) -> Self {
        let (sin, cos) = match degrees.rem_euclid(360.0) {
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            other => {
                // Rounded, because machines differ in the last digit.
                let (sin, cos) = other.to_radians().sin_cos();
                ((sin * 1e12).round() / 1e12, (cos * 1e12).round() / 1e12)
            }
        };
        Affine([cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y])
    }

    /// This one after `first`.
    pub fn after(self, first: Affine) -> Self {
        let ([a, b, c, d, e, f], [p, q, r, s, t, u]) = (self.0, first.0);
        Affine([a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f])
    }

    /// Where a point goes.
    pub fn apply(self, x: f64, y: f64) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// The most that a length becomes longer.
    pub fn stretch(self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        a.hypot(b).max(c.hypot(d))
    }

    /// How much longer every length becomes, if all do alike.
    pub fn evenly(self) -> Option<f64> {
        let [a, b, c, d, ..] = self.0;
        let (across, down) = (a.hypot(b), c.hypot(d));
        let slack = 1e-3 * across.max(down);
        ((across - down).abs() <= slack && (a * c + b * d).abs() <= slack * across).then_some((across + down) / 2.0)
    }

    /// Whether upright rectangles stay upright rectangles.
    pub fn is_upright(self) -> bool {
        let [a, b, c, d, ..] = self.0;
        (b == 0.0 && c == 0.0) || (a == 0.0 && d == 0.0)
    }

    /// The upright rectangle around where a rectangle goes.
    pub fn apply_rect(self, rect: Rect) -> Rect {
        let corners =
            [(rect.x, rect.y), (rect.right(), rect.y), (rect.x, rect.bottom()), (rect.right(), rect.bottom())];
        let corners = corners.map(|(x, y)| self.apply(x, y));
        let (mut low, mut high) = (corners[0], corners[0]);
        for (x, y) in corners {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        Rect::new(low.0, low.1, high.0 - low.0, high.1 - low.1)
    }
}

/// A run of text on one line.
#[derive(Debug, Clone, PartialEq)]
pub struct TextRun {
    /// The text.
    pub text: String,
    /// The font.
    pub font: Font,
    /// Size of the em, in millimetres.
    pub size: f64,
    /// Left end of the baseline.
    pub x: f64,
    /// The baseline.
    pub y: f64,
    /// Extra space after every letter, in millimetres.
    pub spacing: f64,
    /// The colour.
    pub colour: Colour,
    /// A light rim behind the letters: its colour and its width beyond them.
    pub halo: Option<(Colour, f64)>,
    /// The room it was given: tests hold the ink to it.
    pub room: Option<Rect>,
}

impl TextRun {
    /// Its length.
    pub fn width(&self) -> f64 {
        shape(self.font, &self.text).width(self.size, self.spacing)
    }

    /// The box of its letters, from the ascent of capitals to the descent of what is written.
    pub fn bounds(&self) -> Rect {
        let shaped = shape(self.font, &self.text);
        let scale = self.size / metrics(self.font).em;
        let (low, high) = shaped.ink_y();
        Rect::new(self.x, self.y - high * scale, self.width(), (high - low) * scale)
    }
}

/// Something to draw.
#[derive(Debug, Clone)]
pub enum Item {
    /// A shape.
    Shape(Path, Style),
    /// Text.
    Text(TextRun),
    /// A picture of `size` units, placed by a map of the plane.
    Picture {
        /// What.
        picture: Picture,
        /// Its own width and height.
        size: (f64, f64),
        /// Where it goes.
        place: Affine,
        /// What `currentColor` is.
        ink: Colour,
    },
    /// Items drawn together.
    Group {
        /// Where they go.
        place: Affine,
        /// What is seen of them.
        clip: Option<Path>,
        /// 1: opaque.
        opacity: f64,
        /// The items.
        items: Vec<Item>,
    },
    /// Items that are drawn in several places. A PDF holds them once.
    Shared(Shared),
    /// The same, but painted as if they stood here, in a PDF too: what is shared is the memory, and their hash.
    Inlined(Shared),
}

/// Items that are drawn in several places. Copies are the same items.
#[derive(Debug, Clone)]
pub struct Shared(Arc<(Vec<Item>, OnceLock<Fingerprint>)>);

impl Shared {
    /// Items to be shared.
    pub fn new(items: Vec<Item>) -> Self {
        Self(Arc::new((items, OnceLock::new())))
    }

    /// Their hash, taken once.
    pub fn hash(&self) -> &Fingerprint {
        self.0.1.get_or_init(|| fingerprint::of(self, (0.0, 0.0)))
    }
}

impl Deref for Shared {
    type Target = [Item];

    fn deref(&self) -> &[Item] {
        &self.0.0
    }
}

/// A drawing of a size.
#[derive(Debug, Clone, Default)]
pub struct Drawing {
    /// Width in millimetres.
    pub width: f64,
    /// Height in millimetres.
    pub height: f64,
    /// What is drawn, back to front.
    pub items: Vec<Item>,
    /// How many of the first items many drawings have in common: they are rendered once.
    pub shared: usize,
    /// Things that labels must stay clear of, by name: tests hold them to it.
    pub solids: Vec<(String, Rect)>,
}

/// Text where it stands on the sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedText {
    /// The text.
    pub text: String,
    /// The upright box around it.
    pub bounds: Rect,
    /// The room it was given, on the sheet.
    pub room: Option<Rect>,
    /// Its em in millimetres on the sheet.
    pub size: f64,
}

impl Drawing {
    /// An empty sheet.
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, ..Self::default() }
    }

    /// Adds a shape.
    pub fn shape(&mut self, path: Path, style: Style) {
        self.items.push(Item::Shape(path, style));
    }

    /// Adds text.
    pub fn text(&mut self, run: TextRun) {
        self.items.push(Item::Text(run));
    }

    /// Adds another drawing, placed.
    pub fn place(&mut self, other: Drawing, place: Affine) {
        let solids = other.solids.into_iter().map(|(name, rect)| (name, place.apply_rect(rect)));
        self.solids.extend(solids);
        self.items.push(Item::Group { place, clip: None, opacity: 1.0, items: other.items });
    }

    /// All text, where it stands.
    pub fn texts(&self) -> Vec<PlacedText> {
        let mut found = Vec::new();
        gather(&self.items, Affine::IDENTITY, &mut found);
        found
    }
}

fn gather(items: &[Item], place: Affine, found: &mut Vec<PlacedText>) {
    for item in items {
        match item {
            Item::Text(run) => {
                let [a, b, ..] = place.0;
                found.push(PlacedText {
                    text: run.text.clone(),
                    bounds: place.apply_rect(run.bounds()),
                    room: run.room.map(|room| place.apply_rect(room)),
                    size: run.size * (a * a + b * b).sqrt(),
                });
            }
            Item::Group { place: own, items, .. } => gather(items, place.after(*own), found),
            Item::Shared(items) | Item::Inlined(items) => gather(items, place, found),
            Item::Shape(..) | Item::Picture { .. } => {}
        }
    }
}
