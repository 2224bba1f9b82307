//! `punchboard new`.

use super::Outcome;
use super::say::{Tone, eprintln, head};
use crate::source::values::{GAME_ID, is_device, is_game_id};
use include_dir::{Dir, include_dir};
use std::path::Path;

static SCAFFOLD: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates/new");

pub fn run(folder: &Path, title: Option<String>) -> Outcome {
    let id = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if is_device(&id) {
        return Err(format!("`{id}` cannot be a game's id: on Windows it is the name of a device"));
    }
    if !is_game_id(&id) {
        return Err(format!("`{id}` cannot be a game's id: use {GAME_ID}"));
    }
    if folder.symlink_metadata().is_ok() {
        return Err(format!("{} exists already", folder.display()));
    }
    let title = title.unwrap_or_else(|| titled(&id));
    if title.trim().is_empty() || title.chars().any(char::is_control) {
        return Err("a title is one line of text, without control characters".to_string());
    }
    let cannot = |error: std::io::Error| format!("cannot create {}: {error}", folder.display());
    if let Some(parent) = folder.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        std::fs::create_dir_all(parent).map_err(cannot)?;
    }
    // From here on the folder is our own, and nobody else's files are in it.
    std::fs::create_dir(folder).map_err(cannot)?;
    if let Err(why) = fill(folder, &id, &title) {
        let _ = std::fs::remove_dir_all(folder);
        return Err(why);
    }
    head(Tone::Good, "made", format_args!("   {}: a small game that builds", folder.display()));
    eprintln!("       next: punchboard build {}", folder.display());
    Ok(0)
}

fn fill(folder: &Path, id: &str, title: &str) -> Result<(), String> {
    for file in SCAFFOLD.files() {
        let text = file.contents_utf8().unwrap_or_default();
        let quoted = title.replace('\\', "\\\\").replace('"', "\\\"");
        let text = text.replace("{{id}}", id).replace("{{title}}", &quoted).replace("../../schema/", ".schema/");
        let path = folder.join(file.path());
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    super::schema::write(&folder.join(".schema"))
}

/// `river-crossing` as a title: `River Crossing`.
fn titled(id: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
    };
    id.split('-').map(word).collect::<Vec<_>>().join(" ")
}
