//! References that exist.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// A thing of the model: its place in its list, and its id. Serialised as the id.
pub struct Ref<T> {
    /// Place in the model's list.
    pub index: usize,
    /// The id.
    pub id: Arc<str>,
    of: PhantomData<fn() -> T>,
}

impl<T> Ref<T> {
    /// A reference to the thing at `index`.
    pub fn new(index: usize, id: &str) -> Self {
        Self { index, id: id.into(), of: PhantomData }
    }
}

impl<T> Clone for Ref<T> {
    fn clone(&self) -> Self {
        Self { index: self.index, id: self.id.clone(), of: PhantomData }
    }
}

impl<T> PartialEq for Ref<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<T> Eq for Ref<T> {}

impl<T> PartialOrd for Ref<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Ref<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.index.cmp(&other.index)
    }
}

impl<T> fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

impl<T> fmt::Display for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

impl<T> Serialize for Ref<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.id)
    }
}

impl<T: Named> JsonSchema for Ref<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("RefTo{}", T::WHAT.replace(' ', "")).into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": format!("The id of a {}.", T::WHAT) })
    }
}

/// A kind of thing that is referred to by id.
pub trait Named {
    /// What it is called in messages.
    const WHAT: &'static str;
    /// Its id.
    fn id(&self) -> &str;
}

/// The thing with that id in a list of the model.
pub fn find<'a, T: Named>(list: &'a [T], id: &str) -> Option<&'a T> {
    list.iter().find(|thing| thing.id() == id)
}

macro_rules! named {
    ($($ty:ty = $what:literal),* $(,)?) => { $(
        impl Named for $ty {
            const WHAT: &'static str = $what;
            fn id(&self) -> &str { &self.id }
        }
    )* };
}

use super::*;
named! {
    Side = "side", Size = "size", UnitType = "type", Formation = "formation", ValueKindOf = "value", Layout = "layout",
    Unit = "unit", Marker = "marker", Counter = "counter", Deck = "deck", Card = "card", Map = "map",
    Place = "place", Region = "region", Track = "track", Display = "display", Table = "table", Die = "die",
    Victory = "victory condition", Rule = "rule", Scenario = "scenario", BoxPlace = "box",
}
