//! Parts of steps: what is moved, chosen, remembered or handed over.

use super::super::exprs::{formula, formula_opt};
use super::super::names::{one_of, unknown};
use super::handed::{name_formula, one_key};
use super::steps::StepChecker;
use super::values::{StepScope, StepValueKind};
use crate::diag::codes;
use crate::expr::Type;
use crate::model::{Does, Formula, Marker, Ref};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::{EventKind, EventOf, ExprSpec, Gives, MarkerUse, OperationStepDef, ValueOf};
use std::collections::BTreeMap;

/// What a step moves or turns.
pub struct MovedPieces {
    pub units: Option<String>,
    pub markers: Option<String>,
    pub at: Option<String>,
}

impl StepChecker<'_> {
    /// What is moved or turned: units, or markers and where they lie.
    pub(super) fn pieces(&self, def: &OperationStepDef, scope: &StepScope, cx: &mut Cx) -> Option<MovedPieces> {
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
    pub(super) fn status(&self, def: &OperationStepDef, marker: Option<&Ref<Marker>>, cx: &mut Cx) {
        if let (Some(units), Some(marker)) = (&def.units, marker)
            && self.known.markers[marker.index].role != MarkerUse::Status
        {
            let message = format!("`{}` does not lie on units", marker.id);
            let help = "markers with `use = \"status\"` do";
            cx.diags.push(codes::OPERATION_STEP.at(units.span, message).label("on units?").help(help));
        }
    }

    pub(super) fn state(&self, def: &OperationStepDef, of_marker: bool, cx: &mut Cx) -> Option<String> {
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
    pub(super) fn member(&self, among: &Sp<String>, scope: &StepScope, cx: &mut Cx) -> Option<StepValueKind> {
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
    pub(super) fn filter(
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

    pub(super) fn choose(
        &self,
        def: &OperationStepDef,
        by: Option<Formula>,
        scope: &mut StepScope,
        cx: &mut Cx,
    ) -> Option<Does> {
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
    pub(super) fn event(
        &self,
        def: &OperationStepDef,
        scope: &StepScope,
        cx: &mut Cx,
    ) -> Option<(String, Option<String>)> {
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
    pub(super) fn remembered(&self, def: &OperationStepDef, scope: &StepScope, cx: &mut Cx) -> Option<Option<String>> {
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

    pub(super) fn follow(&self, def: &OperationStepDef, scope: &mut StepScope, cx: &mut Cx) -> Option<Does> {
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
