use super::super::key::Key;
use super::super::piece::{Basic, MAX_TRAITS, Piece};
use super::super::sequence::{encode, list};
use super::super::traits::*;
use super::super::{DecodeError, Expander, Trait};
use super::text;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

const IDS: &str = "basicName; calcProp; clone; globalkey; delete; deselect; PROP; emb2; footprint; globalhotkey; \
    hide; immob; label; mark; menuSeparator; markmoved; nonRect2; nonRect; obs; placemark; replace; report; \
    hideCmd; restrict; return; sendto; setprop; submenu; macro; prototype; emb; unknown";

/// Anything that may stand in a token of a trait.
fn token() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        Just(Key::None),
        Just(Key::ctrl('M')),
        "[^,\u{1b}]{1,6}".prop_map(Key::Named),
        any::<(u32, u32)>().prop_map(|(code, modifiers)| Key::Stroke { code, modifiers }),
    ];
    prop_oneof![
        8 => text(),
        3 => any::<bool>().prop_map(|yes| yes.to_string()),
        3 => (-9..2000i32).prop_map(|number| number.to_string()),
        1 => any::<f64>().prop_map(|number| number.to_string()),
        3 => key.clone().prop_map(|key| key.encode()),
        2 => vec(key, 0..4).prop_map(|keys| Key::encode_list(&keys)),
        2 => vec(text(), 0..4).prop_map(list),
        1 => vec((text(), text()), 0..3).prop_map(|pairs| list(pairs.iter().map(|(a, b)| encode([a, b], ':')))),
        1 => vec((text(), text()), 0..3).prop_map(|pairs| list(pairs.iter().map(|(a, b)| encode([a, b], '=')))),
        1 => Just("null".to_string()),
        1 => "[LGZRACNDSI0123tcblr]",
    ]
}

/// A trait as some text decodes to it.
pub(super) fn any_trait() -> impl Strategy<Value = Trait> {
    let ids: Vec<&str> = IDS.split_whitespace().collect();
    let random = (proptest::sample::select(ids), vec(token(), 0..36), vec(token(), 0..5))
        .prop_map(|(id, tokens, state)| Trait::decode(&format!("{id}{}", encode(tokens, ';')), &encode(state, ';')));
    prop_oneof![20 => random, 1 => layer(), 1 => property(), 1 => marker()]
}

fn layer() -> impl Strategy<Value = Trait> {
    (text(), vec(text(), 2..4), text(), any::<i16>(), any::<f64>()).prop_map(|(name, images, command, level, scale)| {
        let scale = if scale.is_finite() { scale } else { 0.5 };
        let level = i32::from(level);
        let images = images.clone();
        Trait::from(Embellishment { name, images, increase_command: command, level, scale, ..Embellishment::default() })
    })
}

fn property() -> impl Strategy<Value = Trait> {
    let change = prop_oneof![
        text().prop_map(CommandChange::Set),
        text().prop_map(CommandChange::Increment),
        text().prop_map(CommandChange::Prompt),
        (text(), vec(text(), 2..4)).prop_map(|(prompt, values)| CommandChange::Select { prompt, values }),
    ];
    let command = (text(), change).prop_map(|(command, change)| ChangeCommand { command, key: Key::ctrl('X'), change });
    (text(), vec(command, 0..4), text()).prop_map(|(name, commands, value)| {
        Trait::from(DynamicProperty { name, commands, value, ..DynamicProperty::default() })
    })
}

fn marker() -> impl Strategy<Value = Trait> {
    vec((text(), text()), 2..4).prop_map(|properties| Trait::from(Marker { properties }))
}

fn basic() -> impl Strategy<Value = Basic> {
    let keys = any::<(Option<char>, Option<char>)>();
    let map = proptest::option::of(text().prop_filter("the word for none", |map| map != "null"));
    (keys, text(), text(), map, any::<(i32, i32)>(), text(), vec((text(), text()), 0..3)).prop_map(
        |((clone_key, delete_key), image, name, map, (x, y), gpid, properties)| {
            let letter = |key: Option<char>| key.filter(|key| *key != '\u{1b}');
            let (clone_key, delete_key) = (letter(clone_key), letter(delete_key));
            Basic { clone_key, delete_key, image, name, map, x, y, gpid, properties }
        },
    )
}

pub(super) fn piece() -> impl Strategy<Value = Piece> {
    (vec(any_trait(), 0..7), basic()).prop_map(|(traits, basic)| Piece { traits, basic })
}

fn named(traits: Vec<Trait>) -> Piece {
    let basic = Basic { image: "x.png".into(), name: "X/Y".into(), gpid: "7".into(), ..Basic::default() };
    Piece { traits, basic }
}

#[test]
fn by_hand() {
    let piece = named(vec![Delete::default().into(), Marker::new("a", "b").into(), BasicName::default().into()]);
    let text = "+/null/delete;Delete;68,130;\tmark;a\\\tbasicName;\\\\\tpiece;;;x.png;X\\/Y/\tb\\\t\\\\\tnull;0;0;7;0";
    assert_eq!(piece.slot_text(), text);
    assert_eq!(Piece::decode(text), Ok(piece.clone()));
    assert_eq!(piece.saved("12"), text.replacen("null", "12", 1));
    assert_eq!(Piece::decode(&piece.saved("12")), Ok(piece));
}

#[test]
fn defaults_as_vassal_writes_them() {
    for (own, type_text, state) in [
        (
            Trait::from(Embellishment::default()),
            "emb2;Activate;128;A;;128;;;128;;;;1;false;0;0;;;true;;;;false;;1;1;true;65,130;;;;1.0;;true",
            "1",
        ),
        (Hideable::default().into(), "hide;73,130;Invisible;;player:;0.30000001192092896;;false", "null"),
        (Obscurable::default().into(), "obs;77,130;;Mask;I;?;player:;Peek;;true;;", "null;"),
        (
            Labeler::default().into(),
            "label;;Change label;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false",
            "",
        ),
        (SendToLocation::default().into(), "sendto;;;;;0;0;;;0;0;1;1;;L;;;;", ";;"),
        (
            Footprint::default().into(),
            "footprint;84,130;Movement Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;",
            "false;;0;false",
        ),
        (DynamicProperty::default().into(), "PROP;;false,0,100,false;;", ""),
        (Replace::default().into(), "replace;Replace;82,130;null;null;0;0;false;;;;0;false;false;;1", ""),
        (
            CounterGlobalKeyCommand::default().into(),
            "globalkey;;71,130;75,130;;false;1;true;true;;;-1;COUNTER|false|MAP|||||0|0||false|||EQUALS||;false;",
            "",
        ),
        (ReportState::default().into(), "report;;$location$: $newPieceName$ *;;;;false", "-1"),
        (Immobilized::default().into(), "immob;;N;R;", ""),
        (ActionButton::default().into(), "button;;0;0;0;0;;false", ""),
        (TriggerAction::default().into(), "macro;;Trigger;84,130;;;;false;;;counted;;;1;false;;1;1", ""),
        (
            MovementMarkable::default().into(),
            "markmoved;moved.gif;0;0;Toggle whether piece marked as moved;77,130;;false;\
             Mark piece as moved;;Mark piece as unmoved;",
            "false",
        ),
    ] {
        assert_eq!(own.type_text(), type_text);
        assert_eq!(own.state_text(), state);
        assert_eq!(Trait::decode(type_text, state), own);
    }
}

#[test]
fn commands_of_a_property() {
    let command = |change| ChangeCommand { command: "Go: on".into(), key: Key::named("go"), change };
    let select = CommandChange::Select { prompt: "Which, now?".into(), values: vec!["a".into(), "b,c".into()] };
    let own = DynamicProperty {
        name: "steps".into(),
        constraints: Constraints { numeric: true, min: 0, max: 4, wrap: false },
        commands: vec![command(CommandChange::Increment("-1".into())), command(select)],
        value: "4".into(),
        ..DynamicProperty::default()
    };
    // Each comma of the values is escaped in their list, in the change, in the list of commands; the
    // colon in the command.
    let text =
        r"PROP;steps;true,0,4,false;Go\: on:57344\,0\,go:I\,-1,Go\: on:57344\,0\,go:E\,Which\\, now?\,a\\,b\\\,c;";
    let own = Trait::from(own);
    assert_eq!(own.type_text(), text);
    assert_eq!(Trait::decode(&own.type_text(), "4"), own);
}

#[test]
fn shorter_and_older_forms() {
    assert_eq!(
        Trait::decode("delete;Remove;R", ""),
        Delete { command: "Remove".into(), key: Key::ctrl('R'), ..Delete::default() }.into()
    );
    let Trait::Embellishment(old) = Trait::decode("emb2;;2;;;2;;;2;;;;;false;0;0;a.png,b.png;;true;Side", "2") else {
        panic!()
    };
    assert_eq!((old.images.len(), old.name.as_str(), old.version, old.level), (2, "Side", 0, 2));
    assert_eq!(Trait::decode("nonRect;m,0,0,c", ""), NonRectangular { scale: 1.0, shape: "m,0,0,c".into() }.into());
    let Trait::Obscurable(mask) = Trait::decode("obs;M;back.png;Mask;P82,130;Card", "null;") else { panic!() };
    assert_eq!((mask.style, mask.peek_on_rollover), (MaskStyle::Peek(Key::ctrl('R')), false));
    let other = Trait::Other { id_and_type: "rotate;4;..".into(), state: "90".into() };
    assert_eq!(Trait::decode("rotate;4;..", "90"), other);
}

#[test]
fn what_is_no_piece() {
    assert_eq!(Piece::decode(""), Err(DecodeError::NotAPiece));
    assert_eq!(Piece::decode("+/null/piece;;;;"), Err(DecodeError::NotAPiece));
    assert_eq!(Piece::decode("+/null/stack/null"), Err(DecodeError::NoBasicPiece("stack".into())));
    assert_eq!(Piece::decode("+/null/mark;a\tpiece;;;;/b"), Err(DecodeError::MissingState));
    let deep = "\\".repeat(200_000) + "\t";
    assert!(Piece::decode(&format!("+/1/{deep}/")).is_err());
    let tabs: String = (0..3000).map(|n| "\\".repeat(n) + "\t").collect();
    assert_eq!(Piece::decode(&format!("+/1/{tabs}/")), Err(DecodeError::TooDeep));
    let many = Piece { traits: vec![Marker::new("a", "b").into(); MAX_TRAITS], basic: Basic::default() };
    assert_eq!(Piece::decode(&many.slot_text()), Ok(many));
}

#[test]
fn prototypes() {
    let mark = |name: &str| Trait::from(Marker::new(name, "1"));
    let used = |name: &str| Trait::from(UsePrototype::new(name));
    let comment = Trait::Other { id_and_type: "cmt;note".into(), state: String::new() };
    let report = Trait::from(ReportState { format: "$who$ $newPieceName$".into(), ..ReportState::default() });
    let prototypes = BTreeMap::from([
        ("Unit".to_string(), named(vec![mark("b"), used("Base"), comment, mark("d")])),
        ("Base".to_string(), named(vec![mark("c")])),
        ("Empty".to_string(), named(vec![])),
        ("Loop".to_string(), named(vec![mark("x"), used("Loop")])),
        ("Report".to_string(), named(vec![report])),
    ]);
    let expand = |traits: Vec<Trait>| named(traits).expanded(&prototypes).traits;
    let piece = named(vec![mark("a"), used("Unit"), used("Empty"), used("Nobody"), mark("e")]).expanded(&prototypes);
    assert_eq!(piece, named(vec![mark("a"), mark("b"), mark("c"), mark("d"), mark("e")]));
    let expander: Expander = prototypes.clone().into_iter().collect();
    for names in [&["Unit", "Empty", "Nobody"][..], &["Loop"], &["Report", "Base"], &[]] {
        let own = named(names.iter().map(|name| used(name)).chain([mark("e")]).collect());
        assert_eq!(expander.saved(&own, "7"), own.expanded(&prototypes).saved("7"), "{names:?}");
        let first = expander.find(&own, |one| Some(one.type_text()));
        assert_eq!(first, own.expanded(&prototypes).traits.first().map(Trait::type_text));
    }
    assert_eq!(expand(vec![used("Loop")]), [mark("x")]);
    let parameters = Some(vec![("who".to_string(), "Rommel".to_string())]);
    let with = Trait::from(UsePrototype { name: "Report".into(), parameters });
    assert_eq!(with.type_text(), "prototype;Report;who=Rommel");
    // The other format is gone, as it is in VASSAL.
    let filled = ReportState { format: "Rommel newPieceName".into(), ..ReportState::default() };
    assert_eq!(expander.saved(&named(vec![with.clone()]), "7"), named(expand(vec![with.clone()])).saved("7"));
    assert_eq!(expand(vec![with]), [filled.into()]);
    let laughs: BTreeMap<_, _> = (0..40)
        .map(|n| (n.to_string(), named(vec![used(&(n + 1).to_string()), mark("x"), used(&(n + 1).to_string())])))
        .collect();
    assert!(named(vec![used("0")]).expanded(&laughs).traits.len() <= MAX_TRAITS);
}

proptest! {
    #[test]
    fn traits_come_back(own in any_trait()) {
        prop_assert_eq!(Trait::decode(&own.type_text(), &own.state_text()), own);
    }

    #[test]
    fn pieces_come_back(piece in piece(), id in text()) {
        prop_assert_eq!(&Piece::decode(&piece.slot_text()), &Ok(piece.clone()));
        prop_assert_eq!(Piece::decode(&piece.saved(&id)), Ok(piece));
    }

    #[test]
    fn pieces_place_pieces(inner in piece(), command in text()) {
        let own = PlaceMarker { command, piece: Some(inner.slot_text()), ..PlaceMarker::default() };
        let outer = named(vec![own.clone().into(), Replace(own).into()]);
        let back = Piece::decode(&outer.slot_text()).unwrap();
        prop_assert_eq!(&back, &outer);
        let Trait::PlaceMarker(back) = &back.traits[0] else { panic!() };
        prop_assert_eq!(Piece::decode(back.piece.as_deref().unwrap_or_default()), Ok(inner));
    }

    #[test]
    fn nothing_panics(start in "[+]/|", text in vec(text(), 0..20)) {
        let _ = Piece::decode(&(start + &text.concat()));
    }
}

#[test]
fn what_is_clicked_keeps_the_outline_of_newer_versions() {
    for text in ["button;57344,0,go;-20;-20;40;40;;false", "button;65,130;0;0;0;0;x;true;true;1;3;0;0;4;0;4;4"] {
        let own = Trait::decode(text, "");
        assert!(matches!(&own, Trait::ActionButton(button) if button.width == if button.popup { 0 } else { 40 }));
        assert_eq!(own.type_text(), text);
    }
}

#[test]
fn pieces_tell_their_pictures() {
    let layer = Embellishment { images: vec!["a.png".into(), String::new()], ..Embellishment::default() };
    let style = MaskStyle::Image("seen.png".into());
    let mask = Obscurable { image: "mask.png".into(), style, ..Obscurable::default() };
    let mut piece = Piece::of([Trait::from(layer), mask.into(), MovementMarkable::default().into()]);
    piece.basic.image = "own.png".into();
    let images: Vec<&str> = piece.images().filter(|image| !image.is_empty()).collect();
    assert_eq!(images, ["a.png", "mask.png", "seen.png", "moved.gif", "own.png"]);
}
