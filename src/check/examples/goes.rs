//! Steps of an example in which a unit goes to one of several places; arrivals.

use super::Runner;
use super::steps::allowed;
use crate::diag::codes;
use crate::play::{self, UnitStand};
use crate::source::Sp;
use crate::syntax::ExampleStepDef;

impl Runner<'_, '_> {
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
            self.position.units.insert(unit, UnitStand { place, step: 0 });
        }
    }

    /// Compares the places a unit may go to with those expected; where it goes, if it may.
    pub(super) fn goes(&mut self, step: &ExampleStepDef, unit: usize, places: &[usize], how: &str) -> Option<usize> {
        if let Some(expected) = step.expect.as_ref().and_then(|expect| expect.places.as_ref()) {
            self.exactly(expected, places);
        }
        let to = step.to.as_ref()?;
        let place = self.place(to)?;
        let legal = places.contains(&place);
        if legal != allowed(step.expect.as_ref()) {
            let may = if legal { "may" } else { "may not" };
            let message = format!("`{}` {may} {how} `{}`", self.model.units[unit].id, to.value);
            let help = format!("it may go to: {}", self.named_places(places));
            self.cx.diags.push(codes::EXAMPLE.at(to.span, message).label("here").help(help));
        }
        legal.then_some(place)
    }

    /// Compares places with those expected, in any order.
    pub(super) fn exactly(&mut self, expected: &Sp<Vec<Sp<String>>>, places: &[usize]) {
        let mut wanted = self.places(expected);
        let mut got = places.to_vec();
        wanted.sort_unstable();
        got.sort_unstable();
        if wanted != got {
            let (wanted, got) = (self.named_places(&wanted), self.named_places(&got));
            self.differs("choice of places", wanted, got, expected.span, "");
        }
    }

    pub(super) fn named_places(&self, places: &[usize]) -> String {
        let ids: Vec<&str> = places.iter().map(|place| self.model.places[*place].id.as_str()).collect();
        if ids.is_empty() { "nowhere".to_string() } else { ids.join(", ") }
    }
}
