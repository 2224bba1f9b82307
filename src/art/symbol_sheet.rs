//! Sheets that show every symbol, glyph and emblem with its name.

use crate::draw::{Affine, Drawing, Font, Item, Path, Rect, Stroke, Style, TextStyle, fit_line};
use crate::look::{Library, Set, Symbol};
use crate::source::values::Colour;

const PAPER: Colour = Colour([0xfb, 0xfa, 0xf6]);
const BOX: Colour = Colour([255; 3]);
const INK: Colour = Colour([0x0b, 0x0c, 0x0e]);
const QUIET: Colour = Colour([0x6b, 0x66, 0x5c]);

const WIDTH: f64 = 200.0;
const MARGIN: f64 = 5.0;
const GAP: f64 = 4.0;
const CAPTION: f64 = 5.0;
const HEADING: f64 = 9.0;

/// Width and height of a picture on the sheet.
fn size(set: Set) -> (f64, f64) {
    match set {
        Set::Symbol => (24.0, 16.0),
        Set::Glyph => (16.0, 16.0),
        Set::Emblem => (9.0, 9.0),
    }
}

/// Groups of a set in the order of their names, each with its pictures.
pub fn groups(library: &Library, set: Set) -> Vec<(String, Vec<(&str, &Symbol)>)> {
    let mut groups: Vec<(String, Vec<(&str, &Symbol)>)> = Vec::new();
    for (name, symbol) in library.of(set) {
        match groups.iter_mut().find(|(group, _)| *group == symbol.group) {
            Some((_, members)) => members.push((name, symbol)),
            None => groups.push((symbol.group.clone(), vec![(name, symbol)])),
        }
    }
    groups.sort_by(|a, b| a.0.cmp(&b.0));
    // Types before the marks that are laid over them.
    groups.sort_by_key(|(group, _)| group != "type");
    groups
}

/// The sheet of a set.
pub fn draw(library: &Library, set: Set) -> Drawing {
    let (w, h) = size(set);
    let cell = (w.max(24.0) + GAP, h + CAPTION + GAP);
    let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(0));
    let mut columns: usize = 1;
    while number(columns + 1) * cell.0 - GAP <= WIDTH - 2.0 * MARGIN {
        columns += 1;
    }
    let groups = groups(library, set);
    let height: f64 =
        groups.iter().map(|(_, members)| HEADING + number(members.len().div_ceil(columns)) * cell.1).sum();
    let mut sheet = Drawing::new(WIDTH, height + 2.0 * MARGIN);
    sheet.shape(Path::rect(Rect::new(0.0, 0.0, sheet.width, sheet.height)), Style::fill(PAPER));
    let mut y = MARGIN;
    for (group, members) in groups {
        let heading = TextStyle::new(Font::Bold, 2.6, QUIET).aligned(crate::draw::Align::Left).spaced(0.06);
        sheet.text(heading.within(&group.to_uppercase(), Rect::new(MARGIN, y, WIDTH - 2.0 * MARGIN, HEADING - 3.0)));
        y += HEADING;
        for (n, (name, symbol)) in members.iter().enumerate() {
            let x = MARGIN + number(n % columns) * cell.0;
            let room = Rect::around(x + (cell.0 - GAP) / 2.0, y + number(n / columns) * cell.1 + h / 2.0, w, h);
            one(&mut sheet, set, symbol, room);
            let caption = Rect::new(x - 1.0, room.bottom() + 0.9, cell.0 - GAP + 2.0, CAPTION - 1.5);
            let style = TextStyle::new(Font::Narrow, 2.0, INK);
            sheet.items.extend(fit_line(name, style, 0.0, caption).map(Item::Text));
        }
        y += number(members.len().div_ceil(columns)) * cell.1;
    }
    sheet
}

fn one(sheet: &mut Drawing, set: Set, symbol: &Symbol, room: Rect) {
    if set == Set::Symbol {
        sheet.shape(Path::rect(room), Style::fill(BOX).with_stroke(Stroke::new(INK, room.w * 0.044).sharp()));
    }
    let (sx, sy) = (room.w / symbol.size.0, room.h / symbol.size.1);
    let place = Affine::scale_shift(sx, sy, room.x, room.y);
    sheet.items.push(Item::Picture { picture: symbol.picture.clone(), size: symbol.size, place, ink: INK });
}

/// The page that lists a library, for people.
pub fn page(library: &Library) -> String {
    let mut page = String::from(
        "# Symbols, glyphs and emblems\n\n\
         Everything that `symbol`, `glyph` and `emblem` can name. This page and its pictures are made by\n\
         `punchboard symbols --out docs`. All of it is our own drawing, one ink, and a game adds or replaces\n\
         pictures in its folder `templates/`: see [templates.md](templates.md#symbols-of-your-own).\n",
    );
    for set in Set::ALL {
        let about = match set {
            Set::Symbol => {
                "Symbols go into the box of a unit: `symbol` of a type or unit. A `type` is complete; a `mark` is drawn\nover one, as in `\"armour+guard-mark\"`."
            }
            Set::Glyph => "Glyphs go on markers and the backs of cards: `glyph` of a face or deck.",
            Set::Emblem => "Emblems are the signs of formations: `emblem` of a formation.",
        };
        let title = format!("{}s", set.what());
        let (first, rest) = title.split_at(1);
        page.push_str(&format!("\n## {}{rest}\n\n{about}\n\n![{title}](symbols/{title}.svg)\n", first.to_uppercase()));
        for (group, members) in groups(library, set) {
            page.push_str(&format!("\n| {group} | name | meaning |\n|---|---|---|\n"));
            for (name, symbol) in members {
                page.push_str(&format!("| `{name}` | {} | {} |\n", symbol.title, symbol.about));
            }
        }
    }
    page
}
