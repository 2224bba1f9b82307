//! Buttons that work out procedures.

use super::asks::Asks;
use super::phrase::{Sentence, opening, shown};
use super::report::{signature, zero};
use super::sum::{Added, Addend, TOLERANCE, test, written};
use super::{TableButton, mentions};
use crate::expr::{Form, JavaCode, Properties, Unsupported, to_code};
use crate::model::{Model, Procedure};
use crate::syntax::Rounding;
use std::collections::BTreeSet;

/// The button of a procedure; nothing if VASSAL cannot work it out.
pub fn procedure_button(model: &Model, procedure: &Procedure) -> Option<TableButton> {
    let id = format!("procedure.{}", procedure.id);
    let mut asks = Asks::new(model, &id);
    let (_, phrase) = worked(&mut asks, procedure).ok()?;
    let report = chained(std::mem::take(&mut asks.said), phrase);
    let Asks { asks, works, totals, .. } = asks;
    let name = procedure.name.clone();
    let button = TableButton { id, name, dice: None, secret: false, asks, works, report: signature(report), totals };
    button.is_light().then_some(button)
}

/// Asks for what a procedure needs and adds it up. Gives the sum, and the sentence about it.
///
/// # Errors
/// The first formula that BeanShell cannot say.
pub fn worked(asks: &mut Asks<'_>, procedure: &Procedure) -> Result<(JavaCode, Sentence), Unsupported> {
    let formulas = procedure.terms.iter().flat_map(|term| term.when.iter().chain(&term.value).chain(&term.times));
    let mentioned: BTreeSet<&str> = formulas.flat_map(mentions).collect();
    for input in procedure.inputs.iter().filter(|input| mentioned.contains(input.id.as_str())) {
        asks.ask(input, false);
    }
    let steps = steps(procedure, &asks.codes)?;
    let total = total(procedure, &steps, asks);
    let mut terms = Sentence::default();
    for step in &steps {
        step.say(&mut terms);
    }
    let mut phrase = opening(&procedure.name);
    phrase.say(" = ").code(shown(&total));
    phrase.code(format!("({}).replaceFirst(\", \", \": \")", terms.written())).say(".");
    Ok((total, phrase))
}

/// Sentences before another.
pub fn chained(said: Vec<Sentence>, last: Sentence) -> Sentence {
    let mut all = Sentence::default();
    for sentence in said {
        all.then(sentence).say(" ");
    }
    all.then(last);
    all
}

/// A term as code.
struct TermCode {
    what: TermEffect,
    round: Option<Rounding>,
}

enum TermEffect {
    /// It adds.
    Adds(Added),
    /// It multiplies the sum so far.
    Times { when: Option<JavaCode>, by: JavaCode, text: String },
}

/// The terms that can count.
fn steps(procedure: &Procedure, naming: &Properties) -> Result<Vec<TermCode>, Unsupported> {
    let addends: Vec<Addend<'_>> = procedure
        .terms
        .iter()
        .filter_map(|term| {
            let (value, when) = (term.value.as_ref()?, term.when.as_ref());
            Some(Addend { value, when, text: &term.text, group: term.group.as_deref() })
        })
        .collect();
    let mut added = written(&addends, true, naming)?.into_iter();
    let mut steps = Vec::new();
    for term in &procedure.terms {
        if term.value.is_some() {
            let added = added.next().flatten();
            steps.extend(added.map(|added| TermCode { what: TermEffect::Adds(added), round: term.round }));
        } else if let Some(times) = &term.times {
            let when = term.when.as_ref().map(|when| to_code(&when.expr, naming)).transpose()?;
            let by = to_code(&times.expr, naming)?;
            steps.push(TermCode { what: TermEffect::Times { when, by, text: term.text.clone() }, round: term.round });
        }
    }
    Ok(steps)
}

impl TermCode {
    /// `, +2 (Artillery)`, `, ×0.5 (Out of supply)`.
    fn say(&self, phrase: &mut Sentence) {
        match &self.what {
            TermEffect::Adds(added) => added.say(phrase),
            TermEffect::Times { when, by, text } => {
                let mut words = Sentence::default();
                words.say(", ×").code(shown(by)).say(&format!(" ({text})"));
                match when {
                    Some(when) => phrase.when(&test(when), &words),
                    None => phrase.then(words),
                };
            }
        }
    }

    /// Whether the sum before it has to be known by itself.
    fn parts(&self) -> bool {
        self.round.is_some() || matches!(self.what, TermEffect::Times { .. })
    }

    /// The sum after this term, given the sum before it.
    fn after(&self, before: &JavaCode) -> JavaCode {
        let common = |other: &JavaCode| match (before.form, other.form) {
            (Form::Whole, Form::Whole) => Form::Whole,
            _ => Form::Real,
        };
        let (when, after) = match &self.what {
            TermEffect::Adds(added) => {
                let amount = added.amount();
                (added.when(), JavaCode::new(common(&amount), format!("{} + {}", before.text, amount.text)))
            }
            TermEffect::Times { when, by, .. } => {
                (when.as_ref(), JavaCode::new(common(by), format!("{} * {}", before.part(), by.part())))
            }
        };
        if !self.parts() {
            return after;
        }
        let after = self.round.map_or(after.clone(), |round| rounded(after, round));
        match when {
            Some(when) => JavaCode::new(common(&after), format!("{} ? {} : {}", test(when), after.text, before.text)),
            None => after,
        }
    }
}

fn rounded(number: JavaCode, round: Rounding) -> JavaCode {
    let (name, shift) = match round {
        _ if number.form == Form::Whole => return number,
        Rounding::Down => ("floor", format!("+ {TOLERANCE}")),
        Rounding::Up => ("ceil", format!("- {TOLERANCE}")),
        Rounding::Nearest => ("floor", format!("+ 0.5 + {TOLERANCE}")),
    };
    JavaCode::new(Form::Whole, format!("(int) Math.{name}({} {shift})", number.text))
}

/// The sum of all terms, within the limits of the procedure.
fn total(procedure: &Procedure, steps: &[TermCode], asks: &mut Asks<'_>) -> JavaCode {
    let mut total = zero();
    for (n, step) in steps.iter().enumerate() {
        if n > 0 && (step.parts() || steps[n - 1].parts()) {
            total = asks.work_out(&format!(":part-{n}"), &total);
        }
        total = step.after(&total);
    }
    let decimals = if total.form == Form::Real { ".0" } else { "" };
    if let Some(min) = procedure.min {
        total = JavaCode::new(total.form, format!("Math.max({min}{decimals}, {})", total.text));
    }
    if let Some(max) = procedure.max {
        total = JavaCode::new(total.form, format!("Math.min({max}{decimals}, {})", total.text));
    }
    asks.work_out_total(":total", &procedure.name, &total)
}
