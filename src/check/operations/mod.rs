//! Operations: every step has what it needs, every value is named once and of the right kind, and every operation ends.

mod handed;
mod keys;
mod parts;
mod sequence;
mod steps;
mod values;

use super::about::about;
use super::exprs::{formula, formula_opt};
use super::names::{unique, unknown};
use super::rule_scopes::{FieldTypes, RuleScopes};
use super::rules::CheckedRules;
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::expr::{Names, Type};
use crate::model::{Card, Deck, Does, Given, Invariant, Marker, Operation, OperationStep, Place, Table};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::{AttributeKind, AttributeOf, GameFiles, InvariantOf, OperationDef, StepDef};
use std::collections::BTreeSet;
use steps::StepChecker;
use values::{StepScope, StepValueKind};

/// What operations refer to.
pub struct KnownRecords<'a> {
    /// Sides, attributes.
    pub vocabulary: &'a Vocabulary,
    /// What names mean in rules.
    pub scopes: &'a RuleScopes,
    /// Places.
    pub places: &'a [Place],
    /// Markers.
    pub markers: &'a [Marker],
    /// Decks.
    pub decks: &'a [Deck],
    /// Cards.
    pub cards: &'a [Card],
    /// Tables.
    pub tables: &'a [Table],
    /// States of the faces of units.
    pub states: BTreeSet<String>,
}

impl KnownRecords<'_> {
    /// The fields of a card.
    fn card_fields(&self) -> FieldTypes {
        let words = |words: &mut dyn Iterator<Item = &str>| Type::choice(words.map(str::to_string));
        let mut fields = FieldTypes::from([
            ("id".to_string(), words(&mut self.cards.iter().map(|card| card.id.as_str()))),
            ("title".to_string(), Type::Text),
            ("deck".to_string(), words(&mut self.decks.iter().map(|deck| deck.id.as_str()))),
        ]);
        for attribute in self.vocabulary.attributes.iter().filter(|own| own.of == AttributeOf::Card) {
            let kind = match attribute.kind {
                AttributeKind::Number => Type::Number,
                AttributeKind::YesNo => Type::Bool,
                AttributeKind::Text | AttributeKind::Choice => Type::Text,
            };
            fields.insert(attribute.id.clone(), kind);
        }
        fields
    }

    /// What operations can ask for before they have named anything.
    fn base(&self) -> Names {
        let decks: Vec<String> = self.decks.iter().map(|deck| deck.id.clone()).collect();
        self.scopes.operation(&self.card_fields(), &decks)
    }
}

/// Checks all operations and invariants, and what the sequence says of them.
pub fn check(files: &GameFiles, known: &KnownRecords<'_>, rules: &mut CheckedRules, cx: &mut Cx) {
    let defs: Vec<&OperationDef> = files.rules.iter().flat_map(|file| &file.content.operations).collect();
    unique("operation", defs.iter().map(|def| &def.id), cx);
    let base = known.base();
    let mut operations = Vec::new();
    for def in &defs {
        operations.push(operation(def, &defs, known, &base, rules, cx));
    }
    circles(&operations, &defs, cx);
    rules.rules.operations = operations;
    let invariants = || files.rules.iter().flat_map(|file| &file.content.invariants);
    unique("invariant", invariants().map(|def| &def.id), cx);
    for def in invariants() {
        let of = def.of.as_ref().map_or(InvariantOf::Whole, |of| of.value);
        let mut scope = base.clone();
        match of {
            InvariantOf::Whole => {}
            InvariantOf::Place => scope.types.extend(known.scopes.spot()),
            InvariantOf::Unit => scope.types.extend(known.scopes.unit_fields().clone()),
        }
        let Some(holds) = formula(&def.holds, &scope, &Type::Bool, cx) else { continue };
        let (id, text) = (def.id.0.clone(), def.text.value.clone());
        rules.rules.invariants.push(Invariant { id, text, of, holds, about: about(&def.meta) });
    }
    sequence::check(files, &defs, &base, rules, cx);
    let ids = || defs.iter().map(|def| def.id.0.as_str());
    let rule_defs = files.rules.iter().flat_map(|file| &file.content.rules);
    let victory_defs = files.rules.iter().flat_map(|file| &file.content.victories);
    for (victory, def) in rules.rules.victories.iter_mut().zip(victory_defs) {
        victory.by = named(&def.by, &ids, cx);
    }
    let carriers = carriers(files);
    let carriers = || ids().chain(carriers.iter().map(String::as_str));
    for (rule, def) in rules.rules.rules.iter_mut().zip(rule_defs) {
        rule.by = named(&def.by, &carriers, cx);
        if let Some(only) = def.text_only.as_ref().filter(|only| only.value)
            && (!def.by.is_empty() || def.when.is_some())
        {
            let message = "a rule that runs is not only text";
            cx.diags.push(codes::CONFLICT.at(only.span, message).label("remove this, or what makes it run"));
        }
    }
}

/// What carries rules out beside operations: `step/..` for a step of the sequence, with the steps around it, and
/// `scenario/..` for a setup.
fn carriers(files: &GameFiles) -> Vec<String> {
    fn add(steps: &[StepDef], within: &str, all: &mut Vec<String>) {
        for def in steps {
            let name = format!("{within}/{}", def.id.0);
            add(&def.steps, &name, all);
            all.push(name);
        }
    }
    let mut all = Vec::new();
    for sequence in files.rules.iter().filter_map(|file| file.content.sequence.as_ref()) {
        add(&sequence.steps, "step", &mut all);
    }
    let scenarios = files.scenarios.iter().flat_map(|file| &file.content.scenarios);
    all.extend(scenarios.map(|def| format!("scenario/{}", def.id.0)));
    all
}

/// The ids of operations that are named.
fn named<'a, I: Iterator<Item = &'a str>>(names: &[Sp<String>], ids: &impl Fn() -> I, cx: &mut Cx) -> Vec<String> {
    for name in names.iter().filter(|name| !ids().any(|id| id == name.value)) {
        unknown("operation", name, ids(), cx);
    }
    names.iter().map(|name| name.value.clone()).collect()
}

fn operation(
    def: &OperationDef,
    all: &[&OperationDef],
    known: &KnownRecords<'_>,
    base: &Names,
    rules: &CheckedRules,
    cx: &mut Cx,
) -> Operation {
    let side = known.vocabulary.side_names.opt(def.side.as_ref(), cx);
    let when = formula_opt(def.when.as_ref(), base, &Type::Bool, cx);
    let card = def.card.as_ref().and_then(|name| values::found(known.cards, name, cx));
    let mut scope = StepScope::new(base.clone());
    for given in &def.given {
        scope.declare(&given.id, StepValueKind::of(given.of.value), known, cx);
    }
    let mut steps = StepChecker { known, rules, all, gives: def.gives.as_ref().map(|gives| gives.value) };
    let steps = steps.block(&def.steps, &mut scope, false, cx);
    Operation {
        id: def.id.0.clone(),
        name: def.name.value.clone(),
        side,
        when,
        card,
        given: def.given.iter().map(|given| Given { id: given.id.0.clone(), of: given.of.value }).collect(),
        gives: def.gives.as_ref().map(|gives| gives.value),
        text: def.text.clone(),
        steps,
        about: about(&def.meta),
    }
}

/// The operations that follow from some steps.
fn follows<'a>(steps: &'a [OperationStep], found: &mut BTreeSet<&'a str>) {
    for step in steps {
        match &step.does {
            Does::Follow { operation, .. } => {
                found.insert(operation);
            }
            Does::If { then, otherwise, .. } => {
                follows(then, found);
                follows(otherwise, found);
            }
            Does::Each { steps, .. } | Does::Repeat { steps, .. } | Does::Walk { steps, .. } => follows(steps, found),
            Does::Retreat { otherwise, .. } | Does::Advance { otherwise, .. } | Does::Arrive { otherwise, .. } => {
                follows(otherwise, found);
            }
            _ => {}
        }
    }
}

/// Reports operations that follow themselves: they would never end.
fn circles(operations: &[Operation], defs: &[&OperationDef], cx: &mut Cx) {
    for (operation, def) in operations.iter().zip(defs) {
        let mut seen = BTreeSet::new();
        let mut open = BTreeSet::new();
        follows(&operation.steps, &mut open);
        while let Some(next) = open.pop_first() {
            if seen.insert(next)
                && let Some(found) = operations.iter().find(|own| own.id == next)
            {
                follows(&found.steps, &mut open);
            }
        }
        if seen.contains(operation.id.as_str()) {
            let message = format!("the operation `{}` follows itself", operation.id);
            cx.diags.push(codes::CIRCLE.at(def.id.span, message).label("it would never end"));
        }
    }
}
