//! Saved games: commands that set up a game, one after another.
//!
//! VASSAL writes a tree of commands. A command with others below it is a sequence of itself and them,
//! with ESC for a delimiter, so the tree is nested sequences; decoding goes on until a text has no
//! ESC left, whatever it was meant to be. So nothing in a save can hold an ESC, and a plain list of
//! commands, which is what [`encode`] writes, reads the same as the tree.
//!
//! The order in VASSAL's own saves:
//!
//! 1. `begin_save`
//! 2. Pieces, stacks and decks: those on no map by their ids, then map by map (by the maps' internal
//!    ids, `Map0` and so on in the order of the module). On each map first everything that is in a
//!    stack or a deck, in any order, then stacks, decks and single pieces as they are drawn, the
//!    lowest first. What is in a stack or deck must come before it: one that does not exist yet is
//!    left out in silence. Pieces in a stack have the map and the place of the stack in their own
//!    states too.
//! 3. What each component remembers, in the order in which components were built:
//!
//! | component | command |
//! |---|---|
//! | player roster | one `PLAYER⇥ID⇥NAME⇥SIDE` for each player |
//! | map | its boards: `MAPBoardPicker⇥BOARD⇥X⇥Y..`; X and Y count boards; `BOARD/rev` if it is turned |
//! | first at-start stack or deck | one `SETUP_STACK⇥` for them all; without it they are all set up again |
//! | turn tracker | `TURNID⇥STATE`, the ids `TurnTracker0` and so on |
//! | global property | `GlobalProperty⇥;NAME;VALUE;CONTAINER` |
//! | notes window | `NOTES⇥TEXT`, `PNOTES⇥TEXT` |
//! | the same, for each player's own notes | `PNOTE⇥OWNER⇥TEXT` |
//! | the same, for each delayed note | `SNOTE⇥NAME⇥OWNER⇥HIDDEN⇥TEXT⇥DATE⇥HANDLE` |
//! | startup global key command | `SGKC⇥ID⇥APPLIED`, the ids `SGKC0` and so on |
//! | masks others may lift, if the module allows it | `UNMASK⇥` and a sequence of names with tabs, `null` for none |
//! | extension | `EXT⇥NAME⇥VERSION` |
//! | tab of scenario options | `LOCKSPOTAB⇥NAME⇥BY⇥PASSWORD⇥DATE` |
//! | chess clocks | `CLOCKCONTROL⇥SHOWN⇥ONLINE`, `CLOCK⇥SIDE⇥NAME⇥ELAPSED⇥VERIFIED⇥TICKING⇥RESTORE` |
//! | event log | `Events` and a sequence with `\|` of sequences with commas |
//!
//! 4. `end_save`
//!
//! A component whose command is missing is as in a new game; a command without its component is
//! dropped. Only `begin_save`, `end_save`, the boards and `SETUP_STACK` are needed.

use super::command::Command;
use super::error::DecodeError;
use super::sequence::{self, Decoder};
use std::borrow::Cow;
use std::io::{self, Write};

const ESCAPE: char = '\u{1b}';
/// Before a key and bytes in hexadecimal digits: what VASSAL writes up to 3.8.0-beta1, and every version reads.
const HEX_HEADER: &[u8] = b"!VCSK";
/// Before a key and bytes as they are: what VASSAL writes after 3.8.0-beta1 (its pull request 15060).
const BYTE_HEADER: &[u8] = b"VOBS";

/// Deeper than VASSAL's own trees of commands.
const MAX_DEPTH: usize = 50;

/// The content of `savedGame` in a save. The key is any byte: VASSAL takes one at random, and a fixed
/// one gives the same bytes every time.
///
/// An ESC in a text cannot be written, and is left out.
pub fn encode<'a>(commands: impl IntoIterator<Item = &'a Command>, key: u8) -> Vec<u8> {
    let mut writer = SaveWriter::new(Vec::new(), key);
    commands.into_iter().for_each(|command| writer.write(command));
    // Writing to memory does not fail.
    writer.finish().unwrap_or_default()
}

/// Writes a save command by command: nothing of it is kept.
#[derive(Debug)]
pub struct SaveWriter<W> {
    /// The digits of each byte.
    scrambled: [[u8; 2]; 256],
    out: W,
    begun: bool,
    /// The digits of a command, before they are written.
    digits: Vec<u8>,
    /// How writing went so far.
    done: io::Result<()>,
}

impl<W: Write> SaveWriter<W> {
    /// A save without commands yet. The key is any byte, see [`encode`].
    pub fn new(mut out: W, key: u8) -> Self {
        let head: Vec<u8> = HEX_HEADER.iter().copied().chain(digits(key)).collect();
        let done = out.write_all(&head);
        let mut scrambled = [[0; 2]; 256];
        for (byte, digits_of) in (0..=u8::MAX).zip(&mut scrambled) {
            *digits_of = digits(byte ^ key);
        }
        SaveWriter { scrambled, out, begun: false, digits: Vec::new(), done }
    }

    /// Adds a command.
    pub fn push(&mut self, command: Command) {
        self.write(&command);
    }

    /// What it was written to.
    ///
    /// # Errors
    /// The first time that writing failed; nothing was written after that.
    pub fn finish(self) -> io::Result<W> {
        self.done.map(|()| self.out)
    }

    fn write(&mut self, command: &Command) {
        let text = match command {
            Command::Other(text) => Cow::Borrowed(text.as_str()),
            command => Cow::Owned(command.text()),
        };
        let text = if text.contains(ESCAPE) { Cow::Owned(text.replace(ESCAPE, "")) } else { text };
        let before: &[u8] = if self.begun { &[ESCAPE as u8] } else { &[] };
        // There is no delimiter in it: all that a sequence does to it is quotes.
        let quote: &[u8] = if sequence::needs_quotes(&text) { b"'" } else { b"" };
        self.digits.clear();
        self.digits.reserve(2 * (text.len() + 3));
        for part in [before, quote, text.as_bytes(), quote] {
            self.digits.extend(part.iter().flat_map(|byte| self.scrambled[usize::from(*byte)]));
        }
        if self.done.is_ok() {
            self.done = self.out.write_all(&self.digits);
        }
        self.begun = true;
    }
}

impl<W: Write> Extend<Command> for SaveWriter<W> {
    fn extend<T: IntoIterator<Item = Command>>(&mut self, commands: T) {
        commands.into_iter().for_each(|command| self.push(command));
    }
}

/// A byte as two hexadecimal digits.
fn digits(byte: u8) -> [u8; 2] {
    let digit = |half: u8| if half < 10 { b'0' + half } else { b'a' + half - 10 };
    [digit(byte >> 4), digit(byte & 15)]
}

/// The commands of `savedGame`, scrambled in either of VASSAL's ways or as plain text. Empty ones, which VASSAL writes for
/// branches of its tree, are left out.
pub fn decode(bytes: &[u8]) -> Result<Vec<Command>, DecodeError> {
    texts(bytes)?.iter().map(|text| Command::decode(text)).collect()
}

/// The same, but the commands are not read: [`Command::Other`] writes them as they are.
pub fn texts(bytes: &[u8]) -> Result<Vec<String>, DecodeError> {
    leaves(String::from_utf8(plain(bytes)?).map_err(|_| DecodeError::NotText)?)
}

/// The same of a save that may be older: where it is not UTF-8, each byte is the letter that `letter` says.
pub fn texts_of_old(bytes: &[u8], letter: fn(u8) -> char) -> Result<Vec<String>, DecodeError> {
    let bytes = plain(bytes)?;
    leaves(String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|byte| letter(*byte)).collect()))
}

fn leaves(text: String) -> Result<Vec<String>, DecodeError> {
    let mut texts = Vec::new();
    flatten(text, 0, &mut texts)?;
    texts.retain(|text| !text.is_empty());
    Ok(texts)
}

/// The leaves of a tree of commands, in the order in which VASSAL executes them.
fn flatten(text: String, depth: usize, leaves: &mut Vec<String>) -> Result<(), DecodeError> {
    if depth > MAX_DEPTH {
        return Err(DecodeError::TooDeep);
    }
    // Most of a save are leaves, and long: they are not read once more.
    if !text.contains(ESCAPE) && !text.starts_with('\'') {
        leaves.push(text);
        return Ok(());
    }
    let mut tokens = Decoder::new(&text, ESCAPE);
    let first = tokens.next().unwrap_or_default();
    if first == text {
        leaves.push(first);
        return Ok(());
    }
    flatten(first, depth + 1, leaves)?;
    tokens.try_for_each(|token| flatten(token, depth + 1, leaves))
}

/// The value of each hexadecimal digit; of other letters, [`NO_DIGIT`].
const DIGITS: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut digit = 0;
    while digit < 16 {
        values[b"0123456789abcdef"[digit] as usize] = digit as u8;
        values[b"0123456789ABCDEF"[digit] as usize] = digit as u8;
        digit += 1;
    }
    values
};
const NO_DIGIT: u8 = 0xff;

fn plain(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    if let Some(keyed) = bytes.strip_prefix(BYTE_HEADER) {
        let (key, bytes) = keyed.split_first().ok_or(DecodeError::NoKey)?;
        return Ok(bytes.iter().map(|byte| byte ^ key).collect());
    }
    let Some(hex) = bytes.strip_prefix(HEX_HEADER) else { return Ok(bytes.to_vec()) };
    let (pairs, odd) = hex.as_chunks::<2>();
    if !odd.is_empty() || hex.iter().any(|digit| DIGITS[usize::from(*digit)] == NO_DIGIT) {
        return Err(DecodeError::NotHex);
    }
    let byte = |[high, low]: &[u8; 2]| DIGITS[usize::from(*high)] << 4 | DIGITS[usize::from(*low)];
    let (key, pairs) = pairs.split_first().ok_or(DecodeError::NotHex)?;
    let key = byte(key);
    Ok(pairs.iter().map(|pair| byte(pair) ^ key).collect())
}
