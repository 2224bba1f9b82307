//! The table for browsers: a folder that needs nothing else, with all of the engine data in it.

use crate::common;
use crate::common::desk::Desk;
use punchboard::emit::{Artifacts, EMITTERS, Emitter, Game, WebTable, engine};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Mutex;

fn table_of(game: &punchboard::SoundGame) -> Artifacts {
    let sink = Mutex::new(Artifacts::new());
    let small = Game { dpi: 36.0, map_dpi: 24.0, ..Game::new(game) };
    WebTable.emit(&small, &sink).unwrap();
    sink.into_inner().unwrap()
}

/// What a statement of `game.js` sets: the text in `JSON.parse('…')`, unescaped as JavaScript does.
fn parsed(script: &str, name: &str) -> Value {
    let start = format!("(window.PUNCHBOARD ??= {{}}).{name} = JSON.parse('");
    let line = script.lines().find_map(|line| line.strip_prefix(start.as_str())).unwrap();
    let (mut text, mut escaped) = (String::new(), false);
    for c in line.strip_suffix("');").unwrap().chars() {
        assert!(escaped || c != '\'', "a quote ends the text");
        escaped = !escaped && c == '\\';
        if !escaped {
            text.push(c);
        }
    }
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_folder_is_whole_and_says_all_that_engine_json_says() {
    for game in common::games() {
        let name = game.file_name().unwrap().to_string_lossy().into_owned();
        let sound = common::sound_texts(&common::texts(&game));
        let files = table_of(&sound);
        assert!(files.keys().all(|path| WebTable.owns(path)), "{name}");
        let script = String::from_utf8(files["web/game.js"].clone()).unwrap();
        let expected: Value = serde_json::from_slice(&engine(&sound.model, &sound.look)).unwrap();
        assert_eq!(parsed(&script, "engine"), expected, "{name}");

        let pictures = parsed(&script, "pictures");
        let of = |kind: &str| pictures[kind].as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
        let ids = |list: &str| {
            let all = expected[list].as_array().unwrap().iter();
            all.map(|one| one["id"].as_str().unwrap().to_string()).collect::<BTreeSet<_>>()
        };
        for kind in ["counters", "cards", "maps", "sheets"] {
            assert_eq!(of(kind), ids(kind), "{name}: a picture for each of {kind}");
        }
        let mut named = Vec::new();
        paths(&pictures, &mut named);
        for path in named {
            let file = files.get(&format!("web/{path}")).unwrap_or_else(|| panic!("{name}: {path} is missing"));
            assert!(file.starts_with(b"\x89PNG"), "{name}: {path}");
        }
    }
}

fn paths<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::String(path) => found.push(path),
        Value::Array(all) => all.iter().for_each(|one| paths(one, found)),
        Value::Object(all) => all.values().for_each(|one| paths(one, found)),
        _ => {}
    }
}

/// A page opened from the disk loads classic scripts, styles and pictures that lie beside it, and nothing else.
#[test]
fn the_page_works_from_the_disk_and_asks_nobody() {
    let game = common::sound_texts(&common::texts(&common::games()[0]));
    let files = table_of(&game);
    let page = std::str::from_utf8(&files["web/index.html"]).unwrap();
    let scripts: Vec<&str> = page.split("<script src=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    for script in &scripts {
        assert!(files.contains_key(&format!("web/{script}")), "{script} is missing");
    }
    for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with(".js") && *path != "web/game.js") {
        let text = std::str::from_utf8(bytes).unwrap();
        assert!(scripts.contains(&path.trim_start_matches("web/")), "{path} is not loaded");
        for forbidden in ["fetch(", "XMLHttpRequest", "import ", "import(", "export ", "innerHTML", "eval("] {
            let used = text.lines().any(|line| !line.trim_start().starts_with("//") && line.contains(forbidden));
            assert!(!used, "{path} uses {forbidden}");
        }
        assert!(!text.contains("https://"), "{path} names a host");
    }
    assert!(!page.contains("type=\"module\"") && !page.contains("https://"));
}

#[test]
fn the_same_game_gives_the_same_folder() {
    let texts = common::texts(&common::games()[0]);
    assert_eq!(table_of(&common::sound_texts(&texts)), table_of(&common::sound_texts(&texts)));
}

/// Keys and texts that mean something to JavaScript are only texts.
#[test]
fn hostile_texts_stay_texts() {
    let mut texts = common::texts(&common::games()[0]);
    let file = texts.get_mut("game.toml").unwrap();
    let hostile = r#"'); alert(1); //\' </script> \u2028"#;
    let title = file.lines().find(|line| line.starts_with("title")).unwrap().to_string();
    *file = file.replace(&title, &format!("title = {}", Value::from(hostile)));
    let files = table_of(&common::sound_texts(&texts));
    let script = std::str::from_utf8(&files["web/game.js"]).unwrap();
    assert_eq!(parsed(script, "engine")["game"]["title"], hostile);
    assert_eq!(script.lines().count(), 2);
}

/// The sheets of displays: each place of a display has room on one of them, inside its edges.
#[test]
fn every_place_of_a_display_has_room_on_a_sheet() {
    for game in common::games() {
        let sound = common::sound_texts(&common::texts(&game));
        let data: Value = serde_json::from_slice(&engine(&sound.model, &sound.look)).unwrap();
        let sheets = data["sheets"].as_array().unwrap();
        let rooms: Vec<&Value> = sheets.iter().flat_map(|sheet| sheet["places"].as_array().unwrap()).collect();
        for display in data["displays"].as_array().unwrap() {
            for place in display["boxes"].as_array().unwrap() {
                assert!(rooms.iter().any(|room| room["place"] == *place), "{place}");
            }
        }
        for sheet in sheets {
            let (width, height) = (sheet["width"].as_f64().unwrap(), sheet["height"].as_f64().unwrap());
            for room in sheet["places"].as_array().unwrap() {
                let at = |key: &str| room[key].as_f64().unwrap();
                assert!(at("x") >= 0.0 && at("y") >= 0.0, "{room}");
                assert!(at("x") + at("width") <= width + 0.1 && at("y") + at("height") <= height + 0.1, "{room}");
            }
        }
    }
}

/// It is made when it is asked for; other builds leave it as it is.
#[test]
fn a_plain_build_does_not_make_the_table_and_does_not_remove_it() {
    let usual: Vec<&str> = EMITTERS.iter().filter(|it| it.by_default()).map(|it| it.word()).collect();
    assert_eq!(usual, ["engine", "vassal", "library", "print", "images"]);
    let desk = Desk::with_game();
    let small = ["--dpi", "36", "--map-dpi", "36", "--module-dpi", "48", "--set", "papers=A4", "--set", "png=false"];
    let build = |more: &[&str]| {
        let run = desk.run(&[&["build", "my-game"], &small[..], more].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        desk.files("dist/my-game")
    };
    let page = "web/index.html";
    assert!(!build(&[]).contains_key(page));
    let made = build(&["--only", "web"]);
    assert!(made.contains_key(page) && made.contains_key("engine.json"));
    let after = build(&["--no-cache"]);
    assert_eq!(after.get(page), made.get(page));
    assert_eq!(after.get("web/game.js"), made.get("web/game.js"));
}
