//! The position in words: what `show` prints.

use crate::expr::{Number, Value};
use crate::model::Model;
use crate::play::Position;
use crate::play::engine::{Machine, State};

/// Lines about the position: all of it, or the places whose name or label has this text in it.
pub(super) fn lines(machine: &Machine<'_>, state: &State, only: &str) -> Vec<String> {
    let model = machine.model;
    let position = machine.position(state);
    let only = only.to_lowercase();
    let mut lines = Vec::new();
    if only.is_empty() {
        lines.push(format!("{}, turn {}", model.scenarios[state.scenario].name, state.turn));
        lines.extend(conditions(model, &position));
        lines.extend(hand(machine, state));
    }
    let asked = |at: usize| {
        let place = &model.places[at];
        let named = |name: &str| name.to_lowercase().contains(&only);
        place.label.to_lowercase() == only || place.name.as_deref().is_some_and(named)
    };
    for at in 0..model.places.len() {
        if only.is_empty() {
            lines.extend(place(model, &position, at).filter(|_| occupied(&position, at)));
        } else if asked(at) {
            lines.extend(place(model, &position, at));
        }
    }
    if lines.is_empty() {
        lines.push(format!("no place is called `{only}`"));
    }
    lines
}

fn occupied(position: &Position<'_>, place: usize) -> bool {
    position.units_in(place).next().is_some() || position.markers.iter().any(|(_, own, _)| *own == place)
}

/// A place with its units and markers.
fn place(model: &Model, position: &Position<'_>, at: usize) -> Option<String> {
    let own = model.places.get(at)?;
    let name = match &own.name {
        Some(name) if *name != own.label => format!("{} ({name})", own.label),
        _ => own.label.clone(),
    };
    let control = position.control[at].map(|side| format!(", {}", model.sides[side].name)).unwrap_or_default();
    let units = position.units_in(at).map(|unit| self::unit(model, position, unit));
    let markers = position.markers.iter().filter(|(_, place, _)| *place == at);
    let markers = markers.map(|(marker, _, _)| model.markers[*marker].name.clone());
    let there: Vec<String> = units.chain(markers).collect();
    let there = if there.is_empty() { "nothing".to_string() } else { there.join(", ") };
    Some(format!("  {name}{control}: {there}"))
}

/// A unit with its state, its strength and what lies on it.
fn unit(model: &Model, position: &Position<'_>, unit: usize) -> String {
    let own = &model.units[unit];
    let mut about: Vec<String> = Vec::new();
    if own.steps.len() > 1 {
        about.push(position.state(unit).to_string());
    }
    about.extend(position.strength(unit).map(|strength| format!("strength {strength}")));
    let status = position.status.get(&unit).into_iter().flatten();
    about.extend(status.map(|marker| model.markers[*marker].name.clone()));
    if about.is_empty() { own.id.clone() } else { format!("{} ({})", own.id, about.join(", ")) }
}

/// What no counter shows, where it says something: points, weather, who has the advantage.
fn conditions(model: &Model, position: &Position<'_>) -> Vec<String> {
    let told = model.rules.conditions.iter().filter_map(|own| {
        let value = position.conditions.get(&own.id)?;
        let says = match value {
            Value::Bool(yes) => *yes,
            Value::Number(number) => *number != Number::ZERO,
            Value::Text(text) => !text.is_empty(),
            Value::List(_) | Value::Collection(_) => false,
        };
        says.then(|| format!("  {}: {value}", own.name))
    });
    told.collect()
}

/// The cards in the hand of the side that decides.
fn hand(machine: &Machine<'_>, state: &State) -> Option<String> {
    let side = usize::from(machine.decider(state)?);
    let model = machine.model;
    let own = |deck: usize| model.decks[deck].side.as_ref().is_some_and(|own| own.index == side);
    let mut titles = Vec::new();
    for (at, card) in model.cards.iter().enumerate().filter(|(_, card)| own(card.deck.index)) {
        match machine.in_hand(state, at) {
            0 => {}
            1 => titles.push(card.title.clone()),
            copies => titles.push(format!("{} ({copies})", card.title)),
        }
    }
    (!titles.is_empty()).then(|| format!("  Hand of {}: {}", machine.side_name(side), titles.join(", ")))
}
