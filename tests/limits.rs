//! What is too large, no file at all, or called like something else is answered at once, at its place.

use crate::common::{compile_texts, games, root, small, sound_texts};
use punchboard::emit::vassal::codec::archive::{Limits, pack, unpack};
use punchboard::emit::{Artifacts, Emitter, VassalModule};
use punchboard::errata::Edition;
use punchboard::{Options, compile};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

type Files = BTreeMap<String, String>;

/// The game that `punchboard new` makes.
fn scaffold() -> Files {
    let entries = fs::read_dir(root().join("templates/new")).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: &Path| fs::read_to_string(path).unwrap().replace("{{id}}", "game").replace("{{title}}", "Game");
    entries.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), read(&path))).collect()
}

fn with(file: &str, text: impl Into<String>) -> Files {
    let mut files = scaffold();
    files.insert(file.to_string(), text.into());
    files
}

fn messages(files: &Files) -> Vec<String> {
    let start = Instant::now();
    let messages = compile_texts(files).messages();
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    messages
}

fn the_one(files: &Files, parts: &[&str]) {
    let messages = messages(files);
    assert_eq!(messages.len(), 1, "{messages:#?}");
    for part in parts {
        assert!(messages[0].contains(part), "no `{part}` in {}", messages[0]);
    }
}

#[test]
fn art_that_costs_too_much_is_refused_at_the_element() {
    let svg = |inside: &str| format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\n{inside}\n</svg>\n");
    let tile = "<pattern id='p' patternUnits='userSpaceOnUse' width='10000000' height='10000000'>\n<path d='M0 0H9'/></pattern>\n<rect width='9' height='9' fill='url(#p)'/>";
    the_one(&with("art/a.svg", svg(tile)), &["PB0807", "art/a.svg:2:1", "pattern", "help"]);
    let noise = "<filter id='f'>\n  <feTurbulence numOctaves='100000000'/></filter><rect width='9' height='9' filter='url(#f)'/>";
    the_one(&with("art/a.svg", svg(noise)), &["PB0807", "art/a.svg:3:3", "numOctaves"]);
    let lines: String = (0..200_000).map(|n| format!("L{} {}", n % 9, n % 2 * 9)).collect();
    let line = format!("<path id='l' stroke='red' fill='none' d='M0 0{lines}'/>");
    the_one(&with("art/a.svg", svg(&line)), &["PB0807", "art/a.svg:2:1", "200000 pieces"]);
    // A symbol stands on many counters.
    let dense: String = (0..40_000).map(|n| format!("L{} {}", n % 9, n % 2 * 9)).collect();
    let symbol = svg(&format!("<title>S</title><path fill='none' stroke='currentColor' d='M0 0{dense}'/>"));
    the_one(&with("templates/emblems/s.svg", symbol), &["PB0807", "templates/emblems/s.svg"]);
    // The same with a small tile costs little; only nothing uses it.
    the_one(&with("art/a.svg", svg(&tile.replace("10000000", "3"))), &["PB0810", "art/a.svg"]);
}

#[test]
fn pictures_of_all_games_and_those_built_in_pass() {
    for game in games() {
        let found = compile(&game, &Options::default()).unwrap().messages();
        assert!(!found.iter().any(|message| message.contains("PB0807")), "{found:#?}");
    }
    for (set, file) in ["symbols", "glyphs", "emblems"].iter().flat_map(|set| {
        let folder = root().join("templates").join(set);
        fs::read_dir(folder).into_iter().flatten().map(move |file| (*set, file.unwrap().path()))
    }) {
        let text = fs::read_to_string(&file).unwrap();
        let name = format!("templates/{set}/{}", file.file_name().unwrap().to_string_lossy());
        assert!(messages(&with(&name, text)).is_empty(), "{name}");
    }
}

#[test]
fn a_csv_of_200_000_columns_is_answered_at_once() {
    let wide = vec!["x"; 200_000].join(",") + "\n" + &vec!["1"; 200_000].join(",");
    the_one(&with("counters-wide.csv", wide), &["PB0101", "counters-wide.csv:1:2001", "200000 columns"]);
}

#[test]
fn the_lock_that_a_build_writes_passes_the_next_check() {
    let lock = |number: u32| {
        with("punchboard.lock", format!("version = 1\n\n[pieces]\n\n[retired]\n\"unit/old\" = {number}\n"))
    };
    let largest = 1_000_000_000;
    the_one(&lock(largest), &["PB1203", "punchboard.lock:6:1", "no number is left", "help"]);
    let text = sound_texts(&lock(largest - 1000)).identities.lock.text();
    assert!(messages(&with("punchboard.lock", text)).is_empty());
}

#[test]
fn a_game_is_not_called_like_a_device() {
    for id in ["con", "nul", "aux", "com1", "lpt9"] {
        let mut files = scaffold();
        let text = files.get_mut("game.toml").unwrap();
        *text = text.replace("id = \"game\"", &format!("id = \"{id}\""));
        the_one(&files, &["PB0105", "game.toml:11:", "device"]);
    }
}

#[test]
fn ids_that_look_alike_are_called_apart_in_the_module() {
    let mut files = scaffold();
    let text = files.get_mut("game.toml").unwrap();
    text.push_str("\n[[attribute]]\nof = \"unit\"\nid = \"LocationName\"\nname = \"Where\"\nkind = \"text\"\n");
    text.push_str("\n[[attribute]]\nof = \"unit\"\nid = \"Moved\"\nname = \"Moved\"\nkind = \"text\"\n");
    let counters = files.get_mut("counters.toml").unwrap();
    // Two ids whose hashes begin with the same 24 bits.
    counters.push_str(
        "\n[[units]]\nside = \"red\"\ntype = \"infantry\"\nlayout = \"garrison\"\nunit = [\n  \
         { id = \"енй\", front = [2], LocationName = \"Here\", arrives = 3 },\n  \
         { id = \"вэч\", front = [3], Moved = \"Never\", arrives = 3 },\n]\n",
    );
    let tables = files.get_mut("tables.toml").unwrap();
    let second = tables[tables.find("[[table]]").unwrap()..].replace("id = \"combat\"", "id = \"a,b\"");
    tables.push_str(&second.replace("name = \"Combat\"", "name = \"Second\""));
    let made = sound_texts(&files);
    let sink = Mutex::new(Artifacts::new());
    VassalModule.emit(&small(&made), &sink).unwrap();
    let artifacts = sink.into_inner().unwrap();
    let (_, module) = artifacts.iter().find(|(name, _)| name.ends_with(".vmod")).unwrap();
    let module = unpack(module, Limits::default()).unwrap();
    let build = String::from_utf8(module["buildFile.xml"].clone()).unwrap();
    for picture in ["counter_---_ccabc6.png", "counter_---_ccabc61.png"] {
        assert!(module.contains_key(&format!("images/{picture}")) && build.contains(picture), "{picture}");
    }
    assert!(build.contains("LocationName__own") && build.contains("Moved__own"));
    assert!(!build.contains("LocationName,Here") && !build.contains(";LocationName;"));
    assert!(build.contains("57344,0,roll-table.a`b") && !build.contains("57344,0,roll-table.a,b"));
}

#[test]
fn a_build_with_too_many_values_or_too_large_a_module_is_refused() {
    let engine = format!("[{}0]", "0,".repeat(11_000_000));
    let files = Artifacts::from([("engine.json".to_string(), engine.into_bytes())]);
    let why = Edition::of_build(files).err().unwrap();
    assert!(why.contains("values"), "{why}");
    let bomb = pack([("buildFile.xml", vec![b' '; 65 << 20])]).unwrap();
    assert!(bomb.len() < 1 << 20);
    let engine = b"{\"format\": 1, \"game\": {\"id\": \"g\"}}".to_vec();
    let format = serde_json::to_string(&punchboard::model::FORMAT).unwrap();
    let engine = String::from_utf8(engine).unwrap().replace("\"format\": 1", &format!("\"format\": {format}"));
    let files = Artifacts::from([("engine.json".to_string(), engine.into_bytes()), ("g.vmod".to_string(), bomb)]);
    let why = Edition::of_build(files).unwrap().built_module().err().unwrap();
    assert!(why.contains("more than"), "{why}");
}

#[cfg(unix)]
mod links_and_pipes {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::process::Stdio;

    fn pipe(path: &Path) {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    /// Runs the program; one that hangs is ended.
    fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_punchboard"));
        command.current_dir(folder).args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if start.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("{args:?} hangs");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn game(folder: &Path) {
        fs::create_dir_all(folder).unwrap();
        for (name, text) in scaffold() {
            fs::write(folder.join(name), text).unwrap();
        }
    }

    #[test]
    fn pipes_and_links_in_a_game_are_located_errors() {
        let desk = tempfile::tempdir().unwrap();
        game(&desk.path().join("game"));
        pipe(&desk.path().join("game/counters-pipe.toml"));
        fs::write(desk.path().join("secret.toml"), "[[marker]]\n").unwrap();
        symlink("../secret.toml", desk.path().join("game/counters-link.toml")).unwrap();
        let (code, said) = run(desk.path(), &["check", "game"]);
        assert_eq!(code, Some(1), "{said}");
        for part in ["counters-pipe.toml", "not a file", "counters-link.toml", "outside"] {
            assert!(said.contains(part), "no `{part}` in {said}");
        }
        assert!(!said.contains("[[marker]]"));
    }

    #[test]
    fn pipes_and_links_in_an_old_build_do_not_hang_errata() {
        let desk = tempfile::tempdir().unwrap();
        game(&desk.path().join("game"));
        let old = desk.path().join("old");
        fs::create_dir_all(old.join("images/counters")).unwrap();
        fs::write(old.join("engine.json"), "{}").unwrap();
        pipe(&old.join("images/counters/a.png"));
        let (code, said) = run(desk.path(), &["errata", "game", "--from", "old"]);
        assert!(code == Some(1) || code == Some(2), "{code:?} {said}");
        assert!(said.contains("a.png") && said.contains("not a file"), "{said}");
        fs::remove_file(old.join("images/counters/a.png")).unwrap();
        fs::write(desk.path().join("secret"), "secret").unwrap();
        symlink("../../../secret", old.join("images/counters/b.png")).unwrap();
        let (_, said) = run(desk.path(), &["errata", "game", "--from", "old"]);
        assert!(said.contains("b.png") && said.contains("outside"), "{said}");
    }
}
