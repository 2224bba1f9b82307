//! Operations that compute several things, one from another: one button for all of it.

use super::asks::Asks;
use super::phrase::{Sentence, opening, shown};
use super::procedure::{self, chained};
use super::report::{self, signature};
use super::{TableButton, by_formulas};
use crate::expr::{ExprKind, Form, JavaCode, Properties, to_code};
use crate::model::{Does, Formula, Model, Operation};
use crate::source::values::Dice;
use std::collections::BTreeMap;

/// The button of an operation that rolls or computes at least two things; nothing if VASSAL cannot work them out.
pub fn button(model: &Model, operation: &Operation) -> Option<TableButton> {
    let parts: Vec<&Does> = operation.parts().collect();
    if parts.is_empty() {
        return None;
    }
    let id = format!("operation.{}", operation.id);
    let mut chain = Chain { model, asks: Asks::new(model, &id), values: Properties::new() };
    for part in parts {
        chain = chain.with(part)?;
    }
    let mut asks = chain.asks;
    let mut said = std::mem::take(&mut asks.said);
    let last = said.pop()?;
    let mut phrase = opening(&operation.name);
    phrase.say(". ").then(chained(said, last));
    let Asks { asks, works, totals, .. } = asks;
    let (name, report) = (operation.name.clone(), signature(phrase));
    let button = TableButton { id, name, dice: None, secret: false, asks, works, report, totals };
    button.is_light().then_some(button)
}

struct Chain<'m> {
    model: &'m Model,
    asks: Asks<'m>,
    /// What has a name already.
    values: Properties,
}

impl<'m> Chain<'m> {
    fn with(mut self, part: &Does) -> Option<Self> {
        match part {
            Does::Roll { id, dice, by } => {
                let (thrown, phrase) = self.throw(id, *dice, by.as_ref());
                self.asks.said.push(phrase);
                self.values.insert(id.clone(), thrown);
            }
            Does::Compute { id, procedure, with, .. } => {
                let own = self.model.rules.procedures.iter().find(|own| own.id == *procedure)?;
                let known = self.known(with);
                let outer = self.asks.enter(id, &own.name, known);
                let worked = procedure::worked(&mut self.asks, own);
                let worked = worked.map(|(total, phrase)| (total, self.asks.put_in_words(&phrase)));
                self.asks.leave(outer);
                let (total, phrase) = worked.ok()?;
                self.asks.said.push(phrase);
                self.values.insert(id.clone(), total);
            }
            Does::LookUp { id, table, roll, with, .. } => {
                let table = self.model.tables.get(table.index)?;
                let thrown = roll.as_ref().and_then(|roll| to_code(&roll.expr, &self.values).ok());
                if table.rolls() && thrown.is_none() || table.secret {
                    return None;
                }
                let known = self.known(with);
                let outer = self.asks.enter(id, &table.name, known);
                let worked = by_formulas(self.asks, table).ok()?;
                let (mut asks, phrase) = report::sentence(table, worked, thrown.as_ref());
                let phrase = asks.put_in_words(&phrase);
                asks.leave(outer);
                asks.said.push(phrase);
                self.asks = asks;
            }
            _ => {}
        }
        Some(self)
    }

    /// Answers that follow from what has a name already; the others are asked for.
    fn known(&self, with: &BTreeMap<String, Formula>) -> Properties {
        let code = |(id, formula): (&String, &Formula)| Some((id.clone(), to_code(&formula.expr, &self.values).ok()?));
        with.iter().filter_map(code).collect()
    }

    /// Dice, and `German 2d6 = 4+3 = 7.`, `Opponent's 2d6 = 4+3 = 7.` or without whose they are.
    fn throw(&mut self, id: &str, dice: Dice, by: Option<&Formula>) -> (JavaCode, Sentence) {
        let each: Vec<JavaCode> =
            (1..=dice.count).map(|n| self.asks.throw(&format!(":{id}-die-{n}"), dice.sides)).collect();
        let mut sum = each.iter().map(|die| die.text.clone()).collect::<Vec<_>>().join(" + ");
        if let ([tens, units], true) = (each.as_slice(), dice.tens_and_units) {
            sum = format!("{} * 10 + {}", tens.text, units.text);
        } else if dice.add != 0 {
            sum += &format!(" + {}", dice.add);
        }
        let thrown = self.asks.work_out(&format!(":{id}"), &JavaCode::new(Form::Whole, sum));
        let whose = by.and_then(|by| match &by.expr.kind {
            ExprKind::Text(id) => self.model.sides.iter().find(|side| side.id == *id).map(|side| side.name.as_str()),
            ExprKind::Name(name) if name == "opponent" => Some("Opponent's"),
            _ => None,
        });
        let mut phrase = Sentence::default();
        phrase.say(&whose.map(|whose| format!("{whose} ")).unwrap_or_default()).say(&format!("{dice} = "));
        if each.len() > 1 && !dice.tens_and_units {
            for (n, die) in each.iter().enumerate() {
                phrase.code(die.text.clone()).say(if n + 1 < each.len() { "+" } else { " = " });
            }
        }
        phrase.code(shown(&thrown)).say(".");
        (thrown, phrase)
    }
}
