//! Where a turn tracker stands.

use super::sequence::{self, Decoder};

/// The state of a turn tracker.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TurnState {
    /// Which of its levels is current.
    pub current: i32,
    /// The states of all its levels, in the order of their components.
    pub levels: Vec<LevelState>,
}

/// The state of a level of a turn tracker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelState {
    /// Of a counter its value, of a list the index of its entry, from 0.
    pub current: i32,
    /// Which of the levels below is current.
    pub below: i32,
    /// What kind of level it is.
    pub kind: LevelKind,
    /// The states of all the levels below.
    pub levels: Vec<LevelState>,
}

/// Counter or list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LevelKind {
    /// A counter.
    Counter {
        /// It begins again after its limit.
        wraps: bool,
        /// That limit; -1: none.
        limit: i32,
    },
    /// A list.
    List {
        /// The index of the entry a round begins with.
        first: i32,
        /// Which entries are used.
        active: Vec<bool>,
    },
}

/// More than any tracker has.
const MAX_LEVELS: usize = 16;

impl TurnState {
    /// Its text.
    pub fn encode(&self) -> String {
        let levels = self.levels.iter().map(LevelState::encode);
        sequence::encode([self.current.to_string()].into_iter().chain(levels), '|')
    }

    /// The state of a text; none if it is not one.
    pub fn decode(text: &str) -> Option<Self> {
        let mut tokens = Decoder::new(text, '|');
        let current = tokens.next()?.parse().ok()?;
        let levels = tokens.map(|level| LevelState::decode(&level, 0)).collect::<Option<_>>()?;
        Some(TurnState { current, levels })
    }
}

impl LevelState {
    fn encode(&self) -> String {
        let kind = match &self.kind {
            LevelKind::Counter { wraps, limit } => [wraps.to_string(), limit.to_string()],
            LevelKind::List { first, active } => {
                [first.to_string(), sequence::list(active.iter().map(bool::to_string))]
            }
        };
        let start = [self.current.to_string(), self.below.to_string()];
        let levels = self.levels.iter().map(LevelState::encode);
        sequence::encode(start.into_iter().chain(kind).chain(levels), ';')
    }

    fn decode(text: &str, depth: usize) -> Option<Self> {
        if depth > MAX_LEVELS {
            return None;
        }
        let mut tokens = Decoder::new(text, ';');
        let current = tokens.next()?.parse().ok()?;
        let below = tokens.next()?.parse().ok()?;
        let third = tokens.next()?;
        let fourth = tokens.next()?;
        let kind = match third.as_str() {
            "true" | "false" => LevelKind::Counter { wraps: third == "true", limit: fourth.parse().ok()? },
            _ => LevelKind::List {
                first: third.parse().ok()?,
                active: sequence::unlist(&fourth).iter().map(|used| used.parse().ok()).collect::<Option<_>>()?,
            },
        };
        let levels = tokens.map(|level| LevelState::decode(&level, depth + 1)).collect::<Option<_>>()?;
        Some(LevelState { current, below, kind, levels })
    }
}
