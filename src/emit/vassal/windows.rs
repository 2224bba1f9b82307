//! The toolbar of the module: dice, turns, charts, inventories, actions.

use super::boards::{BoardKind, WindowBoard};
use super::codec::components::*;
use super::codec::key::Key;
use super::names::plain;
use super::parts::Parts;
use super::pictures::{ChartPicture, DIE};
use super::shared_traits::quoted;
use super::statuses::{has_status, status_key};
use super::tables::face_name;
use super::{actions, icons, secrets};
use crate::art::charts::Of;
use crate::expr::java_text;
use crate::model::{Action, Die, DieFace, Table, Throw};
use crate::source::values::Dice;
use crate::syntax::MarkerUse;
use std::collections::BTreeSet;

/// A button for each kind of dice that tables roll.
pub fn dice(parts: &Parts<'_>) -> Vec<Node> {
    let model = parts.game.model;
    let throws: Vec<Throw> = model.tables.iter().flat_map(Table::throws).collect();
    let numbers = throws.iter().filter(|throw| throw.die.is_none()).map(|throw| throw.dice);
    let numbers = numbers.chain(throws.iter().filter_map(|throw| throw.against));
    let rolled: BTreeSet<(u32, u32)> = numbers.map(|dice: Dice| (dice.count, dice.sides)).collect();
    let button = |(count, sides): (u32, u32)| {
        let name = if count == 1 { format!("d{sides}") } else { format!("{count}d{sides}") };
        let results: Vec<String> = (1..=count).map(|n| format!("result{n}")).collect();
        let each = results.join(" + \"+\" + ");
        let shown = if count == 1 { "result1".to_string() } else { format!("{each} + \" = \" + numericalTotal") };
        Node::new(DiceButton {
            name: name.clone(),
            text: name.clone(),
            tooltip: format!("Roll {name}"),
            icon: icons::file(if count == 1 { "die" } else { "dice" }),
            hotkey: if (count, sides) == (1, 6) {
                Key::alt('1')
            } else if (count, sides) == (2, 6) {
                Key::alt('2')
            } else {
                Key::None
            },
            report_format: format!("{{{} + {shown} + \" <\" + PlayerName + \">\"}}", java_text(&format!("{name} = "))),
            dice: i32::try_from(count).unwrap_or(1),
            sides: i32::try_from(sides).unwrap_or(6),
            report_total: true,
            ..DiceButton::default()
        })
    };
    rolled.into_iter().map(button).chain(face_dice(parts, &throws)).collect()
}

/// A button for each die with faces: as many as tables roll, or one if none does.
fn face_dice(parts: &Parts<'_>, throws: &[Throw]) -> Vec<Node> {
    let mut buttons = Vec::new();
    for (n, die) in parts.game.model.dice.iter().enumerate() {
        let own = throws.iter().filter(|throw| throw.die.as_ref().is_some_and(|die| die.index == n));
        let mut counts: BTreeSet<u32> = own.map(|throw| throw.dice.count).collect();
        if counts.is_empty() {
            counts.insert(1);
        }
        for count in counts {
            let name = if count == 1 { plain(&die.name) } else { format!("{count} {}", plain(&die.name)) };
            if die.faces.iter().any(|face| face.image.is_some()) {
                buttons.push(picture_dice(parts, n, die, count, name));
                continue;
            }
            let each: Vec<String> = (1..=count).map(|n| face_name(&die.faces, &format!("result{n}"))).collect();
            let shown = each.join(" + \", \" + ");
            let words = java_text(&format!("{name} = "));
            buttons.push(Node::new(DiceButton {
                name: name.clone(),
                text: name.clone(),
                tooltip: format!("Roll {name}"),
                icon: icons::file(if count == 1 { "die" } else { "dice" }),
                hotkey: Key::None,
                report_format: format!("{{{words} + {shown} + \" <\" + PlayerName + \">\"}}"),
                dice: i32::try_from(count).unwrap_or(1),
                sides: i32::try_from(die.faces.len()).unwrap_or(6),
                report_total: true,
                ..DiceButton::default()
            }));
        }
    }
    buttons
}

/// A button that shows the faces that were rolled as pictures.
fn picture_dice(parts: &Parts<'_>, index: usize, die: &Die, count: u32, name: String) -> Node {
    let face = |(n, face): (usize, &DieFace)| {
        Node::new(SpecialDieFace {
            text: plain(&face.name),
            value: i32::try_from(face.value).unwrap_or(0),
            icon: face.image.as_ref().map(|_| parts.pictures.die(index, n)).unwrap_or_default().into(),
            ..SpecialDieFace::default()
        })
    };
    let one = |n: u32| {
        let faces = die.faces.iter().enumerate().map(face);
        Node::new(SpecialDie { name: format!("{} {n}", plain(&die.name)), ..SpecialDie::default() }).with_all(faces)
    };
    let shown: Vec<String> = (1..=count).map(|n| format!("result{n}")).collect();
    let button = SpecialDiceButton {
        text: name.clone(),
        tooltip: format!("Roll {name}"),
        icon: icons::file(if count == 1 { "die" } else { "dice" }),
        format: format!(
            "{{{} + {} + \" <\" + PlayerName + \">\"}}",
            java_text(&format!("{name} = ")),
            shown.join(" + \", \" + ")
        ),
        button: true,
        width: DIE.saturating_mul(i32::try_from(count).unwrap_or(1)),
        height: DIE,
        name,
        ..SpecialDiceButton::default()
    };
    Node::new(button).with_all((1..=count).map(one))
}

/// Pixels of the charts window, and how many of its width the chart has: the rest is the list of names.
const CHARTS: (i32, i32) = (1200, 760);

const CHART: i32 = 960;

/// The charts window: aids, tables, and of each scenario the setup cards that nothing lies on.
pub fn charts(parts: &Parts<'_>, charts: &[ChartPicture<'_>], boards: &[&WindowBoard]) -> Option<Node> {
    let scenarios = &parts.game.model.scenarios;
    let pictures = |wanted: &dyn Fn(&ChartPicture<'_>) -> bool, shown: &dyn Fn(&str) -> String| -> Vec<Node> {
        let mut taken = BTreeSet::new();
        let own = charts.iter().filter(|chart| wanted(chart)).map(|chart| {
            let name = numbered(&mut taken, &shown(&chart.title));
            Node::new(Chart { name, file_name: chart.file.as_str().into(), ..Chart::default() })
        });
        own.collect()
    };
    let whole = |title: &str| plain(title);
    let mut groups = vec![
        ("Player aid".to_string(), pictures(&|chart| chart.of == Of::Aid, &whole)),
        ("Tables".to_string(), pictures(&|chart| matches!(chart.of, Of::Table(_)), &whole)),
        ("Turn record".to_string(), pictures(&|chart| chart.of == Of::TurnRecord, &whole)),
    ];
    for (n, scenario) in scenarios.iter().enumerate() {
        let has_window =
            |title: &str| boards.iter().any(|board| board.kind == BoardKind::Setup(n) && board.name == title);
        let own = |chart: &ChartPicture<'_>| chart.of == Of::Setup(n) && !has_window(&chart.title);
        let short = |title: &str| plain(title.strip_prefix(&format!("{}: ", scenario.name)).unwrap_or(title));
        let name = if scenarios.len() == 1 { "Setup".into() } else { format!("Setup: {}", plain(&scenario.name)) };
        groups.push((name, pictures(&own, &short)));
    }
    let list = |(name, own): (String, Vec<Node>)| {
        let (width, height) = CHARTS;
        Node::new(ListWidget { name, width, height, divider: CHART, ..ListWidget::default() }).with_all(own)
    };
    let groups: Vec<Node> = groups.into_iter().filter(|(_, own)| !own.is_empty()).map(list).collect();
    if groups.is_empty() {
        return None;
    }
    let window = ChartWindow {
        name: "Charts".into(),
        text: "Charts".into(),
        tooltip: "Tables and player aids".into(),
        icon: icons::file("charts"),
        hotkey: Key::alt('C'),
        ..ChartWindow::default()
    };
    let tabs = TabWidget { name: "Charts".into(), ..TabWidget::default() };
    Some(Node::new(window).with(Node::new(tabs).with_all(groups)))
}

/// A name that is not taken yet: with a number behind it if it is.
fn numbered(taken: &mut BTreeSet<String>, name: &str) -> String {
    let mut names = std::iter::once(name.to_string()).chain((2..).map(|n| format!("{name} {n}")));
    names.find(|name| taken.insert(name.clone())).unwrap_or_default()
}

/// What the button that opens setup cards is called.
pub const SETUP_CARDS: &str = "Setup cards";

/// The key that opens a setup card.
pub fn card_key(board: &WindowBoard) -> Key {
    Key::named(format!("open {}", board.name))
}

/// A button that opens those setup cards on which something lies: of the scenario in play, as long as there is
/// something to place.
pub fn setup_cards(boards: &[&WindowBoard]) -> Vec<Node> {
    let cards: Vec<&&WindowBoard> = boards.iter().filter(|board| matches!(board.kind, BoardKind::Setup(_))).collect();
    if cards.is_empty() {
        return Vec::new();
    }
    let open = Key::named("open-setup-cards");
    let count = |board: &&&WindowBoard| format!("CountMap({}, \"Id\", \"{{true}}\")", java_text(&board.name));
    let faceless = |name: String, condition: String| DoActionButton {
        name,
        text: String::new(),
        tooltip: String::new(),
        hotkey: open.clone(),
        do_loop: true,
        loop_type: ButtonLoop::Counted,
        loop_count: format!("{{{condition} ? 1 : 0}}"),
        ..DoActionButton::default()
    };
    let mut nodes = vec![Node::new(DoActionButton {
        name: SETUP_CARDS.into(),
        text: SETUP_CARDS.into(),
        tooltip: "Open or close the setup cards that counters wait on".into(),
        icon: icons::file("tray"),
        do_hotkeys: true,
        hotkeys: vec![open.clone()],
        ..DoActionButton::default()
    })];
    nodes.extend(cards.iter().map(|board| {
        let one = faceless(format!("open-{}", board.name), format!("{} > 0", count(board)));
        Node::new(DoActionButton { do_hotkeys: true, hotkeys: vec![card_key(board)], ..one })
    }));
    let none = cards.iter().map(|board| format!("{} == 0", count(board))).collect::<Vec<_>>().join(" && ");
    nodes.push(Node::new(DoActionButton {
        do_report: true,
        report_format: "Nothing waits on the setup cards".into(),
        ..faceless("no-setup-cards".into(), none)
    }));
    nodes
}

/// What is where: by place and by formation.
pub fn inventories(parts: &Parts<'_>) -> Vec<Node> {
    let inventory = |name: &str, tooltip: &str, group_by: [&str; 3], hotkey: Key| {
        Node::new(Inventory {
            name: name.into(),
            text: name.into(),
            tooltip: tooltip.into(),
            icon: icons::file("inventory"),
            hotkey,
            filter: secrets::listed(parts),
            group_by: group_by.iter().map(|name| (*name).to_string()).collect(),
            piece_format: "$PieceName$".into(),
            zoom: true,
            scale: 0.3,
            scale2: 0.5,
            scale3: 0.7,
            ..Inventory::default()
        })
    };
    vec![
        inventory(
            "By place",
            "All counters by map and place",
            ["CurrentMap", "LocationName", "SideName"],
            Key::alt('I'),
        ),
        inventory(
            "By formation",
            "All counters by side and formation",
            ["SideName", "FormationName", "LocationName"],
            Key::alt('F'),
        ),
    ]
}

/// Notes of the players.
pub fn notes() -> Node {
    Node::new(NotesWindow {
        text: "Notes".into(),
        tooltip: "Notes: of the scenario, for all, and your own".into(),
        icon: icons::file("notes"),
        hotkey: Key::alt('N'),
        ..NotesWindow::default()
    })
}

/// Buttons that do something to many counters at once.
pub fn action_buttons(parts: &Parts<'_>) -> Vec<Node> {
    buttons_of(parts).flat_map(|action| with_statuses(parts, action)).collect()
}

/// The button of an action. If it takes up status markers, units lose the status as well: then the button
/// presses one for the markers that lie about and one for each status.
fn with_statuses(parts: &Parts<'_>, action: &Action) -> Vec<Node> {
    let model = parts.game.model;
    let markers = action.markers.iter().filter_map(|marker| Some((marker.index, model.markers.get(marker.index)?)));
    let statuses: Vec<_> = markers.filter(|(_, marker)| action.remove && marker.role == MarkerUse::Status).collect();
    if statuses.is_empty() {
        return vec![action_button(parts, action)];
    }
    let command = |key: Key, filter: String| KeyCommand {
        name: plain(&action.name),
        text: String::new(),
        tooltip: String::new(),
        key,
        hotkey: actions::pressed(&action.id),
        single_map: false,
        filter: format!("{{{filter}}}"),
        suppress_reports: true,
        ..KeyCommand::default()
    };
    let hidden = |command: KeyCommand| Node::new(GlobalKeyCommand { command, ..GlobalKeyCommand::default() });
    let mut nodes = vec![several(action, vec![actions::pressed(&action.id)], "remove")];
    nodes.push(hidden(command(Key::named("delete"), chosen(parts, action))));
    nodes.extend(statuses.into_iter().map(|(n, marker)| {
        let lost = format!("Layer == \"unit\" && {}", has_status(parts, marker));
        hidden(command(status_key(parts, n, marker), lost))
    }));
    nodes
}

/// A button that presses others.
fn several(action: &Action, hotkeys: Vec<Key>, icon: &str) -> Node {
    Node::new(DoActionButton {
        name: plain(&action.name),
        text: plain(&action.name),
        tooltip: plain(action.text.as_deref().unwrap_or(&action.name)),
        icon: icons::file(icon),
        do_report: true,
        report_format: plain(&action.name),
        do_hotkeys: true,
        hotkeys,
        ..DoActionButton::default()
    })
}

/// Which pieces an action is done with.
fn chosen(parts: &Parts<'_>, action: &Action) -> String {
    let markers = action.markers.iter().map(|marker| format!("marker/{}", marker.id));
    let ids: Vec<String> = markers.chain(action.units.iter().map(|unit| format!("unit/{}", unit.id))).collect();
    let units = parts.game.model.units.len();
    if !ids.is_empty() && action.units.len() == units && action.markers.is_empty() {
        return "Layer == \"unit\"".to_string();
    }
    format!("{}.contains(\"|\" + Id + \"|\")", java_text(&format!("|{}|", ids.join("|"))))
}

/// The actions that are buttons.
pub fn buttons_of<'a>(parts: &'a Parts<'_>) -> impl Iterator<Item = &'a Action> {
    parts.game.model.rules.actions.iter().filter(|action| !action.each)
}

/// Whether a piece lies on a space of a track.
const ON_TRACK: &str = "(\"\" + GetProperty(\"Track\")).length() > 0";

fn action_button(parts: &Parts<'_>, action: &Action) -> Node {
    if !action.then.is_empty() {
        return several(action, action.then.iter().map(|id| actions::pressed(id)).collect(), "refresh");
    }
    let who = chosen(parts, action);
    let (key, filter) = match &action.flip {
        _ if action.remove => (Key::named("delete"), who),
        // What already shows that face stays where it is, unless it lies on a track.
        Some(state) if action.to.is_some() => {
            (actions::key(action), format!("{who} && (State != {} || {ON_TRACK})", quoted(state)))
        }
        None if action.to.is_some() => (actions::key(action), who),
        Some(state) => {
            let shown = quoted(state);
            let turn = format!("{who} && State != {shown}");
            if faces_first(parts, action, state) {
                (Key::named("first-face"), turn)
            } else {
                // Of more faces than two, the next one is another step.
                (super::keys::flip(), format!("{turn} && Steps == 2"))
            }
        }
        None => (Key::None, who),
    };
    Node::new(GlobalKeyCommand {
        command: KeyCommand {
            name: plain(&action.name),
            text: plain(&action.name),
            tooltip: plain(action.text.as_deref().unwrap_or(&action.name)),
            icon: icons::file(if action.remove {
                "remove"
            } else if action.to.is_some() {
                "return"
            } else {
                "refresh"
            }),
            key,
            hotkey: actions::pressed(&action.id),
            single_map: false,
            filter: format!("{{{filter}}}"),
            suppress_reports: true,
            report_format: plain(&action.name),
            ..KeyCommand::default()
        },
        ..GlobalKeyCommand::default()
    })
}

/// Whether the state is the first face of everything the action turns.
fn faces_first(parts: &Parts<'_>, action: &Action, state: &str) -> bool {
    let model = parts.game.model;
    let markers = action.markers.iter().filter_map(|marker| model.markers.get(marker.index));
    let mut fronts =
        markers.filter_map(|marker| model.counters.get(marker.counter.index)).map(|counter| &counter.front.state);
    let units = action.units.iter().filter_map(|unit| model.units.get(unit.index));
    let mut tops = units.filter_map(|unit| unit.steps.first()).map(|step| &step.state);
    fronts.all(|own| own == state) && tops.all(|own| own == state)
}

/// Buttons gathered in a menu.
pub fn menu(name: &str, icon: &str, tooltip: &str, items: Vec<String>) -> Option<Node> {
    (!items.is_empty()).then(|| {
        Node::new(ToolbarMenu {
            name: name.into(),
            text: name.into(),
            tooltip: tooltip.into(),
            icon: icons::file(icon),
            items,
            ..ToolbarMenu::default()
        })
    })
}
