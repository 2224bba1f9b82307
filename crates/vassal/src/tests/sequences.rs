use super::super::key::Key;
use super::super::sequence::{Encoder, decode, encode, list, unlist};
use super::text;
use proptest::collection::vec;
use proptest::prelude::*;

#[test]
fn as_vassal_writes_them() {
    // Read off SequenceEncoder.append and Decoder.nextToken.
    for (tokens, written) in [
        (vec![""], ""),
        (vec!["", ""], ";"),
        (vec!["a", "b", ""], "a;b;"),
        (vec!["a;b", "c"], "a\\;b;c"),
        (vec![";", "c"], "\\;;c"),
        (vec!["\\a"], "'\\a'"),
        (vec!["a\\b"], "a\\b"),
        (vec!["a\\;b"], "a\\\\;b"),
        (vec!["'a'"], "''a''"),
        (vec!["'"], "'''"),
        (vec!["'a"], "'a"),
        // VASSAL itself would write `a\;b`, and read one token.
        (vec!["a\\", "b"], "'a\\';b"),
        (vec!["\\"], "'\\'"),
    ] {
        assert_eq!(encode(&tokens, ';'), written);
        assert_eq!(decode(written, ';'), tokens);
    }
    assert_eq!(Encoder::new(';').finish(), "");
    assert_eq!(unlist(""), Vec::<String>::new());
    assert_eq!(list([""; 2]), ",");
    // What nobody writes is still read: an escape that escapes nothing, quotes that quote nothing.
    assert_eq!(decode("\\;", ';'), [";"]);
    assert_eq!(decode("'a;b'", ';'), ["'a", "b'"]);
    assert_eq!(decode("''", ';'), [""]);
    assert_eq!(decode("a\\", ';'), ["a\\"]);
}

#[test]
fn keys() {
    for (key, written) in [
        (Key::None, ""),
        (Key::named("Move"), "57344,0,Move"),
        (Key::ctrl('M'), "77,130"),
        (Key::ctrl_shift('M'), "77,195"),
        (Key::alt('M'), "77,520"),
        (Key::plain('M'), "77,0"),
    ] {
        assert_eq!(key.encode(), written);
        assert_eq!(Key::decode(written), key);
        assert_eq!(Key::from_token(written), key);
    }
    assert_eq!(Key::decode("57399,0,Move"), Key::named("Move"));
    assert_eq!(Key::decode("57344,0,"), Key::Stroke { code: 57344, modifiers: 0 });
    assert_eq!(Key::decode("M"), Key::None);
    assert_eq!(Key::from_token("M"), Key::ctrl('M'));
    let keys = [Key::ctrl('A'), Key::None, Key::named("b")];
    assert_eq!(Key::encode_list(&keys), "65\\,130,57344\\,0\\,b");
    assert_eq!(Key::decode_list("65\\,130,57344\\,0\\,b"), [Key::ctrl('A'), Key::named("b")]);
    assert_eq!(Key::decode_list("AB"), [Key::ctrl('A'), Key::ctrl('B')]);
    assert_eq!(Key::decode_list(""), []);
}

/// A tree of texts, some deep.
#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf(String),
    Branch(Vec<Tree>),
}

fn tree() -> impl Strategy<Value = Tree> {
    text().prop_map(Tree::Leaf).prop_recursive(6, 60, 4, |inner| vec(inner, 1..5).prop_map(Tree::Branch))
}

fn delimiters() -> impl Strategy<Value = Vec<char>> {
    vec(proptest::sample::select(";,:|/=\t-$".chars().collect::<Vec<_>>()), 7)
}

fn written(tree: &Tree, delimiters: &[char]) -> String {
    match (tree, delimiters) {
        (Tree::Leaf(text), _) => text.clone(),
        (Tree::Branch(trees), [first, rest @ ..]) => encode(trees.iter().map(|tree| written(tree, rest)), *first),
        (Tree::Branch(_), []) => unreachable!("no deeper than the delimiters"),
    }
}

/// Reads a text by the shape of the tree it was.
fn read(text: &str, shape: &Tree, delimiters: &[char]) -> Tree {
    match (shape, delimiters) {
        (Tree::Branch(trees), [first, rest @ ..]) => {
            let tokens = decode(text, *first);
            assert_eq!(tokens.len(), trees.len());
            Tree::Branch(tokens.iter().zip(trees).map(|(token, tree)| read(token, tree, rest)).collect())
        }
        _ => Tree::Leaf(text.to_string()),
    }
}

proptest! {
    #[test]
    fn tokens_come_back(tokens in vec(text(), 1..6), delimiter in "[;,:|/=\t\u{1b}é$]") {
        let delimiter = delimiter.chars().next().unwrap_or(';');
        prop_assert_eq!(decode(&encode(&tokens, delimiter), delimiter), tokens);
    }

    #[test]
    fn trees_come_back(tree in tree(), delimiters in delimiters()) {
        prop_assert_eq!(read(&written(&tree, &delimiters), &tree, &delimiters), tree.clone());
        let same = [';'; 7];
        prop_assert_eq!(read(&written(&tree, &same), &tree, &same), tree);
    }

    #[test]
    fn lists_come_back(items in vec(text(), 0..5)) {
        let back = unlist(&list(&items));
        if items == [""] { prop_assert!(back.is_empty()) } else { prop_assert_eq!(back, items) }
    }

    #[test]
    fn keys_come_back(name in "[^,]{1,8}", code: u32, modifiers: u32) {
        for key in [Key::Named(name), Key::Stroke { code, modifiers }] {
            prop_assert_eq!(Key::decode(&key.encode()), key);
        }
    }
}
