//! Pieces: traits around a basic piece, and the text of both.
//!
//! The types of a piece nest: each is a sequence of two with a tab between them, the trait's own and
//! that of all within. So are the states. The text of a piece is `+/ID/TYPE/STATE`, again a sequence,
//! with `null` for the id in the slots and prototypes of a module.

use super::error::DecodeError;
use super::sequence::{self, Decoder};
use super::traits::Trait;
use super::traits::field;

/// More traits than any piece has. Each level of nesting is another pass over what is inside of it,
/// so that a hostile text of backslashes would take forever without a limit.
pub const MAX_TRAITS: usize = 1000;

/// A piece, or the traits of a prototype.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Piece {
    /// Its traits, the outermost first.
    pub traits: Vec<Trait>,
    /// What is inside of them all.
    pub basic: Basic,
}

/// The innermost part of a piece: its picture, its name, and where it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Basic {
    /// The letter that copies it with Ctrl, of old.
    pub clone_key: Option<char>,
    /// The letter that deletes it with Ctrl, of old.
    pub delete_key: Option<char>,
    /// Its picture; empty in a prototype, and where a layer draws it.
    pub image: String,
    /// Its name.
    pub name: String,
    /// The name of the map it is on.
    pub map: Option<String>,
    /// Where on the map.
    pub x: i32,
    /// Where on the map.
    pub y: i32,
    /// The id of its slot in the module.
    pub gpid: String,
    /// Properties VASSAL keeps with it, such as `UniqueID` and `OldZone`.
    pub properties: Vec<(String, String)>,
}

pub(super) const BASIC: &str = "piece;";
pub(super) const ADD: &str = "+/";
pub(super) const NULL: &str = "null";

impl Basic {
    /// Its type.
    pub fn type_text(&self) -> String {
        let letter = |key: Option<char>| key.map(String::from).unwrap_or_default();
        let keys = [letter(self.clone_key), letter(self.delete_key)];
        let body = sequence::encode(keys.iter().chain([&self.image, &self.name]), ';');
        format!("{BASIC}{body}")
    }

    /// Its state.
    pub fn state_text(&self) -> String {
        let mut state = sequence::Encoder::new(';');
        state.append(self.map.as_deref().unwrap_or(NULL)).append(&self.x.to_string()).append(&self.y.to_string());
        state.append(&self.gpid).append(&self.properties.len().to_string());
        for (name, value) in &self.properties {
            state.append(name).append(value);
        }
        state.finish()
    }

    fn decode(type_text: &str, state: &str) -> Result<Self, DecodeError> {
        let body = type_text.strip_prefix(BASIC).ok_or_else(|| {
            let id = type_text.split_inclusive(';').next().unwrap_or_default();
            DecodeError::NoBasicPiece(id.chars().take(40).collect())
        })?;
        let mut tokens = Decoder::new(body, ';');
        let mut parts = Decoder::new(state, ';');
        let mut letter = || tokens.next().and_then(|token| token.chars().next());
        let (clone_key, delete_key) = (letter(), letter());
        let image = tokens.next().unwrap_or_default();
        let name = tokens.next().unwrap_or_default();
        let map = field::next(&mut parts, None);
        let (x, y) = (field::next(&mut parts, 0), field::next(&mut parts, 0));
        let gpid = parts.next().unwrap_or_default();
        let count = field::next(&mut parts, 0);
        let pair = |_| Some((parts.next()?, parts.next().unwrap_or_default()));
        let properties = (0..count).map_while(pair).collect();
        Ok(Basic { clone_key, delete_key, image, name, map, x, y, gpid, properties })
    }
}

impl Piece {
    /// The traits of a prototype.
    pub fn of<T: Into<Trait>>(traits: impl IntoIterator<Item = T>) -> Self {
        Piece { traits: traits.into_iter().map(Into::into).collect(), basic: Basic::default() }
    }

    /// The pictures that it names: its own, and those of its layers, masks and marks. Some may be empty.
    pub fn images(&self) -> impl Iterator<Item = &str> {
        self.traits.iter().flat_map(Trait::images).chain([self.basic.image.as_str()])
    }

    /// Its type: that of its traits and of the basic piece.
    pub fn type_text(&self) -> String {
        let own: Vec<String> = self.traits.iter().map(Trait::type_text).collect();
        nest(&own, innermost(&self.basic.type_text()))
    }

    /// Its state.
    pub fn state_text(&self) -> String {
        let own: Vec<String> = self.traits.iter().map(Trait::state_text).collect();
        nest(&own, self.basic.state_text())
    }

    /// Its text in a slot of the module. A prototype has the same, around a basic piece without a
    /// picture.
    pub fn slot_text(&self) -> String {
        self.saved(NULL)
    }

    /// Its text in a saved game.
    pub fn saved(&self, id: &str) -> String {
        add(id, &self.type_text(), &self.state_text())
    }

    /// The piece of a text, in a slot or in a saved game.
    pub fn decode(text: &str) -> Result<Self, DecodeError> {
        let (_, type_text, state) = added(text).ok_or(DecodeError::NotAPiece)?;
        Piece::from_parts(&type_text, &state)
    }

    /// The piece of a type and a state.
    pub fn from_parts(type_text: &str, state: &str) -> Result<Self, DecodeError> {
        let (types, innermost) = peel(type_text)?;
        let (states, state) = peel_states(state, types.len())?;
        let traits = types.iter().zip(&states).map(|(own_type, own)| Trait::decode(own_type, own)).collect();
        Ok(Piece { traits, basic: Basic::decode(&innermost, &state)? })
    }
}

/// A type that has no other inside of it. VASSAL decodes it like all others, though it does not
/// encode it: a tab in it has to be escaped.
pub(super) fn innermost(type_text: &str) -> String {
    sequence::encode([type_text], '\t')
}

/// Texts around an innermost one, the outermost first: each is a sequence of two with all others inside.
fn nest<T: AsRef<str>>(own: &[T], innermost: String) -> String {
    // Quotes round a text depend on its ends, and a tab in it has a backslash before it for each level around.
    let plain = |text: &str| !text.starts_with(['\\', '\'']) && !text.ends_with('\\') && !text.contains('\t');
    if !own.iter().all(|own| plain(own.as_ref())) || !plain(&innermost) {
        return own.iter().rev().fold(innermost, |inner, own| sequence::encode([own.as_ref(), &inner], '\t'));
    }
    // One pass does what a pass for each level would: the n-th tab has n backslashes before it.
    let length: usize = own.iter().enumerate().map(|(n, own)| own.as_ref().len() + n + 1).sum();
    let mut text = String::with_capacity(length + innermost.len());
    for (n, own) in own.iter().enumerate() {
        text.push_str(own.as_ref());
        text.extend(std::iter::repeat_n('\\', n));
        text.push('\t');
    }
    text + &innermost
}

/// The text in a saved game of a piece, of the types and states of its traits.
pub(super) fn saved<T: AsRef<str>>(id: &str, types: &[T], states: &[T], basic: &Basic) -> String {
    add(id, &nest(types, innermost(&basic.type_text())), &nest(states, basic.state_text()))
}

/// The types of nested traits, the outermost first, and what is inside of them all.
pub(super) fn peel(type_text: &str) -> Result<(Vec<String>, String), DecodeError> {
    if let Some(mut all) = levels(type_text) {
        if all.len() > MAX_TRAITS + 1 {
            return Err(DecodeError::TooDeep);
        }
        let innermost = all.pop().unwrap_or_default();
        return Ok((all, innermost));
    }
    let mut types = Vec::new();
    let mut innermost = type_text.to_string();
    loop {
        // VASSAL reads two tokens, and ignores any more.
        let mut tokens = Decoder::new(&innermost, '\t');
        match (tokens.next(), tokens.next()) {
            (Some(own), Some(inner)) => {
                types.push(own);
                innermost = inner;
            }
            (own, _) => return Ok((types, own.unwrap_or_default())),
        }
        if types.len() > MAX_TRAITS {
            return Err(DecodeError::TooDeep);
        }
    }
}

/// The states of so many nested traits, and that of what is inside of them all.
pub(super) fn peel_states(state: &str, count: usize) -> Result<(Vec<String>, String), DecodeError> {
    if let Some(mut all) = levels(state).filter(|all| all.len() == count + 1) {
        let innermost = all.pop().unwrap_or_default();
        return Ok((all, innermost));
    }
    let mut states = Vec::with_capacity(count);
    let mut inner = state.to_string();
    for _ in 0..count {
        let mut tokens = Decoder::new(&inner, '\t');
        states.push(tokens.next().unwrap_or_default());
        inner = tokens.next().ok_or(DecodeError::MissingState)?;
    }
    Ok((states, inner))
}

/// The levels of a nested text, if it is of the plain form that nearly all have: the n-th tab has n backslashes before
/// it, and no level has quotes. One pass over the text then does what a pass for each level would.
fn levels(text: &str) -> Option<Vec<String>> {
    let mut levels = Vec::new();
    for (n, part) in text.split('\t').enumerate() {
        // What stands before the n-th tab ends with n backslashes, the last part with none to take off.
        if part.starts_with('\'') {
            return None;
        }
        levels.push((n, part));
    }
    let last = levels.len() - 1;
    let own = |(n, part): (usize, &str)| {
        let bare = part.trim_end_matches('\\');
        match n {
            _ if n == last => Some(part.to_string()),
            _ => (part.len() - bare.len() == n).then(|| bare.to_string()),
        }
    };
    levels.into_iter().map(own).collect()
}

/// The command that adds a piece, a stack or a deck.
pub(super) fn add(id: &str, type_text: &str, state: &str) -> String {
    format!("{ADD}{}", sequence::encode([id, type_text, state], '/'))
}

/// The id, the type and the state of what a command adds.
pub(super) fn added(text: &str) -> Option<(String, String, String)> {
    let mut tokens = Decoder::new(text.strip_prefix(ADD)?, '/');
    Some((tokens.next()?, tokens.next()?, tokens.next()?))
}

/// The id, and the innermost type and state of a piece that a command adds, if they stand as plainly as nearly all do:
/// behind the last tab of the type and of the state, without quotes, with whole numbers for the place.
pub(super) fn innermost_of(text: &str) -> Option<(String, String, String)> {
    let (id, rest) = split_plain(text.strip_prefix(ADD)?)?;
    let (type_text, rest) = split_plain(rest)?;
    let state = split_plain(rest).map_or(rest, |(state, _)| state);
    if [id, type_text, state].iter().any(|part| part.starts_with('\'')) {
        return None;
    }
    let last = |text: &str| {
        let own = text.rsplit_once('\t').map_or(text, |(_, own)| own);
        (!own.contains('\'') && !own.ends_with('\\')).then(|| own.replace("\\/", "/"))
    };
    let nested = state.contains('\t') || !type_text.contains('\t');
    let (type_text, state) = (last(type_text)?, last(state)?);
    let place = || state.split(';').skip(1).take(2);
    let plain = type_text.starts_with(BASIC) && place().count() == 2 && nested;
    (plain && place().all(|number| number.parse::<i32>().is_ok())).then(|| (id.replace("\\/", "/"), type_text, state))
}

/// What stands before and behind the first slash without a backslash.
fn split_plain(text: &str) -> Option<(&str, &str)> {
    let at = text.match_indices('/').map(|(at, _)| at).find(|at| !text[..*at].ends_with('\\'))?;
    Some((&text[..at], &text[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What [`peel`] does, a pass for each level.
    fn slowly(text: &str) -> Vec<String> {
        let (mut all, mut inner) = (Vec::new(), text.to_string());
        loop {
            let mut tokens = Decoder::new(&inner, '\t');
            match (tokens.next(), tokens.next()) {
                (Some(own), Some(next)) => {
                    all.push(own);
                    inner = next;
                }
                (own, _) => {
                    all.extend(own);
                    return all;
                }
            }
        }
    }

    #[test]
    fn one_pass_reads_what_a_pass_for_each_level_does() {
        let owns = ["a;b", "", "x\\", "'q'", "'", "in\tner", "\\", "mark;A\\,B", "é'"];
        for first in owns {
            for second in owns {
                for third in owns {
                    let text = nest(&[first, second], innermost(third));
                    let inner = sequence::encode([second, &innermost(third)], '\t');
                    assert_eq!(text, sequence::encode([first, &inner], '\t'));
                    let (mut all, last) = peel(&text).unwrap();
                    all.push(last);
                    assert_eq!(all, slowly(&text), "{text:?}");
                    let (mut states, last) = peel_states(&text, 2).unwrap();
                    states.push(last);
                    assert_eq!(states[..2], all[..2], "{text:?}");
                }
            }
        }
        // Texts that nobody encoded.
        for text in ["a\tb\tc", "a\\\tb", "a\tb\\\\\tc", "\t", "\t\\\t", "a\tb\\\tc\\\td"] {
            let (mut all, last) = peel(text).unwrap();
            all.push(last);
            assert_eq!(all, slowly(text), "{text:?}");
        }
        assert_eq!(peel(&"x".repeat(9)).unwrap(), (Vec::new(), "x".repeat(9)));
    }

    #[test]
    fn many_traits_take_little_time() {
        let traits = vec!["emb2;a;b;c".to_string(); MAX_TRAITS];
        let text = nest(&traits, "piece;;;a.png;A".to_string());
        let before = std::time::Instant::now();
        for _ in 0..20 {
            assert_eq!(peel(&text).unwrap().0.len(), MAX_TRAITS);
        }
        assert!(before.elapsed().as_secs() < 20);
    }
}
