//! Modifiers and terms: what counts, what it adds, and the words for it.

use super::phrase::{Sentence, signed};
use crate::expr::{Form, JavaCode, Naming, Number, Unsupported, Value, Values, eval, to_code};
use crate::model::Formula;

/// Doubles nearer to each other than this are equal.
pub const TOLERANCE: &str = "1.0E-9";

/// Something that may be added.
pub struct Addend<'m> {
    /// What it adds.
    pub value: &'m Formula,
    /// When.
    pub when: Option<&'m Formula>,
    /// What it is.
    pub text: &'m str,
    /// Of one group the strongest counts.
    pub group: Option<&'m str>,
}

/// What is added: the first of some that applies.
#[derive(Debug)]
pub struct Added {
    ways: Vec<AddedWay>,
}

#[derive(Debug, Clone)]
struct AddedWay {
    /// When it applies; always if none.
    when: Option<JavaCode>,
    /// What it adds.
    value: JavaCode,
    /// What it always adds.
    fixed: Option<Number>,
    /// What it is.
    text: String,
}

impl Added {
    /// A number that is always added.
    pub fn always(value: JavaCode, text: &str) -> Self {
        Self { ways: vec![AddedWay { when: None, value, fixed: None, text: text.to_string() }] }
    }

    /// When it counts; always if none. Only of one that stays in its place.
    pub fn when(&self) -> Option<&JavaCode> {
        self.ways.first().and_then(|way| way.when.as_ref())
    }

    /// What it adds, or 0; it can stand in a sum.
    pub fn amount(&self) -> JavaCode {
        let whole = self.ways.iter().all(|way| way.value.form == Form::Whole);
        let form = if whole { Form::Whole } else { Form::Real };
        if let [AddedWay { when: None, value, .. }] = self.ways.as_slice() {
            return JavaCode::atom(form, value.part());
        }
        let mut text = String::new();
        for way in &self.ways {
            match &way.when {
                Some(when) => text.push_str(&format!("{} ? {} : ", test(when), way.value.text)),
                None => text.push_str(&way.value.text),
            }
        }
        let always = self.ways.last().is_some_and(|way| way.when.is_none());
        JavaCode::atom(form, format!("({text}{})", if always { "" } else { "0" }))
    }

    /// `, +2 (Night)`, if it counts and adds something.
    pub fn say(&self, phrase: &mut Sentence) {
        if let [AddedWay { when: None, fixed: Some(fixed), text, .. }] = self.ways.as_slice() {
            if *fixed != Number::ZERO {
                phrase.say(&fixed_words(*fixed, text));
            }
            return;
        }
        let mut code = String::new();
        let mut open = true;
        for way in &self.ways {
            let mut words = Sentence::default();
            let mut tests: Vec<String> = way.when.iter().map(test).collect();
            match way.fixed {
                Some(fixed) => {
                    words.say(&fixed_words(fixed, &way.text));
                }
                None => {
                    words.say(", ").code(signed(&way.value)).say(&format!(" ({})", way.text));
                    tests = way.when.iter().map(JavaCode::part).collect();
                    tests.push(differs_from_zero(&way.value));
                }
            }
            open = !tests.is_empty();
            let test = if open { format!("{} ? ", tests.join(" && ")) } else { String::new() };
            code.push_str(&format!("{test}{}{}", words.written(), if open { " : " } else { "" }));
        }
        phrase.code(format!("({code}{})", if open { "\"\"" } else { "" }));
    }
}

fn fixed_words(adds: Number, text: &str) -> String {
    let sign = if adds > Number::ZERO { "+" } else { "" };
    format!(", {sign}{adds} ({text})")
}

/// Before a question mark everything but another question mark binds stronger.
pub fn test(when: &JavaCode) -> String {
    if when.text.contains('?') { when.part() } else { when.text.clone() }
}

/// A test that a number is not 0.
pub fn differs_from_zero(number: &JavaCode) -> String {
    match number.form {
        Form::Real => format!("Math.abs({}) >= {TOLERANCE}", number.text),
        _ => format!("{} != 0", number.part()),
    }
}

/// The sum of all; nothing if there is nothing to add.
pub fn sum(added: &[Added]) -> Option<JavaCode> {
    let amounts: Vec<JavaCode> = added.iter().map(Added::amount).collect();
    let whole = amounts.iter().all(|amount| amount.form == Form::Whole);
    let texts: Vec<String> = amounts.into_iter().map(|amount| amount.text).collect();
    let form = if whole { Form::Whole } else { Form::Real };
    (!texts.is_empty()).then(|| JavaCode::new(form, texts.join(" + ")))
}

/// Writes addends; one that is never added, as others of its group always count, is nothing. Where
/// it matters when something is added, each stays in its place; else the first of a group may
/// speak for all of it.
///
/// # Errors
/// The first formula that BeanShell cannot say.
pub fn written(addends: &[Addend<'_>], in_place: bool, naming: &dyn Naming) -> Result<Vec<Option<Added>>, Unsupported> {
    let mut ways = Vec::new();
    for addend in addends {
        let when = addend.when.map(|when| to_code(&when.expr, naming)).transpose()?;
        let fixed = match eval(&addend.value.expr, &Values::new()) {
            Ok(Value::Number(number)) => Some(number),
            _ => None,
        };
        ways.push(AddedWay { when, value: to_code(&addend.value.expr, naming)?, fixed, text: addend.text.to_string() });
    }
    let mut all = Vec::new();
    for (n, (addend, way)) in addends.iter().zip(&ways).enumerate() {
        let together = |m: &usize| addend.group.is_some() && addends.get(*m).map(|a| a.group) == Some(addend.group);
        let group: Vec<usize> = (0..ways.len()).filter(together).collect();
        let members: Vec<&AddedWay> = group.iter().filter_map(|m| ways.get(*m)).collect();
        all.push(if group.len() < 2 {
            Some(Added { ways: vec![way.clone()] })
        } else if !in_place && members.iter().all(|way| way.fixed.is_some()) {
            (group.first() == Some(&n)).then(|| strongest_first(&members))
        } else {
            unless_beaten(n, way, &group, &members)
        });
    }
    Ok(all)
}

/// Fixed numbers need no comparison: the strongest is tried first.
fn strongest_first(members: &[&AddedWay]) -> Added {
    let strength = |way: &&AddedWay| way.fixed.map_or(Number::ZERO, Number::abs);
    let mut sorted: Vec<&AddedWay> = members.to_vec();
    sorted.retain(|way| strength(way) != Number::ZERO);
    sorted.sort_by_key(|way| std::cmp::Reverse(strength(way)));
    let certain = sorted.iter().position(|way| way.when.is_none()).map_or(sorted.len(), |n| n + 1);
    Added { ways: sorted.into_iter().take(certain).cloned().collect() }
}

/// One of a group counts unless another is stronger, or as strong and stands before it.
fn unless_beaten(n: usize, own: &AddedWay, group: &[usize], members: &[&AddedWay]) -> Option<Added> {
    let mut tests: Vec<String> = own.when.iter().map(JavaCode::part).collect();
    for (m, rival) in group.iter().zip(members).filter(|(m, _)| **m != n) {
        let whole = own.value.form == Form::Whole && rival.value.form == Form::Whole;
        let stronger = match (own.fixed, rival.fixed, *m < n, whole) {
            (Some(own), Some(rival), before, _) => {
                let (own, rival) = (own.abs(), rival.abs());
                if rival == Number::ZERO || rival < own || rival == own && !before {
                    continue;
                }
                None
            }
            (_, _, true, true) => Some((">=", String::new())),
            (_, _, true, false) => Some((">=", format!(" - {TOLERANCE}"))),
            (_, _, false, true) => Some((">", String::new())),
            (_, _, false, false) => Some((">", format!(" + {TOLERANCE}"))),
        };
        let strength = |value: &JavaCode| format!("Math.abs({})", value.text);
        let stronger =
            stronger.map(|(sign, slack)| format!("{} {sign} {}{slack}", strength(&rival.value), strength(&own.value)));
        let beaten: Vec<String> = rival.when.iter().map(JavaCode::part).chain(stronger).collect();
        if beaten.is_empty() {
            return None;
        }
        tests.push(format!("!({})", beaten.join(" && ")));
    }
    let when = (!tests.is_empty()).then(|| JavaCode::new(Form::Bool, tests.join(" && ")));
    Some(Added { ways: vec![AddedWay { when, ..own.clone() }] })
}
