//! Instructions, carried out until somebody has to decide.

use super::board::{Mark, NONE, small, wide};
use super::eval::{EvalContext, Member};
use super::names::MemberKind;
use super::program::{Handed, Instr, leading_number};
use super::state::State;
use super::value::{Sym, Val};
use super::words::Listener;
use super::{Machine, Pick};
use crate::expr::{Number, Values};
use crate::model::{Spot, What};
use crate::play::history::Subject;
use crate::play::{arrivals, chain_text, look_up};
use crate::syntax::{EventOf, Pool, Reshuffle};

/// More instructions than this between two decisions are a circle.
const MOST_INSTRUCTIONS: usize = 1_000_000;

impl<'m> Machine<'m> {
    /// The instruction that comes next.
    pub(super) fn instr(&self, state: &State) -> Option<&Instr> {
        if state.ended.is_some() {
            return None;
        }
        let frame = state.frames.last()?;
        self.routines[wide(frame.routine)].code.get(wide(frame.at))
    }

    /// Goes on until somebody has to decide, or the game is over. A decision with one answer is not asked.
    pub(super) fn run(&self, state: &mut State, told: &mut Listener<'_>) -> Result<(), String> {
        state.pending.clear();
        for _ in 0..MOST_INSTRUCTIONS {
            if !self.until_decision(state, told)? {
                return Ok(());
            }
            if self.is_chance(state) {
                return Ok(());
            }
            let mut options = self.options(state);
            match options.len() {
                0 => {
                    let (id, question) = self.question(state);
                    return Err(format!("there is no answer to `{id}` ({question})"));
                }
                1 if !self.asks_all => {
                    if let Some(only) = options.pop() {
                        self.take(state, &only, told)?;
                    }
                }
                _ => {
                    state.pending = options;
                    return Ok(());
                }
            }
        }
        Err("the sequence of play goes round in a circle".to_string())
    }

    /// Goes on to the next decision, whatever its answers are; no: the game is over.
    pub(super) fn until_decision(&self, state: &mut State, told: &mut Listener<'_>) -> Result<bool, String> {
        self.until(state, 0, told)
    }

    /// The same, but not beyond the end of the operations above a depth.
    pub(super) fn until(&self, state: &mut State, depth: usize, told: &mut Listener<'_>) -> Result<bool, String> {
        for _ in 0..MOST_INSTRUCTIONS {
            let Some(instr) = self.instr(state).filter(|_| state.frames.len() > depth) else { return Ok(false) };
            if !self.carry_out(state, instr, told)? {
                return Ok(true);
            }
        }
        Err("an operation goes round in a circle".to_string())
    }

    /// Whether chance decides.
    pub(super) fn is_chance(&self, state: &State) -> bool {
        matches!(self.instr(state), Some(Instr::Roll { .. } | Instr::Draw { .. }))
    }

    fn ask<'a>(&'a self, state: &'a State) -> EvalContext<'a, 'm> {
        match state.frames.last() {
            Some(frame) => EvalContext::new(self, state, &frame.slots, frame.side),
            None => EvalContext::new(self, state, &[], 0),
        }
    }

    /// Sets a value of the innermost operation.
    pub(super) fn set(state: &mut State, slot: usize, val: Val) {
        if let Some(own) = state.frames.last_mut().and_then(|frame| frame.slots.get_mut(slot)) {
            *own = val;
        }
    }

    pub(super) fn slot(state: &State, slot: usize) -> &Val {
        state.frames.last().and_then(|frame| frame.slots.get(slot)).unwrap_or(&Val::None)
    }

    /// Goes to another instruction of the innermost operation.
    pub(super) fn go_to(state: &mut State, at: usize) {
        if let Some(frame) = state.frames.last_mut() {
            frame.at = small(at);
        }
    }

    pub(super) fn go_on(state: &mut State) {
        if let Some(frame) = state.frames.last_mut() {
            frame.at += 1;
        }
    }

    /// Carries an instruction out; no: somebody has to decide first.
    fn carry_out(&self, state: &mut State, instr: &Instr, told: &mut Listener<'_>) -> Result<bool, String> {
        match instr {
            Instr::Choose(_) | Instr::Roll { .. } | Instr::Open { .. } | Instr::SetUp { .. } => return Ok(false),
            Instr::Walk(walk) => {
                let Some(frame) = state.frames.last() else { return Ok(true) };
                // Who cannot go on and may stop does.
                let (places, may_stop) = self.walk_options(state, frame, walk, true);
                if !(places.is_empty() && may_stop) {
                    return Ok(false);
                }
                Self::go_to(state, walk.end);
                return Ok(true);
            }
            Instr::Losses { slot, units, queue, left, rule, points, lead, .. } => {
                if *Self::slot(state, *queue) == Val::None {
                    // Assets come first: who is lost takes them along.
                    let mut units: Vec<u16> = self.in_play(state, *units);
                    units.sort_by_key(|unit| self.carrier(state, *unit).is_none());
                    let points = self.ask(state).value(points).floor();
                    let due = self.due(state, *rule, &units, self.lead(state, *rule, *lead), points);
                    Self::set(state, *slot, Val::Units(Vec::new()));
                    Self::set(state, *left, Val::Num(Number::new(due, 1)));
                    let queued = if due > 0 { units } else { Vec::new() };
                    Self::set(state, *queue, Val::Units(queued));
                }
                if !Self::slot(state, *queue).members().is_empty() {
                    return Ok(false);
                }
            }
            Instr::Retreat { unit, rule, foes, filter, otherwise, .. } => {
                let Some(frame) = state.frames.last() else { return Ok(true) };
                let unit = frame.slots[*unit].members().first().copied();
                let places = unit.map(|unit| self.retreat_places(state, frame, unit, *rule, *foes, filter.as_ref()));
                if places.is_some_and(|places| !places.is_empty()) {
                    return Ok(false);
                }
                Self::go_to(state, *otherwise);
                return Ok(true);
            }
            Instr::Arrive { unit, otherwise, .. } => {
                if !self.arrivals(state, *unit).is_empty() {
                    return Ok(false);
                }
                Self::go_to(state, *otherwise);
                return Ok(true);
            }
            Instr::Draw { deck, value, left } => {
                if *Self::slot(state, *left) == Val::None {
                    let wanted = self.ask(state).value(value).floor().max(0);
                    Self::set(state, *left, Val::Num(Number::new(wanted, 1)));
                    if self.model.decks[*deck].reshuffle == Reshuffle::WhenShort
                        && self.in_pile(state, *deck, 0) < wanted
                    {
                        self.shuffle_in(state, *deck, told);
                    }
                }
                let left = Self::slot(state, *left).floor();
                if left > 0
                    && self.in_pile(state, *deck, 0) == 0
                    && self.model.decks[*deck].reshuffle != Reshuffle::Never
                {
                    self.shuffle_in(state, *deck, told);
                }
                if left > 0 && self.in_pile(state, *deck, 0) > 0 {
                    return Ok(false);
                }
            }
            Instr::Jump(to) => {
                Self::go_to(state, *to);
                return Ok(true);
            }
            Instr::Unless(when, to) => {
                if !self.ask(state).holds(when) {
                    Self::go_to(state, *to);
                    return Ok(true);
                }
            }
            Instr::Next { list, at, slot, end } => {
                let n = usize::try_from(Self::slot(state, *at).floor()).unwrap_or(usize::MAX);
                let next = match Self::slot(state, *list) {
                    Val::Units(all) => all.get(n).map(|own| Val::Unit(*own)),
                    Val::Places(all) => all.get(n).map(|own| Val::Place(*own)),
                    Val::Cards(all) => all.get(n).map(|own| Val::Card(*own)),
                    Val::Markers(all) => all.get(n).map(|own| Val::Marker(*own)),
                    _ => None,
                };
                let Some(next) = next else {
                    Self::go_to(state, *end);
                    return Ok(true);
                };
                Self::set(state, *slot, next);
                Self::set(state, *at, Val::whole(n + 1));
            }
            Instr::Round { at, most, end } => {
                let (made, most) = (Self::slot(state, *at).floor(), self.ask(state).value(most).floor());
                if made >= most.min(100_000) {
                    Self::go_to(state, *end);
                    return Ok(true);
                }
                Self::set(state, *at, Val::Num(Number::new(made + 1, 1)));
            }
            Instr::Follow { operation, with, side, slot: _ } => {
                let ask = self.ask(state);
                let side = side.as_ref().map(|side| self.side_named(&ask.value(side)));
                let values: Vec<Val> = with
                    .iter()
                    .map(|handed| match handed {
                        Handed::Plain(code) => ask.value(code),
                        Handed::Slot(slot) => Self::slot(state, *slot).clone(),
                    })
                    .collect();
                let own = state.frames.last().map_or(0, |frame| frame.side);
                let mut frame = self.frame(*operation, side.flatten().unwrap_or(own));
                frame.awaited = true;
                told.begin(*operation);
                for (slot, val) in frame.slots.iter_mut().zip(values) {
                    *slot = val;
                }
                state.frames.push(frame);
                return Ok(true);
            }
            Instr::Give(value) => {
                let value = value.as_ref().map(|value| self.ask(state).value(value));
                let ended = state.frames.pop();
                if ended.is_some_and(|frame| frame.awaited) {
                    if let Some(Instr::Follow { slot: Some(slot), .. }) = self.instr(state) {
                        Self::set(state, *slot, value.unwrap_or(Val::None));
                    }
                    Self::go_on(state);
                }
                return Ok(true);
            }
            Instr::OnlyIn(turns, to) => {
                if !(turns.first..=turns.last).contains(&state.turn) {
                    Self::go_to(state, *to);
                    return Ok(true);
                }
            }
            Instr::Turn { slot, end } => {
                let turns = self.model.scenarios.get(state.scenario).and_then(|scenario| scenario.turns);
                let (first, last) = turns.map_or((1, 1), |turns| (turns.first, turns.last));
                let next = match Self::slot(state, *slot) {
                    Val::Num(_) => Self::slot(state, *slot).floor() + 1,
                    _ => first,
                };
                if next > last {
                    Self::go_to(state, *end);
                    return Ok(true);
                }
                Self::set(state, *slot, Val::Num(Number::new(next, 1)));
                state.turn = next;
                let shown = self.model.rules.conditions.iter().position(|condition| condition.id == "turn");
                if let Some(own) = shown.and_then(|at| state.conditions.get_mut(at)) {
                    *own = Val::Num(Number::new(next, 1));
                }
                told.say(self, state, || format!("Turn {next}"));
                self.markers_arrive(state, told);
            }
            Instr::Judge { last } => self.judge(state, *last, told),
            other => self.change(state, other, told)?,
        }
        Self::go_on(state);
        Ok(true)
    }

    /// Carries out what changes values or the map, and always goes on.
    fn change(&self, state: &mut State, instr: &Instr, told: &mut Listener<'_>) -> Result<(), String> {
        match instr {
            Instr::Clear(slot) => Self::set(state, *slot, Val::None),
            Instr::Rounds { at } => Self::set(state, *at, Val::whole(0)),
            Instr::Keep { slot, value } => {
                let val = self.ask(state).value(value);
                Self::set(state, *slot, val);
            }
            Instr::Let { slot, name, value } => {
                let val = self.ask(state).value(value);
                self.name(state, *slot, name, val, told);
            }
            Instr::Compute { slot, name, sum } => {
                let mut chain = Vec::new();
                let total = self.ask(state).sum(sum, Some(&mut chain));
                let procedure = &self.model.rules.procedures[sum.procedure].name;
                Self::set(state, *slot, Val::Num(total));
                told.tell(self, state, Some((name, total)), || {
                    format!("{procedure}: {} = {total}", chain_text(&chain))
                });
            }
            Instr::LookUp { slot, table, roll, answers, parts } => {
                let table = &self.model.tables[*table];
                let ask = self.ask(state);
                let answered = table.inputs.iter().zip(ask.answers(answers, &mut Vec::new()));
                let answers: Values = answered
                    .filter_map(|(input, answer)| Some((input.id.clone(), self.texts.give(&answer)?)))
                    .collect();
                let roll = roll.as_ref().map(|roll| ask.value(roll).floor());
                let looked = look_up(table, roll, &answers)?;
                let result = looked.cell.or_else(|| looked.row.and_then(|row| row.result.as_deref())).unwrap_or("");
                let words = looked.row.and_then(|row| row.text.clone()).unwrap_or_else(|| result.to_string());
                Self::set(state, *slot, Val::Text(self.texts.find(result)));
                let (number, rest) = leading_number(result);
                if let Some(part) = parts[0] {
                    Self::set(state, part, Val::Num(Number::new(number, 1)));
                }
                if let Some(part) = parts[1] {
                    Self::set(state, part, Val::Text(self.texts.find(rest)));
                }
                told.say(self, state, || format!("{}: {} is {words}", table.name, looked.total));
            }
            Instr::Each { list, at, among, member, filter } => {
                let ask = self.ask(state);
                let all: Vec<u16> = ask.members(among, filter.as_ref()).into_iter().map(index).collect();
                let all = match member {
                    MemberKind::Unit => Val::Units(all),
                    MemberKind::Place => Val::Places(all),
                    MemberKind::Card => Val::Cards(all),
                    MemberKind::Marker => Val::Markers(all),
                };
                Self::set(state, *list, all);
                Self::set(state, *at, Val::whole(0));
            }
            Instr::Move { units, to, state: face } => {
                let units = Self::slot(state, *units).members().to_vec();
                let Some(place) = Self::slot(state, *to).members().first().copied() else { return Ok(()) };
                for unit in &units {
                    state.go(*unit, place);
                    self.turn_over(state, *unit, *face);
                }
                if !units.is_empty() {
                    told.say(self, state, || format!("{} to {}", self.unit_names(&units), self.place_name(place)));
                }
            }
            Instr::Name { slot, place } => Self::set(state, *slot, Val::Place(*place)),
            Instr::MoveMarkers { markers, at, to, state: face } => {
                let one = |slot: &usize| Self::slot(state, *slot).members().first().copied().unwrap_or(NONE);
                let (from, to) = (at.as_ref().map(one), to.as_ref().map(one));
                for marker in Self::slot(state, *markers).members().to_vec() {
                    self.move_marker(state, marker, from, to, *face, told);
                }
            }
            Instr::Status { marker, units, on } => {
                let units = self.in_play(state, *units);
                let has = |state: &State, unit: u16| state.status.contains(&(unit, small(*marker)));
                let changed: Vec<u16> = units.into_iter().filter(|unit| has(state, *unit) != *on).collect();
                for unit in &changed {
                    let key = (*unit, small(*marker));
                    if *on {
                        let at = state.status.partition_point(|own| *own < key);
                        state.status.insert(at, key);
                    } else {
                        state.status.retain(|own| *own != key);
                    }
                }
                if !changed.is_empty() {
                    let (name, not) = (&self.model.markers[*marker].name, if *on { "" } else { "no longer " });
                    told.say(self, state, || format!("{}: {not}{name}", self.unit_names(&changed)));
                }
            }
            Instr::Assign { unit, to } => {
                let first = |slot: usize| Self::slot(state, slot).members().first().copied();
                let Some((asset, owner)) = first(*unit).zip(first(*to)) else { return Ok(()) };
                if let Some(place) = self.berth(state, owner, asset) {
                    state.go(asset, place);
                    told.say(self, state, || {
                        format!("{} joins {}", self.unit_names(&[asset]), self.unit_names(&[owner]))
                    });
                }
            }
            Instr::Strength { units, value } => {
                for unit in self.in_play(state, *units) {
                    let number = self.ask(state).number_of(value, Member::Unit(unit));
                    self.set_strength(state, unit, number.floor().to_whole().unwrap_or(0));
                    let now = self.strength(state, unit).unwrap_or(0);
                    told.say(self, state, || format!("{} has strength {now}", self.unit_names(&[unit])));
                }
            }
            Instr::JudgeOne { victory, inputs } => {
                let ask = self.ask(state);
                let answers: Vec<Val> = inputs.iter().map(|input| ask.value(input)).collect();
                let own = &self.model.rules.victories[*victory];
                let when = self.victories[*victory].when.as_ref();
                let holds = when.is_some_and(|when| EvalContext::new(self, state, &answers, 0).holds(when));
                let winner = own.winner.as_ref().and_then(|side| u8::try_from(side.index).ok());
                if holds {
                    self.end(state, winner, Some(*victory), told);
                }
            }
            Instr::Remove { units, pool } => {
                let units = Self::slot(state, *units).members().to_vec();
                for unit in &units {
                    self.remove(state, *unit, *pool);
                }
                if !units.is_empty() {
                    told.say(self, state, || format!("{}: {}", self.unit_names(&units), pool.word()));
                }
            }
            Instr::Flip { units, state: face } => {
                let step = |state: &State, unit: &u16| state.pieces[wide(*unit)].step;
                let units = self.in_play(state, *units);
                let before: Vec<u8> = units.iter().map(|unit| step(state, unit)).collect();
                for unit in &units {
                    self.turn_over(state, *unit, Some(*face));
                }
                let turned: Vec<u16> = units
                    .iter()
                    .zip(before)
                    .filter(|(unit, before)| step(state, unit) != *before)
                    .map(|(u, _)| *u)
                    .collect();
                if !turned.is_empty() {
                    let face = self.texts.text(*face);
                    told.say(self, state, || format!("{}: {face}", self.unit_names(&turned)));
                }
            }
            Instr::Put { marker, at, side } => {
                let Some(place) = Self::slot(state, *at).members().first().copied() else { return Ok(()) };
                let side = side.as_ref().and_then(|side| self.side_named(&self.ask(state).value(side)));
                let back = side.is_some_and(|side| self.face_back(*marker, side));
                state.put(Mark { place, marker: small(*marker), back });
                let name = &self.model.markers[*marker].name;
                told.say(self, state, || format!("{name} marker in {}", self.place_name(place)));
            }
            Instr::Take { marker, at, side } => {
                let place = at.map(|at| Self::slot(state, at).members().first().copied().unwrap_or(NONE));
                let side = side.as_ref().map(|side| self.side_named(&self.ask(state).value(side)));
                let back = side.map(|side| side.is_some_and(|side| self.face_back(*marker, side)));
                let before = state.marks.len();
                state.marks.retain(|mark| {
                    wide(mark.marker) != *marker
                        || place.is_some_and(|place| place != mark.place)
                        || back.is_some_and(|back| back != mark.back)
                });
                if state.marks.len() < before {
                    let name = &self.model.markers[*marker].name;
                    told.say(self, state, || format!("{name} markers taken up"));
                }
            }
            Instr::Control { at, side } => {
                let Some(place) = Self::slot(state, *at).members().first().copied() else { return Ok(()) };
                let side = self.side_named(&self.ask(state).value(side)).unwrap_or(u8::MAX);
                if state.control[wide(place)] != side {
                    state.control[wide(place)] = side;
                    told.say(self, state, || {
                        format!("{} is now under {} control", self.place_name(place), self.side_name(usize::from(side)))
                    });
                }
            }
            Instr::Set { condition, value } => {
                let own = &self.model.rules.conditions[*condition];
                let val = match self.ask(state).value(value) {
                    Val::Num(number) => {
                        let number = own.min.map_or(number, |min| number.max(Number::new(min, 1)));
                        Val::Num(own.max.map_or(number, |max| number.min(Number::new(max, 1))))
                    }
                    other => other,
                };
                if state.conditions[*condition] != val {
                    let words = self.value_words(&val);
                    state.conditions[*condition] = val;
                    told.say(self, state, || format!("{}: {words}", own.name));
                }
            }
            Instr::Record { event, of, place } => {
                let place = place.and_then(|place| Self::slot(state, place).members().first().copied());
                for own in Self::slot(state, *of).members().to_vec() {
                    state.record(small(*event), self.subject(*event, own), place.unwrap_or(NONE));
                }
            }
            Instr::Forget { event, of } => {
                let of: Option<Vec<Subject>> =
                    of.map(|of| Self::slot(state, of).members().iter().map(|own| self.subject(*event, *own)).collect());
                state.memory.retain(|memory| {
                    wide(memory.event) != *event || of.as_ref().is_some_and(|of| !of.contains(&memory.subject))
                });
            }
            Instr::Discard { cards } => {
                let cards = Self::slot(state, *cards).members().to_vec();
                for card in &cards {
                    let piles = &mut state.cards[wide(*card)];
                    if piles[1] > 0 {
                        piles[1] -= 1;
                        piles[2] += 1;
                    }
                }
                if !cards.is_empty() {
                    told.say(self, state, || format!("Discarded: {}", self.card_names(&cards)));
                }
            }
            Instr::Win { side, victory } => {
                let side = self.side_named(&self.ask(state).value(side));
                self.end(state, side, *victory, told);
            }
            Instr::Begin(step) => told.say(self, state, || step.clone()),
            Instr::End(step) => {
                let rules = &self.model.rules;
                state.memory.retain(|memory| !rules.events[wide(memory.event)].until.iter().any(|until| until == step));
            }
            _ => {}
        }
        Ok(())
    }

    /// Where the unit of a value may arrive now.
    pub(super) fn arrivals(&self, state: &State, slot: usize) -> Vec<u16> {
        let Some(unit) = Self::slot(state, slot).members().first() else { return Vec::new() };
        let scenario = self.model.scenarios.get(state.scenario);
        let arriving = arrivals(&self.position(state), wide(*unit), scenario);
        arriving.map(|arriving| arriving.places.into_iter().map(small).collect()).unwrap_or_default()
    }

    /// Units of a value that are in play.
    fn in_play(&self, state: &State, slot: usize) -> Vec<u16> {
        Self::slot(state, slot).members().iter().copied().filter(|unit| state.in_play(*unit)).collect()
    }

    /// Names a value.
    pub(super) fn name(&self, state: &mut State, slot: usize, name: &str, val: Val, told: &mut Listener<'_>) {
        let number = match &val {
            Val::Num(number) => Some((name, *number)),
            _ => None,
        };
        let words = self.value_words(&val);
        Self::set(state, slot, val);
        told.tell(self, state, number, || format!("{name}: {words}"));
    }

    fn subject(&self, event: usize, own: u16) -> Subject {
        match self.model.rules.events[event].of {
            EventOf::Unit => Subject::Unit(wide(own)),
            EventOf::Place | EventOf::Connection => Subject::Place(wide(own)),
        }
    }

    /// Moves or turns one copy of a marker: one that lies there and, if it is only turned, shows another face.
    fn move_marker(
        &self,
        state: &mut State,
        marker: u16,
        from: Option<u16>,
        to: Option<u16>,
        face: Option<Sym>,
        told: &mut Listener<'_>,
    ) {
        let shows = |back: bool| {
            let text = face.map(|face| self.texts.text(face));
            self.model.face_of(wide(marker), back).is_some_and(|own| Some(own.state.as_str()) == text)
        };
        let found = state.marks.iter().position(|mark| {
            mark.marker == marker && from.is_none_or(|from| mark.place == from) && (to.is_some() || !shows(mark.back))
        });
        let Some(mark) = found.map(|at| state.marks.remove(at)) else { return };
        let back = if shows(false) { false } else { mark.back || shows(true) };
        let place = to.unwrap_or(mark.place);
        state.put(Mark { place, marker, back });
        let name = &self.model.markers[wide(marker)].name;
        told.say(self, state, || match face {
            Some(face) => format!("{name}: {}, in {}", self.texts.text(face), self.place_name(place)),
            None => format!("{name} to {}", self.place_name(place)),
        });
    }

    /// Whether the back of a marker is the face of a side.
    fn face_back(&self, marker: usize, side: u8) -> bool {
        let of_side = |back: bool| {
            let face = self.model.face_of(marker, back);
            face.and_then(|face| face.side.as_ref()).is_some_and(|own| own.index == usize::from(side))
        };
        !of_side(false) && of_side(true)
    }

    /// Turns a unit to a face, if it has it.
    pub(super) fn turn_over(&self, state: &mut State, unit: u16, face: Option<Sym>) {
        let step = face.and_then(|face| self.states[wide(unit)].iter().position(|own| *own == face));
        if let Some(step) = step.and_then(|step| u8::try_from(step).ok()) {
            state.pieces[wide(unit)].step = step;
        }
    }

    /// Takes a unit off the map, and its assets with it.
    pub(super) fn remove(&self, state: &mut State, unit: u16, pool: Pool) {
        for asset in self.assets(state, &[unit]) {
            state.pool(asset, pool);
        }
        state.pool(unit, pool);
    }

    /// Puts the markers of the scenario that come on this turn where they belong.
    fn markers_arrive(&self, state: &mut State, told: &mut Listener<'_>) {
        let Some(scenario) = self.model.scenarios.get(state.scenario) else { return };
        let turn = Some(state.turn);
        for placement in scenario.reinforcements.iter().filter(|own| own.turn == turn) {
            if let (What::Marker(marker), Some(Spot::At(place))) = (&placement.what, &placement.spot) {
                let shows = |back: bool| self.model.face_of(marker.index, back).map(|face| &face.state);
                let back = shows(false) != Some(&placement.state) && shows(true) == Some(&placement.state);
                let place = small(place.index);
                for _ in 0..placement.copies.max(1) {
                    state.put(Mark { place, marker: small(marker.index), back });
                }
                told.say(self, state, || {
                    format!("{} to {}", self.model.markers[marker.index].name, self.place_name(place))
                });
            }
        }
    }

    /// How many cards of a deck are in a pile.
    pub(super) fn in_pile(&self, state: &State, deck: usize, pile: usize) -> i64 {
        let cards = self.model.decks[deck].cards.iter();
        cards.map(|card| i64::from(state.cards[card.index][pile])).sum()
    }

    fn shuffle_in(&self, state: &mut State, deck: usize, told: &mut Listener<'_>) {
        if self.in_pile(state, deck, 2) == 0 {
            return;
        }
        for card in &self.model.decks[deck].cards {
            let piles = &mut state.cards[card.index];
            piles[0] += piles[2];
            piles[2] = 0;
        }
        told.say(self, state, || format!("{}: the discards are shuffled in", self.model.decks[deck].name));
    }

    /// Ends the game.
    pub(super) fn end(&self, state: &mut State, winner: Option<u8>, victory: Option<usize>, told: &mut Listener<'_>) {
        let by = victory.map(|at| format!(": {}", self.model.rules.victories[at].name)).unwrap_or_default();
        let who = winner.map_or("Nobody", |side| self.side_name(usize::from(side)));
        told.say(self, state, || format!("{who} wins{by}"));
        state.ended = Some((winner, victory.map(small)));
    }

    /// Victory at the end of a turn, and at the end of the game.
    fn judge(&self, state: &mut State, last: bool, told: &mut Listener<'_>) {
        let Some(scenario) = self.model.scenarios.get(state.scenario) else {
            state.ended = Some((None, None));
            return;
        };
        for victory in &scenario.victory {
            let own = &self.model.rules.victories[victory.index];
            let judged = &self.victories[victory.index];
            // One that names no turn is judged at the end of each; one of a turn that never comes, at the end.
            let due = match own.turn {
                Some(turn) => {
                    if last {
                        turn > state.turn
                    } else {
                        turn == state.turn
                    }
                }
                None => true,
            };
            let Some(when) = judged.when.as_ref().filter(|_| due && own.by.is_empty()) else { continue };
            let ask = EvalContext::new(self, state, &[], 0);
            let answers: Vec<Val> = judged.inputs.iter().map(|input| ask.value(input)).collect();
            let holds = EvalContext::new(self, state, &answers, 0).holds(when);
            let otherwise = own.otherwise.as_ref().filter(|_| last || own.turn.is_some());
            let side = if holds { own.winner.as_ref() } else { otherwise };
            if let Some(side) = side.and_then(|side| u8::try_from(side.index).ok()) {
                self.end(state, Some(side), Some(victory.index), told);
                return;
            }
        }
        if last {
            self.end(state, None, None, told);
        }
    }
}

/// The index of a member.
pub(super) fn index(member: Member) -> u16 {
    match member {
        Member::Unit(at) | Member::Place(at) | Member::Card(at) => at,
        Member::Marker(mark) => mark.marker,
    }
}

/// The answers of chance are not listed: anybody may throw dice.
pub(super) fn of_chance(choice: &Pick) -> bool {
    matches!(choice, Pick::Dice(_) | Pick::Drawn(_))
}
