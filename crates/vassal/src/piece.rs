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

    /// Its type: that of its traits and of the basic piece.
    pub fn type_text(&self) -> String {
        nest(self.traits.iter().map(Trait::type_text), innermost(&self.basic.type_text()))
    }

    /// Its state.
    pub fn state_text(&self) -> String {
        nest(self.traits.iter().map(Trait::state_text), self.basic.state_text())
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
        let (types, innermost) = types(type_text.to_string())?;
        let mut traits = Vec::with_capacity(types.len());
        let mut state = state.to_string();
        for own_type in &types {
            let mut tokens = Decoder::new(&state, '\t');
            let own = tokens.next().unwrap_or_default();
            let inner = tokens.next().ok_or(DecodeError::MissingState)?;
            traits.push(Trait::decode(own_type, &own));
            state = inner;
        }
        Ok(Piece { traits, basic: Basic::decode(&innermost, &state)? })
    }
}

/// A type that has no other inside of it. VASSAL decodes it like all others, though it does not
/// encode it: a tab in it has to be escaped.
pub(super) fn innermost(type_text: &str) -> String {
    sequence::encode([type_text], '\t')
}

fn nest(own: impl DoubleEndedIterator<Item = String>, innermost: String) -> String {
    own.rev().fold(innermost, |inner, outer| sequence::encode([outer, inner], '\t'))
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

/// The types of the traits of a piece, outermost first, and that of the piece inside them all.
pub(crate) fn types(whole: String) -> Result<(Vec<String>, String), DecodeError> {
    let mut types = Vec::new();
    let mut rest = whole;
    loop {
        // VASSAL reads two tokens, and ignores any more.
        let mut tokens = Decoder::new(&rest, '\t');
        match (tokens.next(), tokens.next()) {
            (Some(own), Some(inner)) => {
                types.push(own);
                rest = inner;
            }
            (own, _) => return Ok((types, own.unwrap_or_default())),
        }
        if types.len() > MAX_TRAITS {
            return Err(DecodeError::TooDeep);
        }
    }
}
