//! The lock: the numbers that were given out.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Version of the lock's format.
pub const VERSION: i64 = 1;

/// No number is larger: there is room above for as many pieces as a game can have.
pub const LARGEST: u32 = 1_000_000_000;

const HEADER: &str = "\
# Which pieces the VASSAL module has, and the number (gpid) of each. `punchboard build` keeps this file:
# commit it with the data. Saved games find their pieces by these numbers, so a piece keeps its number for
# ever, and nothing else gets it when the piece is gone. In a merge, keep the lines of both sides.
";

/// The numbers of pieces, by key. The next number is one above the highest of all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lock {
    /// Pieces that there are.
    pub pieces: BTreeMap<String, u32>,
    /// Pieces that there were. Nothing else gets their numbers.
    pub retired: BTreeMap<String, u32>,
}

impl Lock {
    /// One above the highest number of all.
    pub fn next(&self) -> u32 {
        self.pieces.values().chain(self.retired.values()).max().map_or(1, |highest| highest.saturating_add(1))
    }

    /// The number of a piece that there is or was.
    pub fn number(&self, key: &str) -> Option<u32> {
        self.pieces.get(key).or_else(|| self.retired.get(key)).copied()
    }

    /// Takes the number of a piece out.
    pub(super) fn take(&mut self, key: &str) -> Option<u32> {
        self.pieces.remove(key).or_else(|| self.retired.remove(key))
    }

    /// The lock that a text is; none if it is none.
    pub fn parse(text: &str) -> Option<Self> {
        let file: toml::Table = text.parse().ok()?;
        let numbers = |key: &str| -> Option<BTreeMap<String, u32>> {
            let pieces = file.get(key).and_then(toml::Value::as_table).into_iter().flatten();
            pieces.map(|(key, number)| Some((key.clone(), u32::try_from(number.as_integer()?).ok()?))).collect()
        };
        Some(Self { pieces: numbers("pieces")?, retired: numbers("retired")? })
    }

    /// The text of the file: one line a piece, sorted, so that it merges as lines do.
    pub fn text(&self) -> String {
        let mut text = format!("{HEADER}version = {VERSION}\n");
        for (title, numbers) in [("pieces", &self.pieces), ("retired", &self.retired)] {
            let _ = write!(text, "\n[{title}]\n");
            for (key, number) in numbers {
                let _ = writeln!(text, "{} = {number}", quoted(key));
            }
        }
        text
    }
}

/// A key as TOML writes it.
pub(crate) fn quoted(key: &str) -> String {
    format!("\"{}\"", key.replace('\\', "\\\\").replace('"', "\\\""))
}
