//! A state of play: plain data, cheap to copy, with a hash.

use super::board::{BoardState, Mark, NONE, UnitState, small, wide};
use super::ground::Ground;
use super::memory::{EventMemory, Memories};
use super::value::Val;
use crate::model::Model;
use crate::play::history::History;
use crate::play::{Position, UnitStand};
use crate::syntax::Pool;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

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

/// A state of play. Its board can be changed like a part of it; what was worked out from the board is forgotten then.
#[derive(Debug, Clone)]
pub struct State {
    board: BoardState,
    /// Cards: how many copies are in the deck, in the hand and among the discards.
    pub cards: Vec<[u8; 3]>,
    /// Operations that are being carried out, the innermost last.
    pub frames: Vec<Frame>,
    /// How the game ended: the winner (none: nobody) and the victory condition.
    pub ended: Option<(Option<u8>, Option<u16>)>,
    /// The answers to the decision at hand: made from the rest.
    pub(super) pending: Vec<super::Pick>,
    /// Zones and supply: made from the board when a rule first asks.
    pub(super) ground: OnceLock<Arc<Ground>>,
}

impl Deref for State {
    type Target = BoardState;

    fn deref(&self) -> &BoardState {
        &self.board
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut BoardState {
        self.ground.take();
        &mut self.board
    }
}

/// Two states are equal if play goes on alike from both.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        (&self.board, &self.cards, &self.frames, &self.ended)
            == (&other.board, &other.cards, &other.frames, &other.ended)
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.scenario, self.turn, &self.conditions, &self.control, &self.pieces, &self.marks).hash(hasher);
        (&self.status, &self.strengths, &self.cards, &self.memory, &self.frames, &self.ended).hash(hasher);
    }
}

impl State {
    /// What a position is, with all other units in a pool.
    pub fn of(position: &Position<'_>, conditions: Vec<Val>, pool: impl Fn(usize) -> Pool) -> Self {
        let model = position.model;
        let mut board = BoardState {
            scenario: position.scenario.unwrap_or(usize::MAX),
            turn: 1,
            conditions,
            control: position
                .control
                .iter()
                .map(|side| side.and_then(|s| u8::try_from(s).ok()).unwrap_or(u8::MAX))
                .collect(),
            pieces: vec![UnitState { place: NONE, step: 0 }; model.units.len()],
            marks: Vec::new(),
            status: Vec::new(),
            strengths: position.strengths.iter().map(|(unit, strength)| (small(*unit), *strength)).collect(),
            memory: Memories::new(
                model.rules.events.len(),
                position.history.memories().map(|(event, subject, times, place)| EventMemory {
                    event: small(event),
                    subject,
                    times,
                    place: place.map_or(NONE, small),
                }),
            ),
            first: vec![NONE; model.places.len()],
            next: vec![NONE; model.units.len()],
        };
        for unit in 0..model.units.len() {
            match position.units.get(&unit) {
                Some(stand) => {
                    board.pieces[unit].step = u8::try_from(stand.step).unwrap_or(0);
                    board.go(small(unit), small(stand.place));
                }
                None => board.pool(small(unit), pool(unit)),
            }
        }
        for (unit, markers) in &position.status {
            board.status.extend(markers.iter().map(|marker| (small(*unit), small(*marker))));
        }
        for (marker, place, back) in &position.markers {
            board.put(Mark { place: small(*place), marker: small(*marker), back: *back });
        }
        Self {
            board,
            cards: model
                .cards
                .iter()
                .map(|card| [if card.unused { 0 } else { u8::try_from(card.copies).unwrap_or(u8::MAX) }, 0, 0])
                .collect(),
            frames: Vec::new(),
            ended: None,
            pending: Vec::new(),
            ground: OnceLock::new(),
        }
    }

    /// The position that it is.
    pub fn position<'m>(&self, model: &'m Model, conditions: crate::expr::Values) -> Position<'m> {
        let mut position = Position::new(model);
        position.play_in(self.scenario);
        position.conditions = conditions;
        position.control = self.control.iter().map(|side| (*side != u8::MAX).then_some(usize::from(*side))).collect();
        for (unit, piece) in self.pieces.iter().enumerate().filter(|(_, piece)| self.on_map(piece.place)) {
            position.units.insert(unit, UnitStand { place: wide(piece.place), step: usize::from(piece.step) });
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
