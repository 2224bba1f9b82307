//! Layers of templates, drawn on a face.

use super::canvas::Canvas;
use super::{canvas, marks};
use crate::diag::codes;
use crate::draw::{Affine, Align, Drawing, Item, Path, Rect, Stroke, Style, TextBlock, TextRun, TextStyle, fit_line};
use crate::expr::{self, Number, Value, Values};
use crate::look::fields;
use crate::look::{Count, Layer, LayerDraws, Paint, Phrase, Set, TextLook};
use crate::model::Printed;
use crate::source::values::Colour;
use crate::syntax::{FitWord, ShapeWord, StripeWord};

impl Canvas<'_> {
    /// Draws a layer, if it is to be drawn.
    pub fn layer(&mut self, layer: &Layer, values: &Values) {
        let wanted = layer.when.as_ref().is_none_or(|when| expr::eval(when, values) == Ok(Value::Bool(true)));
        if !wanted {
            return;
        }
        let room = self.millimetres(layer.at);
        match &layer.layout {
            LayerDraws::Fill(colour) => self.fill(layer, &colour.text(values)),
            LayerDraws::Shape(shape, paint) => self.shape(layer, *shape, paint, room, values),
            LayerDraws::Stripe(edge, thick, colour) => self.stripe(layer, *edge, *thick, &colour.text(values)),
            LayerDraws::Symbol(set, name, ink) => self.symbol(layer, *set, &name.text(values), &ink.text(values), room),
            LayerDraws::Echelon(mark, ink) => {
                if let Some(ink) = self.colour(&ink.text(values), layer.span) {
                    self.shared(marks::echelon(&mark.text(values), room, ink));
                }
            }
            LayerDraws::Text(text, look) => self.text(layer, &text.text(values), look, room, values),
            LayerDraws::Values(separator, look) => self.values(layer, &separator.text(values), look, room, values),
            LayerDraws::Badge(text, shape, paint, look) => {
                let text = text.text(values);
                if !text.is_empty() {
                    self.shape(layer, *shape, paint, room, values);
                    let pad = self.length(paint.width).max(room.h * 0.08);
                    self.text(layer, &text, look, room.inset(pad), values);
                }
            }
            LayerDraws::Pips(count, of, ink) => self.pips(layer, count, of.as_ref(), ink, room, values),
            LayerDraws::Image(name, fit, align) => self.image(layer, &name.text(values), *fit, *align, room),
        }
    }

    fn fill(&mut self, layer: &Layer, colour: &str) {
        let Some(colour) = self.colour(colour, layer.span) else { return };
        let (width, height) = self.size();
        let mut ground = Drawing::new(width, height);
        canvas::ground(&mut ground, colour, layer.opacity, self.bleed);
        self.shared(ground.items);
        self.lay(Rect::new(0.0, 0.0, width, height), Some(colour), layer.opacity);
    }

    fn style(&mut self, layer: &Layer, paint: &Paint, values: &Values) -> Style {
        let mut colour = |phrase: &Option<Phrase>| {
            let text = phrase.as_ref().map(|phrase| phrase.text(values)).unwrap_or_default();
            self.colour(&text, layer.span)
        };
        let (fill, line) = (colour(&paint.fill), colour(&paint.line));
        let stroke = line.filter(|_| paint.width > 0.0).map(|line| Stroke::new(line, self.length(paint.width)).sharp());
        let opacity = (layer.opacity < 1.0).then_some(layer.opacity);
        Style { fill, stroke, opacity, even_odd: false }
    }

    fn shape(&mut self, layer: &Layer, shape: ShapeWord, paint: &Paint, room: Rect, values: &Values) {
        let style = self.style(layer, paint, values);
        let (cx, _) = room.centre();
        let path = match shape {
            ShapeWord::Rect => Path::rounded(room, self.length(paint.radius)),
            ShapeWord::Ellipse => Path::ellipse(room),
            ShapeWord::Triangle => {
                Path::polygon([(cx, room.y), (room.right(), room.bottom()), (room.x, room.bottom())])
            }
            ShapeWord::Diamond => {
                let cy = room.centre().1;
                Path::polygon([(cx, room.y), (room.right(), cy), (cx, room.bottom()), (room.x, cy)])
            }
            ShapeWord::Star => Path::star(cx, room.y + room.h * 0.53, room.w.min(room.h) / 2.0),
            ShapeWord::Saltire => {
                let mut path = Path::line(room.x, room.y, room.right(), room.bottom());
                path.add(&Path::line(room.right(), room.y, room.x, room.bottom()));
                path
            }
            ShapeWord::Line => Path::line(room.x, room.y, room.right(), room.bottom()),
        };
        if style.fill.is_some() && !matches!(shape, ShapeWord::Saltire | ShapeWord::Line) {
            self.lay(room, style.fill, layer.opacity);
        }
        self.shared([Item::Shape(path, style)]);
    }

    fn stripe(&mut self, layer: &Layer, edge: StripeWord, thick: f64, colour: &str) {
        let Some(colour) = self.colour(colour, layer.span) else { return };
        let (w, h) = self.size();
        let thick = self.length(thick);
        let b = self.bleed;
        let band = match edge {
            StripeWord::Top => Rect::new(-b, -b, w + 2.0 * b, b + thick),
            StripeWord::Bottom => Rect::new(-b, h - thick, w + 2.0 * b, b + thick),
            StripeWord::Left => Rect::new(-b, -b, b + thick, h + 2.0 * b),
            StripeWord::Right => Rect::new(w - thick, -b, b + thick, h + 2.0 * b),
            StripeWord::Rising | StripeWord::Falling => {
                // Drawn well beyond the corners, and cut there: its ends are not square to the edges.
                let (low, high) = if edge == StripeWord::Rising { (2.0 * h, -h) } else { (-h, 2.0 * h) };
                let line = Path::line(-w, low, 2.0 * w, high);
                let items = vec![Item::Shape(line, Style::stroke(Stroke::new(colour, thick).sharp()))];
                let clip = Some(Path::rect(Rect::new(0.0, 0.0, w, h).inset(-b)));
                return self.shared([Item::Group { place: Affine::IDENTITY, clip, opacity: layer.opacity, items }]);
            }
        };
        let mut style = Style::fill(colour);
        style.opacity = (layer.opacity < 1.0).then_some(layer.opacity);
        self.shared([Item::Shape(Path::rect(band), style)]);
        self.lay(band, Some(colour), layer.opacity);
    }

    /// Pictures of the library, laid over each other in one room.
    fn symbol(&mut self, layer: &Layer, set: Set, names: &str, ink: &str, room: Rect) {
        let Some(ink) = self.colour(ink, layer.span) else { return };
        for name in names.split('+').map(str::trim).filter(|name| !name.is_empty()) {
            let Some(symbol) = self.look.library.get(set, name) else {
                let message = format!("uses the {} `{name}`, which does not exist", set.what());
                let help = match self.look.library.meant(set, name) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => "`punchboard symbols` and docs/symbols.md list them all".to_string(),
                };
                self.problem(&codes::UNKNOWN_NAME, layer.span, &message, Some(help));
                continue;
            };
            let (picture, size) = (symbol.picture.clone(), symbol.size);
            // The symbol of a unit fills its box; others keep their proportions.
            let fit = if set == Set::Symbol { FitWord::Stretch } else { FitWord::Contain };
            let (place, _) = placed(size, room, fit, Align::Centre);
            let item = Item::Picture { picture, size, place, ink };
            if layer.opacity < 1.0 {
                self.shared([Item::Group {
                    place: Affine::IDENTITY,
                    clip: None,
                    opacity: layer.opacity,
                    items: vec![item],
                }]);
            } else {
                self.shared([item]);
            }
        }
        self.contrast(ink, room, 3.0, layer.span, set.what());
    }

    fn text_style(&mut self, layer: &Layer, look: &TextLook, values: &Values) -> Option<TextStyle> {
        let ink = self.colour(&look.ink.text(values), layer.span)?;
        let style = TextStyle::new(look.font, self.length(look.cap), ink);
        Some(style.aligned(look.align).spaced(look.spacing))
    }

    fn text(&mut self, layer: &Layer, text: &str, look: &TextLook, room: Rect, values: &Values) {
        let text = if look.capitals { text.to_uppercase() } else { text.to_string() };
        if text.trim().is_empty() {
            return;
        }
        self.letters(look.font, &text, layer.span);
        let Some(style) = self.text_style(layer, look, values) else { return };
        // A text on its side has the room of a text that lies.
        let lying = if layer.turn % 180.0 == 0.0 {
            room
        } else {
            Rect::around(room.centre().0, room.centre().1, room.h, room.w)
        };
        let least = self.length(look.least);
        let runs = set(&text, style, least, lying, look.lines);
        if runs.is_empty() {
            let message = format!("has no room for `{text}`");
            let help = "shorten it, or give the layer more room, more `lines` or a smaller `least`".to_string();
            self.problem(&codes::TEXT_FIT, layer.span, &message, Some(help));
            return;
        }
        self.contrast(style.colour, room, look.contrast, layer.span, "text");
        self.texts(runs, lying, layer.turn);
    }

    /// The values of the face: with a separator as one group in the middle of the room, without one each
    /// in the middle of a column of its own.
    fn values(&mut self, layer: &Layer, separator: &str, look: &TextLook, room: Rect, values: &Values) {
        let printed: Vec<String> = self.printed.iter().map(|value| fields::printed(value.printed.as_ref())).collect();
        if printed.is_empty() {
            return;
        }
        let Some(style) = self.text_style(layer, look, values) else { return };
        for text in &printed {
            self.letters(look.font, text, layer.span);
        }
        let runs = if separator.trim().is_empty() {
            columns(&printed, style, room)
        } else {
            row(&printed, separator, style, room)
        };
        let least = self.length(look.least);
        if runs.iter().any(|run| run.size * style.cap / style.size() < least - 1e-9) {
            let message = format!("has no room for `{}`", printed.join(separator));
            self.problem(&codes::TEXT_FIT, layer.span, &message, Some("give the layer more room".to_string()));
        }
        self.contrast(style.colour, room, look.contrast, layer.span, "values");
        self.texts(runs, room, layer.turn);
    }

    fn pips(&mut self, layer: &Layer, count: &Count, of: Option<&Count>, ink: &Phrase, room: Rect, values: &Values) {
        let Some(ink) = self.colour(&ink.text(values), layer.span) else { return };
        // The values of the face as numbers; what is not printed is none.
        let mut numbers = values.clone();
        for value in self.printed {
            let number = match &value.printed {
                Some(Printed::Number(number)) => *number,
                _ => Number::ZERO,
            };
            numbers.insert(value.value.clone(), Value::Number(number));
        }
        let number = |count: &Count| match expr::eval(&count.expr, if count.numbers { &numbers } else { values }) {
            Ok(Value::Number(number)) => usize::try_from(number.floor().to_whole().unwrap_or(0)).unwrap_or(0),
            _ => 0,
        };
        let count = number(count);
        let items = marks::pips(count, of.map_or(count, number), room, ink);
        self.turned(items, room, layer.turn);
    }

    fn image(&mut self, layer: &Layer, name: &str, fit: FitWord, align: Align, room: Rect) {
        if name.is_empty() {
            return;
        }
        let Some(image) = self.look.images.get(name) else {
            let message = format!("uses the picture `{name}`, which does not exist");
            self.problem(&codes::UNKNOWN_NAME, layer.span, &message, Some("put pictures into `art/`".to_string()));
            return;
        };
        let (place, inside) = placed(image.size, room, fit, align);
        let item = Item::Picture { picture: image.picture.clone(), size: image.size, place, ink: Colour([0; 3]) };
        let clip = (!inside).then(|| Path::rect(room));
        let item = if clip.is_some() || layer.opacity < 1.0 {
            Item::Group { place: Affine::IDENTITY, clip, opacity: layer.opacity, items: vec![item] }
        } else {
            item
        };
        self.lay(room, None, 1.0);
        self.shared([item]);
    }
}

/// Where a picture of a size goes to fill a room, and whether all of it is inside.
fn placed((width, height): (f64, f64), room: Rect, fit: FitWord, align: Align) -> (Affine, bool) {
    let (sx, sy) = (room.w / width, room.h / height);
    let (sx, sy) = match fit {
        FitWord::Stretch => (sx, sy),
        FitWord::Contain => (sx.min(sy), sx.min(sy)),
        FitWord::Cover => (sx.max(sy), sx.max(sy)),
    };
    let x = match align {
        Align::Left => room.x,
        Align::Centre => room.x + (room.w - width * sx) / 2.0,
        Align::Right => room.right() - width * sx,
    };
    let y = room.y + (room.h - height * sy) / 2.0;
    (Affine::scale_shift(sx, sy, x, y), fit != FitWord::Cover)
}

/// A text in a room, in at most so many lines; nothing if it does not fit.
fn set(text: &str, style: TextStyle, least: f64, room: Rect, lines: usize) -> Vec<TextRun> {
    let one_line = fit_line(text, style, least, room).filter(|_| !text.contains('\n'));
    if lines == 1 {
        return one_line.into_iter().collect();
    }
    // On several lines if that keeps the letters larger.
    let block = TextBlock::fit(text, style, least, room).filter(|block| block.lines.len() <= lines);
    match (one_line, block) {
        (Some(run), Some(block)) if lines <= 3 && run.size >= block.style.size() => vec![run],
        (_, Some(block)) => {
            let height = block.height();
            let middle = Rect::new(room.x, room.y + (room.h - height) / 2.0, room.w, height);
            block.runs(if lines > 3 { room } else { middle })
        }
        (run, None) => run.into_iter().collect(),
    }
}

fn columns(texts: &[String], style: TextStyle, room: Rect) -> Vec<TextRun> {
    let count = f64::from(u32::try_from(texts.len()).unwrap_or(1));
    let column = room.w / count;
    let widest = texts.iter().map(|text| style.width(text)).fold(0.0, f64::max);
    let shrink = (column * 0.94 / widest.max(1e-9)).min(1.0).min(room.h / style.cap);
    let style = style.with_cap(style.cap * shrink).aligned(Align::Centre);
    let at = |n: usize| Rect::new(room.x + column * f64::from(u32::try_from(n).unwrap_or(0)), room.y, column, room.h);
    texts.iter().enumerate().map(|(n, text)| style.within(text, at(n))).collect()
}

fn row(texts: &[String], separator: &str, style: TextStyle, room: Rect) -> Vec<TextRun> {
    let parts: Vec<&str> =
        texts.iter().enumerate().flat_map(|(n, text)| [(n > 0).then_some(separator), Some(text)]).flatten().collect();
    let gap = |style: TextStyle| style.cap * 0.16;
    let gaps = f64::from(u32::try_from(parts.len().saturating_sub(1)).unwrap_or(0));
    let total = |style: TextStyle| parts.iter().map(|part| style.width(part)).sum::<f64>() + gap(style) * gaps;
    let shrink = (room.w / total(style).max(1e-9)).min(1.0).min(room.h / style.cap);
    let style = style.with_cap(style.cap * shrink).aligned(Align::Left);
    let mut x = room.x + (room.w - total(style)) / 2.0;
    let mut runs = Vec::new();
    for part in parts {
        let width = style.width(part);
        let mut run = style.within(part, Rect::new(x, room.y, width, room.h));
        run.room = Some(room);
        runs.push(run);
        x += width + gap(style);
    }
    runs
}
