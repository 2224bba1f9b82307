//! The block of an area: its identifier and its name, in the arrangements it may have.

use super::MapBasis;
use super::identifier::Identifier;
use crate::draw::{Align, Item, Rect, TextStyle, wrap};
use crate::look::styles::TypeStyle;
use crate::source::values::Colour;

/// An identifier with its name, around the identifier's middle.
#[derive(Debug, Clone)]
pub struct NameBlock {
    /// The box around identifier, badge and star.
    pub head: Rect,
    /// The lines of the name and their boxes.
    pub lines: Vec<(String, Rect)>,
    style: TextStyle,
    /// How much it differs from what one would like best.
    pub cost: f64,
}

/// Where the name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameSide {
    Below,
    Right,
    Left,
    Above,
}

impl NameBlock {
    /// The arrangements of an identifier and a name, the best first.
    pub fn all(
        on: MapBasis<'_>,
        identifier: &Identifier,
        name: Option<&str>,
        kind: &TypeStyle,
        beside: bool,
    ) -> Vec<Self> {
        const SHARES: [f64; 5] = [1.0, 0.94, 0.88, 0.8, 0.72];
        let head = identifier.room(on);
        let Some(name) = name.filter(|name| !name.trim().is_empty()) else {
            return vec![NameBlock { head, lines: Vec::new(), style: kind.text(), cost: 0.0 }];
        };
        let name = kind.written(name);
        let sides = if beside {
            [(NameSide::Right, 0.0), (NameSide::Below, 3.0), (NameSide::Left, 9.0), (NameSide::Above, 9.0)]
        } else {
            [(NameSide::Below, 0.0), (NameSide::Right, 3.0), (NameSide::Left, 6.0), (NameSide::Above, 9.0)]
        };
        let mut blocks = Vec::new();
        for share in SHARES {
            let size = kind.size.0 * share;
            if size < on.style.types.least.0 {
                continue;
            }
            let style = kind.sized(size);
            for lines in wrappings(&name, style) {
                for (side, dislike) in sides {
                    let cost = dislike + 60.0 * (1.0 - share) + line_cost(lines.len());
                    blocks.push(NameBlock::arranged(on, head, &lines, style, side, cost));
                }
            }
        }
        blocks.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        blocks
    }

    /// The same identifier with a name cut short, for areas where nothing else helps.
    pub fn shortened(on: MapBasis<'_>, identifier: &Identifier, name: &str, kind: &TypeStyle) -> Vec<Self> {
        let letters: Vec<char> = kind.written(name).chars().collect();
        let style = kind.sized(on.style.types.least.0.max(0.72 * kind.size.0));
        let cuts = [24, 18, 14, 10, 7, 4].into_iter().filter(|length| *length < letters.len());
        let head = identifier.room(on);
        cuts.flat_map(|length| {
            let short: String = letters.iter().take(length).collect::<String>().trim_end().to_string() + "…";
            [NameSide::Below, NameSide::Right, NameSide::Left, NameSide::Above]
                .map(|side| NameBlock::arranged(on, head, std::slice::from_ref(&short), style, side, 0.0))
        })
        .collect()
    }

    fn arranged(on: MapBasis<'_>, head: Rect, lines: &[String], style: TextStyle, side: NameSide, cost: f64) -> Self {
        let gap = on.style.identifier.gap.0;
        let count = f64::from(u32::try_from(lines.len()).unwrap_or(1));
        let height = style.cap + style.leading() * (count - 1.0);
        let top = match side {
            NameSide::Below => head.bottom() + gap,
            NameSide::Above => head.y - gap - height,
            NameSide::Left | NameSide::Right => -height / 2.0,
        };
        let (x, align) = match side {
            NameSide::Below | NameSide::Above => (0.0, Align::Centre),
            NameSide::Right => (head.right() + 2.0 * gap, Align::Left),
            NameSide::Left => (head.x - 2.0 * gap, Align::Right),
        };
        let style = style.aligned(align);
        let mut baseline = top + style.cap;
        let mut rooms = Vec::new();
        for line in lines {
            rooms.push((line.clone(), style.at(line, x, baseline).bounds()));
            baseline += style.leading();
        }
        NameBlock { head, lines: rooms, style, cost }
    }

    /// Its boxes, moved.
    pub fn rooms(&self, dx: f64, dy: f64) -> impl Iterator<Item = Rect> + '_ {
        let moved = move |room: Rect| Rect::new(room.x + dx, room.y + dy, room.w, room.h);
        std::iter::once(self.head).chain(self.lines.iter().map(|(_, room)| *room)).map(moved)
    }

    /// The box around all of it.
    pub fn bounds(&self) -> Rect {
        self.rooms(0.0, 0.0).fold(self.head, Rect::union)
    }

    /// The lines of the name, moved.
    pub fn text(&self, halo: Option<(Colour, f64)>, dx: f64, dy: f64) -> Vec<Item> {
        let line = |(text, room): &(String, Rect)| {
            let style = self.style.aligned(Align::Left);
            let mut run = style.at(text, room.x + dx, 0.0);
            // Bounds are of the ink: the baseline is found from where the ink begins.
            run.y = room.y + dy - run.bounds().y;
            run.halo = halo;
            Item::Text(run)
        };
        self.lines.iter().map(line).collect()
    }
}

fn line_cost(lines: usize) -> f64 {
    match lines {
        0 | 1 => 0.0,
        2 => 1.0,
        3 => 5.0,
        4 => 12.0,
        _ => 20.0,
    }
}

/// A text in one line, in two, three ... each time as narrow as that number of lines allows.
fn wrappings(text: &str, style: TextStyle) -> Vec<Vec<String>> {
    const MOST: usize = 6;
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut widths: Vec<f64> = (0..words.len())
        .flat_map(|from| (from + 1..=words.len().min(from + 12)).map(move |to| (from, to)))
        .map(|(from, to)| style.width(&words[from..to].join(" ")) + 1e-6)
        .collect();
    widths.push(style.width(text) + 1e-6);
    widths.sort_by(f64::total_cmp);
    let mut found: Vec<Vec<String>> = Vec::new();
    for count in 1..=MOST.min(words.len()) {
        let wrapped = widths.iter().map(|width| wrap(text, style, *width));
        let longest = |lines: &[String]| lines.iter().map(|line| style.width(line)).fold(0.0, f64::max);
        let fits = wrapped.filter(|lines| lines.len() <= count);
        let best = fits.reduce(|best, next| if longest(&next) < longest(&best) { next } else { best });
        found.extend(best.filter(|lines| found.last() != Some(lines)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Font;

    #[test]
    fn wrappings_are_as_narrow_as_their_lines_allow() {
        let style = TextStyle::points(Font::Narrow, 8.0, Colour([0; 3]));
        let all = wrappings("NORTH HARBOUR STEEL WORKS", style);
        let counts: Vec<usize> = all.iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 2, 3, 4]);
        assert_eq!(all[1], ["NORTH HARBOUR", "STEEL WORKS"]);
    }
}
