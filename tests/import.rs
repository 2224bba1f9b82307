//! `punchboard import`: a module becomes a game folder, and the folder the same module again.

use crate::common::desk::Desk;
use crate::common::{examples, root, small, sound, sound_texts, texts};
use punchboard::emit::vassal;
use punchboard::import::{Brought, ImportOptions, bring};
use punchboard::source::Sources;
use punchboard::vassal::archive::{Limits, pack, unpack};
use punchboard::vassal::components::*;
use punchboard::vassal::traits::*;
use punchboard::vassal::{Basic, Command, Piece, SavedBoard as Laid, Stack, Trait, save};
use punchboard::{Compiled, compile_sources};
use std::collections::BTreeMap;
use std::io::Cursor;

pub type Files = BTreeMap<String, Vec<u8>>;

pub fn import(module: &[u8]) -> Brought {
    bring(module, &ImportOptions { id: "game".into(), ..ImportOptions::default() }).unwrap()
}

pub fn compiled(files: &Files) -> Compiled {
    let files = files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    compile_sources(Sources::from_bytes("game", files))
}

/// The module that a folder builds. The game must be without errors and without warnings.
pub fn built(files: &Files) -> Files {
    let compiled = compiled(files);
    assert_eq!(compiled.messages(), Vec::<String>::new());
    let game = sound(compiled);
    unpack(&vassal::module(&small(&game)).unwrap(), Limits::default()).unwrap()
}

/// The tree of a module, as it stands.
pub fn tree(files: &Files) -> Node {
    let build = files.get("buildFile.xml").or(files.get("buildFile")).unwrap();
    from_xml_as_it_stands(build).unwrap()
}

/// Imports a module, builds it again, and compares everything.
pub fn comes_back(module: &[u8]) -> Brought {
    let (old, brought) = (unpack(module, Limits::default()).unwrap(), import(module));
    let new = built(&brought.files);
    assert!(tree(&old) == tree(&new), "the tree is another");
    assert_eq!(old.keys().collect::<Vec<_>>(), new.keys().collect::<Vec<_>>());
    for (name, bytes) in old.iter().filter(|(name, _)| !name.starts_with("buildFile")) {
        assert!(new[name] == *bytes, "{name} differs");
    }
    brought
}

#[test]
fn the_lock_has_a_number_for_every_piece() {
    // Pieces of an old module have no numbers, or the same.
    for module in [module(), old_module("UTF-8")] {
        let brought = import(&module);
        let lock = String::from_utf8(brought.files["punchboard.lock"].clone()).unwrap();
        let model = sound(compiled(&brought.files)).model;
        for key in punchboard::identity::keys(&model) {
            assert!(lock.contains(&format!("{key}\"")), "{key} is not in\n{lock}");
        }
    }
}

pub fn png(width: u32, height: u32, shade: u8) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbaImage::from_pixel(width, height, image::Rgba([shade, 90, 90, 255]));
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn gif(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbaImage::from_pixel(width, height, image::Rgba([9, 99, 9, 255]));
    picture.write_to(&mut bytes, image::ImageFormat::Gif).unwrap();
    bytes.into_inner()
}

fn piece(name: &str, image: &str, traits: impl IntoIterator<Item = Trait>) -> Piece {
    let basic = Basic { name: name.into(), image: image.into(), ..Basic::default() };
    Piece { traits: traits.into_iter().collect(), basic }
}

fn slot(gpid: &str, piece: &Piece) -> Node {
    let name = piece.basic.name.clone();
    Node::new(PieceSlot { name, gpid: gpid.into(), text: piece.slot_text(), ..PieceSlot::default() })
}

/// A piece on a map, with its number.
fn laid(gpid: &str, piece: &Piece, x: i32, y: i32) -> Piece {
    let basic = Basic { map: Some("Main".into()), x, y, gpid: gpid.into(), ..piece.basic.clone() };
    Piece { basic, ..piece.clone() }
}

fn red() -> Piece {
    let flip = Embellishment { always_active: false, images: vec!["red-back.png".into()], ..Embellishment::default() };
    piece("1/1 Inf", "red.png", [Marker::new("Side", "Red").into(), Marker::new("Strength", "4").into(), flip.into()])
}

fn blue() -> Piece {
    piece("Guard, old", "blue.png", [Marker::new("Side", "Blue").into()])
}

/// A module with two sides, a board, a palette, a deck and a setup.
pub fn module() -> Vec<u8> {
    let board = Board { name: "Board".into(), image: Some("board.png".into()), ..Board::default() };
    let card = |name: &str, gpid: &str| {
        let mask = Obscurable { image: "back.png".into(), ..Obscurable::default() };
        let text = piece(name, "card.png", [mask.into()]).slot_text();
        Node::new(CardSlot { name: name.into(), gpid: gpid.into(), text, ..CardSlot::default() })
    };
    let pile = DrawPile { name: "Events".into(), ..DrawPile::default() };
    let map = Node::new(Map { name: "Main".into(), ..Map::default() })
        .with(Node::new(BoardPicker::default()).with(board))
        .with(Node::new(pile).with(card("Storm", "20")).with(card("Mud", "21")));
    let roster = Node::new(PlayerRoster::default()).with_all(["Red", "Blue"].map(RosterEntry::new));
    let list = Node::new(ListWidget { name: "Units".into(), ..ListWidget::default() }).with_all([
        slot("1", &red()),
        slot("2", &blue()),
        slot("3", &piece("Smoke", "smoke.png", [])),
    ]);
    let setup = PredefinedSetup {
        name: "The field".into(),
        file: Some("field.vsav".into()),
        use_file: true,
        ..PredefinedSetup::default()
    };
    let build = Node::new(GameModule {
        name: "Odd & Even".into(),
        version: "1.2b".into(),
        next_piece_slot_id: 40,
        ..GameModule::default()
    })
    .with(roster)
    .with(map)
    .with(Node::new(PieceWindow { name: "Pieces".into(), ..PieceWindow::default() }).with(list))
    .with(setup);
    let stack = |pieces: &[&str], x, y| Stack {
        map: Some("Main".into()),
        x,
        y,
        pieces: pieces.iter().map(ToString::to_string).collect(),
        layer: 0,
    };
    let commands = [
        Command::BeginSave,
        Command::Piece { id: "100".into(), piece: laid("1", &red(), 50, 60) },
        Command::Piece { id: "101".into(), piece: laid("2", &blue(), 50, 60) },
        Command::Piece { id: "102".into(), piece: laid("3", &piece("Smoke", "smoke.png", []), 70, 80) },
        Command::Piece { id: "103".into(), piece: laid("3", &piece("Smoke", "smoke.png", []), 70, 81) },
        Command::Stack { id: "104".into(), stack: stack(&["100", "101"], 50, 60) },
        Command::Stack { id: "105".into(), stack: stack(&["102"], 70, 80) },
        Command::Stack { id: "106".into(), stack: stack(&["103"], 70, 81) },
        Command::Boards { map: "Main".into(), boards: vec![Laid { name: "Board".into(), ..Laid::default() }] },
        Command::EndSave,
    ];
    let field = pack([("savedGame", save::encode(&commands, 3))]).unwrap();
    pack([
        ("buildFile.xml", to_xml(&build)),
        ("images/board.png", png(400, 300, 1)),
        ("images/red.png", png(50, 50, 2)),
        ("images/red-back.png", png(50, 50, 3)),
        ("images/blue.png", png(50, 50, 4)),
        ("images/smoke.png", png(50, 30, 5)),
        ("images/card.png", png(120, 180, 6)),
        ("images/back.png", png(120, 180, 7)),
        ("images/unused.png", png(8, 8, 8)),
        ("field.vsav", field),
        ("help/page.html", b"<p>Hello".to_vec()),
    ])
    .unwrap()
}

/// A file of the folder, changed.
pub fn edit(files: &mut Files, name: &str, old: &str, new: &str) {
    let text = String::from_utf8(files[name].clone()).unwrap();
    assert!(text.contains(old), "{name} has no `{old}`:\n{text}");
    files.insert(name.to_string(), text.replacen(old, new, 1).into_bytes());
}

/// All slots of a module, by number.
pub fn slots(files: &Files) -> BTreeMap<String, (String, Piece)> {
    let mut slots = BTreeMap::new();
    let tree = from_xml(&files["buildFile.xml"]).unwrap();
    let mut waiting = vec![&tree];
    while let Some(node) = waiting.pop() {
        waiting.extend(&node.children);
        let (name, gpid, text) = match &node.component {
            Component::PieceSlot(slot) => (&slot.name, &slot.gpid, &slot.text),
            Component::CardSlot(slot) => (&slot.name, &slot.gpid, &slot.text),
            _ => continue,
        };
        slots.insert(gpid.clone(), (name.clone(), Piece::decode(text).unwrap()));
    }
    slots
}

/// Where pieces lie in a saved game: number, x, y.
fn lying(files: &Files, entry: &str) -> Vec<(String, i32, i32)> {
    let saved = unpack(&files[entry], Limits::default()).unwrap();
    let mut all: Vec<_> = save::decode(&saved["savedGame"])
        .unwrap()
        .into_iter()
        .filter_map(|command| match command {
            Command::Piece { piece, .. } => Some((piece.basic.gpid, piece.basic.x, piece.basic.y)),
            _ => None,
        })
        .collect();
    all.sort();
    all
}

#[test]
fn our_own_modules_come_back_byte_for_byte() {
    let scaffold = Desk::with_game();
    let games = [
        ("the game of the docs", examples(&["language"])),
        ("the game of `punchboard new`", texts(&scaffold.path().join("my-game"))),
        ("cards", texts(&root().join("data/storm"))),
        ("areas", texts(&root().join("data/verdun"))),
    ];
    for (name, texts) in games {
        let made = sound_texts(&texts);
        let brought = comes_back(&vassal::module(&small(&made)).unwrap());
        assert!(brought.account.share() >= 90, "{name}: {:?}", brought.account);
        assert_eq!(brought.account.scenarios, made.model.scenarios.len(), "{name}");
    }
}

#[test]
fn a_module_becomes_plain_records() {
    let brought = comes_back(&module());
    let account = &brought.account;
    assert_eq!((account.units, account.markers, account.cards, account.decks), (2, 1, 2, 1));
    assert_eq!((account.maps, account.sides, account.scenarios, account.placements), (1, 2, 1, 4));
    let text = |name: &str| String::from_utf8(brought.files[name].clone()).unwrap();
    assert!(text("game.toml").contains("title = \"Odd & Even\""), "{}", text("game.toml"));
    assert!(text("game.toml").contains("version = \"1.2b\""));
    let units = text("counters-units.toml");
    assert!(units.contains("side = \"red\"") && units.contains("strength = 4"), "{units}");
    assert!(units.contains("back-image = \"art/red-back.png\"") && units.contains("count = 2"), "{units}");
    assert!(text("cards.toml").contains("back-image = \"art/back.png\""));
    assert!(text("scenarios.setups.csv").contains("the-field,1-1-inf,,Main,50 60"), "{}", text("scenarios.setups.csv"));
    assert!(text("punchboard.lock").contains("\"unit/1-1-inf\" = 1\n"));
    assert!(brought.files.contains_key("module/images/unused.png"));
    assert!(brought.files.contains_key("art/board.png"));
    // What the print kit needs is there, too.
    let game = sound(compiled(&brought.files));
    assert_eq!(game.model.decks[0].cards.len(), 2);
    assert_eq!(game.model.scenarios[0].pinned.len(), 4);
}

#[test]
fn what_an_author_changes_goes_into_the_module() {
    let original = module();
    let old = unpack(&original, Limits::default()).unwrap();
    let mut files = import(&original).files;
    edit(&mut files, "game.toml", "Odd & Even", "Even");
    edit(&mut files, "game.toml", "version = \"1.2b\"", "version = \"1.3\"");
    edit(&mut files, "game.toml", "name = \"Blue\"", "name = \"Bleu\"");
    edit(&mut files, "counters-units.toml", "name = \"1/1 Inf\"", "name = \"1/2 Inf\"");
    edit(&mut files, "counters-units.toml", "strength = 4", "strength = 6");
    edit(&mut files, "counters-units.toml", "image = \"art/blue.png\"", "image = \"art/azure.png\"");
    files.insert("art/azure.png".into(), png(50, 50, 77));
    files.insert("art/smoke.png".into(), png(50, 30, 99));
    let new = built(&files);
    let (before, after) = (slots(&old), slots(&new));
    let root = tree(&new);
    assert_eq!(root.component.attributes().iter().find(|(name, _)| name == "name").unwrap().1, "Even");
    assert_eq!(root.component.attributes().iter().find(|(name, _)| name == "version").unwrap().1, "1.3");
    let text = String::from_utf8(new["buildFile.xml"].clone()).unwrap();
    assert!(text.contains("<entry>Bleu</entry>") && !text.contains("punchboard"));
    let mut wanted = before["1"].clone();
    wanted.0 = "1/2 Inf".into();
    wanted.1.basic.name = "1/2 Inf".into();
    wanted.1.traits[1] = Marker::new("Strength", "6").into();
    assert_eq!(after["1"], wanted);
    assert_eq!(after["2"].1.basic.image, "azure.png");
    assert_eq!(new["images/azure.png"], png(50, 50, 77));
    assert_eq!(new["images/smoke.png"], png(50, 30, 99));
    assert_eq!(after["3"], before["3"]);
    assert_eq!(lying(&new, "field.vsav"), lying(&old, "field.vsav"));
}

#[test]
fn pieces_move_come_and_go_as_the_data_say() {
    let original = module();
    let mut files = import(&original).files;
    let csv = "scenarios.setups.csv";
    edit(&mut files, csv, "the-field,1-1-inf,,Main,50 60", "the-field,1-1-inf,,Main,55 66");
    edit(&mut files, csv, "the-field,,smoke,Main,70 80\n", "");
    let more = "the-field,1-1-new,,Main,5 6\nnight,1-1-inf,,Main,1 2\n";
    let text = String::from_utf8(files[csv].clone()).unwrap();
    files.insert(csv.into(), (text + more).into_bytes());
    edit(
        &mut files,
        "scenarios.toml",
        "[[scenario]]",
        "[[scenario]]\nid = \"night\"\nname = \"Night\"\n\n[[scenario]]",
    );
    let unit = "  { id = \"1-1-new\", name = \"New\", type = \"unit\", image = \"art/red.png\", strength = 9 },\n]";
    edit(&mut files, "counters-units.toml", "\n]", &format!("\n{unit}"));
    edit(
        &mut files,
        "cards.toml",
        "\n[[card]]\nid = \"mud\"\ndeck = \"events\"\ntitle = \"Mud\"\nimage = \"art/card.png\"\n",
        "",
    );
    let new = built(&files);
    let after = slots(&new);
    // The number of a new piece is one that the module never had; 40 is that of the deck's count.
    assert_eq!(after.keys().map(String::as_str).collect::<Vec<_>>(), ["1", "2", "20", "3", "41"]);
    assert_eq!(after["41"].1.basic.name, "New");
    assert_eq!(after["41"].1.traits[1], Marker::new("Strength", "9").into());
    let gpid = |gpid: &str, x, y| (gpid.to_string(), x, y);
    let field = [gpid("1", 55, 66), gpid("2", 50, 60), gpid("3", 70, 81), gpid("41", 5, 6)];
    assert_eq!(lying(&new, "field.vsav"), field);
    assert_eq!(lying(&new, "punchboard-night.vsav"), [gpid("1", 1, 2)]);
    let text = String::from_utf8(new["buildFile.xml"].clone()).unwrap();
    assert!(text.contains("nextPieceSlotId=\"42\"") && text.contains("punchboard-night.vsav"));
}

/// A module as VASSAL 2.7 to 3.1 left them, and worse.
fn old_module(encoding: &str) -> Vec<u8> {
    let texts = [
        // A layer of old, a short layer, a trait that nobody knows, and a basic piece without a number.
        "+/null/emb;;A;;;;;;old\tpiece;;;inf;Infanterie \u{e9}/-1\tnull;0;0",
        "+/null/emb2;Flip;2;F;;0;;;0;;;;1;false;0;0;inf-b.gif;;true;;;\tpiece;;;inf.gif;1\\/327/-1\tnull;29;104",
        "+/null/homemade;x;y\tmark;Side\\\tpiece;K;D;tank.gif;Tank/a;b\tRed\\\tnull;0;0;",
        "+/null/piece;;;gone.gif;Gone/null;0;0",
        "+/null/piece;;;;/null;0;0",
        "not a piece",
        "",
    ];
    let slots: String = texts
        .iter()
        .enumerate()
        .map(|(n, text)| {
            let text = text.replace('&', "&amp;").replace('\t', "&#9;");
            format!("<VASSAL.build.widget.PieceSlot entryName=\"s{n}\" height=\"50\" width=\"59\">{text}</VASSAL.build.widget.PieceSlot>\n")
        })
        .collect();
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"{encoding}\"?>\n<VASSAL.launch.BasicModule name=\"Alt\" version=\"2.7 \u{df}\">\n\
         <VASSAL.build.module.Map mapName=\"Karte, gro\u{df}\"><VASSAL.build.module.map.BoardPicker>\
         <VASSAL.build.module.map.boardPicker.Board image=\"map.gif\" name=\"A\"/>\
         <VASSAL.build.module.map.boardPicker.Board name=\"Plain\" width=\"10\" height=\"10\"/>\
         </VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>\n\
         <my.own.Thing$Inner odd=\"&#10;x\">text<my.own.Child/></my.own.Thing$Inner>\n\
         <VASSAL.build.module.PieceWindow name=\"Pieces\"><VASSAL.build.widget.ListWidget entryName=\"Red\">{slots}\
         </VASSAL.build.widget.ListWidget></VASSAL.build.module.PieceWindow>\n\
         <VASSAL.build.module.PredefinedSetup name=\"Lost\" file=\"lost.sav\"/>\n\
         <VASSAL.build.module.PredefinedSetup name=\"Broken\" file=\"broken.vsav\"/>\n\
         </VASSAL.launch.BasicModule>\n"
    );
    let xml: Vec<u8> = match encoding {
        "UTF-8" => xml.into_bytes(),
        _ => xml.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect(),
    };
    pack([
        ("buildFile", xml),
        ("images/inf.gif", gif(40, 40)),
        ("images/inf-b.gif", gif(40, 40)),
        ("images/INF.GIF", gif(12, 12)),
        ("images/tank.gif", b"GIF89a broken".to_vec()),
        ("images/map.gif", gif(200, 100)),
        ("images/deep/er/x y.bmp", b"BM".to_vec()),
        ("broken.vsav", b"PK nonsense".to_vec()),
        ("my/own/Thing.class", vec![0xca, 0xfe]),
    ])
    .unwrap()
}

#[test]
fn odd_and_old_forms_stay_as_they_are() {
    let brought = comes_back(&old_module("UTF-8"));
    assert_eq!(brought.account.slots, 7);
    assert_eq!(brought.account.markers, 2, "{:?}", brought.account);
    assert_eq!((brought.account.maps, brought.account.boards), (2, 2));
    assert_eq!((brought.account.setups, brought.account.scenarios), (2, 0));
    assert_eq!(brought.account.converted, 3);
    // The pictures for print are PNG; those of the module are what they were.
    assert!(brought.files["art/inf.png"].starts_with(b"\x89PNG"));
    assert!(brought.files["module/images/inf.gif"].starts_with(b"GIF"));
    assert!(brought.account.notes.iter().any(|note| note.contains("`Lost`")), "{:?}", brought.account.notes);
    assert!(brought.account.notes.iter().any(|note| note.contains("`Broken`")));
    // Names that differ only in capitals are two files everywhere.
    let names: Vec<String> = brought.files.keys().map(|name| name.to_lowercase()).collect();
    let mut once = names.clone();
    once.dedup();
    assert_eq!(names.len(), once.len());
}

#[test]
fn an_old_trait_stays_when_its_neighbour_changes() {
    let original = old_module("UTF-8");
    let mut files = import(&original).files;
    let name = "counters-red.toml";
    edit(&mut files, name, "name = \"1/327\"", "name = \"1/328\"");
    let text = String::from_utf8(built(&files)["buildFile"].clone()).unwrap();
    assert!(
        text.contains("emb2;Flip;2;F;;0;;;0;;;;1;false;0;0;inf-b.gif;;true;;;\tpiece;;;inf.gif;1\\/328/-1\tnull"),
        "{text}"
    );
}

#[test]
fn a_build_file_in_another_encoding_is_read() {
    let files = import(&old_module("ISO-8859-1")).files;
    let tree = tree(&built(&files));
    let attributes = tree.component.attributes();
    assert_eq!(attributes.iter().find(|(name, _)| name == "version").unwrap().1, "2.7 \u{df}");
    assert!(tree == self::tree(&unpack(&old_module("UTF-8"), Limits::default()).unwrap()));
}

/// An extension with a piece of its own picture, one of the module's, and a setup.
fn extension() -> Vec<u8> {
    let slot = |gpid: &str, piece: &Piece| {
        let target = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.ListWidget:Units";
        let text = piece.slot_text().replace('&', "&amp;");
        format!(
            "<VASSAL.build.module.ExtensionElement target=\"{target}\"><VASSAL.build.widget.PieceSlot \
             entryName=\"x\" gpid=\"{gpid}\" height=\"9\" width=\"9\">{text}</VASSAL.build.widget.PieceSlot>\
             </VASSAL.build.module.ExtensionElement>"
        )
    };
    let xml = format!(
        "<VASSAL.build.module.ModuleExtension anyModule=\"false\" module=\"Odd &amp; Even\" version=\"0.1\">{}{}\
         </VASSAL.build.module.ModuleExtension>",
        slot("abc:1", &piece("Elite", "elite.png", [Marker::new("Side", "Red").into()])),
        slot("abc:2", &piece("More smoke", "smoke.png", []))
    );
    pack([
        ("buildFile.xml", xml.into_bytes()),
        ("images/elite.png", png(50, 50, 55)),
        ("images/red.png", png(50, 50, 56)),
        ("extensiondata", b"<data/>".to_vec()),
    ])
    .unwrap()
}

#[test]
fn an_extension_comes_back_with_its_module() {
    let (module, extension) = (module(), extension());
    let extensions = vec![("More Units".to_string(), extension.clone())];
    let mut brought =
        bring(&module, &ImportOptions { id: "game".into(), extensions, ..ImportOptions::default() }).unwrap();
    assert_eq!((brought.account.units, brought.account.markers, brought.account.extensions), (3, 2, 1));
    let all = |files: &Files| -> BTreeMap<String, Files> {
        let compiled = compiled(files);
        assert_eq!(compiled.messages(), Vec::<String>::new());
        let game = sound(compiled);
        let sink: std::sync::Mutex<punchboard::emit::Artifacts> = std::sync::Mutex::default();
        punchboard::emit::Emitter::emit(&punchboard::emit::VassalModule, &small(&game), &sink).unwrap();
        let files = sink.into_inner().unwrap().into_iter().filter(|(name, _)| name != "punchboard.lock");
        files.map(|(name, bytes)| (name, unpack(&bytes, Limits::default()).unwrap())).collect()
    };
    let made = all(&brought.files);
    assert_eq!(made.keys().collect::<Vec<_>>(), ["game-1.2.0.vmod", "more-units.vmdx"]);
    for (name, bytes) in [("game-1.2.0.vmod", &module), ("more-units.vmdx", &extension)] {
        let (old, new) = (unpack(bytes, Limits::default()).unwrap(), &made[name]);
        assert!(tree(&old) == tree(new), "{name}");
        let others = |files: &Files| -> Files {
            files.iter().filter(|(name, _)| *name != "buildFile.xml").map(|(a, b)| (a.clone(), b.clone())).collect()
        };
        assert!(others(&old) == others(new), "{name}");
    }
    // A change goes where the piece is, and a new piece where its record says.
    edit(&mut brought.files, "counters-pieces.toml", "name = \"Elite\"", "name = \"Elites\"");
    let file = "counters-units.toml";
    let new = "[[marker]]\nid = \"dust\"\nname = \"Dust\"\nimage = \"art/smoke.png\"\nextension = \"more-units\"\n";
    let text = String::from_utf8(brought.files[file].clone()).unwrap();
    brought.files.insert(file.into(), format!("{text}\n{new}").into_bytes());
    let made = all(&brought.files);
    let text = |name: &str| String::from_utf8(made[name]["buildFile.xml"].clone()).unwrap();
    assert!(text("more-units.vmdx").contains(";Elites") && text("more-units.vmdx").contains(";Dust"));
    assert!(!text("game-1.2.0.vmod").contains("Dust") && !text("game-1.2.0.vmod").contains("Elites"));
}

#[test]
fn marked_records_of_our_own_games_go_into_an_extension() {
    let mut texts = examples(&["language"]);
    let counters = texts.get_mut("counters.toml").unwrap();
    assert!(counters.contains("id = \"Guard\", type"));
    *counters = counters.replacen("id = \"Guard\", type", "id = \"Guard\", extension = \"guards\", type", 1);
    let made = sound_texts(&texts);
    let sink: std::sync::Mutex<punchboard::emit::Artifacts> = std::sync::Mutex::default();
    punchboard::emit::Emitter::emit(&punchboard::emit::VassalModule, &small(&made), &sink).unwrap();
    let files = sink.into_inner().unwrap();
    let read = |name: &str| unpack(&files[name], Limits::default()).unwrap();
    let module = files.keys().find(|name| name.ends_with(".vmod")).unwrap();
    let (module, extension) = (read(module), read("guards.vmdx"));
    let text = |files: &Files| String::from_utf8(files["buildFile.xml"].clone()).unwrap();
    let slot = "PieceSlot entryName=\"Guard\"";
    assert!(!text(&module).contains(slot) && text(&extension).contains(slot), "{}", text(&extension));
    let target = "VASSAL.build.module.PieceWindow:Counters/VASSAL.build.widget.TabWidget:Counters/";
    assert!(text(&extension).contains(target), "{}", text(&extension));
    // The module's own setup places it, so the module keeps its picture.
    assert!(extension.keys().all(|name| !name.starts_with("images/")));
    assert!(extension.contains_key("extensiondata") && extension.contains_key("moduledata"));
}

#[test]
fn one_huge_piece_does_not_blow_up_the_contact_sheet() {
    let mut files = import(&module()).files;
    let smoke = "image = \"art/smoke.png\"";
    edit(&mut files, "counters-units.toml", smoke, &format!("{smoke}\ncounter-size = \"150mm\""));
    let game = sound(compiled(&files));
    let sheet = punchboard::art::contact::draw(&game.model, &game.look, 0..3);
    assert!(sheet.width < 400.0, "{}", sheet.width);
}

#[test]
fn the_command_writes_a_folder_and_never_over_another() {
    let desk = Desk::new();
    desk.write("Odd One.vmod", module());
    let run = desk.run(&["import", "Odd One.vmod", "--report", "page.html", "--counter-size", "20"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("2 units, 1 markers, 2 cards"), "{}", run.err);
    let page = std::fs::read_to_string(desk.path().join("page.html")).unwrap();
    assert!(page.contains("What became of what") && page.contains("unused.png"), "{page}");
    let game = std::fs::read_to_string(desk.path().join("odd-one/game.toml")).unwrap();
    assert!(game.contains("counter-size = \"20mm\""), "{game}");
    let run = desk.run(&["check", "odd-one"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("components of the module have a record"), "{}", run.err);
    let again = desk.run(&["import", "Odd One.vmod"]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("exists already and is not empty"), "{}", again.err);
    desk.write("text.vmod", "hello");
    let run = desk.run(&["import", "text.vmod"]);
    assert!(run.code == 2 && run.err.contains("cannot read text.vmod"), "{}", run.err);
    assert!(!desk.path().join("text").exists());
    let run = desk.run(&["build", "odd-one", "--out", "dist"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(desk.path().join("dist/odd-one/odd-one-1.2.0.vmod").exists());
    assert!(desk.path().join("dist/odd-one/print/a4/cards.pdf").exists());
}

#[test]
fn a_carried_file_that_is_gone_is_an_error() {
    let mut files = import(&module()).files;
    files.remove("module/images/unused.png");
    let messages = compiled(&files).messages();
    assert!(messages.len() == 1 && messages[0].contains("PB1401"), "{messages:?}");
    assert!(messages[0].contains("module/images/unused.png"), "{messages:?}");
}
