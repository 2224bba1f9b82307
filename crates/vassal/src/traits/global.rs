//! Commands that a piece sends to others and to the module.

use super::super::key::Key;
use super::super::sequence;
use super::field::{self, AsToken, token_record, token_words};

token_record! {
    /// Presses a key of the module, such as a toolbar button's.
    GlobalHotKey "globalhotkey;" {
        /// Menu text.
        command: String = String::new();
        /// Its key.
        key: Key = Key::ctrl('H');
        /// The key it presses.
        hot_key: Key = Key::None;
        /// The author's description.
        description: String = String::new();
    }
}

token_words! {
    /// Where a global command looks first.
    Near {
        /// The stack or deck of the piece.
        Stack = "CURSTACK",
        /// Its map.
        CurrentMap = "CURMAP",
        /// Its zone.
        CurrentZone = "CURZONE",
        /// Its location.
        CurrentLocation = "CURLOC",
        /// A map by name.
        #[default]
        Map = "MAP",
        /// A zone by name.
        Zone = "ZONE",
        /// A location by name.
        Location = "LOCATION",
        /// A point.
        Point = "XY",
        /// A deck by name.
        Deck = "DECK",
        /// Its mat.
        Mat = "CURMAT",
        /// What it is attached to.
        Attachment = "CURATTACH",
    }
}

token_words! {
    /// How a global command compares a property before anything else.
    Compare {
        /// Equal.
        #[default]
        Equals = "EQUALS",
        /// Not equal.
        NotEquals = "NOT_EQUALS",
        /// Greater.
        Greater = "GREATER",
        /// Greater or equal.
        GreaterEquals = "GREATER_EQUALS",
        /// Less.
        Less = "LESS",
        /// Less or equal.
        LessEquals = "LESS_EQUALS",
        /// A regular expression matches.
        Match = "MATCH",
        /// None matches.
        NotMatch = "NOT_MATCH",
    }
}

token_record! {
    /// Which pieces a global command looks at before it tries its expression. All texts are message
    /// formats.
    Target {
        /// Who sends it: `COUNTER` in a piece; `MAP`, `MODULE` or `DECK` elsewhere.
        sender: String = "COUNTER".into() => "MAP".into();
        /// The place counts.
        by_place: bool = false;
        /// Which place.
        near: Near = Near::Map;
        /// The map.
        map: String = String::new();
        /// The board.
        board: String = String::new();
        /// The zone.
        zone: String = String::new();
        /// The location.
        location: String = String::new();
        /// The point.
        x: String = "0".into();
        /// The point.
        y: String = "0".into();
        /// The deck.
        deck: String = String::new();
        /// A property counts.
        by_property: bool = false;
        /// Which property.
        property: String = String::new();
        /// Its value.
        value: String = String::new();
        /// How they compare.
        compare: Compare = Compare::Equals;
        /// The attachment.
        attachment: String = String::new();
        /// Which of its pieces: a name or an index.
        attachment_index: String = String::new();
    }
}

impl Target {
    /// Its text, as in the attribute `target` of a component that sends a global command.
    pub fn encode(&self) -> String {
        sequence::encode(self.fields(), '|')
    }

    /// The target of a text.
    pub fn decode(text: &str) -> Self {
        Target::read(&mut sequence::Decoder::new(text, '|'), &mut std::iter::empty())
    }
}

impl AsToken for Target {
    fn put(&self) -> String {
        self.encode()
    }
    fn get(token: &str, missing: Self) -> Self {
        // In a trait VASSAL fills in the sender itself, whatever the text says.
        Target { sender: missing.sender, ..Target::decode(token) }
    }
}

token_record! {
    /// Sends a key to other pieces.
    CounterGlobalKeyCommand "globalkey;" {
        /// Menu text.
        command: String = String::new() => "Global Command".into();
        /// Its key.
        key: Key = Key::ctrl('G');
        /// The key it sends.
        sends: Key = Key::ctrl('K');
        /// To which pieces: an expression.
        condition: String = String::new();
        /// Only within a range.
        in_range: bool = false;
        /// That range, in the units of the grid.
        range: i32 = 1;
        /// Pieces do not report it one by one.
        quiet: bool = true;
        /// The range is fixed, not a property.
        fixed_range: bool = true;
        /// The property with the range.
        range_property: String = String::new();
        /// The author's description.
        description: String = String::new();
        /// How many pieces of a deck: -1 for all, 0 for none, or an expression.
        from_deck: String = "-1".into();
        /// Where it looks.
        target: Target = Target::default();
        /// Without sounds.
        no_sounds: bool = false;
        /// Properties that are set in the pieces first, with expressions for their values.
        parameters: Vec<(String, String)> = Vec::new();
    }
}
