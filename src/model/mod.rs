//! The model: a whole game, checked and resolved.
//!
//! Plain data: references are typed ([`Ref`]) and exist, units are millimetres, tables have numeric
//! ranges, adjacency is worked out in both directions. No file names, no spans, no I/O. Serialised
//! as it stands it is the engine data, so every doc comment here is also the documentation of
//! `schema/engine.schema.json`.

mod counters;
mod dice;
mod display;
mod edges;
mod events;
mod formula;
mod game;
mod grid;
mod map;
mod operations;
mod places;
pub mod print;
mod reference;
mod rules;
mod scenario;
mod table;

pub use counters::*;
pub use dice::{Die, DieFace, SideThrow, Throw};
pub use display::*;
pub use edges::*;
pub use events::*;
pub use formula::Formula;
pub use game::*;
pub use grid::MapGrid;
pub use map::*;
pub use operations::*;
pub use places::*;
pub use reference::{Named, Ref, find};
pub use rules::*;
pub use scenario::*;
pub use table::*;

use crate::source::values::Colour;
use schemars::JsonSchema;
use serde::Serialize;

/// Version of the engine data's format.
pub const FORMAT: u32 = 1;

/// A game.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "Punchboard engine data")]
pub struct Model {
    /// Version of this format.
    pub format: u32,
    /// The game.
    pub game: GameInfo,
    /// Where the data come from: how many data of each kind of record rest on which kind of source.
    pub coverage: Coverage,
    /// What the source text lacks and was not invented.
    pub missing: Vec<Missing>,
    /// Sides.
    pub sides: Vec<Side>,
    /// Echelons, smallest first.
    pub sizes: Vec<Size>,
    /// Unit types.
    pub types: Vec<UnitType>,
    /// Formations.
    pub formations: Vec<Formation>,
    /// Numbers printed on counters.
    pub values: Vec<ValueKindOf>,
    /// Layouts of unit counters.
    pub layouts: Vec<Layout>,
    /// What the author's own keys mean.
    pub attributes: Vec<AttributeInfo>,
    /// Units.
    pub units: Vec<Unit>,
    /// Markers.
    pub markers: Vec<Marker>,
    /// The cardboard: one record for each distinct counter.
    pub counters: Vec<Counter>,
    /// Decks.
    pub decks: Vec<Deck>,
    /// Cards.
    pub cards: Vec<Card>,
    /// Maps.
    pub maps: Vec<Map>,
    /// Every place a counter can be: areas, hexes, boxes and spaces of tracks.
    pub places: Vec<Place>,
    /// Adjacency, each pair in both directions unless it leads one way only.
    pub edges: Vec<Edge>,
    /// Regions.
    pub regions: Vec<Region>,
    /// Tracks.
    pub tracks: Vec<Track>,
    /// Sheets beside the map.
    pub displays: Vec<Display>,
    /// Dice whose faces have names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Die>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Rules.
    pub rules: Rules,
    /// Scenarios.
    pub scenarios: Vec<Scenario>,
    /// Worked examples to hold an engine to, with the keys of `examples.schema.json`.
    pub examples: Vec<serde_json::Value>,
}

impl Model {
    /// The players, each once, in the order of their sides.
    pub fn players(&self) -> Vec<&str> {
        let mut players: Vec<&str> = Vec::new();
        for player in self.sides.iter().map(Side::player) {
            if !players.contains(&player) {
                players.push(player);
            }
        }
        players
    }

    /// Whether one player commands both of two sides.
    pub fn allied(&self, a: usize, b: usize) -> bool {
        first_of_player(&self.sides, a) == first_of_player(&self.sides, b)
    }

    /// The strength tracks of its units.
    pub fn strengths(&self) -> impl Iterator<Item = &Strength> {
        self.displays.iter().flat_map(|display| &display.strengths)
    }

    /// Whether a marker shows the strength of units.
    pub fn shows_strength(&self, marker: usize) -> bool {
        self.strengths().any(|strength| strength.marker.as_ref().is_some_and(|own| own.index == marker))
    }

    /// The side of a counter, in millimetres.
    pub fn side_of(&self, counter: &Counter) -> f64 {
        counter.size.unwrap_or(self.game.counter_size)
    }

    /// The face of a marker that is up.
    pub fn face_of(&self, marker: usize, back: bool) -> Option<&Face> {
        let counter = self.counters.get(self.markers.get(marker)?.counter.index)?;
        if back { counter.back.as_ref() } else { Some(&counter.front) }
    }

    /// Ground and ink of a unit's counters: of its formation or the nearest above it that says them, of its type, or
    /// of its side.
    pub fn colours_of(&self, unit: &Unit) -> (Colour, Colour) {
        let mut own = unit.formation.as_ref().and_then(|formation| self.formations.get(formation.index));
        // Formations above each other form no circle; a bound costs nothing.
        for _ in 0..self.formations.len() {
            let Some(formation) = own else { break };
            if let Some(ground) = formation.ground {
                return (ground, formation.ink.unwrap_or_else(|| ground.ink()));
            }
            own = formation.parent.as_ref().and_then(|parent| self.formations.get(parent.index));
        }
        let kind = self.types.get(unit.unit_type.index);
        if let Some((kind, ground)) = kind.and_then(|kind| Some((kind, kind.ground?))) {
            return (ground, kind.ink.unwrap_or_else(|| ground.ink()));
        }
        let side = self.sides.get(unit.side.index);
        side.map_or((Colour([255; 3]), Colour([0; 3])), |side| (side.colour, side.ink))
    }

    /// The side of the largest counter, in millimetres.
    pub fn largest_counter(&self) -> f64 {
        let sides = self.counters.iter().map(|counter| self.side_of(counter));
        sides.reduce(f64::max).unwrap_or(self.game.counter_size)
    }

    /// The colour of the map's edge that leads to a box, if it has one of its own.
    pub fn edge_colour(&self, place: &str) -> Option<Colour> {
        let mut edges = self.maps.iter().flat_map(|map| &map.edges);
        edges.find_map(|edge| edge.colour.filter(|_| edge.to.as_ref().is_some_and(|to| *to.id == *place)))
    }
}
