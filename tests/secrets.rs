//! What the other side can reach of a hand, a deck, a private window or a piece that lies face down.
//!
//! Everything is worked out from the build file and the saved games, as VASSAL would: nothing here asks the code
//! that made them.
use crate::common::script::{Names, holds, text};
use crate::common::{examples, root, small, sound_texts, texts};
use punchboard::emit::vassal;
use punchboard::emit::vassal::codec::command::Command;
use punchboard::emit::vassal::codec::components::*;
use punchboard::emit::vassal::codec::key::Key;
use punchboard::emit::vassal::codec::piece::Piece;
use punchboard::emit::vassal::codec::save;
use punchboard::emit::vassal::codec::traits::{Access, Selection, Trait};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A module as it is in its zip, without the pictures.
#[derive(Clone)]
struct Module {
    build: Node,
    saves: Vec<Vec<Command>>,
    /// What secret tables can come to, by the name of the table.
    secrets: BTreeMap<String, Vec<String>>,
    sides: Vec<String>,
}

fn module(texts: &BTreeMap<String, String>) -> Module {
    let made = sound_texts(texts);
    let game = small(&made);
    let build = from_xml(&to_xml(&vassal::build_file(&game))).unwrap();
    let saves = vassal::saved_games(&game).iter().map(|(_, bytes)| save::decode(bytes).unwrap()).collect();
    let rows = |table: &punchboard::model::Table| -> Vec<String> {
        table.parts.iter().flat_map(|part| &part.rows).filter_map(|row| row.text.clone()).collect()
    };
    let secret = made.model.tables.iter().filter(|table| table.secret);
    let secrets = secret.map(|table| (table.name.clone(), rows(table))).collect();
    let sides = made.model.sides.iter().map(|side| side.name.clone()).collect();
    Module { build, saves, secrets, sides }
}

/// Games with cards, with secret markers and tables, and with boxes that units are drawn from.
fn games() -> &'static [(&'static str, Module)] {
    static GAMES: OnceLock<Vec<(&str, Module)>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let shipped = ["storm", "pivot", "iron-ring", "verdun"];
        let mut games: Vec<(&str, Module)> =
            shipped.iter().map(|name| (*name, module(&texts(&root().join("data").join(name))))).collect();
        games.push(("ford", module(&examples(&["language"]))));
        games
    })
}

fn game(name: &str) -> Module {
    games().iter().find(|(own, _)| *own == name).unwrap().1.clone()
}

fn nodes(node: &Node) -> Vec<&Node> {
    let below = node.children.iter().flat_map(nodes);
    std::iter::once(node).chain(below).collect()
}

fn edit(node: &mut Node, change: &dyn Fn(&mut Node)) {
    change(node);
    node.children.iter_mut().for_each(|child| edit(child, change));
}

/// A map window: who may look into it, and what is on it.
struct Window<'m> {
    map: &'m Map,
    /// Nobody in the list: everybody.
    sides: Vec<String>,
    node: &'m Node,
}

fn windows(build: &Node) -> Vec<Window<'_>> {
    nodes(build).into_iter().filter_map(window).collect()
}

fn window(node: &Node) -> Option<Window<'_>> {
    let (map, sides, visible) = match &node.component {
        Component::Map(map) => (&**map, &[][..], true),
        Component::PrivateMap(own) => (&own.map, own.sides.as_slice(), own.visible),
        Component::PlayerHand(own) => (&own.map, own.sides.as_slice(), own.visible),
        _ => return None,
    };
    Some(Window { map, sides: if visible { Vec::new() } else { sides.to_vec() }, node })
}

impl Window<'_> {
    fn is_open_to(&self, side: &str) -> bool {
        self.sides.is_empty() || self.sides.iter().any(|own| own == side)
    }

    /// Decks on it, and whether they lie face down.
    fn decks(&self) -> Vec<(&DrawPile, bool)> {
        let piles = self.node.children.iter().filter_map(|node| match &node.component {
            Component::DrawPile(pile) => Some((&**pile, pile.face_down != DeckFaceDown::Never)),
            _ => None,
        });
        piles.collect()
    }

    fn has(&self, wanted: fn(&Component) -> bool) -> bool {
        nodes(self.node).iter().any(|node| wanted(&node.component))
    }
}

fn prototypes(build: &Node) -> BTreeMap<String, Piece> {
    let own = nodes(build).into_iter().filter_map(|node| match &node.component {
        Component::PrototypeDefinition(own) => Some((own.name.clone(), Piece::decode(&own.text).unwrap())),
        _ => None,
    });
    own.collect()
}

/// Every piece of a module as it is in play, and every one of its saved games.
fn pieces(module: &Module) -> Vec<Piece> {
    let prototypes = prototypes(&module.build);
    let mut pieces = Vec::new();
    for node in nodes(&module.build) {
        let text = match &node.component {
            Component::PieceSlot(slot) => &slot.text,
            Component::CardSlot(slot) => &slot.text,
            _ => continue,
        };
        pieces.push(Piece::decode(text).unwrap().expanded(&prototypes));
    }
    // Of the copies in play, and of several games, one is enough.
    let mut seen = BTreeSet::new();
    pieces.extend(saved(module).filter(|piece| seen.insert(piece.basic.gpid.clone())));
    pieces
}

fn saved(module: &Module) -> impl Iterator<Item = Piece> + '_ {
    module.saves.iter().flatten().filter_map(|command| match command {
        Command::Piece { piece, .. } => Some(piece.clone()),
        _ => None,
    })
}

/// Where a piece is, for its properties.
#[derive(Clone, Copy)]
struct Spot<'s> {
    map: &'s str,
    deck: &'s str,
}

/// The properties of a piece: the outermost trait that has one answers, then VASSAL itself.
fn properties(piece: &Piece, spot: Spot<'_>, viewer: &str) -> Names {
    let own = |name: &str, value: &str| (name.to_string(), value.to_string());
    let mut names: Names = [
        own("CurrentMap", spot.map),
        own("DeckName", spot.deck),
        own("PlayerSide", viewer),
        own("BasicName", &piece.basic.name),
        own("location", spot.map),
        own("OldLocationName", spot.map),
    ]
    .into();
    for one in piece.traits.iter().rev() {
        match one {
            Trait::Marker(marker) => names.extend(marker.properties.iter().cloned()),
            Trait::Obscurable(mask) => {
                let hidden = mask.masked_by.is_some();
                names.extend([own("ObscuredToOthers", if hidden { "true" } else { "false" })]);
                names.extend(hidden.then(|| own("newPieceName", &mask.mask_name)));
            }
            _ => {}
        }
    }
    // Outside the traits they read.
    for one in &piece.traits {
        if let Trait::CalculatedProperty(calculated) = one
            && calculated.name == "State"
        {
            let state = text(&calculated.expression, &names, &mut Vec::new());
            names.insert("State".into(), state);
        }
    }
    names
}

/// What tells which piece it is.
fn telling(piece: &Piece) -> Vec<String> {
    let markers = piece.traits.iter().filter_map(|one| match one {
        Trait::Marker(marker) => Some(&marker.properties),
        _ => None,
    });
    let named = markers.flatten().filter(|(name, _)| ["Id", "Title", "Effect"].contains(&name.as_str()));
    let texts = named.map(|(_, value)| value.clone()).chain([piece.basic.name.clone()]);
    texts.filter(|text| !text.is_empty()).collect()
}

fn tells(text: &str, piece: &Piece) -> bool {
    telling(piece).iter().any(|own| text.contains(own.as_str()))
}

fn inventories(build: &Node) -> Vec<&Inventory> {
    let own = nodes(build).into_iter().filter_map(|node| match &node.component {
        Component::Inventory(inventory) => Some(&**inventory),
        _ => None,
    });
    own.collect()
}

/// Everything that a side can find out and should not.
fn leaks(module: &Module) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let pieces = pieces(module);
    let windows = windows(&module.build);
    for side in &module.sides {
        listed_to(side, module, &pieces, &windows, &mut found);
    }
    written(&windows, &mut found);
    reported(&pieces, &windows, &mut found);
    pointed_at(&windows, &mut found);
    face_down(module, &pieces, &mut found);
    rolled(module, &mut found);
    found
}

/// Inventories, with their lists and pictures.
fn listed_to(viewer: &str, module: &Module, pieces: &[Piece], windows: &[Window<'_>], found: &mut BTreeSet<String>) {
    for node in nodes(&module.build) {
        if let Component::GlobalOptions(options) = &node.component
            && options.inventory_for_all != Prompt::Never
        {
            found.insert("inventories list the windows of others".into());
        }
    }
    for inventory in inventories(&module.build) {
        for window in windows {
            let hidden = window.decks().into_iter().filter(|(_, down)| *down).map(|(deck, _)| deck.name.as_str());
            let closed = (!window.is_open_to(viewer)).then_some("");
            for deck in closed.into_iter().chain(hidden) {
                let spot = Spot { map: &window.map.name, deck };
                let shown = |piece: &&Piece| holds(&inventory.filter, &properties(piece, spot, viewer));
                if pieces.iter().any(|piece| shown(&piece)) {
                    found.insert(format!("{} lists {} {deck} to {viewer}", inventory.name, window.map.name));
                }
            }
        }
    }
}

/// Maps written as text: of a deck, VASSAL writes every card.
fn written(windows: &[Window<'_>], found: &mut BTreeSet<String>) {
    for window in windows {
        let text = window.has(|component| matches!(component, Component::TextSaver(_)));
        if text && window.decks().iter().any(|(_, down)| *down) {
            found.insert(format!("{} writes its decks as text", window.map.name));
        }
    }
}

/// The chat, and so a log that is read back: what is said of pieces that move and change.
fn reported(pieces: &[Piece], windows: &[Window<'_>], found: &mut BTreeSet<String>) {
    for window in windows {
        let map = window.map;
        let formats = [&map.move_within_format, &map.move_to_format, &map.create_format, &map.change_format];
        let hidden = window.decks().into_iter().filter(|(_, down)| *down).map(|(deck, _)| deck.name.as_str());
        let closed = (!window.sides.is_empty()).then_some((map.name.as_str(), formats.as_slice()));
        let moved = &formats[..2];
        for (location, formats) in closed.into_iter().chain(hidden.map(|deck| (deck, moved))) {
            for piece in pieces {
                let mut names = properties(piece, Spot { map: &map.name, deck: "" }, "");
                for (name, value) in [("pieceName", piece.basic.name.as_str()), ("location", location)] {
                    names.insert(name.into(), value.into());
                }
                names.insert("message".into(), piece.basic.name.clone());
                names.insert("previousLocation".into(), "somewhere".into());
                names.insert("mapName".into(), map.name.clone());
                if formats.iter().any(|format| tells(&text(format, &names, &mut Vec::new()), piece)) {
                    found.insert(format!("{} reports what goes into {location}", map.name));
                }
            }
        }
    }
}

/// What the mouse shows.
fn pointed_at(windows: &[Window<'_>], found: &mut BTreeSet<String>) {
    for window in windows {
        let shows = |component: &Component| matches!(component, Component::CounterDetailViewer(viewer) if viewer.show_deck || viewer.show_deck_masked);
        if window.has(shows) && window.decks().iter().any(|(_, down)| *down) {
            found.insert(format!("{} shows its decks below the mouse", window.map.name));
        }
    }
}

/// Pieces that can lie face down: their names, menus, and what they report.
fn face_down(module: &Module, pieces: &[Piece], found: &mut BTreeSet<String>) {
    for piece in pieces {
        let Some(at) = piece.traits.iter().position(|one| matches!(one, Trait::Obscurable(_))) else { continue };
        let Trait::Obscurable(mask) = &piece.traits[at] else { continue };
        let name = &piece.basic.name;
        if tells(&mask.mask_name, piece) {
            found.insert(format!("the mask of {name} names it"));
        }
        let outside = |one: &Trait| !matches!(one, Trait::Marker(_) | Trait::ReportState(_) | Trait::ReturnToDeck(_));
        if piece.traits[..at].iter().any(outside) {
            found.insert(format!("others can use commands of {name} while it lies face down"));
        }
        // A deck covers its cards for all; a secret marker is covered for one side.
        let Access::Sides(sides) = &mask.access else { continue };
        let mut covered = piece.clone();
        if let Trait::Obscurable(mask) = &mut covered.traits[at] {
            mask.masked_by = sides.first().cloned();
        }
        let names = properties(&covered, Spot { map: "a map", deck: "" }, "");
        for one in &covered.traits {
            if let Trait::ReportState(report) = one
                && tells(&text(&report.format, &names, &mut Vec::new()), piece)
            {
                found.insert(format!("{name} reports its name while it lies face down: {}", report.description));
            }
        }
    }
    // What starts on its back is covered, and not by a side that is not in the game.
    for piece in saved(module) {
        for one in &piece.traits {
            if let Trait::Obscurable(mask) = one
                && let Access::Sides(sides) = &mask.access
                && mask.masked_by.as_ref().is_none_or(|side| !sides.contains(side) || !module.sides.contains(side))
            {
                found.insert(format!("{} starts face up", piece.basic.name));
            }
        }
    }
}

/// Secret tables: the chat says that there was a roll, the player's own window what came of it.
fn rolled(module: &Module, found: &mut BTreeSet<String>) {
    let components: Vec<&Component> = nodes(&module.build).into_iter().map(|node| &node.component).collect();
    for (table, results) in &module.secrets {
        let pressed = components.iter().find_map(|component| match component {
            Component::DoActionButton(button) if button.text == *table => Some(&button.hotkeys),
            _ => None,
        });
        for key in pressed.unwrap_or_else(|| panic!("{table} has no button")) {
            fires(&components, key, table, results, found);
        }
    }
}

fn fires(components: &[&Component], key: &Key, table: &str, results: &[String], found: &mut BTreeSet<String>) {
    for component in components {
        let report = match component {
            Component::DiceButton(dice) if dice.hotkey == *key => {
                found.insert(format!("{table} rolls dice that everybody sees"));
                &dice.report_format
            }
            Component::DoActionButton(button) if button.hotkey == *key => &button.report_format,
            Component::ChangePropertyButton(button) if button.hotkey == *key => {
                if format!("{:?}", button.change).contains("Random") {
                    found.insert(format!("{table} keeps its roll in a property"));
                }
                continue;
            }
            _ => continue,
        };
        let (names, mut shown) = (Names::from([("PlayerName".into(), "Ann".into())]), Vec::new());
        let said = text(report, &names, &mut shown);
        assert!(said.contains(table) && said.contains("Ann"), "{said}");
        if results.iter().any(|result| said.contains(result.as_str())) {
            found.insert(format!("{table} says what came of it: {said}"));
        }
        if !shown.iter().any(|shown| results.iter().any(|result| shown.contains(result.as_str()))) {
            found.insert(format!("{table} does not show its player what came of it"));
        }
    }
}

#[test]
fn nothing_tells_the_other_side() {
    for (name, module) in games() {
        assert_eq!(leaks(module), BTreeSet::new(), "{name}");
    }
}

#[test]
fn there_is_something_to_keep() {
    let storm = game("storm");
    assert_eq!(windows(&storm.build).iter().filter(|window| !window.sides.is_empty()).count(), 2, "two hands");
    let pivot = game("pivot");
    assert_eq!(pivot.secrets.len(), 4);
    let covered = saved(&pivot).filter(|piece| piece.basic.name.contains("objective")).count();
    assert_eq!(covered, 9, "nine directives");
    let decks = |module: &Module| -> usize { windows(&module.build).iter().map(|own| own.decks().len()).sum() };
    assert!(decks(&storm) == 4 && games().iter().filter(|(_, module)| decks(module) > 0).count() >= 3);
}

/// Each side, and the player of all sides, sees its own.
#[test]
fn owners_see_what_is_theirs() {
    for (name, module) in games() {
        // Words on the table of cards are not pieces of the game.
        let words = |piece: &Piece| {
            piece
                .traits
                .iter()
                .any(|one| matches!(one, Trait::Immobilized(still) if still.selection == Selection::Never))
        };
        let pieces: Vec<Piece> = pieces(module).into_iter().filter(|piece| !words(piece)).collect();
        for window in windows(&module.build).iter().filter(|window| !window.sides.is_empty()) {
            assert!(window.sides.contains(&"Solitaire".to_string()), "{name}");
            for viewer in &window.sides {
                let spot = Spot { map: &window.map.name, deck: "" };
                let listed = |inventory: &&Inventory| {
                    pieces.iter().all(|piece| holds(&inventory.filter, &properties(piece, spot, viewer)))
                };
                assert!(inventories(&module.build).iter().all(listed), "{name}: {viewer}");
            }
        }
        // What lies on a map that all see is listed to all, and so are discards.
        let open = |window: &&Window<'_>| window.sides.is_empty();
        for window in windows(&module.build).iter().filter(open) {
            let up = window.decks().into_iter().filter(|(_, down)| !down).map(|(deck, _)| deck.name.clone());
            for deck in up.chain([String::new()]) {
                let spot = Spot { map: &window.map.name, deck: &deck };
                let all = pieces.iter().all(|piece| {
                    inventories(&module.build).iter().all(|own| holds(&own.filter, &properties(piece, spot, "")))
                });
                assert!(all, "{name}: {} {deck}", window.map.name);
            }
        }
    }
}

/// With any of the guards taken out, something leaks.
#[test]
fn without_its_guards_a_module_leaks() {
    let broken = |name: &str, change: &dyn Fn(&mut Node)| {
        let mut module = game(name);
        edit(&mut module.build, change);
        leaks(&module)
    };
    let all: BTreeSet<String> = broken("storm", &|node| {
        if let Component::Inventory(inventory) = &mut node.component {
            inventory.filter = "{Id != \"\"}".into();
        }
    });
    assert!(all.contains("By place lists German hand  to Soviet"), "{all:?}");
    assert!(all.iter().any(|leak| leak.contains("By formation lists Stalingrad German tactical cards")), "{all:?}");
    let options = broken("storm", &|node| {
        if let Component::GlobalOptions(options) = &mut node.component {
            options.inventory_for_all = Prompt::Always;
        }
    });
    assert_eq!(options.len(), 1);
    let text = broken("storm", &|node| {
        if matches!(&node.component, Component::Map(map) if map.name == "Stalingrad") {
            node.children.push(Node::new(TextSaver::default()));
        }
    });
    assert_eq!(text.len(), 1);
    let moves = broken("storm", &|node| {
        if let Component::Map(map) = &mut node.component {
            map.move_to_format = "$pieceName$ moves from $previousLocation$ to $location$".into();
        }
    });
    assert_eq!(moves.len(), 2, "{moves:?}");
    let hand = broken("storm", &|node| {
        if let Component::PlayerHand(hand) = &mut node.component {
            hand.map.change_format = "$message$".into();
        }
    });
    assert_eq!(hand.len(), 2, "{hand:?}");
    let mouse = broken("storm", &|node| {
        if let Component::CounterDetailViewer(viewer) = &mut node.component {
            viewer.show_deck = true;
        }
    });
    assert_eq!(mouse.len(), 1, "{mouse:?}");
    let report = broken("pivot", &|node| {
        if let Component::PrototypeDefinition(own) = &mut node.component {
            own.text = own.text.replace("(ObscuredToOthers == true ? newPieceName : BasicName)", "BasicName");
        }
    });
    assert!(report.len() >= 9, "{report:?}");
    let dice = broken("pivot", &|node| {
        if let Component::DoActionButton(button) = &mut node.component
            && button.report_format.contains("Alert")
        {
            button.report_format = button.report_format.replace("{Alert(", "{(");
        }
    });
    assert_eq!(dice.len(), 8, "{dice:?}");
    let mut bare = game("pivot");
    for command in bare.saves.iter_mut().flatten() {
        if let Command::Piece { piece, .. } = command {
            for one in &mut piece.traits {
                if let Trait::Obscurable(mask) = one {
                    mask.masked_by = None;
                }
            }
        }
    }
    assert_eq!(leaks(&bare).len(), 9);
}
