//! Which totals dice and modifiers can really reach.

use crate::expr::{Expr, Number, Value, Values, eval};
use crate::model::Input;
use crate::source::values::Band;
use crate::syntax::InputKind;
use std::collections::BTreeSet;

/// A set of numbers a table can be entered with.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    /// The lowest; none: there is no lowest.
    pub lowest: Option<i64>,
    /// The highest; none: there is no highest.
    pub highest: Option<i64>,
    /// Exactly these, if they could be counted.
    exact: Option<BTreeSet<i64>>,
}

impl Reach {
    /// Everything between two limits.
    pub fn between(lowest: Option<i64>, highest: Option<i64>) -> Self {
        Self { lowest, highest, exact: None }
    }

    /// Whether any of the numbers lies in a band.
    pub fn meets(&self, band: &Band) -> bool {
        match &self.exact {
            Some(exact) => exact.iter().any(|n| band.contains(Number::from(*n))),
            None => {
                let below = band.to.is_some_and(|to| self.lowest.is_some_and(|low| Number::from(low) > to));
                let above = band.from.is_some_and(|from| self.highest.is_some_and(|high| Number::from(high) < from));
                !below && !above
            }
        }
    }
}

/// A modifier: what it adds, when, whether it has a condition at all, its group.
pub type CompiledModifier = (Option<Expr>, Option<Expr>, bool, Option<String>);

/// More combinations of answers than this are not tried one by one.
const MOST_COMBINATIONS: usize = 20_000;

/// What a roll with its modifiers can come to, over every combination of answers.
pub fn reach(totals: &BTreeSet<i64>, inputs: &[Input], modifiers: &[CompiledModifier]) -> Reach {
    if totals.is_empty() {
        return Reach::default();
    }
    let used = |input: &&Input| {
        modifiers.iter().any(|(add, when, ..)| {
            [add, when].into_iter().flatten().any(|expr| expr.names().iter().any(|m| m.name == input.id))
        })
    };
    let asked: Vec<&Input> = inputs.iter().filter(used).collect();
    let Some(sums) = sums(&asked, modifiers) else { return Reach::default() };
    let exact: BTreeSet<i64> = totals.iter().flat_map(|total| sums.iter().map(move |sum| total + sum)).collect();
    Reach { lowest: exact.first().copied(), highest: exact.last().copied(), exact: Some(exact) }
}

/// Every sum of modifiers; nothing if an answer has no limits or there are too many.
fn sums(inputs: &[&Input], modifiers: &[CompiledModifier]) -> Option<BTreeSet<i64>> {
    let answers: Option<Vec<Vec<Value>>> = inputs.iter().map(|input| answers(input)).collect();
    let answers = answers?;
    let combinations: usize = answers.iter().try_fold(1usize, |product, list| product.checked_mul(list.len()))?;
    if combinations > MOST_COMBINATIONS {
        return None;
    }
    let mut sums = BTreeSet::new();
    for mut n in 0..combinations {
        let mut values = Values::new();
        for (input, list) in inputs.iter().zip(&answers) {
            values.insert(input.id.clone(), list[n % list.len()].clone());
            n /= list.len();
        }
        sums.insert(sum(modifiers, &values));
    }
    Some(sums)
}

fn answers(input: &Input) -> Option<Vec<Value>> {
    Some(match input.kind {
        InputKind::YesNo => vec![Value::Bool(false), Value::Bool(true)],
        InputKind::Choice => input.choices.iter().map(|choice| Value::Text(choice.clone())).collect(),
        InputKind::Number => {
            let (min, max) = (input.min?, input.max?);
            if max - min > 1000 {
                return None;
            }
            (min..=max).map(|n| Value::Number(Number::new(n, 1))).collect()
        }
    })
}

/// The sum of the modifiers that apply; of one group only the strongest.
fn sum(modifiers: &[CompiledModifier], values: &Values) -> i64 {
    let mut total = 0;
    let mut groups: std::collections::BTreeMap<&str, i64> = std::collections::BTreeMap::new();
    for (add, when, conditional, group) in modifiers {
        let applies = match when {
            Some(when) => matches!(eval(when, values), Ok(Value::Bool(true))),
            None => !conditional,
        };
        let Some(Ok(Value::Number(number))) = add.as_ref().filter(|_| applies).map(|add| eval(add, values)) else {
            continue;
        };
        let Some(number) = number.floor().to_whole() else { continue };
        match group {
            None => total += number,
            Some(group) => {
                let strongest = groups.entry(group).or_insert(0);
                if number.abs() > strongest.abs() {
                    *strongest = number;
                }
            }
        }
    }
    total + groups.values().sum::<i64>()
}
