//! The toolbar of the module: dice, turns, charts, inventories, actions.

use super::actions;
use super::codec::components::*;
use super::codec::key::Key;
use super::icons;
use super::names::plain;
use super::parts::Parts;
use super::pictures::ChartPicture;
use super::prototypes::quoted;
use super::secrets;
use super::statuses::{has_status, status_key};
use crate::art::charts::Of;
use crate::expr::java_text;
use crate::model::Action;
use crate::source::values::Dice;
use crate::syntax::MarkerUse;
use std::collections::BTreeSet;

/// A button for each kind of dice that tables roll.
pub fn dice(parts: &Parts<'_>) -> Vec<Node> {
    let rolled: BTreeSet<(u32, u32)> = parts
        .game
        .model
        .tables
        .iter()
        .filter_map(|table| table.dice.as_ref())
        .map(|dice: &Dice| (dice.count, dice.sides))
        .collect();
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
    rolled.into_iter().map(button).collect()
}

/// The charts window.
pub fn charts(charts: &[ChartPicture]) -> Option<Node> {
    let group = |name: &str, wanted: &dyn Fn(Of) -> bool| {
        let own: Vec<Node> = charts
            .iter()
            .filter(|chart| wanted(chart.of))
            .map(|chart| {
                Node::new(Chart { name: plain(&chart.title), file_name: chart.file.clone(), ..Chart::default() })
            })
            .collect();
        (!own.is_empty()).then(|| {
            let list = ListWidget { name: name.into(), width: 900, height: 700, divider: 220, ..ListWidget::default() };
            Node::new(list).with_all(own)
        })
    };
    let groups: Vec<Node> = [
        group("Player aid", &|of| of == Of::Aid),
        group("Tables", &|of| matches!(of, Of::Table(_))),
        group("Turn record", &|of| of == Of::TurnRecord),
        group("Setup", &|of| matches!(of, Of::Setup(_))),
    ]
    .into_iter()
    .flatten()
    .collect();
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

fn action_button(parts: &Parts<'_>, action: &Action) -> Node {
    if !action.then.is_empty() {
        return several(action, action.then.iter().map(|id| actions::pressed(id)).collect(), "refresh");
    }
    let who = chosen(parts, action);
    let (key, filter) = match &action.flip {
        _ if action.remove => (Key::named("delete"), who),
        // What already shows that face stays where it is.
        Some(state) if action.to.is_some() => (actions::key(action), format!("{who} && State != {}", quoted(state))),
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
