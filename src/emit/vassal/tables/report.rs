//! Reports of tables.

use super::lookup::{Entry, column, column_name, outcome};
use super::phrase::{Phrase, opening, shown, signed};
use super::sum::{Added, differs_from_zero};
use super::{TableButton, Worked, button_id};
use crate::expr::{Code, Form};
use crate::model::{Input, Table};
use crate::source::values::Dice;

/// Writes the report of a table.
pub fn button(table: &Table, worked: Worked<'_>) -> TableButton {
    let Worked { asks, entries, added, sum, shift } = worked;
    let entry = |by: &str| entries.iter().find(|(id, _)| id == by).map(|(_, entry)| entry);
    let question = |by: &str| table.inputs.iter().find(|input| input.id == by).map_or("", |input: &Input| &input.name);
    let mut phrase = opening(&table.name);
    phrase.say(": ");
    let start = match (table.dice, entry(&table.down)) {
        (Some(dice), _) => Some(say_roll(&mut phrase, dice, table.secret)),
        (None, Some(down)) => {
            say_entry(&mut phrase, question(&table.down), down);
            if let Entry::Number(number) = down { Some(number.clone()) } else { None }
        }
        (None, None) => None,
    };
    let total = Entry::Number(say_total(&mut phrase, start.unwrap_or_else(zero), &added, sum));
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
            let mut words = Phrase::default();
            words.say(" (").code(column_name(table, &column.entered)).say(", shifted ").code(signed(shift)).say(")");
            phrase.when(&differs_from_zero(shift), &words);
        }
    }
    let part = table.by_part.as_deref().map(enter);
    phrase.say(". ").code(outcome(table, part, enter(&table.down), column.as_ref()));
    TableButton {
        id: button_id(table),
        name: table.name.clone(),
        dice: table.dice.map(|dice| (dice.count, dice.sides)),
        secret: table.secret,
        asks: asks.asks,
        works: asks.works,
        report: if table.secret { in_secret(table, &phrase) } else { signature(phrase) },
    }
}

/// Nothing, as a number.
pub fn zero() -> Code {
    Code::atom(Form::Whole, "0")
}

/// Ends a report with the player who made it, and makes it an expression.
pub fn signature(mut phrase: Phrase) -> String {
    phrase.say(" <").code("GetString(\"PlayerName\")").say(">");
    format!("{{{}}}", phrase.written())
}

/// A report that rolls by itself, shows the player who made it what comes of it, and tells all others no
/// more than that. It picks one of the sentences that the dice can lead to, so that no property holds the roll,
/// and no log does.
fn in_secret(table: &Table, result: &Phrase) -> String {
    // The sign for a separator of records: no text has it.
    const MARK: &str = "\u{241e}";
    let sentence = result.written();
    let picked = table.dice.map_or(sentence.clone(), |dice| {
        let (index, values) = throws(dice);
        let each: Vec<String> = values.iter().map(|value| sentence.replace(THROW, &value.to_string())).collect();
        format!("({}).split(\"{MARK}\")[{index}]", each.join(&format!(" + \"{MARK}\" + ")))
    });
    let shown = format!("Alert(\"<html><p style='width:320px'>\" + {picked} + \"</p></html>\")");
    let mut public = opening(&table.name);
    public.say(if table.dice.is_some() { ": rolled in secret" } else { ": looked up in secret" });
    public.say(" <").code("GetString(\"PlayerName\")").say(">");
    format!("{{{shown} + {}}}", public.written())
}

/// What stands for the throw in a sentence about a secret one.
const THROW: &str = "numericalTotal";

/// What dice can come to, and code that throws them and gives the place of it.
fn throws(dice: Dice) -> (String, Vec<i64>) {
    let die = format!("Random({})", dice.sides);
    if dice.tens_and_units {
        return (format!("({die} - 1) * {} + {die} - 1", dice.sides), dice.totals());
    }
    let all = vec![die; dice.count as usize].join(" + ");
    (format!("{all} - {}", dice.count), dice.totals())
}

/// `2d6 = 4+5 = 9`. Gives the sum.
fn say_roll(phrase: &mut Phrase, dice: Dice, secret: bool) -> Code {
    phrase.say(&format!("{dice} = "));
    if secret {
        phrase.code(THROW);
        return Code::atom(Form::Whole, THROW);
    }
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
    if dice.add != 0 {
        let rolled = Code::atom(Form::Whole, format!("(numericalTotal + {})", dice.add));
        phrase.code("numericalTotal").say(&format!("{:+} = ", dice.add)).code(rolled.text.clone());
        return rolled;
    }
    phrase.code("numericalTotal");
    Code::atom(Form::Whole, "numericalTotal")
}

/// `Odds = 2:1`.
fn say_entry(phrase: &mut Phrase, question: &str, entry: &Entry) {
    phrase.say(&format!("{question} = "));
    match entry {
        Entry::Number(number) => phrase.code(shown(number)),
        Entry::OneOf(property, _) => {
            let read = Code::text(property).text;
            phrase.code(format!("{read}.replace(\"<\", \"&lt;\").replace(\">\", \"&gt;\")"))
        }
    };
}

/// `, +2 (Night), -1 (Rafts): 10`, the total only where it differs. Gives the total.
fn say_total(phrase: &mut Phrase, start: Code, added: &[Added], sum: Option<Code>) -> Code {
    for one in added {
        one.say(phrase);
    }
    let Some(sum) = sum else { return start };
    let whole = start.form == Form::Whole && sum.form == Form::Whole;
    let total = Code::new(if whole { Form::Whole } else { Form::Real }, format!("{} + {}", start.part(), sum.part()));
    let mut words = Phrase::default();
    words.say(": ").code(shown(&total));
    phrase.when(&differs_from_zero(&sum), &words);
    total
}
