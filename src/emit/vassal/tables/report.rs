//! Reports of tables.

use super::asks::Asks;
use super::lookup::{EnteredBy, column, column_name, outcome};
use super::phrase::{Sentence, opening, shown, signed};
use super::procedure::chained;
use super::sum::{Added, differs_from_zero};
use super::{AGAINST, HEAVIEST, TableButton, Worked, button_id, weight};
use crate::expr::{Form, JavaCode, java_text};
use crate::model::{DieFace, Input, Table, Throw};
use crate::source::values::Dice;

/// A column that costs more to work out is worked out before the report, which names it several times.
const HEAVY: u64 = HEAVIEST / 40;

/// Writes the report of a table.
pub fn button(table: &Table, worked: Worked<'_>) -> TableButton {
    let (mut asks, phrase) = sentence(table, worked, None);
    let phrase = chained(std::mem::take(&mut asks.said), phrase);
    TableButton {
        id: button_id(table),
        name: table.name.clone(),
        dice: table.dice.map(|dice| (dice.count, dice.sides)),
        secret: table.secret,
        report: if table.secret { in_secret(table, &phrase) } else { signature(phrase) },
        asks: asks.asks,
        works: asks.works,
        totals: asks.totals,
    }
}

/// What is said of a table. Its dice are thrown by the button, unless what they came to is given.
pub fn sentence<'m>(table: &Table, worked: Worked<'m>, thrown: Option<&JavaCode>) -> (Asks<'m>, Sentence) {
    let Worked { mut asks, entries, added, sum, shift } = worked;
    let entry = |by: &str| entries.iter().find(|(id, _)| id == by).map(|(_, entry)| entry);
    let question = |by: &str| table.inputs.iter().find(|input| input.id == by).map_or("", |input: &Input| &input.name);
    let mut phrase = opening(&table.name);
    phrase.say(": ");
    let start = match (thrown, table.throw(), entry(&table.down)) {
        (Some(thrown), ..) => {
            phrase.code(shown(thrown));
            Some(thrown.clone())
        }
        (None, Some(throw), _) => {
            let own = say_roll(&mut phrase, &throw, table.secret);
            Some(match throw.against {
                Some(against) => say_against(&mut phrase, own, against, &mut asks),
                None => own,
            })
        }
        (None, None, Some(down)) => {
            say_entry(&mut phrase, question(&table.down), down);
            if let EnteredBy::Number(number) = down { Some(number.clone()) } else { None }
        }
        (None, None, None) => None,
    };
    let total = EnteredBy::Number(say_total(&mut phrase, start.unwrap_or_else(zero), &added, sum));
    let enter = |by: &str| match entry(by) {
        _ if by == "roll" => &total,
        Some(EnteredBy::Number(_)) if !table.rolls() && by == table.down => &total,
        Some(entry) => entry,
        None => &total,
    };
    let also = table.by_part.iter().chain(table.dice.map(|_| &table.down));
    for by in also.filter(|by| *by != "roll") {
        phrase.say("; ");
        say_entry(&mut phrase, question(by), enter(by));
    }
    let column = table.across.as_ref().map(|across| {
        let column = column(table, enter(across), shift.as_ref());
        let by_roll = across == "roll" || (!table.rolls() && *across == table.down);
        if by_roll || table.secret || weight(&column.read) < HEAVY { column } else { column.worked_out(&mut asks) }
    });
    if let Some(column) = &column {
        phrase.say("; column ").code(column_name(table, &column.read));
        if let Some(shift) = &shift {
            let mut words = Sentence::default();
            words.say(" (").code(column_name(table, &column.entered)).say(", shifted ").code(signed(shift)).say(")");
            phrase.when(&differs_from_zero(shift), &words);
        }
    }
    let part = table.by_part.as_deref().map(enter);
    phrase.say(". ").code(outcome(table, part, enter(&table.down), column.as_ref()));
    (asks, phrase)
}

/// Nothing, as a number.
pub fn zero() -> JavaCode {
    JavaCode::atom(Form::Whole, "0")
}

/// Ends a report with the player who made it, and makes it an expression.
pub fn signature(mut phrase: Sentence) -> String {
    phrase.say(" <").code("GetString(\"PlayerName\")").say(">");
    format!("{{{}}}", phrase.written())
}

/// A report that rolls by itself, shows the player who made it what comes of it, and tells all others no
/// more than that. It picks one of the sentences that the dice can lead to, so that no property holds the roll,
/// and no log does.
fn in_secret(table: &Table, result: &Sentence) -> String {
    // The sign for a separator of records: no text has it.
    const MARK: &str = "\u{241e}";
    let sentence = result.written();
    let picked = table.throw().map_or(sentence.clone(), |throw| {
        let (index, values) = throws(&throw);
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
fn throws(throw: &Throw) -> (String, Vec<i64>) {
    let dice = throw.dice;
    let die = format!("Random({})", dice.sides);
    if let Some((_, faces)) = &throw.faces {
        let values = throw.totals();
        let least = values.first().copied().unwrap_or(0);
        let all: Vec<i64> = (least..=values.last().copied().unwrap_or(least)).collect();
        let list: Vec<String> = faces.iter().map(|face| face.value.to_string()).collect();
        let one = format!("Integer.parseInt(\"{}\".split(\",\")[{die} - 1])", list.join(","));
        let code = vec![one; dice.count as usize].into_iter();
        return (format!("{} - {}", code.collect::<Vec<_>>().join(" + "), least - i64::from(dice.add)), all);
    }
    if dice.tens_and_units {
        return (format!("({die} - 1) * {} + {die} - 1", dice.sides), dice.totals());
    }
    let all = vec![die; dice.count as usize].join(" + ");
    (format!("{all} - {}", dice.count), dice.totals())
}

/// `2d6 = 4+5 = 9`. Gives the sum.
fn say_roll(phrase: &mut Sentence, throw: &Throw, secret: bool) -> JavaCode {
    let dice = throw.dice;
    match &throw.faces {
        None => phrase.say(&format!("{dice} = ")),
        Some((name, _)) => phrase.say(&format!("{} {name} = ", dice.count)),
    };
    if let (Some((_, faces)), false) = (&throw.faces, secret) {
        return say_faces(phrase, faces, dice);
    }
    if secret {
        phrase.code(THROW);
        return JavaCode::atom(Form::Whole, THROW);
    }
    if dice.tens_and_units {
        let rolled = JavaCode::atom(Form::Whole, "(result1 * 10 + result2)");
        phrase.code(rolled.text.clone());
        return rolled;
    }
    if dice.count > 1 {
        for die in 1..=dice.count {
            phrase.code(format!("result{die}")).say(if die < dice.count { "+" } else { " = " });
        }
    }
    if dice.add != 0 {
        let rolled = JavaCode::atom(Form::Whole, format!("(numericalTotal + {})", dice.add));
        phrase.code("numericalTotal").say(&format!("{:+} = ", dice.add)).code(rolled.text.clone());
        return rolled;
    }
    phrase.code("numericalTotal");
    JavaCode::atom(Form::Whole, "numericalTotal")
}

/// `2 Battle = Hit, Flag = 1`. Gives the sum.
fn say_faces(phrase: &mut Sentence, faces: &[DieFace], dice: Dice) -> JavaCode {
    for die in 1..=dice.count {
        phrase.code(face_name(faces, &format!("result{die}"))).say(if die < dice.count { ", " } else { " = " });
    }
    let sum: Vec<String> = (1..=dice.count).map(|die| face_value(faces, &format!("result{die}"))).collect();
    let code = JavaCode::atom(Form::Whole, format!("({})", sum.join(" + ")));
    phrase.code(code.text.clone());
    code
}

/// Code for the name of a face that was rolled.
pub fn face_name(faces: &[DieFace], rolled: &str) -> String {
    face_code(rolled, faces.iter().map(|face| java_text(&face.name)).collect())
}

/// Code for what a face that was rolled counts.
fn face_value(faces: &[DieFace], rolled: &str) -> String {
    face_code(rolled, faces.iter().map(|face| face.value.to_string()).collect())
}

/// Picks one of some codes by a number from 1; neighbours that are alike are asked for once.
fn face_code(rolled: &str, each: Vec<String>) -> String {
    let mut code = String::new();
    for (n, one) in each.iter().enumerate() {
        match each.get(n + 1) {
            Some(next) if next == one => {}
            Some(_) => code += &format!("{rolled} < {} ? {one} : ", n + 2),
            None => code += one,
        }
    }
    format!("({code})")
}

/// ` against 1d8 = 5`. The dice of the other side are thrown before the button's own; gives the difference.
fn say_against(phrase: &mut Sentence, own: JavaCode, against: Dice, asks: &mut Asks<'_>) -> JavaCode {
    let mut thrown = vec![format!("Random({})", against.sides); against.count as usize].join(" + ");
    if against.add != 0 {
        thrown += &format!(" + {}", against.add);
    }
    let other = asks.work_out(AGAINST, &JavaCode::new(Form::Whole, thrown));
    let difference = JavaCode::atom(Form::Whole, format!("({} - {})", own.part(), other.part()));
    phrase.say(&format!(" against {against} = ")).code(other.part()).say(": ").code(difference.text.clone());
    difference
}

/// `Odds = 2:1`.
fn say_entry(phrase: &mut Sentence, question: &str, entry: &EnteredBy) {
    phrase.say(&format!("{question} = "));
    match entry {
        EnteredBy::Number(number) => phrase.code(shown(number)),
        EnteredBy::OneOf(property, _) => {
            let read = JavaCode::text(property).text;
            phrase.code(format!("{read}.replace(\"<\", \"&lt;\").replace(\">\", \"&gt;\")"))
        }
    };
}

/// `, +2 (Night), -1 (Rafts): 10`, the total only where it differs. Gives the total.
fn say_total(phrase: &mut Sentence, start: JavaCode, added: &[Added], sum: Option<JavaCode>) -> JavaCode {
    for one in added {
        one.say(phrase);
    }
    let Some(sum) = sum else { return start };
    let whole = start.form == Form::Whole && sum.form == Form::Whole;
    let total =
        JavaCode::new(if whole { Form::Whole } else { Form::Real }, format!("{} + {}", start.part(), sum.part()));
    let mut words = Sentence::default();
    words.say(": ").code(shown(&total));
    phrase.when(&differs_from_zero(&sum), &words);
    total
}
