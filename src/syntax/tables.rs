//! Table files.

use super::specs::{DiceSpec, ExprSpec, ScalarSpec};
use crate::source::Sp;
use crate::source::decode::Keyed;
use crate::source::values::{Band, Id};
use crate::{record, words};

record! {
    /// Tables.
    TablesFile as "tables file" {
        /// The tables.
        "table" tables: Vec<TableDef>,
        /// Dice whose faces have names.
        "die" dice: Vec<DieDef>,
    }

    /// A die whose faces have names.
    DieDef as "die" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// The names of its faces.
        "faces" faces: Vec<Sp<String>>,
        /// What each face counts; default 1 for the first, 2 for the second ...
        "values" values: Vec<Sp<i64>>,
        /// A picture for each face, such as `art/{id}-{face}.svg`: its name may ask for `{id}`, `{face}` and `{n}`.
        "image" image: Option<Sp<String>>,
    }

    /// A table.
    TableDef as "table" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// What is rolled; a table without dice is looked up only.
        "dice" dice: Option<Sp<DiceSpec>>,
        /// What the other side rolls: it is subtracted.
        "against" against: Option<Sp<DiceSpec>>,
        /// Who rolls.
        "side" side: Option<Sp<String>>,
        /// Whether only the player who rolls sees what comes of it.
        "secret" secret: Option<bool>,
        /// What the table asks for.
        "input" inputs: Vec<InputDef>,
        /// Die roll modifiers.
        "modifier" modifiers: Vec<ModifierDef>,
        /// What enters by row: `roll` (default) or an input.
        "down" down: Option<Sp<String>>,
        /// What enters by column.
        "across" across: Option<AcrossDef>,
        /// What enters by part.
        "parts" parts: Option<PartsDef>,
        /// The rows.
        "row" rows: Vec<RowDef>,
        /// The parts.
        "part" part: Vec<PartDef>,
        /// What results mean.
        "results" results: Keyed<Sp<String>>,
        /// What a total beyond the rows does.
        "beyond" beyond: Option<Sp<Beyond>>,
    }

    /// Something a table, procedure or victory condition asks for.
    InputDef as "input" {
        /// Its id.
        "id" id: Sp<Id>,
        /// The question.
        "name" name: Sp<String>,
        /// What the answer can be.
        "kind" kind: Sp<InputKind>,
        /// The choices of kind choice.
        "choices" choices: Vec<Sp<String>>,
        /// Smallest number.
        "min" min: Option<Sp<i64>>,
        /// Largest number.
        "max" max: Option<Sp<i64>>,
        /// What is assumed.
        "default" default: Option<Sp<ScalarSpec>>,
        /// An expression that answers it from the position.
        "from" from: Option<Sp<ExprSpec>>,
    }

    /// A die roll modifier.
    ModifierDef as "modifier" {
        /// What is added: a number or an expression.
        "add" add: Sp<ExprSpec>,
        /// When it applies.
        "when" when: Option<Sp<ExprSpec>>,
        /// When it applies, in words.
        "text" text: Sp<String>,
        /// Modifiers of one group exclude each other.
        "group" group: Option<Sp<String>>,
    }

    /// What enters by column.
    AcrossDef as "across" {
        /// An input, or `roll`.
        "by" by: Sp<String>,
        /// The columns.
        "bands" bands: Vec<Sp<Band>>,
        /// Columns to move to the right: a number or an expression.
        "shift" shift: Option<Sp<ExprSpec>>,
    }

    /// What enters by part.
    PartsDef as "parts" {
        /// An input.
        "by" by: Sp<String>,
    }

    /// A row.
    RowDef as "row" {
        /// The totals it is for.
        "on" on: Sp<Band>,
        /// What comes of it.
        "result" result: Option<Sp<String>>,
        /// What comes of it, in words.
        "text" text: Option<Sp<String>>,
        /// What comes of it, by column.
        "cells" cells: Vec<Sp<String>>,
    }

    /// A part of a table with rows of its own.
    PartDef as "part" {
        /// What it is for.
        "band" band: Sp<Band>,
        /// Its rows.
        "row" rows: Vec<RowDef>,
    }
}

words! {
    /// What an answer can be.
    InputKind("a kind of input") {
        /// A number.
        Number = "number",
        /// Yes or no.
        YesNo = "yes-no",
        /// One of the choices.
        Choice = "choice",
    }

    /// What a total beyond the rows does.
    Beyond("a way to treat totals beyond the rows") {
        /// It uses the nearest row.
        Nearest = "nearest",
        /// It has no effect.
        Nothing = "nothing",
    }
}
