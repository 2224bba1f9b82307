//! Buttons of a VASSAL module that roll on tables, look them up and work out procedures.
//!
//! A button asks its questions one by one, each answer going into a global property, and then
//! reports one sentence. What it reports is a BeanShell expression made here; it agrees with
//! [`look_up`](crate::play::look_up) and [`compute`](crate::play::compute). The dice of a button that
//! rolls are those of VASSAL's own: the expression sees them as `result1`, `result2`, .. and
//! `numericalTotal`, which it has to name plainly, and everything else by `GetProperty` or
//! `GetString`, which see global properties but not dice.

mod asks;
mod lookup;
mod phrase;
mod procedure;
mod sum;

#[cfg(test)]
mod tests;

use crate::expr::{Code, Form, Unsupported, to_code};
use crate::model::{Formula, Input, Model, Table};
use crate::source::values::{Band, Dice};
use crate::syntax::InputKind;
use asks::Asks;
use lookup::{Entry, column, column_name, outcome};
use phrase::{Phrase, opening, shown, signed};
use std::collections::BTreeSet;
use sum::{Added, Addend, differs_from_zero, written};

/// A report longer than this is not made; the sum of the modifiers is asked for instead.
const LONGEST: usize = 60_000;

/// A button that asks, perhaps rolls, and reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableButton {
    /// Unique among the buttons of a game; names of properties start with it.
    pub id: String,
    /// What the button is called.
    pub name: String,
    /// How many dice of how many sides are rolled, unsorted and all kept; nothing if none are.
    pub dice: Option<(u32, u32)>,
    /// What is asked, in order.
    pub asks: Vec<Ask>,
    /// The format of the report, braces and all.
    pub report: String,
}

/// A question of a button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// The global property that holds the answer.
    pub property: String,
    /// The question.
    pub question: String,
    /// What can be answered.
    pub answer: Answer,
    /// The answer before anyone has answered.
    pub default: String,
}

/// What can be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// One of these.
    List(Vec<String>),
    /// A whole number.
    Number {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// A number such as `3`, `1.5`, `3:2` or `3/2`: the property is not numeric for VASSAL.
    Ratio,
}

impl TableButton {
    /// The global properties the report reads.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        self.asks.iter().map(|ask| ask.property.as_str())
    }
}

/// The buttons of a game: one for each table, and one for each procedure that can be asked for.
pub fn buttons(model: &Model) -> Vec<TableButton> {
    let tables = model.tables.iter().map(|table| table_button(model, table));
    let procedures = model.rules.procedures.iter().filter_map(|procedure| procedure_button(model, procedure));
    tables.chain(procedures).collect()
}

pub use procedure::procedure_button;

/// The button of a table.
pub fn table_button(model: &Model, table: &Table) -> TableButton {
    let by_formulas = by_formulas(model, table).ok().map(|worked| button(table, worked));
    let fitting = by_formulas.filter(|button| button.report.len() <= LONGEST);
    fitting.unwrap_or_else(|| button(table, by_hand(model, table)))
}

fn button_id(table: &Table) -> String {
    format!("table.{}", table.id)
}

/// What a table needs to know before it is looked up.
struct Worked<'m> {
    asks: Asks<'m>,
    entries: Vec<(String, Entry)>,
    added: Vec<Added>,
    shift: Option<Code>,
}

/// Modifiers and shift as the game writes them.
fn by_formulas<'m>(model: &'m Model, table: &Table) -> Result<Worked<'m>, Unsupported> {
    let mentioned: BTreeSet<&str> = formulas(table).flat_map(|formula| mentions(formula)).collect();
    let (asks, entries) = ask(model, table, &mentioned);
    let addends: Vec<Addend<'_>> = table
        .modifiers
        .iter()
        .map(|modifier| Addend {
            value: &modifier.add,
            when: modifier.when.as_ref(),
            text: &modifier.text,
            group: modifier.group.as_deref(),
        })
        .collect();
    let added = written(&addends, &asks.codes)?.into_iter().flatten().collect();
    let shift = table.shift.as_ref().map(|shift| to_code(&shift.expr, &asks.codes)).transpose()?;
    Ok(Worked { asks, entries, added, shift })
}

/// The players work modifiers and shift out themselves.
fn by_hand<'m>(model: &'m Model, table: &Table) -> Worked<'m> {
    let (mut asks, entries) = ask(model, table, &BTreeSet::new());
    let mut added = Vec::new();
    if !table.modifiers.is_empty() {
        let value = asks.ask_number("sum-of-modifiers", "Sum of the modifiers");
        added.push(Added::always(value, "modifiers"));
    }
    let shift = table.shift.as_ref().map(|_| asks.ask_number("sum-of-shifts", "Columns to the right; negative: left"));
    Worked { asks, entries, added, shift }
}

fn formulas(table: &Table) -> impl Iterator<Item = &Formula> {
    let modifiers = table.modifiers.iter().flat_map(|modifier| modifier.when.iter().chain([&modifier.add]));
    modifiers.chain(&table.shift)
}

fn mentions(formula: &Formula) -> impl Iterator<Item = &str> {
    formula.expr.names().into_iter().map(|mention| mention.name)
}

/// Asks for everything that is mentioned or entered by, in the order of the table.
fn ask<'m>(model: &'m Model, table: &Table, mentioned: &BTreeSet<&str>) -> (Asks<'m>, Vec<(String, Entry)>) {
    let mut asks = Asks::new(model, &button_id(table));
    let mut entries = Vec::new();
    for input in &table.inputs {
        let lists = entered_bands(table, &input.id);
        let ratio = lists.iter().flatten().any(|band| is_ratio(band));
        let added_to = table.dice.is_none() && table.down == input.id && !table.modifiers.is_empty();
        let plain = mentioned.contains(input.id.as_str()) || added_to;
        match lists.as_slice() {
            [] if !plain => {}
            [bands] if ratio && !plain && input.kind == InputKind::Number => {
                let (property, texts) = asks.ask_band(input, bands);
                entries.push((input.id.clone(), Entry::OneOf(property, texts)));
            }
            _ => {
                asks.ask(input, ratio);
                if let Some(code) = asks.codes.get(&input.id).filter(|_| !lists.is_empty()) {
                    entries.push((input.id.clone(), Entry::Number(code.clone())));
                }
            }
        }
    }
    (asks, entries)
}

/// The lists of bands that an input is held against.
fn entered_bands<'t>(table: &'t Table, input: &str) -> Vec<Vec<&'t Band>> {
    let mut lists = Vec::new();
    if input == "roll" {
        return lists;
    }
    if table.down == input {
        lists.extend(table.parts.iter().map(|part| part.rows.iter().map(|row| &row.on).collect()));
    }
    if table.across.as_deref() == Some(input) {
        lists.push(table.columns.iter().collect());
    }
    if table.by_part.as_deref() == Some(input) {
        lists.push(table.parts.iter().filter_map(|part| part.band.as_ref()).collect());
    }
    lists
}

/// Whether a band is odds, or ends between whole numbers.
fn is_ratio(band: &Band) -> bool {
    band.odds || [band.from, band.to].into_iter().flatten().any(|end| end.den != 1)
}

/// Writes the report of a table.
fn button(table: &Table, worked: Worked<'_>) -> TableButton {
    let Worked { asks, entries, added, shift } = worked;
    let entry = |by: &str| entries.iter().find(|(id, _)| id == by).map(|(_, entry)| entry);
    let question = |by: &str| table.inputs.iter().find(|input| input.id == by).map_or("", |input: &Input| &input.name);
    let mut phrase = opening(&table.name);
    phrase.say(": ");
    let start = match (table.dice, entry(&table.down)) {
        (Some(dice), _) => Some(say_roll(&mut phrase, dice)),
        (None, Some(down)) => {
            say_entry(&mut phrase, question(&table.down), down);
            if let Entry::Number(number) = down { Some(number.clone()) } else { None }
        }
        (None, None) => None,
    };
    let total = Entry::Number(say_total(&mut phrase, start.unwrap_or_else(zero), &added));
    let enter = |by: &str| match entry(by) {
        _ if by == "roll" => &total,
        Some(Entry::Number(_)) if table.dice.is_none() && by == table.down => &total,
        Some(entry) => entry,
        None => &total,
    };
    let also = table.by_part.iter().chain(table.dice.map(|_| &table.down));
    for by in also.filter(|by| *by != "roll") {
        phrase.say("; ");
        say_entry(&mut phrase, question(by), enter(by));
    }
    let column = table.across.as_ref().map(|across| column(table, enter(across), shift.as_ref()));
    if let Some(column) = &column {
        phrase.say("; column ").code(column_name(table, &column.read));
        if let Some(shift) = &shift {
            let shift = Code::new(Form::Whole, lookup::whole(shift));
            let mut words = Phrase::default();
            words.say(" (").code(column_name(table, &column.entered)).say(", shifted ").code(signed(&shift)).say(")");
            phrase.when(Some(&differs_from_zero(&shift)), &words);
        }
    }
    let part = table.by_part.as_deref().map(enter);
    phrase.say(". ").code(outcome(table, part, enter(&table.down), column.as_ref()));
    TableButton {
        id: button_id(table),
        name: table.name.clone(),
        dice: table.dice.map(|dice| (dice.count, dice.sides)),
        asks: asks.asks,
        report: signature(phrase),
    }
}

fn zero() -> Code {
    Code::atom(Form::Whole, "0")
}

/// Ends a report with the player who made it, and makes it an expression.
fn signature(mut phrase: Phrase) -> String {
    phrase.say(" <").code("GetString(\"PlayerName\")").say(">");
    format!("{{{}}}", phrase.written())
}

/// `2d6 = 4+5 = 9`. Gives the sum.
fn say_roll(phrase: &mut Phrase, dice: Dice) -> Code {
    phrase.say(&format!("{dice} = "));
    if dice.tens_and_units {
        let rolled = Code::atom(Form::Whole, "(result1 * 10 + result2)");
        phrase.code(rolled.text.clone());
        return rolled;
    }
    if dice.count > 1 {
        for die in 1..=dice.count {
            phrase.code(format!("result{die}")).say(if die < dice.count { "+" } else { " = " });
        }
    }
    phrase.code("numericalTotal");
    Code::atom(Form::Whole, "numericalTotal")
}

/// `Odds = 2:1`.
fn say_entry(phrase: &mut Phrase, question: &str, entry: &Entry) {
    phrase.say(&format!("{question} = "));
    match entry {
        Entry::Number(number) => phrase.code(shown(number)),
        Entry::OneOf(property, _) => phrase.code(Code::text(property).text),
    };
}

/// `, +2 (Night), -1 (Rafts): 10`, the total only where it differs. Gives the total.
fn say_total(phrase: &mut Phrase, start: Code, added: &[Added]) -> Code {
    for one in added {
        one.say(phrase);
    }
    let Some(sum) = sum::sum(added) else { return start };
    let whole = start.form == Form::Whole && sum.form == Form::Whole;
    let total = Code::new(if whole { Form::Whole } else { Form::Real }, format!("{} + {}", start.text, sum.text));
    let mut words = Phrase::default();
    words.say(": ").code(shown(&total));
    phrase.when(Some(&differs_from_zero(&sum)), &words);
    total
}
