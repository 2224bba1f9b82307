//! Operations: games are played to their end by the data alone, logs are verified, and what is against the rules is refused.

use crate::common;

use punchboard::SoundGame;
use punchboard::play::engine::{Chance, Choice, Log, Machine, Player, answer, play_out, replay};
use punchboard::play::{in_zone, unit_supplied};
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
fn random_games(seeds: std::ops::Range<u64>, sparing: bool) {
    let games = playable();
    assert!(!games.is_empty(), "no game can be played");
    for game in &games {
        let machine = Machine::new(&game.model).unwrap();
        // Where thousands of decisions ask for zones and supply a few games are sample enough.
        let zones = sparing && game.model.rules.zone_of_control.is_some();
        for scenario in 0..game.model.scenarios.len() {
            for seed in seeds.clone().step_by(if zones { 10 } else { 1 }) {
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
    random_games(0..20, true);
}

#[test]
#[ignore = "takes minutes: a thousand games of every scenario"]
fn a_thousand_random_games_come_to_an_end() {
    random_games(0..1000, false);
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

/// Worked examples are carried out by operations: each `set` that is left says in a note why no operation stands there.
#[test]
fn examples_set_nothing_where_a_rule_acts() {
    let mut left = Vec::new();
    for game in playable() {
        for example in &game.model.examples {
            for step in example["step"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|step| step["do"] == "set" && step["note"].as_str().is_none_or(str::is_empty))
            {
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
    for game in playable() {
        let machine = Machine::new(&game.model).unwrap();
        let desk = tempfile::tempdir().unwrap();
        let engine = desk.path().join("engine.json");
        std::fs::write(&engine, punchboard::emit::engine(&game.model, &game.look)).unwrap();
        let mut reader = std::process::Command::new("python3");
        reader.arg("-B").arg(common::root().join("tests/second_reader.py")).arg(&engine);
        for seed in 100..103 {
            let log = desk.path().join(format!("{seed}.jsonl"));
            std::fs::write(&log, part_of_a_game(&machine, seed, 400)).unwrap();
            reader.arg(log);
        }
        let output = reader.output().unwrap();
        assert!(
            output.status.success(),
            "{}: {}{}",
            game.model.game.id,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// The log of the first decisions of a game.
fn part_of_a_game(machine: &Machine<'_>, seed: u64, decisions: usize) -> String {
    let mut chance = Chance::new(seed);
    let mut state = machine.start(0).unwrap();
    let mut log = Log::new(machine, 0, Some(seed));
    for _ in 0..decisions {
        let Some(choice) = answer(machine, &state, &[Player::Random; 2], &mut chance) else { break };
        log.write(machine, &state, &choice);
        machine.take_known(&mut state, &choice).unwrap();
    }
    log.text(machine, &state)
}

/// Zones and supply that the engine works out at once are those that are traced one by one.
#[test]
fn zones_and_supply_are_those_of_the_position() {
    let mut asked = 0;
    for game in playable().iter().filter(|game| game.model.rules.zone_of_control.is_some()) {
        let machine = Machine::new(&game.model).unwrap();
        let mut chance = Chance::new(17);
        let mut state = machine.start(0).unwrap();
        for n in 0..600 {
            let Some(choice) = answer(&machine, &state, &[Player::Random; 2], &mut chance) else { break };
            machine.take_known(&mut state, &choice).unwrap();
            if n % 100 != 99 {
                continue;
            }
            let position = machine.position(&state);
            for unit in position.units.keys().copied() {
                assert_eq!(
                    machine.supplied(&state, unit),
                    unit_supplied(&position, unit),
                    "{}",
                    game.model.units[unit].id
                );
                asked += 1;
            }
            for place in (0..game.model.places.len()).filter(|place| game.model.places[*place].kind.is_ground()) {
                for side in 0..game.model.sides.len() {
                    let slow = in_zone(&position, place, side, true).unwrap();
                    assert_eq!(machine.in_zone(&state, place, side, true), slow, "{}", game.model.places[place].id);
                }
            }
        }
    }
    assert!(asked > 0);
}
