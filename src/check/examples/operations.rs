//! Operations in worked examples: the example says what players choose and what dice show, the engine does the rest.

use super::Runner;
use super::steps::allowed;
use crate::diag::codes;
use crate::expr::Number;
use crate::play::engine::{Decision, Happening, Machine, Pick, State};
use crate::source::values::Dice;
use crate::source::{Sp, Span};
use crate::syntax::{AnswerDef, ExampleStepDef, OutcomeDef};

/// Why an operation is not carried out as it is written, and where.
type Stuck = (Span, String);

impl Runner<'_, '_> {
    /// Carries an operation out.
    pub(super) fn operation(&mut self, step: &ExampleStepDef) {
        let model = self.model;
        let found =
            self.rule(&model.rules.operations, |own| &own.id, "operation", step.operation.as_ref(), step.action.span);
        let Some(operation) = found else { return };
        let at = model.rules.operations.iter().position(|own| own.id == operation.id).unwrap_or(0);
        let side = match &step.side {
            Some(side) => self.named(&model.sides, side),
            None => Some(operation.side.as_ref().map_or(0, |side| side.index)),
        };
        let Some(side) = side else { return };
        let machine = match self.machine {
            Some(Ok(machine)) => machine,
            Some(Err(why)) => return self.cannot(step.action.span, why),
            None => return,
        };
        if !operation.given.is_empty() {
            return self
                .cannot(step.action.span, "only an operation that is handed nothing can be carried out by itself");
        }
        let hand: Vec<(usize, usize)> = self.hand.iter().map(|(card, copies)| (*card, *copies)).collect();
        let mut told = Vec::new();
        let expect = step.expect.as_ref();
        let began = machine.begin(&self.position, &hand, at, side, &mut told);
        let ended =
            began.map_err(|why| (step.action.span, why)).and_then(|state| carry_out(machine, state, step, &mut told));
        let state = match ended {
            Ok(state) => state,
            Err((span, why)) => {
                if allowed(expect) {
                    self.cannot(span, &why);
                }
                return;
            }
        };
        if let Some(expected) = expect.and_then(|expect| expect.allowed.as_ref()).filter(|allowed| !allowed.value) {
            let message = "the operation can be carried out";
            self.cx.diags.push(codes::EXAMPLE.at(expected.span, message).label("nothing forbids it"));
            return;
        }
        self.position = machine.position(&state);
        for (card, copies) in &mut self.hand {
            *copies = machine.in_hand(&state, *card);
        }
        if let Some(expect) = expect {
            self.came_of(expect, &told);
        }
    }

    /// Compares what came of an operation.
    fn came_of(&mut self, expect: &OutcomeDef, told: &[Happening]) {
        for (key, numbers) in &expect.values.0 {
            let named = told.iter().filter_map(|event| event.value.as_ref()).filter(|(name, _)| *name == key.text);
            let got: Vec<Number> = named.map(|(_, number)| *number).collect();
            let wanted: Vec<Number> = numbers.iter().map(|number| number.value.0).collect();
            if got != wanted {
                let list = |numbers: &[Number]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                let message = format!("`{}` is {}, but the example expects {}", key.text, list(&got), list(&wanted));
                let help = told.iter().map(|event| event.text.as_str()).collect::<Vec<_>>().join("; ");
                self.cx.diags.push(codes::EXAMPLE.at(key.span, message).label("differs").help(help));
            }
        }
        for stand in &expect.units {
            self.stands(stand);
        }
        for name in &expect.gone {
            let unit = self.named(&self.model.units, name);
            if unit.is_some_and(|unit| self.position.units.contains_key(&unit)) {
                let message = format!("`{}` is still in play", name.value);
                self.cx.diags.push(codes::EXAMPLE.at(name.span, message).label("not gone"));
            }
        }
        for control in &expect.control {
            let Some(side) = self.named(&self.model.sides, &control.side) else { continue };
            for place in self.places(&control.at) {
                if self.position.control[place] != Some(side) {
                    let message =
                        format!("`{}` does not control `{}`", control.side.value, self.model.places[place].id);
                    self.cx.diags.push(codes::EXAMPLE.at(control.side.span, message).label("another does"));
                }
            }
        }
        for mark in &expect.markers {
            let Some(marker) = self.named(&self.model.markers, &mark.marker) else { continue };
            for place in self.places(&mark.at) {
                if !self.position.markers.iter().any(|(own, at, _)| (*own, *at) == (marker, place)) {
                    let message = format!("there is no `{}` in `{}`", mark.marker.value, self.model.places[place].id);
                    self.cx.diags.push(codes::EXAMPLE.at(mark.marker.span, message).label("not there"));
                }
            }
        }
    }

    fn stands(&mut self, def: &crate::syntax::StandDef) {
        let Some(unit) = self.unit_in_play(&def.unit) else { return };
        let wanted = def.at.as_ref().and_then(|at| self.place(at));
        let is = self.position.units.get(&unit).map(|stand| stand.place);
        if wanted.is_some() && wanted != is {
            let now = is.map_or("nowhere", |place| &self.model.places[place].id);
            let message = format!("`{}` is in `{now}`", def.unit.value);
            self.cx.diags.push(codes::EXAMPLE.at(def.unit.span, message).label("elsewhere"));
        }
        if let Some(with) = &def.with {
            let owner = self.named(&self.model.units, with);
            let is = self.position.owner(unit);
            if owner.is_some() && owner != is {
                let now = is.map_or("no unit", |owner| &self.model.units[owner].id);
                let message = format!("`{}` is with {now}", def.unit.value);
                self.cx.diags.push(codes::EXAMPLE.at(with.span, message).label("elsewhere"));
            }
        }
        if let Some(strength) = &def.strength
            && self.position.strength(unit) != Some(strength.value)
        {
            let now = self.position.strength(unit).map_or_else(|| "none".to_string(), |now| now.to_string());
            let message =
                format!("the strength of `{}` is {now}, but the example expects {}", def.unit.value, strength.value);
            self.cx.diags.push(codes::EXAMPLE.at(strength.span, message).label("differs"));
        }
        if let Some(state) = def.state.as_ref().filter(|state| state.value != self.position.state(unit)) {
            let message = format!("`{}` is {}", def.unit.value, self.position.state(unit));
            self.cx.diags.push(codes::EXAMPLE.at(state.span, message).label("another face"));
        }
    }
}

/// Carries an operation to its end, with what the step answers.
fn carry_out(
    machine: &Machine<'_>,
    mut state: State,
    step: &ExampleStepDef,
    told: &mut Vec<Happening>,
) -> Result<State, Stuck> {
    let mut rolls = step.rolls.iter();
    let mut answers = StepAnswers { all: &step.answers, at: 0, taken: 0 };
    while let Some(decision) = machine.decision(&state) {
        let (choice, span) = match decision.dice {
            Some(dice) => {
                let roll = rolls.next().ok_or_else(|| {
                    (step.action.span, format!("`{}` is rolled, but `rolls` has no more", decision.id))
                })?;
                let shown = faces(dice, roll.value);
                (
                    Pick::Dice(shown.ok_or_else(|| (roll.span, format!("{dice} cannot come to {}", roll.value)))?),
                    roll.span,
                )
            }
            None => answers.answer(machine, &state, &decision, step.action.span)?,
        };
        machine.apply(&mut state, &choice, told).map_err(|why| (span, why))?;
    }
    if let Some(roll) = rolls.next() {
        return Err((roll.span, "nothing is rolled any more".to_string()));
    }
    match answers.left() {
        Some(answer) => Err((answer.id.span, format!("`{}` is not asked", answer.id.value))),
        None => Ok(state),
    }
}

/// Dice that come to a total.
fn faces(dice: Dice, total: i64) -> Option<Vec<u8>> {
    if !dice.totals().contains(&total) {
        return None;
    }
    if dice.tens_and_units {
        return Some(vec![u8::try_from(total / 10).ok()?, u8::try_from(total % 10).ok()?]);
    }
    let (count, sides) = (i64::from(dice.count), i64::from(dice.sides));
    let mut left = total - i64::from(dice.add) - count;
    let die = |_| {
        let more = left.min(sides - 1);
        left -= more;
        u8::try_from(1 + more).ok()
    };
    (0..count).map(die).collect()
}

/// The answers of a step, in order.
struct StepAnswers<'a> {
    all: &'a [AnswerDef],
    at: usize,
    taken: usize,
}

impl StepAnswers<'_> {
    /// The answer that comes next, if it is not used up.
    fn left(&self) -> Option<&AnswerDef> {
        self.all.get(self.at).filter(|answer| self.taken < answer.take.len().max(1))
    }

    fn answer(
        &mut self,
        machine: &Machine<'_>,
        state: &State,
        decision: &Decision,
        span: Span,
    ) -> Result<(Pick, Span), Stuck> {
        let done = decision.choices.iter().find(|choice| **choice == Pick::Done);
        let nothing = decision.choices.iter().find(|choice| matches!(choice, Pick::Loss { points: 0, .. }));
        if let Some(answer) = self.all.get(self.at).filter(|answer| answer.id.value == decision.id) {
            if decision.id == "losses" {
                let takes =
                    |take: &Sp<String>| decision.choices.iter().find(|choice| machine.word(choice) == take.value);
                if let Some((choice, span)) = answer.take.iter().find_map(|take| Some((takes(take)?, take.span))) {
                    self.count(answer.take.len());
                    return Ok((choice.clone(), span));
                }
                return nothing
                    .map(|choice| (choice.clone(), answer.id.span))
                    .ok_or_else(|| stuck(machine, state, decision, answer.id.span));
            }
            let Some(take) = answer.take.get(self.taken) else {
                self.at += 1;
                self.taken = 0;
                return done
                    .map(|choice| (choice.clone(), answer.id.span))
                    .ok_or_else(|| stuck(machine, state, decision, answer.id.span));
            };
            let choice = decision.choices.iter().find(|choice| machine.label(choice) == take.value);
            let choice = choice.ok_or_else(|| stuck(machine, state, decision, take.span))?;
            self.taken += 1;
            // One is chosen at once; of several, the end is said when it is asked for.
            let ends = !decision.choices.contains(&Pick::Done) && self.taken >= answer.take.len();
            let last = self.taken >= answer.take.len()
                && self.all.get(self.at + 1).is_some_and(|next| next.id.value == decision.id);
            if ends && (answer.take.len() == 1 || last) {
                self.at += 1;
                self.taken = 0;
            }
            return Ok((choice.clone(), take.span));
        }
        // The answer before was used up, and nothing more was asked of it.
        if self.all.get(self.at).is_some_and(|answer| self.taken >= answer.take.len()) && self.taken > 0 {
            self.at += 1;
            self.taken = 0;
            return self.answer(machine, state, decision, span);
        }
        if let Some(choice) = done.or(nothing) {
            return Ok((choice.clone(), span));
        }
        match decision.choices.as_slice() {
            [only] => Ok((only.clone(), span)),
            _ => Err(stuck(machine, state, decision, span)),
        }
    }

    fn count(&mut self, all: usize) {
        self.taken += 1;
        if self.taken >= all {
            self.at += 1;
            self.taken = 0;
        }
    }
}

/// That no answer is given, or a wrong one.
fn stuck(machine: &Machine<'_>, state: &State, decision: &Decision, span: Span) -> Stuck {
    let some: Vec<String> = decision.choices.iter().take(12).map(|choice| machine.word(choice)).collect();
    let _ = state;
    (span, format!("this does not answer `{}` ({}); there are: {}", decision.id, decision.question, some.join(", ")))
}
