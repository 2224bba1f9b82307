//! Tables: what they ask for, and what a roll comes to.

use super::about;
use crate::expr::{Number, Value as Answer, Values};
use crate::model::{Input, Model, Table, Throw};
use crate::play::{self, Fight, Position, chain_text};
use crate::source::values::fraction;
use crate::studio::game::Good;
use crate::syntax::InputKind;
use serde_json::{Value, json};

/// What can be rolled for a table, and by whom.
fn throws(model: &Model, table: &Table) -> Vec<Value> {
    let side = |n: usize| table.dice_by_side.get(n).and_then(|own| model.sides.get(own.side.index));
    let one = |(n, throw): (usize, &Throw)| {
        let faces = throw.faces.as_ref().map(|(_, faces)| faces);
        json!({ "text": throw.words(), "side": side(n).map(|side| &side.name), "dice": throw.dice, "faces": faces,
            "against": throw.against })
    };
    table.throws().iter().enumerate().map(one).collect()
}

/// All tables, with the pictures of their charts.
pub fn tables(good: &Good) -> Value {
    let model = &good.sound.model;
    let table = |table: &Table| {
        let id = format!("table-{}", table.id);
        let chart = good.tables().iter().find(|chart| chart.id == id);
        json!({
            "id": table.id, "name": table.name, "throws": throws(model, table), "diceText": table.rolled(&model.sides),
            "secret": table.secret, "side": table.side.as_ref().map(|side| &*side.id),
            "inputs": table.inputs.iter().map(input).collect::<Vec<_>>(),
            "modifiers": table.modifiers.iter()
                .map(|own| json!({ "text": own.text, "add": own.add.text, "when": own.when.as_ref().map(|when| &when.text),
                    "group": own.group })).collect::<Vec<_>>(),
            "columns": table.columns.iter().map(|band| &band.text).collect::<Vec<_>>(),
            "parts": table.parts.iter().map(|part| json!({ "band": part.band.as_ref().map(|band| &band.text),
                "rows": part.rows.iter().map(|row| json!({ "on": row.on.text, "result": row.result, "text": row.text,
                    "cells": row.cells })).collect::<Vec<_>>() })).collect::<Vec<_>>(),
            "key": chart.map(|chart| &chart.key),
            "width": chart.map(|chart| chart.drawing.width), "height": chart.map(|chart| chart.drawing.height),
            "about": about(&table.about),
        })
    };
    json!({ "tables": model.tables.iter().map(table).collect::<Vec<_>>() })
}

fn input(input: &Input) -> Value {
    json!({ "id": input.id, "name": input.name, "kind": input.kind, "choices": input.choices, "min": input.min,
        "max": input.max, "default": input.default, "from": input.from.as_ref().map(|from| &from.text) })
}

/// What a roll on a table comes to. The dice are rolled by the page.
pub fn roll(model: &Model, asked: &Value) -> Result<Value, String> {
    let id = asked["table"].as_str().unwrap_or_default();
    let table = model.tables.iter().find(|table| table.id == id).ok_or("there is no such table")?;
    let mut by_hand = Values::new();
    for input in &table.inputs {
        if let Some(given) = asked["with"].get(&input.id).filter(|given| !given.is_null()) {
            let wrong = || format!("this is not an answer to \u{201c}{}\u{201d}", input.name);
            by_hand.insert(input.id.clone(), answer(input, given).ok_or_else(wrong)?);
        }
    }
    let position = Position::new(model);
    // There is no fight on a page of tables: what a position would answer is asked.
    let inputs: Vec<Input> = table.inputs.iter().map(|input| Input { from: None, ..input.clone() }).collect();
    let answers = play::answer(&position, &inputs, &by_hand, &Fight::default())?;
    let looked = play::look_up(table, asked["dice"].as_i64(), &answers)?;
    let result = looked.cell.or_else(|| looked.row.and_then(|row| row.result.as_deref()));
    let text = match (looked.cell, looked.row) {
        (Some(cell), _) => table.results.get(cell).map(String::as_str),
        (None, Some(row)) => row.text.as_deref(),
        (None, None) => Some("no effect"),
    };
    let link = |link: &play::ChainLink| json!({ "text": link.text, "adds": link.adds.to_string() });
    Ok(json!({
        "dice": asked["dice"], "total": looked.total.to_string(), "modifier": looked.modifier.to_string(),
        "chain": looked.chain.iter().map(link).collect::<Vec<_>>(), "chainText": chain_text(&looked.chain),
        "row": looked.row.map(|row| &row.on), "result": result, "text": text,
    }))
}

fn answer(input: &Input, given: &Value) -> Option<Answer> {
    match input.kind {
        InputKind::Number => {
            let text = given.as_str().map_or_else(|| given.to_string(), str::to_string);
            let number = fraction(&text)?;
            let inside = input.min.is_none_or(|min| number >= Number::from(min))
                && input.max.is_none_or(|max| number <= Number::from(max));
            inside.then_some(Answer::Number(number))
        }
        InputKind::YesNo => given.as_bool().map(Answer::Bool),
        InputKind::Choice => {
            let text = given.as_str()?;
            input.choices.iter().any(|choice| choice == text).then(|| Answer::Text(text.to_string()))
        }
    }
}
