//! Scenarios as saved games.

use super::boards::{BoardKind, WindowBoard};
use super::codec::command::{Command, SavedBoard, Stack};
use super::codec::piece::Piece;
use super::codec::{Expander, save};
use super::names::plain;
use super::parts::Parts;
use super::standing::{Standing, standing};
use super::{cards, pieces, pool_decks, sheets, turns};
use crate::model::Scenario;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A scenario with everything in its place.
pub struct ScenarioSetup {
    /// Its name.
    pub name: String,
    /// The file in the module.
    pub file: String,
    /// Which scenario.
    pub scenario: usize,
    /// What stands where.
    pub standing: Vec<Standing>,
}

/// The setups of a game.
pub fn setups(parts: &Parts<'_>) -> Vec<ScenarioSetup> {
    let model = parts.game.model;
    let files = crate::emit::file_names(model.scenarios.iter().map(|scenario| scenario.id.as_str()));
    let setup = |(((n, scenario), file), standing): (((usize, &Scenario), String), Vec<Standing>)| ScenarioSetup {
        name: plain(&scenario.name),
        file: format!("scenario-{file}.vsav"),
        scenario: n,
        standing,
    };
    let standing = standing(parts.game, &parts.boards);
    model.scenarios.iter().enumerate().zip(files).zip(standing).map(setup).collect()
}

/// Any byte: VASSAL takes one at random, we always take the same.
const KEY: u8 = 0x5a;

/// Writes the content of `savedGame`.
pub fn saved_game<W: Write>(
    parts: &Parts<'_>,
    prototypes: &Expander,
    boards: &[&WindowBoard],
    setup: &ScenarioSetup,
    out: W,
) -> io::Result<W> {
    let mut commands = save::SaveWriter::new(out, KEY);
    commands.push(Command::BeginSave);
    placed(parts, prototypes, setup, &mut commands);
    for board in boards {
        let own = SavedBoard { name: board.name.clone(), ..SavedBoard::default() };
        commands.push(Command::Boards { map: board.name.clone(), boards: vec![own] });
    }
    let sheets = sheets::sheets(parts);
    commands.extend(sheets.iter().map(sheets::ButtonSheet::saved_board));
    // VASSAL is not to set up decks and sheets again. Without any it would not know the command.
    if !sheets.is_empty() || !parts.pools.is_empty() || boards.iter().any(|board| !board.piles.is_empty()) {
        commands.push(Command::SetupStack);
    }
    let scenario = parts.game.model.scenarios.get(setup.scenario);
    commands.extend(scenario.and_then(|scenario| turns::saved(parts, scenario)));
    commands.extend(scenario.map(|scenario| Command::ScenarioNote(note(scenario))));
    commands.push(Command::EndSave);
    let welcome = scenario.map(|scenario| welcome(parts, boards, scenario, setup)).unwrap_or_default();
    commands.extend(welcome.into_iter().map(|line| Command::Chat(format!("* {line}"))));
    commands.finish()
}

/// Where a stack is: board, place, and layer of pieces.
type StackSpot = (usize, i64, i64, String);

/// Texts of so many pieces are in memory together.
const AT_ONCE: usize = 1000;

/// A piece that stands on a board, its prototypes still to be expanded.
struct LaidPiece {
    piece: Piece,
    layer: String,
    /// The place of the box that it is drawn from.
    pool: Option<usize>,
}

fn laid(parts: &Parts<'_>, prototypes: &Expander, standing: &Standing) -> Option<LaidPiece> {
    let (mut piece, board) = (pieces::slot(parts, &standing.what)?.piece, parts.boards.get(standing.board)?);
    pieces::show(&mut piece, standing.level);
    piece.basic.map = Some(board.name.clone());
    (piece.basic.x, piece.basic.y) = (coordinate(standing.at.0), coordinate(standing.at.1));
    let pool = pool_decks::holding(parts, standing);
    if let Some(pool) = pool {
        (piece.basic.x, piece.basic.y) = pool_decks::position(parts, pool);
    }
    Some(LaidPiece { layer: layer(prototypes, &piece), piece, pool: pool.map(|pool| pool.place) })
}

/// Pieces, each before the stack that holds it.
fn placed<W: Write>(
    parts: &Parts<'_>,
    prototypes: &Expander,
    setup: &ScenarioSetup,
    commands: &mut save::SaveWriter<W>,
) {
    let mut stacks: Vec<(StackSpot, Vec<String>)> = Vec::new();
    let mut known: BTreeMap<StackSpot, usize> = BTreeMap::new();
    let mut pooled: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut next = 0;
    let mut id = || {
        next += 1;
        next.to_string()
    };
    for some in setup.standing.chunks(AT_ONCE) {
        let pieces: Vec<Option<LaidPiece>> =
            some.par_iter().map(|standing| laid(parts, prototypes, standing)).collect();
        let pieces: Vec<(String, Piece)> = some
            .iter()
            .zip(pieces)
            .filter_map(|(standing, laid)| {
                let LaidPiece { piece, layer, pool } = laid?;
                let own = id();
                if let Some(pool) = pool {
                    pooled.entry(pool).or_default().push(own.clone());
                    return Some((own, piece));
                }
                let place = (standing.board, standing.at.0, standing.at.1, layer);
                let stack = *known.entry(place).or_insert_with_key(|place| {
                    stacks.push((place.clone(), Vec::new()));
                    stacks.len() - 1
                });
                stacks[stack].1.push(own.clone());
                Some((own, piece))
            })
            .collect();
        let texts: Vec<String> = pieces.par_iter().map(|(own, piece)| prototypes.saved(piece, own)).collect();
        commands.extend(texts.into_iter().map(Command::Other));
    }
    for ((board, x, y, _), members) in stacks {
        let map = parts.boards.get(board).map(|board| board.name.clone());
        let stack = Stack { map, x: coordinate(x), y: coordinate(y), pieces: members, ..Stack::default() };
        commands.push(Command::Stack { id: id(), stack });
    }
    for pool in &parts.pools {
        commands.extend(pool_decks::saved(parts, pool, pooled.remove(&pool.place).unwrap_or_default(), &mut id));
    }
    for board in &parts.boards {
        commands.extend(cards::saved(parts, prototypes.pieces(), board, &mut id));
    }
    for sheet in sheets::sheets(parts) {
        commands.push(sheet.saved(prototypes.pieces(), &mut id));
    }
}

fn coordinate(pixel: i64) -> i32 {
    i32::try_from(pixel).unwrap_or(0)
}

/// The layer that a piece lies on: pieces of different layers do not stack.
fn layer(prototypes: &Expander, piece: &Piece) -> String {
    use super::codec::traits::Trait;
    let layer = |one: &Trait| match one {
        Trait::Marker(marker) => marker.properties.iter().find(|(name, _)| name == "Layer").map(|(_, own)| own.clone()),
        _ => None,
    };
    prototypes.find(piece, layer).unwrap_or_default()
}

/// What a player reads in the notes window, which is small and breaks no lines.
fn note(scenario: &Scenario) -> String {
    format!(
        "{}\n\nWhat decides it and its special\nrules: Help, Scenario.\nWrite here what you like.",
        plain(&scenario.name)
    )
}

/// What the chat says when a scenario begins: what it is, and what is still to do.
fn welcome(parts: &Parts<'_>, boards: &[&WindowBoard], scenario: &Scenario, setup: &ScenarioSetup) -> Vec<String> {
    let model = parts.game.model;
    let (title, name) = (plain(&model.game.title), plain(&scenario.name));
    let mut lines = vec![if title == name { format!("{title}.") } else { format!("{title}: {name}.") }];
    let first = scenario.first.as_ref().and_then(|side| model.sides.get(side.index));
    lines.extend(first.map(|side| format!("The {} player moves first.", plain(&side.name))));
    for board in boards.iter().filter(|board| matches!(board.kind, BoardKind::Setup(_))) {
        let here = |standing: &&Standing| parts.boards.get(standing.board).is_some_and(|own| own.name == board.name);
        let waiting = setup.standing.iter().filter(here).count();
        let counters = if waiting == 1 { "counter waits" } else { "counters wait" };
        if waiting > 0 {
            lines.push(format!("{waiting} {counters} on the setup card \"{}\": Trays, Setup cards.", board.name));
        }
    }
    lines.push("Help explains the scenario, keys, buttons and windows; tables are under Charts.".to_string());
    lines
}
