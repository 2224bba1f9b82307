//! Operations and the sequence as instructions: one after the other, with jumps, so that play can rest at any of them.

use super::code::FormulaCode;
use super::instr::{Instr, Routine};
use super::meaning::{Meaning, OperandKind};
use super::names::Coder;
use super::writer::RoutineWriter;
use crate::model::{Operation, PlaceKind, SequenceStep, Spot, What};
use crate::syntax::ValueOf;

impl RoutineWriter<'_, '_> {
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

/// Whether a place is one of the map.
pub fn of_map(kind: &PlaceKind) -> bool {
    matches!(kind, PlaceKind::Area { .. } | PlaceKind::Hex { .. })
}
