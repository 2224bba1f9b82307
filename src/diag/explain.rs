//! The long story of a code: its page in `docs/errors`, carried in the program.

use super::{Code, codes};
use include_dir::{Dir, include_dir};

static PAGES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/docs/errors");

/// The page of a code, found by `PB0123`, `pb123` or by its name.
pub fn explain(wanted: &str) -> Option<(&'static Code, &'static str)> {
    let digits = wanted.to_uppercase();
    let padded = format!("PB{:0>4}", digits.trim_start_matches("PB"));
    let code = codes::ALL.iter().find(|code| code.id == padded || code.name == wanted)?;
    let page = PAGES.get_file(format!("{}.md", code.id))?.contents_utf8()?;
    Some((code, page))
}

/// Everything `explain` knows, for suggestions.
pub fn page_names() -> impl Iterator<Item = &'static str> {
    codes::ALL.iter().flat_map(|code| [code.id, code.name])
}
