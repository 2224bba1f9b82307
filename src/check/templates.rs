//! Templates: every name in them means something, every layer is one thing and has what it needs.

use super::exprs;
use super::names::unknown;
use crate::diag::codes;
use crate::expr::{Expr, Names, Type};
use crate::look::pictures::{images, template_name};
use crate::look::styles::Styles;
use crate::look::{
    Align, Count, Font, Image, Layer, LayerDraws, Library, Look, Paint, Phrase, PhrasePart, Rect, Set, Template,
    TextLook, WrittenLooks, fields, lacking,
};
use crate::model::Model;
use crate::source::decode::{Cx, Decode};
use crate::source::values::Colour;
use crate::source::{FileKind, Sources, Sp, Span};
use crate::syntax::{
    AlignWord, Draws, ExprSpec, FitWord, FontWord, GameFiles, LayerDef, PhraseSpec, ShapeWord, TemplateFile, ValueKind,
};
use std::collections::BTreeMap;

/// Reads and checks everything that says how a game looks.
pub fn check(
    (sources, mut written): (&Sources, WrittenLooks),
    files: &GameFiles,
    model: &Model,
    library: Library,
    cx: &mut Cx,
) -> Option<Look> {
    let before = cx.errors();
    let images = images(sources, cx);
    map_images(files, model, &images, cx);
    let styles = Styles::read(sources, &mut written, cx)?;
    let fingerprint = fingerprint(sources);
    let mut look = Look { library, images, styles, templates: BTreeMap::new(), fingerprint };
    for (id, file) in sources.iter().filter(|(_, file)| file.kind == FileKind::Template) {
        let Some(name) = template_name(file) else { continue };
        if name.starts_with("styles/") {
            continue;
        }
        if !["faces/", "cards/"].iter().any(|folder| name.starts_with(folder)) {
            let message = "templates belong in `templates/faces`, `templates/cards` or `templates/styles`";
            cx.diags.push(codes::FILE.at(Span::start_of(id), message));
            continue;
        }
        let Some(node) = written.take(id, &mut cx.diags) else { continue };
        let Some(def) = TemplateFile::decode(&node, cx) else { continue };
        let scope = fields::scope(def.draws.value, model);
        let numbers =
            model.values.iter().filter(|value| value.kind != ValueKind::Text && scope.types.contains_key(&value.id));
        let numbers = numbers.map(|value| value.id.as_str()).collect();
        let template = Compiler { look: &look, scope, numbers, cx }.template(&def);
        look.templates.insert(name.to_string(), template);
    }
    super::pictures::check(sources, files, model, &look, cx);
    (cx.errors() == before).then_some(look)
}

/// The hash of every file that says how a game looks.
fn fingerprint(sources: &Sources) -> [u8; 32] {
    let mut hash = blake3::Hasher::new();
    for (_, file) in sources.iter().filter(|(_, file)| matches!(file.kind, FileKind::Template | FileKind::Picture)) {
        hash.update(blake3::hash(file.name.as_bytes()).as_bytes()).update(file.hash().as_bytes());
    }
    *hash.finalize().as_bytes()
}

/// A map's own picture covers its sheet, so it must have the sheet's proportions.
fn map_images(files: &GameFiles, model: &Model, images: &BTreeMap<String, Image>, cx: &mut Cx) {
    const TOLERATED: f64 = 0.01;
    for (file, map) in files.maps.iter().zip(&model.maps) {
        let Some(name) = &file.content.map.image else { continue };
        let Some(image) = images.get(&name.value) else {
            unknown("picture", name, images.keys().map(String::as_str), cx);
            continue;
        };
        let (own, sheet) = (image.size.0 / image.size.1, map.width / map.height);
        if (own / sheet - 1.0).abs() > TOLERATED {
            let message = format!(
                "this picture is {:.0} by {:.0}, which does not fit a sheet of {:.0} by {:.0} mm",
                image.size.0, image.size.1, map.width, map.height
            );
            let label = format!("{own:.3} wide for 1 high; the sheet is {sheet:.3}");
            cx.diags.push(codes::IMAGE_SIZE.at(name.span, message).label(label));
        }
    }
}

struct Compiler<'a> {
    look: &'a Look,
    scope: Names,
    /// Values of counters that are numbers.
    numbers: Vec<&'a str>,
    cx: &'a mut Cx,
}

impl Compiler<'_> {
    fn template(mut self, def: &TemplateFile) -> Template {
        let draws = def.draws.value;
        let units = def.units.as_ref().map_or(
            match draws {
                Draws::Unit | Draws::Marker => (100.0, 100.0),
                Draws::Card | Draws::CardBack => (63.0, 88.0),
            },
            |units| (units.value.0, units.value.1),
        );
        if !(units.0 > 0.0 && units.1 > 0.0) {
            let span = def.units.as_ref().map_or(def.meta.span, |units| units.span);
            self.cx.diags.push(codes::NUMBER.at(span, "width and height must be larger than 0").label("here"));
        }
        let mut lets = Vec::new();
        for (name, phrase) in &def.lets.0 {
            let compiled = self.phrase(phrase);
            self.scope = std::mem::take(&mut self.scope).with(name.text.as_str(), Type::Text);
            lets.extend(compiled.map(|phrase| (name.text.clone(), phrase)));
        }
        let layers = def.layers.iter().filter_map(|layer| self.layer(layer, units)).collect();
        Template { draws, units, lets, layers }
    }

    fn layer(&mut self, def: &LayerDef, units: (f64, f64)) -> Option<Layer> {
        let whole = Rect::new(0.0, 0.0, units.0, units.1);
        let when = def.when.as_ref().and_then(|when| self.expr(when, &Type::Bool));
        let at = def.at.as_ref().map_or(whole, |at| {
            let [x, y, w, h] = at.value.0;
            Rect::new(x, y, w, h)
        });
        let turn = match def.turn.as_ref().map_or(0, |turn| turn.value) {
            turn @ (0 | 90 | 180 | 270) => turn,
            _ => {
                let span = def.turn.as_ref().map_or(def.meta.span, |turn| turn.span);
                self.cx
                    .diags
                    .push(codes::NUMBER.at(span, "a layer is turned by 0, 90, 180 or 270 degrees").label("here"));
                0
            }
        };
        let opacity = self.number(def.opacity.as_ref(), 100.0, 0.0..=100.0)? / 100.0;
        let layout = self.layout(def)?;
        #[allow(clippy::cast_precision_loss)]
        Some(Layer { span: def.meta.span, when, at, turn: turn as f64, opacity, layout })
    }

    /// What the layer draws: exactly one of the things it can be.
    fn layout(&mut self, def: &LayerDef) -> Option<LayerDraws> {
        let kinds = [
            ("shape", def.shape.is_some()),
            ("stripe", def.stripe.is_some()),
            ("symbol", def.symbol.is_some()),
            ("echelon", def.echelon.is_some()),
            ("emblem", def.emblem.is_some()),
            ("glyph", def.glyph.is_some()),
            ("text", def.text.is_some()),
            ("values", def.values.is_some()),
            ("badge", def.badge.is_some()),
            ("pips", def.pips.is_some()),
            ("image", def.image.is_some()),
        ];
        let named: Vec<&str> = kinds.iter().filter(|(_, there)| *there).map(|(kind, _)| *kind).collect();
        // `shape` also says what a badge looks like.
        let one = match named[..] {
            [] if def.fill.is_some() => "fill",
            [one] => one,
            ["shape", "badge"] => "badge",
            [] => {
                return self.bad(
                    def,
                    "this layer draws nothing".to_string(),
                    "say `fill`, `shape`, `text`, `symbol` ...",
                );
            }
            _ => {
                return self.bad(
                    def,
                    format!("this layer is both {}", named.join(" and ")),
                    "split it into one layer each",
                );
            }
        };
        if !["fill", "stripe"].contains(&one) && def.at.is_none() {
            return self.bad(def, format!("a layer with `{one}` needs a position"), "add `at: [x, y, width, height]`");
        }
        let ink = self.ink(def);
        Some(match one {
            "fill" => LayerDraws::Fill(self.colour(def.fill.as_ref()?)?),
            "shape" => LayerDraws::Shape(def.shape.as_ref()?.value, self.paint(def)?),
            "stripe" => {
                let thick = self.number(def.thick.as_ref(), 20.0, 0.1..=1000.0)?;
                let Some(fill) = &def.fill else {
                    return self.bad(def, "a stripe needs a `fill`".to_string(), "add its colour");
                };
                LayerDraws::Stripe(def.stripe.as_ref()?.value, thick, self.colour(fill)?)
            }
            "symbol" => LayerDraws::Symbol(Set::Symbol, self.picture(Set::Symbol, def.symbol.as_ref()?)?, ink?),
            "emblem" => LayerDraws::Symbol(Set::Emblem, self.picture(Set::Emblem, def.emblem.as_ref()?)?, ink?),
            "glyph" => LayerDraws::Symbol(Set::Glyph, self.picture(Set::Glyph, def.glyph.as_ref()?)?, ink?),
            "echelon" => LayerDraws::Echelon(self.phrase(def.echelon.as_ref()?)?, ink?),
            "text" => LayerDraws::Text(self.phrase(def.text.as_ref()?)?, self.text_look(def, ink?, 4.5)?),
            "values" => LayerDraws::Values(self.phrase(def.values.as_ref()?)?, self.text_look(def, ink?, 7.0)?),
            "badge" => {
                let shape = def.shape.as_ref().map_or(ShapeWord::Rect, |shape| shape.value);
                LayerDraws::Badge(
                    self.phrase(def.badge.as_ref()?)?,
                    shape,
                    self.paint(def)?,
                    self.text_look(def, ink?, 4.5)?,
                )
            }
            "pips" => {
                let of = match &def.of {
                    Some(of) => Some(self.counted(of)?),
                    None => None,
                };
                LayerDraws::Pips(self.counted(def.pips.as_ref()?)?, of, ink?)
            }
            _ => LayerDraws::Image(
                self.image(def.image.as_ref()?)?,
                def.fit.as_ref().map_or(FitWord::Contain, |fit| fit.value),
                self.align(def),
            ),
        })
    }

    fn bad<T>(&mut self, def: &LayerDef, message: String, help: &str) -> Option<T> {
        self.cx.diags.push(codes::LAYER.at(def.meta.span, message).label("this layer").help(help));
        None
    }

    fn number(&mut self, number: Option<&Sp<f64>>, default: f64, range: std::ops::RangeInclusive<f64>) -> Option<f64> {
        let Some(number) = number else { return Some(default) };
        if range.contains(&number.value) {
            return Some(number.value);
        }
        let message = format!("this number must be between {} and {}", range.start(), range.end());
        self.cx.diags.push(codes::NUMBER.at(number.span, message).label("here"));
        None
    }

    fn align(&self, def: &LayerDef) -> Align {
        match def.align.as_ref().map(|align| align.value) {
            Some(AlignWord::Left) => Align::Left,
            Some(AlignWord::Right) => Align::Right,
            Some(AlignWord::Centre) | None => Align::Centre,
        }
    }

    /// The colour of text and pictures: the side's ink if nothing is said.
    fn ink(&mut self, def: &LayerDef) -> Option<Phrase> {
        let unsaid = Sp::new(PhraseSpec { text: "{ink}".to_string(), quote: 0 }, def.meta.span);
        self.colour(def.ink.as_ref().unwrap_or(&unsaid))
    }

    fn paint(&mut self, def: &LayerDef) -> Option<Paint> {
        // Colours that are said wrongly are reported, and the layer is left out.
        let fill = match &def.fill {
            Some(fill) => Some(self.colour(fill)?),
            None => None,
        };
        let line = match &def.line {
            Some(line) => Some(self.colour(line)?),
            None => None,
        };
        Some(Paint {
            fill,
            line,
            width: self.number(def.width.as_ref(), 1.0, 0.0..=100.0)?,
            radius: self.number(def.radius.as_ref(), 0.0, 0.0..=1000.0)?,
        })
    }

    fn text_look(&mut self, def: &LayerDef, ink: Phrase, contrast: f64) -> Option<TextLook> {
        let font = Font::from(def.font.as_ref().map_or(FontWord::NarrowBold, |font| font.value));
        let room = def.at.as_ref().map_or(100.0, |at| at.value.0[3]);
        let cap = self.number(def.cap.as_ref(), room * 0.8, 0.1..=1000.0)?;
        let least = self.number(def.least.as_ref(), cap * 0.6, 0.1..=1000.0)?;
        let lines = def.lines.as_ref().map_or(1, |lines| lines.value);
        let Some(lines) = usize::try_from(lines).ok().filter(|lines| (1..=100).contains(lines)) else {
            let span = def.lines.as_ref().map_or(def.meta.span, |lines| lines.span);
            self.cx.diags.push(codes::NUMBER.at(span, "a text must have 1 to 100 lines").label("here"));
            return None;
        };
        Some(TextLook {
            ink,
            font,
            cap,
            least,
            align: self.align(def),
            lines,
            spacing: self.number(def.spacing.as_ref(), 0.0, -20.0..=100.0)? / 100.0,
            capitals: def.capitals.unwrap_or(false),
            contrast: self.number(def.contrast.as_ref(), contrast, 1.0..=21.0)?,
        })
    }

    fn expr(&mut self, spec: &Sp<PhraseSpec>, expected: &Type) -> Option<Expr> {
        let spec = Sp::new(ExprSpec { text: spec.text.clone(), quote: spec.quote }, spec.span);
        exprs::compile(&spec, &self.scope, expected, self.cx)
    }

    /// A number. The values of the face are texts in it, as everywhere, or numbers where it has no sense otherwise.
    fn counted(&mut self, spec: &Sp<PhraseSpec>) -> Option<Count> {
        let spec = Sp::new(ExprSpec { text: spec.text.clone(), quote: spec.quote }, spec.span);
        if let Some(expr) = exprs::compile(&spec, &self.scope, &Type::Number, &mut Cx::default()) {
            return Some(Count { expr, numbers: false });
        }
        let scope = self.numbers.iter().fold(self.scope.clone(), |scope, value| scope.with(*value, Type::Number));
        let expr = exprs::compile(&spec, &scope, &Type::Number, self.cx)?;
        Some(Count { expr, numbers: true })
    }

    /// A text with `{expressions}`; `{{` and `}}` are braces.
    fn phrase(&mut self, spec: &Sp<PhraseSpec>) -> Option<Phrase> {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = spec.text.as_str();
        while let Some(brace) = rest.find(['{', '}']) {
            literal.push_str(&rest[..brace]);
            let at = spec.text.len() - rest.len() + brace;
            let after = &rest[brace + 1..];
            let sign = rest[brace..].chars().next().unwrap_or('{');
            if after.starts_with(sign) {
                literal.push(sign);
                rest = &after[1..];
                continue;
            }
            let end = if sign == '{' { after.find('}') } else { None };
            let Some(end) = end else {
                let span = spec.span.part(spec.quote, at..at + 1);
                let message = format!("this `{sign}` has no partner");
                self.cx
                    .diags
                    .push(codes::BAD_VALUE.at(span, message).label("here").help("write `{{` or `}}` for a brace"));
                return None;
            };
            let inner = Sp::new(ExprSpec { text: after[..end].to_string(), quote: spec.quote + at + 1 }, spec.span);
            let text = exprs::compile_any(&inner, &self.scope, self.cx)?;
            parts.push(PhrasePart::Text(std::mem::take(&mut literal)));
            parts.push(PhrasePart::Expr(text));
            rest = &after[end + 1..];
        }
        literal.push_str(rest);
        self.letters(&literal, spec.span);
        parts.push(PhrasePart::Text(literal));
        Some(Phrase(
            parts.into_iter().filter(|part| !matches!(part, PhrasePart::Text(text) if text.is_empty())).collect(),
        ))
    }

    fn letters(&mut self, text: &str, span: Span) {
        let missing = lacking(text);
        if !missing.is_empty() {
            let message = format!(
                "the built-in fonts do not have {}",
                missing.iter().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(", ")
            );
            self.cx.diags.push(codes::LETTER.at(span, message).label("here"));
        }
    }

    /// A colour: written out, it must be one.
    fn colour(&mut self, spec: &Sp<PhraseSpec>) -> Option<Phrase> {
        let phrase = self.phrase(spec)?;
        if let [PhrasePart::Text(text)] = &phrase.0[..]
            && Colour::parse(text).is_none()
        {
            let help = "write \"#rrggbb\", or a name in braces such as \"{side-colour}\"";
            return self.cx.bad_value(spec.span, format!("`{text}` is not a colour"), help);
        }
        Some(phrase)
    }

    /// The name of a small picture: written out, it must exist.
    fn picture(&mut self, set: Set, spec: &Sp<PhraseSpec>) -> Option<Phrase> {
        let phrase = self.phrase(spec)?;
        if let [PhrasePart::Text(text)] = &phrase.0[..] {
            for name in text.split('+').map(str::trim).filter(|name| self.look.library.get(set, name).is_none()) {
                unknown(set.what(), &Sp::new(name.to_string(), spec.span), self.look.library.names(set), self.cx);
            }
        }
        Some(phrase)
    }

    fn image(&mut self, spec: &Sp<PhraseSpec>) -> Option<Phrase> {
        let phrase = self.phrase(spec)?;
        if let [PhrasePart::Text(text)] = &phrase.0[..]
            && !self.look.images.contains_key(text)
        {
            let known = self.look.images.keys().map(String::as_str);
            unknown("picture", &Sp::new(text.clone(), spec.span), known, self.cx);
        }
        Some(phrase)
    }
}
