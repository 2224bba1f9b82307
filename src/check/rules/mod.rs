//! Rules: sequence, stacking, movement, supply, losses, procedures, victory.

mod combat;
mod movement;
mod procedures;
mod sequence;
mod supply;

use super::about::about;
use super::actions;
use super::board::CheckedBoard;
use super::exprs::{formula_opt, input_scope};
use super::names::{KnownIds, one_of, unique};
use super::pieces::Pieces;
use super::rule_scopes::RuleScopes;
use super::tables::inputs;
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::expr::Type;
use crate::model::{Choice, Event, Input, Parameter, Rule, Rules, Victory};
use crate::source::decode::Cx;
use crate::syntax::{ChoiceDef, GameFiles, ParameterDef, RuleDef, RulesFile, VictoryDef};
use procedures::circles;

/// Rules, resolved, with the names that scenarios refer to.
#[derive(Default)]
pub struct CheckedRules {
    /// The rules.
    pub rules: Rules,
    /// Names of single rules.
    pub rule_names: KnownIds<Rule>,
    /// Names of victory conditions.
    pub victory_names: KnownIds<Victory>,
}

struct RuleChecker<'a> {
    vocabulary: &'a Vocabulary,
    board: &'a CheckedBoard,
    pieces: &'a Pieces,
    scopes: &'a RuleScopes,
}

/// Checks all rule files.
pub fn check(
    files: &GameFiles,
    vocabulary: &Vocabulary,
    board: &CheckedBoard,
    pieces: &Pieces,
    (conditions, events): (Vec<Input>, Vec<Event>),
    scopes: &RuleScopes,
    cx: &mut Cx,
) -> CheckedRules {
    let checker = RuleChecker { vocabulary, board, pieces, scopes };
    let mut checked = CheckedRules::default();
    checked.rules.conditions = conditions;
    checked.rules.events = events;
    for file in &files.rules {
        checker.file(&file.content, &mut checked, cx);
    }
    let defs = || files.rules.iter().map(|file| &file.content);
    for movement in defs().filter_map(|file| file.movement.as_ref()) {
        let ids = || checked.rules.procedures.iter().map(|procedure| procedure.id.as_str());
        if let Some(name) = &movement.procedure {
            one_of("procedure", name, ids(), cx);
        }
    }
    circles(&checked.rules.procedures, &defs().flat_map(|file| &file.procedures).collect::<Vec<_>>(), cx);
    unique("attack", defs().flat_map(|file| &file.attacks).map(|def| &def.id), cx);
    unique("procedure", defs().flat_map(|file| &file.procedures).map(|def| &def.id), cx);
    unique("choice", defs().flat_map(|file| &file.choices).map(|def| &def.id), cx);
    unique("action", defs().flat_map(|file| &file.actions).map(|def| &def.id), cx);
    actions::chains(&defs().flat_map(|file| &file.actions).collect::<Vec<_>>(), cx);
    unique("parameter", defs().flat_map(|file| &file.parameters).map(|def| &def.id), cx);
    unique("supply", defs().flat_map(|file| &file.supplies).map(|def| &def.id), cx);
    unique("losses", defs().flat_map(|file| &file.losses).map(|def| &def.id), cx);
    unique("retreat", defs().flat_map(|file| &file.retreats).map(|def| &def.id), cx);
    unique("advance", defs().flat_map(|file| &file.advances).map(|def| &def.id), cx);
    checked
}

impl RuleChecker<'_> {
    fn file(&self, file: &RulesFile, checked: &mut CheckedRules, cx: &mut Cx) {
        if let Some(def) = &file.sequence {
            if checked.rules.sequence.is_some() {
                cx.diags.push(
                    codes::DUPLICATE.at(def.meta.span, "a game can have only one sequence of play").label("a second"),
                );
            }
            checked.rules.sequence = Some(self.sequence(def, cx));
        }
        for def in &file.stackings {
            checked.rules.stacking.push(self.stacking(def, cx));
        }
        if let Some(def) = &file.movement {
            if checked.rules.movement.is_some() {
                cx.diags.push(
                    codes::DUPLICATE.at(def.meta.span, "a game can have only one `[movement]`").label("a second"),
                );
            }
            checked.rules.movement = self.movement(def, cx);
        }
        if let Some(def) = &file.zone {
            if checked.rules.zone_of_control.is_some() {
                let message = "a game can have only one `[zone-of-control]`";
                cx.diags.push(codes::DUPLICATE.at(def.meta.span, message).label("a second"));
            }
            checked.rules.zone_of_control = Some(self.zone(def, cx));
        }
        for def in &file.supplies {
            checked.rules.supply.push(self.supply(def, cx));
        }
        for def in &file.losses {
            checked.rules.losses.push(self.losses(def, cx));
        }
        for def in &file.retreats {
            if def.priorities.is_empty() {
                let message = format!("the retreat `{}` leads nowhere: it needs at least one `priority`", def.id.0);
                cx.diags.push(codes::MISSING_KEY.at(def.id.span, message).label("`priority` is missing"));
            }
            checked.rules.retreats.push(self.retreat(def, cx));
        }
        for def in &file.advances {
            checked.rules.advances.push(self.retreat(def, cx));
        }
        for def in &file.attacks {
            let attack = self.attack(def, checked.rules.movement.as_ref(), cx);
            checked.rules.attacks.push(attack);
        }
        for def in &file.procedures {
            checked.rules.procedures.push(self.procedure(def, cx));
        }
        for def in &file.choices {
            checked.rules.choices.push(self.choice(def, cx));
        }
        for def in &file.actions {
            let action = actions::check(def, self.vocabulary, self.board, self.pieces, cx);
            checked.rules.actions.push(action);
        }
        for def in &file.parameters {
            checked.rules.parameters.push(self.parameter(def, cx));
        }
        for def in &file.rules {
            checked.rule_names.declare(&def.id, cx);
            checked.rules.rules.push(self.rule(def, cx));
        }
        for def in &file.victories {
            checked.victory_names.declare(&def.id, cx);
            checked.rules.victories.push(self.victory(def, cx));
        }
    }

    fn choice(&self, def: &ChoiceDef, cx: &mut Cx) -> Choice {
        Choice {
            id: def.id.0.clone(),
            name: def.name.value.clone(),
            of: def.of.value.clone(),
            side: self.vocabulary.side_names.opt(def.side.as_ref(), cx),
            text: def.text.value.clone(),
            when: def.when.clone(),
            open: formula_opt(def.open.as_ref(), &self.scopes.inputs(), &Type::Bool, cx),
            about: about(&def.meta),
        }
    }

    fn parameter(&self, def: &ParameterDef, cx: &mut Cx) -> Parameter {
        Parameter {
            id: def.id.0.clone(),
            name: def.name.value.clone(),
            side: self.vocabulary.side_names.opt(def.side.as_ref(), cx),
            value: def.value.value,
            turns: def.turns.as_ref().map(|turns| turns.value),
            about: about(&def.meta),
        }
    }

    fn rule(&self, def: &RuleDef, cx: &mut Cx) -> Rule {
        let inputs = inputs(&def.inputs, self.scopes, cx);
        Rule {
            id: def.id.0.clone(),
            name: def.name.value.clone(),
            text: def.text.value.clone(),
            side: self.vocabulary.side_names.opt(def.side.as_ref(), cx),
            turns: def.turns.as_ref().map(|turns| turns.value),
            text_only: def.text_only.as_ref().is_some_and(|only| only.value),
            by: Vec::new(),
            when: formula_opt(def.when.as_ref(), &input_scope(&inputs), &Type::Bool, cx),
            inputs,
            about: about(&def.meta),
        }
    }

    fn victory(&self, def: &VictoryDef, cx: &mut Cx) -> Victory {
        if let (None, Some(when)) = (&def.winner, &def.when) {
            let diag = codes::MISSING_KEY.at(when.span, "who wins if this condition holds is not said");
            cx.diags.push(diag.label("this condition").help("add `winner`, or leave `when` to the words"));
        }
        let inputs = inputs(&def.inputs, self.scopes, cx);
        let when = formula_opt(def.when.as_ref(), &input_scope(&inputs), &Type::Bool, cx);
        let otherwise = self.vocabulary.side_names.opt(def.otherwise.as_ref(), cx);
        Victory {
            id: def.id.0.clone(),
            name: def.name.value.clone(),
            winner: self.vocabulary.side_names.opt(def.winner.as_ref(), cx),
            turn: def.turn.as_ref().map(|turn| turn.value),
            inputs,
            when,
            otherwise,
            by: Vec::new(),
            text: def.text.value.clone(),
            about: about(&def.meta),
        }
    }
}
