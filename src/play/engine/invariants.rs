//! What holds in every state.

use super::Machine;
use super::board::small;
use super::eval::{EvalContext, Member};
use super::state::State;
use crate::syntax::InvariantOf;

impl Machine<'_> {
    /// What does not hold in a state, in words; none if all is well.
    pub fn broken(&self, state: &State) -> Option<String> {
        let ask = EvalContext::new(self, state, &[], 0);
        // In the midst of an operation things may be in the air.
        let settled = state.frames.len() <= 1;
        for (own, code) in self.model.rules.invariants.iter().zip(&self.invariants).filter(|_| settled) {
            let at = match own.of {
                InvariantOf::Whole => (!ask.holds(code)).then(String::new),
                InvariantOf::Place => {
                    let places = (0..small(state.control.len())).filter(|place| self.is_played(state, *place));
                    let mut wrong = places.filter(|place| !ask.fits(code, Member::Place(*place)));
                    wrong.next().map(|place| format!(" in {}", self.place_name(place)))
                }
                InvariantOf::Unit => {
                    let units = (0..small(state.pieces.len())).filter(|unit| state.in_play(*unit));
                    let mut wrong = units.filter(|unit| !ask.fits(code, Member::Unit(*unit)));
                    wrong.next().map(|unit| format!(": {}", self.unit_names(&[unit])))
                }
            };
            if let Some(at) = at {
                return Some(format!("`{}` does not hold{at}: {}", own.id, own.text));
            }
        }
        let copies = |at: usize| if self.model.cards[at].unused { 0 } else { self.model.cards[at].copies };
        let lost = state
            .cards
            .iter()
            .enumerate()
            .find(|(at, piles)| piles.iter().map(|n| u32::from(*n)).sum::<u32>() != copies(*at));
        lost.map(|(at, _)| format!("a copy of the card `{}` is lost", self.model.cards[at].id))
    }
}
