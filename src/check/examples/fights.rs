//! Steps of an example that test what may be done: attacks, stacking, rules with a condition.

use super::Runner;
use super::steps::allowed;
use crate::diag::codes;
use crate::expr::Number;
use crate::model::Named;
use crate::play::{self, Stacked};
use crate::syntax::{CostSpec, ExampleStepDef};

impl Runner<'_, '_> {
    /// Some units attack some places.
    pub(super) fn attack(&mut self, step: &ExampleStepDef) {
        let model = self.model;
        let rule = self.rule(&model.rules.attacks, |own| &own.id, "attack", step.attack.as_ref(), step.action.span);
        let Some(rule) = rule else { return };
        let attackers = self.units(&step.attackers);
        let places = self.places(&step.at);
        for (key, empty) in [("attackers", step.attackers.is_empty()), ("at", step.at.is_empty())] {
            if empty {
                self.missing(step, key);
            }
        }
        if attackers.is_empty() || places.is_empty() {
            return;
        }
        let expect = step.expect.as_ref();
        match play::attack(&self.position, rule, &attackers, &places) {
            Err(why) if allowed(expect) => self.cannot(step.action.span, &why),
            Err(_) => {}
            Ok(attacked) => {
                self.yes("allowed", expect.and_then(|expect| expect.allowed.as_ref()), true, "nothing forbids it");
                let Some(cost) = expect.and_then(|expect| expect.cost.as_ref()) else { return };
                let got = attacked.cost.unwrap_or(Number::ZERO);
                match cost.value {
                    CostSpec::Points(points) if points == got => {}
                    CostSpec::Points(points) => self.differs("cost", points, got, cost.span, ""),
                    CostSpec::All => self.differs("cost", "all", got, cost.span, ""),
                }
            }
        }
    }

    /// The stacking points in a place are counted.
    pub(super) fn stacking(&mut self, step: &ExampleStepDef) {
        let Some(place) = step.at.first().and_then(|name| self.place(name)) else {
            if step.at.is_empty() {
                self.missing(step, "at");
            }
            return;
        };
        let stacked = match play::stacked(&self.position, place) {
            Ok(stacked) => stacked,
            Err(why) => return self.cannot(step.action.span, &why),
        };
        let Some(expect) = &step.expect else { return };
        let most = stacked.iter().map(|stacked| stacked.points).max().unwrap_or(Number::ZERO);
        self.number("number of stacking points", expect.total.as_ref(), most, "");
        let fits = !stacked.iter().any(Stacked::exceeds);
        if let Some(expected) = expect.allowed.as_ref().filter(|expected| expected.value != fits) {
            let message = format!("the stack is {}within the limits", if fits { "" } else { "not " });
            self.cx.diags.push(codes::EXAMPLE.at(expected.span, message).label(format!("{most} points")));
        }
    }

    /// The condition of a rule is tested.
    pub(super) fn condition(&mut self, step: &ExampleStepDef) {
        let model = self.model;
        let rule = self.rule(&model.rules.rules, Named::id, "rule", step.rule.as_ref(), step.action.span);
        let Some(rule) = rule else { return };
        let by_hand = self.answers(&rule.inputs, &step.with, "input");
        let fight = self.fight(step);
        match play::holds_rule(&self.position, rule, &by_hand, &fight) {
            Ok(holds) => {
                let expected = step.expect.as_ref().and_then(|expect| expect.holds.as_ref());
                self.yes("fulfilled", expected, holds, &rule.text);
            }
            Err(why) => self.cannot(step.action.span, &why),
        }
    }
}
