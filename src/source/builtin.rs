//! Templates, styles and symbols that are part of the program.

use include_dir::{Dir, DirEntry, File, include_dir};

static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// Names and texts of the presets of printing.
pub fn presets() -> Vec<(&'static str, &'static str)> {
    let files = TEMPLATES.get_dir("print").map(Dir::files).into_iter().flatten();
    let preset = |file: &'static File<'static>| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?));
    let mut found: Vec<_> = files.filter_map(preset).collect();
    found.sort_unstable();
    found
}

/// Names, as inside a game's folder, and bytes of everything built in.
pub fn files() -> Vec<(String, &'static [u8])> {
    let mut found = Vec::new();
    for folder in ["cards", "emblems", "faces", "glyphs", "styles", "symbols"] {
        for entry in TEMPLATES.get_dir(folder).map(Dir::entries).unwrap_or_default() {
            if let DirEntry::File(file) = entry {
                let name = file.path().to_string_lossy().replace('\\', "/");
                found.push((format!("templates/{name}"), file.contents()));
            }
        }
    }
    found.sort();
    found
}
