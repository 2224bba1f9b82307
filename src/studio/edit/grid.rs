//! A grid that fits a scan: found from a few hexes that somebody pointed at, and written into the map.

use super::work::{At, Entries, Work, entry};
use super::{Corner, GridFit, Refusal, Scalar, maps, render};
use crate::geometry::Point;
use crate::geometry::cells::{
    Axis, Cell, CellGrid, CellShape, ColumnsFrom, Numbering, Offset, Pattern, RowsFrom, Shift, Stand,
};
use crate::syntax::MapKind;
use serde::{Deserialize, Serialize};

/// The centre of a hex of the scan.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Clicked {
    /// Where it is, in the unit of the map's file.
    pub at: Corner,
    /// Its column from the left, from 0.
    pub column: u32,
    /// Its row from the top, from 0.
    pub row: u32,
}

/// What is printed in a hex of the scan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Printed {
    /// Its column from the left, from 0.
    pub column: u32,
    /// Its row from the top, from 0.
    pub row: u32,
    /// The number.
    pub number: String,
}

/// Centres may be off by this part of a hex.
const SLACK: f64 = 0.2;

/// Finds the grid of a scan: size, origin, orientation and shift from three centres, the numbering from two printed
/// numbers.
pub fn fit_grid(clicks: &[Clicked; 3], printed: &[Printed; 2], columns: u32, rows: u32) -> Result<GridFit, Refusal> {
    if columns == 0 || rows == 0 || columns > 500 || rows > 500 {
        return Err(Refusal::new("a grid has between 1 and 500 columns and rows"));
    }
    let inside = |column: u32, row: u32| column < columns && row < rows;
    let on_grid = clicks.iter().all(|click| inside(click.column, click.row))
        && printed.iter().all(|number| inside(number.column, number.row));
    if !on_grid || !clicks.iter().flat_map(|click| click.at).all(f64::is_finite) {
        return Err(Refusal::new("one of these hexes is not on the grid"));
    }
    let mut fits: Vec<Fit> = Vec::new();
    for stand in [Stand::Pointy, Stand::Flat] {
        for shift in [Shift::Odd, Shift::Even] {
            fits.extend(fit(clicks, stand, shift));
        }
    }
    fits.sort_by(|a, b| a.off.total_cmp(&b.off));
    let [best, second, ..] = fits.as_slice() else {
        return Err(Refusal::new("these hexes do not say how large the grid is: point at three different ones"));
    };
    if best.off > SLACK * best.size {
        let message = "no grid of hexes fits these centres: one of them is the centre of another hex";
        return Err(Refusal::new(message).help("count columns and rows again, from the left and the top"));
    }
    if second.off - best.off < 0.02 * best.size {
        let message = "these hexes do not say which rows or columns are moved by half a hex";
        return Err(Refusal::new(message).help("point at hexes in an odd and in an even row and column"));
    }
    let numbering = numbering(printed, columns, rows)?;
    Ok(GridFit {
        columns,
        rows,
        hex: Some((best.size * 1000.0).round() / 1000.0),
        square: None,
        staggered: false,
        orientation: best.stand,
        shift: best.shift,
        origin: [best.origin.x, best.origin.y].map(|value| (value * 100.0).round() / 100.0),
        number: numbering.pattern.to_string(),
        first_row: numbering.first_row,
        first_column: numbering.first_column,
        columns_from: numbering.columns_from,
        rows_from: numbering.rows_from,
    })
}

struct Fit {
    stand: Stand,
    shift: Shift,
    size: f64,
    origin: Point,
    /// How far the centres are from where they should be, in the middle.
    off: f64,
}

/// The size and origin that fit best, for one way in which hexes can stand.
fn fit(clicks: &[Clicked; 3], stand: Stand, shift: Shift) -> Option<Fit> {
    let unit = CellGrid {
        columns: 500,
        rows: 500,
        size_mm: 1.0,
        shape: CellShape::Hex(Offset { stand, shift }),
        origin: Point::new(0.0, 0.0),
        numbering: plain_numbering()?,
    };
    let pairs: Vec<(Point, Point)> = clicks
        .iter()
        .map(|click| (unit.centre(Cell::new(click.column, click.row)), Point::new(click.at[0], click.at[1])))
        .collect();
    let mean = |pick: &dyn Fn(&(Point, Point)) -> f64| pairs.iter().map(pick).sum::<f64>() / 3.0;
    let (u, v) = (mean(&|pair| pair.0.x), mean(&|pair| pair.0.y));
    let (x, y) = (mean(&|pair| pair.1.x), mean(&|pair| pair.1.y));
    let spread: f64 = pairs.iter().map(|(a, _)| (a.x - u).powi(2) + (a.y - v).powi(2)).sum();
    let along: f64 = pairs.iter().map(|(a, b)| (a.x - u) * (b.x - x) + (a.y - v) * (b.y - y)).sum();
    if spread < 1e-9 {
        return None;
    }
    let size = along / spread;
    let origin = Point::new(x - size * u, y - size * v);
    let off = |(a, b): &(Point, Point)| (origin.x + size * a.x - b.x).powi(2) + (origin.y + size * a.y - b.y).powi(2);
    let off = (pairs.iter().map(off).sum::<f64>() / 3.0).sqrt();
    (size > 0.0 && size.is_finite()).then_some(Fit { stand, shift, size, origin, off })
}

fn plain_numbering() -> Option<Numbering> {
    Some(Numbering {
        pattern: Pattern::parse("{column:2}{row:2}").ok()?,
        first_row: 1,
        first_column: 1,
        rows_from: RowsFrom::North,
        columns_from: ColumnsFrom::West,
    })
}

/// The numbering that prints both numbers; of several, the plainest.
fn numbering(printed: &[Printed; 2], columns: u32, rows: u32) -> Result<Numbering, Refusal> {
    let mut found: Vec<(u32, Numbering)> = Vec::new();
    let ways = [RowsFrom::North, RowsFrom::South]
        .into_iter()
        .flat_map(|rows| [ColumnsFrom::West, ColumnsFrom::East].into_iter().map(move |columns| (rows, columns)));
    for (rank, pattern) in (0u32..).zip(patterns(&printed[0].number)) {
        for (rows_from, columns_from) in ways.clone() {
            let first = firsts(&printed[0], &pattern, (rows_from, columns_from), (columns, rows));
            let Some((first_row, first_column)) = first else { continue };
            let pattern = pattern.clone();
            let odd = |first: u32| if first == 1 { 0 } else { 1 + u32::from(first != 0) };
            let turned = u32::from(rows_from == RowsFrom::South) + u32::from(columns_from == ColumnsFrom::East);
            let score = (odd(first_row) + odd(first_column)) * 100 + turned * 10 + rank.min(9);
            found.push((score, Numbering { pattern, first_row, first_column, rows_from, columns_from }));
        }
    }
    let fits = |numbering: &Numbering| {
        let shape = CellShape::Hex(Offset { stand: Stand::Pointy, shift: Shift::Even });
        let origin = Point::new(0.0, 0.0);
        let numbering = numbering.clone();
        let grid = CellGrid { columns, rows, size_mm: 1.0, shape, origin, numbering };
        let prints = |hex: &Printed| grid.number(Cell::new(hex.column, hex.row)) == hex.number;
        grid.problems().is_empty() && printed.iter().all(prints)
    };
    let best = found.into_iter().filter(|(_, numbering)| fits(numbering)).min_by_key(|(score, _)| *score);
    best.map(|(_, numbering)| numbering).ok_or_else(|| {
        let message = format!("no numbering prints both `{}` and `{}` there", printed[0].number, printed[1].number);
        Refusal::new(message).help("count columns and rows again, and type the numbers as they are printed")
    })
}

/// The patterns that a number can have: its digits fall into two parts, row and column in either order.
fn patterns(number: &str) -> Vec<Pattern> {
    let is_digit = |c: char| c.is_ascii_digit();
    let start = number.find(is_digit).unwrap_or(number.len());
    let end = number.rfind(is_digit).map_or(start, |at| at + 1);
    let (before, middle, after) = (&number[..start], &number[start..end], &number[end..]);
    if before.contains(['{', '}']) || after.contains(['{', '}']) || middle.len() > 9 {
        return Vec::new();
    }
    let mut texts = Vec::new();
    if let (Some(first), Some(last)) = (middle.find(|c| !is_digit(c)), middle.rfind(|c| !is_digit(c))) {
        let between = &middle[first..=last];
        for (a, b) in [("column", "row"), ("row", "column")] {
            texts.push(format!("{before}{{{a}}}{between}{{{b}}}{after}"));
            texts.push(format!("{before}{{{a}:{first}}}{between}{{{b}:{}}}{after}", middle.len() - last - 1));
        }
    } else {
        // The middle first: most numbers have as many digits for rows as for columns.
        let mut splits: Vec<usize> = (1..middle.len()).collect();
        splits.sort_by_key(|split| (2 * split).abs_diff(middle.len()));
        for split in splits {
            for (a, b) in [("column", "row"), ("row", "column")] {
                texts.push(format!("{before}{{{a}:{split}}}{{{b}:{}}}{after}", middle.len() - split));
            }
        }
    }
    texts.iter().filter_map(|text| Pattern::parse(text).ok()).collect()
}

/// The first row and column with which a hex has its number.
fn firsts(
    hex: &Printed,
    pattern: &Pattern,
    (rows_from, columns_from): (RowsFrom, ColumnsFrom),
    (columns, rows): (u32, u32),
) -> Option<(u32, u32)> {
    let digits: Vec<&str> = hex.number.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    let [first, second] = pattern.digits();
    let (one, two) = match digits.as_slice() {
        [whole] => whole.split_at_checked(first.width?)?,
        [one, two] => (*one, *two),
        _ => return None,
    };
    let (row, column) = match (first.axis, second.axis) {
        (Axis::Row, _) => (one, two),
        _ => (two, one),
    };
    let row_index = if rows_from == RowsFrom::North { hex.row } else { rows - 1 - hex.row };
    let column_index = if columns_from == ColumnsFrom::West { hex.column } else { columns - 1 - hex.column };
    let first_row = row.parse::<u32>().ok()?.checked_sub(row_index)?;
    Some((first_row, column.parse::<u32>().ok()?.checked_sub(column_index)?))
}

/// Writes a grid into a map.
pub fn write(work: &mut Work<'_>, map: &str, fit: &GridFit) -> Result<(), Refusal> {
    let files = work.files();
    let file = &maps::map(&files, map)?.content;
    let ((Some(size), None) | (None, Some(size))) = (fit.hex, fit.square) else {
        return Err(Refusal::new("a grid has either hexes or squares"));
    };
    if Pattern::parse(&fit.number).is_err() || !(size > 0.0 && size < 1e4) {
        return Err(Refusal::new("this grid cannot be numbered or drawn"));
    }
    let origin: Vec<Scalar> = fit.origin.iter().map(|value| render::coordinate(*value, 3)).collect::<Result<_, _>>()?;
    // Lengths are never in pixels.
    let (size, unit) = match maps::unit(file) {
        ("px", factor) => (size * factor, "mm"),
        (unit, _) => (size, unit),
    };
    let length = format!("{}{unit}", (size * 1000.0).round() / 1000.0);
    let squares = fit.square.is_some();
    let (cell, other) = if squares { ("square", "hexes") } else { ("hex", "squares") };
    let word = |value: &str| Scalar::text(value);
    let stand = word(if fit.orientation == Stand::Pointy { "pointy" } else { "flat" });
    let shift = word(if fit.shift == Shift::Odd { "odd" } else { "even" });
    let columns_from = word(if fit.columns_from == ColumnsFrom::West { "west" } else { "east" });
    let rows_from = word(if fit.rows_from == RowsFrom::North { "north" } else { "south" });
    // With each key, whether it is what holds when nothing is said.
    let moved = word(if fit.orientation == Stand::Pointy { "rows" } else { "columns" });
    let ways: Vec<(&str, Scalar, bool)> = match (squares, fit.staggered) {
        (false, _) => vec![("orientation", stand, false), ("shift", shift, false)],
        (true, true) => vec![("staggered", moved, false), ("shift", shift, false)],
        (true, false) => Vec::new(),
    };
    let size: [(&str, Scalar, bool); 3] = [
        ("columns", Scalar::Whole(i64::from(fit.columns)), false),
        ("rows", Scalar::Whole(i64::from(fit.rows)), false),
        (cell, Scalar::Text(length), false),
    ];
    let numbers: [(&str, Scalar, bool); 6] = [
        ("origin", Scalar::List(origin), false),
        ("number", Scalar::text(&fit.number), false),
        ("first-row", Scalar::Whole(i64::from(fit.first_row)), fit.first_row == 1),
        ("first-column", Scalar::Whole(i64::from(fit.first_column)), fit.first_column == 1),
        ("columns-from", columns_from, fit.columns_from == ColumnsFrom::West),
        ("rows-from", rows_from, fit.rows_from == RowsFrom::North),
    ];
    let keys = size.into_iter().chain(ways).chain(numbers);
    let Some(def) = &file.grid else {
        let entries: Entries =
            keys.filter(|(_, _, default)| !default).map(|(key, value, _)| entry(key, value)).collect();
        let at = At::from(file.map.meta.span);
        if file.map.kind.value == MapKind::Area && work.written(at, "kind")?.is_some() {
            work.set(at, "kind", &Scalar::text(cell), &[])?;
        }
        return work.add_block(at, "[grid]", &entries);
    };
    let at = At::from(def.meta.span);
    if def.square.is_some() != squares {
        return Err(work.refuse(at, format!("the grid of the map `{map}` has {other}")));
    }
    if squares && !fit.staggered {
        for key in ["staggered", "shift"] {
            work.unset(at, key)?;
        }
    }
    const ORDER: [&str; 17] = [
        "columns",
        "rows",
        "hex",
        "square",
        "neighbours",
        "staggered",
        "orientation",
        "shift",
        "origin",
        "number",
        "first-row",
        "first-column",
        "columns-from",
        "rows-from",
        "without",
        "terrain",
        "src",
    ];
    for (key, value, default) in keys {
        let old = work.written(at, key)?;
        let same = old.as_deref() == Some(render::toml(&value)?.as_str());
        if same || (old.is_none() && default) {
            continue;
        }
        let later = ORDER.iter().position(|own| *own == key).map_or(&ORDER[..0], |place| &ORDER[place + 1..]);
        work.set(at, key, &value, later)?;
    }
    Ok(())
}
