//! What tells one drawing from another: a hash over its tree.

use super::path::Path;
use super::picture::PictureFormat;
use super::scene::{Affine, Drawing, Item, Stroke, Style, TextRun};
use crate::Colour;
use kurbo::{PathEl, Point};

/// A hash of everything that is seen of a drawing. Drawings with the same one look the same in every output.
pub type Fingerprint = [u8; 32];

impl Drawing {
    /// The hash of everything that is seen of it.
    pub fn fingerprint(&self) -> Fingerprint {
        of(&self.items, (self.width, self.height))
    }

    /// The hash of each item on this sheet, and how many bytes it was made of.
    pub fn fingerprints(&self) -> Vec<(Fingerprint, usize)> {
        let mut all = Vec::with_capacity(self.items.len());
        let mut bytes = Vec::with_capacity(FULL + 256);
        for item in &self.items {
            let mut walk = TreeWalk { hasher: blake3::Hasher::new(), bytes };
            walk.numbers(&[self.width, self.height]);
            walk.items(std::slice::from_ref(item));
            walk.hasher.update(&walk.bytes);
            let size = usize::try_from(walk.hasher.count()).unwrap_or(usize::MAX);
            all.push((*walk.hasher.finalize().as_bytes(), size));
            bytes = walk.bytes;
            bytes.clear();
        }
        all
    }
}

/// The fingerprint of some items on a sheet of that size.
pub(super) fn of(items: &[Item], size: (f64, f64)) -> Fingerprint {
    let mut walk = TreeWalk { hasher: blake3::Hasher::new(), bytes: Vec::with_capacity(FULL + 256) };
    walk.numbers(&[size.0, size.1]);
    walk.items(items);
    walk.finish()
}

/// Bytes are handed on when there are so many of them.
const FULL: usize = 16 << 10;

/// Writes a tree as bytes: each thing begins with a letter of its own, and lists with their length.
struct TreeWalk {
    hasher: blake3::Hasher,
    bytes: Vec<u8>,
}

impl TreeWalk {
    fn finish(mut self) -> Fingerprint {
        *self.hasher.update(&self.bytes).finalize().as_bytes()
    }

    fn letter(&mut self, letter: u8) {
        if self.bytes.len() >= FULL {
            self.hasher.update(&self.bytes);
            self.bytes.clear();
        }
        self.bytes.push(letter);
    }

    fn numbers(&mut self, numbers: &[f64]) {
        for number in numbers {
            // Zero and negative zero are the same place.
            self.bytes.extend_from_slice(&(number + 0.0).to_bits().to_le_bytes());
        }
    }

    fn length(&mut self, length: usize) {
        self.bytes.extend_from_slice(&(length as u64).to_le_bytes());
    }

    fn colour(&mut self, Colour(colour): Colour) {
        self.bytes.extend_from_slice(&colour);
    }

    fn items(&mut self, items: &[Item]) {
        self.length(items.len());
        for item in items {
            match item {
                Item::Shape(path, style) => {
                    self.letter(b's');
                    self.path(path);
                    self.style(style);
                }
                Item::Text(run) => self.text(run),
                Item::Picture { picture, size, place: Affine(place), ink } => {
                    self.letter(match picture.format() {
                        PictureFormat::Svg => b'v',
                        PictureFormat::Png => b'p',
                        PictureFormat::Jpeg => b'j',
                    });
                    self.bytes.extend_from_slice(picture.hash());
                    self.numbers(&[size.0, size.1]);
                    self.numbers(place);
                    self.colour(*ink);
                }
                Item::Group { place: Affine(place), clip, opacity, items } => {
                    self.letter(if clip.is_some() { b'c' } else { b'g' });
                    self.numbers(place);
                    self.numbers(&[*opacity]);
                    clip.iter().for_each(|clip| self.path(clip));
                    self.items(items);
                }
                Item::Shared(shared) | Item::Inlined(shared) => {
                    self.letter(b'h');
                    self.bytes.extend_from_slice(shared.hash());
                }
            }
        }
    }

    fn path(&mut self, path: &Path) {
        self.length(path.steps().len());
        for step in path.steps() {
            match *step {
                PathEl::MoveTo(p) => self.step(b'M', &[p]),
                PathEl::LineTo(p) => self.step(b'L', &[p]),
                PathEl::QuadTo(a, p) => self.step(b'Q', &[a, p]),
                PathEl::CurveTo(a, b, p) => self.step(b'C', &[a, b, p]),
                PathEl::ClosePath => self.step(b'Z', &[]),
            }
        }
    }

    fn step(&mut self, letter: u8, points: &[Point]) {
        self.letter(letter);
        points.iter().for_each(|point| self.numbers(&[point.x, point.y]));
    }

    fn style(&mut self, style: &Style) {
        let Style { fill, stroke, opacity, even_odd } = style;
        let has = [fill.is_some(), stroke.is_some(), opacity.is_some(), *even_odd];
        has.into_iter().for_each(|has| self.letter(has.into()));
        fill.iter().for_each(|fill| self.colour(*fill));
        opacity.iter().for_each(|opacity| self.numbers(&[*opacity]));
        if let Some(Stroke { colour, width, dash, round }) = stroke {
            self.colour(*colour);
            self.numbers(&[*width]);
            self.letter((*round).into());
            self.length(dash.len());
            self.numbers(dash);
        }
    }

    fn text(&mut self, run: &TextRun) {
        let TextRun { text, font, size, x, y, spacing, colour, halo, room: _ } = run;
        self.letter(b't');
        self.letter(*font as u8);
        self.length(text.len());
        self.bytes.extend_from_slice(text.as_bytes());
        self.numbers(&[*size, *x, *y, *spacing]);
        self.colour(*colour);
        self.letter(halo.is_some().into());
        if let Some((colour, width)) = halo {
            self.colour(*colour);
            self.numbers(&[*width]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Font, Picture, Rect, Shared, TextStyle};
    use super::*;

    fn sample(change: usize) -> Drawing {
        let ink = Colour([1, 2, if change == 1 { 4 } else { 3 }]);
        let mut drawing = Drawing::new(if change == 2 { 11.0 } else { 10.0 }, 10.0);
        let square = Path::rect(Rect::new(0.0, 0.0, 5.0, if change == 3 { 5.001 } else { 5.0 }));
        let mut style = Style::fill(ink);
        style.even_odd = change == 4;
        let line = Stroke::new(ink, 0.2).dashed(if change == 5 { vec![1.0] } else { Vec::new() });
        let shape = Item::Shape(square.clone(), style.with_stroke(line));
        let mut run = TextStyle::points(Font::Bold, 9.0, ink).at(if change == 6 { "AB" } else { "A" }, 1.0, 2.0);
        run.halo = (change == 7).then_some((ink, 1.0));
        let svg = if change == 8 { "<g id='a'/>" } else { "<g/>" };
        let picture = Item::Picture { picture: Picture::svg(svg), size: (1.0, 1.0), place: Affine::IDENTITY, ink };
        let inside = vec![shape, Item::Text(run)];
        let clip = (change != 9).then_some(square);
        let opacity = if change == 10 { 0.5 } else { 1.0 };
        drawing.items.push(Item::Group { place: Affine::IDENTITY, clip, opacity, items: inside });
        drawing.items.push(Item::Shared(Shared::new(vec![picture])));
        if change == 11 {
            drawing.items.reverse();
        }
        drawing
    }

    #[test]
    fn whatever_is_seen_changes_the_fingerprint() {
        let all: std::collections::BTreeSet<Fingerprint> = (0..12).map(|n| sample(n).fingerprint()).collect();
        assert_eq!(all.len(), 12);
        assert_eq!(sample(0).fingerprint(), sample(0).fingerprint());
        // Notes for other programs are not seen.
        let mut noted = sample(0);
        noted.solids.push(("box".to_string(), Rect::default()));
        assert_eq!(noted.fingerprint(), sample(0).fingerprint());
    }
}
