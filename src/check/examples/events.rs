//! What examples remember of what happened, and where units retreat and advance to.

use super::Runner;
use crate::diag::codes;
use crate::model::{Retreat, SequenceStep};
use crate::play::Subject;
use crate::source::{Sp, Span};
use crate::syntax::{EventBy, EventKind, EventOf, ExampleStepDef, HappenedDef};

/// What an event is said to have happened to.
struct ToldEvent<'a> {
    at: &'a [Sp<String>],
    units: Vec<&'a Sp<String>>,
    path: &'a [Sp<String>],
}

impl Runner<'_, '_> {
    /// What happened before the example begins.
    pub(super) fn happened(&mut self, def: &HappenedDef) {
        let told = ToldEvent { at: &def.at, units: def.units.iter().collect(), path: &def.path };
        self.remember(&def.event, &told);
    }

    /// What happens in a step.
    pub(super) fn record(&mut self, step: &ExampleStepDef) {
        let Some(event) = &step.event else { return self.missing(step, "event") };
        let units = step.unit.iter().chain(&step.units).collect();
        self.remember(event, &ToldEvent { at: &step.at, units, path: &step.path });
    }

    fn remember(&mut self, name: &Sp<String>, told: &ToldEvent<'_>) {
        let events = &self.model.rules.events;
        let Some(index) = events.iter().position(|event| event.id == name.value) else {
            return crate::check::names::unknown("event", name, events.iter().map(|event| event.id.as_str()), self.cx);
        };
        let event = &events[index];
        let left = match event.kind {
            EventKind::Place => self.places(told.at).first().copied(),
            EventKind::YesNo | EventKind::Number => None,
        };
        let subjects: Vec<Subject> = match event.of {
            EventOf::Place => self.places(told.at).into_iter().map(Subject::Place).collect(),
            EventOf::Unit => {
                let units: Vec<usize> = told.units.iter().filter_map(|name| self.unit_in_play(name)).collect();
                units.into_iter().map(Subject::Unit).collect()
            }
            EventOf::Connection => self.connection(told.path).into_iter().collect(),
        };
        let (said, key) = match event.of {
            EventOf::Place => (!told.at.is_empty(), "at"),
            EventOf::Unit => (!told.units.is_empty(), "units"),
            EventOf::Connection => (told.path.len() == 2, "path"),
        };
        if !said || (event.kind == EventKind::Place && told.at.is_empty()) {
            let key = if said { "at" } else { key };
            let message = format!("the event `{}` happens to a {}: name it with `{key}`", event.id, event.of.word());
            self.cx.diags.push(codes::MISSING_KEY.at(name.span, message).label(format!("`{key}` is missing")));
        }
        for subject in subjects {
            self.position.history.record(index, subject, left);
        }
    }

    /// Two places that must be neighbours.
    fn connection(&mut self, path: &[Sp<String>]) -> Option<Subject> {
        let [one, other] = path else { return None };
        let (from, to) = (self.place(one)?, self.place(other)?);
        if !self.position.neighbours(from).any(|near| near == to) {
            let message = format!("`{}` and `{}` are not neighbours", one.value, other.value);
            self.cx.diags.push(codes::JUMP.at(other.span, message).label("the path jumps here"));
            return None;
        }
        Some(Subject::connection(from, to))
    }

    /// A step of the sequence ends.
    pub(super) fn end(&mut self, step: &ExampleStepDef) {
        let Some(name) = &step.ended else { return self.missing(step, "step") };
        let mut ids = Vec::new();
        collect(self.model.rules.sequence.iter().flat_map(|sequence| &sequence.steps), &mut ids);
        if !ids.contains(&name.as_str()) {
            return crate::check::names::unknown("step of the sequence", name, ids.iter().copied(), self.cx);
        }
        self.position.history.end(self.model, &name.value);
    }

    /// A unit goes to a neighbouring place by a rule that says which are open to it.
    pub(super) fn leave(&mut self, step: &ExampleStepDef, by: EventBy) {
        let rules = &self.model.rules;
        let (list, what, name) = match by {
            EventBy::Advance => (&rules.advances, "advance", step.advance.as_ref()),
            EventBy::Retreat | EventBy::Move => (&rules.retreats, "retreat", step.retreat.as_ref()),
        };
        let Some(rule) = self.rule(list, |rule: &Retreat| &rule.id, what, name, step.action.span) else { return };
        self.go_by(step, rule, by);
    }

    pub(super) fn step_to(&mut self, unit: usize, place: usize, by: EventBy, span: Span) {
        let from = self.position.units.get(&unit).map_or(place, |stand| stand.place);
        let edge = self.position.edges_from(from).iter().find(|edge| edge.to.index == place);
        if let Some(Err(why)) = edge.map(|edge| self.position.step(unit, edge, by)) {
            self.cannot(span, &why);
        }
    }
}

fn collect<'m>(steps: impl IntoIterator<Item = &'m SequenceStep>, ids: &mut Vec<&'m str>) {
    for step in steps {
        ids.push(&step.id);
        collect(&step.steps, ids);
    }
}
