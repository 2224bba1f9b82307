//! `images/`: every counter, card, map and chart as a picture, and contact sheets of all counters.

use super::{EmitError, Game, Sink};
use crate::art::faces;
use crate::art::{self, contact};
use crate::draw::{Drawing, Raster, TextMode, to_svg};
use crate::model::Named;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rendered pictures are told apart by this too: raise it when rendering changes.
const RENDERER: &str = "punchboard pictures 1";

/// Draws everything.
pub fn images(game: &Game<'_>, sink: &dyn Sink) -> Result<(), EmitError> {
    let (model, look) = (game.model, game.look);
    let studio = Studio { game, sink, done: AtomicUsize::new(0), small: Raster::new(game.dpi) };
    let names = file_names(&model.counters);
    model.counters.par_iter().zip(&names).try_for_each(|(counter, name)| {
        studio.png(&format!("images/counters/{name}.png"), &faces::counter(model, look, counter, false, 0.0))?;
        match &counter.back {
            Some(_) => studio
                .png(&format!("images/counters/{name}-back.png"), &faces::counter(model, look, counter, true, 0.0)),
            None => Ok(()),
        }
    })?;
    let names = file_names(&model.cards);
    model.cards.par_iter().zip(&names).try_for_each(|(card, name)| {
        studio.png(&format!("images/cards/{name}.png"), &faces::card(model, look, card, 0.0))
    })?;
    for (deck, name) in model.decks.iter().zip(file_names(&model.decks)) {
        studio.png(&format!("images/cards/back-{name}.png"), &faces::card_back(model, look, deck, 0.0))?;
    }
    contacts(&studio)?;
    let map_raster = Raster::new(game.map_dpi);
    for (map, name) in model.maps.iter().zip(file_names(&model.maps)) {
        studio.both(&map_raster, &format!("images/maps/{name}"), &art::map(model, look, map))?;
    }
    let raster = Raster::new(game.map_dpi);
    art::charts(model, look)
        .par_iter()
        .try_for_each(|chart| studio.both(&raster, &format!("images/charts/{}", chart.id), &chart.drawing))
}

/// Contact sheets: as many as it takes, each with a bounded number of faces.
fn contacts(studio: &Studio<'_>) -> Result<(), EmitError> {
    let Game { model, look, .. } = studio.game;
    let raster = Raster::new(contact::DPI);
    for (n, page) in contact::pages(model).enumerate() {
        let name = if n == 0 { "contact.png".to_string() } else { format!("contact-{}.png", n + 1) };
        studio.png_with(&raster, &name, &contact::draw(model, look, page))?;
    }
    Ok(())
}

/// What pictures are made with.
struct Studio<'a> {
    game: &'a Game<'a>,
    sink: &'a dyn Sink,
    done: AtomicUsize,
    small: Raster,
}

impl Studio<'_> {
    fn png(&self, path: &str, drawing: &Drawing) -> Result<(), EmitError> {
        self.png_with(&self.small, path, drawing)
    }

    /// A drawing as PNG and as SVG.
    fn both(&self, raster: &Raster, path: &str, drawing: &Drawing) -> Result<(), EmitError> {
        self.sink.put(&format!("{path}.svg"), to_svg(drawing, TextMode::Outlined).as_bytes())?;
        self.png_with(raster, &format!("{path}.png"), drawing)
    }

    /// Draws a picture, unless it was drawn before, and puts it away.
    fn png_with(&self, raster: &Raster, path: &str, drawing: &Drawing) -> Result<(), EmitError> {
        let svg = to_svg(drawing, TextMode::Outlined);
        let (width, height) = raster.size(drawing);
        let mut hash = blake3::Hasher::new();
        hash.update(RENDERER.as_bytes()).update(&width.to_le_bytes()).update(&height.to_le_bytes());
        let hash = *hash.update(svg.as_bytes()).finalize().as_bytes();
        let png = match self.game.memory.recall(&hash) {
            Some(png) => png,
            None => {
                let png = raster.png(drawing).map_err(|error| EmitError::Raster(path.to_string(), error))?;
                self.game.memory.remember(&hash, &png);
                png
            }
        };
        self.sink.put(path, &png)?;
        (self.game.tick)(self.done.fetch_add(1, Ordering::Relaxed) + 1);
        Ok(())
    }
}

/// A file name for each thing of a list, made from its id: small letters, digits and `-`, no two the same.
pub fn file_names<T: Named>(things: &[T]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let name = |thing: &T| {
        let plain: String =
            thing.id().chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        let plain = plain.trim_matches('-');
        let plain = if plain.is_empty() { "x" } else { plain };
        let mut name = plain.to_string();
        let mut n = 2;
        while !taken.insert(name.clone()) {
            name = format!("{plain}-{n}");
            n += 1;
        }
        name
    };
    things.iter().map(name).collect()
}
