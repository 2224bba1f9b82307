//! Edits: changes that somebody makes by hand on the map, written into the files of the game.
//!
//! In: the files of a game and one [`Edit`]. Out: [`Change`]s, each a file with its new text, or a [`Refusal`]. An edit
//! touches no other byte than those that a careful person would type: comments, order, indentation and line ends stay.
//! [`apply`] writes nothing; [`write`] does, and never over a file that somebody else changed meanwhile.

mod change;
mod kinds;
mod refusal;

pub use change::{Change, Undo, WriteError, write};
pub use kinds::{Corner, Edit, Frame, FrameKind, GridFit, Piece, Record, Scalar, Step, To};
pub use refusal::{Refusal, Where};

use crate::source::Sources;

/// What an edit changes: the files and their new texts. The game need not be sound, but the files that the edit touches
/// must be readable.
pub fn apply(sources: &Sources, edit: &Edit) -> Result<Vec<Change>, Refusal> {
    let _ = (sources, edit);
    Err(Refusal::new("this edit is not known yet"))
}
