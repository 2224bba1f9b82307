//! Who may attack what, and what it costs.

use super::ask::Ask;
use super::movement::{cost_of, forbidden};
use super::position::Position;
use crate::expr::{Number, Value};
use crate::model::{Attack, Edge};
use std::collections::BTreeSet;

/// What an attack came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attacked {
    /// Movement points that each attacker spends; the highest, if they differ.
    pub cost: Option<Number>,
}

/// Whether some units may attack some places together.
///
/// # Errors
/// The rule that forbids the attack.
pub fn attack(
    position: &Position<'_>,
    rule: &Attack,
    attackers: &[usize],
    places: &[usize],
) -> Result<Attacked, String> {
    let model = position.model;
    let from: BTreeSet<usize> = attackers.iter().filter_map(|unit| position.place_of(*unit)).collect();
    if rule.one_place && from.len() > 1 && places.len() > 1 {
        return Err("attackers from several places can only attack one place together".to_string());
    }
    let mut cost: Option<Number> = None;
    for unit in attackers.iter().copied() {
        let id = &model.units[unit].id;
        if rule.side.as_ref().is_some_and(|side| side.index != position.side(unit)) {
            return Err(format!("`{id}` does not belong to the side that makes such attacks"));
        }
        for place in places {
            let from = position.place_of(unit).unwrap_or(*place);
            let edge = position.edges_from(from).iter().find(|edge| edge.to.index == *place);
            let edge = edge.ok_or_else(|| {
                format!("`{id}` in `{}` is not next to `{}`", model.places[from].id, model.places[*place].id)
            })?;
            let mut ask = Ask::unit(position, unit, Some(edge));
            ask.extra.insert("entry".into(), Value::Number(entry(position, rule, unit, edge)?));
            if let Some(text) = forbidden(position, &rule.bars, unit, &ask)? {
                return Err(text);
            }
            if let Some(points) = &rule.cost {
                let points = ask.number(points)?;
                cost = Some(cost.map_or(points, |cost| cost.max(points)));
            }
        }
    }
    Ok(Attacked { cost })
}

/// What the costs of entering that the rule names come to, as if no way led there.
fn entry(position: &Position<'_>, rule: &Attack, unit: usize, edge: &Edge) -> Result<Number, String> {
    let bare = Edge { ways: Vec::new(), ..edge.clone() };
    let mut ask = Ask::unit(position, unit, Some(&bare));
    ask.extra.insert("spent".into(), Value::Number(Number::ZERO));
    ask.extra.insert("first".into(), Value::Bool(true));
    let mut sum = Number::ZERO;
    let costs = position.model.rules.movement.iter().flat_map(|movement| &movement.costs);
    for cost in costs.filter(|cost| rule.entry.contains(&cost.id)) {
        sum = sum + cost_of(position, cost, unit, &ask)?.unwrap_or(Number::ZERO);
    }
    Ok(sum)
}
