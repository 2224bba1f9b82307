//! The program as its users see it: what it prints, what it writes, how it ends.

use crate::common::desk::{Desk, Run};
use insta::assert_snapshot;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The whole of a run, for a snapshot.
fn shown(run: &Run) -> String {
    let mut text = format!("exit code {}\n", run.code);
    for (name, stream) in [("stdout", &run.out), ("stderr", &run.err)] {
        if !stream.is_empty() {
            text += &format!("--- {name}\n{stream}");
        }
    }
    text
}

/// Snapshots without what changes from run to run.
fn settled(check: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r"\(\d+\.\d+ s", "(N s");
    settings.add_filter(r"\d+ kB", "N kB");
    settings.add_filter(r"/(?:private/)?(?:tmp|var)/[^\s:;`]*", "[tmp]");
    settings.add_filter(r"(?m)[ \t]+$", "");
    settings.bind(check);
}

macro_rules! snapshot {
    ($name:literal, $run:expr) => {
        let run = $run;
        settled(|| assert_snapshot!($name, shown(&run)));
    };
}

// ------------------------------------------------------------------------------------------------
// Help

#[test]
fn help_teaches() {
    let desk = Desk::new();
    let help = desk.run(&["--help"]);
    for word in ["build", "check", "explain", "schema", "new", "completions", "Exit codes", "punchboard new my-game"] {
        assert!(help.out.contains(word), "--help says nothing of `{word}`");
    }
    snapshot!("help", help);
    for command in ["build", "check", "explain", "schema", "new", "completions"] {
        let help = desk.run(&[command, "--help"]);
        assert_eq!(help.code, 0, "{command}");
        settled(|| assert_snapshot!(format!("help-{command}"), shown(&help)));
    }
}

#[test]
fn wrong_usage_ends_with_2() {
    let desk = Desk::new();
    for args in [
        &[] as &[&str],
        &["bild"],
        &["build", "--onyl", "engine"],
        &["build", "--only", "vassal-9"],
        &["check", "--message-format", "xml"],
        &["schema", "map", "--out", "x"],
        &["new"],
    ] {
        assert_eq!(desk.run(args).code, 2, "{args:?}");
    }
    let version = desk.run(&["--version"]);
    assert_eq!((version.code, version.out.trim()), (0, concat!("punchboard ", env!("CARGO_PKG_VERSION"))));
}

// ------------------------------------------------------------------------------------------------
// A game of one's own, in a folder without data/

#[test]
fn new_build_check_in_any_folder() {
    let desk = Desk::new();
    snapshot!("new", desk.run(&["new", "my-game"]));
    snapshot!("build", desk.run(&["build", "my-game"]));
    assert_eq!(desk.names("."), ["dist", "my-game"]);
    assert_eq!(desk.names("dist"), ["my-game"]);
    let engine: serde_json::Value = serde_json::from_slice(&desk.files("dist/my-game")["engine.json"]).unwrap();
    assert_eq!(engine["game"]["id"], "my-game");
    assert_eq!(engine["game"]["title"], "My Game");
    let check = desk.run(&["check", "my-game", "--coverage"]);
    assert_eq!(check.code, 0);
    assert!(check.err.starts_with("checked My Game 0.1.0: "), "{}", check.err);
    assert!(!check.err.contains("warning"), "{}", check.err);
    for word in ["where the facts come from", "rulebook", "reconstructed", "owner", "  values ", "  all "] {
        assert!(check.out.contains(word), "{}", check.out);
    }
}

#[test]
fn a_game_is_found_where_it_is() {
    let desk = Desk::with_game();
    // in the current folder
    let mut inside = desk.command(&["check"]);
    inside.current_dir(desk.path().join("my-game"));
    let inside = Run::of(&inside.output().unwrap());
    assert_eq!(inside.code, 0, "{}", inside.err);
    // by its path, with and without a slash at the end
    for path in ["my-game", "my-game/", "./my-game"] {
        assert_eq!(desk.run(&["check", path]).code, 0, "{path}");
    }
    // by name in data/, and all in data/
    assert_eq!(desk.run(&["new", "data/river"]).code, 0);
    assert_eq!(desk.run(&["new", "data/lake"]).code, 0);
    assert_eq!(desk.run(&["check", "river"]).code, 0);
    let all = desk.run(&["check"]);
    assert_eq!(all.err.lines().filter(|line| line.starts_with("checked ")).count(), 2, "{}", all.err);
    snapshot!("did-you-mean-game", desk.run(&["check", "rivr"]));
    snapshot!("no-such-game", desk.run(&["check", "austerlitz"]));
}

#[test]
fn no_game_here() {
    let desk = Desk::new();
    snapshot!("no-game-here", desk.run(&["build"]));
    fs::create_dir(desk.path().join("empty")).unwrap();
    snapshot!("empty-folder", desk.run(&["check", "empty"]));
    assert_eq!(desk.names("."), ["empty"], "nothing was made");
}

#[test]
fn new_does_no_harm() {
    let desk = Desk::with_game();
    let before = desk.files("my-game");
    snapshot!("new-exists", desk.run(&["new", "my-game"]));
    assert_eq!(desk.files("my-game"), before);
    snapshot!("new-bad-name", desk.run(&["new", "My Game"]));
    for name in ["..", "a_b", "Übung", "x/y z"] {
        assert_eq!(desk.run(&["new", name]).code, 2, "{name}");
    }
    assert_eq!(desk.names("."), ["my-game"]);
    // any title
    let made = desk.run(&["new", "deep/in/odd-one", "--title", "Say \"hi\" \\ 日本"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let built = desk.run(&["build", "deep/in/odd-one"]);
    assert_eq!(built.code, 0, "{}", built.err);
    let engine: serde_json::Value = serde_json::from_slice(&desk.files("dist/odd-one")["engine.json"]).unwrap();
    assert_eq!(engine["game"]["title"], "Say \"hi\" \\ 日本");
}

// ------------------------------------------------------------------------------------------------
// Errors in the data

/// Three mistakes in three files.
fn broken() -> Desk {
    let desk = Desk::with_game();
    desk.edit("my-game/counters.toml", "type = \"armour\"", "type = \"armor\"");
    desk.edit("my-game/map.toml", "name = \"Mill\"", "nmae = \"Mill\"");
    desk.edit("my-game/tables.toml", "on = \"4-5\"", "on = \"5\"");
    desk
}

#[test]
fn errors_for_people() {
    snapshot!("check-broken", broken().run(&["check", "my-game"]));
}

#[test]
fn errors_for_editors() {
    let desk = broken();
    let run = desk.run(&["check", "my-game", "--message-format", "json"]);
    assert_eq!(run.code, 1);
    let mut places = Vec::new();
    for line in run.out.lines() {
        let json: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        for key in ["code", "name", "severity", "message", "file"] {
            assert!(json[key].as_str().is_some_and(|text| !text.is_empty()), "{key} in {line}");
        }
        let number = |key: &str| json[key].as_u64().unwrap_or_else(|| panic!("{key} in {line}"));
        assert!(number("line") >= 1 && number("column") >= 1, "{line}");
        assert!((number("end_line"), number("end_column")) >= (number("line"), number("column")), "{line}");
        assert!(json["help"].is_array() && json["related"].is_array(), "{line}");
        let file = json["file"].as_str().unwrap().to_string();
        assert!(desk.path().join(&file).is_file(), "{file} can be opened from here");
        places.push((file, number("line"), number("column"), json["code"].as_str().unwrap().to_string()));
    }
    let mut sorted = places.clone();
    sorted.sort();
    assert_eq!(places, sorted, "in the order of the files");
    let codes: Vec<(&str, &str)> = places.iter().map(|(file, .., code)| (file.as_str(), code.as_str())).collect();
    assert_eq!(
        codes,
        [("my-game/counters.toml", "PB0201"), ("my-game/map.toml", "PB0102"), ("my-game/tables.toml", "PB0601")]
    );
    snapshot!("check-broken-json", run);
}

#[test]
fn warnings_do_not_fail_and_can_be_allowed() {
    let desk = Desk::with_game();
    desk.write(
        "my-game/game.toml",
        fs::read_to_string(desk.path().join("my-game/game.toml")).unwrap()
            + "\n[[type]]\nid = \"cavalry\"\nname = \"Cavalry\"\nsrc = \"1\"\n",
    );
    let run = desk.run(&["check", "my-game"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("warning[PB0303]") && run.err.contains("(1 warning)"), "{}", run.err);
    desk.edit("my-game/game.toml", "[expect]", "[warnings]\nallow = [\"unused-type\"]\n\n[expect]");
    let run = desk.run(&["check", "my-game"]);
    assert_eq!(run.code, 0);
    assert!(!run.err.contains("warning"), "{}", run.err);
}

#[test]
fn one_bad_game_among_good_ones() {
    let desk = Desk::new();
    for name in ["data/a", "data/b", "data/c"] {
        assert_eq!(desk.run(&["new", name]).code, 0);
    }
    desk.edit("data/b/map.toml", "name = \"Mill\"", "nmae = \"Mill\"");
    let run = desk.run(&["build"]);
    assert_eq!(run.code, 1);
    assert_eq!(desk.names("dist"), ["a", "c"], "the others are built: {}", run.err);
}

// ------------------------------------------------------------------------------------------------
// Files that cannot be read

#[test]
fn a_file_that_is_not_utf_8() {
    let desk = Desk::with_game();
    desk.write("my-game/tables.toml", b"src = \"own\xff\xfeer\"\n");
    let run = desk.run(&["check", "my-game"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("my-game/tables.toml"), "{}", run.err);
    snapshot!("not-utf-8", run);
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::with_game();
    let path = desk.path().join("my-game/tables.toml");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&path).is_ok() {
        return; // root reads everything
    }
    let run = desk.run(&["check", "my-game"]);
    assert!(matches!(run.code, 1 | 2), "{}", run.err);
    assert!(run.err.contains("ermission denied"), "{}", run.err);
    assert!(run.err.contains("tables.toml"), "the file is named: {}", run.err);
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_a_link() {
    use std::os::unix::fs::symlink;
    let desk = Desk::with_game();
    symlink("my-game", desk.path().join("link")).unwrap();
    symlink("nowhere", desk.path().join("broken")).unwrap();
    assert_eq!(desk.run(&["build", "link"]).code, 0);
    assert_eq!(desk.names("dist"), ["my-game"], "named by the game's id");
    let run = desk.run(&["check", "broken"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("`broken`"), "{}", run.err);
    // A link back to the folder itself does not trap the reader.
    symlink(".", desk.path().join("my-game/counters")).unwrap();
    assert!(matches!(desk.run(&["check", "my-game"]).code, 0 | 1));
}

#[test]
fn broken_files_end_with_1_and_a_place() {
    for (file, text) in [
        ("map.toml", ""),
        ("map.toml", "[["),
        ("map.toml", "\u{feff}"),
        ("counters.toml", "[[units]]\nunit = 3\n"),
        ("counters-x.csv", ""),
        ("counters-x.csv", "id,side\n\"never closed"),
        ("tables.toml", "\0"),
        ("scenarios.toml", "[[scenario]]\nid = \"a\"\nname = \"a\"\nextends = \"a\"\n"),
    ] {
        let desk = Desk::with_game();
        desk.write(&format!("my-game/{file}"), text);
        let run = desk.run(&["check", "my-game"]);
        assert_eq!(run.code, 1, "{file} {text:?}: {}", run.err);
        assert!(run.err.contains("  --> ") || run.err.contains(" --> "), "{file} {text:?}: {}", run.err);
    }
}

// ------------------------------------------------------------------------------------------------
// Printing

#[test]
fn options_of_printing_are_checked() {
    let desk = Desk::with_game();
    snapshot!("set-bad-length", desk.run(&["build", "my-game", "--set", "gap=3parsec"]));
    snapshot!("set-bad-key", desk.run(&["build", "my-game", "--set", "crop-marks.lenght=4mm"]));
    snapshot!("preset-typo", desk.run(&["build", "my-game", "--preset", "gutter-fold"]));
    snapshot!("counters-typo", desk.run(&["build", "my-game", "--counters", "1/1,2/11"]));
    snapshot!("formation-unknown", desk.run(&["build", "my-game", "--formation", "zebra"]));
    for args in [["--set", "gap"], ["--set", "=3mm"], ["--set", "gap gap=3mm"], ["--set", "gap=[1mm"]] {
        assert_eq!(desk.run(&["build", "my-game", args[0], args[1]]).code, 2, "{args:?}");
    }
    assert!(!desk.path().join("dist").exists(), "nothing is written");
    let json = desk.run(&["build", "my-game", "--message-format", "json", "--set", "margin=-1mm"]);
    let message: serde_json::Value = serde_json::from_str(json.out.trim()).unwrap();
    assert_eq!((&message["code"], &message["file"]), (&"PB1303".into(), &"--set".into()));
}

#[test]
fn options_of_printing_lie_over_print_toml() {
    let desk = Desk::with_game();
    desk.write("my-game/print.toml", "preset = \"gutterfold\"\nbleed = \"2mm\"\n");
    let only = ["build", "my-game", "--only", "engine"];
    let run = |options: &[&str]| desk.run(&[&only, options].concat());
    assert_eq!(run(&[]).code, 0);
    snapshot!("set-does-not-fit", run(&["--set", "gap=1mm"]));
    assert_eq!(run(&["--set", "gap=1mm", "--set", "bleed=0"]).code, 0, "the last word is the command line's");
    let run_with_gap = run(&["--preset", "home-duplex-a4", "--set", "gap=3mm"]);
    assert_eq!(run_with_gap.code, 1, "the bleed of print.toml lies over that of the preset");
    let run = run(&["--preset", "home-duplex-a4", "--set", "bleed=0mm", "--set", "papers=A3,A5", "--counters", "1/1"]);
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn an_id_of_one_game_of_several_is_enough() {
    let desk = Desk::new();
    for name in ["data/a", "data/b"] {
        assert_eq!(desk.run(&["new", name]).code, 0);
    }
    for name in desk.names("data/b").iter().filter(|name| name.ends_with(".toml")) {
        let path = format!("data/b/{name}");
        let text = fs::read_to_string(desk.path().join(&path)).unwrap();
        desk.write(&path, text.replace("\"1/1\"", "\"7/7\""));
    }
    assert_eq!(desk.run(&["check", "b"]).code, 0);
    let run = desk.run(&["build", "--only", "engine", "--counters", "7/7, 1/1"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = desk.run(&["build", "--only", "engine", "--counters", "7/8"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("--counters: there is no counter `7/8`; did you mean `7/7`?"), "{}", run.err);
}

#[test]
fn print_toml_has_one_name() {
    let desk = Desk::with_game();
    desk.write("my-game/print-a4.toml", "papers = \"A4\"\n");
    snapshot!("print-other-name", desk.run(&["check", "my-game"]));
}

// ------------------------------------------------------------------------------------------------
// dist

#[test]
fn a_failed_build_leaves_dist_as_it_was() {
    let desk = Desk::with_game();
    assert_eq!(desk.run(&["build", "my-game"]).code, 0);
    let before = desk.files("dist");
    desk.edit("my-game/map.toml", "name = \"Mill\"", "nmae = \"Mill\"");
    snapshot!("build-failed", desk.run(&["build", "my-game"]));
    assert_eq!(desk.files("dist"), before);
    assert_eq!(desk.names("dist"), ["my-game"]);
}

#[test]
fn two_builds_are_the_same_bytes() {
    let desk = Desk::with_game();
    assert_eq!(desk.run(&["build", "my-game", "--out", "one"]).code, 0);
    assert_eq!(desk.run(&["build", "my-game", "--out", "two"]).code, 0);
    assert!(desk.files("one/my-game") == desk.files("two/my-game"));
    // and again over the first, from memory and without it
    let before = desk.files("one/my-game");
    fs::remove_dir_all(desk.path().join("one/.cache/builds")).unwrap();
    assert_eq!(desk.run(&["build", "my-game", "--out", "one"]).code, 0);
    assert!(desk.files("one/my-game") == before);
    assert_eq!(desk.run(&["build", "my-game", "--out", "one", "--no-cache"]).code, 0);
    assert!(desk.files("one/my-game") == before);
    assert_eq!(desk.names("."), ["my-game", "one", "two"], "nothing went to dist");
}

#[test]
fn only_one_output_keeps_the_others() {
    let desk = Desk::with_game();
    assert_eq!(desk.run(&["build", "my-game"]).code, 0);
    desk.write("dist/my-game/my-game.vmod", "of somebody else");
    let run = desk.run(&["build", "my-game", "--only", "engine"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let all = |module: &'static str| {
        [
            ".punchboard",
            "contact.png",
            "engine.json",
            "images",
            "library",
            module,
            "my-game.vmod",
            "print",
            "punchboard.lock",
        ]
    };
    assert_eq!(desk.names("dist/my-game"), all("my-game-0.1.0.vmod"));
    // A full build removes what an earlier one made, and nothing else.
    desk.edit("my-game/game.toml", "version = \"0.1.0\"", "version = \"0.2.0\"");
    assert_eq!(desk.run(&["build", "my-game"]).code, 0);
    assert_eq!(desk.names("dist/my-game"), all("my-game-0.2.0.vmod"));
    assert_eq!(desk.files("dist/my-game")["my-game.vmod"], b"of somebody else");
}

#[test]
fn what_a_killed_build_left_is_swept() {
    let desk = Desk::with_game();
    assert_eq!(desk.run(&["build", "my-game"]).code, 0);
    let games = |desk: &Desk| -> BTreeMap<String, Vec<u8>> {
        desk.files("dist").into_iter().filter(|(name, _)| name.starts_with("my-game")).collect()
    };
    let before = games(&desk);
    desk.write("dist/.my-game.new-999999999/engine.json", "half of it");
    desk.write("dist/.my-game.new-999999999/images/half.png", "half of it");
    desk.write("dist/.other.new-999999999/engine.json", "of another game");
    assert_eq!(desk.run(&["build", "my-game"]).code, 0);
    assert_eq!(desk.names("dist"), [".other.new-999999999", "my-game"]);
    assert_eq!(games(&desk), before);
}

#[test]
fn dist_cannot_be_written() {
    let desk = Desk::with_game();
    desk.write("dist", "a file where a folder should be");
    let run = desk.run(&["build", "my-game"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("error: cannot write dist/my-game"), "{}", run.err);
    assert_eq!(fs::read(desk.path().join("dist")).unwrap(), b"a file where a folder should be");
}

#[test]
fn quiet_in_ci() {
    let desk = Desk::with_game();
    desk.edit("my-game/game.toml", "version = \"0.1.0\"", "version = \"0.1.1\"");
    for word in ["built", "fresh"] {
        let run = Run::of(&desk.command(&["build", "my-game"]).env("CI", "true").output().unwrap());
        assert_eq!(run.code, 0);
        let result = |line: &str| ["built", "fresh", "print", "locked"].iter().any(|word| line.starts_with(word));
        assert!(run.err.lines().all(result), "only the result: {}", run.err);
        assert_eq!(run.err.lines().filter(|line| line.starts_with(word)).count(), 1, "{}", run.err);
    }
}

// ------------------------------------------------------------------------------------------------
// The lock

#[test]
fn the_lock_is_written_when_it_changes() {
    let desk = Desk::with_game();
    let lock = |desk: &Desk| desk.files("my-game").get("punchboard.lock").cloned();
    assert_eq!(desk.run(&["check", "my-game"]).code, 0);
    assert_eq!(lock(&desk), None, "check writes nothing");
    // CI does not give out numbers.
    let run = desk.run(&["build", "my-game", "--locked"]);
    assert_eq!(desk.names("."), ["my-game"], "nothing is written");
    snapshot!("build-not-locked", run);
    assert_eq!(lock(&desk), None);
    assert_eq!(desk.run(&["build", "my-game"]).code, 0);
    let first = lock(&desk).unwrap();
    let text = String::from_utf8(first.clone()).unwrap();
    assert!(text.contains("\n\"unit/1/1\" = 1\n"), "{text}");
    let run = desk.run(&["build", "my-game", "--locked"]);
    assert_eq!((run.code, run.err.contains("locked")), (0, false), "{}", run.err);
    // As it is on other systems.
    desk.write("my-game/punchboard.lock", text.replace('\n', "\r\n"));
    assert_eq!(desk.run(&["build", "my-game", "--locked"]).code, 0);
    desk.write("my-game/punchboard.lock", &first);
    // A unit is renamed, another is gone.
    fs::remove_file(desk.path().join("my-game/examples.toml")).unwrap();
    desk.edit("my-game/counters.toml", "{ id = \"2/1\",", "{ id = \"2/I\", was = \"2/1\",");
    desk.edit("my-game/counters.toml", "{ id = \"Guard\",", "{ id = \"Home Guard\",");
    let run = desk.run(&["build", "my-game", "--locked"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert_eq!(lock(&desk).unwrap(), first);
    let run = desk.run(&["build", "my-game"]);
    assert_eq!(run.code, 0);
    assert!(run.err.ends_with("locked 1 new piece, 1 retired, 1 renamed: my-game/punchboard.lock\n"), "{}", run.err);
    let text = String::from_utf8(lock(&desk).unwrap()).unwrap();
    assert!(text.contains("\"unit/2/I\" = 2\n") && !text.contains("\"unit/2/1\""), "{text}");
    assert!(text.contains("[retired]\n\"unit/Guard\" = 7\n"), "{text}");
    assert!(!desk.names("my-game").iter().any(|name| name.contains(".new-")));
}

#[test]
fn a_lock_in_disorder_fails_with_a_place() {
    for (text, line) in [
        ("version = 1\n<<<<<<< ours\n[pieces]\n=======\n>>>>>>> theirs\n", 2),
        ("version = 1\n[pieces]\n\"unit/1/1\" = 1\n\"unit/1/1\" = 2\n", 4),
        ("version = 1\npieces = 3\n", 2),
        ("", 1),
    ] {
        let desk = Desk::with_game();
        desk.write("my-game/punchboard.lock", text);
        let run = desk.run(&["build", "my-game"]);
        assert_eq!(run.code, 1, "{text}: {}", run.err);
        let place = format!("my-game/punchboard.lock:{line}:");
        assert!(run.err.contains("PB1201") && run.err.contains(&place), "{text}: {}", run.err);
        assert!(run.err.contains("help"), "{}", run.err);
        assert_eq!(desk.files("my-game")["punchboard.lock"], text.as_bytes());
    }
    let desk = Desk::with_game();
    desk.write("my-game/punchboard.lock", b"\xff\xfe");
    let run = desk.run(&["check", "my-game"]);
    assert!(run.code == 1 && run.err.contains("PB0100") && !run.err.contains("PB1201"), "{}", run.err);
}

// ------------------------------------------------------------------------------------------------
// explain, schema, completions

#[test]
fn explain() {
    let desk = Desk::new();
    let page = desk.run(&["explain", "PB0201"]);
    assert_eq!(page.code, 0);
    assert!(page.out.starts_with("# PB0201: unknown-name\n"), "{}", page.out);
    for wanted in ["pb0201", "PB201", "201", "unknown-name"] {
        let same = desk.run(&["explain", wanted]);
        assert_eq!((same.code, &same.out), (0, &page.out), "{wanted}");
    }
    let all = desk.run(&["explain"]);
    assert_eq!(all.code, 0);
    for line in all.out.lines() {
        let code = line.split_whitespace().next().unwrap();
        let page = desk.run(&["explain", code]);
        assert_eq!(page.code, 0, "{code}");
        assert!(page.out.contains("## Wrong") && page.out.contains("## Right"), "{code}");
    }
    snapshot!("explain-typo", desk.run(&["explain", "tabel-gap"]));
    assert_eq!(desk.run(&["explain", "PB9999"]).code, 2);
    assert_eq!(desk.run(&["explain", "zebra"]).code, 2);
}

#[test]
fn schema() {
    let desk = Desk::new();
    snapshot!("schema-list", desk.run(&["schema"]));
    snapshot!("schema-typo", desk.run(&["schema", "counter"]));
    snapshot!("schema-unknown", desk.run(&["schema", "zebra"]));
    let kinds: Vec<String> = desk.run(&["schema"]).out.lines().map(str::to_string).collect();
    assert_eq!(desk.run(&["schema", "--out", "schemas"]).code, 0);
    for kind in kinds {
        let one = desk.run(&["schema", &kind]);
        assert_eq!(one.code, 0, "{kind}");
        let json: serde_json::Value = serde_json::from_str(&one.out).unwrap();
        assert!(json["$schema"].is_string(), "{kind}");
        let written = fs::read_to_string(desk.path().join(format!("schemas/{kind}.schema.json"))).unwrap();
        assert_eq!(one.out.trim_end(), written.trim_end(), "{kind}");
        let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/{kind}.schema.json"));
        let same = fs::read_to_string(committed).unwrap() == written;
        assert!(same, "schema/{kind}.schema.json is not what `punchboard schema --out schema` writes");
    }
}

#[test]
fn completions() {
    let desk = Desk::new();
    for (shell, sign) in [("bash", "complete -F"), ("zsh", "#compdef punchboard"), ("fish", "complete -c punchboard")] {
        let run = desk.run(&["completions", shell]);
        assert_eq!(run.code, 0, "{shell}");
        assert!(run.out.contains(sign) && run.out.contains("explain"), "{shell}");
    }
    let script = desk.run(&["completions", "bash"]).out;
    desk.write("punchboard.bash", &script);
    if let Ok(bash) = Command::new("bash").arg("-n").arg(desk.path().join("punchboard.bash")).output() {
        assert!(bash.status.success(), "{}", String::from_utf8_lossy(&bash.stderr));
    }
}

#[test]
fn symbols_are_listed_with_those_of_a_game() {
    let desk = Desk::with_game();
    let run = desk.run(&["symbols"]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("infantry") && run.out.contains("glyphs, "), "{}", run.out);
    let sun = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' data-group='emblem'><title>Sun</title><desc>The sun.</desc><circle cx='12' cy='12' r='8' fill='currentColor'/></svg>";
    desk.write("my-game/templates/emblems/sun.svg", sun);
    assert!(desk.run(&["symbols", "my-game"]).out.contains("The sun."));
    let run = desk.run(&["symbols", "my-game", "--out", "page"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(desk.names("page"), ["symbols", "symbols.md"]);
    desk.write("my-game/templates/emblems/sun.svg", "<svg");
    let run = desk.run(&["symbols", "my-game"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("PB0802") && run.err.contains("sun.svg"), "{}", run.err);
}

/// What did not change is not drawn again, and what was remembered is what would be drawn.
#[test]
fn unchanged_pictures_come_from_memory() {
    let desk = Desk::with_game();
    assert_eq!(desk.run(&["build", "my-game"]).code, 0);
    let drawn = desk.files("dist/my-game");
    // What the build was made from is forgotten, so that the next one does not stop there.
    let remembered = || {
        fs::remove_dir_all(desk.path().join("dist/.cache/builds")).unwrap();
        desk.files("dist/.cache")
    };
    let before = remembered();
    assert_eq!(desk.run(&["build", "my-game"]).code, 0);
    assert!(remembered() == before, "nothing new was drawn");
    assert!(desk.files("dist/my-game") == drawn);
    // A memory that is not whole is not believed.
    for name in before.keys() {
        desk.write(&format!("dist/.cache/{name}"), "rubbish");
    }
    assert_eq!(desk.run(&["build", "my-game"]).code, 0);
    assert_eq!(desk.files("dist/my-game"), drawn);
    assert_eq!(desk.run(&["build", "my-game", "--no-cache", "--out", "anew"]).code, 0);
    assert_eq!(desk.names("anew"), ["my-game"]);
    assert!(!desk.path().join("anew/.cache").exists());
    assert_eq!(desk.files("anew/my-game"), drawn);
}

#[test]
fn pictures_of_ones_own() {
    let desk = Desk::with_game();
    desk.write("my-game/art/broken.png", "not a picture");
    let run = desk.run(&["check", "my-game"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("PB0802") && run.err.contains("my-game/art/broken.png"), "{}", run.err);
    desk.write("my-game/art/broken.png", "");
    assert_eq!(desk.run(&["check", "my-game"]).code, 1);
    // An SVG cannot reach outside of itself.
    fs::remove_file(desk.path().join("my-game/art/broken.png")).unwrap();
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><image href='/etc/hostname' width='9' height='9'/><image href='http://127.0.0.1:9/x.png' width='9' height='9'/><rect width='4' height='4' fill='red'/></svg>";
    desk.write("my-game/art/own.svg", svg);
    desk.write(
        "my-game/templates/faces/marker.yaml",
        "draws: marker\nlayers:\n  - fill: '#f1ece0'\n  - image: art/own.svg\n    at: [0, 0, 100, 100]\n",
    );
    let run = desk.run(&["build", "my-game"]);
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn a_picture_that_is_too_large_says_what_to_do() {
    let desk = Desk::with_game();
    desk.edit("my-game/map.toml", "size = [\"200mm\", \"130mm\"]", "size = [\"2000mm\", \"1300mm\"]");
    let run = desk.run(&["build", "my-game", "--only", "vassal", "--module-dpi", "400"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("pixels are more than") && run.err.contains("`--module-dpi`"), "{}", run.err);
    assert!(!desk.path().join("dist/my-game").exists());
}

/// Ids are the author's words; file names are made from them and stay where they belong.
#[test]
fn ids_do_not_lead_out_of_dist() {
    let desk = Desk::with_game();
    desk.edit("my-game/tables.toml", "id = \"combat\"", "id = \"../../../../combat\"");
    desk.edit("my-game/rules-operations.toml", "table = \"combat\"", "table = \"../../../../combat\"");
    fs::remove_file(desk.path().join("my-game/examples.toml")).unwrap();
    let run = desk.run(&["build", "my-game"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(desk.names("dist"), ["my-game"]);
    assert_eq!(desk.names("."), ["dist", "my-game"]);
    assert!(desk.files("dist/my-game").contains_key("images/charts/table-combat.png"));
}
