//! `library/`: what the library of modules at vassalengine.org asks for when a module is published.
//!
//! Its limits are in its own source (vassalengine/game-library-service, `src/input.rs` and `config.toml.sample`): texts
//! are counted in bytes.

use super::boards::{BoardKind, WindowBoard};
use super::parts::Parts;
use super::pictures::{self, ChartPicture};
use super::setups::{self, ScenarioSetup};
use super::standing::Standing;
use super::{file_name, module, splash};
use crate::art::charts::Of;
use crate::art::faces::Sketch;
use crate::art::stacks;
use crate::draw::{Affine, Drawing, Item, Raster};
use crate::emit::{Darkroom, EmitError, Emitter, Game, Sink};
use crate::model::{Counter, Model, What};
use serde_json::json;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The longest description of a project.
const DESCRIPTION: usize = 1024;
/// The longest title of a game, and the longest name of its publisher.
const NAME: usize = 256;
/// The longest text of a project's page.
const README: usize = 65_536;
/// The longest caption of a picture.
const CAPTION: usize = 128;
/// The largest picture.
const PICTURE: usize = 5_000_000;
/// Pictures of a gallery are looked at on a screen: this many pixels along the longer side.
const PIXELS: f64 = 1600.0;

/// What the library of modules asks for beside the module.
pub struct LibraryPage;

impl Emitter for LibraryPage {
    fn word(&self) -> &'static str {
        "library"
    }

    fn about(&self) -> &'static str {
        "`library/`: text and pictures for publishing the module at vassalengine.org"
    }

    fn emit(&self, game: &Game<'_>, sink: &dyn Sink) -> Result<Vec<String>, EmitError> {
        let parts = Parts::new(game);
        let setups = setups::setups(&parts);
        let gallery = gallery(&parts, &setups, pictures::charts(game));
        let darkroom = Darkroom::new(game);
        sink.put("library/image.png", &picture(&darkroom, "library/image.png", &splash::splash(game))?)?;
        for shot in &gallery {
            sink.put(&shot.path(), &picture(&darkroom, &shot.path(), &shot.drawing)?)?;
        }
        sink.put("library/README.md", readme(game.model, &setups).as_bytes())?;
        sink.put("library/project.json", project(game, &gallery).as_bytes())?;
        Ok(Vec::new())
    }

    fn owns(&self, path: &str) -> bool {
        path.starts_with("library/")
    }
}

/// A picture of the gallery.
struct Shot {
    file: &'static str,
    caption: String,
    drawing: Drawing,
}

impl Shot {
    fn path(&self) -> String {
        format!("library/gallery/{}", self.file)
    }
}

/// The map, counters at the start, and a chart: what there is of them.
fn gallery(parts: &Parts<'_>, setups: &[ScenarioSetup], charts: Vec<ChartPicture<'_>>) -> Vec<Shot> {
    let mut shots = Vec::new();
    let start = setups.iter().find_map(|setup| StartView::of(parts, setup));
    let first_map = parts.boards.iter().position(|board| matches!(board.kind, BoardKind::Map(_)));
    if let Some(board) = start.as_ref().map(|start| start.board).or(first_map).and_then(|n| parts.boards.get(n)) {
        shots.push(Shot { file: "1-map.png", caption: board.name.clone(), drawing: board.drawing(parts.game).clone() });
    }
    if let Some((start, board)) = start.and_then(|start| parts.boards.get(start.board).map(|board| (start, board))) {
        let caption = format!("{}: the start of {}", board.name, start.setup.name);
        shots.push(Shot { file: "2-start.png", caption, drawing: start.draw(parts.game, board) });
    }
    let table = charts.iter().position(|chart| matches!(chart.of, Of::Table(_))).unwrap_or(0);
    if let Some(chart) = charts.into_iter().nth(table) {
        shots.push(Shot { file: "3-chart.png", caption: chart.title, drawing: chart.drawing.into_owned() });
    }
    shots.iter_mut().for_each(|shot| shot.caption = shortened(&shot.caption, CAPTION));
    shots
}

/// The liveliest part of a map at the start of a scenario.
struct StartView<'s> {
    setup: &'s ScenarioSetup,
    board: usize,
    /// Its pieces, and the point around which it is cut out.
    pieces: Vec<&'s Standing>,
    at: (i64, i64),
}

/// The middle of the pieces in that part of a board which has the most.
fn crowd(pieces: &[&Standing], dpi: f64) -> Option<(i64, i64)> {
    #[allow(clippy::cast_possible_truncation)]
    let cell = |millimetres: f64| ((millimetres / 25.4 * dpi) as i64).max(1);
    let (across, down) = (cell(WINDOW.0 / 2.0), cell(WINDOW.1 / 2.0));
    let mut cells: BTreeMap<(i64, i64), Vec<(i64, i64)>> = BTreeMap::new();
    for piece in pieces {
        cells.entry((piece.at.0 / across, piece.at.1 / down)).or_default().push(piece.at);
    }
    let spots = cells.into_iter().max_by_key(|(cell, spots)| (spots.len(), Reverse(*cell)))?.1;
    let many = i64::try_from(spots.len()).ok()?;
    Some((spots.iter().map(|at| at.0).sum::<i64>() / many, spots.iter().map(|at| at.1).sum::<i64>() / many))
}

/// Millimetres of the map that such a picture shows, across and down.
const WINDOW: (f64, f64) = (180.0, 120.0);

impl<'s> StartView<'s> {
    /// The map with the most pieces in its areas or hexes, where they stand closest.
    fn of(parts: &Parts<'_>, setup: &'s ScenarioSetup) -> Option<Self> {
        let places = &parts.game.model.places;
        let in_play = |piece: &&Standing| {
            let place = piece.place.and_then(|place| places.get(place));
            place.is_some_and(|place| place.kind.is_ground())
        };
        let mut on_maps: BTreeMap<usize, Vec<&Standing>> = BTreeMap::new();
        for piece in setup.standing.iter().filter(in_play) {
            if matches!(parts.boards.get(piece.board)?.kind, BoardKind::Map(_)) {
                on_maps.entry(piece.board).or_default().push(piece);
            }
        }
        let (board, pieces) = on_maps.into_iter().max_by_key(|(board, pieces)| (pieces.len(), Reverse(*board)))?;
        let at = crowd(&pieces, parts.boards.get(board)?.dpi)?;
        Some(Self { setup, board, pieces, at })
    }

    fn draw(&self, game: &Game<'_>, board: &WindowBoard) -> Drawing {
        #[allow(clippy::cast_precision_loss)]
        let millimetres = |(x, y): (i64, i64)| (x as f64 / board.dpi * 25.4, y as f64 / board.dpi * 25.4);
        let size = (WINDOW.0.min(board.area.0), WINDOW.1.min(board.area.1));
        let middle = millimetres(self.at);
        let left = (middle.0 - size.0 / 2.0).clamp(0.0, board.area.0 - size.0);
        let top = (middle.1 - size.1 / 2.0).clamp(0.0, board.area.1 - size.1);
        let mut drawing = Drawing::new(size.0, size.1);
        let items = board.drawing(game).items.clone();
        drawing.items.push(Item::Group { place: Affine::shift(-left, -top), clip: None, opacity: 1.0, items });
        let mut heights: BTreeMap<(i64, i64), f64> = BTreeMap::new();
        for piece in &self.pieces {
            let Some((counter, back)) = counter_of(game.model, piece) else { continue };
            let below = heights.entry(piece.at).or_default();
            let (x, y) = millimetres(piece.at);
            let face = Sketch::counter(game.model, game.look, counter, back, 0.0).edged().draw();
            let half = face.width / 2.0;
            let (x, y) = (x - half - left + stacks::LEAN.0 * *below, y - half - top - stacks::LEAN.1 * *below);
            drawing.place(face, Affine::shift(x, y));
            *below += 1.0;
        }
        drawing
    }
}

/// The counter of a piece, and whether its back is up.
fn counter_of<'m>(model: &'m Model, piece: &Standing) -> Option<(&'m Counter, bool)> {
    match &piece.what {
        What::Unit(unit) => {
            let step = model.units.get(unit.index)?.steps.get(piece.level)?;
            Some((model.counters.get(step.counter.index)?, step.back))
        }
        What::Marker(marker) => {
            let counter = model.counters.get(model.markers.get(marker.index)?.counter.index)?;
            Some((counter, piece.level > 0 && counter.back.is_some()))
        }
    }
}

/// A drawing as PNG, small enough for the library.
fn picture<'a>(darkroom: &Darkroom<'a>, name: &str, drawing: &Drawing) -> Result<Cow<'a, [u8]>, EmitError> {
    let mut pixels = PIXELS;
    loop {
        let raster = Raster::new(pixels * 25.4 / drawing.width.max(drawing.height));
        let png = darkroom.png(&raster, name, drawing)?;
        if png.len() <= PICTURE || pixels < 100.0 {
            return Ok(png);
        }
        pixels *= 0.7;
    }
}

/// The fields of the library's form.
fn project(game: &Game<'_>, gallery: &[Shot]) -> String {
    let about = &game.model.game;
    let title = one_line(&about.title, NAME);
    let pictures: Vec<_> = gallery
        .iter()
        .map(
            |shot| json!({ "file": format!("gallery/{}", shot.file), "description": one_line(&shot.caption, CAPTION) }),
        )
        .collect();
    let project = json!({
        "name": title,
        "description": description(game.model),
        "readme": "README.md",
        "image": "image.png",
        "game": {
            "title": title,
            "publisher": one_line(about.publisher.as_deref().unwrap_or_default(), NAME),
        },
        "release": { "file": file_name(game), "version": about.version, "vassal": module::VASSAL_VERSION },
        "gallery": pictures,
    });
    format!("{project:#}\n")
}

/// The game in one line.
fn description(model: &Model) -> String {
    let said = model.game.about.as_deref().unwrap_or(&model.game.title);
    one_line(said, DESCRIPTION)
}

/// The text of the project's page, in Markdown.
fn readme(model: &Model, setups: &[ScenarioSetup]) -> String {
    let about = &model.game;
    let mut page = format!("# {}\n\n", one_line(&about.title, NAME));
    if let Some(said) = &about.about {
        let _ = write!(page, "{}\n\n", said.trim());
    }
    if let Some(whose) = super::help::whose_work(model) {
        let _ = write!(page, "{whose}\n\n");
    }
    page.push_str("## In the module\n\n");
    let sides: Vec<&str> = model.sides.iter().map(|side| side.name.as_str()).collect();
    let _ = writeln!(page, "- Sides: {}", sides.join(", "));
    if model.players().len() < sides.len() {
        let _ = writeln!(page, "- Players: {}", model.players().join(", "));
    }
    for map in &model.maps {
        let _ = writeln!(page, "- Map: {}", map.name);
    }
    for setup in setups {
        let _ = writeln!(page, "- Scenario: {}", setup.name);
    }
    let counters: u32 = model.counters.iter().map(|counter| counter.copies).sum();
    let _ = writeln!(page, "- Counters: {counters}");
    let cards: u32 = model.cards.iter().map(|card| card.copies).sum();
    if cards > 0 {
        let _ = writeln!(page, "- Cards: {cards}");
    }
    page.push_str(
        "\nOpen the module in VASSAL, choose *File > New Game* and a scenario. *Help* lists all keys and buttons.\n",
    );
    let credits = [("Game design", &about.designer), ("Publisher of the game", &about.publisher)];
    if credits.iter().any(|(_, who)| who.is_some()) {
        page.push_str("\n## Credits\n\n");
        for (what, who) in credits {
            if let Some(who) = who {
                let _ = writeln!(page, "- {what}: {who}");
            }
        }
    }
    shortened(&page, README)
}

/// A text in one line, without doubled or outer spaces, as the library demands.
fn one_line(text: &str, most: usize) -> String {
    shortened(&text.split_whitespace().collect::<Vec<_>>().join(" "), most)
}

/// A text of at most so many bytes; what is cut off is shown by dots.
fn shortened(text: &str, most: usize) -> String {
    const DOTS: &str = "…";
    if text.len() <= most {
        return text.to_string();
    }
    let end = (0..=most - DOTS.len()).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    format!("{}{DOTS}", text[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_to_bytes_and_letters() {
        assert_eq!(shortened("short", 5), "short");
        assert_eq!(shortened("longer than that", 10), "longer…");
        for most in 4..30 {
            let cut = one_line("Сталинград  и\nВолга, Сталинград", most);
            assert!(cut.len() <= most && !cut.contains("  ") && cut == cut.trim(), "{cut:?}");
        }
    }
}
