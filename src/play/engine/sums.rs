//! Sums of the rules, worked out on a state.

use super::code::{Answers, Sum};
use super::eval::{EvalContext, Member};
use super::value::Val;
use crate::expr::Number;
use crate::play::ChainLink;
use crate::syntax::Rounding;

impl EvalContext<'_, '_> {
    /// Answers to inputs: those that the operation does not give see friends and enemies as a unit of the fight does.
    pub fn answers(&self, answers: &Answers, members: &mut Vec<Member>) -> Vec<Val> {
        let viewer = answers.view.and_then(|slot| self.slots.get(slot)?.members().first().copied());
        match viewer.map(|unit| self.machine.side_of(unit)).filter(|side| *side != self.side) {
            Some(side) => {
                let ask = EvalContext { side, ..self.anew() };
                let answered = answers.inputs.iter().zip(&answers.given);
                answered.map(|(input, given)| if *given { self } else { &ask }.eval(input, members)).collect()
            }
            None => answers.inputs.iter().map(|input| self.eval(input, members)).collect(),
        }
    }

    /// What a procedure comes to, and the chain that makes it if somebody wants to know.
    pub fn sum(&self, sum: &Sum, chain: Option<&mut Vec<ChainLink>>) -> Number {
        self.sum_within(sum, &mut Vec::new(), chain)
    }

    pub(super) fn sum_within(
        &self,
        sum: &Sum,
        members: &mut Vec<Member>,
        mut chain: Option<&mut Vec<ChainLink>>,
    ) -> Number {
        let answers = self.answers(&sum.answers, members);
        let ask = EvalContext { slots: &answers, ..self.anew() };
        let due: Vec<Option<Option<Number>>> = sum
            .terms
            .iter()
            .map(|term| {
                let counts = term.when.as_ref().is_none_or(|when| ask.holds(when));
                counts.then(|| term.value.as_ref().map(|value| ask.number(value)))
            })
            .collect();
        let loses = |n: usize| {
            let (Some(group), Some(Some(own))) = (sum.terms[n].group, due[n]) else { return false };
            due.iter().enumerate().any(|(m, value)| match value {
                Some(Some(value)) if m != n && sum.terms[m].group == Some(group) => {
                    value.abs() > own.abs() || (value.abs() == own.abs() && m < n)
                }
                _ => false,
            })
        };
        let mut total = Number::ZERO;
        for (n, (term, value)) in sum.terms.iter().zip(&due).enumerate() {
            let Some(value) = value.filter(|_| !loses(n)) else { continue };
            let mut after = match (value, &term.times) {
                (Some(value), _) => total + value,
                (None, Some(times)) => total * ask.number(times),
                (None, None) => total,
            };
            after = match term.round {
                Some(Rounding::Down) => after.floor(),
                Some(Rounding::Up) => after.ceil(),
                Some(Rounding::Nearest) => after.round(),
                None => after,
            };
            if let Some(chain) = chain.as_deref_mut() {
                let own = &self.machine.model.rules.procedures[sum.procedure].terms[n];
                chain.push(ChainLink { id: own.id.clone(), text: own.text.clone(), adds: after - total });
            }
            total = after;
        }
        let total = sum.min.map_or(total, |min| total.max(min));
        sum.max.map_or(total, |max| total.min(max))
    }
}
