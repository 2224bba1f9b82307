//! What is remembered of events, event by event: most questions are about events that happened to few, or to nobody.

use super::board::{NONE, wide};
use crate::play::history::Subject;
use std::hash::{Hash, Hasher};

/// What is remembered of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EventMemory {
    /// The event.
    pub event: u16,
    /// What it happened to.
    pub subject: Subject,
    /// How often.
    pub times: i64,
    /// The place that was left.
    pub place: u16,
}

/// All that is remembered: for each event of the game, by what it happened to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memories(Vec<Vec<EventMemory>>);

/// Hashed as one list, in order.
impl Hash for Memories {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_usize(self.0.iter().map(Vec::len).sum());
        for memory in self.iter() {
            memory.hash(hasher);
        }
    }
}

impl Memories {
    /// The memories of a game with so many events.
    pub fn new(events: usize, all: impl Iterator<Item = EventMemory>) -> Self {
        let mut by_event = vec![Vec::new(); events];
        for memory in all {
            if let Some(own) = by_event.get_mut(wide(memory.event)) {
                own.push(memory);
            }
        }
        for own in &mut by_event {
            own.sort_by_key(|memory: &EventMemory| memory.subject);
        }
        Self(by_event)
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &EventMemory> {
        self.0.iter().flatten()
    }

    /// Those of one event, in the order of what it happened to.
    pub fn of(&self, event: u16) -> &[EventMemory] {
        self.0.get(wide(event)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Remembers an event.
    pub fn record(&mut self, event: u16, subject: Subject, left: u16) {
        let Some(own) = self.0.get_mut(wide(event)) else { return };
        match own.binary_search_by_key(&subject, |memory| memory.subject) {
            Ok(at) => {
                let memory = &mut own[at];
                memory.times = memory.times.saturating_add(1);
                if left != NONE {
                    memory.place = left;
                }
            }
            Err(at) => own.insert(at, EventMemory { event, subject, times: 1, place: left }),
        }
    }

    /// What is remembered of an event: how often, and the place that was left.
    pub fn find(&self, event: u16, subject: Subject) -> (i64, u16) {
        let own = self.of(event);
        let found = own.binary_search_by_key(&subject, |memory| memory.subject);
        found.map_or((0, NONE), |at| (own[at].times, own[at].place))
    }

    /// Forgets what does not stay.
    pub fn retain(&mut self, stays: impl Fn(&EventMemory) -> bool) {
        for own in self.0.iter_mut().filter(|own| !own.is_empty()) {
            own.retain(&stays);
        }
    }
}
