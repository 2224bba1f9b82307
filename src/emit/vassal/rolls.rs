//! Buttons that roll on tables.

use super::codec::components::*;
use super::codec::key::Key;
use super::names::plain;
use super::parts::Parts;
use super::tables::{Answer, Ask, Role, TableButton, Work};

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
    let asks = parts.buttons.iter().flat_map(|button| &button.asks);
    let counted: Vec<&Ask> = asks.filter(|ask| ask.count.is_some()).collect();
    for button in &parts.buttons {
        rolls.properties.extend(button.asks.iter().map(question));
        rolls.properties.extend(button.works.iter().map(working));
        let names = if button.id.starts_with("procedure") { &mut rolls.sums } else { &mut rolls.tables };
        names.push(plain(&button.name));
        rolls.buttons.extend(of_table(button, &counted));
    }
    rolls
}

fn ask_key(ask: &Ask) -> Key {
    Key::named(format!("ask-{}", ask.property))
}

fn reset_key(ask: &Ask) -> Key {
    Key::named(format!("reset-{}", ask.property))
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

/// A property, and a button without a face that asks for it.
fn question(ask: &Ask) -> Node {
    let change = match &ask.answer {
        Answer::List(values) => PropertyChange::Choose { prompt: plain(&ask.question), values: values.clone() },
        Answer::Number { min, max } => PropertyChange::Prompt(range(&plain(&ask.question), *min, *max)),
        Answer::Ratio => PropertyChange::Prompt(format!("{} (such as 3:1)", plain(&ask.question))),
    };
    let limits = match &ask.answer {
        Answer::Number { min, max } => Some((min.to_string(), max.to_string())),
        Answer::List(_) | Answer::Ratio => None,
    };
    let mut property =
        GlobalProperty { name: ask.property.clone(), initial_value: ask.default.clone(), ..GlobalProperty::default() };
    if let Some((min, max)) = limits {
        property.numeric = true;
        property.min = min;
        property.max = max;
    }
    let starts_anew = ask.count.as_ref().map(|_| hidden(reset_key(ask), PropertyChange::Set(ask.default.clone())));
    Node::new(property).with(hidden(ask_key(ask), change)).with_all(starts_anew.map(Node::new))
}

/// The question with its limits, if it has any worth saying.
fn range(question: &str, min: i64, max: i64) -> String {
    if max - min > 200 { question.to_string() } else { format!("{question} ({min} to {max})") }
}

/// The button a player presses, which asks one thing after another, and the one that then rolls.
///
/// Afterwards every sum starts anew that units count towards in the same role: of a fight, two buttons may ask.
fn of_table(button: &TableButton, counted: &[&Ask]) -> Vec<Node> {
    let name = plain(&button.name);
    let roll = Key::named(format!("roll-{}", button.id));
    let mut keys: Vec<Key> = button.asks.iter().map(ask_key).collect();
    keys.extend(button.works.iter().map(work_key));
    keys.push(roll.clone());
    let role = |ask: &Ask| ask.count.as_ref().map(|count| count.role);
    let roles: Vec<Role> = button.asks.iter().filter_map(role).collect();
    keys.extend(
        counted.iter().filter(|ask| role(ask).is_some_and(|own| roles.contains(&own))).map(|ask| reset_key(ask)),
    );
    let pressed = DoActionButton {
        name: name.clone(),
        text: name.clone(),
        tooltip: name.clone(),
        do_hotkeys: true,
        hotkeys: keys,
        ..DoActionButton::default()
    };
    let answers: Node = match button.dice {
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
    vec![Node::new(pressed), answers]
}
