//! What steps hand over: answers to inputs, and who fights whom.

use super::super::exprs::formula;
use super::super::names::unknown;
use super::values::{StepScope, StepValueKind};
use crate::diag::codes;
use crate::expr::{self, Expr, ExprKind, Type};
use crate::model::{Formula, Input, Roles};
use crate::source::Sp;
use crate::source::decode::{Cx, Keyed};
use crate::syntax::{ExprSpec, InputKind, OperationStepDef};
use std::collections::BTreeMap;

/// Reports steps that have both or none of two keys.
pub fn one_key(def: &OperationStepDef, keys: [(&str, bool); 2], cx: &mut Cx) -> Option<()> {
    let [(one, has_one), (other, has_other)] = keys;
    if has_one != has_other {
        return Some(());
    }
    let message = format!("`do = \"{}\"` needs `{one}` or `{other}`", def.action.value.word());
    let label = if has_one { "it has both" } else { "it has neither" };
    cx.diags.push(codes::OPERATION_STEP.at(def.action.span, message).label(label));
    None
}

/// A formula that is a name.
pub fn name_formula(name: &str) -> Formula {
    let expr = Expr::new(ExprKind::Name(name.to_string()), 0..name.len());
    Formula { text: name.to_string(), tree: expr::to_json(&expr), expr }
}

/// The type of an answer to an input.
pub fn wanted(input: &Input) -> Type {
    match input.kind {
        InputKind::Number => Type::Number,
        InputKind::YesNo => Type::Bool,
        InputKind::Choice => Type::choice(input.choices.iter().cloned()),
    }
}

/// Answers to inputs.
pub fn answers(
    given: &Keyed<Sp<ExprSpec>>,
    inputs: &[Input],
    scope: &StepScope,
    cx: &mut Cx,
) -> BTreeMap<String, Formula> {
    let mut with = BTreeMap::new();
    for (key, spec) in &given.0 {
        let Some(input) = inputs.iter().find(|input| input.id == key.text) else {
            let wrong = Sp::new(key.text.clone(), key.span);
            unknown("input", &wrong, inputs.iter().map(|input| input.id.as_str()), cx);
            continue;
        };
        with.extend(formula(spec, &scope.names, &wanted(input), cx).map(|value| (key.text.clone(), value)));
    }
    with
}

/// Who fights whom.
pub fn roles(def: &OperationStepDef, scope: &StepScope, cx: &mut Cx) -> Roles {
    let value = |name: &Option<Sp<String>>, kind: StepValueKind, cx: &mut Cx| {
        name.as_ref().and_then(|name| scope.value(name, &kind, cx))
    };
    Roles {
        at: value(&def.at, StepValueKind::Place, cx),
        attackers: value(&def.attackers, StepValueKind::Units, cx),
        attack_lead: value(&def.attack_lead, StepValueKind::Unit, cx),
        defenders: value(&def.defenders, StepValueKind::Units, cx),
        defence_lead: value(&def.defence_lead, StepValueKind::Unit, cx),
        attack_markers: value(&def.attack_markers, StepValueKind::Markers, cx),
        defence_markers: value(&def.defence_markers, StepValueKind::Markers, cx),
        unit: value(&def.unit, StepValueKind::Unit, cx),
    }
}
