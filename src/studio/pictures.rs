//! Pictures, each known by a hash of what it is drawn from. They are drawn when a page asks for them.

use super::game::Good;
use crate::art::faces::Sketch;
use crate::art::{self, stacks};
use crate::compile::SoundGame;
use crate::draw::{Drawing, Rect, TextMode, to_svg};
use crate::model::Model;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A face of a game, by its place in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaceOf {
    /// A counter, and whether its back.
    Counter(usize, bool),
    /// The front of a card.
    Card(usize),
    /// The back of a deck's cards.
    Deck(usize),
}

/// The keys of all faces of a game.
pub struct Faces {
    /// Of each counter, front and back; none if its back is blank.
    pub counters: Vec<(String, Option<String>)>,
    /// Of each card.
    pub cards: Vec<String>,
    /// Of each deck's backs.
    pub decks: Vec<String>,
    by_key: BTreeMap<String, FaceOf>,
}

fn hex(key: [u8; 32]) -> String {
    blake3::Hash::from(key).to_hex()[..32].to_string()
}

fn sketch<'a>(sound: &'a SoundGame, of: FaceOf) -> Option<Sketch<'a>> {
    let SoundGame { model, look, .. } = sound;
    Some(match of {
        FaceOf::Counter(n, back) => Sketch::counter(model, look, model.counters.get(n)?, back, 0.0).edged(),
        FaceOf::Card(n) => Sketch::card(model, look, model.cards.get(n)?, 0.0).edged(),
        FaceOf::Deck(n) => Sketch::card_back(model, look, model.decks.get(n)?, 0.0).edged(),
    })
}

impl Faces {
    /// Works out the keys of all faces.
    pub fn new(sound: &SoundGame) -> Self {
        let key = |of: FaceOf| sketch(sound, of).map(|sketch| hex(sketch.key())).unwrap_or_default();
        let SoundGame { model, .. } = sound;
        let counters: Vec<_> = model
            .counters
            .par_iter()
            .enumerate()
            .map(|(n, counter)| {
                let back = counter.back.is_some().then(|| key(FaceOf::Counter(n, true)));
                (key(FaceOf::Counter(n, false)), back)
            })
            .collect();
        let cards: Vec<String> = (0..model.cards.len()).map(|n| key(FaceOf::Card(n))).collect();
        let decks: Vec<String> = (0..model.decks.len()).map(|n| key(FaceOf::Deck(n))).collect();
        let mut by_key = BTreeMap::new();
        for (n, (front, back)) in counters.iter().enumerate() {
            by_key.insert(front.clone(), FaceOf::Counter(n, false));
            by_key.extend(back.iter().map(|back| (back.clone(), FaceOf::Counter(n, true))));
        }
        by_key.extend(cards.iter().enumerate().map(|(n, key)| (key.clone(), FaceOf::Card(n))));
        by_key.extend(decks.iter().enumerate().map(|(n, key)| (key.clone(), FaceOf::Deck(n))));
        Self { counters, cards, decks, by_key }
    }

    /// The keys by what they are of, to compare two states of a game.
    pub fn by_name(&self, model: &Model) -> BTreeMap<String, String> {
        let mut names = BTreeMap::new();
        for (counter, (front, back)) in model.counters.iter().zip(&self.counters) {
            names.insert(format!("counter {} front", counter.id), front.clone());
            names.extend(back.iter().map(|back| (format!("counter {} back", counter.id), back.clone())));
        }
        names.extend(model.cards.iter().zip(&self.cards).map(|(card, key)| (format!("card {}", card.id), key.clone())));
        names
    }
}

/// A map that was drawn.
pub struct DrawnMap {
    /// The picture.
    pub svg: Arc<Vec<u8>>,
    /// What no stack may cover.
    pub taken: Vec<Rect>,
}

impl DrawnMap {
    /// Draws a map of a game.
    pub fn new(sound: &SoundGame, index: usize) -> Option<Self> {
        let drawing = art::map(&sound.model, &sound.look, sound.model.maps.get(index)?);
        let svg = Arc::new(to_svg(&drawing, TextMode::Outlined).into_bytes());
        Some(Self { svg, taken: stacks::taken(&drawing) })
    }
}

/// A chart that was drawn.
pub struct DrawnChart {
    /// Its id.
    pub id: String,
    /// What it is.
    pub of: art::charts::Of,
    /// Its title.
    pub title: String,
    /// The drawing.
    pub drawing: Drawing,
    /// Its key.
    pub key: String,
}

impl Good {
    /// All charts.
    pub fn charts(&self) -> &[DrawnChart] {
        self.charts.get_or_init(|| {
            let drawn = |chart: art::charts::Chart| {
                let art::charts::Chart { id, of, title, drawing, .. } = chart;
                let key = hex(drawing.fingerprint());
                DrawnChart { id, of, title, drawing, key }
            };
            art::charts(&self.sound.model, &self.sound.look).into_iter().map(drawn).collect()
        })
    }

    /// The face or chart with that key, as SVG.
    pub fn picture(&self, key: &str) -> Option<Vec<u8>> {
        let drawing = match self.faces.by_key.get(key) {
            Some(of) => sketch(&self.sound, *of)?.draw(),
            None => self.charts.get()?.iter().find(|chart| chart.key == key)?.drawing.clone(),
        };
        Some(to_svg(&drawing, TextMode::Outlined).into_bytes())
    }
}

/// Pictures that were made.
#[derive(Default)]
pub struct Store(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    pictures: BTreeMap<String, Arc<Vec<u8>>>,
    bytes: usize,
}

/// Bytes that are kept before they are all let go.
const MOST: usize = 128 << 20;

impl Store {
    /// The picture with that key; made if it is not there.
    pub fn get(&self, key: &str, make: impl FnOnce() -> Option<Vec<u8>>) -> Option<Arc<Vec<u8>>> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(picture) = kept().pictures.get(key) {
            return Some(picture.clone());
        }
        let picture = Arc::new(make()?);
        let mut kept = kept();
        if kept.bytes > MOST {
            *kept = Kept::default();
        }
        kept.bytes += picture.len();
        kept.pictures.insert(key.to_string(), picture.clone());
        Some(picture)
    }
}
