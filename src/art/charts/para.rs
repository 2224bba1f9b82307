//! Paragraphs of several letters: a bold name, then text, then a rule number.

use super::style::count;
use crate::draw::{Align, Drawing, Rect, TextStyle};

/// Words in one kind of letter.
#[derive(Debug, Clone)]
pub struct Words {
    text: String,
    style: TextStyle,
}

/// Words in one kind of letter.
pub fn words(text: impl Into<String>, style: TextStyle) -> Words {
    Words { text: text.into(), style }
}

/// A stretch of a line in one kind of letter.
#[derive(Debug, Clone)]
struct Stretch {
    text: String,
    style: TextStyle,
    x: f64,
}

/// A line.
#[derive(Debug, Clone, Default)]
struct Line {
    stretches: Vec<Stretch>,
    width: f64,
}

/// A paragraph, broken into lines.
#[derive(Debug, Clone)]
pub struct Para {
    lines: Vec<Line>,
    leading: f64,
    width: f64,
}

impl Para {
    /// Breaks words into lines of a width. A word that is longer than a line is cut.
    pub fn new(parts: &[Words], width: f64) -> Self {
        let leading = parts.iter().map(|part| part.style.leading()).fold(0.0, f64::max);
        let mut para = Self { lines: vec![Line::default()], leading, width };
        for part in parts {
            for (n, paragraph) in part.text.split('\n').enumerate() {
                if n > 0 {
                    para.lines.push(Line::default());
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
        let mut rest = word;
        while !rest.is_empty() {
            if self.fits(rest, style) {
                return self.append(rest, style);
            }
            let started = self.lines.last().is_some_and(|line| !line.stretches.is_empty());
            if started {
                self.lines.push(Line::default());
                continue;
            }
            let cut = longest(rest, style, self.width);
            self.append(&rest[..cut], style);
            rest = &rest[cut..];
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
                line.stretches.push(Stretch { text: word.to_string(), style, x });
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

/// How much of a word fits in a width: at least one letter.
fn longest(word: &str, style: TextStyle, width: f64) -> usize {
    let ends = word.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let fitting = ends.clone().take_while(|end| style.width(&word[..*end]) <= width + 1e-6).last();
    fitting.or_else(|| ends.clone().next()).unwrap_or(word.len())
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
}
