//! What others do not see.

use super::super::key::Key;
use super::super::sequence;
use super::field::{self, AsToken, token_record};

/// Who may take command of a piece: mask it, hide it, look behind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Access {
    /// Any player, then only that player.
    #[default]
    Player,
    /// Any side, then only that side.
    Side,
    /// These sides only. None at all and one without a name are the same.
    Sides(Vec<String>),
}

impl AsToken for Access {
    fn put(&self) -> String {
        match self {
            Access::Player => "player:".to_string(),
            Access::Side => "side:".to_string(),
            Access::Sides(sides) => format!("sides:{}", sequence::encode(sides, ':')),
        }
    }
    fn get(token: &str, _: Self) -> Self {
        match token.strip_prefix("sides:") {
            Some(sides) => Access::Sides(sequence::unless_empty(sequence::decode(sides, ':'))),
            None if token == "side:" => Access::Side,
            None => Access::Player,
        }
    }
}

/// What the owner of a masked piece sees.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum MaskStyle {
    /// The mask with the piece small in its corner.
    #[default]
    Inset,
    /// The piece with the mask small in its corner.
    Inset2,
    /// The piece over the mask as background.
    Background,
    /// The mask; the piece at a key. Without a key, as soon as the piece is selected.
    Peek(Key),
    /// Others see this picture, and the owner the piece.
    Image(String),
}

impl AsToken for MaskStyle {
    fn put(&self) -> String {
        match self {
            MaskStyle::Inset => "I".to_string(),
            MaskStyle::Inset2 => "2".to_string(),
            MaskStyle::Background => "B".to_string(),
            MaskStyle::Peek(key) => format!("P{}", key.encode()),
            MaskStyle::Image(image) => format!("G{image}"),
        }
    }
    fn get(token: &str, missing: Self) -> Self {
        let mut rest = token.chars();
        match rest.next() {
            Some('I') => MaskStyle::Inset,
            Some('2') => MaskStyle::Inset2,
            Some('B') => MaskStyle::Background,
            // A single letter is the old form of a key; anything longer has commas.
            Some('P') if rest.as_str().chars().nth(1).is_none() => MaskStyle::Peek(Key::from_token(rest.as_str())),
            Some('P') => MaskStyle::Peek(Key::decode(rest.as_str())),
            Some('G') => MaskStyle::Image(rest.as_str().to_string()),
            _ => missing,
        }
    }
}

token_record! {
    /// A mask: others see its picture instead of the piece.
    Obscurable "obs;" {
        /// Key of the command that masks and unmasks.
        key: Key = Key::ctrl('M');
        /// The picture others see.
        image: String = String::new();
        /// Menu text of the command.
        command: String = "Mask".into();
        /// What the owner sees.
        style: MaskStyle = MaskStyle::Inset;
        /// The piece's name for others.
        mask_name: String = "?".into();
        /// Who may mask it.
        access: Access = Access::Player;
        /// Menu text of the peek command.
        peek_command: String = "Peek".into();
        /// The author's description.
        description: String = String::new();
        /// Peeks by itself in the mouse-over viewer.
        peek_on_rollover: bool = true => false;
        /// Key of the command that masks it for another owner.
        deal_key: Key = Key::None;
        /// The owner then: an expression.
        deal_expression: String = String::new();
    }
    state List {
        /// Who masked it, a player's id or a side after [`Self::access`]; `nobody`: for all, as
        /// decks do.
        masked_by: Option<String> = None;
        /// Who may unmask it, as `OVERRIDE|COUNT|ID|..`; empty: as the module says.
        options: String = String::new();
    }
}

token_record! {
    /// Invisible to others.
    Hideable "hide;" {
        /// Key of the command that hides and shows.
        key: Key = Key::ctrl('I');
        /// Its menu text.
        command: String = "Invisible".into();
        /// Colour behind the piece for its owner; empty: none.
        background: String = String::new();
        /// Who may hide it.
        access: Access = Access::Player;
        /// How opaque the owner sees it, from 0 to 1.
        opacity: f32 = 0.3;
        /// The author's description.
        description: String = String::new();
        /// Its moves are not reported while it is hidden.
        no_move_report: bool = false;
    }
    state Whole {
        /// Who hid it.
        hidden_by: Option<String> = None;
    }
}
