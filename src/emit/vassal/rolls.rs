//! Buttons that roll on tables.

use super::codec::components::*;
use super::codec::key::Key;
use super::names::plain;
use super::parts::Parts;
use super::sheets;
use super::tables::{Answer, Question, TableButton};
use super::workings::{hidden, roll_key, work_key, working};
use crate::expr::JavaCode;

/// The components of all table buttons.
pub struct Rolls {
    /// What is asked: global properties with a hidden button that asks.
    pub properties: Vec<Node>,
    /// The buttons.
    pub buttons: Vec<Node>,
    /// Texts of those that look a table up.
    pub tables: Vec<String>,
    /// Texts of those that add something up.
    pub sums: Vec<String>,
}

/// Buttons for every table. Those with a sheet are behind its window, whose own button opens it.
pub fn rolls(parts: &Parts<'_>) -> Rolls {
    let mut rolls = Rolls { properties: Vec::new(), buttons: Vec::new(), tables: Vec::new(), sums: Vec::new() };
    let sheets = sheets::sheets(parts);
    for button in &parts.buttons {
        let names = if button.id.starts_with("procedure") { &mut rolls.sums } else { &mut rolls.tables };
        if let Some(sheet) = sheets.iter().find(|sheet| sheet.button.id == button.id) {
            names.push(sheet.name.clone());
            rolls.properties.extend(sheet.properties());
            rolls.buttons.extend(sheet.buttons());
            rolls.buttons.push(reporting(button));
            continue;
        }
        names.push(plain(&button.name));
        rolls.properties.extend(button.asks.iter().map(question));
        rolls.properties.extend(button.works.iter().map(working));
        rolls.buttons.extend(of_table(button));
    }
    let (properties, buttons) = sheets::feeding(parts, &sheets);
    rolls.properties.extend(properties);
    rolls.buttons.extend(buttons);
    rolls
}

fn ask_key(ask: &Question) -> Key {
    Key::named(format!("ask-{}", ask.property))
}

fn clear_key(ask: &Question) -> Key {
    Key::named(format!("clear-{}", ask.property))
}

/// The longest list that a number is chosen from.
const LONGEST: i64 = 60;

/// A property, a button without a face that asks for it, and one that forgets the answer before that: a dialog
/// that is cancelled leaves nothing. What is assumed stands first in a list, or a list could not offer it.
fn question(ask: &Question) -> Node {
    let prompt = plain(&ask.question);
    let first = ask.default.clone();
    let list = |values: Vec<String>| {
        let others = values.into_iter().filter(|value| *value != first);
        PropertyChange::Choose {
            prompt: prompt.clone(),
            values: std::iter::once(first.clone()).chain(others).collect(),
        }
    };
    let numbers = |from: i64, to: i64| (from..=to).map(|number| number.to_string()).collect();
    let change = match &ask.answer {
        Answer::List(values) => list(values.clone()),
        Answer::Number { min, max } if max - min <= LONGEST => list(numbers(*min, *max)),
        Answer::Number { min, max } => PropertyChange::Prompt(range(&prompt, *min, *max)),
        Answer::Ratio => PropertyChange::Prompt(format!("{prompt} (such as 3:1)")),
    };
    let mut property =
        GlobalProperty { name: ask.property.clone(), initial_value: ask.default.clone(), ..GlobalProperty::default() };
    if let Answer::Number { min, max } = &ask.answer {
        property.numeric = true;
        property.min = min.to_string();
        property.max = max.to_string();
    }
    let forgets = hidden(clear_key(ask), PropertyChange::Set(String::new()));
    Node::new(property).with(hidden(ask_key(ask), change)).with(forgets)
}

/// Goes on if a question was answered: a loop of one round or none.
fn if_answered(ask: &Question, hotkey: Key, hotkeys: Vec<Key>) -> DoActionButton {
    DoActionButton {
        name: format!("answered-{}", ask.property),
        text: String::new(),
        tooltip: String::new(),
        hotkey,
        do_hotkeys: true,
        hotkeys,
        do_loop: true,
        loop_type: ButtonLoop::Counted,
        loop_count: once_answered(std::slice::from_ref(ask)),
        ..DoActionButton::default()
    }
}

/// One round if all questions were answered, none if a player cancelled one.
fn once_answered(asks: &[Question]) -> String {
    let blank = |ask: &Question| format!("{}.trim().length() == 0", JavaCode::text(&ask.property).text);
    format!("{{{} ? 0 : 1}}", asks.iter().map(blank).collect::<Vec<_>>().join(" || "))
}

/// The question with its limits, if it has any worth saying.
fn range(question: &str, min: i64, max: i64) -> String {
    if max - min > 200 { question.to_string() } else { format!("{question} ({min} to {max})") }
}

/// The button a player presses, and those without a face behind it.
///
/// It asks one thing after another, as long as every question was answered, and then rolls.
fn of_table(button: &TableButton) -> Vec<Node> {
    let name = plain(&button.name);
    let mut then: Vec<Key> = button.works.iter().map(work_key).collect();
    then.push(roll_key(button));
    let mut keys: Vec<Key> = button.asks.iter().map(clear_key).collect();
    keys.extend(button.asks.first().map(ask_key));
    let mut behind = Vec::new();
    for (n, ask) in button.asks.iter().enumerate() {
        let key = Key::named(format!("answered-{}", ask.property));
        let next = button.asks.get(n + 1).map_or_else(|| then.clone(), |next| vec![ask_key(next)]);
        behind.push(Node::new(if_answered(ask, key.clone(), next)));
        keys.push(key);
    }
    if button.asks.is_empty() {
        keys = then;
    }
    let pressed = DoActionButton {
        name: name.clone(),
        text: name.clone(),
        tooltip: name.clone(),
        do_hotkeys: true,
        hotkeys: keys,
        ..DoActionButton::default()
    };
    [Node::new(pressed)].into_iter().chain(behind).chain([reporting(button)]).collect()
}

/// What reports: the dice, or a button without a face.
fn reporting(button: &TableButton) -> Node {
    match button.dice.filter(|_| !button.secret) {
        Some((count, sides)) => Node::new(DiceButton {
            name: format!("roll-{}", button.id),
            text: String::new(),
            tooltip: String::new(),
            icon: ImageName::default(),
            hotkey: roll_key(button),
            report_format: button.report.clone(),
            dice: i32::try_from(count).unwrap_or(1),
            sides: i32::try_from(sides).unwrap_or(6),
            report_total: true,
            ..DiceButton::default()
        }),
        None => Node::new(DoActionButton {
            name: format!("roll-{}", button.id),
            text: String::new(),
            tooltip: String::new(),
            hotkey: roll_key(button),
            do_report: true,
            report_format: button.report.clone(),
            // There is nothing to say of questions without an answer.
            do_loop: !button.asks.is_empty(),
            loop_type: ButtonLoop::Counted,
            loop_count: if button.asks.is_empty() { "1".to_string() } else { once_answered(&button.asks) },
            ..DoActionButton::default()
        }),
    }
}
