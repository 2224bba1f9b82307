//! A game in the terminal: what can be typed, and what is answered.

use crate::common::desk::{Desk, Run};
use std::path::Path;

/// A game that players decide from its first choice on, with what they type.
fn play(desk: &Desk, typed: &str) -> Run {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/verdun");
    desk.type_in(&["play", game.to_str().unwrap(), "--scenario", "campaign", "--seed", "5"], typed)
}

#[test]
fn a_choice_is_typed_by_its_name_and_taken_back() {
    let desk = Desk::new();
    let run = play(&desk, "rynok\nundo\nred\nlist\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("in 61 (Rynok)"), "{}", run.out);
    assert!(run.out.contains("`red` can be: "), "several names fit: {}", run.out);
    let asked = run.out.matches(": Where ").count();
    assert_eq!(asked, 4, "at first, after the choice, after undo, and when asked to list:\n{}", run.out);
    assert!(run.out.ends_with("The game was not saved.\n"), "{}", run.out);
}

#[test]
fn a_game_in_no_file_is_left_only_on_purpose() {
    let desk = Desk::new();
    let run = play(&desk, "1\nquit\nsave\nsave game.jsonl\nquit\n");
    assert!(run.out.contains("The game is not saved: `save FILE` keeps it, another `quit` leaves it."), "{}", run.out);
    assert!(run.out.contains("`save` needs the name of a file"), "{}", run.out);
    assert!(run.out.ends_with("> saved to game.jsonl\n> "), "{}", run.out);
    let log = desk.path().join("game.jsonl");
    let again = play(&desk, &format!("load {}\nquit\n", log.display()));
    assert!(!again.out.contains("not saved"), "nothing was chosen since: {}", again.out);
    let twice = play(&desk, "1\nquit\nquit\n");
    assert_eq!(twice.out.matches("> ").count(), 3, "{}", twice.out);
}

#[test]
fn the_position_is_shown_whole_or_place_by_place() {
    let desk = Desk::new();
    let run = play(&desk, "rynok\nshow rynok\nshow nowhere\nshow\nhint\nhelp\n");
    assert!(run.out.contains("  61 (Rynok), Soviet: "), "{}", run.out);
    assert!(run.out.contains("no place is called `nowhere`"), "{}", run.out);
    assert!(run.out.contains(", turn 1\n"), "{}", run.out);
    for command in ["list", "show [PLACE]", "hint", "undo", "save FILE", "load FILE", "quit"] {
        assert!(run.out.contains(&format!("\n{command}")), "help says nothing of `{command}`");
    }
}

#[test]
fn games_by_themselves_give_one_table_however_many_run_at_a_time() {
    let desk = Desk::new();
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/storm");
    let table = |threads: &str| {
        let mut command = desk.command(&["play", game.to_str().unwrap(), "--games", "4", "--seed", "9"]);
        let run = Run::of(&command.env("RAYON_NUM_THREADS", threads).output().unwrap());
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let one = table("1");
    assert!(one.starts_with("4 games of ") && one.contains("seeds 9 to 12\n"), "{one}");
    assert_eq!(one, table("3"));
}
