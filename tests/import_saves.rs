//! `punchboard import`: setups as old versions of VASSAL saved them, and setups without a saved game.

use crate::import::{Files, built, comes_back, edit, import};
use crate::import_maps::{changed, text};
use punchboard::vassal::archive::{Limits, pack, unpack};
use punchboard::vassal::save;

/// The commands of a saved game, as they stand.
fn commands(files: &Files, entry: &str) -> Vec<String> {
    save::texts(&unpack(&files[entry], Limits::default()).unwrap()["savedGame"]).unwrap()
}

/// The module of the other tests with another saved game: its commands, changed, as plain text in some encoding.
fn saved(change: impl Fn(&str) -> String, encode: impl Fn(&str) -> Vec<u8>) -> Vec<u8> {
    changed(|files| {
        let texts: Vec<String> = commands(files, "field.vsav").iter().map(|text| change(text)).collect();
        files.insert("field.vsav".into(), pack([("savedGame", encode(&texts.join("\u{1b}")))]).unwrap());
    })
}

fn utf8(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

/// As VASSAL 2 and 3.0 wrote them: pieces in a stack are on no map, and nothing has a number.
fn of_old(text: &str) -> String {
    if text.contains("/stack/") {
        return text.split(";@@").next().unwrap().to_string();
    }
    let places = [("Main;50;60;", "null;0;0;"), ("Main;70;80;", "null;70;80;"), ("Main;70;81;", "null;70;81;")];
    let text = places.iter().fold(text.to_string(), |text, (own, old)| text.replace(own, old));
    match text.rfind("null;") {
        Some(at) if text.starts_with("+/") => {
            let (start, state) = text.split_at(at);
            let state: Vec<&str> = state.split(';').take(3).collect();
            start.to_string() + &state.join(";")
        }
        _ => text,
    }
}

#[test]
fn pieces_of_an_old_save_lie_where_their_stack_does() {
    let old = saved(of_old, utf8);
    let brought = comes_back(&old);
    assert_eq!(brought.account.placements, 4);
    let mut files = brought.files;
    let lines = text(&files, "scenarios.setups.csv");
    for line in [
        "the-field,1-1-inf,,Main,50 60\n",
        "the-field,guard-old,,Main,50 60\n",
        "the-field,,smoke,Main,70 80\n",
        "the-field,,smoke,Main,70 81\n",
    ] {
        assert!(lines.contains(line), "no {line} in\n{lines}");
    }
    // One is moved: it leaves its stack, and the others stay as they are.
    edit(&mut files, "scenarios.setups.csv", "guard-old,,Main,50 60", "guard-old,,Main,55 66");
    let (before, after) =
        (commands(&unpack(&old, Limits::default()).unwrap(), "field.vsav"), commands(&built(&files), "field.vsav"));
    let new: Vec<&String> = after.iter().filter(|text| !before.contains(text)).collect();
    assert_eq!(new.len(), 3, "{new:?}");
    assert!(new.iter().any(|text| text.contains("/stack/Main;50;60;100;")), "{new:?}");
    assert!(new.iter().any(|text| text.starts_with("+/101/") && text.contains("Main;55;66")), "{new:?}");
    assert!(new.iter().any(|text| text.contains("/stack/Main;55;66;101;")), "{new:?}");
}

#[test]
fn an_older_import_of_an_old_save_is_built_as_it_was() {
    // It placed nothing, because the pieces are on no map.
    let mut files = import(&saved(of_old, utf8)).files;
    let lines = text(&files, "scenarios.setups.csv");
    let head = lines.split_inclusive('\n').take_while(|line| !line.starts_with("the-field")).collect::<String>();
    let entries = text(&files, "module/entries.toml");
    let print = entries.lines().find(|line| line.starts_with("the-field = ")).unwrap();
    let nothing = punchboard::carried::placed::fingerprint(&[]);
    let entries = entries.replace(print, &format!("the-field = \"{nothing}\""));
    files.insert("module/entries.toml".into(), entries.into_bytes());
    files.remove("scenarios.setups.csv");
    let before = commands(&built(&files), "field.vsav");
    // A piece that its author adds is the only change.
    files.insert("scenarios.setups.csv".into(), (head + "the-field,1-1-inf,,Main,1 2\n").into_bytes());
    let after = commands(&built(&files), "field.vsav");
    assert_eq!(after.iter().filter(|text| !before.contains(text)).count(), 2);
    assert_eq!(before.iter().filter(|text| !after.contains(text)).count(), 0);
}

#[test]
fn a_save_may_be_in_an_old_encoding() {
    let umlaut = |text: &str| text.replace("Smoke", "Rauchs\u{e4}ule");
    let latin = |text: &str| text.chars().map(|letter| letter as u8).collect::<Vec<u8>>();
    let brought = comes_back(&saved(umlaut, latin));
    assert_eq!(brought.account.placements, 4);
    let mut files = brought.files;
    edit(&mut files, "scenarios.setups.csv", "guard-old,,Main,50 60", "guard-old,,Main,55 66");
    let after = commands(&built(&files), "field.vsav");
    assert_eq!(after.iter().filter(|text| text.contains("Rauchs\u{e4}ule")).count(), 2);
}

#[test]
fn a_piece_beyond_every_map_has_no_line() {
    // The map of a stack has no name.
    let nowhere = saved(|text| text.replace("/stack/Main;70;8", "/stack/;70;8"), utf8);
    assert!(comes_back(&nowhere).account.placements < 4);
    for far in ["2147483647", "-99999999"] {
        let brought = comes_back(&saved(|text| text.replace("Main;70;81", &format!("Main;70;{far}")), utf8));
        assert_eq!(brought.account.placements, 3, "{far}");
        // It stays there when another piece moves.
        let mut files = brought.files;
        edit(&mut files, "scenarios.setups.csv", "guard-old,,Main,50 60", "guard-old,,Main,55 66");
        let after = commands(&built(&files), "field.vsav");
        assert!(after.iter().any(|text| text.contains(&format!("Main;70;{far}"))), "{after:?}");
    }
}

#[test]
fn a_window_may_have_spaces_around_its_name() {
    for name in ["Main ", " Main", "\u{a0}Main\u{a0}", "Ma  in"] {
        let spelled = |text: &str| text.replace("Main", name);
        let brought = comes_back(&saved(spelled, utf8));
        assert_eq!(brought.account.placements, 4, "{name:?}");
        let mut files = brought.files;
        let (here, there) = ("50 60\nthe-field,,smoke", "55 66\nthe-field,,smoke");
        edit(&mut files, "scenarios.setups.csv", here, there);
        let after = commands(&built(&files), "field.vsav");
        assert!(after.iter().any(|text| text.contains(&format!("/stack/{name};55;66"))), "{name:?} {after:?}");
        assert!(after.iter().any(|text| text.contains(&format!("{name};70;80"))), "{name:?} {after:?}");
    }
    // One of nothing but spaces cannot be written.
    assert_eq!(comes_back(&saved(|text| text.replace("Main", "  "), utf8)).account.placements, 0);
}

#[test]
fn setups_may_have_no_saved_game() {
    let with = |words: &[(&str, &str)]| {
        let module = changed(|files| {
            let mut build = text(files, "buildFile.xml");
            for (old, new) in words {
                assert!(build.contains(old), "{build}");
                build = build.replace(old, new);
            }
            files.insert("buildFile.xml".into(), build.into_bytes());
            let field = files["field.vsav"].clone();
            files.insert("field".into(), field);
        });
        comes_back(&module)
    };
    // It starts a plain game; it is a menu; it names nothing.
    for words in
        [("useFile=\"true\"", "useFile=\"false\""), ("isMenu=\"false\"", "isMenu=\"true\""), ("field.vsav", "")]
    {
        let account = with(&[words]).account;
        assert_eq!((account.setups, account.scenarios), (0, 0), "{words:?}");
        assert!(!account.notes.iter().any(|note| note.contains("setup")), "{:?}", account.notes);
    }
    // Its file is missing.
    let account = with(&[("field.vsav", "gone.vsav")]).account;
    assert_eq!((account.setups, account.scenarios), (1, 0));
    assert!(account.notes.iter().any(|note| note.contains("has no file `gone.vsav`")), "{:?}", account.notes);
    // Its file has a name without an ending, and the build file begins it with a slash.
    for name in ["field", "/field.vsav"] {
        let brought = with(&[("field.vsav", name)]);
        assert_eq!((brought.account.scenarios, brought.account.placements), (1, 4), "{name}");
        let mut files = brought.files;
        edit(&mut files, "scenarios.setups.csv", "guard-old,,Main,50 60", "guard-old,,Main,55 66");
        let entry = name.trim_start_matches('/');
        assert!(commands(&built(&files), entry).iter().any(|text| text.contains("Main;55;66")), "{name}");
    }
}

#[test]
fn an_old_module_counts_its_numbers_once_a_piece_is_new() {
    let module = changed(|files| {
        let build = text(files, "buildFile.xml");
        assert!(build.contains(" nextPieceSlotId=\"40\""), "{build}");
        files.insert("buildFile.xml".into(), build.replace(" nextPieceSlotId=\"40\"", "").into_bytes());
    });
    let mut files = comes_back(&module).files;
    let unit = "  { id = \"new\", name = \"New\", type = \"unit\", image = \"art/red.png\" },\n]";
    edit(&mut files, "counters-units.toml", "\n]", &format!("\n{unit}"));
    let build = text(&built(&files), "buildFile.xml");
    let next = build.split("nextPieceSlotId=\"").nth(1).and_then(|rest| rest.split('"').next());
    let numbers = build.split(" gpid=\"").skip(1).filter_map(|rest| rest.split('"').next()?.parse::<i64>().ok());
    assert!(next.unwrap().parse::<i64>().unwrap() > numbers.max().unwrap());
}
