//! Reading and printing.

use super::super::{ExprKind, parse};

/// The canonical text of an expression, with every group in parentheses it needs.
fn canonical(text: &str) -> String {
    match parse(text) {
        Ok(expr) => expr.to_string(),
        Err(problems) => panic!("{text}: {problems:?}"),
    }
}

/// Do both texts say the same?
fn same(a: &str, b: &str) {
    assert_eq!(parse(a), parse(b), "{a} and {b}");
    assert!(parse(a).is_ok(), "{a}");
}

#[test]
fn operators_bind_as_the_manual_says() {
    same("a or b and c", "a or (b and c)");
    same("not a == b and c", "(not (a == b)) and c");
    same("a + b * c - d", "(a + (b * c)) - d");
    same("a / b / c % d", "((a / b) / c) % d");
    same("-a * b", "(-a) * b");
    same("a - - b", "a - (-b)");
    same("a + 1 < b * 2", "(a + 1) < (b * 2)");
    same("if a then b else if c then d else e or f", "if a then b else (if c then d else (e or f))");
    same("not not a", "not (not a)");
    same("x in [1, 2 + 3]", "x in ([(1), (2 + 3)])");
}

#[test]
fn a_minus_between_name_characters_belongs_to_the_name() {
    let kind = |text: &str| parse(text).map(|expr| expr.kind);
    assert_eq!(kind("attack-value"), Ok(ExprKind::Name("attack-value".into())));
    assert_eq!(kind("side.hand-2"), Ok(ExprKind::Name("side.hand-2".into())));
    same("a -b", "a - b");
    same("a- b", "a - b");
    same("a--b", "a - (-b)");
    same("2-1", "2 - 1");
    same("площадь-3", "(площадь-3)");
}

#[test]
fn canonical_text_has_no_needless_parentheses() {
    assert_eq!(canonical("((a)+(b*c))"), "a + b * c");
    assert_eq!(canonical("(a + b)*c"), "(a + b) * c");
    assert_eq!(canonical("a-(b - c)"), "a - (b - c)");
    assert_eq!(canonical("'it''s'  ==name"), "'it''s' == name");
    assert_eq!(canonical("1 + (if a then 0.50 else 2)"), "1 + (if a then 0.5 else 2)");
    assert_eq!(canonical("lookup( 'x',a )+count(u)+sum(u,a)"), "lookup('x', a) + count(u) + sum(u, a)");
    assert_eq!(canonical("(a < b) == (c < d)"), "(a < b) == (c < d)");
}

#[test]
fn every_node_knows_its_place() {
    let text = "lead + max(guns, -2)";
    let expr = parse(text).unwrap();
    assert_eq!(expr.span, 0..20);
    let ExprKind::Binary(_, left, right) = &expr.kind else {
        panic!("{expr:?}");
    };
    assert_eq!(&text[left.span.clone()], "lead");
    assert_eq!(&text[right.span.clone()], "max(guns, -2)");
}

#[test]
fn names_are_listed_with_their_places() {
    let text = "lead + sum(units, attack) > count(units, any(others, x))";
    let expr = parse(text).unwrap();
    let found: Vec<_> =
        expr.names().into_iter().map(|mention| (&text[mention.span.clone()], mention.name, mention.within)).collect();
    assert_eq!(
        found,
        [
            ("lead", "lead", None),
            ("units", "units", None),
            ("attack", "attack", Some("units")),
            ("units", "units", None),
            ("others", "others", Some("units")),
            ("x", "x", Some("others")),
        ]
    );
}
