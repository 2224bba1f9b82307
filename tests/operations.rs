//! Operations: games are played to their end by the data alone, logs are verified, and what is against the rules is refused.

use crate::common;

use punchboard::SoundGame;
use punchboard::play::engine::{Chance, Choice, Machine, Player, answer, play_out, replay};
use std::path::PathBuf;

fn game(name: &str) -> SoundGame {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(name);
    let compiled = punchboard::compile(&folder, &punchboard::Options::default()).unwrap();
    common::sound(compiled)
}

/// Games that say in operations what their players do.
fn playable() -> Vec<SoundGame> {
    let mut names: Vec<String> = std::fs::read_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names.iter().map(|name| game(name)).filter(|game| !game.model.rules.operations.is_empty()).collect()
}

/// Plays seeded games of every scenario: no dead end, no broken invariant, and each log leads to the same state again.
fn random_games(seeds: std::ops::Range<u64>) {
    let games = playable();
    assert!(!games.is_empty(), "no game can be played");
    for game in &games {
        let machine = Machine::new(&game.model).unwrap();
        for scenario in 0..game.model.scenarios.len() {
            for seed in seeds.clone() {
                let players = if seed % 5 == 4 { [Player::Greedy, Player::Random] } else { [Player::Random; 2] };
                let played = play_out(&machine, scenario, seed, &players, true).unwrap();
                assert!(played.state.ended.is_some());
                let text = played.log.text(&machine, &played.state);
                let again = replay(&machine, &text).unwrap();
                assert_eq!(again.state, played.state);
                assert_eq!(again.state.fingerprint(), played.state.fingerprint());
            }
        }
    }
}

#[test]
fn random_games_come_to_an_end() {
    random_games(0..20);
}

#[test]
#[ignore = "takes minutes: a thousand games of every scenario"]
fn a_thousand_random_games_come_to_an_end() {
    random_games(0..1000);
}

/// The same seed gives the same game, whether anybody watches or not.
#[test]
fn seeds_repeat_games() {
    let game = game("storm");
    let machine = Machine::new(&game.model).unwrap();
    let play = |watch: bool| {
        let played = play_out(&machine, 0, 11, &[Player::Random; 2], watch).unwrap();
        played.log.text(&machine, &played.state)
    };
    assert_eq!(play(true), play(false));
}

#[test]
fn a_log_that_was_changed_is_found_out() {
    let game = game("storm");
    let machine = Machine::new(&game.model).unwrap();
    let played = play_out(&machine, 0, 3, &[Player::Random; 2], false).unwrap();
    let text = played.log.text(&machine, &played.state);
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, line: &str| {
        let mut changed: Vec<&str> = lines.clone();
        changed[at] = line;
        replay(&machine, &changed.join("\n")).map(|_| ()).unwrap_err()
    };
    let dice = lines.iter().position(|line| line.contains("\"dice\":[")).unwrap();
    assert_eq!(with(dice, r#"{"id":"dice","dice":[7,1]}"#).line, dice + 1);
    assert_eq!(with(0, r#"{"log":1,"game":"other"}"#).line, 1);
    assert_eq!(with(1, r#"{"id":"set-up","side":"soviet","choose":"K"}"#).line, 2);
    assert_eq!(with(1, "not JSON").line, 2);
    let last = lines.len() - 1;
    let wrong = with(last, &lines[last].replace("\"hash\":\"", "\"hash\":\"0"));
    assert_eq!((wrong.line, wrong.message.contains("another state")), (last + 1, true));
}

/// What is not open is refused, and changes nothing.
#[test]
fn illegal_choices_are_refused() {
    let game = game("storm");
    let machine = Machine::new(&game.model).unwrap();
    let mut chance = Chance::new(5);
    let mut state = machine.start(0).unwrap();
    for _ in 0..400 {
        let before = state.clone();
        let mut told = Vec::new();
        for wrong in [Choice::Number(-1), Choice::Dice(vec![9, 9, 9]), Choice::Drawn(0), Choice::Operation(0)] {
            if !machine.choices(&state).contains(&wrong) && !machine.draws(&state).iter().any(|(own, _)| *own == wrong)
            {
                assert!(machine.apply(&mut state, &wrong, &mut told).is_err(), "{wrong:?}");
                assert_eq!(state, before);
            }
        }
        let choice = answer(&machine, &state, &[Player::Random; 2], &mut chance).unwrap();
        machine.apply(&mut state, &choice, &mut told).unwrap();
        assert!(told.iter().all(|event| !event.text.is_empty()));
    }
}

/// The fight of `docs/rules.md` ends like its example, and the game of the pages can be played to its end.
#[test]
fn the_game_of_the_pages_can_be_played() {
    let files = common::examples(&["language", "rules"]);
    let game = common::sound(common::compile_texts(&files));
    let machine = Machine::new(&game.model).unwrap();
    for seed in 0..5 {
        let played = play_out(&machine, 0, seed, &[Player::Random; 2], true).unwrap();
        let text = played.log.text(&machine, &played.state);
        replay(&machine, &text).unwrap();
    }
}

/// Worked examples are carried out by operations: what is left of `set` is counted, so that it does not grow.
#[test]
fn examples_set_nothing_where_a_rule_acts() {
    let mut left = Vec::new();
    for game in playable() {
        for example in &game.model.examples {
            for step in example["step"].as_array().into_iter().flatten().filter(|step| step["do"] == "set") {
                left.push(format!("{}: {step}", example["id"]));
            }
        }
    }
    assert!(left.is_empty(), "these steps have no reason: {left:#?}");
}

/// A program that knows only the engine data and its documentation comes to the same states. It needs Python.
#[test]
fn a_second_reader_comes_to_the_same_states() {
    let python = std::process::Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        return;
    }
    let game = game("storm");
    let machine = Machine::new(&game.model).unwrap();
    let desk = tempfile::tempdir().unwrap();
    let engine = desk.path().join("engine.json");
    std::fs::write(&engine, punchboard::emit::engine(&game.model, &game.look)).unwrap();
    let mut reader = std::process::Command::new("python3");
    reader.arg(common::root().join("tests/second_reader.py")).arg(&engine);
    for seed in 100..103 {
        let played = play_out(&machine, 0, seed, &[Player::Random; 2], false).unwrap();
        let log = desk.path().join(format!("{seed}.jsonl"));
        std::fs::write(&log, played.log.text(&machine, &played.state)).unwrap();
        reader.arg(log);
    }
    let output = reader.output().unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
