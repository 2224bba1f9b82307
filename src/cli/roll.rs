//! `punchboard roll`.

use super::say::{eprintln, println};
use super::{CANNOT, DATA_ERRORS, Outcome, RollArgs, find, report};
use crate::compile::{Options, SoundGame};
use crate::diag::nearest;
use crate::expr::{Number, Value, Values};
use crate::model::{Input, Model, Table};
use crate::play::{self, Fight, Position};
use crate::source::values::{Dice, Fraction};
use crate::syntax::InputKind;
use std::time::{SystemTime, UNIX_EPOCH};

pub fn run(args: &RollArgs) -> Outcome {
    let names: Vec<String> = args.game.iter().cloned().collect();
    let games = find::games(&names)?;
    for game in &games {
        let compiled = game.compile(Options::default())?;
        let Some(SoundGame { model, .. }) = compiled.game else {
            report::diagnostics(&compiled.diagnostics, &compiled.sources, super::MessageFormat::Human);
            return Ok(DATA_ERRORS);
        };
        if let Some(table) = model.tables.iter().find(|table| table.id == args.table) {
            return roll(&model, table, args);
        }
        if games.len() == 1 {
            return Err(no_table(&model, &args.table));
        }
    }
    Err(format!("no game here has a table `{}`", args.table))
}

fn no_table(model: &Model, wanted: &str) -> String {
    let ids = || model.tables.iter().map(|table| table.id.as_str());
    match nearest(wanted, ids()) {
        Some(near) => format!("there is no table `{wanted}`; did you mean `{near}`?"),
        None => format!("there is no table `{wanted}`; there are: {}", ids().collect::<Vec<_>>().join(", ")),
    }
}

fn roll(model: &Model, table: &Table, args: &RollArgs) -> Outcome {
    let mut by_hand = Values::new();
    for answer in args.with.iter().filter(|answer| !answer.is_empty()) {
        let (key, text) =
            answer.split_once('=').ok_or_else(|| format!("`{answer}` is not an answer: write `input=value`"))?;
        let input = table.inputs.iter().find(|input| input.id == key);
        let input = input.ok_or_else(|| {
            format!("the table `{}` does not ask for `{key}`; it asks for: {}", table.id, questions(table))
        })?;
        let value =
            value(input, text).ok_or_else(|| format!("`{text}` is not an answer to `{key}`; {}", wanted(input)))?;
        by_hand.insert(key.to_string(), value);
    }
    let position = Position::new(model);
    let unanswerable = |input: &Input| Input { from: None, ..input.clone() };
    let inputs: Vec<Input> = table.inputs.iter().map(unanswerable).collect();
    let answers = play::answer(&position, &inputs, &by_hand, &Fight::default())?;
    let dice = table.dice.map(|dice| args.dice.unwrap_or_else(|| throw(dice, args.seed)));
    let looked = match play::look_up(table, dice, &answers) {
        Ok(looked) => looked,
        Err(why) => {
            eprintln!("{why}");
            return Ok(CANNOT);
        }
    };
    match (table.dice, dice) {
        (Some(rolled), Some(sum)) => println!("{}: {rolled} = {sum}", table.name),
        _ => println!("{}", table.name),
    }
    for link in &looked.chain {
        let sign = if link.adds < Number::ZERO { "" } else { "+" };
        println!("  {:>3}  {}", format!("{sign}{}", link.adds), link.text);
    }
    println!("  = {}", looked.total);
    match (looked.row, looked.cell) {
        (Some(_), Some(cell)) => {
            let meaning = table.results.get(cell).map(|text| format!(": {text}")).unwrap_or_default();
            println!("{cell}{meaning}");
        }
        (Some(row), None) => {
            let parts: Vec<&str> = [row.result.as_deref(), row.text.as_deref()].into_iter().flatten().collect();
            println!("{}", parts.join(": "));
        }
        (None, _) => println!("no effect"),
    }
    Ok(0)
}

fn questions(table: &Table) -> String {
    let ids: Vec<&str> = table.inputs.iter().map(|input| input.id.as_str()).collect();
    if ids.is_empty() { "nothing".to_string() } else { ids.join(", ") }
}

fn wanted(input: &Input) -> String {
    match input.kind {
        InputKind::Number => {
            let limit =
                |word: &str, limit: Option<i64>| limit.map(|limit| format!(" {word} {limit}")).unwrap_or_default();
            format!("it must be a number{}{}", limit("from", input.min), limit("to", input.max))
        }
        InputKind::YesNo => "it must be yes or no".to_string(),
        InputKind::Choice => format!("there are: {}", input.choices.join(", ")),
    }
}

fn value(input: &Input, text: &str) -> Option<Value> {
    match input.kind {
        InputKind::Number => {
            let fraction = Fraction::parse(text)?;
            let (min, max) = (input.min.map(Fraction::whole), input.max.map(Fraction::whole));
            if min.is_some_and(|min| fraction < min) || max.is_some_and(|max| fraction > max) {
                return None;
            }
            Some(Value::Number(Number::new(fraction.num, fraction.den)))
        }
        InputKind::YesNo => match text {
            "yes" | "true" => Some(Value::Bool(true)),
            "no" | "false" => Some(Value::Bool(false)),
            _ => None,
        },
        InputKind::Choice => input.choices.iter().any(|choice| choice == text).then(|| Value::Text(text.to_string())),
    }
}

/// Throws dice: by the seed if one is given, else by the clock.
fn throw(dice: Dice, seed: Option<u64>) -> i64 {
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_nanos() as u64);
    let mut state = seed.unwrap_or_else(clock) | 1;
    let mut die = || {
        // splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        i64::try_from((mixed ^ (mixed >> 31)) % u64::from(dice.sides)).unwrap_or(0) + 1
    };
    if dice.tens_and_units {
        return die() * 10 + die();
    }
    (0..dice.count).map(|_| die()).sum::<i64>() + i64::from(dice.add)
}
