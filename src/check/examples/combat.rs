//! Steps of an example that work out a fight: rolls, sums, losses.

use super::Runner;
use super::steps::allowed;
use crate::diag::codes;
use crate::expr::Number;
use crate::model::{Losses, Named};
use crate::play::{self, ChainLink, Fight, LossOption, chain_text};
use crate::source::Sp;
use crate::syntax::ExampleStepDef;

impl Runner<'_, '_> {
    pub(super) fn roll(&mut self, step: &ExampleStepDef) {
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

    pub(super) fn compute(&mut self, step: &ExampleStepDef) {
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
            let got = computed
                .chain
                .iter()
                .find(|link: &&ChainLink| link.id == key.text)
                .map_or(Number::ZERO, |link| link.adds);
            self.number(&format!("term `{}`", key.text), Some(expected), got, &chain);
        }
    }

    pub(super) fn losses(&mut self, step: &ExampleStepDef) {
        let model = self.model;
        let Some(rule) =
            self.rule(&model.rules.losses, |l: &Losses| &l.id, "losses", step.losses.as_ref(), step.action.span)
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
}
