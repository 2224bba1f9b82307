//! Procedures, and what answers the inputs of procedures, tables and victory conditions.

use super::code::{Answers, FormulaCode, Sum, SumTerm};
use super::meaning::{Meaning, NamedSlots, input_slots};
use super::names::Coder;
use crate::expr::Number;
use crate::model::{Formula, Input, Procedure};
use crate::play::procedure::blank_answer;
use std::collections::BTreeMap;

impl Coder<'_> {
    /// A procedure in a fight: inputs that are not answered by hand answer themselves.
    pub fn sum(&mut self, at: usize, with: &BTreeMap<String, Formula>, meaning: &Meaning) -> Result<Sum, String> {
        if self.open.contains(&at) {
            return Err("a procedure needs its own result".to_string());
        }
        self.open.push(at);
        let sum = self.open_sum(at, with, meaning);
        self.open.pop();
        sum
    }

    fn open_sum(&mut self, at: usize, with: &BTreeMap<String, Formula>, meaning: &Meaning) -> Result<Sum, String> {
        let model = self.model;
        let procedure: &Procedure = &model.rules.procedures[at];
        let answers = self.answers(&procedure.inputs, with, meaning)?;
        let asking = Meaning { slots: input_slots(&procedure.inputs), ..Meaning::default() };
        let mut groups: Vec<&String> = Vec::new();
        let mut terms = Vec::new();
        for term in &procedure.terms {
            let group = term.group.as_ref().map(|group| {
                groups.iter().position(|own| *own == group).unwrap_or_else(|| {
                    groups.push(group);
                    groups.len() - 1
                })
            });
            terms.push(SumTerm {
                when: self.optional(term.when.as_ref(), &asking)?,
                value: self.optional(term.value.as_ref(), &asking)?,
                times: self.optional(term.times.as_ref(), &asking)?,
                round: term.round,
                group,
            });
        }
        let whole = |number: Option<i64>| number.map(|number| Number::new(number, 1));
        Ok(Sum { procedure: at, answers, terms, min: whole(procedure.min), max: whole(procedure.max) })
    }

    /// What answers inputs in a fight, and whose side tells friends from enemies there.
    pub fn answers(
        &mut self,
        inputs: &[Input],
        with: &BTreeMap<String, Formula>,
        meaning: &Meaning,
    ) -> Result<Answers, String> {
        let view = meaning.fight.as_ref().and_then(|fight| fight.unit.or(fight.defence_lead).or(fight.attack_lead));
        let given = inputs.iter().map(|input| with.contains_key(&input.id)).collect();
        Ok(Answers { view, inputs: self.inputs(inputs, with, meaning)?, given })
    }

    /// What answers inputs: by hand in the operation, else from the position, else what is assumed.
    pub fn inputs(
        &mut self,
        inputs: &[Input],
        with: &BTreeMap<String, Formula>,
        meaning: &Meaning,
    ) -> Result<Vec<FormulaCode>, String> {
        // What answers itself sees the fight, and nothing that the operation has named.
        let alone = Meaning { slots: NamedSlots::new(), from: meaning.members.len(), it: None, ..meaning.clone() };
        let mut codes = Vec::new();
        for input in inputs {
            codes.push(match (with.get(&input.id), &input.from) {
                (Some(given), _) => self.code(given, meaning)?,
                (None, Some(from)) => self.code(from, &alone)?,
                (None, None) => FormulaCode::Val(self.texts.take(&blank_answer(input))),
            });
        }
        Ok(codes)
    }
}
