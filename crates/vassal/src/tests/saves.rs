use super::super::save::{decode, encode};
use super::super::{
    Command, DeckState, DeckType, DecodeError, LevelKind, LevelState, SavedBoard, SavedDeck, Stack, TurnState,
};
use super::pieces::piece;
use super::text;
use proptest::collection::vec;
use proptest::prelude::*;

fn small() -> Vec<Command> {
    let level = |current, kind, levels| LevelState { current, below: 0, kind, levels };
    let list = level(1, LevelKind::List { first: 0, active: vec![true, false] }, vec![]);
    let counter = level(3, LevelKind::Counter { wraps: false, limit: -1 }, vec![list]);
    let board = SavedBoard { name: "North/South".into(), reversed: true, x: 1, y: 0 };
    let stack = Stack { map: Some("Main".into()), x: 10, y: 20, pieces: vec!["1".into(), "2".into()], layer: -1 };
    let state =
        DeckState { map: Some("Main".into()), x: 1, y: 2, face_down: true, cards: vec!["4".into(), "5".into()] };
    vec![
        Command::BeginSave,
        Command::Stack { id: "3".into(), stack },
        Command::Deck { id: "6".into(), deck: Box::new(SavedDeck { kind: DeckType::default(), state }) },
        Command::Player { id: "pw".into(), name: "Ann".into(), side: "Axis".into() },
        Command::Boards { map: "Main".into(), boards: vec![board] },
        Command::SetupStack,
        Command::Turn { tracker: "TurnTracker0".into(), state: TurnState { current: 0, levels: vec![counter] } },
        Command::GlobalProperty { name: "vp".into(), value: "7".into(), container: "Module".into() },
        Command::ScenarioNote("one\ntwo".into()),
        Command::PublicNote(String::new()),
        Command::StartupKey { id: "SGKC0".into(), applied: true },
        Command::Other("UNMASK\tnull".into()),
        Command::EndSave,
    ]
}

#[test]
fn by_hand() {
    let texts: Vec<String> = small().iter().map(Command::text).collect();
    let expected = [
        "begin_save",
        "+/3/stack/Main;10;20;1;2;@@-1",
        "+/6/deck;true;0,0,0;40;40;Always;Always;false;false;false;;;;deck;;;;false;false;;;10;;false;;false;;\
         $BasicName$;;false;;Shuffle;Reverse;;Draw multiple cards;Draw specific cards;Face up;Face down;;;;;\
         Save Deck;;Deck Saved;Load Deck;;Deck Loaded;false;/Main;1;2;true;4,5",
        "PLAYER\tpw\tAnn\tAxis",
        "MainBoardPicker\tNorth\\/South/rev\t1\t0",
        "SETUP_STACK\t",
        "TURNTurnTracker0\t0|3;0;false;-1;1\\;0\\;0\\;true,false",
        "GlobalProperty\t;vp;7;Module",
        "NOTES\tone|two",
        "PNOTES\t",
        "SGKC\tSGKC0\ttrue",
        "UNMASK\tnull",
        "end_save",
    ];
    assert_eq!(texts, expected);
    let bytes = encode(&small(), 0x5a);
    assert!(bytes.starts_with(b"!VCSK5a383f"), "b and e, scrambled");
    assert_eq!(decode(&bytes), Ok(small()));
    assert_eq!(decode(expected.join("\u{1b}").as_bytes()), Ok(small()));
}

/// What VASSAL writes after 3.8.0-beta1: `VOBS`, a byte for the key, and the bytes themselves.
#[test]
fn the_newer_scrambling_is_read() {
    let plain = small().iter().map(Command::text).collect::<Vec<_>>().join("\u{1b}");
    for key in [1, 0x5a, 0xff] {
        let newer: Vec<u8> = b"VOBS".iter().copied().chain([key]).chain(plain.bytes().map(|byte| byte ^ key)).collect();
        assert_eq!(decode(&newer), Ok(small()));
    }
    assert_eq!(decode(b"VOBS"), Err(DecodeError::NoKey));
    assert_eq!(decode(b"VOBS\x01"), Ok(vec![]));
    assert_eq!(decode(b"VOBS\x01\xfe"), Err(DecodeError::NotText));
}

#[test]
fn trees_of_commands() {
    let tree = "begin_save\u{1b}\\\u{1b}+/1/piece;;;a;b/null;0;0;1;0\\\u{1b}+/2/stack/Main;0;0;1;@@0\u{1b}end_save";
    let commands = decode(tree.as_bytes()).unwrap();
    assert_eq!(commands.len(), 4);
    assert!(matches!(&commands[1], Command::Piece { id, .. } if id == "1"));
    assert!(matches!(&commands[2], Command::Stack { stack, .. } if stack.pieces == ["1"]));
}

#[test]
fn hostile() {
    assert_eq!(decode(b""), Ok(vec![]));
    assert_eq!(decode(b"!VCSK"), Err(DecodeError::NotHex));
    assert_eq!(decode(b"!VCSK5"), Err(DecodeError::NotHex));
    assert_eq!(decode(b"!VCSK5a3"), Err(DecodeError::NotHex));
    assert_eq!(decode(b"!VCSK5a3x"), Err(DecodeError::NotHex));
    assert_eq!(decode(b"\xff"), Err(DecodeError::NotText));
    assert_eq!(decode(b"!VCSK00ff"), Err(DecodeError::NotText));
    assert_eq!(decode("+/1/2".as_bytes()), Err(DecodeError::NotAPiece));
    let deep = "\\".repeat(1_000_000) + "\u{1b}x";
    assert_eq!(decode(deep.as_bytes()), Err(DecodeError::TooDeep));
    let turns = format!("TURNx\t0|{}", "0;0;true;1;".repeat(50_000));
    assert_eq!(decode(turns.as_bytes()), Ok(vec![Command::Other(turns)]));
}

fn command() -> impl Strategy<Value = Command> {
    let name = || text().prop_filter("the word for none", |map| map != "null");
    let ids = vec(text().prop_filter("a layer", |id| !id.starts_with("@@")), 0..4);
    let stack = (name(), any::<(i32, i32, i32)>(), ids).prop_map(|(map, (x, y, layer), pieces)| Stack {
        map: Some(map),
        x,
        y,
        pieces,
        layer,
    });
    let deck = (text(), vec(text(), 0..3), name(), any::<(i32, i32, bool)>(), vec(text(), 2..4)).prop_map(
        |(name, counts, map, (x, y, face_down), cards)| {
            let counts = if counts == [""] { vec![] } else { counts };
            let state = DeckState { map: Some(map), x, y, face_down, cards };
            SavedDeck { kind: DeckType { name, counts, ..DeckType::default() }, state }
        },
    );
    let board =
        (text(), any::<(bool, i32, i32)>()).prop_map(|(name, (reversed, x, y))| SavedBoard { name, reversed, x, y });
    prop_oneof![
        4 => (text(), piece()).prop_map(|(id, piece)| Command::Piece { id, piece }),
        2 => (text(), stack).prop_map(|(id, stack)| Command::Stack { id, stack }),
        2 => (text(), deck).prop_map(|(id, deck)| Command::Deck { id, deck: Box::new(deck) }),
        1 => (text(), text(), text()).prop_map(|(id, name, side)| Command::Player { id, name, side }),
        1 => (text(), text(), text())
            .prop_map(|(name, value, container)| Command::GlobalProperty { name, value, container }),
        1 => ("[a-z ;]{1,6}", vec(board, 0..3)).prop_map(|(map, boards)| Command::Boards { map, boards }),
        1 => text().prop_map(Command::ScenarioNote),
        1 => text().prop_map(Command::PublicNote),
    ]
}

proptest! {
    #[test]
    fn saves_come_back(commands in vec(command(), 0..8), key: u8) {
        let mut all = vec![Command::BeginSave];
        all.extend(commands);
        prop_assert_eq!(decode(&encode(&all, key)), Ok(all));
    }

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..60), scrambled: bool) {
        let start: &[u8] = if scrambled { b"!VCSK" } else { b"+/" };
        let _ = decode(&[start, &bytes].concat());
        let _ = decode(&bytes);
    }

    #[test]
    fn no_text_panics(texts in vec(prop_oneof![text(), Just("\u{1b}".to_string()), Just("+/".to_string())], 0..20)) {
        let _ = decode(texts.concat().as_bytes());
    }
}
