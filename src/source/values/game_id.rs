//! The id of a game, which names its folder in `dist` and its files.

/// What the id of a game is made of, for messages.
pub const GAME_ID: &str = "a to z, 0 to 9 and `-`";

/// Whether a text can be the id of a game. Whatever is read as such, from data or from an old build, obeys
/// this before it becomes part of a path.
pub fn is_game_id(id: &str) -> bool {
    let letters = id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    !id.is_empty() && letters && !is_device(id)
}

/// Whether Windows keeps a name for a device, with any extension or none: nothing can be called `con.png` there.
pub fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(&stem.as_str())
        || port.is_some_and(|n| n.len() == 1 && n.bytes().all(|digit| digit.is_ascii_digit()))
}
