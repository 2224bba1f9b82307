//! `punchboard new`.

use super::Outcome;
use super::report::{BOLD_GREEN, PLAIN};
use crate::source::values::{is_device, is_game_id};
use anstream::eprintln;
use include_dir::{Dir, include_dir};
use std::path::Path;

static SCAFFOLD: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates/new");

pub fn run(folder: &Path, title: Option<String>) -> Outcome {
    let id = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if is_device(&id) {
        return Err(format!("`{id}` cannot be a game's id: on Windows this is the name of a device"));
    }
    if !is_game_id(&id) {
        return Err(format!("`{id}` cannot be a game's id: use a to z, 0 to 9 and `-`"));
    }
    if folder.exists() {
        return Err(format!("{} exists already", folder.display()));
    }
    let title = title.unwrap_or_else(|| titled(&id));
    let cannot = |error: std::io::Error| format!("cannot make {}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(cannot)?;
    for file in SCAFFOLD.files() {
        let text = file.contents_utf8().unwrap_or_default();
        let quoted = title.replace('\\', "\\\\").replace('"', "\\\"");
        let text = text.replace("{{id}}", &id).replace("{{title}}", &quoted).replace("../../schema/", ".schema/");
        std::fs::write(folder.join(file.path()), text).map_err(cannot)?;
    }
    super::schema::write(&folder.join(".schema"))?;
    eprintln!("{BOLD_GREEN}made{PLAIN}   {}: a small game that builds", folder.display());
    eprintln!("       next: punchboard build {}", folder.display());
    Ok(0)
}

/// `river-crossing` as a title: `River Crossing`.
fn titled(id: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
    };
    id.split('-').map(word).collect::<Vec<_>>().join(" ")
}
