//! A second reader, in Python: it knows only the engine data and its documentation, and has to come to the same numbers and
//! states. Without Python nothing is tested here.

use crate::common;

use punchboard::SoundGame;
use punchboard::play::engine::{Chance, Log, Machine, Player, answer};
use std::path::Path;
use std::process::{Command, Output};

/// The reader, given the engine data of a game; nothing if there is no Python.
fn reader(game: &SoundGame, desk: &Path) -> Option<Command> {
    let python = Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        return None;
    }
    let engine = desk.join("engine.json");
    std::fs::write(&engine, punchboard::emit::engine(&game.model, &game.look)).unwrap();
    let mut reader = Command::new("python3");
    reader.arg("-B").arg(common::root().join("tests/second_reader")).arg(&engine);
    Some(reader)
}

fn read(mut reader: Command, game: &SoundGame) -> String {
    let Output { status, stdout, stderr } = reader.output().unwrap();
    let (said, wrong) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{}: {said}{wrong}", game.model.game.id);
    said.into_owned()
}

/// The games in `data/`, by name.
fn games() -> Vec<(String, SoundGame)> {
    let entries = std::fs::read_dir(common::root().join("data")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), common::sound(common::compile_data(&name)))).collect()
}

/// The game that `punchboard new` makes.
fn scaffold() -> SoundGame {
    let mut files = common::texts(&common::root().join("templates/new"));
    for text in files.values_mut() {
        *text = text.replace("{{id}}", "fresh").replace("{{title}}", "Fresh");
    }
    common::sound_texts(&files)
}

/// The reader comes to every number and outcome that a worked example prints; there is none that it leaves out. What nobody
/// looks at would not be noticed: of the smaller games each expected number is changed once, and the reader has to object.
#[test]
fn a_second_reader_replays_every_worked_example() {
    let mut all = games();
    all.push(("new".to_string(), scaffold()));
    all.push(("pages".to_string(), common::sound_texts(&common::examples(&["language", "rules"]))));
    for (name, game) in &all {
        let desk = tempfile::tempdir().unwrap();
        let Some(mut reader) = reader(game, desk.path()) else { return };
        reader.arg("--examples");
        if game.model.units.len() < 100 {
            reader.arg("--spoil");
        }
        let said = read(reader, game);
        let count = said.split(' ').next().unwrap_or_default();
        assert_eq!(count, game.model.examples.len().to_string(), "{name}: {said}");
    }
}

/// Gives logs of seeded games to the reader. A log is cut after so many decisions.
fn read_again(seeds: std::ops::Range<u64>, most: impl Fn(&SoundGame) -> usize) {
    for (_, game) in games() {
        let machine = Machine::new(&game.model).unwrap();
        let desk = tempfile::tempdir().unwrap();
        let Some(mut reader) = reader(&game, desk.path()) else { return };
        for seed in seeds.clone() {
            // Scenarios take turns.
            let scenario = usize::try_from(seed).unwrap() % game.model.scenarios.len();
            let log = desk.path().join(format!("{seed}.jsonl"));
            std::fs::write(&log, part_of_a_game(&machine, scenario, seed, most(&game))).unwrap();
            reader.arg(log);
        }
        read(reader, &game);
    }
}

/// Python needs most of a minute for a whole game of many units: there the first decisions have to do.
#[test]
fn a_second_reader_comes_to_the_same_states() {
    read_again(100..103, |game| {
        let large = game.model.units.len() > 100 || game.model.rules.zone_of_control.is_some();
        if large { 400 } else { usize::MAX }
    });
}

#[test]
#[ignore = "takes half an hour: thirteen whole games of each of the four"]
fn a_second_reader_replays_fifty_whole_games() {
    read_again(100..113, |_| usize::MAX);
}

/// The log of the first decisions of a game.
fn part_of_a_game(machine: &Machine<'_>, scenario: usize, seed: u64, decisions: usize) -> String {
    let mut chance = Chance::new(seed);
    let mut state = machine.start(scenario).unwrap();
    let mut log = Log::new(machine, scenario, Some(seed));
    for _ in 0..decisions {
        let Some(choice) = answer(machine, &state, &[Player::Random; 2], &mut chance) else { break };
        log.write(machine, &state, &choice);
        machine.take_known(&mut state, &choice).unwrap();
    }
    log.text(machine, &state)
}
