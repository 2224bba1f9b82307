//! The game itself: title, rulebook, size of its counters.

use crate::check::about::{about, notes};
use crate::model::{About, GameInfo, Missing};
use crate::source::decode::Cx;
use crate::source::values::{GAME_ID, is_device, is_game_id};
use crate::source::{FileKind, RULEBOOKS, Sources, Sp};
use crate::syntax::{GameFile, Status};

/// The game itself.
pub fn game(file: &GameFile, sources: &Sources, cx: &mut Cx) -> (GameInfo, Vec<Missing>) {
    let folder = sources.folder.as_str();
    let game = &file.game;
    if semver::Version::parse(&game.version).is_err() {
        let message = format!("`{}` is not a semantic version", game.version.value);
        cx.bad_value::<()>(game.version.span, message, "write three numbers, such as \"1.0.0\"");
    }
    let id = game.id.as_ref().map_or_else(|| folder.to_string(), |id| id.0.clone());
    if !is_game_id(&id) {
        let span = game.id.as_ref().map_or(game.meta.span, |id| id.span);
        let message = if is_device(&id) {
            format!("the game's id `{id}` becomes a file name, but on Windows it is the name of a device")
        } else {
            format!("the game's id `{id}` becomes a file name: use {GAME_ID}")
        };
        cx.bad_value::<()>(span, message, "write `id = \"..\"` in `[game]`");
    }
    let missing = file.missing.iter().map(|missing| {
        let About { source, note } = about(&missing.meta);
        Missing { what: missing.what.value.clone(), source, note }
    });
    let book = file.rulebook.as_ref();
    let source = about(&game.meta).source;
    let note = notes([game.meta.note.as_deref(), book.and_then(|book| book.meta.note.as_deref())]);
    let game = GameInfo {
        id,
        title: game.title.value.clone(),
        version: game.version.value.clone(),
        designer: game.designer.clone(),
        publisher: game.publisher.clone(),
        status: game.status.as_ref().map_or(Status::Own, |status| status.value),
        rulebook: book.and_then(|book| book.title.clone()),
        rulebook_file: book.and_then(|book| book.file.as_ref()).and_then(|file| rulebook(file, sources, cx)),
        module: file.module.as_ref().map(|module| crate::check::module::carried(module, sources, cx)),
        about: game.about.clone(),
        counter_size: counter_size(file),
        source,
        note,
    };
    (game, missing.collect())
}

/// The file of the rulebook, if it is there and a PDF or a text.
fn rulebook(file: &Sp<String>, sources: &Sources, cx: &mut Cx) -> Option<String> {
    let Some((_, own)) = sources.own().find(|(_, own)| own.kind == FileKind::Rulebook && own.name == file.value) else {
        let message = format!("the game's folder has no rulebook `{}`", file.value);
        return cx.bad_value(
            file.span,
            message,
            &format!("call it `{}` and put it beside `game.toml`", RULEBOOKS.join("` or `")),
        );
    };
    if own.text.is_empty() && !own.bytes.starts_with(b"%PDF-") {
        return cx.bad_value(file.span, format!("`{}` is not a PDF", file.value), "export the rulebook as PDF again");
    }
    Some(own.name.clone())
}

/// The side of the game's counters in millimetres: 5/8 inch unless it says otherwise.
pub(super) fn counter_size(file: &GameFile) -> f64 {
    file.game.counter_size.as_ref().map_or(15.875, |size| size.0)
}
