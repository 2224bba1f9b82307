//! Units that are counted in: a command marks a unit as attacking or defending, a second one takes it out again. What
//! the marked units come to is worked out anew each time, so no unit counts twice. A roll takes the marks off.

use super::codec::components::{GlobalKeyCommand, GlobalProperty, KeyCommand, Node};
use super::codec::key::Key;
use super::codec::traits::{
    ChangeCommand, CommandChange, DynamicProperty, Embellishment, GlobalHotKey, SetGlobalProperty, Trait, TriggerAction,
};
use super::feeds;
use super::fights::{FIGHT, Role, place};
use super::parts::Parts;
use super::shared_traits::UNITS;
use crate::draw::{Align, Drawing, Font, Path, Rect, Stroke, Style, TextStyle, fit_line};
use crate::expr::java_text;
use crate::source::values::Colour;

/// Roles that sheets ask for, with the key and the name of the command.
pub fn roles(parts: &Parts<'_>) -> Vec<(Role, Key, &'static str)> {
    let asked: Vec<Role> = fed(parts).flat_map(feeds::roles).collect();
    let own = Role::ALL.into_iter().filter(|role| asked.contains(role));
    own.map(|role| (role, role.key(), role.command())).collect()
}

/// What inputs of sheets are taken from.
fn fed<'a>(parts: &'a Parts<'_>) -> impl Iterator<Item = &'a crate::model::Formula> {
    let asks = parts.buttons.iter().filter(|button| button.has_sheet()).flat_map(|button| &button.asks);
    asks.filter(|ask| feeds::found(parts, ask).is_some()).filter_map(|ask| ask.from.as_ref())
}

fn has_leads(parts: &Parts<'_>) -> bool {
    fed(parts).any(feeds::asks_for_lead)
}

fn off_key() -> Key {
    Key::named("fight-off")
}

fn told_key() -> Key {
    Key::named("fight-told")
}

/// The key of the module that fills sheets from the position.
pub fn fill_key() -> Key {
    Key::named("fill-sheets")
}

/// The key of the module that takes all marks off.
pub fn unmark_key() -> Key {
    Key::named("take-marks-off")
}

/// The commands and what they do, for every unit: the mark, what it looks like, where the fight is, and that sheets hear
/// of it.
pub fn traits(parts: &Parts<'_>) -> Vec<Trait> {
    let roles = roles(parts);
    if roles.is_empty() {
        return Vec::new();
    }
    let leads = has_leads(parts);
    let command = |(role, key, command): &(Role, Key, &str)| {
        let number = role.number();
        let first = format!(
            "CountMap(CurrentMap, \"Id\", {}) == 0 ? {} : ",
            java_text(&format!("{{{}}}", role.leads())),
            number + 2
        );
        let first = if leads { first } else { String::new() };
        let change = format!("{{{FIGHT} == {number} || {FIGHT} == {} ? 0 : {first}{number}}}", number + 2);
        ChangeCommand { command: (*command).into(), key: key.clone(), change: CommandChange::Set(change) }
    };
    let off = ChangeCommand { command: String::new(), key: off_key(), change: CommandChange::Set("0".into()) };
    let number = DynamicProperty {
        name: FIGHT.into(),
        commands: roles.iter().map(command).chain([off]).collect(),
        value: "0".into(),
        ..DynamicProperty::default()
    };
    let images = (0..=if leads { 4 } else { 2 }).map(|n| if n == 0 { String::new() } else { picture(n) });
    let mark = Embellishment {
        activate_command: String::new(),
        activate_key: Key::None,
        always_active: true,
        level_names: vec![String::new(); if leads { 5 } else { 3 }],
        images: images.collect(),
        follow: true,
        follow_expression: FIGHT.into(),
        first_level: 0,
        name: "Shown_fight".into(),
        level: 1,
        ..Embellishment::default()
    };
    let keys: Vec<Key> = roles.iter().map(|(_, key, _)| key.clone()).collect();
    // The place of a fight is that of those who defend; before they are known, it only says which map.
    let kept = format!("GetString(\"{}\")", place::PLACE);
    let here = "CurrentMap + \"|\" + CurrentZone + \"|\" + LocationName";
    let place = |role: Role| match role {
        Role::Defender => format!("{{{FIGHT} == 0 ? {kept} : {here}}}"),
        Role::Attacker => format!("{{{kept}.startsWith(CurrentMap + \"|\") ? {kept} : {here}}}"),
    };
    let tells = SetGlobalProperty {
        name: place::PLACE.into(),
        commands: roles
            .iter()
            .map(|(role, key, _)| ChangeCommand {
                command: String::new(),
                key: key.clone(),
                change: CommandChange::Set(place(*role)),
            })
            .collect(),
        ..SetGlobalProperty::default()
    };
    let then = TriggerAction {
        command: String::new(),
        key: Key::None,
        watch: keys,
        actions: vec![told_key()],
        ..TriggerAction::default()
    };
    let fill = GlobalHotKey { command: String::new(), key: told_key(), hot_key: fill_key(), ..GlobalHotKey::default() };
    // What is outside hears a key first.
    vec![number.into(), tells.into(), mark.into(), then.into(), fill.into()]
}

/// What a unit says of itself when it was counted in or taken out.
pub fn words(parts: &Parts<'_>) -> String {
    let lead = if has_leads(parts) { format!(" + ({FIGHT} > 2 ? \" and leads\" : \"\")") } else { String::new() };
    format!("({FIGHT} == 0 ? \" takes no part\" : {FIGHT} % 2 == 1 ? \" attacks\" : \" defends\"){lead}")
}

/// The properties of the place of the fight.
pub fn properties(parts: &Parts<'_>) -> Vec<GlobalProperty> {
    if roles(parts).is_empty() {
        return Vec::new();
    }
    vec![GlobalProperty { name: place::PLACE.into(), initial_value: "||".into(), ..GlobalProperty::default() }]
}

/// A button without a face that takes all marks off.
pub fn unmark(parts: &Parts<'_>) -> Option<Node> {
    let command = KeyCommand {
        name: "take-marks-off".into(),
        text: String::new(),
        tooltip: String::new(),
        key: off_key(),
        hotkey: unmark_key(),
        single_map: false,
        filter: format!("{{Layer == \"{UNITS}\" && {FIGHT} > 0}}"),
        suppress_reports: true,
        report_format: String::new(),
        ..KeyCommand::default()
    };
    (!roles(parts).is_empty()).then(|| Node::new(GlobalKeyCommand { command, ..GlobalKeyCommand::default() }))
}

/// The picture of a mark.
fn picture(number: usize) -> String {
    format!("fight_{number}.png")
}

/// The pictures of the marks: a frame around the counter with a letter, and a star for who leads.
pub fn pictures(parts: &Parts<'_>) -> Vec<(String, Drawing)> {
    if roles(parts).is_empty() {
        return Vec::new();
    }
    let side = parts.game.model.largest_counter();
    (1..=4).map(|number| (picture(number), mark(side, number))).collect()
}

const ATTACK: Colour = Colour([0xb8, 0x35, 0x2a]);

const DEFENCE: Colour = Colour([0x1f, 0x4e, 0x8c]);

const PAPER: Colour = Colour([0xff, 0xff, 0xff]);

fn mark(side: f64, number: usize) -> Drawing {
    let (attacks, leads) = (number % 2 == 1, number > 2);
    let colour = if attacks { ATTACK } else { DEFENCE };
    let mut drawing = Drawing::new(side, side);
    let frame = Rect::new(0.0, 0.0, side, side);
    drawing.shape(Path::rounded(frame.inset(0.6), 1.2), Style::stroke(Stroke::new(PAPER, 1.2)));
    drawing.shape(Path::rounded(frame.inset(0.5), 1.2), Style::stroke(Stroke::new(colour, 0.9)));
    let letters = format!("{}{}", if attacks { "A" } else { "D" }, if leads { "1" } else { "" });
    let (wide, high) = (if leads { 0.42 } else { 0.28 } * side, 0.28 * side);
    let badge = Rect::new((side - wide) / 2.0, 0.0, wide, high);
    drawing.shape(Path::rounded(badge, 0.8), Style::fill(colour));
    let text = TextStyle::new(Font::Bold, 0.17 * side, PAPER).aligned(Align::Centre);
    if let Some(run) = fit_line(&letters, text, 0.8, badge.inset(0.3)) {
        drawing.text(run);
    }
    drawing
}
