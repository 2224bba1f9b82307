//! Properties over random expressions, positions and texts.

use super::super::{Expr, ExprNode, Value, check, eval, parse, to_json};
use super::json_reader::{Reader, combat, json_record, json_value};
use super::random::Dice;
use super::{Position, scope};
use proptest::collection::vec;
use proptest::prelude::*;

/// A random well-typed expression and a position to evaluate it in.
fn sample(bytes: &[u8], huge: bool) -> (Expr, Position) {
    let mut dice = Dice::new(bytes);
    dice.huge = huge;
    let position = dice.position();
    let expr = match bytes.len() % 2 {
        0 => dice.number(5, 0),
        _ => dice.condition(5, 0),
    };
    (expr, position)
}

fn read_json(expr: &Expr, position: &Position) -> serde_json::Value {
    let text = serde_json::to_string(&to_json(expr)).unwrap();
    let tree = serde_json::from_str(&text).unwrap();
    let mut reader = Reader { scopes: vec![json_record(&position.0)], table: &combat };
    reader.read(&tree)
}

/// Texts that look like expressions, more often than chance.
fn plausible() -> impl Strategy<Value = String> {
    let words = "if then else not and or in ( ) [ ] , == < + - * / % sum( count( lookup( max( units \
        attack lead night terrain 'urban' 'combat' 0.5 7 true ' => ≥ \" lead-1";
    let words: Vec<&str> = words.split_whitespace().collect();
    let words = proptest::sample::select(words);
    vec(words, 0..30).prop_map(|words| words.join(" "))
}

/// Nothing a user can write makes any stage panic, and every place is within the text.
fn survives(text: &str) {
    let within = |span: &std::ops::Range<usize>| text.get(span.clone()).is_some();
    match parse(text) {
        Ok(expr) => {
            let checked = check(&expr, &scope());
            let value = eval(&expr, &Position::sample());
            if let Ok(type_) = &checked {
                assert!(value.as_ref().is_ok_and(|value| value.is_a(type_)), "{text}: {value:?}");
            }
            for problem in checked.err().unwrap_or_default() {
                assert!(within(&problem.span), "{text}: {problem:?}");
            }
            assert_eq!(parse(&expr.to_string()).as_ref(), Ok(&expr), "{text}");
            let _ = to_json(&expr);
            let _ = super::beanshell::written(&expr);
        }
        Err(problems) => {
            assert!(!problems.is_empty(), "{text}");
            for problem in problems {
                assert!(within(&problem.span), "{text}: {problem:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn checked_expressions_have_a_value_of_their_type(bytes in vec(any::<u8>(), 0..200), huge: bool) {
        let (expr, position) = sample(&bytes, huge);
        let type_ = check(&expr, &scope());
        prop_assert!(type_.is_ok(), "{}: {:?}", expr, type_);
        let value = eval(&expr, &position);
        let fits = value.as_ref().is_ok_and(|value| type_.is_ok_and(|t| value.is_a(&t)));
        prop_assert!(fits, "{}: {:?}", expr, value);
    }

    #[test]
    fn the_json_tree_says_the_same(bytes in vec(any::<u8>(), 0..200), huge: bool) {
        let (expr, position) = sample(&bytes, huge);
        let value = eval(&expr, &position).unwrap();
        prop_assert_eq!(read_json(&expr, &position), json_value(&value), "{}", expr);
    }

    #[test]
    fn the_json_tree_is_read_back(bytes in vec(any::<u8>(), 0..200)) {
        let (expr, _) = sample(&bytes, true);
        let tree = to_json(&expr);
        let text = serde_json::to_string(&tree).unwrap();
        prop_assert_eq!(serde_json::from_str::<ExprNode>(&text).unwrap(), tree);
    }

    #[test]
    fn printed_text_parses_to_the_same_tree(bytes in vec(any::<u8>(), 0..200), huge: bool) {
        let (expr, _) = sample(&bytes, huge);
        let text = expr.to_string();
        let read = parse(&text);
        prop_assert_eq!(read.as_ref(), Ok(&expr), "{}", text);
    }

    #[test]
    fn no_text_makes_anything_panic(text in "\\PC{0,80}") {
        survives(&text);
    }

    #[test]
    fn no_plausible_text_makes_anything_panic(text in plausible()) {
        survives(&text);
    }

    #[test]
    fn numbers_keep_the_laws_that_bounds_allow(a in -5000_i64..5000, b in 1_i64..5000, c in -5000_i64..5000, d in 1_i64..5000) {
        use super::super::Number;
        let (x, y) = (Number::new(a, b), Number::new(c, d));
        prop_assert_eq!(x + y - y, x);
        prop_assert_eq!(x * y, y * x);
        if y != Number::ZERO {
            prop_assert_eq!(x / y * y, x);
            prop_assert_eq!((x / y).floor() * y + x % y, x);
        }
        prop_assert!(x.floor() <= x && x <= x.ceil());
        prop_assert_eq!(x < y, x.to_f64() < y.to_f64());
    }
}

/// The deepest tree the parser lets through is one that common JSON parsers read.
#[test]
fn the_highest_tree_is_read_back() {
    let deep = format!("{}1{}", "abs(".repeat(49), ")".repeat(49));
    let long = format!("1{}", " + 1".repeat(99));
    for text in [deep, long] {
        let expr = parse(&text).unwrap();
        let tree = serde_json::to_string(&to_json(&expr)).unwrap();
        assert!(serde_json::from_str::<serde_json::Value>(&tree).is_ok());
        assert!(eval(&expr, &Position::sample()).is_ok_and(|v| matches!(v, Value::Number(_))));
    }
}

#[test]
fn the_schema_describes_the_tree() {
    let schema = serde_json::to_value(schemars::schema_for!(ExprNode)).unwrap();
    assert_eq!(schema["title"], "Expression");
    let tree = to_json(&parse("if lead < 0.5 then 1 else count(units, fresh)").unwrap());
    assert_eq!(
        serde_json::to_value(&tree).unwrap(),
        serde_json::json!({
            "node": "if",
            "test": {
                "node": "binary", "operator": "<",
                "left": { "node": "name", "name": "lead" },
                "right": { "node": "number", "value": 1, "over": 2 }
            },
            "then": { "node": "number", "value": 1 },
            "else": {
                "node": "over", "function": "count", "collection": "units",
                "each": { "node": "name", "name": "fresh" }
            }
        })
    );
}
