//! The steps of an example and what must come of them.

use super::Runner;
use crate::diag::codes;
use crate::expr::{Number, Values};
use crate::model::{Losses as LossRule, Named};
use crate::play::{self, Fight, Link, LossOption, Stand, TooDear, chain_text};
use crate::source::{Sp, Span};
use crate::syntax::{Action, CostSpec, EventBy, ExampleStepDef, NumberSpec, OutcomeDef};
use std::fmt::Display;

/// The name of an `allowed` key that is not written: it must be allowed.
pub(super) fn allowed(expect: Option<&OutcomeDef>) -> bool {
    expect.and_then(|expect| expect.allowed.as_ref()).is_none_or(|allowed| allowed.value)
}

impl Runner<'_, '_> {
    pub fn step(&mut self, step: &ExampleStepDef) {
        self.can_be_expected(step);
        match step.action.value {
            Action::Move => self.walk(step),
            Action::Roll => self.roll(step),
            Action::Compute => self.compute(step),
            Action::Losses => self.losses(step),
            Action::Retreat => self.leave(step, EventBy::Retreat),
            Action::Advance => self.leave(step, EventBy::Advance),
            Action::Attack => self.attack(step),
            Action::Stacking => self.stacking(step),
            Action::Rule => self.condition(step),
            Action::Choose => self.choose(step),
            Action::Record => self.record(step),
            Action::End => self.end(step),
            Action::Arrive => self.arrive(step),
            Action::Supply => self.supply(step),
            Action::Victory => self.victory(step),
            Action::Set => self.set(step),
            Action::Operation => self.operation(step),
        }
    }

    /// Reports expectations that a step of its kind never fulfils: nobody would notice.
    fn can_be_expected(&mut self, step: &ExampleStepDef) {
        let known: &[&str] = match step.action.value {
            Action::Move => &["cost", "left", "allowance", "allowed", "stopped"],
            Action::Roll => &["modifier", "total", "result", "cell"],
            Action::Compute => &["total", "terms"],
            Action::Losses => &["options", "excess", "allowed"],
            Action::Retreat | Action::Advance => &["places", "allowed", "losses", "points"],
            Action::Attack => &["allowed", "cost"],
            Action::Stacking => &["total", "allowed"],
            Action::Rule => &["holds"],
            Action::Choose => &["allowed"],
            Action::Arrive => &["turn", "places", "allowed"],
            Action::Supply => &["supplied"],
            Action::Victory => &["holds"],
            Action::Operation => &["allowed", "values", "units", "gone", "control", "markers"],
            Action::Set | Action::Record | Action::End => &[],
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
            && play::as_number(expected.0) != got
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

    fn walk(&mut self, step: &ExampleStepDef) {
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
                            CostSpec::Points(points) if play::as_number(points) != moved.cost => {
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
            Some(Sp { value: CostSpec::Points(cost), span }) if play::as_number(*cost) != points => {
                self.differs("cost", cost, points, *span, why);
            }
            Some(Sp { value: CostSpec::All, span }) => self.differs("cost", "all", points, *span, why),
            _ => {}
        }
    }

    fn roll(&mut self, step: &ExampleStepDef) {
        let model = self.model;
        let Some(table) = self.rule(&model.tables, Named::id, "table", step.table.as_ref(), step.action.span) else {
            return;
        };
        let by_hand = self.answers(&table.inputs, &step.with, "input");
        let fight = self.fight(step);
        let answers = match play::answer(&self.position, &table.inputs, &by_hand, &fight) {
            Ok(answers) => answers,
            Err(why) => return self.cannot(step.action.span, &why),
        };
        let looked = match play::look_up(table, step.roll.as_ref().map(|roll| roll.value), &answers) {
            Ok(looked) => looked,
            Err(why) => return self.cannot(step.roll.as_ref().map_or(step.action.span, |roll| roll.span), &why),
        };
        let Some(expect) = &step.expect else { return };
        let chain = chain_text(&looked.chain);
        self.number("modifier", expect.modifier.as_ref(), looked.modifier, &chain);
        self.number("total", expect.total.as_ref(), looked.total, &chain);
        let result =
            looked.row.map_or("nothing", |row| row.result.as_deref().or(row.text.as_deref()).unwrap_or_default());
        if let Some(expected) = expect.result.as_ref().filter(|expected| expected.value != result) {
            self.differs("result", &expected.value, result, expected.span, &chain);
        }
        let cell = looked.cell.unwrap_or("no cell");
        if let Some(expected) = expect.cell.as_ref().filter(|expected| expected.value != cell) {
            self.differs("cell", &expected.value, cell, expected.span, &chain);
        }
    }

    pub(super) fn fight(&mut self, step: &ExampleStepDef) -> Fight {
        Fight {
            at: step.at.first().and_then(|name| self.place(name)),
            attackers: self.units(&step.attackers),
            attack_lead: step.attack_lead.as_ref().and_then(|name| self.unit_in_play(name)),
            defenders: self.units(&step.defenders),
            defence_lead: step.defence_lead.as_ref().and_then(|name| self.unit_in_play(name)),
            attack_markers: self.markers(&step.attack_markers),
            defence_markers: self.markers(&step.defence_markers),
            unit: step.unit.as_ref().and_then(|name| self.unit_in_play(name)),
        }
    }

    fn compute(&mut self, step: &ExampleStepDef) {
        let model = self.model;
        let Some(procedure) =
            self.rule(&model.rules.procedures, |p| &p.id, "procedure", step.procedure.as_ref(), step.action.span)
        else {
            return;
        };
        let by_hand = self.answers(&procedure.inputs, &step.with, "input");
        let fight = self.fight(step);
        let computed = play::answer(&self.position, &procedure.inputs, &by_hand, &fight)
            .and_then(|answers| play::compute(procedure, &answers));
        let computed = match computed {
            Ok(computed) => computed,
            Err(why) => return self.cannot(step.action.span, &why),
        };
        let Some(expect) = &step.expect else { return };
        let chain = chain_text(&computed.chain);
        self.number("total", expect.total.as_ref(), computed.total, &chain);
        for (key, expected) in &expect.terms.0 {
            if !procedure.terms.iter().any(|term| term.id == key.text) {
                let name = Sp::new(key.text.clone(), key.span);
                crate::check::names::unknown(
                    "term",
                    &name,
                    procedure.terms.iter().map(|term| term.id.as_str()),
                    self.cx,
                );
                continue;
            }
            let got =
                computed.chain.iter().find(|link: &&Link| link.id == key.text).map_or(Number::ZERO, |link| link.adds);
            self.number(&format!("term `{}`", key.text), Some(expected), got, &chain);
        }
    }

    fn losses(&mut self, step: &ExampleStepDef) {
        let model = self.model;
        let Some(rule) =
            self.rule(&model.rules.losses, |l: &LossRule| &l.id, "losses", step.losses.as_ref(), step.action.span)
        else {
            return;
        };
        let Some(points) = &step.points else { return self.missing(step, "points") };
        let units = self.units(&step.units);
        let lead = step.lead.as_ref().and_then(|name| self.unit_in_play(name));
        let listed = |name: &&Sp<String>| !step.units.iter().any(|unit| unit.value == name.value);
        for name in step.lead.iter().chain(step.take.iter().map(|take| &take.unit)).filter(listed) {
            let message = format!("`{}` takes losses, but is not listed in `units`", name.value);
            self.cx.diags.push(codes::EXAMPLE_STEP.at(name.span, message).label("not listed"));
        }
        let losses = match play::losses(&self.position, rule, &units, lead, points.value) {
            Ok(losses) => losses,
            Err(why) => return self.cannot(step.action.span, &why),
        };
        let ways = losses.options.iter().take(8).map(|option| self.describe(option)).collect::<Vec<_>>().join(" | ");
        let count = i64::try_from(losses.options.len()).unwrap_or(i64::MAX);
        if let Some(expect) = &step.expect {
            if let Some(options) = expect.options.as_ref().filter(|options| options.value != count) {
                self.differs("number of ways", options.value, count, options.span, &ways);
            }
            if let Some(excess) = expect.excess.as_ref().filter(|excess| excess.value != losses.excess) {
                self.differs("excess", excess.value, losses.excess, excess.span, &ways);
            }
        }
        if step.take.is_empty() {
            return;
        }
        let taken = self.taken(step);
        let fits = |option: &&LossOption| {
            option.iter().all(|loss| match taken.iter().find(|taken| taken.unit == loss.unit) {
                Some(taken) => {
                    (&taken.state, taken.strength, taken.retreated) == (&loss.state, loss.strength, loss.retreated)
                        && loss.points > 0
                }
                None => loss.points == 0,
            })
        };
        let found = losses.options.iter().find(fits).cloned();
        let legal = found.is_some();
        if legal != allowed(step.expect.as_ref()) {
            let expect = step.expect.as_ref().and_then(|expect| expect.allowed.as_ref());
            let span = expect.map_or(step.take[0].meta.span, |allowed| allowed.span);
            let message =
                format!("taking {} points this way is {}legal", points.value, if legal { "" } else { "not " });
            self.cx.diags.push(codes::EXAMPLE.at(span, message).label("here").help(format!("legal: {ways}")));
        }
        for loss in found.iter().flatten().filter(|loss| loss.points > 0) {
            self.position.strengths.extend(loss.strength.map(|strength| (loss.unit, strength)));
            if loss.state == "eliminated" {
                self.position.remove(loss.unit);
            } else if let Some(step) = model.units[loss.unit].steps.iter().position(|step| step.state == loss.state) {
                self.position.units.turn(loss.unit, step);
            }
        }
    }

    /// What each unit takes: what it ends in, and whether it retreats. What it is worth is not said.
    fn taken(&mut self, step: &ExampleStepDef) -> LossOption {
        let mut taken = Vec::new();
        for take in &step.take {
            let Some(unit) = self.unit_in_play(&take.unit) else { continue };
            let retreated = take.to.iter().any(|to| to.value == "retreated");
            let state = take.to.iter().rev().find(|to| to.value != "retreated");
            if let Some(state) = state.filter(|state| state.value != "eliminated") {
                self.state_step(unit, state);
            }
            // A unit that only retreats keeps its face.
            let state = state.map_or_else(|| self.position.state(unit).to_string(), |state| state.value.clone());
            let strength = self.on_track(unit, take.strength.as_ref());
            let strength = strength.or_else(|| self.position.strength(unit)).filter(|_| state != "eliminated");
            taken.push(play::UnitLoss { unit, state, strength, retreated, points: 0 });
        }
        taken
    }

    fn describe(&self, option: &LossOption) -> String {
        let loss = |loss: &play::UnitLoss| {
            let left = loss.strength.map_or_else(|| loss.state.clone(), |strength| format!("strength {strength}"));
            let how = if loss.retreated { format!("{left} retreats") } else { left };
            format!("{} {how} ({})", self.model.units[loss.unit].id, loss.points)
        };
        option.iter().filter(|loss| loss.points > 0).map(loss).collect::<Vec<_>>().join(" + ")
    }

    fn supply(&mut self, step: &ExampleStepDef) {
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
                        self.position.units.insert(unit, Stand { place, step });
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
