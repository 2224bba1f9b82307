//! `punchboard import`: pieces that traits define and put on a map.

use crate::import::{Files, built, comes_back, edit, import, png, slots};
use crate::import_maps::{changed, text};
use punchboard::vassal::archive::{Limits, pack, unpack};
use punchboard::vassal::components::*;
use punchboard::vassal::traits::*;
use punchboard::vassal::{Basic, Command, Piece, RawPiece, Trait, save};
use std::collections::BTreeMap;

const CSV: &str = "scenarios.setups.csv";

fn piece(name: &str, image: &str, traits: impl IntoIterator<Item = Trait>) -> Piece {
    let basic = Basic { name: name.into(), image: image.into(), ..Basic::default() };
    Piece { traits: traits.into_iter().collect(), basic }
}

fn layer(image: &str) -> Trait {
    Embellishment { images: vec![image.into()], ..Embellishment::default() }.into()
}

fn places(gpid: &str, piece: &Piece) -> PlaceMarker {
    PlaceMarker { piece: Some(piece.slot_text()), gpid: gpid.into(), ..PlaceMarker::default() }
}

/// Its picture is in a prototype; it makes a ruin of itself.
fn tower() -> Piece {
    let ruin = piece("Ruin", "ruin.png", [Marker::new("Side", "Blue").into()]);
    piece("Tower", "", [UsePrototype::new("Towers").into(), Replace(places("34", &ruin)).into()])
}

/// All that traits make, by number.
fn makes() -> BTreeMap<&'static str, Piece> {
    let ruin = piece("Ruin", "ruin.png", [Marker::new("Side", "Blue").into()]);
    [
        ("31", tower()),
        ("32", piece("Smoke", "smoke.png", [Delete::default().into()])),
        ("33", piece("", "", [layer("smoke.png")])),
        ("34", ruin),
        // It stands in a prototype.
        ("35", piece("", "", [layer("fort.old.png")])),
        ("36", piece("Label", "", [])),
        ("37", piece("Tower", "", [layer("tower.png")])),
        ("", piece("Unnumbered", "fort.old.png", [])),
        // The number of a slot.
        ("3", piece("Twin", "fort.old.png", [])),
    ]
    .into()
}

fn prototypes() -> BTreeMap<String, Piece> {
    let forts = Piece::of([Trait::from(places("35", &makes()["35"]))]);
    [("Towers".to_string(), Piece::of([layer("tower.png")])), ("Forts".to_string(), forts)].into()
}

/// The module of the other tests with a piece that makes others, and a setup in which they lie.
fn maker() -> Vec<u8> {
    changed(|files| {
        let numbers = ["31", "32", "33", "36", "37", "", "3"];
        let traits = numbers.map(|number| Trait::from(places(number, &makes()[number])));
        let maker = piece("Maker", "red.png", traits.into_iter().chain([UsePrototype::new("Forts").into()]));
        let mut tree = from_xml(&files["buildFile.xml"]).unwrap();
        let definitions = prototypes().into_iter().map(|(name, piece)| {
            Node::new(PrototypeDefinition { name, text: piece.slot_text(), ..PrototypeDefinition::default() })
        });
        tree.children.insert(0, Node::new(PrototypesContainer::default()).with_all(definitions));
        let slot =
            PieceSlot { name: "Maker".into(), gpid: "4".into(), text: maker.slot_text(), ..PieceSlot::default() };
        let window = |node: &&mut Node| matches!(node.component, Component::PieceWindow(_));
        tree.children.iter_mut().find(window).unwrap().children[0].children.push(Node::new(slot));
        files.insert("buildFile.xml".into(), to_xml(&tree));
        let pictures = [("tower.png", 11), ("ruin.png", 12), ("fort.old.png", 13)];
        files.extend(pictures.map(|(name, shade)| (format!("images/{name}"), png(50, 50, shade))));
        let saved = unpack(&files["field.vsav"], Limits::default()).unwrap();
        let mut commands = save::decode(&saved["savedGame"]).unwrap();
        for (n, (number, piece)) in makes().into_iter().filter(|(number, _)| number.len() == 2).enumerate() {
            let Piece { traits, basic } = piece.expanded(&prototypes());
            let x = 100 + i32::try_from(n).unwrap();
            let basic = Basic { map: Some("Main".into()), x, y: 9, gpid: number.into(), ..basic };
            commands.insert(1, Command::Piece { id: format!("20{n}"), piece: Piece { traits, basic } });
        }
        files.insert("field.vsav".into(), pack([("savedGame", save::encode(&commands, 3))]).unwrap());
    })
}

/// What a piece of a module makes, by number: name and picture.
fn made(files: &Files, gpid: &str) -> BTreeMap<String, (String, String)> {
    let mut found = BTreeMap::new();
    let raw = RawPiece::decode(&slots(files)[gpid].1.slot_text()).unwrap();
    punchboard::carried::made::each(&raw, &mut |number, piece| {
        found.insert(number.to_string(), (piece.basic_type(3), piece.basic_type(2)));
    });
    found
}

#[test]
fn what_traits_make_has_a_record_and_a_line() {
    let brought = comes_back(&maker());
    let account = &brought.account;
    // The fort, the tower and its ruin; smoke with and without a name, and another tower.
    assert_eq!((account.made, account.made_records, account.made_like), (7, 3, 3));
    assert_eq!((account.slots, account.share()), (6, 100));
    let units = text(&brought.files, "counters-units.toml");
    for record in [
        "id = \"tower\"\nname = \"Tower\"\nimage = \"art/tower.png\"",
        "{ id = \"ruin\", name = \"Ruin\", type = \"unit\", image = \"art/ruin.png\"",
    ] {
        assert!(units.contains(record), "no {record} in\n{units}");
    }
    let others = text(&brought.files, "counters-pieces.toml");
    assert!(others.contains("id = \"fort-old\"\nname = \"fort.old\"\nimage = \"art/fort.old.png\""), "{others}");
    let lines = text(&brought.files, CSV);
    let at = ["31", "32", "33", "34", "35", "36", "37"];
    let names = [",tower", ",smoke", ",smoke", "ruin,", ",fort-old", "", ",tower"];
    for (n, (number, name)) in at.iter().zip(names).enumerate() {
        let line = format!("the-field,{name},Main,{} 9\n", 100 + n);
        assert_eq!(lines.contains(&line), !name.is_empty(), "{number}: {line} in\n{lines}");
    }
    let lock = text(&brought.files, "punchboard.lock");
    assert!(lock.contains("31") && lock.contains("\"unit/ruin\""), "{lock}");
}

#[test]
fn records_of_what_traits_make_go_into_the_trait() {
    let mut files = import(&maker()).files;
    edit(&mut files, "counters-units.toml", "name = \"Ruin\"", "name = \"Rubble\"");
    edit(&mut files, "counters-pieces.toml", "art/fort.old.png", "art/smoke.png");
    edit(&mut files, CSV, ",tower,Main,100 9", ",tower,Main,120 9");
    let more = text(&files, CSV) + "the-field,ruin,,Main,130 9\nthe-field,,fort-old,Main,140 9\n";
    files.insert(CSV.into(), more.into_bytes());
    let new = built(&files);
    let maker = made(&new, "4");
    assert_eq!(maker["34"], ("Rubble".to_string(), "ruin.png".to_string()));
    assert_eq!(maker["31"].0, "Tower");
    assert_eq!(slots(&new).len(), 6);
    let tree = text(&new, "buildFile.xml");
    let forts = tree.split("PrototypeDefinition").find(|one| one.contains("name=\"Forts\"")).unwrap();
    assert!(forts.contains("smoke.png") && !forts.contains("fort.old.png"), "{forts}");
    assert!(!tree.contains("punchboard"), "{tree}");
    let saved = unpack(&new["field.vsav"], Limits::default()).unwrap();
    let mut lying = Vec::new();
    for command in save::decode(&saved["savedGame"]).unwrap() {
        if let Command::Piece { piece, .. } = command {
            lying.push((piece.basic.gpid, piece.basic.name, piece.basic.x));
            assert!(!piece.traits.iter().any(|own| matches!(own, Trait::UsePrototype(_))));
        }
    }
    for (gpid, name, x) in [("31", "Tower", 120), ("34", "Ruin", 103), ("34", "Rubble", 130), ("35", "", 140)] {
        assert!(lying.contains(&(gpid.to_string(), name.to_string(), x)), "{gpid} {name} in {lying:?}");
    }
}

#[test]
fn a_record_outlives_the_trait_and_the_trait_its_record() {
    // Without its record, the ruin is made as before.
    let mut files = import(&maker()).files;
    let units = text(&files, "counters-units.toml");
    let ruin = units.lines().find(|line| line.contains("id = \"ruin\"")).unwrap();
    files.insert("counters-units.toml".into(), units.replace(&format!("{ruin}\n"), "").into_bytes());
    edit(&mut files, CSV, "the-field,ruin,,Main,103 9\n", "");
    let new = built(&files);
    assert_eq!(made(&new, "4")["34"].0, "Ruin");
    // Without the piece that made it, the tower gets a slot.
    let mut files = import(&maker()).files;
    let units = text(&files, "counters-units.toml");
    let maker = units.split("\n[[marker]]\n").find(|record| record.starts_with("id = \"maker\"")).unwrap();
    let without = units.replace(&format!("\n[[marker]]\n{maker}"), "");
    files.insert("counters-units.toml".into(), without.into_bytes());
    let new = built(&files);
    let left: Vec<String> = slots(&new).into_values().map(|(name, _)| name).collect();
    assert!(left.contains(&"Tower".to_string()) && !left.contains(&"Maker".to_string()), "{left:?}");
}
