//! Grids of boards: hexes and squares, whichever way they lie and are numbered.

use crate::carried::links::{attribute, set_attribute};
use crate::carried::places::BoardSpot;
use crate::carried::{LINK, Link};
use crate::geometry::Point;
use crate::geometry::cells::{
    CellGrid, CellShape, ColumnsFrom, Neighbours, Numbering, Offset, Pattern, RowsFrom, Shift, Stand,
};
use crate::vassal::components::Node;

/// Cells that a map has at least and at most: more, and nobody could look at each.
const CELLS: (u64, u64) = (4, 20_000);
/// The share of a board that its grid covers at least; smaller ones are those of a table or a track.
const SHARE: f64 = 0.3;
/// How far the farthest cell may be from its place, in cells. VASSAL's hexes may be stretched, those of a record are not.
const STRETCH: f64 = 0.25;
/// Height of a hex by its width across the flats.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

/// Left, top, right and bottom.
type GridBounds = [f64; 4];

/// The grid of a board whose picture has that size, in pixels; it is linked to the record of the map.
pub(super) fn grid(board: &mut Node, size: (f64, f64), map: &str) -> Option<CellGrid> {
    let mut found = Vec::new();
    candidates(board, size, [0.0, 0.0, size.0, size.1], &mut Vec::new(), &mut found);
    let (way, grid) = found.into_iter().max_by(|(_, a), (_, b)| area(a).total_cmp(&area(b)))?;
    if area(&grid) < SHARE * size.0 * size.1 {
        return None;
    }
    let node = way.into_iter().fold(board, |node, at| &mut node.children[at]);
    set_attribute(node, LINK, &Link::Grid(map.to_string()).to_string());
    Some(grid)
}

fn area(grid: &CellGrid) -> f64 {
    let cell = match grid.shape {
        CellShape::Hex(_) => grid.size_mm * grid.size_mm * HEIGHT,
        CellShape::Square(_) | CellShape::Staggered(_) => grid.size_mm * grid.size_mm,
    };
    cell * f64::from(grid.columns) * f64::from(grid.rows)
}

/// All grids below a component that a record can say, with the way to each.
fn candidates(
    node: &Node,
    size: (f64, f64),
    room: GridBounds,
    way: &mut Vec<usize>,
    found: &mut Vec<(Vec<usize>, CellGrid)>,
) {
    for (at, child) in node.children.iter().enumerate() {
        way.push(at);
        let room = match BoardSpot::read(child, size) {
            Some(BoardSpot::Outline(corners)) => around(&corners),
            _ => room,
        };
        let grid = match child.component.class().rsplit('.').next() {
            Some("HexGrid") => hexes(child, room),
            Some("SquareGrid") => squares(child, room),
            _ => None,
        };
        found.extend(grid.map(|grid| (way.clone(), grid)));
        candidates(child, size, room, way, found);
        way.pop();
    }
}

fn around(corners: &[(f64, f64)]) -> GridBounds {
    let none = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    corners.iter().fold(none, |[a, b, c, d], (x, y)| [a.min(*x), b.min(*y), c.max(*x), d.max(*y)])
}

fn measure(node: &Node, key: &str) -> Option<f64> {
    attribute(node, key)?.trim().parse::<f64>().ok().filter(|number| number.is_finite() && number.abs() < 1e6)
}

/// Whole steps within a stretch: the first and the last.
fn steps(origin: f64, step: f64, from: f64, to: f64) -> Option<(i64, i64)> {
    let (first, last) = (((from - origin) / step).ceil(), ((to - origin) / step).floor());
    (last >= first && last - first < 500.0).then_some((first as i64, last as i64))
}

/// The largest cell of which that many have room, one behind the other.
fn reach(room: f64, cells: f64) -> f64 {
    if cells > 0.0 { room / cells } else { f64::INFINITY }
}

/// VASSAL's hexes: lines a step `dx` apart, hexes of a line `dy` apart, odd lines half a hex further. Lines are columns,
/// or rows if the grid lies sideways.
fn hexes(node: &Node, room: GridBounds) -> Option<CellGrid> {
    let (dx, dy) = (measure(node, "dx")?, measure(node, "dy")?);
    let (x0, y0) = (measure(node, "x0")?, measure(node, "y0")?);
    if dx < 4.0 || dy < 4.0 {
        return None;
    }
    let sideways = attribute(node, "sideways") == Some("true");
    let [left, top, right, bottom] = room;
    let (lines, places) = if sideways { ((top, bottom), (left, right)) } else { ((left, right), (top, bottom)) };
    let numbers = Numbers::of(node)?;
    // Staggered numbers count odd lines as if they were half a hex higher.
    let lower = if numbers.stagger { -dy / 2.0 } else { dy / 2.0 };
    let (first, last) = steps(x0, dx, lines.0, lines.1)?;
    let (top_place, last_place) = steps(y0, dy, places.0 - lower.min(0.0), places.1 - lower.max(0.0))?;
    let odd = first % 2 != 0;
    let at_line = x0 + first as f64 * dx;
    let at_place = y0 + top_place as f64 * dy + if odd { lower } else { 0.0 };
    let (count, length) = ((last - first) as f64, (last_place - top_place) as f64);
    let size = (dy * length + dx * count) / (length + HEIGHT * count).max(1.0);
    let size = if length + count < 1.0 { dy } else { size };
    let shift = if odd == (lower > 0.0) { Shift::Odd } else { Shift::Even };
    // Hexes that are not stretched must not reach beyond the room of those that were.
    let half = if count > 0.0 { 0.5 } else { 0.0 };
    let (up, on) = if shift == Shift::Odd { (half, length) } else { (0.0, length + half) };
    let size = size
        .min(reach(lines.1 - at_line, HEIGHT * count))
        .min(reach(places.1 - at_place, on))
        .min(reach(at_place - places.0, up));
    if count * (HEIGHT * size - dx).abs() > STRETCH * dy || length * (size - dy).abs() > STRETCH * dy {
        return None;
    }
    let stand = if sideways { Stand::Pointy } else { Stand::Flat };
    // What VASSAL counts down from; width goes with `dy` and height with `dx`, whichever way the grid lies.
    let (across, down) = (((right - left) / dy + 0.5).floor(), ((bottom - top) / dx + 0.5).floor());
    let (last_line, last_row) = if sideways { (down, across) } else { (across, down) };
    let (h_down, v_down) = if sideways { (numbers.v.2, numbers.h.2) } else { (numbers.h.2, numbers.v.2) };
    let h = LineCount::of(first, last, numbers.h.0, h_down.then_some(last_line as i64))?;
    let v = LineCount::of(top_place, last_place, numbers.v.0, v_down.then_some(last_row as i64))?;
    let origin = if sideways { Point::new(at_place, at_line) } else { Point::new(at_line, at_place) };
    let shape = CellShape::Hex(Offset { stand, shift });
    numbers.grid(shape, size, origin, (h, v), sideways)
}

fn squares(node: &Node, room: GridBounds) -> Option<CellGrid> {
    let (dx, dy) = (measure(node, "dx")?, measure(node, "dy")?);
    let (x0, y0) = (measure(node, "x0")?, measure(node, "y0")?);
    if dx < 4.0 || dy < 4.0 {
        return None;
    }
    let [left, top, right, bottom] = room;
    let numbers = Numbers::of(node)?;
    let (first, last) = steps(x0, dx, left, right)?;
    let (top_row, last_row) = steps(y0, dy, top, bottom)?;
    let (count, length) = ((last - first) as f64, (last_row - top_row) as f64);
    let size = if count + length < 1.0 { dx } else { (dx * count + dy * length) / (count + length) };
    let origin = Point::new(x0 + first as f64 * dx, y0 + top_row as f64 * dy);
    let size = size.min(reach(right - origin.x, count)).min(reach(bottom - origin.y, length));
    if count * (size - dx).abs() > STRETCH * dx || length * (size - dy).abs() > STRETCH * dy {
        return None;
    }
    let (across, down) = (((right - left) / dx + 0.5).floor(), ((bottom - top) / dy + 0.5).floor());
    let h = LineCount::of(first, last, numbers.h.0, numbers.h.2.then_some(across as i64))?;
    let v = LineCount::of(top_row, last_row, numbers.v.0, numbers.v.2.then_some(down as i64))?;
    numbers.grid(CellShape::Square(Neighbours::Four), size, origin, (h, v), false)
}

/// Lines or places: how many, the lowest number, and whether numbers go down.
struct LineCount {
    count: u32,
    lowest: u32,
    down: bool,
}

impl LineCount {
    /// Of steps from the first to the last, whose numbers begin at an offset or go down from a last one.
    fn of(first: i64, last: i64, offset: i64, down_from: Option<i64>) -> Option<LineCount> {
        let lowest = match down_from {
            Some(from) => from - last + offset,
            None => first + offset,
        };
        let count = u32::try_from(last - first + 1).ok()?;
        let lowest = u32::try_from(lowest).ok().filter(|lowest| *lowest <= 9_999)?;
        Some(LineCount { count, lowest, down: down_from.is_some() })
    }
}

/// How VASSAL numbers a grid: of columns and rows the offset, the least digits, and whether they descend.
struct Numbers {
    h: (i64, Option<usize>, bool),
    v: (i64, Option<usize>, bool),
    v_first: bool,
    between: String,
    stagger: bool,
}

impl Numbers {
    /// The numbering of a grid; a plain one if it has none. None: it has letters.
    fn of(grid: &Node) -> Option<Numbers> {
        let is_numbering = |child: &&Node| child.component.class().ends_with("GridNumbering");
        let Some(node) = grid.children.iter().find(is_numbering) else {
            let plain = (1, None, false);
            return Some(Numbers { h: plain, v: plain, v_first: false, between: ".".to_string(), stagger: false });
        };
        let axis = |letter: char| {
            let own = |key: &str| attribute(node, &format!("{letter}{key}")).map(str::trim);
            if own("Type").is_some_and(|kind| kind != "N") {
                return None;
            }
            let number = |text: Option<&str>| text.map_or(Some(0), |text| text.parse::<i64>().ok());
            let leading = usize::try_from(number(own("Leading"))?).ok()?;
            let digits = (leading > 0).then_some(leading + 1);
            Some((number(own("Off"))?, digits, own("Descend") == Some("true")))
        };
        Some(Numbers {
            h: axis('h')?,
            v: axis('v')?,
            v_first: attribute(node, "first") == Some("V"),
            between: attribute(node, "sep").unwrap_or_default().to_string(),
            stagger: attribute(node, "stagger") != Some("false"),
        })
    }

    fn grid(
        &self,
        shape: CellShape,
        size: f64,
        origin: Point,
        (h, v): (LineCount, LineCount),
        sideways: bool,
    ) -> Option<CellGrid> {
        let field = |axis: &str, digits: Option<usize>| match digits {
            Some(digits) => format!("{{{axis}:{digits}}}"),
            None => format!("{{{axis}}}"),
        };
        let (h_axis, v_axis) = if sideways { ("row", "column") } else { ("column", "row") };
        let (h_field, v_field) = (field(h_axis, self.h.1), field(v_axis, self.v.1));
        let between = &self.between;
        let pattern =
            if self.v_first { format!("{v_field}{between}{h_field}") } else { format!("{h_field}{between}{v_field}") };
        let (columns, rows) = if sideways { (v, h) } else { (h, v) };
        let grid = CellGrid {
            columns: columns.count,
            rows: rows.count,
            size_mm: size,
            shape,
            origin,
            numbering: Numbering {
                pattern: Pattern::parse(&pattern).ok()?,
                first_row: rows.lowest,
                first_column: columns.lowest,
                rows_from: if rows.down { RowsFrom::South } else { RowsFrom::North },
                columns_from: if columns.down { ColumnsFrom::East } else { ColumnsFrom::West },
            },
        };
        let cells = u64::from(grid.columns) * u64::from(grid.rows);
        (grid.problems().is_empty() && (CELLS.0..=CELLS.1).contains(&cells)).then_some(grid)
    }
}
