//! The id of a game, which names its folder in `dist` and its files.

/// What the id of a game is made of, for messages.
pub const GAME_ID: &str = "a to z, 0 to 9 and `-`";

/// Whether a text can be the id of a game. Whatever is read as such, from data or from an old build, obeys
/// this before it becomes part of a path.
pub fn is_game_id(id: &str) -> bool {
    !id.is_empty() && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}
