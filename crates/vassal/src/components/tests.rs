//! Every component, written and read.

use super::*;
use proptest::prelude::*;

/// Text of all characters that XML can hold.
fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            proptest::char::range(' ', '~'),
            proptest::sample::select(vec!['\t', '\n', '\r', '\\', '\'', ',', '|', ':', '&', '<', '>', '"', ';']),
            any::<char>().prop_filter("XML", |c| *c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}')),
        ],
        0..12,
    )
    .prop_map(|chars| chars.into_iter().collect())
}

fn tree(components: Vec<Component>) -> Node {
    Node::new(GameModule::default()).with_all(components.into_iter().map(Node::new))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_components_come_back(text in text(), n in 0..1000i32) {
        let tree = tree(Component::samples(&text, n));
        prop_assert_eq!(from_xml(&to_xml(&tree)).unwrap(), tree);
    }

    #[test]
    fn all_attributes_can_hold_any_text(text in text()) {
        // Put where a number, a colour or a choice is wanted too: nothing is lost.
        for component in Component::defaults() {
            let attributes: XmlAttributes =
                component.attributes().into_iter().map(|(name, _)| (name, text.clone())).collect();
            let read = Component::from_parts(component.class(), attributes.clone(), "");
            let back = from_xml(&to_xml(&Node::new(read.clone()))).unwrap();
            prop_assert_eq!(&back.component, &read);
            for (name, value) in read.unknown() {
                prop_assert_eq!(value, &text, "{}", name);
            }
        }
    }

    #[test]
    fn no_input_is_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = from_xml(&bytes);
    }

    #[test]
    fn no_markup_is_a_panic(text in "[<>/&;!\\[\\]a\"= ?\\-x#0]{0,60}") {
        let _ = from_xml(text.as_bytes());
    }
}

#[test]
fn defaults_come_back() {
    let tree = tree(Component::defaults());
    let bytes = to_xml(&tree);
    assert_eq!(bytes, to_xml(&tree));
    let back = from_xml(&bytes).unwrap();
    assert_eq!(back, tree);
    for node in back.children {
        assert_eq!(node.component.unknown(), &[], "{}", node.component.class());
        assert!(!matches!(node.component, Component::Other { .. }));
    }
}

#[test]
fn no_attribute_or_class_is_declared_twice() {
    let mut classes = std::collections::BTreeSet::new();
    for component in Component::defaults() {
        let names: std::collections::BTreeSet<String> =
            component.attributes().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), component.attributes().len(), "{}", component.class());
        assert!(classes.insert(component.class().to_string()), "{}", component.class());
    }
}

#[test]
fn what_is_not_understood_is_kept() {
    let xml =
        b"<VASSAL.build.module.DiceButton nDice=\"many\" nSides=\"8\" new=\"x\"><some.Thing a=\"1\"> t </some.Thing>\
        </VASSAL.build.module.DiceButton>";
    let node = from_xml(xml).unwrap();
    let Component::DiceButton(dice) = &node.component else { panic!() };
    assert_eq!((dice.dice, dice.sides), (2, 8));
    assert_eq!(dice.unknown, [("nDice".into(), "many".into()), ("new".into(), "x".into())]);
    let written = String::from_utf8(to_xml(&node)).unwrap();
    assert!(written.contains("nDice=\"many\"") && written.contains("new=\"x\""), "{written}");
    assert!(written.contains("<some.Thing a=\"1\">t</some.Thing>"), "{written}");
}

#[test]
fn text_where_none_belongs_is_kept() {
    let node = from_xml(b"<VASSAL.build.module.map.Zoomer>hm</VASSAL.build.module.map.Zoomer>").unwrap();
    assert!(matches!(&node.component, Component::Other { text, .. } if text == "hm"));
}

#[test]
fn hostile_files_are_refused() {
    let error = |text: &str| from_xml(text.as_bytes()).unwrap_err();
    assert_eq!(error("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>"), XmlError::DocType);
    assert!(matches!(error("<a>&b;</a>"), XmlError::Syntax(_)));
    assert!(matches!(error("<a b=\"&c;\"/>"), XmlError::Syntax(_)));
    assert!(matches!(error("<a b='1' b='2'/>"), XmlError::Syntax(_)));
    assert!(matches!(error("<a><b></a>"), XmlError::Syntax(_)));
    assert!(matches!(error("<a>"), XmlError::Syntax(_)));
    assert_eq!(error(""), XmlError::NoRoot);
    assert_eq!(error("<a/><b/>"), XmlError::NoRoot);
    assert_eq!(error("<a/>b"), XmlError::NoRoot);
    assert_eq!(error(&"<a>".repeat(200)), XmlError::TooDeep);
    assert_eq!(error(&format!("<a>{}</a>", "<a/>".repeat(500_001))), XmlError::TooMany);
    let many: String = (0..1001).map(|n| format!(" a{n}=''")).collect();
    assert_eq!(error(&format!("<a{many}/>")), XmlError::TooMany);
    assert_eq!(from_xml(b"<a>\xff</a>").unwrap_err(), XmlError::Encoding);
    assert_eq!(error("<?xml version=\"1.0\" encoding=\"latin1\"?><a/>"), XmlError::Encoding);
}

#[test]
fn written_is_readable() {
    let node = Node::new(PlayerRoster::default()).with(RosterEntry::new("A & B")).with(RosterEntry::new("C"));
    let written = String::from_utf8(to_xml(&node)).unwrap();
    assert!(written.contains("\n  <entry>A &amp; B</entry>\n  <entry>C</entry>\n</"), "{written}");
    let bad = Component::Other {
        class: "no name<".into(),
        attributes: vec![("1".into(), "\u{1}x".into())],
        text: String::new(),
    };
    assert_eq!(String::from_utf8(to_xml(&Node::new(bad))).unwrap().lines().last(), Some("<_noname _1=\"x\"/>"));
}

#[test]
fn components_tell_their_pictures() {
    let names =
        |component: Component| -> Vec<String> { component.images().into_iter().map(|image| image.0.clone()).collect() };
    let board = Board { name: "a.png".into(), image: Some("map.png".into()), ..Board::default() };
    assert_eq!(names(board.into()), ["map.png"]);
    let gate = Gate { icon: "off.png".into(), ..Gate::default() };
    let command = KeyCommand { icon: "on.png".into(), gate, ..KeyCommand::default() };
    let button = GlobalKeyCommand { command, ..GlobalKeyCommand::default() };
    assert_eq!(names(button.into()), ["on.png", "off.png"]);
    assert_eq!(names(PieceSlot::default().into()), [""; 0]);
}
