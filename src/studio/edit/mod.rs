//! Edits: changes that somebody makes by hand on the map, written into the files of the game.
//!
//! In: the files of a game and one [`Edit`]. Out: [`FileChange`]s, each a file with its new text, or a [`Refusal`]. An edit
//! touches no other byte than those that a careful person would type: comments, order, indentation and line ends stay.
//! [`apply`] writes nothing; [`write()`] does, and never over a file that somebody else changed meanwhile.

mod areas;
mod cells;
mod change;
mod frames;
mod grid;
mod hexes;
mod items;
mod kinds;
mod lists;
mod maps;
mod placements;
mod records;
mod refusal;
mod render;
mod rings;
mod setup;
mod sides;
mod splice;
#[cfg(test)]
mod tests;
mod values;
mod work;

pub use change::{FileChange, Undo, WriteError, write};
pub use kinds::{Edit, EditValue, EditedRecord, FilePoint, FrameEdit, FrameKind, GridFit, SetupPiece, To, ValueStep};
pub use refusal::{FilePlace, Refusal};

use crate::source::{FileKind, Sources};
use areas::{AreaCut, NewArea};
use frames::Connection;
use sides::HexsideEdit;
use work::Work;

/// Larger edits are refused: no hand makes them.
const MOST_PARTS: usize = 2000;

/// What an edit changes: the files and their new texts. The game need not be sound, but the files that the edit touches
/// must be readable.
pub fn apply(sources: &Sources, edit: &Edit) -> Result<Vec<FileChange>, Refusal> {
    if edit.parts() > MOST_PARTS {
        return Err(Refusal::new(format!("this edit has {} parts; {MOST_PARTS} are allowed", edit.parts())));
    }
    let mut work = Work::new(sources, edit.kinds());
    if edit.kinds().len() < FileKind::ALL.len() {
        work.readable()?;
    }
    match edit {
        Edit::Move { scenario, pieces, to } => setup::apply(&mut work, scenario, pieces, to)?,
        Edit::Value { of, key, value } => values::apply(&mut work, of, key, value.as_ref())?,
        Edit::Terrain { map, hexes, terrain } => hexes::terrain(&mut work, map, hexes, terrain.as_deref())?,
        Edit::Hexside { map, between, kind, name, on } => {
            sides::hexside(&mut work, &HexsideEdit { map, between, kind, on: *on }, name.as_deref())?;
        }
        Edit::Crossing { map, between, kind, on } => {
            sides::crossing(&mut work, &HexsideEdit { map, between, kind, on: *on })?;
        }
        Edit::Way { map, between, kind, on } => sides::way(&mut work, &HexsideEdit { map, between, kind, on: *on })?,
        Edit::Place { map, at, kind, name } => {
            hexes::place(&mut work, map, at, kind.as_deref(), name.as_deref())?;
        }
        Edit::Corner { map, from, to, snap } => rings::corner(&mut work, map, *from, *to, *snap)?,
        Edit::AddArea { map, id, name, terrain, polygon, site, point, snap } => {
            let (name, terrain) = (name.as_deref(), terrain.as_deref());
            let (site, point, snap) = (*site, *point, *snap);
            areas::add(&mut work, &NewArea { map, id, name, terrain, polygon, site, point, snap })?;
        }
        Edit::SplitArea { map, area, line, id, name, snap } => {
            areas::split(&mut work, &AreaCut { map, area, line, id, name: name.as_deref(), snap: *snap })?;
        }
        Edit::MergeAreas { map, area, with } => areas::merge(&mut work, map, area, with)?,
        Edit::Site { map, area, to } => areas::site(&mut work, map, area, *to)?,
        Edit::Frame(frame) => frames::frame(&mut work, frame)?,
        Edit::Link { map, from, to, kind, way, on } => {
            let (kind, way, on) = (kind.as_deref(), way.as_deref(), *on);
            frames::link(&mut work, &Connection { map, from, to, kind, way, on })?;
        }
        Edit::Grid { map, grid } => grid::write(&mut work, map, grid)?,
    }
    work.finish()
}

impl Edit {
    /// How much it names: pieces, hexes, corners.
    fn parts(&self) -> usize {
        match self {
            Edit::Move { pieces, .. } => pieces.len(),
            Edit::Terrain { hexes, .. } => hexes.len(),
            Edit::AddArea { polygon, .. } => polygon.len(),
            Edit::SplitArea { line, .. } => line.len(),
            _ => 1,
        }
    }

    /// The kinds of files that it reads and changes.
    fn kinds(&self) -> &'static [FileKind] {
        match self {
            Edit::Move { .. } => &[FileKind::Counters, FileKind::Scenarios],
            Edit::Value { of: EditedRecord::Unit(_) | EditedRecord::Marker(_), .. } => &[FileKind::Counters],
            Edit::Value { of: EditedRecord::Card(_), .. } => &[FileKind::Cards],
            Edit::Value { of: EditedRecord::Scenario(_), .. } => &[FileKind::Scenarios],
            Edit::Value { of: EditedRecord::Table(_), .. } => &[FileKind::Tables],
            Edit::Value { of: EditedRecord::Map(_), .. } => &[FileKind::Map],
            Edit::Value { of: EditedRecord::In { .. }, .. } => &FileKind::ALL,
            _ => &[FileKind::Map],
        }
    }
}
