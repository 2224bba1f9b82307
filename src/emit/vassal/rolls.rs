//! Buttons that roll on tables.

use super::codec::components::*;
use super::codec::key::Key;
use super::counting;
use super::names::plain;
use super::parts::Parts;
use super::tables::{Answer, Ask, Count, Role, TableButton, Work};
use crate::expr::Code;

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

/// Buttons for every table.
pub fn rolls(parts: &Parts<'_>) -> Rolls {
    let mut rolls = Rolls { properties: Vec::new(), buttons: Vec::new(), tables: Vec::new(), sums: Vec::new() };
    for role in ROLES {
        rolls.properties.extend(counting::sums(&parts.buttons, role).into_iter().map(count));
    }
    for button in &parts.buttons {
        rolls.properties.extend(button.asks.iter().map(question));
        rolls.properties.extend(button.works.iter().map(working));
        let names = if button.id.starts_with("procedure") { &mut rolls.sums } else { &mut rolls.tables };
        names.push(plain(&button.name));
        rolls.buttons.extend(of_table(parts, button));
    }
    rolls
}

const ROLES: [Role; 2] = [Role::Attacker, Role::Defender];

fn ask_key(ask: &Ask) -> Key {
    Key::named(format!("ask-{}", ask.property))
}

fn clear_key(ask: &Ask) -> Key {
    Key::named(format!("clear-{}", ask.property))
}

fn reset_key(count: &Count) -> Key {
    Key::named(format!("reset-{}", counting::keeper(count)))
}

fn work_key(work: &Work) -> Key {
    Key::named(format!("work-{}", work.property))
}

/// A property, and a button without a face that works it out.
fn working(work: &Work) -> Node {
    let property =
        GlobalProperty { name: work.property.clone(), initial_value: "0".into(), ..GlobalProperty::default() };
    Node::new(property).with(hidden(work_key(work), PropertyChange::Set(work.expression.clone())))
}

fn hidden(hotkey: Key, change: PropertyChange) -> ChangePropertyButton {
    ChangePropertyButton {
        text: String::new(),
        tooltip: String::new(),
        hotkey,
        change,
        ..ChangePropertyButton::default()
    }
}

/// What units add up, and a button without a face that starts it anew.
fn count(count: &Count) -> Node {
    let property =
        GlobalProperty { name: counting::keeper(count), initial_value: "0".into(), ..GlobalProperty::default() };
    Node::new(property).with(hidden(reset_key(count), PropertyChange::Set("0".into())))
}

/// The longest list that a number is chosen from.
const LONGEST: i64 = 60;

/// A property, a button without a face that asks for it, and one that forgets the answer before that: a dialog
/// that is cancelled leaves nothing. What is assumed stands first in a list, or a list could not offer it.
fn question(ask: &Ask) -> Node {
    let prompt = plain(&ask.question);
    let first = match &ask.count {
        Some(count) => format!("{{{}}}", counting::keeper(count)),
        None => ask.default.clone(),
    };
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
        Answer::Number { min, max } if ask.count.is_some() => {
            let least = (*min).max(0);
            list(numbers(least, (*max).min(least + LONGEST)))
        }
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
fn if_answered(ask: &Ask, hotkey: Key, hotkeys: Vec<Key>) -> DoActionButton {
    let answer = Code::text(&ask.property).text;
    DoActionButton {
        name: format!("answered-{}", ask.property),
        text: String::new(),
        tooltip: String::new(),
        hotkey,
        do_hotkeys: true,
        hotkeys,
        do_loop: true,
        loop_type: Loop::Counted,
        loop_count: format!("{{{answer}.trim().length() == 0 ? 0 : 1}}"),
        ..DoActionButton::default()
    }
}

/// The question with its limits, if it has any worth saying.
fn range(question: &str, min: i64, max: i64) -> String {
    if max - min > 200 { question.to_string() } else { format!("{question} ({min} to {max})") }
}

/// The button a player presses, and those without a face behind it.
///
/// It asks one thing after another, as long as every question was answered, and then rolls. Afterwards every
/// sum starts anew that units count towards in the same role: of a fight, two buttons may ask.
fn of_table(parts: &Parts<'_>, button: &TableButton) -> Vec<Node> {
    let name = plain(&button.name);
    let roll = Key::named(format!("roll-{}", button.id));
    let mut then: Vec<Key> = button.works.iter().map(work_key).collect();
    then.push(roll.clone());
    for role in ROLES {
        let counts = |ask: &Ask| ask.count.as_ref().is_some_and(|count| count.role == role);
        if button.asks.iter().any(counts) {
            then.extend(counting::sums(&parts.buttons, role).into_iter().map(reset_key));
        }
    }
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
    let answers: Node = match button.dice.filter(|_| !button.secret) {
        Some((count, sides)) => Node::new(DiceButton {
            name: format!("roll-{}", button.id),
            text: String::new(),
            tooltip: String::new(),
            icon: String::new(),
            hotkey: roll,
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
            hotkey: roll,
            do_report: true,
            report_format: button.report.clone(),
            ..DoActionButton::default()
        }),
    };
    [Node::new(pressed)].into_iter().chain(behind).chain([answers]).collect()
}
