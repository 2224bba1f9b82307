//! What a sheet looks like, and where on it things are.

use crate::draw::{Align, Drawing, Font, Path, Rect, Stroke, Style, TextStyle, fit_line, pixels};
use crate::emit::vassal::tables::{Answer, Ask, TableButton};
use crate::look::styles::count;
use crate::source::values::Colour;

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

/// Millimetres: a window of VASSAL opens 600 pixels wide.
const WIDTH: f64 = 131.0;
const ROW: f64 = 6.0;
const EDGE: f64 = 2.0;
const VALUE: (f64, f64) = (66.0, 30.0);
const SOURCE: (f64, f64) = (98.0, 31.0);
const BUTTON: (f64, f64) = (15.0, 8.0);
/// Where a sign to click is wide.
const SIGN: f64 = 6.5;

/// Where the parts of a sheet are, in millimetres.
pub struct Layout {
    totals: usize,
    /// Whether something is rolled.
    rolls: bool,
    rows: usize,
}

impl Layout {
    pub fn new(button: &TableButton) -> Self {
        let rolls = button.dice.is_some() || button.works.iter().any(|work| work.dice);
        Self { totals: button.totals.len(), rolls, rows: button.asks.len() }
    }

    pub fn width(&self) -> f64 {
        WIDTH
    }

    fn head(&self) -> f64 {
        (count(self.totals) * ROW).max(BUTTON.1) + 2.0 * EDGE
    }

    pub fn height(&self) -> f64 {
        self.head() + count(self.rows) * ROW + EDGE
    }

    /// The button that rolls or says it, and the one that clears.
    pub fn buttons(&self) -> [Rect; 2] {
        let y = (self.head() - BUTTON.1) / 2.0;
        let right = WIDTH - EDGE - BUTTON.0;
        [Rect::new(right - BUTTON.0 - EDGE, y, BUTTON.0, BUTTON.1), Rect::new(right, y, BUTTON.0, BUTTON.1)]
    }

    /// Where a total stands.
    pub fn total(&self, n: usize) -> Rect {
        let above = (self.head() - count(self.totals) * ROW) / 2.0;
        Rect::new(VALUE.0, above + count(n) * ROW, VALUE.1, ROW)
    }

    fn row(&self, n: usize) -> Rect {
        Rect::new(0.0, self.head() + count(n) * ROW, WIDTH, ROW)
    }

    /// Where an answer stands.
    pub fn value(&self, n: usize) -> Rect {
        let row = self.row(n);
        Rect::new(VALUE.0, row.y + 0.5, VALUE.1, ROW - 1.0)
    }

    /// Where less and more are clicked.
    pub fn signs(&self, n: usize) -> [Rect; 2] {
        let value = self.value(n);
        [Rect::new(value.x, value.y, SIGN, value.h), Rect::new(value.right() - SIGN, value.y, SIGN, value.h)]
    }

    /// Where it says what an answer comes from.
    pub fn source(&self, n: usize) -> Rect {
        let row = self.row(n);
        Rect::new(SOURCE.0, row.y, SOURCE.1, row.h)
    }
}

/// Whether an answer is counted up and down.
pub fn counts(ask: &Ask) -> bool {
    matches!(ask.answer, Answer::Number { .. })
}

/// The sheet without what changes on it.
pub fn drawing(button: &TableButton) -> Drawing {
    let layout = Layout::new(button);
    let mut sheet = Drawing::new(layout.width(), layout.height());
    let fill = |sheet: &mut Drawing, rect: Rect, colour: Colour| sheet.shape(Path::rect(rect), Style::fill(colour));
    fill(&mut sheet, Rect::new(0.0, 0.0, layout.width(), layout.height()), PAPER);
    fill(&mut sheet, Rect::new(0.0, 0.0, layout.width(), layout.head()), HEAD);
    for (n, total) in button.totals.iter().enumerate() {
        let value = layout.total(n);
        words(
            &mut sheet,
            &total.name,
            Font::Bold,
            Rect::new(EDGE, value.y, VALUE.0 - 2.0 * EDGE, value.h),
            Align::Left,
            INK,
        );
    }
    let [roll, clear] = layout.buttons();
    for (rect, name, colour) in [(roll, if layout.rolls { "Roll" } else { "Say" }, ROLL), (clear, "Clear", CLEAR)] {
        sheet.shape(Path::rounded(rect, 1.2), Style::fill(colour));
        words(&mut sheet, name, Font::Bold, rect.inset(0.8), Align::Centre, WHITE);
    }
    for (n, ask) in button.asks.iter().enumerate() {
        if n.is_multiple_of(2) {
            fill(&mut sheet, layout.row(n), STRIPE);
        }
        let value = layout.value(n);
        let question = Rect::new(EDGE, value.y, VALUE.0 - 2.0 * EDGE, value.h);
        words(&mut sheet, &ask.question, Font::Regular, question, Align::Left, INK);
        sheet.shape(Path::rounded(value, 0.8), Style::fill(WHITE));
        let [less, more] = layout.signs(n);
        if counts(ask) {
            for (rect, sign) in [(less, "\u{2212}"), (more, "+")] {
                sheet.shape(Path::rounded(rect, 0.8), Style::fill(HEAD));
                words(&mut sheet, sign, Font::Bold, rect.inset(0.6), Align::Centre, INK);
            }
        } else {
            words(&mut sheet, "\u{203a}", Font::Bold, more.inset(0.6), Align::Centre, INK);
        }
        sheet.shape(Path::rounded(value, 0.8), Style::stroke(Stroke::new(LINE, 0.2)));
    }
    sheet
}

/// Words in a room, smaller if they are long, and cut if they would be too small to read.
fn words(sheet: &mut Drawing, text: &str, font: Font, room: Rect, align: Align, ink: Colour) {
    let style = TextStyle::new(font, 2.1, ink).aligned(align);
    let letters: Vec<char> = text.chars().collect();
    let cut = |most: usize| match most {
        most if most >= letters.len() => text.to_string(),
        most => format!("{}\u{2026}", letters[..most].iter().collect::<String>().trim_end()),
    };
    let fitting = (0..=letters.len()).rev().find_map(|most| fit_line(&cut(most), style, 1.5, room));
    sheet.items.extend(fitting.map(crate::draw::Item::Text));
}

/// A room in pixels from the middle of the sheet: its middle, width and height.
pub fn from_middle(layout: &Layout, room: Rect) -> (i32, i32, i32, i32) {
    let whole = |millimetres: f64| i32::try_from(pixels(millimetres, DPI)).unwrap_or(0);
    let (x, y) = room.centre();
    let (w, h) = (whole(layout.width()), whole(layout.height()));
    (whole(x) - w / 2, whole(y) - h / 2, whole(room.w), whole(room.h))
}
