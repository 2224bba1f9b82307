//! `cargo bench --bench sheets`: the counter sheets of 648 two-sided counters as one PDF, from the model to
//! the bytes of the file, on two threads. Numbers that were measured stand in `docs/performance.md`.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::{game, median, millis};
use punchboard::SoundGame;
use punchboard::emit::print::{KitPart, Paper, Print, Settings};
use punchboard::emit::{Artifacts, Emitter, Game, PrintKit};
use std::sync::Mutex;
use std::time::Instant;

const ROUNDS: usize = 9;

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    let quick = std::env::args().any(|argument| argument == "--test");
    let (count, rounds) = if quick { (12, 1) } else { (648, ROUNDS) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    pool.install(|| measure(count, rounds));
}

fn measure(count: usize, rounds: usize) {
    let sound = game(count);
    let papers = vec![Paper::named("A4").unwrap()];
    let settings = Settings { papers, ..Settings::default() };
    let print = Print {
        settings,
        png: punchboard::model::print::PngSpec::None,
        parts: vec![KitPart::Counters],
        ..Print::default()
    };
    let sound = SoundGame { print, ..sound };
    let game = Game::new(&sound);
    let mut times = Vec::new();
    let mut told = (0, Vec::new());
    for _ in 0..rounds {
        let files: Mutex<Artifacts> = Mutex::default();
        let start = Instant::now();
        let lines = PrintKit.emit(&game, &files).unwrap();
        times.push(start.elapsed());
        told = (files.lock().unwrap().values().map(Vec::len).sum(), lines);
    }
    let (bytes, lines) = told;
    println!("{count} two-sided counters as a PDF, 2 threads, median of {rounds} rounds");
    println!("  {}", lines.join("; "));
    println!("  {:7.1} ms  {:6.0} kB", millis(median(times)), bytes as f64 / 1000.0);
}
