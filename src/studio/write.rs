//! Edits that pages send, written into the files of a game, and taken back.

use super::edit::{Edit, Undo, WriteError, apply, write};
use super::game::OpenGame;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::PoisonError;

/// Edits that can be taken back, and those that can be made again.
#[derive(Default)]
pub struct Edits {
    undo: Vec<UndoStep>,
    redo: Vec<UndoStep>,
}

/// One step: what it is called, and what takes each of its edits back.
struct UndoStep {
    label: String,
    parts: Vec<Undo>,
}

/// Edits that are remembered.
const MOST: usize = 200;

impl Edits {
    /// What the next step back and the next step forward would be.
    pub fn told(&self) -> Value {
        let last = |list: &[UndoStep]| list.last().map(|step| step.label.clone());
        json!({ "undo": last(&self.undo), "redo": last(&self.redo) })
    }
}

/// What a page sends.
#[derive(Deserialize)]
struct Sent {
    /// What to call it.
    label: String,
    /// The number of the state that it was made for, if it speaks of bytes in files.
    number: Option<u64>,
    /// One step, which may be made of several edits.
    edits: Vec<Edit>,
}

/// Makes an edit. It is made on the files as they are on the disk now.
pub fn edit(game: &OpenGame, body: &Value) -> Result<Value, Value> {
    let sent: Sent =
        serde_json::from_value(body.clone()).map_err(|why| refused(&format!("this is not an edit: {why}")))?;
    // One after the other, so that none is made on files that another is about to change.
    let mut edits = game.edits.lock().unwrap_or_else(PoisonError::into_inner);
    if sent.number.is_some_and(|number| number != game.now().number) {
        return Err(refused("the files were changed meanwhile: look again, and make the edit again"));
    }
    let mut files: Vec<String> = Vec::new();
    let mut step = UndoStep { label: sent.label.chars().take(120).collect(), parts: Vec::new() };
    for edit in &sent.edits {
        let done = one(game, edit);
        match done {
            Ok(Some(undo)) => {
                files.extend(undo.files().map(str::to_string));
                step.parts.push(undo);
            }
            Ok(None) => {}
            Err(why) => {
                // All or nothing.
                step.restore(game).map_err(|why| not_written(&why))?;
                return Err(why);
            }
        }
    }
    if !step.parts.is_empty() {
        edits.redo.clear();
        edits.undo.push(step);
        if edits.undo.len() > MOST {
            edits.undo.remove(0);
        }
    }
    files.sort();
    files.dedup();
    Ok(json!({ "done": sent.label, "files": files }))
}

fn one(game: &OpenGame, edit: &Edit) -> Result<Option<Undo>, Value> {
    let sources = game.read().map_err(|why| refused(&format!("the folder cannot be read: {why}")))?;
    let changes = apply(&sources, edit).map_err(|refusal| {
        json!({ "error": refusal.to_string(), "message": refusal.message, "help": refusal.help, "at": refusal.at })
    })?;
    if changes.is_empty() {
        return Ok(None);
    }
    write(&game.folder, &changes).map(Some).map_err(|why| not_written(&why))
}

/// Takes the last edit back.
pub fn undo(game: &OpenGame) -> Result<Value, Value> {
    let mut edits = game.edits.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(step) = edits.undo.pop() else { return Err(refused("there is nothing to take back")) };
    let again = back(game, &mut edits, &step)?;
    edits.redo.push(again);
    Ok(json!({ "done": format!("taken back: {}", step.label) }))
}

/// Makes the last edit that was taken back again.
pub fn redo(game: &OpenGame) -> Result<Value, Value> {
    let mut edits = game.edits.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(step) = edits.redo.pop() else { return Err(refused("there is nothing to make again")) };
    let again = back(game, &mut edits, &step)?;
    edits.undo.push(again);
    Ok(json!({ "done": format!("made again: {}", step.label) }))
}

impl UndoStep {
    /// Takes all parts back, the last first, or none. What comes back makes them again.
    fn restore(&self, game: &OpenGame) -> Result<UndoStep, WriteError> {
        let mut again = UndoStep { label: self.label.clone(), parts: Vec::new() };
        for part in self.parts.iter().rev() {
            match part.restore(&game.folder) {
                Ok(undone) => again.parts.push(undone),
                Err(why) => {
                    for part in again.parts.iter().rev() {
                        part.restore(&game.folder)?;
                    }
                    return Err(why);
                }
            }
        }
        Ok(again)
    }
}

fn back(game: &OpenGame, edits: &mut Edits, step: &UndoStep) -> Result<UndoStep, Value> {
    step.restore(game).map_err(|why| {
        if why.changed {
            // Nobody overwrites what somebody else wrote since.
            *edits = Edits::default();
        }
        not_written(&why)
    })
}

fn not_written(why: &WriteError) -> Value {
    json!({ "error": why.to_string(), "file": why.file, "changed": why.changed })
}

fn refused(why: &str) -> Value {
    json!({ "error": why })
}
