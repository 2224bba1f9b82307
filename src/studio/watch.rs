//! Watching the folders of games: what is saved is compiled at once.

use super::SharedStudio;
use crate::source::{KindOrOther, kind_of};
use notify::event::{AccessKind, AccessMode};
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// Editors write a file in several steps: what comes within this time is one change.
const QUIET: Duration = Duration::from_millis(8);
/// How often folders are looked at where the system does not tell of changes.
const POLL: Duration = Duration::from_millis(500);

/// The pages draw what changed before all other checks take the processors.
const CALM: Duration = Duration::from_millis(300);

/// Keeps the watching alive.
pub type Watching = Box<dyn Watcher + Send>;

/// Watches the folders of all games.
pub fn start(shared: &Arc<SharedStudio>) -> Result<Watching, String> {
    let (sender, receiver) = channel();
    let watching = watch(shared, &sender)?;
    let shared = shared.clone();
    std::thread::spawn(move || follow(&shared, &receiver));
    Ok(watching)
}

fn watch(shared: &SharedStudio, changed: &Sender<usize>) -> Result<Watching, String> {
    let roots: Vec<_> = shared.games.iter().map(|game| game.folder.clone()).collect();
    let tell = {
        let (roots, changed) = (roots.clone(), changed.clone());
        move |event: notify::Result<Event>| {
            for game in event.iter().flat_map(|event| touched(&roots, event)) {
                // Nobody listens only when the program ends.
                let _ = changed.send(game);
            }
        }
    };
    let system = RecommendedWatcher::new(tell.clone(), Config::default());
    let mut watching: Watching = match system {
        Ok(watching) => Box::new(watching),
        Err(_) => Box::new(polling(tell)?),
    };
    for root in &roots {
        let watched = watching.watch(root, RecursiveMode::Recursive);
        watched.map_err(|why| format!("cannot watch {}: {why}", root.display()))?;
    }
    Ok(watching)
}

fn polling(tell: impl notify::EventHandler) -> Result<PollWatcher, String> {
    let config = Config::default().with_poll_interval(POLL).with_compare_contents(true);
    PollWatcher::new(tell, config).map_err(|why| format!("cannot watch for changes: {why}"))
}

/// The games whose files an event speaks of.
fn touched(roots: &[std::path::PathBuf], event: &Event) -> Vec<usize> {
    let written = !matches!(event.kind, EventKind::Access(_))
        || matches!(event.kind, EventKind::Access(AccessKind::Close(AccessMode::Write)));
    if !written {
        return Vec::new();
    }
    let ours = |root: &Path| event.paths.iter().any(|path| path.strip_prefix(root).is_ok_and(is_input));
    roots.iter().enumerate().filter(|(_, root)| ours(root)).map(|(n, _)| n).collect()
}

/// Whether a path in a game's folder is one of its files, or a folder that may hold some.
fn is_input(path: &Path) -> bool {
    path.extension().is_none() || !matches!(kind_of(path), KindOrOther::Ignored)
}

fn follow(shared: &Arc<SharedStudio>, changed: &Receiver<usize>) {
    while let Ok(first) = changed.recv() {
        let mut games = vec![first];
        while let Ok(game) = changed.recv_timeout(QUIET) {
            games.push(game);
        }
        games.sort_unstable();
        games.dedup();
        for n in games {
            let Some(state) = shared.games.get(n).and_then(|game| game.refresh(&shared.hub)) else { continue };
            // The next change need not wait for it.
            let shared = shared.clone();
            std::thread::spawn(move || {
                std::thread::sleep(CALM);
                shared.games.get(n).map(|game| game.check(state, &shared.hub))
            });
        }
    }
}
