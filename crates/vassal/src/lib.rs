//! VASSAL 3.7.26: how it writes modules and saved games. Types with `encode` and `decode`, and nothing of
//! any game: keys, traits, pieces, saves; the components of a build file; metadata and the zip around them.

pub mod archive;
pub mod command;
pub mod components;
pub mod deck;
pub mod error;
mod expand;
pub mod key;
pub mod moduledata;
pub mod piece;
pub mod raw;
pub mod save;
pub mod sequence;
pub mod traits;
pub mod turn;

pub use command::{Command, SavedBoard, Stack};
pub use deck::{DeckState, DeckType, FaceDown, SavedDeck, Shuffle};
pub use error::DecodeError;
pub use expand::Expander;
pub use key::Key;
pub use piece::{Basic, MAX_TRAITS, Piece};
pub use raw::{RawPiece, RawTrait};
pub use traits::Trait;
pub use turn::{LevelKind, LevelState, TurnState};

#[cfg(test)]
mod tests;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
