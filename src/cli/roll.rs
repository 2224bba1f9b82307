//! `punchboard roll`.

use super::args::RollArgs;
use super::say::{eprintln, println};
use super::{CANNOT, DATA_ERRORS, Outcome, find, report};
use crate::compile::{Options, SoundGame};
use crate::diag::nearest;
use crate::expr::{Number, Value, Values};
use crate::model::{Input, Model, Table, Throw};
use crate::play::{self, Fight, Position};
use crate::source::values::{Dice, fraction};
use crate::syntax::InputKind;
use std::time::{SystemTime, UNIX_EPOCH};

pub fn run(args: &RollArgs) -> Outcome {
    let names: Vec<String> = args.game.iter().cloned().collect();
    let games = find::games(&names)?;
    for game in &games {
        let compiled = game.compile(Options::default())?;
        let Some(SoundGame { model, .. }) = compiled.game else {
            report::diagnostics(&compiled.diagnostics, &compiled.sources, super::args::MessageFormat::Human);
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
    let own = of_side(model, table, args)?;
    let table = own.as_ref().unwrap_or(table);
    let mut random = Random::new(args.seed);
    let thrown = table.throw().map(|throw| match args.dice {
        Some(sum) => Thrown { words: format!("{} = {sum}", throw.words()), sum },
        None => random.throw(&throw),
    });
    let looked = match play::look_up(table, thrown.as_ref().map(|thrown| thrown.sum), &answers) {
        Ok(looked) => looked,
        Err(why) => {
            eprintln!("{why}");
            return Ok(CANNOT);
        }
    };
    match &thrown {
        Some(thrown) => println!("{}: {}", table.name, thrown.words),
        None => println!("{}", table.name),
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
            let number = fraction(text)?;
            let (min, max) = (input.min.map(Number::from), input.max.map(Number::from));
            if min.is_some_and(|min| number < min) || max.is_some_and(|max| number > max) {
                return None;
            }
            Some(Value::Number(number))
        }
        InputKind::YesNo => match text {
            "yes" | "true" => Some(Value::Bool(true)),
            "no" | "false" => Some(Value::Bool(false)),
            _ => None,
        },
        InputKind::Choice => input.choices.iter().any(|choice| choice == text).then(|| Value::Text(text.to_string())),
    }
}

/// The table with the dice of the side that rolls, where each has its own.
fn of_side(model: &Model, table: &Table, args: &RollArgs) -> Result<Option<Table>, String> {
    let ids = || table.dice_by_side.iter().map(|own| &*own.side.id);
    let known = || ids().map(|id| format!("--side {id}")).collect::<Vec<_>>().join(" or ");
    match (&args.side, table.dice_by_side.is_empty()) {
        (None, true) => Ok(None),
        (None, false) => Err(format!("each side rolls its own dice on `{}`: say {}", table.id, known())),
        (Some(side), true) if model.sides.iter().any(|own| own.id == *side) => Ok(None),
        (Some(side), _) => {
            let own = table.dice_by_side.iter().find(|own| &*own.side.id == side.as_str());
            let own = own.map(|own| table.of_side(own));
            own.map(Some).ok_or_else(|| match known() {
                known if known.is_empty() => format!("there is no side `{side}`"),
                known => format!("`{side}` does not roll on `{}`: say {known}", table.id),
            })
        }
    }
}

/// What was thrown.
struct Thrown {
    words: String,
    sum: i64,
}

/// Throws dice: by the seed if one is given, else by the clock.
struct Random(u64);

impl Random {
    fn new(seed: Option<u64>) -> Self {
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_nanos() as u64);
        Self(seed.unwrap_or_else(clock) | 1)
    }

    /// From 1 to the number of sides.
    fn die(&mut self, sides: u32) -> i64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        i64::try_from((mixed ^ (mixed >> 31)) % u64::from(sides.max(1))).unwrap_or(0) + 1
    }

    fn numbers(&mut self, dice: Dice) -> i64 {
        if dice.tens_and_units {
            return self.die(dice.sides) * 10 + self.die(dice.sides);
        }
        (0..dice.count).map(|_| self.die(dice.sides)).sum::<i64>() + i64::from(dice.add)
    }

    fn throw(&mut self, throw: &Throw) -> Thrown {
        let Throw { dice, faces, against, .. } = throw;
        let (mut words, mut sum) = match faces {
            None => {
                let sum = self.numbers(*dice);
                (format!("{dice} = {sum}"), sum)
            }
            Some((name, faces)) => {
                let places = (0..dice.count).map(|_| usize::try_from(self.die(dice.sides) - 1).unwrap_or(0));
                let shown: Vec<_> = places.filter_map(|place| faces.get(place)).collect();
                let sum = shown.iter().map(|face| face.value).sum::<i64>() + i64::from(dice.add);
                let names: Vec<&str> = shown.iter().map(|face| face.name.as_str()).collect();
                (format!("{} {name} = {} = {sum}", dice.count, names.join(", ")), sum)
            }
        };
        if let Some(against) = against {
            let other = self.numbers(*against);
            sum -= other;
            words += &format!(" against {against} = {other}: {sum}");
        }
        Thrown { words, sum }
    }
}
