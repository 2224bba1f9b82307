//! Terrain of hexes, and named places in them.

use super::maps::{self, hexes_of};
use super::work::{RecordAt, Work, entry};
use super::{EditValue, Refusal};
use crate::geometry::cells::{Cell, CellGrid};
use crate::source::Sp;
use crate::syntax::{HexesDef, MapFile, PaintDef, PlaceDef};

/// Paints hexes.
pub fn terrain(work: &mut Work<'_>, map: &str, hexes: &[String], terrain: Option<&str>) -> Result<(), Refusal> {
    let files = work.files();
    let file = &maps::map(&files, map)?.content;
    let grid = maps::grid(file)?;
    if let Some(terrain) = terrain.filter(|id| !file.terrains.iter().any(|def| def.id.0 == **id)) {
        return Err(Refusal::new(format!("the map `{map}` has no terrain `{terrain}`")));
    }
    let default = file.grid.as_ref().and_then(|grid| grid.terrain.as_ref()).map(|terrain| terrain.value.clone());
    let Some(wanted) = terrain.map(str::to_string).or(default.clone()) else {
        return Err(Refusal::new(format!("the grid of the map `{map}` has no `terrain` to go back to")));
    };
    for number in hexes {
        let hex = maps::hex(&grid, number)?;
        if is_now(work, map, hex)?.as_ref() != Some(&wanted) {
            one(work, map, hex, &wanted)?;
        }
    }
    Ok(())
}

/// The terrain that a hex has now.
fn is_now(work: &Work<'_>, map: &str, hex: Cell) -> Result<Option<String>, Refusal> {
    let files = work.files();
    let file = &maps::map(&files, map)?.content;
    let grid = maps::grid(file)?;
    let says = |def: &&HexesDef| def.at.iter().any(|item| hexes_of(&grid, item).contains(&hex));
    let said = maps::lists(file).filter(|def| def.terrain.is_some()).filter(says).last();
    Ok(said.and_then(|def| def.terrain.as_ref()).map(|terrain| terrain.value.clone()).or_else(|| beneath(file, hex)))
}

/// The terrain that a hex has when no list names it.
fn beneath(file: &MapFile, hex: Cell) -> Option<String> {
    let painted = file.paint.as_ref().and_then(|paint| {
        let letter = paint.rows.get(hex.row as usize)?.chars().nth(hex.column as usize)?;
        paint.key.0.iter().find(|(key, _)| key.text.chars().eq([letter])).map(|(_, terrain)| terrain.value.clone())
    });
    painted.or_else(|| file.grid.as_ref()?.terrain.as_ref().map(|terrain| terrain.value.clone()))
}

fn one(work: &mut Work<'_>, map: &str, hex: Cell, wanted: &str) -> Result<(), Refusal> {
    // Lists that say nothing else of it let it go.
    loop {
        let files = work.files();
        let file = &maps::map(&files, map)?.content;
        let grid = maps::grid(file)?;
        let found = maps::lists(file).filter(|def| is_plain(def)).find_map(|def| {
            let item = def.at.iter().position(|item| hexes_of(&grid, item).contains(&hex))?;
            Some((def, item))
        });
        let Some((def, item)) = found else { break };
        take_out(work, &grid, def, item, hex)?;
    }
    if is_now(work, map, hex)?.as_deref() == Some(wanted) {
        return Ok(());
    }
    let files = work.files();
    let in_file = maps::map(&files, map)?;
    let (file, grid) = (&in_file.content, maps::grid(&in_file.content)?);
    let lists: Vec<&HexesDef> = maps::lists(file).collect();
    let says = |def: &HexesDef| def.at.iter().any(|item| hexes_of(&grid, item).contains(&hex));
    let said = lists.iter().rposition(|def| def.terrain.is_some() && says(def));
    if let (Some(paint), None) = (&file.paint, said) {
        return dab(work, paint, hex, wanted);
    }
    // What stands further down wins.
    let later = lists.iter().copied().skip(said.map_or(0, |at| at + 1));
    let of_kind = |def: &&HexesDef| is_plain(def) && def.terrain.as_ref().is_some_and(|it| it.value == wanted);
    if let Some(def) = later.clone().find(of_kind) {
        return put_in(work, &grid, def, hex);
    }
    let entries =
        [entry("terrain", EditValue::text(wanted)), entry("at", EditValue::texts([grid.number(hex)]))].to_vec();
    let beside: Vec<&HexesDef> = match said {
        Some(_) => lists.clone(),
        None => lists.iter().copied().filter(|def| def.terrain.is_some()).collect(),
    };
    let header = if maps::has_squares(file) { "[[squares]]" } else { "[[hexes]]" };
    maps::add(work, in_file.file, header, beside.iter().map(|def| &def.meta), &entries)
}

/// Whether a list says the terrain of its hexes and nothing else.
fn is_plain(def: &HexesDef) -> bool {
    def.terrain.is_some() && def.meta.keys.iter().all(|key| ["terrain", "at"].contains(&key.text.as_str()))
}

/// Takes a hex out of a list; a run falls into two, an empty list goes away.
fn take_out(work: &mut Work<'_>, grid: &CellGrid, def: &HexesDef, item: usize, hex: Cell) -> Result<(), Refusal> {
    let at = RecordAt::from(def.meta.span);
    let run = hexes_of(grid, &def.at[item]);
    let parts: Vec<String> =
        run.split(|other| *other == hex).filter(|part| !part.is_empty()).map(|part| run_of(grid, part)).collect();
    match parts.split_first() {
        Some((first, rest)) => {
            work.set_item(at, "at", item, &EditValue::text(first))?;
            for (n, part) in rest.iter().enumerate() {
                work.insert_item(at, "at", item + 1 + n, &EditValue::text(part))?;
            }
            Ok(())
        }
        None if def.at.len() == 1 => work.remove(at),
        None => work.remove_item(at, "at", item),
    }
}

/// Hexes in a row as an item.
fn run_of(grid: &CellGrid, run: &[Cell]) -> String {
    match run {
        [first, .., last] => format!("{}-{}", grid.number(*first), grid.number(*last)),
        _ => run.iter().map(|hex| grid.number(*hex)).collect(),
    }
}

/// Puts a hex into a list: it lengthens a run where the list has runs, else it stands where its number belongs.
fn put_in(work: &mut Work<'_>, grid: &CellGrid, def: &HexesDef, hex: Cell) -> Result<(), Refusal> {
    let (at, number) = (RecordAt::from(def.meta.span), grid.number(hex));
    let runs: Vec<Vec<Cell>> = def.at.iter().map(|item| hexes_of(grid, item)).collect();
    let has_runs = runs.iter().any(|run| run.len() > 1);
    for (item, run) in runs.iter().enumerate().filter(|_| has_runs) {
        for longer in [[run.as_slice(), &[hex]].concat(), [&[hex], run.as_slice()].concat()] {
            let (Some(first), Some(last)) = (longer.first(), longer.last()) else { continue };
            let is_run = grid.run(*first, *last).is_some_and(|whole| whole == longer);
            // A lone hex becomes a run only along the numbers, as people write them.
            if is_run && first.row == last.row && longer.len() > 1 {
                let ascending = grid.number(*first) <= grid.number(*last);
                if run.len() > 1 || ascending {
                    return work.set_item(at, "at", item, &EditValue::text(run_of(grid, &longer)));
                }
            }
        }
    }
    maps::insert_sorted(work, at, "at", &def.at, &number)
}

/// Paints the letter of a hex.
fn dab(work: &mut Work<'_>, paint: &PaintDef, hex: Cell, wanted: &str) -> Result<(), Refusal> {
    let at = RecordAt::from(paint.meta.span);
    let none = || Refusal::new("this hex is not painted");
    let row: &Sp<String> = paint.rows.get(hex.row as usize).ok_or_else(none)?;
    let known = paint.key.0.iter().find(|(_, terrain)| terrain.value == wanted);
    let letter = match known.and_then(|(key, _)| key.text.chars().next()) {
        Some(letter) => letter,
        None => {
            let taken = |letter: char| paint.key.0.iter().any(|(key, _)| key.text.chars().eq([letter]));
            let own = wanted
                .chars()
                .chain('a'..='z')
                .chain('A'..='Z')
                .find(|letter| letter.is_alphabetic() && !taken(*letter));
            let letter = own.ok_or_else(|| Refusal::new("the key of the painting has no letter left"))?;
            let path = [super::ValueStep::Key("key".to_string()), super::ValueStep::Key(letter.to_string())];
            super::values::below(work, at, &path, Some(&EditValue::text(wanted)))?;
            letter
        }
    };
    let mut letters: Vec<char> = row.chars().collect();
    *letters.get_mut(hex.column as usize).ok_or_else(none)? = letter;
    work.set_item(at, "rows", hex.row as usize, &EditValue::text(letters.into_iter().collect::<String>()))
}

/// Names a place in a hex, adds one, or removes it.
pub fn place(work: &mut Work<'_>, map: &str, at: &str, kind: Option<&str>, name: Option<&str>) -> Result<(), Refusal> {
    let files = work.files();
    let in_file = maps::map(&files, map)?;
    let file = &in_file.content;
    let grid = maps::grid(file)?;
    let hex = maps::hex(&grid, at)?;
    let holds = |def: &&PlaceDef| def.at.iter().any(|item| hexes_of(&grid, item).contains(&hex));
    let here: Vec<&PlaceDef> = file.places.iter().filter(holds).collect();
    let found = match kind {
        Some(kind) => here
            .iter()
            .find(|def| def.kind.value == kind)
            .or(here.first().filter(|_| here.len() == 1 && name.is_some())),
        None => here.first(),
    };
    match (found, name) {
        (Some(def), Some(name)) => {
            let place = RecordAt::from(def.meta.span);
            if let Some(kind) = kind.filter(|kind| *kind != def.kind.value) {
                work.set(place, "kind", &EditValue::text(kind), &[])?;
            }
            work.set(place, "name", &EditValue::text(name), &["at", "src", "note"])
        }
        (Some(def), None) if def.at.len() > 1 => {
            let item = def.at.iter().position(|item| hexes_of(&grid, item) == [hex]);
            let item = item
                .ok_or_else(|| work.refuse(RecordAt::from(def.meta.span), format!("`{at}` is part of a run here")))?;
            work.remove_item(RecordAt::from(def.meta.span), "at", item)
        }
        (Some(def), None) => work.remove(RecordAt::from(def.meta.span)),
        (None, None) => Err(Refusal::new(format!("nothing in `{at}` has a name"))),
        (None, Some(name)) => {
            let kind = kind.ok_or_else(|| Refusal::new("a new place needs a kind"))?;
            if !file.features.iter().any(|def| def.id.0 == kind) {
                return Err(Refusal::new(format!("the map `{map}` has no kind of place `{kind}`")));
            }
            let entries = [
                entry("kind", EditValue::text(kind)),
                entry("name", EditValue::text(name)),
                entry("at", EditValue::texts([at])),
            ];
            let like: Vec<&PlaceDef> = file.places.iter().filter(|def| def.kind.value == kind).collect();
            let name_of = |def: &PlaceDef| def.name.as_ref().map(|name| name.value.clone()).unwrap_or_default();
            let sorted = like.windows(2).all(|pair| name_of(pair[0]) <= name_of(pair[1]));
            let before = like.iter().take_while(|def| !sorted || name_of(def).as_str() <= name).map(|def| &def.meta);
            let beside: Vec<_> = before.collect();
            let beside = if beside.is_empty() { like.iter().map(|def| &def.meta).take(1).collect() } else { beside };
            let beside = if beside.is_empty() { file.places.iter().map(|def| &def.meta).collect() } else { beside };
            maps::add(work, in_file.file, "[[place]]", beside.into_iter(), &entries.to_vec())
        }
    }
}
