//! The steps of an example and what must come of them.

use super::Runner;
use crate::diag::codes;
use crate::expr::{Number, Values};
use crate::model::Named;
use crate::play::{self, UnitStand};
use crate::source::{Sp, Span};
use crate::syntax::{EventBy, ExampleAction, ExampleStepDef, NumberSpec, OutcomeDef};
use std::fmt::Display;

/// The name of an `allowed` key that is not written: it must be allowed.
pub(super) fn allowed(expect: Option<&OutcomeDef>) -> bool {
    expect.and_then(|expect| expect.allowed.as_ref()).is_none_or(|allowed| allowed.value)
}

impl Runner<'_, '_> {
    pub fn step(&mut self, step: &ExampleStepDef) {
        self.can_be_expected(step);
        match step.action.value {
            ExampleAction::Move => self.walk(step),
            ExampleAction::Roll => self.roll(step),
            ExampleAction::Compute => self.compute(step),
            ExampleAction::Losses => self.losses(step),
            ExampleAction::Retreat => self.leave(step, EventBy::Retreat),
            ExampleAction::Advance => self.leave(step, EventBy::Advance),
            ExampleAction::Attack => self.attack(step),
            ExampleAction::Stacking => self.stacking(step),
            ExampleAction::Rule => self.condition(step),
            ExampleAction::Choose => self.choose(step),
            ExampleAction::Record => self.record(step),
            ExampleAction::End => self.end(step),
            ExampleAction::Arrive => self.arrive(step),
            ExampleAction::Supply => self.supply(step),
            ExampleAction::Victory => self.victory(step),
            ExampleAction::Set => self.set(step),
            ExampleAction::Operation => self.operation(step),
        }
    }

    /// Reports expectations that a step of its kind never fulfils: nobody would notice.
    fn can_be_expected(&mut self, step: &ExampleStepDef) {
        let known: &[&str] = match step.action.value {
            ExampleAction::Move => &["cost", "left", "allowance", "allowed", "stopped"],
            ExampleAction::Roll => &["modifier", "total", "result", "cell"],
            ExampleAction::Compute => &["total", "terms"],
            ExampleAction::Losses => &["options", "excess", "allowed"],
            ExampleAction::Retreat | ExampleAction::Advance => &["places", "allowed", "losses", "points"],
            ExampleAction::Attack => &["allowed", "cost"],
            ExampleAction::Stacking => &["total", "allowed"],
            ExampleAction::Rule => &["holds"],
            ExampleAction::Choose => &["allowed"],
            ExampleAction::Arrive => &["turn", "places", "allowed"],
            ExampleAction::Supply => &["supplied"],
            ExampleAction::Victory => &["holds"],
            ExampleAction::Operation => &["allowed", "values", "units", "gone", "control", "markers"],
            ExampleAction::Set | ExampleAction::Record | ExampleAction::End => &[],
        };
        for key in
            step.expect.iter().flat_map(|expect| &expect.meta.keys).filter(|key| !known.contains(&key.text.as_str()))
        {
            let message = format!("`do = \"{}\"` does not result in `{}`", step.action.value.word(), key.text);
            let diag = codes::UNKNOWN_KEY
                .at(key.span, message)
                .label("not a result of this step")
                .also(step.action.span, "the step");
            self.cx.diags.push(diag.suggest(&key.text, known.iter().copied()));
        }
    }

    /// Reports a number that is not the one expected.
    pub(super) fn differs(&mut self, what: &str, expected: impl Display, got: impl Display, span: Span, chain: &str) {
        let message = format!("the {what} is {got}, but the example expects {expected}");
        let mut diag = codes::EXAMPLE.at(span, message).label(format!("got {got}"));
        if !chain.is_empty() {
            diag = diag.help(chain.to_string());
        }
        self.cx.diags.push(diag);
    }

    pub(super) fn number(&mut self, what: &str, expected: Option<&Sp<NumberSpec>>, got: Number, chain: &str) {
        if let Some(expected) = expected
            && expected.0 != got
        {
            self.differs(what, expected.0, got, expected.span, chain);
        }
    }

    pub(super) fn yes(&mut self, what: &str, expected: Option<&Sp<bool>>, got: bool, why: &str) {
        if let Some(expected) = expected
            && expected.value != got
        {
            let message =
                format!("it is {}{what}, but the example expects the opposite", if got { "" } else { "not " });
            let mut diag = codes::EXAMPLE.at(expected.span, message).label(if got { "got yes" } else { "got no" });
            if !why.is_empty() {
                diag = diag.help(why.to_string());
            }
            self.cx.diags.push(diag);
        }
    }

    /// Reports a step that cannot be carried out.
    pub(super) fn cannot(&mut self, span: Span, why: &str) {
        self.cx
            .diags
            .push(codes::EXAMPLE_STEP.at(span, format!("this step cannot be carried out: {why}")).label("this step"));
    }

    pub(super) fn missing(&mut self, step: &ExampleStepDef, key: &str) {
        let message = format!("`do = \"{}\"` needs `{key}`", step.action.value.word());
        self.cx.diags.push(codes::MISSING_KEY.at(step.action.span, message).label(format!("`{key}` is missing")));
    }

    pub(super) fn acting_unit(&mut self, step: &ExampleStepDef) -> Option<usize> {
        match &step.unit {
            Some(name) => self.unit_in_play(name),
            None => {
                self.missing(step, "unit");
                None
            }
        }
    }

    fn choose(&mut self, step: &ExampleStepDef) {
        let model = self.model;
        let list = &model.rules.choices;
        let Some(choice) = self.rule(list, |c| &c.id, "choice", step.choice.as_ref(), step.action.span) else { return };
        let side = step.side.as_ref().and_then(|name| self.named(&model.sides, name));
        let fight = self.fight(step);
        match play::is_open(&self.position, choice, side, &fight) {
            Ok(open) if open != allowed(step.expect.as_ref()) => {
                let expected = step.expect.as_ref().and_then(|expect| expect.allowed.as_ref());
                let span = expected.map_or(step.action.span, |expected| expected.span);
                let message = format!("`{}` is {}open", choice.id, if open { "" } else { "not " });
                self.cx.diags.push(codes::EXAMPLE.at(span, message).label("here").help(choice.text.clone()));
            }
            Ok(_) => {}
            Err(why) => self.cannot(step.action.span, &why),
        }
    }

    fn victory(&mut self, step: &ExampleStepDef) {
        let model = self.model;
        let Some(victory) =
            self.rule(&model.rules.victories, Named::id, "victory", step.victory.as_ref(), step.action.span)
        else {
            return;
        };
        let by_hand: Values = self.answers(&victory.inputs, &step.with, "input");
        match play::holds_victory(&self.position, victory, &by_hand) {
            Ok(holds) => {
                let expected = step.expect.as_ref().and_then(|expect| expect.holds.as_ref());
                self.yes("fulfilled", expected, holds, &victory.text);
            }
            Err(why) => self.cannot(step.action.span, &why),
        }
    }

    fn set(&mut self, step: &ExampleStepDef) {
        self.conditions(&step.conditions);
        let places = self.places(&step.at);
        if let Some(name) = &step.unit
            && let Some(unit) = self.named(&self.model.units, name)
        {
            self.strength(unit, step.strength.as_ref());
            if let Some(status) = &step.status {
                self.status(unit, status);
            }
            if step.gone == Some(true) {
                self.position.remove(unit);
            } else {
                let old = self.position.units.get(&unit).copied();
                let place = places.first().copied().or(old.map(|old| old.place));
                let state = step.state.as_ref().and_then(|state| self.state_step(unit, state));
                match place {
                    Some(place) => {
                        let step = state.or(old.map(|old| old.step)).unwrap_or(0);
                        self.position.units.insert(unit, UnitStand { place, step });
                    }
                    None => self.missing(step, "at"),
                }
            }
        }
        if let Some(name) = &step.marker
            && let Some(marker) = self.named(&self.model.markers, name)
        {
            for place in &places {
                if step.gone == Some(true) {
                    self.position.markers.retain(|(own, at, _)| (*own, *at) != (marker, *place));
                } else {
                    self.position.put(marker, *place);
                }
            }
        }
        if let Some(name) = &step.control
            && let Some(side) = self.named(&self.model.sides, name)
        {
            for place in places {
                self.position.control[place] = Some(side);
            }
        }
    }
}
