//! Prototypes, and traits that make other pieces.

use super::super::key::Key;
use super::super::sequence;
use super::field::{self, Coded, token_record, token_words};

/// Stands for the traits of a prototype.
///
/// With parameters, VASSAL replaces `$name$` in the *text* of the whole prototype before it reads
/// it: see [`super::super::Piece::expanded`] for what that does to every other `$..$`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UsePrototype {
    /// The prototype's name.
    pub name: String,
    /// Values for `$name$` in it. Even an empty list is not the same as none.
    pub parameters: Option<Vec<(String, String)>>,
}

impl UsePrototype {
    /// A prototype without parameters.
    pub fn new(name: impl Into<String>) -> Self {
        UsePrototype { name: name.into(), parameters: None }
    }
}

impl Coded for UsePrototype {
    const ID: &'static str = "prototype;";
    fn body(&self) -> String {
        let pair = |(name, value): &(String, String)| sequence::encode([name, value], '=');
        let parameters = self.parameters.iter().map(|list| sequence::list(list.iter().map(pair)));
        sequence::encode([self.name.clone()].into_iter().chain(parameters), ';')
    }
    fn state(&self) -> String {
        String::new()
    }
    fn decode(body: &str, _: &str) -> Self {
        let mut tokens = sequence::Decoder::new(body, ';');
        let name = tokens.next().unwrap_or_default();
        // What has no equals sign is not a parameter.
        let pair = |text: String| {
            let mut parts = sequence::Decoder::new(&text, '=');
            parts.next().zip(parts.next())
        };
        let parameters = tokens.next().map(|text| sequence::Decoder::new(&text, ',').filter_map(pair).collect());
        UsePrototype { name, parameters }
    }
}

token_words! {
    /// Where a new marker goes.
    MarkerPlacement {
        /// On top of the stack.
        #[default]
        Top = "0",
        /// Below the stack.
        Bottom = "1",
        /// Right above the piece.
        Above = "2",
        /// Right below the piece.
        Below = "3",
    }
}

token_record! {
    /// Places another piece.
    PlaceMarker "placemark;" {
        /// Menu text.
        command: String = "Place Marker".into();
        /// Its key.
        key: Key = Key::ctrl('M');
        /// The piece: the text of one ([`super::super::Piece::slot_text`]), or the path of a slot in the
        /// module, as `CLASS:NAME/CLASS:NAME`; none: an empty piece. VASSAL takes it for a text if it
        /// begins with `+/`.
        piece: Option<String> = None;
        /// A text the player may set, of old.
        text: Option<String> = None;
        /// Offset to the right: a message format.
        x: String = "0".into();
        /// Offset *up*.
        y: String = "0".into();
        /// Turned as the piece is.
        match_rotation: bool = false;
        /// A key the new piece gets.
        then_key: Key = Key::None;
        /// The author's description.
        description: String = String::new();
        /// The new piece's gpid, from the same numbers as those of slots, where its text is given here.
        gpid: String = String::new();
        /// Where it goes.
        placement: MarkerPlacement = MarkerPlacement::Top;
        /// Of a [`Replace`] that copies states: only those of the traits outside of this one.
        above: bool = false;
        /// Dynamic properties of the same name are copied.
        copy_properties: bool = false;
        /// Properties that are set in the new piece, with expressions for their values.
        parameters: Vec<(String, String)> = Vec::new();
        /// Version of the trait: 1.
        version: i32 = 1 => 0;
    }
}

/// Places another piece, and deletes this one.
#[derive(Debug, Clone, PartialEq)]
pub struct Replace(pub PlaceMarker);

impl Default for Replace {
    fn default() -> Self {
        Replace(PlaceMarker { command: "Replace".into(), key: Key::ctrl('R'), ..PlaceMarker::default() })
    }
}

impl Coded for Replace {
    const ID: &'static str = "replace;";
    fn body(&self) -> String {
        self.0.body()
    }
    fn state(&self) -> String {
        String::new()
    }
    fn decode(body: &str, state: &str) -> Self {
        Replace(PlaceMarker::decode(body, state))
    }
}
