//! Who wins, and when.

use super::Machine;
use super::board::small;
use super::eval::EvalContext;
use super::state::State;
use super::value::Val;
use super::words::Listener;

impl Machine<'_> {
    /// Ends the game.
    pub(super) fn end(&self, state: &mut State, winner: Option<u8>, victory: Option<usize>, told: &mut Listener<'_>) {
        let by = victory.map(|at| format!(": {}", self.model.rules.victories[at].name)).unwrap_or_default();
        let who = winner.map_or("Nobody", |side| self.side_name(usize::from(side)));
        told.say(self, state, || format!("{who} wins{by}"));
        state.ended = Some((winner, victory.map(small)));
    }

    /// Victory at the end of a turn, and at the end of the game.
    pub(super) fn judge(&self, state: &mut State, last: bool, told: &mut Listener<'_>) {
        let Some(scenario) = self.model.scenarios.get(state.scenario) else {
            state.ended = Some((None, None));
            return;
        };
        for victory in &scenario.victory {
            let own = &self.model.rules.victories[victory.index];
            let judged = &self.victories[victory.index];
            // One that names no turn is judged at the end of each; one of a turn that never comes, at the end.
            let due = match own.turn {
                Some(turn) => {
                    if last {
                        turn > state.turn
                    } else {
                        turn == state.turn
                    }
                }
                None => true,
            };
            let Some(when) = judged.when.as_ref().filter(|_| due && own.by.is_empty()) else { continue };
            let ask = EvalContext::new(self, state, &[], 0);
            let answers: Vec<Val> = judged.inputs.iter().map(|input| ask.value(input)).collect();
            let holds = EvalContext::new(self, state, &answers, 0).holds(when);
            let otherwise = own.otherwise.as_ref().filter(|_| last || own.turn.is_some());
            let side = if holds { own.winner.as_ref() } else { otherwise };
            if let Some(side) = side.and_then(|side| u8::try_from(side.index).ok()) {
                self.end(state, Some(side), Some(victory.index), told);
                return;
            }
        }
        if last {
            self.end(state, None, None, told);
        }
    }
}
