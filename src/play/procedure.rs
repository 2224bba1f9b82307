//! Sums of terms, and what answers their inputs.

use super::ask::Ask;
use super::position::Position;
use super::{ChainLink, holds, number};
use crate::expr::{Number, Value, Values};
use crate::model::{Choice, Input, Procedure, Rule, Scalar, Term, Victory};
use crate::syntax::{InputKind, Rounding};

/// What a procedure came to.
#[derive(Debug, Clone)]
pub struct Computed {
    /// The terms that counted.
    pub chain: Vec<ChainLink>,
    /// Their sum, within the procedure's limits.
    pub total: Number,
}

/// Who fights whom, where.
#[derive(Debug, Clone, Default)]
pub struct Fight {
    /// The place.
    pub at: Option<usize>,
    /// Attackers.
    pub attackers: Vec<usize>,
    /// The one that leads.
    pub attack_lead: Option<usize>,
    /// Defenders.
    pub defenders: Vec<usize>,
    /// The one that leads.
    pub defence_lead: Option<usize>,
    /// Markers that support the attack.
    pub attack_markers: Vec<usize>,
    /// Markers that support the defence.
    pub defence_markers: Vec<usize>,
    /// A unit that acts by itself.
    pub unit: Option<usize>,
}

/// What is assumed of an input that nobody answers.
pub fn blank_answer(input: &Input) -> Value {
    match (&input.default, input.kind) {
        (Some(Scalar::Bool(yes)), _) => Value::Bool(*yes),
        (Some(Scalar::Number(number)), _) => Value::Number(Number::new(*number, 1)),
        (Some(Scalar::Text(text)), _) => Value::Text(text.clone()),
        (None, InputKind::Number) => Value::Number(Number::new(input.min.unwrap_or(0).max(0), 1)),
        (None, InputKind::YesNo) => Value::Bool(false),
        (None, InputKind::Choice) => Value::Text(input.choices.first().cloned().unwrap_or_default()),
    }
}

/// Answers the inputs: by hand, else from the position, else by what is assumed.
///
/// # Errors
/// Why the position does not answer one.
pub fn answer(position: &Position<'_>, inputs: &[Input], by_hand: &Values, fight: &Fight) -> Result<Values, String> {
    let side = fight.unit.or(fight.defence_lead).or(fight.attack_lead).map(|unit| position.side(unit));
    let ask = Ask { unit: fight.unit, fight: Some(fight), side, ..Ask::new(position) };
    let mut answers = Values::new();
    for input in inputs {
        let value = match (by_hand.get(&input.id), &input.from) {
            (Some(value), _) => value.clone(),
            (None, Some(from)) => ask.value(from).map_err(|why| format!("`{}` from {why}", input.id))?,
            (None, None) => blank_answer(input),
        };
        answers.insert(input.id.clone(), value);
    }
    Ok(answers)
}

/// Whether a side may choose something.
///
/// # Errors
/// Why the position does not answer it.
pub fn is_open(position: &Position<'_>, choice: &Choice, side: Option<usize>, fight: &Fight) -> Result<bool, String> {
    let own = choice.side.as_ref().is_none_or(|own| side.is_none_or(|side| own.index == side));
    let side = side.or(choice.side.as_ref().map(|own| own.index));
    let ask = Ask { unit: fight.unit, fight: Some(fight), side, ..Ask::new(position) };
    Ok(own && ask.holds(choice.open.as_ref())?)
}

/// Computes a procedure from answered inputs.
///
/// # Errors
/// Why a term cannot be computed.
pub fn compute(procedure: &Procedure, answers: &Values) -> Result<Computed, String> {
    let mut due: Vec<(&Term, Option<Number>)> = Vec::new();
    for term in &procedure.terms {
        if let Some(when) = &term.when
            && !holds(when, answers)?
        {
            continue;
        }
        let value = term.value.as_ref().map(|value| number(value, answers)).transpose()?;
        due.push((term, value));
    }
    // Of one group only the strongest counts, wherever it stands; the first of equals.
    let loses = |n: usize| {
        let (term, Some(own)) = due[n] else { return false };
        let rivals = due
            .iter()
            .enumerate()
            .filter(|(m, (other, _))| *m != n && term.group.is_some() && other.group == term.group);
        rivals
            .filter_map(|(m, (_, value))| Some((m, (*value)?)))
            .any(|(m, value)| value.abs() > own.abs() || (value.abs() == own.abs() && m < n))
    };
    let mut total = Number::ZERO;
    let mut chain = Vec::new();
    for (n, (term, value)) in due.iter().enumerate() {
        if loses(n) {
            continue;
        }
        let mut after = match (value, &term.times) {
            (Some(value), _) => total + *value,
            (None, Some(times)) => total * number(times, answers)?,
            (None, None) => total,
        };
        after = match term.round {
            Some(Rounding::Down) => after.floor(),
            Some(Rounding::Up) => after.ceil(),
            Some(Rounding::Nearest) => after.round(),
            None => after,
        };
        chain.push(ChainLink { id: term.id.clone(), text: term.text.clone(), adds: after - total });
        total = after;
    }
    if let Some(min) = procedure.min {
        total = total.max(Number::new(min, 1));
    }
    if let Some(max) = procedure.max {
        total = total.min(Number::new(max, 1));
    }
    Ok(Computed { chain, total })
}

/// Whether a victory condition holds.
///
/// # Errors
/// Why it cannot be answered.
pub fn holds_victory(position: &Position<'_>, victory: &Victory, by_hand: &Values) -> Result<bool, String> {
    let Some(when) = &victory.when else { return Err(format!("the victory condition `{}` has no `when`", victory.id)) };
    let answers = answer(position, &victory.inputs, by_hand, &Fight::default())?;
    holds(when, &answers)
}

/// Whether a rule with a condition holds in a fight, or for a unit.
///
/// # Errors
/// Why it cannot be answered.
pub fn holds_rule(position: &Position<'_>, rule: &Rule, by_hand: &Values, fight: &Fight) -> Result<bool, String> {
    let Some(when) = &rule.when else { return Err(format!("the rule `{}` has no `when`", rule.id)) };
    holds(when, &answer(position, &rule.inputs, by_hand, fight)?)
}
