//! The cuts of a sheet, for a cutter.

use super::registration;
use super::sheets::{PaperSide, PrintSheet};
use crate::draw::{Path, Rect};
use crate::model::print::Settings;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The cuts of a sheet as an SVG in millimetres: an edge that counters share is cut once, in one go with
/// what continues it, first everything from side to side, then everything from top to bottom. A folded
/// sheet is cut when it is folded: its document is as large as the front half.
pub fn cut_svg(sheet: &PrintSheet, settings: &Settings) -> String {
    let fronts = if sheet.side == PaperSide::Fold { sheet.holds.len() } else { sheet.cuts.len() };
    let cuts = sheet.cuts.get(..fronts).unwrap_or(&sheet.cuts);
    let (across, down) = lines(cuts);
    let (w, h) = (short(sheet.upper.w), short(sheet.upper.h));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}mm\" height=\"{h}mm\" viewBox=\"0 0 {w} {h}\">\n\
         <g id=\"cuts\" fill=\"none\" stroke=\"#ff0000\" stroke-width=\"0.1\">\n"
    );
    for (y, from, to) in across {
        let _ = writeln!(out, "<path d=\"{}\"/>", Path::line(from, y, to, y).data());
    }
    for (x, from, to) in down {
        let _ = writeln!(out, "<path d=\"{}\"/>", Path::line(x, from, x, to).data());
    }
    out.push_str("</g>\n");
    if let Some(marks) = settings.registration.as_ref().filter(|_| sheet.side != PaperSide::Back) {
        out.push_str("<g id=\"registration\" fill=\"#000000\">\n");
        for path in registration::paths(marks, sheet.upper) {
            let _ = writeln!(out, "<path d=\"{}\"/>", path.data());
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

/// A line: where it is, and from where to where it goes.
pub type CutLine = (f64, f64, f64);

/// The edges of rectangles, joined: those from side to side by y, those from top to bottom by x.
pub fn lines(rects: &[Rect]) -> (Vec<CutLine>, Vec<CutLine>) {
    let across = rects.iter().flat_map(|r| [(r.y, r.x, r.right()), (r.bottom(), r.x, r.right())]);
    let down = rects.iter().flat_map(|r| [(r.x, r.y, r.bottom()), (r.right(), r.y, r.bottom())]);
    (join(across), join(down))
}

/// Joins lines that overlap or touch. Places are compared in tenths of a micrometre, far below what a
/// cutter can do and far above what rounding does.
fn join(lines: impl Iterator<Item = CutLine>) -> Vec<CutLine> {
    const SAME: f64 = 1e-4;
    let mut by_place: BTreeMap<i64, Vec<CutLine>> = BTreeMap::new();
    for line in lines {
        #[allow(clippy::cast_possible_truncation)]
        by_place.entry((line.0 / SAME).round() as i64).or_default().push(line);
    }
    let mut joined: Vec<CutLine> = Vec::new();
    let mut last_key = None;
    for (key, mut lines) in by_place {
        // Two numbers that round apart may still be the same place.
        let place = joined.last().filter(|_| last_key == Some(key - 1)).map_or(lines[0].0, |line| line.0);
        last_key = Some(key);
        lines.sort_by(|a, b| a.1.total_cmp(&b.1));
        for (_, from, to) in lines {
            match joined.last_mut() {
                Some(last) if last.0.total_cmp(&place).is_eq() && from <= last.2 + SAME => last.2 = last.2.max(to),
                _ => joined.push((place, from, to)),
            }
        }
    }
    joined
}

fn short(value: f64) -> String {
    super::sheets::millimetres(value)
}
