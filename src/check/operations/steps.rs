//! The steps of an operation, one by one.

use super::super::about::about;
use super::super::exprs::{compile_any, formula, formula_opt};
use super::super::names::{one_of, unknown};
use super::super::rules::CheckedRules;
use super::KnownRecords;
use super::keys::keys;
use super::values::{StepScope, StepValueKind, found};
use crate::diag::codes;
use crate::expr::{self, Expr, ExprKind, Type};
use crate::model::{Does, Formula, Input, Marker, OperationStep, Ref, Roles};
use crate::source::Sp;
use crate::source::decode::{Cx, Keyed};
use crate::source::values::Id;
use crate::syntax::{
    EventKind, EventOf, ExprSpec, Gives, InputKind, MarkerUse, OperationAction, OperationDef, OperationStepDef, Pool,
    ValueOf,
};
use std::collections::BTreeMap;

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

/// What a step moves or turns.
struct MovedPieces {
    units: Option<String>,
    markers: Option<String>,
    at: Option<String>,
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
    fn side(spec: Option<&Sp<ExprSpec>>, scope: &StepScope, cx: &mut Cx) -> Option<Formula> {
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
    fn named(&self, def: &OperationStepDef, kind: StepValueKind, scope: &mut StepScope, cx: &mut Cx) -> Option<String> {
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

    /// What is moved or turned: units, or markers and where they lie.
    fn pieces(&self, def: &OperationStepDef, scope: &StepScope, cx: &mut Cx) -> Option<MovedPieces> {
        one_key(def, [("units", def.units.is_some()), ("markers", def.markers.is_some())], cx)?;
        if let (Some(at), Some(_)) = (&def.at, &def.units) {
            let message = "`at` says where markers lie; units are where they are";
            cx.diags.push(codes::OPERATION_STEP.at(at.span, message).label("not with `units`"));
            return None;
        }
        let value = |name: &Option<Sp<String>>, kind: StepValueKind, cx: &mut Cx| match name {
            Some(name) => scope.value(name, &kind, cx).map(Some),
            None => Some(None),
        };
        Some(MovedPieces {
            units: value(&def.units, StepValueKind::Units, cx)?,
            markers: value(&def.markers, StepValueKind::Markers, cx)?,
            at: value(&def.at, StepValueKind::Place, cx)?,
        })
    }

    /// Reports markers that are laid on units but do not mark a status of theirs.
    fn status(&self, def: &OperationStepDef, marker: Option<&Ref<Marker>>, cx: &mut Cx) {
        if let (Some(units), Some(marker)) = (&def.units, marker)
            && self.known.markers[marker.index].role != MarkerUse::Status
        {
            let message = format!("`{}` does not lie on units", marker.id);
            let help = "markers with `use = \"status\"` do";
            cx.diags.push(codes::OPERATION_STEP.at(units.span, message).label("on units?").help(help));
        }
    }

    fn state(&self, def: &OperationStepDef, of_marker: bool, cx: &mut Cx) -> Option<String> {
        let state = def.state.as_ref()?;
        if of_marker {
            let faces = self.known.scopes.marker_fields().get("face");
            if matches!(faces, Some(Type::Choice(faces)) if faces.contains(&state.value)) {
                return Some(state.value.clone());
            }
            let message = format!("no marker has a face `{}`", state.value);
            cx.diags.push(codes::STATE.at(state.span, message).label("no such face"));
            return None;
        }
        if !self.known.states.contains(&state.value) {
            let diag = codes::STATE.at(state.span, format!("no unit has a face `{}`", state.value));
            cx.diags.push(diag.label("no such face").suggest(state, self.known.states.iter().map(String::as_str)));
            return None;
        }
        Some(state.value.clone())
    }

    /// The kind of the members of a collection.
    fn member(&self, among: &Sp<String>, scope: &StepScope, cx: &mut Cx) -> Option<StepValueKind> {
        let own = match scope.kind(among) {
            Some(StepValueKind::Units) => Some(StepValueKind::Unit),
            Some(StepValueKind::Places) => Some(StepValueKind::Place),
            Some(StepValueKind::Cards) => Some(StepValueKind::Card),
            Some(StepValueKind::Markers) => Some(StepValueKind::Marker),
            _ => None,
        };
        let is = matches!(scope.names.types.get(among.as_str()), Some(Type::Collection(_)));
        let last = among.rsplit('.').next().unwrap_or_default();
        let kind = own.or_else(|| match among.split('.').next()? {
            "units" | "eliminated" | "withdrawn" | "waiting" => Some(StepValueKind::Unit),
            "places" | "region" => Some(StepValueKind::Place),
            "hand" | "discards" | "deck" => Some(StepValueKind::Card),
            _ if last == "units" || last == "carriers" => Some(StepValueKind::Unit),
            _ if among.split('.').any(|part| part == "attackers") => Some(StepValueKind::Unit),
            _ if last == "near" || last == "arrival" => Some(StepValueKind::Place),
            _ if last == "markers" => Some(StepValueKind::Marker),
            _ => None,
        });
        if !is || kind.is_none() {
            let message = format!("`{}` is not a collection of units, places, cards or markers", among.value);
            let names = scope.names.types.iter().filter(|(_, kind)| matches!(kind, Type::Collection(_)));
            let diag = codes::OPERATION_VALUE.at(among.span, message).label("here");
            cx.diags.push(diag.suggest(among, names.map(|(name, _)| name.as_str())));
            return None;
        }
        kind
    }

    /// What fits: the candidate's fields by plain names and as `it.X`; those already chosen by their name.
    fn filter(
        &self,
        def: &OperationStepDef,
        member: &StepValueKind,
        chosen: Option<(&str, StepValueKind)>,
        scope: &StepScope,
        cx: &mut Cx,
    ) -> Option<Formula> {
        let spec = def.filter.as_ref()?;
        let mut inside = scope.clone();
        inside.insert("it", member.clone(), self.known);
        if let Some((name, kind)) = chosen {
            inside.insert(name, kind, self.known);
        }
        let fields = match member {
            StepValueKind::Unit => self.known.scopes.unit_fields().clone(),
            StepValueKind::Place => self.known.scopes.spot(),
            StepValueKind::Marker if def.among.as_ref().is_some_and(|among| scope.kind(among).is_some()) => {
                self.known.scopes.named_marker()
            }
            StepValueKind::Marker => {
                let fields = self.known.scopes.marker_fields().clone();
                inside.names.types.extend(fields.iter().map(|(field, kind)| (format!("it.{field}"), kind.clone())));
                fields
            }
            _ => self.known.card_fields(),
        };
        inside.names.types.extend(fields);
        formula(spec, &inside.names, &Type::Bool, cx)
    }

    fn choose(&self, def: &OperationStepDef, by: Option<Formula>, scope: &mut StepScope, cx: &mut Cx) -> Option<Does> {
        let of = def.of.as_ref()?;
        let number = |spec: &Option<Sp<ExprSpec>>, scope: &StepScope, cx: &mut Cx| {
            formula_opt(spec.as_ref(), &scope.names, &Type::Number, cx)
        };
        let (least, most) = (number(&def.least, scope, cx), number(&def.most, scope, cx));
        let several = def.least.is_some() || def.most.is_some();
        let name =
            def.name.as_ref().map_or_else(|| def.id.as_ref().map(|id| id.0.clone()), |n| Some(n.value.clone()))?;
        let ahead = def.ahead.as_ref().is_some_and(|ahead| ahead.value);
        let wrong = |message: &str, cx: &mut Cx| {
            cx.diags.push(codes::OPERATION_STEP.at(of.span, message).label("here"));
        };
        let (kind, filter) = match of.value {
            ValueOf::Number | ValueOf::YesNo | ValueOf::Option => {
                if def.among.is_some() || def.filter.is_some() {
                    wrong("only units, places and cards are chosen `among` others", cx);
                }
                if of.value == ValueOf::Number && (least.is_none() || most.is_none()) {
                    wrong("a number is chosen from `least` to `most`", cx);
                }
                if (of.value == ValueOf::Option) != (def.options.len() > 1) {
                    wrong("an option is chosen from two or more `options`", cx);
                }
                let kind = match of.value {
                    ValueOf::Option => {
                        StepValueKind::Plain(Type::choice(def.options.iter().map(|own| own.value.clone())))
                    }
                    of => StepValueKind::of(of),
                };
                (kind, None)
            }
            of_some => {
                let Some(among) = &def.among else {
                    wrong("this needs `among`: what is chosen from", cx);
                    return None;
                };
                let member = self.member(among, scope, cx)?;
                let wanted = StepValueKind::of(of_some);
                let (one, some) = (member.clone(), member.several());
                if wanted != one && wanted != some {
                    let message = format!("`{}` holds {}, not {}", among.value, some.what(), wanted.what());
                    cx.diags.push(codes::OPERATION_VALUE.at(among.span, message).label("of another kind"));
                    return None;
                }
                if several != (wanted == some) {
                    wrong("several are chosen with `least` or `most`, one without", cx);
                }
                let id = def.id.as_ref()?;
                let chosen = several.then(|| (id.0.as_str(), some.clone()));
                (if several { some } else { one }, self.filter(def, &member, chosen, scope, cx))
            }
        };
        let id = self.named(def, kind, scope, cx)?;
        let among = def.among.as_ref().map(|among| among.value.clone());
        let options = def.options.iter().map(|own| own.value.clone()).collect();
        Some(Does::Choose { id, name, of: of.value, among, filter, least, most, options, by, ahead })
    }

    /// The event of a step, and the value that it happens to.
    fn event(&self, def: &OperationStepDef, scope: &StepScope, cx: &mut Cx) -> Option<(String, Option<String>)> {
        let events = &self.rules.rules.events;
        let event = one_of("event", def.event.as_ref()?, events.iter().map(|own| own.id.as_str()), cx)?;
        let found = events.iter().find(|own| own.id == event)?;
        let of = match found.of {
            EventOf::Unit => [&def.unit, &def.units, &def.at],
            _ => [&def.at, &def.unit, &def.units],
        };
        let of = of.into_iter().find_map(Option::as_ref);
        let Some(of) = of else { return Some((event, None)) };
        let wanted = match found.of {
            EventOf::Place => StepValueKind::Places,
            EventOf::Unit => StepValueKind::Units,
            EventOf::Connection => {
                let message = "events of connections are recorded by steps from place to place";
                cx.diags.push(codes::OPERATION_STEP.at(of.span, message).label("not by hand"));
                return None;
            }
        };
        Some((event, Some(scope.value(of, &wanted, cx)?)))
    }

    /// The place that an event of units remembers, if the step says one.
    fn remembered(&self, def: &OperationStepDef, scope: &StepScope, cx: &mut Cx) -> Option<Option<String>> {
        let Some(at) = def.at.as_ref().filter(|_| def.unit.is_some() || def.units.is_some()) else {
            return Some(None);
        };
        let event = def.event.as_ref().map(|event| event.value.as_str());
        let found = self.rules.rules.events.iter().find(|own| Some(own.id.as_str()) == event);
        if found.is_none_or(|own| own.of != EventOf::Unit || own.kind != EventKind::Place) {
            let message = "only an event of units with `kind = \"place\"` remembers a place";
            cx.diags.push(codes::OPERATION_STEP.at(at.span, message).label("nothing to remember"));
            return None;
        }
        scope.value(at, &StepValueKind::Place, cx).map(Some)
    }

    fn follow(&self, def: &OperationStepDef, scope: &mut StepScope, cx: &mut Cx) -> Option<Does> {
        let name = def.operation.as_ref()?;
        let side = Self::side(def.side.as_ref(), scope, cx);
        let Some(other) = self.all.iter().find(|own| own.id.0 == name.value) else {
            unknown("operation", name, self.all.iter().map(|own| own.id.0.as_str()), cx);
            return None;
        };
        let mut with = BTreeMap::new();
        for (key, spec) in &def.with.0 {
            let Some(given) = other.given.iter().find(|given| given.id.0 == key.text) else {
                let wrong = Sp::new(key.text.clone(), key.span);
                unknown("given value", &wrong, other.given.iter().map(|given| given.id.0.as_str()), cx);
                continue;
            };
            let value = match StepValueKind::of(given.of.value) {
                StepValueKind::Plain(kind) => formula(spec, &scope.names, &kind, cx),
                wanted => {
                    let name = Sp::new(spec.text.clone(), spec.span);
                    scope.value(&name, &wanted, cx).map(|name| name_formula(&name))
                }
            };
            with.extend(value.map(|value| (key.text.clone(), value)));
        }
        for given in other.given.iter().filter(|given| !def.with.0.iter().any(|(key, _)| key.text == given.id.0)) {
            let message = format!("`{}` has to be handed `{}`", name.value, given.id.0);
            let label = format!("`{}` is missing in `with`", given.id.0);
            cx.diags.push(codes::OPERATION_STEP.at(name.span, message).label(label));
        }
        let id = match (&def.id, other.gives.as_ref().map(|gives| gives.value)) {
            (Some(_), Some(Gives::Number)) => self.named(def, StepValueKind::Plain(Type::Number), scope, cx),
            (Some(_), Some(Gives::YesNo)) => self.named(def, StepValueKind::Plain(Type::Bool), scope, cx),
            (Some(id), None) => {
                let message = format!("`{}` gives nothing back", name.value);
                cx.diags.push(codes::OPERATION_STEP.at(id.span, message).label("nothing to name"));
                None
            }
            (None, _) => None,
        };
        Some(Does::Follow { id, operation: name.value.clone(), with, side })
    }
}

/// Reports steps that have both or none of two keys.
fn one_key(def: &OperationStepDef, keys: [(&str, bool); 2], cx: &mut Cx) -> Option<()> {
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
fn name_formula(name: &str) -> Formula {
    let expr = Expr::new(ExprKind::Name(name.to_string()), 0..name.len());
    Formula { text: name.to_string(), tree: expr::to_json(&expr), expr }
}

/// The type of an answer to an input.
fn wanted(input: &Input) -> Type {
    match input.kind {
        InputKind::Number => Type::Number,
        InputKind::YesNo => Type::Bool,
        InputKind::Choice => Type::choice(input.choices.iter().cloned()),
    }
}

/// Answers to inputs.
fn answers(given: &Keyed<Sp<ExprSpec>>, inputs: &[Input], scope: &StepScope, cx: &mut Cx) -> BTreeMap<String, Formula> {
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
fn roles(def: &OperationStepDef, scope: &StepScope, cx: &mut Cx) -> Roles {
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
