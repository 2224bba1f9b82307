//! Sheets held to what a printer, a fold and a knife do.

mod cuts;
mod margins;
mod pages;
mod places;

use super::*;
use crate::draw::{Affine, Drawing, Item, Path, Rect, Style};
use crate::source::values::Colour;

/// What sheets are compared by.
const NEAR: f64 = 1e-6;
/// Clips are written with three decimals.
const WRITTEN: f64 = 2e-3;

fn paper(name: &str, width: f64, height: f64) -> Paper {
    Paper { name: name.to_string(), width, height }
}

fn papers() -> [Paper; 5] {
    [
        paper("A4", 210.0, 297.0),
        paper("Letter", 215.9, 279.4),
        paper("A4 landscape", 297.0, 210.0),
        paper("odd", 163.3, 241.7),
        paper("square", 200.0, 200.0),
    ]
}

fn settings(sides: Sides) -> Settings {
    Settings {
        papers: Vec::new(),
        sides,
        back_offset: (0.0, 0.0),
        gutter: 8.0,
        margin: 5.0,
        bleed: 1.0,
        safe: 1.0,
        guides: false,
        block: None,
        gap: 4.0,
        marks: Marks { crop: true, length: 3.0, distance: 1.5, margin_only: false },
        registration: None,
        ruler: true,
        numbering: true,
        overlap: 8.0,
        card_gap: 0.0,
        card_margin: 5.0,
    }
}

const SIDES: [Sides; 4] = [Sides::LongEdge, Sides::ShortEdge, Sides::Gutterfold, Sides::Single];
/// Square, portrait and landscape counters.
const SIZES: [(f64, f64); 4] = [(15.875, 15.875), (12.7, 12.7), (20.0, 33.3), (44.45, 19.05)];

/// Many ways to print.
fn ways() -> Vec<Settings> {
    let mut ways = Vec::new();
    for sides in SIDES {
        let plain = settings(sides);
        let blocks = Settings { block: Some((4, 3)), gap: 5.0, ..plain.clone() };
        let narrow = Settings { block: Some((2, 2)), gap: 1.0, bleed: 2.0, ..plain.clone() };
        let bare = Settings { bleed: 0.0, margin: 0.0, gutter: 0.0, numbering: false, ..plain.clone() };
        let cutter = Settings { registration: Some(Registration::default()), ..plain.clone() };
        let margin_only = Marks { margin_only: true, distance: 0.0, ..plain.marks.clone() };
        let quiet = Settings { marks: margin_only, margin: 12.0, ..blocks.clone() };
        ways.extend([plain, blocks, narrow, bare, cutter, quiet]);
    }
    ways
}

fn art((width, height): (f64, f64), bleed: f64) -> Drawing {
    let mut drawing = Drawing::new(width + 2.0 * bleed, height + 2.0 * bleed);
    let all = Rect::new(0.0, 0.0, drawing.width, drawing.height);
    drawing.shape(Path::rect(all), Style::fill(Colour([180, 40, 30])));
    drawing
}

fn faces(count: usize, size: (f64, f64), bleed: f64) -> Vec<Cutout> {
    let face = |n: usize| Cutout {
        id: format!("unit-{n}"),
        group: ["Soviet 62nd Army", "Axis 6th Army"][n / 30 % 2].to_string(),
        front: art(size, bleed),
        back: (n % 7 != 3).then(|| art(size, bleed)),
    };
    (0..count).map(face).collect()
}

const FOOTER: &str = "Uranus 1942 · version 1.2 · CC BY-SA 4.0";

/// Sheets of every paper, size and way; some full and some half empty. What does not fit is left out.
fn all_sheets(mut see: impl FnMut(&Paper, (f64, f64), &Settings, &[Cutout], &[PrintSheet])) {
    let mut seen = 0;
    for paper in papers() {
        for way in ways() {
            for size in SIZES {
                for count in [5, 61] {
                    let faces = faces(count, size, way.bleed);
                    if let Ok(sheets) = counter_sheets(&faces, size, &paper, &way, FOOTER) {
                        see(&paper, size, &way, &faces, &sheets);
                        seen += 1;
                    }
                }
            }
        }
    }
    assert!(seen > 800, "{seen}");
}

/// Where the groups of a page lie that are clipped: the faces, and what is seen of each.
fn clips(drawing: &Drawing) -> Vec<(Affine, Vec<Rect>)> {
    let group = |item: &Item| match item {
        Item::Group { place, clip: Some(clip), .. } => Some((*place, rects(clip, *place))),
        _ => None,
    };
    drawing.items.iter().filter_map(group).collect()
}

/// The rectangles that a path consists of, on the page.
fn rects(path: &Path, place: Affine) -> Vec<Rect> {
    let data = path.data();
    let subpaths = data.split('Z').filter(|part| !part.is_empty());
    let corners = |part: &str| {
        let points: Vec<(f64, f64)> = part[1..].split('L').map(pair).map(|(x, y)| place.apply(x, y)).collect();
        assert_eq!(points.len(), 4);
        points.iter().map(|(x, y)| Rect::new(*x, *y, 0.0, 0.0)).reduce(Rect::union).unwrap()
    };
    subpaths.map(corners).collect()
}

fn pair(text: &str) -> (f64, f64) {
    let (x, y) = text.split_once(' ').unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

fn close(a: Rect, b: Rect, slack: f64) -> bool {
    a.contains(b, slack) && b.contains(a, slack)
}
