//! What a sheet looks like, and where on it things are.

use crate::draw::{Align, Drawing, Font, Item, Path, Rect, Stroke, Style, TextBlock, TextStyle, fit_line, pixels};
use crate::emit::vassal::tables::{Answer, Question, TableButton};
use crate::source::values::Colour;
use std::collections::BTreeSet;

/// Sheets are read on a screen.
pub const DPI: f64 = 110.0;

const PAPER: Colour = Colour([0xfb, 0xf8, 0xf0]);
const STRIPE: Colour = Colour([0xf0, 0xeb, 0xdf]);
const HEAD: Colour = Colour([0xe3, 0xdd, 0xce]);
const INK: Colour = Colour([0x1d, 0x21, 0x26]);
const LINE: Colour = Colour([0xa8, 0xa1, 0x90]);
const WHITE: Colour = Colour([0xff, 0xff, 0xff]);
const ROLL: Colour = Colour([0xb8, 0x35, 0x2a]);
const CLEAR: Colour = Colour([0x5d, 0x66, 0x6e]);

/// Millimetres.
const WIDTH: f64 = 131.0;
/// Empty at the right and at the foot. VASSAL leaves the window's toolbar out when it works out how large the window opens,
/// so there are scroll bars: they lie on this.
const SCROLL_BAR: f64 = 4.5;
const ROW: f64 = 6.0;
/// Words of a row: how high their capitals are, at least if they stay on one line, and at least at all.
const CAPITALS: [f64; 3] = [2.1, 1.85, 1.7];
/// Words that need more than this are cut.
const TALLEST: f64 = 8.5;
/// Above and below words of several lines.
const AIR: f64 = 0.9;
const EDGE: f64 = 2.0;
const VALUE: (f64, f64) = (66.0, 30.0);
const SOURCE: (f64, f64) = (98.0, 31.0);
const BUTTON: (f64, f64) = (15.0, 8.0);
/// Where a sign to click is wide.
const SIGN: f64 = 6.5;

/// A row over the whole width of a sheet, with what it is called.
struct SheetRow {
    words: TextBlock,
    room: Rect,
}

impl SheetRow {
    /// Rows below each other, each as high as its words need.
    fn all<'n>(names: impl Iterator<Item = &'n str>, font: Font, mut top: f64) -> Vec<Self> {
        names.map(|name| Self::next(name, font, &mut top)).collect()
    }

    /// A row at a height, and below it the next.
    fn next(name: &str, font: Font, top: &mut f64) -> Self {
        let words = name_block(name, font);
        let height = if words.lines.len() > 1 { (words.height() + 2.0 * AIR).max(ROW) } else { ROW };
        let room = Rect::new(0.0, *top, WIDTH, height);
        *top += height;
        Self { words, room }
    }

    fn draw(&self, sheet: &mut Drawing) {
        let height = if self.words.lines.len() > 1 { self.words.height() } else { self.words.style.cap };
        let room = Rect::new(EDGE, self.room.y + (self.room.h - height) / 2.0, VALUE.0 - 2.0 * EDGE, height);
        sheet.items.extend(self.words.runs(room).into_iter().map(Item::Text));
    }

    /// Where its value stands: as high on every row.
    fn value(&self, height: f64) -> Rect {
        Rect::new(VALUE.0, self.room.y + (self.room.h - height) / 2.0, VALUE.1, height)
    }
}

/// A name beside a value: on one line if it can be read there, else on several, and cut if it is longer still.
fn name_block(name: &str, font: Font) -> TextBlock {
    let [most, line, least] = CAPITALS;
    let room = Rect::new(0.0, 0.0, VALUE.0 - 2.0 * EDGE, TALLEST);
    let style = TextStyle::new(font, most, INK).aligned(Align::Left);
    let width = style.width(name);
    let cap = if width > room.w { most * room.w / width * 0.999 } else { most };
    if cap >= line {
        return TextBlock { lines: vec![name.to_string()], style: style.with_cap(cap) };
    }
    let letters = name.chars().count();
    let fitting = (0..=letters).rev().find_map(|n| TextBlock::fit(&cut(name, n), style.with_cap(line), least, room));
    fitting.unwrap_or_else(|| TextBlock { lines: Vec::new(), style })
}

/// The first letters of a text; a sign says that there were more.
fn cut(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((at, _)) => format!("{}\u{2026}", text[..at].trim_end()),
        None => text.to_string(),
    }
}

/// Where the parts of a sheet are, in millimetres.
pub struct SheetParts {
    /// Whether something is rolled.
    rolls: bool,
    head: f64,
    totals: Vec<SheetRow>,
    /// Questions.
    rows: Vec<SheetRow>,
    /// What the questions below are about, if the sheet works out several things.
    headings: Vec<SheetRow>,
}

impl SheetParts {
    pub fn new(button: &TableButton) -> Self {
        let rolls = button.dice.is_some() || button.works.iter().any(|work| work.dice);
        let names = || button.totals.iter().map(|total| total.name.as_str());
        let needed: f64 = SheetRow::all(names(), Font::Bold, 0.0).iter().map(|row| row.room.h).sum();
        let head = needed.max(BUTTON.1) + 2.0 * EDGE;
        let totals = SheetRow::all(names(), Font::Bold, (head - needed) / 2.0);
        let (mut rows, mut headings, mut top) = (Vec::new(), Vec::new(), head);
        let parts: BTreeSet<&str> =
            button.asks.iter().map(|ask| ask.part.as_str()).filter(|part| !part.is_empty()).collect();
        let mut part = "";
        for ask in &button.asks {
            let own = if ask.part.is_empty() { &button.name } else { &ask.part };
            if parts.len() > 1 && own != part {
                part = own;
                headings.push(SheetRow::next(part, Font::Bold, &mut top));
            }
            rows.push(SheetRow::next(&ask.question, Font::Regular, &mut top));
        }
        Self { rolls, head, totals, rows, headings }
    }

    pub fn width(&self) -> f64 {
        WIDTH + SCROLL_BAR
    }

    pub fn height(&self) -> f64 {
        self.rows.last().map_or(self.head, |row| row.room.bottom()) + SCROLL_BAR
    }

    /// The button that rolls or says it, and the one that clears.
    pub fn buttons(&self) -> [Rect; 2] {
        let y = (self.head - BUTTON.1) / 2.0;
        let right = WIDTH - EDGE - BUTTON.0;
        [Rect::new(right - BUTTON.0 - EDGE, y, BUTTON.0, BUTTON.1), Rect::new(right, y, BUTTON.0, BUTTON.1)]
    }

    /// Where a total stands.
    pub fn total(&self, n: usize) -> Rect {
        self.totals.get(n).map_or(Rect::new(0.0, 0.0, 0.0, 0.0), |row| row.value(ROW))
    }

    /// Where an answer stands.
    pub fn value(&self, n: usize) -> Rect {
        self.rows.get(n).map_or(Rect::new(0.0, 0.0, 0.0, 0.0), |row| row.value(ROW - 1.0))
    }

    /// Where less and more are clicked.
    pub fn signs(&self, n: usize) -> [Rect; 2] {
        let value = self.value(n);
        [Rect::new(value.x, value.y, SIGN, value.h), Rect::new(value.right() - SIGN, value.y, SIGN, value.h)]
    }

    /// Where it says what an answer comes from.
    pub fn source(&self, n: usize) -> Rect {
        let value = self.value(n);
        Rect::new(SOURCE.0, value.y, SOURCE.1, value.h)
    }
}

/// Whether an answer is counted up and down.
pub fn counts(ask: &Question) -> bool {
    matches!(ask.answer, Answer::Number { .. })
}

/// The sheet without what changes on it.
pub fn drawing(button: &TableButton) -> Drawing {
    let layout = SheetParts::new(button);
    let mut sheet = Drawing::new(layout.width(), layout.height());
    let fill = |sheet: &mut Drawing, rect: Rect, colour: Colour| sheet.shape(Path::rect(rect), Style::fill(colour));
    fill(&mut sheet, Rect::new(0.0, 0.0, layout.width(), layout.height()), PAPER);
    fill(&mut sheet, Rect::new(0.0, 0.0, layout.width(), layout.head), HEAD);
    layout.totals.iter().for_each(|row| row.draw(&mut sheet));
    let [roll, clear] = layout.buttons();
    for (rect, name, colour) in [(roll, if layout.rolls { "Roll" } else { "Say" }, ROLL), (clear, "Clear", CLEAR)] {
        sheet.shape(Path::rounded(rect, 1.2), Style::fill(colour));
        words(&mut sheet, name, rect.inset(0.8), WHITE);
    }
    layout.headings.iter().for_each(|row| row.draw(&mut sheet));
    for (n, (ask, row)) in button.asks.iter().zip(&layout.rows).enumerate() {
        if n.is_multiple_of(2) {
            fill(&mut sheet, Rect { w: layout.width(), ..row.room }, STRIPE);
        }
        row.draw(&mut sheet);
        let value = layout.value(n);
        sheet.shape(Path::rounded(value, 0.8), Style::fill(WHITE));
        let [less, more] = layout.signs(n);
        if counts(ask) {
            for (rect, sign) in [(less, "\u{2212}"), (more, "+")] {
                sheet.shape(Path::rounded(rect, 0.8), Style::fill(HEAD));
                words(&mut sheet, sign, rect.inset(0.6), INK);
            }
        } else {
            words(&mut sheet, "\u{203a}", more.inset(0.6), INK);
        }
        sheet.shape(Path::rounded(value, 0.8), Style::stroke(Stroke::new(LINE, 0.2)));
    }
    sheet
}

/// A word or a sign in the middle of a room.
fn words(sheet: &mut Drawing, text: &str, room: Rect, ink: Colour) {
    let style = TextStyle::new(Font::Bold, 2.1, ink).aligned(Align::Centre);
    sheet.items.extend(fit_line(text, style, 1.5, room).map(Item::Text));
}

/// A room in pixels from the middle of the sheet: its middle, width and height.
pub fn from_middle(layout: &SheetParts, room: Rect) -> (i32, i32, i32, i32) {
    let whole = |millimetres: f64| i32::try_from(pixels(millimetres, DPI)).unwrap_or(0);
    let (x, y) = room.centre();
    let (w, h) = (whole(layout.width()), whole(layout.height()));
    (whole(x) - w / 2, whole(y) - h / 2, whole(room.w), whole(room.h))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn rows(names: &[&str]) -> Vec<SheetRow> {
        SheetRow::all(names.iter().copied(), Font::Regular, 0.0)
    }

    #[test]
    fn long_questions_stand_on_several_lines_that_can_be_read() {
        let long = "German divisions with three units or more in the combat, none of the division at Level 3";
        let rows = rows(&["Overrun", long]);
        assert_eq!(rows[0].words.lines, ["Overrun"]);
        assert_eq!(rows[1].words.lines.join(" "), long, "nothing is cut");
        assert!(rows[1].words.lines.len() == 2 && rows[1].words.style.cap >= 1.7);
        assert!(rows[1].room.y >= rows[0].room.bottom() && rows[1].room.h > rows[0].room.h);
        let mut sheet = Drawing::new(WIDTH, rows[1].room.bottom());
        rows[1].draw(&mut sheet);
        for item in &sheet.items {
            let Item::Text(run) = item else { continue };
            assert!(rows[1].room.contains(run.bounds(), 0.01) && run.bounds().right() < VALUE.0, "{:?}", run.bounds());
        }
    }

    #[test]
    fn scroll_bars_cover_nothing() {
        let ask = Question {
            property: "overrun".into(),
            question: "Overrun".into(),
            part: String::new(),
            answer: Answer::Number { min: 0, max: 9 },
            default: "0".into(),
            from: None,
            choices: Vec::new(),
        };
        let button = TableButton {
            id: "fight".into(),
            name: "Fight".into(),
            dice: None,
            secret: false,
            asks: vec![ask; 2],
            works: Vec::new(),
            report: String::new(),
            totals: Vec::new(),
        };
        let layout = SheetParts::new(&button);
        // Those of VASSAL are up to 18 pixels wide.
        let free = Rect::new(0.0, 0.0, layout.width(), layout.height()).inset(18.0 / DPI * 25.4);
        for room in layout.buttons().into_iter().chain([layout.value(1), layout.source(1)]) {
            assert!(room.right() <= free.right() && room.bottom() <= free.bottom(), "{room:?} {free:?}");
        }
    }

    #[test]
    fn what_is_longer_still_is_cut() {
        for name in ["many words ".repeat(40), "w".repeat(400)] {
            let words = name_block(&name, Font::Bold);
            assert!(
                words.lines.last().unwrap().ends_with('\u{2026}') && words.height() <= TALLEST,
                "{:?}",
                words.lines
            );
        }
    }
}
