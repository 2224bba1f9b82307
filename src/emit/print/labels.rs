//! Letters of columns, numbers of rows, and the names of groups beside their rows.

use super::furniture::text_line;
use super::margin::{Margin, downwards, upright};
use super::page::{GREY, SheetPage};
use super::turn::Turn;
use crate::draw::{Font, Rect, TextStyle};

/// White between bleed and label.
const CLEAR: f64 = 0.5;
/// The height of a label.
const LINE: f64 = 2.4;

/// A column as letters: A to Z, then AA and on.
pub fn letters(mut column: usize) -> String {
    let mut text = Vec::new();
    loop {
        text.push(char::from(b'A' + u8::try_from(column % 26).unwrap_or(0)));
        if column < 26 {
            break;
        }
        column = column / 26 - 1;
    }
    text.iter().rev().collect()
}

/// Letters above columns and numbers beside rows. A back has the letters and numbers of its front, so
/// that what belongs together is called the same. Most or none: half a row of letters confuses, but in a
/// corner with a registration mark there is no room for any.
pub fn numbers(page: &SheetPage<'_>, margin: &mut Margin) {
    let style = TextStyle::points(Font::Narrow, 6.0, GREY);
    let bleed = page.settings.bleed;
    let outer = page.halves.iter().map(|half| half.place(page.grid.outer(), page.paper)).reduce(Rect::union);
    let Some(outer) = outer else { return };
    let mut above: Vec<(String, Rect)> = Vec::new();
    let mut beside: Vec<(String, Rect)> = Vec::new();
    for (n, half) in page.halves.iter().enumerate() {
        // Beyond a fold, one of the two directions goes on where the fronts ended; the other is shared.
        let (columns, rows) =
            if n == 0 { (true, true) } else { (half.turn == Some(Turn::Book), half.turn == Some(Turn::Calendar)) };
        for column in (0..page.grid.xs.len()).filter(|n| columns && page.slots().iter().any(|slot| slot.0 == *n)) {
            let (x, _) = half.place(page.grid.rect((column, 0)), page.paper).centre();
            let label = letters(column);
            let width = style.width(&label);
            let rect = Rect::new(x - width / 2.0, outer.y - bleed - CLEAR - LINE, width, LINE);
            above.push((label, rect));
        }
        for row in (0..page.grid.ys.len()).filter(|n| rows && page.slots().iter().any(|slot| slot.1 == *n)) {
            let (_, y) = half.place(page.grid.rect((0, row)), page.paper).centre();
            let label = (row + 1).to_string();
            let width = style.width(&label);
            let rect = Rect::new(outer.x - bleed - CLEAR - width, y - LINE / 2.0, width, LINE);
            beside.push((label, rect));
        }
    }
    for labels in [above, beside] {
        let all = labels.len();
        let fit: Vec<_> = labels.into_iter().filter(|(_, rect)| margin.is_free(*rect)).collect();
        if 2 * fit.len() > all {
            for (label, rect) in fit {
                margin.put("number", text_line(&label, style), upright(rect));
            }
        }
    }
}

/// Names of groups beside the rows that are mostly theirs, where they fit.
pub fn captions(page: &SheetPage<'_>, margin: &mut Margin) {
    // The half at the right: beyond an upright fold the backs, otherwise what comes first.
    let at_right = page.halves.iter().rfind(|half| half.turn != Some(Turn::Calendar));
    let Some(half) = at_right.or(page.halves.first()) else { return };
    for (group, rows) in runs(page) {
        let mut rects: Vec<Rect> = rows.iter().map(|row| half.place(page.grid.rect((0, *row)), page.paper)).collect();
        let Some(whole) = rects.iter().copied().reduce(Rect::union) else { continue };
        let right = half.place(page.grid.outer(), page.paper).right() + page.settings.bleed + CLEAR;
        // As large as it fits: beside all its rows, else beside one of those in the middle.
        let middle = whole.centre().1;
        rects.sort_by(|a, b| (a.centre().1 - middle).abs().total_cmp(&(b.centre().1 - middle).abs()));
        let places = std::iter::once(whole).chain(rects);
        let sizes = [6.5, 6.0, 5.5, 5.0];
        let found = places.flat_map(|room| sizes.map(|points| (room, points))).find_map(|(room, points)| {
            let style = TextStyle::points(Font::Narrow, points, GREY);
            let rect = caption(margin, right, room, style.width(&group))?;
            Some((style, rect))
        });
        if let Some((style, rect)) = found {
            margin.put("caption", text_line(&group, style), downwards(rect));
        }
    }
}

/// Room for a caption of that length beside some rows.
fn caption(margin: &Margin, right: f64, rows: Rect, length: f64) -> Option<Rect> {
    if length > rows.h - 2.0 {
        return None;
    }
    let most = margin.inner.right() - LINE;
    let at = |x: f64| Rect::new(x, rows.y + (rows.h - length) / 2.0, LINE, length);
    (0..40)
        .map(|step| at(right + 0.25 * f64::from(step)))
        .take_while(|rect| rect.x <= most)
        .find(|r| margin.is_free(*r))
}

/// Groups and the rows, one after the other, of which they have the most.
fn runs(page: &SheetPage<'_>) -> Vec<(String, Vec<usize>)> {
    let mut runs: Vec<(String, Vec<usize>)> = Vec::new();
    for row in 0..page.grid.ys.len() {
        let in_row = page.faces.iter().zip(page.slots()).filter(|(_, slot)| slot.1 == row);
        let groups: Vec<&str> = in_row.map(|(face, _)| face.group.as_str()).collect();
        let count = |group: &str| groups.iter().filter(|other| **other == group).count();
        // Of equals the first: it began in this row or goes on in it.
        let Some(most) = groups.iter().rev().max_by_key(|group| count(group)) else { continue };
        match runs.last_mut() {
            Some((group, rows)) if group == most => rows.push(row),
            _ => runs.push(((*most).to_string(), vec![row])),
        }
    }
    runs.retain(|(group, _)| !group.trim().is_empty());
    runs
}
