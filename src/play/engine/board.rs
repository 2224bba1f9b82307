//! The board of a state: what lies where, who controls what, and what is remembered.

use super::memory::Memories;
use super::value::Val;
use crate::play::history::Subject;
use crate::syntax::Pool;
use std::hash::{Hash, Hasher};

/// No place, no unit, nobody.
pub const NONE: u16 = u16::MAX;
/// Places that are none: units there are not in play.
const POOLS: [(Pool, u16); 3] =
    [(Pool::Waiting, u16::MAX - 1), (Pool::Eliminated, u16::MAX - 2), (Pool::Withdrawn, u16::MAX - 3)];

/// A unit: where it is and which face is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnitState {
    /// Its place, or its pool.
    pub place: u16,
    /// Its step, 0 for the strongest.
    pub step: u8,
}

/// A marker on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// Its place.
    pub place: u16,
    /// The marker.
    pub marker: u16,
    /// Whether its back is up.
    pub back: bool,
}

/// What zones and supply are worked out from. A [`State`](super::State) lets nobody change it without forgetting these.
#[derive(Debug, Clone)]
pub struct BoardState {
    /// The scenario.
    pub scenario: usize,
    /// The turn.
    pub turn: i64,
    /// The state of play that no counter shows.
    pub conditions: Vec<Val>,
    /// Who controls each place.
    pub control: Vec<u8>,
    /// Units.
    pub pieces: Vec<UnitState>,
    /// Markers.
    pub marks: Vec<Mark>,
    /// Status markers on units: unit and marker.
    pub status: Vec<(u16, u16)>,
    /// Strengths that are not those of the start.
    pub strengths: Vec<(u16, i64)>,
    /// What is remembered.
    pub memory: Memories,
    /// The first unit in each place, and the next behind each unit: made from `pieces`.
    pub(super) first: Vec<u16>,
    pub(super) next: Vec<u16>,
}

impl PartialEq for BoardState {
    fn eq(&self, other: &Self) -> bool {
        (self.scenario, self.turn, &self.conditions, &self.control, &self.pieces, &self.marks)
            == (other.scenario, other.turn, &other.conditions, &other.control, &other.pieces, &other.marks)
            && (&self.status, &self.strengths, &self.memory) == (&other.status, &other.strengths, &other.memory)
    }
}

impl Hash for BoardState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.scenario, self.turn, &self.conditions, &self.control, &self.pieces, &self.marks).hash(hasher);
        (&self.status, &self.strengths, &self.memory).hash(hasher);
    }
}

/// An index that fits: there are fewer places and units than that.
pub fn small(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(NONE)
}

/// An index as lists take it.
pub fn wide(index: u16) -> usize {
    usize::from(index)
}

impl BoardState {
    pub(super) fn on_map(&self, place: u16) -> bool {
        wide(place) < self.first.len()
    }

    /// Whether a unit is in play.
    pub fn in_play(&self, unit: u16) -> bool {
        self.on_map(self.pieces[wide(unit)].place)
    }

    /// The place of a unit in play.
    pub fn place(&self, unit: u16) -> Option<u16> {
        let place = self.pieces[wide(unit)].place;
        self.on_map(place).then_some(place)
    }

    /// Takes a unit out of the list of its place.
    fn leave(&mut self, unit: u16) {
        let Some(place) = self.place(unit) else { return };
        let follower = self.next[wide(unit)];
        let mut at = self.first[wide(place)];
        if at == unit {
            self.first[wide(place)] = follower;
        }
        while at != NONE {
            let next = self.next[wide(at)];
            if next == unit {
                self.next[wide(at)] = follower;
            }
            at = next;
        }
        self.next[wide(unit)] = NONE;
    }

    /// Puts a unit into a place; the units of a place are in order.
    pub fn go(&mut self, unit: u16, place: u16) {
        self.leave(unit);
        self.pieces[wide(unit)].place = place;
        if !self.on_map(place) {
            return;
        }
        let mut at = self.first[wide(place)];
        if at == NONE || at > unit {
            self.next[wide(unit)] = at;
            self.first[wide(place)] = unit;
            return;
        }
        while self.next[wide(at)] != NONE && self.next[wide(at)] < unit {
            at = self.next[wide(at)];
        }
        self.next[wide(unit)] = self.next[wide(at)];
        self.next[wide(at)] = unit;
    }

    /// Takes a unit off the map.
    pub fn pool(&mut self, unit: u16, pool: Pool) {
        let place = POOLS.iter().find(|(own, _)| *own == pool).map_or(NONE, |(_, place)| *place);
        self.go(unit, place);
        self.status.retain(|(own, _)| *own != unit);
        self.strengths.retain(|(own, _)| *own != unit);
        self.memory.retain(|memory| memory.subject != Subject::Unit(wide(unit)));
    }

    /// The pool that a unit is in.
    pub fn pool_of(&self, unit: u16) -> Option<Pool> {
        let place = self.pieces[wide(unit)].place;
        POOLS.iter().find(|(_, own)| *own == place).map(|(pool, _)| *pool)
    }

    /// The units in a place, in order.
    pub fn units_in(&self, place: u16) -> impl Iterator<Item = u16> {
        let mut at = self.first[wide(place)];
        std::iter::from_fn(move || {
            let unit = at;
            at = *self.next.get(wide(unit))?;
            Some(unit)
        })
    }

    /// Lays a marker down; markers are in order.
    pub fn put(&mut self, mark: Mark) {
        let at = self.marks.partition_point(|own| *own <= mark);
        self.marks.insert(at, mark);
    }

    /// The markers in a place.
    pub fn marks_in(&self, place: u16) -> impl Iterator<Item = Mark> {
        let from = self.marks.partition_point(|mark| mark.place < place);
        self.marks[from..].iter().copied().take_while(move |mark| mark.place == place)
    }

    /// Remembers an event.
    pub fn record(&mut self, event: u16, subject: Subject, left: u16) {
        self.memory.record(event, subject, left);
    }

    /// What is remembered of an event: how often, and the place that was left.
    pub fn remembered(&self, event: u16, subject: Subject) -> (i64, u16) {
        self.memory.find(event, subject)
    }

    /// The status markers on a unit, in the order of the data.
    pub fn statuses(&self, unit: u16) -> impl Iterator<Item = u16> {
        let from = self.status.partition_point(|(own, _)| *own < unit);
        self.status[from..].iter().take_while(move |(own, _)| *own == unit).map(|(_, marker)| *marker)
    }

    /// A number that is the same for boards whose map is the same; turn, conditions and events count if they are asked for.
    pub fn key(&self, of_play: bool) -> u64 {
        let mut hasher = WordHash(0);
        (self.scenario, &self.control, &self.pieces, &self.marks).hash(&mut hasher);
        (&self.status, &self.strengths).hash(&mut hasher);
        if of_play {
            (self.turn, &self.conditions, &self.memory).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Changes the number on the strength track of a unit.
    pub fn set_strength(&mut self, unit: u16, number: i64) {
        match self.strengths.binary_search_by_key(&unit, |(own, _)| *own) {
            Ok(at) => self.strengths[at].1 = number,
            Err(at) => self.strengths.insert(at, (unit, number)),
        }
    }
}

/// A quick hash, word by word, for what is forgotten again.
struct WordHash(u64);

impl WordHash {
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for WordHash {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.word(word);
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.word(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.word(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.word(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.word(number as u64);
    }
}
