//! Rivers and crossings on hexsides, roads and railways through hexes.

use super::maps;
use super::work::{RecordAt, RecordEntries, RecordEntry, Work, entry};
use super::{EditValue, Refusal};
use crate::geometry::cells::{Cell, CellGrid};
use crate::source::Sp;
use crate::syntax::{HexsideDef, LineDef};

/// A hexside as it is written, the lower number first.
fn side_name(grid: &CellGrid, (a, b): (Cell, Cell)) -> String {
    let (a, b) = (grid.number(a), grid.number(b));
    if a <= b { format!("{a}/{b}") } else { format!("{b}/{a}") }
}

/// The hexes of a hexside.
fn side_of(grid: &CellGrid, name: &str) -> Option<(Cell, Cell)> {
    let (a, b) = name.split_once('/')?;
    Some((grid.parse(a.trim())?, grid.parse(b.trim())?))
}

fn same(grid: &CellGrid, name: &str, (a, b): (Cell, Cell)) -> bool {
    side_of(grid, name).is_some_and(|side| side == (a, b) || side == (b, a))
}

/// Whether two hexsides meet at a corner.
fn meet(grid: &CellGrid, first: (Cell, Cell), second: (Cell, Cell)) -> bool {
    let ends = |(a, b): (Cell, Cell)| grid.direction_between(a, b).and_then(|direction| grid.side(a, direction));
    let (Some((a, b)), Some((c, d))) = (ends(first), ends(second)) else { return false };
    let near = |p: crate::geometry::Point, q: crate::geometry::Point| (p.x - q.x).abs() + (p.y - q.y).abs() < 1e-6;
    near(a, c) || near(a, d) || near(b, c) || near(b, d)
}

/// A hexside and how it changes.
pub struct HexsideEdit<'a> {
    pub map: &'a str,
    pub between: &'a [String; 2],
    pub kind: &'a str,
    pub on: bool,
}

/// Makes a hexside a river, or no longer one.
pub fn hexside(work: &mut Work<'_>, side: &HexsideEdit<'_>, name: Option<&str>) -> Result<(), Refusal> {
    let files = work.files();
    let in_file = maps::map(&files, side.map)?;
    let (file, grid) = (&in_file.content, maps::grid(&in_file.content)?);
    let pair = maps::share_side(&grid, side.between)?;
    if !file.boundaries.iter().any(|def| def.id.0 == side.kind) {
        return Err(Refusal::new(format!("the map `{}` has no kind of hexside `{}`", side.map, side.kind)));
    }
    let holds = |def: &&HexsideDef| def.at.iter().any(|name| same(&grid, name, pair));
    let here: Vec<&HexsideDef> = maps::sides(file).filter(holds).collect();
    if side.on && here.iter().any(|def| def.kind.value == side.kind) {
        return Ok(());
    }
    // A hexside is of one kind: another gives way. The last record first, so that the others stay where they are.
    for def in here.iter().rev().filter(|def| side.on || def.kind.value == side.kind) {
        let at = RecordAt::from(def.meta.span);
        let item = def.at.iter().position(|name| same(&grid, name, pair)).unwrap_or(0);
        let last = def.at.len() == 1 && def.through.is_empty();
        if last { work.remove(at)? } else { work.remove_item(at, "at", item)? }
    }
    if side.on {
        return add_side(work, side, pair, name);
    }
    let left = here.iter().any(|def| def.kind.value != side.kind);
    if !left { unbridge(work, side.map, pair) } else { Ok(()) }
}

fn add_side(
    work: &mut Work<'_>,
    side: &HexsideEdit<'_>,
    pair: (Cell, Cell),
    name: Option<&str>,
) -> Result<(), Refusal> {
    let files = work.files();
    let in_file = maps::map(&files, side.map)?;
    let (file, grid) = (&in_file.content, maps::grid(&in_file.content)?);
    let of_kind: Vec<&HexsideDef> = maps::sides(file).filter(|def| def.kind.value == side.kind).collect();
    let touches = |other: &str| side_of(&grid, other).is_some_and(|other| meet(&grid, other, pair));
    let river = match name {
        Some(name) => of_kind.iter().find(|def| def.name.as_deref() == Some(name)),
        None => of_kind.iter().find(|def| def.at.iter().any(|other| touches(other))),
    };
    let written = side_name(&grid, pair);
    let Some(river) = river else {
        let mut entries = vec![entry("kind", EditValue::text(side.kind))];
        entries.extend(name.map(|name| entry("name", EditValue::text(name))));
        entries.push(entry("at", EditValue::texts([written])));
        let beside: Vec<_> = if of_kind.is_empty() { maps::sides(file).collect() } else { of_kind };
        let header = if maps::has_squares(file) { "[[square-side]]" } else { "[[hexside]]" };
        return maps::add(work, in_file.file, header, beside.iter().map(|def| &def.meta), &entries);
    };
    // Where the river goes on: behind its end or before its beginning.
    let first = river.at.first().is_some_and(|first| touches(first));
    let last = river.at.last().is_some_and(|last| touches(last));
    let place = if first && !last { 0 } else { river.at.len() };
    work.insert_item(RecordAt::from(river.meta.span), "at", place, &EditValue::text(written))
}

/// A bridge over nothing goes.
fn unbridge(work: &mut Work<'_>, map: &str, pair: (Cell, Cell)) -> Result<(), Refusal> {
    let files = work.files();
    let file = &maps::map(&files, map)?.content;
    let grid = maps::grid(file)?;
    for def in file.crossings.iter().rev() {
        if let Some(item) = def.at.iter().position(|name| same(&grid, name, pair)) {
            let at = RecordAt::from(def.meta.span);
            if def.at.len() == 1 { work.remove(at)? } else { work.remove_item(at, "at", item)? }
        }
    }
    Ok(())
}

/// Puts a bridge on a hexside, or takes it away.
pub fn crossing(work: &mut Work<'_>, side: &HexsideEdit<'_>) -> Result<(), Refusal> {
    let files = work.files();
    let in_file = maps::map(&files, side.map)?;
    let (file, grid) = (&in_file.content, maps::grid(&in_file.content)?);
    let pair = maps::share_side(&grid, side.between)?;
    let of_kind: Vec<_> = file.crossings.iter().filter(|def| def.kind.value == side.kind).collect();
    let there = of_kind.iter().find_map(|def| Some((def, def.at.iter().position(|name| same(&grid, name, pair))?)));
    match (there, side.on) {
        (Some(_), true) | (None, false) => Ok(()),
        (Some((def, _)), false) if def.at.len() == 1 => work.remove(RecordAt::from(def.meta.span)),
        (Some((def, item)), false) => work.remove_item(RecordAt::from(def.meta.span), "at", item),
        (None, true) => {
            let written = side_name(&grid, pair);
            if let Some(last) = of_kind.last() {
                return maps::insert_sorted(work, RecordAt::from(last.meta.span), "at", &last.at, &written);
            }
            let entries =
                [entry("kind", EditValue::text(side.kind)), entry("at", EditValue::texts([written]))].to_vec();
            maps::add(work, in_file.file, "[[crossing]]", file.crossings.iter().map(|def| &def.meta), &entries)
        }
    }
}

/// Leads a line from a hex to the next, or cuts it there.
pub fn way(work: &mut Work<'_>, side: &HexsideEdit<'_>) -> Result<(), Refusal> {
    let files = work.files();
    let in_file = maps::map(&files, side.map)?;
    let (file, grid) = (&in_file.content, maps::grid(&in_file.content)?);
    let (a, b) = maps::neighbours(&grid, side.between)?;
    if !file.ways.iter().any(|def| def.id.0 == side.kind) {
        return Err(Refusal::new(format!("the map `{}` has no kind of line `{}`", side.map, side.kind)));
    }
    let lines: Vec<&LineDef> = file.lines.iter().filter(|def| def.kind.value == side.kind).collect();
    let is = |name: &Sp<String>, hex: Cell| grid.parse(&name.value) == Some(hex);
    let step = |def: &LineDef| {
        let pairs = def.path.windows(2);
        let mut pairs = pairs.map(|pair| (is(&pair[0], a) && is(&pair[1], b)) || (is(&pair[0], b) && is(&pair[1], a)));
        pairs.position(|same| same)
    };
    let there = lines.iter().find_map(|def| Some((*def, step(def)?)));
    match (there, side.on) {
        (Some(_), true) | (None, false) => Ok(()),
        (Some((def, at)), false) => cut(work, def, at),
        (None, true) => {
            // From the hex where the hand came from, if a line ends there.
            for (from, to) in [(a, b), (b, a)] {
                let next = EditValue::text(grid.number(to));
                if let Some(def) = lines.iter().find(|def| def.path.last().is_some_and(|end| is(end, from))) {
                    return work.insert_item(RecordAt::from(def.meta.span), "path", def.path.len(), &next);
                }
                if let Some(def) = lines.iter().find(|def| def.path.first().is_some_and(|end| is(end, from))) {
                    return work.insert_item(RecordAt::from(def.meta.span), "path", 0, &next);
                }
            }
            let path = EditValue::texts([grid.number(a), grid.number(b)]);
            let entries = [entry("kind", EditValue::text(side.kind)), entry("path", path)].to_vec();
            let beside = if lines.is_empty() { file.lines.iter().collect() } else { lines };
            maps::add(work, in_file.file, "[[line]]", beside.iter().map(|def| &def.meta), &entries)
        }
    }
}

/// Cuts a line between a hex of its path and the next.
fn cut(work: &mut Work<'_>, def: &LineDef, step: usize) -> Result<(), Refusal> {
    let (at, count) = (RecordAt::from(def.meta.span), def.path.len());
    let (left, right) = (step + 1, count - step - 1);
    if left < 2 && right < 2 {
        return work.remove(at);
    }
    if left < 2 {
        return work.remove_item(at, "path", 0);
    }
    if right >= 2 {
        let mut entries = RecordEntries::new();
        for key in ["kind", "name"] {
            entries.extend(work.written(at, key)?.map(|text| (key.to_string(), RecordEntry::Copied(text))));
        }
        entries.push(entry("path", EditValue::texts(def.path[left..].iter().map(|name| name.value.clone()))));
        entries.extend(work.written(at, "src")?.map(|text| ("src".to_string(), RecordEntry::Copied(text))));
        work.add_after(at, &entries)?;
    }
    for item in (left..count).rev() {
        work.remove_item(at, "path", item)?;
    }
    Ok(())
}
