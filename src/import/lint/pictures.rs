//! Pictures: those that are missing, and those that nothing shows. Classes and files that are not VASSAL's.

use super::{Findings, Mistake, is_computed};
use crate::import::module::Module;
use crate::import::outline::ModuleOutline;
use crate::vassal::{Piece, Trait};
use std::collections::BTreeSet;

/// Extensions of pictures.
const PICTURES: [&str; 5] = [".png", ".gif", ".jpg", ".jpeg", ".svg"];
/// Pictures that VASSAL has itself, in the folder of its own; a module may name them without bringing them.
const BUILT_IN: [&str; 39] = [
    "Edit16.gif",
    "Help16.gif",
    "Save16.gif",
    "SaveAs16.gif",
    "Splash.gif",
    "Splash.png",
    "StepForward16.gif",
    "Undo16.gif",
    "VASSAL-256x256.png",
    "black.jpg",
    "camera.gif",
    "chart.gif",
    "chess_clock.png",
    "connect.gif",
    "counter.gif",
    "die.gif",
    "disconnect.gif",
    "getMessages.gif",
    "globe_selected.gif",
    "globe_unselected.gif",
    "inventory.gif",
    "keyCommand.gif",
    "lockedRoom.gif",
    "map.gif",
    "moved.gif",
    "notes.gif",
    "overview.gif",
    "playerAway.gif",
    "playerLooking.gif",
    "postMessage.gif",
    "recenter.gif",
    "status.gif",
    "thread.gif",
    "unmoved.gif",
    "zoom.png",
    "zoomIn.gif",
    "zoomIn.png",
    "zoomOut.gif",
    "zoomOut.png",
];

/// Pictures that are named and not there.
pub(super) fn missing(module: &Module, outline: &ModuleOutline<'_>, findings: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for (part, name) in shown(outline) {
        let gone = !is_computed(&name) && !is_built_in(&name) && module.picture(&name).is_none();
        if gone && !outline.is_idle(part) && seen.insert(name.clone()) {
            let other = other_case(module, &name).map(|name| format!("; there is `{name}`")).unwrap_or_default();
            findings.at(Mistake::MissingPicture, part, format!("there is no picture `{name}`{other}"));
        }
    }
}

/// The picture with the same name but for capitals.
fn other_case<'a>(module: &'a Module, name: &str) -> Option<&'a str> {
    let wanted = format!("images/{name}").to_lowercase();
    module.entries.iter().find(|entry| entry.to_lowercase() == wanted).map(|entry| &entry["images/".len()..])
}

/// Pictures and files that nothing needs.
pub(super) fn spare(module: &Module, outline: &ModuleOutline<'_>, findings: &mut Findings<'_>) {
    let shown: BTreeSet<String> =
        shown(outline).into_iter().filter_map(|(_, name)| module.picture(&name).map(String::from)).collect();
    // Pages and texts may show any picture: a name that stands in one of them is taken for a use.
    let texts: Vec<String> = texts(module, outline);
    for entry in &module.entries {
        let base = entry.rsplit('/').next().unwrap_or(entry);
        if entry.ends_with(".class") {
            findings.entry(Mistake::OwnClass, entry, "a class that is loaded into VASSAL");
        } else if left_behind(entry, base) {
            findings.entry(Mistake::LeftBehind, entry, "not part of a module");
        } else if entry.starts_with("images/") && is_picture(entry) && !shown.contains(entry) {
            let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
            if !texts.iter().any(|text| text.contains(base) || (stem.len() > 3 && text.contains(stem))) {
                findings.entry(Mistake::UnusedPicture, entry, "no piece, board, button or page shows it");
            }
        }
    }
}

fn left_behind(entry: &str, base: &str) -> bool {
    entry.starts_with("__MACOSX/") || matches!(base, ".DS_Store" | "Thumbs.db" | "desktop.ini")
}

/// Every picture that a component or a piece names, with the part it is named in.
fn shown(outline: &ModuleOutline<'_>) -> Vec<(usize, String)> {
    let mut names = Vec::new();
    for (part, one) in outline.parts() {
        let picture = |(_, value): (String, String)| is_picture(&value).then_some((part, value));
        names.extend(one.node.component.attributes().into_iter().filter_map(picture));
    }
    for (part, piece) in outline.good_pieces() {
        names.extend(of_piece(piece).into_iter().map(|name| (part, name)));
    }
    names
}

/// The pictures of a piece.
fn of_piece(piece: &Piece) -> Vec<String> {
    let mut names = vec![piece.basic.image.clone()];
    for one in &piece.traits {
        match one {
            Trait::Embellishment(layers) => names.extend(layers.images.iter().cloned()),
            Trait::MovementMarkable(mark) => names.push(mark.image.clone()),
            Trait::Obscurable(mask) => names.push(mask.image.clone()),
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Attributes hold all kinds of texts: a picture is a single line that ends as pictures do.
fn is_picture(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    PICTURES.iter().any(|end| text.ends_with(end)) && !text.contains(['<', '>', '\n', '|', ';']) && text.len() < 200
}

fn is_built_in(name: &str) -> bool {
    name.starts_with('/') || BUILT_IN.contains(&name) || name.starts_with("http")
}

/// All texts in which the name of a picture may stand: pages of the module, and every text of components and traits.
fn texts(module: &Module, outline: &ModuleOutline<'_>) -> Vec<String> {
    let pages = module.files.iter().filter(|(name, _)| !is_picture(name) && !name.ends_with(".vsav"));
    let pages = pages.map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned());
    let components = outline.parts().flat_map(|(_, one)| {
        let attributes = one.node.component.attributes().into_iter().map(|(_, value)| value);
        attributes.chain([one.node.component.text().to_string()])
    });
    pages.chain(components).filter(|text| text.len() > 3).collect()
}
