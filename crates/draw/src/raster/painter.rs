//! Items as pixels: walks the tree and paints what is seen of it.

use super::RasterError;
use super::extent::{self, MITER, reach};
use super::layer::{PixelWindow, Seen, lay, with_layer};
use super::pictures::{ReadPicture, read};
use super::trace::Tracer;
use crate::Colour;
use crate::{Affine, Item, Path, Picture, Rect, Stroke, Style, TextRun, metrics, shape};
use kurbo::PathEl;
use resvg::tiny_skia::{
    self, FillRule, FilterQuality, LineCap, LineJoin, Paint, Pattern, Pixmap, PixmapMut, Shader, SpreadMode, Transform,
};

/// A pixel more than what is seen, for soft edges.
const SOFT: f64 = 1.0;
/// Larger than every drawing.
const EVERYWHERE: Rect = Rect::new(-1e12, -1e12, 2e12, 2e12);

/// Paints onto pixels.
pub(super) struct PixelPainter<'p> {
    canvas: PixmapMut<'p>,
    tracer: Tracer,
}

impl<'p> PixelPainter<'p> {
    /// A painter in front of a canvas.
    pub fn new(canvas: PixmapMut<'p>) -> Self {
        Self { canvas, tracer: Tracer::default() }
    }

    /// Paints items, whose units `place` maps to pixels.
    pub fn items(&mut self, items: &[Item], place: Affine) -> Result<(), RasterError> {
        for item in items {
            match item {
                Item::Shape(path, style) => self.shape(path, style, place)?,
                Item::Text(run) => self.text(run, place),
                Item::Picture { picture, size, place: own, ink } => {
                    self.picture(picture, *size, *ink, place.after(*own))?;
                }
                Item::Group { place: own, clip, opacity, items } => {
                    self.group(clip.as_ref(), *opacity, items, place.after(*own))?;
                }
                Item::Shared(items) | Item::Inlined(items) => self.items(items, place)?,
            }
        }
        Ok(())
    }

    /// Everything that is seen, with room for soft edges.
    fn view(&self) -> Rect {
        let (width, height) = (f64::from(self.canvas.width()), f64::from(self.canvas.height()));
        Rect::new(0.0, 0.0, width, height).inset(-SOFT)
    }

    fn shape(&mut self, path: &Path, style: &Style, place: Affine) -> Result<(), RasterError> {
        let stroke = style.stroke.as_ref().filter(|stroke| stroke.width > 0.0);
        let Some(bounds) = path.bounds().filter(|_| style.fill.is_some() || stroke.is_some()) else { return Ok(()) };
        let reach = stroke.map_or(0.0, |stroke| reach(stroke) * place.stretch());
        if !place.apply_rect(bounds).inset(-reach).overlaps(self.view()) {
            return Ok(());
        }
        let opacity = alpha(style.opacity.unwrap_or(1.0));
        if opacity < 255 && style.fill.is_some() && stroke.is_some() {
            // A shape with a rim is one thing: where the rim lies on the fill, the fill does not shine through.
            let whole = Style { opacity: None, ..style.clone() };
            let bounds = place.apply_rect(bounds).inset(-reach - SOFT);
            return self.layer(bounds, None, opacity, |painter, shift| painter.shape(path, &whole, shift.after(place)));
        }
        if let Some(fill) = style.fill {
            let rule = if style.even_odd { FillRule::EvenOdd } else { FillRule::Winding };
            self.fill(path.steps(), place, &paint(fill, opacity), rule);
        }
        if let Some(stroke) = stroke {
            self.stroke(path.steps(), place, &paint(stroke.colour, opacity), stroke);
        }
        Ok(())
    }

    fn fill(&mut self, steps: &[PathEl], place: Affine, paint: &Paint<'_>, rule: FillRule) {
        let view = self.view();
        if let Some(outline) = self.tracer.outline(steps, place, view) {
            self.canvas.fill_path(&outline, paint, rule, Transform::identity(), None);
            self.tracer.done(outline);
        }
    }

    fn stroke(&mut self, steps: &[PathEl], place: Affine, paint: &Paint<'_>, stroke: &Stroke) {
        // Where the plane is not squeezed the line is drawn in pixels, else in its own units and then squeezed.
        let (trace, scale, view, then) = match place.evenly() {
            Some(scale) => (place, scale, self.view().inset(-reach(stroke) * scale), Transform::identity()),
            None => (Affine::IDENTITY, 1.0, EVERYWHERE, transform(place)),
        };
        if let Some(outline) = self.tracer.outline(steps, trace, view) {
            self.canvas.stroke_path(&outline, paint, &line(stroke, scale), then, None);
            self.tracer.done(outline);
        }
    }

    fn text(&mut self, run: &TextRun, place: Affine) {
        if run.text.trim().is_empty() {
            return;
        }
        // Most text of a large sheet is far above or below, so it is looked at before it is shaped.
        let anywhere = Rect { x: -1e6, w: 2e6, ..extent::height_of(run) };
        if place.is_upright() && !place.apply_rect(anywhere).overlaps(self.view()) {
            return;
        }
        if !place.apply_rect(extent::of_text(run)).overlaps(self.view()) {
            return;
        }
        let shaped = shape(run.font, &run.text);
        let scale = run.size / metrics(run.font).em;
        let letters = place.after(Affine([scale, 0.0, 0.0, -scale, run.x, run.y]));
        for (letter, left, up) in shaped.placed(run.spacing / scale) {
            self.tracer.add(letter.steps.elements(), letters.after(Affine::shift(left, up)));
        }
        let Some(outline) = self.tracer.finish() else { return };
        if let Some((colour, width)) = run.halo.filter(|(_, width)| *width > 0.0) {
            let scale = place.evenly().unwrap_or_else(|| place.stretch());
            let stroke =
                tiny_skia::Stroke { line_cap: LineCap::Butt, ..line(&Stroke::new(colour, 2.0 * width), scale) };
            self.canvas.stroke_path(&outline, &paint(colour, 255), &stroke, Transform::identity(), None);
        }
        self.canvas.fill_path(&outline, &paint(run.colour, 255), FillRule::Winding, Transform::identity(), None);
        self.tracer.done(outline);
    }

    fn picture(&mut self, picture: &Picture, size: (f64, f64), ink: Colour, place: Affine) -> Result<(), RasterError> {
        if !(size.0 > 0.0 && size.1 > 0.0) {
            return Ok(());
        }
        match read(picture, size, ink)? {
            ReadPicture::Tree(tree) => {
                let bounds = tree.root().layer_bounding_box();
                let [x, y, w, h] = [bounds.x(), bounds.y(), bounds.width(), bounds.height()].map(f64::from);
                if place.apply_rect(Rect::new(x, y, w, h)).overlaps(self.view()) {
                    resvg::render(&tree, transform(place), &mut self.canvas);
                }
            }
            ReadPicture::Pixels(pixels) => {
                if place.apply_rect(Rect::new(0.0, 0.0, size.0, size.1)).overlaps(self.view()) {
                    self.photo(&pixels, size, place);
                }
            }
        }
        Ok(())
    }

    fn photo(&mut self, pixels: &Pixmap, (width, height): (f64, f64), place: Affine) {
        let (wide, high) = (f64::from(pixels.width()), f64::from(pixels.height()));
        let place = place.after(Affine::scale_shift(width / wide, height / high, 0.0, 0.0));
        let Some(all) = tiny_skia::Rect::from_xywh(0.0, 0.0, single(wide), single(high)) else { return };
        let (mode, quality) = (SpreadMode::Pad, FilterQuality::Bicubic);
        let shader = Pattern::new(pixels.as_ref(), mode, quality, 1.0, Transform::identity());
        self.canvas.fill_rect(all, &Paint { shader, ..Paint::default() }, transform(place), None);
    }

    fn group(&mut self, clip: Option<&Path>, opacity: f64, items: &[Item], place: Affine) -> Result<(), RasterError> {
        let opacity = alpha(opacity);
        let Some(clip) = clip else {
            if opacity == 255 {
                return self.items(items, place);
            }
            let Some(bounds) = extent::of(items, place) else { return Ok(()) };
            return self
                .layer(bounds.inset(-SOFT), None, opacity, |painter, shift| painter.items(items, shift.after(place)));
        };
        let Some(bounds) = clip.bounds().map(|bounds| place.apply_rect(bounds)) else { return Ok(()) };
        if opacity == 255 && place.is_upright() && is_rect(clip) && bounds.contains(self.view().inset(SOFT), 1e-3) {
            return self.items(items, place);
        }
        self.layer(bounds, Some((clip, place)), opacity, |painter, shift| painter.items(items, shift.after(place)))
    }

    /// Draws onto a layer, and that onto the canvas.
    fn layer(
        &mut self,
        bounds: Rect,
        clip: Option<(&Path, Affine)>,
        opacity: u8,
        draw: impl FnOnce(&mut PixelPainter<'_>, Affine) -> Result<(), RasterError>,
    ) -> Result<(), RasterError> {
        let size = (self.canvas.width(), self.canvas.height());
        let Some(window) = PixelWindow::around(bounds, size) else { return Ok(()) };
        let shift = Affine::shift(-f64::from(window.x), -f64::from(window.y));
        let seen = match clip {
            None => Seen::All,
            Some((clip, place)) if place.is_upright() && is_rect(clip) => Seen::through(bounds, window),
            Some((clip, place)) => {
                let place = shift.after(place);
                let view = Rect::new(0.0, 0.0, f64::from(window.width), f64::from(window.height)).inset(-SOFT);
                let Some(outline) = self.tracer.outline(clip.steps(), place, view) else { return Ok(()) };
                let seen = Seen::inside(&outline, window);
                self.tracer.done(outline);
                seen.ok_or(RasterError::TooLarge(window.width, window.height))?
            }
        };
        with_layer(window.width, window.height, |layer| {
            let canvas = PixmapMut::from_bytes(layer, window.width, window.height);
            let canvas = canvas.ok_or(RasterError::TooLarge(window.width, window.height))?;
            draw(&mut PixelPainter { canvas, tracer: std::mem::take(&mut self.tracer) }, shift)?;
            lay(layer, window, &seen, opacity, &mut self.canvas);
            Ok(())
        })
    }
}

/// Whether a path is one upright rectangle.
pub(super) fn is_rect(path: &Path) -> bool {
    let [PathEl::MoveTo(a), PathEl::LineTo(b), PathEl::LineTo(c), PathEl::LineTo(d), PathEl::ClosePath] = path.steps()
    else {
        return false;
    };
    (a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x) || (a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y)
}

fn paint(Colour([r, g, b]): Colour, alpha: u8) -> Paint<'static> {
    let colour = tiny_skia::Color::from_rgba8(r, g, b, alpha);
    Paint { shader: Shader::SolidColor(colour), ..Paint::default() }
}

/// A line whose units are `scale` pixels.
fn line(stroke: &Stroke, scale: f64) -> tiny_skia::Stroke {
    let mut dash: Vec<f32> = stroke.dash.iter().map(|length| single(length * scale)).collect();
    // Dashes and gaps change places each time, as in SVG.
    if dash.len() % 2 == 1 {
        dash.extend_from_within(..);
    }
    tiny_skia::Stroke {
        width: single(stroke.width * scale),
        miter_limit: single(MITER),
        line_cap: if stroke.round { LineCap::Round } else { LineCap::Butt },
        line_join: if stroke.round { LineJoin::Round } else { LineJoin::Miter },
        // No dashes, as in SVG, if they make no sense.
        dash: tiny_skia::StrokeDash::new(dash, 0.0),
    }
}

/// An opacity, of 255.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn alpha(opacity: f64) -> u8 {
    (opacity.clamp(0.0, 1.0) * 255.0).round() as u8
}

#[allow(clippy::cast_possible_truncation)]
fn single(number: f64) -> f32 {
    number as f32
}

/// A map of the plane as tiny-skia takes it.
pub(super) fn transform(Affine([a, b, c, d, e, f]): Affine) -> Transform {
    Transform::from_row(single(a), single(b), single(c), single(d), single(e), single(f))
}
