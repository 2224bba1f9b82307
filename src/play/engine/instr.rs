//! Instructions: what operations and the sequence become.

use super::code::{Answers, FormulaCode, Several, Sum};
use super::meaning::MemberKind;
use super::value::Sym;
use crate::source::values::{Dice, Turns};
use crate::syntax::{Pool, ValueOf};

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
