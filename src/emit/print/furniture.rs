//! What stands on every page: its name, the footer, the ruler. The most important comes first, and what
//! finds no room is left out.

use super::margin::{From, Margin, PageEdge};
use super::page::{GREY, INK};
use super::scales;
use crate::draw::{Align, Drawing, Font, TextStyle};

/// The height of a line of words.
const LINE: f64 = 2.4;
/// A footer cut shorter than this says nothing.
const SHORTEST: usize = 12;

/// Writes name, page, footer and ruler into the waste. What says its name itself has an empty one.
pub fn draw(name: &str, footer: &str, page: (usize, usize), ruler: bool, margin: &mut Margin) {
    use PageEdge::{Bottom, Left, Right, Top};
    let edges = [(Top, From::Start), (Left, From::End), (Right, From::Start)];
    // Between the marks of small counters only narrow letters fit.
    for title in [TextStyle::points(Font::Bold, 7.0, INK), TextStyle::points(Font::NarrowBold, 6.0, INK)] {
        if name.is_empty() || write(margin, "name", name, title, &edges) {
            break;
        }
    }
    let small = TextStyle::points(Font::Regular, 6.0, GREY);
    let words = format!("page {} of {}", page.0, page.1);
    write(margin, "page", &words, small, &[(Bottom, From::End), (Right, From::End), (Left, From::Start)]);
    if ruler {
        let edges = [(Top, From::End), (Bottom, From::End), (Left, From::Start), (Right, From::Start)];
        let found = ["50 mm at 100 %", "50 mm"].into_iter().find_map(|words| {
            let ruler = scales::ruler(50, words);
            let size = (ruler.width, ruler.height);
            let place = edges.iter().find_map(|(edge, from)| margin.find(*edge, *from, size))?;
            Some((ruler, place))
        });
        if let Some((ruler, place)) = found {
            margin.put("ruler", ruler, place);
        }
    }
    write_footer(margin, footer);
}

/// One line at the first of some edges that has room for it; whether there was any.
pub fn write(margin: &mut Margin, name: &str, words: &str, style: TextStyle, edges: &[(PageEdge, From)]) -> bool {
    let size = (style.width(words), LINE);
    let Some(place) = edges.iter().find_map(|(edge, from)| margin.find(*edge, *from, size)) else { return false };
    margin.put(name, text_line(words, style), place);
    true
}

/// A line of words in a room of its own length.
pub fn text_line(words: &str, style: TextStyle) -> Drawing {
    let mut drawing = Drawing::new(style.width(words), LINE);
    // Descenders need the rest of the line.
    drawing.text(style.aligned(Align::Left).at(words, 0.0, LINE - 0.55));
    drawing
}

/// The footer in 6 points, else in 5, else cut short.
fn write_footer(margin: &mut Margin, footer: &str) {
    use PageEdge::{Bottom, Left, Right, Top};
    const EDGES: [(PageEdge, From); 4] =
        [(Bottom, From::Start), (Top, From::Start), (Left, From::Start), (Right, From::Start)];
    if footer.trim().is_empty() {
        return;
    }
    let [normal, small] = [6.0, 5.0].map(|points| TextStyle::points(Font::Regular, points, GREY));
    if write(margin, "footer", footer, normal, &EDGES) || write(margin, "footer", footer, small, &EDGES) {
        return;
    }
    let letters: Vec<char> = footer.chars().collect();
    for length in (SHORTEST..letters.len()).rev() {
        let words: String = letters.iter().take(length).collect();
        if write(margin, "footer", &format!("{}…", words.trim_end()), small, &EDGES) {
            return;
        }
    }
}
