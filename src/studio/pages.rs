//! The pages themselves, carried in the program.

use include_dir::{Dir, include_dir};

static WEB: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/web/studio");

/// What stands in the front page where the token goes.
const TOKEN: &str = "{{token}}";

/// All files of the pages, by name.
pub fn files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    WEB.files().filter_map(|file| Some((file.path().to_str()?, file.contents())))
}

/// The front page, with the token that writing needs.
pub fn front(token: &str) -> Option<Vec<u8>> {
    let text = WEB.get_file("index.html")?.contents_utf8()?;
    Some(text.replace(TOKEN, token).into_bytes())
}

/// A file of the pages and what it is.
pub fn file(name: &str) -> Option<(&'static [u8], &'static str)> {
    let (_, bytes) = files().find(|(own, _)| *own == name)?;
    let kind = match name.rsplit_once('.')?.1 {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    };
    Some((bytes, kind))
}
