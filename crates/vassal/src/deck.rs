//! Decks, as they stand in a saved game.

use super::key::Key;
use super::sequence::{self, Decoder};
use super::traits::field::{self, token_record, token_words};

token_words! {
    /// Whether the cards of a deck lie face down.
    FaceDown {
        /// Always.
        #[default]
        Always = "Always",
        /// Never.
        Never = "Never",
        /// As the players say, at first face down.
        Menu = "Via right-click Menu",
        /// As the players say, at first face up.
        MenuUp = "MenuDefaultUp",
    }
}

token_words! {
    /// When a deck is shuffled.
    Shuffle {
        /// Before every draw.
        #[default]
        Always = "Always",
        /// Never.
        Never = "Never",
        /// When a player says so.
        Menu = "Via right-click Menu",
    }
}

token_record! {
    /// What a deck is like: the attributes of its component in the module, which VASSAL writes into
    /// every save again.
    DeckType {
        /// An empty deck has an outline.
        outline: bool = true;
        /// Its colour.
        outline_color: String = "0,0,0".into();
        /// Width of an empty deck.
        width: i32 = 40;
        /// Height of an empty deck.
        height: i32 = 40;
        /// Whether cards lie face down.
        face_down: FaceDown = FaceDown::Always;
        /// When it is shuffled.
        shuffle: Shuffle = Shuffle::Always;
        /// Several cards can be drawn at once.
        draw_multiple: bool = false => true;
        /// A card can be chosen.
        draw_specific: bool = false => true;
        /// It can be turned over.
        reversible: bool = false => true;
        /// Menu text of the command that sends all cards to another deck; empty: there is none.
        send_command: String = String::new();
        /// That deck.
        send_to: String = String::new();
        /// What is reported then.
        send_report: String = String::new();
        /// Its name. By it VASSAL finds the component.
        name: String = "deck".into();
        /// What is reported when it is shuffled.
        shuffle_report: String = String::new();
        /// What is reported when it is turned over.
        reverse_report: String = String::new();
        /// What is reported when its cards are turned face down.
        face_down_report: String = String::new();
        /// Cards are drawn face up.
        draw_face_up: bool = false;
        /// It can be saved to a file.
        persistable: bool = false;
        /// Key that shuffles it.
        shuffle_key: Key = Key::None;
        /// Key of `send_command`.
        send_key: Key = Key::None;
        /// No more cards than these are drawn as a heap.
        max_stack: i32 = 10;
        /// Counts of cards: `NAME:EXPRESSION` each.
        counts: Vec<String> = Vec::new();
        /// It keeps them.
        counting: bool = false;
        /// Its global key commands, each as VASSAL writes it.
        commands: Vec<String> = Vec::new();
        /// It presses a key when its last card is gone.
        empty_key_used: bool = false;
        /// That key.
        empty_key: Key = Key::None;
        /// How cards are listed.
        list_format: String = "$BasicName$".into();
        /// The property they are sorted by.
        sort_by: String = String::new();
        /// Only some pieces may enter it.
        restricted: bool = false;
        /// Which: an expression.
        restriction: String = String::new();
        /// Menu text: shuffle.
        shuffle_command: String = "Shuffle".into();
        /// Menu text: turn over.
        reverse_command: String = "Reverse".into();
        /// Key: turn over.
        reverse_key: Key = Key::None;
        /// Menu text: draw several.
        multiple_command: String = "Draw multiple cards".into();
        /// Menu text: choose.
        specific_command: String = "Draw specific cards".into();
        /// Menu text: face up.
        face_up_command: String = "Face up".into();
        /// Menu text: face down.
        face_down_command: String = "Face down".into();
        /// Key: face up.
        face_up_key: Key = Key::None;
        /// What is reported when its cards are turned face up.
        face_up_report: String = String::new();
        /// Key: the other side.
        flip_key: Key = Key::None;
        /// Key: face down.
        face_down_key: Key = Key::None;
        /// Menu text: save.
        save_command: String = "Save Deck".into();
        /// Key: save.
        save_key: Key = Key::None;
        /// What is reported then.
        save_report: String = "Deck Saved".into();
        /// Menu text: load.
        load_command: String = "Load Deck".into();
        /// Key: load.
        load_key: Key = Key::None;
        /// What is reported then.
        load_report: String = "Deck Loaded".into();
        /// Only some sides may use it.
        owned: bool = false;
        /// Those sides.
        owners: Vec<String> = Vec::new();
    }
}

/// A deck in a saved game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SavedDeck {
    /// What it is like.
    pub kind: DeckType,
    /// How it is.
    pub state: DeckState,
}

/// Where a deck is and what is in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeckState {
    /// The name of the map it is on.
    pub map: Option<String>,
    /// Where on the map.
    pub x: i32,
    /// Where on the map.
    pub y: i32,
    /// Its cards are face down.
    pub face_down: bool,
    /// The ids of its cards, the lowest first. They must have been added before it.
    pub cards: Vec<String>,
}

pub(super) const ID: &str = "deck;";

impl SavedDeck {
    /// Its type.
    pub fn type_text(&self) -> String {
        format!("{ID}{}", sequence::encode(self.kind.fields(), ';'))
    }

    /// Its state.
    pub fn state_text(&self) -> String {
        let DeckState { map, x, y, face_down, cards } = &self.state;
        let mut state = sequence::Encoder::new(';');
        state.append(&field::AsToken::put(map)).append(&x.to_string()).append(&y.to_string());
        state.append(&face_down.to_string());
        if !cards.is_empty() {
            state.append(&sequence::list(cards));
        }
        state.finish()
    }

    pub(super) fn decode(body: &str, state: &str) -> Self {
        let kind = DeckType::read(&mut Decoder::new(body, ';'), &mut std::iter::empty());
        let mut parts = Decoder::new(state, ';');
        let state = DeckState {
            map: field::next(&mut parts, None),
            x: field::next(&mut parts, 0),
            y: field::next(&mut parts, 0),
            face_down: field::next(&mut parts, false),
            cards: field::next(&mut parts, Vec::new()),
        };
        SavedDeck { kind, state }
    }
}
