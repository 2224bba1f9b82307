//! A piece as it stands: the texts of its traits, taken apart and put together again without reading them.
//!
//! Old modules write shorter forms of traits. Whoever changes one trait of such a piece must leave the others byte for
//! byte, because VASSAL's refresher carries the state of a trait over only where its text is the same.

use super::error::DecodeError;
use super::piece;
use super::sequence::{self, Decoder};
use super::traits::Trait;

/// A type and a state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawTrait {
    /// Its own type, without those of the traits inside of it.
    pub type_text: String,
    /// Its own state.
    pub state: String,
}

impl RawTrait {
    /// The trait, read.
    pub fn read(&self) -> Trait {
        Trait::decode(&self.type_text, &self.state)
    }
}

impl From<&Trait> for RawTrait {
    fn from(own: &Trait) -> Self {
        RawTrait { type_text: own.type_text(), state: own.state_text() }
    }
}

/// A piece, a stack or a deck as a module or a save adds it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawPiece {
    /// Its id; `null` in modules.
    pub id: String,
    /// Its traits, the outermost first.
    pub traits: Vec<RawTrait>,
    /// What is inside of them all.
    pub basic: RawTrait,
}

impl RawPiece {
    /// Takes a text apart.
    pub fn decode(text: &str) -> Result<Self, DecodeError> {
        let (id, type_text, state) = piece::added(text).ok_or(DecodeError::NotAPiece)?;
        let (types, innermost) = piece::peel(&type_text)?;
        let (states, state) = piece::peel_states(&state, types.len())?;
        let own = |(type_text, state)| RawTrait { type_text, state };
        let traits = types.into_iter().zip(states).map(own).collect();
        Ok(RawPiece { id, traits, basic: RawTrait { type_text: innermost, state } })
    }

    /// What is inside of all traits, which are left out. Of a save with thousands of pieces of hundreds of traits each,
    /// that is a small part, and nearly always found without taking the rest apart.
    pub fn innermost(text: &str) -> Result<Self, DecodeError> {
        match piece::innermost_of(text) {
            Some((id, type_text, state)) => {
                Ok(RawPiece { id, traits: Vec::new(), basic: RawTrait { type_text, state } })
            }
            None => RawPiece::decode(text).map(|piece| RawPiece { traits: Vec::new(), ..piece }),
        }
    }

    /// Puts it together again.
    pub fn text(&self) -> String {
        let innermost = piece::innermost(&self.basic.type_text);
        let type_text = self
            .traits
            .iter()
            .rev()
            .fold(innermost, |inner, own| sequence::encode([own.type_text.as_str(), inner.as_str()], '\t'));
        let state =
            self.traits.iter().rev().fold(self.basic.state.clone(), |inner, own| {
                sequence::encode([own.state.as_str(), inner.as_str()], '\t')
            });
        piece::add(&self.id, &type_text, &state)
    }

    /// Whether it is a piece: something around a basic piece.
    pub fn is_piece(&self) -> bool {
        self.basic.type_text.starts_with(piece::BASIC)
    }

    /// One token of the basic piece's type: 2 is its picture, 3 its name.
    pub fn basic_type(&self, index: usize) -> String {
        let body = self.basic.type_text.strip_prefix(piece::BASIC).unwrap_or_default();
        Decoder::new(body, ';').nth(index).unwrap_or_default()
    }

    /// Sets a token of the basic piece's type.
    pub fn set_basic_type(&mut self, index: usize, value: &str) {
        let body = self.basic.type_text.strip_prefix(piece::BASIC).unwrap_or_default();
        self.basic.type_text = format!("{}{}", piece::BASIC, set(body, index, value));
    }

    /// One token of the basic piece's state: its map, x, y, and 3 its number.
    pub fn basic_state(&self, index: usize) -> String {
        Decoder::new(&self.basic.state, ';').nth(index).unwrap_or_default()
    }

    /// Sets a token of the basic piece's state.
    pub fn set_basic_state(&mut self, index: usize, value: &str) {
        self.basic.state = set(&self.basic.state, index, value);
    }
}

/// A sequence with semicolons in which one token is another.
fn set(text: &str, index: usize, value: &str) -> String {
    let mut tokens = sequence::decode(text, ';');
    while tokens.len() <= index {
        tokens.push(String::new());
    }
    tokens[index] = value.to_string();
    sequence::encode(tokens, ';')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Basic, Piece};
    use crate::traits::{Embellishment, Labeler};

    fn piece() -> Piece {
        let traits: [Trait; 2] = [
            Embellishment { images: vec!["a;b.png".into(), "c,d\t.gif".into()], ..Embellishment::default() }.into(),
            Labeler { label: "x\\".into(), ..Labeler::default() }.into(),
        ];
        let basic = Basic { image: "i.png".into(), name: "N/1;2".into(), gpid: "7".into(), ..Basic::default() };
        Piece { traits: traits.into(), basic }
    }

    #[test]
    fn texts_come_back() {
        let text = piece().slot_text();
        let raw = RawPiece::decode(&text).unwrap();
        assert_eq!(raw.text(), text);
        assert_eq!(raw.traits[0].read(), piece().traits[0]);
        assert_eq!((raw.basic_type(2).as_str(), raw.basic_type(3).as_str()), ("i.png", "N/1;2"));
        assert_eq!(raw.basic_state(3), "7");
    }

    #[test]
    fn the_innermost_is_the_same_either_way() {
        let long = piece().slot_text();
        for text in [
            long.as_str(),
            "+/7/emb2;a\\/b\tpiece;;;x.gif;1\\/327/-1\tMain;10;-20;5;0",
            "+/7/piece;;;x.gif;Old/null;0;0",
            "+/7/mark;N\tpiece;;;x.gif;Tab/'it''s'\tMain;1;2;5",
            "+/7/mark;N\tpiece;;;x.gif;It's/v\tMain;1;2;5;1;k;a\\\tb",
            "+/7/mark;N\t'piece;;;x.gif;Quoted'/v\tMain;1;2;5",
            "+/7/stack/Main;1;2;5@@0",
            "+/7/deck;a;b/Main;1;2;3",
            "+/7/mark;N\tpiece;;;x.gif;short",
            "+/7/mark;N\tpiece;;;x.gif;no state/Main;1;2;5",
            "nothing",
        ] {
            let whole = RawPiece::decode(text).map(|piece| RawPiece { traits: Vec::new(), ..piece });
            assert_eq!(RawPiece::innermost(text), whole, "{text}");
        }
    }

    #[test]
    fn one_change_leaves_the_rest() {
        let mut raw = RawPiece::decode(&piece().slot_text()).unwrap();
        raw.set_basic_type(3, "New; name");
        raw.set_basic_state(0, "Main");
        let read = Piece::decode(&raw.text()).unwrap();
        let mut wanted = piece();
        wanted.basic.name = "New; name".into();
        wanted.basic.map = Some("Main".into());
        assert_eq!(read, wanted);
        // An old, short form of a trait stays as it is.
        let old = "+/null/emb;;A;;;a.gif\tpiece;;;x.gif;Old/1\tnull;0;0";
        let mut raw = RawPiece::decode(old).unwrap();
        raw.set_basic_type(3, "Young");
        assert_eq!(raw.text(), "+/null/emb;;A;;;a.gif\tpiece;;;x.gif;Young/1\tnull;0;0");
    }
}
