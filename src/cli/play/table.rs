//! A game at the table: people type what they choose, and are told what happens.

use super::super::Outcome;
use super::super::say::{Stream, println, raw};
use super::choices::{self, Listed};
use super::{Seat, board, bots, read_log};
use crate::diag::printable;
use crate::dist::write_own;
use crate::play::engine::{Chance, Decision, Happening, Log, Machine, Pick, Player, State, answer, replay};
use std::io::{BufRead, IsTerminal};
use std::path::Path;

const SHORT_HELP: &str = "Type the number or the name of a choice; `help` lists what else can be typed.";
const HELP: &str = "\
NUMBER or NAME  make this choice; a part of the name will do
list            list the choices again
show [PLACE]    show the position, or one place
hint            say what the greedy player would choose
undo            take the last choice back
save FILE       write the game to a log
load FILE       go on from a log
quit            leave the game";

/// A game at the table.
pub(super) struct TableSession<'a, 'm> {
    machine: &'a Machine<'m>,
    seats: Vec<Seat>,
    chance: Chance,
    state: State,
    log: Log,
    /// States before each choice.
    before: Vec<(State, Chance)>,
    /// Whether somebody chose something that is in no file.
    unsaved: bool,
}

/// What comes after something that was typed.
enum Next {
    /// The choices are listed.
    Decision,
    /// They are known: something else is typed.
    Prompt,
    /// The game is left.
    Leave,
}

impl<'a, 'm> TableSession<'a, 'm> {
    pub fn new(machine: &'a Machine<'m>, scenario: usize, seed: u64, seats: Vec<Seat>) -> Result<Self, String> {
        let state = machine.start(scenario)?;
        let log = Log::new(machine, scenario, Some(seed));
        Ok(Self { machine, seats, chance: Chance::new(seed), state, log, before: Vec::new(), unsaved: false })
    }

    /// Plays until the game is over or left, then writes the log.
    pub fn play(&mut self, log: Option<&Path>) -> Outcome {
        println!("{}. {SHORT_HELP}", self.machine.model.game.title);
        let mut lines = std::io::stdin().lock().lines();
        while self.state.ended.is_none() {
            if !self.is_human(self.machine.decider(&self.state)) {
                let Some(choice) = answer(self.machine, &self.state, &bots(&self.seats), &mut self.chance) else {
                    return Err("nobody can decide anything".to_string());
                };
                self.choose(&choice)?;
                continue;
            }
            let Some(decision) = self.machine.decision(&self.state) else { break };
            let listed = self.list(&decision);
            if !self.converse(&decision, &listed, &mut lines, log.is_some()) {
                break;
            }
        }
        match log {
            Some(path) => self.save(path)?,
            None if self.unsaved && self.state.ended.is_none() => println!("The game was not saved."),
            None => {}
        }
        Ok(0)
    }

    fn is_human(&self, side: Option<u8>) -> bool {
        side.is_some_and(|side| self.seats.get(usize::from(side)) == Some(&Seat::Human))
    }

    /// Takes what is typed until the decision is another one; no: the game is left.
    fn converse(
        &mut self,
        decision: &Decision,
        listed: &[Listed],
        lines: &mut impl Iterator<Item = std::io::Result<String>>,
        logged: bool,
    ) -> bool {
        let mut warned = logged;
        loop {
            raw(Stream::Out, "> ");
            let Some(Ok(line)) = lines.next() else { return false };
            match self.command(line.trim(), decision, listed) {
                Ok(Next::Decision) => return true,
                Ok(Next::Prompt) => {}
                Ok(Next::Leave) if self.unsaved && !warned => {
                    warned = true;
                    println!("The game is not saved: `save FILE` keeps it, another `quit` leaves it.");
                }
                Ok(Next::Leave) => return false,
                Err(why) => println!("{why}"),
            }
        }
    }

    /// Does what was typed.
    fn command(&mut self, line: &str, decision: &Decision, listed: &[Listed]) -> Result<Next, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => return Ok(Next::Prompt),
            ("quit" | "q", "") => return Ok(Next::Leave),
            ("help" | "?", "") => println!("{HELP}"),
            ("list", "") => return Ok(Next::Decision),
            ("show", place) => {
                board::lines(self.machine, &self.state, place).iter().for_each(|line| println!("{line}"));
            }
            ("hint", "") => self.hint(decision)?,
            ("undo", "") => return self.undo().map(|()| Next::Decision),
            ("save" | "load", "") => return Err(format!("`{word}` needs the name of a file: {word} game.jsonl")),
            ("save", path) => {
                self.save(Path::new(path))?;
                println!("saved to {path}");
            }
            ("load", path) => return self.load(Path::new(path)).map(|()| Next::Decision),
            _ => {
                let at = choices::find(listed, line)?;
                self.choose(&decision.choices[at])?;
                self.unsaved = true;
                return Ok(Next::Decision);
            }
        }
        Ok(Next::Prompt)
    }

    fn choose(&mut self, choice: &Pick) -> Result<(), String> {
        let mut told: Vec<Happening> = Vec::new();
        let before = (self.state.clone(), self.chance.clone());
        self.log.write(self.machine, &self.state, choice);
        if let Err(why) = self.machine.apply(&mut self.state, choice, &mut told) {
            self.log.take_back();
            return Err(why);
        }
        self.before.push(before);
        for event in told {
            let rule = event.rule.map(|rule| format!("  [{rule}]")).unwrap_or_default();
            println!("  {}{rule}", event.text);
        }
        Ok(())
    }

    /// Lists the choices.
    fn list(&self, decision: &Decision) -> Vec<Listed> {
        let side = decision.side.map_or("Chance", |side| self.machine.side_name(side));
        println!("\n{side}: {}", decision.question);
        let listed: Vec<Listed> = decision
            .choices
            .iter()
            .map(|choice| Listed { label: self.machine.label(choice), words: self.machine.words(&self.state, choice) })
            .collect();
        let terminal = std::io::stdout().is_terminal();
        let width = terminal.then(terminal_size::terminal_size).flatten().map(|(width, _)| usize::from(width.0));
        raw(Stream::Out, &printable(&choices::list(&listed, width)));
        listed
    }

    /// Says what the greedy player would choose, with dice of its own.
    fn hint(&self, decision: &Decision) -> Result<(), String> {
        let choice = Player::Greedy.choose(self.machine, &self.state, &mut self.chance.clone());
        let at = choice.and_then(|choice| decision.choices.iter().position(|own| *own == choice));
        let at = at.ok_or("the greedy player does not know either")?;
        println!("{} {}", at + 1, self.machine.words(&self.state, &decision.choices[at]));
        Ok(())
    }

    /// Back to the last decision of a human.
    fn undo(&mut self) -> Result<(), String> {
        while let Some((state, chance)) = self.before.pop() {
            (self.state, self.chance) = (state, chance);
            self.log.take_back();
            if self.is_human(self.machine.decider(&self.state)) {
                return Ok(());
            }
        }
        Err("there is nothing to take back".to_string())
    }

    fn save(&mut self, path: &Path) -> Result<(), String> {
        let text = self.log.text(self.machine, &self.state);
        write_own(path, text.as_bytes(), |old| old.starts_with("{\"") && old.contains("\"log\":1"))
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        self.unsaved = false;
        Ok(())
    }

    /// Goes on from a log.
    pub fn load(&mut self, path: &Path) -> Result<(), String> {
        let text = read_log(path)?;
        let replayed = replay(self.machine, &text).map_err(|why| format!("{}: {why}", path.display()))?;
        (self.state, self.log) = (replayed.state, replayed.log);
        self.before.clear();
        self.unsaved = false;
        Ok(())
    }
}
