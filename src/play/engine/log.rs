//! A game as a log: JSON lines that anybody can verify.

use super::state::State;
use super::{Machine, Pick};
use serde_json::{Value, json};
use std::fmt;

/// The game that is being written down.
#[derive(Debug, Clone)]
pub struct Log {
    lines: Vec<Value>,
}

impl Log {
    /// The log of a game that begins.
    pub fn new(machine: &Machine<'_>, scenario: usize, seed: Option<u64>) -> Self {
        let game = &machine.model.game;
        let scenario = machine.model.scenarios.get(scenario).map(|own| &own.id);
        let head = json!({ "log": 1, "game": game.id, "version": game.version, "scenario": scenario, "seed": seed });
        Self { lines: vec![head] }
    }

    /// Writes a choice down, before it is applied.
    pub fn write(&mut self, machine: &Machine<'_>, state: &State, choice: &Pick) {
        let (id, _) = machine.question(state);
        let side = machine.decider(state).and_then(|side| machine.model.sides.get(usize::from(side)));
        self.lines.push(match choice {
            Pick::Dice(shown) => json!({ "id": id, "dice": shown }),
            Pick::Drawn(_) => json!({ "id": id, "drawn": machine.label(choice) }),
            _ => json!({ "id": id, "side": side.map(|side| &side.id), "choose": machine.label(choice) }),
        });
    }

    /// Takes the last choice back.
    pub fn take_back(&mut self) {
        if self.lines.len() > 1 {
            self.lines.pop();
        }
    }

    /// How many choices were made.
    pub fn len(&self) -> usize {
        self.lines.len() - 1
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The log as text, with the state that it led to.
    pub fn text(&self, machine: &Machine<'_>, state: &State) -> String {
        let hash = format!("{:016x}", state.fingerprint());
        let end = json!({ "state": machine.snapshot(state), "hash": hash });
        self.lines.iter().chain([&end]).map(|line| format!("{line}\n")).collect()
    }
}

/// What is wrong with a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// A log that was replayed.
#[derive(Debug)]
pub struct Replayed {
    /// The scenario.
    pub scenario: usize,
    /// The state that it leads to.
    pub state: State,
    /// The log.
    pub log: Log,
    /// All choices.
    pub choices: Vec<Pick>,
}

/// Longest log that is read, in lines.
const MOST_LINES: usize = 2_000_000;

/// Replays a log: every choice must be open, no invariant may break, and the state must be the one that is written.
///
/// # Errors
/// The first line that is wrong, and why.
pub fn replay(machine: &Machine<'_>, text: &str) -> Result<Replayed, LogError> {
    let wrong = |line: usize, message: String| LogError { line: line + 1, message };
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).take(MOST_LINES);
    let parsed = |(at, line): (usize, &str)| {
        serde_json::from_str::<Value>(line)
            .map(|value| (at, value))
            .map_err(|why| wrong(at, format!("not JSON: {why}")))
    };
    let (at, head) = lines.next().map(parsed).unwrap_or_else(|| Err(wrong(0, "the log is empty".to_string())))?;
    if head["log"] != 1 {
        return Err(wrong(at, "this is not a log of a game".to_string()));
    }
    let game = &machine.model.game;
    if head["game"] != json!(game.id) {
        return Err(wrong(at, format!("the log is of another game: {}", head["game"])));
    }
    let id = head["scenario"].as_str().unwrap_or_default();
    let scenario = machine.model.scenarios.iter().position(|own| own.id == id);
    let scenario = scenario.ok_or_else(|| wrong(at, format!("there is no scenario `{id}`")))?;
    let mut state = machine.start(scenario).map_err(|why| wrong(at, why))?;
    let mut log = Log { lines: vec![head] };
    let (mut choices, mut told) = (Vec::new(), Vec::new());
    for line in lines {
        let (at, value) = parsed(line)?;
        if let Some(hash) = value["hash"].as_str() {
            if hash != format!("{:016x}", state.fingerprint()) {
                return Err(wrong(at, "the choices lead to another state than the one that is written".to_string()));
            }
            if value["state"] != machine.snapshot(&state) {
                return Err(wrong(at, "the state that is written does not go with its hash".to_string()));
            }
            continue;
        }
        let choice = read(machine, &state, &value).map_err(|why| wrong(at, why))?;
        told.clear();
        machine.apply(&mut state, &choice, &mut told).map_err(|why| wrong(at, why))?;
        if let Some(broken) = machine.broken(&state) {
            return Err(wrong(at, broken));
        }
        log.lines.push(value);
        choices.push(choice);
    }
    Ok(Replayed { scenario, state, log, choices })
}

/// The choice that a line writes.
fn read(machine: &Machine<'_>, state: &State, line: &Value) -> Result<Pick, String> {
    if let Some(shown) = line["dice"].as_array() {
        let die = |die: &Value| die.as_u64().and_then(|die| u8::try_from(die).ok());
        let shown: Option<Vec<u8>> = shown.iter().map(die).collect();
        return shown.map(Pick::Dice).ok_or_else(|| "dice show whole numbers".to_string());
    }
    let written = |key: &str| line[key].as_str();
    let Some(label) = written("drawn").or_else(|| written("choose")) else {
        return Err("a line needs `choose`, `drawn` or `dice`".to_string());
    };
    let Some(decision) = machine.decision(state) else { return Err("the game is over".to_string()) };
    let found = decision.choices.iter().find(|choice| machine.label(choice) == label).cloned();
    found.ok_or_else(|| {
        let some: Vec<String> = decision.choices.iter().take(12).map(|choice| machine.label(choice)).collect();
        format!(
            "`{label}` is not an answer to `{}` ({}); there are: {}",
            decision.id,
            decision.question,
            some.join(", ")
        )
    })
}
