//! What earlier checks of nearly the same files found out, for who checks after every change.
//!
//! A part of the work is done again only if a file changed that it reads. Whoever makes such a part read more files
//! must name them here; `tests/memory.rs` compares with checks that remember nothing.

use super::board::{self, CheckedBoard};
use super::vocabulary::Vocabulary;
use crate::diag::Diagnostics;
use crate::source::decode::Cx;
use crate::source::{FileKind, Sources};
use crate::syntax::{Decoded, GameFiles};
use std::sync::{Mutex, PoisonError};

/// What earlier checks found out.
#[derive(Default)]
pub struct CheckMemory {
    decoded: Mutex<Decoded>,
    board: Mutex<Option<KeptBoard>>,
}

struct KeptBoard {
    key: blake3::Hash,
    board: CheckedBoard,
    diags: Diagnostics,
}

/// Files that boards are made of. Of the vocabulary they read sides, attributes and the size of counters, which all
/// stand in `game.toml`.
fn makes_boards(kind: FileKind) -> bool {
    matches!(kind, FileKind::Game | FileKind::Map | FileKind::Displays | FileKind::Picture)
}

impl CheckMemory {
    /// Decodes every file.
    pub(super) fn files(&self, sources: &Sources, cx: &mut Cx) -> GameFiles {
        self.decoded.lock().unwrap_or_else(PoisonError::into_inner).decode(sources, cx)
    }

    /// Checks maps and displays.
    pub(super) fn board(
        &self,
        sources: &Sources,
        files: &GameFiles,
        vocabulary: &Vocabulary,
        cx: &mut Cx,
    ) -> CheckedBoard {
        // Broken files say less than they seem to: what is missing then depends on others.
        if !cx.broken.is_empty() || !cx.suspect.is_empty() {
            return board::check(files, vocabulary, cx);
        }
        let key = sources.hash_of(makes_boards);
        let mut kept = self.board.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.as_ref().is_none_or(|kept| kept.key != key) {
            let before = std::mem::take(&mut cx.diags);
            let board = board::check(files, vocabulary, cx);
            let diags = std::mem::replace(&mut cx.diags, before);
            *kept = Some(KeptBoard { key, board, diags });
        }
        match kept.as_ref() {
            Some(kept) => {
                cx.diags.extend(kept.diags.clone());
                kept.board.clone()
            }
            None => CheckedBoard::default(),
        }
    }
}
