//! What is written for VASSAL.

use super::super::{
    Expr, ExprKind, Form, Gather, JavaCode, Naming, Over, Properties, Unsupported, Value, eval, java_text, parse,
    to_beanshell,
};
use super::Position;
use super::beanshell_reader::run;
use super::random::Dice;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn properties() -> Properties {
    Properties::from([
        ("night".into(), JavaCode::flag("night")),
        ("contested".into(), JavaCode::flag("Is contested")),
        ("lead".into(), JavaCode::whole("lead")),
        ("guns".into(), JavaCode::whole_or_zero("guns")),
        ("attack-value".into(), JavaCode::real_or_zero("attack-value")),
        ("name".into(), JavaCode::text("name")),
        ("terrain".into(), JavaCode::text("terrain")),
    ])
}

pub fn written(expr: &Expr) -> Result<String, Unsupported> {
    to_beanshell(expr, &properties())
}

fn code(text: &str) -> String {
    written(&parse(text).unwrap()).unwrap()
}

#[test]
fn simple_formulas_stay_readable() {
    assert_eq!(code("max(0, lead - 1)"), "Math.max(0, lead - 1)");
    assert_eq!(code("-lead"), "0 - lead");
    assert_eq!(code("if night then -1 else 2 * lead"), "GetString(\"night\").equals(\"true\") ? (-1) : (2 * lead)");
    assert_eq!(
        code("terrain in ['urban', 'clear']"),
        "GetString(\"terrain\").equals(\"urban\") || GetString(\"terrain\").equals(\"clear\")"
    );
    assert_eq!(code("not (lead >= 3)"), "!(lead >= 3)");
    assert_eq!(code("terrain != 'urban'"), "!GetString(\"terrain\").equals(\"urban\")");
    assert_eq!(code("lead % 2 == 0"), "Math.floorMod(lead, 2) == 0");
    assert_eq!(code("floor(lead / 2)"), "(int) Math.floor((1.0 * lead / 2) + 1.0E-9)");
}

#[test]
fn doubles_are_guarded_compared_with_tolerance_and_printed_short() {
    assert_eq!(code("floor(3 / lead)"), "(int) Math.floor(((lead == 0) ? 0.0 : (1.0 * 3 / lead)) + 1.0E-9)");
    assert_eq!(code("lead / 2 == 1.5"), "Math.abs((1.0 * lead / 2) - 1.5) < 1.0E-9");
    assert_eq!(
        code("lead / 2"),
        "java.math.BigDecimal.valueOf(1.0 * (1.0 * lead / 2)).setScale(6, 4).stripTrailingZeros().toPlainString()"
    );
}

#[test]
fn properties_that_are_no_identifiers_are_read_by_function() {
    let text = |code: JavaCode| code.text;
    assert_eq!(text(JavaCode::whole("Attack")), "Attack");
    assert_eq!(text(JavaCode::whole("attack-value")), "GetProperty(\"attack-value\")");
    assert_eq!(text(JavaCode::whole("class")), "GetProperty(\"class\")");
    assert_eq!(text(JavaCode::whole("_interp")), "GetProperty(\"_interp\")");
    // A property called like a number of Rust's is still guarded.
    let naming = Properties::from([("x".into(), JavaCode::whole("inf"))]);
    let code = to_beanshell(&parse("floor(1 / x)").unwrap(), &naming).unwrap();
    assert!(code.contains("inf == 0"), "{code}");
}

#[test]
fn texts_are_safe_from_vassal() {
    assert_eq!(java_text("a\"b$c$\\d\ne"), r#""a\042b\044c\044\\d\012e""#);
    assert_eq!(code("'urban'"), "(\"urban\")");
}

#[test]
fn what_cannot_be_said_is_refused_with_its_place() {
    let refused = |text: &str| {
        let Unsupported { span, message } = written(&parse(text).unwrap()).unwrap_err();
        format!("[{}] {message}", &text[span])
    };
    assert_eq!(refused("1 + zz"), "[zz] `zz` is not known to VASSAL");
    assert_eq!(refused("1 + sum(units, attack)"), "[sum(units, attack)] VASSAL cannot work out `sum(units, ..)` here");
    assert_eq!(
        refused("lookup('combat', 1, night)"),
        "[lookup('combat', 1, night)] VASSAL cannot look up table 'combat' here"
    );
    assert_eq!(refused("'main' in roads"), "[roads] VASSAL only has lists that are written out");
    assert_eq!(refused("[1, 2]"), "[[1, 2]] in VASSAL a list can only follow `in`");
    assert_eq!(refused("night + 1"), "[night + 1] VASSAL's value for this has another type");
    let nested = format!("1{}0{}", " / (lead + 1".repeat(30), ")".repeat(30));
    assert!(refused(&nested.replace("10", "1 / 0")).ends_with("this grows too long when written out for VASSAL"));
}

/// A naming whose collection is the stack a piece stands in.
struct Stack;

impl Naming for Stack {
    fn name(&self, name: &str) -> Option<JavaCode> {
        properties().name(name)
    }

    fn over(&self, over: &Over<'_>) -> Option<JavaCode> {
        let fields = Properties::from([("fresh".into(), JavaCode::flag("Fresh"))]);
        match (over.gather, over.each.map(|each| (&each.kind, each))) {
            (Gather::Sum, Some((ExprKind::Name(field), _))) if over.collection == "units" => {
                let text = format!("SumStack({})", java_text(field));
                Some(JavaCode::atom(Form::Whole, text))
            }
            (Gather::Count, Some((_, each))) => {
                let filter = format!("{{{}}}", to_beanshell(each, &fields).ok()?);
                Some(JavaCode::atom(Form::Whole, format!("CountStack({})", java_text(&filter))))
            }
            _ => None,
        }
    }

    fn lookup(&self, table: &str, arguments: &[JavaCode]) -> Option<JavaCode> {
        let [only] = arguments else { return None };
        Some(JavaCode::new(Form::Whole, format!("{} + {}", only.text, table.len())))
    }
}

#[test]
fn a_naming_writes_collections_and_tables() {
    let code = |text: &str| to_beanshell(&parse(text).unwrap(), &Stack).unwrap();
    assert_eq!(code("sum(units, attack) + 1"), "SumStack(\"attack\") + 1");
    assert_eq!(code("count(units, fresh) * 2"), r#"CountStack("{GetString(\042Fresh\042).equals(\042true\042)}") * 2"#);
    assert_eq!(code("2 * lookup('abc', lead)"), "2 * (lead + 3)");
}

/// The property texts of a position as VASSAL would hold them.
fn property_texts(position: &Position) -> BTreeMap<String, String> {
    let text = |value: &Value| match value {
        Value::Bool(yes) => yes.to_string(),
        value => value.to_string(),
    };
    let mut texts: BTreeMap<String, String> =
        position.0.iter().map(|(name, value)| (name.clone(), text(value))).collect();
    if let Some(contested) = texts.remove("contested") {
        texts.insert("Is contested".into(), contested);
    }
    texts
}

/// Does every part stay where doubles are as good as fractions?
fn is_sane(expr: &Expr, position: &Position) -> bool {
    let own = match eval(expr, position) {
        Ok(Value::Number(x)) => x.to_f64().abs() <= 1.0e5 && x.denominator() <= 1000,
        Ok(_) => true,
        Err(_) => false,
    };
    own && expr.kind.parts().into_iter().all(|part| is_sane(part, position))
}

/// A random expression that BeanShell can say, and a position.
fn sample(bytes: &[u8]) -> (Expr, Position) {
    let mut dice = Dice::new(bytes);
    dice.rich = false;
    let position = dice.position();
    let expr = match bytes.len() % 2 {
        0 => dice.number(4, 0),
        _ => dice.condition(4, 0),
    };
    (expr, position)
}

fn agree(shown: &str, value: &Value) -> bool {
    match value {
        Value::Number(x) if x.is_whole() => shown == x.to_string(),
        Value::Number(x) => shown.parse().is_ok_and(|y: f64| (x.to_f64() - y).abs() < 1.0e-6),
        Value::Bool(yes) => shown == yes.to_string(),
        other => shown == other.to_string(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn beanshell_gives_the_same_answers(bytes in vec(any::<u8>(), 0..200)) {
        let (expr, position) = sample(&bytes);
        prop_assume!(is_sane(&expr, &position));
        let Ok(code) = written(&expr) else {
            return Ok(()); // only what grows too long
        };
        let shown = run(&code, &property_texts(&position));
        let value = eval(&expr, &position).unwrap();
        let same = shown.as_deref().is_some_and(|shown| agree(shown, &value));
        prop_assert!(same, "{}\n{}\n{:?} is not {}", expr, code, shown, value);
    }
}

/// Cases for a real BeanShell, tried by hand: property texts, code and expected result a line,
/// separated by tabs, to the file that `BEANSHELL_CASES` names.
#[test]
#[ignore = "writes a file for a trial by hand"]
fn write_cases_for_a_real_beanshell() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let Ok(path) = std::env::var("BEANSHELL_CASES") else {
        return;
    };
    let mut runner = TestRunner::deterministic();
    let mut lines = String::new();
    for _ in 0..5000 {
        let bytes = vec(any::<u8>(), 0..200).new_tree(&mut runner).unwrap().current();
        let (expr, position) = sample(&bytes);
        let Ok(code) = written(&expr) else { continue };
        if !is_sane(&expr, &position) {
            continue;
        }
        let texts = property_texts(&position);
        for name in ["night", "Is contested", "lead", "guns", "attack-value", "name", "terrain"] {
            lines += &format!("{}\t", texts[name]);
        }
        let value = eval(&expr, &position).unwrap();
        let value = match &value {
            Value::Bool(yes) => yes.to_string(),
            Value::Number(x) if !x.is_whole() => x.to_f64().to_string(),
            value => value.to_string(),
        };
        lines += &format!("{code}\t{value}\n");
    }
    std::fs::write(path, lines).unwrap();
}
