//! `cargo bench --bench play`: how many decisions of random players the engine makes in a second, in each scenario of each
//! game that has operations. `-- --games N` plays N games of each (default 50).
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::cast_precision_loss, missing_docs)]

use punchboard::play::engine::{Machine, Player, play_out};
use punchboard::{Options, compile};
use std::path::Path;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let after =
        |word: &str| arguments.iter().position(|own| own == word).and_then(|at| arguments.get(at + 1)?.parse().ok());
    // `cargo test --benches` only wants to know that it runs.
    let games = if arguments.iter().any(|own| own == "--test") { 1 } else { after("--games").unwrap_or(50) };
    let mut folders: Vec<_> = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.sort();
    for folder in folders {
        let Some(game) = compile(&folder, &Options::default()).unwrap().game else { continue };
        if game.model.rules.operations.is_empty() {
            continue;
        }
        let machine = Machine::new(&game.model).unwrap();
        for (at, scenario) in game.model.scenarios.iter().enumerate() {
            let (mut decisions, start) = (0, Instant::now());
            for seed in 0..games {
                let played = play_out(&machine, at, seed, &[Player::Random; 2], false).unwrap();
                decisions += played.decisions + played.throws;
            }
            let seconds = start.elapsed().as_secs_f64();
            let each = decisions as f64 / seconds;
            println!(
                "{}, {}: {games} games, {decisions} decisions, {each:.0} a second",
                game.model.game.title, scenario.id
            );
        }
    }
}
