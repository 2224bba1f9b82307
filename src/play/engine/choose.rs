//! Decisions: what the answers are, and what an answer does.

use super::board::{small, wide};
use super::eval::{EvalContext, Member};
use super::instr::{Choose, Instr};
use super::run::of_chance;
use super::state::State;
use super::value::Val;
use super::words::{Decision, Listener};
use super::{Happening, Machine, Pick};
use crate::expr::Number;
use crate::source::values::Dice;
use crate::syntax::{EventBy, Pool, ValueOf};

impl Machine<'_> {
    /// The decision at hand; none if the game is over.
    pub fn decision(&self, state: &State) -> Option<Decision> {
        let instr = self.instr(state)?;
        let (id, question) = self.question(state);
        let dice = match instr {
            Instr::Roll { dice, .. } => Some(*dice),
            _ => None,
        };
        let mut choices = state.pending.clone();
        if let Instr::Draw { deck, .. } = instr {
            choices = self.drawable(state, *deck).map(|(card, _)| Pick::Drawn(card)).collect();
        }
        Some(Decision { side: self.decider(state).map(usize::from), id, question, choices, dice })
    }

    /// The answers to the decision at hand, without words; none if chance decides or the game is over.
    pub fn choices<'s>(&self, state: &'s State) -> &'s [Pick] {
        &state.pending
    }

    /// The dice that are to be thrown.
    pub fn dice(&self, state: &State) -> Option<Dice> {
        match self.instr(state) {
            Some(Instr::Roll { dice, .. }) => Some(*dice),
            _ => None,
        }
    }

    /// The cards of which one is to be drawn, with their copies.
    pub fn draws(&self, state: &State) -> Vec<(Pick, u8)> {
        match self.instr(state) {
            Some(Instr::Draw { deck, .. }) => {
                self.drawable(state, *deck).map(|(card, copies)| (Pick::Drawn(card), copies)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn drawable<'s>(&'s self, state: &'s State, deck: usize) -> impl Iterator<Item = (u16, u8)> {
        let copies = |card: &crate::model::Ref<crate::model::Card>| (small(card.index), state.cards[card.index][0]);
        self.model.decks[deck].cards.iter().map(copies).filter(|(_, copies)| *copies > 0)
    }

    /// Who decides; none: chance, or nobody.
    pub fn decider(&self, state: &State) -> Option<u8> {
        let frame = state.frames.last()?;
        let ask = EvalContext::new(self, state, &frame.slots, frame.side);
        let by = |by: &Option<super::code::FormulaCode>, default: u8| {
            let side = by.as_ref().and_then(|by| self.side_named(&ask.value(by)));
            Some(side.unwrap_or(default))
        };
        let owner = |slot: usize| frame.slots[slot].members().first().map_or(frame.side, |unit| self.side_of(*unit));
        match self.instr(state)? {
            Instr::Choose(choose) => by(&choose.by, frame.side),
            Instr::Walk(_) => Some(frame.side),
            Instr::Losses { queue, by: who, .. } => by(who, owner(*queue)),
            Instr::Retreat { unit, by: who, .. } | Instr::Arrive { unit, by: who, .. } => by(who, owner(*unit)),
            Instr::Open { side, .. } => Some(*side),
            Instr::SetUp { unit, .. } => Some(self.side_of(*unit)),
            _ => None,
        }
    }

    /// All answers to the decision at hand.
    pub(super) fn options(&self, state: &State) -> Vec<Pick> {
        let mut found = Vec::new();
        self.visit_options(state, &mut |choice| {
            found.push(choice);
            true
        });
        found
    }

    /// Whether there is an answer at all.
    fn any_option(&self, state: &State) -> bool {
        if let (Some(Instr::Walk(walk)), Some(frame)) = (self.instr(state), state.frames.last()) {
            let (places, may_stop) = self.walk_options(state, frame, walk, true);
            return may_stop || !places.is_empty();
        }
        let mut any = false;
        self.visit_options(state, &mut |_| {
            any = true;
            false
        });
        any
    }

    /// Whether play goes on behind an answer: the next decision has an answer.
    fn leads_on(&self, state: &State, choice: &Pick) -> bool {
        let mut then = state.clone();
        then.pending.clear();
        let told = &mut Listener::silent();
        if self.take(&mut then, choice, told).is_err() {
            return false;
        }
        // What comes behind the operation is another matter.
        let inside = usize::from(!matches!(self.instr(state), Some(Instr::Open { .. })));
        match self.until(&mut then, state.frames.len() - inside, told) {
            Ok(true) => self.is_chance(&then) || self.any_option(&then),
            Ok(false) => true,
            Err(_) => false,
        }
    }

    /// Goes through the answers until told to stop.
    fn visit_options(&self, state: &State, visit: &mut dyn FnMut(Pick) -> bool) {
        let (Some(frame), Some(instr)) = (state.frames.last(), self.instr(state)) else { return };
        match instr {
            Instr::Choose(choose) => self.visit_chosen(state, choose, visit),
            Instr::Walk(walk) => {
                let (places, may_stop) = self.walk_options(state, frame, walk, false);
                if places.into_iter().all(|place| visit(Pick::Place(place))) && may_stop {
                    visit(Pick::Done);
                }
            }
            Instr::Losses { queue, left, rule, lead, .. } => {
                let (queue, left) = (frame.slots[*queue].members(), frame.slots[*left].floor());
                let lead = self.lead(state, *rule, *lead);
                let _ = self.loss_options(state, *rule, queue, lead, left).into_iter().all(visit);
            }
            Instr::Retreat { unit, rule, foes, filter, .. } => {
                let Some(unit) = frame.slots[*unit].members().first() else { return };
                let places = self.retreat_places(state, frame, *unit, *rule, *foes, filter.as_ref());
                let _ = places.into_iter().all(|place| visit(Pick::Place(place)));
            }
            Instr::Arrive { unit, .. } => {
                let places = self.arrivals(state, *unit);
                let _ = places.into_iter().all(|place| visit(Pick::Place(place)));
            }
            Instr::Open { side, operations, again } => {
                let open = operations.iter().filter(|at| self.is_open(state, **at, *side));
                if open.map(|at| Pick::Operation(small(*at))).all(&mut *visit) && *again {
                    visit(Pick::Done);
                }
            }
            Instr::SetUp { places, .. } => {
                let _ = places.iter().all(|place| visit(Pick::Place(*place)));
            }
            _ => {}
        }
    }

    /// Whether a side may do something now.
    fn is_open(&self, state: &State, at: usize, side: u8) -> bool {
        let operation = &self.model.rules.operations[at];
        if operation.side.as_ref().is_some_and(|own| own.index != usize::from(side)) {
            return false;
        }
        if operation.card.as_ref().is_some_and(|card| state.cards[card.index][1] == 0) {
            return false;
        }
        let holds = self.open[at].as_ref().is_none_or(|when| EvalContext::new(self, state, &[], side).holds(when));
        holds && self.leads_on(state, &Pick::Operation(small(at)))
    }

    fn visit_chosen(&self, state: &State, choose: &Choose, visit: &mut dyn FnMut(Pick) -> bool) {
        let Some(frame) = state.frames.last() else { return };
        let ask = EvalContext::new(self, state, &frame.slots, frame.side);
        let number = |code: &Option<super::code::FormulaCode>| code.as_ref().map(|code| ask.value(code).floor());
        let mut offer = |choice: Pick| {
            if choose.ahead && !self.leads_on(state, &choice) { true } else { visit(choice) }
        };
        match choose.of {
            ValueOf::Number => {
                let (least, most) = (number(&choose.least).unwrap_or(0), number(&choose.most).unwrap_or(0));
                let _ = (least..=most.min(least.saturating_add(10_000))).all(|number| offer(Pick::Number(number)));
                return;
            }
            ValueOf::YesNo => {
                let _ = [true, false].into_iter().all(|yes| offer(Pick::Yes(yes)));
                return;
            }
            ValueOf::Option => {
                let _ = choose.options.iter().all(|option| offer(Pick::Option(*option)));
                return;
            }
            _ => {}
        }
        let several = choose.least.is_some() || choose.most.is_some();
        let chosen = frame.slots[choose.slot].members();
        let most = number(&choose.most).unwrap_or(if several { i64::MAX } else { 1 });
        let least = number(&choose.least).unwrap_or(if several { 0 } else { 1 });
        let so_far = i64::try_from(if several { chosen.len() } else { 0 }).unwrap_or(i64::MAX);
        if several && so_far >= least && !offer(Pick::Done) {
            return;
        }
        let Some(among) = choose.among.as_ref().filter(|_| so_far < most) else { return };
        // Copies of a card are alike: each is offered once, as long as one is left.
        let mut seen: Vec<u16> = Vec::new();
        let mut left: Vec<u16> = chosen.to_vec();
        for member in ask.candidates(among, choose.filter.as_ref()) {
            let at = member.index();
            if several && let Some(used) = left.iter().position(|own| *own == at) {
                left.swap_remove(used);
                continue;
            }
            if matches!(member, Member::Card(_) | Member::Marker(_)) && seen.contains(&at) {
                continue;
            }
            if choose.filter.as_ref().is_none_or(|filter| ask.fits(filter, member)) {
                seen.push(at);
                let choice = match member {
                    Member::Unit(_) => Pick::Unit(at),
                    Member::Place(_) => Pick::Place(at),
                    Member::Card(_) => Pick::Card(at),
                    Member::Marker(_) => Pick::Marker(at),
                };
                if !offer(choice) {
                    return;
                }
            }
        }
    }

    /// Applies a choice, if it is one of those that are open, and goes on to the next decision.
    ///
    /// # Errors
    /// Why it is refused; the state is as it was.
    pub fn apply(&self, state: &mut State, choice: &Pick, told: &mut Vec<Happening>) -> Result<(), String> {
        self.legal(state, choice)?;
        let mut then = state.clone();
        self.play(&mut then, choice, &mut Listener::to(told))?;
        *state = then;
        Ok(())
    }

    /// Applies a choice that is known to be open, and tells nobody.
    ///
    /// # Errors
    /// That play cannot go on: a fault of the data.
    pub fn take_known(&self, state: &mut State, choice: &Pick) -> Result<(), String> {
        self.play(state, choice, &mut Listener::silent())
    }

    /// The same, noting which operations begin.
    pub(super) fn take_noted(
        &self,
        state: &mut State,
        choice: &Pick,
        begun: &mut std::collections::BTreeSet<usize>,
    ) -> Result<(), String> {
        self.legal(state, choice)?;
        self.play(state, choice, &mut Listener::noting(begun))
    }

    fn play(&self, state: &mut State, choice: &Pick, told: &mut Listener<'_>) -> Result<(), String> {
        self.take(state, choice, told)?;
        self.run(state, told)
    }

    /// Whether a choice is open.
    fn legal(&self, state: &State, choice: &Pick) -> Result<(), String> {
        let legal = match (self.instr(state), choice) {
            (None, _) => return Err("the game is over".to_string()),
            (Some(Instr::Roll { dice, .. }), Pick::Dice(shown)) => {
                let count = usize::try_from(dice.count).unwrap_or(0);
                shown.len() == count && shown.iter().all(|die| (1..=dice.sides).contains(&u32::from(*die)))
            }
            (Some(Instr::Draw { deck, .. }), Pick::Drawn(card)) => {
                self.drawable(state, *deck).any(|(own, _)| own == *card)
            }
            _ => !of_chance(choice) && state.pending.contains(choice),
        };
        if legal { Ok(()) } else { Err(self.why_not(state, choice)) }
    }

    /// Why a choice is refused, with the rule that forbids it if one does.
    fn why_not(&self, state: &State, choice: &Pick) -> String {
        let (_, question) = self.question(state);
        let words = self.words(state, choice);
        let barred = match (self.instr(state), choice, state.frames.last()) {
            (Some(Instr::Walk(walk)), Pick::Place(to), Some(frame)) => {
                let group = self.walkers(state, frame, walk);
                let place = group.first().and_then(|unit| state.place(*unit));
                let mut edges = place.map(|place| self.edges_from(place)).unwrap_or_default();
                let edge = edges.find(|at| small(self.model.edges[*at].to.index) == *to);
                match edge.map(|edge| self.price(state, frame, walk, &group, edge)) {
                    None => Some("It is not a neighbour.".to_string()),
                    Some(Err(super::walk::NoStep::Barred(text))) => Some(text),
                    Some(Err(super::walk::NoStep::TooDear)) => Some("It costs more than they have left.".to_string()),
                    Some(Ok(_)) => None,
                }
            }
            (Some(Instr::Choose(choose)), ..) => {
                let routine = state.frames.last().and_then(|frame| self.routines[wide(frame.routine)].operation);
                let rule = routine.map(|at| &self.model.rules.operations[at]);
                let source = rule.and_then(|own| own.about.source.as_ref()?.rest.clone());
                rule.map(|own| {
                    let text = own.text.clone().unwrap_or_else(|| choose.name.clone());
                    format!("{}: {text}{}", own.name, source.map(|s| format!(" ({s})")).unwrap_or_default())
                })
            }
            _ => None,
        };
        format!("{words} is not an answer to: {question}. {}", barred.unwrap_or_default()).trim_end().to_string()
    }

    /// Does what a choice does, and goes no further.
    pub(super) fn take(&self, state: &mut State, choice: &Pick, told: &mut Listener<'_>) -> Result<(), String> {
        let Some(instr) = self.instr(state) else { return Err("the game is over".to_string()) };
        match (instr, choice) {
            (Instr::Choose(choose), choice) => self.chosen(state, choose, choice, told),
            (Instr::Walk(walk), Pick::Place(to)) => self.stepped(state, walk, *to, told)?,
            (Instr::Walk(walk), _) => Self::go_to(state, walk.end),
            (Instr::Losses { slot, queue, left, .. }, Pick::Loss { unit, step, strength, retreats, points }) => {
                told.say(self, state, || self.words(state, choice));
                let rest = Self::slot(state, *queue).members()[1..].to_vec();
                let left_over = Self::slot(state, *left).floor() - points;
                Self::set(state, *queue, Val::Units(if left_over > 0 { rest } else { Vec::new() }));
                Self::set(state, *left, Val::Num(Number::new(left_over, 1)));
                match step {
                    Some(step) => state.pieces[wide(*unit)].step = *step,
                    None => self.remove(state, *unit, Pool::Eliminated),
                }
                if let Some(strength) = strength {
                    state.set_strength(*unit, *strength);
                }
                if *retreats {
                    let mut all = Self::slot(state, *slot).members().to_vec();
                    all.push(*unit);
                    Self::set(state, *slot, Val::Units(all));
                }
            }
            (Instr::Retreat { slot, unit, rule, .. }, Pick::Place(to)) => {
                let Some(unit) = Self::slot(state, *unit).members().first().copied() else { return Ok(()) };
                let advances = *rule >= self.model.rules.retreats.len();
                let (goes, by) = if advances { ("advances", EventBy::Advance) } else { ("retreats", EventBy::Retreat) };
                told.say(self, state, || format!("{} {goes} to {}", self.unit_names(&[unit]), self.place_name(*to)));
                let place = state.place(unit).ok_or("a unit retreats that is not in play")?;
                let edge = self.edges_from(place).find(|at| small(self.model.edges[*at].to.index) == *to);
                self.cross(state, unit, edge.ok_or("a retreat leads to no neighbour")?, by);
                Self::set(state, *slot, Val::Place(*to));
                Self::go_on(state);
            }
            (Instr::Arrive { slot, unit, .. }, Pick::Place(to)) => {
                let Some(unit) = Self::slot(state, *unit).members().first().copied() else { return Ok(()) };
                told.say(self, state, || format!("{} arrives in {}", self.unit_names(&[unit]), self.place_name(*to)));
                state.go(unit, *to);
                Self::set(state, *slot, Val::Place(*to));
                Self::go_on(state);
            }
            (Instr::Open { again, side, .. }, Pick::Operation(at)) => {
                if !again {
                    Self::go_on(state);
                }
                let name = &self.model.rules.operations[wide(*at)].name;
                told.say(self, state, || format!("{}: {name}", self.side_name(usize::from(*side))));
                self.play_card(state, wide(*at));
                told.begin(wide(*at));
                state.frames.push(self.frame(wide(*at), *side));
            }
            (Instr::Open { .. }, _) => Self::go_on(state),
            (Instr::SetUp { unit, .. }, Pick::Place(place)) => {
                state.go(*unit, *place);
                told.say(self, state, || format!("{} in {}", self.unit_names(&[*unit]), self.place_name(*place)));
                Self::go_on(state);
            }
            (Instr::Roll { slot, name, dice, by }, Pick::Dice(shown)) => {
                let total = Number::new(Self::total(*dice, shown), 1);
                let frame = state.frames.last();
                let by = by.as_ref().zip(frame).and_then(|(by, frame)| {
                    self.side_named(&EvalContext::new(self, state, &frame.slots, frame.side).value(by))
                });
                let who = by.or(frame.map(|frame| frame.side)).map_or("", |side| self.side_name(usize::from(side)));
                let who = who.to_string();
                Self::set(state, *slot, Val::Num(total));
                let words = shown.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ");
                told.tell(self, state, Some((name, total)), || format!("{who} rolls {dice}: {words} = {total}"));
                Self::go_on(state);
            }
            (Instr::Draw { left, deck, .. }, Pick::Drawn(card)) => {
                let piles = &mut state.cards[wide(*card)];
                if piles[0] == 0 {
                    return Err("that card is not in the deck".to_string());
                }
                piles[0] -= 1;
                piles[1] += 1;
                let rest = Self::slot(state, *left).floor() - 1;
                Self::set(state, *left, Val::Num(Number::new(rest, 1)));
                told.say(self, state, || format!("A card of {} is drawn", self.model.decks[*deck].name));
            }
            _ => return Err(self.why_not(state, choice)),
        }
        Ok(())
    }

    fn chosen(&self, state: &mut State, choose: &Choose, choice: &Pick, told: &mut Listener<'_>) {
        let several = choose.least.is_some() || choose.most.is_some();
        let plain = match choice {
            Pick::Number(number) => Some(Val::Num(Number::new(*number, 1))),
            Pick::Yes(yes) => Some(Val::Bool(*yes)),
            Pick::Option(sym) => Some(Val::Text(*sym)),
            Pick::Unit(unit) if !several => Some(Val::Unit(*unit)),
            Pick::Place(place) if !several => Some(Val::Place(*place)),
            Pick::Card(card) if !several => Some(Val::Card(*card)),
            Pick::Marker(marker) if !several => Some(Val::Marker(*marker)),
            _ => None,
        };
        if let Some(val) = plain {
            told.say(self, state, || format!("{}: {}", choose.name, self.value_words(&val)));
            Self::set(state, choose.slot, val);
            Self::go_on(state);
            return;
        }
        let mut all = Self::slot(state, choose.slot).members().to_vec();
        let wrap = |all: Vec<u16>| match choose.of {
            ValueOf::Places | ValueOf::Place => Val::Places(all),
            ValueOf::Cards | ValueOf::Card => Val::Cards(all),
            ValueOf::Markers | ValueOf::Marker => Val::Markers(all),
            _ => Val::Units(all),
        };
        let full = match choice {
            Pick::Unit(at) | Pick::Place(at) | Pick::Card(at) | Pick::Marker(at) => {
                all.push(*at);
                let frame = state.frames.last();
                let most = choose.most.as_ref().zip(frame).map_or(i64::MAX, |(most, frame)| {
                    EvalContext::new(self, state, &frame.slots, frame.side).value(most).floor()
                });
                i64::try_from(all.len()).unwrap_or(i64::MAX) >= most
            }
            _ => true,
        };
        let val = wrap(all);
        if full && !val.members().is_empty() {
            told.say(self, state, || format!("{}: {}", choose.name, self.value_words(&val)));
        }
        Self::set(state, choose.slot, val);
        if full {
            Self::go_on(state);
        }
    }

    fn stepped(
        &self,
        state: &mut State,
        walk: &super::instr::WalkStep,
        to: u16,
        told: &mut Listener<'_>,
    ) -> Result<(), String> {
        let Some(frame) = state.frames.last().cloned() else { return Ok(()) };
        let group = self.walkers(state, &frame, walk);
        let place = group.first().and_then(|unit| state.place(*unit)).ok_or("nobody walks")?;
        let mut priced = None;
        for edge in self.edges_from(place).filter(|at| small(self.model.edges[*at].to.index) == to) {
            if let Ok(price) = self.price(state, &frame, walk, &group, edge) {
                priced = Some((edge, price));
                break;
            }
        }
        let Some((edge, price)) = priced else { return Err(self.why_not(state, &Pick::Place(to))) };
        for unit in &group {
            self.cross(state, *unit, edge, EventBy::Move);
        }
        let spent = match &frame.slots[walk.spent] {
            Val::Num(spent) => *spent + price.points,
            _ => price.points,
        };
        Self::set(state, walk.spent, Val::Num(spent));
        Self::set(state, walk.steps, Val::Num(Number::new(frame.slots[walk.steps].floor() + 1, 1)));
        Self::set(state, walk.halted, Val::Bool(price.halts));
        if let Some(kept) = price.kept {
            let bits = |own: u64| Val::Num(Number::new(i64::try_from(own).unwrap_or(0), 1));
            Self::set(state, walk.bonuses, Val::List(kept.into_iter().map(bits).collect()));
        }
        Self::set(state, walk.slot, Val::Place(to));
        told.tell(self, state, Some(("cost", price.points)), || {
            format!("{} to {} for {}", self.unit_names(&group), self.place_name(to), price.points)
        });
        Self::go_on(state);
        Ok(())
    }
}
