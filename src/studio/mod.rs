//! The studio: what authors see and change while they write a game.

pub mod edit;
