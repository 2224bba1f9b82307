//! A state of play: plain data, cheap to copy, with a hash.

use super::value::Val;
use crate::model::Model;
use crate::play::history::{History, Subject};
use crate::play::{Position, Stand};
use crate::syntax::Pool;
use std::hash::{Hash, Hasher};

/// No place, no unit, nobody.
pub const NONE: u16 = u16::MAX;
/// Places that are none: units there are not in play.
const POOLS: [(Pool, u16); 3] =
    [(Pool::Waiting, u16::MAX - 1), (Pool::Eliminated, u16::MAX - 2), (Pool::Withdrawn, u16::MAX - 3)];

/// A unit: where it is and which face is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
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

/// What is remembered of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Memory {
    /// The event.
    pub event: u16,
    /// What it happened to.
    pub subject: Subject,
    /// How often.
    pub times: i64,
    /// The place that was left.
    pub place: u16,
}

/// An operation that is being carried out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Its routine.
    pub routine: u16,
    /// The next instruction.
    pub at: u16,
    /// The side that acts.
    pub side: u8,
    /// Whether the operation before it waits for what it gives back.
    pub awaited: bool,
    /// Its values.
    pub slots: Vec<Val>,
}

/// A state of play.
#[derive(Debug, Clone)]
pub struct State {
    /// The scenario.
    pub scenario: usize,
    /// The turn.
    pub turn: i64,
    /// The state of play that no counter shows.
    pub conditions: Vec<Val>,
    /// Who controls each place.
    pub control: Vec<u8>,
    /// Units.
    pub pieces: Vec<Piece>,
    /// Markers.
    pub marks: Vec<Mark>,
    /// Status markers on units: unit and marker.
    pub status: Vec<(u16, u16)>,
    /// Strengths that are not those of the start.
    pub strengths: Vec<(u16, i64)>,
    /// Cards: how many copies are in the deck, in the hand and among the discards.
    pub cards: Vec<[u8; 3]>,
    /// What is remembered.
    pub memory: Vec<Memory>,
    /// Operations that are being carried out, the innermost last.
    pub frames: Vec<Frame>,
    /// How the game ended: the winner (none: nobody) and the victory condition.
    pub ended: Option<(Option<u8>, Option<u16>)>,
    /// The first unit in each place, and the next behind each unit: made from `pieces`.
    first: Vec<u16>,
    next: Vec<u16>,
    /// The answers to the decision at hand: made from the rest.
    pub(super) pending: Vec<super::Choice>,
}

/// Two states are equal if play goes on alike from both.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        (self.scenario, self.turn, &self.conditions, &self.control, &self.pieces, &self.marks)
            == (other.scenario, other.turn, &other.conditions, &other.control, &other.pieces, &other.marks)
            && (&self.status, &self.strengths, &self.cards, &self.memory, &self.frames, &self.ended)
                == (&other.status, &other.strengths, &other.cards, &other.memory, &other.frames, &other.ended)
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.scenario, self.turn, &self.conditions, &self.control, &self.pieces, &self.marks).hash(hasher);
        (&self.status, &self.strengths, &self.cards, &self.memory, &self.frames, &self.ended).hash(hasher);
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

impl State {
    /// What a position is, with all other units in a pool.
    pub fn of(position: &Position<'_>, conditions: Vec<Val>, pool: impl Fn(usize) -> Pool) -> Self {
        let model = position.model;
        let mut state = Self {
            scenario: position.scenario.unwrap_or(usize::MAX),
            turn: 1,
            conditions,
            control: position
                .control
                .iter()
                .map(|side| side.and_then(|s| u8::try_from(s).ok()).unwrap_or(u8::MAX))
                .collect(),
            pieces: vec![Piece { place: NONE, step: 0 }; model.units.len()],
            marks: Vec::new(),
            status: Vec::new(),
            strengths: position.strengths.iter().map(|(unit, strength)| (small(*unit), *strength)).collect(),
            cards: model
                .cards
                .iter()
                .map(|card| [if card.unused { 0 } else { u8::try_from(card.copies).unwrap_or(u8::MAX) }, 0, 0])
                .collect(),
            memory: position
                .history
                .memories()
                .map(|(event, subject, times, place)| Memory {
                    event: small(event),
                    subject,
                    times,
                    place: place.map_or(NONE, small),
                })
                .collect(),
            frames: Vec::new(),
            ended: None,
            first: vec![NONE; model.places.len()],
            next: vec![NONE; model.units.len()],
            pending: Vec::new(),
        };
        for unit in 0..model.units.len() {
            match position.units.get(&unit) {
                Some(stand) => {
                    state.pieces[unit].step = u8::try_from(stand.step).unwrap_or(0);
                    state.go(small(unit), small(stand.place));
                }
                None => state.pool(small(unit), pool(unit)),
            }
        }
        for (unit, markers) in &position.status {
            state.status.extend(markers.iter().map(|marker| (small(*unit), small(*marker))));
        }
        for (marker, place, back) in &position.markers {
            state.put(Mark { place: small(*place), marker: small(*marker), back: *back });
        }
        state
    }

    /// The position that it is.
    pub fn position<'m>(&self, model: &'m Model, conditions: crate::expr::Values) -> Position<'m> {
        let mut position = Position::new(model);
        position.play_in(self.scenario);
        position.conditions = conditions;
        position.control = self.control.iter().map(|side| (*side != u8::MAX).then_some(usize::from(*side))).collect();
        for (unit, piece) in self.pieces.iter().enumerate().filter(|(_, piece)| self.on_map(piece.place)) {
            position.units.insert(unit, Stand { place: wide(piece.place), step: usize::from(piece.step) });
        }
        for mark in &self.marks {
            position.markers.push((wide(mark.marker), wide(mark.place), mark.back));
        }
        for (unit, marker) in &self.status {
            position.status.entry(wide(*unit)).or_default().insert(wide(*marker));
        }
        position.strengths = self.strengths.iter().map(|(unit, strength)| (wide(*unit), *strength)).collect();
        position.history = History::of(self.memory.iter().map(|memory| {
            let place = (memory.place != NONE).then_some(wide(memory.place));
            (wide(memory.event), memory.subject, memory.times, place)
        }));
        position
    }

    fn on_map(&self, place: u16) -> bool {
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
        let key = (event, subject);
        let at = self.memory.partition_point(|memory| (memory.event, memory.subject) < key);
        match self.memory.get_mut(at) {
            Some(memory) if (memory.event, memory.subject) == key => {
                memory.times = memory.times.saturating_add(1);
                if left != NONE {
                    memory.place = left;
                }
            }
            _ => self.memory.insert(at, Memory { event, subject, times: 1, place: left }),
        }
    }

    /// What is remembered of an event: how often, and the place that was left.
    pub fn remembered(&self, event: u16, subject: Subject) -> (i64, u16) {
        let found = self.memory.binary_search_by_key(&(event, subject), |memory| (memory.event, memory.subject));
        found.map_or((0, NONE), |at| (self.memory[at].times, self.memory[at].place))
    }

    /// The status markers on a unit, in the order of the data.
    pub fn statuses(&self, unit: u16) -> impl Iterator<Item = u16> {
        let from = self.status.partition_point(|(own, _)| *own < unit);
        self.status[from..].iter().take_while(move |(own, _)| *own == unit).map(|(_, marker)| *marker)
    }

    /// Changes the number on the strength track of a unit.
    pub fn set_strength(&mut self, unit: u16, number: i64) {
        match self.strengths.binary_search_by_key(&unit, |(own, _)| *own) {
            Ok(at) => self.strengths[at].1 = number,
            Err(at) => self.strengths.insert(at, (unit, number)),
        }
    }

    /// A number that is the same for states whose map is the same; turn, conditions and events count if they are asked for.
    pub fn ground_key(&self, of_play: bool) -> u64 {
        let mut hasher = Words(0);
        (self.scenario, &self.control, &self.pieces, &self.marks).hash(&mut hasher);
        (&self.status, &self.strengths).hash(&mut hasher);
        if of_play {
            (self.turn, &self.conditions, &self.memory).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// A number that is the same for equal states, on every machine.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// FNV-1a. Numbers are hashed with the same bytes on every machine.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn write_i64(&mut self, number: i64) {
        self.write(&number.to_le_bytes());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_i64(number as i64);
    }

    fn write_i128(&mut self, number: i128) {
        self.write(&number.to_le_bytes());
    }
}

/// A quick hash, word by word, for what is forgotten again.
struct Words(u64);

impl Words {
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Words {
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
