//! The VASSAL module, read back with our own decoder.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{examples, root, small, sound_texts, texts};
use punchboard::emit::vassal;
use punchboard::emit::vassal::codec::archive::{Limits, unpack};
use punchboard::emit::vassal::codec::command::Command;
use punchboard::emit::vassal::codec::components::{Component, DrawPile, FaceDown, Node, from_xml, to_xml};
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
        // Each deck has words that count it.
        assert_eq!(slots.len(), units + cards as usize + built.model.decks.len());
    }
    let lock = std::fs::read_to_string(root().join("data/verdun/punchboard.lock")).unwrap();
    for (gpid, (_, text)) in slots(verdun()) {
        let piece = Piece::decode(&text).unwrap();
        let id = own_property(&piece, "Id").unwrap();
        assert!(lock.contains(&format!("\"{id}\" = {gpid}\n")), "{id} is not {gpid} in the lock");
        assert_eq!(piece.basic.gpid, gpid.to_string());
    }
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
                // What counts the cards of a deck is a label, not a piece of the game.
                if piece.basic.name.starts_with("Count of ") {
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
        .map(|(name, text)| (name, own_property(&Piece::decode(&text).unwrap(), "Id").unwrap()))
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

/// What a table takes from the values of attackers, units add to its answer themselves; a roll starts anew.
#[test]
fn units_count_themselves_in_and_leave_by_exits() {
    let storm = build(&texts(&root().join("data/storm")));
    let unit = prototypes(&storm).remove("Unit").unwrap();
    let sums: Vec<&str> = unit
        .traits
        .iter()
        .filter_map(|one| match one {
            Trait::SetGlobalProperty(own) => Some(own.name.as_str()),
            _ => None,
        })
        .collect();
    assert!(sums.contains(&"Count_attacker_firepower"), "{sums:?}");
    let commands: Vec<&str> = unit
        .traits
        .iter()
        .filter_map(|one| match one {
            Trait::TriggerAction(own) => Some(own.command.as_str()),
            Trait::SetGlobalProperty(own) => Some(own.commands[0].command.as_str()),
            _ => None,
        })
        .collect();
    assert!(commands.contains(&"Attack with it") && commands.contains(&"Leave by the exit"), "{commands:?}");
    let presses = all(&storm).into_iter().find_map(|node| match &node.component {
        Component::DoActionButton(own) if own.name == "Fire" => Some(own.hotkeys.clone()),
        _ => None,
    });
    // Behind each question there is a button that goes on only if it was answered.
    let behind = |key: &Key| {
        let found = all(&storm).into_iter().find_map(|node| match &node.component {
            Component::DoActionButton(own) if own.hotkey == *key && own.do_loop => Some(own.hotkeys.clone()),
            _ => None,
        });
        found.unwrap_or_else(|| vec![key.clone()])
    };
    let presses: Vec<Key> = presses.unwrap().iter().flat_map(behind).collect();
    let at =
        |key: &str| presses.iter().position(|own| *own == Key::named(key)).unwrap_or_else(|| panic!("{presses:?}"));
    assert!(at("ask-table__fire__firepower") < at("roll-table.fire"));
    assert!(at("clear-table__fire__firepower") < at("ask-table__fire__firepower"), "cancelling leaves nothing");
    assert!(at("roll-table.fire") < at("reset-Count_attacker_firepower"), "{presses:?}");
    let ends = all(&storm).into_iter().find_map(|node| match &node.component {
        Component::DoActionButton(own) if own.name.starts_with("End phase") => Some(own.hotkeys.clone()),
        _ => None,
    });
    assert_eq!(ends.unwrap(), [Key::named("press-all-fresh"), Key::named("press-no-fire")]);
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
            Component::DrawPile(pile) if pile.face_down != FaceDown::Never => Some(pile),
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
        [("iron-ring", 36, 9_000), ("pivot", 36, 5_800), ("storm", 32, 5_200), ("verdun", 28, 4_300)]
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
