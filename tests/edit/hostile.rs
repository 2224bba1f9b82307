//! Files as people write them, and requests as nobody should send them.

use super::{Texts, diff, edited, fresh, plain_diff, refused, sound_diff};
use crate::common::{compile_texts, sound_texts};
use punchboard::source::Sources;
use punchboard::studio::edit::{Edit, FileChange, apply, write};
use serde_json::json;
use std::fs;
use std::path::Path;

fn to(unit: &str, place: &str) -> serde_json::Value {
    json!({ "edit": "move", "scenario": "crossing", "pieces": [{ "unit": unit }], "to": { "at": place } })
}

fn value(of: serde_json::Value, key: serde_json::Value, value: serde_json::Value) -> serde_json::Value {
    json!({ "edit": "value", "of": of, "key": key, "value": value })
}

/// The small game with one of its texts changed.
fn with(file: &str, old: &str, new: &str) -> Texts {
    let mut texts = fresh();
    let text = texts.get_mut(file).unwrap();
    assert!(text.contains(old), "{text}");
    *text = text.replace(old, new);
    sound_texts(&texts);
    texts
}

#[test]
fn every_form_of_a_record_is_edited_in_its_own_form() {
    // Below headers of their own.
    let headed = with(
        "counters.toml",
        "unit = [\n  { id = \"Guard\", front = [2], setup = \"towns\" },     # a region: the player chooses\n]\n",
        "\n  [[units.unit]]\n  id = \"Guard\" # the only one\n  front = [2]\n  setup = \"towns\" # a region\n",
    );
    assert_eq!(
        sound_diff(&headed, to("Guard", "3")),
        "counters.toml\n-  setup = \"towns\" # a region\n+  setup = \"3\" # a region\n"
    );
    assert_eq!(
        sound_diff(&headed, value(json!({ "unit": "Guard" }), json!(["name"]), json!("Old Guard"))),
        "counters.toml\n+  name = \"Old Guard\"\n"
    );
    // Dotted keys, and a table of its own.
    let face = "front = { label = \"Turn\", glyph = \"turn\" }\n";
    for form in ["front.label = \"Turn\"\nfront.glyph = 'turn'\n", "[marker.front]\nlabel = \"Turn\"\nglyph = 'turn'\n"]
    {
        let dotted = with("counters.toml", face, form);
        let turn = |key: &str, new: &str| value(json!({ "marker": "turn" }), json!(["front", key]), json!(new));
        let (label, glyph) = (if form.starts_with('[') { "label" } else { "front.label" }, "glyph");
        assert_eq!(
            sound_diff(&dotted, turn("label", "Round")),
            format!("counters.toml\n-{label} = \"Turn\"\n+{label} = \"Round\"\n")
        );
        let shown = sound_diff(&dotted, turn(glyph, "control"));
        assert!(shown.contains("glyph = 'control'\n"), "{shown}");
        let shown = plain_diff(&dotted, turn("state", "up"));
        let wanted = if form.starts_with('[') { "+state = \"up\"\n" } else { "+front.state = \"up\"\n" };
        assert!(shown.ends_with(wanted), "{shown}");
        let whole = value(json!({ "marker": "turn" }), json!(["front"]), json!(1));
        assert!(refused(&dotted, whole).contains("several parts"));
    }
    // Dotted keys between braces.
    let braces = with("counters.toml", face, "front = { \"label\" = \"Turn\", glyph = \"turn\" }\n");
    assert_eq!(
        sound_diff(&braces, value(json!({ "marker": "turn" }), json!(["front", "label"]), json!("R"))),
        "counters.toml\n-front = { \"label\" = \"Turn\", glyph = \"turn\" }\n+front = { \"label\" = \"R\", glyph = \"turn\" }\n"
    );
}

#[test]
fn placements_below_headers_and_in_spreadsheets() {
    let mut headed = fresh();
    let scenarios = headed.get_mut("scenarios.toml").unwrap();
    let at = scenarios.find("place = [").unwrap();
    let end = at + scenarios[at..].find("\n]\n").map_or_else(|| scenarios[at..].find('\n').unwrap() + 1, |n| n + 3);
    scenarios.replace_range(at..end, "");
    let scenarios = scenarios.trim_end().to_string();
    headed.insert(
        "scenarios.toml".to_string(),
        format!("{scenarios}\n\n[[scenario.place]]\nunits = [\"1/1\", \"2/1\"]\nat = \"2\"\n\n# the others\n[[scenario.place]]\nunits = [\"1/7\"]\nat = \"3\"\n"),
    );
    sound_texts(&headed);
    assert_eq!(
        sound_diff(&headed, to("2/1", "1")),
        "scenarios.toml\n-units = [\"1/1\", \"2/1\"]\n+units = [\"1/1\"]\n+\n+[[scenario.place]]\n+units = [\"2/1\"]\n+at = \"1\"\n"
    );
    let moved = edited(&headed, to("1/7", "2")).unwrap();
    assert!(
        moved["scenarios.toml"]
            .ends_with("[[scenario.place]]\nunits = [\"1/1\", \"2/1\", \"1/7\"]\nat = \"2\"\n\n# the others\n"),
        "{}",
        moved["scenarios.toml"]
    );

    let mut sheet = fresh();
    let rows = "scenario,units,at,state\r\ncrossing,1/1; 2/1,2,\r\ncrossing,1/7,3,reduced\r\n";
    sheet.insert("scenarios.setups.csv".to_string(), rows.to_string());
    sound_texts(&sheet);
    assert_eq!(
        sound_diff(&sheet, to("2/1", "1")),
        "scenarios.setups.csv\n-crossing,1/1; 2/1,2,\r\n+crossing,1/1,2,\r\n+crossing,2/1,1,\r\n"
    );
    assert_eq!(
        sound_diff(&sheet, to("1/7", "4")),
        "scenarios.setups.csv\n-crossing,1/7,3,reduced\r\n+crossing,1/7,4,reduced\r\n"
    );
}

#[test]
fn line_ends_and_indentation_stay() {
    let mut texts = fresh();
    let dos = |text: &String| text.replace('\n', "\r\n");
    let counters = dos(&texts["counters.toml"]).replace("  { id = \"2/1\"", "\t { id = \"2/1\"");
    texts.insert("counters.toml".to_string(), counters);
    texts.insert("map.toml".to_string(), dos(&texts["map.toml"]));
    let scenarios = dos(&texts["scenarios.toml"]);
    texts.insert("scenarios.toml".to_string(), scenarios);
    for edit in [
        to("2/1", "3"),
        json!({ "edit": "move", "scenario": "crossing", "pieces": [{ "unit": "2/7" }], "to": "card" }),
        json!({ "edit": "move", "scenario": "crossing", "pieces": [{ "unit": "3/7" }], "to": { "at": "6" } }),
        json!({ "edit": "add-area", "map": "river", "id": "7", "terrain": "open", "site": [120, 90] }),
        json!({ "edit": "frame", "map": "river", "what": "box", "id": "new", "at": [160, 108], "size": [10, 10] }),
        json!({ "edit": "link", "map": "river", "from": "1", "to": "6", "on": true }),
        value(json!({ "marker": "turn" }), json!(["note"]), json!("two\nlines")),
    ] {
        let made = edited(&texts, edit.clone()).unwrap();
        for (name, text) in &made {
            let lone = text.replace("\r\n", "").matches('\n').count();
            assert!(texts[name].matches("\r\n").count() == 0 || lone == 0 || edit["edit"] == "value", "{name}: {edit}");
        }
        sound_texts(&made);
    }
    assert_eq!(
        plain_diff(&texts, to("2/1", "3")).lines().last().unwrap(),
        "+\t { id = \"2/1\", front = [4, 4, 3], back = [2, 3, 3], setup = \"3\" },"
    );
}

#[test]
fn a_mark_at_the_beginning_of_a_file_stays() {
    let mut texts = fresh();
    for file in ["counters.toml", "map.toml"] {
        texts.insert(file.to_string(), format!("\u{feff}{}", texts[file]));
    }
    assert_eq!(
        sound_diff(&texts, to("2/1", "3")),
        "counters.toml\n-  { id = \"2/1\", front = [4, 4, 3], back = [2, 3, 3], setup = \"2\" },\n\
         +  { id = \"2/1\", front = [4, 4, 3], back = [2, 3, 3], setup = \"3\" },\n"
    );
    let site = json!({ "edit": "site", "map": "river", "area": "3", "to": [99, 25] });
    assert_eq!(sound_diff(&texts, site), "map.toml\n-site = [98, 24]\n+site = [99, 25]\n");
}

#[test]
fn broken_files_and_workbooks_are_left_alone() {
    let mut texts = fresh();
    let broken = texts["counters.toml"].replacen("front = [4, 4, 3]", "front = [4, 4, 3", 1);
    texts.insert("counters.toml".to_string(), broken);
    let refusal = refused(&texts, to("2/1", "3"));
    assert!(refusal.starts_with("counters.toml:1") && refusal.contains("mend this file first"), "{refusal}");
    // What stands in files of other kinds can still be changed.
    assert!(edited(&texts, json!({ "edit": "site", "map": "river", "area": "3", "to": [99, 25] })).is_ok());
}

#[test]
fn a_workbook_is_not_changed_behind_its_program() {
    let book = crate::sheets::xlsx(&[(
        "units",
        &[
            &["id", "side", "type", "layout", "front", "setup", "independent"],
            &["Scouts", "red", "infantry", "garrison", "3", "5", "true"],
        ],
    )]);
    let texts = fresh();
    let mut files: Vec<(&str, &[u8])> = texts.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    files.push(("counters-late.xlsx", &book));
    let (sources, found) = Sources::from_bytes("game", files);
    assert_eq!(found.iter().count(), 0);
    let edit: Edit = serde_json::from_value(value(json!({ "unit": "Scouts" }), json!(["name"]), json!("X"))).unwrap();
    let refusal = apply(&sources, &edit).unwrap_err();
    assert!(refusal.message.contains("counters-late.xlsx: ") && refusal.message.contains("a spreadsheet"), "{refusal}");
    assert!(refusal.help.unwrap().contains("save it as CSV"));
}

/// The small game in a folder, and an edit of it.
fn on_disk(folder: &Path) -> (Texts, Vec<FileChange>) {
    let texts = fresh();
    for (name, text) in &texts {
        fs::write(folder.join(name), text).unwrap();
    }
    let (sources, _) = Sources::load(folder, "").unwrap();
    let stack = json!({ "edit": "move", "scenario": "crossing", "to": { "at": "3" }, "pieces": [{ "unit": "1/1" }, { "unit": "3/7" }] });
    let edit: Edit = serde_json::from_value(stack).unwrap();
    let changes = apply(&sources, &edit).unwrap();
    assert_eq!(changes.len(), 2, "a unit's own word, and a placement");
    (texts, changes)
}

fn all(folder: &Path) -> Texts {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
    files.map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap())).collect()
}

#[test]
fn changes_are_written_undone_and_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let (before, changes) = on_disk(folder.path());
    let undo = write(folder.path(), &changes).unwrap();
    let after = all(folder.path());
    assert_eq!(undo.files().collect::<Vec<_>>(), ["counters.toml", "scenarios.toml"]);
    assert_eq!(diff(&before, &after).matches("\n+").count(), 2);
    assert!(compile_texts(&after).game.is_some());
    let redo = undo.restore(folder.path()).unwrap();
    assert_eq!(all(folder.path()), before, "byte for byte, and nothing else is left there");
    redo.restore(folder.path()).unwrap();
    assert_eq!(all(folder.path()), after);
    // Undone twice: the files are not what they were.
    undo.restore(folder.path()).unwrap();
    assert!(undo.restore(folder.path()).unwrap_err().changed);
}

#[test]
fn a_file_that_somebody_else_changed_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let (before, changes) = on_disk(folder.path());
    let other = format!("{}\n# mine\n", before["scenarios.toml"]);
    fs::write(folder.path().join("scenarios.toml"), &other).unwrap();
    let error = write(folder.path(), &changes).unwrap_err();
    assert!(error.changed && error.file == "scenarios.toml", "{error}");
    assert_eq!(all(folder.path())["scenarios.toml"], other);
    assert_eq!(all(folder.path())["counters.toml"], before["counters.toml"], "all or none");
    // The same for undo.
    fs::write(folder.path().join("scenarios.toml"), &before["scenarios.toml"]).unwrap();
    let undo = write(folder.path(), &changes).unwrap();
    fs::write(folder.path().join("counters.toml"), "mine").unwrap();
    assert!(undo.restore(folder.path()).unwrap_err().changed);
    assert_eq!(all(folder.path())["counters.toml"], "mine");
    fs::remove_file(folder.path().join("counters.toml")).unwrap();
    assert!(!undo.restore(folder.path()).unwrap_err().changed);
}

#[test]
fn nothing_outside_of_the_folder_is_written() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("game");
    fs::create_dir(&folder).unwrap();
    fs::write(outer.path().join("secret.toml"), "").unwrap();
    fs::write(folder.join("game.txt"), "").unwrap();
    fs::write(folder.join("game.toml"), "").unwrap();
    let empty = blake3::hash(b"").to_hex().to_string();
    let try_it = |file: &str| {
        let change = FileChange { file: file.to_string(), before: empty.clone(), text: "x = 1\n".to_string() };
        write(&folder, &[change])
    };
    let absolute = outer.path().join("secret.toml").to_string_lossy().into_owned();
    for file in
        ["../secret.toml", "./../secret.toml", "", ".", "sub/../../secret.toml", "game.txt", "no.toml", &absolute]
    {
        assert!(try_it(file).is_err(), "{file}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.toml", folder.join("map.toml")).unwrap();
        std::os::unix::fs::symlink("..", folder.join("maps")).unwrap();
        std::os::unix::fs::symlink("game.toml", folder.join("rules.toml")).unwrap();
        for file in ["map.toml", "maps/secret.toml", "rules.toml"] {
            assert!(try_it(file).unwrap_err().message.contains("a link"), "{file}");
        }
    }
    assert_eq!(fs::read(outer.path().join("secret.toml")).unwrap(), b"");
    assert!(try_it("game.toml").is_ok());
}

#[test]
fn no_place_in_a_file_makes_an_edit_panic_or_break_the_file() {
    let texts = fresh();
    for file in ["map.toml", "counters.toml", "tables.toml", "rules.toml"] {
        for byte in (0..texts[file].len() + 3).step_by(17) {
            for (key, new) in
                [(json!(["name"]), json!("x")), (json!(["at", 0]), json!(3)), (json!(["src"]), json!(null))]
            {
                let edit = value(json!({ "in": { "file": file, "byte": byte } }), key, new);
                if let Ok(made) = edited(&texts, edit) {
                    assert!(diff(&texts, &made).lines().count() <= 6);
                }
            }
        }
    }
}

#[test]
fn edits_have_a_size_that_hands_make() {
    let hexes: Vec<String> = (0..100_000).map(|n| n.to_string()).collect();
    assert!(
        refused(&fresh(), json!({ "edit": "terrain", "map": "river", "hexes": hexes, "terrain": null }))
            .contains("100000 parts")
    );
}

#[test]
fn requests_that_are_not_edits_are_not_read() {
    for wrong in [
        json!({}),
        json!({ "edit": "format", "disk": "c" }),
        json!({ "edit": "move", "scenario": "x", "pieces": [{ "unit": 3 }], "to": "card" }),
        json!({ "edit": "move", "scenario": "x", "pieces": [], "to": "moon" }),
        json!({ "edit": "site", "map": "m", "area": "1", "to": [1, 2, 3] }),
        json!({ "edit": "site", "map": "m", "area": "1", "to": [1, 2], "file": "/etc/passwd" }),
        json!({ "edit": "value", "of": { "unit": "1", "marker": "2" }, "key": ["name"], "value": 1 }),
    ] {
        assert!(serde_json::from_value::<Edit>(wrong.clone()).is_err(), "{wrong}");
    }
}
