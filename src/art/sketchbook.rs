//! What is drawn once for a game, whoever asks for it.

use super::charts::{self, Chart};
use super::faces::{self, FaceProblem, KnownFace, Sketch, finished_key};
use super::{MapSketch, Memory};
use crate::draw::{Item, Shared};
use crate::look::Look;
use crate::look::styles::ChartStyle;
use crate::model::Model;
use std::borrow::Cow;
use std::sync::OnceLock;

/// The faces of a game's counters without their bleed and their keys, its charts, and the keys of its maps. An empty one draws what it is asked
/// for, each time.
#[derive(Default)]
pub struct Sketchbook {
    /// Front and back of each counter, in the order of the model.
    counters: Vec<[Option<KnownFace>; 2]>,
    maps: OnceLock<Vec<[u8; 32]>>,
    /// Charts in the game's own style.
    charts: OnceLock<Vec<Chart>>,
}

/// Whether charts look the same in two styles.
fn same(one: &ChartStyle, other: &ChartStyle) -> bool {
    std::ptr::eq(one, other) || format!("{one:?}") == format!("{other:?}")
}

/// Faces of more counters are not kept: they would be most of what is in memory.
const MOST: usize = 5000;

impl Sketchbook {
    /// Draws every face once, but for those that are known to be in order; says what goes wrong.
    pub fn of(model: &Model, look: &Look, memory: &dyn Memory) -> (Self, Vec<FaceProblem>) {
        let (counters, problems) = faces::all(model, look, model.counters.len() <= MOST, memory);
        (Self { counters, ..Self::default() }, problems)
    }

    /// What is on the front or back of a counter, by its place in the model.
    pub fn counter(&self, model: &Model, look: &Look, index: usize, back: bool) -> Vec<Item> {
        let Some(counter) = model.counters.get(index) else { return Vec::new() };
        let draw = || Shared::new(faces::counter(model, look, counter, back, 0.0).items);
        let items = match self.known(index, back) {
            Some(face) if model.counters.len() <= MOST => face.items.get_or_init(draw).clone(),
            _ => draw(),
        };
        vec![Item::Inlined(items)]
    }

    /// The key of a counter's face with a bleed and perhaps an edge: that of its [`Sketch`].
    pub fn key(&self, model: &Model, look: &Look, (index, back): (usize, bool), bleed: f64, edge: bool) -> [u8; 32] {
        let content = match (self.known(index, back), model.counters.get(index)) {
            (Some(known), _) => known.key,
            (None, Some(counter)) => Sketch::counter(model, look, counter, back, bleed).content_key(),
            (None, None) => [0; 32],
        };
        finished_key(&content, bleed, edge)
    }

    fn known(&self, index: usize, back: bool) -> Option<&KnownFace> {
        self.counters.get(index)?[usize::from(back)].as_ref()
    }

    /// All charts of a game in a style. In that of the game they are laid out once, unless counters are too many.
    pub fn charts(&self, model: &Model, look: &Look, style: &ChartStyle) -> Cow<'_, [Chart]> {
        let face = |counter: usize, back: bool| self.counter(model, look, counter, back);
        let all = || charts::all(model, &look.images, style, &face);
        if self.counters.is_empty() || model.counters.len() > MOST || !same(style, &look.styles.charts) {
            return Cow::Owned(all());
        }
        Cow::Borrowed(self.charts.get_or_init(all))
    }

    /// All maps of a game, not drawn yet.
    pub fn maps<'a>(&self, model: &'a Model, look: &'a Look) -> Vec<MapSketch<'a>> {
        MapSketch::with_keys(model, look, self.maps.get_or_init(|| MapSketch::keys(model, look)))
    }
}
