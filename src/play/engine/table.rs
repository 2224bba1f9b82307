//! Whole games, played out by players without a head: what tests and tables of random play are made of.

use super::board::wide;
use super::log::Log;
use super::random::{Chance, Player};
use super::state::State;
use super::{Machine, Pick};
use std::collections::BTreeSet;

/// A game that was played to its end.
#[derive(Debug)]
pub struct Played {
    /// The log.
    pub log: Log,
    /// The last state.
    pub state: State,
    /// How many decisions players made.
    pub decisions: usize,
    /// How many chance made.
    pub throws: usize,
    /// The operations that were carried out: their ids.
    pub used: BTreeSet<String>,
}

/// More decisions than this in one game mean that it does not end.
pub const MOST_DECISIONS: usize = 200_000;

/// The answer to the decision at hand: of chance, or of the player of the side that decides.
pub fn answer(machine: &Machine<'_>, state: &State, players: &[Player], chance: &mut Chance) -> Option<Pick> {
    if let Some(thrown) = chance.decide(machine, state) {
        return Some(thrown);
    }
    let side = usize::from(machine.decider(state)?);
    players.get(side).copied().unwrap_or(Player::Random).choose(machine, state, chance)
}

/// Plays a game to its end. With `watch`, invariants are tested in every state and operations are noted.
///
/// # Errors
/// What went wrong: a dead end, a broken invariant, a game that does not end.
pub fn play_out(
    machine: &Machine<'_>,
    scenario: usize,
    seed: u64,
    players: &[Player],
    watch: bool,
) -> Result<Played, String> {
    let mut chance = Chance::new(seed);
    let mut state = machine.start(scenario)?;
    let mut log = Log::new(machine, scenario, Some(seed));
    let (mut decisions, mut throws) = (0, 0);
    let mut begun: BTreeSet<usize> =
        state.frames.iter().filter_map(|frame| machine.routines[wide(frame.routine)].operation).collect();
    while state.ended.is_none() {
        let Some(choice) = answer(machine, &state, players, &mut chance) else {
            return Err(format!("seed {seed}: nobody can decide anything after {decisions} decisions"));
        };
        let thrown = matches!(choice, Pick::Dice(_) | Pick::Drawn(_));
        log.write(machine, &state, &choice);
        let played = if watch {
            machine.take_noted(&mut state, &choice, &mut begun)
        } else {
            machine.take_known(&mut state, &choice)
        };
        played.map_err(|why| format!("seed {seed}, decision {decisions}: {why}"))?;
        if let Some(broken) = watch.then(|| machine.broken(&state)).flatten() {
            return Err(format!("seed {seed}, decision {decisions}: {broken}"));
        }
        decisions += usize::from(!thrown);
        throws += usize::from(thrown);
        if decisions + throws > MOST_DECISIONS {
            return Err(format!("seed {seed}: the game does not end"));
        }
    }
    let used = begun.into_iter().map(|at| machine.model.rules.operations[at].id.clone()).collect();
    Ok(Played { log, state, decisions, throws, used })
}
