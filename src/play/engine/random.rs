//! Chance, and players that need no head.

use super::board::{small, wide};
use super::state::State;
use super::{Machine, Pick};

/// Random numbers from a seed (splitmix64): the same seed gives the same game.
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    /// Chance with a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below another.
    pub fn below(&mut self, count: usize) -> usize {
        // The bias of the remainder is far below what anybody could notice.
        usize::try_from(self.next() % u64::try_from(count.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    /// What dice or a deck give; none if a player decides.
    pub fn decide(&mut self, machine: &Machine<'_>, state: &State) -> Option<Pick> {
        if let Some(dice) = machine.dice(state) {
            let sides = usize::try_from(dice.sides).unwrap_or(6);
            let die = |_| u8::try_from(self.below(sides) + 1).unwrap_or(u8::MAX);
            return Some(Pick::Dice((0..dice.count).map(die).collect()));
        }
        let draws = machine.draws(state);
        let all: usize = draws.iter().map(|(_, copies)| usize::from(*copies)).sum();
        let mut at = self.below(all);
        draws.into_iter().find_map(|(card, copies)| {
            let here = at < usize::from(copies);
            at = at.saturating_sub(usize::from(copies));
            here.then_some(card)
        })
    }
}

/// A player without a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// Takes any answer.
    Random,
    /// Takes the answer behind which its side stands best, as far as counters show it.
    Greedy,
}

impl Player {
    /// Its answer.
    pub fn choose(self, machine: &Machine<'_>, state: &State, chance: &mut Chance) -> Option<Pick> {
        let choices = machine.choices(state);
        match self {
            Player::Random => choices.get(chance.below(choices.len())).cloned(),
            Player::Greedy => {
                let side = machine.decider(state)?;
                let score = |choice: &Pick| {
                    let mut then = state.clone();
                    machine.take_known(&mut then, choice).map_or(i64::MIN, |()| machine.standing(&then, side))
                };
                let scored: Vec<(i64, &Pick)> = choices.iter().map(|choice| (score(choice), choice)).collect();
                let best = scored.iter().map(|(score, _)| *score).max()?;
                let good: Vec<&Pick> = scored.iter().filter(|(score, _)| *score == best).map(|(_, c)| *c).collect();
                good.get(chance.below(good.len())).map(|choice| (*choice).clone())
            }
        }
    }
}

impl Machine<'_> {
    /// How a side stands: its units and places against those of others.
    fn standing(&self, state: &State, side: u8) -> i64 {
        if let Some((winner, _)) = state.ended {
            let won = winner.is_some_and(|winner| !self.hostile(winner, side));
            return if won { 1_000_000 } else { -1_000_000 };
        }
        let units = (0..small(state.pieces.len())).filter(|unit| state.in_play(*unit)).map(|unit| {
            let steps = i64::try_from(self.model.units[wide(unit)].steps.len()).unwrap_or(1);
            let left = 2 + steps - i64::from(state.pieces[wide(unit)].step);
            if self.hostile(self.side_of(unit), side) { -left } else { left }
        });
        let held = state.control.iter().filter(|own| **own != u8::MAX);
        let places = held.map(|own| if self.hostile(*own, side) { -3 } else { 3 });
        units.sum::<i64>() + places.sum::<i64>()
    }
}
