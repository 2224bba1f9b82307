//! What the program says: to readers who are gone, on terminals that names of files must not steer, and at
//! the exact place.

use crate::common;

use crate::common::desk::Desk;
use std::fs::{self, File};
use std::process::{Command, Stdio};

/// Done, but not all could be printed.
const UNHEARD: i32 = 3;

/// A pipe that nobody reads.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// A disk without room, where there is one.
fn full() -> Option<Stdio> {
    File::options().write(true).open("/dev/full").ok().map(Stdio::from)
}

fn code(command: &mut Command) -> (i32, String) {
    let output = command.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!err.contains("panicked"), "{err}");
    (output.status.code().unwrap(), err)
}

const SAYING: [&[&str]; 9] = [
    &["explain"],
    &["explain", "PB0201"],
    &["schema", "map"],
    &["symbols"],
    &["completions", "bash"],
    &["--help"],
    &["build", "--help"],
    &["--version"],
    &["check", "my-game", "--coverage"],
];

#[test]
fn nobody_reads_standard_output() {
    let desk = Desk::with_game();
    for args in SAYING {
        let (code, err) = code(desk.command(args).stdout(closed()));
        assert_eq!(code, UNHEARD, "{args:?}: {err}");
        assert!(!err.contains("error"), "{args:?} ends quietly: {err}");
    }
    assert!(desk.run(&["--help"]).out.contains("3 done, but not all"), "the code is documented");
}

#[test]
fn standard_output_is_full() {
    let desk = Desk::with_game();
    for args in SAYING {
        let Some(full) = full() else { return };
        let (code, err) = code(desk.command(args).stdout(full));
        assert_eq!(code, UNHEARD, "{args:?}: {err}");
        assert!(err.contains("cannot write to standard output"), "{args:?}: {err}");
    }
    // Errors in the data are more than that.
    desk.edit("my-game/map.toml", "name = \"Mill\"", "nmae = \"Mill\"");
    let json = ["check", "my-game", "--message-format", "json"];
    assert_eq!(code(desk.command(&json).stdout(closed())).0, 1);
}

/// Whoever closes standard error does not stop a build.
#[test]
fn nobody_reads_standard_error() {
    for full_disk in [false, true] {
        let desk = Desk::with_game();
        let err = if full_disk { full().unwrap_or_else(closed) } else { closed() };
        let (code_of_build, _) = code(desk.command(&["build", "my-game", "--only", "engine"]).stderr(err));
        assert_eq!(code_of_build, UNHEARD);
        assert_eq!(desk.names("dist"), ["my-game"]);
        assert_eq!(code(desk.command(&["bild"]).stderr(closed())).0, 2);
        assert_eq!(code(desk.command(&["check", "nowhere"]).stderr(closed())).0, 2);
        desk.edit("my-game/map.toml", "name = \"Mill\"", "nmae = \"Mill\"");
        assert_eq!(code(desk.command(&["check", "my-game"]).stderr(closed())).0, 1);
    }
}

/// What is printed where colours are wanted, as on a terminal.
fn on_a_terminal(desk: &Desk, args: &[&str]) -> String {
    let output = desk.command(args).env("CLICOLOR_FORCE", "1").output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

/// Names and titles do not steer the terminal: it gets no control characters but those of our own colours.
#[cfg(unix)]
#[test]
fn names_do_not_steer_the_terminal() {
    let tame = |text: &str, what: &str| {
        let mut rest = text.to_string();
        for digits in
            ["0", "1", "1;31", "1;32", "1;33", "1;34", "1;36", "1;91", "1;92", "1;93", "1;94", "1;96", "4", "22", "24"]
        {
            rest = rest.replace(&format!("\x1b[{digits}m"), "");
        }
        for code in 30..=97 {
            rest = rest.replace(&format!("\x1b[{code}m"), "");
        }
        let wild: Vec<char> = rest.chars().filter(|c| c.is_control() && *c != '\n').collect();
        assert!(wild.is_empty(), "{what}: {wild:?} in {rest:?}");
    };
    const EVIL: &str = "a\x1b]0;owned\x07\x1b[2Jb\u{9b}2Jc\rd";
    let desk = Desk::with_game();
    // The name of a folder, of a file, of a game that is not there.
    fs::rename(desk.path().join("my-game"), desk.path().join(EVIL)).unwrap();
    desk.edit(&format!("{EVIL}/game.toml"), "[game]", "[game]\nid = \"my-game\"");
    tame(&on_a_terminal(&desk, &["check", EVIL]), "check");
    tame(&on_a_terminal(&desk, &["build", EVIL, "--only", "engine", "--out", &format!("{EVIL}-out")]), "build");
    tame(&on_a_terminal(&desk, &["check", "nowhere\x1b[2J"]), "no such game");
    tame(&on_a_terminal(&desk, &["chekc\x1b]0;x\x07"]), "no such command");
    tame(&on_a_terminal(&desk, &["new", &format!("{EVIL}/x")]), "new");
    desk.write(&format!("{EVIL}/counters-{EVIL}.toml"), "src = \"\u{9b}2J\u{1b}\"\nnonsense = 1\n");
    tame(&on_a_terminal(&desk, &["check", EVIL]), "a file");
    tame(&on_a_terminal(&desk, &["build", EVIL, "--only", "engine"]), "a failed build");
    // JSON stays JSON, and says the name as it is.
    let output =
        desk.command(&["check", EVIL, "--message-format", "json"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    tame(&out, "JSON");
    let json: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(json["file"], format!("{EVIL}/counters-{EVIL}.toml"));
}

/// The title in an old build is as much a stranger's text as a name is.
#[test]
fn titles_of_old_builds_do_not_steer_the_terminal() {
    let desk = Desk::with_game();
    assert_eq!(desk.run(&["build", "my-game", "--only", "engine"]).code, 0);
    let engine = String::from_utf8(desk.files("dist/my-game")["engine.json"].clone()).unwrap();
    let evil = engine.replacen("\"My Game\"", "\"My \\u001b]0;owned\\u0007 Game\"", 1);
    assert_ne!(evil, engine);
    desk.write("old/engine.json", &evil);
    desk.write("new/engine.json", evil.replacen("\"0.1.0\"", "\"0.2.0\"", 1));
    let said = on_a_terminal(&desk, &["errata", "--from", "old", "--to", "new"]);
    assert!(said.contains("owned") && !said.contains("\x1b]"), "{said:?}");
}

#[test]
fn a_title_is_one_line() {
    let desk = Desk::new();
    for title in ["two\nlines", "\u{1b}[31mred", "tab\there", "", " "] {
        let run = desk.run(&["new", "my-game", "--title", title]);
        assert_eq!(run.code, 2, "{title:?}: {}", run.err);
        assert!(run.err.contains("title") && desk.names(".").is_empty(), "{title:?}: {}", run.err);
    }
}

/// The places of what `check` reports: file, line and column, code.
fn places(desk: &Desk) -> Vec<(String, u64, u64, String, String)> {
    let run = desk.run(&["check", "my-game", "--message-format", "json"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let lines = run.out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let place = |json: serde_json::Value| {
        let text = |key: &str| json[key].as_str().unwrap().to_string();
        (text("file"), json["line"].as_u64().unwrap(), json["column"].as_u64().unwrap(), text("code"), text("message"))
    };
    lines.map(place).collect()
}

#[test]
fn toml_that_is_nested_too_deeply() {
    let deep = vec!["a"; 200].join(".");
    for (text, line, column) in [
        (format!("src = \"1\"\n\n  {deep} = 1\n"), 3, 3),
        (format!("# x\n[{deep}]\n"), 2, 2),
        (format!("src = \"1\"\nx = {{ y = 1, {deep} = 2 }}\n"), 2, 14),
        (format!("x = {}{}\n", "[".repeat(200), "]".repeat(200)), 1, 4 + 81),
    ] {
        let desk = Desk::with_game();
        desk.write("my-game/tables.toml", &text);
        let found = places(&desk);
        let (file, at_line, at_column, _, message) = found.iter().find(|place| place.3 == "PB0101").unwrap();
        assert_eq!(file, "my-game/tables.toml");
        assert_eq!((*at_line, *at_column), (line, column), "{text}: {message}");
        assert!(message.contains("too deeply"), "{message}");
    }
}

/// Every mark that a merge left is shown where it stands.
#[test]
fn marks_of_a_merge() {
    let desk = Desk::with_game();
    let lock = "version = 1\n[pieces]\n<<<<<<< ours\n\"unit/1/1\" = 1\n||||||| base\n=======\n\"unit/1/1\" = 2\n\
                >>>>>>> theirs\n\"unit/2/1\" = 3\n<<<<<<< ours\r\n=======\r\n>>>>>>> theirs\r\n";
    desk.write("my-game/punchboard.lock", lock);
    let run = desk.run(&["check", "my-game", "--message-format", "json"]);
    let mut lines = Vec::new();
    for line in run.out.lines() {
        let json: serde_json::Value = serde_json::from_str(line).unwrap();
        let marks = std::iter::once(&json).chain(json["related"].as_array().unwrap());
        lines.push(marks.map(|mark| mark["line"].as_u64().unwrap()).collect::<Vec<_>>());
    }
    assert_eq!(lines, [vec![3, 5, 6, 8], vec![10, 11, 12]]);
    // A mark without its fellows is one too.
    desk.write("my-game/punchboard.lock", "version = 1\n[pieces]\n=======\n\"unit/1/1\" = 2\n");
    assert_eq!(places(&desk)[0].1, 3);
}

#[test]
fn faults_inside_of_pictures() {
    let desk = Desk::with_game();
    let art = |svg: &str| {
        desk.write("my-game/art/own.svg", svg);
        let found = places(&desk).into_iter().find(|place| place.0 == "my-game/art/own.svg").unwrap();
        assert_eq!(found.3, "PB0802");
        (found.1, found.2, found.4)
    };
    let head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\n";
    let (line, column, message) = art(&format!("{head}  <!-- Zürich --><rect width='9' height='9'></g>\n</svg>\n"));
    assert_eq!((line, column), (2, 45), "{message}");
    assert!(message.contains("not XML") && !message.contains("2:"), "{message}");
    let (line, column, message) = art("\n <svg xmlns='http://www.w3.org/2000/svg' width='0' height='1'/>");
    assert_eq!((line, column), (2, 2), "{message}");
    let (line, _, message) = art("");
    assert_eq!(line, 1);
    assert!(message.contains("empty"), "{message}");
    fs::remove_file(desk.path().join("my-game/art/own.svg")).unwrap();
    for name in ["own.png", "own.jpg", "OWN.PNG"] {
        desk.write(&format!("my-game/art/{name}"), "");
        let found = places(&desk);
        assert!(found[0].0.ends_with(name) && found[0].4.contains("empty"), "{found:?}");
        fs::remove_file(desk.path().join("my-game/art").join(name)).unwrap();
    }
    // A symbol's columns are characters too.
    desk.write("my-game/templates/emblems/sun.svg", format!("{head}<!-- Zürich --></g>"));
    let found = places(&desk);
    assert_eq!((found[0].1, found[0].2), (2, 16), "{found:?}");
}

/// What is said of a grid is said in words.
#[test]
fn no_debug_text() {
    let mut texts = common::texts(&common::root().join("data/pivot"));
    let map = texts.get_mut("map.toml").unwrap();
    assert!(map.contains("number = \"{row:2}{column:2}\""));
    *map = map.replacen("{row:2}{column:2}", "{row:1}{column:1}", 1);
    let compiled = common::compile_texts(&texts);
    let said: Vec<&str> =
        compiled.diagnostics.iter().filter(|d| d.code.id == "PB0501").map(|d| d.message.as_str()).collect();
    assert!(!said.is_empty());
    for message in said {
        assert!(message.contains("needs more than 1 digit") && !message.contains(['{', '_']), "{message}");
    }
}

#[test]
fn a_fault_in_every_line_of_a_large_file() {
    let desk = Desk::with_game();
    let lines: String = (0..200_000).map(|n| format!("key-{n} = 1\n")).collect();
    desk.write("my-game/counters-wrong.toml", lines);
    let start = std::time::Instant::now();
    let (code, err) = code(&mut desk.command(&["check", "my-game"]));
    assert_eq!(code, 1);
    assert!(err.contains("199000 more are not shown") && err.contains("200000 errors"), "{}", &err[err.len() - 300..]);
    // It took minutes, because every message went over the whole file.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
