//! Lines of text in rooms: fitting, wrapping, aligning.

use super::fonts::{Font, metrics};
use super::scene::{Rect, TextRun};
use super::shaping::shape;
use crate::Colour;

/// Where text stands in its room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// At the left.
    Left,
    /// In the middle.
    #[default]
    Centre,
    /// At the right.
    Right,
}

/// How text looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextStyle {
    /// The font.
    pub font: Font,
    /// Height of capitals in millimetres.
    pub cap: f64,
    /// Extra space between letters, in parts of the em.
    pub spacing: f64,
    /// The colour.
    pub colour: Colour,
    /// Where it stands in its room.
    pub align: Align,
}

impl TextStyle {
    /// A font by the height of its capitals, in the middle of its room.
    pub fn new(font: Font, cap: f64, colour: Colour) -> Self {
        Self { font, cap, spacing: 0.0, colour, align: Align::Centre }
    }

    /// A font by its size in points, in the middle of its room.
    pub fn points(font: Font, points: f64, colour: Colour) -> Self {
        let metrics = metrics(font);
        Self::new(font, points * 25.4 / 72.0 * metrics.cap / metrics.em, colour)
    }

    /// The same, aligned otherwise.
    pub fn aligned(mut self, align: Align) -> Self {
        self.align = align;
        self
    }

    /// The same, letters apart by parts of the em.
    pub fn spaced(mut self, spacing: f64) -> Self {
        self.spacing = spacing;
        self
    }

    /// The same at another height of capitals.
    pub fn with_cap(mut self, cap: f64) -> Self {
        self.cap = cap;
        self
    }

    /// Size of the em in millimetres.
    pub fn size(self) -> f64 {
        let metrics = metrics(self.font);
        self.cap * metrics.em / metrics.cap.max(1.0)
    }

    /// Length of a text.
    pub fn width(self, text: &str) -> f64 {
        shape(self.font, text).width(self.size(), self.spacing * self.size())
    }

    /// From baseline to baseline.
    pub fn leading(self) -> f64 {
        self.size() * 1.22
    }

    /// A run that begins at a point of the baseline, aligned to it.
    pub fn at(self, text: &str, x: f64, baseline: f64) -> TextRun {
        let width = self.width(text);
        let x = match self.align {
            Align::Left => x,
            Align::Centre => x - width / 2.0,
            Align::Right => x - width,
        };
        let size = self.size();
        TextRun {
            text: text.to_string(),
            font: self.font,
            size,
            x,
            y: baseline,
            spacing: self.spacing * size,
            colour: self.colour,
            halo: None,
            room: None,
        }
    }

    /// A run in a room: capitals in its vertical middle.
    pub fn within(self, text: &str, room: Rect) -> TextRun {
        let x = match self.align {
            Align::Left => room.x,
            Align::Centre => room.x + room.w / 2.0,
            Align::Right => room.right(),
        };
        let mut run = self.at(text, x, room.y + (room.h + self.cap) / 2.0);
        run.room = Some(room);
        run
    }
}

/// The text on one line in a room, with capitals as high as `style` says or less if it would not fit,
/// down to `least`. `None` if even that is too long: then the caller has to say so.
pub fn fit_line(text: &str, style: TextStyle, least: f64, room: Rect) -> Option<TextRun> {
    let cap = style.cap.min(room.h);
    let width = style.with_cap(cap).width(text);
    let cap = if width > room.w && width > 0.0 { cap * room.w / width * 0.999 } else { cap };
    (cap + 1e-9 >= least.min(style.cap)).then(|| style.with_cap(cap).within(text, room))
}

/// A paragraph in a room.
#[derive(Debug, Clone, PartialEq)]
pub struct TextBlock {
    /// Its lines.
    pub lines: Vec<String>,
    /// The style in which it fits.
    pub style: TextStyle,
}

impl TextBlock {
    /// The paragraph at a style, as high as it comes.
    pub fn new(text: &str, style: TextStyle, width: f64) -> Self {
        Self { lines: wrap(text, style, width), style }
    }

    /// The paragraph in a room, made smaller step by step until it fits, down to `least`.
    pub fn fit(text: &str, style: TextStyle, least: f64, room: Rect) -> Option<Self> {
        const STEPS: u32 = 24;
        (0..=STEPS).find_map(|step| {
            let cap = style.cap + (least.min(style.cap) - style.cap) * f64::from(step) / f64::from(STEPS);
            let block = Self::new(text, style.with_cap(cap), room.w);
            let narrow = block.lines.iter().all(|line| block.style.width(line) <= room.w + 1e-6);
            (narrow && block.height() <= room.h + 1e-6).then_some(block)
        })
    }

    /// Its height, from the top of the first line's capitals to the descent of the last.
    pub fn height(&self) -> f64 {
        let lines = u32::try_from(self.lines.len()).unwrap_or(0);
        if lines == 0 {
            return 0.0;
        }
        let metrics = metrics(self.style.font);
        self.style.cap
            + self.style.leading() * f64::from(lines - 1)
            + 0.22 * metrics.cap / metrics.em * self.style.size()
    }

    /// Its longest line.
    pub fn width(&self) -> f64 {
        self.lines.iter().map(|line| self.style.width(line)).fold(0.0, f64::max)
    }

    /// Its runs, from the top of a room.
    pub fn runs(&self, room: Rect) -> Vec<TextRun> {
        let mut baseline = room.y + self.style.cap;
        let mut runs = Vec::new();
        for line in &self.lines {
            let line_room = Rect::new(room.x, baseline - self.style.cap, room.w, self.style.cap);
            let mut run = self.style.within(line, line_room);
            run.room = Some(Rect::new(room.x, room.y, room.w, room.h.max(self.height())));
            runs.push(run);
            baseline += self.style.leading();
        }
        runs
    }
}

/// Breaks a text into lines no longer than `width`; a single word may be longer. A newline in the
/// text always breaks, a no-break space never does.
pub fn wrap(text: &str, style: TextStyle, width: f64) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
            if line.is_empty() || style.width(&longer) <= width {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_string()));
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Colour = Colour([0, 0, 0]);

    #[test]
    fn a_line_shrinks_to_its_room_and_no_further_than_allowed() {
        let style = TextStyle::new(Font::NarrowBold, 2.0, INK);
        let room = Rect::new(0.0, 0.0, 10.0, 3.0);
        let short = fit_line("12", style, 1.0, room).unwrap();
        assert!((short.bounds().h - 2.0).abs() < 0.1);
        let long = fit_line("Constantinopolitan", style, 1.0, room).unwrap();
        assert!(room.contains(long.bounds(), 0.01) && long.size < short.size);
        assert!(fit_line("Constantinopolitan machine works", style, 1.5, room).is_none());
    }

    #[test]
    fn capitals_stand_in_the_middle_of_their_room() {
        let room = Rect::new(5.0, 5.0, 20.0, 10.0);
        let run = TextStyle::new(Font::Bold, 4.0, INK).within("H", room);
        let bounds = run.bounds();
        assert!((bounds.y + bounds.h / 2.0 - 10.0).abs() < 0.05, "{bounds:?}");
        assert!((bounds.x + bounds.w / 2.0 - 15.0).abs() < 0.05, "{bounds:?}");
    }

    #[test]
    fn wrapping_keeps_words_and_breaks_where_told() {
        let style = TextStyle::points(Font::Regular, 9.0, INK);
        let lines = wrap("one two three\nfour", style, style.width("one two") + 0.01);
        assert_eq!(lines, ["one two", "three", "four"]);
        let block =
            TextBlock::fit("a long line of words that must wrap", style, 0.5, Rect::new(0., 0., 20., 12.)).unwrap();
        assert!(block.lines.len() > 1 && block.height() <= 12.0);
        for run in block.runs(Rect::new(0., 0., 20., 12.)) {
            assert!(run.room.unwrap().contains(run.bounds(), 0.05), "{run:?}");
        }
    }
}
