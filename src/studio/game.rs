//! A game of the studio: as it is now, and as it last was without errors.

use super::events::Hub;
use super::pictures::{DrawnMap, Faces};
use super::write::Edits;
use super::{Committed, Folder};
use crate::art::MapSketch;
use crate::check::{Replay, replay};
use crate::compile::{Compiled, SoundGame, compile_sources, preview};
use crate::diag::{Diagnostics, Severity, json};
use crate::source::Sources;
use crate::source::decode::Cx;
use crate::syntax::GameFiles;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::Instant;

/// A game of the studio.
pub struct Game {
    /// The name of its folder; unlike that of any other.
    pub id: String,
    /// Its folder.
    pub folder: PathBuf,
    prefix: String,
    now: RwLock<Arc<Snapshot>>,
    /// One change is compiled after the other.
    turn: Mutex<()>,
    /// Maps that were drawn, by their keys.
    maps: Mutex<BTreeMap<String, Arc<DrawnMap>>>,
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
    pub faces: Faces,
    /// The keys of all maps.
    pub maps: Vec<String>,
    /// Its charts, drawn when somebody asks.
    pub charts: OnceLock<Vec<super::pictures::DrawnChart>>,
    /// Its worked examples, replayed when somebody asks.
    pub replays: OnceLock<Vec<Replay>>,
    /// Its pages on paper, by preset and paper, laid out when somebody asks.
    pub prints: Mutex<BTreeMap<(String, String), Arc<super::pictures::Printed>>>,
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
}

fn since(start: Instant) -> f64 {
    (start.elapsed().as_secs_f64() * 10_000.0).round() / 10.0
}

impl Game {
    /// Compiles the game in a folder; `taken` tells which names are taken.
    pub fn open(folder: Folder, taken: impl Fn(&str) -> bool) -> Result<Self, String> {
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
            prefix: folder.prefix,
            now: RwLock::new(Arc::new(empty)),
            turn: Mutex::default(),
            maps: Mutex::default(),
            edits: Mutex::default(),
            committed: Mutex::default(),
        };
        game.refresh(&Hub::default());
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
    pub fn refresh(&self, hub: &Hub) -> Option<Unchecked> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let start = Instant::now();
        let (sources, found) = Sources::load(&self.folder, &self.prefix).ok()?;
        let before = self.now();
        let hash = hash_of(&sources);
        if hash == before.hash && before.number > 0 {
            return None;
        }
        let mut times = Times { read: since(start), ..Times::default() };
        let start = Instant::now();
        let Compiled { game, diagnostics, sources } = preview((sources, found.clone()));
        times.preview = since(start);
        let sources = Arc::new(sources);
        let start = Instant::now();
        let good = game.map(|sound| Arc::new(Good::new(sound, sources.clone())));
        times.keys = since(start);
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
    pub fn check(&self, state: Unchecked, hub: &Hub) {
        if self.now().number != state.number {
            return;
        }
        let start = Instant::now();
        let whole = compile_sources(((*state.sources).clone(), state.found));
        let (problems, errors) = told(&whole.diagnostics, &whole.sources);
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut now = (*self.now()).clone();
        if now.number != state.number {
            return;
        }
        now.times.whole = since(start);
        self.set(Snapshot { checking: false, problems: Arc::new(problems), errors, ..now });
        self.tell(hub);
    }

    fn tell(&self, hub: &Hub) {
        let now = self.now();
        let Snapshot { number, fresh, checking, errors, times, .. } = &*now;
        let event = json!({ "game": self.id, "number": number, "fresh": fresh, "checking": checking,
            "errors": errors, "times": times });
        hub.tell("game", &event);
    }

    /// A map of a state, drawn or remembered.
    pub fn map(&self, good: &Good, index: usize) -> Option<Arc<DrawnMap>> {
        let key = good.maps.get(index)?;
        let mut maps = self.maps.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(drawn) = maps.get(key) {
            return Some(drawn.clone());
        }
        let drawn = Arc::new(DrawnMap::new(&good.sound, index)?);
        // Those of older states are not asked for again.
        let current = self.now();
        let wanted = |own: &String| current.good.iter().any(|good| good.maps.contains(own));
        maps.retain(|own, _| wanted(own));
        maps.insert(key.clone(), drawn.clone());
        Some(drawn)
    }

    /// The key of each face at the last commit, by counter or card and side; none if there is no commit.
    pub fn committed(&self, last: &Committed) -> Option<Arc<Keys>> {
        let revision = (last.revision)(&self.folder)?;
        let mut kept = self.committed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, keys)) = kept.as_ref().filter(|(own, _)| *own == revision) {
            return Some(keys.clone());
        }
        let Compiled { game, sources, .. } = (last.compile)(&self.folder)?;
        let good = Good::new(game?, Arc::new(sources));
        let keys = Arc::new(good.faces.by_name(&good.sound.model));
        *kept = Some((revision, keys.clone()));
        Some(keys)
    }
}

impl Good {
    fn new(sound: SoundGame, sources: Arc<Sources>) -> Self {
        let faces = Faces::new(&sound);
        let hex = |sketch: MapSketch<'_>| blake3::Hash::from(*sketch.key()).to_hex().to_string();
        let maps = MapSketch::all(&sound.model, &sound.look).into_iter().map(hex).collect();
        Self {
            sound,
            sources,
            faces,
            maps,
            charts: OnceLock::new(),
            replays: OnceLock::new(),
            prints: Mutex::default(),
        }
    }
}

impl Good {
    /// Its worked examples, step by step.
    pub fn replays(&self) -> &[Replay] {
        self.replays.get_or_init(|| {
            let files = GameFiles::decode(&self.sources, &mut Cx::default());
            replay(&files, &self.sound.model)
        })
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
