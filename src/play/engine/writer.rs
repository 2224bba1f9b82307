//! Writes the steps of operations as instructions.

use super::code::{FormulaCode, Several};
use super::instr::{Choose, Handed, Instr, WalkStep};
use super::meaning::{FightSlots, Meaning, MemberKind, OperandKind};
use super::names::Coder;
use super::results::{leading_number, results};
use crate::model::{Does, Formula, OperationStep};
use crate::syntax::ValueOf;
use std::collections::BTreeMap;

/// Writes the instructions of one routine.
pub struct RoutineWriter<'c, 'm> {
    pub coder: &'c mut Coder<'m>,
    pub code: Vec<Instr>,
    pub slots: usize,
    /// Jumps to the end of each open loop.
    stops: Vec<Vec<usize>>,
}

impl<'c, 'm> RoutineWriter<'c, 'm> {
    pub(super) fn new(coder: &'c mut Coder<'m>) -> Self {
        Self { coder, code: Vec::new(), slots: 0, stops: Vec::new() }
    }

    pub(super) fn fresh(&mut self) -> usize {
        self.slots += 1;
        self.slots - 1
    }

    pub(super) fn name(&mut self, id: &str, kind: OperandKind, meaning: &mut Meaning) -> usize {
        let slot = self.fresh();
        meaning.slots.insert(id.to_string(), (slot, kind));
        slot
    }

    /// Writes a jump whose goal is not known yet.
    pub(super) fn jump(&mut self) -> usize {
        self.code.push(Instr::Jump(usize::MAX));
        self.code.len() - 1
    }

    /// Lets a jump lead to here.
    pub(super) fn land(&mut self, at: usize) {
        let here = self.code.len();
        match &mut self.code[at] {
            Instr::Jump(to)
            | Instr::Unless(_, to)
            | Instr::Next { end: to, .. }
            | Instr::Round { end: to, .. }
            | Instr::Retreat { otherwise: to, .. }
            | Instr::Arrive { otherwise: to, .. }
            | Instr::OnlyIn(_, to)
            | Instr::Turn { end: to, .. } => *to = here,
            Instr::Walk(walk) => walk.end = here,
            _ => {}
        }
    }

    /// Writes a loop: its head, what is done each time, and the way back.
    fn looped(&mut self, head: usize, steps: &[OperationStep], meaning: &Meaning) -> Result<(), String> {
        self.stops.push(Vec::new());
        self.block(steps, meaning.clone())?;
        self.code.push(Instr::Jump(head));
        self.land(head);
        for stop in self.stops.pop().unwrap_or_default() {
            self.land(stop);
        }
        Ok(())
    }

    pub(super) fn block(&mut self, steps: &[OperationStep], mut meaning: Meaning) -> Result<(), String> {
        for step in steps {
            self.step(&step.does, &mut meaning)?;
        }
        Ok(())
    }

    fn step(&mut self, does: &Does, meaning: &mut Meaning) -> Result<(), String> {
        let model = self.coder.model;
        let slot = |name: &str, meaning: &Meaning| {
            meaning.slots.get(name).map(|(slot, _)| *slot).ok_or_else(|| format!("no value is called `{name}`"))
        };
        macro_rules! code {
            ($formula:expr) => {
                self.coder.code($formula, meaning)?
            };
        }
        macro_rules! optional {
            ($formula:expr) => {
                self.coder.optional($formula.as_ref(), meaning)?
            };
        }
        let rule = |found: Option<usize>, id: &str| found.ok_or_else(|| format!("there is no `{id}`"));
        match does {
            Does::Choose { id, name, of, among, filter, least, most, options, by, ahead } => {
                let (least_code, most_code, by) = (optional!(least), optional!(most), optional!(by));
                let several = least.is_some() || most.is_some();
                let among = match among {
                    Some(among) => {
                        let found = self.coder.several(among, meaning);
                        Some(found.ok_or_else(|| format!("`{among}` cannot be gone through"))?)
                    }
                    None => None,
                };
                let kind = among.as_ref().map_or(OperandKind::Plain, |(_, member)| match several {
                    true => member.several(),
                    false => member.one(),
                });
                let before = meaning.clone();
                let slot = self.name(id, kind, meaning);
                let mut inside = if several { meaning.clone() } else { before };
                if let Some((_, member)) = &among {
                    inside.members.push((*member, None));
                    inside.it = Some(inside.members.len() - 1);
                }
                let filter = self.coder.optional(filter.as_ref(), &inside)?;
                let options = options.iter().map(|option| self.coder.texts.number(option)).collect();
                self.code.push(Instr::Clear(slot));
                self.code.push(Instr::Choose(Box::new(Choose {
                    slot,
                    id: id.clone(),
                    name: name.clone(),
                    of: *of,
                    among: among.map(|(several, _)| several),
                    filter,
                    least: least_code,
                    most: most_code,
                    options,
                    by,
                    ahead: *ahead,
                })));
            }
            Does::Let { id, value: Some(value), .. } => {
                let value = code!(value);
                let slot = self.name(id, OperandKind::Plain, meaning);
                self.code.push(Instr::Let { slot, name: id.clone(), value });
            }
            Does::Let { id, value: None, place } => {
                let slot = self.name(id, OperandKind::Place, meaning);
                let place = place.as_ref().map_or(super::board::NONE, |place| super::board::small(place.index));
                self.code.push(Instr::Name { slot, place });
            }
            Does::Compute { id, procedure, with, roles } => {
                let at = model.rules.procedures.iter().position(|own| own.id == *procedure);
                let at = rule(at, procedure)?;
                let fight = FightSlots::of(roles, &meaning.slots);
                let fighting = Meaning { fight: Some(fight), ..meaning.clone() };
                let sum = Box::new(self.coder.sum(at, with, &fighting)?);
                let slot = self.name(id, OperandKind::Plain, meaning);
                self.code.push(Instr::Compute { slot, name: id.clone(), sum });
            }
            Does::Gather { id, among, filter } => {
                let (several, member, filter) = self.gone_through(among, filter.as_ref(), meaning)?;
                let (list, at) = (self.name(id, member.several(), meaning), self.fresh());
                self.code.push(Instr::Each { list, at, among: several, member, filter });
            }
            Does::Roll { id, dice, by } => {
                let by = optional!(by);
                let slot = self.name(id, OperandKind::Plain, meaning);
                self.code.push(Instr::Roll { slot, name: id.clone(), dice: *dice, by });
            }
            Does::LookUp { id, table, roll, with, roles, number, rest } => {
                let roll = optional!(roll);
                let fight = FightSlots::of(roles, &meaning.slots);
                let fighting = Meaning { fight: Some(fight), ..meaning.clone() };
                let answers = self.coder.answers(&model.tables[table.index].inputs, with, &fighting)?;
                let slot = self.name(id, OperandKind::Plain, meaning);
                let parts =
                    [number, rest].map(|part| part.as_ref().map(|part| self.name(part, OperandKind::Plain, meaning)));
                if rest.is_some() {
                    for result in results(&model.tables[table.index]) {
                        self.coder.texts.number(leading_number(result).1);
                    }
                }
                self.code.push(Instr::LookUp { slot, table: table.index, roll, answers, parts });
            }
            Does::If { when, then, otherwise } => {
                let when = code!(when);
                self.code.push(Instr::Unless(when, usize::MAX));
                let test = self.code.len() - 1;
                self.block(then, meaning.clone())?;
                if otherwise.is_empty() {
                    self.land(test);
                } else {
                    let over = self.jump();
                    self.land(test);
                    self.block(otherwise, meaning.clone())?;
                    self.land(over);
                }
            }
            Does::Each { id, among, filter, steps } => {
                let (several, member, filter) = self.gone_through(among, filter.as_ref(), meaning)?;
                let (list, at) = (self.fresh(), self.fresh());
                self.code.push(Instr::Each { list, at, among: several, member, filter });
                let mut inside = meaning.clone();
                let slot = self.name(id, member.one(), &mut inside);
                let head = self.code.len();
                self.code.push(Instr::Next { list, at, slot, end: usize::MAX });
                self.looped(head, steps, &inside)?;
            }
            Does::Repeat { when, most, steps } => {
                let at = self.fresh();
                self.code.push(Instr::Rounds { at });
                let (most, when) = (code!(most), code!(when));
                let head = self.code.len();
                self.code.push(Instr::Round { at, most, end: usize::MAX });
                self.code.push(Instr::Unless(when, usize::MAX));
                let test = self.code.len() - 1;
                self.looped(head, steps, meaning)?;
                self.land(test);
            }
            Does::Walk { id, units, filter, cost, least, most, spent: before, number, steps } => {
                let units = slot(units, meaning)?;
                let stepping = Meaning { own: true, step: true, ..meaning.clone() };
                let filter = self.coder.optional(filter.as_ref(), &stepping)?;
                let cost = self.coder.optional(cost.as_ref(), &stepping)?;
                let (least, most) = (optional!(least), optional!(most));
                let (spent, made, halted) = (self.fresh(), self.fresh(), self.fresh());
                let bonuses = self.fresh();
                self.code.push(Instr::Clear(halted));
                self.code.push(Instr::Clear(bonuses));
                match optional!(before) {
                    Some(value) => self.code.push(Instr::Keep { slot: spent, value }),
                    None => self.code.push(Instr::Rounds { at: spent }),
                }
                self.code.push(Instr::Rounds { at: made });
                let mut inside = meaning.clone();
                let slot = self.name(id, OperandKind::Place, &mut inside);
                if let Some(number) = number {
                    inside.slots.insert(number.clone(), (spent, OperandKind::Plain));
                }
                let head = self.code.len();
                self.code.push(Instr::Walk(Box::new(WalkStep {
                    slot,
                    id: id.clone(),
                    name: "Where to".to_string(),
                    units,
                    spent,
                    steps: made,
                    halted,
                    bonuses,
                    filter,
                    cost,
                    least,
                    most,
                    end: usize::MAX,
                })));
                self.looped(head, steps, &inside)?;
            }
            Does::Stop => {
                let jump = self.jump();
                if let Some(stops) = self.stops.last_mut() {
                    stops.push(jump);
                }
            }
            Does::Losses { id, losses, units, points, by, lead } => {
                let lead = lead.as_ref().map(|lead| slot(lead, meaning)).transpose()?;
                let found = rule(model.rules.losses.iter().position(|own| own.id == *losses), losses)?;
                let (units, points, by) = (slot(units, meaning)?, code!(points), optional!(by));
                let (queue, left) = (self.fresh(), self.fresh());
                let slot = self.name(id, OperandKind::Units, meaning);
                self.code.push(Instr::Clear(queue));
                self.code.push(Instr::Losses { slot, units, queue, left, rule: found, points, by, lead });
            }
            Does::Retreat { id, retreat: named, unit, attackers, filter, by, otherwise }
            | Does::Advance { id, advance: named, unit, attackers, filter, by, otherwise } => {
                let (retreats, advances) = (&model.rules.retreats, &model.rules.advances);
                let found = match does {
                    Does::Retreat { .. } => retreats.iter().position(|own| own.id == *named),
                    _ => advances.iter().position(|own| own.id == *named).map(|at| at + retreats.len()),
                };
                let found = rule(found, named)?;
                let (unit, by) = (slot(unit, meaning)?, optional!(by));
                let foes = attackers.as_ref().map(|attackers| slot(attackers, meaning)).transpose()?;
                let stepping = Meaning { own: true, step: true, ..meaning.clone() };
                let filter = self.coder.optional(filter.as_ref(), &stepping)?;
                let before = meaning.clone();
                let slot = self.name(id, OperandKind::Place, meaning);
                let at = self.code.len();
                self.code.push(Instr::Retreat { slot, unit, rule: found, foes, filter, by, otherwise: usize::MAX });
                let over = self.jump();
                self.land(at);
                self.block(otherwise, before)?;
                self.land(over);
            }
            Does::Move { units, markers, at, to, state } => {
                let state = state.as_ref().map(|state| self.coder.texts.number(state));
                let to = slot(to, meaning)?;
                if let Some(units) = units {
                    self.code.push(Instr::Move { units: slot(units, meaning)?, to, state });
                }
                if let Some(markers) = markers {
                    let at = at.as_ref().map(|at| slot(at, meaning)).transpose()?;
                    self.code.push(Instr::MoveMarkers { markers: slot(markers, meaning)?, at, to: Some(to), state });
                }
            }
            Does::Arrive { id, unit, by, otherwise } => {
                let (unit, by) = (slot(unit, meaning)?, optional!(by));
                let before = meaning.clone();
                let slot = self.name(id, OperandKind::Place, meaning);
                let at = self.code.len();
                self.code.push(Instr::Arrive { slot, unit, by, otherwise: usize::MAX });
                let over = self.jump();
                self.land(at);
                self.block(otherwise, before)?;
                self.land(over);
            }
            Does::Assign { unit, to } => {
                self.code.push(Instr::Assign { unit: slot(unit, meaning)?, to: slot(to, meaning)? });
            }
            Does::Strength { units, value } => {
                let mut inside = meaning.clone();
                inside.members.push((MemberKind::Unit, None));
                inside.it = Some(inside.members.len() - 1);
                let value = self.coder.code(value, &inside)?;
                self.code.push(Instr::Strength { units: slot(units, meaning)?, value });
            }
            Does::Remove { units, pool } => {
                self.code.push(Instr::Remove { units: slot(units, meaning)?, pool: *pool });
            }
            Does::Flip { units, markers, at, state } => {
                let state = self.coder.texts.number(state);
                if let Some(units) = units {
                    self.code.push(Instr::Flip { units: slot(units, meaning)?, state });
                }
                if let Some(markers) = markers {
                    let (markers, state) = (slot(markers, meaning)?, Some(state));
                    let at = at.as_ref().map(|at| slot(at, meaning)).transpose()?;
                    self.code.push(Instr::MoveMarkers { markers, at, to: None, state });
                }
            }
            Does::Put { marker, units: Some(units), .. } => {
                let units = slot(units, meaning)?;
                self.code.push(Instr::Status { marker: marker.index, units, on: true });
            }
            Does::Take { marker, units: Some(units), .. } => {
                let units = slot(units, meaning)?;
                self.code.push(Instr::Status { marker: marker.index, units, on: false });
            }
            Does::Put { marker, at, side, .. } => {
                let side = optional!(side);
                let at = slot(at.as_deref().unwrap_or_default(), meaning)?;
                self.code.push(Instr::Put { marker: marker.index, at, side });
            }
            Does::Take { marker, at, side, .. } => {
                let side = optional!(side);
                let at = at.as_ref().map(|at| slot(at, meaning)).transpose()?;
                self.code.push(Instr::Take { marker: marker.index, at, side });
            }
            Does::Control { at, side } => {
                let side = code!(side);
                self.code.push(Instr::Control { at: slot(at, meaning)?, side });
            }
            Does::Set { condition, value } => {
                let at = model.rules.conditions.iter().position(|own| own.id == *condition);
                let (condition, value) = (rule(at, condition)?, code!(value));
                self.code.push(Instr::Set { condition, value });
            }
            Does::Record { event, of, place } => {
                let found = rule(model.rules.events.iter().position(|own| own.id == *event), event)?;
                let place = place.as_ref().map(|place| slot(place, meaning)).transpose()?;
                self.code.push(Instr::Record { event: found, of: slot(of, meaning)?, place });
            }
            Does::Forget { event, of } => {
                let found = rule(model.rules.events.iter().position(|own| own.id == *event), event)?;
                let of = of.as_ref().map(|of| slot(of, meaning)).transpose()?;
                self.code.push(Instr::Forget { event: found, of });
            }
            Does::Draw { deck, value } => {
                let (value, left) = (code!(value), self.fresh());
                self.code.push(Instr::Clear(left));
                self.code.push(Instr::Draw { deck: deck.index, value, left });
            }
            Does::Discard { cards } => self.code.push(Instr::Discard { cards: slot(cards, meaning)? }),
            Does::Follow { id, operation, with, side } => {
                self.follow(id.as_deref(), operation, with, side.as_ref(), meaning)?
            }
            Does::Give { value } => {
                let value = optional!(value);
                self.code.push(Instr::Give(value));
            }
            Does::Win { side, victory } => {
                let side = code!(side);
                self.code.push(Instr::Win { side, victory: victory.as_ref().map(|own| own.index) });
            }
            Does::Judge { victory, with } => {
                let free = Meaning { fight: Some(FightSlots::default()), ..meaning.clone() };
                let inputs = self.coder.inputs(&model.rules.victories[victory.index].inputs, with, &free)?;
                self.code.push(Instr::JudgeOne { victory: victory.index, inputs });
            }
        }
        Ok(())
    }

    /// A collection, what its members are, and which of them are meant.
    fn gone_through(
        &mut self,
        among: &str,
        filter: Option<&Formula>,
        meaning: &Meaning,
    ) -> Result<(Several, MemberKind, Option<FormulaCode>), String> {
        let found = self.coder.several(among, meaning);
        let (several, member) = found.ok_or_else(|| format!("`{among}` cannot be gone through"))?;
        let mut inside = meaning.clone();
        inside.members.push((member, None));
        inside.it = Some(inside.members.len() - 1);
        Ok((several, member, self.coder.optional(filter, &inside)?))
    }

    fn follow(
        &mut self,
        id: Option<&str>,
        operation: &str,
        with: &BTreeMap<String, Formula>,
        side: Option<&Formula>,
        meaning: &mut Meaning,
    ) -> Result<(), String> {
        let operations = &self.coder.model.rules.operations;
        let at = operations.iter().position(|own| own.id == *operation);
        let at = at.ok_or_else(|| format!("there is no operation `{operation}`"))?;
        let mut handed = Vec::new();
        for given in &operations[at].given {
            let formula = with.get(&given.id).ok_or_else(|| format!("`{}` is not handed over", given.id))?;
            let plain = matches!(given.of, ValueOf::Number | ValueOf::YesNo | ValueOf::Option);
            handed.push(if plain {
                Handed::Plain(self.coder.code(formula, meaning)?)
            } else {
                let found = meaning.slots.get(&formula.text).map(|(slot, _)| *slot);
                Handed::Slot(found.ok_or_else(|| format!("no value is called `{}`", formula.text))?)
            });
        }
        let side = self.coder.optional(side, meaning)?;
        let slot = id.map(|id| self.name(id, OperandKind::Plain, meaning));
        self.code.push(Instr::Follow { operation: at, with: handed, side, slot });
        Ok(())
    }
}
