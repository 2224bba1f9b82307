//! An SVG as a tree: how much work it is to draw.
//!
//! The unit is about one pixel that is written. What is counted follows how resvg draws: layers for groups with
//! effects, a picture of its own for each use of a pattern, every filter on its whole region.

use super::path::{CanvasSize, FilledOutline};
use super::{Excess, about};
use resvg::usvg::filter::{Filter, Kind, Primitive};
use resvg::usvg::roxmltree::{Document, Node as Element, ParsingOptions};
use resvg::usvg::{
    ClipPath, Group, Image, LineCap, LineJoin, Mask, Node, NonZeroRect, Paint, Path, Pattern, Stroke, Transform, Tree,
};

/// Steps that drawing a picture may take when its longer side has as many pixels as below.
const STEPS: f64 = 4e9;
const SIDE: f64 = 1024.0;
/// Steps that a drawing may take at the size that it is really drawn at.
const MOST_STEPS: f64 = 1e11;
/// Pixels that may be in memory at once for effects, as a multiple of the picture's.
const LAYERS: f64 = 48.0;
/// Pixels that may be in memory at once, for a picture of any size.
const MOST_PIXELS: f64 = 5e8;
/// Dashes of one line.
const DASHES: f64 = 100_000.0;
/// Pixels of all embedded pictures, counted each time they are drawn.
const EMBEDDED: f64 = 256e6;

const PLAIN: &str = "simplify the picture, or export it as PNG";

/// Reports what would be too much to draw; `svg` is the text that the tree was read from.
pub fn weigh_tree(tree: &Tree, svg: &str) -> Result<(), Excess> {
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    let scale = SIDE / width.max(height);
    let mut meter = Meter::new((width * scale, height * scale), STEPS);
    meter.most_pixels = LAYERS * SIDE * SIDE;
    meter.tree(tree, scale).map_err(|(excess, culprit)| match culprit.and_then(|culprit| culprit.find(svg)) {
        Some(at) => excess.at(at),
        None => excess,
    })
}

/// The element that is too much.
#[derive(Debug)]
struct Culprit {
    /// Its id, and those of the groups around it; none has to have one.
    ids: Vec<String>,
    /// Which of the element's children.
    child: Option<usize>,
}

impl Culprit {
    fn of(id: &str) -> Self {
        Self { ids: vec![id.to_string()], child: None }
    }

    /// Where it stands in the text.
    fn find(&self, svg: &str) -> Option<std::ops::Range<usize>> {
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(svg, options).ok()?;
        let named = |id: &String| document.descendants().find(|node| node.attribute("id") == Some(id.as_str()));
        let found = self.ids.iter().filter(|id| !id.is_empty()).find_map(named)?;
        let child = |nth| found.children().filter(Element::is_element).nth(nth);
        let range = self.child.and_then(child).unwrap_or(found).range();
        let end = svg[range.clone()].find('>').map_or(range.end, |end| range.start + end + 1);
        Some(range.start..end)
    }
}

type Weighed = Result<(), (Excess, Option<Culprit>)>;

/// Counts the work of drawing.
#[derive(Debug)]
pub struct Meter {
    canvas: CanvasSize,
    budget: f64,
    most_pixels: f64,
    steps: f64,
    pixels: f64,
    embedded: f64,
}

impl Meter {
    fn new(canvas: CanvasSize, budget: f64) -> Self {
        Self { canvas, budget, most_pixels: MOST_PIXELS, steps: 0.0, pixels: 0.0, embedded: 0.0 }
    }

    /// A meter for a drawing of that many pixels.
    pub fn of_drawing(canvas: CanvasSize) -> Self {
        Self::new(canvas, MOST_STEPS)
    }

    /// Counts a picture of the drawing. Only effects make work that grows beyond the size.
    pub fn add(&mut self, tree: &Tree, transform: Transform) -> Result<(), Excess> {
        if tree.filters().is_empty() && tree.patterns().is_empty() {
            return Ok(());
        }
        self.children(tree.root(), transform, self.canvas).map_err(|(excess, _)| excess)
    }

    /// Whether a picture can be drawn alone with so many pixels per unit.
    #[allow(clippy::cast_possible_truncation)]
    pub fn allows(tree: &Tree, scale: f64) -> Result<(), Excess> {
        let canvas = (f64::from(tree.size().width()) * scale, f64::from(tree.size().height()) * scale);
        let transform = Transform::from_scale(scale as f32, scale as f32);
        Meter::of_drawing(canvas).add(tree, transform)
    }

    #[allow(clippy::cast_possible_truncation)]
    fn tree(&mut self, tree: &Tree, scale: f64) -> Weighed {
        let scale = scale as f32;
        self.children(tree.root(), Transform::from_scale(scale, scale), self.canvas)
    }

    /// Adds steps for an element.
    fn take(&mut self, steps: f64, what: &str, help: &'static str, id: &str, child: Option<usize>) -> Weighed {
        self.steps += steps;
        if self.steps <= self.budget && steps.is_finite() {
            return Ok(());
        }
        let message = if steps > self.budget / 2.0 {
            format!("drawing {what} takes {} steps; a picture may take {}", about(steps), about(self.budget))
        } else {
            format!("drawing this picture takes more than {} steps, which is the limit", about(self.budget))
        };
        Err((Excess::new(message, help), Some(Culprit { ids: vec![id.to_string()], child })))
    }

    /// Holds pixels in memory while `draw` goes on.
    fn hold(
        &mut self,
        pixels: f64,
        (what, help): (&str, &'static str),
        id: &str,
        draw: impl FnOnce(&mut Self) -> Weighed,
    ) -> Weighed {
        self.pixels += pixels;
        if self.pixels > self.most_pixels || !pixels.is_finite() {
            let times = about(self.pixels / (self.canvas.0 * self.canvas.1).max(1.0));
            let message = format!("{what} needs as much memory as {times} pictures of this size");
            return Err((Excess::new(message, help), Some(Culprit::of(id))));
        }
        draw(self)?;
        self.pixels -= pixels;
        Ok(())
    }

    fn children(&mut self, group: &Group, transform: Transform, canvas: CanvasSize) -> Weighed {
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, transform, canvas).map_err(|(excess, mut culprit)| {
                    culprit.iter_mut().for_each(|culprit| culprit.ids.push(group.id().to_string()));
                    (excess, culprit)
                })?,
                Node::Path(path) => self.path(path, transform, canvas)?,
                Node::Image(image) => self.image(image)?,
                Node::Text(text) => self.group(text.flattened(), transform, canvas)?,
            }
        }
        Ok(())
    }

    fn group(&mut self, group: &Group, transform: Transform, canvas: CanvasSize) -> Weighed {
        let transform = transform.pre_concat(group.transform());
        self.take(10.0, "this group", PLAIN, group.id(), None)?;
        if !group.should_isolate() {
            return self.children(group, transform, canvas);
        }
        let area = self.layer(group.layer_bounding_box(), transform);
        let help = "nest fewer groups with effects, and make the regions of filters smaller";
        let id = group.filters().first().map_or(group.id(), |filter| filter.id());
        self.hold(area * 2.0, ("this group", help), id, |meter| {
            meter.take(area * 4.0, "this group", PLAIN, group.id(), None)?;
            meter.children(group, transform, meter.canvas)?;
            for filter in group.filters() {
                meter.filter(filter, transform, area)?;
            }
            if let Some(clip) = group.clip_path() {
                meter.clip(clip, transform, area)?;
            }
            group.mask().map_or(Ok(()), |mask| meter.mask(mask, transform, area))
        })
    }

    /// Pixels of a layer: resvg cuts them off where they are five times as large as the canvas.
    fn layer(&self, bounds: NonZeroRect, transform: Transform) -> f64 {
        let (width, height) = size(bounds, transform);
        let (most_wide, most_high) = self.canvas;
        (width + 4.0).min(most_wide * 5.0) * (height + 4.0).min(most_high * 5.0)
    }

    fn clip(&mut self, clip: &ClipPath, transform: Transform, area: f64) -> Weighed {
        self.hold(area * 2.0, ("a clip of clips", PLAIN), clip.id(), |meter| {
            meter.take(area * 4.0, "this clip", PLAIN, clip.id(), None)?;
            meter.children(clip.root(), transform.pre_concat(clip.transform()), meter.canvas)?;
            clip.clip_path().map_or(Ok(()), |clip| meter.clip(clip, transform, area))
        })
    }

    fn mask(&mut self, mask: &Mask, transform: Transform, area: f64) -> Weighed {
        self.hold(area * 2.0, ("a mask of masks", PLAIN), mask.id(), |meter| {
            meter.take(area * 6.0, "this mask", PLAIN, mask.id(), None)?;
            meter.children(mask.root(), transform, meter.canvas)?;
            mask.mask().map_or(Ok(()), |mask| meter.mask(mask, transform, area))
        })
    }

    fn path(&mut self, path: &Path, transform: Transform, canvas: CanvasSize) -> Weighed {
        if !path.is_visible() {
            return Ok(());
        }
        let outline = FilledOutline::new(path.data(), transform, canvas);
        let all = canvas.0 * canvas.1;
        let (scale, help) = (scale(transform), "draw it with fewer points, or in several paths");
        if let Some(fill) = path.fill() {
            let bounds = path.data().bounds();
            let area = f64::from(bounds.width()) * f64::from(bounds.height()) * scale * scale;
            let steps = outline.steps(1.0, 0.0, canvas.1) + area.min(all);
            let what = format!("this path of {} pieces", about(outline.pieces()));
            self.take(steps, &what, help, path.id(), None)?;
            self.paint(fill.paint(), transform)?;
        }
        if let Some(stroke) = path.stroke() {
            let dashes = dashes(stroke, outline.length);
            if dashes > DASHES {
                let message = format!("this line has {} dashes; a line may have {DASHES}", about(dashes));
                let help = "make the dashes of `stroke-dasharray` longer";
                return Err((Excess::new(message, help), Some(Culprit::of(path.id()))));
            }
            let width = f64::from(stroke.width().get()) * scale;
            let round = stroke.linejoin() == LineJoin::Round || stroke.linecap() == LineCap::Round;
            let edges = if round { 8.0 } else { 4.0 };
            let area = (outline.length * scale * width.max(1.0)).min(all);
            let mut steps = outline.steps(edges, width / 2.0, canvas.1) + area;
            // Each dash of a piece meets what lies beside the piece.
            steps += steps / outline.pieces().max(1.0) * dashes.min(100.0) + dashes * edges * (20.0 + width * 4.0);
            let what = format!("this line of {} pieces", about(outline.pieces() + dashes));
            self.take(steps, &what, help, path.id(), None)?;
            self.paint(stroke.paint(), transform)?;
        }
        Ok(())
    }

    fn paint(&mut self, paint: &Paint, transform: Transform) -> Weighed {
        let Paint::Pattern(pattern) = paint else { return Ok(()) };
        self.pattern(pattern, transform)
    }

    /// A pattern is drawn anew for each shape that it fills.
    fn pattern(&mut self, pattern: &Pattern, transform: Transform) -> Weighed {
        let (sx, sy) = transform.pre_concat(pattern.transform()).get_scale();
        let (width, height) =
            (f64::from(pattern.rect().width()) * f64::from(sx), f64::from(pattern.rect().height()) * f64::from(sy));
        let area = width * height;
        let help = "make the tile of the pattern smaller: `width` and `height` of one repetition, not of what it fills";
        self.hold(area, ("this pattern", help), pattern.id(), |meter| {
            meter.take(area * 2.0, "this pattern", help, pattern.id(), None)?;
            meter.children(pattern.root(), Transform::from_scale(sx, sy), (width, height))
        })
    }

    fn filter(&mut self, filter: &Filter, transform: Transform, layer: f64) -> Weighed {
        let (width, height) = size(filter.rect(), transform);
        let region = (width * height).max(layer);
        let help = "make the region of the filter smaller (`x`, `y`, `width`, `height`), or use fewer effects";
        #[allow(clippy::cast_precision_loss)]
        let held = region * (filter.primitives().len() as f64 + 2.0);
        self.hold(held, ("this filter", help), filter.id(), |meter| {
            for (nth, primitive) in filter.primitives().iter().enumerate() {
                let (times, help) = effect(primitive, transform, (width, height));
                meter.take(region * times, "this effect", help, filter.id(), Some(nth))?;
                if let Kind::Image(image) = primitive.kind() {
                    meter.children(image.root(), transform, meter.canvas)?;
                }
            }
            Ok(())
        })
    }

    fn image(&mut self, image: &Image) -> Weighed {
        let pixels = f64::from(image.size().width()) * f64::from(image.size().height());
        self.embedded += pixels;
        if self.embedded > EMBEDDED {
            let message = format!(
                "embedded pictures have {} pixels; all together may have {}",
                about(self.embedded),
                about(EMBEDDED)
            );
            return Err((Excess::new(message, "embed smaller pictures"), Some(Culprit::of(image.id()))));
        }
        self.take(pixels * 4.0, "this embedded picture", "embed a smaller picture", image.id(), None)
    }
}

/// Steps per pixel of an effect, and how to need fewer.
#[allow(clippy::cast_precision_loss)]
fn effect(primitive: &Primitive, transform: Transform, (width, height): CanvasSize) -> (f64, &'static str) {
    let (sx, sy) = transform.get_scale();
    let plain = |steps: f64| (steps, "use fewer effects, or export the picture as PNG");
    match primitive.kind() {
        Kind::Turbulence(effect) => {
            let octaves = f64::from(effect.num_octaves());
            let frequency = f64::from(effect.base_frequency_x().get().max(effect.base_frequency_y().get()));
            let far =
                [primitive.rect().left(), primitive.rect().top(), primitive.rect().right(), primitive.rect().bottom()];
            let far = far.iter().map(|edge| f64::from(edge.abs())).fold(1.0, f64::max);
            // resvg counts waves in whole numbers of 32 bits.
            let waves = frequency * octaves.exp2() * far;
            let steps = if waves < 1e9 { 60.0 * (octaves + 1.0) } else { f64::INFINITY };
            (steps, "make `numOctaves` or `baseFrequency` smaller: octaves above 8 are finer than a pixel")
        }
        Kind::Morphology(effect) => {
            let reach = |radius: f32, scale: f32, most: f64| (f64::from(radius * scale).ceil() * 2.0).min(most);
            let columns = reach(effect.radius_x().get(), sx, width);
            let rows = reach(effect.radius_y().get(), sy, height);
            (2.0 + columns * rows * 1.5, "make `radius` smaller, or draw the outline as a stroke")
        }
        Kind::ConvolveMatrix(effect) => {
            let cells = f64::from(effect.matrix().columns()) * f64::from(effect.matrix().rows());
            (4.0 + cells * 4.0, "make `order` smaller")
        }
        Kind::Merge(effect) => plain(4.0 * effect.inputs().len() as f64),
        Kind::DiffuseLighting(_) | Kind::SpecularLighting(_) => plain(40.0),
        Kind::DropShadow(_) | Kind::GaussianBlur(_) => plain(40.0),
        _ => plain(8.0),
    }
}

/// Width and height of a rectangle in pixels.
fn size(bounds: NonZeroRect, transform: Transform) -> CanvasSize {
    let Some(bounds) = bounds.transform(transform) else { return (f64::INFINITY, f64::INFINITY) };
    (f64::from(bounds.width()), f64::from(bounds.height()))
}

fn scale(transform: Transform) -> f64 {
    let (sx, sy) = transform.get_scale();
    f64::from(sx.max(sy))
}

/// How many dashes a line of that length has.
#[allow(clippy::cast_precision_loss)]
fn dashes(stroke: &Stroke, length: f64) -> f64 {
    let Some(dashes) = stroke.dasharray().filter(|dashes| !dashes.is_empty()) else { return 0.0 };
    let sum: f64 = dashes.iter().map(|dash| f64::from(*dash)).sum();
    length / sum * dashes.len() as f64
}
