//! Title and legend, where the map leaves room for them.

use super::free::Free;
use super::samples::{LegendEntry, entries};
use super::{MapBasis, MapSheet, furniture};
use crate::draw::{Affine, Align, Drawing, Item, Path, Rect, Style, TextBlock, TextStyle, fit_line};

/// Draws title and legend and takes their room.
pub fn panels(on: MapBasis<'_>, sheet: &mut MapSheet) -> Vec<Item> {
    let mut items = Vec::new();
    for (name, panels) in [("title", titles(on)), ("legend", legends(on))] {
        let Some((panel, x, y)) = place(on, sheet, panels, name == "title") else { continue };
        sheet.solid(name, Rect::new(x, y, panel.width, panel.height));
        items.push(Item::Group { place: Affine::shift(x, y), clip: None, opacity: 1.0, items: panel.items });
    }
    items
}

/// The first of the panels that finds room, and the best room it finds.
fn place(on: MapBasis<'_>, sheet: &MapSheet, panels: Vec<Drawing>, top: bool) -> Option<(Drawing, f64, f64)> {
    const AROUND: f64 = 3.0;
    let free = Free::new(on, sheet);
    let margin = on.style.margin.0;
    let lines = furniture::rooms(on);
    for panel in panels {
        let (w, h) = (panel.width, panel.height);
        let (far_x, far_y) = (on.map.width - margin - w, on.map.height - margin - h);
        let mut xs: Vec<(f64, f64)> = steps(margin, far_x).map(|x| (x, 6.0)).collect();
        let mut ys: Vec<(f64, f64)> = steps(margin, far_y).map(|y| (y, 6.0)).collect();
        // Lining up with tracks and boxes is worth a little.
        xs.extend(lines.iter().flat_map(|room| [(room.x, 0.0), (room.right() - w, 0.0)]));
        ys.extend(lines.iter().flat_map(|room| [(room.y, 0.0), (room.bottom() - h, 0.0)]));
        let mut best: Option<(f64, f64, f64)> = None;
        for &(y, uneven_y) in &ys {
            for &(x, uneven_x) in &xs {
                let inside = x >= margin && y >= margin && x <= far_x && y <= far_y;
                let far = if top { y } else { far_y - y } + 0.5 * (x - margin).min(far_x - x);
                let cost = far + uneven_x + uneven_y;
                let cheaper = best.is_none_or(|(least, ..)| cost < least);
                if inside && cheaper && free.is_free(Rect::new(x, y, w, h).inset(-AROUND)) {
                    best = Some((cost, x, y));
                }
            }
        }
        if let Some((_, x, y)) = best {
            return Some((panel, x, y));
        }
    }
    None
}

fn steps(from: f64, to: f64) -> impl Iterator<Item = f64> {
    const STEP: f64 = 2.0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let count = ((to - from) / STEP).clamp(0.0, 5000.0) as u32;
    (0..=count).map(move |n| from + f64::from(n) * STEP)
}

fn panel(on: MapBasis<'_>, width: f64, height: f64) -> Drawing {
    let style = &on.style.panel;
    let mut drawing = Drawing::new(width, height);
    let path = Path::rounded(Rect::new(0.0, 0.0, width, height), style.radius.0);
    drawing.shape(path, Style::fill(*style.fill).with_stroke(style.line.stroke()));
    drawing
}

/// The title at its size, and smaller.
fn titles(on: MapBasis<'_>) -> Vec<Drawing> {
    [1.0, 0.85, 0.7, 0.55, 0.42, 0.32].into_iter().map(|share| title(on, share)).collect()
}

/// The game's title, the map's name, the scale.
fn title(on: MapBasis<'_>, share: f64) -> Drawing {
    let types = &on.style.types;
    let least = types.least.0;
    let padding = on.style.panel.padding.0 * share.max(0.5);
    let small = types.subtitle.sized((types.subtitle.size.0 * share).max(least));
    let game = (on.model.game.title != on.map.name).then(|| (types.subtitle.written(&on.model.game.title), small));
    let name = (types.title.written(&on.map.name), types.title.sized((types.title.size.0 * share).max(least)));
    let scale = on.map.scale.as_ref().map(|scale| (types.subtitle.written(scale), small));
    let lines: Vec<(String, TextStyle)> = [game, Some(name), scale].into_iter().flatten().collect();
    let width = lines.iter().map(|(text, style)| style.width(text)).fold(0.0, f64::max);
    // Descenders of the name need their room; capitals have none.
    let gap = |style: &TextStyle| 1.6 * share.max(0.5) + 0.3 * style.size();
    let height: f64 = lines.iter().map(|(_, style)| style.cap + gap(style)).sum::<f64>();
    let height = height - lines.last().map_or(0.0, |(_, style)| gap(style));
    let descent = 0.2 * lines.last().map_or(0.0, |(_, style)| style.size());
    let mut drawing = panel(on, width + 2.0 * padding, height + 2.0 * padding + descent);
    let mut y = padding;
    for (text, style) in &lines {
        y += style.cap;
        drawing.text(style.at(text, padding + width / 2.0, y));
        y += gap(style);
    }
    drawing
}

/// Legends in the widths of tracks and boxes and in their own, large ones first.
fn legends(on: MapBasis<'_>) -> Vec<Drawing> {
    let entries = entries(on);
    if entries.is_empty() {
        return Vec::new();
    }
    let mut widths: Vec<f64> = furniture::rooms(on).iter().map(|room| room.w).collect();
    widths.sort_by(|a, b| b.total_cmp(a));
    widths.dedup();
    let mut found = Vec::new();
    for share in [1.0, 0.92, 0.85, 0.78, 0.7, 0.62] {
        for columns in [3, 2, 4, 1, 5] {
            let own = column_width(on, &entries, share);
            let padding = on.style.panel.padding.0 * share;
            let needed = columns_f(columns) * own + 2.0 * padding;
            let lined = widths.iter().copied().filter(|width| (needed * 0.6..needed * 1.5).contains(width));
            let widths: Vec<f64> = lined.chain([needed]).collect();
            found.extend(widths.into_iter().filter_map(|width| legend(on, &entries, share, columns, width)));
        }
    }
    found
}

fn columns_f(columns: usize) -> f64 {
    f64::from(u32::try_from(columns).unwrap_or(1))
}

fn legend_type(on: MapBasis<'_>, share: f64) -> TextStyle {
    let kind = &on.style.types.legend;
    kind.sized((kind.size.0 * share.sqrt()).max(on.style.types.least.0)).aligned(Align::Left)
}

/// A column wide enough for its texts.
fn column_width(on: MapBasis<'_>, entries: &[LegendEntry], share: f64) -> f64 {
    let style = legend_type(on, share);
    // Long texts may go on two lines.
    let room = |text: &str| {
        let width = style.width(text);
        width.min((0.6 * width).max(7.0 * style.size()))
    };
    let longest = entries.iter().map(|entry| room(&entry.text)).fold(0.0, f64::max);
    share * on.style.panel.sample.0 + 1.6 + longest + 3.0
}

/// A legend of a width; none if its texts do not fit.
fn legend(on: MapBasis<'_>, entries: &[LegendEntry], share: f64, columns: usize, width: f64) -> Option<Drawing> {
    let style = &on.style.panel;
    let (padding, row, sample) = (style.padding.0 * share, style.row.0 * share, style.sample.0 * share);
    let rows = entries.len().div_ceil(columns);
    if rows == 0 || (columns - 1) * rows >= entries.len() {
        return None;
    }
    let inner = width - 2.0 * padding;
    let natural: Vec<f64> = entries.chunks(rows).map(|column| column_width(on, column, share)).collect();
    let stretch = inner / natural.iter().sum::<f64>().max(1.0);
    let mut drawing = panel(on, width, 2.0 * padding + columns_f(rows) * row);
    let text = legend_type(on, share);
    for (n, entry) in entries.iter().enumerate() {
        let before: f64 = natural.iter().take(n / rows).sum();
        let column_width = natural.get(n / rows)? * stretch;
        let (x, y) = (padding + before * stretch, padding + columns_f(n % rows) * row);
        let place = Affine::scale_shift(share, share, x + sample / 2.0, y + row / 2.0);
        drawing.items.push(Item::Group { place, clip: None, opacity: 1.0, items: entry.items.clone() });
        let room = Rect::new(x + sample + 1.6, y, column_width - sample - 1.6 - 2.0, row);
        drawing.items.extend(words(on, &entry.text, text, room)?);
    }
    Some(drawing)
}

/// A text on one line, or on two small ones.
fn words(on: MapBasis<'_>, text: &str, style: TextStyle, room: Rect) -> Option<Vec<Item>> {
    let least = on.style.types.least.0.max(0.94 * style.size()) * style.cap / style.size();
    if let Some(run) = fit_line(text, style, least, room) {
        return Some(vec![Item::Text(run)]);
    }
    let least = on.style.types.least.0 * style.cap / style.size();
    let block = TextBlock::fit(text, style, least, room)?;
    let down = (room.h - block.height()) / 2.0;
    let room = Rect::new(room.x, room.y + down.max(0.0), room.w, room.h - down.max(0.0));
    Some(block.runs(room).into_iter().map(Item::Text).collect())
}
