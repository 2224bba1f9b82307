//! `punchboard play`: a game in the terminal.

mod board;
mod choices;
mod many;
mod table;

use super::args::{MessageFormat, PlayArgs};
use super::{DATA_ERRORS, Outcome, find, report};
use crate::compile::{Options, SoundGame};
use crate::diag::nearest;
use crate::model::Model;
use crate::play::engine::{Machine, Player};
use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seat {
    Human,
    Bot(Player),
}

/// Larger files are not logs.
pub(super) const MAX_LOG: u64 = 256 << 20;

pub fn run(args: &PlayArgs) -> Outcome {
    let names: Vec<String> = args.game.iter().cloned().collect();
    let games = find::games(&names)?;
    let [game] = games.as_slice() else { return Err("say which game is to be played".to_string()) };
    let compiled = game.compile(Options::default())?;
    let Some(SoundGame { model, .. }) = compiled.game else {
        report::diagnostics(&compiled.diagnostics, &compiled.sources, MessageFormat::Human);
        return Ok(DATA_ERRORS);
    };
    let machine = machine(&model)?;
    let scenario = scenario(&model, args.scenario.as_deref())?;
    let seats = seats(&model, &args.side)?;
    let seed = args.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| u64::from(now.subsec_nanos()) ^ now.as_secs())
    });
    if let Some(count) = args.games {
        return many::play(&machine, scenario, seed, &bots(&seats), count);
    }
    let mut table = table::TableSession::new(&machine, scenario, seed, seats)?;
    if let Some(path) = &args.load {
        table.load(path)?;
    }
    table.play(args.log.as_deref())
}

/// A game that can be played.
pub(super) fn machine(model: &Model) -> Result<Machine<'_>, String> {
    if model.rules.operations.is_empty() {
        return Err(format!("{} has no operations: its rules do not say what players do", model.game.title));
    }
    Machine::new(model).map_err(|why| format!("{} cannot be played: {why}", model.game.title))
}

fn scenario(model: &Model, wanted: Option<&str>) -> Result<usize, String> {
    let ids = || model.scenarios.iter().map(|own| own.id.as_str());
    match wanted {
        None if model.scenarios.is_empty() => Err("the game has no scenario".to_string()),
        None => Ok(0),
        Some(id) => ids().position(|own| own == id).ok_or_else(|| match nearest(id, ids()) {
            Some(near) => format!("there is no scenario `{id}`; did you mean `{near}`?"),
            None => format!("there is no scenario `{id}`; there are: {}", ids().collect::<Vec<_>>().join(", ")),
        }),
    }
}

fn seats(model: &Model, given: &[String]) -> Result<Vec<Seat>, String> {
    let mut seats = vec![Seat::Human; model.sides.len()];
    for seat in given {
        let (side, who) =
            seat.split_once('=').ok_or_else(|| format!("`{seat}` is not SIDE=human, random or greedy"))?;
        let ids = || model.sides.iter().map(|own| own.id.as_str());
        let at = ids().position(|own| own == side);
        let at = at
            .ok_or_else(|| format!("there is no side `{side}`; there are: {}", ids().collect::<Vec<_>>().join(", ")))?;
        seats[at] = match who {
            "human" => Seat::Human,
            "random" => Seat::Bot(Player::Random),
            "greedy" => Seat::Bot(Player::Greedy),
            _ => return Err(format!("`{who}` cannot play; human, random and greedy can")),
        };
    }
    Ok(seats)
}

/// Who decides for each side where no human is asked.
fn bots(seats: &[Seat]) -> Vec<Player> {
    let bot = |seat: &Seat| if let Seat::Bot(player) = seat { *player } else { Player::Random };
    seats.iter().map(bot).collect()
}

/// Reads a log from a plain file of sensible size.
pub(super) fn read_log(path: &Path) -> Result<String, String> {
    let cannot = |why: String| format!("cannot read {}: {why}", path.display());
    let about = fs::metadata(path).map_err(|error| cannot(error.to_string()))?;
    if !about.is_file() || about.len() > MAX_LOG {
        return Err(cannot("it is not a log".to_string()));
    }
    fs::read_to_string(path).map_err(|error| cannot(error.to_string()))
}
