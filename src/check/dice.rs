//! Dice with faces of their own, and what tables roll.

use super::about::about;
use super::names::{unique, unknown};
use super::pictures::filled;
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::model::{Die, DieFace, Ref, SideThrow, Throw};
use crate::source::decode::Cx;
use crate::source::values::Dice;
use crate::source::{Sp, Span};
use crate::syntax::{DiceSpec, DiceWord, DieDef, GameFiles, TableDef};
use std::collections::BTreeSet;

/// Checks `[[die]]`.
pub fn check(files: &GameFiles, cx: &mut Cx) -> Vec<Die> {
    let defs: Vec<&DieDef> = files.tables.iter().flat_map(|file| &file.content.dice).collect();
    unique("die", defs.iter().map(|def| &def.id), cx);
    for def in &defs {
        if Dice::parse(&def.id.0).is_some() {
            let message = format!("`{}` means dice of numbers: a die of your own needs another id", def.id.0);
            cx.diags.push(codes::BAD_VALUE.at(def.id.span, message).label("here"));
        }
        if !(2..=100).contains(&def.faces.len()) {
            let message = format!("a die has 2 to 100 faces, and `{}` has {}", def.id.0, def.faces.len());
            cx.diags.push(codes::NUMBER.at(def.id.span, message).label("this die"));
        }
        if !def.values.is_empty() && def.values.len() != def.faces.len() {
            let span = def.values.last().map_or(def.id.span, |value| value.span);
            let message = format!("{} faces have {} values", def.faces.len(), def.values.len());
            cx.diags.push(codes::CONFLICT.at(span, message).label("here").help("write one value for each face"));
        }
    }
    defs.iter().map(|def| die(def)).collect()
}

fn die(def: &DieDef) -> Die {
    let value = |n: usize| def.values.get(n).map_or_else(|| i64::try_from(n + 1).unwrap_or(0), |value| value.value);
    let image = |n: usize, name: &str| {
        let number = (n + 1).to_string();
        Some(filled(def.image.as_ref()?, &[("id", def.id.0.as_str()), ("face", name), ("n", &number)]))
    };
    let faces = def.faces.iter().enumerate();
    let faces = faces.map(|(n, name)| DieFace { name: name.value.clone(), value: value(n), image: image(n, name) });
    let faces = faces.collect();
    Die { id: def.id.0.clone(), name: def.name.value.clone(), faces, about: about(&def.meta) }
}

/// What a table rolls.
#[derive(Default)]
pub struct Rolled {
    /// The same, whoever rolls.
    pub all: Option<Throw>,
    /// By the side that rolls.
    pub by_side: Vec<SideThrow>,
}

impl Rolled {
    /// Every total that can be rolled.
    pub fn totals(&self) -> BTreeSet<i64> {
        self.all.iter().chain(self.by_side.iter().map(|own| &own.throw)).flat_map(Throw::totals).collect()
    }
}

/// What a table rolls; reports sides and dice that are not there.
pub fn rolled(def: &TableDef, dice: &[Die], vocabulary: &Vocabulary, cx: &mut Cx) -> Rolled {
    let Some(own) = &def.dice else {
        if let Some(against) = &def.against {
            let diag = codes::MISSING_KEY.at(against.span, "`against` needs `dice`: what the other side rolls against");
            cx.diags.push(diag.label("against what?"));
        }
        return Rolled::default();
    };
    if let Some(against) = def.against.as_ref().filter(|_| def.secret == Some(true)) {
        let message = "a secret roll cannot be against the other side's: it would see its own dice";
        cx.diags.push(codes::CONFLICT.at(against.span, message).label("here").help("leave out `secret` or `against`"));
    }
    let throw = |word: &DiceWord, span: Span, against: Option<&Sp<DiceWord>>, cx: &mut Cx| -> Option<Throw> {
        let mut throw = throw(word, span, dice, cx)?;
        throw.against = against.and_then(|other| match &other.value {
            DiceWord::Numbers(numbers) if !numbers.tens_and_units => Some(*numbers),
            _ => {
                let message = "dice against others have numbers that are added up";
                cx.diags
                    .push(codes::BAD_VALUE.at(other.span, message).label("here").help("write, for example, \"1d6\""));
                None
            }
        });
        Some(throw)
    };
    let all_against = def.against.as_ref().and_then(|against| match &against.value {
        DiceSpec::All(word) => Some(Sp::new(word.clone(), against.span)),
        DiceSpec::BySide(_) => None,
    });
    match &own.value {
        DiceSpec::All(word) => {
            if let (Some(against), None) = (&def.against, &all_against) {
                let message = "`against` by side needs `dice` by side";
                cx.diags.push(codes::CONFLICT.at(against.span, message).label("here").also(own.span, "for all sides"));
            }
            Rolled { all: throw(word, own.span, all_against.as_ref(), cx), by_side: Vec::new() }
        }
        DiceSpec::BySide(list) => {
            let mut by_side = Vec::new();
            for (key, word) in list {
                let side = vocabulary.side_names.get(&Sp::new(key.text.clone(), key.span), cx);
                let other = match def.against.as_ref().map(|against| &against.value) {
                    Some(DiceSpec::BySide(others)) => {
                        others.iter().find(|(other, _)| other.text == key.text).map(|(_, word)| word.clone())
                    }
                    _ => all_against.clone(),
                };
                let own = throw(&word.value, word.span, other.as_ref(), cx);
                by_side.extend(side.zip(own).map(|(side, throw)| SideThrow { side, throw }));
            }
            if let Some(side) = &def.side {
                let message = "each side has dice of its own, so no one side rolls";
                cx.diags.push(codes::CONFLICT.at(side.span, message).label("here").also(own.span, "by side"));
            }
            Rolled { all: None, by_side }
        }
    }
}

fn throw(word: &DiceWord, span: Span, known: &[Die], cx: &mut Cx) -> Option<Throw> {
    match word {
        DiceWord::Numbers(dice) => Some(Throw { dice: *dice, die: None, faces: None, against: None }),
        DiceWord::Faces(count, name) => {
            let Some(index) = known.iter().position(|die| die.id == *name) else {
                if known.is_empty() {
                    let help = "write \"2d6\", \"1d10\" or \"d66\"; `[[die]]` declares a die of your own";
                    return cx.bad_value(span, format!("`{name}` is not a dice expression"), help);
                }
                unknown("die", &Sp::new(name.clone(), span), known.iter().map(|die| die.id.as_str()), cx);
                return None;
            };
            let die = &known[index];
            let sides = u32::try_from(die.faces.len()).unwrap_or(0);
            let dice = Dice { count: *count, sides, tens_and_units: false, add: 0 };
            let faces = Some((die.name.clone(), die.faces.clone()));
            Some(Throw { dice, die: Some(Ref::new(index, &die.id)), faces, against: None })
        }
    }
}
