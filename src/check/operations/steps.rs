//! The steps of an operation, one by one.

use super::super::about::about;
use super::super::exprs::{compile_any, formula, formula_opt};
use super::super::names::one_of;
use super::super::rules::CheckedRules;
use super::KnownRecords;
use super::handed::{answers, one_key, roles, wanted};
use super::keys::keys;
use super::values::{StepScope, StepValueKind, found};
use crate::diag::codes;
use crate::expr::{self, Type};
use crate::model::{Does, Formula, OperationStep};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::source::values::Id;
use crate::syntax::{ExprSpec, Gives, OperationAction, OperationDef, OperationStepDef, Pool};

/// Checks steps.
pub struct StepChecker<'a> {
    pub known: &'a KnownRecords<'a>,
    pub rules: &'a CheckedRules,
    pub all: &'a [&'a OperationDef],
    pub gives: Option<Gives>,
}

/// A unit that retreats or advances one place.
struct One {
    id: String,
    unit: String,
    attackers: Option<String>,
    filter: Option<Formula>,
    otherwise: Vec<OperationStep>,
}

impl StepChecker<'_> {
    /// Checks some steps in order. What they name is not known behind them.
    pub fn block(
        &mut self,
        defs: &[OperationStepDef],
        scope: &mut StepScope,
        in_loop: bool,
        cx: &mut Cx,
    ) -> Vec<OperationStep> {
        let mut steps = Vec::new();
        for def in defs {
            let does = if self.shape(def, cx) { self.step(def, scope, in_loop, cx) } else { None };
            match does {
                Some(does) => steps.push(OperationStep { does, text: def.text.clone(), about: about(&def.meta) }),
                // The steps behind it may ask for what it was to name: they are checked once it is mended.
                None if def.id.is_some() => break,
                None => {}
            }
        }
        steps
    }

    fn inner(
        &mut self,
        defs: &[OperationStepDef],
        scope: &StepScope,
        in_loop: bool,
        cx: &mut Cx,
    ) -> Vec<OperationStep> {
        self.block(defs, &mut scope.clone(), in_loop, cx)
    }

    /// Whether a step has the keys that it needs; reports those that it cannot have.
    fn shape(&self, def: &OperationStepDef, cx: &mut Cx) -> bool {
        let (needed, possible) = keys(def.action.value);
        let written = || def.meta.keys.iter().chain(&def.meta.nested);
        let word = def.action.value.word();
        for key in written().filter(|key| {
            !["do", "text"].contains(&key.text.as_str())
                && !needed.contains(&key.text.as_str())
                && !possible.contains(&key.text.as_str())
        }) {
            let message = format!("`do = \"{word}\"` has no `{}`", key.text);
            let help = format!("it can have: {}", [needed, possible].concat().join(", "));
            cx.diags.push(codes::OPERATION_STEP.at(key.span, message).label("not here").help(help));
        }
        let missing: Vec<&&str> = needed.iter().filter(|key| !written().any(|own| own.text == **key)).collect();
        for key in &missing {
            let message = format!("`do = \"{word}\"` needs `{key}`");
            cx.diags.push(codes::OPERATION_STEP.at(def.action.span, message).label(format!("`{key}` is missing")));
        }
        missing.is_empty()
    }

    /// A side, as an expression.
    pub(super) fn side(spec: Option<&Sp<ExprSpec>>, scope: &StepScope, cx: &mut Cx) -> Option<Formula> {
        formula_opt(spec, &scope.names, &Type::Text, cx)
    }

    fn step(&mut self, def: &OperationStepDef, scope: &mut StepScope, in_loop: bool, cx: &mut Cx) -> Option<Does> {
        use OperationAction as A;
        let number = |spec: &Option<Sp<ExprSpec>>, scope: &StepScope, cx: &mut Cx| {
            formula_opt(spec.as_ref(), &scope.names, &Type::Number, cx)
        };
        let units = |name: &Option<Sp<String>>, scope: &StepScope, cx: &mut Cx| {
            name.as_ref().and_then(|name| scope.value(name, &StepValueKind::Units, cx))
        };
        let place = |name: &Option<Sp<String>>, scope: &StepScope, cx: &mut Cx| {
            name.as_ref().and_then(|name| scope.value(name, &StepValueKind::Place, cx))
        };
        let by = Self::side(def.by.as_ref(), scope, cx);
        Some(match def.action.value {
            A::Choose => return self.choose(def, by, scope, cx),
            A::Let => {
                one_key(def, [("value", def.value.is_some()), ("place", def.place.is_some())], cx)?;
                if let Some(place) = &def.place {
                    let place = found(self.known.places, place, cx)?;
                    let id = self.named(def, StepValueKind::Place, scope, cx)?;
                    return Some(Does::Let { id, value: None, place: Some(place) });
                }
                let spec = def.value.as_ref()?;
                let expr = compile_any(spec, &scope.names, cx)?;
                let kind = expr::check(&expr, &scope.names).ok()?;
                let value = Formula { text: spec.text.clone(), tree: expr::to_json(&expr), expr };
                let id = self.named(def, StepValueKind::Plain(kind), scope, cx)?;
                Does::Let { id, value: Some(value), place: None }
            }
            A::Compute => {
                let name = def.procedure.as_ref()?;
                let ids = || self.rules.rules.procedures.iter().map(|own| own.id.as_str());
                let procedure = one_of("procedure", name, ids(), cx)?;
                let found = self.rules.rules.procedures.iter().find(|own| own.id == procedure)?;
                let with = answers(&def.with, &found.inputs, scope, cx);
                let roles = roles(def, scope, cx);
                let id = self.named(def, StepValueKind::Plain(Type::Number), scope, cx)?;
                Does::Compute { id, procedure, with, roles }
            }
            A::Gather => {
                let among = def.among.as_ref()?;
                let member = self.member(among, scope, cx)?;
                let filter = self.filter(def, &member, None, scope, cx);
                let id = self.named(def, member.several(), scope, cx)?;
                Does::Gather { id, among: among.value.clone(), filter }
            }
            A::Roll => {
                let id = self.named(def, StepValueKind::Plain(Type::Number), scope, cx)?;
                Does::Roll { id, dice: def.dice.as_ref()?.value, by }
            }
            A::LookUp => {
                let table = found(self.known.tables, def.table.as_ref()?, cx)?;
                let roll = number(&def.roll, scope, cx);
                let own = &self.known.tables[table.index];
                if own.dice.is_some() != def.roll.is_some() {
                    let message =
                        if def.roll.is_some() { "this table has no dice" } else { "this table needs a `roll`" };
                    cx.diags.push(codes::OPERATION_STEP.at(def.action.span, message).label("here"));
                }
                let with = answers(&def.with, &own.inputs, scope, cx);
                let roles = roles(def, scope, cx);
                let id = self.named(def, StepValueKind::Plain(Type::Text), scope, cx)?;
                for (part, kind) in [(&def.number, Type::Number), (&def.rest, Type::Text)] {
                    if let Some(part) = part {
                        scope.declare(part, StepValueKind::Plain(kind), self.known, cx);
                    }
                }
                let part = |part: &Option<Sp<Id>>| part.as_ref().map(|part| part.0.clone());
                Does::LookUp { id, table, roll, with, roles, number: part(&def.number), rest: part(&def.rest) }
            }
            A::If => {
                let when = formula(def.when.as_ref()?, &scope.names, &Type::Bool, cx);
                let then = self.inner(&def.then, scope, in_loop, cx);
                let otherwise = self.inner(&def.otherwise, scope, in_loop, cx);
                Does::If { when: when?, then, otherwise }
            }
            A::Each => {
                let among = def.among.as_ref()?;
                let member = self.member(among, scope, cx)?;
                let filter = self.filter(def, &member, None, scope, cx);
                let mut inside = scope.clone();
                let id = self.named(def, member, &mut inside, cx)?;
                let steps = self.block(&def.steps, &mut inside, true, cx);
                Does::Each { id, among: among.value.clone(), filter, steps }
            }
            A::Repeat => {
                let when = formula(def.when.as_ref()?, &scope.names, &Type::Bool, cx);
                let most = number(&def.most, scope, cx);
                let steps = self.inner(&def.steps, scope, true, cx);
                Does::Repeat { when: when?, most: most?, steps }
            }
            A::Walk => {
                let units = units(&def.units, scope, cx);
                let mut stepping = scope.names.clone();
                stepping.types.extend(self.known.scopes.crossing().types);
                let filter = formula_opt(def.filter.as_ref(), &stepping, &Type::Bool, cx);
                let cost = formula_opt(def.cost.as_ref(), &stepping, &Type::Number, cx);
                let (least, most) = (number(&def.least, scope, cx), number(&def.most, scope, cx));
                let spent = number(&def.spent, scope, cx);
                let mut inside = scope.clone();
                let id = self.named(def, StepValueKind::Place, &mut inside, cx)?;
                if let Some(number) = &def.number {
                    inside.declare(number, StepValueKind::Plain(Type::Number), self.known, cx);
                }
                let number = def.number.as_ref().map(|number| number.0.clone());
                let steps = self.block(&def.steps, &mut inside, true, cx);
                Does::Walk { id, units: units?, filter, cost, least, most, spent, number, steps }
            }
            A::Stop => {
                if !in_loop {
                    let message = "`stop` ends an `each`, `repeat` or `walk`, but stands in none";
                    cx.diags.push(codes::OPERATION_STEP.at(def.action.span, message).label("outside"));
                }
                Does::Stop
            }
            A::Losses => {
                let ids = || self.rules.rules.losses.iter().map(|own| own.id.as_str());
                let losses = one_of("losses", def.losses.as_ref()?, ids(), cx);
                let (units, points) = (units(&def.units, scope, cx), number(&def.points, scope, cx));
                let lead = def.unit.as_ref().and_then(|name| scope.value(name, &StepValueKind::Unit, cx));
                let id = self.named(def, StepValueKind::Units, scope, cx)?;
                Does::Losses { id, losses: losses?, units: units?, points: points?, lead, by }
            }
            A::Retreat => {
                let ids = || self.rules.rules.retreats.iter().map(|own| own.id.as_str());
                let retreat = one_of("retreat", def.retreat.as_ref()?, ids(), cx);
                let One { id, unit, attackers, filter, otherwise } = self.one_place(def, scope, in_loop, cx)?;
                Does::Retreat { id, retreat: retreat?, unit, attackers, filter, by, otherwise }
            }
            A::Advance => {
                let ids = || self.rules.rules.advances.iter().map(|own| own.id.as_str());
                let advance = one_of("advance", def.advance.as_ref()?, ids(), cx);
                let One { id, unit, attackers, filter, otherwise } = self.one_place(def, scope, in_loop, cx)?;
                Does::Advance { id, advance: advance?, unit, attackers, filter, by, otherwise }
            }
            A::Move => {
                let moved = self.pieces(def, scope, cx)?;
                let state = self.state(def, moved.markers.is_some(), cx);
                let to = place(&def.to, scope, cx)?;
                Does::Move { units: moved.units, markers: moved.markers, at: moved.at, to, state }
            }
            A::Arrive => {
                let unit = def.unit.as_ref().and_then(|name| scope.value(name, &StepValueKind::Unit, cx));
                let otherwise = self.inner(&def.otherwise, scope, in_loop, cx);
                let id = self.named(def, StepValueKind::Place, scope, cx)?;
                Does::Arrive { id, unit: unit?, by, otherwise }
            }
            A::Assign => {
                let unit = def.unit.as_ref().and_then(|name| scope.value(name, &StepValueKind::Unit, cx));
                let to = def.to.as_ref().and_then(|name| scope.value(name, &StepValueKind::Unit, cx));
                Does::Assign { unit: unit?, to: to? }
            }
            A::Strength => {
                let units = units(&def.units, scope, cx);
                let mut inside = scope.clone();
                inside.insert("it", StepValueKind::Unit, self.known);
                inside.names.types.extend(self.known.scopes.unit_fields().clone());
                let value = formula(def.value.as_ref()?, &inside.names, &Type::Number, cx);
                Does::Strength { units: units?, value: value? }
            }
            A::Remove => {
                let pool = def.pool.as_ref().map_or(Pool::Eliminated, |pool| pool.value);
                Does::Remove { units: units(&def.units, scope, cx)?, pool }
            }
            A::Flip => {
                let turned = self.pieces(def, scope, cx)?;
                let state = self.state(def, turned.markers.is_some(), cx)?;
                Does::Flip { units: turned.units, markers: turned.markers, at: turned.at, state }
            }
            A::Put => {
                let marker = found(self.known.markers, def.marker.as_ref()?, cx);
                one_key(def, [("at", def.at.is_some()), ("units", def.units.is_some())], cx)?;
                let (at, side) = (place(&def.at, scope, cx), Self::side(def.side.as_ref(), scope, cx));
                let units = units(&def.units, scope, cx);
                self.status(def, marker.as_ref(), cx);
                Does::Put { marker: marker?, at, units, side }
            }
            A::Take => {
                let marker = found(self.known.markers, def.marker.as_ref()?, cx);
                let (at, side) = (place(&def.at, scope, cx), Self::side(def.side.as_ref(), scope, cx));
                let units = units(&def.units, scope, cx);
                self.status(def, marker.as_ref(), cx);
                Does::Take { marker: marker?, at, units, side }
            }
            A::Control => {
                let (at, side) = (place(&def.at, scope, cx), Self::side(def.side.as_ref(), scope, cx));
                Does::Control { at: at?, side: side? }
            }
            A::Set => {
                let conditions = &self.rules.rules.conditions;
                let name = def.condition.as_ref()?;
                let condition = one_of("condition", name, conditions.iter().map(|own| own.id.as_str()), cx)?;
                let input = conditions.iter().find(|own| own.id == condition)?;
                let value = formula(def.value.as_ref()?, &scope.names, &wanted(input), cx)?;
                Does::Set { condition, value }
            }
            A::Record => {
                let (event, of) = self.event(def, scope, cx)?;
                let Some(of) = of else {
                    let message = "an event happens to places (`at`) or units";
                    cx.diags.push(codes::OPERATION_STEP.at(def.action.span, message).label("of what?"));
                    return None;
                };
                let place = self.remembered(def, scope, cx)?;
                Does::Record { event, of, place }
            }
            A::Forget => {
                let (event, of) = self.event(def, scope, cx)?;
                Does::Forget { event, of }
            }
            A::Draw => {
                let deck = found(self.known.decks, def.deck.as_ref()?, cx);
                let value = number(&def.value, scope, cx);
                Does::Draw { deck: deck?, value: value? }
            }
            A::Discard => {
                let cards = def.cards.as_ref().and_then(|name| scope.value(name, &StepValueKind::Cards, cx));
                Does::Discard { cards: cards? }
            }
            A::Follow => return self.follow(def, scope, cx),
            A::Give => {
                let kind = match (self.gives, &def.value) {
                    (None, None) => return Some(Does::Give { value: None }),
                    (Some(Gives::Number), Some(_)) => Type::Number,
                    (Some(Gives::YesNo), Some(_)) => Type::Bool,
                    _ => {
                        let message = "the operation says with `gives` whether it gives a value back, and which";
                        cx.diags.push(codes::OPERATION_STEP.at(def.action.span, message).label("this differs"));
                        return None;
                    }
                };
                Does::Give { value: Some(formula(def.value.as_ref()?, &scope.names, &kind, cx)?) }
            }
            A::Win => {
                let victory = def.victory.as_ref().and_then(|name| self.rules.victory_names.get(name, cx));
                Does::Win { side: Self::side(def.side.as_ref(), scope, cx)?, victory }
            }
            A::Judge => {
                let victory = self.rules.victory_names.get(def.victory.as_ref()?, cx)?;
                let inputs = &self.rules.rules.victories[victory.index].inputs;
                Does::Judge { with: answers(&def.with, inputs, scope, cx), victory }
            }
        })
    }

    /// Names what comes of a step.
    pub(super) fn named(
        &self,
        def: &OperationStepDef,
        kind: StepValueKind,
        scope: &mut StepScope,
        cx: &mut Cx,
    ) -> Option<String> {
        let id = def.id.as_ref()?;
        scope.declare(id, kind, self.known, cx);
        Some(id.0.clone())
    }

    /// A unit that goes one place on, by whatever rule.
    fn one_place(&mut self, def: &OperationStepDef, scope: &mut StepScope, in_loop: bool, cx: &mut Cx) -> Option<One> {
        let unit = def.unit.as_ref().and_then(|name| scope.value(name, &StepValueKind::Unit, cx));
        let attackers = def.attackers.as_ref().and_then(|name| scope.value(name, &StepValueKind::Units, cx));
        let mut stepping = scope.names.clone();
        stepping.types.extend(self.known.scopes.retreat().types);
        let filter = formula_opt(def.filter.as_ref(), &stepping, &Type::Bool, cx);
        let otherwise = self.inner(&def.otherwise, scope, in_loop, cx);
        let id = self.named(def, StepValueKind::Place, scope, cx)?;
        Some(One { id, unit: unit?, attackers, filter, otherwise })
    }
}
