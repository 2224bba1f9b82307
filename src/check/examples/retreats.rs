//! Retreats and advances of an example: one unit or a stack, one place or several.

use super::Runner;
use super::steps::allowed;
use crate::diag::codes;
use crate::model::Retreat;
use crate::play;
use crate::source::Sp;
use crate::syntax::{EventBy, ExampleStepDef};

impl Runner<'_, '_> {
    /// Units go to neighbouring places by a rule that says which are open to them.
    pub(super) fn go_by(&mut self, step: &ExampleStepDef, rule: &Retreat, by: EventBy) {
        let names: Vec<&Sp<String>> = step.unit.iter().chain(&step.units).collect();
        if names.is_empty() {
            return self.missing(step, "unit");
        }
        let units: Vec<usize> = names.into_iter().filter_map(|name| self.unit_in_play(name)).collect();
        let attackers = self.units(&step.attackers);
        let Some(first) = units.first().copied() else { return };
        if let Some(expected) = step.expect.as_ref().and_then(|expect| expect.places.as_ref()) {
            let Some(got) = self.choices(step, rule, first, &attackers) else { return };
            self.exactly(expected, &got);
        }
        let path: Vec<&Sp<String>> = step.to.iter().chain(&step.path).collect();
        let (mut lost, mut why) = (0, Vec::new());
        for name in &path {
            let Some(place) = self.place(name) else { return };
            if !self.may_all_go(step, rule, &units, &attackers, (name, place)) {
                return;
            }
            match play::retreat_losses(&self.position, rule, &units, place) {
                Ok(losses) => {
                    lost += losses.iter().map(|loss| loss.points).sum::<i64>();
                    why.extend(
                        losses.into_iter().map(|loss| format!("`{}` {}: {}", name.value, loss.points, loss.text)),
                    );
                }
                Err(why) => return self.cannot(name.span, &why),
            }
            for unit in &units {
                self.step_to(*unit, place, by, step.action.span);
            }
        }
        let Some(expect) = &step.expect else { return };
        if let Some(expected) = expect.losses.as_ref().filter(|expected| expected.value != lost) {
            self.differs("loss on the way", expected.value, lost, expected.span, &why.join("; "));
        }
        if let Some(expected) = &expect.points {
            let places = i64::try_from(path.len()).unwrap_or(i64::MAX);
            match rule.points.map(|points| points.saturating_mul(places)) {
                Some(got) if got == expected.value => {}
                Some(got) => self.differs("number of points satisfied", expected.value, got, expected.span, ""),
                None => self.cannot(expected.span, "this rule has no `points`, so it satisfies nothing"),
            }
        }
    }

    /// Whether all units may go to a place; reports those for which that is not as expected.
    fn may_all_go(
        &mut self,
        step: &ExampleStepDef,
        rule: &Retreat,
        units: &[usize],
        attackers: &[usize],
        (name, place): (&Sp<String>, usize),
    ) -> bool {
        for unit in units {
            let Some(places) = self.choices(step, rule, *unit, attackers) else { return false };
            let legal = places.contains(&place);
            if legal != allowed(step.expect.as_ref()) {
                let (id, may) = (&self.model.units[*unit].id, if legal { "may" } else { "may not" });
                let message = format!("`{id}` {may} {} to `{}`", step.action.value.word(), name.value);
                let help = format!("it may go to: {}", self.named_places(&places));
                self.cx.diags.push(codes::EXAMPLE.at(name.span, message).label("here").help(help));
            }
            if !legal {
                return false;
            }
        }
        true
    }

    fn choices(
        &mut self,
        step: &ExampleStepDef,
        rule: &Retreat,
        unit: usize,
        attackers: &[usize],
    ) -> Option<Vec<usize>> {
        match play::retreats_from(&self.position, rule, unit, attackers) {
            Ok(places) => Some(places),
            Err(why) => {
                self.cannot(step.action.span, &why);
                None
            }
        }
    }
}
