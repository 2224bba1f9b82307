//! Tracks and the sheets beside the map.

use super::{About, Map, Marker, Place, Ref, Side, Unit};
use crate::syntax::{SlotLine, TrackKind};
use schemars::JsonSchema;
use serde::Serialize;

/// A track.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Track {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it counts.
    pub kind: TrackKind,
    /// Whose it is.
    pub side: Option<Ref<Side>>,
    /// The unit whose strength it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Ref<Unit>>,
    /// The map it is on.
    pub map: Option<Ref<Map>>,
    /// The display it is on.
    pub display: Option<Ref<Display>>,
    /// Its spaces, in order.
    pub spaces: Vec<Ref<Place>>,
    /// Whether reinforcements of all sides wait on its spaces.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reinforcements: bool,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A sheet beside the map.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Display {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Option<Ref<Side>>,
    /// Width and height in millimetres.
    pub size: Option<(f64, f64)>,
    /// Its boxes.
    pub boxes: Vec<Ref<Place>>,
    /// Its tracks.
    pub tracks: Vec<Ref<Track>>,
    /// Strength tracks, one a unit.
    pub strengths: Vec<Strength>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// The strength track of a unit.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Strength {
    /// The unit.
    pub unit: Ref<Unit>,
    /// The heading above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Lowest number.
    pub from: i64,
    /// Highest number.
    pub to: i64,
    /// The number at which the unit starts.
    pub start: i64,
    /// The track: its spaces are the numbers from the lowest up.
    pub track: Ref<Track>,
    /// The marker that shows the present number.
    pub marker: Option<Ref<Marker>>,
    /// Boxes for assets.
    pub slots: Vec<Slot>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

/// A box for assets beside a strength track.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Slot {
    /// The place.
    pub place: Ref<Place>,
    /// Its outline.
    pub line: SlotLine,
    /// The units that lie in it; none: any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takes: Option<Vec<Ref<Unit>>>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}

impl Strength {
    /// The space of a number.
    pub fn space<'t>(&self, tracks: &'t [Track], number: i64) -> Option<&'t Ref<Place>> {
        tracks.get(self.track.index)?.spaces.get(usize::try_from(number - self.from).ok()?)
    }
}

impl Slot {
    /// How well a unit fits: a slot that is for it first, one that is for others not at all.
    pub fn fits(&self, unit: usize) -> Option<u8> {
        match &self.takes {
            Some(takes) => takes.iter().any(|own| own.index == unit).then_some(0),
            None => Some(1),
        }
    }
}

/// The slots of a unit that a unit may lie in and that are free, the best first.
pub fn free_slots(displays: &[Display], owner: usize, unit: usize, taken: impl Fn(usize) -> bool) -> Vec<&Ref<Place>> {
    let own = displays.iter().flat_map(|display| &display.strengths).filter(|strength| strength.unit.index == owner);
    let slots = own.flat_map(|strength| &strength.slots).filter(|slot| !taken(slot.place.index));
    let mut fitting: Vec<(u8, &Ref<Place>)> = slots.filter_map(|slot| Some((slot.fits(unit)?, &slot.place))).collect();
    fitting.sort_by_key(|(how, _)| *how);
    fitting.into_iter().map(|(_, place)| place).collect()
}
