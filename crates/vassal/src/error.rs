//! What can be wrong with a text that should be a piece or a save.

use std::fmt;

/// Why a text cannot be decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecodeError {
    /// It does not begin with `+/` and then an id, a type and a state.
    NotAPiece,
    /// The innermost type is not a basic piece; the type that stands there instead.
    NoBasicPiece(String),
    /// There are fewer states than traits. VASSAL refuses the whole module for that.
    MissingState,
    /// Sequences are nested deeper than anything sensible.
    TooDeep,
    /// A saved game that is not UTF-8.
    NotText,
    /// A scrambled saved game with something other than pairs of hexadecimal digits.
    NotHex,
    /// A scrambled saved game that ends before its key.
    NoKey,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::NotAPiece => f.write_str("not the text of a piece"),
            DecodeError::NoBasicPiece(found) => write!(f, "`{found}` instead of the basic piece"),
            DecodeError::MissingState => f.write_str("fewer states than traits"),
            DecodeError::TooDeep => f.write_str("nested too deeply"),
            DecodeError::NotText => f.write_str("not UTF-8"),
            DecodeError::NotHex => f.write_str("not pairs of hexadecimal digits"),
            DecodeError::NoKey => f.write_str("it ends where its key should be"),
        }
    }
}

impl std::error::Error for DecodeError {}
