//! What becomes of prototypes once a piece is on a map.

use super::piece::{MAX_TRAITS, Piece};
use super::sequence::Decoder;
use super::traits::{Trait, UsePrototype};
use std::collections::BTreeMap;

/// A comment; VASSAL leaves it out of pieces in play.
const COMMENT: &str = "cmt;";

impl Piece {
    /// The piece as VASSAL makes it when it puts one on a map, and so as it stands in saved games.
    ///
    /// In place of each [`UsePrototype`] stand the traits of the prototype with their states, in their
    /// order; the trait itself is gone. The prototype's basic piece counts for nothing. A prototype
    /// nobody defined vanishes without a word. One that uses itself vanishes there too; VASSAL
    /// reports an endless loop. Comments are left out.
    ///
    /// Parameters are replaced in the text of the prototype, before it is taken apart, by the rules of
    /// VASSAL's message formats: *every* `$..$` in it is replaced, and one that is no parameter by its
    /// bare name. So a prototype with parameters cannot have message formats of its own, and a value
    /// that has a delimiter in it takes the text apart. A prototype that is no piece any more after
    /// that vanishes.
    pub fn expanded(&self, prototypes: &BTreeMap<String, Piece>) -> Piece {
        let mut traits = Vec::new();
        Expansion { prototypes, within: Vec::new(), traits: &mut traits }.all(&self.traits);
        Piece { traits, basic: self.basic.clone() }
    }
}

struct Expansion<'a> {
    prototypes: &'a BTreeMap<String, Piece>,
    within: Vec<String>,
    traits: &'a mut Vec<Trait>,
}

impl Expansion<'_> {
    fn all(&mut self, traits: &[Trait]) {
        for one in traits {
            // Prototypes that use others twice over would grow beyond all bounds.
            if self.traits.len() >= MAX_TRAITS {
                return;
            }
            match one {
                Trait::UsePrototype(used) => self.prototype(used),
                Trait::Other { id_and_type, .. } if id_and_type.starts_with(COMMENT) => {}
                one => self.traits.push(one.clone()),
            }
        }
    }

    fn prototype(&mut self, used: &UsePrototype) {
        let Some(piece) = self.prototypes.get(&used.name) else { return };
        if self.within.contains(&used.name) {
            return;
        }
        self.within.push(used.name.clone());
        match &used.parameters {
            None => self.all(&piece.traits),
            Some(parameters) => {
                if let Ok(piece) = Piece::decode(&filled(&piece.slot_text(), parameters)) {
                    self.all(&piece.traits);
                }
            }
        }
        self.within.pop();
    }
}

/// A text with values for its `$name$`, as VASSAL fills a message format.
fn filled(text: &str, values: &[(String, String)]) -> String {
    if !text.contains('$') {
        return text.to_string();
    }
    let mut filled = String::new();
    let mut tokens = Decoder::new(text.trim(), '$');
    let mut is_name = false;
    while let Some(token) = tokens.next() {
        // A last `$` without a partner begins no name.
        let value = values.iter().rev().find(|(name, _)| is_name && tokens.rest().is_some() && *name == token);
        filled.push_str(value.map_or(&token, |(_, value)| value));
        is_name = !is_name;
    }
    filled
}
