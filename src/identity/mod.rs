//! Identity: which pieces a module has, and the number of each that never changes.
//!
//! A saved game finds its pieces in a module by their numbers (gpid). So a piece keeps its number for
//! as long as the game exists: what was given out is written to the [`Lock`], which is committed with
//! the data. Everything here is a function of the [`Model`] and the lock; nothing is read or written.

mod lock;

pub(crate) use lock::quoted;
pub use lock::{LARGEST, Lock, VERSION};

use crate::model::{Card, Input, Model, Named};
use crate::syntax::MarkerUse;
use std::collections::BTreeSet;

/// A kind of piece; its word begins the keys of such pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PieceKind {
    /// A unit.
    Unit,
    /// A marker.
    Marker,
    /// A card.
    Card,
    /// A marker as a command puts it on a place.
    Place,
    /// What says how many cards a deck has.
    Count,
    /// A sheet on which something is worked out.
    Sheet,
}

impl PieceKind {
    /// All kinds, in the order in which numbers are given out.
    pub const ALL: [PieceKind; 6] =
        [PieceKind::Unit, PieceKind::Marker, PieceKind::Card, PieceKind::Place, PieceKind::Count, PieceKind::Sheet];

    /// The word that begins its keys.
    pub fn word(self) -> &'static str {
        match self {
            PieceKind::Unit => "unit",
            PieceKind::Marker => "marker",
            PieceKind::Card => "card",
            PieceKind::Place => "place",
            PieceKind::Count => "count",
            PieceKind::Sheet => "sheet",
        }
    }

    /// The key of the piece with that id.
    pub fn key(self, id: &str) -> String {
        format!("{}/{id}", self.word())
    }
}

/// A piece and the keys it had before.
struct WantedNumber {
    key: String,
    was: Vec<String>,
}

/// The key of a copy of a card; copies are counted from 1, and each has a number of its own.
pub fn card_key(id: &str, copy: u32) -> String {
    let key = PieceKind::Card.key(id);
    if copy > 1 { format!("{key}#{copy}") } else { key }
}

/// Every copy of a card: a deck holds them all.
fn card(card: &Card) -> impl Iterator<Item = WantedNumber> + '_ {
    (1..=card.copies).map(|copy| WantedNumber {
        key: card_key(&card.id, copy),
        was: card.was.iter().map(|id| card_key(id, copy)).collect(),
    })
}

/// The pieces of a game, in the order in which numbers are given out.
fn wanted(model: &Model) -> Vec<WantedNumber> {
    fn of<'a, T: Named + 'a>(
        piece: PieceKind,
        things: impl Iterator<Item = &'a T> + 'a,
        was: impl Fn(&T) -> &[String] + 'a,
    ) -> impl Iterator<Item = WantedNumber> + 'a {
        things.map(move |thing| WantedNumber {
            key: piece.key(thing.id()),
            was: was(thing).iter().map(|id| piece.key(id)).collect(),
        })
    }
    let laid = model.markers.iter().filter(|marker| marker.role == MarkerUse::Place);
    of(PieceKind::Unit, model.units.iter(), |unit| &unit.was)
        .chain(of(PieceKind::Marker, model.markers.iter(), |marker| &marker.was))
        .chain(model.cards.iter().flat_map(card))
        .chain(of(PieceKind::Place, laid, |marker| &marker.was))
        .chain(of(PieceKind::Count, model.decks.iter(), |_| &[]))
        .chain(sheets(model).map(|id| WantedNumber { key: PieceKind::Sheet.key(&id), was: Vec::new() }))
        .collect()
}

/// What players work out with more than a question or two: tables, operations that compute, sums.
fn sheets(model: &Model) -> impl Iterator<Item = String> + '_ {
    let asks = |inputs: &[Input]| inputs.len() > 1 || inputs.iter().any(|input| input.from.is_some());
    let tables = model.tables.iter().filter(move |table| asks(&table.inputs) && !table.secret).flat_map(|table| {
        let sides = table.dice_by_side.iter().map(|own| format!("table.{}.{}", table.id, own.side.id));
        let whole = table.dice_by_side.is_empty().then(|| format!("table.{}", table.id));
        whole.into_iter().chain(sides)
    });
    let operations = model.rules.operations.iter().filter(|operation| operation.parts().next().is_some());
    let sums = model.rules.procedures.iter().filter(move |procedure| asks(&procedure.inputs));
    let operations = operations.map(|operation| format!("operation.{}", operation.id));
    tables.chain(operations).chain(sums.map(|procedure| format!("procedure.{}", procedure.id)))
}

/// The keys of a game's pieces, in the order in which numbers are given out: `unit/<id>`,
/// `marker/<id>`, `card/<id>` (`card/<id>#2` for a second copy), `place/<id>` for
/// every marker that is put on places, `count/<id>` for every deck, and `sheet/<id>` for everything that players
/// work out on a sheet.
pub fn keys(model: &Model) -> Vec<String> {
    wanted(model).into_iter().map(|wanted| wanted.key).collect()
}

/// The numbers of a game's pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identities {
    /// The lock that remembers them.
    pub lock: Lock,
    /// Keys that got a new number.
    pub new: Vec<String>,
    /// Keys that took the number of what they were.
    pub renamed: Vec<String>,
    /// Keys that came back to their old number.
    pub back: Vec<String>,
    /// Keys that were retired.
    pub retired: Vec<String>,
    /// Whether the lock is another than before.
    pub changed: bool,
}

impl Identities {
    /// The number of a piece.
    pub fn gpid(&self, key: &str) -> Option<u32> {
        self.lock.pieces.get(key).copied()
    }

    /// The number that the next new piece will get.
    pub fn next(&self) -> u32 {
        self.lock.next()
    }
}

/// Gives every piece its number: the one that the lock has for it, else that of what it was, else a new
/// one. Pieces that are gone are retired; nothing else gets their numbers.
pub fn assign(model: &Model, before: &Lock) -> Identities {
    let wanted = wanted(model);
    let here: BTreeSet<&str> = wanted.iter().map(|wanted| wanted.key.as_str()).collect();
    let mut left = before.clone();
    let mut lock = Lock::default();
    let (mut new, mut renamed, mut back) = (Vec::new(), Vec::new(), Vec::new());
    for WantedNumber { key, .. } in &wanted {
        if let Some(number) = left.take(key) {
            lock.pieces.insert(key.clone(), number);
            if before.retired.contains_key(key) {
                back.push(key.clone());
            }
        }
    }
    let mut next = before.next();
    for WantedNumber { key, was } in &wanted {
        if lock.pieces.contains_key(key) {
            continue;
        }
        let mut gone = was.iter().filter(|old| !here.contains(old.as_str()));
        let number = match gone.find_map(|old| left.take(old)) {
            Some(number) => {
                renamed.push(key.clone());
                number
            }
            None => {
                new.push(key.clone());
                next = next.saturating_add(1);
                next - 1
            }
        };
        lock.pieces.insert(key.clone(), number);
    }
    let retired = left.pieces.keys().cloned().collect();
    lock.retired = left.retired;
    lock.retired.extend(left.pieces);
    let changed = lock != *before;
    Identities { lock, new, renamed, back, retired, changed }
}
