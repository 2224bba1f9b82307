//! What happened, as far as rules ask for it.

use super::ask::Ask;
use super::position::Position;
use crate::expr::{Number, Value};
use crate::model::{Edge, Model};
use crate::syntax::{EventBy, EventKind, EventOf};
use std::collections::BTreeMap;

/// What an event happened to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A place.
    Place(usize),
    /// A unit.
    Unit(usize),
    /// Two neighbouring places, the first in the model first.
    Connection(usize, usize),
}

impl Subject {
    /// The connection of two places, whichever way it is crossed.
    pub fn connection(one: usize, other: usize) -> Self {
        Self::Connection(one.min(other), one.max(other))
    }

    /// The kind of thing it is.
    fn of(self) -> EventOf {
        match self {
            Self::Place(_) => EventOf::Place,
            Self::Unit(_) => EventOf::Unit,
            Self::Connection(..) => EventOf::Connection,
        }
    }
}

/// How often something happened, and from where it last did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct EventTally {
    times: i64,
    place: Option<usize>,
}

/// Events that are remembered, by their places in the model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History(BTreeMap<(usize, Subject), EventTally>);

impl History {
    /// Remembers an event, and the place that a unit left.
    pub fn record(&mut self, event: usize, subject: Subject, left: Option<usize>) {
        let memory = self.0.entry((event, subject)).or_default();
        memory.times = memory.times.saturating_add(1);
        memory.place = left.or(memory.place);
    }

    /// Forgets what is remembered only until a step of the sequence ends.
    pub fn end(&mut self, model: &Model, step: &str) {
        self.0.retain(|(event, _), _| !model.rules.events[*event].until.iter().any(|until| until == step));
    }

    /// All that is remembered: the event, what it happened to, how often, and the place that was left.
    pub(super) fn memories(&self) -> impl Iterator<Item = (usize, Subject, i64, Option<usize>)> {
        self.0.iter().map(|((event, subject), memory)| (*event, *subject, memory.times, memory.place))
    }

    /// The history that remembers just that.
    pub(super) fn of(memories: impl Iterator<Item = (usize, Subject, i64, Option<usize>)>) -> Self {
        let memory = |(event, subject, times, place)| ((event, subject), EventTally { times, place });
        Self(memories.map(memory).collect())
    }

    /// Forgets a unit that is gone.
    pub fn forget_unit(&mut self, unit: usize) {
        self.0.retain(|(_, subject), _| *subject != Subject::Unit(unit));
    }
}

impl Position<'_> {
    /// What is remembered of something by the name of an event; nothing if no event of its kind has that name.
    pub(super) fn remembered(&self, subject: Subject, name: &str) -> Option<Value> {
        let events = &self.model.rules.events;
        let event = events.iter().position(|event| event.id == name && event.of == subject.of())?;
        let memory = self.history.0.get(&(event, subject)).copied().unwrap_or_default();
        Some(match events[event].kind {
            EventKind::YesNo => Value::Bool(memory.times > 0),
            EventKind::Number => Value::Number(Number::new(memory.times, 1)),
            EventKind::Place => {
                Value::Text(memory.place.map_or_else(String::new, |place| self.model.places[place].id.clone()))
            }
        })
    }

    /// Takes a unit to a neighbouring place, and records the events of such a step.
    ///
    /// # Errors
    /// Why the condition of an event cannot be answered.
    pub fn step(&mut self, unit: usize, edge: &Edge, by: EventBy) -> Result<(), String> {
        let mut happened = Vec::new();
        for (n, event) in self.model.rules.events.iter().enumerate().filter(|(_, event)| event.by.contains(&by)) {
            if Ask::unit(self, unit, Some(edge)).holds(event.when.as_ref())? {
                happened.push((n, event.of));
            }
        }
        let (from, to) = (edge.from.index, edge.to.index);
        for (event, of) in happened {
            let subject = match of {
                EventOf::Place => Subject::Place(to),
                EventOf::Unit => Subject::Unit(unit),
                EventOf::Connection => Subject::connection(from, to),
            };
            self.history.record(event, subject, Some(from));
        }
        self.units.go(unit, to);
        Ok(())
    }
}
