//! A grid that was fitted over a scan, written into the map.

use super::work::{RecordAt, RecordEntries, Work, entry};
use super::{EditValue, GridFit, Refusal, maps, render};
use crate::geometry::cells::{ColumnsFrom, Pattern, RowsFrom, Shift, Stand};
use crate::syntax::MapKind;

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
    let origin: Vec<EditValue> =
        fit.origin.iter().map(|value| render::coordinate(*value, 3)).collect::<Result<_, _>>()?;
    // Lengths are never in pixels.
    let (size, unit) = match maps::unit(file) {
        ("px", factor) => (size * factor, "mm"),
        (unit, _) => (size, unit),
    };
    let length = format!("{}{unit}", (size * 1000.0).round() / 1000.0);
    let squares = fit.square.is_some();
    let (cell, other) = if squares { ("square", "hexes") } else { ("hex", "squares") };
    let word = |value: &str| EditValue::text(value);
    let stand = word(if fit.orientation == Stand::Pointy { "pointy" } else { "flat" });
    let shift = word(if fit.shift == Shift::Odd { "odd" } else { "even" });
    let columns_from = word(if fit.columns_from == ColumnsFrom::West { "west" } else { "east" });
    let rows_from = word(if fit.rows_from == RowsFrom::North { "north" } else { "south" });
    // With each key, whether it is what holds when nothing is said.
    let moved = word(if fit.orientation == Stand::Pointy { "rows" } else { "columns" });
    let ways: Vec<(&str, EditValue, bool)> = match (squares, fit.staggered) {
        (false, _) => vec![("orientation", stand, false), ("shift", shift, false)],
        (true, true) => vec![("staggered", moved, false), ("shift", shift, false)],
        (true, false) => Vec::new(),
    };
    let size: [(&str, EditValue, bool); 3] = [
        ("columns", EditValue::Whole(i64::from(fit.columns)), false),
        ("rows", EditValue::Whole(i64::from(fit.rows)), false),
        (cell, EditValue::Text(length), false),
    ];
    let numbers: [(&str, EditValue, bool); 6] = [
        ("origin", EditValue::List(origin), false),
        ("number", EditValue::text(&fit.number), false),
        ("first-row", EditValue::Whole(i64::from(fit.first_row)), fit.first_row == 1),
        ("first-column", EditValue::Whole(i64::from(fit.first_column)), fit.first_column == 1),
        ("columns-from", columns_from, fit.columns_from == ColumnsFrom::West),
        ("rows-from", rows_from, fit.rows_from == RowsFrom::North),
    ];
    let keys = size.into_iter().chain(ways).chain(numbers);
    let Some(def) = &file.grid else {
        let entries: RecordEntries =
            keys.filter(|(_, _, default)| !default).map(|(key, value, _)| entry(key, value)).collect();
        let at = RecordAt::from(file.map.meta.span);
        if file.map.kind.value == MapKind::Area && work.written(at, "kind")?.is_some() {
            work.set(at, "kind", &EditValue::text(cell), &[])?;
        }
        return work.add_block(at, "[grid]", &entries);
    };
    let at = RecordAt::from(def.meta.span);
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
