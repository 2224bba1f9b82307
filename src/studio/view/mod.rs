//! What pages ask for: views of a game as JSON.

mod board;
mod display;
mod examples;
mod operations;
mod overlay;
mod pieces;
mod place;
mod print;
mod setup;
mod sheets;
mod source;
mod state;
mod tables;

pub use board::board;
pub use display::display;
pub use examples::{example_scene, examples};
pub use operations::operations;
pub use overlay::overlay;
pub use pieces::pieces;
pub use place::place;
pub use print::print;
pub use setup::setup;
pub use sheets::sheets;
pub use source::source;
pub use state::state;
pub use tables::{roll, tables};

use crate::model::{About, Model, Named, Point};
use serde_json::{Value, json};

/// The place of a thing in a list of the model, by its id.
fn index_of<T: Named>(list: &[T], id: &str) -> Option<usize> {
    list.iter().position(|thing| thing.id() == id)
}

/// Hundredths of a millimetre are enough for screens.
fn rounded(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

/// Points one after the other: x, y, x, y ...
fn flat(points: &[Point]) -> Vec<f64> {
    points.iter().flat_map(|point| [rounded(point.x), rounded(point.y)]).collect()
}

/// Which kind of source a record rests on: `rulebook`, `inferred`, `reconstructed`, `owner` or nothing.
fn source_kind(about: &About) -> &'static str {
    let source = about.source.as_ref();
    let text = source.and_then(|source| source.rest.as_deref().or(source.by_key.values().next().map(String::as_str)));
    match text {
        None => "",
        Some(text) if text.starts_with("inferred") => "inferred",
        Some("reconstructed") => "reconstructed",
        Some("owner") => "owner",
        Some(_) => "rulebook",
    }
}

/// Source and note of a record, for people.
fn about(about: &About) -> Value {
    let text = about.source.as_ref().map(|source| {
        let rest = source.rest.iter().cloned();
        let keys = source.by_key.iter().map(|(key, text)| format!("{key}: {text}"));
        rest.chain(keys).collect::<Vec<_>>().join("; ")
    });
    json!({ "kind": source_kind(about), "source": text, "note": about.note })
}

/// The name of a terrain, wherever it is declared.
fn terrain_name<'m>(model: &'m Model, id: &'m str) -> &'m str {
    let all = model.maps.iter().flat_map(|map| &map.terrains);
    all.filter(|terrain| terrain.id == id).map(|terrain| terrain.name.as_str()).next().unwrap_or(id)
}
