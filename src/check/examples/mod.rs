//! Worked examples: replayed on the model, every number compared.

mod combat;
mod events;
mod fights;
mod goes;
mod moves;
mod operations;
mod replay;
mod retreats;
mod steps;

pub use replay::{Replay, ReplayedStep, Scene, replay};

use super::names::{unique, unknown};
use crate::diag::codes;
use crate::expr::{Value, Values};
use crate::model::{Input, Model, Named, Place, Scenario, free_slots};
use crate::play::engine::Machine;
use crate::play::{Position, UnitStand};
use crate::source::decode::{Cx, Keyed};
use crate::source::{Sp, Span};
use crate::syntax::{ExampleAction, ExampleDef, ExampleStepDef, GameFiles, InputKind, MarkerUse, ScalarSpec, StandDef};
use std::collections::{BTreeMap, BTreeSet};

/// Replays every example of a game.
pub fn check(files: &GameFiles, model: &Model, cx: &mut Cx) {
    let examples = || files.examples.iter().flat_map(|file| &file.content.examples);
    unique("example", examples().map(|example| &example.id), cx);
    let machine = machine(files, model);
    for example in examples() {
        let position = Position::new(model);
        let machine = machine.as_ref();
        let mut runner = Runner { model, position, scenario: None, machine, hand: BTreeMap::new(), cx };
        // A position that is not what it should be would only make wrong numbers.
        if runner.set_up(example) {
            for step in &example.steps {
                runner.step(step);
            }
        }
    }
}

/// The engine, if an operation is carried out in any example, or why there is none.
fn machine<'m>(files: &GameFiles, model: &'m Model) -> Option<Result<Machine<'m>, String>> {
    let mut examples = files.examples.iter().flat_map(|file| &file.content.examples);
    let carries_out = |step: &ExampleStepDef| step.action.value == ExampleAction::Operation;
    let wanted = examples.any(|example| example.steps.iter().any(carries_out));
    wanted.then(|| Machine::new(model)).map(|machine| machine.map(Machine::asking_all))
}

/// Plays one example.
struct Runner<'m, 'c> {
    model: &'m Model,
    position: Position<'m>,
    /// The scenario that it starts from.
    scenario: Option<&'m Scenario>,
    /// The engine, if an operation is carried out anywhere, or why there is none.
    machine: Option<&'c Result<Machine<'m>, String>>,
    /// Cards in hands, with their copies.
    hand: BTreeMap<usize, usize>,
    cx: &'c mut Cx,
}

impl Runner<'_, '_> {
    fn set_up(&mut self, def: &ExampleDef) -> bool {
        let before = self.cx.errors();
        if let Some(scenario) = &def.scenario
            && let Some(index) = self.named(&self.model.scenarios, scenario)
        {
            self.position.set_up(index);
            self.scenario = Some(&self.model.scenarios[index]);
        }
        self.conditions(&def.conditions);
        for control in &def.control {
            let Some(side) = self.named(&self.model.sides, &control.side) else { continue };
            for place in self.places(&control.at) {
                self.position.control[place] = Some(side);
            }
        }
        for stand in &def.units {
            self.stand(stand);
        }
        for mark in &def.markers {
            let Some(marker) = self.named(&self.model.markers, &mark.marker) else { continue };
            for place in self.places(&mark.at) {
                self.position.put(marker, place);
            }
        }
        for happened in &def.events {
            self.happened(happened);
        }
        for card in &def.hand {
            if let Some(card) = self.named(&self.model.cards, card) {
                *self.hand.entry(card).or_default() += 1;
            }
        }
        self.cx.errors() == before
    }

    fn stand(&mut self, def: &StandDef) {
        let Some(unit) = self.named(&self.model.units, &def.unit) else { return };
        let place = match (&def.at, &def.with) {
            (Some(at), None) => self.place(at),
            (None, Some(owner)) => self.slot(unit, owner),
            _ => {
                let message = format!("`{}` is either `at` a place or `with` a unit", def.unit.value);
                self.cx.diags.push(codes::CONFLICT.at(def.meta.span, message).label("needs one of the two"));
                None
            }
        };
        let step = def.state.as_ref().map_or(Some(0), |state| self.state_step(unit, state));
        if let (Some(place), Some(step)) = (place, step) {
            self.position.units.insert(unit, UnitStand { place, step });
        }
        self.strength(unit, def.strength.as_ref());
        self.status(unit, &def.status);
    }

    /// Lays status markers on a unit, instead of those that it has.
    fn status(&mut self, unit: usize, names: &[Sp<String>]) {
        let model = self.model;
        let known = || model.markers.iter().enumerate().filter(|(_, marker)| marker.role == MarkerUse::Status);
        let mut on = BTreeSet::new();
        for name in names {
            let Some((index, marker)) = known().find(|(_, marker)| marker.id == name.value) else {
                unknown("status marker", name, known().map(|(_, marker)| marker.id.as_str()), self.cx);
                continue;
            };
            let rival = |other: &&usize| marker.group.is_some() && model.markers[**other].group == marker.group;
            if let Some(rival) = on.iter().find(rival) {
                let message =
                    format!("`{}` and `{}` exclude each other on a unit", model.markers[*rival].id, marker.id);
                self.cx.diags.push(codes::CONFLICT.at(name.span, message).label("in the same `group`"));
            }
            on.insert(index);
        }
        self.position.status.insert(unit, on);
    }

    /// A free slot of a unit for another.
    fn slot(&mut self, unit: usize, owner: &Sp<String>) -> Option<usize> {
        let found = self.named(&self.model.units, owner)?;
        let taken =
            |place: usize| self.position.units.iter().any(|(other, stand)| stand.place == place && *other != unit);
        let free = free_slots(&self.model.displays, found, unit, taken).first().map(|place| place.index);
        if free.is_none() {
            let message = format!("`{}` has no free slot for `{}`", owner.value, self.model.units[unit].id);
            self.cx.diags.push(codes::NO_SLOT.at(owner.span, message).label("no free slot"));
        }
        free
    }

    /// Sets the present strength of a unit, if it is said.
    fn strength(&mut self, unit: usize, given: Option<&Sp<i64>>) {
        let number = self.on_track(unit, given);
        self.position.strengths.extend(number.map(|number| (unit, number)));
    }

    /// A number that must be on the strength track of a unit.
    fn on_track(&mut self, unit: usize, given: Option<&Sp<i64>>) -> Option<i64> {
        let given = given?;
        let track = self.position.track(unit);
        if track.is_some_and(|track| (track.from..=track.to).contains(&given.value)) {
            return Some(given.value);
        }
        let id = &self.model.units[unit].id;
        let message = track.map_or_else(
            || format!("`{id}` has no strength track"),
            |track| format!("the strength track of `{id}` runs from {} to {}", track.from, track.to),
        );
        self.cx.diags.push(codes::NUMBER.at(given.span, message).label("here"));
        None
    }

    fn conditions(&mut self, given: &Keyed<Sp<ScalarSpec>>) {
        let answers = self.answers(&self.model.rules.conditions, given, "condition");
        self.position.conditions.extend(answers);
    }

    /// The thing a reference names.
    fn named<T: Named>(&mut self, list: &[T], name: &Sp<String>) -> Option<usize> {
        let found = list.iter().position(|thing| thing.id() == name.value);
        if found.is_none() {
            unknown(T::WHAT, name, list.iter().map(Named::id), self.cx);
        }
        found
    }

    /// A rule that is referred to by id.
    fn rule<'a, T>(
        &mut self,
        list: &'a [T],
        id: impl Fn(&T) -> &str,
        what: &str,
        name: Option<&Sp<String>>,
        span: Span,
    ) -> Option<&'a T> {
        let Some(name) = name else {
            let message = format!("this step needs `{what}`");
            self.cx.diags.push(codes::MISSING_KEY.at(span, message).label(format!("`{what}` is missing")));
            return None;
        };
        let found = list.iter().find(|rule| id(rule) == name.value);
        if found.is_none() {
            unknown(what, name, list.iter().map(id), self.cx);
        }
        found
    }

    fn place(&mut self, name: &Sp<String>) -> Option<usize> {
        let by_id = self.model.places.iter().position(|place| place.id == name.value);
        let by_code = || self.model.places.iter().position(|place| place.code.as_deref() == Some(name.as_str()));
        let by_label = || {
            let played = |place: &&Place| place.label == name.value && place.enlarged.is_none();
            match self.model.places.iter().filter(played).collect::<Vec<_>>().as_slice() {
                [one] => self.model.places.iter().position(|place| place.id == one.id),
                _ => None,
            }
        };
        let found = by_id.or_else(by_code).or_else(by_label);
        // What another map shows larger is played there.
        let found = found.map(|place| self.model.places[place].enlarged.as_ref().map_or(place, |larger| larger.index));
        if found.is_none() {
            unknown("place", name, self.model.places.iter().map(|place| place.id.as_str()), self.cx);
        }
        found
    }

    /// Places and the places of regions.
    fn places(&mut self, names: &[Sp<String>]) -> Vec<usize> {
        let mut places = Vec::new();
        for name in names {
            let region = self.model.regions.iter().find(|region| region.id == name.value);
            match region {
                Some(region) if !self.model.places.iter().any(|place| place.id == name.value) => {
                    places.extend(region.places.iter().map(|place| place.index));
                }
                _ => places.extend(self.place(name)),
            }
        }
        places
    }

    fn units(&mut self, names: &[Sp<String>]) -> Vec<usize> {
        names.iter().filter_map(|name| self.unit_in_play(name)).collect()
    }

    /// A unit that must be on the map.
    fn unit_in_play(&mut self, name: &Sp<String>) -> Option<usize> {
        let unit = self.named(&self.model.units, name)?;
        if !self.position.units.contains_key(&unit) {
            let message = format!("the unit `{}` is not in this position", name.value);
            self.cx.diags.push(
                codes::EXAMPLE_STEP
                    .at(name.span, message)
                    .label("not on the map")
                    .help("add it to the example's `units`"),
            );
            return None;
        }
        Some(unit)
    }

    fn markers(&mut self, names: &[Sp<String>]) -> Vec<usize> {
        names.iter().filter_map(|name| self.named(&self.model.markers, name)).collect()
    }

    fn state_step(&mut self, unit: usize, state: &Sp<String>) -> Option<usize> {
        let steps = &self.model.units[unit].steps;
        let found = steps.iter().position(|step| step.state == state.value);
        if found.is_none() {
            let message = format!("`{}` has no face `{}`", self.model.units[unit].id, state.value);
            let diag = codes::STATE.at(state.span, message).label("no such face");
            self.cx.diags.push(diag.suggest(state, steps.iter().map(|step| step.state.as_str())));
        }
        found
    }

    /// Answers given by hand, each as its input wants it.
    fn answers(&mut self, inputs: &[Input], given: &Keyed<Sp<ScalarSpec>>, what: &str) -> Values {
        let mut values = Values::new();
        for (key, scalar) in &given.0 {
            let Some(input) = inputs.iter().find(|input| input.id == key.text) else {
                let name = Sp::new(key.text.clone(), key.span);
                unknown(what, &name, inputs.iter().map(|input| input.id.as_str()), self.cx);
                continue;
            };
            let inside = |n: i64| input.min.is_none_or(|min| n >= min) && input.max.is_none_or(|max| n <= max);
            let value = match (&scalar.value, input.kind) {
                (ScalarSpec::Number(n), InputKind::Number) if n.to_whole().is_none_or(inside) => {
                    Some(Value::Number(*n))
                }
                (ScalarSpec::Bool(yes), InputKind::YesNo) => Some(Value::Bool(*yes)),
                (ScalarSpec::Text(text), InputKind::Choice) if input.choices.contains(text) => {
                    Some(Value::Text(text.clone()))
                }
                _ => None,
            };
            match value {
                Some(value) => {
                    values.insert(key.text.clone(), value);
                }
                None => {
                    let message = format!("this is not an answer to `{}` ({})", input.id, input.name);
                    let mut diag = codes::BAD_VALUE.at(scalar.span, message).label("here");
                    if !input.choices.is_empty() {
                        diag = diag.help(format!("there are: {}", input.choices.join(", ")));
                    }
                    self.cx.diags.push(diag);
                }
            }
        }
        values
    }
}
