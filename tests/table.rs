//! What players find at the table: stacks that hide nothing, windows with room, words in the chat.

use crate::common::{examples, root, small, sound_texts, texts};
use punchboard::art::stacks;
use punchboard::compile_sources;
use punchboard::emit::vassal;
use punchboard::emit::vassal::codec::archive::{Limits, unpack};
use punchboard::emit::vassal::codec::command::Command;
use punchboard::emit::vassal::codec::components::*;
use punchboard::emit::vassal::codec::key::Key;
use punchboard::emit::vassal::codec::piece::Piece;
use punchboard::emit::vassal::codec::save;
use punchboard::emit::vassal::codec::traits::{Trait, TriggerAction};
use punchboard::source::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A module and the saved games of its scenarios.
struct Table {
    build: Node,
    saves: Vec<Vec<Command>>,
}

fn table(texts: &BTreeMap<String, String>) -> Table {
    let made = sound_texts(texts);
    let game = small(&made);
    let saves = vassal::saved_games(&game).into_iter().map(|(_, bytes)| save::decode(&bytes).unwrap()).collect();
    Table { build: vassal::build_file(&game), saves }
}

fn data(name: &str) -> Table {
    table(&texts(&root().join("data").join(name)))
}

fn storm() -> &'static Table {
    static BUILT: OnceLock<Table> = OnceLock::new();
    BUILT.get_or_init(|| data("storm"))
}

fn verdun() -> &'static Table {
    static BUILT: OnceLock<Table> = OnceLock::new();
    BUILT.get_or_init(|| data("verdun"))
}

fn walk<'n>(node: &'n Node, found: &mut Vec<&'n Component>) {
    found.push(&node.component);
    node.children.iter().for_each(|child| walk(child, found));
}

fn all(table: &Table) -> Vec<&Component> {
    let mut found = Vec::new();
    walk(&table.build, &mut found);
    found
}

fn buttons(table: &Table) -> impl Iterator<Item = &DoActionButton> {
    all(table).into_iter().filter_map(|one| match one {
        Component::DoActionButton(button) => Some(&**button),
        _ => None,
    })
}

fn prototype(table: &Table, name: &str) -> Piece {
    let text = all(table).into_iter().find_map(|one| match one {
        Component::PrototypeDefinition(own) if own.name == name => Some(&own.text),
        _ => None,
    });
    Piece::decode(text.unwrap()).unwrap()
}

#[test]
fn stacks_show_their_depth_as_spots_reckon_with() {
    for own in all(storm()) {
        // Nothing is stacked on a sheet for sums.
        if let Component::StackMetrics(metrics) = own
            && !metrics.disabled
        {
            // The test's modules have 60 dots an inch.
            let pixels = |millimetres: f64| (millimetres / 25.4 * 60.0).round() as i32;
            assert_eq!((metrics.closed_x, metrics.closed_y), (pixels(stacks::LEAN.0), pixels(stacks::LEAN.1)));
        }
    }
}

#[test]
fn markers_lie_above_units() {
    let layers = all(storm()).into_iter().find_map(|one| match one {
        Component::LayeredPieceCollection(own) => Some(&own.layers),
        _ => None,
    });
    assert_eq!(layers.unwrap(), &["unit", "place", "marker"]);
}

#[test]
fn charts_have_the_room_of_their_window_and_names_of_their_own() {
    for table in [storm(), verdun(), &table(&examples(&["language"]))] {
        let window = table.build.children.iter().find(|node| matches!(node.component, Component::ChartWindow(_)));
        let mut tabs = BTreeSet::new();
        for list in &window.unwrap().children[0].children {
            let Component::ListWidget(own) = &list.component else { panic!("{:?}", list.component) };
            assert!(own.divider * 4 >= own.width * 3, "the chart is at the left of the divider");
            assert!(tabs.insert(own.name.clone()), "{} twice", own.name);
            let mut names = BTreeSet::new();
            for entry in &list.children {
                let Component::Chart(chart) = &entry.component else { panic!("{:?}", entry.component) };
                assert!(names.insert(&chart.name), "{} twice in {}", chart.name, own.name);
            }
        }
        assert!(tabs.contains("Tables"));
    }
}

/// Notes do not break lines, and open at their end: what is to be read is in the help menu.
#[test]
fn the_help_menu_has_pages_on_scenarios_windows_and_credits() {
    let titles: Vec<&str> = all(verdun())
        .into_iter()
        .filter_map(|one| match one {
            Component::HelpFile(page) => Some(page.title.as_str()),
            _ => None,
        })
        .collect();
    let wanted = ["Welcome", "Keys and buttons", "Scenario: The standard game", "The map", "Tables and sums"];
    assert!(wanted.iter().all(|title| titles.contains(title)), "{titles:?}");
    assert_eq!(titles.iter().collect::<BTreeSet<_>>().len(), titles.len());
    let note = verdun().saves[0].iter().find_map(|command| match command {
        Command::ScenarioNote(text) => Some(text),
        _ => None,
    });
    assert!(note.unwrap().lines().all(|line| line.chars().count() < 40), "{note:?}");
}

#[test]
fn one_button_opens_the_setup_cards_that_something_lies_on() {
    let table = verdun();
    let cards: Vec<&Map> = all(table)
        .into_iter()
        .filter_map(|one| match one {
            Component::Map(map) if map.name.ends_with("setup") => Some(&**map),
            _ => None,
        })
        .collect();
    assert!(cards.len() > 1);
    let opener = buttons(table).find(|button| button.text == "Setup cards").unwrap();
    for card in cards {
        assert!(card.button_name.is_empty() && card.icon.0.is_empty(), "{} has a button of its own", card.name);
        let opens = |button: &&DoActionButton| button.hotkeys.contains(&card.hotkey);
        let behind = buttons(table).find(opens).unwrap_or_else(|| panic!("nothing opens {}", card.name));
        assert_eq!(vec![behind.hotkey.clone()], opener.hotkeys);
        let expected = format!("{{CountMap(\"{}\", \"Id\", \"{{true}}\") > 0 ? 1 : 0}}", card.name);
        assert_eq!((behind.do_loop, &behind.loop_count), (true, &expected));
    }
    let menu = all(table).into_iter().find_map(|one| match one {
        Component::ToolbarMenu(menu) if menu.name == "Trays" => Some(menu),
        _ => None,
    });
    let items = &menu.unwrap().items;
    assert!(
        items.contains(&"Setup cards".to_string()) && !items.iter().any(|item| item.ends_with("setup")),
        "{items:?}"
    );
}

#[test]
fn the_chat_says_at_the_start_what_waits_on_setup_cards() {
    let said = |save: &[Command]| -> Vec<String> {
        let texts = save.iter().filter_map(|command| match command {
            Command::Chat(text) => text.strip_prefix("* "),
            _ => None,
        });
        texts.map(String::from).collect()
    };
    let lines = said(&storm().saves[0]);
    assert!(
        lines.contains(
            &"3 counters wait on the setup card \"Storm Over Stalingrad: Soviet setup\": Trays, Setup cards."
                .to_string()
        ),
        "{lines:?}"
    );
    assert_eq!(lines[0], "Storm Over Stalingrad.");
    assert!(verdun().saves.iter().all(|save| said(save).len() >= 2));
}

#[test]
fn what_is_set_up_is_not_marked_as_moved() {
    let table = storm();
    let maps = all(table).into_iter().filter_map(|one| match one {
        Component::Map(map) if map.mark_moved == Prompt::Always => Some(map),
        _ => None,
    });
    let keys: Vec<Key> = maps.map(|map| map.move_key.clone()).collect();
    assert_eq!(keys, [Key::named("arrived")]);
    let unit = prototype(table, "Unit");
    let trigger = unit.traits.iter().find_map(|one| match one {
        Trait::TriggerAction(own) if own.key == Key::named("arrived") => Some(own),
        _ => None,
    });
    let TriggerAction { condition, actions, .. } = trigger.unwrap();
    assert_eq!(condition, "{SetupCards.contains(\"|\"+OldMap+\"|\")}");
    let cards = all(table).into_iter().find_map(|one| match one {
        Component::GlobalProperty(own) if own.name == "SetupCards" => Some(&own.initial_value),
        _ => None,
    });
    assert!(cards.unwrap().contains("|Storm Over Stalingrad: Soviet setup|"));
    let unmarks =
        unit.traits.iter().any(|one| matches!(one, Trait::MovementMarkable(own) if actions.contains(&own.unmark_key)));
    assert!(unmarks);
}

#[test]
fn every_action_reports() {
    for table in [storm(), verdun(), &data("iron-ring")] {
        let menu = all(table).into_iter().find_map(|one| match one {
            Component::ToolbarMenu(menu) if menu.name == "Actions" => Some(menu),
            _ => None,
        });
        for item in &menu.unwrap().items {
            let says = all(table).into_iter().any(|one| match one {
                Component::DoActionButton(own) => own.text == *item && own.do_report && !own.report_format.is_empty(),
                Component::GlobalKeyCommand(own) => own.command.text == *item && !own.command.report_format.is_empty(),
                _ => false,
            });
            assert!(says, "{item}");
        }
    }
}

/// Artillery on the track comes back whichever face it shows.
#[test]
fn what_becomes_available_leaves_its_track() {
    let table = verdun();
    let command = all(table).into_iter().find_map(|one| match one {
        Component::GlobalKeyCommand(own) if own.command.hotkey == Key::named("press-support-ready-german") => {
            Some(&own.command)
        }
        _ => None,
    });
    let filter = &command.unwrap().filter;
    assert!(filter.contains("(State != \"ready\" || (\"\" + GetProperty(\"Track\")).length() > 0)"), "{filter}");
    let tracks: BTreeSet<&str> = all(table)
        .into_iter()
        .filter_map(|one| match one {
            Component::ZoneProperty(own) if own.property.name == "Track" => Some(own.property.initial_value.as_str()),
            _ => None,
        })
        .collect();
    assert!(tracks.contains("impulse"), "{tracks:?}");
}

#[test]
fn cards_are_drawn_with_a_key_and_counted() {
    let table = storm();
    let draws: Vec<&KeyCommand> = all(table)
        .into_iter()
        .filter_map(|one| match one {
            Component::GlobalKeyCommand(own) if own.command.key == Key::named("to-hand") => Some(&own.command),
            _ => None,
        })
        .collect();
    assert_eq!(draws.len(), 2);
    let keys: Vec<&Key> = draws.iter().map(|own| &own.hotkey).collect();
    assert!(keys[0] != keys[1] && !keys.contains(&&Key::None));
    for own in draws {
        assert!(own.filter.contains("DeckName == ") && own.filter.contains("PlayerSide"), "{}", own.filter);
        assert_eq!(own.deck_count, "1");
    }
    let to_hand = prototype(table, "Deck german-cards").traits.iter().any(
        |one| matches!(one, Trait::SendToLocation(own) if own.key == Key::named("to-hand") && own.map == "German hand"),
    );
    assert!(to_hand);
    let labels: Vec<String> = all(table)
        .into_iter()
        .filter_map(|one| match one {
            Component::PieceSlot(slot) if slot.name.starts_with("Count of ") => Some(slot.text.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(labels.len(), 2);
    let words = prototype(table, "Count german-cards").slot_text();
    assert!(words.contains("German tactical cards_numPieces") && words.contains("German hand"), "{words}");
    let saved = storm().saves[0]
        .iter()
        .filter(|command| matches!(command, Command::Piece { piece, .. } if piece.basic.name.starts_with("Count of ")));
    assert_eq!(saved.count(), 2);
}

/// What players choose from reads as the game prints it; formulas still see ids.
#[test]
fn choices_are_names() {
    let table = data("iron-ring");
    let mut asked = 0;
    for one in all(&table) {
        let Component::ChangePropertyButton(button) = one else { continue };
        let PropertyChange::Choose { values, .. } = &button.change else { continue };
        asked += 1;
        let id =
            |value: &String| value.contains('-') && value.chars().any(|c| c.is_alphabetic()) && !value.contains(' ');
        let lower = |value: &String| value.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        assert!(!values.iter().any(|value| id(value) && lower(value)), "{values:?}");
    }
    assert!(asked > 5);
}

#[test]
fn the_module_carries_the_rulebook_that_its_author_gives() {
    let with = |file: &str, bytes: &[u8]| {
        let mut texts = examples(&["language"]);
        let game = texts.get_mut("game.toml").unwrap();
        *game = game.replace("[rulebook]\n", &format!("[rulebook]\nfile = \"{file}\"\n"));
        let mut files: Vec<(&str, &[u8])> = texts.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
        files.push(("rulebook.pdf", bytes));
        files.push(("rulebook.txt", b"1 Rules\n\nA unit moves & fights.\nThen it rests."));
        let compiled = compile_sources(Sources::from_bytes("ford", files));
        let messages = compiled.messages().join("\n");
        compiled.game.map(|game| vassal::module(&small(&game)).unwrap()).ok_or(messages)
    };
    let pdf = b"%PDF-1.7 rules";
    let module = unpack(&with("rulebook.pdf", pdf).unwrap(), Limits::default()).unwrap();
    assert_eq!(module["rulebook.pdf"], pdf);
    let build = String::from_utf8(module["buildFile.xml"].clone()).unwrap();
    let entry = build.lines().find(|line| line.contains("BrowserPDFFile")).unwrap();
    assert!(
        entry.contains("pdfFile=\"rulebook.pdf\"") && entry.contains("title=\"The Ford, rules of play\""),
        "{entry}"
    );
    let module = unpack(&with("rulebook.txt", pdf).unwrap(), Limits::default()).unwrap();
    assert!(!module.contains_key("rulebook.pdf"));
    let page = String::from_utf8(module["help/rulebook.html"].clone()).unwrap();
    assert!(page.contains("<p>A unit moves &amp; fights.<br>Then it rests.</p>"), "{page}");
    for (file, bytes, words) in [
        ("rulebook.pdf", &b"PK zip"[..], "`rulebook.pdf` is not a PDF"),
        ("rules.pdf", pdf, "has no rulebook `rules.pdf`"),
        ("../rulebook.pdf", pdf, "call it `rulebook.pdf` or `rulebook.txt`"),
    ] {
        let messages = with(file, bytes).unwrap_err();
        assert!(messages.contains(words) && messages.contains("game.toml:"), "{messages}");
    }
}

/// What they use is no younger: VASSAL warns players who have an older one than a module declares.
#[test]
fn modules_declare_the_oldest_vassal_that_suffices() {
    let Component::GameModule(module) = &storm().build.component else { panic!() };
    assert_eq!(module.vassal_version, "3.7.0");
}
