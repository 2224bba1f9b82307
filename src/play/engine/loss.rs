//! Losses, unit by unit: what each can take so that the points come out right.

use super::board::{small, wide};
use super::eval::EvalContext;
use super::state::State;
use super::{Machine, Pick};
use crate::model::{LossWay, Losses, Model};

/// What one unit can take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LossOutcome {
    /// Its step afterwards; none: it is lost.
    pub step: Option<u8>,
    /// Its strength afterwards, if it has a track.
    pub strength: Option<i64>,
    /// Whether it retreats.
    pub retreats: bool,
    /// Points that this satisfies.
    pub points: i64,
}

/// More points than this are not counted one by one.
const MOST: i64 = 120;

/// What units without a strength track can take: by rule, unit and step.
pub fn all(model: &Model) -> Vec<Vec<Vec<Vec<LossOutcome>>>> {
    let by_step = |rule: &Losses, unit: usize| {
        let steps = 0..model.units[unit].steps.len();
        steps.map(|step| outcomes(model, rule, unit, u8::try_from(step).unwrap_or(0), None)).collect()
    };
    let by_unit = |rule: &Losses| (0..model.units.len()).map(|unit| by_step(rule, unit)).collect();
    model.rules.losses.iter().map(by_unit).collect()
}

/// Everything that one unit can take, nothing included: ways follow each other.
fn outcomes(model: &Model, rule: &Losses, unit: usize, step: u8, strength: Option<(i64, i64)>) -> Vec<LossOutcome> {
    let start = LossOutcome { step: Some(step), strength: strength.map(|(now, _)| now), retreats: false, points: 0 };
    let mut known = vec![start];
    let mut open = vec![start];
    let side = model.units[unit].side.index;
    while let Some(loss) = open.pop() {
        let Some(now) = loss.step.filter(|_| !loss.retreats) else { continue };
        let state = model.units[unit].steps.get(usize::from(now)).map_or("", |step| &step.state);
        let fits = |way: &&LossWay| {
            (way.from == state || way.from == "any") && way.side.as_ref().is_none_or(|own| own.index == side)
        };
        for way in rule.ways.iter().filter(fits) {
            if let Some(next) = after(model, unit, loss, now, way, strength.map(|(_, least)| least))
                && known.len() < 1000
                && !known.contains(&next)
            {
                known.push(next);
                open.push(next);
            }
        }
    }
    known.sort_unstable();
    known
}

fn after(
    model: &Model,
    unit: usize,
    loss: LossOutcome,
    now: u8,
    way: &LossWay,
    least: Option<i64>,
) -> Option<LossOutcome> {
    let steps = &model.units[unit].steps;
    let loss = LossOutcome { points: loss.points + way.points, ..loss };
    let lost = LossOutcome { step: None, strength: None, ..loss };
    let turned = |step: usize| u8::try_from(step).ok().map(|step| LossOutcome { step: Some(step), ..loss });
    match way.to.as_str() {
        "retreated" => Some(LossOutcome { retreats: true, ..loss }),
        "eliminated" => Some(lost),
        "weaker" => match (loss.strength, least) {
            (Some(strength), Some(least)) if strength > least => {
                Some(LossOutcome { strength: Some(strength - 1), ..loss })
            }
            (Some(_), _) => Some(lost),
            _ if usize::from(now) + 1 < steps.len() => turned(usize::from(now) + 1),
            _ => Some(lost),
        },
        state => {
            let step = steps.iter().position(|step| step.state == state)?;
            if step == usize::from(now) { None } else { turned(step) }
        }
    }
}

impl Machine<'_> {
    /// The unit that takes the first point, if the rule says so and one leads.
    pub(super) fn lead(&self, state: &State, rule: usize, slot: Option<usize>) -> Option<u16> {
        let lead = slot.filter(|_| self.model.rules.losses[rule].lead_first);
        lead.and_then(|slot| Self::slot(state, slot).members().first().copied())
    }

    /// What a unit can take; the one that leads takes something, if it can.
    fn outcomes(&self, state: &State, rule: usize, unit: u16, lead: Option<u16>) -> Vec<LossOutcome> {
        let mut all = self.all_outcomes(state, rule, unit);
        if lead == Some(unit) && all.iter().any(|own| own.points > 0) {
            all.retain(|own| own.points > 0);
        }
        all
    }

    fn all_outcomes(&self, state: &State, rule: usize, unit: u16) -> Vec<LossOutcome> {
        let step = state.pieces[wide(unit)].step;
        match self.tracks.get(&unit) {
            Some(track) => {
                let strength = self.strength(state, unit).unwrap_or(track.start);
                let rule = &self.model.rules.losses[rule];
                outcomes(self.model, rule, wide(unit), step, Some((strength, track.from.max(1))))
            }
            None => self.outcomes[rule][wide(unit)].get(usize::from(step)).cloned().unwrap_or_default(),
        }
    }

    /// The sums of points that some units can take, as bits.
    fn sums(&self, state: &State, rule: usize, units: &[u16], lead: Option<u16>) -> u128 {
        units.iter().fold(1, |sums, unit| {
            let outcomes = self.outcomes(state, rule, *unit, lead);
            outcomes
                .iter()
                .filter(|own| (0..=MOST).contains(&own.points))
                .fold(0, |all, own| all | (sums << own.points))
        })
    }

    /// The points that units will take: exactly, or the least above, or all they can.
    pub(super) fn due(&self, state: &State, rule: usize, units: &[u16], lead: Option<u16>, points: i64) -> i64 {
        if points <= 0 {
            return 0;
        }
        let sums = self.sums(state, rule, units, lead);
        let most = i64::from(127 - sums.leading_zeros());
        (points.clamp(0, MOST)..=most).find(|sum| sums >> sum & 1 == 1).unwrap_or(most)
    }

    /// What the next unit can take so that the rest can still meet the points.
    pub(super) fn loss_options(
        &self,
        state: &State,
        rule: usize,
        queue: &[u16],
        lead: Option<u16>,
        left: i64,
    ) -> Vec<Pick> {
        let Some((unit, rest)) = queue.split_first() else { return Vec::new() };
        let sums = self.sums(state, rule, rest, lead);
        let fits = |own: &LossOutcome| own.points <= left && sums >> (left - own.points).min(MOST) & 1 == 1;
        let choice = |own: LossOutcome| {
            let LossOutcome { step, strength, retreats, points } = own;
            Pick::Loss { unit: *unit, step, strength, retreats, points }
        };
        let mut found: Vec<Pick> =
            self.outcomes(state, rule, *unit, lead).into_iter().filter(fits).map(choice).collect();
        // If all that can be taken is taken, who can be lost is lost.
        let all = i64::from(127 - self.sums(state, rule, queue, lead).leading_zeros());
        let lost = |own: &Pick| matches!(own, Pick::Loss { step: None, .. });
        if left >= all && found.iter().any(lost) {
            found.retain(lost);
        }
        found
    }

    /// Where a unit may retreat to.
    pub(super) fn retreat_places(
        &self,
        state: &State,
        frame: &super::state::Frame,
        unit: u16,
        rule: usize,
        foes: Option<usize>,
        filter: Option<&super::code::FormulaCode>,
    ) -> Vec<u16> {
        let Some(place) = state.place(unit) else { return Vec::new() };
        let flight = &self.flights[rule];
        let mut found: Vec<(u16, EvalContext<'_, '_>)> = Vec::new();
        for edge in self.edges_from(place) {
            let to = small(self.model.edges[edge].to.index);
            if !self.is_played(state, to) || found.iter().any(|(own, _)| *own == to) {
                continue;
            }
            let mut ask = EvalContext::step(self, state, &frame.slots, unit, edge);
            ask.foes = foes.map(|foes| frame.slots[foes].members()).unwrap_or_default();
            let barred = flight.bar.as_ref().is_some_and(|bar| ask.holds(bar));
            if !barred && filter.is_none_or(|filter| ask.holds(filter)) {
                found.push((to, ask));
            }
        }
        for wish in &flight.preferences {
            let fitting = fitting(wish, &found);
            if !fitting.is_empty() {
                found.retain(|(place, _)| fitting.contains(place));
            }
        }
        if flight.priorities.is_empty() {
            return found.into_iter().map(|(place, _)| place).collect();
        }
        flight.priorities.iter().map(|wish| fitting(wish, &found)).find(|own| !own.is_empty()).unwrap_or_default()
    }
}

/// The places that fit a wish; of those, the ones where its number is least.
fn fitting(
    wish: &(Option<super::code::FormulaCode>, Option<super::code::FormulaCode>),
    found: &[(u16, EvalContext<'_, '_>)],
) -> Vec<u16> {
    let fits = found.iter().filter(|(_, ask)| wish.0.as_ref().is_none_or(|when| ask.holds(when)));
    let scored: Vec<_> = fits
        .map(|(place, ask)| (wish.1.as_ref().map_or(crate::expr::Number::ZERO, |least| ask.number(least)), *place))
        .collect();
    let best = scored.iter().map(|(least, _)| *least).min();
    scored.into_iter().filter(|(least, _)| Some(*least) == best).map(|(_, place)| place).collect()
}
