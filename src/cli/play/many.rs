//! Many games by themselves, and a table of what came of them.

use super::super::Outcome;
use super::super::report::Progress;
use super::super::say::println;
use crate::play::engine::{Machine, Player, play_out, replay};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What came of one game.
struct Finished {
    winner: Option<u8>,
    decisions: usize,
    throws: usize,
    used: BTreeSet<String>,
}

/// Plays games side by side, one seed after the other, verifies each, and prints a table.
pub(super) fn play(machine: &Machine<'_>, scenario: usize, seed: u64, players: &[Player], count: u64) -> Outcome {
    let progress = Progress::new(count);
    progress.detail("games");
    let games: Result<Vec<Finished>, String> = (0..count)
        .into_par_iter()
        .map(|game| {
            let seed = seed.wrapping_add(game);
            let finished = play_one(machine, scenario, seed, players).map_err(|why| format!("seed {seed}: {why}"));
            progress.step();
            finished
        })
        .collect();
    progress.finish();
    print(machine, scenario, seed, &games?);
    Ok(0)
}

fn play_one(machine: &Machine<'_>, scenario: usize, seed: u64, players: &[Player]) -> Result<Finished, String> {
    let played = play_out(machine, scenario, seed, players, true)?;
    let text = played.log.text(machine, &played.state);
    replay(machine, &text).map_err(|why| format!("the log is wrong: {why}"))?;
    Ok(Finished {
        winner: played.state.ended.and_then(|(winner, _)| winner),
        decisions: played.decisions,
        throws: played.throws,
        used: played.used,
    })
}

fn print(machine: &Machine<'_>, scenario: usize, seed: u64, games: &[Finished]) {
    let model = machine.model;
    let last = seed.wrapping_add((games.len() as u64).saturating_sub(1));
    println!("{} games of {}, seeds {seed} to {last}", games.len(), model.scenarios[scenario].name);

    let mut lengths: Vec<usize> = games.iter().map(|game| game.decisions).collect();
    lengths.sort_unstable();
    println!(
        "decisions of players: {}, of chance: {}; in a game {} to {}, half of them up to {}",
        lengths.iter().sum::<usize>(),
        games.iter().map(|game| game.throws).sum::<usize>(),
        lengths.first().unwrap_or(&0),
        lengths.last().unwrap_or(&0),
        lengths.get(lengths.len() / 2).unwrap_or(&0),
    );

    let mut won = BTreeMap::<&str, usize>::new();
    for game in games {
        let winner = game.winner.map_or("nobody", |side| machine.side_name(usize::from(side)));
        *won.entry(winner).or_default() += 1;
    }
    for (winner, count) in won {
        println!("won by {winner}: {count}");
    }

    let used: BTreeSet<&str> = games.iter().flat_map(|game| game.used.iter().map(String::as_str)).collect();
    let ids = model.rules.operations.iter().map(|own| own.id.as_str());
    let never: Vec<&str> = ids.filter(|id| !used.contains(id)).collect();
    println!("operations never used: {}", if never.is_empty() { "none".to_string() } else { never.join(", ") });
}
