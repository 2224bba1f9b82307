//! What edits of maps share: finding the map, its grid, and new records in its file.

use super::work::{RecordAt, RecordEntries, Work};
use super::{EditValue, Refusal, render};
use crate::geometry::Point;
use crate::geometry::cells::{
    Cell, CellGrid, CellShape, ColumnsFrom, Neighbours, Numbering, Offset, Pattern, RowsFrom, Shift, Stand,
};
use crate::source::decode::Meta;
use crate::source::{FileId, Sp};
use crate::syntax::{GameFiles, GridDef, HexesDef, HexsideDef, InFile, LengthUnit, MapFile};

/// A map by its id.
pub fn map<'f>(files: &'f GameFiles, id: &str) -> Result<&'f InFile<MapFile>, Refusal> {
    let found = files.maps.iter().find(|file| file.content.map.id.0 == id);
    found.ok_or_else(|| Refusal::new(format!("there is no map `{id}`")))
}

/// How many decimal places coordinates have in a map's unit.
pub fn places(file: &MapFile) -> usize {
    match file.map.unit.as_ref().map(|unit| unit.value) {
        None | Some(LengthUnit::Mm) | Some(LengthUnit::Pt) | Some(LengthUnit::Px) => 1,
        Some(LengthUnit::Cm) => 2,
        Some(LengthUnit::In) => 3,
    }
}

/// The unit of a map as it is written, and how many millimetres it has.
pub fn unit(file: &MapFile) -> (&'static str, f64) {
    match file.map.unit.as_ref().map(|unit| unit.value) {
        None | Some(LengthUnit::Mm) => ("mm", 1.0),
        Some(LengthUnit::Cm) => ("cm", 10.0),
        Some(LengthUnit::In) => ("in", 25.4),
        Some(LengthUnit::Pt) => ("pt", 25.4 / 72.0),
        Some(LengthUnit::Px) => {
            let pixels = file.map.pixels.as_ref().map_or(0.0, |pixels| pixels.value.0);
            ("px", if pixels > 0.0 { file.map.size.value.0.0 / pixels } else { 1.0 })
        }
    }
}

/// The grid of a map of hexes or squares.
pub fn grid(file: &MapFile) -> Result<CellGrid, Refusal> {
    let none = || Refusal::new(format!("the map `{}` has no hexes or squares", file.map.id.0));
    let def = file.grid.as_ref().ok_or_else(none)?;
    cell_grid(def).ok_or_else(|| Refusal::new(format!("the grid of the map `{}` cannot be read", file.map.id.0)))
}

fn cell_grid(def: &GridDef) -> Option<CellGrid> {
    let number = |value: &Sp<i64>| u32::try_from(value.value).ok().filter(|number| *number <= 9999);
    let first = |value: &Option<Sp<i64>>| value.as_ref().map_or(Some(1), number);
    let pattern = def.number.as_ref().map_or("{column:2}{row:2}", |number| number.value.as_str());
    let shift = def.shift.as_ref().map_or(Shift::Even, |shift| shift.value);
    let shape = match (&def.square, &def.staggered) {
        (None, _) => {
            CellShape::Hex(Offset { stand: def.orientation.as_ref().map_or(Stand::Pointy, |it| it.value), shift })
        }
        (Some(_), Some(staggered)) => CellShape::Staggered(Offset { stand: staggered.value.stand(), shift }),
        (Some(_), None) => CellShape::Square(match def.neighbours.as_ref().map(|count| count.value) {
            Some(8) => Neighbours::Eight,
            _ => Neighbours::Four,
        }),
    };
    let grid = CellGrid {
        columns: number(&def.columns)?,
        rows: number(&def.rows)?,
        size_mm: 1.0,
        shape,
        origin: Point::new(0.0, 0.0),
        numbering: Numbering {
            pattern: Pattern::parse(pattern).ok()?,
            first_row: first(&def.first_row)?,
            first_column: first(&def.first_column)?,
            rows_from: def.rows_from.as_ref().map_or(RowsFrom::North, |from| from.value),
            columns_from: def.columns_from.as_ref().map_or(ColumnsFrom::West, |from| from.value),
        },
    };
    grid.problems().is_empty().then_some(grid)
}

/// A hex or square by its number.
pub fn hex(grid: &CellGrid, number: &str) -> Result<Cell, Refusal> {
    grid.parse(number).ok_or_else(|| Refusal::new(format!("there is no hex `{number}`")))
}

/// Two hexes or squares that are neighbours, by their numbers.
pub fn neighbours(grid: &CellGrid, between: &[String; 2]) -> Result<(Cell, Cell), Refusal> {
    let (a, b) = (hex(grid, &between[0])?, hex(grid, &between[1])?);
    if grid.direction_between(a, b).is_none() {
        return Err(Refusal::new(format!("`{}` and `{}` do not touch", between[0], between[1])));
    }
    Ok((a, b))
}

/// Two that share a side: squares may be neighbours at a corner only.
pub fn share_side(grid: &CellGrid, between: &[String; 2]) -> Result<(Cell, Cell), Refusal> {
    let (a, b) = neighbours(grid, between)?;
    match grid.share_side(a, b) {
        true => Ok((a, b)),
        false => Err(Refusal::new(format!("`{}` and `{}` do not share a side", between[0], between[1]))),
    }
}

/// The hexes or squares of an item of a list: one, or a run.
pub fn hexes_of(grid: &CellGrid, item: &str) -> Vec<Cell> {
    if let Some(hex) = grid.parse(item) {
        return vec![hex];
    }
    let dashes = item.match_indices('-').map(|(at, _)| at);
    let mut ends = dashes.filter_map(|at| Some((grid.parse(&item[..at])?, grid.parse(&item[at + 1..])?)));
    ends.next().and_then(|(a, b)| grid.run(a, b)).unwrap_or_default()
}

/// Whether the cells of a map are squares.
pub fn has_squares(file: &MapFile) -> bool {
    file.grid.as_ref().is_some_and(|grid| grid.square.is_some())
}

/// The lists of hexes or squares, in the order in which they are read.
pub fn lists(file: &MapFile) -> impl Iterator<Item = &HexesDef> {
    file.hexes.iter().chain(&file.squares)
}

/// The rivers and the like on sides of hexes or squares.
pub fn sides(file: &MapFile) -> impl DoubleEndedIterator<Item = &HexsideDef> {
    file.hexsides.iter().chain(&file.square_sides)
}

/// Adds a record of a map: behind the last that is given, or at the end of the map's file.
pub fn add<'m>(
    work: &mut Work<'_>,
    file: FileId,
    header: &str,
    beside: impl Iterator<Item = &'m Meta>,
    entries: &RecordEntries,
) -> Result<(), Refusal> {
    match beside.last() {
        Some(meta) => work.add_after(RecordAt::from(meta.span), entries),
        None => work.add_last(file, header, entries),
    }
}

/// Puts a text into a list of texts: in its order if the list is in order, else last.
pub fn insert_sorted(
    work: &mut Work<'_>,
    at: RecordAt,
    key: &str,
    names: &[Sp<String>],
    name: &str,
) -> Result<(), Refusal> {
    let sorted = names.windows(2).all(|pair| pair[0].value <= pair[1].value);
    let place = names.iter().position(|other| sorted && other.value.as_str() > name);
    work.insert_item(at, key, place.unwrap_or(names.len()), &EditValue::text(name))
}

/// A point as a value.
pub fn point(file: &MapFile, at: [f64; 2]) -> Result<EditValue, Refusal> {
    render::point(at, places(file))
}
