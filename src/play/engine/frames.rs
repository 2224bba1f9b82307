//! The innermost operation: its instruction, its values, and where it goes on.

use super::Machine;
use super::board::{small, wide};
use super::eval::EvalContext;
use super::instr::Instr;
use super::state::State;
use super::value::Val;
use super::words::Listener;

impl<'m> Machine<'m> {
    /// The instruction that comes next.
    pub(super) fn instr(&self, state: &State) -> Option<&Instr> {
        if state.ended.is_some() {
            return None;
        }
        let frame = state.frames.last()?;
        self.routines[wide(frame.routine)].code.get(wide(frame.at))
    }

    pub(super) fn ask<'a>(&'a self, state: &'a State) -> EvalContext<'a, 'm> {
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

    /// Units of a value that are in play.
    pub(super) fn in_play(&self, state: &State, slot: usize) -> Vec<u16> {
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
}
