//! Where commands send pieces, and where pieces start.

use super::names::map_name;
use super::{Findings, Mistake, is_computed};
use crate::import::module::Module;
use crate::import::outline::ModuleOutline;
use crate::import::size;
use crate::vassal::Trait;
use crate::vassal::components::Component;
use crate::vassal::traits::{Destination, SendToLocation};
use std::collections::{BTreeMap, BTreeSet};

/// What has a name that commands can use.
#[derive(Default)]
struct NamedTargets {
    maps: BTreeSet<String>,
    boards: BTreeSet<String>,
    zones: BTreeSet<String>,
    regions: BTreeSet<String>,
    decks: BTreeSet<String>,
}

/// Looks at commands and start places.
pub(super) fn check(module: &Module, outline: &ModuleOutline<'_>, findings: &mut Findings<'_>) {
    let named = named(outline);
    for (part, one) in outline.traits() {
        match one {
            Trait::SendToLocation(send) => sent(send, part, &named, findings),
            Trait::ReturnToDeck(back) if !back.select => look("deck", &back.deck, &named.decks, part, findings),
            _ => {}
        }
    }
    let sizes = board_sizes(module, outline);
    for (part, one) in outline.parts() {
        match &one.node.component {
            Component::SetupStack(stack) if !stack.use_grid_location => {
                starts(part, (&stack.board, stack.x, stack.y), outline, &sizes, findings);
            }
            Component::DrawPile(deck) => {
                starts(part, (&deck.board, deck.x, deck.y), outline, &sizes, findings);
                if deck.can_send {
                    look("deck", &deck.send_to, &named.decks, part, findings);
                }
            }
            _ => {}
        }
    }
}

fn named(outline: &ModuleOutline<'_>) -> NamedTargets {
    let mut named = NamedTargets::default();
    for (_, one) in outline.parts() {
        let component = &one.node.component;
        named.maps.extend(map_name(component));
        match component {
            Component::Board(board) => _ = named.boards.insert(board.name.clone()),
            Component::Zone(zone) => _ = named.zones.insert(zone.name.clone()),
            Component::Region(region) => _ = named.regions.insert(region.name.clone()),
            Component::DrawPile(deck) => _ = named.decks.insert(deck.name.clone()),
            _ => {}
        }
    }
    named
}

fn sent(send: &SendToLocation, part: usize, named: &NamedTargets, findings: &mut Findings<'_>) {
    look("map", &send.map, &named.maps, part, findings);
    match send.destination {
        Destination::Location | Destination::Grid => look("board", &send.board, &named.boards, part, findings),
        Destination::Zone => look("zone", &send.zone, &named.zones, part, findings),
        Destination::Region => look("region", &send.region, &named.regions, part, findings),
        _ => {}
    }
}

/// Says so if a name is given and nothing has it.
fn look(kind: &str, name: &str, known: &BTreeSet<String>, part: usize, findings: &mut Findings<'_>) {
    if name.is_empty() || is_computed(name) || known.contains(name) {
        return;
    }
    let help = crate::diag::nearest(name, known.iter().map(String::as_str));
    let help = help.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    findings.at(Mistake::UnknownTarget, part, format!("there is no {kind} `{name}`{help}"));
}

/// The sizes of boards, by map and name; those with pictures that we cannot measure are left out.
pub(super) fn board_sizes(module: &Module, outline: &ModuleOutline<'_>) -> BTreeMap<(String, String), (i64, i64)> {
    let mut sizes = BTreeMap::new();
    for (part, one) in outline.parts() {
        let Component::Board(board) = &one.node.component else { continue };
        let map = outline.around(part, map_name).unwrap_or_default();
        let size = match &board.image {
            None => Some((i64::from(board.width), i64::from(board.height))),
            Some(name) => module
                .picture(&name.0)
                .and_then(|entry| size::pixels(module.files.get(entry)?))
                .map(|(width, height)| (i64::from(width), i64::from(height))),
        };
        sizes.extend(size.map(|size| ((map, board.name.clone()), size)));
    }
    sizes
}

fn starts(
    part: usize,
    (board, x, y): (&str, i32, i32),
    outline: &ModuleOutline<'_>,
    sizes: &BTreeMap<(String, String), (i64, i64)>,
    findings: &mut Findings<'_>,
) {
    let map = outline.around(part, map_name).unwrap_or_default();
    let (x, y) = (i64::from(x), i64::from(y));
    let Some((width, height)) = sizes.get(&(map, board.to_string())) else { return };
    if !(0..=*width).contains(&x) || !(0..=*height).contains(&y) {
        let what = format!("{x}, {y} is not on the board `{board}`, which has {width} x {height} pixels");
        findings.at(Mistake::OffTheBoard, part, what);
    }
}
