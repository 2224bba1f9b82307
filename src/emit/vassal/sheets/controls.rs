//! What a player sees and clicks on a sheet: labels, places to click, and the keys they press.

use super::art::{self, SheetParts};
use super::{ButtonSheet, found_name};
use crate::draw::Rect;
use crate::emit::vassal::names::plain;
use crate::emit::vassal::tables::{Answer, Question, TableButton};
use crate::emit::vassal::{feeds, fights};
use crate::expr::{JavaCode, java_text};
use crate::vassal::components::*;
use crate::vassal::key::Key;
use crate::vassal::piece::Piece;
use crate::vassal::traits::{
    ActionButton, ChangeCommand, CommandChange, Constraints, GlobalHotKey, Horizontal, Immobilized, Labeler,
    SetGlobalProperty, Trait, TriggerAction, Vertical,
};

pub(super) fn ask_key(what: &str, ask: &Question) -> Key {
    Key::named(format!("{what}-{}", ask.property))
}

/// A text that an expression gives as it stands.
pub(super) fn constant(text: &str) -> String {
    format!("{{{} + \"\"}}", java_text(text))
}

pub(super) fn pressed(hotkey: &Key, what: &str, hotkeys: Vec<Key>, button: &TableButton) -> Node {
    Node::new(DoActionButton {
        name: format!("{what}-{}", button.id),
        text: String::new(),
        tooltip: String::new(),
        hotkey: hotkey.clone(),
        do_hotkeys: true,
        hotkeys,
        ..DoActionButton::default()
    })
}

fn label(layout: &SheetParts, room: Rect, words: String, size: i32, style: i32, color: &str) -> Trait {
    let (x, y, ..) = art::from_middle(layout, room);
    Labeler {
        command: String::new(),
        size,
        color: color.into(),
        vertical: Vertical::Center,
        vertical_offset: y,
        horizontal: Horizontal::Center,
        horizontal_offset: x,
        vertical_anchor: Vertical::Center,
        horizontal_anchor: Horizontal::Center,
        name_format: "$pieceName$".into(),
        font: "SansSerif".into(),
        style,
        property: String::new(),
        label: words,
        ..Labeler::default()
    }
    .into()
}

/// A room that is clicked: VASSAL's Action Button, in the form of a rectangle.
fn click(layout: &SheetParts, room: Rect, key: &Key) -> Trait {
    let (x, y, width, height) = art::from_middle(layout, room);
    let (x, y) = (x - width / 2, y - height / 2);
    // As VASSAL 3.7 writes it: not the whole piece, first version of the form, and the corners.
    let corners = [x, y, x + width, y, x + width, y + height, x, y + height].map(|edge| edge.to_string());
    let outline = ["false", "1", "4"].map(String::from).into_iter().chain(corners).collect();
    ActionButton { key: key.clone(), x, y, width, height, outline, ..ActionButton::default() }.into()
}

fn hot(key: Key, hot_key: Key) -> Trait {
    GlobalHotKey { command: String::new(), key, hot_key, ..GlobalHotKey::default() }.into()
}

/// Lists that are longer are chosen from in a dialog.
const LONGEST: usize = 8;

const INK: &str = "29,33,38";

const PALE: &str = "96,100,104";

impl ButtonSheet<'_> {
    /// What is on it and changes, and what is clicked.
    pub(super) fn prototype(&self) -> Piece {
        let layout = SheetParts::new(self.button);
        let mut traits: Vec<Trait> = Vec::new();
        let mut clicked: Vec<Key> = Vec::new();
        for (n, ask) in self.button.asks.iter().enumerate() {
            traits.extend(self.row(&layout, n, ask, &mut clicked));
        }
        for (n, total) in self.button.totals.iter().enumerate() {
            let words = JavaCode::text(&total.property).text;
            traits.push(label(&layout, layout.total(n), format!("{{{words}}}"), 15, 1, INK));
        }
        let [roll, clear] = layout.buttons();
        for (room, what) in [(roll, "go"), (clear, "clear")] {
            traits.push(click(&layout, room, &Key::named(what)));
            traits.push(hot(Key::named(what), self.named(what)));
        }
        // What is inside hears a key last: when the answer has changed.
        let then = TriggerAction {
            command: String::new(),
            key: Key::None,
            watch: clicked,
            actions: vec![Key::named("count")],
            ..TriggerAction::default()
        };
        let still = Immobilized::fixed();
        traits.extend([then.into(), hot(Key::named("count"), self.count_key()), still.into()]);
        Piece::of(traits)
    }

    /// A question: its answer, where it comes from, and what is clicked to change it.
    fn row(&self, layout: &SheetParts, n: usize, ask: &Question, clicked: &mut Vec<Key>) -> Vec<Trait> {
        let read = JavaCode::text(&ask.property).text;
        let mut traits = vec![
            label(layout, layout.value(n), format!("{{{read}}}"), 13, 1, INK),
            label(layout, layout.source(n), format!("{{{}}}", self.source(n, ask)), 11, 2, PALE),
        ];
        let key = |what: &str| Key::named(format!("{what}-{n}"));
        let mut commands = Vec::new();
        let mut add = |room: Rect, what: &str, change: CommandChange| {
            clicked.push(key(what));
            commands.push(ChangeCommand { command: String::new(), key: key(what), change });
            click(layout, room, &key(what))
        };
        let [less, more] = layout.signs(n);
        let value = layout.value(n);
        let middle = Rect::new(less.right(), value.y, more.x - less.right(), value.h);
        let question = plain(&ask.question);
        let mut constraints = Constraints::default();
        match &ask.answer {
            Answer::Number { min, max } => {
                let number = JavaCode::whole_or_zero(&ask.property).part();
                traits.push(add(less, "less", CommandChange::Set(format!("{{Math.max({min}, {number} - 1)}}"))));
                traits.push(add(more, "more", CommandChange::Set(format!("{{Math.min({max}, {number} + 1)}}"))));
                traits.push(add(middle, "type", CommandChange::Prompt(question)));
                let whole = |number: i64| i32::try_from(number).unwrap_or(0);
                constraints = Constraints { numeric: true, min: whole(*min), max: whole(*max), wrap: false };
            }
            Answer::List(values) if values.len() > LONGEST => {
                traits.push(add(value, "next", CommandChange::Select { prompt: question, values: values.clone() }));
            }
            Answer::List(values) => {
                let next = values.iter().zip(values.iter().cycle().skip(1));
                let test = |(own, next): (&String, &String)| {
                    format!("{read}.equals({}) ? {} : ", java_text(own), java_text(next))
                };
                let tests: String = next.map(test).collect();
                traits.push(add(value, "next", CommandChange::Set(format!("{{{tests}{}}}", java_text(&ask.default)))));
            }
            Answer::Ratio => {
                traits.push(add(value, "type", CommandChange::Prompt(format!("{question} (such as 3:1)"))))
            }
        }
        traits.push(
            SetGlobalProperty { name: ask.property.clone(), constraints, commands, ..SetGlobalProperty::default() }
                .into(),
        );
        traits
    }

    /// Code for the words that say where an answer comes from.
    fn source(&self, n: usize, ask: &Question) -> String {
        let read = JavaCode::text(&ask.property).text;
        let assumed = format!("{read}.equals({}) ? \"assumed\" : \"by hand\"", java_text(&ask.default));
        let (Some(Some(found)), Some(from)) = (self.feeds.get(n), &ask.from) else { return assumed };
        let roles: Vec<fights::Role> = feeds::roles(from).collect();
        let area = from.expr.names().iter().any(|mention| mention.name.starts_with("area"));
        // What a procedure would make of each unit is beyond VASSAL: their printed values stand in.
        let printed = from.expr.names().iter().any(|mention| mention.name.starts_with("procedure."));
        let words = match (area, roles.as_slice()) {
            (true, _) => "from the place",
            (_, [fights::Role::Attacker]) if printed => "attackers as printed",
            (_, [fights::Role::Defender]) if printed => "defenders as printed",
            (_, [fights::Role::Attacker]) => "attacking units",
            (_, [fights::Role::Defender]) => "defending units",
            (_, []) => "from the turn",
            _ => "from the units",
        };
        let answer = feeds::answer(ask, &found_name(*found));
        let some = JavaCode::text(&found_name(*found)).text;
        format!("{some}.length() > 0 && {read}.equals({answer}) ? {} : {assumed}", java_text(words))
    }
}
