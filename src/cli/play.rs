//! `punchboard play`: a game in the terminal.

use super::args::PlayArgs;
use super::say::{Stream, println, raw};
use super::{DATA_ERRORS, Outcome, find, report};
use crate::compile::{Options, SoundGame};
use crate::diag::nearest;
use crate::dist::write_own;
use crate::model::Model;
use crate::play::engine::{Chance, Choice, Event, Log, Machine, Player, State, answer, play_out, replay};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::BufRead;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seat {
    Human,
    Bot(Player),
}

/// Larger files are not logs.
pub(super) const MAX_LOG: u64 = 256 << 20;

pub fn run(args: &PlayArgs) -> Outcome {
    let names: Vec<String> = args.game.iter().cloned().collect();
    let games = find::games(&names)?;
    let [game] = games.as_slice() else { return Err("say which game is to be played".to_string()) };
    let compiled = game.compile(Options::default())?;
    let Some(SoundGame { model, .. }) = compiled.game else {
        report::diagnostics(&compiled.diagnostics, &compiled.sources, super::args::MessageFormat::Human);
        return Ok(DATA_ERRORS);
    };
    let machine = machine(&model)?;
    let scenario = scenario(&model, args.scenario.as_deref())?;
    let seats = seats(&model, &args.side)?;
    let seed = args.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| u64::from(now.subsec_nanos()) ^ now.as_secs())
    });
    if let Some(count) = args.games {
        return many(&machine, scenario, seed, &seats, count);
    }
    let mut table = Table::new(&machine, scenario, seed, seats)?;
    if let Some(path) = &args.load {
        table.load(path)?;
    }
    table.play(args)
}

/// A game that can be played.
pub(super) fn machine(model: &Model) -> Result<Machine<'_>, String> {
    if model.rules.operations.is_empty() {
        return Err(format!("{} has no operations: its rules do not say what players do", model.game.title));
    }
    Machine::new(model).map_err(|why| format!("{} cannot be played: {why}", model.game.title))
}

fn scenario(model: &Model, wanted: Option<&str>) -> Result<usize, String> {
    let ids = || model.scenarios.iter().map(|own| own.id.as_str());
    match wanted {
        None if model.scenarios.is_empty() => Err("the game has no scenario".to_string()),
        None => Ok(0),
        Some(id) => ids().position(|own| own == id).ok_or_else(|| match nearest(id, ids()) {
            Some(near) => format!("there is no scenario `{id}`; did you mean `{near}`?"),
            None => format!("there is no scenario `{id}`; there are: {}", ids().collect::<Vec<_>>().join(", ")),
        }),
    }
}

fn seats(model: &Model, given: &[String]) -> Result<Vec<Seat>, String> {
    let mut seats = vec![Seat::Human; model.sides.len()];
    for seat in given {
        let (side, who) =
            seat.split_once('=').ok_or_else(|| format!("`{seat}` is not SIDE=human, random or greedy"))?;
        let ids = || model.sides.iter().map(|own| own.id.as_str());
        let at = ids().position(|own| own == side);
        let at = at
            .ok_or_else(|| format!("there is no side `{side}`; there are: {}", ids().collect::<Vec<_>>().join(", ")))?;
        seats[at] = match who {
            "human" => Seat::Human,
            "random" => Seat::Bot(Player::Random),
            "greedy" => Seat::Bot(Player::Greedy),
            _ => return Err(format!("`{who}` cannot play; human, random and greedy can")),
        };
    }
    Ok(seats)
}

/// Many games by themselves, and a table of what came of them.
fn many(machine: &Machine<'_>, scenario: usize, seed: u64, seats: &[Seat], count: u64) -> Outcome {
    let players: Vec<Player> = seats
        .iter()
        .map(|seat| match seat {
            Seat::Bot(player) => *player,
            Seat::Human => Player::Random,
        })
        .collect();
    let model = machine.model;
    let (mut won, mut used) = (BTreeMap::<String, u64>::new(), BTreeSet::new());
    let (mut decisions, mut throws, mut lengths) = (0_usize, 0_usize, Vec::new());
    for game in 0..count {
        let played = play_out(machine, scenario, seed.wrapping_add(game), &players, true)?;
        let text = played.log.text(machine, &played.state);
        replay(machine, &text).map_err(|why| format!("the log of seed {} is wrong: {why}", seed.wrapping_add(game)))?;
        let winner = played.state.ended.and_then(|(winner, _)| winner);
        let winner = winner.map_or("nobody", |side| machine.side_name(usize::from(side)));
        *won.entry(winner.to_string()).or_default() += 1;
        decisions += played.decisions;
        throws += played.throws;
        lengths.push(played.decisions);
        used.extend(played.used);
    }
    lengths.sort_unstable();
    let median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
    println!(
        "{count} games of {}, seeds {seed} to {}",
        model.scenarios[scenario].name,
        seed.wrapping_add(count.saturating_sub(1))
    );
    println!(
        "decisions of players: {decisions}, of chance: {throws}; in a game {} to {}, half of them up to {median}",
        lengths.first().unwrap_or(&0),
        lengths.last().unwrap_or(&0)
    );
    for (winner, games) in &won {
        println!("won by {winner}: {games}");
    }
    let never: Vec<&str> =
        model.rules.operations.iter().map(|own| own.id.as_str()).filter(|id| !used.contains(*id)).collect();
    println!("operations never used: {}", if never.is_empty() { "none".to_string() } else { never.join(", ") });
    Ok(0)
}

/// A game at the table.
struct Table<'a, 'm> {
    machine: &'a Machine<'m>,
    scenario: usize,
    seats: Vec<Seat>,
    chance: Chance,
    state: State,
    log: Log,
    /// States before each choice.
    before: Vec<(State, Chance)>,
}

const HELP: &str = "\
Type the number of a choice, or: show (the state), undo, save FILE, load FILE, help, quit.";

impl<'a, 'm> Table<'a, 'm> {
    fn new(machine: &'a Machine<'m>, scenario: usize, seed: u64, seats: Vec<Seat>) -> Result<Self, String> {
        let state = machine.start(scenario)?;
        let log = Log::new(machine, scenario, Some(seed));
        Ok(Self { machine, scenario, seats, chance: Chance::new(seed), state, log, before: Vec::new() })
    }

    fn play(&mut self, args: &PlayArgs) -> Outcome {
        println!("{}. {HELP}", self.machine.model.game.title);
        let stdin = std::io::stdin();
        let mut lines = stdin.lock().lines();
        while self.state.ended.is_none() {
            let human = self
                .machine
                .decider(&self.state)
                .filter(|side| self.seats.get(usize::from(*side)) == Some(&Seat::Human));
            if human.is_none() {
                let bots: Vec<Player> = self
                    .seats
                    .iter()
                    .map(|seat| if let Seat::Bot(own) = seat { *own } else { Player::Random })
                    .collect();
                let Some(choice) = answer(self.machine, &self.state, &bots, &mut self.chance) else {
                    return Err("nobody can decide anything".to_string());
                };
                self.choose(&choice)?;
                continue;
            }
            let choices = self.ask();
            let Some(Ok(line)) = lines.next() else { break };
            if !self.command(line.trim(), &choices) {
                break;
            }
        }
        if let Some(path) = &args.log {
            self.save(path)?;
        }
        Ok(0)
    }

    fn choose(&mut self, choice: &Choice) -> Result<(), String> {
        let mut told: Vec<Event> = Vec::new();
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
    fn ask(&self) -> Vec<Choice> {
        let Some(decision) = self.machine.decision(&self.state) else { return Vec::new() };
        let side = decision.side.map_or("Chance", |side| self.machine.side_name(side));
        println!("\n{side}: {}", decision.question);
        for (at, choice) in decision.choices.iter().enumerate() {
            println!("{:>4}  {}", at + 1, self.machine.words(&self.state, choice));
        }
        raw(Stream::Out, "> ");
        decision.choices
    }

    /// Does what was typed; no: enough.
    fn command(&mut self, line: &str, choices: &[Choice]) -> bool {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let done = match word {
            "" => Ok(()),
            "quit" | "q" => return false,
            "help" | "?" => {
                println!("{HELP}");
                Ok(())
            }
            "show" => {
                self.show();
                Ok(())
            }
            "undo" => self.undo(),
            "save" => self.save(Path::new(rest)),
            "load" => self.load(Path::new(rest)),
            number => match number.parse::<usize>().ok().and_then(|at| choices.get(at.checked_sub(1)?)) {
                Some(choice) => self.choose(choice),
                None => Err(format!("`{number}` is not one of the choices. {HELP}")),
            },
        };
        if let Err(why) = done {
            println!("{why}");
        }
        true
    }

    /// Back to the last decision of a human.
    fn undo(&mut self) -> Result<(), String> {
        while let Some((state, chance)) = self.before.pop() {
            (self.state, self.chance) = (state, chance);
            self.log.take_back();
            let side = self.machine.decider(&self.state).map(usize::from);
            if side.is_some_and(|side| self.seats.get(side) == Some(&Seat::Human)) {
                return Ok(());
            }
        }
        Err("there is nothing to take back".to_string())
    }

    fn save(&self, path: &Path) -> Result<(), String> {
        let text = self.log.text(self.machine, &self.state);
        write_own(path, text.as_bytes(), |old| old.starts_with("{\"") && old.contains("\"log\":1"))
            .map_err(|error| format!("cannot write {}: {error}", path.display()))
    }

    fn load(&mut self, path: &Path) -> Result<(), String> {
        let text = read_log(path)?;
        let replayed = replay(self.machine, &text).map_err(|why| format!("{}: {why}", path.display()))?;
        (self.scenario, self.state, self.log) = (replayed.scenario, replayed.state, replayed.log);
        self.before.clear();
        Ok(())
    }

    fn show(&self) {
        let model = self.machine.model;
        let position = self.machine.position(&self.state);
        println!("{}, turn {}", model.scenarios[self.scenario].name, self.state.turn);
        for (at, place) in model.places.iter().enumerate() {
            let units: Vec<String> = position
                .units_in(at)
                .map(|unit| format!("{} ({})", model.units[unit].id, position.state(unit)))
                .collect();
            let control = position.control[at].map(|side| format!(", {}", model.sides[side].name)).unwrap_or_default();
            if !units.is_empty() {
                println!("  {}{control}: {}", place.name.as_ref().unwrap_or(&place.label), units.join(", "));
            }
        }
    }
}

/// Reads a log from a plain file of sensible size.
pub(super) fn read_log(path: &Path) -> Result<String, String> {
    let cannot = |why: String| format!("cannot read {}: {why}", path.display());
    let about = fs::metadata(path).map_err(|error| cannot(error.to_string()))?;
    if !about.is_file() || about.len() > MAX_LOG {
        return Err(cannot("it is not a log".to_string()));
    }
    fs::read_to_string(path).map_err(|error| cannot(error.to_string()))
}
