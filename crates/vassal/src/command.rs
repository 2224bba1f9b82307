//! The commands of a saved game, each with its text. [`super::save`] has a list of all of them.

use super::deck::{self, SavedDeck};
use super::error::DecodeError;
use super::piece::{self, Piece};
use super::sequence::{self, Decoder};
use super::traits::field::{self, AsToken};
use super::turn::TurnState;

/// A command of a saved game.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// The game is cleared.
    BeginSave,
    /// The game begins.
    EndSave,
    /// A piece, its prototypes expanded.
    Piece {
        /// Its id.
        id: String,
        /// The piece.
        piece: Piece,
    },
    /// A stack.
    Stack {
        /// Its id.
        id: String,
        /// The stack.
        stack: Stack,
    },
    /// A deck.
    Deck {
        /// Its id.
        id: String,
        /// The deck.
        deck: Box<SavedDeck>,
    },
    /// At-start stacks and decks are not set up: their pieces are in the save.
    SetupStack,
    /// The boards of a map.
    Boards {
        /// The name of the map.
        map: String,
        /// Its boards.
        boards: Vec<SavedBoard>,
    },
    /// A player.
    Player {
        /// The player's password.
        id: String,
        /// The player's name.
        name: String,
        /// The side.
        side: String,
    },
    /// Where a turn tracker stands.
    Turn {
        /// Its id: `TurnTracker0` and so on.
        tracker: String,
        /// Where it stands.
        state: TurnState,
    },
    /// The value of a global property.
    GlobalProperty {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
        /// Whose it is: `Module`, the name of a map, or `MAP:ZONE`.
        container: String,
    },
    /// The notes of the scenario.
    ScenarioNote(String),
    /// The public notes.
    PublicNote(String),
    /// Whether a startup global key command was sent in this game.
    StartupKey {
        /// Its id: `SGKC0` and so on.
        id: String,
        /// It was.
        applied: bool,
    },
    /// A line of the chat, shown when the game is loaded. One that begins with `*` is a message of the game.
    Chat(String),
    /// Any other command, as it stands.
    Other(String),
}

/// A stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// The name of the map it is on. VASSAL never saves a stack on no map.
    pub map: Option<String>,
    /// Where on the map.
    pub x: i32,
    /// Where on the map.
    pub y: i32,
    /// The ids of its pieces, the lowest first.
    pub pieces: Vec<String>,
    /// The index of its layer of pieces; -1: not known yet, and VASSAL takes that of the first piece.
    pub layer: i32,
}

impl Default for Stack {
    fn default() -> Self {
        Stack { map: None, x: 0, y: 0, pieces: Vec::new(), layer: -1 }
    }
}

/// A board of a map.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SavedBoard {
    /// Its name.
    pub name: String,
    /// It is turned by 180 degrees.
    pub reversed: bool,
    /// Its column among the boards, from 0.
    pub x: i32,
    /// Its row.
    pub y: i32,
}

const STACK: &str = "stack";
const LAYER: &str = "@@";
const PICKER: &str = "BoardPicker";

impl Stack {
    fn state_text(&self) -> String {
        let start = [self.map.put(), self.x.put(), self.y.put()];
        let layer = format!("{LAYER}{}", self.layer);
        sequence::encode(start.into_iter().chain(self.pieces.iter().cloned()).chain([layer]), ';')
    }

    fn decode(state: &str) -> Self {
        let mut parts = Decoder::new(state, ';');
        let mut stack = Stack {
            map: field::next(&mut parts, None),
            x: field::next(&mut parts, 0),
            y: field::next(&mut parts, 0),
            ..Stack::default()
        };
        for part in parts {
            match part.strip_prefix(LAYER).map(str::parse) {
                Some(layer) => stack.layer = layer.unwrap_or(-1),
                None => stack.pieces.push(part),
            }
        }
        stack
    }
}

impl Command {
    /// Its text.
    pub fn text(&self) -> String {
        match self {
            Command::BeginSave => "begin_save".to_string(),
            Command::EndSave => "end_save".to_string(),
            Command::Piece { id, piece } => piece.saved(id),
            Command::Stack { id, stack } => piece::add(id, STACK, &stack.state_text()),
            Command::Deck { id, deck } => piece::add(id, &piece::innermost(&deck.type_text()), &deck.state_text()),
            Command::SetupStack => "SETUP_STACK\t".to_string(),
            Command::Boards { map, boards } => {
                let mut text = sequence::Encoder::new('\t');
                text.append(&format!("{map}{PICKER}"));
                for board in boards {
                    let name = [board.name.as_str()].into_iter().chain(board.reversed.then_some("rev"));
                    text.append(&sequence::encode(name, '/')).append(&board.x.put()).append(&board.y.put());
                }
                text.finish()
            }
            Command::Player { id, name, side } => format!("PLAYER\t{}", sequence::encode([id, name, side], '\t')),
            Command::Turn { tracker, state } => sequence::encode([format!("TURN{tracker}"), state.encode()], '\t'),
            Command::GlobalProperty { name, value, container } => {
                sequence::encode(["GlobalProperty\t", name, value, container], ';')
            }
            Command::ScenarioNote(text) => format!("NOTES\t{}", lines(text)),
            Command::PublicNote(text) => format!("PNOTES\t{}", lines(text)),
            Command::StartupKey { id, applied } => format!("SGKC\t{}", sequence::encode([id, &applied.put()], '\t')),
            Command::Chat(line) => format!("{CHAT}{line}"),
            Command::Other(text) => text.clone(),
        }
    }

    /// The command of a text without ESC.
    pub fn decode(text: &str) -> Result<Self, DecodeError> {
        if let Some((id, type_text, state)) = piece::added(text) {
            let mut types = Decoder::new(&type_text, '\t');
            let alone = types.next().filter(|_| types.rest().is_none()).unwrap_or_default();
            return Ok(if alone == STACK {
                Command::Stack { id, stack: Stack::decode(&state) }
            } else if let Some(body) = alone.strip_prefix(deck::ID) {
                Command::Deck { id, deck: Box::new(SavedDeck::decode(body, &state)) }
            } else {
                Command::Piece { id, piece: Piece::from_parts(&type_text, &state)? }
            });
        } else if text.starts_with(piece::ADD) {
            return Err(DecodeError::NotAPiece);
        }
        let known = Command::component(text);
        // What a typed command cannot hold is kept as it is.
        Ok(known.filter(|known| known.text() == text).unwrap_or_else(|| Command::Other(text.to_string())))
    }

    fn component(text: &str) -> Option<Self> {
        let (prefix, rest) = text.split_once('\t').unwrap_or((text, ""));
        let mut tokens = Decoder::new(rest, '\t');
        Some(match prefix {
            "begin_save" => Command::BeginSave,
            "end_save" => Command::EndSave,
            "SETUP_STACK" => Command::SetupStack,
            "PLAYER" => Command::Player { id: tokens.next()?, name: tokens.next()?, side: tokens.next()? },
            "NOTES" => Command::ScenarioNote(unlines(rest)),
            "PNOTES" => Command::PublicNote(unlines(rest)),
            "SGKC" => Command::StartupKey { id: tokens.next()?, applied: field::next(&mut tokens, true) },
            "GlobalProperty" => {
                let mut tokens = Decoder::new(rest.strip_prefix(';')?, ';');
                Command::GlobalProperty { name: tokens.next()?, value: tokens.next()?, container: tokens.next()? }
            }
            _ => return chat(text).or_else(|| turn(text)).or_else(|| boards(text)),
        })
    }
}

/// What begins a line of the chat.
const CHAT: &str = "CHAT";

fn chat(text: &str) -> Option<Command> {
    text.strip_prefix(CHAT).map(|line| Command::Chat(line.to_string()))
}

fn turn(text: &str) -> Option<Command> {
    let mut tokens = Decoder::new(text, '\t');
    let tracker = tokens.next()?.strip_prefix("TURN")?.to_string();
    Some(Command::Turn { tracker, state: TurnState::decode(&tokens.next()?)? })
}

fn boards(text: &str) -> Option<Command> {
    let mut tokens = Decoder::new(text, '\t');
    let map = tokens.next()?.strip_suffix(PICKER)?.to_string();
    let mut boards = Vec::new();
    while let Some(board) = tokens.next() {
        let mut parts = Decoder::new(&board, '/');
        boards.push(SavedBoard {
            name: parts.next()?,
            reversed: parts.next().is_some_and(|turned| turned == "rev"),
            x: field::next(&mut tokens, 0),
            y: field::next(&mut tokens, 0),
        });
    }
    Some(Command::Boards { map, boards })
}

/// A text of several lines as one token.
fn lines(text: &str) -> String {
    sequence::encode(text.split('\n'), '|')
}

fn unlines(text: &str) -> String {
    sequence::decode(text, '|').join("\n")
}
