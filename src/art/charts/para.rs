//! Paragraphs of several letters: a bold name, then text, then a rule number.

use crate::draw::{Align, Drawing, Rect, TextStyle};
use crate::look::styles::count;

/// Words in one kind of letter.
#[derive(Debug, Clone)]
pub struct Words {
    text: String,
    style: TextStyle,
}

impl Words {
    /// The words without their letters.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Words in one kind of letter.
pub fn words(text: impl Into<String>, style: TextStyle) -> Words {
    Words { text: text.into(), style }
}

/// A stretch of a line in one kind of letter.
#[derive(Debug, Clone)]
struct LineStretch {
    text: String,
    style: TextStyle,
    x: f64,
}

/// A line.
#[derive(Debug, Clone, Default)]
struct TextLine {
    stretches: Vec<LineStretch>,
    width: f64,
}

/// A paragraph, broken into lines.
#[derive(Debug, Clone)]
pub struct Para {
    lines: Vec<TextLine>,
    leading: f64,
    width: f64,
}

impl Para {
    /// Breaks words into lines of a width. A word that is longer than a line is cut.
    pub fn new(parts: &[Words], width: f64) -> Self {
        let leading = parts.iter().map(|part| part.style.leading()).fold(0.0, f64::max);
        let mut para = Self { lines: vec![TextLine::default()], leading, width };
        for part in parts {
            for (n, paragraph) in part.text.split('\n').enumerate() {
                if n > 0 {
                    para.lines.push(TextLine::default());
                }
                for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
                    para.add(word, part.style);
                }
            }
        }
        para.lines.retain(|line| !line.stretches.is_empty());
        para
    }

    /// One line in one kind of letter, however long.
    pub fn line(text: &str, style: TextStyle) -> Self {
        let width = style.width(text);
        Self::new(&[words(text.replace(' ', "\u{a0}"), style)], width + 0.01)
    }

    fn add(&mut self, word: &str, style: TextStyle) {
        if self.lines.last().is_some_and(|line| !line.stretches.is_empty()) {
            if self.fits(word, style) {
                return self.append(word, style);
            }
            self.lines.push(TextLine::default());
        }
        let mut rest = word;
        while !rest.is_empty() {
            let cut = longest(rest, style, self.width);
            self.append(&rest[..cut], style);
            rest = &rest[cut..];
            if !rest.is_empty() {
                self.lines.push(TextLine::default());
            }
        }
    }

    fn fits(&self, word: &str, style: TextStyle) -> bool {
        let Some(line) = self.lines.last() else { return false };
        let end = match line.stretches.last() {
            None => style.width(word),
            Some(last) if last.style == style => last.x + style.width(&format!("{} {word}", last.text)),
            Some(_) => line.width + style.width(" ") + style.width(word),
        };
        end <= self.width + 1e-6
    }

    fn append(&mut self, word: &str, style: TextStyle) {
        let Some(line) = self.lines.last_mut() else { return };
        match line.stretches.last_mut() {
            Some(last) if last.style == style => {
                last.text.push(' ');
                last.text.push_str(word);
            }
            other => {
                let x = if other.is_some() { line.width + style.width(" ") } else { 0.0 };
                line.stretches.push(LineStretch { text: word.to_string(), style, x });
            }
        }
        if let Some(last) = line.stretches.last() {
            line.width = last.x + last.style.width(&last.text);
        }
    }

    /// Its height.
    pub fn height(&self) -> f64 {
        self.leading * count(self.lines.len())
    }

    /// How many lines it has.
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// Its longest line.
    pub fn ink_width(&self) -> f64 {
        self.lines.iter().map(|line| line.width).fold(0.0, f64::max)
    }

    /// Draws it from a top corner: the left, middle or right end of the top edge, by `align`.
    pub fn draw(&self, drawing: &mut Drawing, x: f64, y: f64, align: Align) {
        for (n, line) in self.lines.iter().enumerate() {
            let top = y + self.leading * count(n);
            let left = match align {
                Align::Left => x,
                Align::Centre => x - line.width / 2.0,
                Align::Right => x - line.width,
            };
            let cap = line.stretches.iter().map(|stretch| stretch.style.cap).fold(0.0, f64::max);
            let baseline = top + (self.leading + cap) / 2.0;
            for stretch in &line.stretches {
                let style = stretch.style.aligned(Align::Left);
                let mut run = style.at(&stretch.text, left + stretch.x, baseline);
                run.room = Some(Rect::new(left, top - 0.3, line.width + 0.02, self.leading + 0.6));
                drawing.text(run);
            }
        }
    }
}

/// How much of a word fits in a width: at least one letter. No more of a long word is measured than about twice
/// what fits, so that cutting it takes time by its length, not by the square of that.
fn longest(word: &str, style: TextStyle, width: f64) -> usize {
    /// Most words and lines have fewer letters.
    const FIRST: usize = 64;
    let ends: Vec<usize> = word.char_indices().map(|(at, letter)| at + letter.len_utf8()).collect();
    let fits = |count: usize| style.width(&word[..ends[count - 1]]) <= width + 1e-6;
    let (mut fitting, mut over) = (1, FIRST.min(ends.len()));
    while over > fitting && fits(over) {
        (fitting, over) = (over, (over * 2).min(ends.len()));
    }
    while over > fitting + 1 {
        let middle = usize::midpoint(fitting, over);
        if fits(middle) {
            fitting = middle;
        } else {
            over = middle;
        }
    }
    ends.get(fitting - 1).copied().unwrap_or(word.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Font;
    use crate::source::values::Colour;

    #[test]
    fn lines_stay_within_their_width_and_keep_all_words() {
        let plain = TextStyle::points(Font::Regular, 8.0, Colour([0, 0, 0]));
        let bold = TextStyle::points(Font::Bold, 8.0, Colour([0, 0, 0]));
        let para =
            Para::new(&[words("Night.", bold), words("Blue units cross Hauptbahnhofvorplatzstrasse.", plain)], 20.0);
        let mut drawing = Drawing::new(20.0, para.height());
        para.draw(&mut drawing, 0.0, 0.0, Align::Left);
        let all: String = drawing.texts().iter().map(|text| text.text.replace(' ', "")).collect();
        assert_eq!(all, "Night.BlueunitscrossHauptbahnhofvorplatzstrasse.");
        assert!(drawing.texts().iter().all(|text| text.bounds.right() <= 20.01));
    }

    #[test]
    fn a_very_long_word_is_cut_without_measuring_what_is_left_of_it_at_every_line() {
        let plain = TextStyle::points(Font::Regular, 8.0, Colour([0, 0, 0]));
        let word: String = "Streichholzschachtel".repeat(1_000);
        let start = std::time::Instant::now();
        let para = Para::new(&[words(word.as_str(), plain)], 60.0);
        assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
        let all: String = para.lines.iter().flat_map(|line| &line.stretches).map(|part| part.text.as_str()).collect();
        assert!(all == word && para.lines.len() > 100);
        assert!(para.lines.iter().all(|line| line.width <= 60.01));
        // Every line is as long as it can be.
        let next = |n: usize| para.lines[n + 1].stretches[0].text.chars().next().unwrap();
        let longer = |n: usize| format!("{}{}", para.lines[n].stretches[0].text, next(n));
        assert!((0..para.lines.len() - 1).all(|n| plain.width(&longer(n)) > 60.0));
    }
}
