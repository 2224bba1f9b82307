//! Maps of hexes or squares: the grid, its terrain, hexsides, lines, places and edges.

use super::hexsides::sides;
use super::{CheckedBoard, GridPlaces, OnMap, SheetScale, courses, lines, shape};
use crate::check::about::{about, pieced};
use crate::check::names::one_of;
use crate::check::vocabulary::Vocabulary;
use crate::diag::{Diagnostic, codes};
use crate::geometry::cells::{Cell, CellGrid, CellShape, ColumnsFrom, Numbering, Offset, Pattern, RowsFrom, Shift};
use crate::model::{Attributes, MapGrid, Place, PlaceKind, Point, Ref};
use crate::source::Sp;
use crate::source::decode::{Cx, RawAttributes};
use crate::source::values::Source;
use crate::syntax::{AttributeOf, GridDef, MapFile, MapKind};
use std::collections::{BTreeMap, BTreeSet};

pub fn check(board: &mut CheckedBoard, on: &OnMap<'_>, cx: &mut Cx) {
    let OnMap { map, file, sheet, vocabulary } = *on;
    let Some(def) = &file.grid else {
        // Areas were told of already.
        if file.areas.is_empty() {
            let message = format!("a {} map needs a `[grid]`", file.map.kind.value.word());
            cx.diags.push(codes::MISSING_KEY.at(file.map.kind.span, message).label("this map").no_places());
        }
        return;
    };
    let kind = file.map.kind.value;
    let Some(mut grid) = grid(def, file, sheet, cx) else { return };
    other_shift(&mut grid, def, file, cx);
    let left_out = left_out(def, kind, &grid, cx);
    let mut terrain = terrains(board, map, file, def, &grid, &left_out, cx);
    let mut said = said(board, map, file, &grid, &left_out, vocabulary, cx);
    let plain = def.terrain.as_ref().map(|terrain| terrain.value.as_str());
    let first = board.places.len();
    let mut places = BTreeMap::new();
    let blank = RawAttributes::default();
    for hex in grid.cells().filter(|hex| !left_out.contains(hex)) {
        let Some(painted) = terrain.remove(&hex) else { continue };
        let number = grid.number(hex);
        let mut own = said.remove(&hex).unwrap_or_default();
        if own.terrain.is_none() && plain != Some(&painted) {
            own.sources.insert("terrain", file.paint.as_ref().and_then(|paint| paint.meta.source_of("rows")));
        }
        for source in own.sources.values() {
            board.said_of_hexes.count(*source);
        }
        let by_grid = ("terrain", def.meta.source_of("terrain"));
        let keys = own.sources.iter().map(|(key, source)| (*key, *source)).chain([by_grid]);
        let about = pieced(def.meta.source(), keys, own.notes.iter().copied().map(Some));
        if own.attributes.is_none() {
            own.attributes = Some(vocabulary.attributes_of(attributes_of(kind), &blank, None, def.meta.span, cx));
        }
        let outline: Vec<Point> = grid.corners(hex).iter().map(|corner| corner.rounded()).collect();
        places.insert(hex, board.places.len());
        board.place_spans.push(def.meta.span);
        board.places.push(Place {
            id: number.clone(),
            label: number,
            name: None,
            code: None,
            map: Some(Ref::new(map, &file.map.id.0)),
            kind: place_kind(kind, hex, own.terrain.unwrap_or(painted), own.control),
            centre: Some(grid.centre(hex).rounded()),
            outline,
            enlarged: None,
            attributes: own.attributes.unwrap_or_default(),
            about,
        });
    }
    // On a picture or in a window, cells at the edge may be cut.
    let own = &board.maps[map];
    let corners = match own.image.is_some() || own.pixels.is_some() {
        true => board.places.iter().skip(first).filter_map(|place| place.centre).collect(),
        false => grid.bounds().map_or_else(Vec::new, |(low, high)| vec![low, high]),
    };
    sheet.hold("the grid", &corners, def.origin.span, cx);
    board.maps[map].grid = Some(MapGrid { grid: grid.clone(), about: about(&def.meta) });
    let grid = GridPlaces { grid, places, kind };
    sides(board, map, file, &grid, cx);
    courses::check(board, map, file, &grid, cx);
    lines::lines(board, map, file, &grid, cx);
    lines::sites(board, map, file, &grid, cx);
    board.grids.insert(map, grid);
}

/// What a cell of a map is.
fn place_kind(kind: MapKind, cell: Cell, terrain: String, control: Option<Ref<crate::model::Side>>) -> PlaceKind {
    let Cell { column, row } = cell;
    match kind {
        MapKind::Square => PlaceKind::Square { column, row, terrain, control },
        MapKind::Hex | MapKind::Area => PlaceKind::Hex { column, row, terrain, control },
    }
}

/// Which attributes the cells of a map have.
fn attributes_of(kind: MapKind) -> AttributeOf {
    match kind {
        MapKind::Square => AttributeOf::Square,
        MapKind::Hex | MapKind::Area => AttributeOf::Hex,
    }
}

fn grid(def: &GridDef, file: &MapFile, sheet: SheetScale, cx: &mut Cx) -> Option<CellGrid> {
    let shape = shape::check(def, file, cx);
    let range = |value: &Sp<i64>, low: i64, high: i64, cx: &mut Cx| {
        if (low..=high).contains(&value.value) {
            return u32::try_from(value.value).ok();
        }
        cx.diags.push(codes::NUMBER.at(value.span, format!("this must be between {low} and {high}")).label("here"));
        None
    };
    let columns = range(&def.columns, 1, 500, cx);
    let rows = range(&def.rows, 1, 500, cx);
    let first =
        |value: &Option<Sp<i64>>, cx: &mut Cx| value.as_ref().map_or(Some(1), |value| range(value, 0, 9999, cx));
    let (first_row, first_column) = (first(&def.first_row, cx), first(&def.first_column, cx));
    let text = def.number.as_ref().map_or("{column:2}{row:2}", |number| number.value.as_str());
    let span = def.number.as_ref().map_or(def.meta.span, |number| number.span);
    let pattern = match Pattern::parse(text) {
        Ok(pattern) => Some(pattern),
        Err(error) => {
            let help = "write, for example, \"{row:2}{column:2}\"";
            cx.diags.push(
                codes::NUMBERING.at(span, format!("this numbering does not work: {error}")).label("here").help(help),
            );
            None
        }
    };
    let numbering = Numbering {
        pattern: pattern?,
        first_row: first_row?,
        first_column: first_column?,
        rows_from: def.rows_from.as_ref().map_or(RowsFrom::North, |from| from.value),
        columns_from: def.columns_from.as_ref().map_or(ColumnsFrom::West, |from| from.value),
    };
    let (size, shape) = shape?;
    let grid = CellGrid {
        columns: columns?,
        rows: rows?,
        size_mm: size,
        shape,
        origin: sheet.point(def.origin.value),
        numbering,
    };
    for problem in grid.problems() {
        cx.diags.push(codes::NUMBERING.at(span, format!("this grid cannot be numbered: {problem}")).label("here"));
    }
    grid.problems().is_empty().then_some(grid)
}

/// The two cells of every side, and of every step of a line, that both are on the map.
fn touching(file: &MapFile, grid: &CellGrid) -> Vec<(Cell, Cell)> {
    let sides = file.sides().flat_map(|def| &def.at).chain(file.crossings.iter().flat_map(|def| &def.at));
    let sides = sides.filter_map(|name| name.split_once('/'));
    let steps = file.lines.iter().flat_map(|def| def.path.windows(2));
    let pairs = sides.chain(steps.map(|step| (step[0].as_str(), step[1].as_str())));
    pairs.filter_map(|(a, b)| Some((grid.parse(a.trim())?, grid.parse(b.trim())?))).collect()
}

/// Sides and lines that all jump by half a cell have one cause: the other rows or columns are shifted. It is
/// reported once, and the rest is read as it was meant.
fn other_shift(grid: &mut CellGrid, def: &GridDef, file: &MapFile, cx: &mut Cx) {
    let (CellShape::Hex(offset) | CellShape::Staggered(offset)) = grid.shape else { return };
    let (now, other, shift) = match offset.shift {
        Shift::Odd => ("odd", "even", Shift::Even),
        Shift::Even => ("even", "odd", Shift::Odd),
    };
    let offset = Offset { shift, ..offset };
    let hexes = matches!(grid.shape, CellShape::Hex(_));
    let shape = if hexes { CellShape::Hex(offset) } else { CellShape::Staggered(offset) };
    let turned = CellGrid { shape, ..grid.clone() };
    let apart =
        |grid: &CellGrid| touching(file, grid).iter().filter(|(a, b)| grid.direction_between(*a, *b).is_none()).count();
    let wrong = apart(grid);
    if wrong < 3 || apart(&turned) * 4 > wrong {
        return;
    }
    let (side, cells) = (file.map.kind.value.side(), file.map.kind.value.cells().1);
    let message = format!("{wrong} {side}s and steps of lines join {cells} that do not touch with `shift = \"{now}\"`");
    let span = def.shift.as_ref().map_or(def.meta.span, |shift| shift.span);
    cx.diags.push(codes::APART.at(span, message).label("here").help(format!("try `shift = \"{other}\"`")));
    *grid = turned;
}

/// Hexes named by a number or a run, whether or not they are left out.
fn named(grid: &CellGrid, kind: MapKind, name: &Sp<String>, cx: &mut Cx) -> Vec<Cell> {
    let (one, many) = kind.cells();
    if let Some(hex) = grid.parse(name) {
        return vec![hex];
    }
    let dashes = name.match_indices('-').map(|(at, _)| at);
    let ends: Vec<_> = dashes.filter_map(|at| Some((grid.parse(&name[..at])?, grid.parse(&name[at + 1..])?))).collect();
    if let [(a, b), ..] = ends.as_slice() {
        if let Some(run) = grid.run(*a, *b) {
            return run;
        }
        let message = format!("the {many} of `{}` are neither in one row nor in one column", name.value);
        cx.diags.push(codes::OFF_MAP.at(name.span, message).label("not a run"));
        return Vec::new();
    }
    let numbers: Vec<String> = grid.cells().map(|hex| grid.number(hex)).collect();
    cx.diags.push(off_map(one, name).suggest(name, numbers.iter().map(String::as_str)));
    Vec::new()
}

/// That a number is not on the map.
fn off_map(word: &str, name: &Sp<String>) -> Diagnostic {
    let message = format!("the {word} `{}` is not on the map", name.value);
    codes::OFF_MAP.at(name.span, message).label(format!("no such {word}"))
}

fn left_out(def: &GridDef, kind: MapKind, grid: &CellGrid, cx: &mut Cx) -> BTreeSet<Cell> {
    def.without.iter().flat_map(|name| named(grid, kind, name, cx)).collect()
}

/// The terrain of every hex: painted, or the grid's own.
fn terrains(
    board: &CheckedBoard,
    map: usize,
    file: &MapFile,
    def: &GridDef,
    grid: &CellGrid,
    left_out: &BTreeSet<Cell>,
    cx: &mut Cx,
) -> BTreeMap<Cell, String> {
    let ids = || board.maps[map].terrains.iter().map(|terrain| terrain.id.as_str());
    let default = def.terrain.as_ref().and_then(|name| one_of("terrain", name, ids(), cx));
    let mut terrains = BTreeMap::new();
    let Some(paint) = &file.paint else {
        let Some(default) = default else {
            // A grid over the author's own picture, or in pixels of a window, needs none.
            let own_ground = file.map.image.is_some() || file.map.pixels.is_some();
            if def.terrain.is_none() && ids().next().is_none() && own_ground {
                return grid.cells().map(|hex| (hex, String::new())).collect();
            }
            if def.terrain.is_none() {
                let cells = file.map.kind.value.cells().1;
                let message = format!("{cells} have no terrain: the grid needs `terrain`, or the map a `[paint]`");
                cx.diags.push(codes::MISSING_KEY.at(def.meta.span, message).label("`terrain` is missing"));
            }
            return terrains;
        };
        return grid.cells().map(|hex| (hex, default.clone())).collect();
    };
    let mut key = BTreeMap::new();
    for (letter, name) in &paint.key.0 {
        if letter.text.chars().count() != 1 {
            cx.diags.push(codes::PAINT.at(letter.span, format!("`{}` is not one letter", letter.text)).label("here"));
        }
        if let (Some(letter), Some(id)) = (letter.text.chars().next(), one_of("terrain", name, ids(), cx)) {
            key.insert(letter, id);
        }
    }
    if paint.rows.len() != grid.rows as usize {
        let message = format!("the map has {} rows, but {} are painted", grid.rows, paint.rows.len());
        cx.diags.push(codes::PAINT.at(paint.meta.span, message).label("here").also(def.rows.span, "rows of the grid"));
    }
    for (row, text) in (0u32..).zip(&paint.rows) {
        let letters: Vec<char> = text.chars().collect();
        if letters.len() != grid.columns as usize {
            let message = format!("the map has {} columns, but this row has {} letters", grid.columns, letters.len());
            cx.diags
                .push(codes::PAINT.at(text.span, message).label("here").also(def.columns.span, "columns of the grid"));
        }
        for (column, letter) in (0u32..).zip(letters) {
            let hex = Cell::new(column, row);
            match key.get(&letter) {
                Some(terrain) => {
                    terrains.insert(hex, terrain.clone());
                }
                None if letter == ' ' => {}
                None => {
                    let at = text.span.part(1 + column as usize, 0..1);
                    cx.diags.push(codes::PAINT.at(at, format!("the key has no letter `{letter}`")).label("here"));
                }
            }
        }
    }
    if let Some(default) = default {
        for hex in grid.cells().filter(|hex| !left_out.contains(hex)) {
            terrains.entry(hex).or_insert_with(|| default.clone());
        }
    }
    terrains
}

/// What `[[hexes]]` says of a hex.
#[derive(Default)]
struct SaidOfCell<'a> {
    terrain: Option<String>,
    control: Option<Ref<crate::model::Side>>,
    attributes: Option<Attributes>,
    /// Where each of these comes from.
    sources: BTreeMap<&'a str, Option<&'a Source>>,
    notes: Vec<&'a str>,
}

fn said<'a>(
    board: &CheckedBoard,
    map: usize,
    file: &'a MapFile,
    grid: &CellGrid,
    left_out: &BTreeSet<Cell>,
    vocabulary: &Vocabulary,
    cx: &mut Cx,
) -> BTreeMap<Cell, SaidOfCell<'a>> {
    let mut all: BTreeMap<Cell, SaidOfCell<'a>> = BTreeMap::new();
    let kind = file.map.kind.value;
    for def in file.cells() {
        let ids = board.maps[map].terrains.iter().map(|terrain| terrain.id.as_str());
        let terrain = def.terrain.as_ref().and_then(|name| one_of("terrain", name, ids, cx));
        let control = vocabulary.side_names.opt(def.control.as_ref(), cx);
        let attributes =
            vocabulary.attributes_of(attributes_of(file.map.kind.value), &def.attributes, None, def.meta.span, cx);
        for name in &def.at {
            let hexes = named(grid, kind, name, cx);
            if let Some(gone) = hexes.iter().find(|hex| left_out.contains(hex)).filter(|_| hexes.len() == 1) {
                let message = format!("the {} `{}` is excluded from the grid", kind.cells().0, grid.number(*gone));
                cx.diags.push(codes::OFF_MAP.at(name.span, message).label("not on this map"));
            }
        }
        for hex in def.at.iter().flat_map(|name| named(grid, kind, name, &mut Cx::default())).collect::<Vec<_>>() {
            let said = all.entry(hex).or_default();
            said.terrain = terrain.clone().or(said.terrain.take());
            said.control = control.clone().or(said.control.take());
            for key in def.meta.keys.iter().filter(|key| key.text != "at") {
                said.sources.insert(&key.text, def.meta.source_of_both("at", &key.text));
            }
            said.notes.extend(def.meta.note.as_deref());
            let own = said.attributes.get_or_insert_with(Attributes::new);
            for (key, value) in &attributes {
                let written = def.attributes.0.iter().any(|(written, _)| written.text == *key);
                if written || !own.contains_key(key) {
                    own.insert(key.clone(), value.clone());
                }
            }
        }
    }
    all
}

/// The place of one hex; reports a number that is not a hex.
pub fn one(grid: &GridPlaces, name: &Sp<String>, cx: &mut Cx) -> Option<(Cell, usize)> {
    if let Some(hex) = grid.grid.parse(name)
        && let Some(place) = grid.places.get(&hex)
    {
        return Some((hex, *place));
    }
    let numbers: Vec<String> = grid.places.keys().map(|hex| grid.grid.number(*hex)).collect();
    let word = grid.kind.cells().0;
    cx.diags.push(off_map(word, name).suggest(name, numbers.iter().map(String::as_str)));
    None
}
