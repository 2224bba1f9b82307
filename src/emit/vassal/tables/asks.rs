//! What a button asks for, and how its answers are read.

use super::phrase::Sentence;
use super::{Answer, Question, Total, WorkedProperty, procedure};
use crate::expr::{ExprKind, Form, JavaCode, Number, Properties, Value, java_text};
use crate::model::{Formula, Input, Model, Procedure};
use crate::play::{blank_answer, find_band};
use crate::source::values::Band;
use crate::syntax::InputKind;
use std::collections::BTreeMap;

/// Numbers without limits are asked within these.
const LIMIT: i64 = 9999;

/// The questions of one button.
pub struct Asks<'m> {
    model: &'m Model,
    button: String,
    /// The questions in order.
    pub asks: Vec<Question>,
    /// What is worked out from the answers, in order.
    pub works: Vec<WorkedProperty>,
    /// How formulas read the answers.
    pub codes: Properties,
    /// What is added up on the way.
    pub totals: Vec<Total>,
    /// What is said of the sums on the way, in order.
    pub said: Vec<Sentence>,
    /// Questions by what they ask, so that none is asked twice.
    asked: Vec<(Input, JavaCode)>,
    /// Sums on the way, by the id of their procedure; none: it is being added up, or cannot be.
    sums: BTreeMap<String, Option<JavaCode>>,
    /// What begins the ids of a sum on the way.
    prefix: String,
    /// What that sum is called.
    part: String,
}

/// What was asked before a part was gone into.
pub struct Outer {
    prefix: String,
    part: String,
    codes: Properties,
}

impl<'m> Asks<'m> {
    /// No questions yet.
    pub fn new(model: &'m Model, button: &str) -> Self {
        Self {
            model,
            button: button.to_string(),
            asks: Vec::new(),
            works: Vec::new(),
            codes: Properties::new(),
            totals: Vec::new(),
            said: Vec::new(),
            asked: Vec::new(),
            sums: BTreeMap::new(),
            prefix: String::new(),
            part: String::new(),
        }
    }

    /// Goes into a part whose questions and numbers have names of their own, with what is known there. Gives what has
    /// to be handed to [`Self::leave`].
    pub fn enter(&mut self, id: &str, name: &str, known: Properties) -> Outer {
        let prefix = std::mem::replace(&mut self.prefix, format!("{id}-"));
        let part = std::mem::replace(&mut self.part, name.to_string());
        Outer { prefix, part, codes: std::mem::replace(&mut self.codes, known) }
    }

    /// Comes back from a part.
    pub fn leave(&mut self, outer: Outer) {
        (self.prefix, self.part, self.codes) = (outer.prefix, outer.part, outer.codes);
    }

    /// What a number is called on a sheet: with the name of its part, if it is within one.
    pub fn of_part(&self, name: &str) -> String {
        if self.part.is_empty() { name.to_string() } else { format!("{}: {}", self.part, name.to_lowercase()) }
    }

    /// The sum of a procedure that other numbers come from, added up once. Nothing if it cannot be.
    fn sum_of(&mut self, id: &str) -> Option<JavaCode> {
        if let Some(known) = self.sums.get(id) {
            return known.clone();
        }
        let procedure: &Procedure = self.model.rules.procedures.iter().find(|own| own.id == id)?;
        self.sums.insert(id.to_string(), None);
        let (asks, works) = (self.asks.len(), self.works.len());
        let outer = self.enter(id, &procedure.name, Properties::new());
        let worked = procedure::worked(self, procedure).map(|(total, phrase)| (total, self.put_in_words(&phrase)));
        self.leave(outer);
        let Ok((total, phrase)) = worked else {
            self.asks.truncate(asks);
            self.works.truncate(works);
            return None;
        };
        self.said.push(phrase);
        self.sums.insert(id.to_string(), Some(total.clone()));
        Some(total)
    }

    /// Whether an input is known without asking: from before, or as the sum of a procedure.
    pub fn knows(&mut self, input: &Input) -> bool {
        if self.codes.contains_key(&input.id) {
            return true;
        }
        let Some(ExprKind::Name(name)) = input.from.as_ref().map(|from| &from.expr.kind) else { return false };
        let sum = name.strip_prefix("procedure.").filter(|_| input.kind == InputKind::Number);
        let Some(code) = sum.and_then(|id| self.sum_of(id)) else { return false };
        self.codes.insert(input.id.clone(), code);
        true
    }

    /// The property of an input, or of another number if the id has a colon in front: an identifier
    /// where that is possible without two of them sharing one.
    fn property(&self, id: &str) -> String {
        let own = match id.strip_prefix(':') {
            Some(number) => format!(":{}{number}", self.prefix),
            None => format!("{}{id}", self.prefix),
        };
        let taken = |name: &String| {
            let asked = self.asks.iter().any(|ask| ask.property == *name);
            asked || self.works.iter().any(|work| work.property == *name)
        };
        let first = self.property_of(&own);
        let mut names = std::iter::once(first.clone()).chain((2..100).map(|n| self.property_of(&format!("{own}-{n}"))));
        names.find(|name| !taken(name)).unwrap_or(first)
    }

    fn property_of(&self, id: &str) -> String {
        let name = format!("{}.{id}", self.button);
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.' | ':');
        let dots = name.matches('.').count();
        let joined = ["--", ".-", "-."].iter().any(|pair| name.contains(pair)) || name.ends_with('-');
        let identifier = name.chars().all(plain) && dots == 2 && !joined;
        if identifier { name.replace('.', "__").replace(['-', ':'], "_") } else { name }
    }

    /// Works a number out before the report. Gives how it is read then.
    pub fn work_out(&mut self, id: &str, number: &JavaCode) -> JavaCode {
        let property = self.property(id);
        let read = match number.form {
            Form::Real => JavaCode::atom(Form::Real, format!("Double.parseDouble({})", JavaCode::text(&property).text)),
            _ => JavaCode::whole(&property),
        };
        let expression = match number.form {
            Form::Real => format!(
                "{{java.math.BigDecimal.valueOf(1.0 * {}).setScale(9, 4).stripTrailingZeros().toPlainString()}}",
                number.part()
            ),
            _ => format!("{{{}}}", number.text),
        };
        self.works.push(WorkedProperty { property, expression, dice: false });
        read
    }

    /// The same, for all to see.
    pub fn work_out_total(&mut self, id: &str, name: &str, number: &JavaCode) -> JavaCode {
        let read = self.work_out(id, number);
        let property = self.works.last().map(|work| work.property.clone()).unwrap_or_default();
        self.totals.push(Total { name: name.to_string(), property });
        read
    }

    /// Works a sentence out before the report, which would be too heavy with all of them. Gives how it is said then.
    pub fn put_in_words(&mut self, phrase: &Sentence) -> Sentence {
        let property = self.property(":words");
        let mut said = Sentence::default();
        said.code(JavaCode::text(&property).text);
        self.works.push(WorkedProperty { property, expression: format!("{{{}}}", phrase.written()), dice: false });
        said
    }

    /// Throws a die before anything else is worked out from it. Gives how it is read then.
    pub fn throw(&mut self, id: &str, sides: u32) -> JavaCode {
        let property = self.property(id);
        let read = JavaCode::whole(&property);
        self.works.push(WorkedProperty { property, expression: format!("{{Random({sides})}}"), dice: true });
        read
    }

    /// Asks for an input.
    pub fn ask(&mut self, input: &Input, ratio: bool) {
        if self.knows(input) {
            return;
        }
        if let Some((_, code)) = self.asked.iter().find(|(known, _)| is_same(known, input)) {
            self.codes.insert(input.id.clone(), code.clone());
            return;
        }
        let property = self.property(&input.id);
        let blank = self.blank(input);
        let (min, max) = (input.min.unwrap_or(-LIMIT), input.max.unwrap_or(LIMIT));
        let (answer, default, code) = match input.kind {
            InputKind::YesNo => {
                let default = if blank == Value::Bool(true) { "yes" } else { "no" };
                let read = if property.contains('.') { JavaCode::text(&property).text } else { property.clone() };
                let code = format!("{read}.equals(\"yes\")");
                let list = vec!["yes".to_string(), "no".to_string()];
                (Answer::List(list), default.to_string(), JavaCode::atom(Form::Bool, code))
            }
            InputKind::Choice => {
                let shown = shown(self.model, &input.choices);
                let of = |id: &String| input.choices.iter().position(|own| own == id).and_then(|n| shown.get(n));
                let default = if let Value::Text(text) = blank { of(&text).cloned() } else { None };
                let code = choice_code(&property, &input.choices, &shown);
                (Answer::List(shown), default.unwrap_or_default(), code)
            }
            InputKind::Number => {
                let number = if let Value::Number(number) = blank { number } else { Number::ZERO };
                let default = number.max(Number::new(min, 1)).min(Number::new(max, 1)).to_string();
                let limits = (input.min, input.max);
                if ratio {
                    let number = ratio_code(&property, limits);
                    (Answer::Ratio, default, self.work_out(&format!(":number-{}", input.id), &number))
                } else {
                    (Answer::Number { min, max }, default, JavaCode::whole(&property))
                }
            }
        };
        self.codes.insert(input.id.clone(), code.clone());
        self.asked.push((input.clone(), code));
        let (from, choices) = (input.from.clone(), input.choices.clone());
        self.push(Question {
            property,
            question: input.name.clone(),
            part: String::new(),
            answer,
            default,
            from,
            choices,
        });
    }

    /// Asks in which band a number lies. Gives the property, and its values in the order of the bands.
    pub fn ask_band(&mut self, input: &Input, bands: &[&Band]) -> (String, Vec<String>) {
        let property = self.property(&input.id);
        let list: Vec<String> = bands.iter().map(|band| as_kept(&band.text)).collect();
        let number = if let Value::Number(number) = self.blank(input) { number } else { Number::ZERO };
        let first = find_band(bands.iter().map(|band| Some(*band)), number, None).unwrap_or(0);
        let default = list.get(first).cloned().unwrap_or_default();
        let answer = Answer::List(list.clone());
        let question = input.name.clone();
        let (part, choices) = (String::new(), Vec::new());
        self.push(Question { property: property.clone(), question, part, answer, default, from: None, choices });
        (property, list)
    }

    /// Asks for a number that is not an input.
    pub fn ask_number(&mut self, id: &str, question: &str) -> JavaCode {
        let property = self.property(id);
        let code = JavaCode::whole(&property);
        let answer = Answer::Number { min: -LIMIT, max: LIMIT };
        let (question, default) = (question.to_string(), "0".to_string());
        self.push(Question {
            property,
            question,
            part: String::new(),
            answer,
            default,
            from: None,
            choices: Vec::new(),
        });
        code
    }

    fn push(&mut self, ask: Question) {
        self.asks.push(Question { part: self.part.clone(), ..ask });
    }

    /// What is assumed: what the input says, else what the condition of that name says.
    fn blank(&self, input: &Input) -> Value {
        let same = |condition: &&Input| condition.id == input.id && condition.kind == input.kind;
        let condition = self.model.rules.conditions.iter().find(same);
        let condition = condition.filter(|condition| input.default.is_none() && condition.default.is_some());
        match (condition.map(blank_answer), input.kind) {
            (Some(Value::Text(text)), _) if !input.choices.contains(&text) => blank_answer(input),
            (Some(value), _) => value,
            (None, _) => blank_answer(input),
        }
    }
}

/// Whether two inputs ask for the same.
fn is_same(a: &Input, b: &Input) -> bool {
    let text = |formula: &Option<Formula>| formula.as_ref().map(|formula| formula.text.clone());
    (&a.id, &a.name, a.kind, &a.choices) == (&b.id, &b.name, b.kind, &b.choices) && text(&a.from) == text(&b.from)
}

/// An answer as VASSAL keeps it: `+1` becomes `1`, and dollars and braces would be expressions.
fn as_kept(answer: &str) -> String {
    let plain: String = answer.chars().filter(|c| !matches!(c, '$' | '{' | '}')).collect();
    plain.trim().parse::<i32>().map_or(plain, |number| number.to_string())
}

/// What players read of choices: the name of what has this id, else the id as words. If two would read alike, all ids.
fn shown(model: &Model, choices: &[String]) -> Vec<String> {
    let names: Vec<String> = choices.iter().map(|choice| as_kept(&name_of(model, choice))).collect();
    let alike = names.iter().enumerate().any(|(n, name)| names[..n].contains(name));
    if alike { choices.iter().map(|choice| as_kept(choice)).collect() } else { names }
}

/// The name of a side, terrain, type, size, formation or marker with an id.
fn name_of(model: &Model, id: &str) -> String {
    let terrains = model.maps.iter().flat_map(|map| &map.terrains).map(|own| (own.id.as_str(), &own.name));
    let mut known = terrains
        .chain(model.sides.iter().map(|own| (own.id.as_str(), &own.name)))
        .chain(model.types.iter().map(|own| (own.id.as_str(), &own.name)))
        .chain(model.sizes.iter().map(|own| (own.id.as_str(), &own.name)))
        .chain(model.formations.iter().map(|own| (own.id.as_str(), &own.name)))
        .chain(model.markers.iter().map(|own| (own.id.as_str(), &own.name)));
    let words = || if id.chars().any(char::is_alphabetic) { id.replace('-', " ") } else { id.to_string() };
    known.find(|(own, _)| *own == id).map_or_else(words, |(_, name)| name.clone())
}

/// A choice as the game calls it, where players read something else.
fn choice_code(property: &str, choices: &[String], shown: &[String]) -> JavaCode {
    let read = JavaCode::text(property);
    let changed = choices.iter().zip(shown).filter(|(choice, shown)| choice != shown);
    let tests: String = changed
        .map(|(choice, shown)| format!("{}.equals({}) ? {} : ", read.text, java_text(shown), java_text(choice)))
        .collect();
    if tests.is_empty() { read } else { JavaCode::new(Form::Text, format!("{tests}{}", read.text)) }
}

/// A number that may be written `3`, `1.5`, `3:2` or `3/2`.
fn ratio_code(property: &str, (min, max): (Option<i64>, Option<i64>)) -> JavaCode {
    let read = JavaCode::text(property).text;
    let half = |n: usize| format!("Double.parseDouble({read}.split(\"[:/]\")[{n}])");
    let mut text = format!(
        "{read}.matches(\"-?[0-9]+([.][0-9]+)?\") ? Double.parseDouble({read}) : \
         {read}.matches(\"-?[0-9]+[:/]0*[1-9][0-9]*\") ? {} / {} : 0.0",
        half(0),
        half(1)
    );
    if let Some(min) = min {
        text = format!("Math.max({min}.0, {text})");
    }
    if let Some(max) = max {
        text = format!("Math.min({max}.0, {text})");
    }
    JavaCode::new(Form::Real, text)
}
