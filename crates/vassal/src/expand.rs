//! What becomes of prototypes once a piece is on a map.

use super::piece::{MAX_TRAITS, Piece, saved};
use super::sequence::Decoder;
use super::traits::{Trait, UsePrototype};
use std::borrow::Cow;
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
    /// VASSAL's message formats: *every* `$..$` in it is replaced, and one that is not a parameter by its
    /// bare name. So a prototype with parameters cannot have message formats of its own, and a value
    /// that has a delimiter in it takes the text apart. A prototype that is not a piece any more after
    /// that vanishes.
    pub fn expanded(&self, prototypes: &BTreeMap<String, Piece>) -> Piece {
        let find = |name: &str| prototypes.get(name).map(|piece| (piece, &[][..]));
        let mut traits = Vec::new();
        let mut each = |own: &Trait, _: Option<&TraitText>| traits.push(own.clone());
        Expansion { find: &find, within: Vec::new(), found: 0, each: &mut each }.all(&self.traits, &[]);
        Piece { traits, basic: self.basic.clone() }
    }
}

/// The type and the state of a trait, as pieces have them.
#[derive(Debug)]
struct TraitText {
    own_type: String,
    state: String,
}

/// The prototypes of a module, each with the texts of its traits: they are the same in every piece that uses it.
#[derive(Debug, Default)]
pub struct Expander {
    pieces: BTreeMap<String, Piece>,
    texts: BTreeMap<String, Vec<TraitText>>,
}

impl Expander {
    /// The prototypes by name.
    pub fn pieces(&self) -> &BTreeMap<String, Piece> {
        &self.pieces
    }

    /// The text in a saved game of a piece whose prototypes are still to be expanded: that of [`Piece::expanded`].
    pub fn saved(&self, piece: &Piece, id: &str) -> String {
        let (mut types, mut states) = (Vec::new(), Vec::new());
        self.each(piece, &mut |own, text| match text {
            Some(text) => {
                types.push(Cow::Borrowed(text.own_type.as_str()));
                states.push(Cow::Borrowed(text.state.as_str()));
            }
            None => {
                types.push(Cow::Owned(own.type_text()));
                states.push(Cow::Owned(own.state_text()));
            }
        });
        saved(id, &types, &states, &piece.basic)
    }

    /// What a look at the traits of a piece finds first, its prototypes expanded.
    pub fn find<T>(&self, piece: &Piece, mut look: impl FnMut(&Trait) -> Option<T>) -> Option<T> {
        let mut found = None;
        self.each(piece, &mut |own, _| {
            if found.is_none() {
                found = look(own);
            }
        });
        found
    }

    fn each<'p>(&'p self, piece: &Piece, each: &mut dyn FnMut(&Trait, Option<&'p TraitText>)) {
        let find = |name: &str| {
            let (name, piece) = self.pieces.get_key_value(name)?;
            Some((piece, self.texts.get(name).map(Vec::as_slice).unwrap_or_default()))
        };
        Expansion { find: &find, within: Vec::new(), found: 0, each }.all(&piece.traits, &[]);
    }
}

impl FromIterator<(String, Piece)> for Expander {
    fn from_iter<I: IntoIterator<Item = (String, Piece)>>(all: I) -> Self {
        let pieces: BTreeMap<String, Piece> = all.into_iter().collect();
        let text = |own: &Trait| TraitText { own_type: own.type_text(), state: own.state_text() };
        let texts = |(name, piece): (&String, &Piece)| (name.clone(), piece.traits.iter().map(text).collect());
        Self { texts: pieces.iter().map(texts).collect(), pieces }
    }
}

/// Finds a prototype, and the texts of its traits as far as they are known.
type Find<'a, 'p> = dyn Fn(&str) -> Option<(&'p Piece, &'p [TraitText])> + 'a;

struct Expansion<'a, 'p> {
    find: &'a Find<'a, 'p>,
    within: Vec<String>,
    found: usize,
    /// Is told each trait, and its text if that is known.
    each: &'a mut dyn FnMut(&Trait, Option<&'p TraitText>),
}

impl<'p> Expansion<'_, 'p> {
    fn all(&mut self, traits: &[Trait], texts: &'p [TraitText]) {
        for (n, one) in traits.iter().enumerate() {
            // Prototypes that use others twice over would grow beyond all bounds.
            if self.found >= MAX_TRAITS {
                return;
            }
            match one {
                Trait::UsePrototype(used) => self.prototype(used),
                Trait::Other { id_and_type, .. } if id_and_type.starts_with(COMMENT) => {}
                one => {
                    self.found += 1;
                    (self.each)(one, texts.get(n));
                }
            }
        }
    }

    fn prototype(&mut self, used: &UsePrototype) {
        let Some((piece, texts)) = (self.find)(&used.name) else { return };
        if self.within.contains(&used.name) {
            return;
        }
        self.within.push(used.name.clone());
        match &used.parameters {
            None => self.all(&piece.traits, texts),
            Some(parameters) => {
                if let Ok(piece) = Piece::decode(&filled(&piece.slot_text(), parameters)) {
                    self.all(&piece.traits, &[]);
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
