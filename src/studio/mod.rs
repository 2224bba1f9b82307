//! The studio: a game in the browser while it is written.
//!
//! In: folders of games. Out: pages on 127.0.0.1 that show each game as it is on the disk now. A thread watches the
//! folders; what changes is compiled and told to the pages by Server-Sent Events, and they fetch what looks
//! different. A game with errors keeps its last good state beside the list of what is wrong.

mod clock;
pub mod edit;
mod events;
mod game;
mod guard;
mod http;
mod pages;
mod pictures;
mod view;
mod watch;
mod write;

use crate::compile::Compiled;
use events::ListeningPages;
use game::OpenGame;
pub use pages::files as pages;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game's folder.
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// What messages print before the names of its files.
    pub prefix: String,
}

/// Something that can be asked about a folder.
pub type AskFolder<T> = Box<dyn Fn(&Path) -> Option<T> + Send + Sync>;

/// How to see what changed since the last commit.
pub struct Committed {
    /// The name of the commit.
    pub revision: AskFolder<String>,
    /// The game as it was then.
    pub compile: AskFolder<Compiled>,
}

/// How the studio runs.
pub struct StudioOptions {
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The address that opens a place in the author's editor, with `{path}`, `{line}` and `{column}`.
    pub editor: String,
    /// How to see what changed since the last commit.
    pub committed: Committed,
}

/// What all threads share.
struct SharedStudio {
    games: Vec<OpenGame>,
    hub: ListeningPages,
    pictures: pictures::Store,
    /// What a request must show before it may write.
    token: String,
    /// Tells this start of the studio from others, so that a page knows which one it belongs to.
    run: String,
    address: SocketAddr,
    options: StudioOptions,
}

impl SharedStudio {
    fn game(&self, id: &str) -> Option<&OpenGame> {
        self.games.iter().find(|game| game.id == id)
    }
}

/// A studio that is open.
pub struct Studio {
    shared: Arc<SharedStudio>,
    server: Arc<tiny_http::Server>,
}

impl Studio {
    /// Compiles the games and takes a port.
    ///
    /// # Errors
    /// Why it cannot: the port is taken, or a folder cannot be read.
    pub fn open(folders: Vec<Folder>, options: StudioOptions) -> Result<Self, String> {
        let mut games: Vec<OpenGame> = Vec::new();
        for folder in folders {
            let game = OpenGame::open(folder, &options.editor, |id| games.iter().any(|game| game.id == id))?;
            games.push(game);
        }
        let cannot = |why: &dyn std::fmt::Display| format!("cannot listen on 127.0.0.1:{}: {why}", options.port);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).map_err(|why| cannot(&why))?;
        let address = listener.local_addr().map_err(|why| cannot(&why))?;
        let server = tiny_http::Server::from_listener(listener, None).map_err(|why| cannot(&why))?;
        let pictures = pictures::Store::default();
        let (token, run) = (guard::token(), guard::token());
        let shared = SharedStudio { games, hub: ListeningPages::default(), pictures, token, run, address, options };
        Ok(Self { shared: Arc::new(shared), server: Arc::new(server) })
    }

    /// Where the pages are.
    pub fn url(&self) -> String {
        format!("http://{}/", self.shared.address)
    }

    /// What is known of each game: its folder's name, and how many errors it has.
    pub fn games(&self) -> impl Iterator<Item = (&str, usize)> {
        self.shared.games.iter().map(|game| (game.id.as_str(), game.now().errors))
    }

    /// Answers requests until the program ends.
    ///
    /// # Errors
    /// Why it cannot watch the folders.
    pub fn run(self) -> Result<(), String> {
        let _watching = watch::start(&self.shared)?;
        let shared = self.shared.clone();
        std::thread::spawn(move || {
            for game in &shared.games {
                if let Some(state) = game.unchecked() {
                    game.check(state, &shared.hub);
                }
            }
        });
        std::thread::scope(|scope| {
            // Pictures are asked for six at a time by each browser.
            for _ in 0..8 {
                let (shared, server) = (self.shared.clone(), self.server.clone());
                scope.spawn(move || {
                    while let Ok(request) = server.recv() {
                        http::answer(&shared, request);
                    }
                });
            }
        });
        Ok(())
    }
}
