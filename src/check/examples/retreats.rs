//! Retreats of an example: one unit or a stack, one place or several.

use super::Runner;
use super::steps::allowed;
use crate::diag::codes;
use crate::model::Retreat;
use crate::play;
use crate::source::Sp;
use crate::syntax::ExampleStepDef;

impl Runner<'_, '_> {
    pub(super) fn retreat(&mut self, step: &ExampleStepDef) {
        let model = self.model;
        let rule = self.rule(&model.rules.retreats, |own| &own.id, "retreat", step.retreat.as_ref(), step.action.span);
        let Some(rule) = rule else { return };
        let names: Vec<&Sp<String>> = step.unit.iter().chain(&step.units).collect();
        if names.is_empty() {
            return self.missing(step, "unit");
        }
        let units: Vec<usize> = names.into_iter().filter_map(|name| self.unit_in_play(name)).collect();
        let attackers = self.units(&step.attackers);
        let Some(first) = units.first().copied() else { return };
        if let Some(expected) = step.expect.as_ref().and_then(|expect| expect.places.as_ref()) {
            let Some(mut got) = self.choices(step, rule, first, &attackers) else { return };
            let mut wanted = self.places(expected);
            wanted.sort_unstable();
            got.sort_unstable();
            if wanted != got {
                let (wanted, got) = (self.named_places(&wanted), self.named_places(&got));
                self.differs("choice of places", wanted, got, expected.span, "");
            }
        }
        self.go(step, rule, &units, &attackers);
    }

    /// Takes the units along the places that the step names, and compares what that costs.
    fn go(&mut self, step: &ExampleStepDef, rule: &Retreat, units: &[usize], attackers: &[usize]) {
        let path: Vec<&Sp<String>> = step.to.iter().chain(&step.path).collect();
        let (mut lost, mut why) = (0, Vec::new());
        for name in &path {
            let Some(place) = self.place(name) else { return };
            for unit in units {
                let Some(places) = self.choices(step, rule, *unit, attackers) else { return };
                let legal = places.contains(&place);
                if legal != allowed(step.expect.as_ref()) {
                    let id = &self.model.units[*unit].id;
                    let message = format!("`{id}` may {}retreat to `{}`", if legal { "" } else { "not " }, name.value);
                    let help = format!("it may go to: {}", self.named_places(&places));
                    self.cx.diags.push(codes::EXAMPLE.at(name.span, message).label("here").help(help));
                }
                if !legal {
                    return;
                }
            }
            match play::retreat_losses(&self.position, rule, units, place) {
                Ok(losses) => {
                    lost += losses.iter().map(|loss| loss.points).sum::<i64>();
                    why.extend(
                        losses.into_iter().map(|loss| format!("`{}` {}: {}", name.value, loss.points, loss.text)),
                    );
                }
                Err(why) => return self.cannot(name.span, &why),
            }
            for unit in units {
                if let Some(stand) = self.position.units.get_mut(unit) {
                    stand.place = place;
                }
            }
        }
        let Some(expect) = &step.expect else { return };
        if let Some(expected) = expect.losses.as_ref().filter(|expected| expected.value != lost) {
            self.differs("loss on the way", expected.value, lost, expected.span, &why.join("; "));
        }
        if let Some(expected) = &expect.points {
            let places = i64::try_from(path.len()).unwrap_or(i64::MAX);
            match rule.points {
                Some(points) if points.saturating_mul(places) == expected.value => {}
                Some(points) => {
                    let got = points.saturating_mul(places);
                    self.differs("number of points satisfied", expected.value, got, expected.span, "");
                }
                None => self.cannot(expected.span, "this retreat has no `points`, so it satisfies none"),
            }
        }
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

    fn named_places(&self, places: &[usize]) -> String {
        let ids: Vec<&str> = places.iter().map(|place| self.model.places[*place].id.as_str()).collect();
        if ids.is_empty() { "nowhere".to_string() } else { ids.join(", ") }
    }
}
