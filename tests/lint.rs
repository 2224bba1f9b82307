//! `punchboard lint`: each mistake is found in a module that has it, and in none of ours.

use crate::common::desk::Desk;
use crate::common::{examples, root, small, sound_texts, texts};
use punchboard::emit::vassal;
use punchboard::import::{Mistake, Module, lint};
use punchboard::vassal::archive::{Limits, pack};
use punchboard::vassal::components::*;
use punchboard::vassal::traits::*;
use punchboard::vassal::{Basic, Command, Key, Piece, Trait, save};

/// A board of 100 x 80 pixels.
fn picture() -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend([0, 0, 0, 100, 0, 0, 0, 80]);
    png
}

fn piece(name: &str, traits: impl IntoIterator<Item = Trait>) -> Piece {
    let basic = Basic { name: name.into(), image: "unit.png".into(), ..Basic::default() };
    Piece { traits: traits.into_iter().collect(), basic }
}

fn slot(gpid: &str, piece: &Piece) -> Node {
    Node::new(PieceSlot {
        name: piece.basic.name.clone(),
        gpid: gpid.into(),
        text: piece.slot_text(),
        ..PieceSlot::default()
    })
}

fn prototype(name: &str, traits: impl IntoIterator<Item = Trait>) -> Node {
    let text = Piece::of(traits).slot_text();
    Node::new(PrototypeDefinition { name: name.into(), text, ..PrototypeDefinition::default() })
}

fn saved(pieces: &[Piece]) -> Vec<u8> {
    let boards = vec![punchboard::vassal::SavedBoard { name: "Board".into(), ..Default::default() }];
    let mut commands = vec![Command::BeginSave];
    commands.extend(
        pieces.iter().enumerate().map(|(id, piece)| Command::Piece { id: id.to_string(), piece: piece.clone() }),
    );
    commands.extend([Command::SetupStack, Command::Boards { map: "Map".into(), boards }, Command::EndSave]);
    pack([("savedGame", save::encode(&commands, 7))]).unwrap()
}

/// A module with one map, whatever else is to be in it, and files.
fn module(more: impl IntoIterator<Item = Node>, files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let board = Board { name: "Board".into(), image: Some("board.png".into()), ..Board::default() };
    let map =
        Node::new(Map { name: "Map".into(), ..Map::default() }).with(Node::new(BoardPicker::default()).with(board));
    let build = Node::new(GameModule { name: "Odd".into(), version: "1.0".into(), ..GameModule::default() })
        .with(map)
        .with_all(more);
    let own = [("images/board.png", picture()), ("images/unit.png", picture()), ("buildFile.xml", to_xml(&build))];
    pack(own.into_iter().chain(files.iter().map(|(name, bytes)| (*name, bytes.clone())))).unwrap()
}

/// What is found, as `word: message`. The unit's own picture is always used.
fn found(more: Vec<Node>, files: &[(&str, Vec<u8>)]) -> Vec<String> {
    let mut all = vec![slot("1", &piece("unit", []))];
    all.extend(more);
    let module = Module::read(&module(all, files), Limits::default()).unwrap();
    lint(&module).iter().map(|finding| format!("{}: {}", finding.problem.word(), finding.what)).collect()
}

#[test]
fn a_module_without_mistakes_has_none() {
    assert_eq!(found(vec![], &[]), Vec::<String>::new());
}

#[test]
fn our_own_modules_have_no_mistakes() {
    let storm = texts(&root().join("data/storm"));
    for (name, texts) in [("the game of the docs", examples(&["language"])), ("a game with cards", storm)] {
        let made = sound_texts(&texts);
        let bytes = vassal::module(&small(&made)).unwrap();
        let module = Module::read(&bytes, Limits::default()).unwrap();
        let bad = lint(&module).into_iter().filter(|finding| finding.problem < Mistake::UnheardKey);
        assert_eq!(bad.collect::<Vec<_>>(), [], "{name}");
    }
}

#[test]
fn every_mistake_is_found() {
    let unknown = piece("a", [UsePrototype::new("Armor").into()]);
    let armour = prototype("Armour", []);
    let used = slot("3", &piece("b", [UsePrototype::new("Armour").into()]));
    assert_eq!(
        found(vec![slot("2", &unknown), armour.clone(), used], &[]),
        ["unknown-prototype: there is no prototype `Armor`; did you mean `Armour`?"]
    );
    assert_eq!(found(vec![armour], &[]), ["unused-prototype: no piece uses `Armour`, nor a prototype that one uses"]);

    let round = [prototype("A", [UsePrototype::new("B").into()]), prototype("B", [UsePrototype::new("A").into()])];
    let starts = slot("2", &piece("a", [UsePrototype::new("A").into()]));
    let loops = found(round.into_iter().chain([starts]).collect(), &[]);
    assert_eq!(loops.len(), 2);
    assert!(loops.iter().all(|one| one.starts_with("prototype-loop: ")), "{loops:?}");

    let layers = Embellishment { images: vec!["Unit.png".into(), String::new()], ..Embellishment::default() };
    assert_eq!(
        found(vec![slot("2", &piece("a", [layers.into()]))], &[]),
        ["missing-picture: there is no picture `Unit.png`; there is `unit.png`"]
    );
    assert_eq!(
        found(vec![], &[("images/old.gif", vec![]), ("a/B.class", vec![]), ("__MACOSX/._x", vec![])]),
        [
            "own-class: a class that is loaded into VASSAL",
            "unused-picture: no piece, board, button or page shows it",
            "left-behind: not part of a module",
        ]
    );
    assert_eq!(
        found(vec![slot("1", &piece("a", [])), slot("", &piece("b", []))], &[]),
        ["same-number: number 1 is also that of `unit`", "no-number: the slot has no gpid"]
    );

    let send = SendToLocation { map: "Mpa".into(), board: "Board".into(), ..SendToLocation::default() };
    let back = ReturnToDeck { deck: "Events".into(), select: false, ..ReturnToDeck::default() };
    assert_eq!(
        found(vec![slot("2", &piece("a", [send.into(), back.into()]))], &[]),
        ["unknown-target: there is no map `Mpa`; did you mean `Map`?", "unknown-target: there is no deck `Events`"]
    );

    let broken = TriggerAction { condition: "{(a == 1}".into(), ..TriggerAction::default() };
    assert_eq!(
        found(vec![slot("2", &piece("a", [broken.into()]))], &[]),
        ["broken-expression: a trait `macro` has no closing `)`: {(a == 1}"]
    );

    let text = "+/null/nothing\\\tpiece;;;;/1".to_string();
    let cut = Node::new(PieceSlot { gpid: "2".into(), text, ..PieceSlot::default() });
    assert!(found(vec![cut], &[])[0].starts_with("unreadable-piece: "));

    let region = |map: &str, names: &[&str]| {
        let regions = names.iter().map(|name| Node::new(Region { name: (*name).into(), ..Region::default() }));
        let grid = Node::new(RegionGrid::default()).with_all(regions);
        let board = Node::new(Board { name: "One".into(), ..Board::default() }).with(grid);
        Node::new(Map { name: map.into(), ..Map::default() }).with(Node::new(BoardPicker::default()).with(board))
    };
    assert_eq!(found(vec![region("M", &["a"]), region("N", &["a"])], &[]), Vec::<String>::new());
    assert_eq!(found(vec![region("M", &["a", "a"])], &[]), ["same-name: there is another region called `a`"]);

    let twice = [prototype("A", []), prototype("A", [])];
    assert!(found(twice.into(), &[]).contains(&"same-name: there is another prototype called `A`".to_string()));

    let sends =
        TriggerAction { actions: vec![Key::named("Nobody"), Key::named("Somebody")], ..TriggerAction::default() };
    let hears = Delete { key: Key::named("Somebody"), ..Delete::default() };
    assert_eq!(
        found(vec![slot("2", &piece("a", [sends.into(), hears.into()]))], &[]),
        ["unheard-key: nothing listens to the command `Nobody`"]
    );
}

#[test]
fn setups_are_read() {
    let setup = |file: &str| {
        Node::new(PredefinedSetup { name: file.into(), file: Some(file.into()), ..PredefinedSetup::default() })
    };
    let at = |name: &str, gpid: &str, x: i32| {
        let mut piece = piece(name, []);
        piece.basic = Basic { map: Some("Map".into()), gpid: gpid.into(), x, y: 10, ..piece.basic };
        piece
    };
    let good = saved(&[at("unit", "1", 50)]);
    assert_eq!(found(vec![setup("a.vsav")], &[("a.vsav", good)]), Vec::<String>::new());
    let odd = saved(&[at("old", "77", 50), at("old", "77", 60), at("unit", "1", 5000)]);
    assert_eq!(
        found(vec![setup("a.vsav"), setup("b.vsav"), setup("c.vsav")], &[("a.vsav", odd), ("b.vsav", b"no".to_vec())]),
        [
            "missing-file: there is no file `c.vsav`",
            "unreadable-save: not a usable zip file: invalid Zip archive: Could not find EOCD",
            "unknown-in-setup: `old` (2 times)",
            "off-the-board: `unit` lies outside of the map `Map`",
        ]
    );
}

#[test]
fn the_command_prints_writes_a_page_and_changes_nothing() {
    let desk = Desk::new();
    let bytes =
        module([slot("1", &piece("<b>unit", [UsePrototype::new("Gone").into()])), slot("", &piece("x", []))], &[]);
    desk.write("odd.vmod", &bytes);
    let run = desk.run(&["lint", "odd.vmod", "--report", "page.html"]);
    assert_eq!(run.code, 0, "warnings only");
    assert!(run.out.contains("warning: Prototypes that do not exist (1)"), "{}", run.out);
    assert!(run.err.contains("Odd 1.0: 0 errors, 2 warnings, 0 notes"), "{}", run.err);
    let files = desk.files(".");
    assert_eq!(files["odd.vmod"], bytes);
    let page = String::from_utf8(files["page.html"].clone()).unwrap();
    assert!(page.contains("&lt;b&gt;unit") && !page.contains("<b>unit"), "{page}");
    // Its own page is written again; another file is left alone.
    assert_eq!(desk.run(&["lint", "odd.vmod", "--report", "page.html"]).code, 0);
    desk.write("mine.html", "mine");
    let run = desk.run(&["lint", "odd.vmod", "--report", "mine.html"]);
    assert_eq!(run.code, 2);
    assert_eq!(desk.files(".")["mine.html"], b"mine");

    let run = desk.run(&["lint", "odd.vmod", "--message-format", "json"]);
    let first: serde_json::Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
    assert_eq!(first["problem"], "unknown-prototype");

    desk.write("no.vmod", "no zip");
    desk.write("empty.vmod", pack([("x", "")]).unwrap());
    for (file, why) in
        [("no.vmod", "not a usable zip"), ("empty.vmod", "without a build file"), ("gone.vmod", "cannot read")]
    {
        let run = desk.run(&["lint", file]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains(why), "{}", run.err);
    }
}
