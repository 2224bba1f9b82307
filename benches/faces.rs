//! `cargo bench --bench faces`: draws and encodes 648 two-sided counters of 192 pixels, and compares, in
//! the same run, with the naive way: each face parsed from its SVG, rendered by resvg and encoded as an
//! RGBA PNG. Both on two threads. Then ten times as many, for growth and memory. Numbers that were
//! measured stand in `docs/performance.md`.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::{game, median, millis};
use punchboard::art::faces;
use punchboard::draw::{Font, Raster, TextMode, svg_options, to_svg};
use punchboard::look::Look;
use punchboard::model::Model;
use rayon::prelude::*;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const PIXELS: u32 = 192;
const ROUNDS: usize = 7;

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    let quick = std::env::args().any(|argument| argument == "--test");
    let (count, rounds) = if quick { (12, 1) } else { (648, ROUNDS) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    pool.install(|| compare(count, rounds));
}

fn compare(count: usize, rounds: usize) {
    let (model, look) = looked(count);
    let svgs: Vec<String> = sides(&model)
        .map(|(counter, back)| {
            to_svg(&faces::counter(&model, &look, &model.counters[counter], back, 0.0), TextMode::Live)
        })
        .collect();
    let options = with_fonts();
    let (mut ours, mut naive) = (Vec::new(), Vec::new());
    let (mut our_bytes, mut naive_bytes) = (0, 0);
    // In turns, so that a busy moment of the machine hits both.
    for _ in 0..rounds {
        let start = Instant::now();
        our_bytes = draw_all(&model, &look);
        ours.push(start.elapsed());
        let start = Instant::now();
        naive_bytes = naive_all(&svgs, &options);
        naive.push(start.elapsed());
    }
    let (ours, naive) = (median(ours), median(naive));
    println!("{count} two-sided counters of {PIXELS} px, 2 threads, median of {rounds} rounds");
    println!("  naive floor  {:7.1} ms  {:6.0} kB", millis(naive), naive_bytes as f64 / 1000.0);
    println!("  punchboard   {:7.1} ms  {:6.0} kB", millis(ours), our_bytes as f64 / 1000.0);
    println!("  ratio        {:7.2}", ours.as_secs_f64() / naive.as_secs_f64());
    drop((model, look, svgs));
    let before = peak_memory();
    let (model, look) = looked(count * 10);
    let loaded = peak_memory();
    let start = Instant::now();
    draw_all(&model, &look);
    let ten = start.elapsed();
    println!("{} two-sided counters", count * 10);
    println!(
        "  punchboard   {:7.1} ms, {:.2} times ten times as long",
        millis(ten),
        ten.as_secs_f64() / ours.as_secs_f64() / 10.0
    );
    println!(
        "  peak memory  {before} MB before, {loaded} MB with the game loaded, {} MB after drawing it",
        peak_memory()
    );
}

/// A game with so many units, and how it looks.
fn looked(count: usize) -> (Model, Look) {
    let game = game(count);
    (game.model, game.look)
}

fn sides(model: &Model) -> impl Iterator<Item = (usize, bool)> {
    (0..model.counters.len()).flat_map(|n| [(n, false), (n, true)])
}

/// Our way: from the model to PNG files, each let go as soon as it is made.
fn draw_all(model: &Model, look: &Look) -> usize {
    let raster = Raster::new(f64::from(PIXELS) * 25.4 / model.game.counter_size);
    let bytes = AtomicUsize::new(0);
    model.counters.par_iter().for_each(|counter| {
        for back in [false, true] {
            let png = raster.png(&faces::counter(model, look, counter, back, 0.0)).unwrap();
            bytes.fetch_add(png.len(), Ordering::Relaxed);
        }
    });
    bytes.into_inner()
}

/// The naive way, from SVGs that are there already.
fn naive_all(svgs: &[String], options: &Options<'_>) -> usize {
    thread_local! {
        static PIXMAP: RefCell<Pixmap> = RefCell::new(Pixmap::new(PIXELS, PIXELS).unwrap());
    }
    let bytes = AtomicUsize::new(0);
    svgs.par_iter().for_each(|svg| {
        let tree = Tree::from_str(svg, options).unwrap();
        let scale = PIXELS as f32 / tree.size().width();
        PIXMAP.with_borrow_mut(|pixmap| {
            pixmap.data_mut().fill(0);
            resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
            bytes.fetch_add(pixmap.encode_png().unwrap().len(), Ordering::Relaxed);
        });
    });
    bytes.into_inner()
}

fn with_fonts() -> Options<'static> {
    let mut database = fontdb::Database::new();
    for font in Font::ALL {
        database.load_font_data(font.bytes().to_vec());
    }
    Options { fontdb: Arc::new(database), ..svg_options() }
}

/// The most memory this process has had, in megabytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<u64>().ok()).unwrap_or(0) / 1000
}
