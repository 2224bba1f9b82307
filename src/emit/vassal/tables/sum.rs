//! Modifiers and terms: what counts, what it adds, and the words for it.

use super::phrase::{Phrase, signed};
use crate::expr::{Code, Form, Naming, Number, Unsupported, Value, Values, eval, to_code};
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

/// The same as code.
pub struct Added {
    /// Whether it counts; always if none.
    pub when: Option<String>,
    /// What it adds.
    pub value: Code,
    /// What it always adds.
    fixed: Option<Number>,
    /// What it is.
    pub text: String,
}

impl Added {
    /// A number that is always added.
    pub fn always(value: Code, text: &str) -> Self {
        Self { when: None, value, fixed: None, text: text.to_string() }
    }

    /// What it adds, or 0.
    pub fn amount(&self) -> String {
        match &self.when {
            Some(when) => format!("({when} ? {} : 0)", self.value.text),
            None => format!("({})", self.value.text),
        }
    }

    /// `, +2 (Night)`, if it counts and adds something.
    pub fn say(&self, phrase: &mut Phrase) {
        let mut words = Phrase::default();
        words.say(", ");
        if let Some(fixed) = self.fixed {
            if fixed == Number::ZERO {
                return;
            }
            let sign = if fixed > Number::ZERO { "+" } else { "" };
            words.say(&format!("{sign}{fixed} ({})", self.text));
            match &self.when {
                Some(when) => phrase.when(Some(when), &words),
                None => phrase.say(&format!(", {sign}{fixed} ({})", self.text)),
            };
            return;
        }
        words.code(signed(&self.value)).say(&format!(" ({})", self.text));
        let some = differs_from_zero(&self.value);
        let when = self.when.as_ref().map_or(some.clone(), |when| format!("{when} && {some}"));
        phrase.when(Some(&when), &words);
    }
}

/// A test that a number is not 0.
pub fn differs_from_zero(number: &Code) -> String {
    match number.form {
        Form::Real => format!("Math.abs({}) >= {TOLERANCE}", number.text),
        _ => format!("({}) != 0", number.text),
    }
}

/// The sum of all; nothing if there is nothing to add.
pub fn sum(added: &[Added]) -> Option<Code> {
    let whole = added.iter().all(|one| one.value.form == Form::Whole);
    let amounts: Vec<String> = added.iter().map(Added::amount).collect();
    let form = if whole { Form::Whole } else { Form::Real };
    (!amounts.is_empty()).then(|| Code::new(form, amounts.join(" + ")))
}

/// An addend by itself, before the others of its group are looked at.
struct Lone {
    when: Option<String>,
    value: Code,
    fixed: Option<Number>,
}

/// Writes addends; those that can never count are left out, as the stronger of their group always do.
///
/// # Errors
/// The first formula that BeanShell cannot say.
pub fn written(addends: &[Addend<'_>], naming: &dyn Naming) -> Result<Vec<Option<Added>>, Unsupported> {
    let mut lone = Vec::new();
    for addend in addends {
        let when = addend.when.map(|when| to_code(&when.expr, naming)).transpose()?;
        let fixed = match eval(&addend.value.expr, &Values::new()) {
            Ok(Value::Number(number)) => Some(number),
            _ => None,
        };
        let value = to_code(&addend.value.expr, naming)?;
        lone.push(Lone { when: when.map(|when| format!("({})", when.text)), value, fixed });
    }
    let mut all = Vec::new();
    for (n, (addend, own)) in addends.iter().zip(&lone).enumerate() {
        let rivals = addends.iter().enumerate().filter(|(m, other)| *m != n && other.group == addend.group);
        let rivals = rivals.filter(|_| addend.group.is_some()).filter_map(|(m, _)| Some((m, lone.get(m)?)));
        let mut tests: Vec<String> = own.when.iter().cloned().collect();
        let mut never = false;
        for (m, rival) in rivals {
            match beaten(own, rival, m < n) {
                Beaten::Never => {}
                Beaten::Always => never = true,
                Beaten::If(test) => tests.push(format!("!({test})")),
            }
        }
        let when = (!tests.is_empty()).then(|| tests.join(" && "));
        let added = Added { when, value: own.value.clone(), fixed: own.fixed, text: addend.text.to_string() };
        all.push((!never).then_some(added));
    }
    Ok(all)
}

enum Beaten {
    Never,
    Always,
    If(String),
}

/// When a rival counts instead: it is stronger, or as strong and stands before.
fn beaten(own: &Lone, rival: &Lone, before: bool) -> Beaten {
    let stronger = match (own.fixed, rival.fixed) {
        (Some(own), Some(rival)) => {
            let (own, rival) = (own.abs(), rival.abs());
            if rival == Number::ZERO || rival < own || rival == own && !before {
                return Beaten::Never;
            }
            None
        }
        _ => {
            let whole = own.value.form == Form::Whole && rival.value.form == Form::Whole;
            let (sign, slack) = match (before, whole) {
                (true, true) => (">=", String::new()),
                (true, false) => (">=", format!(" - {TOLERANCE}")),
                (false, true) => (">", String::new()),
                (false, false) => (">", format!(" + {TOLERANCE}")),
            };
            let strength = |value: &Code| format!("Math.abs({})", value.text);
            Some(format!("{} {sign} {}{slack}", strength(&rival.value), strength(&own.value)))
        }
    };
    let tests: Vec<String> = rival.when.iter().cloned().chain(stronger).collect();
    if tests.is_empty() { Beaten::Always } else { Beaten::If(tests.join(" && ")) }
}
