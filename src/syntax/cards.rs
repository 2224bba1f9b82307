//! Card files.

use super::specs::{ExprSpec, SizeSpec};
use crate::source::Sp;
use crate::source::decode::RawAttributes;
use crate::source::values::{Colour, Id};
use crate::{record, words};

record! {
    /// Decks and cards.
    CardsFile as "cards file" {
        /// Decks.
        "deck" decks: Vec<DeckDef>,
        /// Cards.
        "card" cards: Vec<CardDef>,
    }

    /// A deck.
    DeckDef as "deck" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Whose it is.
        "side" side: Option<Sp<String>>,
        /// Colour of its cards.
        "colour" colour: Option<Sp<Colour>>,
        /// Hand size: a number or an expression.
        "hand" hand: Option<Sp<ExprSpec>>,
        /// When the discards are shuffled in.
        "reshuffle" reshuffle: Option<Sp<Reshuffle>>,
        /// The glyph on the backs.
        "glyph" glyph: Option<Sp<String>>,
        /// The template in `templates/cards` that draws its cards; `card` if nothing is said.
        "template" template: Option<Sp<String>>,
        /// The template in `templates/cards` that draws their backs; `back` if nothing is said.
        "back" back: Option<Sp<String>>,
        /// The pictures that are the fronts of its cards, such as `art/{id}.png`, instead of drawn ones.
        "image" image: Option<Sp<String>>,
        /// The picture that is the back of its cards.
        "back-image" back_image: Option<Sp<String>>,
        /// Width and height of its cards; default: those of the template.
        "size" size: Option<Sp<SizeSpec>>,
        /// The order to print its cards in.
        "holds" holds: Vec<Sp<String>>,
    }

    /// A card.
    CardDef as "card" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Ids it had before: the pieces of saved games stay its own.
        "was" was: Vec<Sp<Id>>,
        /// Its deck.
        "deck" deck: Sp<String>,
        /// Its title.
        "title" title: Sp<String>,
        /// What it does; not needed with an `image`.
        "effect" effect: Option<Sp<String>>,
        /// When it is played: impulse, any-time, or other words.
        "when" when: Option<String>,
        /// Copies.
        "copies" copies: Option<Sp<i64>>,
        /// Several copies played together.
        "repeat" repeat: Option<Sp<CardRepeat>>,
        /// The extension of the module that has it, instead of the module.
        "extension" extension: Option<Sp<Id>>,
        /// Printed but not played.
        "unused" unused: Option<bool>,
        /// The picture that is its front, such as `art/{id}.png`, instead of a drawn one.
        "image" image: Option<Sp<String>>,
        /// The picture that is its back, if it is not that of the deck.
        "back-image" back_image: Option<Sp<String>>,
        /// Attributes the game declares.
        "" attributes: RawAttributes,
    }
}

words! {
    /// When discards are shuffled in.
    Reshuffle("a reshuffle time") {
        /// When a hand cannot be filled.
        WhenShort = "when-short",
        /// When the deck is empty.
        WhenEmpty = "when-empty",
        /// Never.
        Never = "never",
    }

    /// Several copies played together.
    CardRepeat("a repeat rule") {
        /// Their effects add up.
        Cumulative = "cumulative",
        /// Each is resolved by itself.
        OneByOne = "one-by-one",
        /// Only one may be played.
        Once = "once",
    }
}
