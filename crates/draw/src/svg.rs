//! Drawings as SVG documents.

use super::fonts::metrics;
use super::path::{Path, number, write_step};
use super::picture::{Picture, PictureFormat};
use super::scene::{Affine, Drawing, Item, Stroke, Style, TextRun};
use super::shaping::shape;
use std::fmt::Write;

/// How text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextMode {
    /// As outlines: the same picture everywhere, whatever fonts there are.
    Outlined,
    /// As text, for readers that embed our fonts.
    Live,
}

/// The SVG document of a drawing, in millimetres.
pub fn to_svg(drawing: &Drawing, mode: TextMode) -> String {
    document(drawing.width, drawing.height, &drawing.items, mode)
}

/// An SVG document of some items.
pub(super) fn document(width: f64, height: f64, items: &[Item], mode: TextMode) -> String {
    let mut writer = SvgWriter { out: String::with_capacity(4096), clips: 0, mode };
    writer
        .out
        .push_str("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"");
    number(&mut writer.out, width);
    writer.out.push_str("mm\" height=\"");
    number(&mut writer.out, height);
    writer.out.push_str("mm\" viewBox=\"0 0 ");
    number(&mut writer.out, width);
    writer.out.push(' ');
    number(&mut writer.out, height);
    writer.out.push_str("\">\n");
    writer.items(items);
    writer.out.push_str("</svg>\n");
    writer.out
}

/// A text as XML takes it.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

struct SvgWriter {
    out: String,
    clips: u32,
    mode: TextMode,
}

impl SvgWriter {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Shape(path, style) => self.shape(path, style),
                Item::Text(run) => self.text(run),
                Item::Picture { picture, size, place, ink } => {
                    self.out.push_str("<g color=\"");
                    let _ = write!(self.out, "{ink}");
                    self.out.push('"');
                    self.transform(*place);
                    self.out.push('>');
                    self.picture(picture, *size);
                    self.out.push_str("</g>\n");
                }
                Item::Group { place, clip, opacity, items } => self.group(*place, clip.as_ref(), *opacity, items),
                Item::Shared(items) | Item::Inlined(items) => self.items(items),
            }
        }
    }

    fn group(&mut self, place: Affine, clip: Option<&Path>, opacity: f64, items: &[Item]) {
        self.out.push_str("<g");
        self.transform(place);
        if opacity < 1.0 {
            self.attribute("opacity", opacity);
        }
        if let Some(clip) = clip {
            let id = self.clips;
            self.clips += 1;
            let _ = write!(self.out, " clip-path=\"url(#clip{id})\"><clipPath id=\"clip{id}\"><path d=\"");
            self.path(clip);
            self.out.push_str("\"/></clipPath>\n");
        } else {
            self.out.push_str(">\n");
        }
        self.items(items);
        self.out.push_str("</g>\n");
    }

    fn transform(&mut self, place: Affine) {
        if place == Affine::IDENTITY {
            return;
        }
        self.out.push_str(" transform=\"");
        let [a, b, c, d, e, f] = place.0;
        if (a, b, c, d) == (1.0, 0.0, 0.0, 1.0) {
            self.out.push_str("translate(");
            number(&mut self.out, e);
            self.out.push(' ');
            number(&mut self.out, f);
        } else {
            // Scales need more digits than places: a symbol of 64 units may stand in 3 mm.
            let _ = write!(self.out, "matrix({a:.6} {b:.6} {c:.6} {d:.6} ");
            number(&mut self.out, e);
            self.out.push(' ');
            number(&mut self.out, f);
        }
        self.out.push_str(")\"");
    }

    fn attribute(&mut self, name: &str, value: f64) {
        let _ = write!(self.out, " {name}=\"");
        number(&mut self.out, value);
        self.out.push('"');
    }

    fn path(&mut self, path: &Path) {
        path.steps().iter().for_each(|step| write_step(&mut self.out, *step));
    }

    fn shape(&mut self, path: &Path, style: &Style) {
        if path.is_empty() {
            return;
        }
        self.out.push_str("<path d=\"");
        self.path(path);
        self.out.push('"');
        match style.fill {
            Some(fill) => {
                let _ = write!(self.out, " fill=\"{fill}\"");
            }
            None => self.out.push_str(" fill=\"none\""),
        }
        if style.even_odd {
            self.out.push_str(" fill-rule=\"evenodd\"");
        }
        if let Some(stroke) = &style.stroke {
            self.stroke(stroke);
        }
        if let Some(opacity) = style.opacity {
            self.attribute("opacity", opacity);
        }
        self.out.push_str("/>\n");
    }

    fn stroke(&mut self, stroke: &Stroke) {
        let _ = write!(self.out, " stroke=\"{}\"", stroke.colour);
        self.attribute("stroke-width", stroke.width);
        if stroke.round {
            self.out.push_str(" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
        }
        if !stroke.dash.is_empty() {
            self.out.push_str(" stroke-dasharray=\"");
            for (n, length) in stroke.dash.iter().enumerate() {
                if n > 0 {
                    self.out.push(' ');
                }
                number(&mut self.out, *length);
            }
            self.out.push('"');
        }
    }

    fn text(&mut self, run: &TextRun) {
        if run.text.trim().is_empty() {
            return;
        }
        match self.mode {
            TextMode::Outlined => self.outlined(run),
            TextMode::Live => self.live(run),
        }
    }

    /// Colour and halo, for letters whose units are `unit` millimetres.
    fn paint(&mut self, run: &TextRun, unit: f64) {
        let _ = write!(self.out, " fill=\"{}\"", run.colour);
        if let Some((colour, width)) = run.halo {
            let _ = write!(self.out, " stroke=\"{colour}\" stroke-linejoin=\"round\" paint-order=\"stroke\"");
            self.attribute("stroke-width", 2.0 * width / unit);
        }
    }

    /// Letters in font units, scaled: whole numbers are short, and the same for every size.
    fn outlined(&mut self, run: &TextRun) {
        let shaped = shape(run.font, &run.text);
        let scale = run.size / metrics(run.font).em;
        self.out.push_str("<path d=\"");
        for (letter, left, up) in shaped.placed(run.spacing / scale) {
            let place = kurbo::Affine::translate((left, up));
            letter.steps.elements().iter().for_each(|step| write_step(&mut self.out, place * *step));
        }
        let _ = write!(self.out, "\" transform=\"matrix({scale:.8} 0 0 -{scale:.8} ");
        number(&mut self.out, run.x);
        self.out.push(' ');
        number(&mut self.out, run.y);
        self.out.push_str(")\"");
        self.paint(run, scale);
        self.out.push_str("/>\n");
    }

    fn live(&mut self, run: &TextRun) {
        let (family, weight, style) = run.font.css();
        self.out.push_str("<text");
        self.attribute("x", run.x);
        self.attribute("y", run.y);
        let _ = write!(self.out, " font-family=\"{family}\" font-weight=\"{weight}\" font-style=\"{style}\"");
        self.attribute("font-size", run.size);
        if run.spacing != 0.0 {
            self.attribute("letter-spacing", run.spacing);
        }
        self.paint(run, 1.0);
        let _ = writeln!(self.out, " xml:space=\"preserve\">{}</text>", escape(&run.text));
    }

    fn picture(&mut self, picture: &Picture, (width, height): (f64, f64)) {
        let kind = match picture.format() {
            PictureFormat::Svg => return self.out.push_str(picture.text()),
            PictureFormat::Png => "png",
            PictureFormat::Jpeg => "jpeg",
        };
        self.out.push_str("<image");
        self.attribute("width", width);
        self.attribute("height", height);
        let _ = write!(self.out, " preserveAspectRatio=\"none\" href=\"data:image/{kind};base64,");
        base64(picture.bytes(), &mut self.out);
        self.out.push_str("\"/>");
    }
}

fn base64(bytes: &[u8], out: &mut String) {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    out.reserve(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |n: usize| u32::from(chunk.get(n).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for n in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * n) & 63) as usize];
            out.push(if n <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_pads_as_everybody_does() {
        let encode = |text: &str| {
            let mut out = String::new();
            base64(text.as_bytes(), &mut out);
            out
        };
        assert_eq!(["", "f", "fo", "foo", "foob"].map(encode), ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    }
}
