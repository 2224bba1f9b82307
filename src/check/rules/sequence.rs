//! The sequence of play.

use super::Checker;
use crate::check::about::about;
use crate::check::names::unique;
use crate::model::{Sequence, SequenceStep};
use crate::source::decode::Cx;
use crate::syntax::{SequenceDef, StepDef};

impl Checker<'_> {
    pub(super) fn sequence(&self, def: &SequenceDef, cx: &mut Cx) -> Sequence {
        Sequence {
            name: def.name.value.clone(),
            track: self.board.track_names.opt(def.track.as_ref(), cx),
            steps: self.steps(&def.steps, cx),
            about: about(&def.meta),
        }
    }

    pub(super) fn steps(&self, defs: &[StepDef], cx: &mut Cx) -> Vec<SequenceStep> {
        unique("step", defs.iter().map(|def| &def.id), cx);
        let mut steps = Vec::new();
        for def in defs {
            steps.push(SequenceStep {
                id: def.id.0.clone(),
                name: def.name.value.clone(),
                side: self.vocabulary.side_names.opt(def.side.as_ref(), cx),
                repeat: def.repeat.clone(),
                text: def.text.clone(),
                track: self.board.track_names.opt(def.track.as_ref(), cx),
                turns: def.turns.as_ref().map(|turns| turns.value),
                run: Vec::new(),
                open: Vec::new(),
                again: def.again.as_ref().is_some_and(|again| again.value),
                when: None,
                until: None,
                most: def.most.as_ref().map(|most| most.value),
                steps: self.steps(&def.steps, cx),
                about: about(&def.meta),
            });
        }
        steps
    }
}
