//! Legal ways to take losses.

use super::position::Position;
use crate::model::{LossWay, Losses};
use std::collections::BTreeSet;

/// What one unit takes: the state it ends in, whether it retreats, what that is worth.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitLoss {
    /// The unit.
    pub unit: usize,
    /// The state it ends in; `eliminated` if it is lost.
    pub state: String,
    /// The strength it is left with, if it has a strength track and is not lost.
    pub strength: Option<i64>,
    /// Whether it retreats.
    pub retreated: bool,
    /// Points this satisfies.
    pub points: i64,
}

/// What all units take together.
pub type LossOption = Vec<UnitLoss>;

/// All legal ways to take some points.
#[derive(Debug, Clone)]
pub struct LegalLosses {
    /// The ways; each names every unit once.
    pub options: Vec<LossOption>,
    /// Points that nobody can take.
    pub excess: i64,
}

/// The state of a unit that is lost.
const ELIMINATED: &str = "eliminated";

/// More ways than this are not listed.
const MOST_WAYS: usize = 50_000;

/// The legal ways for some units to take some points.
///
/// # Errors
/// That there are too many to list.
pub fn losses(
    position: &Position<'_>,
    rule: &Losses,
    units: &[usize],
    lead: Option<usize>,
    points: i64,
) -> Result<LegalLosses, String> {
    let choices: Vec<Vec<UnitLoss>> = units.iter().map(|unit| choices(position, rule, *unit)).collect();
    let most: i64 = choices.iter().map(|list| list.iter().map(|loss| loss.points).max().unwrap_or(0)).sum();
    if points > most {
        let worst =
            |list: &Vec<UnitLoss>| list.iter().max_by_key(|loss| (loss.points, loss.state == ELIMINATED)).cloned();
        return Ok(LegalLosses { options: vec![choices.iter().filter_map(worst).collect()], excess: points - most });
    }
    let able = |unit: &usize| choices.iter().flatten().any(|loss| loss.unit == *unit && loss.points > 0);
    let must_lead = lead.filter(|unit| rule.lead_first && points > 0 && able(unit));
    // Exactly the points if that can be, else the least above them.
    for wanted in points..=most {
        let mut options = Vec::new();
        combine(&choices, wanted, must_lead, &mut Vec::new(), &mut options);
        if options.len() > MOST_WAYS {
            return Err(format!("there are more than {MOST_WAYS} ways to take {points} points"));
        }
        if !options.is_empty() {
            return Ok(LegalLosses { options, excess: 0 });
        }
    }
    Ok(LegalLosses { options: Vec::new(), excess: 0 })
}

/// Everything one unit can take, nothing included: ways follow each other.
fn choices(position: &Position<'_>, rule: &Losses, unit: usize) -> Vec<UnitLoss> {
    let (state, strength) = (position.state(unit).to_string(), position.strength(unit));
    let start = UnitLoss { unit, state, strength, retreated: false, points: 0 };
    let mut known = BTreeSet::from([start.clone()]);
    let mut open = vec![start];
    let side = position.side(unit);
    while let Some(loss) = open.pop() {
        if loss.retreated || loss.state == ELIMINATED {
            continue;
        }
        for way in rule.ways.iter().filter(|way| {
            (way.from == loss.state || way.from == "any") && way.side.as_ref().is_none_or(|own| own.index == side)
        }) {
            if let Some(next) = after(position, &loss, way)
                && known.len() < 1000
                && known.insert(next.clone())
            {
                open.push(next);
            }
        }
    }
    known.into_iter().collect()
}

/// What a unit has taken after one way more; nothing if it cannot go that way.
fn after(position: &Position<'_>, loss: &UnitLoss, way: &LossWay) -> Option<UnitLoss> {
    let points = loss.points + way.points;
    let steps = &position.model.units[loss.unit].steps;
    let turned = |state: &str| {
        let strength = loss.strength.filter(|_| state != ELIMINATED);
        UnitLoss { state: state.to_string(), strength, points, ..loss.clone() }
    };
    match way.to.as_str() {
        "retreated" => Some(UnitLoss { retreated: true, points, ..loss.clone() }),
        "weaker" => {
            if let Some(strength) = loss.strength {
                let least = position.track(loss.unit).map_or(1, |track| track.from.max(1));
                let weaker = UnitLoss { strength: Some(strength - 1), points, ..loss.clone() };
                return Some(if strength > least { weaker } else { turned(ELIMINATED) });
            }
            let now = steps.iter().position(|step| step.state == loss.state)?;
            Some(turned(steps.get(now + 1).map_or(ELIMINATED, |step| step.state.as_str())))
        }
        state if state == loss.state => None,
        state => (state == ELIMINATED || steps.iter().any(|step| step.state == state)).then(|| turned(state)),
    }
}

fn combine(
    choices: &[Vec<UnitLoss>],
    wanted: i64,
    lead: Option<usize>,
    taken: &mut LossOption,
    options: &mut Vec<LossOption>,
) {
    if options.len() > MOST_WAYS {
        return;
    }
    let Some((first, rest)) = choices.split_first() else {
        if wanted == 0 {
            options.push(taken.clone());
        }
        return;
    };
    let most: i64 = rest.iter().map(|list| list.iter().map(|loss| loss.points).max().unwrap_or(0)).sum();
    for loss in first {
        let left = wanted - loss.points;
        let leads = lead == Some(loss.unit);
        if left < 0 || left > most || (leads && loss.points == 0) {
            continue;
        }
        taken.push(loss.clone());
        combine(rest, left, lead, taken, options);
        taken.pop();
    }
}
