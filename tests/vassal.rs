//! The VASSAL module, read back with our own decoder.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{examples, root, small, sound_texts, texts};
use punchboard::emit::vassal;
use punchboard::emit::vassal::codec::archive::{Limits, unpack};
use punchboard::emit::vassal::codec::command::Command;
use punchboard::emit::vassal::codec::components::{Component, DeckFaceDown, DrawPile, Node, from_xml, to_xml};
use punchboard::emit::vassal::codec::key::Key;
use punchboard::emit::vassal::codec::moduledata::Metadata;
use punchboard::emit::vassal::codec::piece::Piece;
use punchboard::emit::vassal::codec::save;
use punchboard::emit::vassal::codec::traits::Trait;
use punchboard::model::{Model, PlaceKind, Spot, What};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A module and what it was made from.
struct Built {
    model: Model,
    bytes: Vec<u8>,
    files: BTreeMap<String, Vec<u8>>,
    build: Node,
}

fn build(texts: &BTreeMap<String, String>) -> Built {
    let made = sound_texts(texts);
    let bytes = vassal::module(&small(&made)).unwrap();
    let files = unpack(&bytes, Limits::default()).unwrap();
    let build = from_xml(&files["buildFile.xml"]).unwrap();
    Built { model: made.model, bytes, files, build }
}

/// The shipped game.
fn verdun() -> &'static Built {
    static BUILT: OnceLock<Built> = OnceLock::new();
    BUILT.get_or_init(|| build(&texts(&root().join("data/verdun"))))
}

/// The game of the language's documentation: areas, hexes, cards, strength tracks, units of many steps.
fn ford() -> &'static Built {
    static BUILT: OnceLock<Built> = OnceLock::new();
    BUILT.get_or_init(|| build(&examples(&["language"])))
}

fn both() -> [&'static Built; 2] {
    [verdun(), ford()]
}

fn walk<'n>(node: &'n Node, visit: &mut dyn FnMut(&'n Node)) {
    visit(node);
    node.children.iter().for_each(|child| walk(child, visit));
}

fn all(built: &Built) -> Vec<&Node> {
    let mut nodes = Vec::new();
    walk(&built.build, &mut |node| nodes.push(node));
    nodes
}

/// Slots by gpid: name and piece.
fn slots(built: &Built) -> BTreeMap<u32, (String, String)> {
    let mut found = BTreeMap::new();
    for node in all(built) {
        let (name, gpid, text) = match &node.component {
            Component::PieceSlot(slot) => (&slot.name, &slot.gpid, &slot.text),
            Component::CardSlot(slot) => (&slot.name, &slot.gpid, &slot.text),
            _ => continue,
        };
        let before = found.insert(gpid.parse().unwrap(), (name.clone(), text.clone()));
        assert!(before.is_none(), "gpid {gpid} twice");
    }
    found
}

fn prototypes(built: &Built) -> BTreeMap<String, Piece> {
    let mut found = BTreeMap::new();
    for node in all(built) {
        if let Component::PrototypeDefinition(own) = &node.component {
            assert!(found.insert(own.name.clone(), Piece::decode(&own.text).unwrap()).is_none(), "{} twice", own.name);
        }
    }
    found
}

fn saves(built: &Built) -> BTreeMap<String, Vec<Command>> {
    let saved = built.files.iter().filter(|(name, _)| name.ends_with(".vsav"));
    let decoded = saved.map(|(name, bytes)| {
        let inside = unpack(bytes, Limits::default()).unwrap();
        Metadata::from_xml(&inside["savedata"]).unwrap();
        Metadata::from_xml(&inside["moduledata"]).unwrap();
        (name.clone(), save::decode(&inside["savedGame"]).unwrap())
    });
    decoded.collect()
}

#[test]
fn every_component_is_one_of_ours_and_reads_back() {
    for built in both() {
        for node in all(built) {
            assert!(!matches!(node.component, Component::Other { .. }), "{}", node.component.class());
            assert_eq!(node.component.unknown(), &[], "{}", node.component.class());
        }
        assert_eq!(to_xml(&built.build), built.files["buildFile.xml"]);
    }
}

#[test]
fn every_trait_is_one_of_ours_and_reads_back() {
    let sound = |piece: &Piece, name: &str| {
        let foreign = piece.traits.iter().find(|one| matches!(one, Trait::Other { .. }));
        assert!(foreign.is_none(), "{name}: {foreign:?}");
    };
    for built in both() {
        for (name, text) in slots(built).into_values() {
            let piece = Piece::decode(&text).unwrap();
            sound(&piece, &name);
            assert_eq!(piece.slot_text(), text, "{name}");
        }
        for (name, piece) in prototypes(built) {
            sound(&piece, &name);
        }
        for (file, commands) in saves(built) {
            for command in &commands {
                assert!(!matches!(command, Command::Other(_)), "{file}: {command:?}");
                if let Command::Piece { piece, .. } = command {
                    sound(piece, &file);
                    let unused = piece.traits.iter().any(|one| matches!(one, Trait::UsePrototype(_)));
                    assert!(!unused, "{file}: a prototype was not expanded");
                }
            }
        }
    }
}

#[test]
fn prototypes_exist_and_hold_whatever_pieces_share() {
    for built in both() {
        let prototypes = prototypes(built);
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        for (name, text) in slots(built).into_values() {
            let piece = Piece::decode(&text).unwrap();
            for one in &piece.traits {
                match one {
                    Trait::UsePrototype(used) => assert!(prototypes.contains_key(&used.name), "{name}: {}", used.name),
                    Trait::Marker(_) | Trait::Embellishment(_) | Trait::Obscurable(_) => {
                        let own = format!("{}\u{1f}{}", one.type_text(), one.state_text());
                        // A second copy of a card has the same face.
                        if let Some(other) = seen.insert(own, name.clone()) {
                            assert_eq!(other, name, "two pieces repeat a trait");
                        }
                    }
                    other => panic!("{name} has {other:?} of its own"),
                }
            }
        }
    }
}

#[test]
fn menu_commands_have_keys_of_their_own() {
    for built in both() {
        let prototypes = prototypes(built);
        for (name, text) in slots(built).into_values() {
            let piece = Piece::decode(&text).unwrap().expanded(&prototypes);
            let mut keys: Vec<(String, Key)> = Vec::new();
            for one in &piece.traits {
                match one {
                    Trait::Embellishment(t) => {
                        keys.push((t.activate_command.clone(), t.activate_key.clone()));
                        keys.push((t.increase_command.clone(), t.increase_key.clone()));
                        keys.push((t.decrease_command.clone(), t.decrease_key.clone()));
                    }
                    Trait::SendToLocation(t) => {
                        keys.push((t.command.clone(), t.key.clone()));
                        keys.push((t.back_command.clone(), t.back_key.clone()));
                    }
                    Trait::PlaceMarker(t) => keys.push((t.command.clone(), t.key.clone())),
                    Trait::TriggerAction(t) => keys.push((t.command.clone(), t.key.clone())),
                    Trait::MovementMarkable(t) => keys.push((t.command.clone(), t.key.clone())),
                    Trait::Footprint(t) => keys.push((t.trail.command.clone(), t.trail.key.clone())),
                    Trait::ReturnToDeck(t) => keys.push((t.command.clone(), t.key.clone())),
                    Trait::Obscurable(t) => keys.push((t.command.clone(), t.key.clone())),
                    Trait::ClonePiece(t) => keys.push((t.command.clone(), t.key.clone())),
                    _ => {}
                }
            }
            keys.retain(|(command, _)| !command.is_empty());
            let distinct: BTreeSet<String> = keys.iter().map(|(_, key)| key.encode()).collect();
            assert_eq!(distinct.len(), keys.len(), "{name}: {keys:?}");
            assert!(!distinct.contains(""), "{name}: a command without a key");
        }
    }
}

#[test]
fn pictures_are_there_and_all_are_used() {
    for built in both() {
        let text = String::from_utf8_lossy(&built.files["buildFile.xml"]);
        let here: BTreeSet<&str> = built.files.keys().filter_map(|name| name.strip_prefix("images/")).collect();
        let mut named: BTreeSet<String> = BTreeSet::new();
        let mut add = |image: &str| {
            // VASSAL's own icons begin with a slash.
            if !image.is_empty() && !image.starts_with('/') {
                named.insert(image.to_string());
            }
        };
        let mut piece_images = |piece: &Piece| {
            add(&piece.basic.image);
            for one in &piece.traits {
                match one {
                    Trait::Embellishment(layer) => layer.images.iter().for_each(|image| add(image)),
                    Trait::Obscurable(mask) => add(&mask.image),
                    Trait::MovementMarkable(mark) => add(&mark.image),
                    _ => {}
                }
            }
        };
        prototypes(built).values().for_each(&mut piece_images);
        slots(built).values().for_each(|(_, text)| piece_images(&Piece::decode(text).unwrap()));
        for node in all(built) {
            for (name, value) in node.component.attributes() {
                if value.ends_with(".png") && !value.contains(' ') && name != "text" {
                    add(&value);
                }
            }
        }
        for image in &named {
            assert!(here.contains(image.as_str()), "{image} is missing");
        }
        for image in here {
            assert!(named.contains(image), "{image} is not used");
            assert!(text.contains(image));
        }
    }
}

#[test]
fn numbers_are_the_lock_s_and_below_the_next() {
    for built in both() {
        let Component::GameModule(module) = &built.build.component else { panic!() };
        let slots = slots(built);
        let highest = *slots.keys().last().unwrap();
        assert!(i64::from(highest) < i64::from(module.next_piece_slot_id));
        let mut placed = BTreeSet::new();
        for piece in prototypes(built).values() {
            for one in &piece.traits {
                if let Trait::PlaceMarker(place) = one {
                    let gpid: u32 = place.gpid.parse().unwrap();
                    assert!(!slots.contains_key(&gpid) && placed.insert(gpid));
                    assert!(i64::from(gpid) < i64::from(module.next_piece_slot_id));
                }
            }
        }
        let units = built.model.units.len() + built.model.markers.len();
        let cards: u32 = built.model.cards.iter().filter(|card| !card.unused).map(|card| card.copies).sum();
        // Each deck has words that count it, and what is worked out a sheet.
        let sheets = all(built).iter().filter(|node| own_sheet(node).is_some()).count();
        assert!(sheets > 0);
        assert_eq!(slots.len(), units + cards as usize + built.model.decks.len() + sheets);
    }
    let lock = std::fs::read_to_string(root().join("data/verdun/punchboard.lock")).unwrap();
    for (gpid, (_, text)) in slots(verdun()) {
        let piece = Piece::decode(&text).unwrap();
        let sheet = || own_property(&piece, "Sheet").map(|id| format!("sheet/{id}"));
        let id = own_property(&piece, "Id").or_else(sheet).unwrap();
        assert!(lock.contains(&format!("\"{id}\" = {gpid}\n")), "{id} is not {gpid} in the lock");
        assert_eq!(piece.basic.gpid, gpid.to_string());
    }
}

/// The piece of a sheet, and which.
fn own_sheet(node: &Node) -> Option<(String, Piece)> {
    let Component::PieceSlot(slot) = &node.component else { return None };
    let piece = Piece::decode(&slot.text).unwrap();
    Some((own_property(&piece, "Sheet")?, piece))
}

fn own_property(piece: &Piece, name: &str) -> Option<String> {
    let markers = piece.traits.iter().filter_map(|one| match one {
        Trait::Marker(marker) => Some(&marker.properties),
        _ => None,
    });
    markers.flatten().find(|(own, _)| own == name).map(|(_, value)| value.clone())
}

#[test]
fn the_same_data_make_the_same_file() {
    let again = build(&examples(&["language"]));
    assert_eq!(again.bytes, ford().bytes);
}

#[test]
fn pictures_are_stored_and_texts_deflated() {
    // The local header of an entry: signature, version, flags, method.
    let bytes = &ford().bytes;
    let mut entries = 0;
    for at in 0..bytes.len() - 30 {
        if bytes[at..at + 4] != *b"PK\x03\x04" {
            continue;
        }
        let method = u16::from_le_bytes([bytes[at + 8], bytes[at + 9]]);
        let length = usize::from(u16::from_le_bytes([bytes[at + 26], bytes[at + 27]]));
        let name = String::from_utf8_lossy(&bytes[at + 30..at + 30 + length]);
        if !ford().files.contains_key(name.as_ref()) {
            continue;
        }
        entries += 1;
        let stored = name.ends_with(".png") || name.ends_with(".vsav");
        assert_eq!(method, if stored { 0 } else { 8 }, "{name}");
    }
    assert!(entries >= ford().files.len());
}

/// Zones of a map, in the order in which VASSAL asks them.
fn zones(built: &Built, map: &str) -> Vec<(String, Vec<(i32, i32)>)> {
    let mut found = Vec::new();
    for node in all(built) {
        if let Component::Map(own) = &node.component
            && own.name == map
        {
            walk(node, &mut |node| {
                if let Component::Zone(zone) = &node.component {
                    found.push((zone.name.clone(), zone.path.0.clone()));
                }
            });
        }
    }
    found
}

fn inside(ring: &[(i32, i32)], (x, y): (i32, i32)) -> bool {
    let edges = ring.iter().zip(ring.iter().cycle().skip(1)).take(ring.len());
    let (x, y) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
    let crossed = edges.filter(|((ax, ay), (bx, by))| {
        let (ax, ay, bx, by) = (f64::from(*ax), f64::from(*ay), f64::from(*bx), f64::from(*by));
        (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax
    });
    crossed.count() % 2 == 1
}

#[test]
fn what_starts_in_a_place_stands_in_its_zone() {
    for built in both() {
        let setups: BTreeMap<String, String> = all(built)
            .iter()
            .filter_map(|node| match &node.component {
                Component::PredefinedSetup(setup) => Some((setup.name.clone(), setup.file.clone()?)),
                _ => None,
            })
            .collect();
        let saves = saves(built);
        for scenario in &built.model.scenarios {
            let commands = &saves[&setups[&scenario.name]];
            // Each unit or marker: how many stand in the zone of which place, with which face up.
            let mut standing: BTreeMap<(String, String, String), u32> = BTreeMap::new();
            let mut total = 0;
            for command in commands {
                let Command::Piece { piece, .. } = command else { continue };
                // What counts the cards of a deck is a label, and a sheet is for sums: not pieces of the game.
                if piece.basic.name.starts_with("Count of ") || own_property(piece, "Sheet").is_some() {
                    continue;
                }
                let id = own_property(piece, "Id").unwrap();
                if id.starts_with("card/") {
                    continue;
                }
                total += 1;
                let level = piece.traits.iter().find_map(|one| match one {
                    Trait::Embellishment(layer) if layer.name == "Step" => Some(layer.level),
                    _ => None,
                });
                let state = own_property(piece, &format!("State_{}", level.unwrap_or(1))).unwrap();
                let at = (piece.basic.x, piece.basic.y);
                let zone =
                    zones(built, piece.basic.map.as_ref().unwrap()).into_iter().find(|(_, ring)| inside(ring, at));
                let zone = zone.map(|(name, _)| name).unwrap_or_default();
                *standing.entry((id, zone, state)).or_default() += 1;
            }
            let mut expected = 0;
            for placement in scenario.setup.iter().chain(&scenario.reinforcements) {
                expected += placement.copies;
                let (Some(Spot::At(place)), None) = (&placement.spot, placement.turn) else { continue };
                let place = &built.model.places[place.index];
                if matches!(place.kind, PlaceKind::Hex { .. }) {
                    continue;
                }
                let id = match &placement.what {
                    What::Unit(unit) => format!("unit/{}", unit.id),
                    What::Marker(marker) => format!("marker/{}", marker.id),
                };
                let here = standing.iter().find(|((own, zone, state), _)| {
                    *own == id
                        && *state == placement.state
                        && zone_is(zone, place.label.as_str(), place.name.as_deref())
                });
                assert!(here.is_some_and(|(_, copies)| *copies >= placement.copies), "{id} is not in {}", place.id);
            }
            assert_eq!(total, expected, "{}", scenario.id);
        }
    }
}

fn zone_is(zone: &str, label: &str, name: Option<&str>) -> bool {
    zone.split([' ', ':']).any(|word| word == label) || name.is_some_and(|name| zone.contains(name)) || zone == label
}

#[test]
fn hexes_have_their_printed_numbers() {
    let grid = all(ford()).into_iter().find(|node| matches!(node.component, Component::HexGrid(_)));
    assert!(grid.is_some_and(|grid| matches!(grid.children[0].component, Component::HexGridNumbering(_))));
}

/// What VASSAL's refresher compares of every piece: its traits with prototypes expanded.
fn expanded(built: &Built) -> BTreeMap<u32, String> {
    let prototypes = prototypes(built);
    let text = |text: &str| Piece::decode(text).unwrap().expanded(&prototypes).slot_text();
    slots(built).into_iter().map(|(gpid, (_, own))| (gpid, text(&own))).collect()
}

/// The game with a change, and the lock that the first build wrote.
fn changed(change: impl Fn(&mut BTreeMap<String, String>)) -> (Built, Built) {
    let mut texts = texts(&root().join("data/verdun"));
    let before = build(&texts);
    // What the game expects of itself is not the point here.
    texts.remove("expect.toml").unwrap();
    texts.remove("examples.toml").unwrap();
    change(&mut texts);
    let after = build(&texts);
    (before, after)
}

#[test]
fn a_new_counter_changes_no_other() {
    let (before, after) = changed(|texts| {
        let file = texts.get_mut("counters-german.toml").unwrap();
        let at = file.find("[[units]]").unwrap();
        let new = "[[units]]\nside = \"german\"\nformation = \"71\"\ntype = \"infantry\"\nsize = \"regiment\"\nlayout = \"unit\"\n\
                   unit = [{ id = \"1/New\", front = [4, 4], back = [3, 4], arrives = 3 }]\n\n";
        file.insert_str(at, new);
    });
    let (old, new) = (expanded(&before), expanded(&after));
    assert_eq!(new.len(), old.len() + 1);
    for (gpid, text) in &old {
        assert_eq!(new.get(gpid), Some(text), "piece {gpid}");
    }
}

#[test]
fn a_counter_gone_changes_no_other_and_its_number_stays_unused() {
    let mut id = String::new();
    let (before, after) = changed(|texts| {
        let file = texts.get_mut("counters-german.toml").unwrap();
        let line = file.lines().find(|line| line.contains("id = \"KG-60\"")).unwrap().to_string();
        *file = file.replace(&format!("{line}\n"), "");
    });
    let (old, new) = (expanded(&before), expanded(&after));
    for (gpid, text) in &old {
        match new.get(gpid) {
            Some(own) => assert_eq!(own, text),
            None => id = gpid.to_string(),
        }
    }
    assert_eq!(new.len(), old.len() - 1);
    assert!(!id.is_empty());
    let Component::GameModule(module) = &after.build.component else { panic!() };
    let Component::GameModule(first) = &before.build.component else { panic!() };
    assert!(module.next_piece_slot_id >= first.next_piece_slot_id);
}

#[test]
fn a_counter_with_a_new_id_keeps_its_number() {
    let (before, after) = changed(|texts| {
        let file = texts.get_mut("counters-german.toml").unwrap();
        *file = file.replace("id = \"KG-60\"", "id = \"KG-60a\", was = \"KG-60\", name = \"KG-60\"");
    });
    let (old, new) = (expanded(&before), expanded(&after));
    assert_eq!(old.keys().collect::<Vec<_>>(), new.keys().collect::<Vec<_>>());
    let differ: Vec<&u32> = old.keys().filter(|gpid| old[gpid] != new[gpid]).collect();
    assert_eq!(differ.len(), 1, "{differ:?}");
    assert!(new[differ[0]].contains("unit\\\\/KG-60a") || new[differ[0]].contains("KG-60a"));
}

#[test]
fn markers_of_one_name_are_told_apart() {
    let (_, after) = changed(|texts| {
        let file = texts.get_mut("counters-markers.toml").unwrap();
        *file = file.replace("name = \"Fortification\"", "name = \"Rubble\"");
    });
    let markers: BTreeMap<String, String> = slots(&after)
        .into_values()
        .filter_map(|(name, text)| Some((name, own_property(&Piece::decode(&text).unwrap(), "Id")?)))
        .collect();
    let unit = &prototypes(&after)["Unit"];
    let mut placed: Vec<&str> = Vec::new();
    for one in &unit.traits {
        if let Trait::PlaceMarker(place) = one {
            let path = place.piece.as_ref().unwrap();
            let slot = path.rsplit("PieceSlot:").next().unwrap();
            assert_eq!(slot, place.command);
            placed.push(&markers[slot]);
        }
    }
    placed.sort_unstable();
    assert_eq!(placed, ["marker/control", "marker/fortification", "marker/rubble"]);
}

/// The keys that a button without a face presses, by its own key.
fn presses(built: &Built, key: &str) -> Vec<Key> {
    let own = all(built).into_iter().find_map(|node| match &node.component {
        Component::DoActionButton(own) if own.hotkey == Key::named(key) => Some(own.hotkeys.clone()),
        _ => None,
    });
    own.unwrap_or_else(|| panic!("no button {key}"))
}

/// The expression that a button without a face sets a property to.
fn sets(built: &Built, key: &str) -> String {
    use punchboard::emit::vassal::codec::components::PropertyChange;
    let own = all(built).into_iter().find_map(|node| match &node.component {
        Component::ChangePropertyButton(own) if own.hotkey == Key::named(key) => Some(own.change.clone()),
        _ => None,
    });
    match own {
        Some(PropertyChange::Set(expression)) => expression,
        other => panic!("{key}: {other:?}"),
    }
}

/// What is counted in is marked, and a sheet is filled from it; a second press takes it out; a roll takes the marks off.
#[test]
fn units_count_themselves_in_and_leave_by_exits() {
    let storm = build(&texts(&root().join("data/storm")));
    let unit = prototypes(&storm).remove("Unit").unwrap();
    let fight = unit.traits.iter().find_map(|one| match one {
        Trait::DynamicProperty(own) if own.name == "Fight" => Some(own.clone()),
        _ => None,
    });
    let commands: Vec<(String, String)> = fight
        .unwrap()
        .commands
        .into_iter()
        .map(|own| match own.change {
            punchboard::emit::vassal::codec::traits::CommandChange::Set(to) => (own.command, to),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(commands[0], ("Attack with it".into(), "{Fight == 1 || Fight == 3 ? 0 : 1}".into()));
    assert_eq!(commands[1], ("Defend with it".into(), "{Fight == 2 || Fight == 4 ? 0 : 2}".into()));
    assert_eq!(commands[2], (String::new(), "0".into()));
    let leaves = |one: &Trait| matches!(one, Trait::TriggerAction(own) if own.command == "Leave by the exit");
    assert!(unit.traits.iter().any(leaves));
    // What is outside hears a key first: the mark is set, then the sheets are filled.
    let at = |wanted: &dyn Fn(&Trait) -> bool| unit.traits.iter().position(wanted).unwrap();
    let marks = at(&|one| matches!(one, Trait::DynamicProperty(own) if own.name == "Fight"));
    let tells = at(&|one| matches!(one, Trait::SetGlobalProperty(own) if own.name == "FightPlace"));
    let fills = at(&|one| matches!(one, Trait::TriggerAction(own) if own.watch.len() == 2));
    assert!(marks < tells && tells < fills, "{marks} {tells} {fills}");
    // The position is looked at once for all sheets; the place comes first.
    let fill = presses(&storm, "fill-sheets");
    let place =
        |key: &str| fill.iter().position(|own| *own == Key::named(key)).unwrap_or_else(|| panic!("{key}: {fill:?}"));
    assert!(place("find-FightZone") < place("find-Printed_value"));
    assert!(place("find-Printed_value") < place("find-Found_0"));
    assert!(place("find-Found_0") < place("fill-table__fire__firepower"));
    assert!(place("fill-table__fire__firepower") < place("count-table.fire"));
    let firepower = sets(&storm, "find-Found_0");
    // While nobody is counted in, nothing is found: the row shows what is usual, and says that it is assumed.
    let nobody = "GetString(\"FightAttackers\").equals(\"0\") ? \"\" : ";
    assert!(
        firepower.starts_with(&format!("{{{nobody}SumMap(\"firepower\", GetString(\"FightMap\"), ")),
        "{firepower}"
    );
    assert!(place("find-FightMap") < place("find-FightAttackers"));
    assert!(place("find-FightDefenders") < place("find-Found_0"));
    // The place of the fight is known from those who defend.
    let terrain: Vec<String> = (0..)
        .map(|n| format!("find-Found_{n}"))
        .take_while(|key| fill.contains(&Key::named(key)))
        .map(|key| sets(&storm, &key))
        .collect();
    let terrain = terrain.iter().find(|code| code.contains("Printed_value")).unwrap();
    assert!(terrain.starts_with("{GetString(\"FightDefenders\").equals(\"0\") ? \"\" : "), "{terrain}");
    let kept = sets(&storm, "fill-table__fire__firepower");
    // In VASSAL `"" + 5` is a number, and equals no text: what was filled in before would pass for a player's own.
    assert!(!kept.contains("(\"\" + "), "{kept}");
    assert!(kept.contains(" : String.valueOf("), "{kept}");
    assert!(kept.contains("GetString(\"Found_0\").length() == 0 ? \"0\" : "), "{kept}");
    assert!(kept.ends_with(": GetString(\"table__fire__firepower\")}"), "what was set by hand stays: {kept}");
    // A roll throws, works out, says it in one message and takes the marks off.
    let go = presses(&storm, "go-operation.resolve-fire");
    let at = |key: &str| go.iter().position(|own| *own == Key::named(key)).unwrap_or_else(|| panic!("{key}: {go:?}"));
    assert!(at("work-operation__resolve_fire___dice_die_2") < at("work-operation__resolve_fire___damage_total"));
    assert!(at("work-operation__resolve_fire___damage_total") < at("roll-operation.resolve-fire"));
    assert_eq!(go.last(), Some(&Key::named("take-marks-off")));
    let clear = presses(&storm, "clear-operation.resolve-fire");
    // Marks are taken off before the sheets are filled anew: what is on them is assumed again.
    let last = ["take-marks-off", "fill-sheets", "count-operation.resolve-fire"].map(Key::named);
    assert!(clear.ends_with(&last), "{clear:?}");
    let ends = all(&storm).into_iter().find_map(|node| match &node.component {
        Component::DoActionButton(own) if own.name.starts_with("End phase") => Some(own.hotkeys.clone()),
        _ => None,
    });
    assert_eq!(ends.unwrap(), [Key::named("press-all-fresh"), Key::named("press-no-fire")]);
}

#[test]
fn dice_of_both_players_are_told_apart() {
    let said = all(verdun()).into_iter().find_map(|node| match &node.component {
        Component::DoActionButton(own) if own.name == "roll-operation.resolve" => Some(own.report_format.clone()),
        _ => None,
    });
    let said = said.unwrap();
    assert!(said.contains("\"Combat resolution. \" + \"2d6 = \"") && said.contains("Opponent's 2d6 = \""), "{said}");
}

#[test]
fn strength_tracks_are_zones_with_a_marker_that_steps_and_slots_with_assets() {
    let built = ford();
    let names: BTreeSet<&str> = all(built)
        .iter()
        .filter_map(|node| match &node.component {
            Component::Zone(zone) => Some(zone.name.as_str()),
            _ => None,
        })
        .collect();
    for name in ["9TK strength: 0", "9TK strength: 9", "9TK slot 1", "9TK Guard"] {
        assert!(names.contains(name), "no zone `{name}`: {names:?}");
    }
    let uses = |id: &str| {
        let slots = slots(built);
        let (_, text) = slots.values().find(|(name, _)| name == id).unwrap();
        let piece = Piece::decode(text).unwrap();
        let names = piece.traits.iter().filter_map(|one| match one {
            Trait::UsePrototype(own) => Some(own.name.clone()),
            _ => None,
        });
        names.collect::<Vec<_>>()
    };
    assert!(uses("9TK").contains(&"Strength".to_string()) && uses("9TK").contains(&"Assets".to_string()));
    assert!(uses("Strength").contains(&"Strength marker".to_string()));
    assert!(!uses("Guard").iter().any(|name| name == "Strength" || name == "Assets"));
    let at = |id: &str| {
        let placements = built.model.scenarios[0].setup.iter();
        let of = |what: &What| match what {
            What::Unit(unit) => *unit.id == *id,
            What::Marker(marker) => *marker.id == *id,
        };
        let places = placements.filter(|placement| of(&placement.what)).map(|placement| match &placement.spot {
            Some(Spot::At(place)) => place.id.to_string(),
            other => panic!("{other:?}"),
        });
        places.collect::<Vec<_>>()
    };
    assert_eq!(
        (at("red-strength"), at("Escort")),
        (vec!["strength/9TK:8".to_string()], vec!["strength/9TK/guard".to_string()])
    );
}

#[test]
fn a_private_box_is_a_window_of_its_side() {
    let windows: Vec<(&str, &[String])> = all(ford())
        .iter()
        .filter_map(|node| match &node.component {
            Component::PrivateMap(own) => Some((own.map.name.as_str(), own.sides.as_slice())),
            _ => None,
        })
        .collect();
    assert_eq!(windows, [("Secret orders", &["Red".to_string(), "Solitaire".to_string()][..])]);
}

#[test]
fn units_that_are_drawn_at_random_lie_in_a_deck() {
    let built = ford();
    let piles = all(built).into_iter().filter_map(|node| match &node.component {
        Component::DrawPile(pile) if pile.name == "Levies" => Some(pile),
        _ => None,
    });
    let [pile] = piles.collect::<Vec<_>>()[..] else { panic!("one deck") };
    assert!(pile.draw_face_up && !pile.allow_select && pile.restrict, "{pile:?}");
    let saves = saves(built);
    let commands = &saves["scenario-meeting.vsav"];
    let deck = commands.iter().find_map(|command| match command {
        Command::Deck { deck, .. } if deck.kind.name == "Levies" => Some(deck),
        _ => None,
    });
    let deck = deck.unwrap();
    assert!(deck.state.face_down);
    assert_eq!((deck.state.x, deck.state.y), (pile.x, pile.y));
    let names = commands.iter().filter_map(|command| match command {
        Command::Piece { id, piece } if deck.state.cards.contains(id) => Some(piece),
        _ => None,
    });
    let pieces: Vec<&Piece> = names.collect();
    assert_eq!(pieces.iter().map(|piece| piece.basic.name.as_str()).collect::<Vec<_>>(), ["Levy A", "Levy B"]);
    for piece in pieces {
        let masked = piece.traits.iter().any(|one| matches!(one, Trait::Obscurable(_)));
        let back = piece.traits.iter().any(|one| matches!(one, Trait::ReturnToDeck(own) if own.deck == "Levies"));
        assert!(masked && back, "{}", piece.basic.name);
    }
}

/// The windows on which decks lie, in boxes of that size, with the corners of the decks.
fn deck_windows(size: &str) -> Vec<(String, [(i32, i32); 2])> {
    let mut texts = texts(&root().join("data/storm"));
    let map = texts.get_mut("map.toml").unwrap();
    *map = map.replace("size = [122, 71]", size);
    let built = build(&texts);
    let windows = all(&built).into_iter().filter_map(|node| match &node.component {
        Component::Map(map) => Some((map.name.clone(), node)),
        _ => None,
    });
    let decks = |(map, node): (String, &Node)| {
        let piles = node.children.iter().filter_map(|node| match &node.component {
            Component::DrawPile(pile) if pile.face_down != DeckFaceDown::Never => Some(pile),
            _ => None,
        });
        let corners = |pile: &DrawPile| {
            let (half, tall) = (pile.width / 2, pile.height / 2);
            [(pile.x - half + 1, pile.y - tall + 1), (pile.x + half - 1, pile.y + tall - 1)]
        };
        piles.map(|pile| (map.clone(), corners(pile))).collect::<Vec<_>>()
    };
    let found: Vec<_> = windows.flat_map(decks).collect();
    for (map, corners) in &found {
        let rings = zones(&built, map);
        let boxed = rings.iter().filter(|(zone, _)| zone.contains("tactical cards"));
        let held = boxed.filter(|(_, ring)| corners.iter().all(|corner| inside(ring, *corner))).count();
        assert_eq!(held, usize::from(map == "Stalingrad"), "{map} {corners:?}");
    }
    found
}

#[test]
fn decks_lie_on_boxes_that_have_room_for_a_card() {
    let names = |size: &str| deck_windows(size).into_iter().map(|(map, _)| map).collect::<Vec<_>>();
    assert_eq!(names("size = [122, 71]"), ["Stalingrad", "Stalingrad"], "sideways, below the name of the box");
    assert_eq!(names("size = [122, 60]"), ["Cards", "Cards"], "too low, even for a card that lies sideways");
}

/// Traits of the heaviest unit, and bytes of a unit in a saved game, with room for a little more.
#[test]
fn units_are_light() {
    for (game, traits, bytes) in
        [("iron-ring", 38, 9_200), ("pivot", 39, 6_600), ("storm", 32, 5_400), ("verdun", 30, 5_600)]
    {
        let made = sound_texts(&texts(&root().join("data").join(game)));
        let commands =
            vassal::saved_games(&small(&made)).into_iter().flat_map(|(_, save)| save::decode(&save).unwrap());
        let units = commands.filter_map(|command| match command {
            Command::Piece { piece, .. } => own_property(&piece, "Type").map(|_| piece),
            _ => None,
        });
        let (mut count, mut sum) = (0, 0);
        for unit in units {
            // The basic piece is one more.
            assert!(unit.traits.len() < traits.min(40), "{game}: {} has {}", unit.basic.name, unit.traits.len() + 1);
            count += 1;
            sum += unit.saved("1").len();
        }
        assert!(sum / count <= bytes, "{game}: {} bytes", sum / count);
    }
}

/// The window that opens docked is the first map: the one on which most pieces start.
#[test]
fn the_map_with_most_pieces_comes_first() {
    let first = |game: &str| {
        let made = sound_texts(&texts(&root().join("data").join(game)));
        let build = vassal::build_file(&small(&made));
        let maps = build.children.into_iter().find_map(|node| match node.component {
            Component::Map(map) => Some((map.name.clone(), map.launch)),
            _ => None,
        });
        maps.unwrap()
    };
    assert_eq!(first("iron-ring"), ("Against the Iron Ring".to_string(), false));
    assert!(!first("verdun").1);
    let mut files = texts(&root().join("data/iron-ring"));
    let city = files.get_mut("map-city.toml").unwrap();
    *city = city.replacen("[map]\n", "[map]\nmain = true\n", 1);
    let made = sound_texts(&files);
    let build = vassal::build_file(&small(&made));
    let name = build.children.iter().find_map(|node| match &node.component {
        Component::Map(map) => Some(map.name.clone()),
        _ => None,
    });
    assert_ne!(name.as_deref(), Some("Against the Iron Ring"));
}

/// Rounds that a track counts are a level of their own; turning the tracker moves the markers and takes marks off.
#[test]
fn the_tracker_has_every_level_and_does_what_a_new_turn_needs() {
    let tracker = all(verdun()).into_iter().find(|node| matches!(node.component, Component::TurnTracker(_))).unwrap();
    let Component::CounterTurnLevel(turns) = &tracker.children[0].component else { panic!() };
    assert_eq!(turns.property.as_deref(), Some("Turn"));
    let inside = &tracker.children[0].children;
    assert_eq!(inside.len(), 3, "before, during and after the impulses");
    let Component::CounterTurnLevel(impulses) = &inside[1].component else { panic!() };
    let track = verdun().model.tracks.iter().find(|track| track.id == "impulse").unwrap();
    assert_eq!((impulses.start, impulses.last), (1, i32::try_from(track.spaces.len()).unwrap()));
    let Component::ListTurnLevel(steps) = &inside[1].children[0].component else { panic!() };
    assert_eq!(steps.list[..2], ["Soviet impulse", "German impulse"]);
    let keys: Vec<Key> = tracker
        .children
        .iter()
        .filter_map(|node| match &node.component {
            Component::TurnGlobalHotkey(own) => Some(own.hotkey.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(keys, [Key::named("clear-moved"), Key::named("turn-markers")]);
    let followers: Vec<String> =
        slots(verdun()).into_values().filter(|(_, text)| text.contains("Follows ")).map(|(name, _)| name).collect();
    assert_eq!(followers.len(), 2, "turn and impulse: {followers:?}");
    let turned = saves(verdun()).into_values().all(|commands| {
        commands
            .iter()
            .any(|command| matches!(command, Command::Turn { state, .. } if state.levels[0].levels.len() == 3))
    });
    assert!(turned);
}

/// One report of a unit speaks for all its commands; VASSAL gives it the name of the command as `menuCommand`.
#[test]
fn every_command_of_a_unit_reports() {
    use crate::common::script::{Names, text};
    let unit = prototypes(verdun()).remove("Unit").unwrap();
    let report = unit.traits.iter().find_map(|one| match one {
        Trait::ReportState(own) => Some(own),
        _ => None,
    });
    let format = &report.unwrap().format;
    let said = |command: &str, more: &[(&str, &str)]| {
        let names =
            [("BasicName", "191"), ("location", "here"), ("OldLocationName", "there"), ("menuCommand", command)];
        let names: Names =
            names.iter().chain(more).map(|(name, value)| (name.to_string(), value.to_string())).collect();
        text(format, &names, &mut Vec::new())
    };
    assert_eq!(said("Eliminate", &[]), "191 is eliminated, in there");
    assert_eq!(said("Return", &[]), "191 is back, in here");
    assert_eq!(said("Moved", &[("Moved", "true")]), "191 is marked as moved, in here");
    let marker = verdun().model.markers.iter().find(|marker| marker.role == punchboard::syntax::MarkerUse::Status);
    let marker = marker.unwrap();
    let active = format!("Status_{}_Active", marker.id.replace('-', "_"));
    let name = marker.name.to_lowercase();
    assert_eq!(said(&marker.name, &[(&active, "true")]), format!("191 is now {name}, in here"));
    assert_eq!(said(&marker.name, &[]), format!("191 is no longer {name}, in here"));
    assert_eq!(said("Rubble", &[]), "Rubble is placed, in here");
}

/// A sheet has a row for each question, a place to click for each change, and totals; nothing is asked in a dialog unless
/// it is one question, and then cancelling it leaves nothing.
#[test]
fn what_is_worked_out_has_a_sheet_and_single_questions_can_be_cancelled() {
    use punchboard::emit::vassal::tables::{Answer, buttons};
    for game in ["storm", "verdun"] {
        let own;
        let built = if game == "verdun" {
            verdun()
        } else {
            own = build(&texts(&root().join("data/storm")));
            &own
        };
        let prototypes = prototypes(built);
        let whole = |(id, piece): (String, Piece)| (id, piece.expanded(&prototypes));
        let sheets: BTreeMap<String, Piece> = all(built).into_iter().filter_map(own_sheet).map(whole).collect();
        let mut asked = 0;
        for button in buttons(&built.model) {
            let Some(piece) = sheets.get(&button.id) else {
                assert!(button.asks.len() < 2 || button.secret, "{}", button.id);
                for ask in &button.asks {
                    asked += 1;
                    let guard = Key::named(format!("answered-{}", ask.property));
                    let goes_on = all(built).into_iter().any(|node| match &node.component {
                        Component::DoActionButton(own) => {
                            own.hotkey == guard && own.do_loop && own.loop_count.contains("length() == 0 ? 0 : 1")
                        }
                        _ => false,
                    });
                    assert!(goes_on, "{}: {}", button.id, ask.question);
                }
                continue;
            };
            let changed: BTreeSet<&str> = piece
                .traits
                .iter()
                .filter_map(|one| match one {
                    Trait::SetGlobalProperty(own) => Some(own.name.as_str()),
                    _ => None,
                })
                .collect();
            let clicks = piece.traits.iter().filter(|one| matches!(one, Trait::ActionButton(_))).count();
            let labels = piece.traits.iter().filter(|one| matches!(one, Trait::Labeler(_))).count();
            let numbers = button.asks.iter().filter(|ask| matches!(ask.answer, Answer::Number { .. })).count();
            assert!(button.asks.iter().all(|ask| changed.contains(ask.property.as_str())), "{}", button.id);
            assert_eq!(clicks, button.asks.len() + 2 * numbers + 2, "{}", button.id);
            assert_eq!(labels, 2 * button.asks.len() + button.totals.len(), "{}", button.id);
            for saved in saves(built).values() {
                let there = saved.iter().filter(|command| match command {
                    Command::Piece { piece, .. } => own_property(piece, "Sheet").as_deref() == Some(&button.id),
                    _ => false,
                });
                assert_eq!(there.count(), 1, "{}", button.id);
            }
        }
        assert!(asked > 0 || game == "verdun", "{game}");
    }
}

/// What one step of an operation gives, the next takes: attack less defence is damage, and both dice are thrown at once.
#[test]
fn an_operation_is_worked_out_in_one_chain() {
    use punchboard::emit::vassal::tables::buttons;
    let model = sound_texts(&texts(&root().join("data/storm"))).model;
    let buttons = buttons(&model);
    let fire = buttons.iter().find(|button| button.id == "operation.resolve-fire").unwrap();
    let asked: Vec<&str> = fire.asks.iter().map(|ask| ask.property.as_str()).collect();
    assert!(asked.contains(&"operation__resolve_fire__attack_firepower"), "{asked:?}");
    // The roll and the points of both sides follow; nobody is asked for them.
    assert!(
        !fire.asks.iter().any(|ask| ask.question == "Roll of 2d6" || ask.question.ends_with(" points")),
        "{asked:?}"
    );
    let totals: Vec<&str> = fire.totals.iter().map(|total| total.name.as_str()).collect();
    assert_eq!(totals, ["Attack points", "Defence points", "Damage points"]);
    let dice: Vec<&str> = fire.works.iter().filter(|work| work.dice).map(|work| work.expression.as_str()).collect();
    assert_eq!(dice, ["{Random(6)}", "{Random(6)}"]);
    let damage = fire.works.iter().find(|work| work.property.ends_with("damage_total")).unwrap();
    assert!(damage.expression.contains("operation__resolve_fire___attack_total"), "{}", damage.expression);
    assert!(damage.expression.contains("operation__resolve_fire___defence_total"), "{}", damage.expression);
    // Both players roll.
    let duel = buttons.iter().find(|button| button.id == "operation.german-sniper").unwrap();
    assert_eq!(duel.works.iter().filter(|work| work.dice).count(), 2);
}
