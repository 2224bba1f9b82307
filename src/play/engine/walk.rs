//! Movement from place to place, step by step.

use super::board::{small, wide};
use super::eval::EvalContext;
use super::instr::WalkStep;
use super::state::{Frame, State};
use super::value::Val;
use super::{Barred, Machine, Moves};
use crate::expr::Number;
use crate::play::history::Subject;
use crate::syntax::{Combine, EventBy, EventOf};

/// What a step costs.
pub struct Price {
    /// The points.
    pub points: Number,
    /// Whether the units must stop behind it.
    pub halts: bool,
    /// Which bonuses still hold for each of the units of the walk, as bits; none if there are no bonuses.
    pub kept: Option<Vec<u64>>,
}

/// Why a step cannot be made.
pub enum NoStep {
    /// A bar forbids it: its text.
    Barred(String),
    /// It costs more than is left.
    TooDear,
}

impl Machine<'_> {
    /// The units that still walk together: those in the place of the first.
    pub(super) fn walkers(&self, state: &State, frame: &Frame, walk: &WalkStep) -> Vec<u16> {
        let all = frame.slots[walk.units].members();
        let entered = (frame.slots[walk.steps].floor() > 0).then(|| frame.slots[walk.slot].members().first().copied());
        let here = entered.flatten().or_else(|| all.iter().find_map(|unit| state.place(*unit)));
        all.iter().copied().filter(|unit| here.is_some() && state.place(*unit) == here).collect()
    }

    /// Where units can step to, and whether they may stop.
    pub(super) fn walk_options(&self, state: &State, frame: &Frame, walk: &WalkStep, one: bool) -> (Vec<u16>, bool) {
        let ask = EvalContext::new(self, state, &frame.slots, frame.side);
        let made = frame.slots[walk.steps].floor();
        let least = walk.least.as_ref().map_or(1, |least| ask.value(least).floor());
        let most = walk.most.as_ref().map_or(i64::MAX, |most| ask.value(most).floor());
        let may_stop = made >= least;
        let group = self.walkers(state, frame, walk);
        let halted = frame.slots[walk.halted] == Val::Bool(true);
        let mut found = Vec::new();
        if let Some(place) = group.first().and_then(|unit| state.place(*unit))
            && made < most
            && !halted
        {
            for edge in self.edges_from(place) {
                let to = small(self.model.edges[edge].to.index);
                if !found.contains(&to) && self.price(state, frame, walk, &group, edge).is_ok() {
                    found.push(to);
                    if one {
                        break;
                    }
                }
            }
        }
        (found, may_stop)
    }

    /// What a step costs units that walk together.
    pub(super) fn price(
        &self,
        state: &State,
        frame: &Frame,
        walk: &WalkStep,
        group: &[u16],
        edge: usize,
    ) -> Result<Price, NoStep> {
        let Some(moves) = &self.moves else { return Err(NoStep::TooDear) };
        let to = small(self.model.edges[edge].to.index);
        if !self.is_played(state, to) {
            return Err(NoStep::Barred("It is not in the play area of the scenario.".to_string()));
        }
        let spent = match &frame.slots[walk.spent] {
            Val::Num(spent) => *spent,
            _ => Number::ZERO,
        };
        let first = frame.slots[walk.steps].floor() == 0 && spent == Number::ZERO;
        // Each is asked with those before it already there.
        let mut moved: Option<State> = None;
        let mut dearest: Option<Option<Number>> = None;
        let mut allowance: Option<Number> = None;
        let mut forced = spent == Number::ZERO && moves.at_least_one;
        let mut halts = false;
        let mut kept = (!moves.bonuses.is_empty()).then(|| kept_bonuses(frame, walk));
        for (at, unit) in group.iter().enumerate() {
            {
                let now = moved.as_ref().unwrap_or(state);
                let mut ask = EvalContext::step(self, now, &frame.slots, *unit, edge);
                (ask.movers, ask.spent, ask.first) = (group, spent, first);
                if let Some(why) = self.barred(&moves.bars, *unit, &ask) {
                    return Err(NoStep::Barred(why));
                }
                if walk.filter.as_ref().is_some_and(|filter| !ask.holds(filter)) {
                    return Err(NoStep::TooDear);
                }
                let own = match &walk.cost {
                    Some(cost) => Some(ask.number(cost)),
                    None => self.cost(moves, *unit, &ask),
                };
                let dearer = dearest.is_none_or(|best| best.is_some_and(|best| own.is_none_or(|own| own > best)));
                if dearer {
                    dearest = Some(own);
                }
                let points = match ask.value(&moves.allowance) {
                    Val::Num(points) => points,
                    _ => Number::ZERO,
                };
                let place = frame.slots[walk.units].members().iter().position(|own| own == unit);
                let held = kept.as_mut().zip(place).and_then(|(kept, place)| kept.get_mut(place));
                let points = points + held.map_or(Number::ZERO, |held| self.bonus(moves, *unit, &ask, held));
                allowance = Some(allowance.map_or(points, |least| least.min(points)));
                forced = forced && moves.at_least_one_when.as_ref().is_none_or(|when| ask.holds(when));
                halts = halts || moves.stops.iter().any(|stop| ask.holds(stop));
            }
            if at + 1 < group.len() {
                moved.get_or_insert_with(|| state.clone()).go(*unit, to);
            }
        }
        let allowance = allowance.unwrap_or(Number::ZERO);
        match dearest.flatten() {
            Some(points) if spent + points <= allowance => Ok(Price { points, halts, kept }),
            Some(_) if !forced => Err(NoStep::TooDear),
            None if spent > Number::ZERO || dearest.is_none() => Err(NoStep::TooDear),
            _ => Ok(Price { points: allowance, halts: true, kept }),
        }
    }

    /// What bonuses add that hold for this step and held for all before it.
    fn bonus(&self, moves: &Moves, unit: u16, ask: &EvalContext<'_, '_>, held: &mut u64) -> Number {
        let own = self.model.units[wide(unit)].unit_type.index;
        let mut sum = Number::ZERO;
        for (at, bonus) in moves.bonuses.iter().take(32).enumerate() {
            let of_type = bonus.types.is_empty() || bonus.types.contains(&own);
            if *held >> at & 1 == 1 && of_type && ask.holds(&bonus.when) {
                sum = sum + bonus.add;
            } else {
                *held &= !(1 << at);
            }
        }
        sum
    }

    pub(super) fn barred(&self, bars: &[Barred], unit: u16, ask: &EvalContext<'_, '_>) -> Option<String> {
        let of_type =
            |types: &[usize]| types.is_empty() || types.contains(&self.model.units[wide(unit)].unit_type.index);
        let concerned = |side: Option<usize>| side.is_none_or(|side| side == usize::from(self.side_of(unit)));
        let bar = bars.iter().find(|bar| of_type(&bar.types) && concerned(bar.side) && ask.holds(&bar.when));
        bar.map(|bar| bar.text.clone())
    }

    /// What a step costs one unit; nothing: the whole allowance.
    fn cost(&self, moves: &Moves, unit: u16, ask: &EvalContext<'_, '_>) -> Option<Number> {
        let own = self.model.units[wide(unit)].unit_type.index;
        let mut total = Number::ZERO;
        for cost in moves.costs.iter().filter(|cost| cost.types.is_empty() || cost.types.contains(&own)) {
            if cost.when.as_ref().is_none_or(|when| ask.holds(when)) {
                let points = cost.points?;
                total = match moves.combine {
                    Combine::Sum => total + points,
                    Combine::Highest => total.max(points),
                };
            }
        }
        Some(total)
    }

    /// Takes a unit to a neighbouring place, and records the events of such a step.
    pub(super) fn cross(&self, state: &mut State, unit: u16, edge: usize, by: EventBy) {
        let (from, to) = (self.model.edges[edge].from.index, self.model.edges[edge].to.index);
        let mut happened = Vec::new();
        for recorded in self.recorded.iter().filter(|recorded| recorded.by.contains(&by)) {
            let ask = EvalContext::step(self, state, &[], unit, edge);
            if recorded.when.as_ref().is_none_or(|when| ask.holds(when)) {
                happened.push((recorded.event, recorded.of));
            }
        }
        for (event, of) in happened {
            let subject = match of {
                EventOf::Place => Subject::Place(to),
                EventOf::Unit => Subject::Unit(wide(unit)),
                EventOf::Connection => Subject::connection(from, to),
            };
            state.record(event, subject, small(from));
        }
        state.go(unit, small(to));
    }
}

/// Which bonuses have held so far, for each unit of a walk: at first all.
fn kept_bonuses(frame: &Frame, walk: &WalkStep) -> Vec<u64> {
    let count = frame.slots[walk.units].members().len();
    match &frame.slots[walk.bonuses] {
        Val::List(kept) => kept.iter().map(|own| u64::try_from(own.floor()).unwrap_or(0)).collect(),
        _ => vec![u64::from(u32::MAX); count],
    }
}
