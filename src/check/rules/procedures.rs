//! Procedures: their terms, and that none depends on its own result.

use super::Checker;
use crate::check::about::about;
use crate::check::exprs::{formula_opt, input_scope};
use crate::check::names::unique;
use crate::check::tables::inputs;
use crate::diag::codes;
use crate::expr::Type;
use crate::model::{Procedure, Term};
use crate::source::decode::Cx;
use crate::syntax::ProcedureDef;
use std::collections::BTreeSet;

/// What a procedure is asked for with, in expressions.
const PROCEDURE: &str = "procedure.";

impl Checker<'_> {
    pub(super) fn procedure(&self, def: &ProcedureDef, cx: &mut Cx) -> Procedure {
        let inputs = inputs(&def.inputs, self.scopes, cx);
        let scope = input_scope(&inputs);
        unique("term", def.terms.iter().map(|term| &term.id), cx);
        let mut terms = Vec::new();
        for term in &def.terms {
            if term.value.is_some() == term.times.is_some() {
                let message = format!("the term `{}` needs either `value` or `times`", term.id.0);
                cx.diags.push(codes::CONFLICT.at(term.id.span, message).label("this term"));
            }
            terms.push(Term {
                id: term.id.0.clone(),
                text: term.text.value.clone(),
                value: formula_opt(term.value.as_ref(), &scope, &Type::Number, cx),
                times: formula_opt(term.times.as_ref(), &scope, &Type::Number, cx),
                round: term.round.as_ref().map(|round| round.value),
                when: formula_opt(term.when.as_ref(), &scope, &Type::Bool, cx),
                group: term.group.as_ref().map(|group| group.value.clone()),
                about: about(&term.meta),
            });
        }
        Procedure {
            id: def.id.0.clone(),
            name: def.name.value.clone(),
            side: self.vocabulary.side_names.opt(def.side.as_ref(), cx),
            inputs,
            terms,
            min: def.min.as_ref().map(|min| min.value),
            max: def.max.as_ref().map(|max| max.value),
            text: def.text.clone(),
            about: about(&def.meta),
        }
    }
}

/// Reports procedures that need their own result.
pub(super) fn circles(procedures: &[Procedure], defs: &[&ProcedureDef], cx: &mut Cx) {
    let asks = |procedure: &Procedure| -> Vec<usize> {
        let froms = procedure.inputs.iter().filter_map(|input| input.from.as_ref());
        let names = froms.flat_map(|from| from.expr.names().into_iter().map(|mention| mention.name.to_string()));
        let asked = names.filter_map(|name| {
            let id = name.strip_prefix(PROCEDURE)?;
            procedures.iter().position(|own| own.id == id)
        });
        asked.collect()
    };
    for (n, def) in defs.iter().enumerate().take(procedures.len()) {
        let mut seen = BTreeSet::new();
        let mut open = asks(&procedures[n]);
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(asks(&procedures[next]));
            }
        }
        // Said once, by the first of the circle.
        if seen.contains(&n) && seen.iter().all(|other| *other >= n || !asks_for(&asks, procedures, *other, n)) {
            let message = format!("the procedure `{}` depends on its own result", def.id.0);
            cx.diags.push(codes::CIRCLE.at(def.id.span, message).label("refers to itself, directly or through others"));
        }
    }
}

/// Whether a procedure asks for another, at once or by others.
fn asks_for(asks: &impl Fn(&Procedure) -> Vec<usize>, procedures: &[Procedure], from: usize, to: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(next) = open.pop() {
        for asked in asks(&procedures[next]) {
            if asked == to {
                return true;
            }
            if seen.insert(asked) {
                open.push(asked);
            }
        }
    }
    false
}
