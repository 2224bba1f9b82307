//! Claiming a place for what is made: nobody's work is in it, and nobody else is about to fill it.

use super::disk::{Disk, is_there};
use super::guard::{self, Made};
use super::hold::Hold;
use super::lock::{is_number, sweep_locks};
use super::marker::Maker;
use crate::source::LOCK;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The place of a game in a folder of outputs, held until this is dropped.
#[derive(Debug)]
pub struct Claim {
    pub(super) disk: Disk,
    pub(super) dist: PathBuf,
    pub(super) game: String,
    pub(super) maker: Maker,
    pub(super) inputs: Vec<PathBuf>,
    hold: Hold,
}

impl Claim {
    /// Claims `dist/<game>`, unless something is there that `maker` did not make, or one of the folders
    /// that are read. If another program fills it now, `waiting` is called, and then it is waited for.
    pub fn new(dist: &Path, game: &str, maker: Maker, inputs: &[PathBuf], waiting: &dyn Fn()) -> io::Result<Self> {
        Self::on(Disk::default(), dist, game, maker, inputs, waiting)
    }

    pub(super) fn on(
        disk: Disk,
        dist: &Path,
        game: &str,
        maker: Maker,
        inputs: &[PathBuf],
        waiting: &dyn Fn(),
    ) -> io::Result<Self> {
        guard::plain_name(game)?;
        let target = dist.join(game);
        guard::spares_inputs(&target, inputs)?;
        guard::replaceable(&target, maker)?;
        fs::create_dir_all(dist)?;
        let hold = Hold::take(&disk, &dist.join(format!(".{game}.building")), waiting)?;
        let (dist, game) = (dist.to_path_buf(), game.to_string());
        let claim = Self { disk, dist, game, maker, inputs: inputs.to_vec(), hold };
        claim.recover()?;
        claim.check()?;
        Ok(claim)
    }

    /// Whether another program filled it first, and may have changed more than this.
    pub fn waited(&self) -> bool {
        self.hold.waited
    }

    /// The folder that is to be filled.
    pub fn target(&self) -> PathBuf {
        self.dist.join(&self.game)
    }

    /// The lock that the last build put there, if it did.
    pub fn built_lock(&self) -> Option<PathBuf> {
        Some(self.target().join(LOCK)).filter(|path| path.is_file())
    }

    /// Sweeps what killed builds left in the game's own folder.
    pub fn sweep_locks(&self, folder: &Path) {
        sweep_locks(&self.disk, folder);
    }

    /// Refuses what may not be replaced.
    pub(super) fn check(&self) -> io::Result<()> {
        guard::spares_inputs(&self.target(), &self.inputs)?;
        guard::replaceable(&self.target(), self.maker)
    }

    /// Where the old folder steps while the new one takes its place, on disks that cannot exchange them.
    pub(super) fn aside(&self) -> PathBuf {
        self.dist.join(format!(".{}.old", self.game))
    }

    /// An empty folder beside the target, to be filled.
    pub(super) fn new_folder(&self) -> io::Result<PathBuf> {
        let mut number = std::process::id();
        loop {
            let folder = self.half(number);
            match self.disk.make_folder(&folder) {
                Ok(()) => return Ok(folder),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number = number.wrapping_add(1),
                Err(error) => return Err(error),
            }
        }
    }

    /// The name of a folder that is half made or half removed.
    fn half(&self, number: u32) -> PathBuf {
        self.dist.join(format!(".{}.new-{number}", self.game))
    }

    /// Brings back an old folder that stepped aside when a build was killed, and sweeps halves.
    fn recover(&self) -> io::Result<()> {
        let aside = self.aside();
        if is_there(&aside) {
            if !is_there(&self.target()) {
                self.disk.rename(&aside, &self.target())?;
            } else if matches!(guard::made_by(&aside), Ok(Made::ByOthers) | Err(_)) {
                let why =
                    format!("{} is in the way, and punchboard did not make it; move or delete it", aside.display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
            } else {
                // Half removed it would not be known any more, so it is named as such first.
                let half = (0..).map(|number| self.half(number)).find(|half| !is_there(half));
                self.disk.rename(&aside, &half.unwrap_or_else(|| self.half(0)))?;
            }
        }
        if self.hold.is_sure() { self.sweep() } else { Ok(()) }
    }

    /// Removes halves: while this is held, nobody works on them.
    fn sweep(&self) -> io::Result<()> {
        let prefix = format!(".{}.new-", self.game);
        for entry in fs::read_dir(&self.dist)? {
            let entry = entry?;
            let name = entry.file_name();
            if name.to_str().and_then(|name| name.strip_prefix(&prefix)).is_some_and(is_number) {
                self.disk.remove(&entry.path())?;
            }
        }
        Ok(())
    }
}
