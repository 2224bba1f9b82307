//! All tests of the compiler from outside, as one program: it is linked once. `cargo test --test all facts::` runs
//! the tests of one file. [`mutations`](../mutations.rs) stand apart, because they measure memory.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    missing_docs
)]

mod common;
mod hex_game;
#[path = "../fuzz/src/lib.rs"]
mod targets;

mod actions;
mod armies;
mod book;
mod chart_art;
mod cli;
mod dice;
mod disk;
mod edit;
mod engine;
mod errata;
mod errors;
mod faces;
mod facts;
mod fresh;
mod fuzz_corpus;
mod hex_art;
mod identity;
mod import;
mod import_forms;
mod import_made;
mod import_maps;
mod import_odd;
mod import_parts;
mod import_saves;
mod language;
mod library;
mod limits;
mod lint;
mod manners;
mod map_art;
mod memory;
mod mistakes;
mod names;
mod operations;
mod own_art;
mod pictures;
mod print;
mod promises;
mod rooms;
mod rules;
mod second_reader;
mod secrets;
mod sheets;
mod sources;
mod squares;
mod studio;
mod table;
mod terminal;
mod third_party;
mod vassal;
mod web;
mod words_of_games;

/// A file that nobody names would never be run.
#[test]
fn every_file_of_tests_is_run() {
    let this = include_str!("all.rs");
    for entry in std::fs::read_dir(common::root().join("tests")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(module) = name.strip_suffix(".rs").filter(|name| !["all", "mutations"].contains(name)) {
            assert!(this.contains(&format!("\nmod {module};")), "tests/{name} is not a module of tests/all.rs");
        }
    }
}
