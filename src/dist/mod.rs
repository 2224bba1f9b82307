//! Writing: the only stage that touches the disk, once, at the end, all or nothing.
//!
//! The files of a game are written into a new folder beside the old one, which then takes its place
//! in one step ([`Staging`]). A build that fails or is killed leaves the old folder whole; what it left
//! of the new one is swept away by the next build, which recognises it because nobody holds the place
//! ([`Claim`]). Only a folder that a build made is ever replaced, and never one that is read; files of
//! others in it are kept. Beside the data a build writes one file only, the game's lock, before the new folder takes its place.

mod claim;
mod disk;
mod guard;
mod hold;
mod lock;
mod manifest;
mod marker;
mod memory;
mod own;
mod pack;
mod staging;
mod stat;
#[cfg(test)]
mod tests;

pub use claim::Claim;
pub use lock::NewLock;
pub use manifest::{BuildMessages, BuildRequest, BuiltFrom, Freshness, Listing, Manifest, program};
pub use marker::{MARKER, Maker};
pub use memory::Remembered;
pub use own::write_own;
pub use staging::{PublishError, Published, Staging};

/// The folder beside the games of `dist` in which builds remember what they made.
pub const MEMORY: &str = ".cache";
