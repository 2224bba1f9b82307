//! Tests that read like the manual, and properties that hold the three readers together.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

mod beanshell;
mod beanshell_reader;
mod evaluation;
mod json_reader;
mod messages;
mod properties;
mod random;
mod syntax;

use super::{Env, Names, Number, Record, Type, Value, Values, check, eval, parse};

/// What names mean in these tests.
fn scope() -> Names {
    let unit = Type::collection([
        ("attack", Type::Number),
        ("kind", Type::choice(["infantry", "armour", "guns"])),
        ("fresh", Type::Bool),
    ]);
    Names::new()
        .with("night", Type::Bool)
        .with("contested", Type::Bool)
        .with("lead", Type::Number)
        .with("guns", Type::Number)
        .with("attack-value", Type::Number)
        .with("name", Type::Text)
        .with("terrain", Type::choice(["clear", "urban", "forest"]))
        .with("weather", Type::choice(["fair", "snow"]))
        .with("roads", Type::list(Type::choice(["main", "track"])))
        .with("units", unit)
        .with_table("combat", [Type::Number, Type::Bool], Type::Number)
        .with_table("rally", [Type::choice(["fresh", "tired"])], Type::Text)
}

fn unit(attack: i32, kind: &str, fresh: bool) -> Record {
    Record::from([("attack".into(), attack.into()), ("kind".into(), kind.into()), ("fresh".into(), fresh.into())])
}

/// A position in which `scope` is evaluated.
#[derive(Debug, Clone)]
struct Position(Values);

impl Position {
    fn sample() -> Self {
        Position(Values::from([
            ("night".into(), true.into()),
            ("contested".into(), false.into()),
            ("lead".into(), 5.into()),
            ("guns".into(), 2.into()),
            ("attack-value".into(), Number::new(7, 2).into()),
            ("name".into(), "Barrikady".into()),
            ("terrain".into(), "urban".into()),
            ("weather".into(), "fair".into()),
            ("roads".into(), Value::List(vec!["main".into()])),
            (
                "units".into(),
                Value::collection([unit(4, "infantry", true), unit(6, "armour", false), unit(1, "infantry", false)]),
            ),
        ]))
    }
}

impl Env for Position {
    fn value(&self, name: &str) -> Option<std::borrow::Cow<'_, Value>> {
        self.0.value(name)
    }

    fn lookup(&self, table: &str, arguments: &[Value]) -> Result<Value, String> {
        match (table, arguments) {
            ("combat", [Value::Number(x), Value::Bool(yes)]) if *yes => Ok((*x * *x).into()),
            ("combat", [Value::Number(x), _]) => Ok((-*x).into()),
            ("rally", [Value::Text(text)]) => Ok(format!("is {text}").into()),
            _ => Err("the table has no such row".into()),
        }
    }
}

/// Parses, checks and evaluates; the result as a report prints it.
fn value(text: &str) -> String {
    let expr = parse(text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    if let Err(problems) = check(&expr, &scope()) {
        panic!("{text}: {problems:?}");
    }
    match eval(&expr, &Position::sample()) {
        Ok(value) => value.to_string(),
        Err(problem) => panic!("{text}: {problem:?}"),
    }
}
