//! Instructions, carried out until somebody has to decide.

use super::board::{Mark, small, wide};
use super::instr::{Handed, Instr};
use super::state::State;
use super::value::Val;
use super::words::Listener;
use super::{Machine, Pick};
use crate::expr::Number;
use crate::model::{Spot, What};
use crate::play::arrivals;
use crate::syntax::Reshuffle;

/// More instructions than this between two decisions are a circle.
const MOST_INSTRUCTIONS: usize = 1_000_000;

impl Machine<'_> {
    /// Goes on until somebody has to decide, or the game is over. A decision with one answer is not asked.
    pub(super) fn run(&self, state: &mut State, told: &mut Listener<'_>) -> Result<(), String> {
        state.pending.clear();
        for _ in 0..MOST_INSTRUCTIONS {
            if !self.until_decision(state, told)? {
                return Ok(());
            }
            if self.is_chance(state) {
                return Ok(());
            }
            let mut options = self.options(state);
            match options.len() {
                0 => {
                    let (id, question) = self.question(state);
                    return Err(format!("there is no answer to `{id}` ({question})"));
                }
                1 if !self.asks_all => {
                    if let Some(only) = options.pop() {
                        self.take(state, &only, told)?;
                    }
                }
                _ => {
                    state.pending = options;
                    return Ok(());
                }
            }
        }
        Err("the sequence of play goes round in a circle".to_string())
    }

    /// Goes on to the next decision, whatever its answers are; no: the game is over.
    pub(super) fn until_decision(&self, state: &mut State, told: &mut Listener<'_>) -> Result<bool, String> {
        self.until(state, 0, told)
    }

    /// The same, but not beyond the end of the operations above a depth.
    pub(super) fn until(&self, state: &mut State, depth: usize, told: &mut Listener<'_>) -> Result<bool, String> {
        for _ in 0..MOST_INSTRUCTIONS {
            let Some(instr) = self.instr(state).filter(|_| state.frames.len() > depth) else { return Ok(false) };
            if !self.carry_out(state, instr, told)? {
                return Ok(true);
            }
        }
        Err("an operation goes round in a circle".to_string())
    }

    /// Whether chance decides.
    pub(super) fn is_chance(&self, state: &State) -> bool {
        matches!(self.instr(state), Some(Instr::Roll { .. } | Instr::Draw { .. }))
    }

    /// Carries an instruction out; no: somebody has to decide first.
    fn carry_out(&self, state: &mut State, instr: &Instr, told: &mut Listener<'_>) -> Result<bool, String> {
        match instr {
            Instr::Choose(_) | Instr::Roll { .. } | Instr::Open { .. } | Instr::SetUp { .. } => return Ok(false),
            Instr::Walk(walk) => {
                let Some(frame) = state.frames.last() else { return Ok(true) };
                // Who cannot go on and may stop does.
                let (places, may_stop) = self.walk_options(state, frame, walk, true);
                if !(places.is_empty() && may_stop) {
                    return Ok(false);
                }
                Self::go_to(state, walk.end);
                return Ok(true);
            }
            Instr::Losses { slot, units, queue, left, rule, points, lead, .. } => {
                if *Self::slot(state, *queue) == Val::None {
                    // Assets come first: who is lost takes them along.
                    let mut units: Vec<u16> = self.in_play(state, *units);
                    units.sort_by_key(|unit| self.carrier(state, *unit).is_none());
                    let points = self.ask(state).value(points).floor();
                    let due = self.due(state, *rule, &units, self.lead(state, *rule, *lead), points);
                    Self::set(state, *slot, Val::Units(Vec::new()));
                    Self::set(state, *left, Val::Num(Number::new(due, 1)));
                    let queued = if due > 0 { units } else { Vec::new() };
                    Self::set(state, *queue, Val::Units(queued));
                }
                if !Self::slot(state, *queue).members().is_empty() {
                    return Ok(false);
                }
            }
            Instr::Retreat { unit, rule, foes, filter, otherwise, .. } => {
                let Some(frame) = state.frames.last() else { return Ok(true) };
                let unit = frame.slots[*unit].members().first().copied();
                let places = unit.map(|unit| self.retreat_places(state, frame, unit, *rule, *foes, filter.as_ref()));
                if places.is_some_and(|places| !places.is_empty()) {
                    return Ok(false);
                }
                Self::go_to(state, *otherwise);
                return Ok(true);
            }
            Instr::Arrive { unit, otherwise, .. } => {
                if !self.arrivals(state, *unit).is_empty() {
                    return Ok(false);
                }
                Self::go_to(state, *otherwise);
                return Ok(true);
            }
            Instr::Draw { deck, value, left } => {
                if *Self::slot(state, *left) == Val::None {
                    let wanted = self.ask(state).value(value).floor().max(0);
                    Self::set(state, *left, Val::Num(Number::new(wanted, 1)));
                    if self.model.decks[*deck].reshuffle == Reshuffle::WhenShort
                        && self.in_pile(state, *deck, 0) < wanted
                    {
                        self.shuffle_in(state, *deck, told);
                    }
                }
                let left = Self::slot(state, *left).floor();
                if left > 0
                    && self.in_pile(state, *deck, 0) == 0
                    && self.model.decks[*deck].reshuffle != Reshuffle::Never
                {
                    self.shuffle_in(state, *deck, told);
                }
                if left > 0 && self.in_pile(state, *deck, 0) > 0 {
                    return Ok(false);
                }
            }
            Instr::Jump(to) => {
                Self::go_to(state, *to);
                return Ok(true);
            }
            Instr::Unless(when, to) => {
                if !self.ask(state).holds(when) {
                    Self::go_to(state, *to);
                    return Ok(true);
                }
            }
            Instr::Next { list, at, slot, end } => {
                let n = usize::try_from(Self::slot(state, *at).floor()).unwrap_or(usize::MAX);
                let next = match Self::slot(state, *list) {
                    Val::Units(all) => all.get(n).map(|own| Val::Unit(*own)),
                    Val::Places(all) => all.get(n).map(|own| Val::Place(*own)),
                    Val::Cards(all) => all.get(n).map(|own| Val::Card(*own)),
                    Val::Markers(all) => all.get(n).map(|own| Val::Marker(*own)),
                    _ => None,
                };
                let Some(next) = next else {
                    Self::go_to(state, *end);
                    return Ok(true);
                };
                Self::set(state, *slot, next);
                Self::set(state, *at, Val::whole(n + 1));
            }
            Instr::Round { at, most, end } => {
                let (made, most) = (Self::slot(state, *at).floor(), self.ask(state).value(most).floor());
                if made >= most.min(100_000) {
                    Self::go_to(state, *end);
                    return Ok(true);
                }
                Self::set(state, *at, Val::Num(Number::new(made + 1, 1)));
            }
            Instr::Follow { operation, with, side, slot: _ } => {
                let ask = self.ask(state);
                let side = side.as_ref().map(|side| self.side_named(&ask.value(side)));
                let values: Vec<Val> = with
                    .iter()
                    .map(|handed| match handed {
                        Handed::Plain(code) => ask.value(code),
                        Handed::Slot(slot) => Self::slot(state, *slot).clone(),
                    })
                    .collect();
                let own = state.frames.last().map_or(0, |frame| frame.side);
                let mut frame = self.frame(*operation, side.flatten().unwrap_or(own));
                frame.awaited = true;
                told.begin(*operation);
                for (slot, val) in frame.slots.iter_mut().zip(values) {
                    *slot = val;
                }
                state.frames.push(frame);
                return Ok(true);
            }
            Instr::Give(value) => {
                let value = value.as_ref().map(|value| self.ask(state).value(value));
                let ended = state.frames.pop();
                if ended.is_some_and(|frame| frame.awaited) {
                    if let Some(Instr::Follow { slot: Some(slot), .. }) = self.instr(state) {
                        Self::set(state, *slot, value.unwrap_or(Val::None));
                    }
                    Self::go_on(state);
                }
                return Ok(true);
            }
            Instr::OnlyIn(turns, to) => {
                if !(turns.first..=turns.last).contains(&state.turn) {
                    Self::go_to(state, *to);
                    return Ok(true);
                }
            }
            Instr::Turn { slot, end } => {
                let turns = self.model.scenarios.get(state.scenario).and_then(|scenario| scenario.turns);
                let (first, last) = turns.map_or((1, 1), |turns| (turns.first, turns.last));
                let next = match Self::slot(state, *slot) {
                    Val::Num(_) => Self::slot(state, *slot).floor() + 1,
                    _ => first,
                };
                if next > last {
                    Self::go_to(state, *end);
                    return Ok(true);
                }
                Self::set(state, *slot, Val::Num(Number::new(next, 1)));
                state.turn = next;
                let shown = self.model.rules.conditions.iter().position(|condition| condition.id == "turn");
                if let Some(own) = shown.and_then(|at| state.conditions.get_mut(at)) {
                    *own = Val::Num(Number::new(next, 1));
                }
                told.say(self, state, || format!("Turn {next}"));
                self.markers_arrive(state, told);
            }
            Instr::Judge { last } => self.judge(state, *last, told),
            other => self.change(state, other, told)?,
        }
        Self::go_on(state);
        Ok(true)
    }

    /// Where the unit of a value may arrive now.
    pub(super) fn arrivals(&self, state: &State, slot: usize) -> Vec<u16> {
        let Some(unit) = Self::slot(state, slot).members().first() else { return Vec::new() };
        let scenario = self.model.scenarios.get(state.scenario);
        let arriving = arrivals(&self.position(state), wide(*unit), scenario);
        arriving.map(|arriving| arriving.places.into_iter().map(small).collect()).unwrap_or_default()
    }

    /// Puts the markers of the scenario that come on this turn where they belong.
    fn markers_arrive(&self, state: &mut State, told: &mut Listener<'_>) {
        let Some(scenario) = self.model.scenarios.get(state.scenario) else { return };
        let turn = Some(state.turn);
        for placement in scenario.reinforcements.iter().filter(|own| own.turn == turn) {
            if let (What::Marker(marker), Some(Spot::At(place))) = (&placement.what, &placement.spot) {
                let shows = |back: bool| self.model.face_of(marker.index, back).map(|face| &face.state);
                let back = shows(false) != Some(&placement.state) && shows(true) == Some(&placement.state);
                let place = small(place.index);
                for _ in 0..placement.copies.max(1) {
                    state.put(Mark { place, marker: small(marker.index), back });
                }
                told.say(self, state, || {
                    format!("{} to {}", self.model.markers[marker.index].name, self.place_name(place))
                });
            }
        }
    }

    /// How many cards of a deck are in a pile.
    pub(super) fn in_pile(&self, state: &State, deck: usize, pile: usize) -> i64 {
        let cards = self.model.decks[deck].cards.iter();
        cards.map(|card| i64::from(state.cards[card.index][pile])).sum()
    }

    fn shuffle_in(&self, state: &mut State, deck: usize, told: &mut Listener<'_>) {
        if self.in_pile(state, deck, 2) == 0 {
            return;
        }
        for card in &self.model.decks[deck].cards {
            let piles = &mut state.cards[card.index];
            piles[0] += piles[2];
            piles[2] = 0;
        }
        told.say(self, state, || format!("{}: the discards are shuffled in", self.model.decks[deck].name));
    }
}

/// The answers of chance are not listed: anybody may throw dice.
pub(super) fn of_chance(choice: &Pick) -> bool {
    matches!(choice, Pick::Dice(_) | Pick::Drawn(_))
}
