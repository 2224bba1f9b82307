//! The engine: a game played by its data.
//!
//! In: a [`Model`] and, at every decision, a [`Pick`]. Out: a [`State`], the choices that it leaves open, and
//! [`Happening`]s in plain words. Nothing here knows a game, and nothing is random: dice and cards are decisions of chance,
//! whose answers come from outside and can be written down. What names mean is worked out once, when the game is loaded.

mod assets;
mod board;
mod change;
mod choose;
mod code;
mod columns;
mod eval;
mod fields;
mod frames;
mod ground;
mod inputs;
mod instr;
mod invariants;
mod judge;
mod likely;
mod log;
mod loss;
mod meaning;
mod memory;
mod names;
mod program;
mod random;
mod results;
mod run;
mod several;
mod snapshot;
mod stands;
mod state;
mod sums;
mod table;
mod value;
mod walk;
mod words;
mod writer;

pub use log::{Log, LogError, Replayed, replay};
pub use random::{Chance, Player};
pub use state::State;
pub use table::{Played, answer, play_out};
pub use words::{Decision, Happening};

use crate::expr::{Number, Values};
use crate::model::{Model, PlaceKind, Strength};
use crate::play::Position;
use crate::source::values::Dice;
use crate::syntax::{Combine, EventBy, EventOf, Pool};
use board::{NONE, small, wide};
use code::FormulaCode;
use instr::Routine;
use meaning::{FightSlots, Meaning, MemberKind, input_slots};
use names::Coder;
use program::of_map;
use std::collections::BTreeMap;
use std::ops::Range;
use value::{NumberedTexts, Sym, Val};

/// An answer to a decision.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Pick {
    /// An operation.
    Operation(u16),
    /// Enough, or no more.
    Done,
    /// A unit.
    Unit(u16),
    /// A place.
    Place(u16),
    /// A card.
    Card(u16),
    /// A marker.
    Marker(u16),
    /// A number.
    Number(i64),
    /// Yes or no.
    Yes(bool),
    /// An option, by the number of its text.
    Option(u32),
    /// What the next unit takes.
    Loss {
        /// The unit.
        unit: u16,
        /// Its step afterwards; none: it is lost.
        step: Option<u8>,
        /// Its strength afterwards.
        strength: Option<i64>,
        /// Whether it retreats.
        retreats: bool,
        /// The points that this satisfies.
        points: i64,
    },
    /// What the dice show.
    Dice(Vec<u8>),
    /// The card that is drawn.
    Drawn(u16),
}

/// Movement, ready to run.
struct Moves {
    allowance: FormulaCode,
    combine: Combine,
    at_least_one: bool,
    at_least_one_when: Option<FormulaCode>,
    costs: Vec<Priced>,
    bars: Vec<Barred>,
    stops: Vec<FormulaCode>,
    bonuses: Vec<Extra>,
}

/// Points that are added to the allowance if something holds for every step; for which types.
struct Extra {
    add: Number,
    types: Vec<usize>,
    when: FormulaCode,
}

/// A movement cost: points (none: the whole allowance), for which types, when.
struct Priced {
    points: Option<Number>,
    types: Vec<usize>,
    when: Option<FormulaCode>,
}

/// Something that movement may not do.
struct Barred {
    types: Vec<usize>,
    side: Option<usize>,
    when: FormulaCode,
    text: String,
}

/// A rule of retreat or advance, ready to run.
struct Flight {
    bar: Option<FormulaCode>,
    preferences: Vec<(Option<FormulaCode>, Option<FormulaCode>)>,
    priorities: Vec<(Option<FormulaCode>, Option<FormulaCode>)>,
}

/// An event that steps from place to place record.
struct Recorded {
    event: u16,
    of: EventOf,
    by: Vec<EventBy>,
    when: Option<FormulaCode>,
}

/// A victory condition, ready to run.
struct Judged {
    inputs: Vec<FormulaCode>,
    when: Option<FormulaCode>,
}

/// A game, ready to be played.
pub struct Machine<'m> {
    /// The game.
    pub model: &'m Model,
    texts: NumberedTexts,
    /// Operations, then scenarios.
    routines: Vec<Routine>,
    /// When operations are open.
    open: Vec<Option<FormulaCode>>,
    side_syms: Vec<Sym>,
    /// For each side the first side of its player: sides of one player are friends.
    players: Vec<u8>,
    place_syms: Vec<Sym>,
    /// Places by the numbers of their ids.
    places_by_sym: BTreeMap<Sym, u16>,
    /// States of the steps of each unit.
    states: Vec<Vec<Sym>>,
    sides: Vec<u8>,
    formations: Vec<u16>,
    edge_starts: Vec<usize>,
    neighbours: Vec<Vec<u16>>,
    /// The play area of each scenario, if it has one.
    played: Vec<Option<Vec<bool>>>,
    tracks: BTreeMap<u16, &'m Strength>,
    outcomes: Vec<Vec<Vec<Vec<loss::LossOutcome>>>>,
    moves: Option<Moves>,
    flights: Vec<Flight>,
    recorded: Vec<Recorded>,
    victories: Vec<Judged>,
    invariants: Vec<FormulaCode>,
    ground: ground::GroundRules,
    stacking: Vec<stands::StackingCode>,
    onsets: Vec<stands::Onset>,
    /// The units of each formation.
    comrades: Vec<Vec<u16>>,
    /// The id and the group of each marker.
    status_words: Vec<Vec<Val>>,
    /// Whether decisions with one answer are asked, too.
    asks_all: bool,
}

impl<'m> Machine<'m> {
    /// Makes a game ready to be played.
    ///
    /// # Errors
    /// What cannot be carried out.
    pub fn new(model: &'m Model) -> Result<Self, String> {
        let mut coder = Coder::new(model);
        let mut routines = Vec::new();
        for at in 0..model.rules.operations.len() {
            routines.push(program::operation(&mut coder, at)?);
        }
        for at in 0..model.scenarios.len() {
            routines.push(program::scenario(&mut coder, at)?);
        }
        let plain = Meaning::default();
        let mut open = Vec::new();
        for operation in &model.rules.operations {
            open.push(coder.optional(operation.when.as_ref(), &plain)?);
        }
        let moves = moves(&mut coder)?;
        let flights = flights(&mut coder)?;
        let stepping = Meaning { own: true, step: true, ..Meaning::default() };
        let mut recorded = Vec::new();
        for (at, event) in model.rules.events.iter().enumerate() {
            let when = coder.optional(event.when.as_ref(), &stepping)?;
            recorded.push(Recorded { event: small(at), of: event.of, by: event.by.clone(), when });
        }
        let victories = victories(&mut coder)?;
        let ground = ground::GroundRules::new(&mut coder)?;
        let stacking = stands::stacking(&mut coder)?;
        let onsets = stands::onsets(&mut coder)?;
        let mut invariants = Vec::new();
        for invariant in &model.rules.invariants {
            let member = match invariant.of {
                crate::syntax::InvariantOf::Whole => None,
                crate::syntax::InvariantOf::Place => Some(MemberKind::Place),
                crate::syntax::InvariantOf::Unit => Some(MemberKind::Unit),
            };
            let members = member.into_iter().map(|member| (member, None)).collect();
            invariants.push(coder.code(&invariant.holds, &Meaning { members, ..Meaning::default() })?);
        }
        let texts = coder.texts;
        let area = |scenario: &crate::model::Scenario| {
            let region = &model.regions[scenario.play_area.as_ref()?.index];
            let mut played: Vec<bool> = model.places.iter().map(|place| !of_map(&place.kind)).collect();
            for place in &region.places {
                played[place.index] = true;
            }
            Some(played)
        };
        let mut edge_starts = vec![0; model.places.len() + 1];
        for (place, start) in edge_starts.iter_mut().enumerate() {
            *start = model.edges.partition_point(|edge| edge.from.index < place);
        }
        let neighbours = (0..model.places.len()).map(|place| {
            let mut near: Vec<u16> = Vec::new();
            for edge in &model.edges[edge_starts[place]..edge_starts[place + 1]] {
                let to = small(edge.to.index);
                if !near.contains(&to) {
                    near.push(to);
                }
            }
            near
        });
        let neighbours = neighbours.collect();
        let mut tracks = BTreeMap::new();
        for strength in model.displays.iter().flat_map(|display| &display.strengths) {
            tracks.entry(small(strength.unit.index)).or_insert(strength);
        }
        let mut comrades = vec![Vec::new(); model.formations.len()];
        for (at, unit) in model.units.iter().enumerate() {
            if let Some(formation) = &unit.formation {
                comrades[formation.index].push(small(at));
            }
        }
        let words = |marker: &crate::model::Marker| {
            let words = std::iter::once(&marker.id).chain(&marker.group);
            words.map(|word| Val::Text(texts.find(word))).collect()
        };
        let status_words = model.markers.iter().map(words).collect();
        let state_syms = |unit: &crate::model::Unit| unit.steps.iter().map(|step| texts.find(&step.state)).collect();
        Ok(Self {
            model,
            routines,
            open,
            players: (0..model.sides.len())
                .map(|side| (0..side).find(|other| model.allied(*other, side)).unwrap_or(side))
                .map(|side| u8::try_from(side).unwrap_or(u8::MAX))
                .collect(),
            side_syms: model.sides.iter().map(|side| texts.find(&side.id)).collect(),
            places_by_sym: model
                .places
                .iter()
                .enumerate()
                .map(|(at, place)| (texts.find(&place.id), small(at)))
                .collect(),
            place_syms: model.places.iter().map(|place| texts.find(&place.id)).collect(),
            states: model.units.iter().map(state_syms).collect(),
            sides: model.units.iter().map(|unit| u8::try_from(unit.side.index).unwrap_or(u8::MAX)).collect(),
            formations: model
                .units
                .iter()
                .map(|unit| unit.formation.as_ref().map_or(NONE, |f| small(f.index)))
                .collect(),
            edge_starts,
            neighbours,
            played: model.scenarios.iter().map(area).collect(),
            outcomes: loss::all(model),
            tracks,
            moves,
            flights,
            recorded,
            victories,
            invariants,
            ground,
            stacking,
            onsets,
            comrades,
            status_words,
            asks_all: false,
            texts,
        })
    }

    /// The same game, in which decisions with one answer are asked, too.
    #[must_use]
    pub fn asking_all(self) -> Self {
        Self { asks_all: true, ..self }
    }

    /// The start of a scenario, played up to the first decision.
    ///
    /// # Errors
    /// That the sequence of play leads nowhere.
    pub fn start(&self, scenario: usize) -> Result<State, String> {
        let mut position = Position::new(self.model);
        position.set_up(scenario);
        let later: Vec<usize> = self.model.scenarios[scenario]
            .reinforcements
            .iter()
            .filter_map(|placement| match &placement.what {
                crate::model::What::Unit(unit) => Some(unit.index),
                crate::model::What::Marker(_) => None,
            })
            .collect();
        let unused = &self.model.scenarios[scenario].unused;
        let pool = |unit: usize| {
            let left_out = unused.iter().any(|own| own.index == unit) && !later.contains(&unit);
            if left_out { Pool::Withdrawn } else { Pool::Waiting }
        };
        let mut state = State::of(&position, self.conditions(&position.conditions), pool);
        let routine = self.model.rules.operations.len() + scenario;
        state.frames.push(self.frame(routine, 0));
        self.run(&mut state, &mut words::Listener::silent())?;
        Ok(state)
    }

    /// A position in which an operation is about to be carried out, as in a worked example.
    ///
    /// # Errors
    /// That it cannot be carried out.
    pub fn begin(
        &self,
        position: &Position<'_>,
        hands: &[(usize, usize)],
        operation: usize,
        side: usize,
        told: &mut Vec<Happening>,
    ) -> Result<State, String> {
        let own = &self.model.rules.operations[operation];
        if own.side.as_ref().is_some_and(|own| own.index != side) {
            return Err(format!("`{}` is not an operation of that side", own.id));
        }
        let mut state = State::of(position, self.conditions(&position.conditions), |_| Pool::Waiting);
        let turn = self.model.rules.conditions.iter().position(|condition| condition.id == "turn");
        state.turn = turn.map_or(1, |turn| state.conditions[turn].floor());
        for (card, copies) in hands {
            state.cards[*card][1] = u8::try_from(*copies).unwrap_or(u8::MAX);
            state.cards[*card][0] = state.cards[*card][0].saturating_sub(u8::try_from(*copies).unwrap_or(u8::MAX));
        }
        let side = u8::try_from(side).unwrap_or(0);
        let open = self.open[operation]
            .as_ref()
            .is_none_or(|when| eval::EvalContext::new(self, &state, &[], side).holds(when));
        let card = own.card.as_ref().is_none_or(|card| state.cards[card.index][1] > 0);
        if !open || !card {
            return Err(format!("`{}` is not open{}", own.id, if card { "" } else { ": its card is not in the hand" }));
        }
        self.play_card(&mut state, operation);
        state.frames.push(self.frame(operation, side));
        let mut telling = words::Listener::to(told);
        self.run(&mut state, &mut telling)?;
        Ok(state)
    }

    fn conditions(&self, values: &Values) -> Vec<Val> {
        let conditions = &self.model.rules.conditions;
        conditions.iter().map(|own| values.get(&own.id).map_or(Val::None, |value| self.texts.known(value))).collect()
    }

    /// The position of a state.
    pub fn position(&self, state: &State) -> Position<'m> {
        let named = self.model.rules.conditions.iter().zip(&state.conditions);
        let conditions = named.filter_map(|(own, val)| Some((own.id.clone(), self.texts.give(val)?))).collect();
        state.position(self.model, conditions)
    }

    fn frame(&self, routine: usize, side: u8) -> state::Frame {
        state::Frame {
            routine: small(routine),
            at: 0,
            side,
            awaited: false,
            slots: vec![Val::None; self.routines[routine].slots],
        }
    }

    /// Discards the card for which an operation is played.
    fn play_card(&self, state: &mut State, operation: usize) {
        if let Some(card) = &self.model.rules.operations[operation].card
            && state.cards[card.index][1] > 0
        {
            state.cards[card.index][1] -= 1;
            state.cards[card.index][2] += 1;
        }
    }

    fn side_of(&self, unit: u16) -> u8 {
        self.sides[wide(unit)]
    }

    /// Whether two sides are of different players.
    fn hostile(&self, one: u8, other: u8) -> bool {
        let player = |side: u8| self.players.get(usize::from(side)).copied().unwrap_or(u8::MAX);
        player(one) != player(other)
    }

    /// The next side of another player.
    fn opponent_of(&self, side: u8) -> u8 {
        let count = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        let next = (1..count).map(|on| (side + on) % count).find(|other| self.hostile(side, *other));
        next.unwrap_or(side)
    }

    /// The side of a text.
    fn side_named(&self, val: &Val) -> Option<u8> {
        match val {
            Val::Text(sym) => self.side_syms.iter().position(|own| own == sym).and_then(|at| u8::try_from(at).ok()),
            _ => None,
        }
    }

    fn edges_from(&self, place: u16) -> Range<usize> {
        self.edge_starts[wide(place)]..self.edge_starts[wide(place) + 1]
    }

    /// Where a unit is; an asset is where its unit is.
    fn stands(&self, state: &State, unit: u16) -> Option<u16> {
        let place = state.place(unit)?;
        match &self.model.places[wide(place)].kind {
            PlaceKind::Slot { unit: owner } if owner.index != wide(unit) => state.place(small(owner.index)),
            _ => Some(place),
        }
    }

    fn strength(&self, state: &State, unit: u16) -> Option<i64> {
        let said = state.strengths.iter().find(|(own, _)| *own == unit).map(|(_, strength)| *strength);
        said.or_else(|| self.tracks.get(&unit).map(|track| track.start))
    }

    fn is_played(&self, state: &State, place: u16) -> bool {
        self.played.get(state.scenario).and_then(Option::as_ref).is_none_or(|played| played[wide(place)])
    }

    /// What dice come to.
    pub fn total(dice: Dice, shown: &[u8]) -> i64 {
        let add = i64::from(dice.add);
        if dice.tens_and_units {
            return shown.iter().fold(0, |total, die| total * 10 + i64::from(*die)) + add;
        }
        shown.iter().map(|die| i64::from(*die)).sum::<i64>() + add
    }
}

fn moves(coder: &mut Coder<'_>) -> Result<Option<Moves>, String> {
    let Some(movement) = &coder.model.rules.movement else { return Ok(None) };
    let stepping = Meaning { own: true, step: true, ..Meaning::default() };
    let acting = Meaning { own: true, fight: Some(FightSlots::default()), ..Meaning::default() };
    let allowance = match &movement.procedure {
        Some(id) => {
            let at = coder.model.rules.procedures.iter().position(|own| own.id == *id);
            let at = at.ok_or_else(|| format!("there is no procedure `{id}`"))?;
            FormulaCode::Sum(std::sync::Arc::new(coder.sum(at, &BTreeMap::new(), &acting)?))
        }
        None => coder.named(&movement.allowance, &acting)?,
    };
    let types = |types: &[crate::model::Ref<crate::model::UnitType>]| types.iter().map(|own| own.index).collect();
    let mut costs = Vec::new();
    for cost in &movement.costs {
        let points = cost.points;
        costs.push(Priced { points, types: types(&cost.types), when: coder.optional(cost.when.as_ref(), &stepping)? });
    }
    let bars = bars(coder, &movement.bars, &stepping)?;
    let mut stops = Vec::new();
    for stop in &movement.stops {
        stops.push(coder.code(&stop.when, &stepping)?);
    }
    let mut bonuses = Vec::new();
    for bonus in &movement.bonuses {
        let when = coder.code(&bonus.when, &stepping)?;
        bonuses.push(Extra { add: bonus.add, types: types(&bonus.types), when });
    }
    Ok(Some(Moves {
        allowance,
        combine: movement.combine,
        at_least_one: movement.at_least_one,
        at_least_one_when: coder.optional(movement.at_least_one_when.as_ref(), &stepping)?,
        costs,
        bars,
        stops,
        bonuses,
    }))
}

/// Bars that can be tested.
fn bars(coder: &mut Coder<'_>, rules: &[crate::model::Bar], meaning: &Meaning) -> Result<Vec<Barred>, String> {
    let mut bars = Vec::new();
    for bar in rules {
        let Some(when) = coder.optional(bar.when.as_ref(), meaning)? else { continue };
        let types = bar.types.iter().map(|own| own.index).collect();
        let side = bar.side.as_ref().map(|side| side.index);
        bars.push(Barred { types, side, when, text: bar.text.clone() });
    }
    Ok(bars)
}

fn flights(coder: &mut Coder<'_>) -> Result<Vec<Flight>, String> {
    let stepping = Meaning { own: true, step: true, ..Meaning::default() };
    let mut flights = Vec::new();
    for rule in coder.model.rules.retreats.iter().chain(&coder.model.rules.advances) {
        let mut wishes = |list: &[crate::model::Priority]| -> Result<Vec<_>, String> {
            let wish = |own: &crate::model::Priority| {
                Ok((coder.optional(own.when.as_ref(), &stepping)?, coder.optional(own.least.as_ref(), &stepping)?))
            };
            list.iter().map(wish).collect()
        };
        let (preferences, priorities) = (wishes(&rule.preferences)?, wishes(&rule.priorities)?);
        flights.push(Flight { bar: coder.optional(rule.bar.as_ref(), &stepping)?, preferences, priorities });
    }
    Ok(flights)
}

fn victories(coder: &mut Coder<'_>) -> Result<Vec<Judged>, String> {
    let mut judged = Vec::new();
    for victory in &coder.model.rules.victories {
        let asking = Meaning { slots: input_slots(&victory.inputs), ..Meaning::default() };
        let free = Meaning { fight: Some(FightSlots::default()), ..Meaning::default() };
        judged.push(Judged {
            inputs: coder.inputs(&victory.inputs, &BTreeMap::new(), &free)?,
            when: coder.optional(victory.when.as_ref(), &asking)?,
        });
    }
    Ok(judged)
}
