//! `punchboard import`: names, sizes and pictures as nobody would make them, and as somebody did.

use crate::common::{small, sound};
use crate::import::{Files, built, comes_back, compiled, edit, import, png, slots};
use crate::import_maps::{all, changed, text, value};
use punchboard::emit::{Artifacts, Emitter, PrintKit};
use punchboard::vassal::Trait;
use std::sync::Mutex;

/// The module of the other tests, with other words in its build file.
fn with_words(words: &[(&str, &str)]) -> Vec<u8> {
    changed(|files| {
        let mut build = text(files, "buildFile.xml");
        for (old, new) in words {
            assert!(build.contains(old), "{build}");
            build = build.replace(old, new);
        }
        files.insert("buildFile.xml".into(), build.into_bytes());
    })
}

#[test]
fn properties_may_be_called_anything() {
    for (name, key) in [
        ("Größe", "gr-e"),
        ("\u{5f3a}\u{5ea6}", "property"),
        ("1st Move", "property-1st-move"),
        ("Ранг 2", "property-2"),
    ] {
        let brought = comes_back(&with_words(&[("Strength", name)]));
        let units = text(&brought.files, "counters-units.toml");
        assert!(units.contains(&format!("{key} = 4")), "{name}: {units}");
        let mut files = brought.files;
        edit(&mut files, "counters-units.toml", &format!("{key} = 4"), &format!("{key} = 6"));
        let Trait::Marker(marker) = &slots(&built(&files))["1"].1.traits[1] else { panic!("no marker") };
        assert_eq!(marker.properties, [(name.to_string(), "6".to_string())]);
    }
}

#[test]
fn names_may_be_of_any_script() {
    let odd = with_words(&[
        ("name=\"Odd &amp; Even\"", "name=\"\u{6226}\u{8eca}\""),
        ("<entry>Red</entry>", "<entry>Красные</entry>"),
        ("Guard, old", "\u{202e}\u{1f4a5} &lt;b&gt; #1"),
        ("entryName=\"Units\"", "entryName=\"\u{90e8}\u{968a}/\u{90e8}\""),
        ("The field", "\u{6e96}\u{5099}"),
    ]);
    let account = comes_back(&odd).account;
    assert_eq!((account.units + account.markers, account.scenarios, account.placements), (3, 1, 4));
}

#[test]
fn boards_and_cards_may_have_any_shape() {
    for (width, height) in [(1, 1), (1, 75), (3000, 2), (2, 3000)] {
        let odd = changed(|files| {
            for picture in ["board", "card", "smoke"] {
                files.insert(format!("images/{picture}.png"), png(width, height, 1));
            }
        });
        let account = comes_back(&odd).account;
        assert_eq!((account.maps, account.cards), (1, 2), "{width} x {height}");
        // A deck without a back has its name there, if there is room.
        let bare =
            with_words(&[("back.png", ""), ("name=\"Events\"", &format!("name=\"{}\"", "Events of ".repeat(9)))]);
        let bare = comes_back(&bare);
        assert!(text(&bare.files, "cards.toml").contains("back-image = \"art/plain-back-1.png\""));
    }
    let bare = comes_back(&with_words(&[("back.png", "")]));
    assert!(!text(&bare.files, "cards.toml").contains("back-image"));
}

#[test]
fn a_board_without_a_picture_is_a_plain_record() {
    let plain = with_words(&[(
        "image=\"board.png\" reversible=\"false\" width=\"500\" height=\"500\" color=\"\"",
        "width=\"640\" height=\"480\" color=\"1,2,3\"",
    )]);
    let brought = comes_back(&plain);
    assert_eq!((brought.account.maps, brought.account.boards), (1, 1));
    let mut files = brought.files;
    assert!(text(&files, "map-main.toml").contains("pixels = [640, 480]"), "{}", text(&files, "map-main.toml"));
    edit(&mut files, "map-main.toml", "pixels = [640, 480]", "pixels = [800, 600]");
    let record =
        text(&files, "map-main.toml") + "\n[[box]]\nid = \"pool\"\nname = \"Pool\"\nat = [10, 20]\nsize = [80, 60]\n";
    files.insert("map-main.toml".into(), record.into_bytes());
    let new = built(&files);
    let board = &all(&new, "Board")[0];
    assert_eq!((value(board, "width"), value(board, "height"), value(board, "color")), ("800", "600", "1,2,3"));
    assert_eq!(value(&all(&new, "Zone")[0], "path"), "10,20;90,20;90,80;10,80");
    // A grid on it needs no terrain.
    let hexes = "\n[grid]\ncolumns = 4\nrows = 4\nhex = \"9mm\"\norigin = [60, 60]\nnumber = \"{column:2}{row:2}\"\n";
    let record = text(&files, "map-main.toml") + hexes;
    files.insert("map-main.toml".into(), record.into_bytes());
    assert!(printed(&files).iter().any(|name| name.contains("map")));
    // Nothing is on the first, and nothing is printed.
    let names = printed(&import(&plain).files);
    assert!(!names.is_empty() && !names.iter().any(|name| name.contains("map")), "{names:?}");
}

/// The files of a game's print kit.
fn printed(files: &Files) -> Vec<String> {
    let game = sound(compiled(files));
    let sink: Mutex<Artifacts> = Mutex::default();
    PrintKit.emit(&small(&game), &sink).unwrap();
    sink.into_inner().unwrap().into_keys().collect()
}

#[test]
fn large_cells_stay_where_they_are_on_a_small_sheet() {
    let plain = changed(|files| {
        let board = "VASSAL.build.module.map.boardPicker.Board";
        let old = format!(
            "<{board} name=\"Board\" image=\"board.png\" reversible=\"false\" width=\"500\" height=\"500\" color=\"\"/>"
        );
        let grid = "<VASSAL.build.module.map.boardPicker.board.SquareGrid dx=\"375.0\" dy=\"375.0\" x0=\"0\" y0=\"0\" range=\"Metric\"/>";
        let new = format!("<{board} name=\"Board\" width=\"811\" height=\"620\">{grid}</{board}>");
        let build = text(files, "buildFile.xml");
        assert!(build.contains(&old), "{build}");
        files.insert("buildFile.xml".into(), build.replace(&old, &new).into_bytes());
        for picture in ["red", "red-back", "blue", "smoke"] {
            files.insert(format!("images/{picture}.png"), png(300, 300, 1));
        }
    });
    assert_eq!(comes_back(&plain).account.grids, 1);
}
