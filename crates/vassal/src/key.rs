//! Keys: what a command of a piece or of the module listens to.

use super::sequence;

/// A key stroke, or a name that stands for one.
///
/// VASSAL gives every name a key code of its own when it meets it, and finds it by the name: the
/// number written with it is ignored, and VASSAL writes another one when it saves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Key {
    /// No key.
    #[default]
    None,
    /// A named command. A name ends at its first comma, and must not be empty.
    Named(String),
    /// A real key.
    Stroke {
        /// Java's key code; that of a letter is its capital.
        code: u32,
        /// Java's modifiers, both the old and the new bit of each.
        modifiers: u32,
    },
}

// VASSAL allocates the codes of names from the private use area, starting here.
const NAMED: u32 = 0xE000;
// Java writes each modifier as two bits, that of its old and that of its new event class.
const SHIFT: u32 = 64 | 1;
const CTRL: u32 = 128 | 2;
const ALT: u32 = 512 | 8;

impl Key {
    /// A named command. VASSAL ends names at a comma, so each becomes a back quote, which no id has.
    pub fn named(name: impl Into<String>) -> Self {
        Key::Named(name.into().replace(',', "`"))
    }

    /// A key with Ctrl.
    pub fn ctrl(key: char) -> Self {
        Key::stroke(key, CTRL)
    }

    /// A key with Ctrl and Shift.
    pub fn ctrl_shift(key: char) -> Self {
        Key::stroke(key, CTRL | SHIFT)
    }

    /// A key with Alt.
    pub fn alt(key: char) -> Self {
        Key::stroke(key, ALT)
    }

    /// A key alone.
    pub fn plain(key: char) -> Self {
        Key::stroke(key, 0)
    }

    fn stroke(key: char, modifiers: u32) -> Self {
        Key::Stroke { code: key.into(), modifiers }
    }

    /// Whether nothing can trigger it.
    pub fn is_none(&self) -> bool {
        match self {
            Key::None | Key::Stroke { code: 0, modifiers: 0 } => true,
            Key::Named(name) => name.is_empty(),
            Key::Stroke { .. } => false,
        }
    }

    /// Its text.
    pub fn encode(&self) -> String {
        match self {
            Key::Named(name) if !name.is_empty() => format!("{NAMED},0,{name}"),
            Key::None | Key::Named(_) => String::new(),
            Key::Stroke { code, modifiers } => format!("{code},{modifiers}"),
        }
    }

    /// The key of a text; what is not a key is none.
    pub fn decode(text: &str) -> Self {
        let mut parts = text.split(',');
        let mut number = || parts.next().and_then(|part| part.parse().ok());
        match (number(), number()) {
            (Some(code), Some(modifiers)) => match parts.next() {
                Some(name) if !name.is_empty() => Key::Named(name.to_string()),
                _ => Key::Stroke { code, modifiers },
            },
            _ => Key::None,
        }
    }

    /// The key of a token of a trait. There a single letter is that letter with Ctrl, as traits
    /// were once written.
    pub fn from_token(token: &str) -> Self {
        match token.chars().next() {
            Some(letter) if !token.contains(',') => Key::ctrl(letter),
            _ => Key::decode(token),
        }
    }

    /// A list of keys as one token. None are left out, as VASSAL does.
    pub fn encode_list(keys: &[Key]) -> String {
        sequence::list(keys.iter().filter(|key| !key.is_none()).map(Key::encode))
    }

    /// The keys of a token. Without a comma, it is the old form: letters with Ctrl.
    pub fn decode_list(token: &str) -> Vec<Key> {
        if token.find(',').is_some_and(|at| at > 0) {
            sequence::unlist(token).iter().map(|key| Key::decode(key)).filter(|key| !key.is_none()).collect()
        } else {
            token.chars().map(Key::ctrl).collect()
        }
    }
}
