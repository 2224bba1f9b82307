//! Movement over the graph: what a path costs, and whether it may be walked.

use super::ask::Ask;
use super::history::History;
use super::position::Position;
use super::procedure::{Fight, answer, compute};
use crate::expr::{Number, Value, Values};
use crate::model::{Bar, Cost, Movement, Printed, Ref, UnitType};
use crate::syntax::{Combine, EventBy};

/// What a move came to.
#[derive(Debug, Clone)]
pub struct Moved {
    /// What the path cost.
    pub cost: Number,
    /// Whether the whole allowance was spent on one step.
    pub all: bool,
    /// The allowance.
    pub allowance: Number,
    /// Whether the unit must stop where it is now.
    pub stopped: Option<String>,
    /// What each step cost and why.
    pub chain: Vec<String>,
    /// What has happened when it is over.
    pub history: History,
}

impl Moved {
    /// What is left of the allowance.
    pub fn left(&self) -> Number {
        self.allowance - self.cost
    }
}

/// Why a move is refused.
#[derive(Debug, Clone)]
pub struct Refused {
    /// The rule that forbids it.
    pub why: String,
    /// What it would cost, if that is why.
    pub too_dear: Option<Box<TooDear>>,
}

/// A path that costs more than the units have.
#[derive(Debug, Clone)]
pub struct TooDear {
    /// What it costs up to where they have too little.
    pub cost: Number,
    /// What they have.
    pub allowance: Number,
}

impl From<String> for Refused {
    fn from(why: String) -> Self {
        Self { why, too_dear: None }
    }
}

/// Walks units that move together along a path; the first place is where they stand. They have the allowance of the
/// slowest, pay what a step costs the one that pays most, and go only where all of them may. The position is not
/// changed.
///
/// # Errors
/// The rule that forbids the move.
pub fn walk(position: &Position<'_>, movement: &Movement, units: &[usize], path: &[usize]) -> Result<Moved, Refused> {
    let mut allowances = Vec::new();
    let bonuses = bonuses(position, movement, units, path)?;
    for (unit, bonus) in units.iter().zip(bonuses) {
        allowances.push(allowance(position, movement, *unit)? + bonus);
    }
    let allowance = allowances.into_iter().reduce(|a, b| if b < a { b } else { a }).unwrap_or(Number::ZERO);
    let mut moved = Moved {
        cost: Number::ZERO,
        all: false,
        allowance,
        stopped: None,
        chain: Vec::new(),
        history: History::default(),
    };
    let mut at = position.clone();
    for step in path.windows(2) {
        let [from, to] = [step[0], step[1]];
        let label = |place: usize| &position.model.places[place].id;
        if let Some(why) = &moved.stopped {
            return Err(format!("it must stop in `{}`: {why}", label(from)).into());
        }
        if moved.all {
            return Err(format!("the whole allowance was spent on entering `{}`", label(from)).into());
        }
        let edge = at.edges_from(from).iter().find(|edge| edge.to.index == to);
        let Some(edge) = edge else {
            return Err(format!("`{}` and `{}` are not neighbours", label(from), label(to)).into());
        };
        if !at.in_play(to) {
            return Err(format!("`{}` is not in the play area of the scenario", label(to)).into());
        }
        let fresh = moved.cost == Number::ZERO;
        let mut dearest: Option<(Option<Number>, String)> = None;
        let mut forced = fresh && movement.at_least_one;
        let mut stopped = None;
        // One after the other, so that each finds those before it in the next place.
        for unit in units {
            let mut ask = Ask { movers: units, ..Ask::unit(&at, *unit, Some(edge)) };
            ask.extra.insert("spent".into(), Value::Number(moved.cost));
            ask.extra.insert("first".into(), Value::Bool(moved.chain.is_empty()));
            if let Some(bar) = forbidden(&at, &movement.bars, *unit, &ask)? {
                return Err(bar.into());
            }
            let own = cost(&at, movement, *unit, &ask)?;
            forced = forced && ask.holds(movement.at_least_one_when.as_ref())?;
            stopped = stopped.or(stop(movement, &ask)?);
            let dearer =
                |best: &(Option<Number>, String)| best.0.is_some_and(|best| own.0.is_none_or(|own| own > best));
            if dearest.as_ref().is_none_or(dearer) {
                dearest = Some(own);
            }
            at.step(*unit, edge, EventBy::Move)?;
        }
        let (cost, why) = dearest.unwrap_or((Some(Number::ZERO), "nobody moves".to_string()));
        let price = match cost {
            Some(points) if moved.cost + points <= allowance => points,
            Some(points) if !forced => {
                let why = format!(
                    "entering `{}` costs {points} ({why}), but {} of {allowance} are left",
                    label(to),
                    moved.left()
                );
                let too_dear = TooDear { cost: moved.cost + points, allowance };
                return Err(Refused { why, too_dear: Some(Box::new(too_dear)) });
            }
            None if !fresh => {
                let why =
                    format!("entering `{}` takes the whole allowance ({why}), but {} are spent", label(to), moved.cost);
                return Err(why.into());
            }
            _ => {
                moved.all = true;
                allowance
            }
        };
        moved.cost = moved.cost + price;
        moved.chain.push(format!(
            "`{}` {}: {why}",
            label(to),
            if moved.all { "all".to_string() } else { price.to_string() }
        ));
        moved.stopped = stopped;
    }
    moved.history = at.history;
    Ok(moved)
}

/// What each unit has more for a move that is all of one kind: the sum of the bonuses whose condition holds for every
/// step.
fn bonuses(
    position: &Position<'_>,
    movement: &Movement,
    units: &[usize],
    path: &[usize],
) -> Result<Vec<Number>, String> {
    let mut sums = vec![Number::ZERO; units.len()];
    if path.len() < 2 {
        return Ok(sums);
    }
    for bonus in &movement.bonuses {
        let mut at = position.clone();
        let mut has: Vec<bool> = units.iter().map(|unit| of_type(position, *unit, &bonus.types)).collect();
        for (n, step) in path.windows(2).enumerate() {
            let Some(edge) = at.edges_from(step[0]).iter().find(|edge| edge.to.index == step[1]) else {
                return Ok(sums);
            };
            for (unit, has) in units.iter().zip(&mut has) {
                let mut ask = Ask { movers: units, ..Ask::unit(&at, *unit, Some(edge)) };
                ask.extra.insert("spent".into(), Value::Number(Number::ZERO));
                ask.extra.insert("first".into(), Value::Bool(n == 0));
                *has = *has && ask.holds(Some(&bonus.when))?;
                at.step(*unit, edge, EventBy::Move)?;
            }
        }
        for (sum, _) in sums.iter_mut().zip(has).filter(|(_, has)| *has) {
            *sum = *sum + bonus.add;
        }
    }
    Ok(sums)
}

fn allowance(position: &Position<'_>, movement: &Movement, unit: usize) -> Result<Number, String> {
    if let Some(id) = &movement.procedure {
        let procedure = position.model.rules.procedures.iter().find(|procedure| procedure.id == *id);
        let procedure = procedure.ok_or_else(|| format!("there is no procedure `{id}`"))?;
        let fight = Fight { unit: Some(unit), ..Fight::default() };
        return Ok(compute(procedure, &answer(position, &procedure.inputs, &Values::new(), &fight)?)?.total);
    }
    let step = position.units.get(&unit).and_then(|stand| position.model.units[unit].steps.get(stand.step));
    let printed = matches!(step.and_then(|step| step.values.get(&movement.allowance)), Some(Printed::Number(_)));
    match position.unit_field(unit, &[unit], &movement.allowance).filter(|_| printed) {
        Some(Value::Number(points)) => Ok(points),
        _ => Err(format!("`{}` has no `{}`", position.model.units[unit].id, movement.allowance)),
    }
}

fn of_type(position: &Position<'_>, unit: usize, types: &[Ref<UnitType>]) -> bool {
    types.is_empty() || types.contains(&position.model.units[unit].unit_type)
}

/// The first bar of a list that forbids a step.
pub(super) fn forbidden(
    position: &Position<'_>,
    bars: &[Bar],
    unit: usize,
    ask: &Ask<'_, '_>,
) -> Result<Option<String>, String> {
    for bar in bars.iter().filter(|bar| bar.when.is_some()) {
        let concerned = of_type(position, unit, &bar.types)
            && bar.side.as_ref().is_none_or(|side| side.index == position.side(unit));
        if concerned && ask.holds(bar.when.as_ref())? {
            return Ok(Some(bar.text.clone()));
        }
    }
    Ok(None)
}

/// The points of one cost, if a unit pays it for a step and it is a number of points.
pub(super) fn cost_of(
    position: &Position<'_>,
    cost: &Cost,
    unit: usize,
    ask: &Ask<'_, '_>,
) -> Result<Option<Number>, String> {
    let paid = of_type(position, unit, &cost.types) && ask.holds(cost.when.as_ref())?;
    Ok(cost.points.filter(|_| paid))
}

/// What a step costs and why; nothing: the whole allowance.
fn cost(
    position: &Position<'_>,
    movement: &Movement,
    unit: usize,
    ask: &Ask<'_, '_>,
) -> Result<(Option<Number>, String), String> {
    let mut due: Vec<(Option<Number>, &str)> = Vec::new();
    for cost in movement.costs.iter().filter(|cost| of_type(position, unit, &cost.types)) {
        if ask.holds(cost.when.as_ref())? {
            due.push((cost.points, &cost.text));
        }
    }
    if let Some((_, text)) = due.iter().find(|(points, _)| points.is_none()) {
        return Ok((None, (*text).to_string()));
    }
    let points = |entry: &(Option<Number>, &str)| entry.0.unwrap_or(Number::ZERO);
    match movement.combine {
        Combine::Highest => {
            let highest =
                due.iter().copied().reduce(|best, entry| if points(&entry) > points(&best) { entry } else { best });
            Ok(highest.map_or((Some(Number::ZERO), "no cost applies".to_string()), |(points, text)| {
                (points, text.to_string())
            }))
        }
        Combine::Sum => {
            let sum = due.iter().fold(Number::ZERO, |sum, entry| sum + points(entry));
            Ok((Some(sum), due.iter().map(|(_, text)| *text).collect::<Vec<_>>().join(" ")))
        }
    }
}

fn stop(movement: &Movement, ask: &Ask<'_, '_>) -> Result<Option<String>, String> {
    for stop in &movement.stops {
        if ask.holds(Some(&stop.when))? {
            return Ok(Some(stop.text.clone()));
        }
    }
    Ok(None)
}
