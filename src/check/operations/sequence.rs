//! What the sequence of play says of operations: which run by themselves, which are open, how often.

use super::super::exprs::formula_opt;
use super::super::rules::CheckedRules;
use super::named;
use crate::diag::codes;
use crate::expr::{Names, Type};
use crate::model::SequenceStep;
use crate::source::decode::Cx;
use crate::syntax::{GameFiles, OperationDef, StepDef};

/// Checks the sequence.
pub fn check(files: &GameFiles, defs: &[&OperationDef], base: &Names, rules: &mut CheckedRules, cx: &mut Cx) {
    let written = files.rules.iter().filter_map(|file| file.content.sequence.as_ref()).next_back();
    if let (Some(def), Some(sequence)) = (written, &mut rules.rules.sequence) {
        steps(&def.steps, &mut sequence.steps, false, defs, base, cx);
    }
}

fn steps(
    defs: &[StepDef],
    steps_of: &mut [SequenceStep],
    of_side: bool,
    operations: &[&OperationDef],
    base: &Names,
    cx: &mut Cx,
) {
    let ids = || operations.iter().map(|def| def.id.0.as_str());
    for (def, step) in defs.iter().zip(steps_of) {
        step.run = named(&def.run, &ids, cx);
        step.open = named(&def.open, &ids, cx);
        step.when = formula_opt(def.when.as_ref(), base, &Type::Bool, cx);
        step.until = formula_opt(def.until.as_ref(), base, &Type::Bool, cx);
        for name in def.run.iter().chain(&def.open) {
            let handed = operations.iter().find(|own| own.id.0 == name.value).filter(|own| !own.given.is_empty());
            if handed.is_some() {
                let message = format!("the operation `{}` has to be handed something", name.value);
                cx.diags.push(codes::OPERATION_STEP.at(name.span, message).label("only another operation can do that"));
            }
        }
        if let Some(first) = def.open.first()
            && def.side.is_none()
            && !of_side
        {
            let message = "nobody can choose: this step has no `side`";
            cx.diags.push(codes::OPERATION_STEP.at(first.span, message).label("open to whom?"));
        }
        if let Some(until) = &def.until
            && def.most.as_ref().is_none_or(|most| !(1..=100_000).contains(&most.value))
        {
            let message = "steps that are repeated `until` something holds need `most`, from 1 to 100000";
            cx.diags.push(codes::OPERATION_STEP.at(until.span, message).label("it might never hold"));
        }
        steps(&def.steps, &mut step.steps, of_side || def.side.is_some(), operations, base, cx);
    }
}
