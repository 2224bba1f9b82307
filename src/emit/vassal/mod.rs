//! The VASSAL module: `<game>-<version>.vmod` for VASSAL 3.7.
//!
//! Comes in: the model, its look, and the numbers of its pieces. Goes out: one zip with the build file,
//! the pictures, the help pages and a saved game for each scenario. `codec` knows how VASSAL writes
//! things and knows no game; the other files know how a game maps to a module, and no encoding.
//! They form layers: names, keys and pictures at the bottom, then `parts` with everything that is worked out once, then
//! the traits of one kind of piece per file, `prototypes` and `pieces` that put them together, and `module` at the top.

pub mod tables;

mod actions;
mod boards;
mod cards;
mod carried;
mod cellgrid;
mod changes;
mod counting;
mod exits;
mod extensions;
mod feeds;
mod fights;
mod help;
mod icons;
mod keys;
mod library;
mod maps;
mod module;
mod names;
mod palette;
mod parts;
mod picture_names;
mod pictures;
mod pieces;
mod players;
mod pool_decks;
mod pools;
mod prototypes;
mod ranges;
mod reserved;
mod rolls;
mod secrets;
mod setups;
mod shared_traits;
mod sheets;
mod shortcuts;
mod splash;
mod standing;
mod statuses;
mod strengths;
mod turns;
mod windows;
mod workings;

use super::{EmitError, Emitter, Game, Sink};
use crate::source::LOCK;
use boards::{BoardKind, WindowBoard};
pub use punchboard_vassal as codec;

use codec::Expander;
use codec::archive;
use codec::components::{Node, to_xml};
use codec::moduledata::Metadata;
pub use library::LibraryPage;
use parts::Parts;
use setups::ScenarioSetup;
use std::io;

/// Makes `<game>-<version>.vmod`.
pub struct VassalModule;

/// Saved games of more counters are not in memory together with the build file.
const MANY: usize = 5000;

impl Emitter for VassalModule {
    fn word(&self) -> &'static str {
        "vassal"
    }

    fn about(&self) -> &'static str {
        "`<game>-<version>.vmod`: a module for VASSAL 3.7 with a setup for every scenario, and its lock"
    }

    fn emit(&self, game: &Game<'_>, sink: &dyn Sink) -> Result<Vec<String>, EmitError> {
        sink.put_draft(&file_name(game), &mut |draft| write_module(game, draft))?;
        for extension in game.carried.iter().flat_map(|own| &own.extensions) {
            let Some((own, name)) = game.carried.zip(extension.name.as_ref()) else { continue };
            sink.put_draft(&format!("{name}.vmdx"), &mut |draft| carried::write(game, own, extension, draft))?;
        }
        for (name, bytes) in extensions::build(game)? {
            sink.put(&format!("{name}.vmdx"), &bytes)?;
        }
        // With the module goes the lock: what comes after can be compared with it.
        sink.put(LOCK, game.identities.lock.text().as_bytes())?;
        Ok(Vec::new())
    }

    fn owns(&self, path: &str) -> bool {
        path.ends_with(".vmod") || path.ends_with(".vmdx") || path == LOCK
    }

    fn numbers_pieces(&self) -> bool {
        true
    }
}

/// The name of the module's file.
pub fn file_name(game: &Game<'_>) -> String {
    let about = &game.model.game;
    format!("{}-{}.vmod", about.id, about.version)
}

/// The build file, without anything around it: what saved games depend on.
pub fn build_file(game: &Game<'_>) -> Node {
    if let Some(Ok(rebuilt)) = game.carried.map(|own| carried::rebuild(game, own, &own.module)) {
        return rebuilt.tree;
    }
    let parts = Parts::new(game);
    let setups = setups::setups(&parts);
    let boards = shown(&parts, &setups);
    module::module(&parts, &prototypes::prototypes(&parts), &boards, &setups, &pictures::charts(game))
}

/// The saved games of the scenarios, each with its name in the module: what is in `savedGame`.
pub fn saved_games(game: &Game<'_>) -> Vec<(String, Vec<u8>)> {
    let parts = Parts::new(game);
    let by_name = prototypes::by_name(&prototypes::prototypes(&parts));
    let setups = setups::setups(&parts);
    let boards = shown(&parts, &setups);
    // Writing to memory does not fail.
    let content =
        |setup: &ScenarioSetup| setups::saved_game(&parts, &by_name, &boards, setup, Vec::new()).unwrap_or_default();
    let saved = |setup: &ScenarioSetup| (setup.file.clone(), content(setup));
    setups.iter().map(saved).collect()
}

/// The module, zipped.
pub fn module(game: &Game<'_>) -> Result<Vec<u8>, EmitError> {
    let mut bytes = Vec::new();
    write_module(game, &mut bytes)?;
    Ok(bytes)
}

/// Writes the module, zipped.
fn write_module(game: &Game<'_>, draft: &mut dyn io::Write) -> Result<(), EmitError> {
    if let Some(own) = game.carried {
        return carried::write(game, own, &own.module, draft);
    }
    let (parts, charts) = rayon::join(|| Parts::new(game), || pictures::charts(game));
    let prototypes = prototypes::prototypes(&parts);
    let setups = setups::setups(&parts);
    let boards = shown(&parts, &setups);
    let build = || {
        let mut tree = module::module(&parts, &prototypes, &boards, &setups, &charts);
        // What belongs to an extension is not in the module.
        let extensions = extensions::part(game, &setups, &mut tree);
        let build = to_xml(&tree);
        let mut used = pictures::named(&parts, &tree, &prototypes);
        used.extend(pictures::faces(&parts, &|extension| extensions::keeps_faces(&extensions, extension)));
        (build, module::pages(&parts, &boards, &tree), used)
    };
    let saves = || -> Result<Vec<(&str, Vec<u8>)>, EmitError> {
        let prototypes = prototypes::by_name(&prototypes);
        let own = setups.iter().filter(|setup| extensions::of_setup(game, setup).is_none());
        own.map(|setup| Ok((setup.file.as_str(), packed(&parts, &prototypes, &boards, setup)?))).collect()
    };
    // Side by side they are quicker, but in memory together.
    let side_by_side = game.model.counters.len() <= MANY;
    let (built, saved) = if side_by_side {
        let (built, saved) = rayon::join(build, saves);
        (built, Some(saved))
    } else {
        (build(), None)
    };
    let (build, pages, used) = built;
    let mut packer = archive::Packer::over(draft);
    packer.add("moduledata", &metadata(game).to_xml()).map_err(packing)?;
    packer.add("buildFile.xml", &build).map_err(packing)?;
    // Of many thousand counters it is large, and no longer needed.
    drop(build);
    for (name, page) in pages {
        packer.add(&name, &page).map_err(packing)?;
    }
    for (file, save) in saved.unwrap_or_else(saves)? {
        packer.add(file, &save).map_err(packing)?;
    }
    pictures::draw(&parts, &boards, &charts, &used, |picture| packer.put(picture).map_err(packing))?;
    packer.end().map(drop).map_err(packing)
}

/// The saved game of a scenario, packed.
fn packed(
    parts: &Parts<'_>,
    prototypes: &Expander,
    boards: &[&WindowBoard],
    setup: &ScenarioSetup,
) -> Result<Vec<u8>, EmitError> {
    let about = Metadata { name: None, description: setup.name.clone(), ..metadata(parts.game) };
    let mut packer = archive::Packer::new();
    // Of many thousand pieces it is the largest thing of all, before it is packed.
    let save = archive::OpenEntry::new("savedGame").map_err(packing)?;
    let save = setups::saved_game(parts, prototypes, boards, setup, save)?;
    save.close().and_then(|save| packer.put(&save)).map_err(packing)?;
    packer.add("savedata", &about.to_xml()).map_err(packing)?;
    packer.add("moduledata", &metadata(parts.game).to_xml()).map_err(packing)?;
    packer.end().map_err(packing)
}

fn packing(error: archive::ArchiveError) -> EmitError {
    EmitError::Io(match error {
        archive::ArchiveError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    })
}

/// The boards that have a window.
fn shown<'p>(parts: &'p Parts<'_>, setups: &[ScenarioSetup]) -> Vec<&'p WindowBoard> {
    let main = main_board(parts, setups);
    let mut boards: Vec<(usize, &WindowBoard)> =
        parts.boards.iter().enumerate().filter(|(n, board)| wanted(*n, board, setups)).collect();
    boards.sort_by_key(|(n, _)| Some(*n) != main);
    boards.into_iter().map(|(_, board)| board).collect()
}

/// The board that opens first: the map that the author says, else the one on which most pieces start.
fn main_board(parts: &Parts<'_>, setups: &[ScenarioSetup]) -> Option<usize> {
    let maps = || {
        parts.boards.iter().enumerate().filter_map(|(n, board)| match board.kind {
            BoardKind::Map(map) => Some((n, parts.game.model.maps.get(map)?)),
            _ => None,
        })
    };
    let standing = |index: usize| -> usize {
        setups.iter().map(|setup| setup.standing.iter().filter(|own| own.board == index).count()).sum()
    };
    let said = maps().find(|(_, map)| map.main);
    said.or_else(|| maps().rev().max_by_key(|(n, _)| standing(*n))).map(|(n, _)| n)
}

/// Setup cards are windows only where something lies on them.
fn wanted(index: usize, board: &WindowBoard, setups: &[ScenarioSetup]) -> bool {
    !matches!(board.kind, BoardKind::Setup(_))
        || setups.iter().any(|setup| setup.standing.iter().any(|standing| standing.board == index))
}

/// No clock: every build of the same data is the same file.
const DATE: u64 = 946_684_800_000;

fn metadata(game: &Game<'_>) -> Metadata {
    Metadata {
        name: Some(names::plain(&game.model.game.title)),
        version: game.model.game.version.clone(),
        description: help::kind_of_module(game.model, "module"),
        extra1: None,
        extra2: None,
        vassal_version: module::VASSAL_VERSION.into(),
        date_saved: DATE,
    }
}
