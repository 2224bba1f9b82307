//! Nothing of the user's is lost: what a build writes, what it never touches, and what is left of it when it
//! is killed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr, missing_docs)]

use crate::common::desk::{Desk, Run};
use punchboard::emit::{EMITTERS, Emitter};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

const ENGINE: [&str; 4] = ["build", "my-game", "--only", "engine"];
/// What gives out numbers, small.
const MODULE: [&str; 6] = ["build", "my-game", "--only", "engine,vassal", "--module-dpi", "48"];

fn fails(run: &Run, words: &[&str]) {
    assert_eq!(run.code, 2, "{}", run.err);
    for word in words {
        assert!(run.err.contains(word), "`{word}` is missing: {}", run.err);
    }
}

// ------------------------------------------------------------------------------------------------
// What is never replaced

/// The id of an old build is not a path.
#[test]
fn an_id_of_an_old_build_leads_nowhere() {
    let desk = Desk::with_game();
    assert_eq!(desk.run(&ENGINE).code, 0);
    let engine = String::from_utf8(desk.files("dist/my-game")["engine.json"].clone()).unwrap();
    desk.write("victim/thesis.txt", "years of work");
    let whole = desk.path().join("victim").to_string_lossy().into_owned();
    for id in ["../victim", whole.as_str(), "..", ".", "", "a/b", "Victim", "a\u{1b}b"] {
        let quoted = serde_json::to_string(id).unwrap();
        let hostile = engine.replacen("\"id\": \"my-game\"", &format!("\"id\": {quoted}"), 1);
        assert_ne!(hostile, engine);
        desk.write("a/engine.json", &hostile);
        desk.write("b/engine.json", &hostile);
        let run = desk.run(&["errata", "--from", "a", "--to", "b"]);
        fails(&run, &["engine.json", "id"]);
        assert_eq!(desk.files("victim")["thesis.txt"], b"years of work", "{id}");
        assert!(!desk.path().join("errata").exists(), "{id}");
    }
}

/// `--out .` beside a game would put the outputs in the place of its data.
#[test]
fn data_are_not_replaced() {
    let desk = Desk::with_game();
    let before = desk.files("my-game");
    fails(&desk.run(&["build", "my-game", "--out", "."]), &["./my-game", "my-game, which is read", "--out"]);
    assert_eq!(desk.run(&ENGINE).code, 0);
    fails(&desk.run(&["errata", "my-game", "--from", "dist", "--out", "."]), &["./my-game", "--out"]);
    // The build that is read stays too.
    let built = desk.files("dist");
    fails(&desk.run(&["errata", "my-game", "--from", "dist", "--out", "dist"]), &["dist/my-game", "--out"]);
    assert!(desk.files("dist") == built);
    // Another game that is named, and one that is not.
    assert_eq!(desk.run(&["new", "other/my-game"]).code, 0);
    let others = desk.files("other");
    fails(&desk.run(&["build", "my-game", "--out", "other"]), &["other/my-game", "game.toml", "--out"]);
    assert!(desk.files("other") == others);
    // What a game would read of what is made.
    fails(&desk.run(&["build", "my-game", "--out", "my-game/art"]), &["my-game/art/my-game", "would read", "--out"]);
    assert!(desk.files("my-game") == before);
    assert_eq!(desk.names("."), ["dist", "my-game", "other"]);
}

#[cfg(unix)]
#[test]
fn links_do_not_hide_data() {
    use std::os::unix::fs::symlink;
    let desk = Desk::with_game();
    let before = desk.files("my-game");
    symlink(".", desk.path().join("here")).unwrap();
    fails(&desk.run(&["build", "my-game", "--out", "here"]), &["here/my-game", "which is read"]);
    fs::create_dir(desk.path().join("dist")).unwrap();
    symlink("../my-game", desk.path().join("dist/my-game")).unwrap();
    fails(&desk.run(&["build", "my-game"]), &["dist/my-game"]);
    fs::remove_file(desk.path().join("dist/my-game")).unwrap();
    symlink("/nowhere", desk.path().join("dist/my-game")).unwrap();
    fails(&desk.run(&["build", "my-game"]), &["dist/my-game", "link"]);
    assert!(desk.path().join("dist/my-game").is_symlink());
    assert!(desk.files("my-game") == before);
    // A folder of outputs that is a link is fine.
    fs::remove_dir_all(desk.path().join("dist")).unwrap();
    fs::create_dir(desk.path().join("large")).unwrap();
    symlink("large", desk.path().join("dist")).unwrap();
    assert_eq!(desk.run(&ENGINE).code, 0);
    assert_eq!(desk.names("large"), ["my-game"]);
}

#[test]
fn what_no_build_made_is_not_replaced() {
    let desk = Desk::with_game();
    for (name, text) in [("thesis.txt", "years of work"), ("images/me.png", "me"), ("engine.json", "{}")] {
        desk.write(&format!("dist/my-game/{name}"), text);
        fails(&desk.run(&ENGINE), &["dist/my-game", "did not make", "--out"]);
        assert_eq!(desk.files("dist/my-game")[name], text.as_bytes());
        fs::remove_dir_all(desk.path().join("dist")).unwrap();
    }
    desk.write("dist/my-game", "a file");
    fails(&desk.run(&ENGINE), &["dist/my-game", "file"]);
    assert_eq!(desk.files("dist")["my-game"], b"a file");
    fs::remove_dir_all(desk.path().join("dist")).unwrap();
    // An empty folder is nobody's work.
    fs::create_dir_all(desk.path().join("dist/my-game")).unwrap();
    assert_eq!(desk.run(&ENGINE).code, 0);
    // A build and errata do not replace each other.
    assert_eq!(desk.run(&["errata", "my-game", "--from", "dist"]).code, 0);
    assert_eq!(desk.run(&["errata", "my-game", "--from", "dist"]).code, 0);
    fails(&desk.run(&["build", "my-game", "--out", "errata"]), &["errata/my-game", "`punchboard errata` made"]);
    assert!(desk.names("errata/my-game").contains(&"errata.json".to_string()));
}

/// Folders that were made before there were marks are known by what is in them, be they made with `--only`.
#[test]
fn builds_of_before_are_replaced() {
    let desk = Desk::with_game();
    let small = ["--dpi", "36", "--map-dpi", "36", "--module-dpi", "48", "--set", "papers=A4", "--set", "png=false"];
    assert_eq!(desk.run(&[&["build", "my-game"], &small[..]].concat()).code, 0);
    let built = desk.files("dist/my-game");
    let kept = |outputs: &'static [&'static dyn Emitter]| {
        let owned = |path: &str| outputs.iter().any(|output| output.owns(path));
        built.iter().filter(move |(path, _)| owned(path))
    };
    let [engine, vassal, _, print, images, _] = EMITTERS;
    for outputs in [vec![engine], vec![vassal], vec![print], vec![images], vec![vassal, print, images]] {
        fs::remove_dir_all(desk.path().join("dist/my-game")).unwrap();
        for (path, bytes) in kept(Vec::leak(outputs.clone())) {
            desk.write(&format!("dist/my-game/{path}"), bytes);
        }
        let run = desk.run(&ENGINE);
        assert_eq!(run.code, 0, "{}: {}", outputs.iter().map(|output| output.word()).collect::<String>(), run.err);
        assert!(desk.path().join("dist/my-game/.punchboard").exists());
    }
}

/// A game in the current folder has its `dist` in it.
#[test]
fn a_game_is_built_in_its_own_folder() {
    let desk = Desk::with_game();
    for _ in 0..2 {
        let mut inside = desk.command(&["build", "--only", "engine"]);
        let run = Run::of(&inside.current_dir(desk.path().join("my-game")).output().unwrap());
        assert_eq!(run.code, 0, "{}", run.err);
    }
    assert_eq!(desk.names("my-game/dist"), ["my-game"]);
    assert!(desk.path().join("my-game/game.toml").exists());
}

/// `schema` and `symbols` write into folders of the user's, over files of their own only.
#[test]
fn single_files_of_others_stay() {
    let desk = Desk::new();
    for _ in 0..2 {
        assert_eq!(desk.run(&["schema", "--out", "s"]).code, 0, "over its own");
        assert_eq!(desk.run(&["symbols", "--out", "s"]).code, 0, "over its own");
    }
    for (file, command) in [("map.schema.json", "schema"), ("symbols.md", "symbols"), ("symbols/glyphs.svg", "symbols")]
    {
        let own = desk.files("s")[file].clone();
        desk.write(&format!("s/{file}"), "{ \"title\": \"mine\" }");
        fails(&desk.run(&[command, "--out", "s"]), &["cannot write s", "did not make"]);
        assert_eq!(desk.files("s")[file], b"{ \"title\": \"mine\" }");
        desk.write(&format!("s/{file}"), own);
    }
}

// ------------------------------------------------------------------------------------------------
// Builds at the same time

/// Builds of one game take turns; all of them work, and nothing is left of them.
#[test]
fn builds_at_the_same_time() {
    let desk = Desk::with_game();
    let alone = Desk::with_game();
    assert_eq!(alone.run(&MODULE).code, 0);
    let mut builds: Vec<_> = (0..4).map(|_| desk.command(&MODULE).stderr(Stdio::piped()).spawn().unwrap()).collect();
    for build in &mut builds {
        let mut err = String::new();
        build.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert!(build.wait().unwrap().success(), "{err}");
    }
    assert!(desk.files("dist/my-game") == alone.files("dist/my-game"));
    assert_eq!(desk.names("dist"), ["my-game"]);
    assert_eq!(desk.files("my-game")["punchboard.lock"], alone.files("my-game")["punchboard.lock"]);
}

/// Who waits says so.
#[test]
fn a_build_waits_for_another() {
    let desk = Desk::with_game();
    assert_eq!(desk.run(&ENGINE).code, 0);
    let held = File::create(desk.path().join("dist/.my-game.building")).unwrap();
    held.lock().unwrap();
    let mut build = desk.command(&ENGINE).stderr(Stdio::piped()).spawn().unwrap();
    let mut err = BufReader::new(build.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("waiting") {
        line.clear();
        assert!(err.read_line(&mut line).unwrap() > 0, "it does not wait");
    }
    assert!(line.contains("waiting for another build of dist/my-game"), "{line}");
    // A game that changed in the meantime is built as it is now.
    desk.edit("my-game/game.toml", "title = \"My Game\"", "title = \"Another\"");
    drop(held);
    err.read_to_string(&mut line).unwrap();
    assert!(build.wait().unwrap().success(), "{line}");
    assert!(line.contains("built  Another"), "{line}");
    assert_eq!(desk.names("dist"), ["my-game"]);
}

/// Numbers of processes say nothing: in containers they are all alike.
#[test]
fn leftovers_are_swept_whoever_has_their_number() {
    let desk = Desk::with_game();
    desk.write(&format!("dist/.my-game.new-{}/engine.json", std::process::id()), "half of it");
    desk.write("dist/.my-game.new-1/engine.json", "half of it");
    desk.write("dist/.my-game.building", "");
    assert_eq!(desk.run(&ENGINE).code, 0);
    assert_eq!(desk.names("dist"), ["my-game"]);
}

// ------------------------------------------------------------------------------------------------
// The lock

/// A module has no numbers that no lock knows: if the lock cannot be written, nothing is published.
#[test]
fn the_lock_is_written_first() {
    let desk = Desk::with_game();
    fs::create_dir(desk.path().join("my-game/punchboard.lock")).unwrap();
    let run = desk.run(&MODULE);
    fails(&run, &["cannot write my-game/punchboard.lock", "dist/my-game was left unchanged"]);
    assert!(desk.names("dist").is_empty());
    assert!(!desk.names("my-game").iter().any(|name| name.contains(".new-")));
    // With an old build it stays.
    fs::remove_dir(desk.path().join("my-game/punchboard.lock")).unwrap();
    assert_eq!(desk.run(&MODULE).code, 0);
    let before = desk.files("dist/my-game");
    desk.edit("my-game/counters.toml", "{ id = \"Guard\",", "{ id = \"Home Guard\",");
    fs::remove_file(desk.path().join("my-game/examples.toml")).unwrap();
    let lock = fs::read(desk.path().join("my-game/punchboard.lock")).unwrap();
    #[cfg(unix)]
    {
        fs::remove_file(desk.path().join("my-game/punchboard.lock")).unwrap();
        fs::create_dir(desk.path().join("my-game/punchboard.lock")).unwrap();
        fs::remove_file(desk.path().join("dist/my-game/punchboard.lock")).unwrap();
        let without = desk.files("dist/my-game");
        fails(&desk.run(&MODULE), &["punchboard.lock", "dist/my-game was left unchanged"]);
        assert!(desk.files("dist/my-game") == without);
        fs::remove_dir(desk.path().join("my-game/punchboard.lock")).unwrap();
        desk.write("dist/my-game/punchboard.lock", &before["punchboard.lock"]);
    }
    desk.write("my-game/punchboard.lock", lock);
    assert_eq!(desk.run(&MODULE).code, 0);
}

#[test]
fn half_a_lock_is_swept() {
    let desk = Desk::with_game();
    for name in [".punchboard.lock.new-1", ".punchboard.lock.new-999999999", ".punchboard.lock.new-mine"] {
        desk.write(&format!("my-game/{name}"), "half of it");
    }
    assert_eq!(desk.run(&MODULE).code, 0);
    let hidden: Vec<_> = desk.names("my-game").into_iter().filter(|name| name.starts_with(".punch")).collect();
    assert_eq!(hidden, [".punchboard.lock.new-mine"]);
}

/// A lock that is gone is not made anew while the last build knows it.
#[test]
fn a_missing_lock_is_an_error_with_a_way_back() {
    let desk = Desk::with_game();
    assert_eq!(desk.run(&MODULE).code, 0);
    let lock = desk.files("my-game")["punchboard.lock"].clone();
    // A piece that sorts before the others, so that numbers given out anew would differ.
    fs::remove_file(desk.path().join("my-game/punchboard.lock")).unwrap();
    let before = desk.files("dist");
    let run = desk.run(&MODULE);
    fails(
        &run,
        &["my-game/punchboard.lock is missing", "version control", "copy dist/my-game/punchboard.lock", "on purpose"],
    );
    assert!(desk.files("dist") == before);
    assert!(!desk.path().join("my-game/punchboard.lock").exists());
    // What gives out no numbers works.
    assert_eq!(desk.run(&ENGINE).code, 0);
    // The way back.
    fs::copy(desk.path().join("dist/my-game/punchboard.lock"), desk.path().join("my-game/punchboard.lock")).unwrap();
    assert_eq!(desk.run(&[&MODULE[..], &["--locked"]].concat()).code, 0);
    assert_eq!(desk.files("my-game")["punchboard.lock"], lock);
    // And the way to start anew.
    fs::remove_file(desk.path().join("my-game/punchboard.lock")).unwrap();
    fs::remove_file(desk.path().join("dist/my-game/punchboard.lock")).unwrap();
    assert_eq!(desk.run(&MODULE).code, 0);
    assert_eq!(desk.files("my-game")["punchboard.lock"], lock);
}

// ------------------------------------------------------------------------------------------------
// Killed

/// A game with an old build in `dist`, and data that give another one with new numbers, which is in `warm`.
fn to_be_killed() -> Desk {
    let desk = Desk::with_game();
    assert_eq!(desk.run(&MODULE).code, 0);
    fs::remove_file(desk.path().join("my-game/examples.toml")).unwrap();
    desk.edit("my-game/counters.toml", "{ id = \"Guard\",", "{ id = \"Home Guard\",");
    let lock = desk.files("my-game")["punchboard.lock"].clone();
    assert_eq!(desk.run(&[&MODULE[..], &["--out", "warm"]].concat()).code, 0);
    // What is drawn is remembered, so that the calls are those of publishing.
    fs::remove_dir_all(desk.path().join("dist/.cache")).unwrap();
    fs::rename(desk.path().join("warm/.cache"), desk.path().join("dist/.cache")).unwrap();
    desk.write("my-game/punchboard.lock", lock);
    desk
}

/// Builds on a copy of that, and is killed by `strace` at the n-th call of a kind. `more` is what strace is told
/// besides. Says whether it was killed; nothing if strace does not work here.
fn killed(model: &Desk, more: &[&str], call: &str, n: usize) -> Option<(Desk, bool)> {
    let desk = Desk::new();
    for (name, bytes) in model.files(".") {
        desk.write(&name, bytes);
    }
    let program = env!("CARGO_BIN_EXE_punchboard");
    let inject = format!("inject={call}:signal=KILL:when={n}");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &inject]).args(more).arg(program).args(MODULE);
    let run = strace.current_dir(desk.path()).output().ok()?;
    let err = String::from_utf8_lossy(&run.stderr).into_owned();
    if err.contains("strace:") {
        eprintln!("strace does not work here: {err}");
        return None;
    }
    Some((desk, !run.status.success()))
}

/// The old or the new build in whole, and never numbers that no lock knows; then the next build works.
fn recovers(desk: &Desk, what: &str) {
    let new = desk.files("warm/my-game");
    let files = |folder: &str| if desk.path().join(folder).exists() { desk.files(folder) } else { BTreeMap::new() };
    let lock_of = |files: &BTreeMap<String, Vec<u8>>| files.get("punchboard.lock").cloned();
    let (now, aside) = (files("dist/my-game"), files("dist/.my-game.old"));
    if now == new {
        assert_eq!(lock_of(&desk.files("my-game")), lock_of(&new), "{what}: numbers that no lock knows");
    } else {
        let old = if now.is_empty() { &aside } else { &now };
        assert!(old.contains_key("engine.json") && old.len() == new.len(), "{what}: {:?}", old.keys());
        assert_ne!(lock_of(old), lock_of(&new), "{what}");
    }
    let run = desk.run(&MODULE);
    assert_eq!(run.code, 0, "{what}: {}", run.err);
    assert!(desk.files("dist/my-game") == new, "{what}");
    assert_eq!(desk.names("dist"), ["my-game"], "{what}");
    assert!(!desk.names("my-game").iter().any(|name| name.contains(".new-")), "{what}");
}

/// How renaming is called on one system or another.
const RENAME: &str = "/^rename(at)?$";

/// `kill -9` at the system calls that change names on the disk, where `strace` is installed. The same at every
/// step of any kind is tested in `src/dist/tests.rs`.
#[test]
fn killed_with_signal_9() {
    if !Path::new("/usr/bin/strace").exists() {
        return;
    }
    let no_exchange = ["-e", "inject=renameat2:error=EINVAL"];
    let calls: [(&str, &[&str], usize); 5] =
        [(RENAME, &[], 1), ("renameat2", &[], 1), ("unlinkat", &[], 2), ("syncfs", &[], 1), (RENAME, &no_exchange, 4)];
    let model = to_be_killed();
    for (call, more, times) in calls {
        for n in 1..=times {
            let Some((desk, killed)) = killed(&model, more, call, n) else { return };
            assert!(killed, "{call} {n} is called");
            recovers(&desk, &format!("{call} {n} {more:?}"));
        }
    }
}
