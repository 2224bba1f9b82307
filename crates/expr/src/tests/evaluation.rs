//! What expressions mean.

use super::super::{Env, Problem, Value, Values, eval, parse};
use super::{Position, value};

#[test]
fn arithmetic_is_exact() {
    assert_eq!(value("0.1 + 0.2"), "0.3");
    assert_eq!(value("1 / 3"), "1/3");
    assert_eq!(value("1 / 3 * 3"), "1");
    assert_eq!(value("attack-value * 2"), "7");
    assert_eq!(value("lead - guns * 2"), "1");
    assert_eq!(value("7 % 4 + -1 % 6"), "8");
    assert_eq!(value("1 % -6"), "-5");
    assert_eq!(value("2.5 % 1"), "0.5");
}

#[test]
fn division_by_zero_is_zero() {
    assert_eq!(value("lead / 0"), "0");
    assert_eq!(value("lead % (guns - 2)"), "0");
}

#[test]
fn halves_round_up() {
    assert_eq!(value("round(2.5)"), "3");
    assert_eq!(value("round(-2.5)"), "-2");
    assert_eq!(value("floor(-0.5)"), "-1");
    assert_eq!(value("ceil(-0.5)"), "0");
    assert_eq!(value("ceil(7 / 2)"), "4");
}

#[test]
fn functions_of_numbers() {
    assert_eq!(value("min(3, lead, 4) + max(1, 2)"), "5");
    assert_eq!(value("abs(-3)"), "3");
    assert_eq!(value("clamp(lead, 0, 3)"), "3");
    assert_eq!(value("clamp(-1, 0, 3)"), "0");
    assert_eq!(value("clamp(2, 5, 3)"), "5");
}

#[test]
fn conditions() {
    assert_eq!(value("night and not contested"), "yes");
    assert_eq!(value("if terrain == 'urban' then 1 else if night then -1 else 0"), "1");
    assert_eq!(value("terrain in ['clear', 'forest'] or lead >= 5"), "yes");
    assert_eq!(value("'track' in roads"), "no");
    assert_eq!(value("night != contested"), "yes");
}

#[test]
fn functions_over_collections() {
    assert_eq!(value("count(units)"), "3");
    assert_eq!(value("count(units, kind == 'infantry')"), "2");
    assert_eq!(value("sum(units, attack * guns)"), "22");
    assert_eq!(value("sum(units, if fresh then attack else 0)"), "4");
    assert_eq!(value("highest(units, attack)"), "6");
    assert_eq!(value("lowest(units, attack)"), "1");
    assert_eq!(value("any(units, attack > lead)"), "yes");
    assert_eq!(value("all(units, attack > 1)"), "no");
    assert_eq!(value("sum(units, count(units, fresh))"), "3");
}

#[test]
fn collections_may_be_empty() {
    let empty = Values::from([("units".into(), Value::collection([]))]);
    let value = |text: &str| eval(&parse(text).unwrap(), &empty).unwrap().to_string();
    assert_eq!(value("count(units) + sum(units, 1) + highest(units, 2) + lowest(units, 3)"), "0");
    assert_eq!(value("any(units, true)"), "no");
    assert_eq!(value("all(units, false)"), "yes");
}

#[test]
fn tables_are_looked_up_by_the_environment() {
    assert_eq!(value("lookup('combat', lead, night) + 1"), "26");
    assert_eq!(value("lookup('rally', if night then 'tired' else 'fresh')"), "is tired");
}

#[test]
fn numbers_stop_at_their_bounds() {
    let big = "999999999999999";
    assert_eq!(value(&format!("{big} * {big}")), "1000000000000000");
    assert_eq!(value(&format!("-{big} * {big} * {big}")), "-1000000000000000");
    assert_eq!(value(&format!("{big} + 2")), "1000000000000000");
    // 1/999999999 squared is finer than 10^-9, and nearest to none of it.
    assert_eq!(value("1 / 999999999 / 999999999"), "0");
    assert_eq!(value("0.000000001 / 2"), "0.000000001");
    assert_eq!(value("-0.000000001 / 2"), "0");
}

#[test]
fn what_is_missing_is_an_error_with_its_place() {
    let fails = |text: &str| match eval(&parse(text).unwrap(), &Position::sample()) {
        Err(Problem { span, message, .. }) => (span, message),
        Ok(value) => panic!("{value}"),
    };
    assert_eq!(fails("1 + x"), (4..5, "`x` has no value".into()));
    assert_eq!(fails("1 + night"), (4..9, "expected a number, found yes or no".into()));
    assert_eq!(fails("not lead"), (4..8, "expected yes or no, found a number".into()));
    assert_eq!(fails("1 in lead"), (5..9, "expected a list, found a number".into()));
    assert_eq!(fails("count(lead)"), (6..10, "`lead` is not a collection".into()));
    assert_eq!(fails("lookup('combat', 1)"), (0..19, "the table has no such row".into()));
    let bare = eval(&parse("lookup('x', 1)").unwrap(), &Values::new());
    assert_eq!(bare.unwrap_err().message, "no table `x` can be looked up here");
}

/// An environment that lets no more than so many members be looked at.
struct Bounded(Position, std::cell::Cell<usize>);

impl Env for Bounded {
    fn value(&self, name: &str) -> Option<std::borrow::Cow<'_, Value>> {
        self.0.value(name)
    }

    fn may_look_at(&self, members: usize) -> bool {
        self.1.set(self.1.get().saturating_sub(members));
        self.1.get() > 0
    }
}

#[test]
fn who_counts_members_can_stop() {
    let tried = |text: &str, most: usize| {
        let bounded = Bounded(Position::sample(), most.into());
        eval(&parse(text).unwrap(), &bounded).map_err(|problem| (problem.span, problem.message))
    };
    // Three units: 3 members by itself, and 3 more for each within another.
    assert_eq!(tried("count(units, attack > 0)", 4), Ok(3.into()));
    assert_eq!(tried("count(units)", 1), Ok(3.into()), "counting all of them looks at none");
    let twice = "count(units, count(units, attack > 1) == 2)";
    assert_eq!(tried(twice, 13), Ok(3.into()));
    assert_eq!(tried(twice, 12), Err((19..24, "going through `units` here takes too many steps".into())));
}

#[test]
fn any_and_all_stop_where_they_know() {
    let looked = |text: &str| {
        let bounded = Bounded(Position::sample(), 1000.into());
        let value = eval(&parse(text).unwrap(), &bounded).unwrap();
        (value, 1000 - bounded.1.get())
    };
    assert_eq!(looked("any(units, any(units, attack == 4))"), (true.into(), 6));
    assert_eq!(looked("all(units, any(units, attack == 9))"), (false.into(), 6));
    assert_eq!(looked("all(units, any(units, attack == 1))"), (true.into(), 12));
}

/// A member that lacks a field has what stands outside, whatever the others have.
#[test]
fn members_may_differ() {
    let member = |fields: &[(&str, i32)]| fields.iter().map(|(name, n)| (name.to_string(), (*n).into())).collect();
    let members = Value::collection([member(&[("a", 1), ("b", 2)]), member(&[("b", 3)]), member(&[])]);
    let env = Values::from([("those".into(), members), ("a".into(), 10.into()), ("b".into(), 100.into())]);
    let value = |text: &str| eval(&parse(text).unwrap(), &env).unwrap().to_string();
    assert_eq!(value("sum(those, a)"), "21");
    assert_eq!(value("sum(those, a + b)"), "126");
    assert_eq!(value("sum(those, sum(those, b) + a)"), "141");
    assert_eq!(value("count(those, a == 10)"), "2");
}
