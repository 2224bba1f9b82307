//! A game of the studio: as it is now, and as it last was without errors.

use super::clock::Clock;
use super::events::ListeningPages;
use super::pictures::{BoardOf, DrawnBoard, FaceKeys};
use super::view::state;
use super::write::Edits;
use super::{Committed, Folder};
use crate::check::{Replay, replay};
use crate::compile::{CheckMemory, Compiled, SoundGame, compile_again, preview};
use crate::diag::{Diagnostics, Severity, json};
use crate::model::{Model, Shows};
use crate::source::Sources;
use crate::source::decode::Cx;
use crate::syntax::GameFiles;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

/// A game of the studio.
pub struct OpenGame {
    /// The name of its folder; unlike that of any other.
    pub id: String,
    /// Its folder.
    pub folder: PathBuf,
    /// The address that opens a place in the author's editor.
    pub editor: String,
    prefix: String,
    now: RwLock<Arc<Snapshot>>,
    /// One change is compiled after the other.
    turn: Mutex<()>,
    /// What earlier states found out.
    memory: CheckMemory,
    /// Maps and displays that were drawn, with their keys; the last one at the end.
    boards: Mutex<Vec<(String, Arc<DrawnBoard>)>>,
    /// What was changed by hand, and can be taken back.
    pub edits: Mutex<Edits>,
    /// Keys of faces at the last commit, with its name.
    committed: Mutex<Option<(String, Arc<Keys>)>>,
}

/// Keys of faces by what they are of.
pub type Keys = BTreeMap<String, String>;

/// A state that was told but not checked to the end.
pub struct Unchecked {
    number: u64,
    sources: Arc<Sources>,
    found: Diagnostics,
}

/// A game at one moment.
#[derive(Clone)]
pub struct Snapshot {
    /// Counts the changes.
    pub number: u64,
    /// The files, also those with errors in them.
    pub sources: Arc<Sources>,
    /// The last state that can be drawn.
    pub good: Option<Arc<Good>>,
    /// Whether that is the present one.
    pub fresh: bool,
    /// Whether worked examples and promises are still being tried.
    pub checking: bool,
    /// Everything that is wrong.
    pub problems: Arc<Vec<Value>>,
    /// How many errors there are.
    pub errors: usize,
    /// How long it took.
    pub times: Times,
    hash: blake3::Hash,
}

/// A state of a game that can be drawn.
pub struct Good {
    /// The game.
    pub sound: SoundGame,
    /// The files that it was compiled from.
    pub sources: Arc<Sources>,
    /// The keys of all faces.
    pub faces: FaceKeys,
    /// The keys of all maps.
    pub maps: Vec<String>,
    /// The keys of all displays. They show counters: whatever changes may change them.
    pub displays: Vec<String>,
    /// What became of its counters and cards since another state; none if some came or went.
    pub since: Option<Since>,
    /// Its charts, drawn when somebody asks.
    pub charts: OnceLock<Vec<super::pictures::DrawnChart>>,
    /// The charts of its tables, drawn when somebody asks.
    pub tables: OnceLock<Vec<super::pictures::DrawnChart>>,
    /// Its worked examples, replayed when somebody asks.
    pub replays: OnceLock<Vec<Replay>>,
    /// Its pages on paper, by preset and paper, laid out when somebody asks.
    pub prints: Mutex<BTreeMap<(String, String), Arc<super::pictures::PrintedPages>>>,
}

/// Counters and cards that changed since another state, by their places in the model.
pub struct Since {
    /// The number of that state.
    pub number: u64,
    /// Counters.
    pub counters: Vec<usize>,
    /// Cards.
    pub cards: Vec<usize>,
}

/// How long each part of a change took, in milliseconds.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Times {
    /// Reading the files.
    pub read: f64,
    /// Compiling what looks depend on.
    pub preview: f64,
    /// Finding out which pictures changed.
    pub keys: f64,
    /// All other checks.
    pub whole: f64,
    /// What the processor worked for all of it but the other checks, where the system tells.
    pub worked: Option<f64>,
}

impl OpenGame {
    /// Compiles the game in a folder; `taken` tells which names are taken.
    pub fn open(folder: Folder, editor: &str, taken: impl Fn(&str) -> bool) -> Result<Self, String> {
        let cannot = |why: std::io::Error| format!("cannot read {}: {why}", folder.path.display());
        let path = folder.path.canonicalize().map_err(cannot)?;
        let name = path.file_name().map_or_else(|| "game".to_string(), |name| name.to_string_lossy().into_owned());
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '-' };
        let name: String = name.chars().map(plain).collect();
        let numbered = (2..).map(|n| format!("{name}-{n}"));
        let id = std::iter::once(name.clone()).chain(numbered).find(|id| !taken(id)).unwrap_or(name.clone());
        let empty = Snapshot {
            number: 0,
            sources: Arc::default(),
            good: None,
            fresh: false,
            checking: false,
            problems: Arc::default(),
            errors: 0,
            times: Times::default(),
            hash: blake3::hash(b""),
        };
        let game = Self {
            id,
            folder: path,
            editor: editor.to_string(),
            prefix: folder.prefix,
            now: RwLock::new(Arc::new(empty)),
            turn: Mutex::default(),
            memory: CheckMemory::default(),
            boards: Mutex::default(),
            edits: Mutex::default(),
            committed: Mutex::default(),
        };
        game.refresh(&ListeningPages::default());
        Ok(game)
    }

    /// The files as they are on the disk.
    pub fn read(&self) -> std::io::Result<Sources> {
        Ok(Sources::load(&self.folder, &self.prefix)?.0)
    }

    /// The game as it is now.
    pub fn now(&self) -> Arc<Snapshot> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, snapshot: Snapshot) {
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(snapshot);
    }

    /// Reads the folder again. If something in it changed, tells the pages what it looks like; what comes back is to be
    /// checked to the end.
    pub fn refresh(&self, hub: &ListeningPages) -> Option<Unchecked> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, start) = (Clock::start(), Clock::start());
        let (sources, found) = Sources::load(&self.folder, &self.prefix).ok()?;
        let before = self.now();
        let hash = hash_of(&sources);
        if hash == before.hash && before.number > 0 {
            return None;
        }
        let mut times = Times { read: start.milliseconds(), ..Times::default() };
        let start = Clock::start();
        let Compiled { game, diagnostics, sources } = preview(&self.memory, (sources, found.clone()));
        times.preview = start.milliseconds();
        let sources = Arc::new(sources);
        let start = Clock::start();
        let good = game.map(|sound| {
            Arc::new(Good::new(sound, sources.clone(), before.good.as_deref().map(|good| (before.number, good))))
        });
        times.keys = start.milliseconds();
        times.worked = all.worked();
        let (problems, errors) = told(&diagnostics, &sources);
        let now = Snapshot {
            number: before.number + 1,
            sources: sources.clone(),
            fresh: good.is_some(),
            good: good.or_else(|| before.good.clone()),
            checking: true,
            problems: Arc::new(problems),
            errors,
            times,
            hash,
        };
        let number = now.number;
        self.set(now);
        self.tell(hub);
        Some(Unchecked { number, sources, found })
    }

    /// Checks a state that is not checked yet, if there is one.
    pub fn unchecked(&self) -> Option<Unchecked> {
        let now = self.now();
        let found = Sources::load(&self.folder, &self.prefix).ok()?.1;
        now.checking.then(|| Unchecked { number: now.number, sources: now.sources.clone(), found })
    }

    /// Checks a state to the end, and tells the pages everything that is wrong, unless it is old by then.
    pub fn check(&self, state: Unchecked, hub: &ListeningPages) {
        if self.now().number != state.number {
            return;
        }
        let start = Clock::start();
        let whole = compile_again(&self.memory, ((*state.sources).clone(), state.found));
        let (problems, errors) = told(&whole.diagnostics, &whole.sources);
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut now = (*self.now()).clone();
        if now.number != state.number {
            return;
        }
        now.times.whole = start.milliseconds();
        self.set(Snapshot { checking: false, problems: Arc::new(problems), errors, ..now });
        self.tell(hub);
    }

    fn tell(&self, hub: &ListeningPages) {
        hub.tell("game", &state(self, &self.now()));
    }

    /// A map or display of a state, drawn or remembered.
    pub fn board(&self, good: &Good, board: BoardOf) -> Option<Arc<DrawnBoard>> {
        let key = match board {
            BoardOf::Map(n) => good.maps.get(n)?,
            BoardOf::Display(n) => good.displays.get(n)?,
        };
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, drawn)) = boards.iter().find(|(own, _)| own == key) {
            return Some(drawn.clone());
        }
        let drawn = Arc::new(DrawnBoard::new(&good.sound, board)?);
        // A page may still fetch parts of the state before; those of older ones are not asked for again.
        let most = 2 * (good.maps.len() + good.displays.len());
        let old = (boards.len() + 1).saturating_sub(most);
        boards.drain(..old);
        boards.push((key.clone(), drawn.clone()));
        Some(drawn)
    }

    /// A part of a map or display that was drawn, by its key.
    pub fn part(&self, key: &str) -> Option<Vec<u8>> {
        let boards: Vec<_> = self.boards.lock().unwrap_or_else(PoisonError::into_inner).clone();
        boards.iter().rev().find_map(|(_, board)| board.part(key))
    }

    /// The key of each face at the last commit, by counter or card and side; none if there is no commit.
    pub fn committed(&self, last: &Committed) -> Option<Arc<Keys>> {
        let revision = (last.revision)(&self.folder)?;
        let mut kept = self.committed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, keys)) = kept.as_ref().filter(|(own, _)| *own == revision) {
            return Some(keys.clone());
        }
        let Compiled { game, sources, .. } = (last.compile)(&self.folder)?;
        let good = Good::new(game?, Arc::new(sources), None);
        let keys = Arc::new(good.faces.by_name(&good.sound.model));
        *kept = Some((revision, keys.clone()));
        Some(keys)
    }
}

impl Good {
    /// A state with the keys of all its pictures; what looks as it did in an earlier state keeps its keys.
    fn new(sound: SoundGame, sources: Arc<Sources>, before: Option<(u64, &Good)>) -> Self {
        let faces = FaceKeys::new(&sound);
        let since = before.and_then(|(number, before)| before.changed(number, &sound.model, &faces));
        let same = before.map(|(_, before)| before).filter(|before| same_maps(&before.sound, &sound));
        let keys = BoardKeys::of(&sources);
        let maps = || sound.model.maps.iter().map(|map| keys.key("map", &map.id)).collect();
        let maps = same.map_or_else(maps, |before| before.maps.clone());
        let displays = sound.model.displays.iter().map(|own| keys.key("display", &own.id)).collect();
        Self {
            sound,
            sources,
            faces,
            maps,
            displays,
            since,
            charts: OnceLock::new(),
            tables: OnceLock::new(),
            replays: OnceLock::new(),
            prints: Mutex::default(),
        }
    }
}

impl Good {
    /// What became of its counters and cards in a later state.
    fn changed(&self, number: u64, model: &Model, faces: &FaceKeys) -> Option<Since> {
        let old = &self.sound.model;
        let same = old.types == model.types && old.formations == model.formations && old.decks == model.decks;
        let ids = |model: &Model| model.counters.iter().map(|own| own.id.clone()).collect::<Vec<_>>();
        let cards = |model: &Model| model.cards.iter().map(|own| own.id.clone()).collect::<Vec<_>>();
        if !same || faces.decks != self.faces.decks || ids(old) != ids(model) || cards(old) != cards(model) {
            return None;
        }
        let counter = |n: &usize| {
            let (was, is) = (&old.counters[*n], &model.counters[*n]);
            let shows = match (&was.shows, &is.shows) {
                (Shows::Unit(was), Shows::Unit(is)) => old.units.get(was.index) == model.units.get(is.index),
                (Shows::Marker(was), Shows::Marker(is)) => old.markers.get(was.index) == model.markers.get(is.index),
                _ => false,
            };
            !shows || was != is || self.faces.counters.get(*n) != faces.counters.get(*n)
        };
        let card = |n: &usize| old.cards[*n] != model.cards[*n] || self.faces.cards.get(*n) != faces.cards.get(*n);
        let counters = (0..model.counters.len()).filter(counter).collect();
        Some(Since { number, counters, cards: (0..model.cards.len()).filter(card).collect() })
    }

    /// Its worked examples, step by step.
    pub fn replays(&self) -> &[Replay] {
        self.replays.get_or_init(|| {
            let files = GameFiles::decode(&self.sources, &mut Cx::default());
            replay(&files, &self.sound.model)
        })
    }
}

/// Whether the maps of two states look the same: everything that they are drawn from is equal.
fn same_maps(a: &SoundGame, b: &SoundGame) -> bool {
    let Model { game, sides, formations, attributes, maps, places, edges, regions, tracks, .. } = &a.model;
    let drawn = (game, sides, formations, attributes, maps, places, edges, regions, tracks);
    let Model { game, sides, formations, attributes, maps, places, edges, regions, tracks, .. } = &b.model;
    let now = (game, sides, formations, attributes, maps, places, edges, regions, tracks);
    a.look.fingerprint == b.look.fingerprint && drawn == now
}

/// Makes keys for maps and displays that look new: files that are the same make the same.
struct BoardKeys(blake3::Hash);

impl BoardKeys {
    fn of(sources: &Sources) -> Self {
        Self(sources.hash_of(|_| true))
    }

    fn key(&self, kind: &str, id: &str) -> String {
        blake3::keyed_hash(self.0.as_bytes(), format!("{kind} {id}").as_bytes()).to_hex().to_string()
    }
}

/// Everything that was found, as JSON, and how many of it are errors.
pub fn told(diagnostics: &Diagnostics, sources: &Sources) -> (Vec<Value>, usize) {
    // A file that is broken at its start can make thousands of them.
    const MOST: usize = 500;
    let all = diagnostics.iter().take(MOST);
    let problems = all.filter_map(|diagnostic| serde_json::from_str(&json(diagnostic, sources)).ok()).collect();
    (problems, diagnostics.count(Severity::Error))
}

/// The hash of all files.
fn hash_of(sources: &Sources) -> blake3::Hash {
    let mut hash = blake3::Hasher::new();
    for (_, file) in sources.own() {
        hash.update(file.name.as_bytes()).update(file.hash().as_bytes());
    }
    hash.finalize()
}
