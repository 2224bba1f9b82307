//! Pictures, each known by a hash of what it is drawn from. They are drawn when a page asks for them.

use super::game::Good;
use crate::art::faces::Sketch;
use crate::art::{self, stacks};
use crate::compile::{CheckMemory, SoundGame, preview};
use crate::diag::Diagnostics;
use crate::draw::{Affine, Drawing, Rect, TextMode, to_svg};
use crate::emit::Game;
use crate::emit::print::{PrintedPage, printed_pages};
use crate::model::Model;
use crate::source::presets;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

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
pub struct FaceKeys {
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

impl FaceKeys {
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

/// What counters are laid on, by its place in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardOf {
    /// A map.
    Map(usize),
    /// The sheets of a display, side by side.
    Display(usize),
}

impl BoardOf {
    /// The board that pages call so: a map by its id, a display by `display:` and its id.
    pub fn find(model: &Model, id: &str) -> Option<Self> {
        match id.strip_prefix("display:") {
            Some(id) => model.displays.iter().position(|own| own.id == id).map(Self::Display),
            None => model.maps.iter().position(|own| own.id == id).map(Self::Map),
        }
    }
}

/// A map or a display that was drawn.
pub struct DrawnBoard {
    /// What no stack may cover.
    pub taken: Vec<Rect>,
    /// Where the places of a display are; those of a map know it themselves.
    pub rooms: BTreeMap<usize, Rect>,
    /// Parts of the picture, one above the other: each as large as the map, with the key of its own items.
    pub parts: Vec<(String, Range<usize>)>,
    drawing: Drawing,
}

/// How many bytes of items a part has at least, and at most unless one item has more.
const PART: Range<usize> = 16 << 10..96 << 10;
/// The same in items: a short text has few bytes, but many outlines.
const ITEMS: Range<usize> = 24..96;

impl DrawnBoard {
    /// Draws a map or a display of a game.
    pub fn new(sound: &SoundGame, board: BoardOf) -> Option<Self> {
        let (drawing, rooms) = match board {
            BoardOf::Map(n) => (art::map(&sound.model, &sound.look, sound.model.maps.get(n)?), BTreeMap::new()),
            BoardOf::Display(n) => display(sound, n)?,
        };
        Some(Self { taken: stacks::taken(&drawing), rooms, parts: parts(&drawing), drawing })
    }

    /// Width and height in millimetres.
    pub fn size(&self) -> (f64, f64) {
        (self.drawing.width, self.drawing.height)
    }

    /// The part with a key, as SVG.
    pub fn part(&self, key: &str) -> Option<Vec<u8>> {
        let (_, range) = self.parts.iter().find(|(own, _)| own == key)?;
        let mut part = Drawing::new(self.drawing.width, self.drawing.height);
        part.items = self.drawing.items.get(range.clone())?.to_vec();
        Some(to_svg(&part, TextMode::Outlined).into_bytes())
    }
}

/// Millimetres between the sheets of a display.
const BETWEEN: f64 = 6.0;

/// The sheets of a display side by side, and where its places are.
fn display(sound: &SoundGame, index: usize) -> Option<(Drawing, BTreeMap<usize, Rect>)> {
    let sheets: Vec<_> = art::display_trays(&sound.model, &sound.look)
        .into_iter()
        .filter(|chart| chart.of == art::charts::Of::Display(index))
        .collect();
    let height = sheets.iter().map(|own| own.drawing.height).reduce(f64::max)?;
    let width = sheets.iter().map(|own| own.drawing.width + BETWEEN).sum::<f64>() - BETWEEN;
    let (mut all, mut rooms, mut x) = (Drawing::new(width, height), BTreeMap::new(), 0.0);
    for art::charts::Chart { drawing, rooms: own, .. } in sheets {
        let place = Affine::shift(x, 0.0);
        for (room, rect) in own {
            if let art::charts::TrayRoom::Place(n) = room {
                rooms.insert(n, place.apply_rect(rect));
            }
        }
        x += drawing.width + BETWEEN;
        all.place(drawing, place);
    }
    // Pale counters are there to lie on.
    all.solids.retain(|(name, _)| !name.starts_with("counter "));
    Some((all, rooms))
}

/// Cuts a drawing into parts where the items themselves say it, so that a changed item changes its own part only, and
/// pages keep all others.
fn parts(drawing: &Drawing) -> Vec<(String, Range<usize>)> {
    let mut parts = Vec::new();
    let (mut start, mut bytes, mut hash) = (0, 0, blake3::Hasher::new());
    let prints = drawing.fingerprints();
    for (n, (print, size)) in prints.iter().enumerate() {
        hash.update(print);
        bytes += size;
        let items = n + 1 - start;
        let may = bytes >= PART.start || items >= ITEMS.start;
        let cut = bytes >= PART.end || items >= ITEMS.end || may && print[0] < 64;
        if cut || n + 1 == prints.len() {
            parts.push((hex(*hash.finalize().as_bytes()), start..n + 1));
            (start, bytes, hash) = (n + 1, 0, blake3::Hasher::new());
        }
    }
    parts
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

impl DrawnChart {
    fn new(chart: art::charts::Chart) -> Self {
        let art::charts::Chart { id, of, title, drawing, .. } = chart;
        let key = hex(drawing.fingerprint());
        Self { id, of, title, drawing, key }
    }
}

/// Pages on paper.
pub struct PrintedPages {
    /// The papers that there are.
    pub papers: Vec<String>,
    /// The pages, each with its key.
    pub pages: Vec<(String, PrintedPage)>,
}

impl Good {
    /// The pages of the print kit for a paper, by the game's own settings or by a preset.
    pub fn printed(&self, preset: &str, paper: Option<&str>) -> Result<(String, Arc<PrintedPages>), String> {
        let other = (!preset.is_empty()).then(|| self.with_preset(preset)).transpose()?;
        let sound = other.as_ref().unwrap_or(&self.sound);
        let papers: Vec<String> = sound.print.settings.papers.iter().map(|own| own.name.clone()).collect();
        let wanted = paper.filter(|paper| papers.iter().any(|own| own == paper));
        let paper = wanted.map(str::to_string).or_else(|| papers.first().cloned()).ok_or("there is no paper")?;
        let place = (preset.to_string(), paper.clone());
        let kept = || self.prints.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(printed) = kept().get(&place) {
            return Ok((paper, printed.clone()));
        }
        let pages = printed_pages(&Game::new(sound), &paper).map_err(|why| why.to_string())?;
        let pages = pages.into_iter().map(|page| (hex(page.drawing.fingerprint()), page)).collect();
        let printed = Arc::new(PrintedPages { papers, pages });
        kept().insert(place, printed.clone());
        Ok((paper, printed))
    }

    /// The game as a preset would print it.
    fn with_preset(&self, preset: &str) -> Result<SoundGame, String> {
        let known = presets().into_iter().any(|(name, _)| name == preset);
        let mut sources = (*self.sources).clone();
        sources.add_option("preset", &format!("preset = \"{preset}\""));
        let game = if known { preview(&CheckMemory::default(), (sources, Diagnostics::default())).game } else { None };
        game.ok_or_else(|| format!("there is no preset `{preset}`, or this game cannot be printed by it"))
    }

    fn printed_page(&self, key: &str) -> Option<Drawing> {
        let prints = self.prints.lock().unwrap_or_else(PoisonError::into_inner);
        let mut pages = prints.values().flat_map(|printed| &printed.pages);
        pages.find(|(own, _)| own == key).map(|(_, page)| page.drawing.clone())
    }

    /// All charts.
    pub fn charts(&self) -> &[DrawnChart] {
        self.charts
            .get_or_init(|| art::charts(&self.sound.model, &self.sound.look).into_iter().map(DrawnChart::new).collect())
    }

    /// The charts of tables: who changes one need not wait for all others.
    pub fn tables(&self) -> &[DrawnChart] {
        self.tables
            .get_or_init(|| art::tables(&self.sound.model, &self.sound.look).into_iter().map(DrawnChart::new).collect())
    }

    /// The face or chart with that key, as SVG.
    pub fn picture(&self, key: &str) -> Option<Vec<u8>> {
        let drawing = match self.faces.by_key.get(key) {
            Some(of) => sketch(&self.sound, *of)?.draw(),
            None => {
                let mut charts = [&self.tables, &self.charts].into_iter().filter_map(OnceLock::get).flatten();
                let chart = charts.find(|chart| chart.key == key);
                chart.map(|chart| chart.drawing.clone()).or_else(|| self.printed_page(key))?
            }
        };
        Some(to_svg(&drawing, TextMode::Outlined).into_bytes())
    }
}

/// Pictures that were made.
#[derive(Default)]
pub struct Store(Mutex<KeptPictures>);

#[derive(Default)]
struct KeptPictures {
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
            *kept = KeptPictures::default();
        }
        kept.bytes += picture.len();
        kept.pictures.insert(key.to_string(), picture.clone());
        Some(picture)
    }
}
