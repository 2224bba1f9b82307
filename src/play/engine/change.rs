//! Instructions that change values, pieces or the state of play, and always go on.

use super::Machine;
use super::board::{Mark, NONE, small, wide};
use super::eval::{EvalContext, Member};
use super::instr::Instr;
use super::meaning::MemberKind;
use super::results::leading_number;
use super::state::State;
use super::value::{Sym, Val};
use super::words::Listener;
use crate::expr::{Number, Values};
use crate::play::history::Subject;
use crate::play::{chain_text, look_up};
use crate::syntax::{EventOf, Pool};

impl Machine<'_> {
    /// Carries out what changes values or the map, and always goes on.
    pub(super) fn change(&self, state: &mut State, instr: &Instr, told: &mut Listener<'_>) -> Result<(), String> {
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
                let all: Vec<u16> = ask.members(among, filter.as_ref()).into_iter().map(Member::index).collect();
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
}
