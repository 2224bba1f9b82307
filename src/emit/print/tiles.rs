//! A map, or another thing larger than the paper, on many sheets of paper, to be joined.

use super::grid::SAME;
use super::labels::letters;
use super::margin::{From, Margin, PageEdge, downwards, upright, upwards};
use super::page::{GREY, INK};
use super::sheets::{PaperSide, PrintSheet, TooSmall, millimetres};
use super::{crops, furniture};
use crate::draw::{Affine, Drawing, Font, Item, Path, Rect, Shared, Stroke, Style, TextStyle};
use crate::model::print::{Paper, Settings};
use crate::source::values::Colour;

/// Room inside the margin at the sides and at the top: marks and the names of neighbours.
const BAND: f64 = 5.0;
/// Room at the bottom: the key, too.
const FOOT: f64 = 9.0;
/// Tiles smaller than this are of no use.
const SMALLEST: f64 = 20.0;
/// The paper and what shows on top of art on the key map.
const PAPER: Colour = Colour([255; 3]);

/// How a map is cut into tiles.
struct Tiling<'a> {
    map: &'a Drawing,
    /// What is on the map, for all tiles together.
    items: Shared,
    paper: Paper,
    settings: &'a Settings,
    overlap: f64,
    columns: u32,
    rows: u32,
    /// From one tile to the next, on the map.
    step: (f64, f64),
    /// Where every tile lies on its paper, overlap included.
    window: Rect,
}

/// The sheets of a map, or of a display that is too large, row by row: on the paper held upright or sideways, whichever takes fewer.
///
/// Neighbours have `overlap` in common, and both carry a dashed line along the middle of it: cut one
/// sheet there and lay it on the line of the other, or cut both and join them edge to edge.
pub fn map_tiles(
    map: &Drawing,
    title: &str,
    paper: &Paper,
    settings: &Settings,
    footer: &str,
) -> Result<Vec<PrintSheet>, TooSmall> {
    let Some(tiling) = Tiling::best(map, paper, settings) else {
        let Paper { name, width, height } = paper;
        let (width, height) = (millimetres(*width), millimetres(*height));
        let why = format!("no tile of {title} fits on {name} ({width} x {height} mm) with these margins and overlap");
        return Err(TooSmall { why });
    };
    Ok(tiling.all().enumerate().map(|(n, tile)| tiling.sheet(title, tile, n + 1, footer)).collect())
}

/// What of the map each of those sheets shows, in the same order.
pub fn tile_windows(map: &Drawing, paper: &Paper, settings: &Settings) -> Vec<Rect> {
    let tiling = Tiling::best(map, paper, settings);
    tiling.iter().flat_map(|tiling| tiling.all().map(|tile| tiling.shown(tile))).collect()
}

impl<'a> Tiling<'a> {
    /// On the paper held upright or sideways, whichever takes fewer.
    fn best(map: &'a Drawing, paper: &Paper, settings: &'a Settings) -> Option<Self> {
        let turned = Paper { name: paper.name.clone(), width: paper.height, height: paper.width };
        let items = Shared::new(map.items.clone());
        let tilings = [paper.clone(), turned].map(|paper| Tiling::new(map, &items, paper, settings));
        tilings.into_iter().flatten().min_by_key(|tiling| tiling.columns * tiling.rows)
    }

    /// Its tiles, row by row.
    fn all(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    fn new(map: &'a Drawing, items: &Shared, paper: Paper, settings: &'a Settings) -> Option<Self> {
        let edge = settings.margin.max(0.0) + BAND;
        let room = Rect::new(edge, edge, paper.width - 2.0 * edge, paper.height - 2.0 * edge - (FOOT - BAND));
        let overlap = settings.overlap.max(0.0);
        if room.w.min(room.h) - overlap < SMALLEST || map.width <= 0.0 || map.height <= 0.0 {
            return None;
        }
        let (columns, across) = tiles(map.width, room.w, overlap);
        let (rows, down) = tiles(map.height, room.h, overlap);
        let (w, h) = (across + overlap.min(map.width), down + overlap.min(map.height));
        let window = Rect::new(room.x + (room.w - w) / 2.0, room.y + (room.h - h) / 2.0, w, h);
        Some(Self { map, items: items.clone(), paper, settings, overlap, columns, rows, step: (across, down), window })
    }

    /// What of the map a tile shows.
    fn shown(&self, (column, row): (u32, u32)) -> Rect {
        let (x, y) = (f64::from(column) * self.step.0, f64::from(row) * self.step.1);
        Rect::new(x, y, self.window.w, self.window.h)
    }

    /// What remains of a tile when it is cut, on the map.
    fn kept(&self, (column, row): (u32, u32)) -> Rect {
        let shown = self.shown((column, row));
        let half = self.overlap / 2.0;
        let (left, up) = (if column > 0 { half } else { 0.0 }, if row > 0 { half } else { 0.0 });
        let right = if column + 1 < self.columns { half } else { 0.0 };
        let down = if row + 1 < self.rows { half } else { 0.0 };
        Rect::new(shown.x + left, shown.y + up, shown.w - left - right, shown.h - up - down)
    }

    fn sheet(&self, title: &str, tile: (u32, u32), number: usize, footer: &str) -> PrintSheet {
        let Paper { width, height, .. } = self.paper;
        let (shown, window) = (self.shown(tile), self.window);
        let to_page = Affine::shift(window.x - shown.x, window.y - shown.y);
        let trim = to_page.apply_rect(self.kept(tile));
        let paper = Rect::new(0.0, 0.0, width, height);
        let mut margin = Margin::new(Drawing::new(width, height), paper.inset(self.settings.margin));
        let items = vec![Item::Shared(self.items.clone())];
        let clip = Some(Path::rect(shown));
        margin.drawing.items.push(Item::Group { place: to_page, clip, opacity: 1.0, items });
        self.dashes(tile, trim, &mut margin.drawing);
        margin.keep_off(window);
        if self.settings.marks.crop {
            crops::around(trim, window, 1.0, 3.0, &mut margin);
        }
        self.neighbours(tile, &mut margin);
        let all = usize::try_from(self.columns * self.rows).unwrap_or(number);
        let key = self.key(tile);
        let place = margin.find(PageEdge::Bottom, From::Start, (key.width, key.height));
        if let Some(place) = place.filter(|_| all > 1) {
            margin.put("key", key, place);
        }
        let name = format!("{title} {}", name(tile));
        furniture::draw(&name, footer, (number, all), self.settings.ruler, &mut margin);
        if all > 1 {
            let words = "cut one of two neighbours along the dashes, lay it on the dashes of the other";
            let style = TextStyle::points(Font::Regular, 6.0, GREY);
            furniture::write(
                &mut margin,
                "hint",
                words,
                style,
                &[(PageEdge::Bottom, From::End), (PageEdge::Top, From::Start)],
            );
        }
        let drawing = margin.drawing;
        let holds = vec![self::name(tile)];
        PrintSheet {
            name,
            number,
            side: PaperSide::Front,
            drawing,
            trim,
            bleed: window,
            cuts: vec![trim],
            holds,
            upper: paper,
        }
    }

    /// Dashes where a tile meets its neighbours, seen on any ground.
    fn dashes(&self, (column, row): (u32, u32), trim: Rect, drawing: &mut Drawing) {
        let w = self.window;
        let mut path = Path::new();
        let mut line = |x1: f64, y1: f64, x2: f64, y2: f64| path.add(&Path::line(x1, y1, x2, y2)).is_empty();
        if column > 0 {
            line(trim.x, w.y, trim.x, w.bottom());
        }
        if column + 1 < self.columns {
            line(trim.right(), w.y, trim.right(), w.bottom());
        }
        if row > 0 {
            line(w.x, trim.y, w.right(), trim.y);
        }
        if row + 1 < self.rows {
            line(w.x, trim.bottom(), w.right(), trim.bottom());
        }
        drawing.shape(path.clone(), Style::stroke(Stroke::new(PAPER, 0.3).sharp()).with_opacity(0.6));
        drawing.shape(path, Style::stroke(Stroke::new(INK, 0.15).sharp().dashed([1.6, 1.2])));
    }

    /// Names of the neighbours with arrows towards them.
    fn neighbours(&self, (column, row): (u32, u32), margin: &mut Margin) {
        let inner = margin.inner;
        let (x, y) = self.window.centre();
        let (w, h) = (label("", true).width.max(12.0), 2.4);
        // In the middle between paper and map, so that names and rulers have the edge.
        let mut put = |there: bool, tile: (u32, u32), edge: PageEdge| {
            if !there {
                return;
            }
            let thing = label(&name(tile), edge != PageEdge::Bottom);
            let w = thing.width.min(w);
            let place = match edge {
                PageEdge::Top => upright(Rect::new(x - w / 2.0, self.window.y - 0.8 - h, w, h)),
                PageEdge::Bottom => upright(Rect::new(x - w / 2.0, self.window.bottom() + 0.8, w, h)),
                PageEdge::Left => upwards(Rect::new(self.window.x - 0.8 - h, y - w / 2.0, h, w)),
                PageEdge::Right => downwards(Rect::new(self.window.right() + 0.8, y - w / 2.0, h, w)),
            };
            if inner.contains(place.rect, SAME) && margin.is_free(place.rect) {
                margin.put("neighbour", thing, place);
            }
        };
        put(row > 0, (column, row.saturating_sub(1)), PageEdge::Top);
        put(row + 1 < self.rows, (column, row + 1), PageEdge::Bottom);
        put(column > 0, (column.saturating_sub(1), row), PageEdge::Left);
        put(column + 1 < self.columns, (column + 1, row), PageEdge::Right);
    }

    /// All tiles in small, this one filled.
    fn key(&self, tile: (u32, u32)) -> Drawing {
        let (columns, rows) = (f64::from(self.columns), f64::from(self.rows));
        let scale = (7.4 / self.map.height).min(26.0 / self.map.width);
        let (w, h) = (scale * self.map.width, scale * self.map.height);
        let mut drawing = Drawing::new(w + 0.2, h + 0.2);
        let cell =
            |column: f64, row: f64| Rect::new(0.1 + w * column / columns, 0.1 + h * row / rows, w / columns, h / rows);
        drawing.shape(Path::rect(cell(f64::from(tile.0), f64::from(tile.1))), Style::fill(INK));
        let mut lines = Path::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                lines.add(&Path::rect(cell(f64::from(column), f64::from(row))));
            }
        }
        drawing.shape(lines, Style::stroke(Stroke::new(INK, 0.12).sharp()));
        drawing
    }
}

/// How many tiles a length takes, and from one to the next.
fn tiles(length: f64, room: f64, overlap: f64) -> (u32, f64) {
    let common = overlap.min(length);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let count = ((length - common) / (room - overlap) - SAME).ceil().clamp(1.0, 1000.0) as u32;
    (count, (length - common) / f64::from(count))
}

fn name((column, row): (u32, u32)) -> String {
    format!("{}{}", letters(usize::try_from(column).unwrap_or(0)), row + 1)
}

/// A name and an arrow that points up or down, as the words are read.
fn label(words: &str, up: bool) -> Drawing {
    let style = TextStyle::points(Font::Bold, 6.5, INK);
    let mut drawing = furniture::text_line(words, style);
    let (x, tip, foot) = (drawing.width + 1.6, if up { 0.4 } else { 1.85 }, if up { 1.85 } else { 0.4 });
    drawing.shape(Path::polygon([(x, tip), (x + 0.9, foot), (x - 0.9, foot)]), Style::fill(INK));
    drawing.width = x + 0.9;
    drawing
}
