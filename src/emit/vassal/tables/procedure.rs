//! Buttons that work out procedures.

use super::asks::Asks;
use super::phrase::{Phrase, opening, shown};
use super::sum::{Added, Addend, TOLERANCE, written};
use super::{LONGEST, TableButton, mentions, signature};
use crate::expr::{Code, Form, Properties, Unsupported, to_code};
use crate::model::{Model, Procedure, Term};
use crate::syntax::Rounding;
use std::collections::BTreeSet;

/// The button of a procedure; nothing if VASSAL cannot work it out.
pub fn procedure_button(model: &Model, procedure: &Procedure) -> Option<TableButton> {
    let id = format!("procedure.{}", procedure.id);
    let mut asks = Asks::new(model, &id);
    let formulas = procedure.terms.iter().flat_map(|term| term.when.iter().chain(&term.value).chain(&term.times));
    let mentioned: BTreeSet<&str> = formulas.flat_map(mentions).collect();
    for input in procedure.inputs.iter().filter(|input| mentioned.contains(input.id.as_str())) {
        asks.ask(input, false);
    }
    let steps = steps(procedure, &asks.codes).ok()?;
    let mut terms = Phrase::default();
    for step in &steps {
        step.say(&mut terms);
    }
    let mut phrase = opening(&procedure.name);
    phrase.say(" = ").code(shown(&total(procedure, &steps)));
    phrase.code(format!("({}).replaceFirst(\", \", \": \")", terms.written())).say(".");
    let report = signature(phrase);
    let name = procedure.name.clone();
    (report.len() <= LONGEST).then_some(TableButton { id, name, dice: None, asks: asks.asks, report })
}

/// A term as code.
enum Step {
    /// It adds.
    Adds(Added, Option<Rounding>),
    /// It multiplies the sum so far, or only rounds it.
    Times(Option<String>, Option<Code>, String, Option<Rounding>),
}

/// The terms that can count.
fn steps(procedure: &Procedure, naming: &Properties) -> Result<Vec<Step>, Unsupported> {
    let addend = |term: &'_ Term| -> bool { term.value.is_some() };
    let addends: Vec<Addend<'_>> = procedure
        .terms
        .iter()
        .filter_map(|term| {
            let (value, when) = (term.value.as_ref()?, term.when.as_ref());
            Some(Addend { value, when, text: &term.text, group: term.group.as_deref() })
        })
        .collect();
    let mut added = written(&addends, naming)?.into_iter();
    let mut steps = Vec::new();
    for term in &procedure.terms {
        if addend(term) {
            steps.extend(added.next().flatten().map(|added| Step::Adds(added, term.round)));
            continue;
        }
        let when = term.when.as_ref().map(|when| to_code(&when.expr, naming)).transpose()?;
        let times = term.times.as_ref().map(|times| to_code(&times.expr, naming)).transpose()?;
        let when = when.map(|when| format!("({})", when.text));
        steps.push(Step::Times(when, times, term.text.clone(), term.round));
    }
    Ok(steps)
}

impl Step {
    /// `, +2 (Artillery)`, `, ×0.5 (Out of supply)`, `, Rounded up`.
    fn say(&self, phrase: &mut Phrase) {
        match self {
            Step::Adds(added, _) => added.say(phrase),
            Step::Times(when, times, text, _) => {
                let mut words = Phrase::default();
                match times {
                    Some(times) => words.say(", ×").code(shown(times)).say(&format!(" ({text})")),
                    None => words.say(&format!(", {text}")),
                };
                phrase.when(when.as_deref(), &words);
            }
        }
    }

    /// The sum after this term, given the sum before it.
    fn after(&self, before: &Code) -> Code {
        let common = |other: &Code| match (before.form, other.form) {
            (Form::Whole, Form::Whole) => Form::Whole,
            _ => Form::Real,
        };
        let (when, after, round) = match self {
            Step::Adds(added, None) => {
                return Code::new(common(&added.value), format!("{} + {}", before.text, added.amount()));
            }
            Step::Times(when, Some(times), _, None) => {
                let factor = when
                    .as_ref()
                    .map_or_else(|| format!("({})", times.text), |when| format!("({when} ? {} : 1)", times.text));
                return Code::new(common(times), format!("({}) * {factor}", before.text));
            }
            Step::Times(_, None, _, None) => return before.clone(),
            Step::Adds(added, Some(round)) => {
                let sum = Code::new(common(&added.value), format!("{} + ({})", before.text, added.value.text));
                (added.when.as_ref(), sum, *round)
            }
            Step::Times(when, Some(times), _, Some(round)) => {
                let product = Code::new(common(times), format!("({}) * ({})", before.text, times.text));
                (when.as_ref(), product, *round)
            }
            Step::Times(when, None, _, Some(round)) => (when.as_ref(), before.clone(), *round),
        };
        let after = rounded(after, round);
        match when {
            Some(when) => Code::new(common(&after), format!("({when} ? {} : ({}))", after.text, before.text)),
            None => after,
        }
    }
}

fn rounded(number: Code, round: Rounding) -> Code {
    if number.form == Form::Whole {
        return Code::new(Form::Whole, format!("({})", number.text));
    }
    let (name, shift) = match round {
        Rounding::Down => ("floor", format!("+ {TOLERANCE}")),
        Rounding::Up => ("ceil", format!("- {TOLERANCE}")),
        Rounding::Nearest => ("floor", format!("+ 0.5 + {TOLERANCE}")),
    };
    Code::new(Form::Whole, format!("((int) Math.{name}(({}) {shift}))", number.text))
}

/// The sum of all terms, within the limits of the procedure.
fn total(procedure: &Procedure, steps: &[Step]) -> Code {
    let mut total = steps.iter().fold(super::zero(), |sum, step| step.after(&sum));
    let decimals = if total.form == Form::Real { ".0" } else { "" };
    if let Some(min) = procedure.min {
        total = Code::new(total.form, format!("Math.max({min}{decimals}, {})", total.text));
    }
    if let Some(max) = procedure.max {
        total = Code::new(total.form, format!("Math.min({max}{decimals}, {})", total.text));
    }
    total
}
