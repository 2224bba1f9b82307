//! Where pieces lie in a saved game, and how to lay them elsewhere.

use super::Link;
use super::known::{KnownPieces, glimpse};
use super::names::{line, of_windows};
use crate::vassal::archive::{self, Limits};
use crate::vassal::{Command, RawPiece, Stack, save};
use std::collections::{BTreeMap, BTreeSet};

/// The entry of a save with its commands.
pub const SAVED_GAME: &str = "savedGame";
/// More than any save has, unpacked.
const LIMITS: Limits = Limits { entries: 1000, bytes: 256 << 20 };
/// No map has a pixel that is farther to any side, and no record says one.
const FARTHEST: u32 = 1_000_000;
/// What a piece without a map says.
const NULL: &str = "null";

/// A record's piece, and where it lies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacedPiece {
    /// The record.
    pub what: Link,
    /// The window of the module, by its name without spaces around it.
    pub window: String,
    /// Pixels from the left.
    pub x: i32,
    /// Pixels from the top.
    pub y: i32,
}

/// A hash of what lies where.
pub fn fingerprint(placed: &[PlacedPiece]) -> String {
    let mut hash = blake3::Hasher::new();
    for one in placed {
        hash.update(format!("{}\n{}\n{} {}\n", one.what, one.window, one.x, one.y).as_bytes());
    }
    hash.finalize().to_hex().chars().take(16).collect()
}

/// A saved game, taken apart.
#[derive(Debug, Clone)]
pub struct Save {
    /// Its entries but the commands.
    pub entries: Vec<(String, Vec<u8>)>,
    /// Its commands, as they stand.
    pub commands: Vec<String>,
}

/// What a saved game says of its pieces, without their traits: a small part of it.
#[derive(Debug, Clone, Default)]
pub struct Digest {
    /// Its pieces, without traits.
    pub pieces: Vec<RawPiece>,
    /// The boards of its maps.
    pub boards: Vec<Command>,
    /// Why a piece cannot be read; none: all can.
    pub broken: Option<String>,
    in_decks: BTreeSet<String>,
    stacks: Stacks,
}

/// Where the stack of a piece lies, by the piece's id: its window, if any, and pixels.
type Stacks = BTreeMap<String, (Option<String>, i32, i32)>;

impl Digest {
    /// Reads the file of a save; `numbered` knows the numbers of the module.
    pub fn open(bytes: &[u8], numbered: &dyn Fn(&str) -> bool) -> Result<Digest, String> {
        Ok(Digest::of(&commands(bytes)?, numbered))
    }

    fn of(commands: &[String], numbered: &dyn Fn(&str) -> bool) -> Digest {
        let mut digest = Digest::default();
        // A stack takes in what is there before it.
        let mut there = BTreeSet::new();
        for text in commands {
            if !text.starts_with("+/") {
                let boards = Command::decode(text).ok().filter(|command| matches!(command, Command::Boards { .. }));
                digest.boards.extend(boards);
                continue;
            }
            match glimpse(text, numbered) {
                Ok(piece) if piece.is_piece() => {
                    there.insert(piece.id.clone());
                    digest.pieces.push(piece);
                }
                Ok(_) => match Command::decode(text) {
                    Ok(Command::Deck { deck, .. }) => digest.in_decks.extend(deck.state.cards),
                    Ok(Command::Stack { stack, .. }) => {
                        let own = stack.pieces.into_iter().filter(|piece| there.contains(piece));
                        digest.stacks.extend(own.map(|piece| (piece, (stack.map.clone(), stack.x, stack.y))));
                    }
                    _ => {}
                },
                Err(error) => digest.broken = digest.broken.or_else(|| Some(error.to_string())),
            }
        }
        digest
    }

    /// The pieces that lie on a map, but not in a deck, and have a record; in the order of the save.
    pub fn placed(&self, known: &KnownPieces) -> Vec<PlacedPiece> {
        self.pieces.iter().filter_map(|piece| self.place(piece, known).ok()).collect()
    }

    /// The windows that it names, as it spells them.
    fn windows(&self) -> BTreeMap<String, String> {
        let of_boards = self.boards.iter().filter_map(|command| match command {
            Command::Boards { map, .. } => Some(map.clone()),
            _ => None,
        });
        let of_stacks = self.stacks.values().filter_map(|(window, ..)| window.clone());
        let of_pieces = self.pieces.iter().map(|piece| piece.basic_state(0));
        of_boards.chain(of_stacks).chain(of_pieces).map(|window| (line(&window), window)).collect()
    }

    /// Why pieces have no place, and how many each.
    pub fn unplaced(&self, known: &KnownPieces) -> BTreeMap<Unplaced, usize> {
        let mut counts = BTreeMap::new();
        for why in self.pieces.iter().filter_map(|piece| self.place(piece, known).err()) {
            *counts.entry(why).or_default() += 1;
        }
        counts
    }

    /// Where a piece lies, if it lies on a map and has a record. One in a stack lies where the stack does, whatever it
    /// says itself: old versions of VASSAL wrote `null` there.
    fn place(&self, piece: &RawPiece, known: &KnownPieces) -> Result<PlacedPiece, Unplaced> {
        if self.in_decks.contains(&piece.id) {
            return Err(Unplaced::InDeck);
        }
        let (window, x, y) = match self.stacks.get(&piece.id).filter(|_| !known.older) {
            Some(stack) => stack.clone(),
            None => {
                let window = Some(piece.basic_state(0)).filter(|map| map != NULL && !map.is_empty());
                let number = |index: usize| piece.basic_state(index).parse().map_err(|_| Unplaced::OffMap);
                (window, number(1)?, number(2)?)
            }
        };
        let near = x.unsigned_abs().max(y.unsigned_abs()) <= FARTHEST;
        let window = window.map(|window| line(&window)).filter(|window| near && !window.is_empty());
        let window = window.ok_or(Unplaced::OffMap)?;
        match known.find(piece).ok_or(Unplaced::NoRecord)? {
            Link::Card(_) => Err(Unplaced::Card),
            what => Ok(PlacedPiece { what: what.clone(), window, x, y }),
        }
    }
}

/// Why a scenario has no line for a piece of its save.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unplaced {
    /// It is in a deck.
    InDeck,
    /// It is a card.
    Card,
    /// It lies on no map.
    OffMap,
    /// No record is known for it: a plain label, or a piece that a trait made.
    NoRecord,
}

/// The commands of the file of a save.
fn commands(bytes: &[u8]) -> Result<Vec<String>, String> {
    let (entries, _) = archive::unpack_tolerantly(bytes, LIMITS).map_err(|error| error.to_string())?;
    let saved = entries.into_iter().find(|(name, _)| name == SAVED_GAME).ok_or("it has no saved game")?;
    save::texts_of_old(&saved.1, of_windows).map_err(|error| error.to_string())
}

/// What one command of a save lays down.
struct LaidCommand {
    command: usize,
    placed: PlacedPiece,
    id: String,
}

impl Save {
    /// Opens the file of a save.
    pub fn open(bytes: &[u8]) -> Result<Save, String> {
        let (mut entries, _) = archive::unpack_tolerantly(bytes, LIMITS).map_err(|error| error.to_string())?;
        let at = entries.iter().position(|(name, _)| name == SAVED_GAME).ok_or("it has no saved game")?;
        let (_, saved) = entries.remove(at);
        let commands = save::texts_of_old(&saved, of_windows).map_err(|error| error.to_string())?;
        Ok(Save { entries, commands })
    }

    /// The pieces that lie on a map and have a record.
    pub fn placed(&self, known: &KnownPieces) -> Vec<PlacedPiece> {
        Digest::of(&self.commands, &known.numbered()).placed(known)
    }

    /// The file of a save.
    pub fn pack(&self) -> Result<Vec<u8>, archive::ArchiveError> {
        let commands: Vec<Command> = self.commands.iter().cloned().map(Command::Other).collect();
        let mut packer = archive::Packer::new();
        packer.add(SAVED_GAME, &save::encode(&commands, 7))?;
        for (name, bytes) in &self.entries {
            packer.put(&archive::PackedEntry::as_named(name, bytes.as_slice())?)?;
        }
        packer.end()
    }

    fn laid(&self, digest: &Digest, known: &KnownPieces) -> Vec<LaidCommand> {
        let laid = self.commands.iter().enumerate().filter_map(|(command, text)| {
            let piece = glimpse(text, &known.numbered()).ok().filter(RawPiece::is_piece)?;
            let placed = digest.place(&piece, known).ok()?;
            Some(LaidCommand { command, placed, id: piece.id })
        });
        laid.collect()
    }

    /// Lays pieces where they are wanted. Those that lie there already stay as they are; others move, are made, or are
    /// taken away. `make` makes a new piece for a record.
    pub fn rearrange(&mut self, known: &KnownPieces, wanted: &[PlacedPiece], make: impl Fn(&Link) -> Option<RawPiece>) {
        let digest = Digest::of(&self.commands, &known.numbered());
        let laid = self.laid(&digest, known);
        let mut open: Vec<&PlacedPiece> = Vec::new();
        let mut staying = BTreeMap::<&PlacedPiece, Vec<usize>>::new();
        for (n, own) in laid.iter().enumerate() {
            staying.entry(&own.placed).or_default().push(n);
        }
        for one in wanted {
            if staying.get_mut(one).and_then(Vec::pop).is_none() {
                open.push(one);
            }
        }
        let mut free: Vec<usize> = staying.into_values().flatten().collect();
        free.sort_unstable();
        let (mut gone, mut loose) = (BTreeSet::new(), Vec::new());
        for one in open {
            let moved = free.iter().position(|n| laid[*n].placed.what == one.what).map(|at| &laid[free.remove(at)]);
            let text = match moved {
                Some(laid) => {
                    gone.insert(laid.id.clone());
                    let text = std::mem::take(&mut self.commands[laid.command]);
                    RawPiece::decode(&text).ok()
                }
                None => make(&one.what).map(|piece| RawPiece { id: String::new(), ..piece }),
            };
            loose.extend(text.map(|piece| (piece, one)));
        }
        for n in free {
            gone.insert(laid[n].id.clone());
            self.commands[laid[n].command].clear();
        }
        self.leave_stacks(&gone);
        self.lay(loose, &digest.windows());
        self.commands.retain(|command| !command.is_empty());
    }

    /// Takes pieces out of stacks; an empty stack goes.
    fn leave_stacks(&mut self, gone: &BTreeSet<String>) {
        for command in &mut self.commands {
            if let Ok(Command::Stack { id, mut stack }) = Command::decode(command)
                && stack.pieces.iter().any(|piece| gone.contains(piece))
            {
                stack.pieces.retain(|piece| !gone.contains(piece));
                *command = if stack.pieces.is_empty() { String::new() } else { Command::Stack { id, stack }.text() };
            }
        }
    }

    /// Lays pieces down, each in a stack of its own, after all others.
    fn lay(&mut self, loose: Vec<(RawPiece, &PlacedPiece)>, windows: &BTreeMap<String, String>) {
        let pieces = self.commands.iter().enumerate().filter(|(_, text)| text.starts_with("+/"));
        let ids = pieces.clone().filter_map(|(_, text)| text.split('/').nth(1)?.parse::<i64>().ok());
        let mut next = ids.max().unwrap_or(0).saturating_add(1);
        let mut at = pieces.map(|(n, _)| n + 1).next_back().unwrap_or(1).min(self.commands.len());
        for (mut piece, place) in loose {
            let mut new_id = || {
                next += 1;
                (next - 1).to_string()
            };
            if piece.id.is_empty() {
                piece.id = new_id();
            }
            let (x, y) = (place.x, place.y);
            let window = windows.get(&place.window).unwrap_or(&place.window);
            for (index, value) in [window.clone(), x.to_string(), y.to_string()].iter().enumerate() {
                piece.set_basic_state(index, value);
            }
            let stack = Stack { map: Some(window.clone()), x, y, pieces: vec![piece.id.clone()], layer: -1 };
            let stack = Command::Stack { id: new_id(), stack }.text();
            self.commands.splice(at..at, [piece.text(), stack]);
            at += 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vassal::{Basic, Piece};

    fn piece(gpid: &str, x: i32) -> Piece {
        let basic = Basic {
            name: format!("p{gpid}"),
            map: Some("Main".into()),
            x,
            y: 9,
            gpid: gpid.into(),
            ..Basic::default()
        };
        Piece { traits: Vec::new(), basic }
    }

    fn placed(id: &str, x: i32) -> PlacedPiece {
        PlacedPiece { what: Link::Unit(id.into()), window: "Main".into(), x, y: 9 }
    }

    fn save() -> (Save, KnownPieces) {
        let mut known = KnownPieces::default();
        for n in ["1", "2"] {
            known.add(n, &RawPiece::decode(&piece(n, 0).slot_text()).unwrap(), Link::Unit(n.into()));
        }
        let stack = |pieces: &[&str], x| Stack {
            map: Some("Main".into()),
            x,
            y: 9,
            pieces: pieces.iter().map(ToString::to_string).collect(),
            layer: 0,
        };
        let commands = [
            Command::BeginSave,
            Command::Piece { id: "10".into(), piece: piece("1", 5) },
            Command::Piece { id: "11".into(), piece: piece("1", 5) },
            Command::Piece { id: "12".into(), piece: piece("2", 7) },
            Command::Piece { id: "13".into(), piece: piece("99", 7) },
            Command::Stack { id: "14".into(), stack: stack(&["10", "11"], 5) },
            Command::Stack { id: "15".into(), stack: stack(&["12", "13"], 7) },
            Command::SetupStack,
            Command::EndSave,
        ];
        (Save { entries: Vec::new(), commands: commands.iter().map(Command::text).collect() }, known)
    }

    fn lying(save: &Save, known: &KnownPieces) -> (Vec<PlacedPiece>, usize) {
        let digest = Digest::of(&save.commands, &known.numbered());
        (digest.placed(known), digest.pieces.len())
    }

    #[test]
    fn nothing_wanted_changes_nothing() {
        let (mut save, known) = save();
        let before = save.commands.clone();
        let digest = Digest::of(&save.commands, &known.numbered());
        let placed = digest.placed(&known);
        assert_eq!((digest.pieces.len(), digest.broken), (4, None));
        assert_eq!(placed.iter().map(|one| (one.what.id(), one.x)).collect::<Vec<_>>(), [("1", 5), ("1", 5), ("2", 7)]);
        save.rearrange(&known, &placed, |_| None);
        assert_eq!(save.commands, before);
        let packed = save.pack().unwrap();
        assert_eq!(Save::open(&packed).unwrap().commands, before);
        assert_eq!(Digest::open(&packed, &known.numbered()).unwrap().placed(&known), placed);
    }

    #[test]
    fn pieces_of_old_saves_lie_where_their_stack_does() {
        let (mut save, known) = save();
        for text in save.commands.iter_mut().filter(|text| !text.contains("/stack/")) {
            // As VASSAL 2 and 3.0 wrote them.
            *text = text.replace("Main;5;9;", "null;0;0;").replace("Main;7;9;", "null;7;9;");
        }
        let (placed, _) = lying(&save, &known);
        assert_eq!(
            placed.iter().map(|one| (one.what.id(), one.x, one.y)).collect::<Vec<_>>(),
            [("1", 5, 9), ("1", 5, 9), ("2", 7, 9)]
        );
        // An older import knew nothing of them.
        assert!(lying(&save, &known.before()[0]).0.is_empty());
        // Only what comes before a stack is in it.
        let stack = save.commands.iter().position(|text| text.contains("/stack/Main;5")).unwrap();
        let stack = save.commands.remove(stack);
        save.commands.insert(1, stack);
        assert_eq!(lying(&save, &known).0.len(), 1);
    }

    #[test]
    fn pieces_move_come_and_go() {
        let (mut save, known) = save();
        let wanted = [placed("1", 5), placed("1", 50), placed("2", 70), placed("2", 71)];
        let make = |link: &Link| RawPiece::decode(&piece(link.id(), 0).slot_text()).ok();
        save.rearrange(&known, &wanted, make);
        let (mut now, all) = lying(&save, &known);
        now.sort();
        assert_eq!(now, wanted);
        // The stranger is still there, alone in its stack.
        assert_eq!(all, 5);
        let stacks: Vec<Stack> = save
            .commands
            .iter()
            .filter_map(|text| match Command::decode(text) {
                Ok(Command::Stack { stack, .. }) => Some(stack),
                _ => None,
            })
            .collect();
        assert!(stacks.iter().any(|stack| stack.x == 7 && stack.pieces == ["13"]));
        assert_eq!(stacks.len(), 5);
        assert_eq!(save.commands.last().map(String::as_str), Some("end_save"));
        save.rearrange(&known, &[], make);
        assert_eq!(lying(&save, &known), (Vec::new(), 1));
    }
}
