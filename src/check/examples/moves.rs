//! Steps of an example in which units move or trace supply.

use super::Runner;
use super::steps::allowed;
use crate::diag::codes;
use crate::play::{self, TooDear};
use crate::source::Sp;
use crate::syntax::{CostSpec, ExampleStepDef, OutcomeDef};

impl Runner<'_, '_> {
    pub(super) fn walk(&mut self, step: &ExampleStepDef) {
        let Some(units) = self.movers(step) else { return };
        let path: Vec<Option<usize>> = step.path.iter().map(|name| self.place(name)).collect();
        let Some(path) = path.into_iter().collect::<Option<Vec<usize>>>().filter(|path| path.len() > 1) else {
            if step.path.len() < 2 {
                self.missing(step, "path");
            }
            return;
        };
        let Some(movement) = &self.model.rules.movement else {
            return self.cannot(step.action.span, "the game has no `[movement]`");
        };
        for unit in &units {
            let at = self.position.units[unit].place;
            if at != path[0] {
                let (id, at) = (&self.model.units[*unit].id, &self.model.places[at].id);
                let why = format!("`{id}` is in `{at}`, not in `{}`", step.path[0].value);
                return self.cannot(step.path[0].span, &why);
            }
        }
        let expect = step.expect.as_ref();
        match play::walk(&self.position, movement, &units, &path) {
            Err(refused) if allowed(expect) => self.cannot(step.action.span, &refused.why),
            Err(refused) => {
                if let (Some(dear), Some(expect)) = (&refused.too_dear, expect) {
                    return self.too_dear(expect, dear, &refused.why);
                }
                let cost = expect.and_then(|expect| expect.cost.as_ref()).map(|cost| cost.span);
                let left = expect.and_then(|expect| expect.left.as_ref()).map(|left| left.span);
                if let Some(span) = cost.or(left) {
                    self.cannot(span, "the unit does not move, so it has no cost");
                }
            }
            Ok(moved) => {
                let chain = moved.chain.join("; ");
                if let Some(expect) = expect {
                    self.yes("allowed", expect.allowed.as_ref(), true, &chain);
                    self.number("allowance", expect.allowance.as_ref(), moved.allowance, "");
                    self.number("rest of the allowance", expect.left.as_ref(), moved.left(), &chain);
                    self.yes(
                        "stopped there",
                        expect.stopped.as_ref(),
                        moved.stopped.is_some(),
                        moved.stopped.as_deref().unwrap_or(""),
                    );
                    if let Some(cost) = &expect.cost {
                        match cost.value {
                            CostSpec::All if !moved.all => self.differs("cost", "all", moved.cost, cost.span, &chain),
                            CostSpec::Points(points) if moved.all => {
                                self.differs("cost", points, "all", cost.span, &chain)
                            }
                            CostSpec::Points(points) if points != moved.cost => {
                                self.differs("cost", points, moved.cost, cost.span, &chain);
                            }
                            _ => {}
                        }
                    }
                }
                self.position.history = moved.history;
                for unit in &units {
                    self.position.units.go(*unit, path[path.len() - 1]);
                }
            }
        }
    }

    /// The units that move: one, or several together.
    fn movers(&mut self, step: &ExampleStepDef) -> Option<Vec<usize>> {
        if step.units.is_empty() {
            return self.acting_unit(step).map(|unit| vec![unit]);
        }
        if let Some(unit) = &step.unit {
            let message = "a move needs one `unit`, or `units` that move together";
            self.cx.diags.push(codes::CONFLICT.at(unit.span, message).label("beside `units`"));
        }
        step.units.iter().map(|name| self.unit_in_play(name)).collect()
    }

    /// Compares what is expected of a move that was refused because it costs too much.
    fn too_dear(&mut self, expect: &OutcomeDef, dear: &TooDear, why: &str) {
        let TooDear { cost: points, allowance } = *dear;
        self.number("allowance", expect.allowance.as_ref(), allowance, why);
        if let Some(left) = &expect.left {
            self.cannot(left.span, "the units do not move, so nothing is left");
        }
        match &expect.cost {
            Some(Sp { value: CostSpec::Points(cost), span }) if *cost != points => {
                self.differs("cost", cost, points, *span, why);
            }
            Some(Sp { value: CostSpec::All, span }) => self.differs("cost", "all", points, *span, why),
            _ => {}
        }
    }

    pub(super) fn supply(&mut self, step: &ExampleStepDef) {
        let model = self.model;
        let Some(rule) = self.rule(&model.rules.supply, |s| &s.id, "supply", step.supply.as_ref(), step.action.span)
        else {
            return;
        };
        let (place, side) = match (&step.unit, step.at.first()) {
            (Some(name), _) => {
                let Some(unit) = self.unit_in_play(name) else { return };
                (self.position.place_of(unit).unwrap_or_default(), Some(self.position.side(unit)))
            }
            (None, Some(name)) => {
                let Some(place) = self.place(name) else { return };
                (place, rule.side.as_ref().map(|side| side.index).or(self.position.control[place]))
            }
            (None, None) => return self.missing(step, "unit"),
        };
        let Some(side) = side else { return self.cannot(step.action.span, "nobody controls this place") };
        let unit = step.unit.as_ref().and_then(|name| model.units.iter().position(|unit| unit.id == name.value));
        let is_for = unit.map_or(Ok(true), |unit| play::is_for(&self.position, rule, unit));
        match is_for.and_then(|yes| Ok(yes && play::traces(&self.position, rule, place, side)?)) {
            Ok(supplied) => {
                let expected = step.expect.as_ref().and_then(|expect| expect.supplied.as_ref());
                self.yes("supplied", expected, supplied, "");
            }
            Err(why) => self.cannot(step.action.span, &why),
        }
    }
}
