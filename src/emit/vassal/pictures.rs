//! Pictures of the module: their names, and the drawings behind them.

use super::boards::Board;
use super::icons;
use super::pools::{self, Pool};
use crate::art::{self, charts::Of, faces};
use crate::draw::{Affine, Drawing, Item, Raster};
use crate::emit::{Darkroom, EmitError, Game, file_names};
use crate::model::{Model, Named};
use crate::syntax::MarkerUse;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Names of pictures of pieces.
pub struct Pictures {
    counters: Vec<String>,
    markers: Vec<String>,
    cards: Vec<String>,
    decks: Vec<String>,
}

impl Pictures {
    /// Names for every counter and card.
    pub fn new(model: &Model) -> Self {
        Self {
            counters: stable_names(&model.counters),
            markers: stable_names(&model.markers),
            cards: stable_names(&model.cards),
            decks: stable_names(&model.decks),
        }
    }

    /// A face of a counter.
    pub fn counter(&self, index: usize, back: bool) -> String {
        let name = self.counters.get(index).map_or("x", String::as_str);
        if back { format!("counter_{name}_back.png") } else { format!("counter_{name}.png") }
    }

    /// A marker as the status of a unit.
    pub fn status(&self, marker: usize) -> String {
        format!("status_{}.png", self.markers.get(marker).map_or("x", String::as_str))
    }

    /// A card.
    pub fn card(&self, index: usize) -> String {
        format!("card_{}.png", self.cards.get(index).map_or("x", String::as_str))
    }

    /// The back of a deck's cards.
    pub fn back(&self, deck: usize) -> String {
        format!("cardback_{}.png", self.decks.get(deck).map_or("x", String::as_str))
    }
}

/// File names that depend on nothing but the id: a new counter changes no other's picture.
fn stable_names<T: Named>(things: &[T]) -> Vec<String> {
    let name = |thing: &T| {
        let plain: String =
            thing.id().chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        if plain == thing.id() {
            return plain;
        }
        let hash = blake3::hash(thing.id().as_bytes()).to_hex();
        format!("{plain}_{}", &hash[..6])
    };
    things.iter().map(name).collect()
}

/// A chart of the charts window.
pub struct ChartPicture {
    /// Its title.
    pub title: String,
    /// What it is.
    pub of: Of,
    /// Its file.
    pub file: String,
    drawing: Drawing,
}

/// The charts that a player looks at: tables, aids, turn record and setup cards.
pub fn charts(game: &Game<'_>) -> Vec<ChartPicture> {
    let charts = art::charts(game.model, game.look);
    let files = file_names(charts.iter().map(|chart| chart.id.as_str()));
    let kept = charts.into_iter().zip(files).filter(|(chart, _)| !matches!(chart.of, Of::Display(_)));
    kept.map(|(chart, file)| ChartPicture {
        title: chart.title,
        of: chart.of,
        file: format!("chart_{file}.png"),
        drawing: chart.drawing,
    })
    .collect()
}

/// Charts are read on a screen, beside the map.
const CHART_DPI: f64 = 110.0;

/// Draws every picture that the module names.
pub fn draw(
    game: &Game<'_>,
    (pictures, pools): (&Pictures, &[Pool]),
    boards: &[&Board],
    charts: &[ChartPicture],
    used: &BTreeSet<String>,
) -> Result<BTreeMap<String, Vec<u8>>, EmitError> {
    let (model, look) = (game.model, game.look);
    let mut wanted: Vec<(String, Drawing, f64)> = Vec::new();
    let dpi = game.module_dpi;
    for (n, counter) in model.counters.iter().enumerate() {
        wanted.push((pictures.counter(n, false), faces::counter(model, look, counter, false, 0.0), dpi));
        if counter.back.is_some() {
            wanted.push((pictures.counter(n, true), faces::counter(model, look, counter, true, 0.0), dpi));
        }
    }
    for (n, marker) in model.markers.iter().enumerate().filter(|(_, marker)| marker.role == MarkerUse::Status) {
        if let Some(counter) = model.counters.get(marker.counter.index) {
            let face = faces::counter(model, look, counter, false, 0.0);
            wanted.push((pictures.status(n), half(face), dpi));
        }
    }
    for (n, card) in model.cards.iter().enumerate() {
        wanted.push((pictures.card(n), faces::card(model, look, card, 0.0), dpi));
    }
    for (n, deck) in model.decks.iter().enumerate() {
        wanted.push((pictures.back(n), faces::card_back(model, look, deck, 0.0), dpi));
    }
    wanted.extend(pools.iter().map(|pool| (pool.mask.clone(), pools::mask(model, pool), dpi)));
    wanted.extend(charts.iter().map(|chart| (chart.file.clone(), chart.drawing.clone(), CHART_DPI)));
    wanted.extend(boards.iter().map(|board| (board.image.clone(), board.drawing.clone(), board.dpi)));
    wanted.push((super::module::SPLASH.to_string(), super::splash::splash(game), CHART_DPI));
    // A millimetre of an icon is a pixel.
    for name in used.iter().filter_map(|file| file.strip_prefix("icon_")?.strip_suffix(".png")) {
        let drawing = if name == "moved" { icons::drawn(name, 16.0) } else { icons::toolbar(name) };
        wanted.extend(drawing.map(|drawing| (icons::file(name), drawing, 25.4)));
    }
    wanted.retain(|(file, ..)| used.contains(file));
    let rasters = [Raster::new(dpi), Raster::new(CHART_DPI), Raster::new(25.4)];
    let darkroom = Darkroom::new(game);
    wanted
        .par_iter()
        .map(|(file, drawing, dpi)| {
            let raster = rasters.iter().find(|raster| (raster.dpi() - dpi).abs() < 1e-9).unwrap_or(&rasters[0]);
            Ok((file.clone(), darkroom.png(raster, file, drawing)?))
        })
        .collect()
}

/// A drawing at half its size.
fn half(drawing: Drawing) -> Drawing {
    let mut small = Drawing::new(drawing.width / 2.0, drawing.height / 2.0);
    let place = Affine::scale_shift(0.5, 0.5, 0.0, 0.0);
    small.items.push(Item::Group { place, clip: None, opacity: 1.0, items: drawing.items });
    small
}
