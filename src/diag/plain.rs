//! Texts of others on a terminal: they say something and steer nothing.

use std::borrow::Cow;

/// The text without what would steer a terminal: control characters and marks that turn its direction.
/// Lines stay.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if steers(c) { '\u{fffd}' } else { c }).collect()
}

/// The same on one line: a name of a file may hold anything.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if steers(c) || c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// The same, with as many bytes in the same places; the characters below 0x80 are left to the renderer.
pub(super) fn as_long(text: &str) -> Cow<'_, str> {
    let steers = |c: char| ('\u{80}'..='\u{9f}').contains(&c);
    if text.contains(steers) { text.replace(steers, "\u{bf}").into() } else { text.into() }
}

fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && c != '\n')
}
