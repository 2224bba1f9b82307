//! What happens and what is asked, in plain words.

use super::board::wide;
use super::instr::Instr;
use super::state::State;
use super::value::Val;
use super::{Machine, Pick};
use crate::expr::Number;
use crate::source::values::Dice;
use std::collections::BTreeSet;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happening {
    /// What, in plain words.
    pub text: String,
    /// The operation that it is part of.
    pub operation: Option<String>,
    /// The rule that it follows from, as the operation cites it.
    pub rule: Option<String>,
    /// The value that got a name.
    pub value: Option<(String, Number)>,
}

/// Somebody who is told what happens, or nobody.
pub struct Listener<'t> {
    events: Option<&'t mut Vec<Happening>>,
    /// Operations that began.
    begun: Option<&'t mut BTreeSet<usize>>,
}

impl<'t> Listener<'t> {
    pub fn silent() -> Self {
        Self { events: None, begun: None }
    }

    pub fn to(events: &'t mut Vec<Happening>) -> Self {
        Self { events: Some(events), begun: None }
    }

    /// Somebody who is told only which operations begin.
    pub fn noting(begun: &'t mut BTreeSet<usize>) -> Self {
        Self { events: None, begun: Some(begun) }
    }

    /// Notes that an operation begins.
    pub fn begin(&mut self, operation: usize) {
        if let Some(begun) = &mut self.begun {
            begun.insert(operation);
        }
    }

    /// Tells what happened in the innermost operation.
    pub fn say(&mut self, machine: &Machine<'_>, state: &State, text: impl FnOnce() -> String) {
        self.tell(machine, state, None, text);
    }

    /// The same, with a value that got a name.
    pub fn tell(
        &mut self,
        machine: &Machine<'_>,
        state: &State,
        value: Option<(&str, Number)>,
        text: impl FnOnce() -> String,
    ) {
        let Some(events) = &mut self.events else { return };
        let frame = state.frames.last();
        let operation = frame.and_then(|frame| machine.routines[wide(frame.routine)].operation);
        let operation = operation.map(|at| &machine.model.rules.operations[at]);
        events.push(Happening {
            text: text(),
            operation: operation.map(|own| own.id.clone()),
            rule: operation.and_then(|own| own.about.source.as_ref()?.rest.clone()),
            value: value.map(|(name, number)| (name.to_string(), number)),
        });
    }
}

/// A decision: who decides what, and what the answers are.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The side that decides; none: chance.
    pub side: Option<usize>,
    /// The name of what is decided.
    pub id: String,
    /// What is asked, in plain words.
    pub question: String,
    /// The answers; of dice none are listed.
    pub choices: Vec<Pick>,
    /// The dice, if they decide.
    pub dice: Option<Dice>,
}

impl Machine<'_> {
    /// The name of a place.
    pub(super) fn place_name(&self, place: u16) -> String {
        let place = &self.model.places[wide(place)];
        match &place.name {
            Some(name) if *name != place.label => format!("{} ({name})", place.label),
            _ => place.label.clone(),
        }
    }

    pub(super) fn unit_names(&self, units: &[u16]) -> String {
        units.iter().map(|unit| self.model.units[wide(*unit)].id.as_str()).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn card_names(&self, cards: &[u16]) -> String {
        cards.iter().map(|card| self.model.cards[wide(*card)].title.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The name of a side.
    pub fn side_name(&self, side: usize) -> &str {
        self.model.sides.get(side).map_or("nobody", |side| side.name.as_str())
    }

    /// A value in words.
    pub(super) fn value_words(&self, val: &Val) -> String {
        match val {
            Val::None => "nothing".to_string(),
            Val::Num(number) => number.to_string(),
            Val::Bool(yes) => if *yes { "yes" } else { "no" }.to_string(),
            Val::Text(sym) => self.texts.text(*sym).to_string(),
            Val::List(items) => items.iter().map(|item| self.value_words(item)).collect::<Vec<_>>().join(", "),
            Val::Unit(_) | Val::Units(_) => self.unit_names(val.members()),
            Val::Place(_) | Val::Places(_) => {
                val.members().iter().map(|place| self.place_name(*place)).collect::<Vec<_>>().join(", ")
            }
            Val::Card(_) | Val::Cards(_) => self.card_names(val.members()),
            Val::Marker(_) | Val::Markers(_) => {
                let name = |marker: &u16| self.model.markers[wide(*marker)].name.as_str();
                val.members().iter().map(name).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// A choice as logs write it: an id, a number, a word. No two choices of a decision are written alike.
    pub fn label(&self, choice: &Pick) -> String {
        match choice {
            Pick::Operation(at) => self.model.rules.operations[wide(*at)].id.clone(),
            Pick::Done => "done".to_string(),
            Pick::Unit(unit) => self.model.units[wide(*unit)].id.clone(),
            Pick::Place(place) => self.model.places[wide(*place)].id.clone(),
            Pick::Card(card) | Pick::Drawn(card) => self.model.cards[wide(*card)].id.clone(),
            Pick::Marker(marker) => self.model.markers[wide(*marker)].id.clone(),
            Pick::Number(number) => number.to_string(),
            Pick::Yes(yes) => if *yes { "yes" } else { "no" }.to_string(),
            Pick::Option(sym) => self.texts.text(*sym).to_string(),
            Pick::Loss { unit, step, strength, retreats, points } => {
                let own = &self.model.units[wide(*unit)];
                let state = step.and_then(|step| own.steps.get(usize::from(step))).map_or("eliminated", |s| &s.state);
                let strength = strength.map(|strength| format!(" {strength}")).unwrap_or_default();
                let retreats = if *retreats { " retreated" } else { "" };
                format!("{} {state}{strength}{retreats} {points}", own.id)
            }
            Pick::Dice(shown) => shown.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        }
    }

    /// A choice as examples write it: as in logs, but losses without their points.
    pub fn word(&self, choice: &Pick) -> String {
        let label = self.label(choice);
        match choice {
            Pick::Loss { .. } => label.rsplit_once(' ').map_or(label.clone(), |(word, _)| word.to_string()),
            _ => label,
        }
    }

    /// How many copies of a card are in the hand.
    pub fn in_hand(&self, state: &State, card: usize) -> usize {
        state.cards.get(card).map_or(0, |piles| usize::from(piles[1]))
    }

    /// A choice in plain words.
    pub fn words(&self, state: &State, choice: &Pick) -> String {
        match choice {
            Pick::Operation(at) => self.model.rules.operations[wide(*at)].name.clone(),
            Pick::Done => "no more".to_string(),
            Pick::Unit(unit) => {
                let own = &self.model.units[wide(*unit)];
                let piece = &state.pieces[wide(*unit)];
                let face = own.steps.get(usize::from(piece.step)).map_or("", |step| &step.state);
                match state.place(*unit) {
                    Some(place) => format!("{} ({face}) in {}", own.id, self.place_name(place)),
                    None => own.id.clone(),
                }
            }
            Pick::Place(place) => self.place_name(*place),
            Pick::Card(card) | Pick::Drawn(card) => self.model.cards[wide(*card)].title.clone(),
            Pick::Marker(marker) => self.model.markers[wide(*marker)].name.clone(),
            Pick::Loss { unit, strength: Some(strength), retreats, points, .. } => {
                let own = &self.model.units[wide(*unit)].id;
                let and = if *retreats { " and retreats" } else { "" };
                let keeps = if *points == 0 { "keeps" } else { "is left with" };
                format!("{own} {keeps} strength {strength}{and} ({points} points)")
            }
            Pick::Loss { unit, step, retreats, points, .. } => {
                let own = &self.model.units[wide(*unit)];
                let now = state.pieces[wide(*unit)].step;
                let face = step.and_then(|step| own.steps.get(usize::from(step)));
                let what = match (face, retreats) {
                    (None, _) => "is eliminated".to_string(),
                    (Some(_), true) if *step == Some(now) => "retreats".to_string(),
                    (Some(face), true) => format!("becomes {} and retreats", face.state),
                    (Some(_), false) if *step == Some(now) && *points == 0 => "takes nothing".to_string(),
                    (Some(face), false) => format!("becomes {}", face.state),
                };
                format!("{} {what} ({points} points)", own.id)
            }
            other => self.label(other),
        }
    }

    /// What a decision is called, and what is asked.
    pub(super) fn question(&self, state: &State) -> (String, String) {
        let Some(instr) = self.instr(state) else { return ("over".to_string(), "The game is over".to_string()) };
        match instr {
            Instr::Choose(choose) => {
                let so_far = state.frames.last().map(|frame| &frame.slots[choose.slot]);
                let so_far = so_far.filter(|val| !val.members().is_empty());
                let so_far = so_far.map(|val| format!(", so far {}", self.value_words(val))).unwrap_or_default();
                (choose.id.clone(), format!("{}{so_far}", choose.name))
            }
            Instr::Walk(walk) => {
                let frame = state.frames.last();
                let group = frame.map(|frame| self.walkers(state, frame, walk)).unwrap_or_default();
                (walk.id.clone(), format!("{} with {}", walk.name, self.unit_names(&group)))
            }
            Instr::Losses { left, .. } => {
                let left = state.frames.last().map_or(0, |frame| frame.slots[*left].floor());
                ("losses".to_string(), format!("Losses, {left} points left"))
            }
            Instr::Retreat { unit, rule, .. } => {
                let unit = state.frames.last().map(|frame| self.value_words(&frame.slots[*unit])).unwrap_or_default();
                let advances = *rule >= self.model.rules.retreats.len();
                let (id, goes) = if advances { ("advance", "advances") } else { ("retreat", "retreats") };
                (id.to_string(), format!("{unit} {goes} to"))
            }
            Instr::Arrive { unit, .. } => {
                let unit = state.frames.last().map(|frame| self.value_words(&frame.slots[*unit])).unwrap_or_default();
                ("arrive".to_string(), format!("{unit} arrives in"))
            }
            Instr::Roll { name, dice, .. } => (name.clone(), format!("{dice}")),
            Instr::Draw { deck, .. } => ("draw".to_string(), format!("A card of {}", self.model.decks[*deck].name)),
            Instr::Open { .. } => ("operation".to_string(), "What to do".to_string()),
            Instr::SetUp { unit, .. } => {
                ("set-up".to_string(), format!("Where {} starts", self.model.units[wide(*unit)].id))
            }
            _ => (String::new(), String::new()),
        }
    }
}
