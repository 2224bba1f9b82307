//! Steps of an example in which a unit goes to one of several places: retreats and arrivals.

use super::Runner;
use super::steps::allowed;
use crate::diag::codes;
use crate::play::{self, Stand};
use crate::syntax::ExampleStepDef;

impl Runner<'_, '_> {
    pub(super) fn retreat(&mut self, step: &ExampleStepDef) {
        let model = self.model;
        let Some(rule) =
            self.rule(&model.rules.retreats, |r| &r.id, "retreat", step.retreat.as_ref(), step.action.span)
        else {
            return;
        };
        let Some(unit) = self.acting_unit(step) else { return };
        let places = match play::retreats(&self.position, rule, unit) {
            Ok(places) => places,
            Err(why) => return self.cannot(step.action.span, &why),
        };
        if let Some(place) = self.goes(step, unit, &places, "retreat to")
            && let Some(stand) = self.position.units.get_mut(&unit)
        {
            stand.place = place;
        }
    }

    pub(super) fn arrive(&mut self, step: &ExampleStepDef) {
        let Some(name) = &step.unit else { return self.missing(step, "unit") };
        let Some(unit) = self.named(&self.model.units, name) else { return };
        let arriving = match play::arrivals(&self.position, unit, self.scenario) {
            Ok(arriving) => arriving,
            Err(why) => return self.cannot(step.action.span, &why),
        };
        let expected = step.expect.as_ref().and_then(|expect| expect.turn.as_ref());
        if let Some(expected) = expected.filter(|expected| arriving.turn != Some(expected.value)) {
            let got = arriving.turn.map_or_else(|| "no turn".to_string(), |turn| turn.to_string());
            self.differs("turn", expected.value, got, expected.span, "");
        }
        if let Some(place) = self.goes(step, unit, &arriving.places, "arrive in") {
            self.position.units.insert(unit, Stand { place, step: 0 });
        }
    }

    /// Compares the places a unit may go to with those expected; where it goes, if it may.
    fn goes(&mut self, step: &ExampleStepDef, unit: usize, places: &[usize], how: &str) -> Option<usize> {
        let model = self.model;
        let name = |places: &[usize]| {
            let ids: Vec<&str> = places.iter().map(|place| model.places[*place].id.as_str()).collect();
            if ids.is_empty() { "nowhere".to_string() } else { ids.join(", ") }
        };
        if let Some(expected) = step.expect.as_ref().and_then(|expect| expect.places.as_ref()) {
            let mut wanted = self.places(expected);
            let mut got = places.to_vec();
            wanted.sort_unstable();
            got.sort_unstable();
            if wanted != got {
                self.differs("choice of places", name(&wanted), name(&got), expected.span, "");
            }
        }
        let to = step.to.as_ref()?;
        let place = self.place(to)?;
        let legal = places.contains(&place);
        if legal != allowed(step.expect.as_ref()) {
            let message =
                format!("`{}` may {}{how} `{}`", model.units[unit].id, if legal { "" } else { "not " }, to.value);
            self.cx.diags.push(
                codes::EXAMPLE.at(to.span, message).label("here").help(format!("it may go to: {}", name(places))),
            );
        }
        legal.then_some(place)
    }
}
