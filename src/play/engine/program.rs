//! Operations and the sequence as instructions: one after the other, with jumps, so that play can rest at any of them.

use super::code::{Answers, FormulaCode, Several, Sum};
use super::names::{Coder, FightSlots, Meaning, MemberKind, OperandKind};
use super::value::Sym;
use crate::model::{Does, Formula, Operation, OperationStep, PlaceKind, SequenceStep, Spot, What};
use crate::source::values::{Dice, Turns};
use crate::syntax::{Pool, ValueOf};
use std::collections::BTreeMap;

/// The instructions of an operation, or of the sequence.
#[derive(Debug)]
pub struct Routine {
    /// The operation; none: the sequence.
    pub operation: Option<usize>,
    /// Instructions.
    pub code: Vec<Instr>,
    /// How many values it has.
    pub slots: usize,
}

/// An instruction.
#[derive(Debug)]
pub enum Instr {
    /// A player chooses.
    Choose(Box<Choose>),
    /// A value gets a name.
    Let { slot: usize, name: String, value: FormulaCode },
    /// A procedure is computed.
    Compute { slot: usize, name: String, sum: Box<Sum> },
    /// Dice are rolled.
    Roll { slot: usize, name: String, dice: Dice, by: Option<FormulaCode> },
    /// A table is looked up.
    LookUp {
        slot: usize,
        table: usize,
        roll: Option<FormulaCode>,
        answers: Answers,
        /// The number that the result begins with, and what stands behind it.
        parts: [Option<usize>; 2],
    },
    /// Play goes on elsewhere.
    Jump(usize),
    /// It does unless something holds.
    Unless(FormulaCode, usize),
    /// A collection is laid down to be gone through.
    Each { list: usize, at: usize, among: Several, member: MemberKind, filter: Option<FormulaCode> },
    /// The next of it, or the end.
    Next { list: usize, at: usize, slot: usize, end: usize },
    /// A value is forgotten: what is chosen or drawn begins anew.
    Clear(usize),
    /// Rounds begin.
    Rounds { at: usize },
    /// A value is kept that nobody named.
    Keep { slot: usize, value: FormulaCode },
    /// The next round, or the end.
    Round { at: usize, most: FormulaCode, end: usize },
    /// Units make a step, or stop.
    Walk(Box<WalkStep>),
    /// Losses are taken.
    Losses {
        slot: usize,
        units: usize,
        queue: usize,
        left: usize,
        rule: usize,
        points: FormulaCode,
        by: Option<FormulaCode>,
        lead: Option<usize>,
    },
    /// A unit retreats or advances, or there is nowhere to go. Rules of retreat come first, then those of advance.
    Retreat {
        slot: usize,
        unit: usize,
        rule: usize,
        /// From whom it goes away.
        foes: Option<usize>,
        filter: Option<FormulaCode>,
        by: Option<FormulaCode>,
        otherwise: usize,
    },
    /// A unit arrives, or cannot.
    Arrive { slot: usize, unit: usize, by: Option<FormulaCode>, otherwise: usize },
    /// An asset is put into a free slot of a unit.
    Assign { unit: usize, to: usize },
    /// Strengths change.
    Strength { units: usize, value: FormulaCode },
    /// Units are put into a place.
    Move { units: usize, to: usize, state: Option<Sym> },
    /// Markers are put into a place, from another or from anywhere; or they are only turned.
    MoveMarkers { markers: usize, at: Option<usize>, to: Option<usize>, state: Option<Sym> },
    /// A place gets a name.
    Name { slot: usize, place: u16 },
    /// A status marker is laid on units, or taken from them.
    Status { marker: usize, units: usize, on: bool },
    /// Units leave the map.
    Remove { units: usize, pool: Pool },
    /// Units are turned over.
    Flip { units: usize, state: Sym },
    /// A marker is placed.
    Put { marker: usize, at: usize, side: Option<FormulaCode> },
    /// Markers are taken up.
    Take { marker: usize, at: Option<usize>, side: Option<FormulaCode> },
    /// A place changes hands.
    Control { at: usize, side: FormulaCode },
    /// A condition changes.
    Set { condition: usize, value: FormulaCode },
    /// An event is remembered.
    Record { event: usize, of: usize, place: Option<usize> },
    /// An event is forgotten.
    Forget { event: usize, of: Option<usize> },
    /// Cards are drawn.
    Draw { deck: usize, value: FormulaCode, left: usize },
    /// Cards are discarded.
    Discard { cards: usize },
    /// Another operation follows.
    Follow { operation: usize, with: Vec<Handed>, side: Option<FormulaCode>, slot: Option<usize> },
    /// The operation ends.
    Give(Option<FormulaCode>),
    /// The game ends.
    Win { side: FormulaCode, victory: Option<usize> },
    /// The turn begins.
    Turn { slot: usize, end: usize },
    /// A step of the sequence takes place only in some turns.
    OnlyIn(Turns, usize),
    /// A step of the sequence begins.
    Begin(String),
    /// A step of the sequence ends.
    End(String),
    /// A side chooses an operation.
    Open { side: u8, operations: Vec<usize>, again: bool },
    /// A unit is set up in one of some places.
    SetUp { unit: u16, places: Vec<u16> },
    /// The game ends if a victory condition holds.
    JudgeOne { victory: usize, inputs: Vec<FormulaCode> },
    /// Victory is judged: at the end of a turn, or of the game.
    Judge { last: bool },
}

/// What is handed over.
#[derive(Debug)]
pub enum Handed {
    /// A plain value.
    Plain(FormulaCode),
    /// A unit, place or card, or some.
    Slot(usize),
}

/// A choice.
#[derive(Debug)]
pub struct Choose {
    pub slot: usize,
    pub id: String,
    pub name: String,
    pub of: ValueOf,
    pub among: Option<Several>,
    pub filter: Option<FormulaCode>,
    pub least: Option<FormulaCode>,
    pub most: Option<FormulaCode>,
    pub options: Vec<Sym>,
    pub by: Option<FormulaCode>,
    pub ahead: bool,
}

/// A step of a walk.
#[derive(Debug)]
pub struct WalkStep {
    pub slot: usize,
    pub id: String,
    pub name: String,
    pub units: usize,
    /// Where the points spent and the steps made are kept.
    pub spent: usize,
    pub steps: usize,
    /// Where it is kept that they must stop.
    pub halted: usize,
    /// Where it is kept which bonuses still hold, for each unit.
    pub bonuses: usize,
    pub filter: Option<FormulaCode>,
    pub cost: Option<FormulaCode>,
    pub least: Option<FormulaCode>,
    pub most: Option<FormulaCode>,
    pub end: usize,
}

/// Writes the instructions of one routine.
pub struct RoutineWriter<'c, 'm> {
    pub coder: &'c mut Coder<'m>,
    pub code: Vec<Instr>,
    pub slots: usize,
    /// Jumps to the end of each open loop.
    stops: Vec<Vec<usize>>,
}

impl<'c, 'm> RoutineWriter<'c, 'm> {
    fn new(coder: &'c mut Coder<'m>) -> Self {
        Self { coder, code: Vec::new(), slots: 0, stops: Vec::new() }
    }

    fn fresh(&mut self) -> usize {
        self.slots += 1;
        self.slots - 1
    }

    fn name(&mut self, id: &str, kind: OperandKind, meaning: &mut Meaning) -> usize {
        let slot = self.fresh();
        meaning.slots.insert(id.to_string(), (slot, kind));
        slot
    }

    /// Writes a jump whose goal is not known yet.
    fn jump(&mut self) -> usize {
        self.code.push(Instr::Jump(usize::MAX));
        self.code.len() - 1
    }

    /// Lets a jump lead to here.
    fn land(&mut self, at: usize) {
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

    fn block(&mut self, steps: &[OperationStep], mut meaning: Meaning) -> Result<(), String> {
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
                let kind = match (among.as_ref().map(|(_, member)| *member), several) {
                    (Some(MemberKind::Unit), false) => OperandKind::Unit,
                    (Some(MemberKind::Unit), true) => OperandKind::Units,
                    (Some(MemberKind::Place), false) => OperandKind::Place,
                    (Some(MemberKind::Place), true) => OperandKind::Places,
                    (Some(MemberKind::Card), false) => OperandKind::Card,
                    (Some(MemberKind::Card), true) => OperandKind::Cards,
                    (Some(MemberKind::Marker), false) => OperandKind::Marker,
                    (Some(MemberKind::Marker), true) => OperandKind::Markers,
                    _ => OperandKind::Plain,
                };
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
                let found = self.coder.several(among, meaning);
                let (several, member) = found.ok_or_else(|| format!("`{among}` cannot be gone through"))?;
                let mut inside = meaning.clone();
                inside.members.push((member, None));
                inside.it = Some(inside.members.len() - 1);
                let filter = self.coder.optional(filter.as_ref(), &inside)?;
                let kind = match member {
                    MemberKind::Unit => OperandKind::Units,
                    MemberKind::Place => OperandKind::Places,
                    MemberKind::Card => OperandKind::Cards,
                    MemberKind::Marker => OperandKind::Markers,
                };
                let (list, at) = (self.name(id, kind, meaning), self.fresh());
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
                let found = self.coder.several(among, meaning);
                let (several, member) = found.ok_or_else(|| format!("`{among}` cannot be gone through"))?;
                let mut inside = meaning.clone();
                inside.members.push((member, None));
                inside.it = Some(inside.members.len() - 1);
                let filter = self.coder.optional(filter.as_ref(), &inside)?;
                let (list, at) = (self.fresh(), self.fresh());
                self.code.push(Instr::Each { list, at, among: several, member, filter });
                let kind = match member {
                    MemberKind::Unit => OperandKind::Unit,
                    MemberKind::Place => OperandKind::Place,
                    MemberKind::Card => OperandKind::Card,
                    MemberKind::Marker => OperandKind::Marker,
                };
                let mut inside = meaning.clone();
                let slot = self.name(id, kind, &mut inside);
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

    /// The steps of the sequence, inside a step of a side.
    fn sequence(
        &mut self,
        steps: &[SequenceStep],
        around: usize,
        until: Option<(&FormulaCode, &mut Vec<usize>)>,
    ) -> Result<(), String> {
        let mut until = until;
        for step in steps {
            // Who acts where the step is of no side: the one whose step it is in.
            let side = step.side.as_ref().map_or(around, |side| side.index);
            let mut skips = Vec::new();
            if let Some(turns) = step.turns {
                self.code.push(Instr::OnlyIn(turns, usize::MAX));
                skips.push(self.code.len() - 1);
            }
            if let Some(when) = &step.when {
                let when = self.coder.code(when, &Meaning::default())?;
                self.code.push(Instr::Unless(when, usize::MAX));
                skips.push(self.code.len() - 1);
            }
            self.code.push(Instr::Begin(step.name.clone()));
            self.carried_out(step, side)?;
            if let Some(goal) = &step.until {
                let goal = self.coder.code(goal, &Meaning::default())?;
                let (at, mut ends) = (self.fresh(), Vec::new());
                self.code.push(Instr::Rounds { at });
                let head = self.code.len();
                let most = crate::expr::Number::new(step.most.unwrap_or(1), 1);
                let most = FormulaCode::Val(super::value::Val::Num(most));
                self.code.push(Instr::Round { at, most, end: usize::MAX });
                self.sequence(&step.steps, side, Some((&goal, &mut ends)))?;
                self.code.push(Instr::Jump(head));
                self.land(head);
                for end in ends {
                    self.land(end);
                }
            } else {
                self.sequence(&step.steps, side, None)?;
            }
            self.code.push(Instr::End(step.id.clone()));
            for skip in skips {
                self.land(skip);
            }
            if let Some((goal, ends)) = &mut until {
                // A jump if it holds: over a jump that is taken unless it does.
                self.code.push(Instr::Unless((*goal).clone(), usize::MAX));
                let test = self.code.len() - 1;
                let end = self.jump();
                ends.push(end);
                self.land(test);
            }
        }
        Ok(())
    }

    /// What a step of the sequence does by itself, and what it leaves to a side.
    fn carried_out(&mut self, step: &SequenceStep, side: usize) -> Result<(), String> {
        let operations = &self.coder.model.rules.operations;
        let found = |id: &String| {
            let at = operations.iter().position(|own| own.id == *id);
            at.ok_or_else(|| format!("there is no operation `{id}`"))
        };
        let text = self.coder.model.sides.get(side).map_or(0, |side| self.coder.texts.find(&side.id));
        for id in &step.run {
            let side = Some(FormulaCode::Val(super::value::Val::Text(text)));
            self.code.push(Instr::Follow { operation: found(id)?, with: Vec::new(), side, slot: None });
        }
        if !step.open.is_empty() {
            let operations = step.open.iter().map(found).collect::<Result<_, _>>()?;
            let side = u8::try_from(side).unwrap_or(0);
            self.code.push(Instr::Open { side, operations, again: step.again });
        }
        Ok(())
    }
}

/// The instructions of an operation.
pub fn operation(coder: &mut Coder<'_>, at: usize) -> Result<Routine, String> {
    let model = coder.model;
    let operation: &Operation = &model.rules.operations[at];
    let mut writer = RoutineWriter::new(coder);
    let mut meaning = Meaning::default();
    for given in &operation.given {
        let kind = match given.of {
            ValueOf::Number | ValueOf::YesNo | ValueOf::Option => OperandKind::Plain,
            ValueOf::Unit => OperandKind::Unit,
            ValueOf::Units => OperandKind::Units,
            ValueOf::Place => OperandKind::Place,
            ValueOf::Places => OperandKind::Places,
            ValueOf::Card => OperandKind::Card,
            ValueOf::Cards => OperandKind::Cards,
            ValueOf::Marker => OperandKind::Marker,
            ValueOf::Markers => OperandKind::Markers,
        };
        writer.name(&given.id, kind, &mut meaning);
    }
    writer.block(&operation.steps, meaning).map_err(|why| format!("operation `{}`: {why}", operation.id))?;
    writer.code.push(Instr::Give(None));
    Ok(Routine { operation: Some(at), code: writer.code, slots: writer.slots })
}

/// The instructions of a scenario: what is set up by choice, then turn after turn.
pub fn scenario(coder: &mut Coder<'_>, scenario: usize) -> Result<Routine, String> {
    let model = coder.model;
    let mut writer = RoutineWriter::new(coder);
    for placement in &model.scenarios[scenario].setup {
        let What::Unit(unit) = &placement.what else { continue };
        let places: Vec<u16> = match &placement.spot {
            Some(Spot::Any { places, .. } | Spot::Line(places)) => {
                places.iter().map(|place| super::board::small(place.index)).collect()
            }
            _ => continue,
        };
        writer.code.push(Instr::SetUp { unit: super::board::small(unit.index), places });
    }
    let slot = writer.fresh();
    let head = writer.code.len();
    writer.code.push(Instr::Turn { slot, end: usize::MAX });
    if let Some(sequence) = &model.rules.sequence {
        writer.sequence(&sequence.steps, 0, None).map_err(|why| format!("sequence of play: {why}"))?;
    }
    writer.code.push(Instr::Judge { last: false });
    writer.code.push(Instr::Jump(head));
    writer.land(head);
    writer.code.push(Instr::Judge { last: true });
    let routine = Routine { operation: None, code: writer.code, slots: writer.slots };
    debug_assert!(routine.code.len() < usize::from(u16::MAX));
    Ok(routine)
}

/// All results of a table, those of cells too.
fn results(table: &crate::model::Table) -> impl Iterator<Item = &str> {
    let rows = table.parts.iter().flat_map(|part| &part.rows);
    rows.flat_map(|row| row.cells.iter().map(String::as_str).chain(row.result.as_deref()))
}

/// The number that a result begins with, and what stands behind it.
pub fn leading_number(result: &str) -> (i64, &str) {
    let sign = usize::from(result.starts_with('-'));
    let digits = result[sign..].find(|own: char| !own.is_ascii_digit()).map_or(result.len(), |end| sign + end);
    match result[..digits].parse() {
        Ok(number) => (number, &result[digits..]),
        Err(_) => (0, result),
    }
}

/// Whether a place is one of the map.
pub fn of_map(kind: &PlaceKind) -> bool {
    matches!(kind, PlaceKind::Area { .. } | PlaceKind::Hex { .. })
}

#[cfg(test)]
mod tests {
    use super::leading_number;

    #[test]
    fn results_begin_with_numbers() {
        assert_eq!(leading_number("5-R"), (5, "-R"));
        assert_eq!(leading_number("-2"), (-2, ""));
        assert_eq!(leading_number("12"), (12, ""));
        assert_eq!(leading_number("advance"), (0, "advance"));
        assert_eq!(leading_number("-"), (0, "-"));
        assert_eq!(leading_number(""), (0, ""));
        assert_eq!(leading_number("99999999999999999999 x"), (0, "99999999999999999999 x"));
    }
}
