//! What was drawn before need not be drawn again.

use std::borrow::Cow;

/// A memory of what was made from what, across builds.
pub trait Memory: Sync {
    /// What was made from the input with that hash.
    fn recall(&self, hash: &[u8; 32]) -> Option<Cow<'_, [u8]>>;
    /// Remembers it. Failing to is not an error: it is made again next time.
    fn remember(&self, hash: &[u8; 32], bytes: &[u8]);
}

/// Nothing is remembered.
pub struct Forgetful;

impl Memory for Forgetful {
    fn recall(&self, _: &[u8; 32]) -> Option<Cow<'_, [u8]>> {
        None
    }
    fn remember(&self, _: &[u8; 32], _: &[u8]) {}
}
