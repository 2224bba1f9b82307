//! Where pieces lie in a saved game, and how to lay them elsewhere.

use super::Link;
use super::links::attribute;
use crate::vassal::archive::{self, Limits};
use crate::vassal::components::Node;
use crate::vassal::{Command, RawPiece, Stack, save};
use std::collections::{BTreeMap, BTreeSet};

/// The entry of a save with its commands.
pub const SAVED_GAME: &str = "savedGame";
/// More than any save has, unpacked.
const LIMITS: Limits = Limits { entries: 1000, bytes: 256 << 20 };
/// What a piece without a map says.
const NULL: &str = "null";

/// A record's piece, and where it lies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placed {
    /// The record.
    pub what: Link,
    /// The window of the module.
    pub window: String,
    /// Pixels from the left.
    pub x: i32,
    /// Pixels from the top.
    pub y: i32,
}

/// A hash of what lies where.
pub fn fingerprint(placed: &[Placed]) -> String {
    let mut hash = blake3::Hasher::new();
    for one in placed {
        hash.update(format!("{}\n{}\n{} {}\n", one.what, one.window, one.x, one.y).as_bytes());
    }
    hash.finalize().to_hex().chars().take(16).collect()
}

/// The records of pieces, by what saved games know of them.
#[derive(Debug, Clone, Default)]
pub struct Known {
    numbers: BTreeMap<String, Link>,
    /// None: several pieces have the name.
    names: BTreeMap<String, Option<Link>>,
    /// By name and picture; of several, the first. Old saves have no numbers.
    faces: BTreeMap<(String, String), Link>,
}

impl Known {
    /// Those of trees with links.
    pub fn of<'a>(trees: impl IntoIterator<Item = &'a Node>) -> Known {
        let mut known = Known::default();
        let mut waiting: Vec<&Node> = trees.into_iter().collect();
        waiting.reverse();
        while let Some(node) = waiting.pop() {
            waiting.extend(node.children.iter().rev());
            let link = attribute(node, super::LINK).and_then(Link::parse);
            let Some(link @ (Link::Unit(_) | Link::Marker(_) | Link::Card(_))) = link else { continue };
            let piece = RawPiece::decode(node.component.text()).unwrap_or_default();
            known.add(attribute(node, "gpid").unwrap_or_default(), &piece, link);
        }
        known
    }

    fn add(&mut self, number: &str, piece: &RawPiece, link: Link) {
        if !number.is_empty() {
            self.numbers.entry(number.to_string()).or_insert_with(|| link.clone());
        }
        let (name, picture) = (piece.basic_type(3), piece.basic_type(2));
        if !picture.is_empty() {
            self.faces.entry((name.clone(), picture)).or_insert_with(|| link.clone());
        }
        self.names.entry(name).and_modify(|own| *own = None).or_insert(Some(link));
    }

    /// Without what several pieces have in common, as older imports knew pieces.
    pub fn strictly(&self) -> Known {
        Known { faces: BTreeMap::new(), ..self.clone() }
    }

    fn find(&self, piece: &RawPiece) -> Option<&Link> {
        let number = piece.basic_state(3);
        if !number.is_empty() {
            return self.numbers.get(&number);
        }
        let name = piece.basic_type(3);
        let alone = self.names.get(&name).and_then(Option::as_ref);
        alone.or_else(|| self.faces.get(&(name, piece.basic_type(2))))
    }
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
}

impl Digest {
    /// Reads the file of a save.
    pub fn open(bytes: &[u8]) -> Result<Digest, String> {
        Ok(Digest::of(&commands(bytes)?))
    }

    fn of(commands: &[String]) -> Digest {
        let mut digest = Digest::default();
        for text in commands {
            if !text.starts_with("+/") {
                let boards = Command::decode(text).ok().filter(|command| matches!(command, Command::Boards { .. }));
                digest.boards.extend(boards);
                continue;
            }
            match RawPiece::innermost(text) {
                Ok(piece) if piece.is_piece() => digest.pieces.push(piece),
                Ok(_) => {
                    if let Ok(Command::Deck { deck, .. }) = Command::decode(text) {
                        digest.in_decks.extend(deck.state.cards);
                    }
                }
                Err(error) => digest.broken = digest.broken.or_else(|| Some(error.to_string())),
            }
        }
        digest
    }

    /// The pieces that lie on a map, but not in a deck, and have a record; in the order of the save.
    pub fn placed(&self, known: &Known) -> Vec<Placed> {
        self.pieces.iter().filter_map(|piece| placed(piece, known, &self.in_decks)).collect()
    }
}

/// Where a piece lies, if it lies on a map and has a record.
fn placed(piece: &RawPiece, known: &Known, in_decks: &BTreeSet<String>) -> Option<Placed> {
    let what = known.find(piece).filter(|link| !matches!(link, Link::Card(_)))?.clone();
    let window = Some(piece.basic_state(0)).filter(|map| map != NULL && !map.is_empty())?;
    if in_decks.contains(&piece.id) {
        return None;
    }
    let number = |index: usize| piece.basic_state(index).parse().ok();
    Some(Placed { what, window, x: number(1)?, y: number(2)? })
}

/// The commands of the file of a save.
fn commands(bytes: &[u8]) -> Result<Vec<String>, String> {
    let (entries, _) = archive::unpack_tolerantly(bytes, LIMITS).map_err(|error| error.to_string())?;
    let saved = entries.into_iter().find(|(name, _)| name == SAVED_GAME).ok_or("it has no saved game")?;
    save::texts(&saved.1).map_err(|error| error.to_string())
}

/// What one command of a save lays down.
struct Laid {
    command: usize,
    placed: Placed,
    id: String,
}

impl Save {
    /// Opens the file of a save.
    pub fn open(bytes: &[u8]) -> Result<Save, String> {
        let (mut entries, _) = archive::unpack_tolerantly(bytes, LIMITS).map_err(|error| error.to_string())?;
        let at = entries.iter().position(|(name, _)| name == SAVED_GAME).ok_or("it has no saved game")?;
        let (_, saved) = entries.remove(at);
        let commands = save::texts(&saved).map_err(|error| error.to_string())?;
        Ok(Save { entries, commands })
    }

    /// The pieces that lie on a map and have a record.
    pub fn placed(&self, known: &Known) -> Vec<Placed> {
        Digest::of(&self.commands).placed(known)
    }

    /// The file of a save.
    pub fn pack(&self) -> Result<Vec<u8>, archive::ArchiveError> {
        let commands: Vec<Command> = self.commands.iter().cloned().map(Command::Other).collect();
        let mut packer = archive::Packer::new();
        packer.add(SAVED_GAME, &save::encode(&commands, 7))?;
        for (name, bytes) in &self.entries {
            packer.add_as_named(name, bytes)?;
        }
        packer.finish()
    }

    fn laid(&self, known: &Known) -> Vec<Laid> {
        let in_decks = Digest::of(&self.commands).in_decks;
        let laid = self.commands.iter().enumerate().filter_map(|(command, text)| {
            let piece = RawPiece::innermost(text).ok().filter(RawPiece::is_piece)?;
            let placed = placed(&piece, known, &in_decks)?;
            Some(Laid { command, placed, id: piece.id })
        });
        laid.collect()
    }

    /// Lays pieces where they are wanted. Those that lie there already stay as they are; others move, are made, or are
    /// taken away. `make` makes a new piece for a record.
    pub fn rearrange(&mut self, known: &Known, wanted: &[Placed], make: impl Fn(&Link) -> Option<RawPiece>) {
        let laid = self.laid(known);
        let mut open: Vec<&Placed> = Vec::new();
        let mut staying = BTreeMap::<&Placed, Vec<usize>>::new();
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
        self.lay(loose);
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
    fn lay(&mut self, loose: Vec<(RawPiece, &Placed)>) {
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
            for (index, value) in [place.window.clone(), x.to_string(), y.to_string()].iter().enumerate() {
                piece.set_basic_state(index, value);
            }
            let stack = Stack { map: Some(place.window.clone()), x, y, pieces: vec![piece.id.clone()], layer: -1 };
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

    fn placed(id: &str, x: i32) -> Placed {
        Placed { what: Link::Unit(id.into()), window: "Main".into(), x, y: 9 }
    }

    fn save() -> (Save, Known) {
        let mut known = Known::default();
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

    fn lying(save: &Save, known: &Known) -> (Vec<Placed>, usize) {
        let digest = Digest::of(&save.commands);
        (digest.placed(known), digest.pieces.len())
    }

    #[test]
    fn nothing_wanted_changes_nothing() {
        let (mut save, known) = save();
        let before = save.commands.clone();
        let digest = Digest::of(&save.commands);
        let placed = digest.placed(&known);
        assert_eq!((digest.pieces.len(), digest.broken), (4, None));
        assert_eq!(placed.iter().map(|one| (one.what.id(), one.x)).collect::<Vec<_>>(), [("1", 5), ("1", 5), ("2", 7)]);
        save.rearrange(&known, &placed, |_| None);
        assert_eq!(save.commands, before);
        let packed = save.pack().unwrap();
        assert_eq!(Save::open(&packed).unwrap().commands, before);
        assert_eq!(Digest::open(&packed).unwrap().placed(&known), placed);
    }

    #[test]
    fn old_saves_know_pieces_by_their_faces() {
        let raw = |name: &str, image: &str| {
            let basic = Basic { name: name.into(), image: image.into(), ..Basic::default() };
            RawPiece::decode(&Piece { traits: Vec::new(), basic }.slot_text()).unwrap()
        };
        let mut known = Known::default();
        for (n, image) in ["a.gif", "b.gif", "b.gif"].iter().enumerate() {
            known.add("", &raw("Inf", image), Link::Unit(n.to_string()));
        }
        known.add("", &raw("Tank", ""), Link::Unit("tank".into()));
        let found =
            |known: &Known, name: &str, image: &str| known.find(&raw(name, image)).map(|link| link.id().to_string());
        assert_eq!(found(&known, "Inf", "a.gif").as_deref(), Some("0"));
        assert_eq!(found(&known, "Inf", "b.gif").as_deref(), Some("1"));
        assert_eq!(found(&known, "Inf", "c.gif"), None);
        assert_eq!(found(&known, "Tank", "").as_deref(), Some("tank"));
        assert_eq!(found(&known.strictly(), "Inf", "a.gif"), None);
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
