//! Values while a game is played: everything that has a name is an index.

use crate::expr::{Number, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A text, by its number.
pub type Sym = u32;

/// A value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Val {
    /// Nothing yet.
    None,
    /// A number.
    Num(Number),
    /// Yes or no.
    Bool(bool),
    /// A text.
    Text(Sym),
    /// Several plain values.
    List(Arc<[Val]>),
    /// A unit.
    Unit(u16),
    /// Some units.
    Units(Vec<u16>),
    /// A place.
    Place(u16),
    /// Some places.
    Places(Vec<u16>),
    /// A card.
    Card(u16),
    /// Some cards.
    Cards(Vec<u16>),
    /// A marker.
    Marker(u16),
    /// Some markers.
    Markers(Vec<u16>),
}

impl Val {
    /// A whole number.
    pub fn whole(number: usize) -> Self {
        Val::Num(Number::new(i64::try_from(number).unwrap_or(i64::MAX), 1))
    }

    /// The members of it, whatever they are: one is also some.
    pub fn members(&self) -> &[u16] {
        match self {
            Val::Unit(one) | Val::Place(one) | Val::Card(one) | Val::Marker(one) => std::slice::from_ref(one),
            Val::Units(some) | Val::Places(some) | Val::Cards(some) | Val::Markers(some) => some,
            _ => &[],
        }
    }

    /// The number, rounded down; 0 if it is none.
    pub fn floor(&self) -> i64 {
        match self {
            Val::Num(number) => number.floor().to_whole().unwrap_or(0),
            _ => 0,
        }
    }
}

/// All texts of a game, numbered.
#[derive(Debug, Default)]
pub struct NumberedTexts {
    by_text: BTreeMap<String, Sym>,
    texts: Vec<String>,
}

/// The number of texts that no rule of the game can mean.
const FOREIGN: Sym = Sym::MAX;

impl NumberedTexts {
    /// The number of a text, which gets one if it has none.
    pub fn number(&mut self, text: &str) -> Sym {
        if let Some(known) = self.by_text.get(text) {
            return *known;
        }
        let sym = Sym::try_from(self.texts.len()).unwrap_or(FOREIGN);
        self.by_text.insert(text.to_string(), sym);
        self.texts.push(text.to_string());
        sym
    }

    /// The number of a text.
    pub fn find(&self, text: &str) -> Sym {
        self.by_text.get(text).copied().unwrap_or(FOREIGN)
    }

    /// A text by its number.
    pub fn text(&self, sym: Sym) -> &str {
        usize::try_from(sym).ok().and_then(|sym| self.texts.get(sym)).map_or("", String::as_str)
    }

    /// A value of an expression, whose texts get numbers.
    pub fn take(&mut self, value: &Value) -> Val {
        match value {
            Value::Number(number) => Val::Num(*number),
            Value::Bool(yes) => Val::Bool(*yes),
            Value::Text(text) => Val::Text(self.number(text)),
            Value::List(items) => Val::List(items.iter().map(|item| self.take(item)).collect()),
            Value::Collection(_) => Val::None,
        }
    }

    /// The same for texts that have numbers.
    pub fn known(&self, value: &Value) -> Val {
        match value {
            Value::Number(number) => Val::Num(*number),
            Value::Bool(yes) => Val::Bool(*yes),
            Value::Text(text) => Val::Text(self.find(text)),
            Value::List(items) => Val::List(items.iter().map(|item| self.known(item)).collect()),
            Value::Collection(_) => Val::None,
        }
    }

    /// A plain value, as expressions have it.
    pub fn give(&self, val: &Val) -> Option<Value> {
        match val {
            Val::Num(number) => Some(Value::Number(*number)),
            Val::Bool(yes) => Some(Value::Bool(*yes)),
            Val::Text(sym) => Some(Value::Text(self.text(*sym).to_string())),
            _ => None,
        }
    }
}
